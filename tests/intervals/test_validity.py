"""Where a standard error is not valid: kinks at equal sizes or overlaps, and small clusters."""

import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff.intervals import compare_two, interval
from clusterdiff.intervals._probe import is_sensitive
from clusterdiff.intervals._validity import _has_equal_sizes, tie_error
from clusterdiff.sampling import Statistic
from clusterdiff.summaries import PairCounts
from tests.helpers.each import each, intervals

PROBED = [
    m for m in cd.MEASURES.values() if m.scale == "invariant" and PairCounts not in m.summaries
]


@pytest.mark.parametrize("m", PROBED, ids=lambda m: m.name)
def test_probes_find_what_the_record_says(m):
    """A function that nothing is known about, with the values of a measure of the catalogue."""
    unknown = Statistic("unknown", m.on, m.best_on, None)
    for fact in ("ties", "equal_sizes", "small_clusters"):
        assert is_sensitive(unknown, fact) == (fact in m.facts.sensitive_to), fact


def test_a_function_of_labels():
    def larger(a, b):
        return max(np.sum(np.asarray(a) == 0), np.sum(np.asarray(b) == 0)) / len(a)

    def mean_of_shares(a, b):
        table = cd.Table.from_labels(a, b)
        shares = np.zeros(table.shape[0])
        np.maximum.at(shares, table.rows, table.counts / table.row_sizes[table.rows])
        return float(shares.mean())

    def of_two(a, b):
        if len(set(a)) > 2 or len(set(b)) > 2:
            raise ValueError
        return cd.rand(a, b)

    assert is_sensitive(Statistic.of(larger), "equal_sizes")
    assert is_sensitive(Statistic.of(mean_of_shares), "small_clusters")
    assert is_sensitive(Statistic.of(of_two), "small_clusters")


def test_the_pair_sets_index_where_sizes_are_nearly_equal():
    a = np.arange(600) % 3
    b = np.where(np.arange(600) < 60, (a + 1) % 3, a)
    assert "larger of two sizes" in interval(a, b, measure="psi").reason
    assert compare_two(a, b, a, measure="psi").pvalue is None


def test_sizes_that_differ_are_no_kink():
    assert _has_equal_sizes(cd.Table.from_matrix([[100, 4], [3, 100]]))
    assert not _has_equal_sizes(cd.Table.from_matrix([[100, 80], [0, 100]]))


def test_measures_without_maxima_have_no_ties():
    table = cd.Table.from_matrix([[9, 9], [1, 9]])
    assert tie_error(Statistic.of("bcubed_f"), table, 2.0) == 0
    assert tie_error(Statistic.of("purity"), table, 2.0) > 0


def test_ties_of_rows_and_of_columns():
    """Only the cells 50 and 45 are nearly tied, in a row or in a column."""
    cells = np.array([[50, 45, 1], [2, 3, 99]])
    right = np.sqrt(95) / 200
    for counts in (cells, cells.T):
        table = cd.Table.from_matrix(counts)
        assert tie_error(Statistic.of("purity"), table, 2.0) == pytest.approx(right)
        assert tie_error(Statistic.of("van_dongen"), table, 2.0) == pytest.approx(200 * right)
        assert tie_error(Statistic.of("purity"), table, 0.5) == 0


TIED = {
    "four in two": ([1, 1, 1, 1], [0, 0, 1, 1]),
    "six in three": ([3, 3, 2, 2, 1, 1], [0, 0, 1, 1, 2, 2]),
    "six in two": ([1] * 6, [0, 0, 0, 1, 1, 1]),
}


@pytest.mark.slow
@pytest.mark.parametrize("case", TIED)
@pytest.mark.parametrize("noise", [0.0, 0.1])
def test_coverage_where_overlaps_are_equal_in_the_population(case, noise):
    """Intervals that ignore ties contain the value of the population in half of the samples."""
    sizes, joined = TIED[case]
    shares = np.zeros((len(sizes), max(joined) + 1))
    shares[np.arange(len(sizes)), joined] = np.array(sizes) / sum(sizes)
    shares = (1 - noise) * shares + noise * np.outer(shares.sum(axis=1), shares.sum(axis=0))
    random = np.random.default_rng(5)
    names = ["purity", "classification_accuracy", "invariant_van_dongen"]
    whole = cd.Table.from_matrix(np.rint(shares * 10**12).astype(np.int64))
    right = [cd.get_measure(name)(whole) for name in names]
    held = np.zeros(3)
    for _ in range(150):
        table = cd.Table.from_matrix(random.multinomial(400, shares.ravel()).reshape(shares.shape))
        found = intervals(table, names, n_samples=400)
        held += [value in one for value, one in zip(right, found, strict=True)]
    assert np.all(held / 150 >= 0.91)


SMALL = cd.Table.from_matrix([[60, 5, 1], [4, 70, 9], [0, 1, 5]])


@pytest.mark.parametrize("name", ["normalized_clustering_accuracy", "larsen_aone", "ceaf_e"])
def test_a_small_cluster_has_no_interval(name):
    found = each(interval, SMALL, measures=[name, "purity"], n_samples=60)
    assert found[0].low is None
    assert found[0].reason.startswith("fewer than 8 elements in a cluster")
    assert found[1].low is not None
    large = cd.Table.from_matrix([[60, 5, 1], [4, 70, 9], [0, 1, 25]])
    assert interval(large, measure=name, n_samples=60).low is not None


def test_a_small_cluster_has_no_test():
    a = [0] * 70 + [1] * 60 + [2] * 6
    b1 = [0] * 66 + [1] * 64 + [2] * 6
    b2 = [0] * 60 + [1] * 70 + [2] * 6
    found = compare_two(a, b1, b2, measure="larsen_aone", n_samples=60)
    assert found.pvalue is None
    assert "fewer than 8 elements in a cluster" in repr(found)


@pytest.mark.slow
def test_coverage_with_a_small_class():
    """Few samples have an interval; without the limit, 8 of 200 had one without the value."""
    random = np.random.default_rng(0)
    height, width = random.integers(2, 9, 2).tolist()
    shares = random.dirichlet(np.full(height * width, 0.3)).reshape(height, width)
    names = ["normalized_clustering_accuracy", "larsen_aone", "ceaf_e"]
    whole = cd.Table.from_matrix(np.rint(shares * 10**12).astype(np.int64))
    right = [cd.get_measure(name)(whole) for name in names]
    missed = np.zeros(len(names))
    for _ in range(200):
        table = random.multinomial(200, shares.ravel()).reshape(shares.shape)
        table = cd.Table.from_matrix(table[:, table.any(axis=0)][table.any(axis=1)])
        for i, found in enumerate(intervals(table, names, n_samples=60)):
            missed[i] += found.low is not None and not found.low <= right[i] <= found.high
    assert np.all(missed <= 3)
