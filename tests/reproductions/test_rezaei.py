"""Rezaei & Fränti's experiments: tables as described, indexes by closed forms, scikit-learn and brute force, no verdict unexplained."""

from itertools import permutations, product
from math import comb, erf, sqrt

import numpy as np
import pytest
from matplotlib.figure import Figure
from sklearn.cluster import KMeans
from sklearn.metrics import adjusted_rand_score, normalized_mutual_info_score

import clusterdiff as cd
from reproductions.rezaei_2016 import data as data
from reproductions.rezaei_2016 import partitions as made
from importlib import import_module
from reproductions._kmeans import kmeans
from reproductions._random_swap import nearest_centroid, random_swap, squared_error
from reproductions.rezaei_2016.figures_16_to_20 import ari_by_pairs
from reproductions.rezaei_2016 import PAPER
from tests.reproductions.cases import checks_of, exact, labels_of

seven = import_module("reproductions.rezaei_2016.table_7")

exactly = pytest.approx


def csi_by_hand(matrix):
    """Centroids of places 1 … n on a line, each mapped to the nearest of the other side; shared elements of both directions."""
    g, p = labels_of(matrix)
    place = np.arange(1, len(g) + 1)
    centres = [{k: place[side == k].mean() for k in np.unique(side)} for side in (g, p)]
    shared = 0
    for own, other, here, there in ((g, p, *centres), (p, g, *centres[::-1])):
        for k, centre in here.items():
            nearest = min(there, key=lambda j: (abs(there[j] - centre), j))
            shared += int(((own == k) & (other == nearest)).sum())
    return shared / (2 * len(g))


def psi_by_hand(matrix, *, simplified=False):
    """All pairings tried one by one; sizes are paired largest with largest for the expectation."""
    t = matrix[matrix.sum(axis=1) > 0][:, matrix.sum(axis=0) > 0]
    t = t if t.shape[0] <= t.shape[1] else t.T
    a, b, n, most = t.sum(axis=1), t.sum(axis=0), t.sum(), t.shape[1]
    if most == 1:
        return 1.0
    s = max(sum(t[i, j] / max(a[i], b[j]) for i, j in enumerate(way)) for way in permutations(range(most), len(a)))
    e = 1 if simplified else sum(x * y / n / max(x, y) for x, y in zip(sorted(a, reverse=True), sorted(b, reverse=True), strict=False))
    return max(0.0, (s - e) / (most - e))


def test_partitions_are_as_described():
    assert made.enlarged(700).T.tolist() == [[1000, 700, 0], [0, 300, 0], [0, 0, 1000]]  # rows: P
    assert made.enlarged(1500).tolist() == [[1000, 0, 0], [1000, 0, 0], [500, 0, 500]]
    assert made.relabelled(300).tolist() == [[700, 150, 150], [150, 700, 150], [150, 150, 700]]
    assert made.unbalanced(50, 200).tolist() == [[800, 200, 0], [200, 800, 0], [0, 0, 50]]
    assert made.exchanged_in_first_two(3).tolist() == [[800, 200, 0], [200, 800, 0], [0, 0, 1000]]
    assert made.exchanged_in_all(4).tolist() == [[800, 200, 0, 0], [200, 800, 0, 0], [0, 0, 800, 200], [0, 0, 200, 800]]
    for k in (1, 7, 20):
        assert made.random_partition(k, 0).sum(axis=1).tolist() == [1000] * 3
        assert made.random_partition(k, 0).shape == (3, k)


TABLES = [made.enlarged(700), made.enlarged(1500), made.relabelled(300), made.relabelled(800), made.unbalanced(50, 200), made.random_partition(7, 1)]


