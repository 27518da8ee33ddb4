"""Plots of the consensus of many clusterings and of their co-assignment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.checks import check_integer
from clusterdiff.many import Consensus, coassignment
from clusterdiff.numerics import run_starts
from clusterdiff.plots._style import COLORS, axes_or_new, set_texts
from clusterdiff.plots._subject import check_result

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

_MOST_NAMED = 25  # clusters up to which the axes name them


def plot_coassignment(
    consensus: Consensus,
    *,
    max_elements: int = 1000,
    ax: Axes | None = None,
    title: str | None = None,
) -> Axes:
    """Draw how often two elements are together as a heatmap ordered by the consensus.

    Parameters
    ----------
    consensus : Consensus
        The consensus of the clusterings. Its clusters are the blocks on the diagonal, from the
        largest to the smallest; inside a cluster the elements with the highest agreement come
        first.
    max_elements : int, default=1000
        Largest number of elements to draw. Of more elements every second, third, … is drawn, so
        that no matrix of all pairs is needed.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; by default those of a new figure.
    title : str, optional
        Title; by default the number of clusterings and of elements.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes with the plot.

    See Also
    --------
    plot_agreement : The agreement of each cluster.
    clusterdiff.many.coassignment : The numbers.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> from matplotlib.figure import Figure
    >>> found = cd.consensus([[0, 0, 1, 1], [0, 0, 1, 1], [0, 0, 1, 2]])
    >>> ax = plot_coassignment(found, ax=Figure().subplots())
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['0', '1']
    """
    check_result(consensus, Consensus, "consensus(runs)")
    check_integer("max_elements", max_elements, 2)
    codes, names = _clusters(consensus)
    order = _ordered(codes, consensus.per_element)
    step = -(-len(order) // max_elements)
    shown = order[::step]
    matrix = coassignment(consensus.clusterings, rows=shown)[:, shown]
    ax = axes_or_new(ax, 5.0)
    image = ax.imshow(matrix, cmap="cividis", vmin=0, vmax=1, interpolation="nearest")
    _mark_clusters(ax, codes[shown], names)
    ax.figure.colorbar(image, ax=ax, shrink=0.8, label="share of clusterings")
    runs = len(consensus.clusterings)
    part = "" if step == 1 else f", 1 of {step} elements drawn"
    default = f"Elements together in {runs:,} clusterings{part}"
    set_texts(ax, title=default if title is None else title, xlabel="cluster of the consensus")
    return ax


def plot_agreement(
    consensus: Consensus, *, ax: Axes | None = None, title: str | None = None
) -> Axes:
    """Draw the agreement of the elements of each cluster of a consensus.

    Parameters
    ----------
    consensus : Consensus
        The consensus of the clusterings.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; by default those of a new figure.
    title : str, optional
        Title; by default the expected loss.

    Returns
    -------
    matplotlib.axes.Axes
        One row per cluster, the largest first: a bar for the mean agreement, and a line from the
        first to the third quartile of the agreement of its elements.

    See Also
    --------
    plot_coassignment : How often two elements are together.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> from matplotlib.figure import Figure
    >>> found = cd.consensus([[0, 0, 1, 1], [0, 0, 1, 1], [0, 0, 1, 2]])
    >>> ax = plot_agreement(found, ax=Figure().subplots())
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['0 (2)', '1 (2)']
    """
    check_result(consensus, Consensus, "consensus(runs)")
    codes, _ = _clusters(consensus)
    clusters = sorted(range(len(consensus.per_cluster)), key=_by_size(consensus))
    shown = clusters[: 2 * _MOST_NAMED]
    ax = axes_or_new(ax, max(2.5, 0.3 * len(shown) + 1))
    rows = np.arange(len(shown))
    found = [consensus.per_cluster[k] for k in shown]
    ax.barh(rows, [each.agreement for each in found], color=COLORS[0], height=0.7)
    for row, k in zip(rows.tolist(), shown, strict=True):
        low, high = np.quantile(consensus.per_element[codes == k], [0.25, 0.75])
        ax.plot([low, high], [row, row], color=COLORS[6], linewidth=1.5, solid_capstyle="butt")
    ax.set_yticks(rows, [f"{each.label} ({each.size:,})" for each in found])
    ax.invert_yaxis()
    ax.set_xlim(0, 1)
    more = len(clusters) - len(shown)
    rest = f"; {more} smaller clusters not drawn" if more else ""
    default = f"Consensus of {len(consensus.clusterings):,} clusterings{rest}"
    set_texts(
        ax,
        title=default if title is None else title,
        xlabel="agreement with the clusterings (bar: mean, line: quartiles)",
        ylabel="cluster (size)",
    )
    return ax


def _clusters(consensus: Consensus) -> tuple[NDArray[np.int64], list[Any]]:
    """Return the number of the cluster of each element, -1 where it has none, and the names."""
    names = [each.label for each in consensus.per_cluster]
    number = {_key(name): k for k, name in enumerate(names)}
    codes = [number.get(_key(label), -1) for label in consensus.labels.tolist()]
    return np.array(codes, np.int64), names


def _key(label: Any) -> Any:
    return type(label), label


def _by_size(consensus: Consensus) -> Any:
    return lambda k: (-consensus.per_cluster[k].size, k)


def _ordered(codes: NDArray[np.int64], agreement: NDArray[np.float64]) -> NDArray[np.int64]:
    """Order elements by the size of their cluster, then their cluster, then their agreement."""
    inside = np.flatnonzero(codes >= 0)
    sizes = np.bincount(codes[inside])
    return inside[np.lexsort((-agreement[inside], codes[inside], -sizes[codes[inside]]))]


def _mark_clusters(ax: Axes, codes: NDArray[np.int64], names: list[Any]) -> None:
    """Draw lines between the clusters and name the largest."""
    starts = run_starts(codes)
    ends = np.append(starts[1:], len(codes))
    for end in ends[:-1].tolist():
        ax.axhline(end - 0.5, color="white", linewidth=0.5)
        ax.axvline(end - 0.5, color="white", linewidth=0.5)
    named = [i for i in range(len(starts)) if ends[i] - starts[i] >= len(codes) / _MOST_NAMED / 2]
    middles = [(int(starts[i]) + int(ends[i]) - 1) / 2 for i in named]
    labels = [str(names[codes[starts[i]]]) for i in named]
    ax.set_xticks(middles, labels, fontsize="small")
    ax.set_yticks(middles, labels, fontsize="small")
