"""Text in columns: CSV, TSV, other delimiters, and one label per line.

The grammar is the same for files of every size. Fields are separated by one delimiter and may be
quoted. A quote has a meaning only as the first character of a field, and must be closed before the
next delimiter. Blank lines are skipped, except in a file of one column, where a blank line between
labels is a missing label. Comments (`# …`) are skipped before the first row only, and not in .csv
and .tsv files. Skipped lines are counted and reported in a note.
"""

from __future__ import annotations

import csv
import re
from io import StringIO
from typing import IO, TYPE_CHECKING, NamedTuple

from clusterdiff.errors import InputError
from clusterdiff.io._files import binary_data, open_text
from clusterdiff.io._source import Format, Head, Layout, Scan, Source
from clusterdiff.io.formats._header import TABULAR, has_header
from clusterdiff.io.formats._plain_csv import lines_split_alike
from clusterdiff.io.formats._rows import collected, converted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Row = list[str | None]

_ROWS = 1000  # of the sample
COMMENT = re.compile(r"#(\s|#|$)")
_PREFERRED = {".tsv": "\t", ".tab": "\t", ".csv": ","}


class Dialect(NamedTuple):
    """How lines are split; a delimiter "" means runs of blanks."""

    delimiter: str
    header: bool
    comments: bool  # whether lines before the first row may be comments


def describe(source: Source, head: Head | None) -> Source:
    """Find the delimiter, the header, the columns and the first rows."""
    assert head is not None  # noqa: S101  (text formats get one)
    comments = head.suffix not in TABULAR
    text, skipped = _without_preamble(head.text, comments=comments)
    delimiter = _delimiter(text, head.suffix)
    rows = _first_rows(text, delimiter, whole=head.whole)
    if not rows:
        raise InputError(f"{source.name} is empty: there are no labels in it.")
    given = source.reading.header
    header = (
        has_header(rows, head.suffix, source.reading.names, source.name) if given is None else given
    )
    names = rows[0] if header else [""] * len(rows[0])
    columns = _named(names)
    body = rows[1:] if header else rows
    sample = tuple(tuple(row) for row in body if len(row) == len(columns))
    notes = (
        [f"{skipped:,} comment line{'s' * (skipped > 1)} at the top of {source.name} skipped"]
        if skipped
        else []
    )
    if given is None:
        notes.insert(
            0,
            f"first line of {source.name} taken as {'header' if header else 'data, not as header'}",
        )
    return Source(
        source.name, source.files, FORMAT, columns, source.compression, source.reading,
        Dialect(delimiter, header, comments), sample, notes=tuple(notes), kept=source.kept,
    )  # fmt: skip


def read(source: Source, places: Sequence[int]) -> list[list[str | None]]:
    """Return the columns at these places."""
    return collected(_rows(source, in_memory=True), places)


def scan(source: Source, direct: bool) -> Scan:  # noqa: FBT001
    """Return the files themselves where every reader splits them alike, else a copy in Parquet."""
    key = ("plain", source.stamp)
    kept = source.kept.columns
    if key not in kept:
        kept[key] = _plain_rows(source) if source.compression is None else None
    if not direct:
        kept[key] = None
    if kept[key] is not None:
        dialect: Dialect = source.details
        width = len(source.columns)
        return Scan("csv", source.files, width, dialect.delimiter, dialect.header, rows=kept[key])
    return converted(source, _rows(source))


def recognizes(head: Head, layout: Layout) -> bool:
    """Return True: any text can be read as delimited."""
    del head
    return layout != "clusters"


def is_uneven(head: Head) -> bool:
    """Return whether lines between blanks have several lengths, as in a list of clusters."""
    text, _ = _without_preamble(head.text, comments=True)
    delimiter = _delimiter(text, head.suffix)
    return (
        delimiter in {"", " "}
        and len({len(row) for row in _first_rows(text, delimiter, whole=head.whole)}) > 1
    )


