"""Queries and tables of a database, counted there through a DB-API or ADBC connection."""
# ruff: noqa: S608  (names are quoted; the queries are the user's own)

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from clusterdiff.errors import ClusterdiffError, InputError, OptionError
from clusterdiff.io.cells import Cells
from clusterdiff.io.engines._arrow_labels import labels_of_column
from clusterdiff.io.engines._sql_dialects import Dialect, dialect_of, python_labels
from clusterdiff.io.join import duplicated, keyless
from clusterdiff.io.secrets import without_secrets
from clusterdiff.labels import Labels, object_array, read

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from clusterdiff.io.columns import Clustering
    from clusterdiff.io.engines._protocol import Engine, Progress
    from clusterdiff.io.source import Source

_SIDE = (
    "CASE WHEN l.k IS NULL AND r.k IS NULL THEN 3 WHEN r.k IS NULL THEN 1 "
    "WHEN l.k IS NULL THEN 2 ELSE 0 END"
)
_NEITHER = 3


class Sql:
    """PostgreSQL, SQLite and other databases with a Python driver."""

    name = "sql"
    priority = 30
    weighs = True

    def installed(self) -> bool:
        """Always: the connection brings its driver."""
        return True

    def reads(self, source: Source) -> bool:
        """Whether the source is a query."""
        return source.format.kind == "sql"

    def prefers(self, sources: Sequence[Source]) -> bool:
        """Always."""
        del sources
        return True

    def describe(self, source: Source) -> Source:
        """The source with the names and types of its columns."""
        found = source.details
        with _database(source) as dialect:
            names = _names(found.connection, f"SELECT * FROM ({found.sql}) q WHERE 1 = 0")
            types = ("",) * len(names)
            if dialect.types is not None:
                asked = ", ".join(dialect.types.format(dialect.quoted(name)) for name in names)
                rows = _rows(found.connection, f"SELECT {asked} FROM ({found.sql}) q LIMIT 1")
                types = tuple(rows[0]) if rows else types
            if dialect.note is not None:
                source.note(dialect.note)
        return replace(source, columns=names, types=types)

    def columns(self, source: Source, places: Sequence[int]) -> list[Any]:
        """Columns in memory, in one query."""
        with _database(source) as dialect:
            side = _Side.of(source, dialect)
            wanted = ", ".join(map(side.column, places))
            sql = f"SELECT {wanted} FROM {side.rows}"
            found = _columns(source.details.connection, sql, len(places))
            return [
                _labels(values, side.types[place], source.name)
                for values, place in zip(found, places, strict=True)
            ]

    def count(
        self,
        a: Clustering,
        b: Clustering,
        *,
        memory: int | None = None,
        progress: Progress | None = None,
        weights: int | None = None,
    ) -> Cells:
        """The cells of two columns of a query, or of two queries joined on a key."""
        del memory, progress
        with _database(a.source) as dialect:
            if a.source is b.source:
                return _of_one_query(a, b, dialect, weights)
            if a.key is None or b.key is None:
                raise InputError(
                    f"The rows of {a.source.name} have no order to be matched by.",
                    "pass {on=COLUMN} to match them by a key",
                )
            if a.source.details.connection is not b.source.details.connection:
                raise InputError(
                    f"{a.source.name} and {b.source.name} must be in one database to be joined.",
                    "export one of them to Parquet, or join them with DuckDB",
                )
            if not dialect.full_join:
                raise InputError(
                    f"{dialect.name} has no FULL JOIN.",
                    "pass one query that joins both, as {sql=…}",
                )
            return _joined(a, b, dialect, weights)

    def sums(self, a: Clustering, b: Clustering, sums_sql: Any) -> tuple[Any, ...] | None:
        """Sums over the cells, by PostgreSQL."""
        with _database(a.source) as dialect:
            if dialect.name != "PostgreSQL":
                return None
            side = _Side.of(a.source, dialect)
            labels = f"{side.number(a.place)} AS a, {side.number(b.place)} AS b"
            rows = f"(SELECT {labels} FROM {side.rows}) elements"
            return _rows(a.source.details.connection, sums_sql(rows, "numeric"))[0]

    def unlabeled(self, clustering: Clustering, other: Clustering | None) -> Any:
        """The smallest key without a label."""
        source = clustering.source
        with _database(source) as dialect:
            side = _Side.of(source, dialect)
            sql = f"SELECT min(k) FROM {side.select(clustering)} l WHERE l.v IS NULL"
            if other is not None:
                keys = _Side.of(other.source, dialect).select(other)
                sql += f" AND k IN (SELECT k FROM {keys} r)"
            return _rows(source.details.connection, sql)[0][0]


