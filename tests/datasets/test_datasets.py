"""The generators return clusterings with the documented tables."""

from itertools import pairwise
from math import log2

import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff import datasets
from clusterdiff.errors import InputError, OptionError


def table_of(pair):
    return cd.Table.from_labels(*pair).to_scipy().toarray().tolist()


@pytest.mark.parametrize("moved", [0, 50, 700, 1000, 1500, 1950])
def test_the_first_cluster_takes_the_second_and_then_the_third(moved):
    s, t = min(moved, 1000), max(moved - 1000, 0)
    expected = np.array([[1000, 0, 0], [s, 1000 - s, 0], [t, 0, 1000 - t]])
    assert table_of(datasets.growing_cluster(moved)) == expected[:, expected.any(axis=0)].tolist()


@pytest.mark.parametrize("moved", [0, 50, 1000, 1950])
def test_the_second_cluster_takes_from_both_others(moved):
    h = moved // 2
    found = table_of(datasets.growing_cluster(moved, cluster=1, take="evenly"))
    assert found == [[1000 - h, h, 0], [0, 1000, 0], [0, h, 1000 - h]]


@pytest.mark.parametrize("k", [2, 3, 5, 20])
@pytest.mark.parametrize("to", ["others", "next"])
def test_every_cluster_has_the_same_number_of_errors_and_keeps_its_size(k, to):
    table = np.array(table_of(datasets.label_errors(200, n_clusters=k, size=800, to=to)))
    assert (np.diag(table) == 600).all()
    assert (table.sum(axis=0) == 800).all()
    assert (table.sum(axis=1) == 800).all()
    wrong = table - np.diag(np.diag(table))
    assert np.ptp(wrong[~np.eye(k, dtype=bool)]) <= (1 if to == "others" else 200)


def test_errors_go_to_the_next_cluster():
    found = table_of(datasets.label_errors(1, n_clusters=3, size=3, to="next"))
    assert found == [[2, 1, 0], [0, 2, 1], [1, 0, 2]]


def test_imbalanced_clusters():
    assert table_of(datasets.imbalanced_clusters(50)) == [[800, 200, 0], [200, 800, 0], [0, 0, 50]]
    one_way = datasets.imbalanced_clusters(50, errors=3, base=10, swap=False)
    assert table_of(one_way) == [[7, 3, 0], [0, 10, 0], [0, 0, 50]]


@pytest.mark.parametrize("k", range(1, 8))
def test_separated_clusterings_reach_the_largest_vi(k):
    a, b = datasets.separated_clusterings(k, size=3)
    assert table_of((a, b)) == [[3] * k] * k
    assert cd.variation_of_information(a, b) == pytest.approx(2 * log2(k), abs=1e-12)


def test_random_labels_have_the_sizes_of_the_reference():
    a, b = datasets.random_labels(7, rng=1)
    assert np.bincount(a).tolist() == [1000] * 3
    assert set(b.tolist()) == set(range(7))
    assert (datasets.random_labels(7, rng=1)[1] == b).all()


def worst(a, b):
    """Return whether the meet is all singletons and no cluster is common, by its definition."""
    clusters = [{frozenset(np.flatnonzero(x == k).tolist()) for k in np.unique(x)} for x in (a, b)]
    cells = set(zip(a.tolist(), b.tolist(), strict=True))
    return len(cells) == len(a) and not clusters[0] & clusters[1]


def test_every_clustering_of_up_to_six_elements_has_a_worst_one():
    for n in range(2, 7):
        for partition in cd.Partition.all(n):
            labels = np.asarray(partition.codes, int)
            found = datasets.worst_clustering(labels, rng=0)
            assert worst(labels, found)
            assert cd.split_merge_entropy(labels, found) == 0


