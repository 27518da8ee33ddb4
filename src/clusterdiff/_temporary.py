"""Temporary files and folders, which a process that must end at once can still remove."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_paths: dict[Path, None] = {}


def new_folder() -> Path:
    """Return a new temporary folder; `remove` deletes it."""
    from tempfile import mkdtemp  # takes milliseconds, and few sources need a folder

    path = Path(mkdtemp(prefix="clusterdiff-"))
    _paths[path] = None
    return path


def new_file(folder: Path | None, prefix: str, suffix: str) -> Path:
    """Return a new temporary file; `remove` deletes it."""
    from tempfile import NamedTemporaryFile

    with NamedTemporaryFile(dir=folder, prefix=prefix, suffix=suffix, delete=False) as opened:
        path = Path(opened.name)
    _paths[path] = None
    return path


def remove(path: Path) -> None:
    """Delete a temporary file or folder, if it is still there."""
    from shutil import rmtree

    if path.is_dir():
        rmtree(path, ignore_errors=True)
    else:
        with suppress(OSError):
            path.unlink(missing_ok=True)
    _paths.pop(path, None)


def remove_all() -> None:
    """Delete everything that is temporary, because the process ends."""
    for path in list(_paths):
        remove(path)


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """Yield a folder that is deleted at the end of the block."""
    path = new_folder()
    try:
        yield path
    finally:
        remove(path)
