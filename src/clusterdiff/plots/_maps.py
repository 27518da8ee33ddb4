"""Maps: clusterings as points whose distances are those of a measure."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from clusterdiff.errors import InputError
from clusterdiff.plots._style import COLORS, axes_or_new, set_texts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from matplotlib.axes import Axes

    from clusterdiff.many import Pairwise
    from clusterdiff.measures import Measure

_MAX_NAMES = 60  # points up to which each has its name beside it


def plot_map(
    values: Pairwise,
    *,
    measure: str | Measure | None = None,
    groups: Mapping[str, str] | None = None,
    ax: Axes | None = None,
    title: str | None = None,
) -> Axes:
    """Draw clusterings as points that are close where the clusterings are, by classical scaling.

    Parameters
    ----------
    values : Pairwise
        The values of every pair.
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
        The Axes with the plot. Equal clusterings are one point with several names.

    See Also
    --------
    plot_dendrogram : Draw the pairs as a tree.
    clusterdiff.pairwise : Compare every pair of several clusterings.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> from matplotlib.figure import Figure
    >>> runs = {"x": [0, 0, 1, 1], "y": [0, 0, 1, 2], "z": [0, 1, 2, 3]}
    >>> ax = plot_map(cd.pairwise(runs, "vi"), ax=Figure().subplots())
    >>> ax.get_title()
    'variation_of_information (stress 0.000)'
    """
    found = values.coordinates(2, measure)
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
    if len(found.names) <= _MAX_NAMES:
        for point, names in _at_points(found.names, found.points).items():
            ax.annotate(names, point, xytext=(4, 3), textcoords="offset points", fontsize="x-small")
    ax.set_aspect("equal", adjustable="datalim")
    ax.margins(0.15)
    set_texts(ax, title=f"{found.measure} (stress {found.stress:.3f})" if title is None else title)
    return ax


def _at_points(
    names: tuple[str, ...], points: np.ndarray[tuple[int, ...], np.dtype[np.float64]]
) -> dict[tuple[float, float], str]:
    """The names at each point; points that cannot be told apart are one."""
    reach = float(np.ptp(points)) or 1.0
    found: dict[tuple[float, float], list[str]] = {}
    for name, (x, y) in zip(names, points.tolist(), strict=True):
        near = (round(x / reach, 3) * reach, round(y / reach, 3) * reach)
        found.setdefault(near, []).append(name)
    return {at: ", ".join(group) for at, group in found.items()}
