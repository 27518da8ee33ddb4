"""Wu, Xiong & Chen 2009, section 5.2 and 5.3: Table 12, entry by entry."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np

import clusterdiff as cd
from reproductions._report import Check, Section, claim, refuted
from reproductions._small import inside, measure, pairs, refines, renumbered, word
from reproductions.wu_2009.normalization import pair_forms, random_tables
from reproductions.wu_2009.ranges import precision
from reproductions.wu_2009.tables import NAMES, RAW, TABLE_3, merits, with_classes_first

if TYPE_CHECKING:
    from reproductions._small import Labels

_NEAR = 1e-9
MEASURES = ("F_n", "VI_n", "VD_n", "ε_n", "R_n", "FM_n", "Γ_n")
PROPERTIES = {
    "P1": "symmetry",
    "P2": "n-invariance",
    "P3": "convex additivity",
    "P4": "left-domain-completeness",
    "P5": "right-domain-completeness",
}
TABLE_12 = {
    "P1": ("No", "Yes", "Yes", "Yes**", "Yes", "Yes", "Yes"),
    "P2": ("Yes", "Yes", "Yes", "Yes", "No", "No", "No"),
    "P3": ("Yes*", "Yes*", "Yes*", "Yes*", "No", "No", "No"),
    "P4": ("No", "Yes", "Yes", "No", "No", "No", "No"),
    "P5": ("Yes", "Yes", "Yes", "Yes", "Yes", "Yes", "Yes"),
}
_CASES = [pair for n in range(1, 6) for pair in pairs(n)]


def _shown(a: Labels, b: Labels, x: float, y: float) -> str:
    return f"{word(a)}/{word(b)}: {x:.3f} and {y:.3f}"


def symmetric(name: str, *, equal_counts: bool = False) -> str:
    """Return a counterexample to P1, optionally among K = K'; empty if there is none."""
    for a, b in _CASES:
        if not equal_counts or max(a) == max(b):
            x, y = measure(name)(a, b), measure(name)(b, a)
            if abs(x - y) > _NEAR:
                return _shown(a, b, x, y)
    return ""


def invariant(name: str) -> str:
    """Return a counterexample to P2."""
    for a, b in _CASES:
        for times in (2, 3):
            x, y = measure(name)(a, b), measure(name)(a * times, b * times)
            if abs(x - y) > _NEAR:
                return _shown(a, b, x, y)
    return ""


def additive(name: str) -> str:
    """Return a counterexample to P3: P' refines P; the classes are P' and the clusters P."""
    for coarse, fine in _CASES:
        if refines(fine, coarse):
            chosen = measure(name)
            parts = inside(coarse, fine, coarse)
            total = sum(len(x) / len(fine) * chosen(x, y) for x, y in parts)
            if abs(chosen(fine, coarse) - total) > _NEAR:
                return _shown(fine, coarse, chosen(fine, coarse), total)
    return ""


def independent_tables() -> list[cd.Table]:
    """Return tables with independent rows and columns, at least two classes or clusters."""
    rows = ((1, 1), (1, 2), (1, 3), (2, 3), (1, 1, 1), (1, 2, 3))
    cols = ((1,), (1, 1), (1, 2), (2, 5), (1, 1, 2))
    return [
        cd.Table.from_matrix(times * np.outer(row, col))
        for row, col, times in product(rows, cols, (1, 2))
    ]


def poorest_if_independent(name: str) -> str:
    """Return a counterexample to P4."""
    poorest = 1.0 if measure(name).direction == "distance" else 0.0
    for table in independent_tables():
        x = measure(name).on(table)
        if abs(x - poorest) > _NEAR:
            return f"{table.to_scipy().toarray().tolist()}: {x:.3f} instead of {poorest:g}"
    return ""


def best_if_equal(name: str) -> str:
    """Return a counterexample to P5."""
    best = 0.0 if measure(name).direction == "distance" else 1.0
    for n in range(1, 7):
        for a, b in pairs(n):
            if renumbered(a) == renumbered(b) and abs(measure(name)(a, b) - best) > _NEAR:
                return f"{word(a)}: {measure(name)(a, b):.3f}"
    return ""


def _entry(prop: str, label: str, printed: str) -> Check:
    """Return one entry of Table 12."""
    name = NAMES[label]
    tests = {
        "P1": symmetric,
        "P2": invariant,
        "P3": additive,
        "P4": poorest_if_independent,
        "P5": best_if_equal,
    }
    item = f"Table 12, {prop} ({PROPERTIES[prop]}): {label}"
    if printed == "Yes**":
        example = symmetric(name, equal_counts=True)
        return claim(
            item,
            "Yes for K = K'",
            not example,
            "holds",
        )
    if printed == "Yes*":
        raw, scaled = additive(RAW[label.removesuffix("_n")]), additive(name)
        shown = f"{label.removesuffix('_n')} holds, {label} does not: {scaled}"
        return claim(
            item, "Yes for the unnormalized measure", not raw and bool(scaled), raw or shown
        )
    example = tests[prop](name)
    if prop == "P3":
        raw = additive(RAW[label.removesuffix("_n")])
        return claim(item, printed, bool(example) and bool(raw), example)
    return claim(item, printed, bool(example) == (printed == "No"), example or "holds")


