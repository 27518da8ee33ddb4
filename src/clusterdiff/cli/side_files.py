"""Additional output files: pictures, and columns of elements."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from clusterdiff.cli import streams
from clusterdiff.cli.files import check_output, whole_file
from clusterdiff.errors import MissingDependencyError, OptionError
from clusterdiff.io import write_columns
from clusterdiff.views import plural

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from matplotlib.axes import Axes

PICTURES = (".svg", ".png", ".pdf")
COLUMNS = (".csv", ".tsv", ".parquet")


def check_suffix(option: str, path: str | None, known: Sequence[str]) -> None:
    """Refuse a file that cannot be written, before any work is done."""
    if path is None:
        return
    if Path(path).suffix.lower() not in known:
        raise OptionError(f"{option} must be a file with suffix {', '.join(known)}, got {path}.")
    check_output(path)


def write_picture(path: str | None, draw: Callable[[], Axes]) -> None:
    """Draw a picture and write it, if a file was asked for."""
    if path is None:
        return
    try:
        import matplotlib as mpl
    except ImportError:
        raise MissingDependencyError.of("matplotlib", "plots") from None
    mpl.use("Agg")  # no window
    figure: Any = draw().figure
    kind = Path(path).suffix[1:].lower()
    metadata = {"Date": None} if kind == "svg" else None  # the same bytes every time
    with whole_file(path) as draft, mpl.rc_context({"svg.hashsalt": "clusterdiff"}):
        figure.savefig(draft, format=kind, dpi=150, metadata=metadata)
    streams.say(f"wrote {path}")


def write_elements(path: str | None, columns: Callable[[], Mapping[str, Any]]) -> None:
    """Write columns of elements, if a file was asked for."""
    if path is None:
        return
    found = columns()
    with whole_file(path) as draft:
        write_columns(found, draft, Path(path).suffix.lower())
    streams.say(f"wrote {path}: {plural(len(next(iter(found.values()))), 'row')}")
