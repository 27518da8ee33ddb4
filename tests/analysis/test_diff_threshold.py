"""The threshold of diff: structure and leakage, whose costs add up to the measure."""

import math
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clusterdiff as cd
from clusterdiff.measures._components import by_elements, total
from clusterdiff.summaries import Entropies, PairCounts
from tests.helpers.strategies import tuples_of_labels
from tests.helpers.tables import labels_of

PAIRS = tuples_of_labels(2, 30, 6)
SHARES = st.sampled_from([None, 0.0, 0.1, 0.25, 0.34, 0.5, 0.75, 1.0])
MEASURES = [
    name
    for name, measure in cd.MEASURES.items()
    if measure.facts.component_rule is not None
    and measure.direction != "description"
    and not callable(measure.best)
]
OPTIONS = ["vi[base=e]", "nvi[by=log_n]", "nvi[by=clusters]", "nvi[by=clusters,k_max=9]"]
WHOLE = ("van_dongen", "mirkin", "transfer_distance")


@pytest.mark.parametrize("name", [*MEASURES, *OPTIONS])
@settings(max_examples=10)
@given(pair=PAIRS, share=SHARES, size=st.integers(1, 3))
def test_structure_and_leakage_add_up_to_the_measure(name, pair, share, size):
    d = cd.diff(*pair, measure=name, min_share=share, min_size=size)
    measure = cd.get_measure(name)
    value = measure(*pair)
    total = value if measure.direction == "distance" else measure.best - value
    assert d.total_cost == pytest.approx(total, abs=1e-12)
    assert d.structure_cost + d.leakage_cost == pytest.approx(total, rel=1e-12, abs=1e-12)
    assert sum(c.cost for c in d.components) == pytest.approx(d.structure_cost, abs=1e-12)
    assert sum(flow.cost for flow in d.leakage) == pytest.approx(d.leakage_cost, abs=1e-12)
    assert d.moved_columns()["cost"].sum() == pytest.approx(total, abs=1e-10)
    assert sum(c.size for c in d.components) + sum(f.size for f in d.leakage) == len(pair[0])


@pytest.mark.parametrize("name", WHOLE)
@settings(max_examples=30)
@given(pair=PAIRS, share=SHARES)
def test_integer_distances_add_up_in_integers(name, pair, share):
    d = cd.diff(*pair, measure=name, min_share=share)
    costs = (d.total_cost, d.structure_cost, d.leakage_cost)
    assert all(isinstance(cost, int) for cost in costs)
    assert d.structure_cost + d.leakage_cost == d.total_cost == cd.MEASURES[name](*pair)
    assert d.structure_cost >= 0
    assert d.leakage_cost >= 0
    assert sum(getattr(c.costs, name) for c in d.components) == d.structure_cost


def test_mirkin_costs_stay_exact_beyond_64_bits():
    table = cd.Table.from_counts([0, 0, 1, 1], [0, 1, 0, 1], [3 * 10**15, 7, 11, 5 * 10**15])
    d = cd.diff(table, measure="mirkin", min_share=0.5)
    a, b = (3 * 10**15 + 7, 5 * 10**15 + 11), (3 * 10**15 + 11, 5 * 10**15 + 7)
    exact = sum(x * x for x in (*a, *b)) - 2 * sum(x * x for x in (3 * 10**15, 7, 11, 5 * 10**15))
    assert d.total_cost == exact
    assert d.structure_cost == 0
    assert sum(flow.cost for flow in d.leakage) == d.leakage_cost == exact


@settings(max_examples=40)
@given(pair=PAIRS)
def test_leakage_of_the_variation_of_information_follows_the_chain_rule(pair):
    d = cd.diff(*pair, min_share=0.4)
    kept = d._numbers.structure
    if kept.nnz:
        expected = kept.n / len(pair[0]) * cd.variation_of_information(kept)
        assert d.structure_cost == pytest.approx(expected, abs=1e-12)
    assert all(flow.cost > 0 for flow in d.leakage)


def matrix_of(pair):
    """Return the table as {a: {b: count}}, by counting."""
    out = {}
    for a, b in zip(*pair, strict=True):
        out.setdefault(a, {}).setdefault(b, 0)
        out[a][b] += 1
    return out


