"""Every form of labels, every way to treat those that are missing, ignored, noise or weighted.

Brute force decides.
"""

import array
import subprocess
import sys
import tracemalloc
from collections import Counter, deque
from datetime import date, datetime
from itertools import repeat

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterdiff import Partition, Table, adjusted_rand
from clusterdiff.errors import InputError
from clusterdiff.labels import MISSING

few = settings(max_examples=12, deadline=None, derandomize=True)
many = settings(max_examples=100, deadline=None, derandomize=True)


def cells(table):
    """How often each pair of labels occurs in a table; clusters without a name are None."""
    found = Counter()
    for row, col, count in zip(
        table.row_labels[table.rows],
        table.col_labels[table.cols],
        table.counts.tolist(),
        strict=True,
    ):
        found[row, col] += count
    return found


def pairs(a, b):
    """How often each pair of labels occurs in two lists."""
    return Counter(zip(a, b, strict=True))


def agrees(column, labels):
    """Whether a column reads as these labels."""
    other = [i % 3 for i in range(len(labels))]
    return cells(Table.from_labels(other, column)) == pairs(other, labels)


class OnlyArray:
    def __init__(self, labels):
        self.labels = np.array(labels)

    def __array__(self, dtype=None, copy=None):
        return np.asarray(self.labels, dtype, copy=copy)


class OnlyDLPack:
    def __init__(self, labels):
        self.labels = np.array(labels)

    def __dlpack__(self, **options):
        return self.labels.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.labels.__dlpack_device__()


def numpy(dtype):
    return lambda labels: np.array(labels, dtype)


def every_third(dtype):
    return lambda labels: np.repeat(np.array(labels, dtype), 3)[::3]


def pandas(dtype):
    return lambda labels: pd.Series(labels, dtype=dtype)


def polars(dtype):
    return lambda labels: pl.Series(labels, dtype=dtype)


def arrow(dtype):
    return lambda labels: pa.array(labels, dtype)


def chunks(dtype):
    return lambda labels: pa.chunked_array([labels[:2], [], labels[2:]], dtype)


def chunks_with_own_dictionaries(labels):
    return pa.chunked_array(
        [pa.array(part, pa.string()).dictionary_encode() for part in (labels[:2], labels[2:])]
    )