def _plain_rows(source: Source) -> int | None:
    """Return the number of rows if every reader splits the files alike, otherwise None."""
    dialect: Dialect = source.details
    if not dialect.delimiter or (dialect.comments and _has_preamble(source)):
        return None
    if (
        len(source.files) > 1
        and dialect.header
        and any(_header_of(source, file) != source.columns for file in source.files)
    ):
        return None
    rows = 0
    for file in source.files:
        lines = lines_split_alike(file, dialect.delimiter, len(source.columns))
        if lines is None:
            return None
        rows += lines - dialect.header
    return rows


def _has_preamble(source: Source) -> bool:
    for file in source.files:
        with open_text(source, file) as stream:
            if COMMENT.match(stream.readline()):
                return True
    return False


def _header_of(source: Source, file: str) -> tuple[str, ...]:
    with open_text(source, file) as stream:
        _, first = next(_split(source, file, stream), (0, []))
    return _named(first)


def _named(header: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the columns; a column without a name is named by its position."""
    names = [name.strip() for name in header]
    return tuple(
        name or (f"unnamed_{i}" if str(i) in names else str(i)) for i, name in enumerate(names, 1)
    )


def _without_preamble(text: str, *, comments: bool) -> tuple[str, int]:
    """Return the text after the comments, and how many there are."""
    skipped = 0
    while comments:
        line, _, rest = text.partition("\n")
        if not COMMENT.match(line.rstrip("\r")):
            break
        text, skipped = rest, skipped + 1
    return text, skipped


def _first_rows(text: str, delimiter: str, *, whole: bool) -> list[list[str]]:
    """Return the first rows that are not blank; the end of the head may truncate the last one."""
    rows: list[list[str]] = []
    try:
        for row in _records(StringIO(text, newline=""), delimiter):
            if row:
                rows.append(row)
            if len(rows) > _ROWS:
                return rows
    except csv.Error:
        pass  # reported when the file is read; a quoted field may also continue after the head
    return rows if whole or len(rows) < 2 else rows[:-1]


def _records(lines: IO[str], delimiter: str) -> Iterator[list[str]]:
    return (
        (line.split() for line in lines)
        if delimiter == ""
        else csv.reader(lines, delimiter=delimiter, strict=True)
    )


def _delimiter(text: str, suffix: str) -> str:
    """Return the delimiter of the suffix, or one that gives all lines as many fields."""
    lines = [line for line in StringIO(text[: 1 << 16], newline=None) if line.strip()][:50]
    if not lines:
        return ","
    preferred = _PREFERRED.get(suffix, "\t")
    if suffix in {".tsv", ".tab"}:
        return preferred
    widths = {each: _widths(lines, each) for each in "\t,;|"}
    even = [each for each, found in widths.items() if found[0] > 1 and len(set(found)) == 1]
    some = [each for each, found in widths.items() if found[0] > 1]
    for found in (even, some):
        if found:
            return preferred if preferred in found else max(found, key=lambda each: widths[each][0])
    if suffix == ".csv" or not any(" " in line.strip() for line in lines):
        return ","
    return " " if all(line.rstrip("\n") == " ".join(line.split()) for line in lines) else ""


def _widths(lines: list[str], delimiter: str) -> list[int]:
    try:
        return [len(row) for row in csv.reader(lines, delimiter=delimiter, strict=True) if row] or [
            0
        ]
    except csv.Error:
        return [len(line.split(delimiter)) for line in lines]


def _rows(source: Source, *, in_memory: bool = False) -> Iterator[Row]:
    """Yield the rows of all files, columns in the order of the first."""
    for file in source.files:
        yield from _rows_of(source, file, in_memory=in_memory)


def _rows_of(source: Source, file: str, *, in_memory: bool) -> Iterator[Row]:
    dialect: Dialect = source.details
    width = len(source.columns)
    with open_text(source, file, in_memory=in_memory) as stream:
        rows = _split(source, file, stream)
        order = _order(source, file, next(rows, (0, []))[1]) if dialect.header else None
        blanks = skipped = (
            0  # blank lines at the end are ignored, others in one column are missing labels
        )
        for line, row in rows:
            if not row:
                blanks += 1
                continue
            if len(row) != width:
                raise _uneven(source, file, line, len(row))
            if blanks and width == 1:
                for _ in range(blanks):
                    yield [None]
            else:
                skipped += blanks
            blanks = 0
            yield row if order is None else [row[i] for i in order]  # type: ignore[misc]
        skipped += blanks
    if skipped:
        source.note(
            f"{skipped:,} blank line{'s' * (skipped > 1)} in {_called(source, file)} skipped"
        )


def _order(source: Source, file: str, header: Sequence[str]) -> list[int] | None:
    """Return where the columns of the first file are in this one."""
    names = _named(header)
    if names == source.columns:
        return None
    if sorted(names) != sorted(source.columns) or len(set(names)) < len(names):
        raise InputError(
            f"The files of {source.name} must have the same columns: {file} has {', '.join(names)} "
            f"instead of {', '.join(source.columns)}."
        )
    return [names.index(name) for name in source.columns]


def _split(source: Source, file: str, stream: IO[str]) -> Iterator[tuple[int, list[str]]]:
    """Yield line numbers and fields, beginning with the first row that is not blank.

    Blank lines after it are empty rows.
    """
    dialect: Dialect = source.details
    lines = _Lines(stream, source.name)
    if dialect.comments:
        lines.skip_comments()
    leading = 0
    started = False
    try:
        for row in _records(lines, dialect.delimiter):  # type: ignore[arg-type]
            if not started and not row:
                leading += 1
                continue
            if not started:
                started = True
                if leading and (dialect.header or len(source.columns) > 1):
                    source.note(
                        f"{leading:,} blank line{'s' * (leading > 1)} in {_called(source, file)} "
                        "skipped"
                    )
                elif leading:
                    yield from ((i, []) for i in range(1, leading + 1))
            _check_quotes(source, lines, row, dialect.delimiter)
            yield lines.number, row
            lines.record.clear()
    except csv.Error as error:
        raise _bad_quote(source, file, lines.number, str(error)) from None


class _Lines:
    """The lines of a stream with their numbers; the lines of the current record are stored."""

    def __init__(self, stream: IO[str], name: str) -> None:
        self._stream, self._name = stream, name
        self.number = 0
        self.record: list[str] = []
        self._waiting: str | None = None

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        line = self._waiting if self._waiting is not None else self._stream.readline()
        self._waiting = None
        if not line:
            raise StopIteration
        if "\0" in line:
            raise binary_data(self._name)
        self.number += 1
        if '"' in line or self.record:
            self.record.append(line)
        return line

    def skip_comments(self) -> None:
        """Skip the comments at the top."""
        while COMMENT.match(line := self._stream.readline()):
            self.number += 1
        self._waiting = line


def _check_quotes(source: Source, lines: _Lines, row: list[str], delimiter: str) -> None:
    """Raise for a blank before a quote, which would make the quotes part of the label."""
    if not lines.record or not any(
        field[:1] == " " and field.lstrip(" ")[:1] == '"' for field in row
    ):
        return
    again = next(csv.reader(lines.record, delimiter=delimiter, skipinitialspace=True), row)
    if again != [field.lstrip(" ") for field in row]:
        raise _bad_quote(source, "", lines.number, "a blank before a quote")


def _bad_quote(source: Source, file: str, line: int, why: str) -> InputError:
    where = _called(source, file) if file else source.name
    reasons = {
        "unexpected end of data": "a quoted field is not closed",
        "expected after": "text after a closing quote",
    }
    reason = next((words for part, words in reasons.items() if part in why), why)
    return InputError(
        f"{where} is not a valid CSV file: line {line}: {reason}.",
        'a field that holds a quote or a delimiter is written "in ""quotes"""',
    )


def _called(source: Source, file: str) -> str:
    return source.name if len(source.files) == 1 else file


def _uneven(source: Source, file: str, line: int, width: int) -> InputError:
    blanks = source.details.delimiter in {"", " "}
    hint = (
        "if each line lists the elements of one cluster, pass {layout=clusters}" if blanks else None
    )
    return InputError(
        f"Every line of {_called(source, file)} must have {len(source.columns)} fields: line "
        f"{line} has {width}.",
        hint,
    )


FORMAT = Format("csv", describe, read, scan, recognizes=recognizes, priority=90, text=True)
