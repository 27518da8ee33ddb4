"""Meilă 2007, Xiang et al. 2012 and the tutorial: their numbers once more, by other means than the pages use."""

from itertools import combinations, pairwise
from math import ceil, comb, log, log2, sqrt

import numpy as np
import pytest
from sklearn.metrics import fowlkes_mallows_score, mutual_info_score, normalized_mutual_info_score, rand_score

import clusterdiff as cd
from reproductions import meila_2007, sparse_vi as tutorial, xiang_2012
from importlib import import_module
from reproductions.meila_2007 import separated, splits
from reproductions.xiang_2012 import bounds
from tests.reproductions.cases import exact, labels_of

axioms, instances = import_module("reproductions.meila_2007.axioms"), import_module("reproductions.xiang_2012.instances")


def vi_by_sklearn(a, b):
    """H(a) + H(b) - 2·I, in bits."""
    return (mutual_info_score(a, a) + mutual_info_score(b, b) - 2 * mutual_info_score(a, b)) / log(2)


# Meilă


@pytest.mark.parametrize("moved", [200, 1000, 4600])
def test_perturbations_differ_in_vi_only(moved):
    k, f = 5, moved / 10_000
    near, wide = (meila_2007.perturbed(k, moved, spread=spread) for spread in (False, True))
    for table in (near, wide):
        assert table.n == 50_000
        assert set(table.row_sizes) == set(table.col_sizes) == {10_000}
        assert cd.invariant_van_dongen(table) == pytest.approx(f)
        assert cd.classification_error(table) == pytest.approx(f)
        assert cd.larsen_aone(table) == pytest.approx(1 - f)
    assert cd.variation_of_information(wide) - cd.variation_of_information(near) == pytest.approx(2 * f * log2(k - 1))
    assert cd.variation_of_information(near) == pytest.approx(vi_by_sklearn(*labels_of(near)))


def test_larsens_index_in_its_example():
    f = 0.01
    assert cd.larsen_aone(meila_2007.larsen_example(10)) == pytest.approx(0.343168, abs=5e-7)
    assert (4 * f / (1 + f) + (1 - 2 * f) / (1 - f)) / 3 == pytest.approx(0.343168, abs=5e-7)
    assert (f / (1 + f) + (1 - 2 * f) / (1 - f)) / 3 == pytest.approx(0.333267, abs=5e-7)
    assert cd.classification_error(meila_2007.larsen_example(10)) == pytest.approx(2 * f)


@pytest.mark.parametrize("k", range(2, 6))
def test_maximally_separated_clusterings(k):
    table = separated.separated(k)
    assert cd.variation_of_information(table) == pytest.approx(2 * log2(k))
    assert cd.invariant_van_dongen(table) == pytest.approx(1 - 1 / k)
    assert cd.mirkin_invariant(table) == pytest.approx(2 / k - 2 / k**2)
    assert cd.adjusted_rand_asymptotic(table) == pytest.approx(0, abs=1e-12)
    assert cd.jaccard(table) == pytest.approx(1 / (2 * k - 1), abs=1e-5)
    a, b = labels_of(np.full((k, k), 3))
    one, two = (np.equal.outer(x, x)[np.triu_indices(len(x), 1)] for x in (a, b))
    assert separated.jaccard_of_equal_cells(k, 3) == pytest.approx((one & two).sum() / (one | two).sum())


def test_vi_and_d_rise_with_k_while_m_falls():
    (figure,) = (section for section in exact("meila-2007").sections if "figure-3" in section.figures)
    (said,) = (check for check in figure.checks if "rise with K" in check.what)
    assert said.verdict == "agrees"
    tables = [separated.separated(k) for k in range(2, 11)]
    for measure, sign in ((cd.variation_of_information, 1), (cd.invariant_van_dongen, 1), (cd.mirkin_invariant, -1)):
        assert (sign * np.diff([measure(table) for table in tables]) > 0).all()