def connected(nodes, edges):
    """Return connected components by merging sets, smallest first."""
    groups = [{node} for node in nodes]
    for x, y in edges:
        joined = [g for g in groups if x in g or y in g]
        groups = [g for g in groups if g not in joined] + [set().union(*joined)]
    return {frozenset(g) for g in groups}


def brute_force(pair, share):
    """Return components of the overlaps of at least this share of the smaller cluster."""
    table = matrix_of(pair)
    a_size = {a: sum(row.values()) for a, row in table.items()}
    b_size = {b: sum(row.get(b, 0) for row in table.values()) for b in set(pair[1])}
    edges = [
        (("a", a), ("b", b))
        for a, row in table.items()
        for b, n in row.items()
        if Fraction(n, min(a_size[a], b_size[b])) >= share
    ]
    nodes = [("a", a) for a in a_size] + [("b", b) for b in b_size]
    best = []
    for a, row in table.items():
        most = max((n, -b_size[b]) for b, n in row.items())
        best += [(("a", a), ("b", b)) for b, n in row.items() if (n, -b_size[b]) == most]
    for b in b_size:
        col = {a: row[b] for a, row in table.items() if b in row}
        most = max((n, -a_size[a]) for a, n in col.items())
        best += [(("a", a), ("b", b)) for a, n in col.items() if (n, -a_size[a]) == most]
    return connected(nodes, edges), connected(nodes, best)


@settings(max_examples=40)
@given(pair=PAIRS, percent=st.integers(0, 100))
def test_components_agree_with_brute_force(pair, percent):
    d = cd.diff(*pair, min_share=percent / 100)
    found = {
        frozenset([("a", x) for x in c.clusters_a] + [("b", x) for x in c.clusters_b])
        for c in d.components
    }
    assert found == brute_force(pair, Fraction(percent, 100))[0]


@settings(max_examples=40)
@given(pair=PAIRS)
def test_the_chosen_share_is_the_smallest_without_unrelated_clusters(pair):
    def separates(percent):
        components, families = brute_force(pair, Fraction(percent, 100))
        return all(any(c <= family for family in families) for c in components)

    chosen = cd.diff(*pair).threshold
    assert chosen.chosen
    assert chosen.min_share == next(p for p in range(101) if separates(p)) / 100
    assert chosen.min_share <= 0.51


KINDS = [
    # matrix, kinds of the rows, kinds of the columns
    ([[5, 0], [0, 7]], ["kept", "kept"], ["kept", "kept"]),
    ([[0, 5], [7, 0]], ["renamed", "renamed"], ["renamed", "renamed"]),
    ([[95, 5], [3, 90]], ["mostly kept"] * 2, ["mostly kept"] * 2),
    ([[50, 40, 0], [0, 0, 30]], ["split", "renamed"], ["split", "split", "renamed"]),
    ([[50, 0], [40, 0], [0, 30]], ["merged", "merged", "renamed"], ["merged", "renamed"]),
    ([[50, 40], [40, 50]], ["reshuffled"] * 2, ["reshuffled"] * 2),
    # the first row is split, and one of its parts is merged with the second row
    ([[50, 40], [0, 60]], ["reshuffled", "merged"], ["split", "reshuffled"]),
    (
        [[100, 0, 0, 9], [0, 100, 0, 9], [0, 0, 100, 9], [9, 9, 9, 0]],
        ["mostly kept"] * 3 + ["dissolved"],
        ["mostly kept"] * 3 + ["born"],
    ),
]


@pytest.mark.parametrize(("matrix", "rows", "cols"), KINDS)
def test_kinds_of_clusters(matrix, rows, cols):
    share = 0.4 if rows[-1] == "dissolved" else 0.3
    d = cd.diff(*labels_of(matrix), min_share=share)
    assert [c.kind for c in d.clusters_a] == rows
    assert [c.kind for c in d.clusters_b] == cols


def test_gain_and_loss_of_a_cluster_that_is_mostly_kept():
    d = cd.diff(*labels_of([[95, 5], [3, 90]]), min_share=0.3)
    (first, second) = d.components
    assert (first.kind, first.gain, first.loss) == ("mostly kept", 3, 5)
    assert (second.gain, second.loss) == (5, 3)
    assert [(c.gain, c.loss) for c in d.clusters_a] == [(3, 5), (5, 3)]
    assert [(c.gain, c.loss) for c in d.clusters_b] == [(3, 5), (5, 3)]
    assert [(f.source, f.target, f.size) for f in d.leakage] == [(0, 1, 5), (1, 0, 3)]


