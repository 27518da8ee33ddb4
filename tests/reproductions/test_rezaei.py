"""Rezaei & Fränti 2016: its experiments by closed forms, scikit-learn and brute force."""

from itertools import permutations

import numpy as np
import pytest
from sklearn.cluster import KMeans
from sklearn.metrics import adjusted_rand_score, normalized_mutual_info_score

import clusterdiff as cd
from clusterdiff import datasets
from reproductions._kmeans import kmeans
from reproductions._random_swap import nearest_centroid, random_swap
from reproductions._report import AGREES, DIFFERS, NO_VERDICT
from reproductions._small import labels_of
from reproductions.rezaei_2016 import (
    chance,
    cluster_similarity,
    definitions,
    imbalance,
    indexes,
    monotonicity,
    overlap,
    pair_sets,
    unbalance,
    yeast,
)

exactly = pytest.approx


def psi_by_hand(matrix):
    """Return PSI by trying all pairings; sizes are paired in descending order."""
    t = np.asarray(matrix)
    t = t[t.sum(axis=1) > 0][:, t.sum(axis=0) > 0]
    t = t if t.shape[0] <= t.shape[1] else t.T
    a, b, n, most = t.sum(axis=1), t.sum(axis=0), t.sum(), t.shape[1]
    if most == 1:
        return 1.0
    s = max(
        sum(t[i, j] / max(a[i], b[j]) for i, j in enumerate(way))
        for way in permutations(range(most), len(a))
    )
    e = sum(
        x * y / n / max(x, y)
        for x, y in zip(sorted(a, reverse=True), sorted(b, reverse=True), strict=False)
    )
    return max(0.0, (s - e) / (most - e))


PAIRS = [
    datasets.growing_cluster(700),
    datasets.growing_cluster(1500),
    datasets.label_errors(300),
    datasets.imbalanced_clusters(50),
]


@pytest.mark.parametrize("pair", PAIRS, ids=range(len(PAIRS)))
def test_the_indexes_against_others(pair):
    g, p = pair
    matrix = cd.Table.from_labels(g, p).to_scipy().toarray()
    found = indexes.indexes(g, p)
    assert found["ARI"] == exactly(adjusted_rand_score(g, p), abs=1e-12)
    assert found["NMI"] == exactly(normalized_mutual_info_score(g, p), abs=1e-12)
    assert found["PSI"] == exactly(psi_by_hand(matrix), abs=1e-12)
    assert found[indexes.PURITY] == exactly(matrix.max(axis=0).sum() / matrix.sum())
    assert found[indexes.NVD] == exactly(
        (matrix.max(axis=0).sum() + matrix.max(axis=1).sum()) / (2 * matrix.sum())
    )


QUICK = [
    definitions.table_2, chance.section_3, cluster_similarity.section_4_1, cluster_similarity.figure_7,
    pair_sets.section_6_2, monotonicity.figure_10, monotonicity.figure_12,
    monotonicity.figure_14, monotonicity.figure_16, imbalance.figure_20,
]  # fmt: skip


@pytest.mark.parametrize("section", QUICK, ids=lambda section: section.__name__)
def test_sections_that_are_quick_leave_nothing_unexplained(section):
    assert {check.verdict for check in section().checks} <= {AGREES, DIFFERS, NO_VERDICT}


@pytest.mark.parametrize("m", [0, 250, 500, 1000, 1250, 2000])
def test_enlargement_in_closed_form(m):
    s, e = 1000 / (1000 + m) + (2000 - m) / 1000, (3000 - m) / 3000
    for pair in (
        datasets.growing_cluster(m),
        datasets.growing_cluster(m, cluster=1, take="evenly"),
    ):
        found = indexes.indexes(*pair)
        assert found["PSI"] == exactly(
            (s - e) / (3 - e), abs=1e-12
        )  # the same curve in figures 12 and 14
        assert [found[indexes.PURITY], found[indexes.CH]] == exactly([1 - m / 3000] * 2)


@pytest.mark.parametrize("e", [0, 100, 300, 650])
def test_label_errors_in_closed_form(e):
    found = indexes.indexes(*datasets.label_errors(e))
    assert [found[x] for x in indexes.SHARED] == exactly([1 - e / 1000] * 3)
    assert found["PSI"] == exactly((3 * (1 - e / 1000) - 1) / 2, abs=1e-12)


