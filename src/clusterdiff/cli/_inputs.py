"""Read the clusterings and tables that the arguments name."""

import shlex
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, get_args

import click

from clusterdiff import covers, many
from clusterdiff.cli import _gates, _options
from clusterdiff.cli._files import files_read
from clusterdiff.cli._options import INPUT, SELECTION, given, joined, option, words_typed
from clusterdiff.errors import InputError, OptionError
from clusterdiff.io import (
    Clustering,
    ColumnsError,
    Counted,
    Elements,
    Layout,
    Source,
    Wishes,
    choose,
    choose_one,
    count,
    labels_of_columns,
    labels_of_path,
    open_sources,
    read_elements,
    stream_elements,
    with_one_key,
)
from clusterdiff.labels import Alignment, Labels, MissingPolicy, Policy
from clusterdiff.progress import share_reporter

KINDS = ("auto", "partition", "cover", "soft", "tree")
_OF_ONE_SIDE = ("ignore_a", "ignore_b", "noise_a", "noise_b")
_CHOOSING = {"--columns", "-c", "--on"}
_KEY_AND_LABELS = 2  # columns of a file of one clustering, at most
kind = option(
    "--kind",
    type=click.Choice(KINDS),
    default="auto",
    help="What the clusterings are; detected by default, and said.",
)


