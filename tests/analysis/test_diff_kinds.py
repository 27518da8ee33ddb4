"""Kinds of clusters and changes, against their definitions in sets of elements."""

from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clusterdiff as cd
from clusterdiff.analysis._diff import KINDS, What, record_columns
from clusterdiff.labels import natural_key, natural_ranks
from tests.helpers.strategies import tuples_of_labels

PAIRS = tuples_of_labels(2, 24, 6)
SHARES = st.sampled_from([0.0, 0.2, 0.34, 0.5, 0.51, 0.8])


def blocks(labels):
    """Return each cluster as a set of positions."""
    found = {}
    for i, label in enumerate(labels):
        found.setdefault(label, set()).add(i)
    return found


def large_overlaps(a, b, share):
    """Return the neighbors of each cluster: overlaps of at least a share of the smaller cluster."""
    of_a, of_b = {x: set() for x in a}, {y: set() for y in b}
    for x, left in a.items():
        for y, right in b.items():
            shared = len(left & right)
            if shared and shared >= share * min(len(left), len(right)) - 1e-12:
                of_a[x].add(y)
                of_b[y].add(x)
    return of_a, of_b


def one_to_one(left, right, moved):
    """Return "kept" if two sets share more than half of both, and this part did not move."""
    shared = left & right
    half = 2 * len(shared) > len(left) and 2 * len(shared) > len(right)
    return "kept" if half and not shared & moved else "mixed"


def kind_by_definition(name, own, other, sides, words, moved):
    """Return what happened to a cluster, from its neighbors and their neighbors."""
    divided, shared, gone = words
    blocks_own, blocks_other = sides
    mine = own[name]
    if not mine:
        return gone
    theirs = max(len(other[each]) for each in mine)
    if len(mine) == theirs == 1:
        (partner,) = mine
        return one_to_one(blocks_own[name], blocks_other[partner], moved)
    if theirs == 1:
        return divided
    return shared if len(mine) == 1 else "mixed"


@settings(max_examples=60)
@given(pair=PAIRS, share=SHARES)
def test_kinds_of_clusters(pair, share):
    a, b = map(blocks, pair)
    of_a, of_b = large_overlaps(a, b, share)
    d = cd.diff(*pair, min_share=share)
    words_a, words_b = ("split", "merged", "gone"), ("merged", "split", "new")
    moved = set(d.moved().tolist())
    for cluster in d.clusters_a:
        assert cluster.kind == kind_by_definition(cluster.name, of_a, of_b, (a, b), words_a, moved)
    for cluster in d.clusters_b:
        assert cluster.kind == kind_by_definition(cluster.name, of_b, of_a, (b, a), words_b, moved)


def change_by_definition(change, a, b, moved):
    names_a, names_b = change.clusters_a, change.clusters_b
    if not names_a:
        return "new"
    if not names_b:
        return "gone"
    if len(names_a) == len(names_b) == 1:
        return one_to_one(a[names_a[0]], b[names_b[0]], moved)
    if len(names_a) == 1:
        return "split"
    return "merged" if len(names_b) == 1 else "mixed"


@settings(max_examples=60)
@given(pair=PAIRS, share=SHARES)
def test_changes(pair, share):
    a, b = map(blocks, pair)
    of_a, _ = large_overlaps(a, b, share)
    d = cd.diff(*pair, min_share=share)
    moved = set(d.moved().tolist())
    rest = set(range(len(pair[0])))
    for c in d.of_kind(*(kind for kind in KINDS if kind != "scattered")):
        assert c.kind == change_by_definition(c, a, b, moved)
        inside = [(x, y) for x in c.clusters_a for y in of_a[x] if y in c.clusters_b]
        shared = {i for x, y in inside for i in a[x] & b[y]}
        assert c.loss == sum(len(a[x]) for x in c.clusters_a) - len(shared)
        assert c.gain == sum(len(b[y]) for y in c.clusters_b) - len(shared)
        if c.kind in {"new", "gone"}:
            shared = {i for x in c.clusters_a for i in a[x]} | {
                i for y in c.clusters_b for i in b[y]
            }
        assert c.size == len(shared)
        assert set(d.elements(c).tolist()) == shared
        rest -= shared
    scattered = [(c.size, set(d.elements(c).tolist())) for c in d.of_kind("scattered")]
    assert scattered == ([(len(rest), rest)] if rest else [])
    assert d.scattered_count == len(rest)


@settings(max_examples=40)
@given(pair=PAIRS, share=SHARES)
def test_splits_and_merges(pair, share):
    a, b = map(blocks, pair)
    of_a, of_b = large_overlaps(a, b, share)
    d = cd.diff(*pair, min_share=share)
    splits = {cut.cluster: {part.name: part.size for part in cut.parts} for cut in d.splits}
    assert splits == {
        x: {y: len(a[x] & b[y]) for y in parts} for x, parts in of_a.items() if len(parts) > 1
    }
    merges = {cut.cluster: {part.name: part.size for part in cut.parts} for cut in d.merges}
    assert merges == {
        y: {x: len(a[x] & b[y]) for x in parts} for y, parts in of_b.items() if len(parts) > 1
    }
    for cut in (*d.splits, *d.merges):
        assert [part.size for part in cut.parts] == sorted(
            (p.size for p in cut.parts), reverse=True
        )


