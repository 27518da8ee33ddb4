"""From what was typed to clusterings and tables."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from clusterdiff.cli import session
from clusterdiff.cli.options import (
    Align,
    AlignBy,
    ByOrder,
    Columns,
    Header,
    Ignore,
    Layout,
    LayoutOf,
    Memory,
    Missing,
    MissingAs,
    Noise,
    On,
    joined,
)
from clusterdiff.errors import InputError
from clusterdiff.io.columns import Clustering, ColumnsError, Wishes, choose
from clusterdiff.io.counting import Counted, count, read_elements
from clusterdiff.io.opening import open_sources
from clusterdiff.labels import Labels
from clusterdiff.progress import share_reporter

_CHOOSING = {"--columns", "-c", "--on"}


@dataclass(frozen=True, slots=True)
class Inputs:
    """The options of all commands that read clusterings."""

    columns: Columns = None
    on: On = None
    by_order: ByOrder = False
    layout: LayoutOf = Layout.auto
    header: Header = None
    memory: Memory = None
    align: AlignBy = Align.error
    missing: MissingAs = Missing.error
    ignore: Ignore = None
    noise: Noise = None

    def clusterings(self, files: Sequence[str], number: int | None = None) -> list[Clustering]:
        """Return the clusterings of files: so many, or all."""
        if list(files).count("-") > 1:
            raise InputError("Standard input (-) can be given only once.")
        names = (joined("--columns", self.columns, example="truth,kmeans") or "").split(",")
        wishes = Wishes(tuple(name for name in names if name), self.on or None, self.by_order)
        sources = open_sources(
            files,
            layout=str(self.layout),
            header=self.header,
            names=wishes.names,
            memory=self.memory or None,
        )
        session.current().inputs.extend(file for source in sources for file in source.files)
        with _command_to_type():
            return choose(sources, wishes, count=number)

    def pair(self, a: str, b: str | None) -> list[Clustering]:
        """Return the two clusterings to compare."""
        return self.clusterings([file for file in (a, b) if file is not None], 2)

    def count(self, a: Clustering, b: Clustering, progress: Any = None) -> Counted:
        """Return the table of two clusterings."""
        memory = self.memory or None
        return count(a, b, memory=memory, progress=progress, **self._policy())

    def elements(self, a: Clustering, b: Clustering) -> tuple[Labels, Labels, dict[str, Any]]:
        """Return the labels of every element, and the options that select what `count` counts."""
        return read_elements(a, b, **self._policy())

    def _policy(self) -> dict[str, Any]:
        """Return the options that select elements, by their names in Python."""
        return {
            "align": self.align.value,
            "missing": self.missing.value,
            "ignore": self.ignore or (),
            "noise": self.noise or (),
        }

    def table(self, a: Clustering, b: Clustering) -> Counted:
        """Return the table of two clusterings, and report progress."""
        return self.count(a, b, share_reporter("reading"))


@contextmanager
def _command_to_type() -> Iterator[None]:
    """Make the hint of an error about columns the whole command."""
    try:
        yield
    except ColumnsError as error:
        words = [] if error.on is None else ["--on", error.on]
        words += ["--columns", ",".join(error.columns)] if error.columns else []
        words += ["--by-order"] if error.by_order else []
        raise InputError(error.message, session.current().command(_CHOOSING, words)) from None


def notes(found: Counted, first: Clustering, second: Clustering) -> list[str]:
    """Return what is special about the elements, as sentences."""
    report = found.report
    a, b = (
        side.name if first.source is second.source else side.source.name for side in (first, second)
    )
    said = (
        (report.only_a, f"only in {a}"),
        (report.only_b, f"only in {b}"),
        (report.missing_a, f"without a label in {a}"),
        (report.missing_b, f"without a label in {b}"),
        (report.ignored, "ignored"),
    )
    parts = [f"{number:,} {words}" for number, words in said if number]
    lines = [f"elements: {'; '.join(parts)}"] if parts else []
    assumed = _assumed(report.notes)
    return [*lines, f"input: {'; '.join(assumed)}"] if assumed else lines


def _assumed(notes: Sequence[str]) -> list[str]:
    """What was assumed about the files; headers of all of them are one note."""
    headers = [note for note in notes if note.endswith(" taken as header")]
    others = [note for note in notes if note not in headers]
    return [*(["first line taken as header"] if headers and not others else headers), *others]