@dataclass(frozen=True, slots=True)
class Inputs:
    """How the clusterings are read: the options of all commands that read some."""

    columns: tuple[str, ...]
    on: tuple[str, ...]
    by_order: bool
    layout: Layout
    header: bool | None
    hive: bool
    sql: str | None
    memory: str | None
    align: Alignment
    missing: MissingPolicy
    ignore: tuple[str, ...]
    ignore_a: tuple[str, ...]
    ignore_b: tuple[str, ...]
    noise: tuple[str, ...]
    noise_a: tuple[str, ...]
    noise_b: tuple[str, ...]

    def clusterings(self, files: Sequence[str], number: int | None = None) -> list[Clustering]:
        """Return the clusterings of files: so many, or all."""
        sources, wishes = self._opened(files)
        with _command_to_type():
            return choose(sources, wishes, count=number)

    def _opened(self, files: Sequence[str]) -> tuple[list[Source], Wishes]:
        """Return the named files, and the options about their columns."""
        if list(files).count("-") > 1:
            raise InputError("Standard input (-) can be given only once.")
        if "-" in files and click.get_current_context().params.get("retry"):
            raise OptionError("--retry needs input that can be read again, not standard input (-).")
        joined("--columns", self.columns, example="truth,kmeans")
        names = tuple(name for value in self.columns for name in {value, *value.split(",")})
        on: Any = self.on if len(self.on) > 1 else "".join(self.on) or None
        wishes = Wishes(names, on, self.by_order)
        sources = open_sources(
            files,
            layout=str(self.layout),
            header=self.header,
            names=wishes.names,
            hive=self.hive,
            memory=self.memory or None,
            sql=self.sql or None,
        )
        files_read().extend(file for source in sources for file in source.files)
        return with_one_key(sources, replace(wishes, columns=self._columns_of(sources)))

    def _columns_of(self, sources: Sequence[Source]) -> tuple[str, ...]:
        """Return the names of columns: values of --columns, divided at commas unless one has it."""
        known = {name for source in sources for name in source.columns}
        out: list[str] = []
        for value in self.columns:
            parts = [part for part in value.split(",") if part]
            if len(parts) > 1 and {value, *parts} <= known:
                raise InputError(
                    f"--columns {value!r} may be one column or {len(parts)}.",
                    "repeat the option for several columns, as --columns "
                    f"{' --columns '.join(parts)}; rename the column otherwise",
                )
            out += [value] if value in known else parts
        return tuple(out)

    def table_of_kind(self, a: str, b: str | None, kind: str) -> Any:
        """Return the table of two files that are not partitions, or None.

        The kind is that which is asked for, or that of a file which is clearly of one; the other
        file may then be a partition.
        """
        if kind == "partition":
            return None
        if kind == "auto" and (b is None or self.columns or self.sql):
            return None
        if b is None:
            raise OptionError(f"--kind {kind} needs two files.")
        reading: dict[str, Any] = {"layout": self.layout, "header": self.header}
        files_read().extend([a, b])
        if kind == "auto":
            seen = [covers.read_kind(name, **reading) for name in (a, b)]
            if seen == [None, None]:
                return None
            sides = [
                labels_of_path(name) if side is None else side
                for name, side in zip((a, b), seen, strict=True)
            ]
        elif kind == "cover":
            names = [name for value in self.columns for name in value.split(",")]
            sides = [covers.read_cover(name, columns=names, **reading) for name in (a, b)]
        else:
            read: Any = covers.read_soft if kind == "soft" else covers.read_tree
            sides = [read(name, header=self.header) for name in (a, b)]
        options: dict[str, Any] = {"align": self.align}
        if given("missing"):
            options["missing"] = self.missing
        kind_of = covers.table_type_of(tuple(sides))
        table = kind_of.read(tuple(sides), options)
        titles = [Path(name).name for name in (a, b)]
        return replace(table, names=tuple(titles if titles[0] != titles[1] else (a, b)))

    def set_of(self, files: Sequence[str]) -> "many.Clusterings":
        """Return the clusterings of files as one set in memory."""
        return self.set_of_columns(self.clusterings(files))

    def other_set(self, files: Sequence[str]) -> "many.Clusterings":
        """Return a second set, whose columns are not named and which may be one clustering."""
        sources, wishes = replace(self, columns=())._opened(files)  # noqa: SLF001
        if len(sources) > 1 or len(sources[0].columns) > _KEY_AND_LABELS:
            return self.set_of_columns(choose(sources, wishes))
        found = choose_one(sources[0], None, wishes.on)
        return self.set_of_columns([found._replace(key=None) if self.by_order else found])

    def set_of_columns(self, found: Sequence[Clustering]) -> "many.Clusterings":
        """Return clusterings that are chosen as one set in memory."""
        return many.Clusterings.from_columns(
            found,
            align=self.align,
            missing=self.missing,
            ignore=self.ignore or (),
            noise=self.noise or (),
        )

    def column(self, beside: Clustering, name: str) -> Labels:
        """Return another column of the file of a clustering, matched by the same key."""
        with _command_to_type():
            key = None if beside.key is None else beside.source.columns[beside.key]
            place = choose_one(beside.source, name, key).place
        (found,) = labels_of_columns([beside._replace(place=place, name=name)]).values()
        return found

    def pair(self, a: str, b: str | None) -> list[Clustering]:
        """Return the two clusterings to compare."""
        return self.clusterings([file for file in (a, b) if file is not None], 2)

    def table(self, a: Clustering, b: Clustering) -> Counted:
        """Return the table of two clusterings, and report progress."""
        progress = share_reporter("reading")
        policy = Policy.of(self._policy())
        found = count(a, b, policy, memory=self.memory or None, progress=progress)
        if progress is not None:
            progress(1.0)
        _gates.warn_of_dropped(found.table, self.align)
        return found

    def elements(self, a: Clustering, b: Clustering) -> Elements:
        """Return the labels of every element, and the table of those that are selected."""
        found = read_elements(a, b, Policy.of(self._policy()))
        _gates.warn_of_dropped(found.counted.table, self.align)
        return found

    def stream(
        self, a: Clustering, b: Clustering
    ) -> Callable[[list[tuple[Any, Any]]], Iterator[tuple[Any, Labels, Labels]]] | None:
        """Return the elements of a database in parts; None if they are read into memory."""
        return stream_elements(a, b, Policy.of(self._policy()))

    def _policy(self) -> dict[str, Any]:
        """Return the options that select elements, by their names in Python."""
        return {
            "align": self.align,
            "missing": self.missing,
            **{name: getattr(self, name) or () for name in ("ignore", "noise", *_OF_ONE_SIDE)},
        }

    def check_sides(self) -> None:
        """Refuse options of one side where any clustering may be either side."""
        for name in _OF_ONE_SIDE:
            if getattr(self, name):
                option, both = name.replace("_", "-"), name[:-2]
                raise OptionError(
                    f"--{option} does not apply to every pair of several clusterings.",
                    f"{{{both}=LABEL}} applies to all of them",
                )


