"""DuckDB: files joined and grouped out of core, under a memory limit, spilling to disk."""
# ruff: noqa: S608  (what is put in comes from _duckdb_sql)

from __future__ import annotations

import os
from contextlib import contextmanager
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from clusterdiff import _kernel
from clusterdiff._blocking import run_blocking
from clusterdiff._steps import DEBUG, step
from clusterdiff._temporary import temporary_folder
from clusterdiff.errors import InputError, MissingDependencyError
from clusterdiff.io._cells import NEITHER, ONLY_A, ONLY_B, Cells
from clusterdiff.io._join import duplicated, keyless, lengths_differ
from clusterdiff.io._secrets import hidden
from clusterdiff.io._text_labels import as_numpy, labels_of, read_integers, read_strings
from clusterdiff.io.engines._duckdb_sql import (
    Side,
    counts_sql,
    lone_sql,
    quoted,
    scan_sql,
    twice_sql,
    unlabeled_sql,
)
from clusterdiff.io.engines._engine import Engine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from clusterdiff.io._columns import Clustering
    from clusterdiff.io._source import Scan, Source, Type
    from clusterdiff.io.engines._engine import Progress
    from clusterdiff.labels import Labels


_NEEDED = ("duckdb", "pyarrow")
_THREAD = 250_000_000  # bytes of the memory limit for each thread of a join


class EngineError(InputError):
    """DuckDB could not read a file."""


def installed() -> bool:
    """Return whether DuckDB and Arrow, which holds its results, are installed."""
    return all(find_spec(name) is not None for name in _NEEDED)


@contextmanager
def connection(
    name: str, memory: int | None = None, progress: Progress | None = None
) -> Iterator[Connection]:
    """Yield a database in memory that spills to a temporary folder."""
    for needed in _NEEDED:
        if find_spec(needed) is None:
            raise MissingDependencyError.of(needed, "files")
    import duckdb

    with temporary_folder() as folder, duckdb.connect(":memory:") as raw:
        settings = {
            "temp_directory": quoted(str(folder)),
            "autoinstall_known_extensions": "false",
            "enable_progress_bar_print": "false",
        }
        settings |= {
            "enable_progress_bar": str(progress is not None).lower(),
            "threads": str(_threads(memory)),
        }
        if memory is not None:
            settings["memory_limit"] = quoted(f"{memory}B")
        try:
            raw.execute("; ".join(f"SET {option} = {value}" for option, value in settings.items()))
            yield Connection(raw, progress)
        except duckdb.Error as error:
            raise _sentence(name, error, duckdb) from None


