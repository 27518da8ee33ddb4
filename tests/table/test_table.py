"""The table: how it is made, kept, merged and streamed, and what it refuses."""

import copy
import pickle
import sys
from collections import Counter
from dataclasses import FrozenInstanceError
from itertools import pairwise
from math import comb

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from clusterdiff import Partition, Table, TableBuilder
from clusterdiff.errors import (
    ClusterdiffError,
    InputError,
    MissingDependencyError,
    OptionError,
    UnknownNameError,
)
from clusterdiff.labels import MISSING
from clusterdiff.summaries import PairCounts

many = settings(max_examples=100, deadline=None, derandomize=True)
small = st.integers(0, 4)
two_lists = st.lists(st.tuples(small, small), min_size=1, max_size=20).map(
    lambda both: tuple(map(list, zip(*both, strict=True)))
)


def cells(table):
    """The cells of a table, each with its labels."""
    columns = (
        table.row_labels[table.rows].tolist(),
        table.col_labels[table.cols].tolist(),
        table.counts.tolist(),
    )
    return {(row, col): count for row, col, count in zip(*columns, strict=True)}


def arrays(table):
    return {
        name: getattr(table, name)
        for name in ("rows", "cols", "counts", "row_sizes", "col_sizes", "row_labels", "col_labels")
    }


def identical(x, y):
    """Whether two tables are the same in every array, in what was dropped, and in their repr."""
    same = all(
        np.array_equal(one, other)
        for one, other in zip(arrays(x).values(), arrays(y).values(), strict=True)
    )
    return (
        same
        and x == y
        and hash(x) == hash(y)
        and (x.n, x.dropped, repr(x)) == (y.n, y.dropped, repr(y))
    )


@given(two_lists)
@many
def test_cells_sizes_and_labels_are_in_order_and_add_up(both):
    a, b = both
    table = Table.from_labels(a, b)
    assert cells(table) == Counter(zip(a, b, strict=True))
    assert table.row_labels.tolist() == sorted(set(a))
    assert table.col_labels.tolist() == sorted(set(b))
    assert list(zip(table.rows, table.cols, strict=True)) == sorted(
        zip(table.rows, table.cols, strict=True)
    )
    assert dict(zip(table.row_labels, table.row_sizes, strict=True)) == Counter(a)
    assert dict(zip(table.col_labels, table.col_sizes, strict=True)) == Counter(b)
    assert (table.n, table.shape, table.nnz) == (
        len(a),
        (len(set(a)), len(set(b))),
        len(set(zip(a, b, strict=True))),
    )


