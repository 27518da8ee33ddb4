"""Axes, colors and line styles that all plots share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clusterdiff.errors import MissingDependencyError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# The palette of Okabe and Ito, distinguishable with color vision deficiency.
COLORS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#999999")
LINES = ("-", "--", "-.", ":")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")


def axes_or_new(ax: Axes | None, height: float = 4.0) -> Axes:
    """Return the given Axes, or the Axes of a new figure of this height in inches."""
    if ax is not None:
        return ax
    try:
        import matplotlib.pyplot as plt
    except ImportError:
        raise MissingDependencyError.of("matplotlib", "plots") from None
    new: Axes = plt.subplots(figsize=(6.4, height), layout="constrained")[1]
    return new


def set_texts(ax: Axes, **texts: str | None) -> None:
    """Set the title and the axis labels that are not None."""
    ax.set(**{name: text for name, text in texts.items() if text is not None})


def color_of(index: int) -> str:
    """Return the color of a component or a path."""
    return COLORS[index % len(COLORS)]


def series_style(index: int) -> dict[str, Any]:
    """Return color, line and marker of a series."""
    return {
        "color": color_of(index),
        "linestyle": LINES[index % len(LINES)],
        "marker": MARKERS[index % len(MARKERS)],
    }
