"""The threshold of diff: large and scattered overlaps, whose costs add up to the measure."""

import math
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clusterdiff as cd
from clusterdiff.analysis._diff import KINDS
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


def every_change(d):
    """Return all changes, clusters that stayed the same included."""
    return d.of_kind(*KINDS)


@pytest.mark.parametrize("name", [*MEASURES, *OPTIONS])
@settings(max_examples=10)
@given(pair=PAIRS, share=SHARES, size=st.sampled_from([None, 1, 2, 3]))
def test_costs_add_up_to_the_measure(name, pair, share, size):
    d = cd.diff(*pair, measure=name, min_share=share, min_size=size)
    measure = cd.get_measure(name)
    value = measure(*pair)
    total = value if measure.direction == "distance" else measure.best - value
    assert d.total_cost == pytest.approx(total, abs=1e-12)
    text = [row[0] or 0 for row in d.view(top=2).rows]
    lists = {
        "changes": [c.cost for c in d.changes],
        "text": text if not d.unrelated else [total],
        "JSON": [c["cost"] for c in d.to_dict()["changes"]],
        "frame": d.to_frame()["cost"].tolist(),
        "records": [row["cost"] for row in d.records()],
        "flows": [flow.cost for flow in d.flows],
        "elements": d.moved_columns()["cost"].tolist(),
    }
    for where, costs in lists.items():
        assert sum(costs) == pytest.approx(total, rel=1e-11, abs=1e-11), where
    scattered = [c.cost for c in d.of_kind("scattered")]
    assert sum(scattered) == pytest.approx(d.scattered_cost, abs=1e-12)
    if total > 1e-9:
        assert d.explained == pytest.approx(1 - sum(scattered) / total, abs=1e-9)


@pytest.mark.parametrize("name", WHOLE)
@settings(max_examples=30)
@given(pair=PAIRS, share=SHARES)
def test_integer_distances_add_up_in_integers(name, pair, share):
    d = cd.diff(*pair, measure=name, min_share=share)
    costs = [c.cost for c in d.changes]
    assert all(isinstance(cost, int) for cost in (d.total_cost, d.scattered_cost, *costs))
    assert all(cost >= 0 for cost in costs)
    assert sum(costs) == d.total_cost == cd.MEASURES[name](*pair)
    assert [getattr(c.costs, name) for c in d.changes] == costs


@settings(max_examples=60)
@given(pair=PAIRS, share=SHARES)
def test_costs_of_all_distances_add_up(pair, share):
    changes = cd.diff(*pair, min_share=share).changes
    assert sum(c.costs.vi for c in changes) == pytest.approx(cd.vi(*pair), abs=1e-12)
    assert sum(c.costs.vi_split for c in changes) == pytest.approx(
        cd.conditional_entropy(*pair[::-1]), abs=1e-12
    )
    for name in WHOLE:
        assert sum(getattr(c.costs, name) for c in changes) == cd.MEASURES[name](*pair)


def test_mirkin_costs_stay_exact_beyond_64_bits():
    table = cd.Table.from_counts([0, 0, 1, 1], [0, 1, 0, 1], [3 * 10**15, 7, 11, 5 * 10**15])
    d = cd.diff(table, measure="mirkin", min_share=0.5)
    a, b = (3 * 10**15 + 7, 5 * 10**15 + 11), (3 * 10**15 + 11, 5 * 10**15 + 7)
    exact = sum(x * x for x in (*a, *b)) - 2 * sum(x * x for x in (3 * 10**15, 7, 11, 5 * 10**15))
    assert d.total_cost == exact
    assert sum(c.cost for c in d.changes) == d.scattered_cost == exact


