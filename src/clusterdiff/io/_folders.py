"""Directories: the files below a directory, which must all have the same format."""

from __future__ import annotations

from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from clusterdiff.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

_HIDDEN = ("_", ".")  # _SUCCESS, _metadata, .crc and the like
_LISTED = 4
_COMPRESSED = {".gz", ".zst", ".zstd"}
_STORES = {
    "zarr.json": ("a Zarr store", "pass zarr.open(…)[…] of both sides to clusterdiff.compare"),
    ".zarray": ("a Zarr array", "pass zarr.open(…) of both sides to clusterdiff.compare"),
    ".zgroup": ("a Zarr store", "pass zarr.open(…)[…] of both sides to clusterdiff.compare"),
    "_delta_log": (
        "a Delta Lake table, whose files may hold rows that were deleted",
        "pass DeltaTable(…).to_pyarrow_dataset().to_table() to clusterdiff.read_table",
    ),
    ".hoodie": (
        "a Hudi table, whose files may hold rows that were replaced",
        "read it with Spark and pass the frame to clusterdiff.read_table",
    ),
}


def files_in(folder: Path, name: str) -> tuple[str, ...]:
    """Return the files below a directory in the order of their names, hidden ones left out."""
    inner = [path.relative_to(folder) for path in folder.rglob("*") if path.is_file()]
    return tuple(str(folder / path) for path in files_below(inner, name))


def files_below(inner: Sequence[PurePath], name: str) -> list[PurePath]:
    """Return which of the files below a directory are meant, sorted; they must be of one kind.

    Parameters
    ----------
    inner : sequence of PurePath
        All files, relative to the directory.
    name : str
        The name of the directory.
    """
    _refuse_stores(inner, name)
    found = sorted(
        path for path in inner if not any(part.startswith(_HIDDEN) for part in path.parts)
    )
    if not found:
        raise InputError(f"{name} is a directory without files.")
    kinds = sorted({suffix_of(path) for path in found})
    if len(kinds) > 1:
        shown = ", ".join(kind or "without suffix" for kind in kinds[:_LISTED])
        raise InputError(
            f"{name} is a directory of files of different kinds: {shown}"
            f"{', …' * (len(kinds) > _LISTED)}.",
            f"name those that are meant, as '{name.rstrip('/')}/**/*{kinds[-1]}'",
        )
    return found


def partition_keys(file: str) -> list[str]:
    """Return the keys of the folders of a file that are named key=value."""
    parts = Path(file).absolute().parent.parts
    return [part.partition("=")[0] for part in parts if "=" in part]


def suffix_of(path: PurePath) -> str:
    """Return the suffix in lower case, without the suffix of the compression."""
    suffixes = [suffix.lower() for suffix in path.suffixes]
    return next((suffix for suffix in reversed(suffixes) if suffix not in _COMPRESSED), "")


def _refuse_stores(inner: Sequence[PurePath], name: str) -> None:
    """Raise for a directory that stores one table or array, whose files are only parts."""
    tops = {path.parts[0] for path in inner}
    for mark, (what, hint) in _STORES.items():
        if mark in tops:
            raise InputError(f"{name} is {what}.", hint)
    if any(path.match("metadata/*.metadata.json") and len(path.parts) == 2 for path in inner):
        raise InputError(
            f"{name} is an Iceberg table, whose files may hold rows that were deleted.",
            "read it with an engine and pass the frame to clusterdiff.read_table",
        )
