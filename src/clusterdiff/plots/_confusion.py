"""The contingency table of two clusterings as a heatmap."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from clusterdiff.checks import check_choice, check_integer
from clusterdiff.drawing import flow_diagram, shown_lines
from clusterdiff.labels import listed, takes_clusterings
from clusterdiff.plots._style import axes_or_new, distinct, set_texts, shortened
from clusterdiff.plots._subject import titles_of, two
from clusterdiff.views import label_text, percent

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Unpack

    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    from clusterdiff.labels import LabelsOptions

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

Normalize = Literal["rows", "cols", "all", "none"]
_NUMBERS = 15  # clusters of a side up to which the numbers are written
_CELL = 0.17  # inches of a line
_NUMBER = 0.36  # inches of a line with numbers


@takes_clusterings
def plot_confusion(
    *clusterings: Any,
    normalize: Normalize = "rows",
    max_clusters: int = 50,
    names: Sequence[str] | None = None,
    ax: Axes | None = None,
    title: str | None = None,
    **options: Unpack[LabelsOptions],
) -> Axes:
    """Draw the contingency table of two clusterings as a heatmap.

    Clusters are in the order of `plot_flow`: changed ones first, matched ones near the diagonal.

    Parameters
    ----------
    {clusterings}
    normalize : {"rows", "cols", "all", "none"}, default="rows"
        Divide the counts by the sizes of the clusters of a, by those of b, by the number of
        elements, or not at all.
    max_clusters : int, default=50
        Number of rows and of columns. Smaller clusters have one row or column together.
    names : list of str, optional
        Names of the two clusterings; by default those of the given columns or results.
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
    plot_flow : Draw the same overlaps as a flow diagram.
    plot_heatmap : Draw any matrix.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> ax = plot_confusion([0, 0, 0, 1], ["p", "p", "q", "q"], ax=Figure().subplots())
    >>> [text.get_text() for text in ax.texts]
    ['67 %', '33 %', '', '100 %']
    """
    check_choice("normalize", normalize, get_args(Normalize))
    check_integer("max_clusters", max_clusters, 1)
    subject = two(clusterings, options)
    table, titles = subject.tables[0], titles_of(subject, names)
    orders = flow_diagram(table).orders
    rows, row_names = _lines(orders[0], table.row_labels, max_clusters)
    cols, col_names = _lines(orders[1], table.col_labels, max_clusters)
    counts = np.zeros((len(row_names), len(col_names)), np.int64)
    np.add.at(counts, (rows[table.rows], cols[table.cols]), table.counts)
    values = _normalized(counts, normalize)
    few = max(len(row_names), len(col_names)) <= _NUMBERS
    wide, high = (_NUMBER, 0.7 * _NUMBER) if few else (_CELL, _CELL)
    width, height = 1.6 + max(2.4, wide * len(col_names)), 1.6 + max(2.4, high * len(row_names))
    ax = axes_or_new(ax, height, width + 1.2)
    _draw(ax, values, counts, normalize)
    ax.set_xticks(range(len(col_names)), col_names, rotation=90, fontsize=8)
    ax.set_yticks(range(len(row_names)), row_names, fontsize=8)
    set_texts(ax, xlabel=shortened(titles[1]), ylabel=shortened(titles[0]), title=title)
    return ax


def _lines(order: Ints, labels: Any, max_lines: int) -> tuple[Ints, list[str]]:
    """Return the line of each cluster, and the names of the lines."""
    shown, line = shown_lines(order, max_lines)
    names = distinct([label_text(name) for name in listed(labels[shown])])
    rest = len(order) - len(shown)
    return line, [*names, f"{rest:,} more"] if rest else names


def _normalized(counts: Ints, normalize: Normalize) -> Floats:
    """Return the counts as shares of the rows, of the columns or of everything."""
    if normalize == "none":
        return counts.astype(float)
    total = {
        "rows": counts.sum(axis=1, keepdims=True),
        "cols": counts.sum(axis=0, keepdims=True),
        "all": counts.sum(),
    }[normalize]
    shares: Floats = counts / np.maximum(total, 1)
    return shares


def _draw(ax: Axes, values: Floats, counts: Ints, normalize: Normalize) -> None:
    """Draw the cells, their numbers if they are few, and the scale."""
    top = 1.0 if normalize in {"rows", "cols"} else max(float(values.max()), 1e-12)
    shown = np.where(counts > 0, values, np.nan)
    image = ax.imshow(shown, cmap="Purples", vmin=0, vmax=top, aspect="auto")
    if max(values.shape) <= _NUMBERS:
        for i, j in np.ndindex(*values.shape):
            color = "white" if values[i, j] > 0.6 * top else "black"
            style: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": 7, "color": color}
            ax.text(j, i, _text(float(values[i, j]), int(counts[i, j]), normalize), **style)
    for spine in ax.spines.values():
        spine.set_color("#BBBBBB")
    bar = ax.figure.colorbar(image, ax=ax, shrink=0.8, pad=0.02)
    label = {
        "rows": "share of the row",
        "cols": "share of the column",
        "all": "share of all",
        "none": "elements",
    }[normalize]
    bar.set_label(label, fontsize="small")
    if normalize != "none":
        bar.ax.yaxis.set_major_formatter(lambda value, _: f"{100 * value:.0f} %")


def _text(value: float, count: int, normalize: Normalize) -> str:
    """Return the number in a cell: a count, or a percentage; nothing for an empty cell."""
    if not count:
        return ""
    if normalize == "none":
        return f"{count:,}"
    return percent(value)
