"""diff, match and relabel of many small clusters: the same as one by one, and lists only changes."""

import json
import pickle
from collections import Counter
from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import clusterdiff as cd
from clusterdiff import assignment
from clusterdiff.analysis._diff import KINDS, Flow, component_numbers
from clusterdiff.analysis._diff._numbers import Members
from clusterdiff.summaries import Components
from tests.helpers.strategies import tuples_of_labels

PAIRS = tuples_of_labels(2, 24, 12)
SHARES = st.sampled_from([None, 0.0, 0.34, 0.51, 1.0])


def changed(n, clusters, share=0.03, seed=0):
    """Return labels of small clusters, and the same with some labels drawn again."""
    random = np.random.default_rng(seed)
    a = np.arange(n) * clusters // n
    return a, np.where(random.random(n) < share, random.integers(0, clusters, n), a)


def parts_of(pair):
    """Return connected components of overlapping clusters, by merging sets."""
    groups = []
    for x, y in set(zip(*pair, strict=True)):
        ends = {("a", x), ("b", y)}
        joined = [group for group in groups if group & ends]
        groups = [group for group in groups if not group & ends] + [ends.union(*joined)]
    return groups


@given(pair=PAIRS)
def test_components_are_those_of_merged_sets(pair):
    table = cd.Table.from_labels(*pair)
    found = Components.of(table)
    sets = [set() for _ in range(len(found))]
    for side, labels, numbers in (
        ("a", table.row_labels, found.of_rows),
        ("b", table.col_labels, found.of_cols),
    ):
        for label, number in zip(labels.tolist(), numbers.tolist(), strict=True):
            sets[number].add((side, label))
    assert sorted(map(sorted, sets)) == sorted(map(sorted, parts_of(pair)))
    first = [min(name for side, name in group if side == "a") for group in sets]
    assert first == sorted(first)
    sizes = [sum(("a", x) in group for x in pair[0]) for group in sets]
    assert found.sizes.tolist() == sizes
    assert found.of_cells.tolist() == found.of_rows[table.rows].tolist()


@given(pair=tuples_of_labels(2, 9, 5))
def test_the_optimal_pairing_is_the_best_of_all(pair):
    table = cd.Table.from_labels(*pair)
    counts = Counter(zip(*pair, strict=True))
    few, many = sorted((sorted(set(pair[0])), sorted(set(pair[1]))), key=len)
    turned = len(set(pair[0])) > len(set(pair[1]))
    best = max(
        sum(counts[(y, x) if turned else (x, y)] for x, y in zip(few, chosen, strict=True))
        for chosen in permutations(many, len(few))
    )
    for more in (0, 1000):  # tables of many clusters are solved in another way
        i = np.r_[table.rows, table.shape[0] + np.arange(more)]
        j = np.r_[table.cols, table.shape[1] + np.arange(more)]
        cells = assignment.optimal_pairs(i, j, np.r_[table.counts, np.ones(more, np.int64)])
        cells = cells[cells < table.nnz]
        assert int(table.counts[cells].sum()) == best
        assert len(set(table.rows[cells].tolist())) == len(cells)
        assert len(set(table.cols[cells].tolist())) == len(cells)


@given(groups=st.lists(st.integers(0, 6), max_size=20), data=st.data())
def test_groups_are_sorted_lists(groups, data):
    keys = data.draw(
        st.lists(st.integers(0, 3), min_size=len(groups), max_size=len(groups)), "keys"
    )
    wanted = data.draw(st.lists(st.integers(0, 6), max_size=5, unique=True))
    found = Members.of(*(np.array(x, np.int64) for x in (wanted, groups)), 7, np.array(keys))
    lists = [sorted((keys[i], i) for i, g in enumerate(groups) if g == w) for w in wanted]
    assert found.members.tolist() == [i for each in lists for _, i in each]
    assert found.counts.tolist() == [len(each) for each in lists]


@given(pair=PAIRS, share=SHARES)
def test_changes_are_in_the_documented_order(pair, share):
    d = cd.diff(*pair, min_share=share)
    every = d.of_kind(*KINDS)
    keys = [(c.kind == "scattered", c.kind == "kept", -c.cost, -(c.gain + c.loss)) for c in every]
    assert keys == sorted(keys)
    inner = [c for c in d.changes if c.clusters_a and c.clusters_b]
    for one, two in combinations(inner, 2):
        if (one.cost, one.kind, one.gain + one.loss) == (two.cost, two.kind, two.gain + two.loss):
            first, second = ((-c.size, c.clusters_a[0]) for c in (one, two))
            assert first < second
    if not d.unrelated:
        assert sorted(x for c in every for x in c.clusters_a) == sorted(set(pair[0]))
        assert sorted(y for c in every for y in c.clusters_b) == sorted(set(pair[1]))
        for side, clusters in ((1, d.clusters_a), (2, d.clusters_b)):  # one order everywhere
            listed = [name for change in every for name in change[side]]
            assert [c.name for c in clusters] == listed
    t = d.table
    assert [c.name for c in d.clusters_a] == t.row_labels[d.order[0]].tolist()
    assert [c.name for c in d.clusters_b] == t.col_labels[d.order[1]].tolist()


