"""Plots of a posterior: the distances of the draws from a partition, and groups of draws."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.many import CredibleBall, Modes
from clusterdiff.plots._style import (
    COLORS,
    PALE,
    axes_or_new,
    hide_scale,
    measure_label,
    set_texts,
)
from clusterdiff.plots._subject import check_result
from clusterdiff.views import number, percent, plural

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_BINS = 40
# Wide lines first, so that bounds at one place are all seen.
_BOUNDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("horizontal", {"color": COLORS[1], "linestyle": "-", "linewidth": 3.5}),
    ("upper", {"color": COLORS[6], "linestyle": "--", "linewidth": 2}),
    ("lower", {"color": COLORS[4], "linestyle": ":", "linewidth": 2}),
)


def plot_credible_ball(
    ball: CredibleBall, *, ax: Axes | None = None, title: str | None = None
) -> Axes:
    """Plot the distances of the draws from the center of a credible ball.

    Parameters
    ----------
    ball : CredibleBall
        The result of `clusterdiff.many.credible_ball`.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; by default those of a new figure.
    title : str, optional
        Title; by default the level and the radius.

    Returns
    -------
    matplotlib.axes.Axes
        A histogram whose colored bars are the draws in the ball, and a line for each bound.

    See Also
    --------
    clusterdiff.many.credible_ball : Makes the ball.

    Examples
    --------
    >>> from clusterdiff.many import credible_ball
    >>> from matplotlib.figure import Figure
    >>> draws = [[0, 0, 1, 1]] * 7 + [[0, 0, 1, 2], [0, 0, 0, 0], [0, 1, 2, 3]]
    >>> ax = plot_credible_ball(credible_ball(draws, level=0.8), ax=Figure().subplots())
    >>> ax.get_title()
    'Credible ball of level 0.8: radius 0.5, center with 2 clusters'
    """
    check_result(ball, CredibleBall, "credible_ball(draws)")
    ax = axes_or_new(ax)
    inside = np.isin(np.arange(len(ball.distances)), ball.members)
    edges = _edges(ball.radius, float(ball.distances.max()))
    for chosen, color, name in ((inside, COLORS[5], "in the ball"), (~inside, PALE, "outside")):
        if chosen.any():
            weights = 100 * ball.draw_weights[chosen]
            ax.hist(ball.distances[chosen], edges, weights=weights, color=color, label=name)
    for name, line in _BOUNDS:
        draw = getattr(ball, name)[0]
        size = plural(ball.clusterings.sizes[draw], "cluster")
        ax.axvline(ball.distances[draw], label=f"{name} bound ({size})", **line)
    ax.legend(fontsize="small")
    default = (
        f"Credible ball of level {ball.level:g}: radius {number(ball.radius)}, center with "
        f"{plural(ball.center.k, 'cluster')}"
    )
    set_texts(
        ax,
        title=default if title is None else title,
        xlabel=f"distance from the center ({measure_label(ball.loss).lower()})",
        ylabel="draws in %",
    )
    return ax


def _edges(radius: float, largest: float) -> list[float]:
    """Return the edges of bars of one width, one of which is the radius."""
    width = max(largest, radius) / _BINS or 1 / _BINS
    if radius > 0:
        width = radius / max(1, round(radius / width))
    count = int(np.ceil(max(largest, radius) / width - 1e-9)) + 1
    # The draws at the radius are in the ball: the edge is just above them.
    return [0.0, *((i * width) * (1 + 1e-9) + 1e-12 for i in range(1, count + 1))]


def plot_modes(modes: Modes, *, ax: Axes | None = None, title: str | None = None) -> Axes:
    """Plot the draws of a posterior as points of a map, in one color for each group.

    Parameters
    ----------
    modes : Modes
        The result of `clusterdiff.many.modes`.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; by default those of a new figure.
    title : str, optional
        Title; by default the number of groups and the stress of the map.

    Returns
    -------
    matplotlib.axes.Axes
        Of many draws some are drawn, evenly spaced. Medoids are large and named in the legend.

    See Also
    --------
    clusterdiff.many.modes : Makes the groups.
    plot_map : The map of any clusterings.

    Examples
    --------
    >>> from clusterdiff.many import modes
    >>> from matplotlib.figure import Figure
    >>> found = modes([[0, 0, 1, 1]] * 6 + [[0, 0, 1, 2]] + [[0, 1, 1, 0]] * 3)
    >>> ax = plot_modes(found, ax=Figure().subplots())
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['mode 0 (70 %, 2 clusters)', 'mode 1 (30 %, 2 clusters)']
    """
    check_result(modes, Modes, "modes(draws)")
    ax = axes_or_new(ax)
    found = modes.coordinates()
    names = modes.clusterings.names
    place = {name: i for i, name in enumerate(names)}
    group = np.array([modes.members[place[name]] for name in found.names])
    for i, mode in enumerate(modes.modes):
        color = COLORS[i % len(COLORS)]
        x, y = found.points[group == i].T
        ax.scatter(x, y, s=10, color=color, alpha=0.4, linewidths=0)
        at = found.points[found.names.index(mode.medoid)]
        label = f"mode {i} ({percent(mode.weight)}, {plural(mode.clusters, 'cluster')})"
        style: dict[str, Any] = {"s": 90, "color": color, "edgecolors": "black", "marker": "D"}
        ax.scatter(*at, label=label, zorder=3, **style)
    ax.set_aspect("equal", adjustable="datalim")
    hide_scale(ax)
    ax.legend(fontsize="small")
    shown = f", {len(found.names):,} of {len(names):,} draws drawn"
    default = (
        f"{plural(len(modes), 'mode')} by {measure_label(modes.loss).lower()} "
        f"(stress {found.stress:.2f}){shown if len(found.names) < len(names) else ''}"
    )
    set_texts(ax, title=default if title is None else title)
    return ax
