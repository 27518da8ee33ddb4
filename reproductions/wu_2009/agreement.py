"""Wu, Xiong & Chen 2009, sections 5.1 and 5.2: consistency and sensitivity of the measures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.stats import kendalltau

import clusterdiff as cd
from clusterdiff.plots import plot_dendrogram, plot_heatmap
from reproductions._report import Check, Numbers, Section, claim, missing
from reproductions.wu_2009.simulation import VARIANCES, settings
from reproductions.wu_2009.tables import (
    NORMALIZED,
    RAW,
    TABLE_10,
    value,
    with_classes_first,
    written,
)

if TYPE_CHECKING:
    from collections.abc import Callable

_RAW = ("VI", "VD", "MS", "ε", "F", "R", "J", "FM", "Γ", "Γ'")
_DIGITS = 10
_COLORS = (0.6, 1.0)  # κ at the ends of the color scale of figure 4
_SCALED = ("R_n", "FM_n", "Γ_n", "VD_n", "F_n", "ε_n", "VI_n")
_NO_RUNS = "They are of clusterings of 29 data sets by CLUTO, a closed program whose results are not published."


def _over_all(labels: tuple[str, ...]) -> np.ndarray:
    """κ over the 800 simulated data sets."""
    tables = [t for v in VARIANCES for group in settings(v) for t in group]
    return kendall(tables, [(RAW | NORMALIZED)[label] for label in labels])


def kendall(tables: list[cd.Table], names: list[str]) -> np.ndarray:
    """Return Kendall's tau-b of each two measures over tables, 1 if they rank all tables alike.

    The sign of distances is reversed. Values that agree to ten digits are tied, since forms of a
    measure differ by rounding.
    """
    measures = [cd.get_measure(name) for name in names]
    signs = [-1 if m.direction == "distance" else 1 for m in measures]
    values = [[sign * m.on(t) for t in tables] for sign, m in zip(signs, measures, strict=True)]
    merits = np.round(values, _DIGITS)
    return np.array([[kendalltau(x, y).statistic for y in merits] for x in merits])


def _between(kappa: np.ndarray) -> float:
    return float(kappa[np.triu_indices(len(kappa), 1)].mean())


def _consistency_checks(raw: np.ndarray, scaled: np.ndarray) -> tuple[Check, ...]:
    """What section 5.1 says of figures 4 and 5."""
    near = {label: float(scaled[0, k]) for k, label in enumerate(_SCALED) if k}
    return (
        claim(
            "Fig. 4",
            "normalized measures are much more consistent with each other than unnormalized ones",
            _between(scaled) > _between(raw),
            f"mean κ {_between(scaled):.2f} against {_between(raw):.2f}",
        ),
        claim(
            "Fig. 5",
            "R_n, Γ'_n, J'_n and MS'_n are perfectly consistent",
            len({NORMALIZED["R_n"], NORMALIZED["Γ'_n"]}) == 1
            and len({NORMALIZED["J'_n"], NORMALIZED["MS'_n"]}) == 1,
            "two measures of the library, MS'_n = 1 - R_n (Proposition 1)",
        ),
        claim(
            "Fig. 5",
            "FM_n and Γ_n come next to R_n",
            min(near["FM_n"], near["Γ_n"]) >= max(near[x] for x in ("F_n", "ε_n", "VI_n")),
            ", ".join(f"{label} {x:.2f}" for label, x in near.items()),
        ),
        missing(
            "Fig. 4", "κ of VI and R: -0.21, normalized 0.74; the correlations as colors", _NO_RUNS
        ),
        missing("Fig. 5", "the similarities of the hierarchy", _NO_RUNS),
        missing("Table 9", "M(ℜ1) - M(ℜ2), 49 values", _NO_RUNS),
    )


def _heat(found: np.ndarray, labels: tuple[str, ...], title: str) -> Callable[[Any], Any]:
    """What draws κ with the colors of both parts of figure 4."""

    def draw(ax: Any) -> Any:
        ax.figure.set_size_inches(1.8 + 0.55 * len(labels), 1.2 + 0.42 * len(labels))
        names = [written(label) for label in labels]
        return plot_heatmap(found, names, ax=ax, title=title, limits=_COLORS)

    return draw


def _hierarchy(found: np.ndarray) -> Callable[[Any], Any]:
    """What draws figure 5, with the similarity s on the axis as in the paper."""

    def draw(ax: Any) -> Any:
        plot_dendrogram(found, [written(label) for label in _SCALED], ax=ax)
        ax.xaxis.set_major_formatter(lambda x, _: f"{1 - x:.2f}")
        ax.set_xlabel("similarity s = κ")
        return ax

    return draw


def figures_4_and_5() -> Section:
    """Figures 4 and 5 on the paper's simulated data."""
    raw, scaled = _over_all(_RAW), _over_all(_SCALED)
    rows = {label: kappa.tolist() for label, kappa in zip(_SCALED, scaled, strict=True)}
    checks = _consistency_checks(raw, scaled)
    figures = {
        "figure-4-raw": _heat(raw, _RAW, "(a) unnormalized"),
        "figure-4-normalized": _heat(scaled, _SCALED, "(b) normalized"),
        "figure-5": _hierarchy(scaled),
    }
    note = "Kendall's κ over the 800 simulated data sets of section 4.2, distances turned round."
    return Section(
        "Section 5.1: Figures 4 and 5, consistency",
        checks,
        figures,
        note,
        Numbers(_SCALED, rows, 2),
    )


def table_11() -> Section:
    """Tables 10 and 11, and figure 6."""
    tables = {result: with_classes_first(matrix) for result, matrix in TABLE_10.items()}
    first, second = tables.values()
    labels = ("VI_n", "VD_n", "F_n", "ε_n", "R_n", "FM_n", "Γ_n")
    changes = {label: abs(value(label, first) - value(label, second)) for label in labels}
    same = [label for label, x in changes.items() if x < 1e-12]
    most = max(changes, key=lambda label: changes[label])
    sizes = [(t.row_sizes.tolist(), t.col_sizes.tolist()) for t in tables.values()]
    rows = {label: [value(label, t) for t in tables.values()] for label in labels}
    checks = (
        claim(
            "Table 10",
            "class sizes 23, 19, 24 and cluster sizes 19, 23, 24",
            sizes == [([23, 19, 24], [19, 23, 24])] * 2,
            f"{sizes[0]}",
        ),
        claim(
            "Sec. 5.2 on Table 11",
            "all measures tell the two results apart but VD_n and F_n",
            set(same) == {"VD_n", "F_n"},
            ", ".join(f"{k} {x:.3f}" for k, x in changes.items()),
        ),
        claim(
            "Sec. 5.2 on Table 11", "VI_n changes most", most == "VI_n", f"by {changes['VI_n']:.4f}"
        ),
        missing(
            "Fig. 6",
            "on la2 VI_n, VD_n and R_n have their best value at 5 clusters",
            "The clusterings are by CLUTO, a closed program whose results are not published.",
        ),
    )
    note = "The table below has the values of Table 11 as computed; section 5.2 states in words what follows from them, and that is checked."
    return Section(
        "Section 5.2: Tables 10 and 11, sensitivity",
        checks,
        note=note,
        numbers=Numbers(tuple(tables), rows, 4),
    )
