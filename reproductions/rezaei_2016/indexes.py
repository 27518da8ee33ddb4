"""The indexes that Rezaei & Fränti compare, and curves of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

import clusterdiff as cd
from clusterdiff.plots import plot_series
from reproductions._report import EXACT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    Curves = dict[str, list[float]]

# CSI is set equal to NVD in the experiments on artificial partitions (section 7.1).
INDEXES: dict[str, Callable[[cd.Table], float]] = {
    "NMI": cd.normalized_mutual_information,
    "ARI": cd.adjusted_rand,
    "1 - NVD = CSI": lambda t: 1 - cd.invariant_van_dongen(t),
    "1 - CH": lambda t: 1 - cd.criterion_h(t),
    "Purity": cd.purity,
    "PSI": cd.pair_sets_index,
}
NVD, CH, PURITY = "1 - NVD = CSI", "1 - CH", "Purity"
SHARED = (NVD, CH, PURITY)  # not corrected for chance


def indexes(g: Any, p: Any) -> dict[str, float]:
    """Return all indexes of a ground truth G and a partition P."""
    table = cd.Table.from_labels(g, p)
    return {label: index(table) for label, index in INDEXES.items()}


def curves(pairs: Iterable[tuple[Any, Any]]) -> Curves:
    """Return one list per index."""
    points = [indexes(g, p) for g, p in pairs]
    return {label: [point[label] for point in points] for label in INDEXES}


def means(values: Iterable[dict[str, float]]) -> dict[str, float]:
    """Return the mean of each index."""
    every = list(values)
    return {label: float(np.mean([v[label] for v in every])) for label in every[0]}


def drawn(
    x: Sequence[float], series: Curves, xlabel: str, extra: dict[str, list[float]] | None = None
) -> Callable[[Any], Any]:
    """What draws the curves; `extra` are expected values, drawn as thin dashed lines."""

    def draw(ax: Any) -> Any:
        plot_series(x, series, ax=ax, xlabel=xlabel, ylabel="similarity")
        for style, (label, values) in zip(("--", ":"), (extra or {}).items(), strict=False):
            ax.plot(x, values, color="black", linestyle=style, linewidth=0.9, label=label, zorder=1)
        ax.set_ylim(-0.05, 1.05)
        ax.legend(fontsize="small", ncols=2, frameon=False)
        return ax

    return draw


def straight(values: Sequence[float]) -> bool:
    """Return whether equal steps change a curve by equal amounts."""
    return bool(np.ptp(np.diff(values)) < EXACT)


def shown(values: dict[str, float], digits: int = 2) -> str:
    """Return indexes in one line."""
    return ", ".join(f"{label} {x:.{digits}f}" for label, x in values.items())


def at(series: Curves, place: int) -> dict[str, float]:
    """Return the indexes at one place."""
    return {label: values[place] for label, values in series.items()}