def test_the_series_takes_one_step_at_a_time():
    labels = np.repeat(np.arange(22), [13, 9, 6, 5, 3, 2, 2, *[1] * 15])
    series = datasets.worsening_series(labels, rng=0)
    assert (series[0] == labels).all()
    chain = [cd.Partition(step) for step in series]
    assert [p.k for p in chain[:34]] == list(range(22, 56))
    assert chain[33] == cd.Partition.bottom(55)
    assert all(q < p for p, q in pairwise(chain[:34]))
    assert all(p < q and p.k == q.k + 1 for p, q in pairwise(chain[33:]))
    assert len(series) == 34 + 8
    assert worst(labels, series[-1])


def test_the_largest_cluster_is_halved():
    halves = datasets.worsening_series(["x"] * 5 + ["y"] * 3)[1]
    assert sorted(np.bincount(halves).tolist()) == [2, 3, 3]


@pytest.mark.parametrize("n_features", [1, 8, 64])
def test_the_overlap_is_the_share_on_the_wrong_side(n_features):
    points, labels = datasets.overlapping_gaussians(0.15, n_features=n_features, size=20_000, rng=0)
    centers = np.array([points[labels == k].mean(axis=0) for k in (0, 1)])
    away = ((points[:, None] - centers) ** 2).sum(axis=2)
    assert (away.argmin(axis=1) != labels).mean() == pytest.approx(0.15, abs=0.005)


@pytest.mark.parametrize(
    "call",
    [
        lambda: datasets.growing_cluster(2001),
        lambda: datasets.growing_cluster(51, cluster=1, take="evenly"),
        lambda: datasets.label_errors(1001),
        lambda: datasets.label_errors(1, n_clusters=1),
        lambda: datasets.imbalanced_clusters(1, errors=-1),
        lambda: datasets.separated_clusterings(0),
        lambda: datasets.random_labels(0),
        lambda: datasets.overlapping_gaussians(0.6),
        lambda: datasets.overlapping_gaussians("0.1"),
        lambda: datasets.overlapping_gaussians(0.1, n_features=0),
        lambda: datasets.growing_cluster(2.5),
        lambda: datasets.growing_cluster(3, cluster=3),
        lambda: datasets.growing_cluster(3, cluster=-1),
        lambda: datasets.growing_cluster(0, sizes=()),
        lambda: datasets.growing_cluster(1, sizes=(2,), take="evenly"),
        lambda: datasets.growing_cluster(0, sizes=(3, -1)),
        lambda: datasets.label_errors(0, n_clusters=0),
        lambda: datasets.label_errors(0, size=0),
        lambda: datasets.imbalanced_clusters(-1),
        lambda: datasets.separated_clusterings(1.5),
        lambda: datasets.random_labels(2, sizes=(-1, 2)),
    ],
)
def test_impossible_arguments_are_refused(call):
    with pytest.raises(InputError, match="must"):
        call()


@pytest.mark.parametrize(
    "call",
    [
        lambda: datasets.growing_cluster(3, take="even"),
        lambda: datasets.label_errors(3, to="neighbor"),
        lambda: datasets.random_labels(2, rng="seed"),
        lambda: datasets.random_labels(2, rng=-1),
        lambda: datasets.worst_clustering([0, 1], rng="seed"),
        lambda: datasets.overlapping_gaussians(0.1, rng="seed"),
    ],
)
def test_unknown_options_are_refused(call):
    with pytest.raises(OptionError, match=r"must be"):
        call()


def test_the_series_reads_labels_as_every_function_does():
    expected = [step.tolist() for step in datasets.worsening_series([0, 0, 1, 2], rng=0)]
    for form in ("xxyz", {"p": 5, "q": 5, "r": 7, "s": 6}, cd.Partition([3, 3, 1, 2])):
        labels = list(form) if isinstance(form, str) else form
        assert [step.tolist() for step in datasets.worsening_series(labels, rng=0)] == expected
    for bad in ([None, 1], [], ["x", 1]):
        with pytest.raises(cd.ClusterdiffError):
            datasets.worst_clustering(bad)
