"""Meilă 2007, figures 1 and 3 as drawings of clusterings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.patches import Rectangle

if TYPE_CHECKING:
    import clusterdiff as cd

_COLORS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00")  # Okabe and Ito
_GREEK = ("C", "C'", "C''")


def draw_moves(ax: Any, near: cd.Table, wide: cd.Table) -> Any:
    """Figure 1: the clusters of C, C' and C'', each colored by the clusters of C."""
    k = near.shape[0]
    unchanged = np.diag(near.row_sizes)
    for group, (name, counts) in enumerate(
        zip(_GREEK, (unchanged, *(t.to_scipy().toarray() for t in (near, wide))), strict=True)
    ):
        places = group * (k + 1.5) + np.arange(k)
        floor = np.zeros(k)
        for source in range(k):
            ax.bar(places, counts[source], bottom=floor, color=_COLORS[source], width=0.85)
            floor += counts[source]
        ax.text(places.mean(), floor.max() * 1.03, name, ha="center", style="italic")
    starts = [group * (k + 1.5) for group in range(3)]
    ax.set_xticks(
        [start + c for start in starts for c in range(k)], [str(c + 1) for c in range(k)] * 3
    )
    ax.set(xlabel="cluster", ylabel="points, colored by their cluster in C")
    ax.set_ylim(0, float(near.row_sizes.max()) * 1.12)
    return ax


def draw_separated(ax: Any, k: int = 3) -> Any:
    """Figure 3: two maximally separated clusterings of a square, and their meet."""
    titles = (f"C, {k} clusters", f"C', {k} clusters", f"C × C', {k * k} clusters")
    for panel, title in enumerate(titles):
        left = panel * (k + 0.8)
        for row in range(k):
            for column in range(k):
                shade = {0: _COLORS[row], 1: _COLORS[column]}.get(panel, "white")
                corner = (left + column, k - 1 - row)
                ax.add_patch(Rectangle(corner, 1, 1, facecolor=shade, edgecolor="none"))
                ax.text(corner[0] + 0.5, corner[1] + 0.5, "n/9", ha="center", va="center")
        _borders(ax, left, k, rows=panel != 1, columns=panel != 0)
        ax.text(left + k / 2, k + 0.15, title, ha="center", style="italic")
    ax.figure.set_size_inches(6.4, 2.4)
    ax.set(xlim=(-0.1, 3 * (k + 0.8) - 0.7), ylim=(-0.1, k + 0.6), aspect="equal")
    ax.axis("off")
    return ax


def _borders(ax: Any, left: float, k: int, *, rows: bool, columns: bool) -> None:
    """Draw the borders of the clusters of one panel."""
    style = {"color": "black", "linewidth": 1.2}
    for line in range(k + 1):
        if rows or line in {0, k}:
            ax.plot([left, left + k], [line, line], **style)
        if columns or line in {0, k}:
            ax.plot([left + line, left + line], [0, k], **style)
