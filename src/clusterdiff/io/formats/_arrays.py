"""Named arrays as the columns of a source."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from clusterdiff.errors import InputError
from clusterdiff.io._files import too_long

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clusterdiff.io._source import Source

_SAMPLE = 1000


def only_file(source: Source) -> str:
    """Return the one file of a format that is not joined from parts."""
    if len(source.files) > 1:
        raise InputError(
            f"{source.name} matches {len(source.files)} {source.format.kind} files, and only one "
            "can be read.",
            "name one file, or use Parquet",
        )
    return source.files[0]


def check_fits(source: Source, size: int) -> None:
    """Refuse arrays of this many bytes if they and their codes would exceed the memory limit."""
    limit = source.reading.limit
    if limit is not None and 2 * size > limit:
        raise too_long(source.name, limit)


def described(source: Source, arrays: Sequence[tuple[str, Any]]) -> Source:
    """Return the names of the arrays and their first values."""
    if not arrays:
        raise InputError(f"{source.name} holds no columns.")
    columns = (map(str, array[:_SAMPLE].tolist()) for _, array in arrays)
    sample = tuple(zip(*columns, strict=False))
    return replace(source, columns=tuple(name for name, _ in arrays), sample=sample)


def reason(error: Exception) -> str:
    """Return the first line of a message of another library."""
    return (str(error).splitlines() or [type(error).__name__])[0].rstrip(".")
