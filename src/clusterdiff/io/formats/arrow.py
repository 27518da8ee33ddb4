"""Arrow IPC, also called Feather (version 2)."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clusterdiff.errors import InputError, MissingDependencyError
from clusterdiff.io._source import Format, Head, Source
from clusterdiff.io.formats._arrays import check_fits, described, only_file, reason

if TYPE_CHECKING:
    from collections.abc import Sequence

_STREAM = b"\xff\xff\xff\xff"
_FILE = b"ARROW1\0\0"


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
        if source.reading.limit is not None:
            check_fits(source, _size(file, streamed=streamed))
        # A mapped file that another process cuts off ends the interpreter with a bus error.
        with OSFile(str(file)) as opened:
            table = (ipc.open_stream if streamed else ipc.open_file)(opened).read_all()
        unchanged = _stamp(file) == before
        table.validate(full=True)
    except InputError:
        raise
    except (ArrowException, OSError, ValueError, struct.error) as error:
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


def _size(file: str, *, streamed: bool) -> int:
    """Return the bytes of all columns after decompression, from the headers of their buffers."""
    from pyarrow import OSFile, ipc

    with OSFile(file) as opened:
        if not streamed:
            opened.seek(len(_FILE))  # what follows is a stream, and a footer after its end
        return sum(
            _size_of(message)
            for message in ipc.MessageReader.open_stream(opened)
            if message.type in {"record batch", "dictionary"}
        )


def _size_of(message: Any) -> int:
    """Return the bytes of the buffers of a message.

    Its metadata are FlatBuffers (Message.fbs of Arrow): a message holds a record batch, or a
    dictionary that holds one, and a record batch lists the offsets and lengths of its buffers. A
    compressed buffer begins with its length after decompression, -1 if it is not compressed.
    """
    meta = memoryview(message.metadata)
    (root,) = struct.unpack_from("<I", meta)
    batch = _table(meta, root, 2)
    if batch is not None and message.type == "dictionary":
        batch = _table(meta, batch, 1)
    buffers = None if batch is None else _table(meta, batch, 2)
    if batch is None or buffers is None:
        return 0
    packed = _table(meta, batch, 3) is not None
    (count,) = struct.unpack_from("<I", meta, buffers)
    total = 0
    for at in range(count):
        offset, length = struct.unpack_from("<qq", meta, buffers + 4 + 16 * at)
        if packed and length >= 8:
            (unpacked,) = struct.unpack_from("<q", message.body, offset)
            length = max(length, unpacked)
        total += length
    return total


def _table(meta: memoryview, table: int, field: int) -> int | None:
    """Return where the value of a field of a FlatBuffers table is that is a table or a vector."""
    (back,) = struct.unpack_from("<i", meta, table)
    fields = table - back
    (size,) = struct.unpack_from("<H", meta, fields)
    if 4 + 2 * field >= size:
        return None
    (at,) = struct.unpack_from("<H", meta, fields + 4 + 2 * field)
    if not at:
        return None
    (jump,) = struct.unpack_from("<I", meta, table + at)
    found: int = table + at + jump
    return found


def _stamp(file: str | Path) -> tuple[int, int, int]:
    """Return what differs after a file was written to or replaced."""
    found = Path(file).stat()
    return found.st_ino, found.st_size, found.st_mtime_ns


FORMAT = Format("arrow", describe, read, magic=(_FILE[:6], _STREAM))
