"""Small files of text, with Python's own readers: CSV, one label per line, one cluster per line."""

from __future__ import annotations

import csv
from io import StringIO
from itertools import islice
from typing import TYPE_CHECKING

from clusterdiff.errors import InputError
from clusterdiff.io._source import Source, decode, read_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator

    Texts = list[str | None]


def text_of(source: Source, file: str) -> str:
    """All of a file as text."""
    return decode(read_bytes(source, file), source.name)


def read_csv(source: Source, places: list[int]) -> list[Texts]:
    """The columns at these places."""
    columns: list[Texts] = [[] for _ in places]
    for i, file in enumerate(source.files):
        _read_one(source, file, places, columns, first=i == 0)
    return columns


def _read_one(source: Source, file: str, places: list[int], columns: list[Texts], *, first: bool) -> None:
    dialect = source.dialect
    assert dialect is not None  # noqa: S101  (a CSV file has one)
    rows = islice(_rows(text_of(source, file), dialect.delimiter), dialect.skip, None)
    width = dialect.width
    start = dialect.skip + 1
    if dialect.header:
        header = next(rows, [])
        names = tuple(name.strip() or str(i) for i, name in enumerate(header, 1))
        if not first and names != source.columns:
            raise InputError(f"{source.name} must be files of the same columns: {file} has {', '.join(names)}.")
        start += 1
    blanks = 0  # at the end they are nothing, between labels a missing one
    try:
        for line, row in enumerate(rows, start):
            if not row:
                blanks += 1
                continue
            if len(row) != width:
                raise _uneven(source, file, line, len(row))
            if blanks and width == 1:
                columns[0].extend([None] * blanks)
            blanks = 0
            for column, place in zip(columns, places, strict=True):
                column.append(row[place])
    except csv.Error as error:
        raise InputError(f"{source.name} must be a readable CSV file: {error}.") from None


def _rows(text: str, delimiter: str) -> Iterator[list[str]]:
    lines = StringIO(text, newline="")
    return (line.split() for line in lines) if delimiter == "" else csv.reader(lines, delimiter=delimiter)


def _uneven(source: Source, file: str, line: int, width: int) -> InputError:
    name = source.name if len(source.files) == 1 else file
    dialect = source.dialect
    hint = 'if each line lists the elements of one cluster: layout="clusters"' if dialect is not None and dialect.delimiter in {"", " "} else ""
    return InputError(f"{name} must have {len(source.columns)} fields on every line: line {line} has {width}.", hint)


def read_clusters(source: Source, places: list[int]) -> list[Texts]:
    """One cluster per line, its elements between blanks, commas or semicolons."""
    elements: Texts = []
    clusters: Texts = []
    cluster = 0
    for file in source.files:
        for line in text_of(source, file).splitlines():
            if line.startswith("#"):
                continue
            members = line.replace(",", " ").replace(";", " ").split()
            cluster += bool(members)
            elements += members
            clusters += [str(cluster)] * len(members)
    if not elements:
        raise InputError(f"{source.name} must list the elements of one cluster on each line: it lists none.")
    return [(elements, clusters)[place] for place in places]