@settings(max_examples=40)
@given(pair=PAIRS)
def test_scattered_cost_of_the_variation_of_information_follows_the_chain_rule(pair):
    d = cd.diff(*pair, min_share=0.4)
    large = d._numbers.large_table
    if large.nnz:
        within = large.n / len(pair[0]) * cd.variation_of_information(large)
        rest = [c.cost for c in d.of_kind("scattered", "new", "gone")]
        assert d.total_cost - sum(rest) == pytest.approx(within, abs=1e-12)
    assert all(flow.cost > 0 for flow in d.flows)


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
        for c in every_change(d)
        if c.kind != "scattered"
    }
    assert found == brute_force(pair, Fraction(percent, 100))[0]


@settings(max_examples=60)
@given(pair=PAIRS)
def test_the_chosen_share_is_the_smallest_without_unrelated_clusters(pair):
    def separates(percent):
        components, families = brute_force(pair, Fraction(percent, 100))
        return all(any(c <= family for family in families) for c in components)

    chosen = cd.diff(*pair, min_size=1).threshold
    assert chosen.chosen
    if not chosen.unrelated:
        assert chosen.min_share == next(p for p in range(101) if separates(p)) / 100
        assert chosen.min_share <= 0.51


def is_crumb(table, a, b):
    """Return whether an overlap has too few elements to be a part, by counting."""
    rows = {x: sum(row) for x, row in enumerate(table)}
    cols = {y: sum(row[y] for row in table) for y in range(len(table[0]))}
    n = table[a][b]
    if n == rows[a] == cols[b] or not (n < 3 or n < Fraction(2, 100) * max(rows[a], cols[b])):
        return False
    in_a, in_b = max(table[a]), max(row[b] for row in table)
    largest = max(in_a, in_b) if rows[a] == cols[b] else in_a if rows[a] > cols[b] else in_b
    return n < Fraction(1, 5) * largest


COUNTS = st.lists(
    st.lists(st.sampled_from([0, 0, 0, 1, 2, 3, 9, 20, 55, 400]), min_size=3, max_size=3),
    min_size=3, max_size=4,
).filter(lambda table: all(map(any, table)) and all(map(any, zip(*table, strict=True))))  # fmt: skip


@settings(max_examples=150)
@given(table=COUNTS)
def test_crumbs_are_never_part_of_a_split_or_merge(table):
    d = cd.diff(cd.Table.from_matrix(table))
    if d.unrelated:
        return
    cells = {(x, y) for x, row in enumerate(table) for y, n in enumerate(row) if n}
    crumbs = {(x, y) for x, y in cells if is_crumb(table, x, y)}
    large = {(cut.cluster, part.name) for cut in d.splits for part in cut.parts}
    large |= {(part.name, cut.cluster) for cut in d.merges for part in cut.parts}
    assert not large & crumbs
    share = d.threshold.min_share
    sizes = [sum(row) for row in table], [sum(col) for col in zip(*table, strict=True)]
    kept = {
        (x, y)
        for x, y in cells - crumbs
        if Fraction(table[x][y], min(sizes[0][x], sizes[1][y])) >= Fraction(round(100 * share), 100)
    }
    assert {(x, y) for x, y in kept if sum(x == i for i, _ in kept) > 1} <= large


@pytest.mark.parametrize(
    ("table", "splits", "merges"),
    [
        ([[900, 880, 1]], {0: {0, 1}}, {}),  # a part of one element
        ([[2500, 1, 1, 2]], {}, {}),
        ([[5, 0], [0, 60], [0, 55], [0, 2]], {}, {1: {1, 2}}),
        ([[985, 15]], {}, {}),  # 1.5 %
        ([[950, 50]], {0: {0, 1}}, {}),
        ([[2, 1]], {0: {0, 1}}, {}),  # few elements, but not beside the others
        ([[1, 1, 1, 1, 1, 1, 1, 1]], {0: set(range(8))}, {}),
        ([[50]] * 120, {}, {0: set(range(120))}),  # each is less than 1 %
    ],
)
def test_events_have_parts_of_some_size(table, splits, merges):
    d = cd.diff(cd.Table.from_matrix(table))
    assert {cut.cluster: {part.name for part in cut.parts} for cut in d.splits} == splits
    assert {cut.cluster: {part.name for part in cut.parts} for cut in d.merges} == merges


