"""Pictures of answers, written to a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from clusterdiff.cli.files import check_output, whole_file
from clusterdiff.errors import MissingDependencyError, OptionError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_SUFFIXES = (".svg", ".png", ".pdf")


def check_picture(path: str | None, drawing: str = "", drawings: Sequence[str] = ("",)) -> None:
    """Refuse a picture that cannot be drawn or written, before any work is done."""
    if drawing not in drawings:
        raise OptionError(f"draw must be one of {', '.join(drawings)}: got {drawing!r}.")
    if path is None:
        return
    if Path(path).suffix.lower() not in _SUFFIXES:
        raise OptionError(
            f"Unknown format for {path}.", f"known suffixes are {', '.join(_SUFFIXES)}"
        )
    check_output(path)


def save_picture(path: str | None, draw: Callable[..., Any]) -> None:
    """Draw a picture on Axes of its own and write it, or nothing if there is no path."""
    if path is None:
        return
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingDependencyError.of("matplotlib", "plots") from None
    figure = Figure(figsize=(8, 6), layout="constrained")
    draw(ax=figure.subplots())
    with whole_file(path) as draft, rc_context({"svg.hashsalt": "clusterdiff"}):
        suffix = Path(path).suffix.lower()
        figure.savefig(
            draft, format=suffix[1:], metadata={"Date": None} if suffix == ".svg" else None
        )
