"""Arrow IPC, also called Feather (version 2)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from clusterdiff.errors import InputError, MissingDependencyError
from clusterdiff.io._source import Format, Head, Source
from clusterdiff.io.formats._arrays import described, only_file, reason

if TYPE_CHECKING:
    from collections.abc import Sequence

_STREAM = b"\xff\xff\xff\xff"


def describe(source: Source, head: Head | None) -> Source:
    """Return the names of the columns."""
    del head
    try:
        return described(source, _columns(source))
    except (OverflowError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(
            f"{source.name} holds values that Python has no type for: {reason(error)}."
        ) from None


def read(source: Source, places: Sequence[int]) -> list[Any]:
    """Return the columns at these places."""
    found = _columns(source)
    return [found[place][1] for place in places]


def _columns(source: Source) -> list[tuple[str, Any]]:
    try:
        from pyarrow import ArrowException, OSFile, ipc
    except ImportError:
        raise MissingDependencyError.of("pyarrow", "files") from None
    file = only_file(source)
    try:
        with Path(file).open("rb") as stream:
            streamed = stream.read(len(_STREAM)) == _STREAM
        before = _stamp(file)
        # A mapped file that another process cuts off ends the interpreter with a bus error.
        with OSFile(str(file)) as opened:
            table = (ipc.open_stream if streamed else ipc.open_file)(opened).read_all()
        unchanged = _stamp(file) == before
        table.validate(full=True)
    except (ArrowException, OSError, ValueError) as error:
        raise InputError(f"{source.name} is not a readable Arrow file: {reason(error)}.") from None
    if not unchanged:
        raise InputError(f"{source.name} changed while it was read.")
    columns = zip(table.column_names, table.columns, strict=True)
    return [(name, _whole(column)) for name, column in columns]


def _whole(column: Any) -> Any:
    """Return a column in one piece; Arrow cannot join the categories of a column without rows."""
    from pyarrow import array, types

    if len(column):
        return column.combine_chunks()
    kind = column.type
    return array([], kind.value_type if types.is_dictionary(kind) else kind)


def _stamp(file: str | Path) -> tuple[int, int, int]:
    """Return what differs after a file was written to or replaced."""
    found = Path(file).stat()
    return found.st_ino, found.st_size, found.st_mtime_ns


FORMAT = Format("arrow", describe, read, magic=(b"ARROW1", _STREAM))
