"""Wu, Xiong & Chen 2009, recomputed: its identities, tables and simulations against scikit-learn, scipy and arithmetic by hand."""

from itertools import combinations
from math import log2, sqrt

import numpy as np
import pytest
from scipy.stats import entropy, kendalltau
from sklearn import metrics

import clusterdiff as cd
from reproductions.wu_2009 import data as data
from reproductions.wu_2009 import normalisation as normalisation
from reproductions.wu_2009 import simulation as simulation
from reproductions.wu_2009 import tables as tables
from reproductions import wu_2009
from reproductions.wu_2009.properties import least_error, table_12
from reproductions.wu_2009.sensitivity import table_11
from tests.reproductions.cases import exact, labels_of


def verdicts(section):
    return {check.what: check.verdict for check in section.checks}


def test_all_26_printed_numbers_agree():
    (section,) = [section for section in exact("wu-2009").sections if section.title.startswith("Table 3")]
    assert [check.verdict for check in section.checks] == ["agrees"] * 26


def test_normalised_measures_as_in_scikit_learn():
    random = np.random.default_rng(5)
    for _ in range(20):
        a, b = random.integers(0, 4, 50), random.integers(0, 3, 50)
        ari = metrics.adjusted_rand_score(a, b)
        assert cd.measure("R_n")(a, b) == pytest.approx(ari, abs=1e-12)
        assert cd.measure("MS'_n")(a, b) == pytest.approx(1 - ari, abs=1e-12)
        assert cd.measure("VI_n")(a, b) == pytest.approx(1 - metrics.normalized_mutual_info_score(a, b), abs=1e-12)
        assert cd.measure("fmi")(a, b) == pytest.approx(metrics.fowlkes_mallows_score(a, b), abs=1e-12)
        phi = kendalltau(*(np.equal.outer(x, x)[np.triu_indices(50, 1)] for x in (a, b))).statistic  # of two binary vectors: phi
        assert cd.measure("Γ_n")(a, b) == pytest.approx(phi, abs=1e-12)


def test_procedure_1_by_hand():
    table = cd.Table.from_labels([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])  # the cluster of 3 takes the class of 2, then 1 of the other
    assert normalisation.least_f(table) == pytest.approx((2 * 2 * 2 / 5 + 3 * 2 * 1 / 6) / 5)


def test_ranges_that_do_not_hold():
    found = list(verdicts(normalisation.table_1()).values())
    assert found == ["differs, with reason"] * 4 + ["holds"]


def test_table_10_by_hand():
    first, second = (labels_of(matrix) for matrix in tables.TABLE_10.values())
    for labels in (first, second):  # all row and column maxima are 12; the largest class and cluster have 24 of 66
        assert cd.measure("VD_n")(*labels) == pytest.approx((2 * 66 - 6 * 12) / (2 * 66 - 24 - 24), rel=1e-14)
    ours = []
    for a, b in (first, second):
        together = entropy(np.bincount(a)) + entropy(np.bincount(b))
        ours.append(1 - 2 * metrics.mutual_info_score(a, b) / together)
        assert cd.measure("VI_n")(a, b) == pytest.approx(ours[-1], rel=1e-12)
    assert ours[0] == pytest.approx(0.779767124370758, rel=1e-12)  # golden
    assert ours[1] < ours[0] - 0.1
    section = table_11()
    assert verdicts(section)["the van Dongen criterion gives both the same value"] == "agrees"
    assert any(f"{ours[0]:.3f} and {ours[1]:.3f}" in check.ours for check in section.checks)
    assert section.numbers.rows["VI_n (distance)"] == pytest.approx(tuple(ours), rel=1e-12)


def test_table_12_holds_by_hand():
    section = table_12()
    assert verdicts(section)["ε is symmetric only if K = K'"] == "differs, with reason"
    shown = next(check.ours for check in section.checks if check.what == "no normalised measure is convex additive")
    third = 2 / 3  # 001 and 012: VI is 2/3 of a bit, H(001) = log 3 - 2/3, H(012) = log 3
    assert f"{third / (2 * log2(3) - third):.4f} ≠ {third:.4f}" in shown


def test_error_by_all_maps():
    assert least_error([0, 0, 0, 1, 1], [0, 0, 1, 1, 2]) == pytest.approx(2 / 5)
    assert least_error([0, 0, 1, 1, 2], [0, 0, 0, 1, 1]) == pytest.approx(2 / 5)
    assert least_error([0, 0, 0, 0], [0, 1, 2, 3]) == 3 / 4


def test_rank_correlations_of_small_vectors():
    x, y = np.array([1.0, 2, 2, 3, 5, 4]), np.array([2.0, 1, 3, 3, 6, 7])
    signs = [np.sign((x[i] - x[j]) * (y[i] - y[j])) for i, j in combinations(range(6), 2)]
    assert tables.tau_a(x, y) == pytest.approx(sum(signs) / 15)
    assert tables.tau_b(x, y) == pytest.approx(sum(signs) / sqrt(14 * 14))  # one tied pair in each
    assert tables.tau_a(x, y) < tables.tau_b(x, y)
    untied = np.array([3.0, 1, 2, 6, 5, 4])
    assert tables.tau_a(untied, y + np.arange(6) / 100) == pytest.approx(kendalltau(untied, y + np.arange(6) / 100).statistic)