@pytest.mark.parametrize("matrix", TABLES, ids=range(len(TABLES)))
def test_ari_nmi_psi_and_csi_against_others(matrix):
    found = made.indexes_of(matrix)
    g, p = labels_of(matrix)
    assert found["ARI"] == exactly(adjusted_rand_score(g, p), abs=1e-12)
    assert found["NMI"] == exactly(normalized_mutual_info_score(g, p), abs=1e-12)
    assert found["PSI"] == exactly(psi_by_hand(matrix), abs=1e-12)
    assert found["CSI"] == exactly(csi_by_hand(matrix), abs=1e-12)
    assert found["purity"] == exactly(matrix.max(axis=0).sum() / matrix.sum())  # P in columns is what is judged
    assert found["1 - NVD"] == exactly((matrix.max(axis=0).sum() + matrix.max(axis=1).sum()) / (2 * matrix.sum()))


@pytest.mark.parametrize("k", [1, 2, 3, 10, 20])
def test_offsets_of_random_partitions(k):
    found = made.mean_of(made.indexes_of(made.random_partition(k, seed)) for seed in range(10))
    assert 1 / 3 - 1e-12 <= found["purity"] < 0.38
    assert (1 / 3 + 1 / k) / 2 - 1e-12 <= found["1 - NVD"] < (1 / 3 + 1 / k) / 2 + 0.03
    assert found["1 - CH"] == exactly(1 / max(3, k), abs=0.02)
    assert found["ARI"] == exactly(0, abs=1e-3)
    assert found["NMI"] == exactly(0, abs=5e-3)
    assert (0 < found["PSI"] < 0.02) if k > 1 else found["PSI"] == 0


@pytest.mark.parametrize("m", [0, 250, 500, 700, 1000, 1250, 1500, 1999, 2000])
def test_enlargement_in_closed_form(m):
    found = made.indexes_of(made.enlarged(m))
    halves = max(m, 1000 - m) + 1000 if m <= 1000 else 1000 + max(m - 1000, 2000 - m)
    s, e = 1000 / (1000 + m) + (2000 - m) / 1000, (3000 - m) / 3000
    assert [found["purity"], found["1 - CH"]] == exactly([1 - m / 3000] * 2)
    assert found["1 - NVD"] == exactly((3000 - m + 1000 + halves) / 6000)
    assert found["PSI"] == exactly((s - e) / (3 - e), abs=1e-12)  # one formula: no knee


@pytest.mark.parametrize("score", [adjusted_rand_score, normalized_mutual_info_score])
def test_enlargement_has_a_knee_where_the_second_cluster_is_gone(score):
    before, at, after = (score(*labels_of(made.enlarged(m))) for m in (950, 1000, 1050))
    label = {"adjusted_rand_score": "ARI", "normalized_mutual_info_score": "NMI"}[score.__name__]
    assert before < at > after
    assert made.indexes_of(made.enlarged(1000))[label] == exactly(at)
    assert made.indexes_of(made.enlarged(2000))[label] == exactly(0, abs=1e-12)


@pytest.mark.parametrize("m", [0, 100, 300, 500, 660, 680, 800, 1000])
def test_relabelling_in_closed_form(m):
    found = made.indexes_of(made.relabelled(m))
    largest = max(1 - m / 1000, m / 2000)
    assert [found["purity"], found["1 - NVD"]] == exactly([largest] * 2)
    assert found["PSI"] == exactly((3 * largest - 1) / 2, abs=1e-12)
    assert found["1 - CH"] == exactly(largest if m < 667 else 1 / 3)
    assert cd.classification_accuracy(cd.Table.from_matrix(made.relabelled(m))) == exactly(largest)


def test_relabelling_is_lowest_where_all_cells_are_equal():
    moved = range(600, 740, 2)
    curves = made.curves(made.indexes_of(made.relabelled(m)) for m in moved)
    for label in ("NMI", "ARI", "1 - NVD", "purity", "PSI"):
        assert moved[int(np.argmin(curves[label]))] == 666


@pytest.mark.parametrize(("size", "exchanged", "ari"), [(50, 200, 0.389), (2000, 200, 0.829), (50, 100, 0.656), (2000, 100, 0.904)])
def test_size_imbalance(size, exchanged, ari):
    matrix = made.unbalanced(size, exchanged)
    found = made.indexes_of(matrix)
    assert round(adjusted_rand_score(*labels_of(matrix)), 3) == ari == round(found["ARI"], 3)
    assert ari_by_pairs(size, exchanged) == exactly(adjusted_rand_score(*labels_of(matrix)))
    assert found["PSI"] == exactly(1 - exchanged / 1000)  # of three clusters S = 3 - 2·share, E = 1
    assert [found[label] for label in ("purity", "1 - NVD", "1 - CH", "CSI")] == exactly([1 - 2 * exchanged / (2000 + size)] * 4)