@settings(max_examples=40)
@given(pair=PAIRS, share=SHARES)
def test_moved_elements_are_those_outside_an_optimal_pairing(pair, share):
    """As many as an exhaustive search over pairings of clusters leaves outside."""
    a, b = map(blocks, pair)
    of_a, _ = large_overlaps(a, b, 0)
    weights = {(x, y): len(a[x] & b[y]) for x, others in of_a.items() for y in others}

    def most(names, taken):
        if not names:
            return 0
        first, *rest = names
        free = [y for y in of_a[first] if y not in taken]
        with_first = (weights[first, y] + most(rest, taken | {y}) for y in free)
        return max([most(rest, taken), *with_first])

    d = cd.diff(*pair, min_share=share)
    assert d.moved_count == len(d.moved()) == len(pair[0]) - most(list(a), frozenset())


NATURAL = [
    [-2, 0, 1, 2, 10],
    ["-1", "0", "1", "2", "10"],
    ["c1", "c2", "c10", "c10b", "d1"],
    ["1", "2", "10", "B cell", "T cell 2", "T cell 10"],
    [0, "1", 2.5, "10", "B", None],
    ["0.4", "0.8", "1.2", "10"],
]


@pytest.mark.parametrize("labels", NATURAL)
def test_natural_order(labels):
    names = np.empty(len(labels), object)
    names[:] = labels
    for seed in range(5):
        order = np.random.default_rng(seed).permutation(len(labels))
        assert natural_ranks(names[order]).tolist() == order.tolist()


@settings(max_examples=60)
@given(
    names=st.lists(st.from_regex(r"(c|a1|-|x )[0-9]{1,3}", fullmatch=True), min_size=1, unique=True)
)
def test_numbers_after_one_prefix_are_in_the_same_order(names):
    listed = np.empty(len(names), object)
    listed[:] = names
    order = sorted(range(len(names)), key=lambda i: natural_key(names[i]))
    assert np.argsort(natural_ranks(listed)).tolist() == order
    of_one = [name for name in names if name[0] == names[0][0]]
    listed = np.empty(len(of_one), object)
    listed[:] = of_one
    order = sorted(range(len(of_one)), key=lambda i: natural_key(of_one[i]))
    assert np.argsort(natural_ranks(listed)).tolist() == order


LABELS = st.one_of(
    st.integers(), st.floats(), st.text(), st.none(), st.booleans(), st.binary(),
    st.tuples(st.integers(), st.text()), st.from_regex(r"[a-c]?[0-9]{1,30}[a-c]?"),
)  # fmt: skip


@settings(max_examples=60)
@given(labels=st.lists(LABELS, min_size=1, max_size=12))
def test_any_labels_have_an_order(labels):
    names = np.empty(len(labels), object)
    names[:] = labels
    assert sorted(natural_ranks(names).tolist()) == list(range(len(labels)))


def test_blank_labels_can_be_seen():
    d = cd.diff(["", "", "x", "x"], [" ", "y", "x", "x"])
    assert d.changes[0].sentence == '"" → " " (1), y (1)'
    assert 'kept    ""' in repr(cd.diff(["", "x", "y"], ["", "x", "x"]))


def test_long_labels_of_kept_clusters_are_shortened():
    text = repr(cd.diff(["x" * 1000, "y", "z"], ["x" * 1000, "y", "y"]))
    assert "kept    xxxxxxxxxxxx…xxxxxxxxxxx\n" in f"{text}\n"


# A cluster that is gone, a rename, a split, a merge and scattered elements.
MANY_KINDS = (
    list("k" * 9 + "s" * 9 + "x" * 9 + "y" * 9 + "n" * 9 + "5" * 30 + "6" * 30 + "d"),
    list("k" * 9 + "t" * 5 + "u" * 4 + "m" * 18 + "r" * 9 + "5" * 29 + "6" * 31 + "6"),
)


@pytest.mark.parametrize("what", get_args(What))
def test_every_kind_of_change_is_a_table(what):
    a, b = MANY_KINDS
    found = cd.diff(a, b, min_share=0.2)
    part = getattr(found, what)
    assert part
    assert len(found.view(what).rows) == (5 if what == "changes" else len(part))
    assert len(found.records(what)[0]) == len(record_columns(what))


def test_two_clusters_that_share_less_than_half_are_compared_by_their_counts():
    a, b = [1, 0, 0, 0, 0, 2, 1, 1, 0, 1], [3, 1, 1, 3, 3, 3, 1, 2, 3, 2]
    found = cd.diff(a, b, min_share=0.5).of_kind("mixed")
    assert "1 → 2: 2 stay, 2 leave, 0 join" in [c.sentence for c in found]
