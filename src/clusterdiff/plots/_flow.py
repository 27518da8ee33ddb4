"""Flow diagrams: which elements of one clustering are where in the next one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.checks import check_integer
from clusterdiff.drawing import MAX_BANDS, color_of, flow_diagram, moved_apart, own_colors
from clusterdiff.labels import takes_clusterings
from clusterdiff.plots._style import (
    axes_or_new,
    distinct,
    set_texts,
    shortened,
    write_note,
)
from clusterdiff.plots._subject import several, titles_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Unpack

    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    from clusterdiff.drawing import Band, ColorsOf, FlowDiagram, Link
    from clusterdiff.labels import LabelsOptions

    Floats = NDArray[np.float64]

_BAR = 0.06  # width of a band, where neighboring columns are 1 apart
_LEADER = 0.14  # space for lines between bands and labels
_LINE = 0.19  # inches of a line of text
_FONT = 8.0
_POINTS = 72.0  # of an inch


@takes_clusterings
def plot_flow(
    *clusterings: Any,
    max_bands: int = MAX_BANDS,
    fold: bool = True,
    colors: ColorsOf = None,
    names: Sequence[str] | None = None,
    ax: Axes | None = None,
    title: str | None = None,
    **options: Unpack[LabelsOptions],
) -> Axes:
    """Draw an alluvial diagram of two or several clusterings.

    Each clustering is a column of bands, one for each cluster, as high as the cluster is large.
    Links between neighboring columns show which elements the clusters share. Bands are ordered so
    that few links cross. Clusters that changed are in color, matched clusters in the same one, and
    links are strong where elements moved; clusters that are kept are gray, and one band together.

    Parameters
    ----------
    {set}
    max_bands : int, default=24
        Number of separate bands of a column, those with the largest changes; the other clusters
        are drawn as one band.
    fold : bool, default=True
        Whether clusters that are kept are drawn as one band.
    colors : dict or list of dict, optional
        Colors of clusters by their labels, for all clusterings or for each; by default those in
        ``uns`` of an AnnData object.
    names : list of str, optional
        Names of the clusterings; by default those of the given columns or results.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; by default those of a new figure.
    title : str, optional
        Title.
    {selection}

    Returns
    -------
    matplotlib.axes.Axes
        The Axes with the plot. A note below it says what is not drawn.

    See Also
    --------
    plot_confusion : Draw the overlaps as a matrix.
    clusterdiff.diff : The changes as data and in words.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> ax = plot_flow([0, 0, 0, 1], ["p", "p", "q", "q"], ax=Figure().subplots())
    >>> [text.get_text() for text in ax.texts]
    ['a', 'b', '0 (3)', '1 (1)', 'p (2)', 'q (2)']
    """
    check_integer("max_bands", max_bands, 1)
    subject = several(clusterings, options)
    titles = titles_of(subject, names)
    own = own_colors(colors, clusterings, subject.names)
    drawn = flow_diagram(subject.tables, max_bands=max_bands, fold=fold, colors=own)
    most = max(sum(band.column == k for band in drawn.bands) for k in range(drawn.columns))
    ax = axes_or_new(ax, max(3.6, _LINE * (most + 3)), 3.0 + 2.0 * drawn.columns)
    write_note(ax, draw_flow(ax, drawn, titles))
    set_texts(ax, title=title)
    return ax


def draw_flow(
    ax: Axes, drawn: FlowDiagram, titles: Sequence[str], font: float = _FONT
) -> list[str]:
    """Draw a flow diagram with labels of this size, and return what is not in the picture."""
    for link in reversed(drawn.links):
        _draw_link(ax, link, drawn.bands)
    _draw_bands(ax, drawn)
    ax.set(xlim=(-0.7, drawn.columns - 0.3), ylim=(1.02, -0.06))
    _write_titles(ax, titles, font)
    hidden = sum(_write_labels(ax, drawn, column, font) for column in range(drawn.columns))
    ax.axis("off")
    return [*drawn.notes, *([f"{hidden} small bands have no label."] if hidden else [])]


def _draw_link(ax: Axes, link: Link, bands: Sequence[Band]) -> None:
    """Draw the elements that two bands share as a curved ribbon."""
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    source, target = bands[link.source], bands[link.target]
    left, right = source.column + _BAR / 2, target.column - _BAR / 2
    middle = (left + right) / 2
    a0, a1, b0, b1 = link.source_start, link.source_end, link.target_start, link.target_end
    points = [(left, a0), (middle, a0), (middle, b0), (right, b0), (right, b1),
              (middle, b1), (middle, a1), (left, a1), (left, a0)]  # fmt: skip
    codes = [Path.MOVETO, *[Path.CURVE4] * 3, Path.LINETO, *[Path.CURVE4] * 3, Path.CLOSEPOLY]
    color = source.own or color_of(source.color)
    style: dict[str, Any] = {
        "facecolor": color,
        "alpha": 0.72 if link.moved else 0.3,
        "linewidth": 0,
        "zorder": 1,
    }
    ax.add_patch(PathPatch(Path(points, codes), **style))


def _draw_bands(ax: Axes, drawn: FlowDiagram) -> None:
    """Draw every band as a bar."""
    x = np.array([band.column for band in drawn.bands], float)
    starts = np.array([band.start for band in drawn.bands])
    heights = np.array([band.end - band.start for band in drawn.bands])
    colors = [band.own or color_of(band.color) for band in drawn.bands]
    style: dict[str, Any] = {"edgecolor": "white", "linewidth": 0.3, "zorder": 2}
    ax.bar(x, heights, _BAR, starts, color=colors, **style)


def _write_titles(ax: Axes, titles: Sequence[str], font: float) -> None:
    """Write the name of each clustering above its column."""
    for column, name in enumerate(distinct(titles)):
        style: dict[str, Any] = {"ha": "center", "va": "bottom", "weight": "bold"}
        ax.text(column, -0.02, name, fontsize=font + 1, **style)


def _write_labels(ax: Axes, drawn: FlowDiagram, column: int, font: float) -> int:
    """Write the labels of a column beside its bands; return how many do not fit."""
    bands = [band for band in drawn.bands if band.column == column]
    height = ax.get_window_extent().height / ax.figure.dpi  # inches
    span = abs(ax.get_ylim()[0] - ax.get_ylim()[1])
    line = span * font * 1.2 / _POINTS / max(height, 1e-9)
    fitting = max(1, int(1.0 / line))
    largest = sorted(bands, key=lambda band: -band.size)[:fitting]
    shown = sorted(largest, key=lambda band: band.start)
    middles = np.array([(band.start + band.end) / 2 for band in shown])
    last = column == drawn.columns - 1
    moved = moved_apart(middles, line, 0.0, 1.0)
    shift = _LEADER if np.abs(moved - middles).max(initial=0.0) > line / 2 else 0.0
    x, side = (column + _BAR + shift, "left") if last else (column - _BAR - shift, "right")
    box: dict[str, Any] | None = None
    if 0 < column < drawn.columns - 1:
        box = {"pad": 0.4, "facecolor": "white", "edgecolor": "none", "alpha": 0.75}
    for band, y, place in zip(shown, middles, moved, strict=True):
        size = "" if band.kind == "kept" else f" ({band.size:,})"
        style: dict[str, Any] = {"ha": side, "va": "center", "zorder": 3, "bbox": box}
        ax.text(x, place, f"{shortened(band.label)}{size}", fontsize=font, **style)
        if shift:  # a line leads from the band to its label
            edge, near = (_BAR * 0.5, _BAR * 0.9) if last else (-_BAR * 0.5, -_BAR * 0.9)
            xs, ys = [column + edge, column + near, x, x], [y, y, place, place]
            ax.plot(xs, ys, color=band.own or color_of(band.color), linewidth=0.6, zorder=2)
    return len(bands) - len(shown)