class _Side(NamedTuple):
    """A query, and how its columns are compared."""

    rows: str
    names: tuple[str, ...]
    types: tuple[str, ...]
    dialect: Dialect

    @classmethod
    def of(cls, source: Source, dialect: Dialect) -> _Side:
        return cls(f"({source.details.sql}) q", source.columns, source.types or (), dialect)

    def column(self, place: int) -> str:
        return self.dialect.label(self.dialect.quoted(self.names[place]), self.types[place])

    def number(self, place: int) -> str:
        """A label as `column` has it; numbers stay numbers, and NaN is no label."""
        if self.types[place] in {"real", "double precision", "numeric"}:
            return f"NULLIF({self.dialect.quoted(self.names[place])}, 'NaN')"
        return self.column(place)

    def select(self, clustering: Clustering, weights: int | None = None) -> str:
        """A table of the label v, the key k and the weight w."""
        chosen = [f"{self.column(clustering.place)} AS v"]
        if clustering.key is not None:
            chosen.append(f"{self.column(clustering.key)} AS k")
        if weights is not None:
            chosen.append(f"{self.dialect.quoted(self.names[weights])} AS w")
        return f"(SELECT {', '.join(chosen)} FROM {self.rows})"


@contextmanager
def _database(source: Source) -> Iterator[Dialect]:
    """Errors of any driver as one sentence without passwords."""
    try:
        yield dialect_of(source.details.connection)
    except ClusterdiffError:
        raise
    except Exception as error:  # noqa: BLE001  (drivers raise whatever they like)
        words = next((line for line in str(error).splitlines() if line.strip()), "")
        message = without_secrets(words).rstrip(".")
        raise InputError(f"{source.name} could not be read: {message}.") from None


def _rows(connection: Any, sql: str) -> list[tuple[Any, ...]]:
    cursor = connection.cursor()
    try:
        cursor.execute(sql)
        return [tuple(row) for row in cursor.fetchall()]
    finally:
        cursor.close()


def _names(connection: Any, sql: str) -> tuple[str, ...]:
    cursor = connection.cursor()
    try:
        cursor.execute(sql)
        names = tuple(column[0] for column in cursor.description)
        cursor.fetchall()
    finally:
        cursor.close()
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise InputError(f"The query must not give two columns called {twice!r}.")
    return names


def _columns(connection: Any, sql: str, width: int) -> list[Any]:
    """The columns of a query: Arrow's where the driver has them, else lists."""
    cursor = connection.cursor()
    try:
        cursor.execute(sql)
        if hasattr(cursor, "fetch_arrow_table"):
            return list(cursor.fetch_arrow_table().columns)
        rows = cursor.fetchall()
    finally:
        cursor.close()
    return [list(column) for column in zip(*rows, strict=True)] if rows else [[]] * width


def _labels(column: Any, kind: str, side: str) -> Labels:
    if isinstance(column, list):
        return read(python_labels(column, kind), side)
    if kind.startswith("numeric"):
        return read(python_labels(column.to_pylist(), kind), side)
    return labels_of_column(column, side)


def _integers(column: Any) -> Any:
    return np.array(column if isinstance(column, list) else column.to_numpy(), np.int64)


def _sums(weighted: bool) -> str:  # noqa: FBT001
    """The number of elements and the weight; sums come as text, since they may be of any size."""
    return ", count(*), CAST(sum(w) AS varchar(60))" if weighted else ", count(*)"


def _of_one_query(a: Clustering, b: Clustering, dialect: Dialect, weights: int | None) -> Cells:
    side = _Side.of(a.source, dialect)
    connection = a.source.details.connection
    if a.key is not None:
        _check_keys(a, side)
    _check_weights(a, side, weights)
    inner = f"SELECT {side.column(a.place)} AS a, {side.column(b.place)} AS b"
    by = "a, b"
    if weights is not None:
        column = dialect.quoted(side.names[weights])
        inner += f", {column} AS w, CASE WHEN {column} = 0 THEN 1 ELSE 0 END AS z"
        by += ", z"
    sql = f"SELECT a, b{_sums(weights is not None)} FROM ({inner} FROM {side.rows}) g GROUP BY {by}"
    found = _columns(connection, sql, 4 if weights is not None else 3)
    types = side.types[a.place], side.types[b.place]
    return _cells(found, types, None, weighted=weights is not None)


