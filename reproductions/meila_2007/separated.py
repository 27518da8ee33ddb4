"""Meilă 2007, Figure 3: maximally separated clusterings."""

from __future__ import annotations

from fractions import Fraction
from math import comb, log2
from typing import TYPE_CHECKING, Any

import numpy as np

import clusterdiff as cd
from reproductions._report import EXACT, Check, Section, claim, misprint, missing, number, refuted
from clusterdiff.plots import plot_series

if TYPE_CHECKING:
    from collections.abc import Callable


def separated(k: int, cell: int = 10**6) -> cd.Table:
    """Maximally separated clusterings (fig. 3): K × K cells of one size."""
    return cd.Table.from_matrix(np.full((k, k), cell))


def jaccard_of_equal_cells(k: int, cell: int = 10**6) -> float:
    """Pairs that are together in both over pairs that are together in one, for K × K cells of one size."""
    both, either = k**2 * comb(cell, 2), k * comb(k * cell, 2)
    return float(Fraction(both, 2 * either - both))


def largest_gap(values: list[float], others: list[float]) -> float:
    """How far two lists are apart where they are most."""
    return max(abs(x - y) for x, y in zip(values, others, strict=True))


def _printed_in_section_8() -> list[Check]:
    at_100 = {k: separated(k, 100 // k**2) for k in (2, 5)}
    why = {k: f"1/(2K - 1) for large n, {cd.jaccard(table):.3f} at n = 100" for k, table in at_100.items()}
    return [
        *(
            misprint(f"Jaccard, K = {k}", printed, cd.jaccard(separated(k)), jaccard_of_equal_cells(k), why[k], 2)
            for k, printed in ((2, 0.13), (5, 0.02))
        ),
        *(
            number(f"Fowlkes–Mallows, K = {k}, n = 100", printed, cd.fowlkes_mallows(at_100[k]), digits)
            for k, printed, digits in ((2, 0.5, 1), (5, 0.16, 2))
        ),
        missing("the values of criterion K in section 8", "the paper never defines it"),
    ]


def figure_3() -> Section:
    ks = range(2, 11)
    found = {k: separated(k) for k in ks}
    forms: dict[str, tuple[str, cd.Measure, Callable[[int], float]]] = {
        "VI⁰": ("2·log K", cd.variation_of_information, lambda k: 2 * log2(k)),
        "D⁰": ("1 - 1/K", cd.invariant_van_dongen, lambda k: 1 - 1 / k),
        "M⁰": ("2/K - 1/K²", cd.mirkin_invariant, lambda k: 2 / k - 1 / k**2),
        "AR⁰": ("0", cd.adjusted_rand_asymptotic, lambda _: 0.0),
    }
    series = {label: [measure.on(found[k]) for k in ks] for label, (_, measure, _) in forms.items()}
    checks = []
    for (label, (formula, _, exact)), values in zip(forms.items(), series.values(), strict=True):
        what, holds = f"{label} = {formula} for K = 2 … 10", largest_gap(values, [exact(k) for k in ks]) < EXACT
        ours = f"{values[0]:.3f}, {values[3]:.3f}, {values[8]:.3f} at K = 2, 5, 10"
        if label == "M⁰":
            right = largest_gap(values, [2 / k - 2 / k**2 for k in ks]) < EXACT
            checks.append(refuted(what, holds, right, ours, "2/K - 2/K² is right"))
        else:
            checks.append(claim(what, holds, ours))
    steps = {label: np.diff(values) for label, values in series.items()}
    rising = bool((steps["VI⁰"] > 0).all() and (steps["D⁰"] > 0).all() and (steps["M⁰"] < 0).all() and np.abs(steps["AR⁰"]).max() < EXACT)
    checks.append(claim("VI⁰ and D⁰ rise with K, M⁰ falls, AR⁰ does not move", rising))

    def draw(ax: Any) -> Any:
        scaled = {"VI⁰ / 2 log 10": [value / (2 * log2(10)) for value in series["VI⁰"]], **{x: y for x, y in series.items() if x != "VI⁰"}}
        return plot_series(ks, scaled, ax=ax, xlabel="K", ylabel="value for maximally separated clusterings")

    return Section(
        "Figure 3: maximally separated clusterings",
        (*checks, *_printed_in_section_8()),
        {"figure-3": draw},
        "The n of the Fowlkes–Mallows values is not stated: n = 100 gives both, a large n 1/K, that is 0.5 and 0.2.",
    )
