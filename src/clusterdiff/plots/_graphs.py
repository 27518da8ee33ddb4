"""Graphs of clusterings: which clusters share elements, how one becomes the other, and where they lie in their lattice."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.measures import get_measure as find
from clusterdiff.plots._style import COLOURS, axes_or_new
from clusterdiff.summaries import Components
from clusterdiff.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from clusterdiff.measures import Measure
    from clusterdiff.partition import Partition

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

# Where a label stands beside its node: offset in points, and which of its ends is there.
_LEFT, _RIGHT, _ABOVE = ((-12, 0), "right", "center"), ((12, 0), "left", "center"), ((0, 11), "center", "bottom")
_FRACTIONS = (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.2, 0.8)  # where on an edge its length may be written
_UNTANGLED = 60  # partitions up to which the search for a good order takes less than seconds


def _places(columns: Iterable[Ints]) -> list[Floats]:
    """Heights of the nodes of each column: components lie one below the other, as high as their largest column."""
    counts = [np.bincount(groups) for groups in columns]
    heights = np.max(counts, axis=0)
    starts = np.cumsum(heights) - heights
    places = []
    for groups, count in zip(columns, counts, strict=True):
        order = np.argsort(groups, kind="stable")
        rank = np.empty(len(groups))
        rank[order] = np.arange(len(groups)) - np.repeat(np.cumsum(count) - count, count)
        places.append(-(starts[groups] + (rank + 0.5) * heights[groups] / count[groups]))
    return places


def _nodes(ax: Any, x: float, place: Floats, groups: Ints, names: Sequence[Any], sizes: Ints, where: tuple[Any, str, str]) -> None:
    """One column of clusters, each with its name and size; the area of a node grows with its size."""
    offset, horizontal, vertical = where
    areas = 60 + 240 * sizes / sizes.sum()
    ax.scatter(np.full(len(place), x), place, s=areas, c=[_colour(k) for k in groups], zorder=2, edgecolor="black", linewidth=0.5)
    for name, size, y in zip(names, sizes.tolist(), place, strict=True):
        ax.annotate(f"{name} ({size:,})", (x, y), offset, textcoords="offset points", ha=horizontal, va=vertical, zorder=3)


def _colour(component: int) -> str:
    return COLOURS[component % len(COLOURS)]


def plot_bipartite(a: Any, b: Any = None, *, ax: Any = None, title: str = "", **policy: Any) -> Any:
    """Draw clusters of a (left) and b (right) joined by what they share, one colour per connected component."""
    ax = axes_or_new(ax)
    table = Table.of(a, b, policy)
    parts = Components.of(table)
    left, right = _places([parts.of_rows, parts.of_cols])
    _nodes(ax, 0, left, parts.of_rows, table.row_labels.tolist(), table.row_sizes, _LEFT)
    _nodes(ax, 1, right, parts.of_cols, table.col_labels.tolist(), table.col_sizes, _RIGHT)
    widest = int(table.counts.max())
    for i, j, count, part in zip(table.rows, table.cols, table.counts, parts.of_cells, strict=True):
        ax.plot([0, 1], [left[i], right[j]], color=_colour(part), linewidth=0.5 + 4 * count / widest, alpha=0.6, zorder=1)
    ax.set(xlim=(-0.6, 1.6), title=title)
    ax.axis("off")
    return ax


def plot_derivation(a: Any, b: Any = None, *, ax: Any = None, title: str = "", **policy: Any) -> Any:
    """Draw how a becomes b: its clusters (left) split into those of the meet, which merge into clusters of b (right).

    One colour per connected component; lines are solid where a cluster is split, dashed where clusters merge, and
    dotted where nothing happens.
    """
    ax = axes_or_new(ax)
    table = Table.of(a, b, policy)
    parts = Components.of(table)
    left, middle, right = _places([parts.of_rows, parts.of_cells, parts.of_cols])
    cells = [f"{table.row_labels[i]} ∩ {table.col_labels[j]}" for i, j in zip(table.rows, table.cols, strict=True)]
    _nodes(ax, 0, left, parts.of_rows, table.row_labels.tolist(), table.row_sizes, _LEFT)
    _nodes(ax, 1, middle, parts.of_cells, cells, table.counts, _ABOVE)
    _nodes(ax, 2, right, parts.of_cols, table.col_labels.tolist(), table.col_sizes, _RIGHT)
    is_split, is_merged = np.bincount(table.rows) > 1, np.bincount(table.cols) > 1
    for cell, (i, j) in enumerate(zip(table.rows, table.cols, strict=True)):
        colour = _colour(parts.of_cells[cell])
        ax.plot([0, 1], [left[i], middle[cell]], color=colour, linestyle="-" if is_split[i] else ":", linewidth=1.5, zorder=1)
        ax.plot([1, 2], [middle[cell], right[j]], color=colour, linestyle="--" if is_merged[j] else ":", linewidth=1.5, zorder=1)
    for x, text in enumerate(("a", "splits →", "a ∧ b", "merges →", "b")):
        ax.text(x / 2, 0.35, text, ha="center", va="bottom", style="italic")
    ax.set(xlim=(-0.4, 2.4), ylim=(-sum(np.max([parts.heights, parts.widths, np.bincount(parts.of_cells)], axis=0)), 0.7), title=title)
    ax.axis("off")
    return ax


def plot_lattice(
    partitions: Iterable[Partition],
    *,
    measure: str | Measure = "vi",
    paths: Iterable[Sequence[Partition]] = (),
    ax: Any = None,
    title: str = "",
) -> Any:
    """Draw the Hasse diagram of some partitions, coarser ones higher, each edge with its length under a measure.

    Each of the `paths`, a list of partitions, is drawn in bold; the legend adds up its steps, so that one that is as
    long as the distance of its ends is seen to be straight.
    """
    ax = axes_or_new(ax)
    chosen = find(measure)
    found = sorted(partitions, key=lambda p: p.K)
    levels = {k: [p for p in found if k == p.K] for k in sorted({p.K for p in found})}
    edges = [(p, q) for p in found for q in levels.get(p.K - 1, []) if p <= q]
    place = _untangled(list(levels.values()), edges)
    for p, q in edges:
        ax.plot(*zip(place[p], place[q], strict=True), color="#BBBBBB", linewidth=0.8, zorder=1)
    for k, path in enumerate(paths):
        steps = [chosen(p, q) for p, q in pairwise(path)]
        way = f"{' + '.join(f'{step:.2f}' for step in steps)} = {sum(steps):.2f}, distance {chosen(path[0], path[-1]):.2f}"
        ax.plot(*zip(*(place[p] for p in path), strict=True), color=_colour(k), linewidth=5 - 2 * (k % 2), alpha=0.7, label=way, zorder=1.5)
    lengths = [f"{chosen(p, q):.2f}" for p, q in edges]
    for (x, y), text in zip(_spread([(place[p], place[q]) for p, q in edges], list(place.values())), lengths, strict=True):
        ax.text(
            x, y, text, fontsize=7, ha="center", va="center", color="#333333", zorder=2, bbox={"pad": 0.6, "facecolor": "white", "edgecolor": "none"}
        )
    for p, (x, y) in place.items():
        text = "|".join("".join(str(e) for e in block) for block in p)
        ax.text(x, y, text, ha="center", va="center", fontsize=9, bbox={"boxstyle": "round", "facecolor": "white", "edgecolor": "#0072B2"}, zorder=3)
    if ax.get_legend_handles_labels()[0]:
        ax.legend(fontsize="small", frameon=False, loc="upper left")
    ax.invert_yaxis()
    ax.set(ylabel="entropy (bits)", xticks=[], title=title)
    return ax


def _untangled(rows: list[list[Partition]], edges: list[tuple[Partition, Partition]]) -> dict[Partition, tuple[float, float]]:
    """Places of the partitions: rows are reordered by swaps for as long as that keeps edges off other nodes and short."""
    number = {p: k for k, p in enumerate(p for row in rows for p in row)}
    high = np.array([p.entropy() for p in number])
    ends = np.array([(number[p], number[q]) for p, q in edges], int).reshape(-1, 2)
    x = np.concatenate([2 * np.arange(1, len(row) + 1) / (len(row) + 1) - 1 for row in rows])
    low, top = high[ends].max(axis=1), high[ends].min(axis=1)
    passed = (high > top[:, None] + 1e-9) & (high < low[:, None] - 1e-9)  # edge × node: the node's height lies between its ends
    share = (high - high[ends[:, :1]]) / np.where(low > top, high[ends[:, 1]] - high[ends[:, 0]], 1)[:, None]

    def cost(x: Floats) -> float:
        beside = np.abs(x[ends[:, :1]] * (1 - share) + x[ends[:, 1:]] * share - x)
        return float(20 * np.maximum(0, 0.15 - beside)[passed].sum() + np.abs(x[ends[:, 0]] - x[ends[:, 1]]).sum())

    swaps = [(number[p], number[q]) for row in rows for p, q in combinations(row, 2)]
    better = len(number) <= _UNTANGLED
    while better:
        better = False
        for i, j in swaps:
            new = x.copy()
            new[[i, j]] = x[[j, i]]
            if cost(new) < cost(x) - 1e-9:
                x, better = new, True
    return {p: (float(x[k]), float(high[k])) for p, k in number.items()}


def _spread(edges: list[tuple[tuple[float, float], tuple[float, float]]], nodes: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """A point on each edge, one after the other as far as may be from the nodes and from the points before."""
    scale = np.array([2.0, max(y for _, y in nodes) or 1.0]) / (1.5, 1.0)  # figures are wider than high, and so is text
    taken = [np.array(node) / scale for node in nodes]
    chosen = []
    for start, end in edges:
        options = [np.array(start) * (1 - t) + np.array(end) * t for t in _FRACTIONS]
        space = [min(float(np.hypot(*(option / scale - other))) for other in taken) for option in options]
        best = options[int(np.argmax(np.round(np.minimum(space, 0.06), 9)))]  # the first with enough space, else the one with most
        taken.append(best / scale)
        chosen.append((float(best[0]), float(best[1])))
    return chosen
