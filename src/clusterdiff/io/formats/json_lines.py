"""JSON lines: one object per line, its values as text, numbers to the last digit."""

from __future__ import annotations

import json
from dataclasses import replace
from io import StringIO
from typing import TYPE_CHECKING, Any

from clusterdiff.errors import InputError
from clusterdiff.io._files import open_text
from clusterdiff.io._source import Format, Head, Layout, Scan, Source
from clusterdiff.io.formats._rows import collected, converted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_SAMPLE = 1000
_SUFFIXES = {".jsonl", ".ndjson", ".json"}


def recognizes(head: Head, layout: Layout) -> bool:
    """Return whether the suffix or the beginning of a line indicates JSON lines."""
    return layout == "auto" and (head.suffix in _SUFFIXES or head.text.lstrip().startswith('{"'))


def describe(source: Source, head: Head | None) -> Source:
    """Return the names in the first lines."""
    assert head is not None  # noqa: S101  (text formats get one)
    lines = list(StringIO(head.text, newline=""))
    rows = list(_objects(source.name, lines if head.whole or len(lines) == 1 else lines[:-1]))
    names = tuple(dict.fromkeys(name for row in rows for name in row))
    if not names:
        raise InputError(f"{source.name} has no columns: its objects are empty.")
    sample = tuple(tuple(_text(row.get(name)) for name in names) for row in rows[:_SAMPLE])
    return replace(source, columns=names, sample=sample)


def read(source: Source, places: Sequence[int]) -> list[list[str | None]]:
    """Return the columns at these places; a name that a line does not have is missing there."""
    return collected(_rows(source, in_memory=True), places)


def scan(source: Source, direct: bool) -> Scan:  # noqa: FBT001
    """Return a copy in Parquet, because engines would round some numbers of JSON."""
    del direct
    return converted(source, _rows(source))


def _rows(source: Source, *, in_memory: bool = False) -> Iterator[list[str | None]]:
    for file in source.files:
        with open_text(source, file, in_memory=in_memory) as stream:
            for row in _objects(source.name, stream):
                yield [_text(row.get(name)) for name in source.columns]


def _objects(name: str, lines: Iterable[str]) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line, parse_int=str, parse_float=str, object_pairs_hook=_object)
        except _TwiceError as error:
            raise InputError(
                f"Line {number} of {name} has the name {error.args[0]!r} twice."
            ) from None
        except (ValueError, RecursionError):
            row = None
        if not isinstance(row, dict):
            raise InputError(
                f"Every line of {name} must be a JSON object: line {number} is not.",
                'lines must look like {"id": "x", "label": 3}',
            )
        yield row


class _TwiceError(Exception):
    """An object that has the same name twice."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    out = dict(pairs)
    if len(out) < len(pairs):
        names = [name for name, _ in pairs]
        raise _TwiceError(next(name for name in names if names.count(name) > 1))
    return out


def _text(value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return str(value).lower()
    return json.dumps(value)


FORMAT = Format("jsonl", describe, read, scan, recognizes=recognizes, priority=20, text=True)