WHOLE = (
    "i1",
    "u1",
    ">i2",
    "u2",
    "i4",
    ">u4",
    "i8",
    ">i8",
    "u8",
    ">u8",
    "f2",
    "f4",
    ">f4",
    "f8",
    ">f8",
    "longdouble",
    "O",
)
PANDAS_WHOLE = (
    "int16",
    "float32",
    "object",
    "Int8",
    "UInt16",
    "Int64",
    "UInt64",
    "Float32",
    "category",
    "int8[pyarrow]",
    "uint64[pyarrow]",
    "double[pyarrow]",
)
INTS = {
    **{
        form.__name__: form
        for form in (
            list,
            tuple,
            iter,
            deque,
            OnlyArray,
            OnlyDLPack,
            Partition,
            pd.Series,
            pd.Index,
            pd.array,
            pd.Categorical,
        )
    },
    "array.array": lambda x: array.array("b", x),
    "dict values": lambda x: dict(enumerate(x)).values(),
    "list of numpy ints": lambda x: list(np.array(x, "i2")),
    "list of whole floats": lambda x: [float(i) for i in x],
    "list of ints and floats": lambda x: [float(i) if i % 2 else i for i in x],
    "reversed view": lambda x: np.array(x[::-1])[::-1],
    **{f"numpy {dtype}": numpy(dtype) for dtype in WHOLE},
    **{
        f"every third {dtype}": every_third(dtype) for dtype in ("i1", "i8", "u4", "f8", "O", ">i4")
    },
    **{f"pandas {dtype}": pandas(dtype) for dtype in PANDAS_WHOLE},
    **{
        f"polars {dtype}": polars(dtype)
        for dtype in (pl.Int8, pl.UInt32, pl.Int64, pl.UInt64, pl.Float32)
    },
    **{
        f"arrow {dtype}": arrow(dtype)
        for dtype in (pa.int8(), pa.uint16(), pa.int64(), pa.uint64(), pa.float32(), pa.float64())
    },
    "arrow chunks": chunks(pa.int64()),
    "arrow dictionary": lambda x: pa.array(x).dictionary_encode(),
}
ARROW_TEXTS = (
    pa.string(),
    pa.large_string(),
    pa.string_view(),
    pa.dictionary(pa.int8(), pa.string()),
)
TEXTS = {
    **{
        form.__name__: form
        for form in (
            list,
            tuple,
            iter,
            OnlyArray,
            Partition,
            pd.Series,
            pd.Index,
            pd.array,
            pd.Categorical,
            pl.Series,
            pa.array,
        )
    },
    "list of numpy strings": lambda x: list(np.array(x, "U8")),
    **{f"numpy {dtype}": numpy(dtype) for dtype in ("U8", ">U8", "O", np.dtypes.StringDType())},
    **{
        f"every third {dtype}": every_third(dtype) for dtype in ("U8", "O", np.dtypes.StringDType())
    },
    **{
        f"pandas {dtype}": pandas(dtype)
        for dtype in ("object", "str", "string[python]", "string[pyarrow]", "category")
    },
    **{
        f"pandas arrow {dtype}": pandas(pd.ArrowDtype(dtype))
        for dtype in (ARROW_TEXTS[0], ARROW_TEXTS[3])
    },
    "pandas unused category": lambda x: pd.Categorical(
        x, categories=["unused", *sorted(set(x), reverse=True)]
    ),
    "polars Categorical": polars(pl.Categorical),
    "polars Enum": lambda x: pl.Series(x, dtype=pl.Enum(["unused", *sorted(set(x), reverse=True)])),
    **{f"arrow {dtype}": arrow(dtype) for dtype in ARROW_TEXTS},
    "arrow chunks": chunks(pa.string()),
    "arrow chunks with own dictionaries": chunks_with_own_dictionaries,
    "arrow dictionary with twins": lambda x: pa.DictionaryArray.from_arrays(
        list(range(len(x))), pa.array(x, pa.string())
    ),
    "arrow slice": lambda x: pa.array(["cut off", *x, "cut off"]).slice(1, len(x)),
}
BOOLS = {
    **{
        form.__name__: form
        for form in (list, OnlyArray, OnlyDLPack, Partition, pd.Series, pl.Series, pa.array)
    },
    "list of numpy bools": lambda x: list(np.array(x)),
    **{f"numpy {dtype}": numpy(dtype) for dtype in ("?", "O")},
    "every third": every_third("?"),
    **{f"pandas {dtype}": pandas(dtype) for dtype in ("boolean", "bool[pyarrow]")},
    "arrow chunks": chunks(pa.bool_()),
}


@pytest.mark.parametrize("make", INTS.values(), ids=INTS)
@given(labels=st.lists(st.integers(0, 100), min_size=1, max_size=12))
@few
def test_whole_numbers_in_any_form_are_the_same_labels(make, labels):
    assert agrees(make(labels), labels)


@pytest.mark.parametrize("make", TEXTS.values(), ids=TEXTS)
@given(labels=st.lists(st.text("abé日 1", max_size=4) | st.just("x" * 8), min_size=1, max_size=12))
@few
def test_strings_in_any_form_are_the_same_labels(make, labels):
    assert agrees(make(labels), labels)


@pytest.mark.parametrize("make", BOOLS.values(), ids=BOOLS)
@given(labels=st.lists(st.booleans(), min_size=1, max_size=12))
@few
def test_booleans_in_any_form_stay_booleans(make, labels):
    assert agrees(make(labels), labels)
    assert all(
        isinstance(label, (bool, np.bool_))
        for label in Table.from_labels(make(labels), labels).row_labels
    )


