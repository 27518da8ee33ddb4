"""A table built from chunks is the table of all elements at once."""

from itertools import pairwise

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterdiff import Table, TableBuilder
from clusterdiff.errors import (
    InputError,
)
from tests.helpers.tables_of_labels import identical, many

KINDS = {
    "ints": (st.sampled_from([None, -1, 0, 1, 2]), list, -1),
    "big ints": (st.sampled_from([None, -1, 0, 2**64, 2**70]), list, -1),
    "strings": (st.sampled_from([None, "?", "u", "v"]), list, "?"),
    "bools": (st.sampled_from([None, True, False]), list, True),
    "numpy ints": (st.integers(-1, 3), lambda x: np.array(x, np.int8), -1),
    "numpy uint64": (
        st.sampled_from([0, 5, 2**63, 2**64 - 1]),
        lambda x: np.array(x, np.uint64),
        5,
    ),
    "numpy floats": (st.sampled_from([np.nan, -1.0, 0.0, 1.0]), lambda x: np.array(x, float), -1),
    "numpy strings": (st.sampled_from(["?", "u", "vw"]), lambda x: np.array(x, "U2"), "?"),
    "pandas categories": (
        st.sampled_from([None, "?", "u", "v"]),
        lambda x: pd.Categorical(x, categories=["v", "u", "?"]),
        "?",
    ),
    "polars strings": (
        st.sampled_from([None, "?", "u", "v"]),
        lambda x: pl.Series(x, dtype=pl.String),
        "?",
    ),
    "arrow dictionaries": (
        st.sampled_from([None, "?", "u", "v"]),
        lambda x: pa.array(x, pa.string()).dictionary_encode(),
        "?",
    ),
}


def outcome(make):
    """Return the table, or the message of the error."""
    try:
        return make()
    except InputError as refusal:
        return str(refusal)


@pytest.mark.parametrize(("labels", "form", "odd"), KINDS.values(), ids=KINDS)
@given(data=st.data())
@settings(many, max_examples=20)
def test_streaming_gives_the_table_of_one_shot_whatever_the_chunks(labels, form, odd, data):
    elements = data.draw(
        st.lists(st.tuples(labels, labels, st.integers(0, 3)), min_size=1, max_size=15)
    )
    cuts = [
        0,
        *sorted(data.draw(st.lists(st.integers(0, len(elements)), max_size=5))),
        len(elements),
    ]
    options = {
        "missing": data.draw(st.sampled_from(["drop", "block", "singletons"])),
        data.draw(st.sampled_from(["ignore", "noise", "noise_a"])): odd,
    }
    columns = [list(column) for column in zip(*elements, strict=True)]
    weighted = data.draw(st.booleans())

    def part(start, stop):
        a, b, weights = (column[start:stop] for column in columns)
        return {"a": form(a), "b": form(b), "weights": weights if weighted else None}

    builder = TableBuilder(**options)
    for start, stop in pairwise(cuts):
        builder.update(**part(start, stop))
    at_once, streamed = (
        outcome(lambda: Table.from_labels(**part(0, len(elements)), **options)),
        outcome(builder.finish),
    )
    assert streamed == at_once if isinstance(at_once, str) else identical(streamed, at_once)


@pytest.mark.parametrize(
    ("chunks", "dtype"),
    [
        ([[None], [1, 2]], np.int64),
        ([[1, 2], [None, None]], np.int64),
        ([np.array([1], np.uint64), np.array([2**63], np.uint64)], np.uint64),
    ],
    ids=["nothing first", "nothing last", "small and large uint64"],
)
def test_streaming_keeps_the_type_of_the_labels(chunks, dtype):
    builder = TableBuilder(missing="drop")
    for chunk in chunks:
        builder.update(chunk, [0] * len(chunk))
    assert builder.finish().row_labels.dtype == dtype


def test_chunks_of_nothing_but_dropped_elements_are_only_counted_as_dropped():
    builder = TableBuilder(ignore=-1, missing="drop")
    builder.update([None, -1], ["x", "y"]).update([], []).update(
        [0, 1], ["x", "y"], weights=[1, 2]
    ).update([-1], ["z"])
    assert identical(
        builder.finish(),
        Table.from_labels([None, -1, 0, 1, 1, -1], list("xyxyyz"), ignore=-1, missing="drop"),
    )


def test_finish_can_be_called_at_any_time():
    builder = TableBuilder().update([0], [0])
    assert builder.finish().n == builder.finish().n == 1
    assert builder.update([1], [0]).finish().n == 2


def test_images_stream_row_by_row():
    a, b = np.arange(60).reshape(6, 10) % 7, np.arange(60).reshape(6, 10) // 11
    builder = TableBuilder()
    for i in range(0, 6, 2):
        builder.update(a[i : i + 2], b[i : i + 2])
    assert identical(builder.finish(), Table.from_labels(a, b))