def _threads(memory: int | None) -> int:
    """Return the number of cores plus one, which is faster since some threads wait for memory.

    A join needs memory for each thread, so that a small limit allows few of them.
    """
    spare = 0 if os.environ.get("CLUSTERDIFF_THREADS") else 1
    threads = min(_kernel.THREADS + spare, 4 * (os.cpu_count() or 1))
    return threads if memory is None else max(1, min(threads, memory // _THREAD))


class Connection:
    """Runs queries, and reports their progress."""

    def __init__(self, raw: Any, progress: Progress | None) -> None:
        self._raw, self._progress = raw, progress

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        """Return all rows of a query; DuckDB refuses the next query if rows are left."""
        out: list[tuple[Any, ...]] = self._run(sql, lambda: self._raw.execute(sql).fetchall())
        return out

    def number(self, sql: str) -> int:
        """Return the one number that a query gives."""
        return int(self.rows(sql)[0][0])

    def columns(self, sql: str) -> dict[str, Any]:
        """Return the columns of a query as Arrow's, which take least time to fetch."""
        table = self._run(sql, lambda: self._raw.sql(sql).to_arrow_table())
        return dict(zip(table.column_names, table.columns, strict=True))

    def _run(self, sql: str, work: Callable[[], Any]) -> Any:
        with step("query", level=DEBUG, sql=hidden(sql)) as details:
            found = run_blocking(work, self._raw.interrupt, self._tell)
            details["rows"] = len(found)
            return found

    def _tell(self) -> None:
        if self._progress is not None:
            self._progress(max(0.0, self._raw.query_progress()) / 100)


def _sentence(name: str, error: Exception, duckdb: Any) -> InputError:
    words = " ".join(str(error).split("\n\n")[0].split("\n")[0].split())
    words = (words.partition("Error: ")[2] or words).rstrip(".")
    if isinstance(error, duckdb.OutOfMemoryException):
        return InputError(
            f"{name} must fit the memory limit and the disk: {words}.",
            "pass {memory=8GB}, or name a larger disk for temporary files by TMPDIR",
        )
    return EngineError(f"Cannot read {name}: {words}.")


SMALL = 1 << 20  # bytes of text that Python reads as fast
WIDE = 1 << 28  # the same for text of very many columns


class DuckDB(Engine):
    """Parquet of any size, and large text."""

    name = "duckdb"
    priority = 10

    def installed(self) -> bool:
        """Return whether DuckDB and Arrow, which holds its results, are installed."""
        return installed()

    def reads(self, source: Source) -> bool:
        """Return whether the format gives files to scan."""
        return source.format.scan is not None

    def prefers(self, sources: Sequence[Source]) -> bool:
        """Return whether one of the sources is large, or has no other reader."""
        return any(source.format.read is None or _is_large(source) for source in sources)

    def columns(self, source: Source, places: Sequence[int]) -> list[Any]:
        """Return columns in memory, read in one query."""
        scan = _scan(source)
        sides = [_side(source, scan, place, None) for place in places]
        labels = ", ".join(f"{side.label} AS v{i}" for i, side in enumerate(sides))
        with connection(source.name) as db:
            found = db.columns(f"SELECT {labels} FROM {scan_sql(scan)}")
        return [_values(side, found[f"v{i}"]) for i, side in enumerate(sides)]

    def count(
        self,
        a: Clustering,
        b: Clustering,
        *,
        memory: int | None = None,
        progress: Progress | None = None,
        weights: int | None = None,
    ) -> Cells:
        """Return the cells of two clusterings, grouped."""
        del weights
        try:
            return _count(a, b, memory, progress, direct=True)
        except EngineError:
            if not any(_scan(side.source).kind == "csv" for side in (a, b)):
                raise
            return _count(a, b, memory, progress, direct=False)

    def unlabeled(self, clustering: Clustering, other: Clustering | None) -> Any:
        """Return the smallest key without a label."""
        sides = [
            _side(each.source, _scan(each.source), each.place, each.key)
            for each in ((clustering,) if other is None else (clustering, other))
        ]
        with connection(clustering.source.name) as db:
            return db.rows(unlabeled_sql(*sides))[0][0]


def _is_large(source: Source) -> bool:
    """Return whether DuckDB is faster: its time grows with the number of columns."""
    enough = min(SMALL * (1 + len(source.columns) // 64), WIDE)
    return source.bytes > enough // (1 if source.compression is None else 10)


def _scan(source: Source, *, direct: bool = True) -> Scan:
    assert source.format.scan is not None  # noqa: S101  (asked by `reads`)
    found = source.format.scan(source, direct)
    return found._replace(files=tuple(_openable(source, file) for file in found.files))


def _openable(source: Source, file: str) -> str:
    """Return the file, or a link to it where its name is not valid UTF-8."""
    try:
        file.encode()
    except UnicodeEncodeError:
        key = ("link", file)
        if key not in source.kept.columns:
            link = source.kept.folder() / "file"
            link.symlink_to(Path(file).absolute())
            source.kept.columns[key] = str(link)
        return str(source.kept.columns[key])
    return file


def _side(source: Source, scan: Scan, place: int, key: int | None) -> Side:
    kinds: list[Type | None] = [
        None if at is None else "text" if source.types is None else source.types[at]
        for at in (place, key)
    ]
    return Side(scan, place, key, kinds[0] or "text", kinds[1], source.format.text)


def _count(
    a: Clustering, b: Clustering, memory: int | None, progress: Progress | None, *, direct: bool
) -> Cells:
    same = a.source is b.source
    scans = [_scan(side.source, direct=direct) for side in ((a,) if same else (a, b))]
    sides = (_side(a.source, scans[0], a.place, a.key), _side(b.source, scans[-1], b.place, b.key))
    with connection(
        a.source.name if same else f"{a.source.name} and {b.source.name}", memory, progress
    ) as db:
        by_order = not same and (a.key is None or b.key is None)
        db.rows(f"SET preserve_insertion_order = {str(by_order).lower()}")
        if same:
            _check_once(db, a, sides[0])
            return _fetched(db, counts_sql(*sides, "rows"), sides)
        rows = [_rows(db, side) for side in sides]
        if by_order:
            if rows[0] != rows[1]:
                raise lengths_differ(a, b, *rows)
            return _fetched(db, counts_sql(*sides, "order"), sides)
        return _checked(db, (a, b), sides, rows)


def _rows(db: Connection, side: Side) -> int:
    known = side.scan.rows
    return db.number(f"SELECT count(*) FROM {side.select}") if known is None else known


def _fetched(
    db: Connection,
    sql: str,
    sides: tuple[Side, Side],
    bare: Callable[[int], InputError] | None = None,
) -> Cells:
    """Return the grouped cells."""
    from concurrent.futures import ThreadPoolExecutor  # takes milliseconds

    found = db.columns(sql)

    with ThreadPoolExecutor(2) as pool:  # Arrow encodes names without the lock of Python
        labels = list(pool.map(_labels, sides, (found["a"], found["b"]), "ab"))
    counts = as_numpy(found["c"])
    if "side" not in found:
        return Cells(labels[0], labels[1], counts)
    where = as_numpy(found["side"])
    if bare is not None and (where == NEITHER).any():
        raise bare(int(counts[where == NEITHER].sum()))
    return Cells.of_sides(labels[0], labels[1], counts, where)


def _labels(side: Side, values: Any, name: str) -> Labels:
    """Return the labels of a column of cells."""
    return labels_of(_values(side, values), name, text=side.text)


def _values(side: Side, values: Any) -> Any:
    """Return the values of a column in their type; text whose type is not known as it is."""
    if side.text:
        return values
    if side.type == "integer":
        return read_integers(values)
    if side.type == "large integer":
        return [None if name is None else int(name) for name in values.to_pylist()]
    if side.type == "float":
        return [None if name is None else float(name) for name in values.to_pylist()]
    return read_strings(values)


def _checked(
    db: Connection, both: tuple[Clustering, Clustering], sides: tuple[Side, Side], rows: list[int]
) -> Cells:
    """Return cells joined by key; duplicate keys, which would be counted twice, are an error."""

    def bare(_: int) -> InputError:
        without = [
            db.number(f"SELECT count(*) FROM {side.select} WHERE k IS NULL") for side in sides
        ]
        i = 0 if without[0] else 1
        return keyless(both[i], without[i])

    cells = _fetched(db, counts_sql(*sides, "key"), sides, bare)
    lone = {ONLY_A: cells.weight(cells.b.absent), ONLY_B: cells.weight(cells.a.absent)}
    fits = rows[0] == cells.total - lone[ONLY_B] and rows[1] == cells.total - lone[ONLY_A]
    if any(lone.values()):
        sides = _stored(db, sides)
    examples: list[Any] = [None, None]
    for i, number in enumerate(lone.values()):
        if number:
            examples[i], distinct = db.rows(lone_sql(sides[i], sides[1 - i]))[0]
            fits = fits and distinct == number
    if not fits:
        for clustering, side in zip(both, sides, strict=True):
            _check_once(db, clustering, side)
    return replace(cells, examples=(examples[0], examples[1]))


def _stored(db: Connection, sides: tuple[Side, Side]) -> tuple[Side, Side]:
    """Return sides that are read several times; text is parsed only once more."""
    for i, side in enumerate(sides):
        if side.scan.kind == "csv":
            db.rows(f"CREATE TEMP TABLE side_{i} AS SELECT * FROM {side.select}")
    return tuple(  # type: ignore[return-value]
        side.stored(f"side_{i}") if side.scan.kind == "csv" else side
        for i, side in enumerate(sides)
    )


def _check_once(db: Connection, clustering: Clustering, side: Side) -> None:
    if clustering.key is None:
        return
    without = db.number(f"SELECT count(*) FROM {side.select} WHERE k IS NULL")
    if without:
        raise keyless(clustering, without)
    number, example = db.rows(twice_sql(side))[0]
    if number:
        raise duplicated(clustering, number, example)


ENGINE: Final = DuckDB()
