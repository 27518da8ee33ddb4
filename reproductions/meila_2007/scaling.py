"""Meilă 2007, section 5: dependence on n, and maximally separated clusterings (figure 3)."""

from __future__ import annotations

from itertools import product
from math import log2
from typing import TYPE_CHECKING, Any

import numpy as np

import clusterdiff as cd
from clusterdiff import datasets
from clusterdiff.plots import plot_series
from reproductions._report import EXACT, Check, Drawing, Section, claim, refuted
from reproductions._small import measure, pairs
from reproductions.meila_2007.drawings import draw_separated

if TYPE_CHECKING:
    from collections.abc import Callable

_KS = range(2, 11)
_SMALL = [pair for n in range(2, 6) for pair in pairs(n)]
_DEPENDENT = (
    "rand",
    "adjusted_rand",
    "fowlkes_mallows",
    "jaccard",
    "wallace_a",
    "wallace_b",
    "mirkin",
    "van_dongen",
)


def separated(k: int, cell: int = 2) -> cd.Table:
    """Return two maximally separated clusterings with K² cells of one size."""
    return cd.Table.from_labels(*datasets.separated_clusterings(k, size=cell))


def tables(k: int, n: int) -> list[cd.Table]:
    """Every K × K table of n elements without an empty cluster, up to the order of the clusters."""
    found = {}
    for cells in _compositions(n, k * k):
        matrix = np.array(cells).reshape(k, k)
        if matrix.any(axis=0).all() and matrix.any(axis=1).all():
            key = min(
                tuple(sorted(map(tuple, matrix[:, list(order)].tolist()))) for order in _orders(k)
            )
            found.setdefault(key, matrix)
    return [cd.Table.from_matrix(matrix) for matrix in found.values()]


def _compositions(total: int, parts: int) -> list[tuple[int, ...]]:
    if parts == 1:
        return [(total,)]
    return [
        (first, *rest)
        for first in range(total + 1)
        for rest in _compositions(total - first, parts - 1)
    ]


def _orders(k: int) -> list[tuple[int, ...]]:
    return [order for order in product(range(k), repeat=k) if len(set(order)) == k]


def _changes(name: str) -> float:
    """Return how much a measure changes if every element is repeated twice."""
    chosen = measure(name)
    return max(abs(chosen(a * 2, b * 2) - chosen(a, b)) for a, b in _SMALL)


