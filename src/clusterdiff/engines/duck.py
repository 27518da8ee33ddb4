"""DuckDB: files joined and grouped out of core, under a memory limit, spilling to disk."""
# ruff: noqa: S608  (what is put in comes from _duck_sql)

from __future__ import annotations

import os
import re
from contextlib import contextmanager
from dataclasses import replace
from importlib.util import find_spec
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

from clusterdiff import _kernel
from clusterdiff.engines._duck_sql import INTEGERS, Side, codes_sql, counts_sql, describe_sql, lone_sql, quoted, scan_sql, twice_sql
from clusterdiff.errors import InputError, MissingDependencyError, OptionError
from clusterdiff.io._cells import Cells
from clusterdiff.io._memory import duplicated, keyless, lengths_differ
from clusterdiff.io._names import labels_of, spread
from clusterdiff.labels import read

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from clusterdiff.io._choose import Clustering
    from clusterdiff.io._source import Source

    Progress = Callable[[float], None]

_NEEDED = ("duckdb", "pyarrow")
_SAMPLE = 1000
_UNEVEN = re.compile(r"Error on Line: (\d+).*Expected Number of Columns: (\d+) Found: (\d+)", re.DOTALL)
_TICK = 0.1  # seconds between two looks at the progress
_MEMORY = "CLUSTERDIFF_MEMORY"


def installed() -> bool:
    """Whether DuckDB is there, and Arrow, which carries its results."""
    return all(find_spec(name) is not None for name in _NEEDED)


@contextmanager
def _connection(name: str, memory: str = "", progress: Progress | None = None) -> Iterator[_Connection]:
    """A database in memory that spills to a folder of its own."""
    for needed in _NEEDED:
        if find_spec(needed) is None:
            raise MissingDependencyError.of(needed, "files")
    import duckdb

    with TemporaryDirectory(prefix="clusterdiff-") as folder, duckdb.connect(":memory:") as raw:
        raw.execute(f"SET temp_directory = {quoted(folder)}; SET autoinstall_known_extensions = false; SET enable_progress_bar_print = false")
        raw.execute(f"SET enable_progress_bar = {str(progress is not None).lower()}")
        spare = not os.environ.get("CLUSTERDIFF_THREADS")  # one thread more than cores, for some wait for memory: a tenth faster
        raw.execute(f"SET threads = {_kernel.THREADS + spare}")
        limit = memory or os.environ.get(_MEMORY, "")
        if limit:
            try:
                raw.execute(f"SET memory_limit = {quoted(limit)}")
            except duckdb.Error:
                raise OptionError(f"memory must be a size: got {limit!r}.", 'memory="4GB"') from None
        try:
            yield _Connection(raw, progress)
        except duckdb.Error as error:
            raise _sentence(name, error, duckdb) from None
        except RuntimeError as error:
            if "interrupted" in str(error):  # so DuckDB calls Ctrl-C
                raise KeyboardInterrupt from None
            raise


class _Connection:
    """Runs queries, and tells how far they are."""

    def __init__(self, raw: Any, progress: Progress | None) -> None:
        self._raw, self._progress = raw, progress

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        """All rows of a query; none may be left, or DuckDB refuses the next query."""
        out: list[tuple[Any, ...]] = self._watched(lambda: self._raw.execute(sql).fetchall())
        return out

    def number(self, sql: str) -> int:
        """The one number that a query gives."""
        return int(self.rows(sql)[0][0])

    def columns(self, sql: str) -> dict[str, Any]:
        """The columns of a query as Arrow's, which take least time to fetch."""
        table = self._watched(lambda: self._raw.sql(sql).to_arrow_table())
        return dict(zip(table.column_names, table.columns, strict=True))

    def _watched(self, work: Callable[[], Any]) -> Any:
        if self._progress is None:
            return work()
        done = Event()
        ticker = Thread(target=self._tell, args=(done,), daemon=True)
        ticker.start()
        try:
            return work()
        finally:
            done.set()
            ticker.join()

    def _tell(self, done: Event) -> None:
        while self._progress is not None and not done.wait(_TICK):
            self._progress(max(0.0, self._raw.query_progress()) / 100)


def _sentence(name: str, error: Exception, duckdb: Any) -> InputError:
    words = " ".join(str(error).split("\n\n")[0].split("\n")[0].split())
    words = words.partition("Error: ")[2] or words
    if isinstance(error, duckdb.OutOfMemoryException):
        return InputError(
            f"{name} must fit the memory limit and the disk: {words.rstrip('.')}.",
            'memory="8GB", or a larger disk for temporary files, named by TMPDIR',
        )
    uneven = _UNEVEN.search(str(error))
    if uneven:
        line, wanted, found = uneven.groups()
        return InputError(f"{name} must have {wanted} fields on every line: line {line} has {found}.")
    return InputError(f"{name} must be readable: {words.rstrip('.')}.")


def describe(source: Source) -> Source:
    """The source with its columns and first rows."""
    with _connection(source.name) as db:
        columns, types = zip(*db.rows(describe_sql(source)), strict=True)
        sample = tuple(db.rows(f"SELECT * FROM {scan_sql(source)} LIMIT {_SAMPLE}"))
    return replace(source, columns=columns, types=types, sample=tuple(tuple(map(str, row)) for row in sample))