@pytest.mark.parametrize("k", [2, 4, 10, 20])
def test_number_of_clusters(k):
    two, every = made.indexes_of(made.exchanged_in_first_two(k)), made.indexes_of(made.exchanged_in_all(k))
    for label in ("1 - NVD", "CSI", "1 - CH", "purity"):
        assert two[label] == exactly(1 - 0.4 / k)
        assert every[label] == exactly(0.8)
    assert two["PSI"] == exactly((k - 1.4) / (k - 1))
    assert every["PSI"] == exactly((0.8 * k - 1) / (k - 1))


def test_the_mean_of_the_fullest_urn():
    fullest = [max(way.count(urn) for urn in range(3)) for way in product(range(3), repeat=5)]
    assert float(seven.mean_largest(5, 3)) == exactly(np.mean(fullest))
    assert seven.mean_largest(1, 8) == 1


def test_small_clusters_lost():
    assert seven.CLASSES.sum() == 1484
    kept = seven.CLASSES[:8].sum()
    mean = seven.mean_nvd_similarity(8)
    random = np.random.default_rng(5)
    drawn = [1 - cd.invariant_van_dongen(seven.dropped(8, seven.random_deal(8, random))) for _ in range(1000)]
    assert np.mean(drawn) == exactly(mean, abs=5e-5)
    assert round(mean, 4) == 0.9855
    assert min(drawn) >= 0.9845 - 5e-6
    assert max(drawn) < 0.9885
    even = seven.round_robin_deal(8)
    assert even.sum(axis=1).tolist() == [20, 5]
    assert np.ptp(even.sum(axis=0)) == 1
    assert 1 - cd.invariant_van_dongen(seven.dropped(8, even)) == exactly((2 * kept + 3 + 1) / 2968)
    assert round((2 * kept + 3 + 1) / 2968, 4) == 0.9845
    assert round(cd.pair_sets_index(seven.dropped(9, seven.round_robin_deal(9))), 3) == 0.885
    sizes = seven.CLASSES[:9] + seven.round_robin_deal(9)[0]
    s, e = (seven.CLASSES[:9] / sizes).sum(), seven.CLASSES[:9].sum() / 1484
    assert cd.pair_sets_index(seven.dropped(9, seven.round_robin_deal(9))) == exactly((s - e) / (10 - e))
    assert seven.psi_of_nine() == exactly((s - e) / (10 - e))


def test_metric_claims_by_brute_force():
    every = [np.array(p.codes) for p in cd.Partition.all(4)]

    def distances(*, simplified):
        tables = [[np.histogram2d(p, q, bins=(range(5), range(5)))[0].astype(int) for q in every] for p in every]
        return 1 - np.array([[psi_by_hand(t, simplified=simplified) for t in row] for row in tables])

    simple, full = distances(simplified=True), distances(simplified=False)
    assert (simple[:, None] <= simple[:, :, None] + simple[None] + 1e-12).all()
    assert (full[:, None] > full[:, :, None] + full[None] + 1e-3).any()
    assert [[cd.simplified_pair_sets_index.distance(p, q) for q in every] for p in every] == exactly(simple)


def test_claims_that_do_not_hold():
    ten = np.repeat(np.arange(10), 1000)
    together = 10 * comb(1000, 2) / comb(10_000, 2)
    expected = cd.chance.expected("rand", ten, ten).value
    assert expected == exactly(1 - 2 * together + 2 * together**2)
    assert round(expected, 2) == 0.82
    assert cd.rand([0, 0, 0], [0, 1, 2]) == 0
    assert cd.adjusted_rand([0, 0, 1, 1, 2, 2], [0, 1, 0, 1, 0, 1]) == exactly(-4 / 11)
    assert (cd.purity([0] * 5, [0, 0, 1, 1, 2]), cd.classification_accuracy([0] * 5, [0, 0, 1, 1, 2])) == (1, 2 / 5)
    threes = [(0, *rest) for rest in product((0, 1), repeat=5) if sum(rest) == 3]
    both = np.array([b[:3].count(0) for b in threes])
    assert np.mean(2 * np.maximum(both, 3 - both) / 3) == exactly(7 / 5)


