"""Intervals of measures in which a small cluster counts as much as a large one."""

import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff.chance import compare_two, interval
from clusterdiff.chance.cluster_weights import small_cluster, weighs_clusters_equally
from clusterdiff.chance.statistic import Statistic

SMALL = cd.Table.from_matrix([[60, 5, 1], [4, 70, 9], [0, 1, 5]])
EQUAL = ["normalized_clustering_accuracy", "larsen_aone", "ceaf_e", "pair_sets_index"]


@pytest.mark.parametrize("name", EQUAL)
def test_means_over_clusters_are_found_from_the_values(name):
    assert weighs_clusters_equally(Statistic.of(name))
    assert weighs_clusters_equally(Statistic.of(cd.get_measure(name).distance))


@pytest.mark.parametrize(
    "name", ["purity", "classification_accuracy", "f_measure", "bcubed_f", "lea", "element_centric"]
)
def test_means_over_elements_are_found_from_the_values(name):
    assert not weighs_clusters_equally(Statistic.of(name))
    assert small_cluster(Statistic.of(name), SMALL) is None


def test_a_function_of_labels_is_probed_too():
    def mean_of_shares(a, b):
        table = cd.Table.from_labels(a, b)
        shares = np.zeros(table.shape[0])
        np.maximum.at(shares, table.rows, table.counts / table.row_sizes[table.rows])
        return float(shares.mean())

    assert weighs_clusters_equally(Statistic.of(mean_of_shares))


@pytest.mark.parametrize("name", ["normalized_clustering_accuracy", "larsen_aone", "ceaf_e"])
def test_a_small_cluster_has_no_interval(name):
    found = interval(SMALL, measure=[name, "purity"], samples=60)
    assert found[0].low is None
    assert found[0].reason.startswith("fewer than 8 elements in a cluster")
    assert found[1].low is not None
    large = cd.Table.from_matrix([[60, 5, 1], [4, 70, 9], [0, 1, 25]])
    assert interval(large, measure=name, samples=60).low is not None


def test_a_small_cluster_has_no_test():
    a = [0] * 70 + [1] * 60 + [2] * 6
    b1 = [0] * 66 + [1] * 64 + [2] * 6
    b2 = [0] * 60 + [1] * 70 + [2] * 6
    found = compare_two(a, b1, b2, "larsen_aone", samples=60)
    assert found.p is None
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
        for i, found in enumerate(interval(table, measure=names, samples=60)):
            missed[i] += found.low is not None and not found.low <= right[i] <= found.high
    assert np.all(missed <= 3)
