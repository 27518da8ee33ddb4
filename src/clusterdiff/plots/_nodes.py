"""Columns of nodes with labels, and the space that they need."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.plots._style import COLORS, set_texts, text_inches

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

_INCHES_PER_NODE = 0.22
_COLORED = 6  # colors of components
_MARGIN = 0.1  # inches beside labels

# Position of a label relative to its node: offset in points and alignment.
LEFT = ((-12, 0), "right", "center")
RIGHT = ((12, 0), "left", "center")
ABOVE = ((0, 11), "center", "bottom")


def component_color(component: int) -> str:
    """Return the color of a component; black and gray are for other things."""
    return COLORS[component % _COLORED]


def heights_of(columns: Sequence[Ints]) -> list[Floats]:
    """Return the heights of the nodes of each column, given their components.

    Components are stacked from top to bottom; each is as high as its longest column, and the nodes
    of its other columns are spread over the same height.
    """
    size = 1 + max(int(groups.max()) for groups in columns)
    counts = [np.bincount(groups, minlength=size) for groups in columns]
    heights = np.max(counts, axis=0)
    starts = np.cumsum(heights) - heights
    places = []
    for groups, count in zip(columns, counts, strict=True):
        order = np.argsort(groups, kind="stable")
        rank = np.empty(len(groups))
        rank[order] = np.arange(len(groups)) - np.repeat(np.cumsum(count) - count, count)
        places.append(-(starts[groups] + (rank + 0.5) * heights[groups] / count[groups]))
    return places


def figure_height(*columns: Floats) -> float:
    """Return the height in inches at which the labels of the nodes do not overlap."""
    return max(4.0, _INCHES_PER_NODE * max(-float(column.min()) + 1 for column in columns))


def figure_width(names: Sequence[Sequence[str]], step: float) -> float:
    """Return the width in inches at which the labels of both sides fit."""
    return max(6.4, step + sum(map(text_inches, names)) + 4 * _MARGIN)


def limits(ax: Axes, names: Sequence[Sequence[str]], last: int) -> tuple[float, float]:
    """Return the limits between which columns 0 to `last` and the labels beside them fit."""
    width = ax.get_window_extent().width / ax.figure.dpi
    left, right = (text_inches(side) + 2 * _MARGIN for side in names)
    unit = max(width - left - right, width / 4) / last  # inches between two columns
    return -left / unit, last + right / unit


def draw_nodes(
    ax: Axes,
    x: float,
    heights: Floats,
    components: Ints,
    names: Sequence[str],
    sizes: Ints,
    label_place: tuple[Any, str, str],
    *,
    between: bool = False,
) -> None:
    """Draw one column of clusters, each with its label; labels between columns cover lines."""
    offset, horizontal, vertical = label_place
    areas = 60 + 240 * sizes / sizes.sum()
    style: dict[str, Any] = {"zorder": 2, "edgecolor": "black", "linewidth": 0.5}
    colors = [component_color(component) for component in components]
    ax.scatter(np.full(len(heights), x), heights, s=areas, c=colors, **style)
    inner = {"pad": 0.3, "facecolor": "white", "edgecolor": "none", "alpha": 0.8}
    text_style: dict[str, Any] = {
        "textcoords": "offset points",
        "ha": horizontal,
        "va": vertical,
        "zorder": 3,
        "bbox": inner if between else None,
    }
    for name, y in zip(names, heights, strict=True):
        ax.annotate(name, (x, y), offset, **text_style)


def finish(ax: Axes, notes: Sequence[str], title: str | None, center: float) -> None:
    """Set the title, write the notes and hide the axes."""
    set_texts(ax, title=title)
    if notes:
        low = ax.get_ylim()[0]
        style: dict[str, Any] = {"ha": "center", "va": "top", "fontsize": "small"}
        ax.text(center, low, "\n".join(notes), style="italic", **style)
    ax.axis("off")