@given(pair=PAIRS, share=SHARES)
def test_rows_are_a_sequence(pair, share):
    d = cd.diff(*pair, min_share=share)
    for rows in (d.changes, d.clusters_b, d.flows, d.splits, cd.match(*pair).pairs):
        listed = list(rows)
        assert len(rows) == len(listed)
        assert [rows[i] for i in range(len(rows))] == listed
        assert [rows[i - len(rows)] for i in range(len(rows))] == listed
        assert rows[1:3] == tuple(listed[1:3])
        assert rows == tuple(listed)
        assert rows != (*listed, None)
        assert rows + rows == (*listed, *listed) == tuple(listed) + rows
        assert hash(rows) == hash(tuple(listed))
        assert repr(rows) == repr(tuple(listed))
        assert pickle.loads(pickle.dumps(rows)) == tuple(listed)  # noqa: S301  (our own)
        with pytest.raises(IndexError):
            rows[len(rows)]


def test_many_rows_are_printed_in_part():
    a, b = changed(4000, 2000)
    assert repr(cd.diff(a, b).clusters_a).endswith(", … and 1,000 more)")


@given(pair=PAIRS, share=SHARES)
def test_counts_are_those_of_the_rows(pair, share):
    d = cd.diff(*pair, min_share=share)
    every = d.of_kind(*KINDS)
    assert d.counts == Counter(c.kind for c in every)
    assert d.counts_a == Counter(c.kind for c in d.clusters_a)
    assert d.counts_b == Counter(c.kind for c in d.clusters_b)
    for kind in ("kept", "mixed"):
        assert d.of_kind(kind) == tuple(c for c in every if c.kind == kind)
    assert [c for c in every if c not in set(d.changes)] == [
        c for c in every if c.kind == "kept" and c.gain == c.loss == 0
    ]
    with pytest.raises(cd.ClusterdiffError, match="kind must be one of"):
        d.of_kind("unchanged")


@given(pair=PAIRS, share=SHARES)
def test_numbers_of_components_are_those_of_their_clusters(pair, share):
    d = cd.diff(*pair, min_share=share)
    of = component_numbers(d)
    sides = (d.table.row_labels.tolist(), d.table.col_labels.tolist())
    number_a, number_b = (
        dict(zip(names, numbers.tolist(), strict=True))
        for names, numbers in zip(sides, of[:2], strict=True)
    )
    every = d.of_kind(*(kind for kind in KINDS if kind != "scattered"))
    for c in every:
        own = {number_a[x] for x in c.clusters_a} | {number_b[y] for y in c.clusters_b}
        assert len(own) == 1
    assert len(set(of.rows.tolist()) | set(of.cols.tolist())) == len(every) + d.unrelated
    large = d.threshold.keeps(d.table)
    for row, number, is_large in zip(d.table.rows, of.cells.tolist(), large, strict=True):
        assert number == (number_a[sides[0][row]] if is_large else -1)


def test_json_lists_changes_and_counts_what_is_kept():
    d = cd.diff(*changed(3000, 1000))
    short, long = d.to_dict(), d.to_dict(kept=True)
    lists = ("changes", "clusters_a", "clusters_b")
    assert {key for key in long if short[key] != long[key]} == set(lists)
    for key in lists:
        assert short[key] == [
            row for row in long[key] if row["kind"] != "kept" or row["gain"] + row["loss"]
        ]
        assert len(long[key]) > 500 + len(short[key])
    assert sum(row["cost"] for row in short["changes"]) == pytest.approx(d.total_cost)
    assert f" + {d.counts['kept'] - 20:,} more" in repr(d)
    assert len(d.to_json()) < len(json.dumps(long)) / 3
    assert json.loads(d.to_json())["counts"] == d.counts


def test_frames_list_changes_with_the_values_of_the_rows():
    d = cd.diff(*changed(3000, 1000))
    frame, rows = d.to_frame(), d.changes
    assert len(d.to_frame(kept=True)) == len(d.of_kind(*KINDS))
    assert frame["sentence"].tolist() == [c.sentence for c in rows]
    assert frame["clusters_a"].tolist() == [c.clusters_a for c in rows]
    assert frame["mirkin"].tolist() == [c.costs.mirkin for c in rows]
    assert frame["gain"].tolist() == [c.gain for c in rows]
    assert len(d.to_frame("clusters_a")) == len(d.clusters_a)
    assert list(d.to_frame("splits").columns) == ["kind", "cluster", "parts", "cost", "sentence"]
    assert list(cd.diff([0], [0]).to_frame()) == list(frame)
    assert list(cd.diff([0], [0]).to_frame("flows")) == list(Flow._fields)


@given(
    pair=PAIRS,
    similarity=st.sampled_from(["overlap", "jaccard", "dice", "braun_banquet"]),
    method=st.sampled_from(["optimal", "greedy", "nearest", "nearest_a", "nearest_b"]),
)
def test_pairs_share_most_first(pair, similarity, method):
    found = cd.match(*pair, similarity=similarity, method=method)
    keys = [(-p.shared, p.a, p.b) for p in found]
    assert keys == sorted(keys)
    assert set(found.unmatched_a) == set(pair[0]) - {p.a for p in found}
    assert set(found.unmatched_b) == set(pair[1]) - {p.b for p in found}
    shared = Counter(zip(*pair, strict=True))
    assert all(shared[p.a, p.b] == p.shared for p in found)
    assert found.to_dict()["pairs"] == [p._asdict() for p in found.pairs]


@given(pair=PAIRS)
def test_new_names_are_those_of_the_partners(pair):
    a, b = pair
    partner = {p.b: p.a for p in cd.match(a, b)}
    new = cd.relabel(b, like=a).tolist()
    names = dict(zip(b, new, strict=True))
    assert {y: x for y, x in names.items() if y in partner} == partner
    fresh = [names[y] for y in sorted(set(b) - set(partner))]
    assert fresh == list(range(max(a) + 1, max(a) + 1 + len(fresh)))
