"""Meilă 2007, sections 3, 4.1 and 4.2: what VI is, Property 1 to Property 4."""

from __future__ import annotations

from itertools import pairwise
from math import isqrt, log2

import numpy as np

import clusterdiff as cd
from clusterdiff import datasets
from reproductions._report import EXACT, Check, Drawing, Section, claim
from reproductions._small import bottom, meet, pairs, partitions, renumbered, top
from reproductions.meila_2007.drawings import draw_information

SMALL = [pair for n in range(1, 7) for pair in pairs(n)]
TRIED = f"all {len(SMALL)} tables of up to 6 elements"
_VI = cd.variation_of_information


def section_3() -> Section:
    """Section 3: the definition of VI."""
    rows = [
        (
            cd.entropy(a),
            cd.entropy(b),
            cd.mutual_information(a, b),
            _VI(a, b),
            cd.joint_entropy(a, b),
        )
        for a, b in SMALL
    ]
    errors = {
        "Eq. 19": max(abs(v - (h + k - 2 * i)) for h, k, i, v, _ in rows),
        "Eq. 21": max(
            abs(_VI(a, b) - cd.conditional_entropy(a, b) - cd.conditional_entropy(b, a))
            for a, b in SMALL
        ),
        "Eq. 22": max(abs(v - (2 * joint - h - k)) for h, k, _, v, joint in rows),
    }
    forms = {
        "Eq. 19": "VI = H(C) + H(C') - 2I(C, C')",
        "Eq. 21": "VI = H(C given C') + H(C' given C)",
        "Eq. 22": "VI = 2H(C, C') - H(C) - H(C')",
    }
    checks = (
        *_bounds_of_information(),
        *(
            claim(item, forms[item], error < EXACT, f"{TRIED}, error at most {error:.0e}")
            for item, error in errors.items()
        ),
    )
    shown = (0,) * 6 + (1,) * 4, (0,) * 4 + (1,) * 6
    figure = Drawing(
        "The entropies of two clusterings as bars that overlap in their mutual information; VI is the rest",
        lambda ax: draw_information(ax, *shown),
    )
    note = "Figure 2 for two clusterings of ten points."
    return Section("Section 3: the variation of information", checks, {"figure-2": figure}, note)


def _bounds_of_information() -> list[Check]:
    """Eq. 17 and 18."""
    rows = [(cd.entropy(a), cd.entropy(b), cd.mutual_information(a, b), a, b) for a, b in SMALL]
    determined = all(
        (abs(i - min(h, k)) < EXACT) == (meet(a, b) in (renumbered(a), renumbered(b)))
        for h, k, i, a, b in rows
    )
    equal = all(
        (abs(i - h) + abs(i - k) < EXACT) == (renumbered(a) == renumbered(b))
        for h, k, i, a, b in rows
    )
    return [
        claim(
            "Eq. 17",
            "I is not negative and symmetric",
            min(r[2] for r in rows) >= 0 and _symmetric(),
            TRIED,
        ),
        claim(
            "Eq. 18",
            "I ≤ min(H(C), H(C')), with equality if one determines the other",
            determined,
            f"{TRIED}, and only then",
        ),
        claim("Sec. 3", "I = H(C) = H(C') for equal clusterings only", equal, TRIED),
    ]


def _symmetric() -> bool:
    return all(
        abs(cd.mutual_information(a, b) - cd.mutual_information(b, a)) < EXACT for a, b in SMALL
    )


def _distances(n: int) -> np.ndarray:
    every = partitions(n)
    return np.array([[_VI(a, b) for b in every] for a in every])


def _repeated() -> float:
    """Return the largest change of VI if every element is repeated two or three times."""
    return max(abs(_VI(a * m, b * m) - _VI(a, b)) for a, b in SMALL for m in (2, 3))


def _limit() -> Check:
    """The sentence after Property 4, for numbers of elements that are no multiple of K*²."""
    gaps = {}
    for k in (2, 3, 5):
        gaps[k] = []
        for n in (101, 1001, 10_001, 100_001):
            cells = np.full(k * k, n // k**2)
            cells[: n % k**2] += 1
            gaps[k].append(2 * log2(k) - _VI(cd.Table.from_matrix(cells.reshape(k, k))))
    closer = all(x > y > 0 for row in gaps.values() for x, y in pairwise(row))
    return claim(
        "After Property 4",
        "for fixed K* the bound is approached arbitrarily closely for large n (within 10⁻⁶ bits at n = 100,001)",
        closer and max(row[-1] for row in gaps.values()) < 1e-6,
        "; ".join(
            f"K* = {k}: {', '.join(f'{x:.0e}' for x in row)} below it" for k, row in gaps.items()
        )
        + " for n = 101, 1,001, 10,001, 100,001",
    )


def _property_1() -> list[Check]:
    """VI is a metric."""
    d = _distances(5)
    off = ~np.eye(len(d), dtype=bool)
    count = len(d)
    return [
        claim(
            "Property 1",
            "VI is not negative, and 0 for equal clusterings only",
            bool((d[off] > 0).all() and (np.diag(d) == 0).all()),
            f"all {count**2:,} pairs of 5 elements",
        ),
        claim(
            "Property 1",
            "VI is symmetric",
            bool(np.abs(d - d.T).max() < EXACT),
            f"all {count**2:,} pairs of 5 elements",
        ),
        claim(
            "Property 1, eq. 23",
            "VI(C1, C2) + VI(C2, C3) ≥ VI(C1, C3)",
            bool((d[:, None] <= d[:, :, None] + d[None] + EXACT).all()),
            f"all {count**3:,} triples of 5 elements",
        ),
    ]


def sections_4_1_and_4_2() -> Section:
    """Properties 1 to 4."""
    largest = {n: max(_VI(a, b) for a, b in pairs(n)) for n in range(2, 7)}
    reached = max(abs(_VI(top(n), bottom(n)) - log2(n)) for n in range(2, 50))
    few = [(a, b) for n in range(4, 8) for a, b in pairs(n) if max(*a, *b) < isqrt(n)]
    within = max(_VI(a, b) - 2 * log2(isqrt(len(a))) for a, b in few)
    attained = max(
        abs(_VI(*datasets.separated_clusterings(k, size=s)) - 2 * log2(k))
        for k in range(2, 8)
        for s in (1, 2, 5)
    )
    repeated = _repeated()
    checks = (
        *_property_1(),
        claim(
            "Property 2",
            "VI depends on the relative cluster sizes only, not on n",
            repeated < EXACT,
            f"{TRIED} with every element repeated 2 and 3 times: changes by at most {repeated:.0e}",
        ),
        claim(
            "Property 3, eq. 24",
            "VI ≤ log n, attained for all n by singletons against one cluster",
            reached < EXACT and all(abs(x - log2(n)) < EXACT for n, x in largest.items()),
            "largest "
            + ", ".join(f"{x:.4f}" for x in largest.values())
            + " for n = 2 to 6; attained for n = 2 to 49",
        ),
        claim(
            "Property 4",
            "VI ≤ 2·log K* for at most K* ≤ √n clusters, attained if n is a multiple of K*²",
            within < EXACT and attained < EXACT,
            f"{len(few)} tables of 4 to 7 elements within the bound; attained for K* = 2 to 7 and n = K*², 2K*², 5K*²",
        ),
        _limit(),
    )
    return Section("Sections 4.1 and 4.2: Properties 1 to 4", checks)