def test_clusters_of_one_or_two_elements_are_counted_not_named():
    table = [[300, 1, 2, 0, 0], [0, 0, 0, 200, 4]]
    said = repr(cd.diff(cd.Table.from_matrix(table)))
    assert "split" not in said
    assert [line.split("  ")[-1].strip() for line in said.splitlines() if " new " in line] == [
        "1 (4) → 4 (4)",
        "+ 2 smaller clusters",
    ]


def random_pairs():
    for seed in range(40):
        random = np.random.default_rng(seed)
        n, k = int(random.integers(60, 3000)), int(random.integers(2, 12))
        yield random.integers(0, k, n), random.integers(0, k + seed % 3, n)


def test_random_clusterings_are_unrelated_and_no_change_is_named():
    found = [cd.diff(*pair) for pair in random_pairs()]
    assert sum(d.unrelated for d in found) >= 38
    for d in (d for d in found if d.unrelated):
        assert "no more in common than random ones" in repr(d)
        assert not len(d.splits) + len(d.merges)
        (only,) = d.changes
        assert (only.kind, only.size) == ("scattered", d.table.n)
        assert only.cost == pytest.approx(d.total_cost, rel=1e-12)
        assert d.explained == pytest.approx(0, abs=1e-12)
        assert d.counts_a == {"scattered": d.table.shape[0]}
        assert d.moved_count == cd.transfer_distance(d.table)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (np.zeros(90, int), np.arange(90) % 9),  # one is a refinement of the other
        (np.arange(90), np.arange(90) % 9),
        (np.arange(90) % 10, np.where(np.arange(90) < 50, np.arange(90) % 10, 0)),
        ([0, 0, 0, 1, 1, 2], [0, 0, 1, 2, 2, 2]),  # too few elements to tell
    ],
)
def test_what_is_related(a, b):
    d = cd.diff(a, b)
    assert not d.unrelated
    assert "random" not in repr(d)
    assert len(d.changes) > 1 or d.changes[0].kind in {"split", "merged"}


def test_a_share_that_is_given_is_used_for_random_clusterings():
    pair = next(random_pairs())
    assert not cd.diff(*pair, min_share=0).unrelated
    assert cd.diff(*pair, min_share=0).merges


@settings(max_examples=60)
@given(pair=PAIRS, share=SHARES)
def test_what_moved_is_the_classification_error(pair, share):
    d = cd.diff(*pair, min_share=share)
    assert d.moved_count == cd.transfer_distance(*pair) == sum(flow.size for flow in d.flows)
    assert d.moved_share == cd.classification_error(*pair)
    sizes = [flow.size for flow in d.flows]
    assert sizes == sorted(sizes, reverse=True)
    counts = matrix_of(pair)
    assert all(counts[flow.source][flow.target] == flow.size for flow in d.flows)


def test_the_largest_flow_is_named_whatever_the_threshold_calls_it():
    a, b = labels_of([[60, 29, 0], [0, 100, 0], [0, 3, 90]])
    for share in (0.2, 0.5):
        lines = repr(cd.diff(a, b, min_share=share)).splitlines()
        assert any(("0" in line and "1 (29)" in line) or "0 → 1 (29)" in line for line in lines)


TABLES = [
    # matrix, kinds of the rows, kinds of the columns
    ([[5, 0], [0, 7]], ["kept", "kept"], ["kept", "kept"]),
    ([[0, 5], [7, 0]], ["kept", "kept"], ["kept", "kept"]),
    ([[95, 5], [3, 90]], ["kept"] * 2, ["kept"] * 2),
    ([[50, 40, 0], [0, 0, 30]], ["split", "kept"], ["split", "split", "kept"]),
    ([[50, 0], [40, 0], [0, 30]], ["merged", "merged", "kept"], ["merged", "kept"]),
    ([[50, 40], [40, 50]], ["mixed"] * 2, ["mixed"] * 2),
    # the first row is split, and one of its parts is merged with the second row
    ([[50, 40], [0, 60]], ["mixed", "merged"], ["split", "mixed"]),
    (
        [[100, 0, 0, 9], [0, 100, 0, 9], [0, 0, 100, 9], [9, 9, 9, 0]],
        ["kept"] * 3 + ["gone"],
        ["kept"] * 3 + ["new"],
    ),
]


