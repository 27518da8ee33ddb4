"""consistency: Kendall's tau-b of measures over many comparisons, against counts by hand."""

from itertools import combinations
from math import sqrt

import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff.analysis import consistency
from clusterdiff.errors import InputError

NAMES = ["adjusted_rand", "variation_of_information", "normalized_minkowski", "purity"]


def comparisons(count=12):
    rng = np.random.default_rng(0)
    return [(rng.integers(0, 3, 30), rng.integers(0, 4, 30)) for _ in range(count)]


def merit(name, a, b):
    sign = -1 if cd.MEASURES[name].direction == "distance" else 1
    return sign * cd.MEASURES[name](a, b)


def tau_by_hand(x, y):
    """Return concordant minus discordant pairs over the pairs that are not tied."""
    every = list(combinations(range(len(x)), 2))
    signs = [(np.sign(x[i] - x[j]), np.sign(y[i] - y[j])) for i, j in every]
    above = sum(s * t for s, t in signs)
    return above / sqrt(sum(s != 0 for s, _ in signs) * sum(t != 0 for _, t in signs))


def test_it_is_kendalls_tau_b_with_negated_distances():
    pairs = comparisons()
    found = consistency(pairs, NAMES)
    for i, first in enumerate(NAMES):
        for j, second in enumerate(NAMES):
            x, y = ([merit(name, a, b) for a, b in pairs] for name in (first, second))
            expected = tau_by_hand(np.round(x, 10), np.round(y, 10))
            assert found[first, second] == pytest.approx(expected)
            assert found.kappa[i][j] == found.kappa[j][i] == found[first, second]
            assert found.to_numpy()[i, j] == found[first, second]


def test_equivalent_measures_are_perfectly_consistent():
    found = consistency(comparisons(), NAMES)  # MS'_n = 1 - ARI
    assert found["adjusted_rand", "normalized_minkowski"] == pytest.approx(1)
    assert ("adjusted_rand", "normalized_minkowski") in found.groups(0.999)


def test_tables_and_labels_may_be_given():
    pairs = comparisons(4)
    tables = [cd.Table.from_labels(a, b) for a, b in pairs]
    assert consistency(pairs, NAMES) == consistency(tables, NAMES)


def test_a_constant_measure_has_no_ranking():
    a = [0, 0, 1, 1]
    found = consistency([(a, a), (a, [0, 1, 2, 3])], ["purity", "adjusted_rand"])
    assert found["purity", "adjusted_rand"] is None
    assert found.groups() == [("purity",), ("adjusted_rand",)]


def test_one_comparison_cannot_be_ranked():
    with pytest.raises(InputError, match="at least two"):
        consistency(comparisons(1), NAMES)


def test_groups_by_average_linkage():
    found = consistency(comparisons(), NAMES)
    assert found.groups(-1.0) == [tuple(NAMES)]
    assert sorted(name for group in found.groups(0.9) for name in group) == sorted(NAMES)
    assert found.to_dict()["measures"] == NAMES


def test_it_is_shown_as_a_table():
    found = consistency(comparisons(), ["adjusted_rand", "variation_of_information"])
    assert "adjusted_rand" in repr(found)
    assert "<table" in found._repr_html_()
    assert list(found.to_frame()["measure"]) == ["adjusted_rand", "variation_of_information"]
