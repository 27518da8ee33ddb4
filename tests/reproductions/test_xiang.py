"""Xiang et al. 2012: its formulas, checked with other methods than the pages use."""

from itertools import pairwise
from math import ceil, log2, sqrt

import numpy as np
import pytest
from matplotlib.figure import Figure
from sklearn.metrics import mutual_info_score, rand_score

import clusterdiff as cd
from reproductions._report import UNEXPLAINED
from reproductions._small import join, meet, pairs
from reproductions.xiang_2012 import (
    decomposition,
    graphs,
    measures,
    normalization,
    related_work,
    series,
    subcomponents,
)


@pytest.mark.parametrize(
    "section",
    [
        related_work.section_3,
        graphs.figure_1,
        graphs.figure_2,
        subcomponents.section_4_2,
        series.figure_3,
    ],
)
def test_sections_that_are_quick_leave_nothing_unexplained(section):
    assert UNEXPLAINED not in {check.verdict for check in section().checks}


def test_join_and_meet_as_in_the_library():
    for a, b in pairs(5):
        p, q = cd.Partition(a), cd.Partition(b)
        assert cd.Partition(join(a, b)) == p | q
        assert cd.Partition(meet(a, b)) == p & q


def test_the_measures_by_scikit_learn():
    a, b = [0, 0, 0, 1, 1, 2, 2, 2], [0, 0, 1, 1, 1, 1, 2, 0]
    h = [mutual_info_score(x, x) for x in (a, b)]
    i = mutual_info_score(a, b)
    assert measures.rand(a, b) == pytest.approx(rand_score(a, b))
    assert measures.nmi(a, b) == pytest.approx(i / max(h))
    assert measures.v(a, b) == pytest.approx(
        1 - (sum(h) - 2 * i) / (3 * mutual_info_score([0, 1], [0, 1]))
    )


def test_a_wrong_weight_is_found():
    assert decomposition.error_of(measures.rand, lambda m, n: m / n, lambda _js, _n: 0.0) > 0.1


def test_nmi_has_no_decomposition():
    a, b, c, d = [0, 0, 0, 1], [0, 1, 2, 3], [0, 0, 0, 1], [0, 0, 1, 2]
    assert decomposition.no_decomposition().startswith("0001/0123 and 0001/0012")
    assert join(tuple(a), tuple(b)) == join(tuple(c), tuple(d)) == (0, 0, 0, 1)
    assert measures.nmi(a[:3], b[:3]) == measures.nmi(c[:3], d[:3]) == 0
    assert measures.nmi(a, b) != pytest.approx(measures.nmi(c, d), abs=0.1)


@pytest.mark.parametrize("n", range(2, 8))
def test_least_n_of_all_pairs(n):
    assert normalization.least_n(n)[0] == pytest.approx(ceil(2 * sqrt(n)) / (2 * n))
    if n < 6:
        assert min(measures.van_dongen(a, b) for a, b in pairs(n)) == pytest.approx(
            ceil(2 * sqrt(n)) / (2 * n)
        )


def test_s_h_is_the_product():
    a, b = [0, 0, 0, 0, 1, 1], [0, 0, 1, 2, 2, 2]
    first = 1 - (-0.5 * log2(0.5) - 2 * 0.25 * log2(0.25)) / 2
    third = 1 - (-(1 / 3) * log2(1 / 3) - (2 / 3) * log2(2 / 3)) / log2(3)
    assert cd.split_merge_entropy(a, b) == pytest.approx(
        (2 * first + first + first * third + 2 * third) / 6
    )


def test_the_weights_of_a():
    table = cd.Table.from_matrix([[3, 1, 0], [1, 2, 4]])
    assert related_work.most_agreement(table, equal=True) is None
    assert related_work.most_agreement(table, equal=False) == pytest.approx(7 / 11)


def test_conditional_normalization_is_not_granted_to_nmi():
    assert (
        normalization.unconditional(measures.nmi, range(1, 5))
        == "L = 000: no C has S between 0 and 1"
    )
    assert normalization.unconditional(measures.s_h, range(1, 5)) == ""
    assert not normalization.normalized(measures.accuracy, range(2, 5))


def test_the_squared_error_of_the_parts():
    assert subcomponents.error_kept([0.0, 0.0, 1.0, 1.0], [0, 0, 1, 1]) == 0
    assert subcomponents.error_kept([-1.0, 1.0, -2.0, 2.0], [0, 0, 1, 1]) == 1
    assert subcomponents.error_kept([5.0] * 4, [0, 0, 1, 1]) is None


def worst(a, b):
    """Return whether the meet is all singletons and no cluster is common, by its definition."""
    clusters = [{frozenset(np.flatnonzero(x == k).tolist()) for k in np.unique(x)} for x in (a, b)]
    cells = set(zip(a.tolist(), b.tolist(), strict=True))
    return len(cells) == len(a) and not clusters[0] & clusters[1]


def test_every_clustering_of_up_to_six_elements_has_a_worst_one():
    for n in range(2, 7):
        for partition in cd.Partition.all(n):
            labels = np.asarray(partition.codes, int)
            found = series.worst_clustering(labels)
            assert worst(labels, found)
            assert cd.split_merge_entropy(labels, found) == 0


def test_figure_3_has_the_measures_that_it_is_said_to_have():
    (drawing,) = series.figure_3().figures.values()
    ax = Figure().subplots()
    drawing.draw(ax)
    assert len(ax.get_legend().get_texts()) == 6
    assert drawing.shows.startswith("Six measures")


def test_figure_1_has_the_names_of_the_paper():
    ax = Figure().subplots()
    graphs.figure_1().figures["figure-1"].draw(ax)
    assert [ax.get_title(loc=place) for place in ("left", "right")] == ["", ""]
    assert {"L", "C"} <= {text.get_text() for text in ax.texts}


def test_the_series_takes_one_step_at_a_time():
    labels = np.repeat(np.arange(22), [13, 9, 6, 5, 3, 2, 2, *[1] * 15])
    steps = series.worsening_series(labels)
    assert (steps[0] == labels).all()
    chain = [cd.Partition(step) for step in steps]
    assert [p.k for p in chain[:34]] == list(range(22, 56))
    assert chain[33] == cd.Partition.bottom(55)
    assert all(q < p for p, q in pairwise(chain[:34]))
    assert all(p < q and p.k == q.k + 1 for p, q in pairwise(chain[33:]))
    assert len(steps) == 34 + 8
    assert worst(labels, steps[-1])


def test_the_largest_cluster_is_halved():
    halves = series.worsening_series(["x"] * 5 + ["y"] * 3)[1]
    assert sorted(np.bincount(halves).tolist()) == [2, 3, 3]