def _extremes() -> list[Check]:
    """Return which criteria the separated pair takes to their extreme among K = K'."""
    settings = [(2, 4), (2, 8), (2, 12), (2, 16), (3, 9)]
    every = {setting: tables(*setting) for setting in settings}

    def reaches(name: str, k: int, n: int, pick: Callable[[list[float]], float]) -> bool:
        chosen = measure(name)
        own = chosen.on(separated(k, n // k**2))
        return abs(own - pick([chosen.on(t) for t in every[k, n]])) < EXACT

    dongen = [reaches("invariant_van_dongen", k, n, max) for k, n in settings]
    mirkin = {(k, n) for k, n in settings if reaches("mirkin_invariant", k, n, max)}
    rand = {(k, n) for k, n in settings if reaches("adjusted_rand", k, n, min)}
    tried = "all tables with K = K' = 2, n = 4, 8, 12, 16 and K = K' = 3, n = 9"
    return [
        claim(
            "Sec. 5, fig. 3", "the separated pair maximizes D_inv among K = K'", all(dongen), tried
        ),
        refuted(
            "Sec. 5, fig. 3",
            "it does not maximize M_inv",
            not mirkin,
            mirkin == {(k, n) for k, n in settings if k == 2},
            f"{tried}: it does for K = 2",
            "For K = 2 the largest M_inv is 1/2, which the separated pair has; for K = 3 it is 0.568 against 0.444.",
            "M5",
        ),
        refuted(
            "Sec. 5, fig. 3",
            "consequently it does not minimize AR",
            not rand,
            rand == {(2, 4), (2, 8), (3, 9)},
            f"{tried}: it does for n = 4 and 8 (K = 2) and n = 9 (K = 3)",
            "True for K = 2 from n = 12 on; not a consequence of the statement on M_inv.",
            "M5",
        ),
    ]


_VALUES: dict[str, tuple[str, str, Callable[[int], float]]] = {
    "VI⁰": ("2·log K", "variation_of_information", lambda k: 2 * log2(k)),
    "D⁰_inv": ("1 - 1/K", "invariant_van_dongen", lambda k: 1 - 1 / k),
    "M⁰_inv": ("2/K - 1/K²", "mirkin_invariant", lambda k: 2 / k - 1 / k**2),
    "AR⁰": ("-(K - 1)/(n - K)", "adjusted_rand", lambda k: -(k - 1) / (2 * k**2 - k)),
}


def _dependence() -> list[Check]:
    """Return which criteria depend on n."""
    invariant = max(_changes(name) for name in ("classification_error", "larsen_aone"))
    moving = {name: _changes(name) for name in _DEPENDENT}
    return [
        claim(
            "Sec. 5",
            "of the criteria of sec. 2, H and L do not depend on n",
            invariant < EXACT,
            f"change by at most {invariant:.0e}",
        ),
        claim("Sec. 5", "the others do", min(moving.values()) > EXACT, ", ".join(moving)),
        _vanishing(),
    ]


def _printed_values(series: dict[str, list[float]]) -> list[Check]:
    """VI⁰, D⁰_inv, M⁰_inv and AR⁰."""
    checks = []
    for label, (formula, _, exact) in _VALUES.items():
        error = max(abs(x - exact(k)) for k, x in zip(_KS, series[label], strict=True))
        shown = f"{series[label][0]:.4f}, {series[label][3]:.4f}, {series[label][8]:.4f} for K = 2, 5, 10"
        if label == "M⁰_inv":
            right = max(
                abs(x - (2 / k - 2 / k**2)) for k, x in zip(_KS, series[label], strict=True)
            )
            reason = "2/K - 2/K² is right: M = 2·(n²/K - n²/K²). For K = 2 it is 1/2, not 3/4."
            checks.append(
                refuted(
                    "Sec. 5",
                    f"{label} = {formula}",
                    error < EXACT,
                    right < EXACT,
                    shown,
                    reason,
                    "M6",
                )
            )
        else:
            checks.append(
                claim("Sec. 5", f"{label} = {formula}", error < EXACT, f"{shown}, n = 2K²")
            )
    return checks


def _growth(series: dict[str, list[float]]) -> list[Check]:
    """Return how the values change with K and n."""
    far = cd.adjusted_rand(separated(3, 10**6))
    return [
        claim(
            "Sec. 5", "AR⁰ → 0 for n → ∞", abs(far) < 1e-6, f"{far:.1e} for K = 3 and n = 9 million"
        ),
        claim(
            "Sec. 5",
            "VI⁰ grows with K without bound, D⁰_inv grows toward 1, M⁰_inv falls",
            bool(
                (np.diff(series["VI⁰"]) > 0).all()
                and (np.diff(series["D⁰_inv"]) > 0).all()
                and (np.diff(series["M⁰_inv"]) < 0).all()
            ),
            "K = 2 to 10",
        ),
    ]


def section_5() -> Section:
    """Section 5: which criteria depend on n, and the values of figure 3."""
    series = {
        label: [measure(name).on(separated(k)) for k in _KS]
        for label, (_, name, _) in _VALUES.items()
    }
    checks = (*_dependence(), *_printed_values(series), *_growth(series), *_extremes())

    def draw(ax: Any) -> Any:
        letters = {"D⁰_inv": "$D^0_{inv}$", "M⁰_inv": "$M^0_{inv}$"}
        return plot_series(
            list(_KS),
            {letters.get(label, label): values for label, values in series.items()},
            ax=ax,
            xlabel="number of clusters K",
            ylabel="value for maximally separated clusterings",
        )

    note = "Figure 3: two maximally separated clusterings with K = 3 and their meet; below, the values of section 5 for K = 2 to 10, n = 2K²."
    figures = {
        "figure-3": Drawing(
            "Two maximally separated clusterings with three clusters each, and their meet of nine cells",
            draw_separated,
        ),
        "figure-3-values": Drawing(
            "VI, D_inv, M_inv and AR of maximally separated clusterings for 2 to 10 clusters", draw
        ),
    }
    return Section("Section 5: scaling issues, and figure 3", checks, figures, note)


def _vanishing() -> Check:
    """That the pair-counting indices are asymptotically invariant."""
    names = ("rand", "adjusted_rand", "fowlkes_mallows", "jaccard", "wallace_a", "wallace_b")
    matrix = np.array([[7, 2, 0], [1, 4, 3]])
    changes = [
        abs(
            measure(n).on(cd.Table.from_matrix(matrix * 10**4))
            - measure(n).on(cd.Table.from_matrix(matrix * 10**5))
        )
        for n in names
    ]
    return claim(
        "Sec. 5",
        "R, AR, F, J and W are asymptotically independent of n",
        max(changes) < 1e-4,
        f"one table with n = 170,000 and n = 1,700,000: change by at most {max(changes):.0e}",
    )


def section_5_1() -> Section:
    """Section 5.1: V and V_K*."""
    v = [cd.normalized_variation_of_information(a, b, by="log_n") for a, b in _SMALL]
    twice = max(
        abs(
            cd.normalized_variation_of_information(a * 2, b * 2, by="log_n")
            - cd.normalized_variation_of_information(a, b, by="log_n")
        )
        for a, b in _SMALL
    )
    fixed = max(
        abs(
            cd.normalized_variation_of_information(a, b, by="clusters", k_max=5)
            - cd.variation_of_information(a, b) / (2 * log2(5))
        )
        for a, b in _SMALL
    )
    checks = (
        claim(
            "Sec. 5.1",
            "V = VI/log n lies between 0 and 1",
            min(v) >= 0 and max(v) <= 1 + EXACT,
            f"{min(v):.3f} to {max(v):.3f}",
        ),
        claim(
            "Sec. 5.1",
            "V is not comparable between data sets",
            twice > EXACT,
            f"V changes by up to {twice:.3f} if n is doubled",
        ),
        claim(
            "Sec. 5.1",
            "V_K* = VI/(2·log K*) is VI in other units if K* is fixed",
            fixed < EXACT,
            f"error at most {fixed:.0e}",
        ),
    )
    return Section("Section 5.1: adjusting the VI distance", checks)
