"""Stability over the number of clusters, beside that of data without structure."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from clusterdiff.errors import InputError
from clusterdiff.plots._style import COLORS, axes_or_new, set_texts

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from clusterdiff.many import Stability


def plot_stability(found: Stability, *, ax: Axes | None = None, title: str | None = None) -> Axes:
    """Draw every replicate, their means, and the stability of data without structure.

    Parameters
    ----------
    found : Stability
        The result of `clusterdiff.stability`.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; by default those of a new figure.
    title : str, optional
        Title; by default which number of clusters stands out.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes with the plot.

    Raises
    ------
    InputError
        If there is only one number of clusters.

    See Also
    --------
    clusterdiff.stability : Measure how stable clusterings are.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> from matplotlib.figure import Figure
    >>> points = [[x] for x in (0, 1, 2, 3, 20, 21, 22, 23)]
    >>> def halves(X, k):
    ...     return [int(k * x[0] / 24) for x in X]
    >>> found = cd.stability(halves, points, [2, 3], replicates=3, rng=0)
    >>> ax = plot_stability(found, ax=Figure().subplots())
    >>> ax.get_ylabel()
    'adjusted_rand'
    """
    if len(found) < 2:
        raise InputError("A plot needs two or more numbers of clusters.")
    ax = axes_or_new(ax)
    ks = [result.k for result in found]
    rng = np.random.default_rng(0)
    for result in found:
        places = result.k + rng.uniform(-0.12, 0.12, len(result.values))
        ax.plot(places, result.values, ".", color=COLORS[0], alpha=0.35, markersize=5)
    ax.plot(ks, [result.mean for result in found], "o-", color=COLORS[0], label="mean")
    if all(result.without_structure for result in found):
        nulls = np.array([result.without_structure for result in found])
        ax.plot(ks, nulls.mean(1), "s--", color=COLORS[7], label="no structure")
        ax.fill_between(ks, nulls.min(1), nulls.max(1), color=COLORS[7], alpha=0.2, linewidth=0)
    if found.best is not None:
        ax.axvline(found.best, color=COLORS[1], linewidth=1, linestyle=":")
    ax.set_xticks(ks)
    ax.legend(loc="lower left", fontsize="small")
    stands = "no number stands out" if found.best is None else f"k = {found.best} stands out"
    set_texts(
        ax,
        xlabel="number of clusters",
        ylabel=found.measure,
        title=stands if title is None else title,
    )
    return ax
