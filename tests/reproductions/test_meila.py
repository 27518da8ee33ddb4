"""Meilă 2007: its formulas, checked with scikit-learn and by counting."""

from collections import Counter
from itertools import combinations
from math import comb, log2

import numpy as np
import pytest
from matplotlib.figure import Figure
from sklearn.metrics import fowlkes_mallows_score

import clusterdiff as cd
from clusterdiff import datasets
from reproductions._report import AGREES, DIFFERS, NO_VERDICT, UNEXPLAINED
from reproductions._small import partitions, shapes
from reproductions.meila_2007 import (
    axioms,
    definitions,
    drawings,
    lattice,
    locality,
    neighborhood,
    proofs,
    related_work,
    remarks,
    scaling,
)


def vi_by_counts(a, b):
    """Return 2·H(a, b) - H(a) - H(b) from counts of labels."""
    a, b = (np.asarray(x).tolist() for x in (a, b))

    def entropy(labels):
        return -sum(x / len(a) * log2(x / len(a)) for x in Counter(labels).values())

    return 2 * entropy(zip(a, b, strict=True)) - entropy(a) - entropy(b)


def test_all_small_clusterings_are_there():
    assert [len(partitions(n)) for n in range(1, 7)] == [1, 2, 5, 15, 52, 203]
    assert [len(shapes(n)) for n in range(1, 7)] == [1, 2, 3, 5, 7, 11]


@pytest.mark.parametrize("moved", [20, 100, 460])
def test_perturbations_differ_in_vi_only(moved):
    k, f = 5, moved / 1000
    near, wide = (datasets.label_errors(moved, k=k, to=to) for to in ("next", "others"))
    for a, b in (near, wide):
        assert cd.invariant_van_dongen(a, b) == pytest.approx(f)
        assert cd.classification_error(a, b) == pytest.approx(f)
        assert cd.larsen_aone(a, b) == pytest.approx(1 - f)
    assert vi_by_counts(*wide) - vi_by_counts(*near) == pytest.approx(2 * f * log2(k - 1))


@pytest.mark.parametrize(
    "section",
    [
        definitions.definitions,
        proofs.appendix,
        related_work.section_2_2,
        related_work.figure_1,
        remarks.section_8,
        lattice.figure_6,
    ],
)
def test_sections_that_are_quick_leave_nothing_unexplained(section):
    assert {check.verdict for check in section().checks} <= {AGREES, DIFFERS, NO_VERDICT}


@pytest.mark.parametrize("k", range(2, 6))
def test_maximally_separated_clusterings(k):
    table = scaling.separated(k, 3)
    n = 3 * k * k
    assert cd.mirkin_invariant(table) == pytest.approx(2 / k - 2 / k**2)
    assert cd.adjusted_rand(table) == pytest.approx(-(k - 1) / (n - k))
    a, b = datasets.separated_clusterings(k, size=3)
    one, two = (np.equal.outer(x, x)[np.triu_indices(n, 1)] for x in (a, b))
    assert remarks.jaccard_of_separated(k, n) == pytest.approx(
        (one & two).sum() / (one | two).sum()
    )


def test_tables_up_to_the_order_of_clusters():
    found = scaling.tables(2, 4)
    brute = {
        tuple(sorted(tuple(sorted(r)) for r in ([a, b], [c, 4 - a - b - c])))
        for a in range(5)
        for b in range(5 - a)
        for c in range(5 - a - b)
    }
    assert all(t.n == 4 and t.shape == (2, 2) for t in found)
    assert len(found) <= len(brute)


def test_fowlkes_mallows_fits_a_hundred_elements():
    found = {
        k: fowlkes_mallows_score(*datasets.separated_clusterings(k, size=100 // k**2))
        for k in (2, 5)
    }
    assert (round(found[2], 1), round(found[5], 2)) == (0.5, 0.16)


def test_all_splits_of_four_elements():
    splits = neighborhood.splits(4)
    assert len(splits) == 14 + 4 + 1 + 1 + 1  # of 4; of 3 in 3+1; of each 2 in 2+2; of 2 in 2+1+1
    for before, after, _, parts in splits:
        assert vi_by_counts(before, after) == pytest.approx(
            sum(parts) / 4 * neighborhood.entropy_of(parts)
        )


def test_eq_34_against_counts():
    a, b = [0] * 6 + [1] * 3 + [2], [0] * 4 + [3] * 2 + [1] * 3 + [2]
    shares = [(np.bincount(x) / 10) ** 2 for x in (a, b)]
    p, q = (float(x.sum()) for x in shares)
    expected = (q - p * q) / ((p + q) / 2 - p * q)  # b refines a, so its cells are its clusters
    assert locality.eq_34(tuple(a), 0, [4, 2]) == pytest.approx(expected)


def test_a_definition_of_the_library_that_is_off_does_not_agree(monkeypatch):
    text, _, printed = definitions.DEFINITIONS["Eq. 5"]
    monkeypatch.setattr(definitions, "DEFINITIONS", {"Eq. 5": (text, "jaccard", printed)})
    assert definitions.definitions().checks[-1].verdict == UNEXPLAINED


@pytest.mark.parametrize(
    "draw",
    [
        lattice._draw,
        drawings.draw_separated,
        lambda ax: drawings.draw_moves(
            ax, related_work.perturbed(200, "next"), related_work.perturbed(200, "others")
        ),
    ],
)
def test_figures_name_what_they_show(draw):
    ax = Figure().subplots()
    assert draw(ax) is ax
    assert ax.texts


def test_what_is_local_and_what_is_not():
    assert locality.spread_over_the_rest("variation_of_information") < 1e-12
    assert locality.spread_over_the_rest("jaccard") > 0.01


def test_the_equations_of_the_axioms_have_vi_as_a_solution():
    matrix, right = axioms.equations("log", 1)
    values = np.array([vi_by_counts(a, b) for a, b in axioms._places()])
    assert np.abs(matrix @ values - right).max() < 1e-9
    assert np.linalg.matrix_rank(matrix) == matrix.shape[1]


def test_mirkin_needs_its_factor():
    assert (
        cd.mirkin_invariant([0, 0, 1, 1], [0, 0, 1, 2]),
        cd.mirkin_invariant([0, 0], [0, 1]),
    ) == (1 / 8, 1 / 2)


def test_straight_lines_of_the_lattice_by_brute_force():
    every = partitions(4)
    for p, q in combinations(every, 2):
        meet = [4 * x + y for x, y in zip(p, q, strict=True)]
        assert vi_by_counts(p, meet) + vi_by_counts(meet, q) == pytest.approx(
            vi_by_counts(p, q), abs=1e-12
        )
    assert len(lattice.ways_down(lattice.partition("abcd"), lattice.partition("a|b|c|d"))) == comb(
        4, 2
    ) * comb(3, 2)
