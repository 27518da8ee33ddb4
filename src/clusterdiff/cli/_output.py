"""Answers in every format, printed or written to a file."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

import click

from clusterdiff.cli import _options, _streams
from clusterdiff.cli._files import check_output, is_special, whole_file
from clusterdiff.errors import OptionError
from clusterdiff.views import (
    csv_parts,
    json_parts,
    print_view,
    printable,
    shown_views,
    to_html,
    to_latex,
    to_markdown,
    to_text,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from clusterdiff.views import Result, TableView

Format = Literal["table", "json", "csv", "tsv", "md", "latex", "html"]
_SUFFIXES: dict[str, Format] = {
    ".json": "json",
    ".csv": "csv",
    ".tsv": "tsv",
    ".md": "md",
    ".tex": "latex",
    ".html": "html",
    ".txt": "table",
}
_WITHOUT_NOTES = {"csv", "tsv"}


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
            views=lambda: shown_views(result),
            notes=tuple(notes),
        )


@dataclass(frozen=True, slots=True)
class Out:
    """Where the answer goes, and how it is written."""

    style: Format | None
    output: str | None

    @property
    def path(self) -> str | None:
        """The output file; None is standard output."""
        return None if self.output == "-" else self.output

    def check(self, others: Sequence[str] = ()) -> None:
        """Refuse an output that cannot be written, before any work is done.

        Parameters
        ----------
        others : sequence of str, default=()
            The suffixes that the command writes itself.
        """
        if self.path is None:
            return
        if Path(self.path).suffix.lower() not in others:
            self._format(others)
        check_output(self.path)

    def _format(self, others: Sequence[str] = ()) -> Format:
        """Return the format that was asked for, or that the suffix of the output file says."""
        if self.style is not None:
            return self.style
        if self.path is None or is_special(self.path):
            return "table"
        suffix = Path(self.path).suffix.lower()
        if suffix not in _SUFFIXES:
            known = ", ".join([*_SUFFIXES, *others])
            what = f"suffix {suffix!r}" if suffix else "file without a suffix"
            raise OptionError(
                f"Unknown format for {self.path}: {what}.",
                f"known suffixes are {known}; or pass {{format}}",
            )
        return _SUFFIXES[suffix]

    def emit(self, answer: Answer) -> None:
        """Print the answer, or write it to the file."""
        chosen = self._format()
        if chosen in _WITHOUT_NOTES:
            for note in answer.notes:
                _streams.say(f"note: {note}")
        if self.path is not None:
            with (
                whole_file(self.path) as draft,
                Path(draft).open(
                    "w", encoding="utf-8", errors="backslashreplace", newline=""
                ) as file,
            ):
                file.writelines(rendered(answer, chosen))
        elif chosen == "table" and _streams.is_terminal():
            _print(answer)
        else:
            for text in rendered(answer, chosen, ascii_only=not _streams.is_unicode()):
                _streams.write(_safe(text) if _streams.is_terminal() else text)


options = _options.bundle(
    "out",
    Out,
    _options.option(
        "style",
        "--format",
        "-f",
        type=click.Choice(get_args(Format)),
        help="Output format.  [default: table]",
        group=_options.OUTPUT,
    ),
    _options.output,
)


def rendered(answer: Answer, style: Format, *, ascii_only: bool = False) -> Iterator[str]:
    """Return an answer in a format, piece by piece."""
    if style == "json":
        return json_parts(answer.data(), ascii_only=ascii_only)
    if style in _WITHOUT_NOTES:
        delimiter = "\t" if style == "tsv" else ","
        return csv_parts(answer.records(), delimiter, answer.columns)
    draw: dict[Format, Callable[[TableView], str]] = {
        "table": lambda view: to_text(view, _width()) + "\n",
        "md": to_markdown,
        "latex": to_latex,
        "html": lambda view: to_html(view) + "\n",
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
                _streams.write("\n")
            if find_spec("rich"):  # of the extra `cli`
                print_view(view)
            else:
                _streams.write(to_text(view, _streams.width()) + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        _streams.discard()


def _width() -> int:
    return _streams.WIDTH if _streams.is_terminal() else _streams.width()


def _safe(text: str) -> str:
    """Return lines without control characters, for a terminal."""
    return "\n".join(printable(line.replace("\t", "    ")) for line in text.split("\n"))