def read_columns(source: Source, places: list[int]) -> list[Any]:
    """Columns in memory."""
    with _connection(source.name) as db:
        out = []
        for place in places:
            side = _side(source, place, None)
            values = db.columns(f"SELECT v FROM {side.select}")["v"]
            whole = side.type in INTEGERS and not values.null_count
            out.append(values.to_numpy() if whole else _named(side, values.to_pylist()))
        return out


def _side(source: Source, place: int, key: int | None) -> Side:
    types = source.types or ("VARCHAR",) * len(source.columns)
    return Side(source, place, key, types[place], types[key] if key is not None else "")


def count(a: Clustering, b: Clustering, memory: str = "", progress: Progress | None = None) -> Cells:
    """The cells of two clusterings, grouped."""
    name = a.source.name if a.source == b.source else f"{a.source.name} and {b.source.name}"
    with _connection(name, memory, progress) as db:
        sides = (_side(a.source, a.place, a.key), _side(b.source, b.place, b.key))
        by_order = a.source != b.source and (a.key is None or b.key is None)
        db.rows(f"SET preserve_insertion_order = {str(by_order).lower()}")
        if a.source == b.source:
            _check_once(db, a, sides[0])
            return _fetched(db, counts_sql(*sides, "rows"), sides)
        if not all(side.typed for side in sides):  # parse text once only
            for i, side in enumerate(sides):
                db.rows(f"CREATE TEMP TABLE side_{i} AS SELECT * FROM {side.select}")
            sides = (sides[0].stored("side_0"), sides[1].stored("side_1"))
        rows = [db.number(f"SELECT count(*) FROM {side.select}") for side in sides]
        if by_order:
            if rows[0] != rows[1]:
                raise lengths_differ(a, b, *rows)
            return _fetched(db, counts_sql(*sides, "order"), sides)
        cells = _fetched(db, counts_sql(*sides, "key"), sides)
        return _checked(db, (a, b), sides, rows, cells)


def _fetched(db: _Connection, sql: str, sides: tuple[Side, Side]) -> Cells:
    """The grouped cells; names come once each, cells as integers."""
    named = [side.type not in INTEGERS for side in sides]
    if any(named):
        db.rows(f"CREATE TEMP TABLE cells AS {sql}")
        sql = codes_sql(named)
        names = [db.rows(f"SELECT name FROM names_{x} ORDER BY code") if has else [] for x, has in zip("ab", _coded(db, named), strict=True)]
    found = db.columns(sql)
    labels = []
    for i, (side, x) in enumerate(zip(sides, "ab", strict=True)):
        values = found[x]
        if named[i]:
            labels.append(spread(read(_named(side, [row[0] for row in names[i]]), x), values.fill_null(-1).to_numpy()))
        else:
            labels.append(read(values, x))
    where = found["side"].to_numpy() if "side" in found else None
    return Cells(labels[0], labels[1], found["c"].to_numpy(), where if where is not None and where.any() else None)


def _coded(db: _Connection, named: list[bool]) -> list[bool]:
    for x, has in zip("ab", named, strict=True):
        if has:
            distinct = f"SELECT DISTINCT {x} AS name FROM cells WHERE {x} IS NOT NULL"
            db.rows(f"CREATE TEMP TABLE names_{x} AS SELECT name, row_number() OVER () - 1 AS code FROM ({distinct})")
    return named


def _named(side: Side, names: list[Any]) -> Any:
    """Names as they come, in the kind of their column."""
    if side.source.is_text:
        return names if not names else labels_of(names, "labels", text=True)
    if side.type in {"HUGEINT", "UHUGEINT", "BIGNUM"}:
        return [None if name is None else int(name) for name in names]
    if side.type in {"FLOAT", "DOUBLE"}:
        return [None if name is None else float(name) for name in names]
    return names


def _checked(db: _Connection, both: tuple[Clustering, Clustering], sides: tuple[Side, Side], rows: list[int], cells: Cells) -> Cells:
    """Every key once: else a row would be counted once for each of its matches."""
    total = cells.total
    if cells.side is None:
        lone = [0, 0]
    else:
        bare = cells.weight(cells.side == 3)  # noqa: PLR2004
        if bare:
            bare_of = [db.number(f"SELECT count(*) FROM {side.select} WHERE k IS NULL") for side in sides]
            i = 0 if bare_of[0] else 1
            raise keyless(both[i], sides[i].key_name, bare_of[i])
        lone = [cells.weight(cells.side == 1), cells.weight(cells.side == 2)]  # noqa: PLR2004
    fits = all(rows[i] == total - lone[1 - i] for i in (0, 1))
    examples: list[Any] = [None, None]
    for i in (0, 1):
        if lone[i]:
            examples[i], distinct = db.rows(lone_sql(sides[i], sides[1 - i]))[0]
            fits = fits and distinct == lone[i]
    if not fits:
        for clustering, side in zip(both, sides, strict=True):
            _check_once(db, clustering, side)
    return replace(cells, examples=(examples[0], examples[1]))


def _check_once(db: _Connection, clustering: Clustering, side: Side) -> None:
    if clustering.key is None:
        return
    number, example = db.rows(twice_sql(side))[0]
    if number:
        raise duplicated(clustering, side.key_name, number, example)
