"""Stability over the number of clusters, compared with data without clusters."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from clusterdiff.errors import InputError
from clusterdiff.many import ClusterStabilities, Stability, StabilityOfK
from clusterdiff.many._replicates import NULLS
from clusterdiff.many._stability import DISSOLVED, STABLE
from clusterdiff.plots._style import COLORS, axes_or_new, measure_label, set_texts
from clusterdiff.plots._subject import check_result
from clusterdiff.views import label_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_MOST_BARS = 60  # clusters that are drawn


def plot_stability(
    stability: Stability, *, ax: Axes | None = None, title: str | None = None
) -> Axes:
    """Draw every replicate, their means, and the stability of data without clusters.

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
    'Adjusted Rand index'
    """
    check_result(stability, Stability, "stability(method, X, ks=ks)")
    if len(stability) < 2:
        raise InputError("A plot needs two or more numbers of clusters.")
    ax = axes_or_new(ax)
    ks = [result.k for result in stability]
    numeric = not any(isinstance(k, str) for k in ks)
    order = np.argsort(ks, kind="stable") if numeric else np.arange(len(ks))
    places = np.array(ks, float)[order] if numeric else np.arange(len(ks), dtype=float)
    results = [stability.results[i] for i in order]
    width = 0.12 * float(np.diff(places).min())
    rng = np.random.default_rng(0)
    for place, result in zip(places, results, strict=True):
        spread = place + rng.uniform(-width, width, len(result.values))
        ax.plot(spread, result.values, ".", color=COLORS[0], alpha=0.35, markersize=5)
    ax.plot(
        places,
        [np.nan if result.mean is None else result.mean for result in results],
        "o-",
        color=COLORS[0],
        label="mean of the replicates (dots)",
    )
    if stability.null is not None:
        nulls = np.array([result.without_clusters for result in results])
        name = f"{NULLS[stability.null]} (95 %)"
        ax.plot(places, nulls.mean(1), "s--", color=COLORS[7], label=name)
        low, high = np.quantile(nulls, [0.025, 0.975], axis=1)
        ax.fill_between(places, low, high, color=COLORS[7], alpha=0.2, linewidth=0)
    for place, result in zip(places, results, strict=True):
        if result.k == stability.best:
            ax.axvline(place, color=COLORS[1], linewidth=1, linestyle=":")
    ax.set_xticks(places, [label_text(result.k) for result in results])
    ax.legend(loc="lower left", fontsize="small")
    what = stability.parameter or "number"
    stands = (
        f"no {what} stands out"
        if stability.best is None
        else f"{stability[stability.best].title} stands out"
    )
    set_texts(
        ax,
        xlabel=stability.parameter or "number of clusters",
        ylabel=measure_label(stability.measure),
        title=stands if title is None else title,
    )
    return ax


def plot_cluster_stability(
    stability: StabilityOfK | ClusterStabilities,
    *,
    ax: Axes | None = None,
    title: str | None = None,
) -> Axes:
    """Draw how well each cluster is found again in replicates or in other clusterings.

    Parameters
    ----------
    stability : StabilityOfK or ClusterStabilities
        The result for one number of clusters, ``stability(...)[k]``, or the result of
        `clusterdiff.cluster_stability`.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; by default those of a new figure.
    title : str, optional
        Title; by default the number of clusters and the number of replicates, or the number of
        clusterings.

    Returns
    -------
    matplotlib.axes.Axes
        One bar per cluster, the most stable at the top, or in the order of the clusterings: its
        mean Jaccard index. Of replicates, a line goes from the first to the third quartile of the
        stability of its elements; of clusterings, a dot is the stability index of SC3. Dotted
        lines are at 0.5 and 0.75.

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
    if isinstance(stability, ClusterStabilities):
        return _across(stability, ax, title)
    check_result(stability, StabilityOfK, "stability(method, X, ks=ks)[k]")
    if stability.reason:
        raise InputError(f"There are no replicates: {stability.reason}.")
    if not stability.clusters or stability.elements is None:
        raise InputError("This scheme does not measure the stability of single clusters.")
    every = sorted(stability.clusters, key=lambda each: -(each.jaccard or 0.0))
    shown = every[-_MOST_BARS:]
    names = [f"{label_text(each.cluster)} ({each.size:,})" for each in shown]
    ax = _bars(ax, [each.jaccard or 0.0 for each in shown], names)
    labels = stability.labels.tolist()
    for row, each in enumerate(shown):
        own = stability.elements[[label == each.cluster for label in labels]]
        if not np.isnan(own).all():
            low, high = np.nanquantile(own, [0.25, 0.75])
            ax.plot([low, high], [row, row], color=COLORS[6], linewidth=1.5, solid_capstyle="butt")
    hidden = len(every) - len(shown)
    rest = f"; the {hidden:,} most stable not drawn" if hidden else ""
    default = f"{stability.title}: {len(stability.values)} replicates{rest}"
    set_texts(
        ax,
        title=default if title is None else title,
        xlabel="mean Jaccard index (bar), quartiles of the elements (line)",
        ylabel="cluster (size)",
    )
    return ax


def _across(stability: ClusterStabilities, ax: Axes | None, title: str | None) -> Axes:
    """Draw the clusters of several clusterings."""
    every = stability.clusters
    shown = every
    if len(every) > _MOST_BARS:
        limit = sorted(each.jaccard or 0.0 for each in every)[_MOST_BARS - 1]
        shown = tuple(each for each in every if (each.jaccard or 0.0) <= limit)[:_MOST_BARS]
    names = [f"{each.clustering}: {label_text(each.cluster)} ({each.size:,})" for each in shown]
    ax = _bars(ax, [each.jaccard or 0.0 for each in shown], names)
    ax.plot([each.sc3 for each in shown], range(len(shown)), "o", color=COLORS[6], markersize=4)
    hidden = len(every) - len(shown)
    rest = f"; the {hidden:,} most stable not drawn" if hidden else ""
    set_texts(
        ax,
        title=f"{len(stability.names)} clusterings{rest}" if title is None else title,
        xlabel="mean Jaccard index (bar), SC3 stability index (dot)",
        ylabel="clustering: cluster (size)",
    )
    return ax


def _bars(ax: Axes | None, values: list[float], names: list[str]) -> Axes:
    """Draw a bar for each cluster, the first at the top."""
    ax = axes_or_new(ax, max(2.5, 0.3 * len(values) + 1.2))
    ax.barh(range(len(values)), values, color=COLORS[5], height=0.7)
    for limit in (DISSOLVED, STABLE):
        ax.axvline(limit, color=COLORS[7], linestyle=":", linewidth=1)
    ax.set_yticks(range(len(names)), names)
    ax.invert_yaxis()
    ax.set_xlim(0, 1.02)
    return ax
