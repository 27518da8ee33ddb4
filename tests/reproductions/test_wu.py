"""Wu, Xiong & Chen 2009: its tables against scikit-learn, scipy and arithmetic by hand."""

from itertools import combinations
from math import sqrt

import numpy as np
import pytest
from scipy.stats import kendalltau
from sklearn import metrics

import clusterdiff as cd
from reproductions._report import AGREES, DIFFERS, NOT_REPRODUCIBLE
from reproductions.wu_2009 import (
    agreement,
    data_sets,
    normalization,
    properties,
    simulation,
    tables,
    uniform_effect,
)


@pytest.mark.parametrize(
    "section",
    [
        uniform_effect.tables_3_and_4,
        simulation.figure_1,
        data_sets.table_6,
        data_sets.table_8,
        agreement.table_11,
        normalization.table_5,
    ],
    ids=lambda section: section.__name__,
)
def test_sections_that_are_quick_leave_nothing_unexplained(section):
    assert {check.verdict for check in section().checks} <= {AGREES, DIFFERS, NOT_REPRODUCIBLE}


def test_all_26_numbers_of_table_4_are_compared():
    items = [
        check.item
        for check in uniform_effect.tables_3_and_4().checks
        if check.item.startswith("Table 4")
    ]
    assert len(items) == len(set(items)) == 26


def test_table_8_has_all_29_data_sets():
    names = [check.item.split(": ")[1].split(",")[0] for check in data_sets.table_8().checks[:-1]]
    assert len(set(names)) == len(data_sets.CLASS_SIZES) == 29
    assert all(check.verdict == AGREES for check in data_sets.table_8().checks)
    joint = zip(*(data_sets.CLASS_SIZES[name] for name in ("la1", "la2")), strict=True)
    assert tuple(sum(sizes) for sizes in joint) == data_sets.CLASS_SIZES["la12"]
    topics = sorted(data_sets.CLASS_SIZES["k1a"], reverse=True)
    kept = [n for n in data_sets.CLASS_SIZES["k1b"] if n in topics]  # k1b merges 15 classes of k1a
    assert len(kept) == 5
    assert sum(topics) - sum(kept) == 1389


def test_all_ways_to_leave_out_two_cases():
    found = data_sets.without_two((5, 3))
    assert found == pytest.approx([0, sqrt(0.5) * 2 / 3, sqrt(0.5) * 4 / 3], abs=1e-12)


def test_table_1_has_its_order():
    assert list(tables.RAW) == [
        "E",
        "P",
        "F",
        "VI",
        "MI",
        "R",
        "J",
        "FM",
        "Γ",
        "Γ'",
        "MS",
        "ε",
        "VD",
        "MAP",
        "GK",
        "M",
    ]


def test_table_12_has_35_entries():
    assert sum(map(len, properties.TABLE_12.values())) == 35


def test_normalized_measures_as_in_scikit_learn():
    rng = np.random.default_rng(5)
    for _ in range(20):
        a, b = rng.integers(0, 4, 50), rng.integers(0, 3, 50)
        table = cd.Table.from_labels(a, b)
        ari = metrics.adjusted_rand_score(a, b)
        assert tables.value("R_n", table) == pytest.approx(ari, abs=1e-12)
        assert tables.value("MS'_n", table) == pytest.approx(1 - ari, abs=1e-12)
        assert tables.value("VI_n", table) == pytest.approx(
            1 - metrics.normalized_mutual_info_score(a, b), abs=1e-12
        )


def test_the_classes_are_the_reference():
    table = tables.with_classes_first(tables.TABLE_3["I"])
    assert table.row_sizes.tolist() == [30, 2, 6, 10, 2]
    assert tables.variation(table.row_sizes) == pytest.approx(
        np.std([30, 2, 6, 10, 2], ddof=1) / 10
    )


def test_least_f_is_a_lower_bound_that_procedure_1_computes():
    table = cd.Table.from_matrix(
        [[3, 1], [0, 4], [1, 1]]
    )  # classes of 4, 4, 2, clusters of 4 and 6
    assert normalization.least_f(table) == pytest.approx(
        2 / 10 * (2 / (1 + 6 / 2) + 4 / (1 + 6 / 4))
    )


def test_the_mixture_has_the_stated_sizes_and_centers():
    points, classes = simulation.mixture(1000, 0.5, np.random.default_rng(0))
    assert np.bincount(classes).tolist() == [5000, 1000]
    assert points[classes == 1].mean(axis=0) == pytest.approx([2, 0], abs=0.1)
    assert points[classes == 0].mean(axis=0) == pytest.approx([-2, 0], abs=0.1)
    assert points[classes == 0].var() - 0 == pytest.approx(points[classes == 0].var(), abs=1)


def test_tau_b_of_eight_points_with_one_tie():
    x = [1, 2, 3, 4, 5, 6, 7, 7]
    best = kendalltau(x, [1, 2, 3, 4, 5, 7, 6, 8]).statistic
    assert round(25 / sqrt(27 * 28), 2) == 0.91 == round(best, 2)


def test_p4_and_p5_mean_what_the_paper_says():
    assert properties.poorest_if_independent("normalized_van_dongen") == ""
    assert properties.poorest_if_independent("adjusted_rand") != ""
    assert properties.best_if_equal("normalized_f_measure") == ""


def test_the_example_of_table_11():
    first, second = (tables.with_classes_first(m) for m in tables.TABLE_10.values())
    found = [metrics.adjusted_rand_score(*_labels(t)) for t in (first, second)]
    assert np.round(found, 4).tolist() == [0.1602, 0.2366]


def _labels(table):
    cells = table.to_scipy().toarray()
    rows, cols = np.indices(cells.shape).reshape(2, -1)
    return np.repeat(rows, cells.ravel()), np.repeat(cols, cells.ravel())


def tau_by_hand(x, y):
    """Return concordant minus discordant pairs over the pairs that are not tied."""
    every = list(combinations(range(len(x)), 2))
    signs = [(np.sign(x[i] - x[j]), np.sign(y[i] - y[j])) for i, j in every]
    above = sum(s * t for s, t in signs)
    return above / sqrt(sum(s != 0 for s, _ in signs) * sum(t != 0 for _, t in signs))


def test_the_consistency_is_kendalls_tau_b_with_negated_distances():
    rng = np.random.default_rng(0)
    found = [
        cd.Table.from_labels(rng.integers(3, size=30), rng.integers(4, size=30)) for _ in "x" * 12
    ]
    names = ["adjusted_rand", "normalized_minkowski", "variation_of_information", "purity"]
    merits = [
        [(-1 if m.direction == "distance" else 1) * m.on(t) for t in found]
        for m in map(cd.get_measure, names)
    ]
    expected = [[tau_by_hand(np.round(x, 10), np.round(y, 10)) for y in merits] for x in merits]
    kappa = agreement.kendall(found, names)
    assert kappa == pytest.approx(np.array(expected))
    assert kappa[0, 1] == pytest.approx(1)  # MS'_n = 1 - ARI
