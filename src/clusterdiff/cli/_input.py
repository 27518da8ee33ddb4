"""From what was typed to clusterings and tables."""

import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from clusterdiff.cli._options import Align, AlignBy, ByOrder, Columns, Header, Ignore, Layout, LayoutOf, Memory, Missing, MissingAs, Noise, On
from clusterdiff.cli._progress import watching
from clusterdiff.errors import InputError
from clusterdiff.io import Clustering, ColumnsError, Counted, Wishes, choose, count, open_sources

_CHOOSING = {"--columns", "-c", "--on"}


@dataclass(frozen=True, slots=True)
class Inputs:
    """The options of all commands that read clusterings."""

    columns: Columns = ""
    on: On = ""
    by_order: ByOrder = False
    layout: LayoutOf = Layout.auto
    header: Header = None
    memory: Memory = ""
    align: AlignBy = Align.error
    missing: MissingAs = Missing.error
    ignore: Ignore = None
    noise: Noise = None

    def clusterings(self, files: Sequence[str], number: int | None = None) -> list[Clustering]:
        """The clusterings of files: so many, or all."""
        if list(files).count("-") > 1:
            raise InputError("- must stand once: there is one standard input.")
        wishes = Wishes(tuple(name for name in self.columns.split(",") if name), self.on or None, self.by_order)
        memory = self.memory or None
        sources = open_sources(files, layout=self.layout.value, header=self.header, names=wishes.names, memory=memory)
        with _command_to_type():
            return choose(sources, wishes, count=number)

    def pair(self, a: str, b: str | None) -> list[Clustering]:
        """The two clusterings to compare."""
        return self.clusterings([file for file in (a, b) if file is not None], 2)

    def count(self, a: Clustering, b: Clustering, progress: Any = None) -> Counted:
        """Their table."""
        return count(
            a, b, align=self.align.value, missing=self.missing.value, ignore=self.ignore or (), noise=self.noise or (),
            memory=self.memory or None, progress=progress,
        )  # fmt: skip

    def table(self, a: Clustering, b: Clustering) -> Counted:
        """Their table, with a progress bar if it takes long."""
        with watching("reading") as progress:
            return self.count(a, b, progress)


@contextmanager
def _command_to_type() -> Iterator[None]:
    """The hint of an error about columns, as the whole command."""
    try:
        yield
    except ColumnsError as error:
        words = _without_choice(sys.argv[1:])
        words += [] if error.on is None else ["--on", error.on]
        words += ["--columns", ",".join(error.columns)] if error.columns else []
        words += ["--by-order"] if error.by_order else []
        raise InputError(error.sentence, f"clusterdiff {shlex.join(words)}") from None


def _without_choice(words: list[str]) -> list[str]:
    out: list[str] = []
    skip = False
    for word in words:
        if not skip and word not in _CHOOSING and word.partition("=")[0] not in _CHOOSING:
            out.append(word)
        skip = not skip and word in _CHOOSING
    return out


def notes(found: Counted, first: Clustering, second: Clustering) -> list[str]:
    """What was not plainly on both sides, as sentences."""
    report = found.report
    a, b = (side.name if first.source is second.source else side.source.name for side in (first, second))
    said = (
        (report.only_a, f"only in {a}"),
        (report.only_b, f"only in {b}"),
        (report.missing_a, f"without a label in {a}"),
        (report.missing_b, f"without a label in {b}"),
        (report.ignored, "ignored"),
    )
    return [f"{number:,} {words}" for number, words in said if number]
