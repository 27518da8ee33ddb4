"""DuckDB: files joined and grouped out of core, under a memory limit, spilling to disk."""
# ruff: noqa: S608  (what is put in comes from _duckdb_sql)

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from clusterdiff.errors import InputError
from clusterdiff.io._folders import partition_keys
from clusterdiff.io._text_labels import labels_of
from clusterdiff.io.cells import NEITHER, ONLY_A, ONLY_B, Cells
from clusterdiff.io.engines._duckdb_connection import Connection, EngineError, connection, installed
from clusterdiff.io.engines._duckdb_sql import (
    INTEGERS,
    Side,
    codes_sql,
    counts_sql,
    describe_sql,
    lone_sql,
    scan_sql,
    twice_sql,
    unlabeled_sql,
)
from clusterdiff.io.join import duplicated, keyless, lengths_differ
from clusterdiff.labels import read

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from clusterdiff.io._columns import Clustering
    from clusterdiff.io._source import Scan, Source
    from clusterdiff.io.engines._protocol import Engine, Progress

SMALL = 1 << 20  # bytes of text that Python reads as fast
WIDE = 1 << 28  # the same for text of very many columns
_SAMPLE = 1000


class DuckDB:
    """Parquet of any size, and large text."""

    name = "duckdb"
    priority = 10
    weighs = False

    def installed(self) -> bool:
        """Return whether DuckDB and Arrow, which holds its results, are installed."""
        return installed()

    def reads(self, source: Source) -> bool:
        """Return whether the format gives files to scan."""
        return source.format.scan is not None

    def prefers(self, sources: Sequence[Source]) -> bool:
        """Return whether one of the sources is large, or has no other reader."""
        return any(source.format.read is None or _is_large(source) for source in sources)

    def describe(self, source: Source) -> Source:
        """Return the source with its columns, their types and the first rows."""
        with connection(source.name) as db:
            own = _parquet_columns(source)
            hive = _hive_columns(db, source, len(own)) if source.reading.hive else ()
            names = (*own, *hive)
            scan = _scan(replace(source, columns=names))
            types = tuple(row[1] for row in db.rows(describe_sql(scan)))
            sample = db.rows(f"SELECT * FROM {scan_sql(scan)} LIMIT {_SAMPLE}")
        rows = tuple(tuple(map(str, row)) for row in sample)
        return replace(source, columns=names, types=types, sample=rows, partitions=len(hive))

    def columns(self, source: Source, places: Sequence[int]) -> list[Any]:
        """Return columns in memory, read in one query."""
        scan = _scan(source)
        sides = [_side(source, scan, place, None) for place in places]
        labels = ", ".join(f"{side.label} AS v{i}" for i, side in enumerate(sides))
        with connection(source.name) as db:
            found = db.columns(f"SELECT {labels} FROM {scan_sql(scan)}")
        out = []
        for i, side in enumerate(sides):
            values = found[f"v{i}"]
            whole = side.type in INTEGERS and not values.null_count
            if side.text:
                out.append(values)
            else:
                out.append(values.to_numpy() if whole else _named(side, values.to_pylist()))
        return out

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


def _parquet_columns(source: Source) -> tuple[str, ...]:
    """Return the names of the columns, once it is clear that all files have the same."""
    from pyarrow import ArrowException, types
    from pyarrow.parquet import read_schema

    try:
        first, *others = (read_schema(_openable(source, file)) for file in source.files)
    except (ArrowException, OSError, ValueError) as error:
        raise InputError(
            f"{source.name} is not a readable Parquet file: "
            f"{str(error).splitlines()[0].rstrip('.')}."
        ) from None
    kinds = {field.name: field.type for field in first}
    for file, schema in zip(source.files[1:], others, strict=True):
        if sorted(schema.names) != sorted(first.names):
            raise InputError(
                f"The files of {source.name} must have the same columns: {file} has "
                f"{', '.join(schema.names)} "
                f"instead of {', '.join(first.names)}."
            )
        for field in schema:
            known = kinds[field.name]
            if field.type != known and not (
                types.is_integer(field.type) and types.is_integer(known)
            ):
                raise InputError(
                    f"The files of {source.name} must have columns of the same types: column "
                    f"{field.name} is {known} "
                    f"in {source.files[0]} and {field.type} in {file}."
                )
    if not first.names:
        raise InputError(f"{source.name} holds no columns.")
    return tuple(first.names)