def test_k_means_and_random_swap():
    points, truth = data.gaussians([(0, 0), (9, 0), (0, 9), (9, 9)], [1.0] * 4, [150, 100, 50, 20], seed=3)
    best = KMeans(4, n_init=10, random_state=0).fit(points)
    assert adjusted_rand_score(kmeans(points, 4, seed=1), best.labels_) == 1
    assert (
        kmeans(points, 4, seed=1, starts=1, init="random").tolist() == KMeans(4, init="random", n_init=1, random_state=1).fit(points).labels_.tolist()
    )
    swapped = random_swap(points, 4, swaps=200, seed=0)
    assert adjusted_rand_score(truth, swapped) == 1
    assert swapped.tolist() == random_swap(points, 4, swaps=200, seed=0).tolist()
    centres = np.array([points[swapped == k].mean(axis=0) for k in range(4)])
    assert squared_error(points, centres) == exactly(best.inertia_)
    assert nearest_centroid(points, centres).tolist() == swapped.tolist()


def test_what_differs():
    paper = exact("rezaei-2016")
    assert [check.what for check in checks_of(paper, "not reproducible")] == ["Figure 14", "The other ten numbers"]
    differing = [check.what for check in checks_of(paper, "differs, with reason")]
    assert [what for what in differing if "exchanged: ARI" in what] == [
        "200 exchanged: ARI with a third cluster of 50",
        "200 exchanged: ARI with a third cluster of 2000",
        "100 exchanged: ARI with a third cluster of 2000",
    ]
    assert {"1 - NVD, K = 8, dealt at random, rounds to 0.98", "PSI, K = 9, dealt in turn", "MI is a metric"} < set(differing)


def test_every_figure_of_the_exact_parts_draws_all_seven_indexes():
    for section in exact("rezaei-2016").sections:
        for draw in section.figures.values():
            ax = Figure().subplots()
            draw(ax)
            assert {line.get_label() for line in ax.get_lines()} == set(made.INDEXES)


@pytest.mark.slow
@pytest.mark.parametrize("part", PAPER.simulated, ids=lambda part: part.__name__)
def test_simulated_parts_agree(part):
    found = part()
    assert found.note
    assert [(check.what, check.ours) for check in found.checks if check.verdict not in {"agrees", "holds"}] == []
    assert found.figures


@pytest.mark.slow
@pytest.mark.parametrize(("distance", "dimensions"), [(3.0, 1), (2.0, 2), (0.6, 32)])
def test_two_gaussians_are_cut_in_the_middle(distance, dimensions):
    found = data.two_clusters(distance, dimensions)
    right = (1 + erf(distance * sqrt(dimensions) / 2 / sqrt(2))) / 2
    assert [found["purity"], found["1 - CH"]] == exactly([right] * 2, abs=0.005)
    assert found["PSI"] == exactly(2 * right - 1, abs=0.02)  # (2·right - 1)/(2 - 1), a little less for uneven cuts
    assert found["ARI"] == exactly((2 * right - 1) ** 2, abs=0.01)


@pytest.mark.slow
def test_k_means_loses_sparse_clusters_and_random_swap_finds_them():
    points, truth = data.unbalance()
    assert np.bincount(truth).tolist() == [2000] * 3 + [100] * 5
    reference = KMeans(8, init="random", n_init=1, random_state=1).fit_predict(points)
    assert cd.centroid_index(truth, reference, points) > 0
    assert cd.pair_sets_index(truth, reference) < normalized_mutual_info_score(truth, reference) - 0.2
    assert cd.centroid_index(truth, random_swap(points, 8, swaps=1500, seed=2), points) == 0