def _joined(a: Clustering, b: Clustering, dialect: Dialect, weights: int | None) -> Cells:
    left, right = _Side.of(a.source, dialect), _Side.of(b.source, dialect)
    for clustering, side in ((a, left), (b, right)):
        _check_keys(clustering, side)
    _check_weights(a, left, weights)
    weight = ", COALESCE(l.w, 0) AS w, CASE WHEN l.w = 0 THEN 1 ELSE 0 END AS z"
    inner = (
        f"SELECT l.v AS a, r.v AS b, {_SIDE} AS s{weight if weights is not None else ''} "
        f"FROM {left.select(a, weights)} l FULL JOIN {right.select(b)} r "
        f"ON {_same(left, right, a, b)}"
    )
    by = "a, b, s" + ", z" * (weights is not None)
    sql = f"SELECT a, b, s{_sums(weights is not None)} FROM ({inner}) g GROUP BY {by}"
    found = _columns(a.source.details.connection, sql, 5 if weights is not None else 4)
    side = _integers(found.pop(2)).astype(np.int8)
    types = left.types[a.place], right.types[b.place]
    cells = _cells(found, types, side, weighted=weights is not None)
    examples = tuple(
        _lone(one, other, x, y) if mask is not None else None
        for one, other, x, y, mask in (
            (left, right, a, b, cells.b.absent), (right, left, b, a, cells.a.absent),
        )
    )  # fmt: skip
    return replace(cells, examples=(examples[0], examples[1]))


def _cells(found: list[Any], types: tuple[str, str], side: Any, *, weighted: bool) -> Cells:
    labels = [_labels(*each) for each in zip(found[:2], types, "ab", strict=True)]
    number = _integers(found[2])
    counts: Any = number
    if weighted:
        sums = found[3] if isinstance(found[3], list) else found[3].to_pylist()
        counts = object_array([int(w) for w in sums])
    if side is None:
        cells = Cells(labels[0], labels[1], counts)
    else:
        cells = Cells.of_sides(labels[0], labels[1], counts, side)
    return replace(cells, elements=number if weighted else None)


def _same(left: _Side, right: _Side, a: Clustering, b: Clustering) -> str:
    """Keys of two types are compared as text, so that 1 is not 01."""
    kinds = left.types[a.key or 0], right.types[b.key or 0]
    whole = {"smallint", "integer", "bigint"}
    if kinds[0] == kinds[1] or set(kinds) <= whole:
        return "l.k = r.k"
    return "CAST(l.k AS varchar(4000)) = CAST(r.k AS varchar(4000))"


def _lone(side: _Side, other: _Side, clustering: Clustering, there: Clustering) -> Any:
    """The smallest key that the other side does not have."""
    same = _same(side, other, clustering, there)
    sql = (
        f"SELECT min(l.k) FROM {side.select(clustering)} l WHERE NOT EXISTS "
        f"(SELECT 1 FROM {other.select(there)} r WHERE {same})"
    )
    return _rows(clustering.source.details.connection, sql)[0][0]


def _check_keys(clustering: Clustering, side: _Side) -> None:
    """Every row must have a key, and no key may occur twice."""
    connection, rows = clustering.source.details.connection, side.select(clustering)
    bare = _rows(connection, f"SELECT count(*) FROM {rows} t WHERE k IS NULL")[0][0]
    if bare:
        raise keyless(clustering, bare)
    twice = f"SELECT k FROM {rows} t GROUP BY k HAVING count(*) > 1"
    number, example = _rows(connection, f"SELECT count(*), min(k) FROM ({twice}) d")[0]
    if number:
        raise duplicated(clustering, number, example)


def _check_weights(clustering: Clustering, side: _Side, weights: int | None) -> None:
    if weights is None:
        return
    if side.types[weights] not in {"", "smallint", "integer", "bigint", "numeric"}:
        raise OptionError(f"weights must be integers: got {side.types[weights]}.")
    column = side.dialect.quoted(side.names[weights])
    wrong = f"{column} IS NULL OR {column} < 0 OR {column} <> CAST({column} AS bigint)"
    sql = f"SELECT count(*) FROM {side.rows} WHERE {wrong}"
    if _rows(clustering.source.details.connection, sql)[0][0]:
        raise InputError("weights must be non-negative integers, and none may be missing.")


ENGINE: Final[Engine] = Sql()
