"""Rezaei & Fränti 2016: metrics of similarity, chance, and the invariances their experiments look for.

The paper itself was not at hand: the experiments are turned into exact claims by our reading, as their notes say.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING

import numpy as np

from clusterdiff.properties import _samples as samples
from clusterdiff.properties._cases import canonical, everything, join, pairs, relabel, shapes
from clusterdiff.properties._property import Claim, Property, axiom
from clusterdiff.properties._subject import TOLERANCE
from clusterdiff.properties.meila import triples

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clusterdiff.properties._cases import Case, Labels
    from clusterdiff.properties._subject import Subject

_REZAEI = "Rezaei & Fränti 2016"


def _similarity_triples(s: Subject, n: int) -> tuple[int, list[Case]]:
    """All triples at once, a one per shape; first what fails for pairs."""
    every, full = everything(n), s.square(n, s.similarity)
    best = np.diag(full)
    starts = s.firsts(n) if s.by_table else list(range(len(every)))
    bad: list[Case] = []
    with np.errstate(invalid="ignore"):
        for a in starts:
            pair = (np.abs(best - best[a]) > TOLERANCE) | (np.abs(full[a] - full[:, a]) > TOLERANCE) | ~(full[a] < best[a] - TOLERANCE)
            pair[a] = False
            bad += [(every[a], every[b], every[a]) for b in np.flatnonzero(pair)[:50]]
            ab, ac = full[a][:, None], full[a][None, :]
            over = np.argwhere(~(ab * full <= (ab + full) * ac + TOLERANCE))[:50]
            bad += [(every[a], every[b], every[c]) for b, c in over]
    return len(starts) * len(every) ** 2, bad


@axiom(f"{_REZAEI}, sec. 2", triples, sample=samples.three, scan=_similarity_triples)
def similarity_metric(s: Subject, a: Labels, b: Labels, c: Labels) -> Claim:
    """The similarity is symmetric, has one largest value, at equals only, and S(a,b)·S(b,c) ≤ (S(a,b) + S(b,c))·S(a,c).

    The triangle form is recalled, not looked up; it is that of Theodoridis & Koutroumbas. A distance is taken as 1 - d.
    """
    ab, best = s.similarity(a, b), s.similarity(a, a)
    if abs(best - s.similarity(b, b)) > TOLERANCE:
        return Claim(best, "=", s.similarity(b, b), "S(a, a)", "S(b, b)")
    if relabel(a) != relabel(b) and not ab < best - TOLERANCE:
        return Claim(best, ">", ab, "S(a, a)", "S(a, b)")
    if abs(ab - s.similarity(b, a)) > TOLERANCE:
        return Claim(ab, "=", s.similarity(b, a), "S(a, b)", "S(b, a)")
    bc = s.similarity(b, c)
    return Claim(ab * bc, "≤", (ab + bc) * s.similarity(a, c), "S(a, b)·S(b, c)", "(S(a, b) + S(b, c))·S(a, c)")


@lru_cache(maxsize=16)
def _orbits(n: int) -> dict[tuple[int, ...], tuple[Labels, ...]]:
    """All clusterings of n elements by their cluster sizes."""
    out: dict[tuple[int, ...], list[Labels]] = {}
    for labels in everything(n):
        out.setdefault(_sizes(labels), []).append(labels)
    return {sizes: tuple(members) for sizes, members in out.items()}


def _sizes(labels: Labels) -> tuple[int, ...]:
    return tuple(sorted(Counter(labels).values()))


@lru_cache(maxsize=2**12)
def _random_tables(a: Labels, b: Labels) -> tuple[tuple[Labels, int], ...]:
    """How b may look to a when its elements are shuffled, each table once, and how often it comes."""
    seen: dict[object, tuple[Labels, int]] = {}
    for other in _orbits(len(a))[_sizes(b)]:
        key = canonical(a, other)
        first, times = seen.get(key, (other, 0))
        seen[key] = (first, times + 1)
    return tuple(seen.values())


def by_chance(s: Subject, a: Labels, b: Labels) -> float:
    """The exact mean value over all ways to shuffle the elements of b."""
    seen = _random_tables(a, b) if s.by_table else tuple((other, 1) for other in _orbits(len(a))[_sizes(b)])
    return sum(times * s.value(a, other) for other, times in seen) / sum(times for _, times in seen)


def _size_pairs(n: int) -> Iterator[Case]:
    proper = [a for a in shapes(n) if 1 < len(set(a)) < n]
    return ((a, b) for a in proper for b in proper)


@axiom(f"{_REZAEI}, sec. 3; Vinh et al. 2010", _size_pairs, describes=True)
def constant_baseline(s: Subject, a: Labels, b: Labels) -> Claim:
    """The mean over random clusterings of given cluster sizes is the same whatever the sizes.

    All ways to shuffle the elements of b are enumerated; one cluster and all singletons, which shuffling does not
    change, are left out. The mean is compared with that of the smallest case, sizes 2 and 1 on both sides.
    """
    small = (0, 0, 1)
    return Claim(by_chance(s, a, b), "=", by_chance(s, small, small), "mean v(a, b shuffled)", "mean v(001, 001 shuffled)")


@axiom(f"{_REZAEI}, sec. 7", pairs, sample=samples.two, describes=True)
def size_imbalance_invariant(s: Subject, a: Labels, b: Labels) -> Claim | None:
    """Clusters of other sizes with the same shares misplaced give the same value.

    Our reading: every element of one part of the join is repeated, within which all shares stay; the worst part is shown.
    """
    whole = join(a, b)
    if max(whole) == 0:
        return None
    worst: Claim | None = None
    for k in set(whole):
        again = [e for e, own in enumerate(whole) if own == k]
        x, y = (labels + tuple(labels[e] for e in again) for labels in (a, b))
        claim = Claim(s.value(a, b), "=", s.value(x, y), "v(a, b)", "v(a', b')", (("a'", x), ("b'", y)))
        worst = claim if worst is None or claim.gap > worst.gap else worst
    return worst


@axiom(f"{_REZAEI}, sec. 7", pairs, sample=samples.two, describes=True)
def cluster_count_invariant(s: Subject, a: Labels, b: Labels) -> Claim:
    """More clusters with the same shares misplaced give the same value.

    Our reading: the data and a copy of them, in clusters of its own, are as alike as the data alone.
    """
    x, y = (labels + tuple(max(labels) + 1 + label for label in labels) for labels in (a, b))
    return Claim(s.value(a, b), "=", s.value(x, y), "v(a, b)", "v(a', b')", (("a'", x), ("b'", y)))


def _enlargements(n: int) -> Iterator[Case]:
    """From 2 or 3 clusters of 3n - 2 to 3n elements each, the first takes some of each other, and then one more."""
    for size, k in product(range(3 * n - 2, 3 * n + 1), (2, 3)):
        for taken in combinations_with_replacement(range(size), k - 1):
            more = [(*taken[:i], t + 1, *taken[i + 1 :]) for i, t in enumerate(taken) if t + 1 < size]
            yield from ((_taken(size, (0,) * (k - 1)), _taken(size, taken), _taken(size, next_)) for next_ in more)


def _taken(size: int, counts: tuple[int, ...]) -> Labels:
    """Clusters of one size, of which the first has taken so many elements of each other."""
    return (0,) * size + tuple(0 if e < count else k for k, count in enumerate(counts, 1) for e in range(size))


@axiom(f"{_REZAEI}, sec. 7", _enlargements, constructed=True)
def monotone_under_enlargement(s: Subject, a: Labels, b: Labels, c: Labels) -> Claim:
    """The more a cluster takes from the others, the worse: d(a, b) ≤ d(a, c) if in c it has one element more.

    Our reading: a has two or three equal clusters, of which the first takes elements of the others, none of them whole.
    As long as it takes no more than half of each other, no measure of the catalogue fails.
    """
    return Claim(s.distance(a, b), "≤", s.distance(a, c), "d(a, b)", "d(a, c)")


def _errors(n: int) -> Iterator[Case]:
    """K equal clusters of 2n elements, each giving t - 1, t and t + 1 of them to the next, up to half."""
    size = 2 * n
    for k in (2, 3):
        a = tuple(i // size for i in range(k * size))
        steps = [tuple((i // size + (i % size < t)) % k for i in range(k * size)) for t in range(n + 1)]
        yield from ((a, steps[t - 1], steps[t], steps[t + 1]) for t in range(1, n))


@axiom(f"{_REZAEI}, sec. 7", _errors, constructed=True)
def linear_in_relabelling_error(s: Subject, a: Labels, b: Labels, c: Labels, d: Labels) -> Claim:
    """Each further share of wrong labels costs the same: d(a, c) = (d(a, b) + d(a, d))/2 for equal steps from b to d.

    Our reading: K = 2 or 3 equal clusters, of which each gives the same number of elements to the next, at most half.
    """
    return Claim(s.distance(a, c), "=", (s.distance(a, b) + s.distance(a, d)) / 2, "d(a, c)", "(d(a, b) + d(a, d))/2")


PROPERTIES: tuple[Property, ...] = (
    similarity_metric,
    constant_baseline,
    size_imbalance_invariant,
    cluster_count_invariant,
    monotone_under_enlargement,
    linear_in_relabelling_error,
)
