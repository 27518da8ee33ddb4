"""Axes, colors and line styles that all plots share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clusterdiff.errors import MissingDependencyError
from clusterdiff.views import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

# The palette of Okabe and Ito, distinguishable with color vision deficiency.
COLORS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#999999")
# The same without black and gray, for areas; gray is for what has no color of its own.
FILLS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#B8AB00")
GRAY = "#999999"
LINES = ("-", "--", "-.", ":")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")


def axes_or_new(ax: Axes | None, height: float = 4.0, width: float = 6.4) -> Axes:
    """Return the given Axes, or the Axes of a new figure of this size in inches."""
    if ax is not None:
        return ax
    try:
        import matplotlib.pyplot as plt
    except ImportError:
        raise MissingDependencyError.of("matplotlib", "plots") from None
    new: Axes = plt.subplots(figsize=(width, height), layout="constrained")[1]
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


def fill_of(index: int) -> str:
    """Return the color of the area of a cluster; gray if it has none."""
    return GRAY if index < 0 else FILLS[index % len(FILLS)]


def shortened(text: object, most: int = 24) -> str:
    """Return a label without control characters, cut to so many characters."""
    shown = printable(text).replace("$", r"\$")  # a pair of dollar signs would be a formula
    return shown if len(shown) <= most else shown[: most - 1] + "…"


def write_note(ax: Axes, notes: Sequence[str]) -> None:
    """Write below the picture what it leaves out."""
    if notes:
        style: dict[str, Any] = {"fontsize": "small", "style": "italic", "color": "#555555"}
        place: Any = ax.transAxes
        ax.text(0.5, -0.02, "\n".join(notes), ha="center", va="top", transform=place, **style)
