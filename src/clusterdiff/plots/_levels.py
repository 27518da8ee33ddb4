"""The curve of a measure of two trees over the number of clusters."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from clusterdiff.analysis import Levels
from clusterdiff.plots._style import COLORS, GRAY, axes_or_new, set_texts
from clusterdiff.plots._subject import check_result

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_WIDTH = 1.96  # standard deviations of the band
_DOTS = 60  # levels up to which each is a dot
_SPREAD = 50  # times as many clusters from which their axis is logarithmic


def plot_levels(levels: Levels, *, ax: Axes | None = None, title: str | None = None) -> Axes:
    """Draw a measure of two trees at each number of clusters, and its range by chance.

    Parameters
    ----------
    levels : Levels
        The result of `clusterdiff.levels`.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; by default those of a new figure.
    title : str, optional
        Title; by default the names of the trees.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes with the plot.

    See Also
    --------
    clusterdiff.levels : Compare two trees at each number of clusters.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> from matplotlib.figure import Figure
    >>> a, b = cd.Tree("((x:1,y:1):2,(z:2,w:2):1);"), cd.Tree("(((x:1,y:1):1,z:2):1,w:3);")
    >>> ax = plot_levels(cd.levels(a, b), ax=Figure().subplots())
    >>> ax.get_xlabel()
    'number of clusters'
    """
    check_result(levels, Levels, "levels(a, b)")
    ax = axes_or_new(ax)
    ks = np.array([each.k for each in levels], float)
    values = [each.value for each in levels]
    known = [each for each in levels if each.expected is not None and each.std is not None]
    if known:
        mean = np.array([each.expected for each in known], float)
        band = _WIDTH * np.array([each.std for each in known], float)
        ax.fill_between(ks, mean - band, mean + band, color=GRAY, alpha=0.3, linewidth=0,
                        label="by chance: mean ± 1.96 standard deviations")  # fmt: skip
        ax.plot(ks, mean, "--", color=GRAY)
    marker = "o" if len(ks) <= _DOTS else ""
    ax.plot(ks, values, marker=marker, markersize=4, color=COLORS[0], label=levels.measure)
    if ks[-1] > _SPREAD * ks[0]:
        ax.set_xscale("log")
        ax.xaxis.set_major_formatter("{x:g}")
    ax.legend(fontsize="small")
    names = f"{levels.name_a} and {levels.name_b}, cut into k clusters"
    set_texts(
        ax,
        xlabel="number of clusters",
        ylabel=levels.measure,
        title=names if title is None else title,
    )
    return ax