def _hive_columns(db: Connection, source: Source, width: int) -> tuple[str, ...]:
    """Return the keys of folders named key=value, which DuckDB puts after the file's columns."""
    keys = partition_keys(source.files[0])
    found = db.rows(describe_sql(_scan(replace(source, columns=()))))
    if len(found) != width + len(keys):
        raise InputError(
            f"The folders of {source.name} must not have the names of columns: {', '.join(keys)}."
        )
    return tuple(row[0] for row in found[width:])


def _side(source: Source, scan: Scan, place: int, key: int | None) -> Side:
    types = source.types or ("VARCHAR",) * len(source.columns)
    return Side(
        scan, place, key, types[place], None if key is None else types[key], source.format.text
    )


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
        if not all(side.typed for side in sides):  # parse text once only
            for i, side in enumerate(sides):
                db.rows(f"CREATE TEMP TABLE side_{i} AS SELECT * FROM {side.select}")
            sides = (sides[0].stored("side_0"), sides[1].stored("side_1"))
        rows = [db.number(f"SELECT count(*) FROM {side.select}") for side in sides]
        if by_order:
            if rows[0] != rows[1]:
                raise lengths_differ(a, b, *rows)
            return _fetched(db, counts_sql(*sides, "order"), sides)
        return _checked(db, (a, b), sides, rows)


def _fetched(
    db: Connection,
    sql: str,
    sides: tuple[Side, Side],
    bare: Callable[[int], InputError] | None = None,
) -> Cells:
    """Return the grouped cells; names come once each, cells as integers."""
    named = [side.type not in INTEGERS for side in sides]
    names: list[list[tuple[Any, ...]]] = [[], []]
    if any(named):
        db.rows(f"CREATE TEMP TABLE cells AS {sql}")
        sql = codes_sql(named)
        for i in (0, 1):
            if named[i]:
                names[i] = _coded(db, "ab"[i])
    found = db.columns(sql)
    labels = []
    for i, (side, x) in enumerate(zip(sides, "ab", strict=True)):
        values = found[x]
        if named[i]:
            known = read(_named(side, [row[0] for row in names[i]]), x)
            labels.append(known.at(values.fill_null(-1).to_numpy()))
        else:
            labels.append(read(values, x))
    counts = found["c"].to_numpy()
    if "side" not in found:
        return Cells(labels[0], labels[1], counts)
    where = found["side"].to_numpy()
    if bare is not None and (where == NEITHER).any():
        raise bare(int(counts[where == NEITHER].sum()))
    return Cells.of_sides(labels[0], labels[1], counts, where)


def _coded(db: Connection, x: str) -> list[tuple[Any, ...]]:
    """Return the distinct names of one side, in the order of their codes."""
    distinct = f"SELECT DISTINCT {x} AS name FROM cells WHERE {x} IS NOT NULL"
    db.rows(
        f"CREATE TEMP TABLE names_{x} AS SELECT name, row_number() OVER () - 1 AS code FROM "
        f"({distinct})"
    )
    return db.rows(f"SELECT name FROM names_{x} ORDER BY code")


def _named(side: Side, names: list[Any]) -> Any:
    """Return names in the type of their column."""
    if side.text:
        return names if not names else labels_of(names, "labels", text=True)
    if side.type in {"HUGEINT", "UHUGEINT", "BIGNUM"}:
        return [None if name is None else int(name) for name in names]
    if side.type in {"FLOAT", "DOUBLE"}:
        return [None if name is None else float(name) for name in names]
    return names


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
    examples: list[Any] = [None, None]
    for i, number in enumerate(lone.values()):
        if number:
            examples[i], distinct = db.rows(lone_sql(sides[i], sides[1 - i]))[0]
            fits = fits and distinct == number
    if not fits:
        for clustering, side in zip(both, sides, strict=True):
            _check_once(db, clustering, side)
    return replace(cells, examples=(examples[0], examples[1]))


def _check_once(db: Connection, clustering: Clustering, side: Side) -> None:
    if clustering.key is None:
        return
    without = db.number(f"SELECT count(*) FROM {side.select} WHERE k IS NULL")
    if without:
        raise keyless(clustering, without)
    number, example = db.rows(twice_sql(side))[0]
    if number:
        raise duplicated(clustering, number, example)


ENGINE: Final[Engine] = DuckDB()
