"""Stability over the number of clusters, compared with data without structure."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from clusterdiff.errors import InputError
from clusterdiff.many import Stability, StabilityOfK
from clusterdiff.plots._style import COLORS, axes_or_new, set_texts
from clusterdiff.plots._subject import check_result

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_MOST_BARS = 60  # clusters that are drawn
_STABLE, _DISSOLVED = 0.75, 0.5  # Jaccard indices of Hennig 2007


def plot_stability(
    stability: Stability, *, ax: Axes | None = None, title: str | None = None
) -> Axes:
    """Draw every replicate, their means, and the stability of data without structure.

    Parameters
    ----------
    stability : Stability
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
    >>> stability = cd.stability(halves, points, ks=[2, 3], n_runs=3, rng=0)
    >>> ax = plot_stability(stability, ax=Figure().subplots())
    >>> ax.get_ylabel()
    'adjusted_rand'
    """
    check_result(stability, Stability, "stability(method, X, ks=ks)")
    if len(stability) < 2:
        raise InputError("A plot needs two or more numbers of clusters.")
    ax = axes_or_new(ax)
    ks = [result.k for result in stability]
    rng = np.random.default_rng(0)
    for result in stability:
        places = result.k + rng.uniform(-0.12, 0.12, len(result.values))
        ax.plot(places, result.values, ".", color=COLORS[0], alpha=0.35, markersize=5)
    ax.plot(
        ks,
        [result.mean for result in stability],
        "o-",
        color=COLORS[0],
        label="mean of the replicates (dots)",
    )
    if all(result.without_structure for result in stability):
        nulls = np.array([result.without_structure for result in stability])
        ax.plot(ks, nulls.mean(1), "s--", color=COLORS[7], label="data without structure (range)")
        ax.fill_between(ks, nulls.min(1), nulls.max(1), color=COLORS[7], alpha=0.2, linewidth=0)
    if stability.best is not None:
        ax.axvline(stability.best, color=COLORS[1], linewidth=1, linestyle=":")
    ax.set_xticks(ks)
    ax.legend(loc="lower left", fontsize="small")
    stands = (
        "no number stands out" if stability.best is None else f"k = {stability.best} stands out"
    )
    set_texts(
        ax,
        xlabel="number of clusters",
        ylabel=stability.measure,
        title=stands if title is None else title,
    )
    return ax


def plot_cluster_stability(
    stability: StabilityOfK, *, ax: Axes | None = None, title: str | None = None
) -> Axes:
    """Draw how well each cluster of one number of clusters is found again.

    Parameters
    ----------
    stability : StabilityOfK
        The result for one number of clusters, ``stability(...)[k]``.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; by default those of a new figure.
    title : str, optional
        Title; by default the number of clusters and the mean over the replicates.

    Returns
    -------
    matplotlib.axes.Axes
        One bar per cluster, the most stable at the top: its mean Jaccard index; a line goes from
        the first to the third quartile of the stability of its elements. Dotted lines are at 0.5
        and 0.75.

    Raises
    ------
    InputError
        If the replicates were not compared with a clustering of all elements.

    See Also
    --------
    plot_stability : All numbers of clusters.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> from matplotlib.figure import Figure
    >>> points = [[x] for x in (0, 1, 2, 3, 20, 21, 22, 23)]
    >>> def halves(X, k):
    ...     return [int(k * x[0] / 24) for x in X]
    >>> stability = cd.stability(halves, points, ks=[2], n_runs=3, rng=0)[2]
    >>> ax = plot_cluster_stability(stability, ax=Figure().subplots())
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['0 (4)', '1 (4)']
    """
    check_result(stability, StabilityOfK, "stability(method, X, ks=ks)[k]")
    if not stability.clusters or stability.elements is None:
        raise InputError("This scheme does not measure the stability of single clusters.")
    every = sorted(stability.clusters, key=lambda each: -(each.jaccard or 0.0))
    shown = every[-_MOST_BARS:]
    ax = axes_or_new(ax, max(2.5, 0.3 * len(shown) + 1.2))
    for row, each in enumerate(shown):
        ax.barh(row, each.jaccard or 0.0, color=COLORS[5], height=0.7)
        own = stability.elements[stability.labels == each.cluster]
        if not np.isnan(own).all():
            low, high = np.nanquantile(own, [0.25, 0.75])
            ax.plot([low, high], [row, row], color=COLORS[6], linewidth=1.5, solid_capstyle="butt")
    for limit in (_DISSOLVED, _STABLE):
        ax.axvline(limit, color=COLORS[7], linestyle=":", linewidth=1)
    ax.set_yticks(range(len(shown)), [f"{each.cluster} ({each.size:,})" for each in shown])
    ax.invert_yaxis()
    ax.set_xlim(0, 1.02)
    hidden = len(every) - len(shown)
    rest = f"; the {hidden:,} most stable not drawn" if hidden else ""
    default = f"k = {stability.k}: {len(stability.values)} replicates{rest}"
    set_texts(
        ax,
        title=default if title is None else title,
        xlabel="mean Jaccard index (bar), quartiles of the elements (line)",
        ylabel="cluster (size)",
    )
    return ax
