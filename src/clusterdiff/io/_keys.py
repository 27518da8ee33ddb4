"""Keys of several columns: they become one column of text, and all engines join on that."""
# ruff: noqa: S608  (names are quoted; the queries are the user's own)

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from clusterdiff.io._columns import key_names, place
from clusterdiff.io._frames import open_frame
from clusterdiff.io._join import listed_keys
from clusterdiff.io._source import Format
from clusterdiff.io.engines import engine_for
from clusterdiff.io.engines._frame_rows import engine_errors, label
from clusterdiff.io.engines._sql_rows import Side, database
from clusterdiff.io.engines.frames import key_as_text
from clusterdiff.io.engines.sql import as_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clusterdiff.io._columns import Wishes
    from clusterdiff.io._source import Source

_ESCAPES = (("^", "^0"), (",", "^1"))  # so that different keys are different texts


def with_one_key(sources: list[Source], wishes: Wishes) -> tuple[list[Source], Wishes]:
    """Return sources in which the columns of a key are one column, and wishes that name it."""
    parts = _parts(sources, wishes.on)
    if len(parts) < 2:
        return sources, replace(wishes, on=parts[0] if parts else None)
    pairs = [key_names(sources, part) for part in parts]
    name = ",".join(first for first, _ in pairs)
    while any(name in source.columns for source in sources):
        name += "'"
    out = []
    for i, source in enumerate(sources):
        places = [place(source, pair[1 if i else 0]) for pair in pairs]
        out.append(_combined(source, places, name))
    return out, replace(wishes, on=name)


def _parts(sources: Sequence[Source], on: str | Sequence[str] | None) -> Sequence[str]:
    if on is None:
        return ()
    if not isinstance(on, str):
        return on
    known = any(on in source.columns for source in sources)
    return (on,) if known else [part for part in on.split(",") if part]


def _combined(source: Source, places: Sequence[int], name: str) -> Source:
    if source.format.kind == "sql":
        return _of_query(source, places, name)
    if source.format.kind == "frame":
        return _of_frame(source, places, name)
    return _of_files(source, places, name)


def _of_query(source: Source, places: Sequence[int], name: str) -> Source:
    with database(source) as dialect:
        side = Side.of(source, dialect)
        texts = []
        for at in places:
            key = side.number(at)
            text = (
                as_text(key, side.types[at], dialect) if dialect.key is None else dialect.key(key)
            )
            text = dialect.label(text, "text")
            for plain, escaped in _ESCAPES:
                text = f"replace({text}, '{plain}', '{escaped}')"
            texts.append(text)
        joined = " || ',' || ".join(texts)
        sql = f"SELECT q.*, {joined} AS {dialect.quoted(name)} FROM {side.rows}"
    types = (*(source.types or ()), "text")
    details = source.details._replace(sql=sql)
    return replace(source, details=details, columns=(*source.columns, name), types=types)


def _of_frame(source: Source, places: Sequence[int], name: str) -> Source:
    import narwhals as nw

    frame = source.details
    with engine_errors(source.name, "read"):
        rows = nw.from_native(frame.native)
        kinds = rows.collect_schema()
        texts = []
        for at in places:
            column = frame.names[at]
            text = key_as_text(label(kinds[column], column), kinds[column])
            for plain, escaped in _ESCAPES:
                text = text.str.replace_all(plain, escaped, literal=True)
            texts.append(text)
        joined = nw.concat_str(texts, separator=",").alias(name)
        made = open_frame(nw.to_native(rows.with_columns(joined)), source.name)
    return replace(made, notes=source.notes, kept=source.kept)


def _of_files(source: Source, places: Sequence[int], name: str) -> Source:
    """Return a source that is read into memory."""
    last = len(source.columns)

    def read(_: Source, wanted: Sequence[int]) -> list[Any]:
        needed = list(dict.fromkeys([*(at for at in wanted if at != last), *places]))
        values = dict(zip(needed, engine_for(source).columns(source, needed), strict=True))
        if last in wanted:
            keys = [listed_keys(source, values[at]) for at in places]
            values[last] = [_joined(parts) for parts in zip(*keys, strict=True)]
        return [values[at] for at in wanted]

    made = Format("columns with one key", read=read, text=source.format.text)
    types = None if source.types is None else (*source.types, "text")
    columns = (*source.columns, name)
    return replace(source, format=made, columns=columns, types=types)


def _joined(parts: Sequence[Any]) -> str | None:
    """Return the parts of a key as one text; None if one of them is missing."""
    if any(part is None for part in parts):
        return None
    texts = []
    for part in parts:
        whole = isinstance(part, float) and part.is_integer()
        text = str(int(part) if whole else part)
        for plain, escaped in _ESCAPES:
            text = text.replace(plain, escaped)
        texts.append(text)
    return ",".join(texts)
