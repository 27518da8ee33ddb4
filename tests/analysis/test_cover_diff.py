"""The diff of covers: what it finds, against definitions that list everything."""

import json
import random
from fractions import Fraction

import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff.analysis import CoverDiff
from clusterdiff.views import to_text

KINDS = ("kept", "split", "merged", "mixed", "new", "gone")


def jaccard(x, y):
    return Fraction(len(x & y), len(x | y))


def enough(shared, x, y, share):
    least = min(len(x), len(y))
    return 2 * len(shared) > least if share is None else shared and len(shared) >= share * least


def best_sum(a, b, share):
    """Return the largest sum of Jaccard indices of a one-to-one matching, trying all of them."""

    def rest(i, used):
        if i == len(a):
            return Fraction(0)
        values = [rest(i + 1, used)]
        for j, y in enumerate(b):
            if j not in used and enough(a[i] & y, a[i], y, share):
                values.append(jaccard(a[i], y) + rest(i + 1, used | {j}))
        return max(values)

    return rest(0, frozenset())


def connected(a, b, forth, share):
    """Return the sets of clusters that matches and moves connect, as ("a", i) and ("b", j)."""
    groups = [{("a", i)} for i in range(len(a))] + [{("b", j)} for j in range(len(b))]
    back = {j: i for i, j in forth.items()}
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            moved = x & y - (b[forth[i]] if i in forth else set()) - (
                a[back[j]] if j in back else set()
            )
            if forth.get(i) == j or enough(moved, x, y, share):
                joined = [g for g in groups if {("a", i), ("b", j)} & g]
                groups = [g for g in groups if g not in joined] + [set().union(*joined)]
    return {frozenset(g) for g in groups}


def check(a, b, n, share):
    found = cd.diff(cd.Cover(a, elements=range(n)), cd.Cover(b, elements=range(n)), min_share=share)
    forth = {c.name: c.partner for c in found.clusters_a if c.partner is not None}
    back = {c.name: c.partner for c in found.clusters_b if c.partner is not None}
    assert back == {j: i for i, j in forth.items()}
    assert sum(jaccard(a[i], b[j]) for i, j in forth.items()) == best_sum(a, b, share)
    for side, own, far in ((found.clusters_a, a, b), (found.clusters_b, b, a)):
        for c in side:
            alike = [jaccard(own[c.name], y) for y in far]
            assert c.jaccard == float(max(alike, default=0))
            assert (c.size, c.parts) == (len(own[c.name]), sum(1 for x in alike if x))
            assert c.best_match is None or alike[c.best_match] == max(alike)
    moved = []
    for e in range(n):
        left = [i for i, x in enumerate(a) if e in x and not (i in forth and e in b[forth[i]])]
        joined = [j for j, y in enumerate(b) if e in y and not (j in back and e in a[back[j]])]
        if left or joined:
            moved.append((e, tuple(left), tuple(joined)))
    assert [tuple(each) for each in found.elements] == moved
    assert found.moved() == [e for e, _, _ in moved]
    assert found.lost == sum(len(left) for _, left, _ in moved)
    assert found.gained == sum(len(joined) for _, _, joined in moved)
    changes = found.of_kind(*KINDS)
    assert sum(c.cost for c in changes) == found.total_cost
    assert sorted(i for c in changes for i in c.clusters_a) == list(range(len(a)))
    assert sorted(j for c in changes for j in c.clusters_b) == list(range(len(b)))
    for c in changes:
        numbers = len(c.clusters_a), len(c.clusters_b)
        kind = {(0, 1): "new", (1, 0): "gone", (1, 1): "kept"}.get(numbers)
        assert c.kind == (
            kind or ("split", "merged", "mixed")[(numbers[0] > 1) + (min(numbers) > 1)]
        )
        pairs = [(i, forth[i]) for i in c.clusters_a if i in forth]
        assert c.stay == sum(len(a[i] & b[j]) for i, j in pairs)
        assert c.gain == sum(len(b[j]) for j in c.clusters_b) - c.stay
    assert connected(a, b, forth, share) == {
        frozenset([*(("a", i) for i in c.clusters_a), *(("b", j) for j in c.clusters_b)])
        for c in changes
    }
    assert (found.total_cost == 0) == found.table.equal


def test_random_covers_against_definitions():
    choose = random.Random(0)  # noqa: S311  (a test)
    for _ in range(400):
        n = choose.randint(1, 7)
        a, b = (
            [
                frozenset(choose.sample(range(n), choose.randint(1, n)))
                for _ in range(choose.randint(0, 5))
            ]
            for _ in range(2)
        )
        check(a, b, n, choose.choice([None, 0.0, 0.5, 0.75, 1.0]))


ELEMENTS = [*"ABCDEFGHIJKLMNOPQ"]
OLD = cd.Cover(map(set, ("ABCDEFGHIJ", "JKL", "MNO", "PQ")), elements=ELEMENTS)


def cover(*blocks):
    return cd.Cover(map(set, blocks), elements=ELEMENTS)


def sentences(b):
    return [c.sentence for c in cd.diff(OLD, cover(*b)).changes]


