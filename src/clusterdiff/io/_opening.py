"""open_source: resolve a name to files, and recognize their format by their first bytes."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clusterdiff._steps import step
from clusterdiff.checks import check_choice
from clusterdiff.errors import InputError, OptionError
from clusterdiff.io import _files as files
from clusterdiff.io._databases import is_database, open_database
from clusterdiff.io._folders import partition_keys, suffix_of
from clusterdiff.io._frames import open_frame
from clusterdiff.io._remote import fetched, is_remote, local_name, scanned, shown_name
from clusterdiff.io._source import LAYOUTS, Format, Head, Kept, Layout, Reading, Source
from clusterdiff.io.engines import engine_for
from clusterdiff.io.formats import MAGIC_LENGTH, by_magic, by_text

if TYPE_CHECKING:
    from collections.abc import Sequence

_UNKNOWN = Format("unknown")
_SIZE = re.compile(r"([0-9]+(?:[.][0-9]+)?)\s*([kmgt]?)(i?)b?(?:ytes)?", re.IGNORECASE)
_MOST_MEMORY = 2**62  # larger sizes mean the same: no limit
_POWERS = {"": 0, "k": 1, "m": 2, "g": 3, "t": 4}


def open_source(
    name: Any, *, layout: Layout = "auto", header: bool | None = None, names: Sequence[str] = (),
    hive: bool = False, memory: str | None = None, sql: str | None = None,
) -> Source:  # fmt: skip
    """Open the files that a name refers to, without reading all of them.

    Parameters
    ----------
    name : path-like
        A file, a pattern of files, a directory, "-" for standard input, a URL of a file
        (``https://``, ``s3://``), or a table of a database (``duckdb:file#table``,
        ``postgres://host/database#schema.table``).
    layout : {"auto", "columns", "clusters"}
        Whether a line of text is an element in columns or a cluster of elements.
    header : bool, optional
        Whether text files begin with the names of the columns; detected by default.
    names : sequence of str
        Names of columns that will be asked for; they help to detect a header.
    hive : bool
        Whether the folders `key=value` of a pattern or a directory are columns.
    memory : str, optional
        The memory that decompressed data may take, as "4GB".
    sql : str, optional
        A query to run in the database `name`, instead of the name of a table.

    Returns
    -------
    Source
        The files, their format and their columns. It reads the files again when they have changed.
    """
    check_choice("layout", layout, LAYOUTS)
    name = str(name)
    if not files.exists(name):
        name = local_name(name)
    reading = Reading(layout, header, tuple(names), hive, memory_bytes(memory))
    shown = shown_name(name) if "://" in name else name
    with step("open", source=shown) as details:
        found = _found(name, reading, sql)
        details |= {"format": found.format.kind, "columns": len(found.columns)}
        return found


def _found(name: str, reading: Reading, sql: str | None) -> Source:
    if is_database(name) and not files.exists(name):
        table = open_database(name, sql)
        return engine_for(table).describe(table)
    if sql is not None:
        shown = shown_name(name) if is_remote(name) else name
        raise OptionError(
            f"sql applies to databases: {shown} is not a database.",
            "name one, as duckdb:warehouse.db",
        )
    return _opened(name, reading)


def _opened(name: str, reading: Reading) -> Source:
    """Return the files of a name, with the format that their first bytes indicate."""
    kept = Kept()
    if is_remote(name) and not files.exists(name):
        lazily = scanned(name, hive=reading.hive)
        if lazily is not None:
            source = open_frame(lazily[0], shown_name(name))
            source.kept.columns["database"] = lazily[1]  # closed with the last source that uses it
            return source
        found, name = fetched(name, kept), shown_name(name)
    else:
        found = files.resolve(name, kept)
    with files.readable(name):
        first = files.first_bytes(found[0], max(MAGIC_LENGTH, 16))
        empty = not first and all(Path(file).stat().st_size == 0 for file in found)
    if empty:
        raise InputError(f"{name} is empty: there are no labels in it.")
    compression = files.compression_of(first)
    binary = by_magic(first)
    if binary is not None:
        return _described(Source(name, found, binary, reading=reading, kept=kept), None)
    files.refuse_others(first, name)
    raw, whole = files.head(found[0], compression, name, reading.limit)
    head = Head(files.decode(raw, name, whole=whole), whole, suffix_of(Path(name)))
    if not head.text.strip():
        raise InputError(f"{name} is empty: there are no labels in it.")
    source = Source(name, found, _UNKNOWN, compression=compression, reading=reading, kept=kept)
    return _described(replace(source, format=by_text(head, reading.layout)), head)


def open_sources(paths: Sequence[Any], **options: Any) -> list[Source]:
    """Look at several files, under the options of `open_source`."""
    return [open_source(path, **options) for path in paths]


def _described(source: Source, head: Head | None) -> Source:
    if source.reading.hive and not source.format.folders:
        raise OptionError(
            f"hive applies to Parquet files: {source.name} is {source.format.kind}.",
            "leave {hive} out",
        )
    assert source.format.describe is not None  # noqa: S101  (formats of files have it)
    return _folders_noted(source.format.describe(source, head))


def _folders_noted(source: Source) -> Source:
    """Add a note if folders key=value are not used as columns, or if hive has no effect."""
    keys = partition_keys(source.files[0]) if source.files[0] != source.name else []
    if keys and not source.reading.hive:
        source.note(
            f"folders {', '.join(f'{key}=…' for key in keys)} of {source.name} not taken as "
            "columns; option hive makes them columns"
        )
    elif source.reading.hive and not partition_keys(source.files[0]):
        source.note(f"hive has no effect: no folder of {source.name} is named key=value")
    return source


def memory_bytes(memory: str | None) -> int | None:
    """Return the number of bytes of a size such as "4GB"."""
    if memory is None:
        return None
    found = _SIZE.fullmatch(memory.strip()) if isinstance(memory, str) else None
    if found is None:
        raise OptionError(f"memory must be a size, got {memory!r}.", "pass {memory=4GB}")
    number, unit, binary = found.groups()
    size = Fraction(number) * (1024 if binary else 1000) ** _POWERS[unit.lower()]
    return min(int(size), _MOST_MEMORY)
