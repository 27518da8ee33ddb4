"""All small clusterings, and measures by name: what every reproduction uses."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

import clusterdiff as cd

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Labels = tuple[int, ...]
measure = cd.get_measure


@cache
def partitions(n: int) -> tuple[Labels, ...]:
    """Every clustering of n elements, as labels in order of first appearance; one cluster first."""
    if n == 0:
        return ((),)
    return tuple((*p, k) for p in partitions(n - 1) for k in range(max(p, default=-1) + 2))


@cache
def shapes(n: int) -> tuple[Labels, ...]:
    """One clustering for each multiset of cluster sizes, the elements of a cluster adjacent."""
    found = {}
    for p in partitions(n):
        sizes = tuple(sorted(np.bincount(p).tolist(), reverse=True))
        found.setdefault(sizes, tuple(np.repeat(np.arange(len(sizes)), sizes).tolist()))
    return tuple(found.values())


@cache
def pairs(n: int) -> tuple[tuple[Labels, Labels], ...]:
    """Return every pair of clusterings of n elements, up to the order of the elements."""
    return tuple((a, b) for a in shapes(n) for b in partitions(n))


def top(n: int) -> Labels:
    """Return all elements in one cluster."""
    return (0,) * n


def bottom(n: int) -> Labels:
    """Return all elements singletons."""
    return tuple(range(n))


def renumbered(labels: Iterable[Any]) -> Labels:
    """Return the same clustering with labels in order of first appearance."""
    seen: dict[Any, int] = {}
    return tuple(seen.setdefault(label, len(seen)) for label in labels)


def meet(a: Labels, b: Labels) -> Labels:
    """Return the intersections of the clusters."""
    return renumbered(zip(a, b, strict=True))


def join(a: Labels, b: Labels) -> Labels:
    """Return the finest clustering that both refine, by merging labels until nothing changes."""
    joined = list(a)
    for k in set(b):
        inside = {joined[e] for e in range(len(a)) if b[e] == k}
        low = min(inside)
        joined = [low if label in inside else label for label in joined]
    return renumbered(joined)


def refines(fine: Labels, coarse: Labels) -> bool:
    """Return whether every cluster of the first lies inside one of the second."""
    return meet(fine, coarse) == renumbered(fine)


def inside(blocks: Labels, *clusterings: Labels) -> list[tuple[Labels, ...]]:
    """For every cluster of `blocks`, what the clusterings induce on it."""
    return [
        tuple(
            renumbered(x for x, k in zip(c, blocks, strict=True) if k == block) for c in clusterings
        )
        for block in range(max(blocks) + 1)
    ]


def labels_of(matrix: Any) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Return two label arrays with this contingency table."""
    cells = np.asarray(matrix, int)
    rows, cols = np.indices(cells.shape).reshape(2, -1)
    return np.repeat(rows, cells.ravel()), np.repeat(cols, cells.ravel())


def sizes(a: Labels) -> list[int]:
    """Return the numbers n_k."""
    return list(Counter(a).values())


def cells(a: Labels, b: Labels) -> Counter[tuple[int, int]]:
    """Return the numbers n_kk'."""
    return Counter(zip(a, b, strict=True))


def pair_counts(a: Labels, b: Labels) -> Counter[str]:
    """N11, N10, N01 and N00, pair by pair."""
    return Counter(f"{a[i] == a[j]:d}{b[i] == b[j]:d}" for i, j in combinations(range(len(a)), 2))


def word(labels: Sequence[int]) -> str:
    """Return a clustering as digits: 0012."""
    return "".join(map(str, labels))


def falls(values: Sequence[float], *, strictly: bool = False, tolerance: float = 1e-12) -> bool:
    """Return whether a series never rises, or falls at every step."""
    return all(x > y + tolerance if strictly else x >= y - tolerance for x, y in pairwise(values))
