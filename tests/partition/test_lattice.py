"""The lattice of partitions: order, meet, join, neighbors and paths, by exhaustion."""

from itertools import islice, product
from math import comb, log2

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterdiff import Table, _kernel
from clusterdiff._kernel import _numpy
from clusterdiff.partition import Merge, Partition, Split, bell_number, join, meet, path
from tests.helpers.partitions import every, together
from tests.helpers.strategies import partitions

FAST = settings(max_examples=60)


# Reading


@FAST
@given(partitions(3))
def test_laws_of_a_lattice(abc):
    a, b, c = abc
    assert a & b == b & a
    assert a | b == b | a
    assert (a & b) & c == a & (b & c) == meet(a, b, c)
    assert (a | b) | c == a | (b | c) == join(a, b, c)
    assert a & (a | b) == a == a | (a & b)
    assert a & a == a == a | a == meet(a) == join(a)


@FAST
@given(partitions(3))
def test_laws_of_an_order(abc):
    a, b, c = abc
    same = Partition(a.labels)
    assert a <= same <= a
    assert not a < same
    assert (a == b) == (a <= b <= a)
    assert (a <= b) == (b >= a) == (a & b == a) == (a | b == b)
    assert (a < b) == (b > a) == (a <= b and a != b)
    assert a & b & c <= a & b <= a <= a | b <= a | b | c
    if a <= b <= c:
        assert a <= c
    assert Partition.bottom(a.n) <= a <= Partition.top(a.n)


@FAST
@given(partitions(1), st.permutations(range(6)))
def test_equal_up_to_the_names_of_clusters(ps, names):
    (p,) = ps
    renamed = Partition([names[code] for code in p.codes.tolist()])
    assert renamed == p
    assert hash(renamed) == hash(p)
    assert p == Partition.from_blocks(list(p.blocks)) == Partition.from_blocks(list(p.blocks)[::-1])


@FAST
@given(partitions(2), st.randoms(use_true_random=False))
def test_operations_do_not_depend_on_the_order_of_named_elements(ab, random):
    a, b = ab
    names = [f"e{i}" for i in range(a.n)]
    shuffled = random.sample(range(a.n), a.n)
    named_a = Partition(dict(zip(names, a.codes.tolist(), strict=True)))
    named_b = Partition({names[i]: int(b.codes[i]) for i in shuffled})
    for op in ("__and__", "__or__"):
        out, expected = getattr(named_a, op)(named_b), getattr(a, op)(b)
        assert out.codes.tolist() == expected.codes.tolist()
        assert out == getattr(named_b, op)(named_a)
        assert hash(out) == hash(getattr(named_b, op)(named_a))
    assert (named_a == named_b, named_a <= named_b, named_a > named_b) == (a == b, a <= b, a > b)


@pytest.mark.parametrize("n", [*range(1, 5), pytest.param(5, marks=pytest.mark.slow)])
def test_order_meet_and_join_by_exhaustion(n):
    found, _, order = every(n)
    index = {p: i for i, p in enumerate(found)}
    assert np.array_equal(order, [[a <= b for b in found] for a in found])
    for (i, a), (j, b) in product(enumerate(found), repeat=2):
        below, above = order[:, i] & order[:, j], order[i] & order[j]
        assert below[index[a & b]]
        assert order[below, index[a & b]].all()
        assert above[index[a | b]]
        assert order[index[a | b], above].all()


@pytest.mark.parametrize("n", range(1, 8))
def test_all_partitions_are_there_once(n):
    found, pairs, _ = every(n)
    assert (
        len(found)
        == len(Partition.all(n))
        == bell_number(n)
        == len(set(pairs.tolist()))
        == len(set(found))
    )
    assert found[0] == Partition.top(n)
    assert found[-1] == Partition.bottom(n)


def test_bell_numbers_and_lazy_enumeration():
    assert [bell_number(n) for n in (8, 10, 20, 30)] == [
        4140,
        115975,
        51724158235372,
        846749014511809332450147,
    ]
    assert sum(comb(29, k) * bell_number(max(k, 1)) for k in range(30)) == bell_number(30)
    assert [p.k for p in islice(Partition.all(1000), 3)] == [1, 2, 2]


@pytest.mark.parametrize("n", range(1, 8))
def test_splits_and_merges_are_the_hasse_neighbors(n):
    found, pairs, order = every(n)
    less = order & (pairs[:, None] != pairs[None, :])
    covered = less & (
        less.astype(np.float32) @ less.astype(np.float32) == 0
    )  # a < b with nothing between
    place = {int(pair): i for i, pair in enumerate(pairs)}
    for i, p in enumerate(found):
        for neighbors, expected in ((p.splits(), covered[:, i]), (p.merges(), covered[i])):
            at = [place[together(q)] for q in neighbors]
            assert len(set(at)) == len(at)
            assert set(at) == set(np.flatnonzero(expected).tolist())


def test_neighbors_come_one_at_a_time():
    assert [p.k for p in islice(Partition.top(500).splits(), 3)] == [2, 2, 2]
    assert [p.k for p in islice(Partition.bottom(5000).merges(), 3)] == [4999] * 3
    assert all(
        p == Partition(p.labels) and p.sizes.sum() == 7
        for p in Partition([0, 0, 1, 2, 1, 0, 2]).splits()
    )


