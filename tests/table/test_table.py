"""The table: how it is made, kept, compared and added up."""

import copy
import pickle
import sys
from collections import Counter
from dataclasses import FrozenInstanceError
from math import comb

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from clusterdiff import Table
from clusterdiff.errors import (
    InputError,
    MissingDependencyError,
)
from clusterdiff.labels import MISSING
from clusterdiff.summaries import PairCounts
from tests.helpers.tables_of_labels import arrays, cells, identical, many, small, two_lists


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
def test_a_table_can_be_made_from_its_matrix(both):
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


def test_a_table_does_not_equal_other_objects():
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
        InputError, match=f"a must hold labels of one kind in every table, got {kinds}"
    ):
        Table.from_labels(x, [0] * len(x)) + Table.from_labels(y, [0] * len(y))


def test_a_table_and_a_number_do_not_add_up():
    with pytest.raises(TypeError, match="unsupported operand"):
        Table.from_labels([0], [0]) + 1


def test_arrays_have_numpys_own_integers():
    """Integers of C's "long long" have the same size, but every operation with others converts."""
    table = Table.from_labels([5, 5, 7], [1, 2, 2])
    arrays = table.rows, table.cols, table.counts, table.row_sizes, table.row_labels
    assert {array.dtype.char for array in arrays} == {np.dtype(np.int64).char}


@pytest.mark.parametrize(
    "again",
    [copy.deepcopy, copy.copy, lambda table: pickle.loads(pickle.dumps(table))],  # noqa: S301
)
def test_arrays_stay_read_only_after_copy_and_pickle(again):
    """Written counts that exceed the stored sizes made a kernel read outside its table of terms."""
    for table in (Table.from_matrix([[5, 2], [3, 4]]), Table.from_labels(["x", "y"], [1, 2])):
        found = again(table)
        for name in ("rows", "cols", "counts", "row_sizes", "col_sizes", "row_labels"):
            with pytest.raises(ValueError, match="read-only"):
                getattr(found, name)[0] = 10
        assert found == table