def test_a_pair_that_shares_less_than_half_is_reshuffled():
    d = cd.diff(*labels_of([[40, 30, 30], [30, 200, 0], [30, 0, 200]]), min_share=0.35)
    assert [c.kind for c in d.clusters_a] == ["reshuffled", "mostly kept", "mostly kept"]


def test_small_overlaps_are_leakage_except_of_equal_clusters():
    d = cd.diff(*labels_of([[90, 3, 0], [0, 0, 4]]), min_share=0, min_size=5)
    assert [(f.source, f.target, f.size) for f in d.leakage] == [(0, 1, 3)]
    assert [c.kind for c in d.clusters_a] == ["mostly kept", "renamed"]
    assert [c.kind for c in d.clusters_b] == ["mostly kept", "born", "renamed"]


def test_nothing_but_leakage():
    d = cd.diff(*labels_of(np.full((4, 4), 5)), min_share=0.5)
    assert d.structure_cost == 0
    assert d.leakage_cost == pytest.approx(d.value)
    assert d.moved_count == 80
    assert [c.kind for c in d.components] == ["dissolved"] * 4 + ["born"] * 4
    assert "a: 0 scattered over b: 0 (5), 1 (5), 2 (5) and 3 (5)" in repr(d)
    assert (
        cd.diff(*labels_of(np.full((4, 4), 5)), measure="rand", min_share=0.5).structure_cost == 0
    )


MIRROR = {"split": "merged", "merged": "split", "born": "dissolved", "dissolved": "born"}


@settings(max_examples=40)
@given(pair=PAIRS, share=SHARES)
def test_swapping_sides_turns_splits_into_merges(pair, share):
    d, swapped = cd.diff(*pair, min_share=share), cd.diff(*pair[::-1], min_share=share)
    assert swapped.threshold == d.threshold
    assert [c.kind for c in swapped.clusters_b] == [
        MIRROR.get(c.kind, c.kind) for c in d.clusters_a
    ]
    assert sorted(cut[1:4] for cut in swapped.merges) == sorted(cut[1:4] for cut in d.splits)
    assert sorted((f.target, f.source, f.size) for f in swapped.leakage) == sorted(
        f[:3] for f in d.leakage
    )
    assert swapped.leakage_cost == pytest.approx(d.leakage_cost, abs=1e-12)


@settings(max_examples=30)
@given(pair=PAIRS, share=SHARES, seed=st.integers(0, 100))
def test_names_change_nothing_but_names(pair, share, seed):
    new = np.random.default_rng(seed).permutation(10)
    d = cd.diff(*pair, min_share=share)
    other = cd.diff(new[np.array(pair[0])], new[np.array(pair[1])], min_share=share)
    assert other.threshold == d.threshold
    assert sorted(c.size for c in other.components) == sorted(c.size for c in d.components)
    kinds = {int(new[c.name]): c.kind for c in d.clusters_a}
    assert {c.name: c.kind for c in other.clusters_a} == kinds
    assert other.structure_cost == pytest.approx(d.structure_cost, abs=1e-12)


def test_clusters_sort_naturally():
    labels = np.array([str(k) for k in range(12)] * 2)
    d = cd.diff(labels, np.array(["x"] * 24))
    assert d.components[0].clusters_a == tuple(str(k) for k in range(12))
    assert [c.name for c in d.clusters_a] == [str(k) for k in range(12)]
    assert [part.name for part in d.merges[0].parts] == [str(k) for k in range(12)]
    mixed = cd.diff(["c10", "c9", "c9b", "-1", "2"], list("xxxxx")).clusters_a
    assert [c.name for c in mixed] == ["-1", "2", "c9", "c9b", "c10"]


@pytest.mark.parametrize("share", [-0.1, 1.1, float("nan"), "0.1", True])
def test_min_share_is_checked(share):
    with pytest.raises(cd.ClusterdiffError, match="min_share must be a number between 0 and 1"):
        cd.diff([0, 1], [0, 1], min_share=share)


@pytest.mark.parametrize("size", [0, -1, 1.5, True])
def test_min_size_is_checked(size):
    with pytest.raises(cd.ClusterdiffError, match="min_size must be an integer of at least 1"):
        cd.diff([0, 1], [0, 1], min_size=size)


