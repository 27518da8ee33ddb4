"""Clustering trees: the clusters of a sequence of clusterings, level by level."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.drawing import color_of, flow_diagram, own_colors
from clusterdiff.labels import takes_clusterings
from clusterdiff.plots._style import COLORS, axes_or_new, set_texts, shortened
from clusterdiff.plots._subject import several, titles_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Unpack

    from matplotlib.axes import Axes

    from clusterdiff.drawing import ColorsOf
    from clusterdiff.labels import LabelsOptions

_LARGEST = 900.0  # area of the largest node in square points
_FEWEST_LABELED = 40  # clusters of a level up to which nodes are labeled


@takes_clusterings
def plot_clustree(
    *clusterings: Any,
    max_bands: int = 40,
    colors: ColorsOf = None,
    names: Sequence[str] | None = None,
    ax: Axes | None = None,
    title: str | None = None,
    **options: Unpack[LabelsOptions],
) -> Axes:
    """Draw a sequence of clusterings as a clustering tree.

    Each clustering is a level, and each cluster a node whose area is its number of elements. An
    edge joins two clusters of neighboring levels that share elements; the darker it is, the larger
    the share of the lower cluster that comes from the upper one.

    Parameters
    ----------
    {set}
    max_bands : int, default=40
        Number of nodes of a level. Smaller clusters are drawn as one node.
    colors : dict or list of dict, optional
        Colors of clusters by their labels, for all clusterings or for each; by default those in
        ``uns`` of an AnnData object.
    names : list of str, optional
        Names of the levels; by default those of the clusterings.
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
    plot_flow : Draw the clusterings as an alluvial diagram.
    clusterdiff.many.timeline : The changes as data and in words.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> runs = {"k=1": [0, 0, 0, 0], "k=2": [0, 0, 1, 1]}
    >>> ax = plot_clustree(runs, ax=Figure().subplots())
    >>> [text.get_text() for text in ax.texts]
    ['0', '0', '1']
    """
    subject = several(clusterings, options)
    titles = titles_of(subject, names)
    own = own_colors(colors, clusterings, subject.names)
    drawn = flow_diagram(subject.tables, max_bands=max_bands, fold=False, colors=own)
    ax = axes_or_new(ax, max(3.0, 0.9 * drawn.columns))
    places = [((band.start + band.end) / 2, -band.column) for band in drawn.bands]
    for link in sorted(drawn.links, key=lambda link: link.size):
        share = link.size / drawn.bands[link.target].size
        xs, ys = zip(places[link.source], places[link.target], strict=True)
        ax.plot(
            xs, ys, color=COLORS[6], alpha=0.1 + 0.7 * share, linewidth=0.5 + 2.5 * share, zorder=1
        )
    sizes = np.array([band.size for band in drawn.bands], float)
    fills = [band.own or color_of(band.color) for band in drawn.bands]
    xs, ys = zip(*places, strict=True)
    ax.scatter(xs, ys, s=np.maximum(12.0, _LARGEST * sizes / sizes.max()), c=fills, zorder=2)
    most = max(sum(band.column == k for band in drawn.bands) for k in range(drawn.columns))
    if most <= _FEWEST_LABELED:
        box = {"boxstyle": "round,pad=0.15", "facecolor": "white", "alpha": 0.75, "linewidth": 0}
        style: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": 7, "zorder": 3}
        for band, (x, y) in zip(drawn.bands, places, strict=True):
            ax.text(x, y, shortened(band.label, 12), bbox=box, **style)
    ax.set_yticks([-k for k in range(drawn.columns)], titles, fontsize="small")
    ax.set_xticks([])
    ax.margins(0.08, 0.12)
    for side in ("top", "right", "bottom", "left"):
        ax.spines[side].set_visible(False)
    set_texts(ax, title=title)
    return ax
