"""Meilă 2007, sections 4.3 and 4.4: splits, nearest clusterings, Property 5 to Property 8."""

from __future__ import annotations

from collections import Counter
from functools import cache
from math import log2
from typing import TYPE_CHECKING

import clusterdiff as cd
from reproductions._report import EXACT, Check, Drawing, Section, claim
from reproductions._small import inside, join, meet, pairs, partitions, refines, renumbered, shapes
from reproductions.meila_2007.drawings import draw_linearity, draw_meet

if TYPE_CHECKING:
    from reproductions._small import Labels

Split = tuple["Labels", "Labels", int, list[int]]
_VI = cd.variation_of_information


def entropy_of(parts: list[int]) -> float:
    """Return the entropy of some sizes, in bits."""
    return -sum(x / sum(parts) * log2(x / sum(parts)) for x in parts)


@cache
def splits(n: int) -> list[Split]:
    """Every split of one cluster of n elements: before, after, which cluster, and the part sizes."""
    found: list[Split] = []
    for before in shapes(n):
        for k in range(max(before) + 1):
            for p in partitions(before.count(k)):
                if max(p) > 0:
                    new = iter(p)
                    after = [n + next(new) if label == k else label for label in before]
                    sizes = sorted(Counter(p).values(), reverse=True)
                    found.append((before, renumbered(after), k, sizes))
    return found


EVERY = [split for n in range(2, 7) for split in splits(n)]


def _property_5() -> float:
    """Return the largest error of eq. 27, for splits and merges."""
    return max(
        max(abs(_VI(x, y) - sum(p) / len(a) * entropy_of(p)) for x, y in ((a, b), (b, a)))
        for a, b, _, p in EVERY
    )


def _nearest() -> tuple[bool, bool]:
    """Whether the nearest clusterings with more and with fewer clusters are those of section 4.3."""
    more, fewer = [], []
    for n in range(2, 7):
        for a in shapes(n):
            sizes = sorted(Counter(a).values())
            distances = {b: _VI(a, b) for b in partitions(n)}
            above = [v for b, v in distances.items() if max(b) > max(a)]
            below = [v for b, v in distances.items() if max(b) < max(a)]
            if above:
                smallest = next(size for size in sizes if size > 1)
                cost = smallest / n * entropy_of([smallest - 1, 1])
                more.append(abs(min(above) - cost) < EXACT)
            if below:
                merged = (sizes[0] + sizes[1]) / n * entropy_of(sizes[:2])
                fewer.append(abs(min(below) - merged) < EXACT)
    return all(more), all(fewer)


def _split_costs() -> list[Check]:
    """Property 5 and what follows from it."""
    equal = max(
        abs(_VI(a, b) - sum(p) / len(a) * log2(len(p))) for a, b, _, p in EVERY if len(set(p)) == 1
    )
    one_off = [(a, b, sum(p)) for a, b, _, p in EVERY if p[1:] == [1]]
    eq_28 = max(
        abs(_VI(a, b) - (m * log2(m) - ((m - 1) * log2(m - 1) if m > 1 else 0)) / len(a))
        for a, b, m in one_off
    )
    error, count = _property_5(), f"all {len(EVERY):,} splits of one cluster of up to 6 elements"
    return [
        claim(
            "Property 5, eq. 25 to 27",
            "a split, or the merge back, costs P(k)·H_k",
            error < EXACT,
            f"{count}, error at most {error:.0e}",
        ),
        claim(
            "After Property 5",
            "q equal parts cost P(k)·log q",
            equal < EXACT,
            f"error at most {equal:.0e}",
        ),
        claim(
            "Eq. 28",
            "one point split off costs [n_k·log n_k - (n_k - 1)·log(n_k - 1)]/n",
            eq_28 < EXACT,
            f"all {len(one_off)} cases of up to 6 elements, error at most {eq_28:.0e}",
        ),
    ]


def section_4_3() -> Section:
    """Properties 5, 6 and 7, and the nearest clusterings."""
    cases = [pair for n in range(1, 6) for pair in pairs(n)]
    met = max(abs(_VI(a, b) - _VI(a, meet(a, b)) - _VI(b, meet(a, b))) for a, b in cases)
    gaps = [(_VI(a, b) - _VI(a, meet(a, b)), renumbered(b) == meet(a, b)) for a, b in cases]
    more, fewer = _nearest()
    tried = f"all {len(cases)} tables of up to 5 elements"
    checks = (
        *_split_costs(),
        claim(
            "Sec. 4.3",
            "nearest with K' > K: one point off the smallest cluster that is no singleton",
            more,
            "n = 2 to 6",
        ),
        claim(
            "Property 6, eq. 29",
            "VI(C, C') = VI(C, C × C') + VI(C', C × C')",
            met < EXACT,
            f"{tried}, error at most {met:.0e}",
        ),
        claim(
            "Property 7, eq. 30",
            "VI(C, C') ≥ VI(C, C × C'), equal only if C' = C × C'",
            all((abs(gap) < EXACT) if same else gap > EXACT for gap, same in gaps),
            tried,
        ),
        claim(
            "Sec. 4.3", "nearest with K' < K: the two smallest clusters merged", fewer, "n = 2 to 6"
        ),
        _least_distance(),
    )
    shown = cd.Partition([0, 0, 0, 1, 1, 1]), cd.Partition([0, 0, 1, 0, 1, 1])
    figure = Drawing(
        "The meet of two clusterings lies between them, on a line as long as their VI",
        lambda ax: draw_meet(ax, *shown),
    )
    note = "Figure 4 for two clusterings of six points."
    return Section("Section 4.3: Properties 5, 6 and 7", checks, {"figure-4": figure}, note)


def _least_distance() -> Check:
    """Return the bound at the end of section 4.3."""
    least = [
        min(_VI(a, b) for a, b in pairs(n) if renumbered(a) != renumbered(b)) for n in range(2, 7)
    ]
    return claim(
        "Sec. 4.3, end",
        "VI ≥ 2/n for different clusterings, attained by two singletons merged",
        all(abs(x - 2 / n) < EXACT for n, x in enumerate(least, 2)),
        "smallest " + ", ".join(f"{x:.4f}" for x in least) + " for n = 2 to 6",
    )


def composed(name: str, power: int) -> float:
    """Return the largest error of the sum over any common coarsening, weighted by (n_k/n)^power."""
    chosen = getattr(cd, name)
    error = 0.0
    for n in range(2, 6):
        for a, b in pairs(n):
            for c in partitions(n):
                if max(c) and refines(join(a, b), c):
                    total = sum((len(x) / n) ** power * chosen(x, y) for x, y in inside(c, a, b))
                    error = max(error, abs(chosen(a, b) - total))
    return error


def section_4_4() -> Section:
    """Property 8 and figure 5."""
    error = composed("variation_of_information", 1)
    checks = (
        claim(
            "Property 8, eq. 31; fig. 5",
            "VI(C', C'') = Σ P(k)·VI(C'_k, C''_k) for refinements C', C'' of C",
            error < EXACT,
            f"all C', C'' of up to 5 elements and every C that both refine, error at most {error:.0e}",
        ),
    )
    halves = ((0, 0, 0, 1, 1, 1), (0, 0, 1, 1, 2, 2)), ((0, 0, 1, 1), (0, 1, 1, 1))
    figure = Drawing(
        "VI of two parts, weighted by their shares, adds up to VI of the whole",
        lambda ax: draw_linearity(ax, halves),
    )
    note = "Figure 5 for a set of ten points in parts of six and four."
    return Section("Section 4.4: Property 8", checks, {"figure-5": figure}, note)
