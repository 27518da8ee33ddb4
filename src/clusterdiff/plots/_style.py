"""What all plots share: the Axes they draw on, and colours and lines that can be told apart in print."""

from __future__ import annotations

from typing import Any

from clusterdiff.errors import MissingDependencyError

# Okabe and Ito's colours, which the colour-blind can tell apart.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#999999")
LINES = ("-", "--", "-.", ":")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")


def axes_or_new(ax: Any) -> Any:
    """The given Axes, or those of a new figure."""
    if ax is not None:
        return ax
    try:
        import matplotlib.pyplot as plt
    except ImportError:
        raise MissingDependencyError.of("matplotlib", "plots") from None
    return plt.subplots(figsize=(6.4, 4.0), layout="constrained")[1]


def look(index: int) -> dict[str, Any]:
    """Colour, line and marker of the index-th series."""
    return {"color": COLOURS[index % len(COLOURS)], "linestyle": LINES[index % len(LINES)], "marker": MARKERS[index % len(MARKERS)]}
