"""Every form of labels is read as the same labels."""

import array
import subprocess
import sys
import tracemalloc
from collections import Counter, deque
from datetime import date, datetime

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clusterdiff import Partition, Table
from clusterdiff.errors import InputError
from tests.helpers.columns import (
    DAYS,
    TEXTS,
    OnlyArray,
    OnlyDLPack,
    agrees,
    arrow,
    cells,
    chunks,
    every_third,
    few,
    many,
    numpy,
    pairs,
    pandas,
    polars,
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
def test_integers_in_any_form_are_the_same_labels(make, labels):
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
def test_bytes_are_labels_but_not_strings(make):
    assert agrees(make([b"b", b"ab", b"", b"b"]), [b"b", b"ab", b"", b"b"])
    assert Table.from_labels(make([b"b"]), [0]) != Table.from_labels(["b"], [0])


@pytest.mark.parametrize(
    "labels",
    [[(1, 2), (3,), (1, 2)], [(1, 2), (3, 4), (1, 2)], [2j, 0j, 2j]],
    ids=["tuples", "pairs", "complex"],
)
def test_any_hashable_object_is_a_label(labels):
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
    hours = [np.timedelta64(hours, "h") for hours in (5, -1, 5, 0)]  # Python has a type for these
    assert agrees(hours, hours)


def test_durations_of_different_units():
    one_of_each = [np.timedelta64(1, unit) for unit in ("ns", "ps", "ps")]
    assert Table.from_labels(one_of_each, [0, 1, 1]).shape == (2, 2)


@pytest.mark.parametrize("labels", [[4, 7, 7], ["x", "y", "y"]])
def test_arrays_without_dimensions_are_labels(labels):
    assert agrees([np.array(label) for label in labels], labels)
    assert agrees([np.array(labels[0]), *labels[1:]], labels)
    with pytest.raises(InputError, match="of one kind"):
        Table.from_labels([np.array(labels[0]), np.array(labels[1:])], [0, 1])


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
def test_blocks_of_any_collection_and_dicts_are_matched_by_element(make):
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
    """The memory of the kernel is measured in another process; 2²⁷ counters would take 512 MB."""
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