def _only_if() -> Check:
    """The sentence on ε_n after Property 1."""
    example = symmetric(NAMES["ε_n"])
    return refuted(
        "Sec. 5.2, P1",
        "ε_n is symmetric if and only if K = K'",
        bool(example),
        not example,
        f"symmetric for all {len(_CASES)} tables of up to 5 elements",
        "For K' > K the printed map σ of classes to different clusters does not exist. With the best map of some of the classes, as it is usually read, ε_n is "
        "symmetric for all K and K', so that 'only if' fails.",
        "W4",
    )


def asymptotic(name: str) -> list[float]:
    """How much a measure changes if each of 10², 10³ and 10⁴ copies of a table is taken ten times."""
    matrix = np.array([[7, 2, 0], [1, 4, 3]])
    values = [measure(name).on(cd.Table.from_matrix(matrix * 10**k)) for k in range(2, 6)]
    return np.abs(np.diff(values)).tolist()


def _asymptotically() -> Check:
    """The sentence after Property 2."""
    changes = {label: asymptotic(NAMES[label]) for label in ("R_n", "FM_n", "Γ_n")}
    return claim(
        "Sec. 5.2, P2",
        "R_n, FM_n and Γ_n are asymptotically n-invariant",
        all(x > y > z > 0 and z < 1e-4 for x, y, z in changes.values()),
        "; ".join(f"{k} changes by " + ", ".join(f"{x:.0e}" for x in v) for k, v in changes.items())
        + " from 10² to 10³, 10⁴ and 10⁵ copies of a table",
    )


def table_12() -> Section:
    """The 35 entries."""
    checks = [
        _entry(prop, label, printed)
        for prop, row in TABLE_12.items()
        for label, printed in zip(MEASURES, row, strict=True)
    ]
    none = [label for label in MEASURES if not additive(NAMES[label])]
    checks += [
        claim(
            "Sec. 5.2, P3",
            "no normalized measure is convex additive",
            not none,
            "counterexamples above",
        ),
        _only_if(),
        _asymptotically(),
    ]
    note = (
        "P1: O(Mᵀ) = O(M). P2: O(λM) = O(M). P3: for a refinement P' of P, the sum over the clusters of P weighted by their "
        "share. P4: independent rows and columns give the poorest value. P5: a perfect match gives the best. Checked on all "
        "tables of up to 5 elements, P4 on 60 tables; counterexamples are written classes/clusters."
    )
    return Section("Section 5.2: Table 12, mathematical properties", tuple(checks), note=note)


def _selection() -> list[Check]:
    """How 16 measures become five."""
    forms = {
        "M": max(
            abs(cd.mirkin(a, b) - len(a) * (len(a) - 1) * (1 - cd.rand(a, b)))
            for a, b in _CASES
            if len(a) > 1
        ),
        "MAP": max(abs(precision(a, b) - cd.purity(a, b)) for a, b in _CASES),
        "GK": max(abs(1 - cd.goodman_kruskal(a, b) - precision(a, b)) for a, b in _CASES),
    }
    left = [label for label in RAW if forms.get(label, 1) > _NEAR]
    tables = [with_classes_first(matrix) for matrix in TABLE_3.values()]
    defective = {x for x in left if merits(x, tables[:1])[0] > merits(x, tables[1:])[0]}
    ten = [label for label in left if label not in defective]
    forms_of = [pair_forms(t) for t in random_tables(50)]
    repeats = [
        x
        for x, sign in (("Γ'_n", 1), ("J'_n", -1), ("MS'_n", -1))
        if max(abs((f[x] if sign > 0 else 1 - f[x]) - f["R_n"]) for f in forms_of) < _NEAR
    ]
    return [
        claim(
            "Sec. 5.3",
            "16 measures are reduced to 13: M ~ R, and MAP, GK ~ P",
            len(left) == 13,
            f"M, MAP and GK follow from R and P; {len(left)} are left",
        ),
        claim(
            "Sec. 5.3",
            "and to 10, without the defective P, MI and E",
            len(ten) == 10 and defective == {"P", "MI", "E"},
            f"{', '.join(sorted(defective))} prefer the worse result of Table 3; {len(ten)} are left",
        ),
        claim(
            "Sec. 5.3",
            "of the ten normalized ones Γ'_n, J'_n and MS'_n repeat R_n",
            len(repeats) == 3,
            f"{', '.join(repeats)}, 50 random tables; {10 - len(repeats)} are left, and five without F_n and ε_n",
        ),
    ]


def section_5_3() -> Section:
    """The discussion."""
    example = additive(NAMES["VD_n"])
    checks = (
        *_selection(),
        refuted(
            "Sec. 5.3",
            "VD_n satisfies all properties of Table 12",
            not example,
            bool(example) and not additive(RAW["VD"]),
            f"P3 fails for VD_n: {example}",
            "Only the unnormalized VD is convex additive, as the footnote of Table 12 and sec. 5.2 say.",
            "W3",
        ),
    )
    return Section("Section 5.3: discussion", checks)
