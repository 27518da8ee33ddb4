"""Output files: written completely or not at all, and never over a file that the command reads."""

from __future__ import annotations

import os
import stat
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from clusterdiff._steps import step
from clusterdiff._temporary import new_file, remove
from clusterdiff.cli import _streams
from clusterdiff.errors import MissingDependencyError, OptionError
from clusterdiff.io import write_batches
from clusterdiff.views import plural

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from matplotlib.axes import Axes

PICTURES = (".svg", ".png", ".pdf")
COLUMNS = (".csv", ".tsv", ".parquet")
_WRITABLE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH


def files_read() -> list[str]:
    """Return the list of the files that the command reads, to which it adds what it opens."""
    found: list[str] = click.get_current_context().meta.setdefault("clusterdiff.files", [])
    return found


def is_special(path: str) -> bool:
    """Return whether a path is a device, a pipe or a socket."""
    try:
        mode = Path(path).stat().st_mode
    except OSError:
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


@contextmanager
def whole_file(path: str) -> Iterator[str]:
    """Yield a temporary file, which replaces the output file when everything is written.

    A symbolic link is followed, the mode of an existing file is kept, and a file that the command
    reads is refused. What is written for a device or a pipe is copied into it at the end.
    """
    target = Path(os.path.realpath(path))
    _check(path, target)
    special = is_special(str(target))
    folder = None if special else target.parent
    draft = None
    try:
        draft = new_file(folder, f".{target.name}.", target.suffix)
        with step("write", file=path):
            yield str(draft)
            if special:
                with target.open("wb") as device:
                    device.write(draft.read_bytes())
            else:
                draft.chmod(_mode(target))
                os.replace(draft, target)  # noqa: PTH105  (replaces in one step)
    except OSError as error:
        raise OptionError(f"Cannot write {path}: {error.strerror or error}.") from None
    finally:
        if draft is not None:
            remove(draft)


def check_output(path: str) -> None:
    """Refuse a file that cannot or must not be written, before any work is done."""
    _check(path, Path(os.path.realpath(path)))


def _check(path: str, target: Path) -> None:
    if target.is_dir():
        raise OptionError(f"Cannot write {path}: it is a directory.")
    if not target.parent.is_dir():
        raise OptionError(f"Cannot write {path}: there is no directory {target.parent}.")
    if not target.exists() or is_special(str(target)):
        return
    for read in files_read():
        if os.path.exists(read) and os.path.samefile(read, target):  # noqa: PTH110, PTH121  (names may be bytes)
            raise OptionError(
                f"Cannot write {path}: the command reads it.", "give {output} another name"
            )
    if not target.stat().st_mode & _WRITABLE or not os.access(target, os.W_OK):
        raise OptionError(f"Cannot write {path}: the file is read-only.")


def _mode(target: Path) -> int:
    """Return the mode of the existing file, or that of a new one."""
    if target.exists():
        return stat.S_IMODE(target.stat().st_mode)
    now = os.umask(0)
    os.umask(now)
    return 0o666 & ~now


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
    _streams.say(f"wrote {path}")


def write_elements(path: str | None, batches: Callable[[], Iterable[Mapping[str, Any]]]) -> None:
    """Write columns of elements, which may come in parts, if a file was asked for."""
    if path is None:
        return
    with whole_file(path) as draft:
        number = write_batches(batches(), draft, Path(path).suffix.lower())
    _streams.say(f"wrote {path}: {plural(number, 'row')}")
