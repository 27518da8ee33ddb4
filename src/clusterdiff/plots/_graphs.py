"""Graphs of clusterings: which clusters share elements, and where partitions lie in their lattice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.measures import measure as find
from clusterdiff.plots._style import COLOURS, axes_or_new
from clusterdiff.summaries import Components
from clusterdiff.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from clusterdiff.measures import Measure
    from clusterdiff.partition import Partition


def plot_bipartite(a: Any, b: Any = None, *, ax: Any = None, title: str = "", **policy: Any) -> Any:
    """Draw clusters of a (left) and b (right) joined by what they share, one colour per connected component."""
    ax = axes_or_new(ax)
    table = Table.of(a, b, policy)
    parts = Components.of(table)
    places = []
    for groups, names, sizes, x in ((parts.of_rows, table.row_labels, table.row_sizes, 0), (parts.of_cols, table.col_labels, table.col_sizes, 1)):
        order = np.argsort(groups, kind="stable")
        place = np.empty(len(order))
        place[order] = -np.linspace(0, 1, len(order)) if len(order) > 1 else -0.5
        places.append(place)
        for k, (name, size) in enumerate(zip(names.tolist(), sizes.tolist(), strict=True)):
            ax.scatter(x, place[k], s=60 + 240 * size / table.n, color=COLOURS[groups[k] % len(COLOURS)], zorder=2, edgecolor="black", linewidth=0.5)
            ax.annotate(
                f"{name} ({size:,})",
                (x, place[k]),
                (-12 if x == 0 else 12, 0),
                textcoords="offset points",
                ha="right" if x == 0 else "left",
                va="center",
            )
    widest = int(table.counts.max())
    for i, j, count, part in zip(table.rows, table.cols, table.counts, parts.of_cells, strict=True):
        ax.plot([0, 1], [places[0][i], places[1][j]], color=COLOURS[part % len(COLOURS)], linewidth=0.5 + 4 * count / widest, alpha=0.6, zorder=1)
    ax.set(xlim=(-0.6, 1.6), title=title)
    ax.axis("off")
    return ax


def plot_lattice(partitions: Iterable[Partition], *, measure: str | Measure = "vi", ax: Any = None, title: str = "") -> Any:
    """Draw the Hasse diagram of some partitions, coarser ones higher, each edge with its length under a measure."""
    ax = axes_or_new(ax)
    chosen = find(measure)
    found = sorted(partitions, key=lambda p: p.K)
    levels = {k: [p for p in found if k == p.K] for k in sorted({p.K for p in found})}
    place = {p: (2 * (i + 1) / (len(row) + 1) - 1, p.entropy()) for k, row in levels.items() for i, p in enumerate(row)}
    for p in found:
        for q in levels.get(p.K - 1, []):
            if p <= q:
                (x, y), (u, v) = place[p], place[q]
                ax.plot([x, u], [y, v], color="#999999", linewidth=0.8, zorder=1)
                ax.text((x + u) / 2, (y + v) / 2, f"{chosen(p, q):.2f}", fontsize=5, ha="center", va="center", color="#555555")
    for p, (x, y) in place.items():
        text = "|".join("".join(str(e) for e in block) for block in p)
        ax.text(x, y, text, ha="center", va="center", fontsize=6, bbox={"boxstyle": "round", "facecolor": "white", "edgecolor": "#0072B2"}, zorder=2)
    ax.invert_yaxis()
    ax.set(ylabel="entropy (bits)", xticks=[], title=title)
    return ax