@pytest.mark.parametrize("dtype", ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", ">i8", ">u8"])
def test_the_ends_of_every_integer_type_are_labels(dtype):
    low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
    assert agrees(np.array([low, high, low, 0], dtype), [low, high, low, 0])


@pytest.mark.parametrize("make", [list, numpy("S"), every_third("S2"), pa.array, pl.Series])
def test_bytes_are_labels_and_no_strings(make):
    assert agrees(make([b"b", b"ab", b"", b"b"]), [b"b", b"ab", b"", b"b"])
    assert Table.from_labels(make([b"b"]), [0]) != Table.from_labels(["b"], [0])


@pytest.mark.parametrize(
    "labels",
    [[(1, 2), (3,), (1, 2)], [(1, 2), (3, 4), (1, 2)], [2j, 0j, 2j]],
    ids=["tuples", "pairs", "complex"],
)
def test_any_hashable_thing_is_a_label(labels):
    assert agrees(labels, labels)


@given(
    st.lists(
        st.sampled_from([-(2**70), -(2**63), -1, 0, 2**53 + 1, 2**63 - 1, 2**63, 2**64, 2**70]),
        min_size=1,
    )
)
@many
def test_python_ints_of_any_size_are_exact(labels):
    assert agrees(labels, labels)
    assert agrees(np.array(labels, object), labels)


DAYS = ["2024-02-29", "2020-01-01", "2024-02-29", "1969-12-31"]
DATES = [date.fromisoformat(day) for day in DAYS]
TIMES = {
    "dates": DATES,
    **{f"numpy {dtype}": np.array(DAYS, dtype) for dtype in ("M8[D]", ">M8[us]", "M8[ns]")},
    **{f"every third {dtype}": every_third(dtype)(DAYS) for dtype in ("M8[s]", ">M8[D]")},
    **{f"list of {dtype}": list(np.array(DAYS, dtype)) for dtype in ("M8[D]", "M8[ns]")},
    "pandas": pd.Series(pd.to_datetime(DAYS)),
    "pandas UTC": pd.Series(pd.to_datetime(DAYS, utc=True)),
    "pandas category": pd.Series(pd.to_datetime(DAYS)).astype("category"),
    "pandas Period": pd.Series(pd.PeriodIndex(DAYS, freq="D")),
    "polars Date": pl.Series(DATES),
    "polars Datetime": pl.Series([datetime.fromisoformat(day) for day in DAYS]),
    **{
        f"arrow {dtype}": pa.array(DATES).cast(dtype)
        for dtype in (pa.date32(), pa.timestamp("us"), pa.timestamp("ns"))
    },
}


@pytest.mark.parametrize("column", TIMES.values(), ids=TIMES)
def test_times_are_labels(column):
    table = Table.from_labels(column, [0, 1, 0, 0])
    assert {(str(row)[:10], col): count for (row, col), count in cells(table).items()} == pairs(
        DAYS, [0, 1, 0, 0]
    )


def test_durations_are_labels():
    assert agrees(np.array([5, -1, 5, 0], "m8[ns]"), list(np.array([5, -1, 5, 0], "m8[ns]")))


@pytest.mark.parametrize("shape", [(3, 4), (2, 3, 2), (1, 12)])
@pytest.mark.parametrize("order", ["C", "F"])
def test_label_images_are_compared_pixel_by_pixel(shape, order):
    a, b = np.arange(12) % 5, np.arange(12) % 3
    image_a, image_b = np.array(a.reshape(shape), order=order), b.reshape(shape).astype(np.uint8)
    assert cells(Table.from_labels(image_a, image_b)) == pairs(a, b)
    assert cells(Table.from_labels(image_a[::-1], image_b[::-1])) == pairs(a, b)
    assert cells(
        Table.from_labels(np.ma.array(image_a, mask=image_b == 2), image_b, missing="drop")
    ) == pairs(a[b != 2], b[b != 2])


@given(
    st.dictionaries(
        st.integers() | st.text(), st.tuples(st.integers(0, 3), st.sampled_from("xyz")), min_size=1
    ),
    st.randoms(),
)
@many
def test_dicts_are_aligned_by_key(both, random):
    keys = random.sample(list(both), len(both))
    assert cells(
        Table.from_labels({k: x for k, (x, _) in both.items()}, {k: both[k][1] for k in keys})
    ) == Counter(both.values())


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1), st.randoms())
@many
def test_blocks_hold_the_elements_of_one_cluster(both, random):
    elements = random.sample(range(len(both)), len(both))
    blocks = [[i for i in elements if both[i][1] == y] for y in range(4)]
    assert cells(Table.from_labels([x for x, _ in both], blocks)) == Counter(both)


