"""Variation of information on the lattice of partitions (Meilă 2007)."""

from functools import cache
from math import log2, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterdiff import variation_of_information
from clusterdiff.errors import InputError
from clusterdiff.partition import Partition, path, vi_bounds
from tests.helpers.partitions import by_pairs, every, together
from tests.helpers.strategies import partitions

FAST = settings(max_examples=60)


def vi(a, b):
    return variation_of_information(a, b)


@cache
def vi_table(n):
    """Return VI of all pairs from the entropies: 2 H(a ∧ b) - H(a) - H(b)."""
    _, pairs, _ = every(n)
    entropy = {
        pair: -sum(s / n * log2(s / n) for s in p.sizes.tolist()) for pair, p in by_pairs(n).items()
    }
    known = np.sort(pairs)
    values = np.array([entropy[int(pair)] for pair in known])
    lookup = np.vectorize(lambda pair: entropy[int(pair)])(pairs)
    return (
        2 * values[np.searchsorted(known, pairs[:, None] & pairs[None, :])]
        - lookup[:, None]
        - lookup[None, :]
    )


@pytest.mark.parametrize("n", range(1, 6))
def test_vi_is_a_metric(n):
    found = every(n)[0]
    distance = np.array([[vi(a, b) for b in found] for a in found])
    assert np.allclose(distance, vi_table(n), atol=1e-12)
    assert np.array_equal(distance == 0, np.eye(len(found), dtype=bool))
    assert np.allclose(distance, distance.T, atol=1e-14)
    assert (distance[:, None, :] <= distance[:, :, None] + distance[None, :, :] + 1e-12).all()


@pytest.mark.parametrize("n", range(2, 8))
def test_vi_lies_within_its_bounds_and_reaches_them(n):
    found = every(n)[0]
    distance = vi_table(n)
    apart = distance[~np.eye(len(found), dtype=bool)]
    low, high = vi_bounds(n)
    assert apart.min() == pytest.approx(low) == pytest.approx(2 / n)
    assert apart.max() == pytest.approx(high) == pytest.approx(log2(n))
    for k in range(1, n + 1):
        few = np.array([len(p) <= k for p in found])
        assert distance[np.ix_(few, few)].max() <= vi_bounds(n, k).upper + 1e-12


def test_vi_bounds():
    assert vi_bounds(1) == vi_bounds(9, 1) == (0, 0)
    assert vi_bounds(16, 4).upper == vi_bounds(16).upper == 4
    assert vi_bounds(100, 3).upper == pytest.approx(2 * log2(3))
    assert vi_bounds(100, 60).upper == vi_bounds(100).upper
    assert vi_bounds(8, base=4) == pytest.approx((1 / 8, 1.5))
    assert vi_bounds(8, base="e").upper == pytest.approx(np.log(8))
    with pytest.raises(InputError, match="k_max must be a positive integer"):
        vi_bounds(8, 0)


@pytest.mark.parametrize("n", range(2, 8))
def test_the_nearest_by_vi_by_exhaustion(n):
    found, pairs, _ = every(n)
    place = {int(pair): i for i, pair in enumerate(pairs)}
    distance = vi_table(n) + np.diag(np.full(len(found), np.inf))
    for i, p in enumerate(found):
        nearest, length = p.nearest_by_vi()
        assert length == pytest.approx(distance[i].min(), rel=1e-12)
        assert distance[i, place[together(nearest)]] == pytest.approx(distance[i].min(), rel=1e-12)


@pytest.mark.parametrize(
    ("sizes", "expected"),
    [
        ([3, 4], [1, 2, 4]),
        ([1, 1, 4], [2, 4]),
        ([1, 5], [1, 1, 4]),
        ([1, 2, 2], [1, 1, 1, 2]),
        ([1, 3, 1], [2, 3]),
        ([6], [1, 5]),
        ([5, 2], [1, 1, 5]),
    ],
)
def test_which_step_is_nearest(sizes, expected):
    p = Partition(np.repeat(np.arange(len(sizes)), sizes))
    nearest, length = p.nearest_by_vi()
    assert sorted(nearest.sizes.tolist()) == expected
    assert length == pytest.approx(vi(p, nearest), rel=1e-14)
    assert p.nearest_by_vi("e").distance == pytest.approx(length * np.log(2))