def test_the_output_says_where_the_threshold_is():
    a, b = labels_of([[95, 5], [3, 90]])
    lead = cd.diff(a, b).view().lead[0]
    assert lead.endswith("8 elements in overlaps below 6 % of both clusters, chosen from the data")
    lead = cd.diff(a, b, min_share=0.25, min_size=4).view().lead[0]
    assert lead.endswith("8 elements in overlaps below 25 % of both clusters or 4 elements")
    assert cd.diff(a, b, min_share=0).view().lead == ()


def test_all_pairs_of_a_small_table_are_symmetric_in_their_cost():
    for i, j in combinations(range(1, 6), 2):
        d = cd.diff(*labels_of([[20, i], [j, 20]]), measure="mirkin", min_share=0.5)
        assert (
            d.leakage_cost
            == cd.diff(*labels_of([[20, j], [i, 20]]), measure="mirkin", min_share=0.5).leakage_cost
        )


def test_a_cluster_of_two_strays_joins_nothing():
    d = cd.diff(*labels_of([[40, 0, 1], [0, 30, 1]]))
    assert [c.kind for c in d.clusters_a] == ["mostly kept", "mostly kept"]
    assert [c.kind for c in d.clusters_b] == ["mostly kept", "mostly kept", "born"]


def test_distances_that_are_the_same_sum_share_the_leakage_alike():
    a, b = (np.repeat([0, 1, 2], [40, 50, 60]), np.repeat([0, 1, 1, 2, 2], [38, 2, 47, 3, 60]))
    costs = {
        name: [flow.cost for flow in cd.diff(a, b, measure=name, min_share=0.1).leakage]
        for name in ("mirkin", "mirkin_invariant", "rand", "vi", "vi[base=e]")
    }
    assert len(costs["mirkin"]) > 1
    for one, other in (("mirkin", "mirkin_invariant"), ("mirkin", "rand"), ("vi", "vi[base=e]")):
        ratios = np.array(costs[one]) / costs[other]
        assert ratios == pytest.approx(np.full(len(ratios), ratios[0]), rel=1e-12)


def test_a_measure_that_has_the_name_of_a_built_in_one_keeps_its_own_costs():
    @cd.measure(
        label="Half of the Mirkin distance", symbol="M", direction="distance", symmetric=True,
        bounds=(0.0, lambda p: p.total), components=total, references=(),
    )  # fmt: skip
    def mirkin(p: PairCounts, /) -> float:
        """Pairs that are together in one clustering only."""
        return p.only_a + p.only_b

    a, b = [0, 0, 0, 1, 1], [0, 0, 1, 1, 1]
    assert cd.diff(a, b, measure=mirkin).total_cost == mirkin(a, b) == cd.mirkin(a, b) / 2


def half(part, **facts):
    """Return half of a distance that is a sum over clusters and overlaps, in its unit."""

    def formula(summary, /) -> float:
        return part(summary)

    formula.__annotations__["summary"] = facts.pop("summary")
    formula.__doc__ = "Half of a distance."
    return cd.measure(
        label="half", symbol="x", direction="distance", bounds=(0.0, math.inf), symmetric=True,
        references=(), affine_given="nothing", **facts,
    )(formula)  # fmt: skip


HALVES = {
    "bits": half(
        lambda e: e.variation / math.log(2) / 2,
        summary=Entropies, unit="bits", affine_in="information", components=by_elements,
    ),
    "ordered pairs": half(
        lambda p: p.only_a + p.only_b,
        summary=PairCounts, unit="ordered pairs", affine_in="pairs", components=total,
    ),
}  # fmt: skip


@pytest.mark.parametrize("unit", HALVES)
def test_costs_follow_the_values_and_not_the_unit(unit):
    a, b = [0, 0, 0, 1, 1, 1, 2, 2, 2, 2], [0, 0, 1, 1, 1, 1, 2, 2, 3, 3]
    d = cd.diff(a, b, measure=HALVES[unit])
    assert d.total_cost == HALVES[unit](a, b) > 0
    assert d.structure_cost + d.leakage_cost == pytest.approx(d.total_cost, rel=1e-12)
    assert sum(flow.cost for flow in d.leakage) == pytest.approx(d.leakage_cost, rel=1e-12)
