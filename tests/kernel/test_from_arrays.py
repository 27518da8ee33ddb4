"""Summaries computed from arrays equal those of the table; other input uses the table."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays, integer_dtypes, unsigned_integer_dtypes

from clusterdiff import Table, _kernel
from clusterdiff._kernel import _numpy
from clusterdiff.summaries import Entropies, PairCounts
from clusterdiff.summaries._from_arrays import FROM_ARRAYS
from clusterdiff.summaries._pair_sets import PairSets

dtypes = integer_dtypes(endianness="=") | unsigned_integer_dtypes(endianness="=")


def random_pair(n, clusters, seed=0, noise=0.3):
    random = np.random.default_rng(seed)
    a = random.integers(0, clusters, n)
    return a, np.where(random.random(n) < noise, random.integers(0, clusters, n), a)


def agrees(a, b):
    """Return whether the summaries from arrays equal those of the table, entropies bitwise."""
    table = Table.from_labels(a, b)
    assert FROM_ARRAYS[PairCounts](a, b) == PairCounts.of(table)
    found, right = FROM_ARRAYS[Entropies](a, b), Entropies.of(table)
    assert (found.n, found.clusters_a, found.clusters_b) == (
        right.n,
        right.clusters_a,
        right.clusters_b,
    )
    for name in ("a", "b", "a_given_b", "b_given_a", "mutual"):
        assert getattr(found, name) == getattr(right, name)
    found, right = FROM_ARRAYS[PairSets](a, b), PairSets.of(table)
    if found is None:  # the exact difference is computed from the table
        assert abs(right.excess) < 1e-3 * right.similarity
        return True
    assert (found.n, found.clusters_a, found.clusters_b, found.cells) == (
        right.n,
        right.clusters_a,
        right.clusters_b,
        right.cells,
    )
    assert found.expected == right.expected
    assert found.excess == pytest.approx(right.excess, rel=1e-12)
    assert found.similarity == pytest.approx(right.similarity, rel=1e-12)
    assert found.shortfall == pytest.approx(right.shortfall, rel=1e-12, abs=1e-300)
    assert found.equal == right.equal
    return True


@given(st.data(), dtypes, dtypes, st.integers(1, 40))
@settings(max_examples=100, derandomize=True)
def test_few_labels_of_any_type(data, type_a, type_b, n):
    assert agrees(data.draw(arrays(type_a, n)), data.draw(arrays(type_b, n)))


@pytest.mark.parametrize("clusters", [1, 2, 5, 50, 700])
@pytest.mark.parametrize("n", [1, 2, 100, 1000, 20_000])
def test_many_labels(n, clusters):
    assert agrees(*random_pair(n, clusters))


@pytest.mark.parametrize("bits", [(3, 20), (20, 3), (14, 14), (17, 2), (62, 62), (40, 1)], ids=str)
def test_tables_of_every_form_give_the_same_pairs_and_entropies(bits):
    random = np.random.default_rng(3)
    a, b = (random.integers(-5, 2**width, 2**17 + 9) for width in bits)
    pairs, entropies = _numpy.pair_counts(a, b, 1), _numpy.entropies(a, b, 1)
    for threads in (1, 2, 3):
        assert _kernel.pair_counts(a, b, threads) == pairs
        assert _kernel.entropies(a, b, threads) == pytest.approx(entropies, rel=1e-12)


def test_entropies_do_not_depend_on_threads_or_on_the_counting_method():
    a, b = random_pair(2**18, 300)
    table = Table.from_labels(a, b)
    cells = (table.rows, table.cols, table.counts, table.row_sizes, table.col_sizes, table.n)
    once = _kernel.entropies(a, b, 1)
    for threads in (1, 2, 5):
        assert _kernel.entropies(a, b, threads) == once
        assert _kernel.entropies_of_cells(*cells, threads) == once
    few = a[:1000], b[:1000]
    table = Table.from_labels(*few)
    cells = (table.rows, table.cols, table.counts, table.row_sizes, table.col_sizes, table.n)
    assert _kernel.entropies_of_cells(*cells, 1) == _kernel.entropies(*few, 1)


def test_one_cluster_singletons_and_equal_partitions():
    n = 300
    one, all_apart = np.zeros(n, int), np.arange(n)[::-1].copy()
    for a in (one, all_apart, random_pair(n, 7)[0]):
        for b in (one, all_apart, a + 2**40, -a):
            assert agrees(a, b)
    assert FROM_ARRAYS[PairSets](all_apart, all_apart).equal


@pytest.mark.parametrize("noise", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("clusters", [(3, 9), (9, 3), (60, 61), (200, 150)], ids=str)
def test_the_best_pairing_is_that_of_scipy(clusters, noise):
    random = np.random.default_rng(5)
    a = random.integers(0, clusters[0], 4000)
    b = np.where(
        random.random(4000) < noise, random.integers(0, clusters[1], 4000), a % clusters[1]
    )
    assert _kernel.pair_sets(a, b, 1) == pytest.approx(_numpy.pair_sets(a, b, 1), rel=1e-12)


@pytest.mark.parametrize("noise", [0.0, 0.3])
def test_the_pair_sets_of_many_small_clusters_are_those_of_the_table(noise):
    random = np.random.default_rng(6)
    a = random.permutation(6000) // 3
    b = np.where(random.random(6000) < noise, random.integers(0, 2000, 6000), a)
    found, of_table = FROM_ARRAYS[PairSets](a, b), PairSets.of(Table.from_labels(a, b))
    assert found == pytest.approx(of_table, rel=1e-12)
    assert _numpy.pair_sets(a, b, 1) == pytest.approx(found[1:-1], rel=1e-12)


class Subclass(np.ndarray):
    """An array subclass, which might behave differently."""


INTS = np.array([0, 0, 1])
OTHERS = {
    "list": [0, 0, 1],
    "float": INTS.astype(float),
    "bool": INTS.astype(bool),
    "object": INTS.astype(object),
    "two dimensions": INTS.reshape(1, 3),
    "other byte order": INTS.astype(INTS.dtype.newbyteorder()),
    "subclass": INTS.view(Subclass),
    "masked": np.ma.masked_array(INTS, [False, True, False]),
    "longer": np.array([0, 0, 1, 1]),
    "empty": np.array([], int),
}


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS)
def test_anything_but_plain_arrays_is_left_to_the_table(other):
    for kind in FROM_ARRAYS:
        assert FROM_ARRAYS[kind](INTS, other) is None
        assert FROM_ARRAYS[kind](other, INTS) is None
        assert FROM_ARRAYS[kind](np.array([], int), np.array([], int)) is None


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS)
@pytest.mark.parametrize("name", ["pair_counts", "entropies", "pair_sets"])
def test_both_kernels_leave_the_same_to_the_table(name, other):
    for kernel in (_kernel, _numpy):
        function = getattr(kernel, name)
        assert function(INTS, other, 1) is None
        assert function(other, INTS, 1) is None
        assert function(INTS, INTS, 1) is not None


def test_a_view_with_steps_is_left_to_the_table_by_the_native_kernel():
    view = np.array([0, 9, 0, 9, 1, 9])[::2]
    for kind in FROM_ARRAYS:
        found = FROM_ARRAYS[kind](INTS, view)
        assert (
            found == FROM_ARRAYS[kind](INTS, view.copy())
            if _kernel.KERNEL == "numpy"
            else found is None
        )


def test_arrays_that_are_not_aligned_give_the_same():
    a, b = random_pair(5000, 9)
    raw = np.frombuffer(b"x" + a.tobytes(), np.int64, offset=1)
    assert not raw.flags.aligned
    for function in (_kernel.pair_counts, _kernel.entropies, _kernel.pair_sets):
        assert function(raw, b, 1) == function(a, b, 1)