def test_each_kind_of_change_in_words():
    same = ["JKL", "MNO", "PQ"]
    assert sentences(["ABCDE", "FGHIJ", *same]) == ["0 (10) → 0 (5), 1 (5)"]
    assert sentences(["ABCDEFGHIJMNO", "JKL", "PQ"]) == ["0 (10) + 2 (3) → 0 (13)"]
    assert sentences(["ABCDEFGHI", *same]) == ["0 → 0: 9 stay, 1 leave, 0 join"]
    assert sentences(["ABCDEFGHIJ", "JKL", "MNO"]) == ["3 (2) →"]
    # A part of a cluster that stays the same is new, since none of its elements left the cluster.
    assert sentences(["ABCDEFGHIJ", *same, "ABC"]) == ["→ 4 (3)"]
    found = cd.diff(OLD, cover("ABCDEMNO", "FGHIJ", "JKL", "PQ"))
    assert [c.kind for c in found.changes] == ["mixed"]


def test_clusters_have_their_names():
    a = cd.Cover({1: ["x"], 2: ["x", "y"], 3: ["y"]})
    found = cd.diff(a, cd.Cover([set(), {1, 2}, {2}], elements=[1, 2, 3]))
    assert [c.sentence for c in found.changes] == ["y → 2: 1 stay, 1 leave, 0 join"]
    found = cd.diff(a, cd.Cover({2: ["x"], 4: ["y"]}), align="singletons")
    assert {c.name for c in found.clusters_a} == {"x", "y", "singleton 3"}
    found = cd.diff(a, cd.Cover({2: ["x"], 3: ["y"]}), align="intersect")
    assert found.moved() == [2]
    assert found.elements[0].left == ("y",)


def test_a_partition_is_read_as_a_cover():
    found = cd.diff(cd.Cover([{0, 1}, {1, 2}]), [0, 0, 1])
    assert found.assumed == ("b is a partition, and is read as a cover.",)
    assert found.moved() == [1]


def test_equal_covers_in_another_order():
    blocks = [{1, 2}, {2, 3}, {1, 2}, {1, 2, 3}]
    found = cd.diff(cd.Cover(blocks), cd.Cover(blocks[::-1]))
    assert (found.moved_count, found.total_cost, len(found.changes)) == (0, 0, 0)
    assert "The two covers are the same." in str(found)
    empty = cd.Cover([], elements=range(3))
    assert cd.diff(empty, empty).counts == {}
    assert cd.diff(empty, cd.Cover([{1}], elements=range(3))).counts == {"new": 1}


def test_outputs_agree():
    found = cd.diff(OLD, cover("ABCDE", "FGHIJ", "JKL", "PQ"))
    assert isinstance(found, CoverDiff)
    data = json.loads(found.to_json())
    assert data["moved"] == found.moved_count == len(data["elements"])
    assert data["total_cost"] == sum(each["cost"] for each in data["changes"])
    assert len(found.to_frame("clusters_a")) == 4
    assert found.to_frame()["cost"].sum() == found.total_cost
    assert found.to_frame("elements").columns.tolist() == ["id", "left", "joined"]
    assert found.records("elements")[0] == {"id": "F", "left": "0", "joined": "1"}
    assert str(found).startswith("8 of 17 elements moved (47 %)   4 → 4 clusters   Ω ")
    assert "5 memberships gained and 8 lost, of 18 in a." in found.to_markdown()
    for what in ("changes", "clusters_a", "clusters_b", "elements"):
        assert to_text(found.view(what), 80)
    assert "… and 7 more" in to_text(found.view("elements", 1), 80)
    assert "<div" in found.to_html()


def test_other_kinds_and_options_are_refused():
    x = cd.Cover([{0, 1}, {1, 2}])
    soft = cd.Soft([[0.5, 0.5], [1, 0]])
    with pytest.raises(cd.ClusterdiffError, match=r"not a soft clustering\.\nHint: .*to_cover"):
        cd.diff(soft, soft)
    with pytest.raises(cd.ClusterdiffError, match="measure has no effect on covers"):
        cd.diff(x, x, measure="mirkin")
    with pytest.raises(cd.ClusterdiffError, match="min_share"):
        cd.diff(x, x, min_share=2)
    with pytest.raises(cd.ClusterdiffError, match="min_size"):
        cd.diff(x, x, min_size=0)
    with pytest.raises(cd.ClusterdiffError, match="what must be one of"):
        cd.diff(x, x).to_frame("splits")


def test_best_matches_are_matched_if_they_share_more_than_by_chance():
    """A quarter of each community stays; the others are in communities at random."""
    choose = np.random.default_rng(0)
    n, k = 4000, 40
    place = np.arange(n)
    main = place * k // n
    stays = place % (n // k) < n // k // 4
    a = cd.Cover.from_arrays(place, main, n)
    b = cd.Cover.from_arrays(place, np.where(stays, main, choose.integers(0, k, n)), n)
    found = cd.diff(a, b)
    assert found.counts == {"kept": k}
    assert {c.name for c in found.clusters_a} == {c.partner for c in found.clusters_a}
    assert found.moved_count == n - int((main == b.clusters).sum())
    assert cd.diff(a, b, min_share=0.5).counts == {"new": k, "gone": k}
    unrelated = cd.Cover.from_arrays(place, choose.integers(0, k, n), n)
    assert cd.diff(a, unrelated).counts == {"new": k, "gone": k}
