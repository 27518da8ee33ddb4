"""A report as a picture of 1200 × 630 pixels, for pull requests, slides and messages."""

from __future__ import annotations

import logging
from io import BytesIO
from textwrap import wrap
from typing import TYPE_CHECKING, Any, NamedTuple

from clusterdiff.errors import MissingDependencyError, OptionError
from clusterdiff.plots._flow import draw_flow
from clusterdiff.plots._style import distinct, shortened, use_fonts
from clusterdiff.views import display_width

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    from clusterdiff.drawing import FlowDiagram

    Floats = NDArray[np.float64]

SUFFIXES = (".png", ".svg")
_SIZE, _DPI = (12.0, 6.3), 100  # inches, pixels of an inch
_LETTERS = 46  # of a line
_SENTENCES = 5  # before the last one
_LINES = 11
_LABELS = 11.5  # points of a label of the flow
_NAMED = 15  # clusterings of a matrix that are named
_TEXT, _MUTED, _ACCENT = "#1c2126", "#545d66", "#4433aa"


class Card(NamedTuple):
    """What a card shows.

    Attributes
    ----------
    title : str
    number, caption : str
        The one number in large digits, and what it is.
    sentences : sequence of str
        The verdict.
    draw : callable or None
        Draws the picture on Axes.
    """

    title: str
    number: str
    caption: str
    sentences: Sequence[str]
    draw: Callable[[Axes], None] | None = None


def flow_picture(flow: FlowDiagram, names: Sequence[str]) -> Callable[[Axes], None]:
    """Return what draws a flow diagram."""

    def draw(ax: Axes) -> None:
        draw_flow(ax, flow, names, _LABELS)
        ax.set(xlim=(-0.62, flow.columns - 0.38))

    return draw


def matrix_picture(names: Sequence[str], values: Floats) -> Callable[[Axes], None]:
    """Return what draws the values of all pairs."""

    def draw(ax: Axes) -> None:
        ax.imshow(values, cmap="Purples")
        few = len(names) <= _NAMED
        ax.set_xticks([])
        ax.set_yticks(range(len(names)) if few else [], distinct(names) if few else [], fontsize=11)
        for spine in ax.spines.values():
            spine.set_color("#bbbbbb")

    return draw


def card_bytes(card: Card, suffix: str) -> bytes:
    """Return a card as the content of a file.

    Parameters
    ----------
    card : Card
    suffix : {".png", ".svg"}

    Returns
    -------
    bytes

    Raises
    ------
    OptionError
        If the suffix is another one.
    MissingDependencyError
        If matplotlib is not installed.
    """
    check_suffix(suffix)
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingDependencyError.of("matplotlib", "plots") from None
    figure = Figure(figsize=_SIZE, dpi=_DPI, facecolor="white")
    page: Axes = figure.add_axes((0, 0, 1, 1))
    page.set(xlim=(0, 1), ylim=(1, 0))
    page.axis("off")
    _write(page, card, _LETTERS if card.draw else 2 * _LETTERS)
    if card.draw is not None:
        ax: Axes = figure.add_axes((0.5, 0.06, 0.485, 0.88))
        card.draw(ax)
        use_fonts([*ax.texts, *ax.get_yticklabels()])
    use_fonts(page.texts)
    written = BytesIO()
    kind = suffix.lower().removeprefix(".")
    quiet = logging.getLogger("matplotlib.font_manager")
    level = quiet.level
    quiet.setLevel(logging.ERROR)
    try:
        with mpl.rc_context({"svg.fonttype": "path", "svg.hashsalt": "clusterdiff"}):
            figure.savefig(written, format=kind, dpi=_DPI, metadata=_METADATA[kind])
    finally:
        quiet.setLevel(level)
    return written.getvalue()


_METADATA: dict[str, dict[str, Any]] = {
    "png": {"Software": "clusterdiff"},
    "svg": {"Date": None, "Creator": "clusterdiff"},
}


def check_suffix(suffix: str) -> None:
    """Refuse a suffix that is no format of a card."""
    if suffix.lower() not in SUFFIXES:
        raise OptionError(f"The suffix of a card must be .png or .svg, got {suffix!r}.")


def _write(page: Axes, card: Card, letters: int) -> None:
    """Write the words at the left side."""
    page.add_patch(_bar())
    page.text(0.04, 0.1, shortened(card.title, letters), fontsize=17, color=_MUTED, va="center")
    page.text(0.037, 0.245, card.number, fontsize=56, weight="bold", color=_ACCENT, va="center")
    page.text(0.04, 0.37, card.caption, fontsize=17, weight="bold", color=_TEXT, va="center")
    lines = [
        (line, k == 0)
        for sentence in [*card.sentences[:-1][:_SENTENCES], *card.sentences[-1:]]
        for k, line in enumerate(_wrapped(sentence, letters))
    ][:_LINES]
    y = 0.46
    for line, begins in lines:
        y += 0.012 if begins else 0.0
        page.text(0.04, y, line.replace("$", r"\$"), fontsize=13.5, color=_TEXT, va="center")
        y += 0.04
    page.text(0.04, 0.955, "clusterdiff", fontsize=12, color=_MUTED, va="center")


def _bar() -> Any:
    from matplotlib.patches import Rectangle

    return Rectangle((0, 0), 0.012, 1, color=_ACCENT, linewidth=0)


def _wrapped(text: str, letters: int) -> list[str]:
    """Return the lines of a sentence; wide letters take two columns."""
    columns = max(1, display_width(text)) / max(1, len(text))
    return wrap(text, max(8, int(letters / columns)))
