"""Line charts and scatter plots of values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.errors import InputError
from clusterdiff.plots._style import axes_or_new, series_style, set_texts
from clusterdiff.plots._subject import check_result

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from numpy.typing import ArrayLike, NDArray

_LEGEND_ROWS = 6  # series up to which the legend has one column
_MARKERS_PER_LINE = 12
_XY = 2


def plot_series(
    x: ArrayLike,
    series: Mapping[str, ArrayLike],
    *,
    ax: Axes | None = None,
    xlabel: str | None = None,
    ylabel: str | None = None,
    title: str | None = None,
) -> Axes:
    """Draw several series of values over the same x.

    Parameters
    ----------
    x : array_like
        Positions on the horizontal axis.
    series : dict of str to array_like
        The values of each series, one per position. Series differ in color, line and marker.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; by default those of a new figure.
    xlabel, ylabel, title : str, optional
        Axis labels and title.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes with the plot.

    See Also
    --------
    plot_scatter : Draw groups of points.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> ax = plot_series([1, 2, 3], {"ari": [0.1, 0.5, 0.9]}, ax=Figure().subplots())
    >>> [line.get_label() for line in ax.get_lines()]
    ['ari']
    """
    check_result(series, Mapping, "a dict name → values")
    places = _row("x", x)
    ax = axes_or_new(ax)
    step = max(1, len(places) // _MARKERS_PER_LINE)
    for index, (name, given) in enumerate(series.items()):
        values = _row(name, given)
        if len(values) != len(places):
            raise InputError(
                f"A series must have one value per x: {name} has {len(values)} for {len(places)}."
            )
        style: dict[str, Any] = {
            "markersize": 4,
            "linewidth": 1.4,
            "markevery": step,
            **series_style(index),
        }
        ax.plot(places, values, label=name, **style)
    set_texts(ax, xlabel=xlabel, ylabel=ylabel, title=title)
    if places.dtype.kind in "iu":
        ax.locator_params(axis="x", integer=True)
    if series:
        columns = 2 if len(series) > _LEGEND_ROWS else 1
        ax.legend(fontsize="small", ncols=columns, edgecolor="none")
    ax.grid(visible=True, alpha=0.25)
    return ax


def plot_scatter(
    groups: Mapping[str, tuple[ArrayLike, ArrayLike]],
    *,
    ax: Axes | None = None,
    xlabel: str | None = None,
    ylabel: str | None = None,
    title: str | None = None,
) -> Axes:
    """Draw groups of points.

    Parameters
    ----------
    groups : dict of str to pair of array_like
        The x and y coordinates of each group. Groups differ in color and marker.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; by default those of a new figure.
    xlabel, ylabel, title : str, optional
        Axis labels and title.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes with the plot.

    See Also
    --------
    plot_series : Draw series of values over the same x.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> ax = plot_scatter({"runs": ([1, 2], [0.4, 0.6])}, ax=Figure().subplots(), xlabel="K")
    >>> ax.get_xlabel()
    'K'
    """
    check_result(groups, Mapping, "a dict name → (x, y)")
    ax = axes_or_new(ax)
    for index, (name, points) in enumerate(groups.items()):
        if not isinstance(points, Sequence) or len(points) != _XY:
            raise InputError(f"A group must be a pair of x and y: {name} is {points!r}.")
        x, y = (_row(name, values) for values in points)
        if len(x) != len(y):
            raise InputError(f"A group must have one y per x: {name} has {len(y)} for {len(x)}.")
        style: dict[str, Any] = {
            **series_style(index),
            "linestyle": "none",
            "markersize": 3.5,
            "alpha": 0.6,
        }
        ax.plot(x, y, label=name, **style)
    set_texts(ax, xlabel=xlabel, ylabel=ylabel, title=title)
    if groups:
        ax.legend(fontsize="small", edgecolor="none")
    ax.grid(visible=True, alpha=0.25)
    return ax


def _row(name: str, values: ArrayLike) -> NDArray[Any]:
    """Return values as an array of one dimension."""
    try:
        found = np.asarray(values)
    except ValueError:  # lists of different lengths
        found = np.zeros(())
    if found.ndim != 1:
        raise InputError(f"{name} must be a one-dimensional array of values, got {values!r}.")
    return found
