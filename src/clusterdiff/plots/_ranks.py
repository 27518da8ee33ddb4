"""Rankings: values with intervals, and mean ranks with critical differences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clusterdiff.errors import InputError
from clusterdiff.many import Diversity, PooledRanking, Ranking
from clusterdiff.plots._style import COLORS, axes_or_new, measure_label, set_texts, shortened
from clusterdiff.plots._subject import check_result
from clusterdiff.views import number

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_MOST_BARS = 60  # clusterings that are drawn as bars


def plot_ranking(ranking: Ranking, *, ax: Axes | None = None, title: str | None = None) -> Axes:
    """Draw the values of a ranking, the best at the top, with intervals or standard deviations.

    Parameters
    ----------
    ranking : Ranking
        The result of `clusterdiff.rank`.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; by default those of a new figure.
    title : str, optional
        Title; by default the name of the reference.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes with the plot. Groups are drawn as their mean ± standard deviation, with a small
        mark for each run.

    See Also
    --------
    clusterdiff.rank : Rank clusterings against a reference.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> from matplotlib.figure import Figure
    >>> found = cd.rank([0, 0, 1], {"x": [0, 0, 1], "y": [0, 1, 1]})
    >>> ax = plot_ranking(found, ax=Figure().subplots())
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['x', 'y']
    """
    check_result(ranking, Ranking, "rank(reference, runs)")
    rows: list[Any] = list(ranking.entries if ranking.groups is None else ranking.groups)
    ax = axes_or_new(ax, max(2.5, 0.25 * len(rows) + 1.2))
    for place, row in enumerate(rows):
        if ranking.groups is None:
            value, limits = row.values[ranking.measure], row.interval
        else:
            value, spread = row.mean, row.std or 0.0
            limits = (value - spread, value + spread)
            values = [ranking[name].values[ranking.measure] for name in row.members]
            ax.plot(values, [place] * len(values), "|", color=COLORS[7], markersize=9)
        if limits is not None:
            ax.plot(limits, [place, place], color=COLORS[0], linewidth=2, alpha=0.5)
        ax.plot([value], [place], "o", color=COLORS[0])
    ax.set_yticks(range(len(rows)), [row.name for row in rows], fontsize="small")
    ax.set_ylim(len(rows) - 0.4, -0.6)
    ax.grid(axis="x", alpha=0.3)
    default = f"against {ranking.reference}"
    set_texts(ax, xlabel=measure_label(ranking.measure), title=default if title is None else title)
    return ax


def plot_critical_difference(
    pooled: PooledRanking, *, ax: Axes | None = None, title: str | None = None
) -> Axes:
    """Draw mean ranks on a line, with bars that join methods that are not different.

    Parameters
    ----------
    pooled : PooledRanking
        The result of `clusterdiff.pool`.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; by default those of a new figure.
    title : str, optional
        Title; by default the number of data sets and the critical difference.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes with the plot, as figure 1 of Demšar (2006).

    See Also
    --------
    clusterdiff.pool : Compare methods over several data sets.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> from matplotlib.figure import Figure
    >>> found = cd.rank([0, 0, 1], {"x": [0, 0, 1], "y": [0, 1, 1]})
    >>> ax = plot_critical_difference(cd.pool([found, found]), ax=Figure().subplots())
    >>> ax.get_title()
    '2 data sets, critical difference 1.386'
    """
    check_result(pooled, PooledRanking, "pool(rankings)")
    count = len(pooled.names)
    if count < 2:
        raise InputError("pooled must have two or more methods.")
    half = (count + 1) // 2
    ax = axes_or_new(ax, 1.2 + 0.3 * (half + len(pooled.cliques)))
    top = -0.5 - 0.35 * len(pooled.cliques)
    for i, clique in enumerate(pooled.cliques):
        ends = [float(pooled.mean_ranks[pooled.names.index(clique[k])]) for k in (0, -1)]
        ax.plot(ends, [-0.35 * (i + 1)] * 2, color=COLORS[6], linewidth=4, solid_capstyle="round")
    for i, (name, rank) in enumerate(zip(pooled.names, pooled.mean_ranks.tolist(), strict=True)):
        left = i < half
        height = top - 0.5 * (i if left else count - 1 - i)
        end = 1 - 0.06 * count if left else count + 0.06 * count
        ax.plot([rank, rank, end], [0, height, height], color=COLORS[0], linewidth=1)
        text = f"{name} ({rank:.2f}) " if left else f" ({rank:.2f}) {name}"
        ax.text(end, height, text, ha="right" if left else "left", va="center", fontsize="small")
    _draw_scale(ax, count)
    difference = pooled.critical_difference
    tested = "Wilcoxon tests" if difference is None else f"critical difference {difference:.3f}"
    default = f"{len(pooled.data_sets)} data sets, {tested}"
    set_texts(ax, title=default if title is None else title)
    return ax


def plot_diversity(
    diversity: Diversity, *, ax: Axes | None = None, title: str | None = None
) -> Axes:
    """Draw the mean distance of each clustering of a set from the others.

    Parameters
    ----------
    diversity : Diversity
        The result of `Clusterings.diversity` or `Pairwise.diversity`.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; by default those of a new figure.
    title : str, optional
        Title; by default the mean distance of all pairs.

    Returns
    -------
    matplotlib.axes.Axes
        One bar per clustering, the most central at the top; the medoid and outliers have their
        own colors. Of more than 60 clusterings the 60 with the largest distances are drawn.

    See Also
    --------
    plot_map : The clusterings as points.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> from matplotlib.figure import Figure
    >>> runs = cd.Clusterings({"x": [0, 0, 1, 1], "y": [0, 0, 1, 2], "z": [0, 1, 2, 3]})
    >>> ax = plot_diversity(runs.diversity(), ax=Figure().subplots())
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['y', 'x', 'z']
    """
    check_result(diversity, Diversity, "runs.diversity()")
    names, distances = diversity.names[-_MOST_BARS:], diversity.distances[-_MOST_BARS:]
    ax = axes_or_new(ax, max(2.5, 0.2 * len(names) + 1.2))
    color = {diversity.medoid: COLORS[2], **dict.fromkeys(diversity.outliers, COLORS[1])}
    kind = {COLORS[2]: "medoid", COLORS[1]: "outlier", COLORS[5]: None}
    for place, (name, distance) in enumerate(zip(names, distances, strict=True)):
        own = color.get(name, COLORS[5])
        ax.barh(place, distance, color=own, height=0.75, label=kind.pop(own, None))
    ax.set_yticks(range(len(names)), [shortened(name) for name in names], fontsize="small")
    ax.set_ylim(len(names) - 0.4, -0.6)
    if ax.get_legend_handles_labels()[1]:
        ax.legend(fontsize="small")
    hidden = len(diversity.names) - len(names)
    left = f"; the {hidden:,} most central not drawn" if hidden else ""
    default = f"mean distance of all pairs {number(diversity.mean)}{left}"
    set_texts(
        ax,
        xlabel=f"mean distance from the others ({measure_label(diversity.measure).lower()})",
        title=default if title is None else title,
    )
    return ax


def _draw_scale(ax: Axes, count: int) -> None:
    """Draw only the line of ranks at the top."""
    ax.plot([1, count], [0, 0], color="black", linewidth=1)
    for rank in range(1, count + 1):
        ax.plot([rank, rank], [0, 0.12], color="black", linewidth=1)
        ax.text(rank, 0.2, str(rank), ha="center", va="bottom", fontsize="small")
    reach = 0.06 * count + 0.45 * max(1, count - 1)
    ax.set_xlim(1 - reach, count + reach)
    ax.set_ylim(top=0.6)
    ax.axis("off")