def _label(name: str, text: str) -> Any:
    """Return an option that names labels."""
    return option(name, multiple=True, metavar="LABEL", help=text, group=SELECTION)


options = _options.bundle(
    "inputs",
    Inputs,
    option(
        "--columns",
        "-c",
        multiple=True,
        metavar="NAMES",
        help="Label columns, for example truth,kmeans.",
        group=INPUT,
    ),
    option(
        "--on",
        multiple=True,
        metavar="KEY",
        help="Key column, for example id; id=cell_id if the files differ; tenant,id if it has two.",
        group=INPUT,
    ),
    option(
        "--by-order", is_flag=True, help="Match rows by their order, not by a key.", group=INPUT
    ),
    option(
        "--layout",
        type=click.Choice(get_args(Layout)),
        default="auto",
        help="What a line of text is: one element in columns, or one cluster.",
        group=INPUT,
    ),
    _options.header,
    option(
        "--hive",
        is_flag=True,
        help="Take the folders key=value of Parquet files as columns.",
        group=INPUT,
    ),
    option(
        "--sql",
        metavar="QUERY",
        help="A query with both label columns, run in the database A (duckdb:FILE, postgres://…).",
        group=INPUT,
    ),
    option(
        "--memory",
        metavar="SIZE",
        help="Memory for reading before it spills to disk, for example 4GB.",
        group=INPUT,
    ),
    option(
        "--align",
        type=click.Choice(get_args(Alignment)),
        default="raise",
        help="Keys on one side only: an error, dropped, or singletons on the other side.",
        group=SELECTION,
    ),
    option(
        "--missing",
        type=click.Choice(get_args(MissingPolicy)),
        default="raise",
        help="Missing labels: an error, dropped, singletons or one cluster.",
        group=SELECTION,
    ),
    _label("--ignore", "Drop elements with this label."),
    _label("--ignore-a", "Drop elements with this label in A only."),
    _label("--ignore-b", "Drop elements with this label in B only."),
    _label("--noise", "Make each element with this label a singleton."),
    _label("--noise-a", "Make each element with this label in A a singleton of A."),
    _label("--noise-b", "Make each element with this label in B a singleton of B."),
)


@contextmanager
def _command_to_type() -> Iterator[None]:
    """Replace the hint of an error about columns by the complete command."""
    try:
        yield
    except ColumnsError as error:
        words = [] if error.on is None else ["--on", error.on]
        words += ["--columns", ",".join(error.columns)] if error.columns else []
        words += ["--by-order"] if error.by_order else []
        raise InputError(error.message, _typed(_CHOOSING, words)) from None


def _typed(dropped: Collection[str], added: Sequence[str]) -> str:
    """Return the command that was typed, without some options, and with others at its end."""
    kept, skip = [], False
    for word in words_typed():
        if not (skip or word.partition("=")[0] in dropped or word[:2] in dropped):
            kept.append(word)
        skip = word in dropped and not skip
    return f"clusterdiff {shlex.join([*kept, *added])}"


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
    lines += [f"input: {'; '.join(assumed)}"] if assumed else []
    if first.source is second.source and given("by_order"):
        lines.append("--by-order has no effect: both columns are in one file.")
    return lines


def _assumed(notes: Sequence[str]) -> list[str]:
    """Return what was assumed about the files, with one note for the headers of all of them."""
    headers = [note for note in notes if note.endswith(" taken as header")]
    others = [note for note in notes if note not in headers]
    return [*(["first line taken as header"] if headers and not others else headers), *others]
