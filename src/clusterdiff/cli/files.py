"""Output files: written completely or not at all, and never over an input file."""

from __future__ import annotations

import os
import stat
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from clusterdiff.cli import session
from clusterdiff.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Iterator

_WRITABLE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH


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
    from tempfile import NamedTemporaryFile

    target = Path(os.path.realpath(path))
    _check(path, target)
    special = is_special(str(target))
    folder = None if special else target.parent
    draft = None
    try:
        with NamedTemporaryFile(
            dir=folder, prefix=f".{target.name}.", suffix=target.suffix, delete=False
        ) as opened:
            draft = Path(opened.name)
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
            with suppress(FileNotFoundError):
                draft.unlink()


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
    for read in session.current().inputs:
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
