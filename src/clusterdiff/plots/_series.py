"""Series, scatters, heatmaps and dendrograms of measures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.errors import InputError
from clusterdiff.plots._style import axes_or_new, look

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import ArrayLike


def plot_series(x: ArrayLike, series: Mapping[str, ArrayLike], *, ax: Any = None, xlabel: str = "", ylabel: str = "", title: str = "") -> Any:
    """Draw several series over one x, each with a colour, a line and a marker of its own."""
    ax = axes_or_new(ax)
    places = np.asarray(x)
    for index, (name, values) in enumerate(series.items()):
        if len(np.asarray(values)) != len(places):
            raise InputError(f"series must have one value per x: {name} has {len(np.asarray(values))} for {len(places)}.")
        ax.plot(places, values, label=name, markersize=4, linewidth=1.4, markevery=max(1, len(places) // 12), **look(index))
    ax.set(xlabel=xlabel, ylabel=ylabel, title=title)
    if places.dtype.kind in "iu":
        ax.xaxis.get_major_locator().set_params(integer=True)
    ax.legend(fontsize="small", ncols=1 + (len(series) > 6), frameon=False)  # noqa: PLR2004
    ax.grid(visible=True, alpha=0.25)
    return ax


def plot_scatter(groups: Mapping[str, tuple[ArrayLike, ArrayLike]], *, ax: Any = None, xlabel: str = "", ylabel: str = "", title: str = "") -> Any:
    """Draw groups of points, each group (x, y) with a colour and a marker of its own."""
    ax = axes_or_new(ax)
    for index, (name, (x, y)) in enumerate(groups.items()):
        if np.shape(x) != np.shape(y):
            raise InputError(f"a group must have one y per x: {name} has {np.size(y)} for {np.size(x)}.")
        ax.plot(x, y, label=name, markersize=3.5, alpha=0.6, **{**look(index), "linestyle": "none"})
    ax.set(xlabel=xlabel, ylabel=ylabel, title=title)
    ax.legend(fontsize="small", frameon=False)
    ax.grid(visible=True, alpha=0.25)
    return ax


def plot_heatmap(values: ArrayLike, rows: Sequence[str], cols: Sequence[str] | None = None, *, ax: Any = None, title: str = "") -> Any:
    """Draw a matrix with its numbers in the cells; what is nan stays blank."""
    ax = axes_or_new(ax)
    matrix = np.asarray(values, float)
    columns = rows if cols is None else cols
    if matrix.shape != (len(rows), len(columns)):
        raise InputError(f"values must have a row per name: got {matrix.shape} for {len(rows)} rows and {len(columns)} columns.")
    image = ax.imshow(matrix, cmap="cividis", aspect="auto")
    ax.set_xticks(range(len(columns)), columns, rotation=60, ha="right", fontsize="small")
    ax.set_yticks(range(len(rows)), rows, fontsize="small")
    middle = (np.nanmin(matrix) + np.nanmax(matrix)) / 2
    if matrix.size <= 400:  # noqa: PLR2004  (more numbers than that cannot be read)
        for i, j in np.argwhere(~np.isnan(matrix)):
            value = matrix[i, j]
            ax.text(j, i, f"{round(value, 2) + 0.0:.2f}", ha="center", va="center", fontsize=6, color="white" if value < middle else "black")
    ax.figure.colorbar(image, ax=ax, shrink=0.8)
    ax.set_title(title)
    return ax


def plot_dendrogram(similarities: ArrayLike, names: Sequence[str], *, ax: Any = None, title: str = "") -> Any:
    """Draw which names behave alike: average linkage of 1 - similarity."""
    from scipy.cluster.hierarchy import dendrogram, linkage
    from scipy.spatial.distance import squareform

    ax = axes_or_new(ax)
    distances = np.clip(1 - np.asarray(similarities, float), 0, None)
    distances = (distances + distances.T) / 2
    np.fill_diagonal(distances, 0)
    tree = linkage(squareform(distances, checks=False), "average")
    dendrogram(tree, labels=list(names), ax=ax, orientation="left", color_threshold=0, above_threshold_color="#0072B2")
    ax.set(xlabel="1 - similarity", title=title)
    return ax