@pytest.mark.parametrize("k", [2, 4, 10, 20])
def test_number_of_clusters(k):
    for to in ("next", "others"):
        found = indexes.indexes(*datasets.label_errors(200, k=k, to=to))
        assert [found[x] for x in indexes.SHARED] == exactly([0.8] * 3)
        assert found["PSI"] == exactly((0.8 * k - 1) / (k - 1))


def test_two_hundred_wrong_objects_give_90_percent():
    for x, y in ((200, 0), (100, 100), (130, 70)):
        assert imbalance.ari(2000, x, y) == exactly(imbalance._fast(2000, x, y))
        assert (round(imbalance.ari(50, x, y), 2), round(imbalance.ari(2000, x, y), 2)) == (
            0.66,
            0.9,
        )


def test_the_described_clusterings_of_unbalance_have_the_printed_numbers():
    for matrix, name in ((unbalance.SINGLE_LINK, "SL"), (unbalance.K_MEANS, "KM")):
        g, p = labels_of(matrix)
        assert len(g) == 6500
        assert sorted(np.bincount(g).tolist()) == [100] * 5 + [2000] * 3
        found = (
            adjusted_rand_score(g, p),
            normalized_mutual_info_score(g, p),
            1 - cd.invariant_van_dongen(g, p),
            psi_by_hand(matrix),
        )
        assert tuple(np.round(found, 2)) == unbalance.TABLE_6[name]


def test_unbalance_is_generated_or_read(tmp_path, monkeypatch):
    points, truth = unbalance.load()
    assert np.bincount(truth).tolist() == list(unbalance.SIZES)
    assert (
        np.abs(
            np.array([points[truth == k].mean(axis=0) for k in range(8)]) - unbalance.CENTERS
        ).max()
        < 4
    )
    np.savetxt(tmp_path / "points", points[:9])
    np.savetxt(tmp_path / "labels", truth[:9], fmt="%d")
    monkeypatch.setattr(
        unbalance, "SOURCE", {"data": tmp_path / "points", "labels": tmp_path / "labels"}
    )
    assert unbalance.load.__wrapped__()[1].tolist() == [0] * 9
    assert "original" in unbalance.origin()


def test_yeast():
    assert yeast.CLASSES.sum() == 1484
    table = yeast.dealt(8, np.random.default_rng(0))
    assert table.n == 1484
    assert table.shape == (10, 8)
    assert table.row_sizes.tolist() == yeast.CLASSES.tolist()


def test_k_means_and_random_swap():
    rng = np.random.default_rng(3)
    points = np.concatenate(
        [
            rng.normal(c, 1, (n, 2))
            for c, n in (((0, 0), 150), ((9, 0), 100), ((0, 9), 50), ((9, 9), 20))
        ]
    )
    best = KMeans(4, n_init=10, random_state=0).fit(points)
    assert adjusted_rand_score(kmeans(points, 4, seed=1), best.labels_) == 1
    swapped = random_swap(points, 4, swaps=100, seed=0)
    assert adjusted_rand_score(swapped, best.labels_) == 1
    assert swapped.tolist() == random_swap(points, 4, swaps=100, seed=0).tolist()
    centers = np.array([points[swapped == k].mean(axis=0) for k in range(4)])
    labels, error = nearest_centroid(points, centers)
    assert labels.tolist() == swapped.tolist()
    assert error + (points**2).sum() == exactly(best.inertia_)


def test_pair_sets():
    assert pair_sets.true_mean() == 7 / 5 or float(pair_sets.true_mean()) == 1.4
    assert pair_sets.best_pairing([3, 2, 1], [4, 2]) == pair_sets.at_chance([3, 2, 1], [4, 2])
    assert adjusted_rand_score([0, 0, 1, 1, 2, 2], [0, 1, 0, 1, 0, 1]) == exactly(-4 / 11)


@pytest.mark.parametrize("n_features", [1, 8, 64])
def test_the_overlap_is_the_share_on_the_wrong_side(n_features):
    points, labels = overlap.overlapping_gaussians(0.15, n_features, 0, size=20_000)
    centers = np.array([points[labels == k].mean(axis=0) for k in (0, 1)])
    away = ((points[:, None] - centers) ** 2).sum(axis=2)
    assert (away.argmin(axis=1) != labels).mean() == pytest.approx(0.15, abs=0.005)
