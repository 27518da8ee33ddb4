"""How a text file separates its columns, and whether its first line is a header."""

from __future__ import annotations

import csv
import re
from typing import NamedTuple

_ROWS = 1000  # of the sample
_NUMBER = re.compile(r"[-+]?[0-9]+([.][0-9]*)?")


class Dialect(NamedTuple):
    """How the lines are to be cut; a delimiter "" means runs of blanks."""

    delimiter: str
    header: bool
    skip: int = 0  # lines before the first that counts, as Pajek's *Vertices
    plain: bool = True  # whether a CSV reader of another make cuts the lines alike
    width: int = 1


class Sniffed(NamedTuple):
    """What the head of a file shows."""

    dialect: Dialect
    columns: tuple[str, ...]
    sample: tuple[tuple[str, ...], ...]
    uneven: bool  # lines of several lengths between blanks: perhaps a list of clusters


def sniff(head: str, suffix: str, *, whole: bool, header: bool | None) -> Sniffed:
    """Delimiter, header and columns of the first lines of a file."""
    lines = head.splitlines()
    if not whole and len(lines) > 1:
        lines.pop()
    skip = 0
    while skip < len(lines) and lines[skip].startswith(("#", "*")) and suffix not in {".csv", ".tsv"}:
        skip += 1
    lines = lines[skip : skip + _ROWS]
    delimiter = _delimiter(lines, suffix)
    rows = [row for row in cut(lines, delimiter) if row] or [[""]]
    has_header = _has_header(rows, suffix) if header is None else header
    names = rows[0] if has_header else [""] * len(rows[0])
    columns = tuple(name.strip() or str(i) for i, name in enumerate(names, 1))
    body = rows[1:] if has_header else rows
    uneven = delimiter in {"", " "} and len({len(row) for row in rows}) > 1
    plain = delimiter != "" and skip == 0 and not any("\r" in line for line in lines)
    sample = tuple(tuple(row) for row in body if len(row) == len(columns))
    return Sniffed(Dialect(delimiter, has_header, skip, plain, len(columns)), columns, sample, uneven)


def cut(lines: list[str], delimiter: str) -> list[list[str]]:
    """The fields of lines, quotes minded."""
    if delimiter == "":
        return [line.split() for line in lines]
    try:
        return list(csv.reader(lines, delimiter=delimiter))
    except csv.Error:
        return [line.split(delimiter) for line in lines]


def _delimiter(lines: list[str], suffix: str) -> str:
    full = [line for line in lines if line.strip()][:50]
    if not full:
        return ","
    widths = {each: [len(row) for row in cut(full, each)] for each in "\t,;|"}
    even = [each for each, found in widths.items() if found[0] > 1 and len(set(found)) == 1]
    some = [each for each, found in widths.items() if found[0] > 1]
    if even or some:
        return max(even or some, key=lambda each: widths[each][0])
    if suffix in {".csv", ".tsv", ".tab"} or not any(" " in line.strip() for line in full):
        return "\t" if suffix in {".tsv", ".tab"} else ","
    return " " if all(line == " ".join(line.split()) for line in full) else ""


def _has_header(rows: list[list[str]], suffix: str) -> bool:
    """No, where a first cell is of its column's kind: a number above numbers, or a name that comes again."""
    first, rest = rows[0], rows[1:]
    if len(first) > 1 and not all(cell.strip() for cell in first):
        return True
    numeric = False
    for i, cell in enumerate(first):
        below = [row[i] for row in rest if i < len(row) and row[i]]
        numbers = bool(below) and all(map(_NUMBER.fullmatch, below))
        if cell in below or (_NUMBER.fullmatch(cell) and (numbers or not below)):
            return False
        numeric = numeric or numbers
    return len(first) > 1 or numeric or suffix in {".csv", ".tsv", ".tab"}
