"""JSON lines: one object per line, its values as text, numbers to the last digit."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from clusterdiff.errors import InputError
from clusterdiff.io._plain import text_of
from clusterdiff.io._source import Source

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clusterdiff.io._plain import Texts

_SAMPLE = 1000


def columns_of(source: Source, head: str, *, whole: bool) -> Source:
    """The names in the first lines."""
    lines = head.splitlines()
    rows = list(_objects(source, lines if whole or len(lines) == 1 else lines[:-1]))
    names = tuple(dict.fromkeys(name for row in rows for name in row))
    sample = tuple(tuple(_text(row.get(name)) for name in names) for row in rows[:_SAMPLE])
    return Source(source.name, source.files, source.kind, names, source.packing, None, sample)


def read_json(source: Source, places: list[int]) -> list[Texts]:
    """The columns at these places; a name that a line does not have is missing there."""
    names = [source.columns[place] for place in places]
    rows = [row for file in source.files for row in _objects(source, text_of(source, file).splitlines())]
    return [[_text(row.get(name)) for row in rows] for name in names]


def _objects(source: Source, lines: list[str]) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line, parse_int=str, parse_float=str)
        except (ValueError, RecursionError):
            row = None
        if not isinstance(row, dict):
            raise InputError(
                f"{source.name} must have one JSON object on each line: line {number} is none.", 'lines must look like {"id": "x", "label": 3}'
            )
        yield row


def _text(value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return str(value).lower()
    return json.dumps(value)
