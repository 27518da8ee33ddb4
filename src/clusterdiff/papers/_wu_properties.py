"""Wu, Xiong & Chen 2009, Table 12: the properties of the normalised measures."""

from __future__ import annotations

import clusterdiff as cd
from clusterdiff import properties
from clusterdiff.papers._report import Numbers, Section, addition, claim, missing
from clusterdiff.papers._wu_tables import NORMALISED

COLUMNS = {
    "P1 symmetric": "symmetric",
    "P2 n-invariant": "n_invariant",
    "P3 convex additive": "convex_additive",
    "P4 left-domain complete": "left_domain_complete",
    "P5 right-domain complete": "right_domain_complete",
}
MEASURES = {**NORMALISED, "VI": "vi"}


def table_12() -> Section:
    """Every property of every normalised measure, and of VI: proved for few elements, or refuted."""
    found = properties.matrix(MEASURES.values(), properties=COLUMNS.values())
    apart = [(a, b) for n in range(1, 6) for a, b in properties.pairs(n) if len(set(a)) != len(set(b))]
    uneven = [(a, b) for a, b in apart if cd.classification_error(a, b) != cd.classification_error(b, a)]

    def cell(name: str, prop: str) -> str:
        verdict = found[name, prop]
        return verdict.sign if verdict.counterexample is None else f"{verdict.sign} {verdict.counterexample}"

    rows: dict[str, tuple[float | str, ...]] = {label: tuple(cell(name, prop) for prop in COLUMNS.values()) for label, name in MEASURES.items()}
    return Section(
        "Table 12: properties of the normalised measures",
        (
            claim(
                "ε is symmetric only if K = K'",
                bool(uneven),
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
        note="All clusterings of up to 5 elements and 100 random larger ones were tried. P4 and P5 are our reading of the paper's words.",
        numbers=Numbers(tuple(COLUMNS), rows),
    )
