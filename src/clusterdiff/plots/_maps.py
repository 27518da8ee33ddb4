"""Maps: clusterings as points whose distances are those of a measure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.drawing import joined_names, place_labels
from clusterdiff.errors import InputError
from clusterdiff.many import Pairwise
from clusterdiff.plots._matrices import compared
from clusterdiff.plots._style import (
    COLORS,
    GRAY,
    axes_or_new,
    distinct,
    hide_scale,
    measure_label,
    set_texts,
)
from clusterdiff.views import plural

if TYPE_CHECKING:
    from collections.abc import Mapping

    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    from clusterdiff.many import Clusterings
    from clusterdiff.measures import Measure

    Floats = NDArray[np.float64]

_MAX_NAMES = 60  # points up to which each has its name beside it
_FONT = 7.0  # points
_RADIUS = 4.0  # of the mark of a point and the space around it, in points


def plot_map(
    values: Pairwise | Clusterings,
    *,
    measure: str | Measure | None = None,
    groups: Mapping[str, str] | None = None,
    ax: Axes | None = None,
    title: str | None = None,
) -> Axes:
    """Draw clusterings as points that are close where the clusterings are, by classical scaling.

    Parameters
    ----------
    values : Pairwise or Clusterings
        The values of every pair; clusterings are compared here, by default under VI.
    measure : str or Measure, optional
        The measure to draw if there are several; by default the first. A similarity s is drawn as
        the distance 1 - s.
    groups : dict name → group, optional
        Groups of clusterings, drawn in one color each and named in a legend.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; by default those of a new figure.
    title : str, optional
        Title; by default the name of the measure and the stress of the map.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes with the plot. Equal clusterings are one point with several
        names, and no name covers another one.

    See Also
    --------
    plot_dendrogram : Draw the pairs as a tree.
    clusterdiff.pairwise : Compare every pair of several clusterings.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> from matplotlib.figure import Figure
    >>> runs = {"x": [0, 0, 1, 1], "y": [0, 0, 1, 2], "z": [0, 1, 2, 3]}
    >>> ax = plot_map(cd.pairwise(runs, measures="vi"), ax=Figure().subplots())
    >>> ax.get_title()
    'Variation of information (stress 0.00)'
    """
    pairs = compared(values, measure)
    if not isinstance(pairs, Pairwise):
        raise InputError(
            f"values must be a result of pairwise or a Clusterings, got {type(values).__name__}."
        )
    found = pairs.coordinates(2, measure)
    new = ax is None
    ax = axes_or_new(ax)
    group_of = dict.fromkeys(found.names, "") if groups is None else dict(groups)
    lacking = [name for name in found.names if name not in group_of]
    if lacking:
        raise InputError(f"groups must have a group for every clustering: {lacking[0]!r} has none.")
    kinds = list(dict.fromkeys(group_of[name] for name in found.names))
    for i, kind in enumerate(kinds):
        own = np.array([group_of[name] == kind for name in found.names])
        x, y = found.points[own].T
        ax.scatter(x, y, s=24, color=COLORS[i % len(COLORS)], label=kind)
    if groups is not None:
        ax.legend(fontsize="small")
    ax.set_aspect("equal", adjustable="datalim")
    ax.margins(0.15)
    hide_scale(ax)
    default = f"{measure_label(found.measure)} (stress {found.stress:.2f})"
    set_texts(ax, title=default if title is None else title)
    if new:
        figure: Any = ax.figure
        figure.draw_without_rendering()  # the layout moves the axes
    hidden = _write_names(ax, found.names, found.points)
    set_texts(ax, xlabel=f"{plural(hidden, 'name')} not drawn" if hidden else None)
    return ax


def _write_names(ax: Axes, names: tuple[str, ...], points: Floats) -> int:
    """Write names beside the points, with lines to distant ones; return how many are left out."""
    if len(names) > _MAX_NAMES:
        return len(names)
    ax.apply_aspect()
    scale = 72.0 / ax.figure.dpi
    box = ax.get_window_extent()
    places = ax.transData.transform(points) * scale
    at = dict(zip(map(tuple, places.tolist()), points.tolist(), strict=True))
    shown = distinct(names)
    labels = joined_names(shown, places, _RADIUS)
    frame = box.x0 * scale, box.y0 * scale, box.x1 * scale, box.y1 * scale
    size = 0.62 * _FONT, 1.15 * _FONT
    placed = place_labels(labels, places, letter=size, radius=_RADIUS, frame=frame)
    for label in placed:
        left, top = label.left - label.point[0], label.top - label.point[1]
        width = size[0] * len(label.text)
        side = "right" if left + width <= 0 else "left"  # a wide text grows away from its point
        offset = left + width * (side == "right"), top + 0.2 * _FONT
        line = {"arrowstyle": "-", "color": GRAY, "linewidth": 0.6, "shrinkA": 0, "shrinkB": 2}
        ax.annotate(
            label.text, at[label.point], xytext=offset, textcoords="offset points",
            fontsize=_FONT, ha=side, arrowprops=line if label.apart else None,
        )  # fmt: skip
    return len(labels) - len(placed)