def kinds_by_name(clusters):
    return [c.kind for c in sorted(clusters, key=lambda c: c.name)]


@pytest.mark.parametrize(("matrix", "rows", "cols"), TABLES)
def test_kinds_of_clusters(matrix, rows, cols):
    share = 0.4 if rows[-1] == "gone" else 0.3
    d = cd.diff(*labels_of(matrix), min_share=share)
    assert kinds_by_name(d.clusters_a) == rows
    assert kinds_by_name(d.clusters_b) == cols


def test_gain_and_loss_of_a_kept_cluster():
    d = cd.diff(*labels_of([[95, 5], [3, 90]]), min_share=0.3)
    (first, second, scattered) = d.changes
    assert (first.kind, first.gain, first.loss) == ("kept", 3, 5)
    assert first.sentence == "0 → 0: 95 stay, 5 leave, 3 join"
    assert (second.gain, second.loss) == (5, 3)
    assert (scattered.kind, scattered.size, scattered.cost) == ("scattered", 8, d.total_cost)
    assert [(c.gain, c.loss) for c in d.clusters_a] == [(3, 5), (5, 3)]
    assert [(c.gain, c.loss) for c in d.clusters_b] == [(3, 5), (5, 3)]
    assert [(f.source, f.target, f.size) for f in d.flows] == [(0, 1, 5), (1, 0, 3)]


def test_a_pair_that_shares_less_than_half_is_mixed():
    d = cd.diff(*labels_of([[40, 30, 30], [30, 200, 0], [30, 0, 200]]), min_share=0.35)
    assert kinds_by_name(d.clusters_a) == ["mixed", "kept", "kept"]


def test_small_overlaps_are_scattered_except_of_equal_clusters():
    d = cd.diff(*labels_of([[90, 3, 0], [0, 0, 4]]), min_share=0, min_size=5)
    assert [(f.source, f.target, f.size, f.kind) for f in d.flows] == [(0, 1, 3, "new")]
    assert kinds_by_name(d.clusters_a) == ["kept", "kept"]
    assert kinds_by_name(d.clusters_b) == ["kept", "new", "kept"]


def test_new_and_gone_clusters_have_their_elements_and_their_cost():
    a, b = labels_of([[100, 0, 0, 9], [0, 100, 0, 9], [0, 0, 100, 9], [9, 9, 9, 5]])
    d = cd.diff(a, b, min_share=0.4)
    gone, new = d.of_kind("gone", "new")
    assert (gone.clusters_a, gone.size, gone.loss) == ((3,), 32, 32)
    assert (new.clusters_b, new.size, new.gain) == ((3,), 32, 32)
    assert gone.cost + new.cost == pytest.approx(d.total_cost)  # all else is kept
    assert gone.cost > new.cost  # what they share is charged to the cluster that is gone
    assert gone.sentence == "3 (32) → 0 (9), 1 (9), 2 (9), 3 (5)"
    assert new.sentence == "0 (9) + 1 (9) + 2 (9) + 3 (5) → 3 (32)"


def test_nothing_but_scattered_elements():
    d = cd.diff(*labels_of(np.full((4, 4), 5)), min_share=0.5)
    assert d.moved_count == 60
    assert [c.kind for c in d.changes] == ["gone"] * 4 + ["new"] * 4
    assert sum(c.cost for c in d.changes) == pytest.approx(d.value)
    assert [c.size for c in d.changes] == [20] * 8
    assert "gone    0 (20) → 0 (5), 1 (5), 2 (5), 3 (5)" in repr(d)


