"""Wu, Xiong & Chen 2009, Table 12: the properties of the normalised measures."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

import clusterdiff as cd
from clusterdiff import properties
from reproductions._report import EXACT, Numbers, Section, addition, missing, refuted
from reproductions.wu_2009.tables import NORMALISED

if TYPE_CHECKING:
    from collections.abc import Sequence

COLUMNS = {
    "P1 symmetric": "symmetric",
    "P2 n-invariant": "n_invariant",
    "P3 convex additive": "convex_additive",
    "P4 left-domain complete": "left_domain_complete",
    "P5 right-domain complete": "right_domain_complete",
}
MEASURES = {**NORMALISED, "VI": "vi"}


def least_error(a: Sequence[int], b: Sequence[int]) -> float:
    """The share of elements outside the best of all partial one-to-one maps between clusters, each tried."""
    size = max(*a, *b) + 1
    return 1 - max(sum(way[x] == y for x, y in zip(a, b, strict=True)) for way in permutations(range(size))) / len(a)


def table_12() -> Section:
    """Every property of every normalised measure, and of VI: proved for few elements, or refuted."""
    found = properties.matrix(MEASURES.values(), 6, properties=COLUMNS.values(), budget=300)
    apart = [(a, b) for n in range(1, 6) for a, b in properties.pairs(n) if len(set(a)) != len(set(b))]
    error = max(abs(cd.classification_error(*pair) - least_error(*pair)) for a, b in apart for pair in ((a, b), (b, a)))
    uneven = [(a, b) for a, b in apart if cd.classification_error(a, b) != cd.classification_error(b, a)]

    def cell(name: str, prop: str) -> str:
        verdict = found[name, prop]
        return verdict.sign if verdict.counterexample is None else f"{verdict.sign} {verdict.counterexample}"

    rows: dict[str, tuple[float | str, ...]] = {label: tuple(cell(name, prop) for prop in COLUMNS.values()) for label, name in MEASURES.items()}
    return Section(
        "Table 12: properties of the normalised measures",
        (
            refuted(
                "ε is symmetric only if K = K'",
                bool(uneven),
                error < EXACT,
                f"asymmetric for {len(uneven)} of the {len(apart)} tables of up to 5 elements with K ≠ K'",
                "the paper leaves σ undefined for K' > K; with the best of all partial one-to-one maps ε is always symmetric",
            ),
            addition("VI itself is convex additive", bool(found["vi", "convex_additive"]), found["vi", "convex_additive"].how),
            addition(
                "no normalised measure is convex additive",
                not any(found[name, "convex_additive"] for name in NORMALISED),
                str(found["VI_n", "convex_additive"].counterexample),
            ),
            addition(
                "only VI_n and VD_n have all of P1, P2, P4 and P5",
                found.holding("symmetric", "n_invariant", "left_domain_complete", "right_domain_complete")
                == [cd.measure(name).name for name in ("VI_n", "VD_n")],
                ", ".join(found.holding("symmetric", "n_invariant", "left_domain_complete", "right_domain_complete")),
            ),
            missing("the other printed entries of Table 12", "they are not at hand; ours are below, with the smallest counterexamples"),
        ),
        note="All clusterings of up to 6 elements and 300 random larger ones were tried. P4 and P5 are our reading of the paper's words.",
        numbers=Numbers(tuple(COLUMNS), rows),
    )