@FAST
@given(partitions(2))
def test_many_at_once_by_definition(ab):
    a, b = ab
    assert together(a & b) == together(a) & together(b)
    linked = np.array(
        [
            [a.codes[x] == a.codes[y] or b.codes[x] == b.codes[y] for y in range(a.n)]
            for x in range(a.n)
        ]
    )
    for _ in range(a.n):
        linked = linked @ linked
    assert np.array_equal(linked, (a | b).codes[:, None] == (a | b).codes)


def test_a_long_chain_is_joined():
    n = 10_001  # {0 1} {2 3} … and {1 2} {3 4} …: each round can only halve the chain
    a, b = Partition(np.arange(n) // 2), Partition((np.arange(n) + 1) // 2)
    assert a | b == Partition.top(n)
    shuffle = np.random.default_rng(0).permutation(n)
    assert a.induced(shuffle) | b.induced(shuffle) == Partition.top(n)
    hub = Partition(np.r_[np.zeros(5000, int), np.arange(1, 5002)])
    spokes = Partition(np.r_[np.arange(5001), np.arange(5000)])
    assert (hub | spokes).k == 2


def test_many_clusters_need_no_square():
    rng = np.random.default_rng(0)
    a, b = (Partition(rng.integers(0, 10**5, 3 * 10**5)) for _ in range(2))
    assert a & b <= a <= a | b
    assert Table.from_labels(a, b).nnz == len(a & b)
    assert (a & b) & a == a & b


@FAST
@given(partitions(2, largest=40))
def test_the_kernels_agree_on_pairs(ab):
    a, b = (p.codes for p in ab)
    codes, first = _numpy.encode_pairs(a, b)
    seen = {}
    expected = [
        seen.setdefault(pair, len(seen)) for pair in zip(a.tolist(), b.tolist(), strict=True)
    ]
    assert codes.tolist() == expected
    assert first.tolist() == [expected.index(code) for code in range(len(seen))]
    native_codes, native_first = getattr(_kernel, "encode_pairs", _numpy.encode_pairs)(a, b)
    assert (native_codes.dtype, native_first.dtype) == (codes.dtype, first.dtype)
    assert np.array_equal(native_codes, codes)
    assert np.array_equal(native_first, first)


# Elements


@FAST
@given(partitions(1), st.data())
def test_induced_keeps_what_is_together(ps, data):
    (p,) = ps
    chosen = data.draw(st.lists(st.integers(0, p.n - 1), min_size=1, unique=True))
    small = p.induced(chosen)
    assert small.labels.tolist() == p.labels[chosen].tolist()
    mask = np.zeros(p.n, bool)
    mask[chosen] = True
    assert p.induced(mask) == p.induced(sorted(chosen)) == p.induced(iter(sorted(chosen)))
    named = Partition(dict(zip("abcdefghijkl", p.codes.tolist(), strict=False)))
    kept = named.induced(["abcdefghijkl"[i] for i in chosen])
    assert kept.elements == tuple("abcdefghijkl"[i] for i in chosen)
    assert kept.codes.tolist() == small.codes.tolist()


# Steps


@FAST
@given(partitions(2))
def test_a_path_leads_there_and_back(ab):
    a, b = ab
    steps = path(a, b)
    back = [step.inverse for step in reversed(steps)]
    assert a.apply(steps) == b
    assert b.apply(back) == a
    assert back == path(b, a)
    low = a & b
    downs = [step for step in steps if isinstance(step, Split)]
    assert steps[: len(downs)] == downs
    assert a.apply(downs) == low
    assert len(steps) == 2 * low.k - a.k - b.k
    assert all(len(step.parts) == 2 and step.inverse.inverse == step for step in steps)
    at = a
    for step in steps:
        here, at = at, at.apply(step)
        assert at in set(here.splits() if isinstance(step, Split) else here.merges())


def test_steps_of_more_than_two_parts():
    step = Split([[0, 1], [2], [3]])
    assert Partition.top(4).apply(step) == Partition([0, 0, 1, 2])
    assert Partition.top(4).apply([step, step.inverse]) == Partition.top(4)
    assert step.block == step.inverse.block == (0, 1, 2, 3)
    assert str(step) == "split {0, 1, 2, 3} into {0, 1} and {2} and {3}"
    assert str(step.inverse) == "merge {0, 1} and {2} and {3} into {0, 1, 2, 3}"
    assert step != step.inverse
    assert len({step, Split(([0, 1], (2,), [3]))}) == 1
    assert Partition.top(4).apply([]) == Partition.top(4)
    assert "… 92 more}" in str(Merge([range(50), range(50, 100)]))


def test_a_path_of_many_steps_stays_short():
    n = 20_000
    steps = path(Partition.top(n), Partition.bottom(n))
    assert len(steps) == n - 1
    assert sum(len(step.block) for step in steps) < n * (log2(n) + 1)
    assert Partition.top(n).apply(steps) == Partition.bottom(n)