@FAST
@given(partitions(3))
def test_vi_is_aligned_with_the_lattice(abc):
    a, b, c = abc
    n = a.n
    top, bottom = Partition.top(n), Partition.bottom(n)
    assert vi(a, b) == pytest.approx(vi(a, a & b) + vi(a & b, b), abs=1e-12)
    assert vi(a, top) == pytest.approx(a.entropy(), abs=1e-12)
    assert vi(a, bottom) == pytest.approx(log2(n) - a.entropy(), abs=1e-12)
    assert vi(bottom, a) + vi(a, top) == pytest.approx(vi(bottom, top), abs=1e-12)
    fine, middle, coarse = a & b, a, a | c
    assert vi(fine, coarse) == pytest.approx(vi(fine, middle) + vi(middle, coarse), abs=1e-12)
    assert vi(fine, middle) == pytest.approx(fine.entropy() - middle.entropy(), abs=1e-12)
    assert (a & b).entropy() + (a | b).entropy() <= a.entropy() + b.entropy() + 1e-12
    assert vi(a, b) <= vi(a, a | b) + vi(a | b, b) + 1e-12


@FAST
@given(partitions(2))
def test_vi_along_a_path_adds_up(ab):
    a, b = ab
    at, length = a, 0.0
    for step in path(a, b):
        x, y = (len(part) for part in step.parts)
        one = Partition([0] * x + [1] * y)
        after = at.apply(step)
        assert vi(at, after) == pytest.approx((x + y) / a.n * one.entropy(), abs=1e-12)
        at, length = after, length + vi(at, after)
    assert length == pytest.approx(vi(a, b), abs=1e-12)


@FAST
@given(partitions(2))
def test_vi_is_convexly_additive(ab):
    a, b = ab
    n, whole = a.n, a | b
    shares = [(len(block) / n, a.induced(block), b.induced(block)) for block in whole.blocks]
    assert vi(a, b) == pytest.approx(sum(w * vi(x, y) for w, x, y in shares), abs=1e-12)
    # One split cluster: VI = n_k/n · H of its parts; all clusters of a split by b: H(b | a).
    within = sum(len(block) / n * b.induced(block).entropy() for block in a.blocks)
    assert vi(a, a & b) == pytest.approx(within, abs=1e-12)
    # Refining part of the clusters of a as b does changes it by their share alone.
    block = a.blocks[0]
    mixed = Partition(
        [
            f"{x}.{y if i in block else ''}"
            for i, (x, y) in enumerate(zip(a.codes.tolist(), b.codes.tolist(), strict=True))
        ]
    )
    assert vi(a, mixed) == pytest.approx(len(block) / n * b.induced(block).entropy(), abs=1e-12)


@FAST
@given(partitions(2), st.integers(1, 4))
def test_vi_does_not_depend_on_n(ab, times):
    a, b = ab
    assert vi(np.tile(a.codes, times), np.tile(b.codes, times)) == pytest.approx(
        vi(a, b), abs=1e-12
    )


@pytest.mark.parametrize("k", [2, 3, 5])
def test_maximally_separated_clusterings(k):
    for times in (1, 3):
        a, b = (Partition(np.tile(codes.ravel(), times)) for codes in np.indices((k, k)))
        assert vi(a, b) == pytest.approx(2 * log2(k)) == pytest.approx(vi_bounds(a.n, k).upper)
        assert k <= sqrt(a.n)
        assert a & b == Partition(np.tile(np.arange(k * k), times))
        assert a | b == Partition.top(a.n)


@pytest.mark.parametrize(("k", "q", "m"), [(3, 2, 4), (4, 5, 10), (1, 3, 9)])
def test_splitting_into_equal_parts(k, q, m):
    a = Partition(np.repeat(np.arange(k), m))
    every_one = a & Partition(np.tile(np.arange(q), k * m // q))
    only_first = Partition(np.where(a.codes == 0, np.arange(k * m) % q, a.codes + q))
    assert vi(a, every_one) == pytest.approx(log2(q))
    assert vi(a, only_first) == pytest.approx(log2(q) / k)


def test_elements_that_move_to_the_next_cluster_or_to_all():
    k, m, f = 4, 12, 1 / 4
    a = np.repeat(np.arange(k), m)
    moved = np.tile(np.arange(m) < f * m, k)
    following = np.where(moved, (a + 1) % k, a)
    spread = np.where(moved, (a + 1 + np.tile(np.arange(m), k) % (k - 1)) % k, a)
    h = -f * log2(f) - (1 - f) * log2(1 - f)
    assert vi(a, following) == pytest.approx(2 * h)
    assert vi(a, spread) == pytest.approx(2 * h + 2 * f * log2(k - 1))


@FAST
@given(partitions(1))
def test_entropy(ps):
    (p,) = ps
    expected = -sum(s / p.n * log2(s / p.n) for s in p.sizes.tolist())
    assert p.entropy() == pytest.approx(expected, abs=1e-13)
    assert p.entropy("e") == pytest.approx(expected * np.log(2), abs=1e-13)
    assert p.entropy(4) == pytest.approx(expected / 2, abs=1e-13)
    assert Partition.top(p.n).entropy() == 0
