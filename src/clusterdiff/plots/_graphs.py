"""Graphs of two clusterings: which clusters overlap, and how one becomes the other."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from clusterdiff.analysis import Diff, diff
from clusterdiff.analysis._diff import changed_clusters, component_numbers
from clusterdiff.checks import check_integer
from clusterdiff.drawing import PALETTE, color_of, matched_order
from clusterdiff.labels import listed, takes_clusterings
from clusterdiff.plots._style import (
    GRAY,
    axes_or_new,
    set_texts,
    shortened,
    text_inches,
)
from clusterdiff.plots._subject import two
from clusterdiff.summaries import Components

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Unpack

    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    from clusterdiff.labels import LabelsOptions
    from clusterdiff.table import Table

    Ints = NDArray[np.int64]
    Bools = NDArray[np.bool_]
    Floats = NDArray[np.float64]

_MAX_GRAY = 200  # lines of scattered elements
_MAX_MEET = 60  # clusters of the meet
_NAMED = 8  # clusters of the meet with names
_STEP = 2.9  # inches between columns
_INCHES_PER_NODE = 0.22
_MARGIN = 0.1  # inches beside labels

# Position of a label relative to its node: offset in points and alignment.
_LEFT = ((-12, 0), "right", "center")
_RIGHT = ((12, 0), "left", "center")
_ABOVE = ((0, 11), "center", "bottom")


class _Groups(NamedTuple):
    """The component of each cluster and cell, -1 for none, and the order of the clusters."""

    of_rows: Ints
    of_cols: Ints
    of_cells: Ints
    row_order: Ints
    col_order: Ints
    changed: Bools  # of components: drawn in color


class _Graph(NamedTuple):
    """The clusters and overlaps to draw; components are numbered without gaps."""

    rows: Ints
    cols: Ints
    counts: Ints
    row_names: list[Any]
    col_names: list[Any]
    row_sizes: Ints
    col_sizes: Ints
    of_rows: Ints
    of_cols: Ints
    of_cells: Ints
    colors: list[str]  # of components; of changed ones, no two alike
    notes: tuple[str, ...]


@takes_clusterings
def plot_bipartite(
    *clusterings: Any,
    max_clusters: int | None = 50,
    ax: Axes | None = None,
    title: str | None = None,
    **options: Unpack[LabelsOptions],
) -> Axes:
    """Draw the clusters of a (left) and b (right), with a line between clusters that overlap.

    The area of a node grows with the size of the cluster and the width of a line with the number
    of shared elements. Clusters that changed are in color, those that a change joins in the same
    one; kept clusters are gray. Overlaps below the threshold of the diff, of scattered elements,
    are thin gray lines.

    Parameters
    ----------
    {clusterings}
    max_clusters : int or None, default=50
        If a or b has more clusters, only the clusters with the largest overlaps are drawn, at
        most this many on each side, and a note below the graph says so. None draws all clusters.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; by default those of a new figure.
    title : str, optional
        Title.
    {selection}

    Returns
    -------
    matplotlib.axes.Axes
        The Axes with the plot.

    See Also
    --------
    plot_derivation : Draw the meet between a and b too.
    clusterdiff.diff : The same components as data.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> ax = plot_bipartite([0, 0, 1], ["p", "q", "q"], ax=Figure().subplots())
    >>> len(ax.get_lines())
    3
    """
    found = _diff_of(clusterings, options)
    graph = _graph_of(found.table, max_clusters, _groups(found))
    left, right = _heights_of([graph.of_rows, graph.of_cols])
    names = _node_names(graph)
    ax = axes_or_new(ax, _figure_height(left, right), _figure_width(names, _STEP))
    rows, cols = ([graph.colors[k] for k in own] for own in (graph.of_rows, graph.of_cols))
    _draw_nodes(ax, 0, left, rows, names[0], graph.row_sizes, _LEFT)
    _draw_nodes(ax, 1, right, cols, names[1], graph.col_sizes, _RIGHT)
    hidden = _draw_overlaps(ax, graph, left, right)
    ax.set(xlim=_limits(ax, names, 1))
    for x, name in enumerate((found.name_a, found.name_b)):
        style: dict[str, Any] = {"ha": "center", "va": "bottom", "fontsize": 10, "weight": "bold"}
        ax.text(x, 1.0, shortened(name), transform=ax.get_xaxis_transform(), **style)
    notes = [*graph.notes, *([f"{hidden:,} small gray lines are not drawn"] if hidden else [])]
    _finish(ax, notes, title, 0.5)
    return ax


@takes_clusterings
def plot_derivation(
    *clusterings: Any,
    max_clusters: int | None = 30,
    ax: Axes | None = None,
    title: str | None = None,
    **options: Unpack[LabelsOptions],
) -> Axes:
    """Draw how a becomes b: its clusters split into those of the meet, which merge into b.

    The clusters of a are on the left, those of the meet in the middle and those of b on the right.
    Lines are solid where a cluster is split, dashed where clusters are merged, and dotted where
    nothing changes. Clusters that are split or merged are in color, those that lines join in the
    same one.

    Parameters
    ----------
    {clusterings}
    max_clusters : int or None, default=30
        If a or b has more clusters, only the clusters with the largest overlaps are drawn, at
        most this many on each side. Of more than 60 overlaps, the smallest are not drawn. A note
        below the graph says so. None draws all clusters and overlaps.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; by default those of a new figure.
    title : str, optional
        Title.
    {selection}

    Returns
    -------
    matplotlib.axes.Axes
        The Axes with the plot.

    See Also
    --------
    plot_bipartite : Draw a and b only.
    clusterdiff.partition.path : The splits and merges as data.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> ax = plot_derivation([0, 0, 1], ["p", "q", "q"], ax=Figure().subplots())
    >>> [line.get_linestyle() for line in ax.get_lines()]
    ['-', ':', '-', '--', ':', '--']
    """
    table = _table_of(clusterings, options)
    graph = _graph_of(table, max_clusters, _lattice(table))
    graph = graph if max_clusters is None else _main_overlaps(graph)
    left, middle, right = _heights_of([graph.of_rows, graph.of_cells, graph.of_cols])
    names = _node_names(graph)
    ax = axes_or_new(ax, _figure_height(left, middle, right), _figure_width(names, 1.5 * _STEP))
    cells = list(zip(graph.rows.tolist(), graph.cols.tolist(), strict=True))
    rows, parts, cols = (
        [graph.colors[k] for k in own] for own in (graph.of_rows, graph.of_cells, graph.of_cols)
    )
    _draw_nodes(ax, 0, left, rows, names[0], graph.row_sizes, _LEFT)
    _draw_nodes(ax, 1, middle, parts, *_cell_names(graph, cells), between=True)
    _draw_nodes(ax, 2, right, cols, names[1], graph.col_sizes, _RIGHT)
    for cell, (i, j) in enumerate(cells):
        is_split = graph.counts[cell] < graph.row_sizes[i]
        is_merged = graph.counts[cell] < graph.col_sizes[j]
        style: dict[str, Any] = {
            "color": graph.colors[graph.of_cells[cell]],
            "linewidth": 0.5 + 2.5 * float(graph.counts[cell] / graph.counts.max()),
            "zorder": 1,
        }
        down, up = "-" if is_split else ":", "--" if is_merged else ":"
        ax.plot([0, 1], [left[i], middle[cell]], linestyle=down, **style)
        ax.plot([1, 2], [middle[cell], right[j]], linestyle=up, **style)
    for x, text in enumerate(("a", "splits →", "a ∧ b", "merges →", "b")):
        ax.text(x / 2, 0.35, text, ha="center", va="bottom", style="italic")
    lowest = min(float(heights.min()) for heights in (left, middle, right))
    ax.set(xlim=_limits(ax, names, 2), ylim=(lowest - 0.5, 0.7))
    _finish(ax, graph.notes, title, 1)
    return ax


def _table_of(clusterings: tuple[Any, ...], options: Any) -> Table:
    """Return the table of two labelings, of a table or of a diff."""
    return two(clusterings, options).tables[0]


def _diff_of(clusterings: tuple[Any, ...], options: Any) -> Diff:
    """Return the given diff, or the diff of the table that is given."""
    if len(clusterings) == 1 and isinstance(clusterings[0], Diff):
        return clusterings[0]
    subject = two(clusterings, options)
    return replace(diff(subject.tables[0]), name_a=subject.names[0], name_b=subject.names[1])


def _lattice(table: Table) -> _Groups:
    """Return the components of the join."""
    found, order = Components.of(table), matched_order(table)
    several = np.bincount(found.of_cells) > 1
    return _Groups(found.of_rows, found.of_cols, found.of_cells, order.rows, order.cols, several)


def _groups(found: Diff) -> _Groups:
    """Return the components of a diff, the largest first; scattered elements are in none."""
    table, of = found.table, component_numbers(found)
    sizes = np.zeros(max(of.rows.max(), of.cols.max()) + 1, np.int64)
    np.add.at(sizes, of.cells[of.cells >= 0], table.counts[of.cells >= 0])
    rank = np.empty(len(sizes), np.int64)
    rank[np.argsort(-sizes, kind="stable")] = np.arange(len(sizes))
    of_cells = np.where(of.cells < 0, -1, rank[of.cells])
    order = matched_order(table)
    changed = np.zeros(len(sizes), bool)
    for components, own in zip((of.rows, of.cols), changed_clusters(found), strict=True):
        changed[rank[components[own]]] = True
    return _Groups(rank[of.rows], rank[of.cols], of_cells, order.rows, order.cols, changed)


def _graph_of(table: Table, max_clusters: int | None, groups: _Groups) -> _Graph:
    """Return the clusters and overlaps to draw, at most `max_clusters` clusters on each side."""
    if max_clusters is not None:
        check_integer("max_clusters", max_clusters, 1)
    notes: tuple[str, ...] = ()
    rows, cols = groups.row_order, groups.col_order
    cells = np.arange(table.nnz)
    if max_clusters is not None and max(table.shape) > max_clusters:
        chosen = _largest_overlaps(table, max_clusters)
        rows, cols = rows[np.isin(rows, chosen[0])], cols[np.isin(cols, chosen[1])]
        cells = np.flatnonzero(np.isin(table.rows, rows) & np.isin(table.cols, cols))
        of_a = f"{len(rows):,} of {table.shape[0]:,} clusters of a"
        of_b = f"{len(cols):,} of {table.shape[1]:,} clusters of b"
        notes = (f"{of_a} and {of_b}: those with the largest overlaps",)
    place_rows, place_cols = _places(rows, table.shape[0]), _places(cols, table.shape[1])
    cells = cells[np.lexsort((place_cols[table.cols[cells]], place_rows[table.rows[cells]]))]
    shown = np.unique(np.concatenate([groups.of_rows[rows], groups.of_cols[cols]]))
    of_cells = groups.of_cells[cells]
    return _Graph(
        rows=place_rows[table.rows[cells]],
        cols=place_cols[table.cols[cells]],
        counts=table.counts[cells],
        row_names=[shortened(name) for name in listed(table.row_labels[rows])],
        col_names=[shortened(name) for name in listed(table.col_labels[cols])],
        row_sizes=table.row_sizes[rows],
        col_sizes=table.col_sizes[cols],
        of_rows=np.searchsorted(shown, groups.of_rows[rows]),
        of_cols=np.searchsorted(shown, groups.of_cols[cols]),
        of_cells=np.where(of_cells < 0, -1, np.searchsorted(shown, of_cells)),
        colors=_colors(groups.changed[shown]),
        notes=notes,
    )


def _colors(changed: Bools) -> list[str]:
    """Return the colors of components: kept ones are gray, and so are those beyond the palette."""
    numbers = np.cumsum(changed) - 1
    left = np.where(numbers < len(PALETTE), numbers, -2)
    return [color_of(number) for number in np.where(changed, left, -1).tolist()]


def _main_overlaps(graph: _Graph) -> _Graph:
    """Return the graph with the largest overlap of every cluster and the largest others."""
    order = np.argsort(-graph.counts, kind="stable")
    first = np.zeros(len(order), bool)
    for side in (graph.rows, graph.cols):
        first[order[np.unique(side[order], return_index=True)[1]]] = True
    chosen = np.concatenate([order[first[order]], order[~first[order]]])
    most = max(_MAX_MEET, int(first.sum()))
    if len(order) <= most:
        return graph
    kept, rest = np.sort(chosen[:most]), chosen[most:]
    note = f"{len(rest):,} smaller overlaps ({int(graph.counts[rest].sum()):,} elements) not drawn"
    return graph._replace(
        rows=graph.rows[kept],
        cols=graph.cols[kept],
        counts=graph.counts[kept],
        of_cells=graph.of_cells[kept],
        notes=(*graph.notes, note),
    )


def _places(chosen: Ints, size: int) -> Ints:
    """Return the place of each cluster among those that are drawn."""
    places = np.full(size, -1)
    places[chosen] = np.arange(len(chosen))
    return places


def _draw_overlaps(ax: Axes, graph: _Graph, left: Floats, right: Floats) -> int:
    """Draw a line for each overlap, scattered elements in gray; return how many are not drawn."""
    scattered = np.flatnonzero(graph.of_cells < 0)
    shown = scattered[np.argsort(-graph.counts[scattered], kind="stable")][:_MAX_GRAY]
    widths = 0.5 + 4 * graph.counts / graph.counts.max()
    for cell in [*np.flatnonzero(graph.of_cells >= 0).tolist(), *shown.tolist()]:
        component = int(graph.of_cells[cell])
        gray = component < 0
        style: dict[str, Any] = {
            "color": GRAY if gray else graph.colors[component],
            "linewidth": 0.4 if gray else widths[cell],
            "alpha": 0.5 if gray else 0.7,
            "zorder": 0.5 if gray else 1,
        }
        ax.plot([0, 1], [left[graph.rows[cell]], right[graph.cols[cell]]], **style)
    return len(scattered) - len(shown)


def _largest_overlaps(table: Table, max_clusters: int) -> tuple[Ints, Ints]:
    """Return the clusters of the largest cells, at most `max_clusters` on each side, ascending."""
    rows: set[int] = set()
    cols: set[int] = set()
    for cell in np.argsort(-table.counts, kind="stable"):
        new_rows, new_cols = rows | {int(table.rows[cell])}, cols | {int(table.cols[cell])}
        if max(len(new_rows), len(new_cols)) > max_clusters:
            break
        rows, cols = new_rows, new_cols
    return np.array(sorted(rows)), np.array(sorted(cols))


def _node_names(graph: _Graph) -> tuple[list[str], list[str]]:
    """Return the labels of the clusters of a and of b with their sizes."""
    sides = (graph.row_names, graph.row_sizes), (graph.col_names, graph.col_sizes)
    a, b = (
        [f"{name} ({size:,})" for name, size in zip(names, sizes.tolist(), strict=True)]
        for names, sizes in sides
    )
    return a, b


def _cell_names(
    graph: _Graph, cells: Sequence[tuple[int, int]]
) -> tuple[list[str], Ints, tuple[Any, str, str]]:
    """Return the labels of the clusters of the meet, their sizes, and where the labels are.

    Where there are many, they are sizes only: the lines say which clusters overlap.
    """
    sizes = [f"({size:,})" for size in graph.counts.tolist()]
    if len(cells) > _NAMED:
        return sizes, graph.counts, _RIGHT
    names = [
        f"{shortened(graph.row_names[i], 12)} ∩ {shortened(graph.col_names[j], 12)}"
        for i, j in cells
    ]
    whole = [f"{name} {size}" for name, size in zip(names, sizes, strict=True)]
    return whole, graph.counts, _ABOVE


def _heights_of(columns: Sequence[Ints]) -> list[Floats]:
    """Return the heights of the nodes of each column, given their components.

    Components are stacked from top to bottom; each is as high as its longest column, and the nodes
    of its other columns are spread over the same height.
    """
    size = 1 + max(int(groups.max()) for groups in columns)
    counts = [np.bincount(groups, minlength=size) for groups in columns]
    heights = np.max(counts, axis=0)
    starts = np.cumsum(heights) - heights
    places = []
    for groups, count in zip(columns, counts, strict=True):
        order = np.argsort(groups, kind="stable")
        rank = np.empty(len(groups))
        rank[order] = np.arange(len(groups)) - np.repeat(np.cumsum(count) - count, count)
        places.append(-(starts[groups] + (rank + 0.5) * heights[groups] / count[groups]))
    return places


def _figure_height(*columns: Floats) -> float:
    """Return the height in inches at which the labels of the nodes do not overlap."""
    return max(4.0, _INCHES_PER_NODE * max(-float(column.min()) + 1 for column in columns))


def _figure_width(names: Sequence[Sequence[str]], step: float) -> float:
    """Return the width in inches at which the labels of both sides fit."""
    return max(6.4, step + sum(map(text_inches, names)) + 4 * _MARGIN)


def _limits(ax: Axes, names: Sequence[Sequence[str]], last: int) -> tuple[float, float]:
    """Return the limits between which columns 0 to `last` and the labels beside them fit."""
    width = ax.get_window_extent().width / ax.figure.dpi
    left, right = (text_inches(side) + 2 * _MARGIN for side in names)
    unit = max(width - left - right, width / 4) / last  # inches between two columns
    return -left / unit, last + right / unit


def _draw_nodes(
    ax: Axes,
    x: float,
    heights: Floats,
    colors: Sequence[str],
    names: Sequence[str],
    sizes: Ints,
    label_place: tuple[Any, str, str],
    *,
    between: bool = False,
) -> None:
    """Draw one column of clusters, each with its label; labels between columns cover lines."""
    offset, horizontal, vertical = label_place
    areas = 60 + 240 * sizes / sizes.sum()
    style: dict[str, Any] = {"zorder": 2, "edgecolor": "black", "linewidth": 0.5}
    ax.scatter(np.full(len(heights), x), heights, s=areas, c=colors, **style)
    inner = {"pad": 0.3, "facecolor": "white", "edgecolor": "none", "alpha": 0.8}
    text_style: dict[str, Any] = {
        "textcoords": "offset points",
        "ha": horizontal,
        "va": vertical,
        "zorder": 3,
        "bbox": inner if between else None,
    }
    for name, y in zip(names, heights, strict=True):
        ax.annotate(name, (x, y), offset, **text_style)


def _finish(ax: Axes, notes: Sequence[str], title: str | None, center: float) -> None:
    """Set the title, write the notes and hide the axes."""
    set_texts(ax, title=title)
    if notes:
        low = ax.get_ylim()[0]
        style: dict[str, Any] = {"ha": "center", "va": "top", "fontsize": "small"}
        ax.text(center, low, "\n".join(notes), style="italic", **style)
    ax.axis("off")
