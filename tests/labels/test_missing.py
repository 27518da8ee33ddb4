"""Missing labels of every library: refused, dropped, one block or singletons."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from clusterdiff import Table
from clusterdiff.errors import InputError
from clusterdiff.labels import MISSING
from tests.helpers.columns import (
    ARROW_TEXTS,
    TEXTS,
    cells,
    chunks,
    chunks_with_own_dictionaries,
    pairs,
)

LETTERS, NUMBERS, FLAGS = (
    ["u", None, "v", None, "u", "v"],
    [7, None, 3, None, 7, 3],
    [True, None, False, None, True, False],
)
DAYS_NAT = np.array(["2024-02-29", "NaT", "2020-01-01", "NaT", "2024-02-29", "2020-01-01"], "M8[D]")
NANOSECONDS = DAYS_NAT.astype("M8[ns]")
DURATIONS = NANOSECONDS - np.datetime64("2020-01-01", "ns")
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
    **{
        f"list of {times.dtype}": (list(times), times)
        for times in (DAYS_NAT, NANOSECONDS, DURATIONS)
    },
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
