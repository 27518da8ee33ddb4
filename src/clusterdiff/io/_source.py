"""Source: the files of one argument. Format: how files of one format are read."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args
from weakref import finalize

from clusterdiff import _temporary
from clusterdiff.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

Layout = Literal["auto", "columns", "clusters"]
LAYOUTS: tuple[Layout, ...] = get_args(Layout)
Type = Literal[
    "text",
    "integer",  # of at most 64 bits
    "large integer",
    "float",
    "decimal",
    "boolean",
    "date",
    "timestamp",  # without a time zone
    "instant",  # a timestamp with a time zone
    "time",  # a time of day or a duration
    "bytes",
    "nested",  # lists and records, which cannot be labels
    "other",
    "unknown",  # the engine does not say, or rows have different types
]


class Reading(NamedTuple):
    """The options for reading a file."""

    layout: Layout = "auto"
    header: bool | None = None
    names: tuple[str, ...] = ()  # column names that were asked for
    hive: bool = False
    limit: int | None = None  # decompressed bytes that may be held in memory


_AS_IT_IS = Reading()


class Head(NamedTuple):
    """The beginning of a text file."""

    text: str
    whole: bool  # whether this is all of the file
    suffix: str  # in lower case, without that of the compression


class Scan(NamedTuple):
    """Files that an engine can scan: Parquet, or CSV that every reader splits in the same way."""

    kind: Literal["parquet", "csv"]
    files: tuple[str, ...]
    width: int  # the number of columns
    delimiter: str = ","
    header: bool = False
    hive: bool = False
    rows: int | None = None  # how many, where it is known


@dataclass(frozen=True, slots=True)
class Format:
    """How files of one kind are recognized and read.

    Every format is one record in a separate file. Binary formats are recognized by their first
    bytes (`magic`), text formats by `recognizes`, in order of `priority`. A format without
    `read` can be read only by an engine that scans it.
    """

    kind: str
    describe: Callable[[Source, Head | None], Source] | None = None  # fills in columns and types
    read: Callable[[Source, Sequence[int]], list[Any]] | None = None  # columns in memory
    scan: Callable[[Source, bool], Scan] | None = (
        None  # files that an engine can scan; False: not the files themselves
    )
    magic: tuple[bytes, ...] = ()
    recognizes: Callable[[Head, Layout], bool] | None = None
    priority: int = 0
    text: bool = False  # labels are text, whose type depends on the whole column
    folders: bool = False  # whether folders key=value can be columns


@dataclass(slots=True, eq=False, weakref_slot=True)
class Kept:
    """Temporary folders, columns and notes of one opened source, deleted with it."""

    columns: dict[Any, Any] = field(default_factory=dict)
    notes: dict[str, None] = field(default_factory=dict)

    def folder(self) -> Path:
        """Return a new temporary folder, deleted with the source or at the end of the process."""
        path = _temporary.new_folder()
        finalize(self, _temporary.remove, path)
        return path


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """One argument: its files, what they hold, and the names of the columns."""

    name: str  # as it was typed
    files: tuple[str, ...]
    format: Format
    columns: tuple[str, ...] = ()
    compression: Literal["gzip", "zstd"] | None = None
    reading: Reading = _AS_IT_IS
    details: Any = None  # data of the format itself
    sample: tuple[tuple[Any, ...], ...] = ()  # the first rows, to tell keys from labels
    types: tuple[Type, ...] | None = None  # of the columns; None if all are text, or not known yet
    notes: tuple[str, ...] = ()  # what was assumed or skipped
    partitions: int = 0  # columns at the end that come from the names of folders
    kept: Kept = field(default_factory=Kept, repr=False)

    @property
    def lazy(self) -> bool:
        """Whether the rows come from a query, and in another order each time."""
        return bool(getattr(self.details, "lazy", False))

    @property
    def bytes(self) -> int:
        """The size of all files."""
        return sum(Path(file).stat().st_size for file in self.files)

    @property
    def stamp(self) -> tuple[tuple[int, int], ...]:
        """Changes when a file is written."""
        return tuple(
            (stat.st_mtime_ns, stat.st_size) for stat in map(Path.stat, map(Path, self.files))
        )

    def note(self, text: str) -> None:
        """Record a note that results from reading, once."""
        self.kept.notes[text] = None

    @property
    def all_notes(self) -> list[str]:
        """What was assumed or skipped so far."""
        return [*self.notes, *self.kept.notes]


@contextmanager
def unchanged(*sources: Source) -> Iterator[None]:
    """Raise if a file was written while it was read: what was read may be a part of it."""
    before = [_stamp(source) for source in sources]
    try:
        yield
    except Exception:  # which may be a consequence
        _check_stamps(sources, before)
        raise
    _check_stamps(sources, before)


def _check_stamps(sources: Sequence[Source], before: Sequence[Any]) -> None:
    for source, stamp in zip(sources, before, strict=True):
        if stamp is None or _stamp(source) != stamp:
            raise InputError(
                f"{source.name} changed while it was read.", "run it again when it is complete"
            ) from None


def _stamp(source: Source) -> Any:
    try:
        return source.stamp
    except OSError:  # it is gone
        return None