MIRROR = {"split": "merged", "merged": "split", "new": "gone", "gone": "new"}


@settings(max_examples=40)
@given(pair=PAIRS, share=SHARES)
def test_swapping_sides_turns_splits_into_merges(pair, share):
    d, swapped = cd.diff(*pair, min_share=share), cd.diff(*pair[::-1], min_share=share)
    assert swapped.threshold == d.threshold
    kinds = {c.name: c.kind for c in swapped.clusters_b}
    assert kinds == {c.name: MIRROR.get(c.kind, c.kind) for c in d.clusters_a}
    assert sorted(cut[1:4] for cut in swapped.merges) == sorted(cut[1:4] for cut in d.splits)
    assert swapped.moved_count == d.moved_count
    assert swapped.scattered_cost == pytest.approx(d.scattered_cost, abs=1e-12)


@settings(max_examples=30)
@given(pair=PAIRS, share=SHARES, seed=st.integers(0, 100))
def test_names_change_nothing_but_names(pair, share, seed):
    new = np.random.default_rng(seed).permutation(10)
    d = cd.diff(*pair, min_share=share)
    other = cd.diff(new[np.array(pair[0])], new[np.array(pair[1])], min_share=share)
    assert other.threshold == d.threshold
    assert sorted(c.size for c in other.changes) == sorted(c.size for c in d.changes)
    kinds = {int(new[c.name]): c.kind for c in d.clusters_a}
    assert {c.name: c.kind for c in other.clusters_a} == kinds
    assert other.scattered_cost == pytest.approx(d.scattered_cost, abs=1e-12)


def test_clusters_sort_naturally():
    labels = np.array([str(k) for k in range(12)] * 2)
    d = cd.diff(labels, np.array(["x"] * 24))
    assert d.changes[0].clusters_a == tuple(str(k) for k in range(12))
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
    (note,) = cd.diff(a, b).view().notes
    assert note == "8 scattered elements explain the difference (threshold 6 %)."
    (note,) = cd.diff(a, b, min_share=0.25, min_size=4).view().notes
    assert note.endswith("(threshold 25 % or 4 elements).")
    assert cd.diff(a, b, min_share=0).view().notes == ()
    (note,) = (
        cd.diff(*labels_of([[95, 5, 0, 0], [3, 90, 0, 0], [0, 0, 40, 50], [0, 0, 0, 60]]))
        .view()
        .notes
    )
    assert note.startswith("1 split and 1 merge explain ")
    assert note.endswith(" of the difference; 8 scattered elements the rest (threshold 6 %).")


def test_all_pairs_of_a_small_table_are_symmetric_in_their_cost():
    for i, j in combinations(range(1, 6), 2):
        d = cd.diff(*labels_of([[20, i], [j, 20]]), measure="mirkin", min_share=0.5)
        other = cd.diff(*labels_of([[20, j], [i, 20]]), measure="mirkin", min_share=0.5)
        assert d.scattered_cost == other.scattered_cost > 0


def test_a_cluster_of_two_strays_joins_nothing():
    d = cd.diff(*labels_of([[40, 0, 1], [0, 30, 1]]))
    assert kinds_by_name(d.clusters_a) == ["kept", "kept"]
    assert kinds_by_name(d.clusters_b) == ["kept", "kept", "new"]


def test_distances_that_are_the_same_sum_have_the_same_flows():
    a, b = (np.repeat([0, 1, 2], [40, 50, 60]), np.repeat([0, 1, 1, 2, 2], [38, 2, 47, 3, 60]))
    costs = {
        name: [flow.cost for flow in cd.diff(a, b, measure=name, min_share=0.1).flows]
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
    assert sum(c.cost for c in d.changes) == pytest.approx(d.total_cost, rel=1e-12)
    assert sum(flow.cost for flow in d.flows) == pytest.approx(d.total_cost, rel=1e-12)
