"""Axes, colors and line styles that all plots share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clusterdiff import drawing
from clusterdiff.errors import ClusterdiffError, MissingDependencyError
from clusterdiff.measures import get_measure
from clusterdiff.views import display_width, label_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from matplotlib.axes import Axes
    from matplotlib.text import Text

# Colors of the palette of clusters, with black and gray, for lines.
COLORS = (*(drawing.PALETTE[k] for k in (0, 5, 2, 3, 1, 4)), "#000000", "#999999")
GRAY = "#999999"  # of lines
PALE = drawing.KEPT  # of areas: differs from all colors of clusters with any color vision
LINES = ("-", "--", "-.", ":")
_FOREIGN = 0x52F  # the last letter of Cyrillic
_FONTS = (
    "Noto Sans CJK JP", "Noto Sans CJK SC", "Noto Sans CJK KR", "Hiragino Sans", "PingFang SC",
    "Microsoft YaHei", "Yu Gothic", "Malgun Gothic", "WenQuanYi Zen Hei", "Noto Sans",
    "Noto Sans Arabic", "Noto Naskh Arabic", "Noto Sans Hebrew", "Noto Sans Devanagari",
    "Noto Sans Thai", "Arial Unicode MS", "Noto Emoji",
)  # fmt: skip
LINE = 0.14  # inches of a line of small text
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
    """Set the title and the axis labels that are not None, and find fonts for all texts."""
    ax.set(**{name: text for name, text in texts.items() if text is not None})
    use_fonts([*ax.texts, *ax.get_xticklabels(), *ax.get_yticklabels(), ax.title,
               ax.xaxis.label, ax.yaxis.label])  # fmt: skip


def use_fonts(texts: Iterable[Text]) -> None:
    """Add fonts of other scripts to texts that have letters beyond Latin, Greek and Cyrillic."""
    foreign = [text for text in texts if any(ord(letter) > _FOREIGN for letter in text.get_text())]
    if foreign:
        from matplotlib.font_manager import fontManager

        known = set(fontManager.get_font_names())
        for text in foreign:
            families = [*text.get_fontfamily(), *(font for font in _FONTS if font in known)]
            text.set_fontfamily(families)


def color_of(index: int) -> str:
    """Return the color of a component or a path."""
    return COLORS[index % len(COLORS)]


def measure_label(name: str) -> str:
    """Return what a measure is called in texts; a name that is not known as it is."""
    try:
        return get_measure(name).label
    except ClusterdiffError:
        return name


def hide_scale(ax: Axes) -> None:
    """Draw no ticks: only the distances between points have a meaning."""
    ax.set(xticks=[], yticks=[])


def series_style(index: int) -> dict[str, Any]:
    """Return color, line and marker of a series; 64 series differ."""
    again = index // len(COLORS)  # a color that is used again has another line and marker
    return {
        "color": color_of(index),
        "linestyle": LINES[(index + again) % len(LINES)],
        "marker": MARKERS[(index + again) % len(MARKERS)],
    }


def shortened(text: object, max_length: int = 24) -> str:
    """Return a label without control characters, of at most `max_length` columns."""
    return _plain(drawing.shortened(label_text(text), max_length))


def distinct(names: Sequence[object], max_length: int = 24) -> list[str]:
    """Return names of about so many columns that still differ."""
    return [_plain(name) for name in drawing.distinct([str(name) for name in names], max_length)]


def _plain(text: str) -> str:
    return text.replace("$", r"\$")  # a pair of dollar signs would be a formula


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