@pytest.mark.parametrize("make", [list, set, frozenset, np.array])
def test_blocks_of_any_collection_and_dicts_meet_by_element(make):
    table = Table.from_labels([make([0, 2]), make([1, 3])], {3: "x", 2: "y", 1: "x", 0: "x"})
    assert cells(table) == {(0, "x"): 1, (0, "y"): 1, (1, "x"): 2}


def test_a_partition_keeps_its_keys():
    assert cells(Table.from_labels(Partition({"u": 1, "v": 2}), {"v": "x", "u": "y"})) == {
        (1, "y"): 1,
        (2, "x"): 1,
    }


def test_a_partition_does_not_change_with_its_array():
    labels = np.array([True, False, True])
    partition = Partition(labels)
    labels[:] = False
    assert cells(Table.from_labels(partition, ["x", "y", "x"])) == {(True, "x"): 2, (False, "y"): 1}


def test_huge_values_cost_no_more_memory_than_small_ones():
    labels = np.array([5 * 10**18, -1, 0])
    Table.from_labels(labels, labels)  # whatever is loaded once
    tracemalloc.start()
    table = Table.from_labels(labels, labels)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert cells(table) == pairs(labels, labels)
    assert peak < 50_000


def test_wide_values_cost_no_memory_in_the_kernel_either():
    """What the kernel takes is seen from outside only; 2²⁷ counters would be half a gigabyte."""
    pytest.importorskip("resource")
    program = """if True:
        import resource, sys, numpy as np, clusterdiff as cd
        unit = 1024 if sys.platform == "darwin" else 1
        peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // unit
        cd.Table.from_labels([0, 1], [1, 0])
        before = peak()
        for high in (2**16, 2**27, 2**40):
            cd.Table.from_labels(np.array([high, -1, 0]), np.array([0, high, 5]))
        print(peak() - before)
    """
    grown = int(
        subprocess.run(
            [sys.executable, "-c", program], check=True, capture_output=True, text=True
        ).stdout
    )
    assert grown < 20_000  # kilobytes


LETTERS, NUMBERS, FLAGS = (
    ["u", None, "v", None, "u", "v"],
    [7, None, 3, None, 7, 3],
    [True, None, False, None, True, False],
)
DAYS_NAT = np.array(["2024-02-29", "NaT", "2020-01-01", "NaT", "2024-02-29", "2020-01-01"], "M8[D]")
NANOSECONDS = DAYS_NAT.astype("M8[ns]")
OTHER = ["x", "x", "y", "y", "y", "x"]


def holed(labels, hole):
    return [hole if label is None else label for label in labels]


def masked(labels, fill, **options):
    return np.ma.array(holed(labels, fill), mask=[label is None for label in labels], **options)


