"""Rezaei & Fränti 2016, figures 8, 9, 11, 13, 15, 17, 19 and 24: partitions as strips of colors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from reproductions._report import Drawing

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    Pair = tuple[Any, Any]

# Okabe and Ito, with lighter ones for more than seven clusters.
COLORS = (
    "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#F0E442",
    "#999999", "#7F3C8D", "#B3B3FF", "#8C564B", "#C7E9B4",
)  # fmt: skip


def draw_strips(ax: Any, rows: Mapping[str, Sequence[int]]) -> Any:
    """Draw each partition as a strip along the objects, one color per cluster."""
    for place, labels in enumerate(rows.values()):
        every = np.asarray(labels)
        cuts = np.flatnonzero(np.diff(every)) + 1
        for start, end in zip([0, *cuts], [*cuts, len(every)], strict=True):
            color = COLORS[int(every[start]) % len(COLORS)]
            ax.barh(-place, end - start, left=start, height=0.7, color=color, linewidth=0)
    ax.set_yticks([-k for k in range(len(rows))], list(rows))
    ax.set(xlabel="objects", xlim=(0, max(len(labels) for labels in rows.values())))
    ax.figure.set_size_inches(6.4, 0.9 + 0.42 * len(rows))
    return ax


def strips(shows: str, pairs: Mapping[str, Pair]) -> Drawing:
    """Return a drawing of G and of several P; each P has the G of its pair above if that is another one."""
    rows: dict[str, Any] = {}
    before: Any = None
    for name, (g, p) in pairs.items():
        if before is None or len(before) != len(g) or not np.array_equal(before, g):
            rows["G" if before is None else f"G, {name}"] = g
            before = g
        rows[f"P, {name}"] = p
    draw: Callable[[Any], Any] = lambda ax: draw_strips(ax, rows)  # noqa: E731
    return Drawing(shows, draw)