def test_fowlkes_mallows_fits_a_hundred_elements():
    found = {k: fowlkes_mallows_score(*labels_of(np.full((k, k), 100 // k**2))) for k in (2, 5)}
    assert (round(found[2], 1), round(found[5], 2)) == (0.5, 0.16)
    assert [cd.fowlkes_mallows(separated.separated(k, 100 // k**2)) for k in found] == pytest.approx(list(found.values()))


def test_splits_and_merges_cost_what_the_formulas_say():
    random = np.random.default_rng(0)
    for _ in range(20):
        sizes = random.integers(2, 40, 4)
        before = np.repeat(np.arange(4), sizes)
        first = int(random.integers(1, sizes[2]))
        after = before.copy()
        after[np.flatnonzero(before == 2)[:first]] = 4
        parts = [first, int(sizes[2]) - first]
        assert vi_by_sklearn(before, after) == pytest.approx(splits.vi_of_split(parts, len(before)))
        together = (before[:, None] == before) != (after[:, None] == after)
        assert together.mean() == pytest.approx(splits.mirkin_of_split(parts, len(before)))
        assert min(parts) / len(before) / 2 == pytest.approx(splits.van_dongen_of_split(parts, len(before)))


def test_all_small_splits_are_tried():
    found = [(tuple(before), tuple(parts)) for before, _, parts in splits.small_splits(4)]
    assert len(found) == 14 + 4 + 1 + 1 + 1  # of 4; of 3 in 3+1; of each 2 in 2+2; of 2 in 2+1+1
    assert all(after.max() >= 4 and len(before) == 4 for before, after, _ in splits.small_splits(4))


def test_straight_lines_of_the_lattice_by_brute_force():
    every = [p.codes.tolist() for p in cd.Partition.all(4)]
    top, bottom = every[0], every[-1]
    assert all(vi_by_sklearn(top, p) + vi_by_sklearn(p, bottom) == pytest.approx(2) for p in every)
    for p, q in combinations(every, 2):
        meet = [4 * x + y for x, y in zip(p, q, strict=True)]
        assert vi_by_sklearn(p, meet) + vi_by_sklearn(meet, q) == pytest.approx(vi_by_sklearn(p, q), abs=1e-12)


def test_the_list_has_all_thirteen_properties():
    (listed,) = (section for section in exact("meila-2007").sections if section.title.startswith("Properties"))
    assert [int(check.what.partition(".")[0]) for check in listed.checks] == list(range(1, 14))
    assert "recalled" in listed.note


def test_a_property_that_does_not_hold_is_not_listed_as_held():
    assert axioms._kept(1, "a metric", "triangle_inequality", measure="adjusted_rand").verdict == "differs"


def test_mirkin_needs_its_factor():
    assert (cd.mirkin_invariant([0, 0, 1, 1], [0, 0, 1, 2]), cd.mirkin_invariant([0, 0], [0, 1])) == (1 / 8, 1 / 2)


# Xiang et al.


def test_the_series_takes_one_step_at_a_time():
    series = xiang_2012.worsening()
    counts = [len(set(labels.tolist())) for labels in series]
    assert counts == [*range(4, 65), *range(63, 15, -1)]
    chain = [cd.Partition(labels) for labels in series]
    assert all(p < q or q < p for p, q in pairwise(chain))
    assert sorted(np.bincount(xiang_2012.worsening((5, 1))[1]).tolist()) == [1, 2, 3]


def test_the_curves_of_figure_3():
    series = xiang_2012.worsening()
    curves = xiang_2012.curves(series)
    for k in (0, 1, 30, 60, 80, 108):
        assert curves["R"][k] == pytest.approx(rand_score(series[0], series[k]))
        assert curves["NMI"][k] == pytest.approx(normalized_mutual_info_score(series[0], series[k]), abs=1e-12)
        assert curves["1 - V"][k] == pytest.approx(1 - vi_by_sklearn(series[0], series[k]) / 6, abs=1e-12)
    for line in curves.values():
        assert line[0] == 1
        assert all(x >= y - 1e-12 for x, y in pairwise(line))
    assert all(x > y for x, y in pairwise(curves["S_H"][:61]))
    assert curves["S_H"][60] == curves["S_H"][-1] == 0
    assert [curves[label][-1] for label in ("R", "A", "N")] == pytest.approx([1 - (4 * comb(16, 2) + 16 * 6) / comb(64, 2), 4 / 64, 10 / 64])
    assert curves["1 - V"][-1] == pytest.approx(0, abs=1e-12)


def test_the_derivation_graph_leads_from_a_to_b():
    a, b = cd.Partition(xiang_2012.FIGURE_1_A), cd.Partition(xiang_2012.FIGURE_1_B)
    assert sorted(map(sorted, a & b)) == [[k] for k in range(1, 10)]
    assert sorted(map(sorted, a | b)) == [[1], [2, 3], [4, 5], [6, 7, 8, 9]]
    assert a.apply(cd.path(a, b)) == b


@pytest.mark.parametrize("n", range(1, 9))
def test_least_n_of_all_pairs(n):
    a, b = bounds.clusterings_with_least_n(n)
    assert 1 - cd.invariant_van_dongen(a, b) == pytest.approx(ceil(2 * sqrt(n)) / (2 * n))
    if n < 6:
        every = [p.codes for p in cd.Partition.all(n)]
        assert min(1 - cd.invariant_van_dongen(p, q) for p in every for q in every) == pytest.approx(ceil(2 * sqrt(n)) / (2 * n))


def test_a_wrong_weight_is_seen(monkeypatch):
    name, _, offset = bounds.SUMS["R"]
    monkeypatch.setitem(bounds.SUMS, "R", (name, lambda m, n: m / n, offset))
    assert [check.verdict for check in bounds.table_1().checks][:2] == ["differs", "agrees"]


def test_k_needs_the_logarithm_of_k_not_of_its_square():
    a, b = [0, 0, 1, 1], [0, 1, 0, 1]
    wanted = 1 - 2 / (2 * log2(3))
    assert cd.SplitMerge(cd.BoundedEntropy(3), combine="mean")(a, b) == pytest.approx(wanted)
    assert cd.SplitMerge(cd.BoundedEntropy(9), combine="mean")(a, b) == pytest.approx((1 + wanted) / 2)


def test_the_weights_of_a():
    table = cd.Table.from_matrix([[3, 1, 0], [1, 2, 4]])
    assert instances.most_agreement(table, equal=True) is None
    assert instances.most_agreement(table, equal=False) == pytest.approx(7 / 11)
    square = cd.Table.from_matrix([[3, 1], [1, 2]])
    assert instances.most_agreement(square, equal=True) == pytest.approx(5 / 7)


def test_squared_errors_miss_splits_and_see_some_where_there_are_no_singletons():
    one, two = [0, 0, 0, 0], [0, 0, 1, 1]
    assert cd.SplitMerge(cd.MeanSquaredError([-1, 1, -2, 2]))(one, two) == 1
    assert cd.SplitMerge(cd.MeanSquaredError([0, 0, 1, 1]))(one, two) == 0
    assert cd.SplitMerge(cd.MeanSquaredError([5, 5, 5, 5]))(one, two) == 0


# The tutorial


def test_the_tutorials_numbers():
    assert vi_by_sklearn(tutorial.X, tutorial.Y) == pytest.approx(1.459148, abs=5e-7)
    assert vi_by_sklearn(tutorial.C1, tutorial.C3) == pytest.approx(log2(6))
    assert cd.conditional_entropy(cd.Table.from_matrix(tutorial.EXERCISE_1)) == pytest.approx(0.951205, abs=5e-7)
    assert -5 / 8 * (0.4 * log2(0.4) + 0.6 * log2(0.6)) == pytest.approx(0.606844, abs=5e-7)


def test_the_tutorials_formula_and_the_right_one():
    pxy = tutorial.joint_shares(tutorial.X, tutorial.Y)
    assert tutorial.vi_as_on_the_page(pxy) == pytest.approx(0.6855, abs=5e-5)
    assert tutorial.vi_by_conditionals(pxy) == pytest.approx(1.459148, abs=5e-7)
    with pytest.raises(ValueError, match="mismatch"):
        tutorial.vi_as_on_the_page(tutorial.joint_shares(tutorial.C1, tutorial.C3))


def test_one_less_rand_is_the_share_of_pairs_that_differ():
    assert tutorial._pairs_apart([0, 0, 1, 1], [0, 1, 0, 1]) == 4 / 6
    assert tutorial._pairs_apart([0, 0, 1], [1, 1, 0]) == 0


def test_one_less_rand_is_a_metric():
    every = [p.codes for p in cd.Partition.all(4)]
    d = np.array([[1 - rand_score(p, q) for q in every] for p in every])
    assert (d[:, None] <= d[:, :, None] + d[None] + 1e-12).all()
    assert ((d == 0) == np.eye(len(every), dtype=bool)).all()