MISSES = {
    **{
        f"None among {kind}": (labels, labels)
        for kind, labels in (("ints", NUMBERS), ("strings", LETTERS), ("bools", FLAGS))
    },
    **{
        f"{hole} among ints": (holed(NUMBERS, hole), NUMBERS)
        for hole in (float("nan"), pd.NA, np.ma.masked)
    },
    **{
        f"{hole!r} among strings": (holed(LETTERS, hole), LETTERS)
        for hole in (np.float32("nan"), pd.NA, pd.NaT, np.datetime64("NaT", "s"))
    },
    **{f"list of {times.dtype}": (list(times), times) for times in (DAYS_NAT, NANOSECONDS)},
    "several kinds at once": (["u", None, "v", float("nan"), "u", "v"], LETTERS),
    "numpy float": (np.array(holed(NUMBERS, np.nan)), NUMBERS),
    "numpy object None": (np.array(LETTERS, object), LETTERS),
    "numpy object NaN": (np.array(holed(LETTERS, np.nan), object), LETTERS),
    "numpy StringDType None": (np.array(LETTERS, np.dtypes.StringDType(na_object=None)), LETTERS),
    "numpy StringDType NaN": (
        np.array(holed(LETTERS, np.nan), np.dtypes.StringDType(na_object=np.nan)),
        LETTERS,
    ),
    **{f"numpy {times.dtype}": (times, times) for times in (DAYS_NAT, NANOSECONDS)},
    "masked ints": (masked(NUMBERS, 7), NUMBERS),
    "masked floats": (masked(NUMBERS, 0.5), NUMBERS),
    "masked strings": (masked(LETTERS, "u"), LETTERS),
    "masked bools": (masked(FLAGS, fill=True), FLAGS),
    "masked objects": (masked(LETTERS, [], dtype=object), LETTERS),
    **{
        f"pandas {dtype}": (pd.Series(NUMBERS, dtype=dtype), NUMBERS)
        for dtype in ("Int64", "UInt8", "float", "Float64", "category", "int64[pyarrow]")
    },
    **{
        f"pandas {dtype}": (pd.Series(FLAGS, dtype=dtype), FLAGS)
        for dtype in ("boolean", "bool[pyarrow]")
    },
    **{
        f"pandas {dtype} of strings": (make(LETTERS), LETTERS)
        for dtype, make in TEXTS.items()
        if dtype.startswith("pandas") and "unused" not in dtype
    },
    "pandas times": (pd.Series(NANOSECONDS), NANOSECONDS),
    "polars Int64": (pl.Series(NUMBERS), NUMBERS),
    "polars Float64 null": (pl.Series(NUMBERS, dtype=pl.Float64), NUMBERS),
    "polars Float64 NaN": (pl.Series(holed(NUMBERS, float("nan")), dtype=pl.Float64), NUMBERS),
    "polars Boolean": (pl.Series(FLAGS), FLAGS),
    **{
        f"polars {dtype}": (pl.Series(LETTERS, dtype=dtype), LETTERS)
        for dtype in (pl.String, pl.Categorical, pl.Enum(["v", "u"]))
    },
    **{
        f"arrow {dtype}": (pa.array(NUMBERS, dtype), NUMBERS)
        for dtype in (pa.int64(), pa.uint8(), pa.float64())
    },
    "arrow bool": (pa.array(FLAGS), FLAGS),
    **{f"arrow {dtype}": (pa.array(LETTERS, dtype), LETTERS) for dtype in ARROW_TEXTS},
    "arrow null in the dictionary": (
        pa.DictionaryArray.from_arrays([0, 1, 2, 1, 0, 2], pa.array(["u", None, "v"])),
        LETTERS,
    ),
    "arrow chunks": (chunks(pa.string())(LETTERS), LETTERS),
    "arrow chunks with own dictionaries": (chunks_with_own_dictionaries(LETTERS), LETTERS),
}
each_kind_of_missing = pytest.mark.parametrize(
    ("column", "labels"), [(column, list(labels)) for column, labels in MISSES.values()], ids=MISSES
)


@each_kind_of_missing
def test_missing_of_every_kind_is_refused_with_count_and_first_position(column, labels):
    del labels
    for side, sides in (("a", (column, OTHER)), ("b", (OTHER, column))):
        with pytest.raises(
            InputError,
            match=rf"{side} must have a label .*: 2 of 6 are missing, the first at 1\.",
        ):
            Table.from_labels(*sides)


@each_kind_of_missing
def test_missing_of_every_kind_can_be_dropped(column, labels):
    table = Table.from_labels(column, OTHER, missing="drop")
    assert cells(table) == pairs(
        [labels[0], labels[2], *labels[4:]], [OTHER[0], OTHER[2], *OTHER[4:]]
    )
    assert table.dropped == (2, 0, 0, 0)


@each_kind_of_missing
def test_missing_of_every_kind_can_be_one_block(column, labels):
    assert cells(Table.from_labels(column, OTHER, missing="block")) == pairs(
        [labels[0], MISSING, labels[2], MISSING, *labels[4:]], OTHER
    )


@each_kind_of_missing
def test_missing_of_every_kind_can_be_singletons(column, labels):
    table = Table.from_labels(column, OTHER, missing="singletons")
    assert cells(table) == pairs([labels[0], None, labels[2], None, *labels[4:]], OTHER)
    assert table.row_sizes.tolist() == [2, 2, 1, 1]


