"""Axes, colors and line styles that all plots share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clusterdiff import views
from clusterdiff.errors import MissingDependencyError
from clusterdiff.views import display_width

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from matplotlib.axes import Axes

# The palette of Okabe and Ito, distinguishable with color vision deficiency.
COLORS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#999999")
# The same without black and gray, for areas; gray marks clusters without a color.
FILLS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#882255")
GRAY = "#999999"  # of lines
PALE = "#BBBBBB"  # of areas: differs from all fills with any color vision
LINES = ("-", "--", "-.", ":")
LINE = 0.14  # inches of a line of small text
_CONTEXT = 8  # letters that all names share before those in which they differ
_SLACK = 1.15  # the layout of a new figure is not known yet
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
    """Return color, line and marker of a series; 64 series differ."""
    again = index // len(COLORS)  # a color that is used again has another line and marker
    return {
        "color": color_of(index),
        "linestyle": LINES[(index + again) % len(LINES)],
        "marker": MARKERS[(index + again) % len(MARKERS)],
    }


def fill_of(index: int) -> str:
    """Return the color of the area of a cluster; gray if it has none."""
    return PALE if index < 0 else FILLS[index % len(FILLS)]


def shortened(text: object, max_length: int = 24) -> str:
    """Return a label without control characters, of at most `max_length` characters."""
    shown = views.shortened(views.printable(views.label_text(text)), max_length)
    return shown.replace("$", r"\$")  # a pair of dollar signs would be a formula


def distinct(names: Sequence[object], max_length: int = 24) -> list[str]:
    """Return names of about so many characters that still differ.

    If shortening in the middle makes names equal, their common prefix and suffix are left out.

    Examples
    --------
    >>> distinct(["the_run_of_seed_1_on_the_sample", "the_run_of_seed_2_on_the_sample"], 12)
    ['…of_seed_1…', '…of_seed_2…']
    """
    shown, texts = [shortened(name, max_length) for name in names], [str(name) for name in names]
    if len(set(shown)) == len(set(texts)):
        return shown
    shortest = min(map(len, texts))
    start = _alike(texts)
    end = min(_alike([text[::-1] for text in texts]), shortest - start)
    first = max(0, start - _CONTEXT)
    return [
        "…" * (first > 0) + shortened(text[first : len(text) - end], max_length) + "…" * (end > 0)
        for text in texts
    ]


def _alike(texts: Sequence[str]) -> int:
    """Return the length of the common prefix of all texts."""
    letters = enumerate(zip(*texts, strict=False))  # up to the end of the shortest
    return next((k for k, found in letters if len(set(found)) > 1), min(map(len, texts)))


def fits(ax: Axes, count: int, *, across: bool) -> bool:
    """Return whether so many lines of small text fit along an axis."""
    box = ax.get_window_extent()
    inches = (box.width if across else box.height) / ax.figure.dpi
    return count * LINE <= inches * _SLACK


def text_inches(texts: Iterable[str], size: float = 10.0) -> float:
    """Return the width of the longest text in inches, nearly."""
    return max((display_width(text) for text in texts), default=0) * 0.6 * size / 72


def write_note(ax: Axes, notes: Sequence[str]) -> None:
    """Write below the picture what it leaves out."""
    if notes:
        style: dict[str, Any] = {"fontsize": "small", "style": "italic", "color": "#555555"}
        place: Any = ax.transAxes
        ax.text(0.5, -0.02, "\n".join(notes), ha="center", va="top", transform=place, **style)
