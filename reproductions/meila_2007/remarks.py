"""Meilă 2007, section 8: the concluding remarks."""

from __future__ import annotations

from fractions import Fraction
from math import comb, log2

import clusterdiff as cd
from clusterdiff import datasets
from reproductions._report import EXACT, Check, Section, claim, misprint, number
from reproductions._small import measure, pairs

_BOUNDED = (
    "mirkin_invariant",
    "invariant_van_dongen",
    "rand",
    "fowlkes_mallows",
    "jaccard",
    "wallace_a",
    "wallace_b",
    "classification_error",
)


def jaccard_of_separated(k: int, n: int) -> float:
    """J of maximally separated clusterings from counts of pairs: both together over either together."""
    both, either = k**2 * comb(n // k**2, 2), k * comb(n // k, 2)
    return float(Fraction(both, 2 * either - both))


def _bounds() -> list[Check]:
    """Return which criteria are bounded, and which clustering of figure 1 is closer."""
    closer = all(
        cd.variation_of_information(*datasets.label_errors(60, k=k, size=300, to="next"))
        < cd.variation_of_information(*datasets.label_errors(60, k=k, size=300, to="others"))
        for k in (3, 4, 6, 11)
    )
    values = [measure(name)(a, b) for name in _BOUNDED for m in range(1, 6) for a, b in pairs(m)]
    largest = cd.variation_of_information(*datasets.separated_clusterings(16))
    return [
        claim(
            "Sec. 8",
            "in fig. 1, C' is closer to C than C'' for K > 2",
            closer,
            "f = 0.2, K = 3, 4, 6, 11",
        ),
        claim(
            "Sec. 8",
            "VI can grow as large as 2·log K",
            abs(largest - 2 * log2(16)) < EXACT,
            f"{largest:.3f} bits for K = 16",
        ),
        claim(
            "Sec. 8",
            "M_inv, D_inv, R, F, J, W and H lie between 0 and 1",
            min(values) >= 0 and max(values) <= 1,
            "n ≤ 5",
        ),
    ]


def section_8() -> Section:
    """Bounds, the closer clustering, and the printed values of F and J."""
    n = 100
    found = {k: datasets.separated_clusterings(k, size=n // k**2) for k in (2, 5)}
    checks = (
        *_bounds(),
        number("Sec. 8: F of separated clusterings, K = 2", 0.5, cd.fowlkes_mallows(*found[2]), 1),
        number("Sec. 8: F of separated clusterings, K = 5", 0.16, cd.fowlkes_mallows(*found[5]), 2),
        *(
            misprint(
                f"Sec. 8: J of separated clusterings, K = {k}",
                printed,
                cd.jaccard(*found[k]),
                jaccard_of_separated(k, n),
                f"Equal cluster sizes force J = F/(2 - F), so F = {f} gives J = {f / (2 - f):.2f}; 1/(2K²) is printed.",
                "M10",
                2,
            )
            for k, printed, f in ((2, 0.13, 0.5), (5, 0.02, 0.16))
        ),
    )
    note = "The paper does not state n for F and J. n = 100 gives both values of F; for large n they would be 1/K, that is 0.50 and 0.20."
    return Section("Section 8: concluding remarks", checks, note=note)