@pytest.mark.parametrize(
    "column",
    [
        [None] * 2,
        [float("nan")] * 2,
        pd.Categorical([None] * 2),
        pl.Series([None] * 2),
        pa.nulls(2),
    ],
)
def test_a_column_without_any_label_is_one_block_or_all_singletons(column):
    assert Table.from_labels(column, [0, 1], missing="block").shape == (1, 2)
    assert Table.from_labels(column, [0, 1], missing="singletons").shape == (2, 2)


def test_a_missing_label_of_a_dict_is_named_by_its_key():
    for side, a, b in (
        ("a", {"u": 1, "v": None}, {"u": 1, "v": 1}),
        ("b", {"u": 1, "v": 1}, {"v": None, "u": 1}),
    ):
        with pytest.raises(
            InputError,
            match=f"{side} must have a label .*: 1 of 2 are missing, the first at 'v'",
        ):
            Table.from_labels(a, b)


def brute_force(
    a,
    b,
    weights=None,
    *,
    missing="raise",
    ignore=(),
    ignore_a=(),
    ignore_b=(),
    noise=(),
    noise_a=(),
    noise_b=(),
):
    """Element by element: the cells as (label, label, count), a lone cluster as None.

    Both numbers of clusters; who was left out.
    """
    counts, dropped = Counter(), Counter(missing=0, ignored=0, weightless=0)
    for x, y, weight in zip(a, b, weights or repeat(1, len(a)), strict=True):
        if missing == "drop" and None in {x, y}:
            dropped["missing"] += 1
            continue
        if x in {*ignore, *ignore_a} or y in {*ignore, *ignore_b}:
            dropped["ignored"] += 1
            continue
        dropped["weightless"] += weight == 0
        for _ in range(weight):
            cell = []
            for label, names in ((x, {*noise, *noise_a}), (y, {*noise, *noise_b})):
                alone = label in names or (label is None and missing == "singletons")
                cell.append(object() if alone else MISSING if label is None else label)
            counts[tuple(cell)] += 1
    listed = Counter(
        (*(None if type(label) is object else label for label in cell), count)
        for cell, count in counts.items()
    )
    return listed, len({x for x, _ in counts}), len({y for _, y in counts}), (*dropped.values(), 0)


names = st.sets(st.sampled_from([-1, 0, 7]), max_size=2)
labels_or_none = st.sampled_from([None, -1, 0, 1, 2])
named = dict.fromkeys(("ignore", "ignore_a", "ignore_b", "noise", "noise_a", "noise_b"), names)
policies = st.fixed_dictionaries(
    {"missing": st.sampled_from(["drop", "singletons", "block"])}, optional=named
)


@given(
    st.lists(st.tuples(labels_or_none, labels_or_none, st.integers(0, 3)), max_size=12),
    policies,
    st.booleans(),
)
@settings(many, max_examples=400)
def test_missing_ignored_noise_and_weights_together_are_as_counted_by_hand(
    elements, policy, weighted
):
    a, b, weights = map(list, zip(*elements, (5, 5, 1), strict=True))
    weights = weights if weighted else None
    table = Table.from_labels(a, b, weights=weights, **policy)
    listed = Counter(
        zip(
            table.row_labels[table.rows].tolist(),
            table.col_labels[table.cols].tolist(),
            table.counts.tolist(),
            strict=True,
        )
    )
    assert (listed, *table.shape, table.dropped) == brute_force(a, b, weights, **policy)


@pytest.mark.parametrize(
    ("options", "shown"),
    [
        ({"noise": {-1}}, "Table(n=4, 3 × 2 clusters, 4 cells)"),
        ({"noise_a": -1}, "Table(n=4, 3 × 2 clusters, 4 cells)"),
        ({"noise_b": [-1]}, "Table(n=4, 2 × 2 clusters, 3 cells)"),
        ({"ignore": {-1}}, "Table(n=1, 1 × 1 clusters, 1 cell, dropped 3 (3 ignored))"),
        ({"ignore_a": -1}, "Table(n=2, 1 × 2 clusters, 2 cells, dropped 2 (2 ignored))"),
        ({"ignore_b": (-1,)}, "Table(n=3, 2 × 1 clusters, 2 cells, dropped 1 (1 ignored))"),
        (
            {"ignore_b": -1, "weights": [1, 0, 5, 1]},
            "Table(n=6, 2 × 1 clusters, 2 cells, dropped 2 (1 ignored, 1 weightless))",
        ),
    ],
)
def test_noise_is_alone_and_what_is_dropped_shows_in_the_repr(options, shown):
    assert repr(Table.from_labels([-1, -1, 0, 0], [0, 0, 0, -1], **options)) == shown


