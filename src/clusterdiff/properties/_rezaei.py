"""Similarity metrics, chance, and the experiments of Rezaei and Fränti (2016).

The experiments of section 7 have 3,000 elements; here the same arrangements are checked with fewer
elements and equal shares.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from clusterdiff.properties import _random_cases as random_cases
from clusterdiff.properties._cases import equal, everything, shapes
from clusterdiff.properties._measured import TOLERANCE
from clusterdiff.properties._meila import triples
from clusterdiff.properties._statements import Claim, axiom
from clusterdiff.properties._tables import canonical

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clusterdiff.properties._cases import Case, Labels
    from clusterdiff.properties._measured import Measured

_REZAEI = "Rezaei & Fränti 2016"
_KEPT = 50


def _similarity_triples(m: Measured, n: int) -> tuple[int, list[Case]]:
    """Check all triples at once, a one per shape."""
    every, s = everything(n), m.square(n, m.similarity)
    best = np.diag(s)
    starts = m.shape_indices(n) if m.by_table else list(range(len(every)))
    bad: list[Case] = []
    with np.errstate(invalid="ignore"):
        for a in starts:
            wrong = (np.abs(best - best[a]) > TOLERANCE) | (np.abs(s[a] - s[:, a]) > TOLERANCE)
            wrong |= ~(s[a] < best[a] - TOLERANCE)
            wrong[a] = False
            bad += [(every[a], every[b], every[a]) for b in np.flatnonzero(wrong)[:_KEPT]]
            ab, ac = s[a][:, None], s[a][None, :]
            over = np.argwhere(~(ab * s <= (ab + s) * ac + TOLERANCE))[:_KEPT]
            bad += [(every[a], every[b], every[c]) for b, c in over]
    return len(starts) * len(every) ** 2, bad


@axiom(f"{_REZAEI}, sec. 2", triples, sample=random_cases.three, scan=_similarity_triples)
def similarity_metric(m: Measured, a: Labels, b: Labels, c: Labels) -> Claim:
    """A similarity metric: symmetric, greatest only for equals, and a triangle inequality.

    The similarity has one greatest value, at equal clusterings only, and S(a, b) · S(b, c) ≤
    (S(a, b) + S(b, c)) · S(a, c). Of a distance S is 1 minus the distance.
    """
    ab, best = m.similarity(a, b), m.similarity(a, a)
    if abs(best - m.similarity(b, b)) > TOLERANCE:
        return Claim(best, "=", m.similarity(b, b), "S(a, a)", "S(b, b)")
    if not equal(a, b) and not ab < best - TOLERANCE:
        return Claim(best, ">", ab, "S(a, a)", "S(a, b)")
    if abs(ab - m.similarity(b, a)) > TOLERANCE:
        return Claim(ab, "=", m.similarity(b, a), "S(a, b)", "S(b, a)")
    bc = m.similarity(b, c)
    right = (ab + bc) * m.similarity(a, c)
    return Claim(ab * bc, "≤", right, "S(a, b)·S(b, c)", "(S(a, b) + S(b, c))·S(a, c)")


@lru_cache(maxsize=16)
def _by_sizes(n: int) -> dict[tuple[int, ...], tuple[Labels, ...]]:
    """Return all clusterings of n elements by their cluster sizes."""
    out: dict[tuple[int, ...], list[Labels]] = {}
    for labels in everything(n):
        out.setdefault(_sizes(labels), []).append(labels)
    return {sizes: tuple(members) for sizes, members in out.items()}


def _sizes(labels: Labels) -> tuple[int, ...]:
    return tuple(sorted(Counter(labels).values()))


@lru_cache(maxsize=2**12)
def _shuffles(a: Labels, b: Labels) -> tuple[tuple[Labels, int], ...]:
    """Return one shuffle of b for each table with a, and how often the table occurs."""
    seen: dict[object, tuple[Labels, int]] = {}
    for other in _by_sizes(len(a))[_sizes(b)]:
        key = canonical(a, other)
        first, times = seen.get(key, (other, 0))
        seen[key] = (first, times + 1)
    return tuple(seen.values())


def by_chance(m: Measured, a: Labels, b: Labels) -> float:
    """Return the exact mean of the value over all ways to shuffle the elements of b."""
    single = ((other, 1) for other in _by_sizes(len(a))[_sizes(b)])
    seen = _shuffles(a, b) if m.by_table else tuple(single)
    return sum(times * m.value(a, other) for other, times in seen) / sum(t for _, t in seen)


def _size_pairs(n: int) -> Iterator[Case]:
    proper = [a for a in shapes(n) if 1 < len(set(a)) < n]
    return ((a, b) for a in proper for b in proper)


@axiom(f"{_REZAEI}, sec. 2 and 5", _size_pairs, needs="value")
def constant_baseline(m: Measured, a: Labels, b: Labels) -> Claim:
    """The mean over random clusterings with given cluster sizes is the same for all sizes.

    The mean over all ways to shuffle the elements of b is exact. One cluster and only singletons,
    which shuffling does not change, are left out. It is compared with the mean for three elements
    and clusters of sizes 2 and 1.
    """
    small = (0, 0, 1)
    means = by_chance(m, a, b), by_chance(m, small, small)
    return Claim(means[0], "=", means[1], "mean v(a, b shuffled)", "mean v(001, 001 shuffled)")


def _three(size: int) -> Labels:
    """Return three clusters of this size."""
    return tuple(i // size for i in range(3 * size))


def _enlarged(size: int, taken: tuple[int, int], by: int) -> Labels:
    """Return three clusters, of which the one numbered `by` took elements of the two others."""
    out = list(_three(size))
    for k, count in zip([k for k in range(3) if k != by], taken, strict=True):
        out[k * size : k * size + count] = [by] * count
    return tuple(out)


def _enlargements(n: int) -> Iterator[Case]:
    """Yield the steps of figures 11 and 13 for clusters of 4n elements."""
    size = 4 * n
    first = [(min(t, size), max(t - size, 0)) for t in range(2 * size + 1)]
    steps = [_enlarged(size, taken, 0) for taken in first]
    second = [_enlarged(size, (t, t), 1) for t in range(size + 1)]
    for series in (steps, second):
        yield from ((series[0], b, c) for b, c in pairwise(series))


@axiom(f"{_REZAEI}, sec. 7.3 (fig. 11 to 14)", _enlargements, constructed=True)
def monotone_under_enlargement(m: Measured, a: Labels, b: Labels, c: Labels) -> Claim:
    """The more elements one of three equal clusters takes from the others, the worse the value.

    d(a, b) ≤ d(a, c), where the cluster has more elements in c. The first cluster takes the second,
    then the third; or the second takes elements of both others alike.
    """
    return Claim(m.distance(a, b), "≤", m.distance(a, c), "d(a, b)", "d(a, c)")


def _wrong_labels(size: int, wrong: int) -> Labels:
    """Return three clusters of this size, each with as many elements in each of the two others."""
    out = list(_three(size))
    for k in range(3):
        for step in (1, 2):
            start = k * size + (step - 1) * wrong
            out[start : start + wrong] = [(k + step) % 3] * wrong
    return tuple(out)


def _errors(n: int) -> Iterator[Case]:
    """Yield three successive steps of figure 15 for clusters of 3n elements."""
    size = 3 * n
    series = [_wrong_labels(size, wrong) for wrong in range(n + 1)]
    yield from ((series[0], *series[t : t + 3]) for t in range(n - 1))


@axiom(f"{_REZAEI}, sec. 7.3 (fig. 15 and 16)", _errors, constructed=True)
def linear_in_label_errors(m: Measured, a: Labels, b: Labels, c: Labels, d: Labels) -> Claim:
    """Every additional wrong label costs the same: d(a, c) = (d(a, b) + d(a, d))/2.

    Each of three equal clusters has equally many elements in both others, one more in c than in b
    and in d than in c, up to an equal distribution.
    """
    middle = (m.distance(a, b) + m.distance(a, d)) / 2
    return Claim(m.distance(a, c), "=", middle, "d(a, c)", "(d(a, b) + d(a, d))/2")


def _two_with_errors(size: int, third: int) -> Case:
    """Return two clusters that exchange a fifth of their elements, and one found exactly."""
    wrong = size // 5
    exact = (2,) * third
    a = (0,) * size + (1,) * size
    b = (1,) * wrong + (0,) * size + (1,) * (size - wrong)
    return a + exact, b + exact


def _third_sizes(n: int) -> Iterator[Case]:
    """Yield figure 17 for clusters of 5n elements: the third has 10n, or fewer."""
    size = 5 * n
    for third in range(1, 2 * size):
        yield (*_two_with_errors(size, 2 * size), *_two_with_errors(size, third))


@axiom(f"{_REZAEI}, sec. 7.4 (fig. 17 and 18)", _third_sizes, needs="value", constructed=True)
def size_imbalance_invariant(m: Measured, a: Labels, b: Labels, c: Labels, d: Labels) -> Claim:
    """The size of a cluster that is found exactly does not matter: v(a, b) = v(c, d).

    Two clusters exchange a fifth of their elements (a tenth in the paper); the third one is twice
    as large in a and b, and smaller in c and d.
    """
    return Claim(m.value(a, b), "=", m.value(c, d), "v(a, b)", "v(c, d)")


def _cyclic(clusters: int, size: int) -> Case:
    """Return equal clusters, each with a fifth of its elements in the next one."""
    n, wrong = clusters * size, size // 5
    a = tuple(i // size for i in range(n))
    return a, tuple((k + (i % size < wrong)) % clusters for i, k in enumerate(a))


def _cluster_counts(n: int) -> Iterator[Case]:
    """Yield figure 19 for clusters of five elements: two clusters, and n + 2."""
    yield (*_cyclic(2, 5), *_cyclic(n + 2, 5))


@axiom(f"{_REZAEI}, sec. 7.5 (fig. 19 and 20)", _cluster_counts, needs="value", constructed=True)
def cluster_count_invariant(m: Measured, a: Labels, b: Labels, c: Labels, d: Labels) -> Claim:
    """The number of clusters does not matter if all have the same errors: v(a, b) = v(c, d).

    Every cluster has five elements, one of which is in the next cluster; a has two clusters, c
    more.
    """
    return Claim(m.value(a, b), "=", m.value(c, d), "v(a, b)", "v(c, d)")
