"""Answers in every format, printed or written to a file."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clusterdiff.cli import streams
from clusterdiff.cli.files import check_output, is_special, whole_file
from clusterdiff.cli.options import Format
from clusterdiff.errors import OptionError
from clusterdiff.views import (
    csv_parts,
    json_parts,
    print_view,
    printable,
    to_html,
    to_latex,
    to_markdown,
    to_text,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from clusterdiff.views import Result, TableView

_SUFFIXES = {
    ".json": Format.json,
    ".csv": Format.csv,
    ".tsv": Format.tsv,
    ".md": Format.md,
    ".tex": Format.latex,
    ".html": Format.html,
    ".txt": Format.table,
}
_WITHOUT_NOTES = {Format.csv, Format.tsv}


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command found: as data, as flat records with every digit, and as tables."""

    data: Callable[[], Any]
    records: Callable[[], list[dict[str, Any]]]
    views: Callable[[], Sequence[TableView]]
    notes: tuple[str, ...] = field(default=())  # what to know about the input
    columns: tuple[str, ...] = field(default=())  # of the records, also where there is none

    @classmethod
    def of(cls, result: Result, notes: Sequence[str] = (), **more: Any) -> Answer:
        """Return the answer that a result is; `more` is added to its data."""
        return cls(
            data=lambda: {**result.to_dict(), **more},
            records=result.records,
            views=result.views,
            notes=tuple(notes),
        )


def format_of(style: Format | None, output: str | None, others: Sequence[str] = ()) -> Format:
    """Return the format that was asked for, or that the suffix of the output file says."""
    if style is not None:
        return style
    if output is None or output == "-" or is_special(output):
        return Format.table
    suffix = Path(output).suffix.lower()
    if suffix not in _SUFFIXES:
        known = ", ".join([*_SUFFIXES, *others])
        what = f"suffix {suffix!r}" if suffix else "file without a suffix"
        raise OptionError(
            f"Unknown format for {output}: {what}.",
            f"known suffixes are {known}; or pass {{format}}",
        )
    return _SUFFIXES[suffix]


def check(style: Format | None, output: str | None, others: Sequence[str] = ()) -> None:
    """Refuse an output that cannot be written, before any work is done."""
    if output is not None and Path(output).suffix.lower() not in others:
        format_of(style, output, others)
    if output is not None and output != "-":
        check_output(output)


def emit(answer: Answer, style: Format | None, output: str | None = None) -> None:
    """Print an answer, or write it to a file."""
    chosen = format_of(style, output)
    to_stdout = output is None or output == "-"
    if chosen in _WITHOUT_NOTES:
        for note in answer.notes:
            streams.say(f"note: {note}")
    if to_stdout and chosen is Format.table and streams.is_terminal():
        _print(answer)
        return
    parts = rendered(answer, chosen, ascii_only=to_stdout and not streams.is_unicode())
    if output is None or output == "-":
        for text in parts:
            streams.write(_safe(text) if streams.is_terminal() else text)
        return
    with whole_file(output) as draft, Path(draft).open("w", encoding="utf-8", newline="") as file:
        file.writelines(parts)


def rendered(answer: Answer, style: Format, *, ascii_only: bool = False) -> Iterator[str]:
    """Return an answer in a format, piece by piece."""
    if style is Format.json:
        return json_parts(answer.data(), ascii_only=ascii_only)
    if style in _WITHOUT_NOTES:
        delimiter = "\t" if style is Format.tsv else ","
        return csv_parts(answer.records(), delimiter, answer.columns)
    draw: dict[Format, Callable[[TableView], str]] = {
        Format.table: lambda view: to_text(view, _width()) + "\n",
        Format.md: to_markdown,
        Format.latex: to_latex,
        Format.html: lambda view: to_html(view) + "\n",
    }
    return iter(["\n".join(draw[style](view) for view in _views(answer))])


def _views(answer: Answer) -> list[TableView]:
    """Return the tables, the last with the notes on the input."""
    views = list(answer.views())
    return [*views[:-1], replace(views[-1], notes=(*views[-1].notes, *answer.notes))]


def _print(answer: Answer) -> None:
    try:
        for i, view in enumerate(_views(answer)):
            if i:
                streams.write("\n")
            if find_spec("rich"):  # of the extra `cli`
                print_view(view)
            else:
                streams.write(to_text(view, streams.width()) + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        streams.discard()


def _width() -> int:
    return streams.WIDTH if streams.is_terminal() else streams.width()


def _safe(text: str) -> str:
    """Return lines without control characters, for a terminal."""
    return "\n".join(printable(line.replace("\t", "    ")) for line in text.split("\n"))