@pytest.mark.parametrize(
    ("column", "name"),
    [
        (["x", "y", "y"], "x"),
        (np.array(["x", "y", "y"]), {"x"}),
        (np.array([b"x", b"y", b"y"]), b"x"),
        (np.array([True, False, False]), np.True_),
        (np.array([9, 1, 1], np.uint8), {9.0, -1}),
        (np.array([2**63, 1, 1], np.uint64), [2**63]),
        ([2**70, 1, 1], 2**70),
        ([(1, 2), (3, 4), (3, 4)], [(1, 2)]),
        (pl.Series(["x", "y", "y"], dtype=pl.Categorical), np.str_("x")),
        (np.array(DAYS[:1] + DAYS[1:2] * 2, "M8[D]"), np.datetime64(DAYS[0])),
        (np.array(DAYS[:1] + DAYS[1:2] * 2, "M8[ns]"), {np.datetime64(DAYS[0], "ns")}),
    ],
    ids=[
        "str",
        "U",
        "S",
        "bool",
        "whole float",
        "uint64",
        "big int",
        "tuple",
        "categorical",
        "day",
        "nanoseconds",
    ],
)
def test_labels_of_every_kind_can_be_ignored_or_noise(column, name):
    assert Table.from_labels(column, ["p", "q", "q"], ignore_a=name).dropped.ignored == 1
    assert Table.from_labels(["p", "q", "q"], column, ignore_b=name).dropped.ignored == 1
    assert [
        label is None
        for label in Table.from_labels(column, ["p", "q", "q"], noise_a=name).row_labels
    ] == [False, True]


def test_a_shared_option_may_fit_one_side_only():
    assert cells(Table.from_labels(["x", "y", "z"], [1, 2, 3], ignore={"x", 2})) == {("z", 3): 1}


@given(
    st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 2**58)), max_size=12)
)
@many
def test_weights_are_exact(elements):
    a, b, weights = map(list, zip(*elements, (0, 0, 1), strict=True))
    expected = Counter()
    for x, y, weight in zip(a, b, weights, strict=True):
        expected[x, y] += weight
    assert cells(Table.from_labels(a, b, weights=weights)) == +expected


@pytest.mark.parametrize(
    "make",
    [tuple, numpy("u1"), numpy("f4"), numpy("O"), np.atleast_2d, pd.Series, pl.Series, pa.array],
)
def test_weights_may_come_in_any_form(make):
    table = Table.from_labels(["x", "x", "y"], [0, 1, 1], weights=make([2, 0, 3]))
    assert cells(table) == {("x", 0): 2, ("y", 1): 3}
    assert table.dropped == (0, 0, 1, 0)


def test_weights_beyond_a_float_are_exact_as_objects():
    assert (
        Table.from_labels([0, 1], [0, 1], weights=np.array([2**53 + 1, 1], object)).n == 2**53 + 2
    )


def test_a_singleton_of_weight_w_is_w_singletons():
    table = Table.from_labels([-1, 0, 0], [7, 7, 8], noise=-1, weights=[3, 2, 1])
    assert table.row_sizes.tolist() == [3, 1, 1, 1]
    assert cells(table) == {(0, 7): 2, (0, 8): 1, (None, 7): 3}


def test_measures_take_the_options_of_the_table():
    assert adjusted_rand([0, 0, 1, None], [5, 5, 6, 6], missing="singletons") == adjusted_rand(
        [0, 0, 1, 2], [5, 5, 6, 6]
    )
    with pytest.raises(InputError, match="1 of 4 are missing"):
        adjusted_rand([0, 0, 1, None], [5, 5, 6, 6])