def test_merits_turn_distances_round():
    worse, better = cd.Table.from_labels([0, 0, 1, 1], [0, 1, 0, 1]), cd.Table.from_labels([0, 0, 1, 1], [0, 0, 1, 1])
    for name in (tables.RAW | tables.NORMALISED).values():
        low, high = tables.merits(name, [worse, better])
        assert low < high, name


def test_dcv_is_negative_where_sizes_are_evened_out():
    even = cd.Table.from_matrix([[50, 40], [0, 10]])
    uneven = cd.Table.from_matrix([[50, 0], [40, 10]])
    cv0, dcv = simulation.size_effects([even, uneven])
    assert cv0 == pytest.approx([sqrt(2) * 0.8, 0])
    assert dcv == pytest.approx([-sqrt(2) * 0.8, sqrt(2) * 0.8])


def test_mixture_is_as_described():
    points, classes = simulation.mixture(600, 2.0, np.random.default_rng(1))
    assert np.bincount(classes).tolist() == [5400, 600]
    for k, centre in ((0, -2), (1, 2)):
        own = points[classes == k]
        assert own.mean(axis=0) == pytest.approx([centre, 0], abs=0.2)
        assert own.var(axis=0) == pytest.approx([2, 2], rel=0.15)
    assert len(simulation.SMALLER) * len(simulation.VARIANCES) * simulation.REPEATS == 800


def test_the_same_seed_gives_the_same_clusters():
    once, again = (simulation.clustered_mixture(600, 2.0, 3) for _ in range(2))
    assert once.counts.tolist() == again.counts.tolist()
    assert once.counts.tolist() != simulation.clustered_mixture(600, 2.0, 4).counts.tolist()


def test_thinned_classes_keep_from_all_to_a_tenth():
    classes = np.repeat([0, 1, 2], 100)
    assert np.bincount(classes[data.thinned(classes)]).tolist() == [100, 32, 10]


def test_groups_of_measures():
    taus = np.array([[1, 0.95, 0.2], [0.95, 1, 0.1], [0.2, 0.1, 1]])
    assert data.groups_of(taus, ["x", "y", "z"]) == [{"x", "y"}, {"z"}]


@pytest.mark.slow
@pytest.mark.parametrize("part", wu_2009.PAPER.simulated)
def test_simulated_parts_leave_nothing_unexplained(part):
    section = part()
    assert section.note
    assert {check.verdict for check in section.checks} <= {"agrees", "holds", "not reproducible"}
    assert section.figures or section.numbers


@pytest.mark.slow
def test_k_means_evens_out_uneven_classes():
    runs = simulation.simulated()
    assert len(runs.tables) == 800
    sizes = np.array([table.col_sizes for table in runs.tables])
    small = np.repeat(simulation.SMALLER, 100)
    unevenness = sqrt(2) * np.abs(sizes[:, 0] - sizes[:, 1]) / 6000  # CV of two sizes
    assert runs.cv0 == pytest.approx(sqrt(2) * (6000 - 2 * small) / 6000)
    assert runs.dcv == pytest.approx(unevenness - runs.cv0)
    means = [runs.dcv[small == size].mean() for size in simulation.SMALLER]
    assert (np.diff(means) < 0).all()
    assert kendalltau(runs.cv0, runs.dcv).statistic < -0.5


@pytest.mark.slow
def test_normalised_measures_follow_the_uniform_effect():
    runs = simulation.simulated()
    found = simulation.correlations()
    matrices = [np.zeros(t.shape) for t in runs.tables]
    for matrix, t in zip(matrices, runs.tables, strict=True):
        matrix[t.rows, t.cols] = t.counts
    dongen = [(2 * 6000 - m.max(axis=0).sum() - m.max(axis=1).sum()) / (2 * 6000 - m.sum(axis=0).max() - m.sum(axis=1).max()) for m in matrices]
    purity = [m.max(axis=0).sum() / 6000 for m in matrices]
    assert found["VD_n"][0] == pytest.approx(-kendalltau(dongen, runs.dcv).statistic, abs=1e-3)
    assert found["P"][0] == pytest.approx(kendalltau(purity, runs.dcv).statistic, abs=1e-3)
    assert max(found["E"][0], found["P"][0]) < 0.2
    assert ["P", "MAP", "GK"] in simulation.ranked_alike()
    assert ["R", "Γ'", "M"] in simulation.ranked_alike()
    assert min(found[name][0] for name in tables.NORMALISED) > 0.5
    for raw in ("F", "VI", "R", "J", "FM", "MS", "VD"):
        assert found[tables.BECOMES[raw]][0] > found[raw][0], raw


@pytest.mark.slow
def test_measures_over_many_runs():
    names, taus = data.rank_correlations()
    at = {name: i for i, name in enumerate(names)}
    assert taus == pytest.approx(taus.T)
    for one, two in (("R_n", "MS'_n"), ("R", "Γ'"), ("P", "GK"), ("P", "MAP"), ("Γ", "Γ_n")):
        assert taus[at[one], at[two]] == pytest.approx(1), (one, two)
    assert min(taus[at["FM_n"], at["R_n"]], taus[at["FM_n"], at["Γ_n"]]) > 0.9
    runs = [table for found in data.clustered().values() for table in found]
    ari, nmi = ([score(*labels_of(t)) for t in runs] for score in (metrics.adjusted_rand_score, metrics.normalized_mutual_info_score))
    assert taus[at["R_n"], at["VI_n"]] == pytest.approx(kendalltau(ari, nmi).statistic, abs=1e-3)
