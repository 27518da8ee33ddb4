"""Rezaei & Fränti 2016, section 6: the pair sets index."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from typing import TYPE_CHECKING, Any

import numpy as np

import clusterdiff as cd
from clusterdiff import datasets
from reproductions._report import EXACT, Check, Section, claim, misprint
from reproductions._small import pairs, partitions, renumbered

if TYPE_CHECKING:
    from collections.abc import Callable

_THREES = (0, 0, 0, 1, 1, 1)
_CASES = [pair for n in range(1, 6) for pair in pairs(n)]


def at_chance(a: list[int], b: list[int]) -> Fraction:
    """E of eq. 16: the largest cluster is paired with the largest, and so on."""
    n = sum(a)
    return sum(
        (
            Fraction(x * y, n * max(x, y))
            for x, y in zip(sorted(a)[::-1], sorted(b)[::-1], strict=False)
        ),
        Fraction(0),
    )


def best_pairing(a: list[int], b: list[int]) -> Fraction:
    """Return the largest S of the expected table over all pairings."""
    n, (few, many) = sum(a), sorted((a, b), key=len)
    return max(
        sum((Fraction(x * y, n * max(x, y)) for x, y in zip(few, order, strict=False)), Fraction(0))
        for order in permutations(many, len(few))
    )


def true_mean() -> Fraction:
    """Return the mean of S over all partitions of six elements into two threes, by enumeration."""
    values = []
    for b in set(permutations(_THREES)):
        both = sum(x == y == 0 for x, y in zip(_THREES, b, strict=True))
        values.append(2 * Fraction(max(both, 3 - both), 3))
    return sum(values, Fraction(0)) / len(values)


def _sizes() -> list[list[int]]:
    return [np.bincount(p).tolist() for n in (6,) for p in partitions(n)]


def section_6_2() -> Section:
    """Theorem 2 and equations 16 to 20."""
    sizes = [list(x) for x in {tuple(sorted(s)) for s in _sizes()}]
    paired = all(at_chance(a, b) == best_pairing(a, b) for a in sizes for b in sizes)
    largest = max(at_chance(a, b) for a in sizes for b in sizes)
    mean_s = float(
        np.mean([1 + cd.simplified_pair_sets_index(_THREES, b) for b in set(permutations(_THREES))])
    )
    trivial = cd.pair_sets_index((0, 0), (0, 0)), cd.pair_sets_index((0, 0, 1, 1), (0, 1, 0, 1))
    checks = (
        claim(
            "Theorem 2",
            "the largest S pairs the largest clusters, and so on",
            paired,
            f"all {len(sizes) ** 2} pairs of cluster sizes of 6 elements",
        ),
        claim("Eq. 17", "E ≤ 1", largest <= 1, f"at most {largest}"),
        misprint(
            "Theorem 2, eq. 16: expected value of S, sizes 3, 3 and 3, 3",
            float(at_chance([3, 3], [3, 3])),
            mean_s,
            float(true_mean()),
            "E is S of the expected table, not the expected S: the mean over all partitions with these sizes is 7/5. Random partitions have PSI > 0 on average.",
            "R2",
        ),
        claim(
            "Eq. 18",
            "PSI = 1 for K = K' = 1, and 0 for S ≤ E",
            trivial == (1, 0),
            f"{trivial[0]:g} and {trivial[1]:g}",
        ),
        *_other_properties(),
    )
    return Section("Sections 6.2 and 6.4: Theorem 2, equations 16 to 18", checks)


def _other_properties() -> list[Check]:
    """Section 6.4."""
    ks = (2, 4, 8, 16)
    rises = [cd.pair_sets_index(*datasets.label_errors(200, k=k)) for k in ks]
    steps = np.diff(rises)
    exact = [
        cd.pair_sets_index(*datasets.imbalanced_clusters(size, errors=100)) for size in (50, 2000)
    ]
    return [
        claim(
            "Sec. 6.4 a",
            "PSI depends little on the number of clusters, and ever less as it grows",
            bool((steps > 0).all() and (np.diff(steps) < 0).all()),
            ", ".join(f"{x:.3f}" for x in rises) + " for K = 2, 4, 8, 16 with 20 % errors",
        ),
        claim(
            "Sec. 6.4 b",
            "an exact pair of clusters has the same impact, whatever its size",
            abs(exact[0] - exact[1]) < EXACT,
            f"{exact[0]:.3f} and {exact[1]:.3f} with an exact cluster of 50 and of 2,000 objects",
        ),
    ]


def _distances(index: Callable[[Any, Any], float]) -> np.ndarray:
    return np.array([[1 - index(a, b) for b in partitions(5)] for a in partitions(5)])


def _in_most_cases(full: np.ndarray) -> Check:
    """What section 6.3 says of the triangle inequality of eq. 19."""
    a, b, c = (0, 0, 1, 2), (0, 1, 2, 3), (0, 1, 2, 2)
    around = (1 - cd.pair_sets_index(a, b)) + (1 - cd.pair_sets_index(b, c))
    direct = 1 - cd.pair_sets_index(a, c)
    broken = int((full[:, None] > full[:, :, None] + full[None] + EXACT).sum())
    every = len(full) ** 3
    check = claim(
        "Sec. 6.3",
        "the triangle inequality holds in most cases for PSI (eq. 19), too",
        0 < broken < every / 2 and direct > around + EXACT,
        f"it fails for {broken:,} of {every:,} triples of 5 elements, e.g. 0012, 0123, 0122: {direct:.4f} > {around:.4f}; so it cannot be proved in general",
    )
    return replace(check, erratum="R8")


def section_6_3() -> Section:
    """The metric properties."""
    simple, full = _distances(cd.simplified_pair_sets_index), _distances(cd.pair_sets_index)
    zero = all(
        (abs(1 - cd.pair_sets_index(x, y)) < EXACT) == (renumbered(x) == renumbered(y))
        for x, y in _CASES
    )
    checks = (
        claim(
            "Eq. 21 and 22",
            "1 - PSI is not negative and symmetric",
            bool((full >= 0).all() and np.abs(full - full.T).max() < EXACT),
            "all pairs of 5 elements",
        ),
        claim(
            "Eq. 23",
            "1 - PSI = 0 for equal partitions only",
            zero,
            f"all {len(_CASES)} tables of up to 5 elements",
        ),
        claim(
            "Sec. 6.3",
            "1 - simplified PSI is a metric",
            bool((simple[:, None] <= simple[:, :, None] + simple[None] + EXACT).all()),
            f"all {len(simple) ** 3:,} triples of 5 elements",
        ),
        _in_most_cases(full),
    )
    return Section("Section 6.3: metric properties", checks)