FORMS = {
    "lists": np.ndarray.tolist,
    **{dtype: lambda m, dtype=dtype: m.astype(dtype) for dtype in ("u1", ">i4", "u8", "f4", "O")},
    "Fortran order": np.asfortranarray,
    "pandas": pd.DataFrame,
    **{
        f"{name} array": getattr(sparse, f"{name}_array")
        for name in ("coo", "csr", "csc", "lil", "dok", "bsr", "dia")
    },
    "csr matrix": sparse.csr_matrix,
    "csr array of floats": lambda m: sparse.csr_array(m.astype(float)),
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_a_matrix_in_any_form_is_its_nonzero_cells(form):
    matrix = np.array([[5, 0, 1, 0], [0, 0, 0, 0], [2, 0, 0, 3]])
    table = Table.from_matrix(form(matrix))
    assert cells(table) == {(0, 0): 5, (0, 2): 1, (2, 0): 2, (2, 3): 3}
    assert table.shape == (2, 3)
    assert table.dropped.total == 0


@given(two_lists)
@many
def test_a_table_survives_the_way_through_a_matrix(both):
    table = Table.from_labels(*both)
    for matrix in (table.to_scipy(), table.to_scipy().toarray()):
        assert identical(Table.from_matrix(matrix, table.row_labels, table.col_labels), table)


def test_rows_and_columns_of_a_matrix_can_be_named():
    table = Table.from_matrix([[1, 0], [2, 3]], ["b", "a"], np.array([7, -5]))
    assert cells(table) == {("b", 7): 1, ("a", 7): 2, ("a", -5): 3}
    assert table.row_labels.tolist() == ["a", "b"]
    assert table.col_labels.tolist() == [-5, 7]


def test_repeated_and_zero_entries_of_a_sparse_matrix_add_up():
    matrix = sparse.coo_array(([1, 0, 2, 5], ([0, 1, 0, 2], [0, 1, 0, 1])), shape=(4, 4))
    assert cells(Table.from_matrix(matrix)) == {(0, 0): 3, (2, 1): 5}


def test_counts_given_cell_by_cell_add_up_to_the_table_of_their_elements():
    given_once = Table.from_counts(["y", "x", "y", "z"], [1, 0, 1, 9], [2, 1, 3, 0])
    assert identical(
        given_once, Table.from_labels(["x", "y", "y", "y", "y", "y"], [0, 1, 1, 1, 1, 1])
    )


counted = st.lists(st.tuples(small, small, st.integers(0, 2**59)), min_size=1, max_size=15)


@given(counted.filter(lambda given: any(count for *_, count in given)))
@many
def test_pair_counts_beyond_any_float_are_exact(given):
    rows, cols, counts = map(list, zip(*given, strict=True))
    table = Table.from_counts(rows, cols, counts)
    cell, row, col = Counter(), Counter(), Counter()
    for i, j, count in given:
        cell[i, j] += count
        row[i] += count
        col[j] += count
    both, in_a, in_b = (
        sum(comb(count, 2) for count in group.values()) for group in (cell, row, col)
    )
    assert table.n == sum(counts)
    assert dict(zip(table.row_labels, table.row_sizes, strict=True)) == +row
    assert dict(zip(table.col_labels, table.col_sizes, strict=True)) == +col
    assert PairCounts.of(table) == PairCounts(
        both, in_a - both, in_b - both, comb(table.n, 2) - in_a - in_b + both
    )


def test_ten_billion_elements_are_counted_exactly():
    pairs = PairCounts.of(
        Table.from_counts(["x", "x", "y"], ["u", "v", "v"], [6 * 10**9 + 1, 1, 4 * 10**9])
    )
    n, x, v = 10**10 + 2, 6 * 10**9 + 2, 4 * 10**9 + 1
    assert pairs.both == comb(6 * 10**9 + 1, 2) + comb(4 * 10**9, 2)
    assert pairs.in_a == comb(x, 2) + comb(4 * 10**9, 2)
    assert pairs.in_b == comb(6 * 10**9 + 1, 2) + comb(v, 2)
    assert (pairs.total, pairs.n) == (comb(n, 2), n)


def test_the_largest_table_fits_and_one_more_is_refused():
    table = Table.from_counts([0, 0, 1], [0, 1, 1], [2**62, 2**62 - 2, 1])
    assert (table.n, table.row_sizes.tolist(), table.col_sizes.tolist()) == (
        2**63 - 1,
        [2**63 - 2, 1],
        [2**62, 2**62 - 1],
    )
    with pytest.raises(InputError, match=r"counts must add up to less than 2\*\*63\."):
        table + Table.from_counts([0], [0], [1])


@given(two_lists)
@many
def test_the_transpose_swaps_the_sides(both):
    a, b = ([0, *side] for side in both)
    table = Table.from_labels(a, b, ignore=4, noise=3)
    assert identical(table.T, Table.from_labels(b, a, ignore=4, noise=3))
    assert identical(table.T.T, table)


def test_to_scipy_holds_the_counts():
    matrix = Table.from_labels(["x", "x", "y"], [5, 5, 6]).to_scipy()
    assert matrix.toarray().tolist() == [[2, 0], [0, 1]]
    assert matrix.tocsr().sum() == 3


def test_to_frame_has_a_line_per_cell():
    frame = Table.from_labels(["x", "x", "y"], [5, 5, 6]).to_frame()
    assert frame.to_dict("list") == {"a": ["x", "y"], "b": [5, 6], "count": [2, 1]}


def test_to_frame_names_the_extra_that_brings_pandas(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(
        MissingDependencyError,
        match=r"pandas is not installed\.\nHint: pip install 'clusterdiff\[frames\]'",
    ):
        Table.from_labels([0], [0]).to_frame()


@given(two_lists, two_lists)
@many
def test_tables_are_equal_exactly_when_their_cells_are(x, y):
    one, other = Table.from_labels(*x), Table.from_labels(*y)
    assert (one == other) == (cells(one) == cells(other))
    assert one != other or hash(one) == hash(other)


def test_tables_from_different_forms_are_one_element_of_a_set():
    forms = [
        [0, 2, 2],
        np.array([0, 2, 2], "u1"),
        np.array([0, 2, 2], "u8"),
        pd.Categorical([0, 2, 2]),
        np.array([0, 2, 2], object),
        [0.0, 2.0, 2.0],
    ]
    assert len({Table.from_labels(form, form) for form in forms}) == 1


@pytest.mark.parametrize("other", [[1, 2], [0, 1], [2, 0], ["0", "2"]], ids=str)
def test_tables_with_other_labels_are_not_equal(other):
    assert Table.from_labels([0, 2], [0, 2]) != Table.from_labels(other, [0, 2])


def test_a_table_equals_no_other_thing():
    table = Table.from_labels([0], [0])
    assert table != "Table(n=1, 1 × 1 clusters, 1 cell)"
    assert table not in [None, 1, ()]


def test_tables_of_days_in_different_units_that_are_equal_hash_alike():
    day, second = (
        Table.from_labels(np.array(["2024-02-29"], dtype), [0]) for dtype in ("M8[D]", "M8[s]")
    )
    assert day != second or hash(day) == hash(second)


@pytest.mark.parametrize("weights", [None, [1, 2, 3]])
def test_a_table_is_frozen(weights):
    table = Table.from_labels(np.array([0, 0, 1]), np.array(["x", "y", "y"]), weights=weights)
    for made in (table, table.T, table + table):
        with pytest.raises(FrozenInstanceError):
            made.n = 0
        for array in arrays(made).values():
            with pytest.raises(ValueError, match="read-only"):
                array[0] = array[-1]


def test_a_table_neither_freezes_nor_follows_its_inputs():
    a, b, weights = np.array([0, 0, 1]), np.array([True, False, True]), np.array([1, 2, 3])
    table = Table.from_labels(a, b, weights=weights)
    before = cells(table)
    a[:], b[:], weights[:] = 7, False, 9
    assert cells(table) == before == {(0, True): 1, (0, False): 2, (1, True): 3}


@pytest.mark.parametrize("missing", ["block", "singletons"])
def test_a_table_survives_copy_and_pickle(missing):
    table = Table.from_labels([0, None, 1], ["x", "y", None], missing=missing)
    for again in (copy.deepcopy(table), pickle.loads(pickle.dumps(table))):  # noqa: S301  (our own bytes)
        assert identical(again, table)


@given(two_lists, two_lists)
@many
def test_the_sum_of_tables_is_the_table_of_all_elements(x, y):
    together = Table.from_labels(x[0] + y[0], x[1] + y[1])
    assert identical(Table.from_labels(*x) + Table.from_labels(*y), together)
    assert identical(Table.from_labels(*y) + Table.from_labels(*x), together)


def test_the_sum_matches_clusters_by_name_and_keeps_the_nameless_apart():
    one = Table.from_labels(["x", "y", "?", None], [1, 1, 1, 1], noise="?", missing="block")
    assert (one + one).row_labels.tolist() == ["x", "y", MISSING, None, None]
    assert (one + one).row_sizes.tolist() == [2, 2, 2, 1, 1]


def test_the_sum_adds_what_was_dropped():
    one = Table.from_labels([0, None, 1], [0, 0, -1], missing="drop", ignore=-1)
    assert (one + one).dropped == (2, 2, 0, 0)


TWO_KINDS = [
    ([1], ["1"], "int and str"),
    ([False, True], [0, 1], "bool and int"),
    ([b"x"], ["x"], "bytes and str"),
]


@pytest.mark.parametrize(("x", "y", "kinds"), TWO_KINDS, ids=str)
def test_tables_with_labels_of_two_kinds_do_not_add_up(x, y, kinds):
    with pytest.raises(
        InputError, match=f"a must hold labels of one kind in every table: got {kinds}"
    ):
        Table.from_labels(x, [0] * len(x)) + Table.from_labels(y, [0] * len(y))


def test_a_table_and_a_number_do_not_add_up():
    with pytest.raises(TypeError, match="unsupported operand"):
        Table.from_labels([0], [0]) + 1


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
    """The table, or the sentence that refuses it."""
    try:
        return make()
    except InputError as refusal:
        return str(refusal)


@pytest.mark.parametrize(("labels", "form", "odd"), KINDS.values(), ids=KINDS)
@given(data=st.data())
@settings(many, max_examples=40)
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


def test_finish_can_be_asked_at_any_time():
    builder = TableBuilder().update([0], [0])
    assert builder.finish().n == builder.finish().n == 1
    assert builder.update([1], [0]).finish().n == 2


def test_images_stream_row_by_row():
    a, b = np.arange(60).reshape(6, 10) % 7, np.arange(60).reshape(6, 10) // 11
    builder = TableBuilder()
    for i in range(0, 6, 2):
        builder.update(a[i : i + 2], b[i : i + 2])
    assert identical(builder.finish(), Table.from_labels(a, b))


NESTED = np.empty(2, object)
NESTED[:] = [[1], [2]]
UV, VU = pd.Series([0, 1], index=["u", "v"]), pd.Series([0, 1], index=["v", "u"])
BAD_LABELS = {
    "different lengths": (
        [1, 2, 3],
        [1, 2],
        r"a and b must label the same elements: a has 3 labels, b has 2\.",
    ),
    "empty": ([], [], r"a and b must label at least one element: they are empty\."),
    "empty array": (
        np.array([]),
        np.array([]),
        r"a and b must label at least one element: they are empty\.",
    ),
    "empty blocks": ([[], []], [[]], r"a and b must label at least one element: they are empty\."),
    "different shapes": (
        np.zeros((2, 3), int),
        np.zeros((3, 2), int),
        r"a and b must have the same shape: got \(2, 3\) and \(3, 2\)\.",
    ),
    "2-D against 1-D": (
        np.zeros((3, 1), int),
        np.zeros(3, int),
        r"a and b must have the same shape: got \(3, 1\) and \(3,\)\.",
    ),
    "a single value": (np.array(3), [1], r"a must be one label per element: got a single value\."),
    "a number": (3, [1], r"a must be one label per element: got int\."),
    "a string": ([1], "x", r"b must be one label per element: got str\."),
    "a set": ({1, 2}, [1, 2], r"a must be one label per element: got set\."),
    "nothing": ([1], None, r"b must be one label per element: got NoneType\."),
    "int and str": (
        [None, 1, "1"],
        [1, 2, 3],
        (
            r"a must hold labels of one kind: got int \(1 at position 1\) and "
            r"str \('1' at position 2\)\."
        ),
    ),
    "str and int": (
        [1, 2],
        ["1", 1],
        r"b must hold labels of one kind: got str \('1' at position 0\) and int \(1 at",
    ),
    "int and str in numpy": (
        np.array([1, "1"], object),
        [1, 2],
        r"a must hold labels of one kind: got int \(1 at position 0\) and str",
    ),
    "int and str in pandas": (
        pd.Series([1, "1"]),
        [1, 2],
        r"a must hold labels of one kind: got int \(1 at position 0\) and str",
    ),
    "bool and int": (
        [True, 1],
        [1, 2],
        (
            r"a must hold labels of one kind: got bool \(True at position 0\) and "
            r"int \(1 at position 1\)\."
        ),
    ),
    "str and bytes": (
        ["x", b"x"],
        [1, 2],
        r"a must hold labels of one kind: got str \('x' at position 0\) and bytes",
    ),
    "a fraction": (
        [1, 2],
        [1.0, 2.5],
        r"b must hold labels, and a float label must be an integer: got 2\.5 at position 1\.",
    ),
    "a fraction in numpy": (
        np.array([1, 2.5]),
        [1, 2],
        r"a must hold labels, and a float label must be an integer: got 2\.5 at position 1\.",
    ),
    "infinity": (
        [1, np.inf],
        [1, 2],
        r"a float label must be an integer: got inf at position 1\.",
    ),
    "infinity in numpy": (
        np.array([1, -np.inf]),
        [1, 2],
        r"a float label must be an integer: got -inf at position 1\.",
    ),
    "infinity in 16 bits": (
        np.array([1, np.inf], "f2"),
        [1, 2],
        r"a float label must be an integer: got inf at position 1\.",
    ),
    "complex numbers": (
        np.array([1j]),
        [1],
        r"a must hold integers, strings or other names: got an array of complex128\.",
    ),
    "unhashable": ([1, 2], [{}, {}], r"b must hold hashable labels: got dict at position 0\."),
    "unhashable in numpy": (
        NESTED,
        [1, 2],
        r"a must hold hashable labels: got list at position 0\.",
    ),
    "unhashable in polars": (
        pl.Series([[1], [2]]),
        [1, 2],
        r"a must hold hashable labels: got list at position 0\.",
    ),
    "unhashable in arrow": (
        pa.array([[1], [2]]),
        [1, 2],
        r"a must hold hashable labels: got list at position 0\.",
    ),
    "an image as lists": (
        [[0, 0], [0, 1]],
        [[0, 1], [0, 1]],
        r"a must have every element in one cluster: 1 element is in more than one \(.*\)\.",
    ),
    "unhashable elements": (
        [[[0]], [1]],
        [0, 1],
        r"a must be a list of blocks of hashable elements: got an element that is not\.",
    ),
    "different keys": (
        {"u": 1, "v": 1},
        {"u": 1, "w": 1},
        r"must label the same elements: 1 only in a \(first 'v'\), 1 only in b \(first 'w'\)\.",
    ),
    "fewer keys": (
        {"u": 1, "v": 1},
        {"u": 1},
        r"must label the same elements: 1 only in a \(first 'v'\)\.",
    ),
    "a dict and a list": (
        {"u": 1},
        [1],
        r"must label the same elements: 1 only in a \(first 'u'\), 1 only in b \(first 0\)\.",
    ),
    "another order": (
        UV,
        VU,
        r"a and b must list the same elements in the same order: their indexes differ\.",
    ),
    "another order of mixed keys": (
        UV.rename({"u": 0}),
        VU.rename({"u": 0}),
        r"a and b must list the same elements in the same order",
    ),
    "a pandas frame": (
        pd.DataFrame({"x": [1]}),
        [1],
        r"a must be one column of labels: got pandas.*DataFrame\.",
    ),
    "a polars frame": (
        [1],
        pl.DataFrame({"x": [1]}),
        r"b must be one column of labels: got polars.*DataFrame\.",
    ),
    "a lazy polars frame": (
        [1],
        pl.LazyFrame({"x": [1]}),
        r"b must be labels in memory: got a polars LazyFrame, .*\.",
    ),
    "an arrow table": (
        pa.table({"x": [1]}),
        [1],
        r"a must be one column of labels: got pyarrow.*Table\.",
    ),
}
BAD_OPTIONS = {
    "an unknown policy": (
        {"missing": "skip"},
        r"missing must be one of raise, drop, singletons, block: got 'skip'\.",
    ),
    "ignore of no side": (
        {"ignore": {"z"}},
        r"ignore must name labels: got 'z', but the labels are int\.",
    ),
    "ignore of one side": (
        {"ignore_b": {"z"}},
        r"ignore_b must name labels: got 'z', but the labels are int\.",
    ),
    "noise of another kind": (
        {"noise_a": {True}},
        r"noise_a must name labels: got True, but the labels are int\.",
    ),
    "a fraction as noise": (
        {"noise": 0.5},
        r"noise must name labels: got 0\.5, but the labels are int\.",
    ),
    "no name": ({"ignore": {None}}, r"ignore must name labels: got None, but the labels are int\."),
}
BAD_WEIGHTS = {
    "negative": (
        [1, -2],
        r"weights must be non-negative integers: got -2 at position 1\.",
    ),
    "fractional": (
        [0.5, 1],
        r"weights must be non-negative integers: got 0\.5 at position 0\.",
    ),
    "NaN": (
        [1, np.nan],
        r"weights must be non-negative integers: got nan at position 1\.",
    ),
    "infinite": ([1, np.inf], r"weights must be finite integers"),
    "too few": ([1], r"weights must have one number per element: got 1 for 2\."),
    "too many": ([1, 2, 3], r"weights must have one number per element: got 3 for 2\."),
    "strings": (["1", "2"], r"weights must be integers: got <U1\."),
    "missing": ([1, None], r"weights must be integers: got object\."),
    "masked": (np.ma.array([1, 2], mask=[False, True]), r"weights must be integers"),
    "too large together": ([2**62, 2**62], r"weights must add up to less than 2\*\*63\."),
    "too large alone": ([2**64, 1], r"weights must add up to less than 2\*\*63\."),
    "all zero": (
        [0, 0],
        r"a and b must label at least one element: 2 \(2 weightless\) were dropped\.",
    ),
}


def refused(call, sentence):
    """Whether the call raises this sentence: what must be and what was got, in one line that ends.

    A hint is a line of its own.
    """
    with pytest.raises(ClusterdiffError, match=sentence) as caught:
        call()
    assert isinstance(caught.value, ValueError)
    first, _, hint = str(caught.value).partition("\n")
    return (
        (" must " in first or first.startswith("Unknown "))
        and first.endswith(".")
        and (not hint or hint.startswith("Hint: "))
        and type(caught.value)
    )


@pytest.mark.parametrize(("a", "b", "sentence"), BAD_LABELS.values(), ids=BAD_LABELS)
def test_bad_labels_are_refused_in_one_sentence(a, b, sentence):
    assert refused(lambda: Table.from_labels(a, b), sentence) is InputError


@pytest.mark.parametrize(("options", "sentence"), BAD_OPTIONS.values(), ids=BAD_OPTIONS)
def test_bad_options_are_refused_in_one_sentence(options, sentence):
    assert refused(lambda: Table.from_labels([0, 1], [0, 1], **options), sentence) is OptionError


@pytest.mark.parametrize(("weights", "sentence"), BAD_WEIGHTS.values(), ids=BAD_WEIGHTS)
def test_bad_weights_are_refused_in_one_sentence(weights, sentence):
    assert (
        refused(lambda: Table.from_labels([0, 1], [0, 1], weights=weights), sentence) is InputError
    )


def test_all_left_out_is_refused_with_the_count():
    assert refused(
        lambda: Table.from_labels([0, 0], [1, 2], ignore=0),
        r"must label at least one element: 2 \(2 ignored\) were dropped\.",
    )


def test_a_partition_needs_labels():
    assert refused(lambda: Partition([]), r"labels must label at least one element\.")
    assert refused(
        lambda: Partition([1, None, None]),
        r"labels must have a label for every element: 2 of 3 are missing\.",
    )


def test_an_unknown_option_suggests_the_nearest():
    sentence = r"^Unknown option 'mising'\.\nHint: did you mean missing"
    with pytest.raises(UnknownNameError, match=sentence):
        TableBuilder(mising="drop")


@pytest.mark.parametrize(
    ("matrix", "sentence"),
    [
        ([[1, -1]], r"matrix must be non-negative integers: got -1"),
        ([[1, 0.5]], r"matrix must be non-negative integers: got 0\.5"),
        ([[1, np.nan]], r"matrix must be non-negative integers: got nan"),
        (
            sparse.coo_array(np.array([[1, -1]])),
            r"matrix must be non-negative integers: got -1",
        ),
        ([["1", "2"]], r"matrix must be integers: got <U1\."),
        ([[2**62, 2**62]], r"matrix must add up to less than 2\*\*63\."),
        ([1, 2], r"matrix must have 2 dimensions, got 1"),
        (np.ones((2, 2, 2)), r"matrix must have 2 dimensions, got 3"),
        (np.zeros((2, 2)), r"must label at least one element: they are empty\."),
        (np.zeros((0, 0)), r"must label at least one element: they are empty\."),
        ([[1], [2, 3]], r"matrix must"),
        (sparse.coo_array(np.array([1, 2])), r"matrix must have 2 dimensions, got 1"),
    ],
    ids=[
        "negative",
        "fractional",
        "NaN",
        "negative sparse",
        "strings",
        "too large",
        "1-D",
        "3-D",
        "zeros",
        "empty",
        "ragged",
        "1-D sparse",
    ],
)
def test_a_bad_matrix_is_refused_in_one_sentence(matrix, sentence):
    assert refused(lambda: Table.from_matrix(matrix), sentence) is InputError


@pytest.mark.parametrize("names", [["x"], ["x", "x"], ["x", "y", "z"], ["x", None]], ids=str)
def test_names_of_rows_must_be_one_each_and_different(names):
    assert refused(
        lambda: Table.from_matrix([[1, 0], [2, 3]], names),
        r"row_labels must have 2 distinct labels, got \d labels",
    )
    assert refused(
        lambda: Table.from_matrix([[1, 0], [2, 3]], None, names),
        r"col_labels must have 2 distinct labels",
    )


@pytest.mark.parametrize(
    ("counts", "sentence"),
    [
        ([1], r"counts must have one number per element: got 1 for 2\."),
        ([1, -1], r"counts must be non-negative integers: got -1 at position 1\."),
        ([0.5, 1], r"counts must be non-negative integers: got 0\.5 at position 0\."),
        ([2**62, 2**62], r"counts must add up to less than 2\*\*63\."),
        ([2**63, 1], r"counts must add up to less than 2\*\*63\."),
        ([0, 0], r"must label at least one element: they are empty\."),
    ],
    ids=str,
)
def test_bad_counts_are_refused_in_one_sentence(counts, sentence):
    assert refused(lambda: Table.from_counts([0, 1], [0, 1], counts), sentence) is InputError


def test_streaming_nothing_is_refused():
    assert refused(
        TableBuilder().finish, r"a and b must label at least one element: they are empty\."
    )
    assert refused(
        TableBuilder(ignore=0).update([0], [1]).finish,
        r"a and b must label at least one element: 1 \(1 ignored\) were dropped\.",
    )


def test_masked_cells_of_a_matrix_are_refused():
    masked = np.ma.array([[1, 2], [3, 4]], mask=[[False, True], [False, False]])
    with pytest.raises(InputError, match="must not have masked cells: got 1"):
        Table.from_matrix(masked)
    assert Table.from_matrix(np.ma.array([[1, 2], [3, 4]])).n == 10
