"""Queries and tables of a database, counted there through a DB-API or ADBC connection."""
# ruff: noqa: S608  (names are quoted; the queries are the user's own)

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from clusterdiff.errors import InputError, OptionError
from clusterdiff.io._cells import BOTH, NEITHER, ONLY_A, ONLY_B, Cells
from clusterdiff.io._join import different_keys, duplicated, keyless
from clusterdiff.io.engines._arrow_labels import labels_of_column
from clusterdiff.io.engines._engine import Engine
from clusterdiff.io.engines._sql_dialects import EXACT, NOT_AS_TEXT, python_labels
from clusterdiff.io.engines._sql_rows import (
    Side,
    batches_of,
    columns_of,
    constants,
    database,
    names_of,
    rows_of,
)
from clusterdiff.labels import Labels, object_array, read

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from clusterdiff.io._columns import Clustering
    from clusterdiff.io._source import Source, Type
    from clusterdiff.io.engines._engine import Batches, Pairs, Progress
    from clusterdiff.io.engines._sql_dialects import Dialect

_SENT = 50_000  # pairs of labels in a query: about a megabyte
_SIDE = (
    f"CASE WHEN l.k IS NULL AND r.k IS NULL THEN {NEITHER} WHEN r.k IS NULL THEN {ONLY_A} "
    f"WHEN l.k IS NULL THEN {ONLY_B} ELSE {BOTH} END"
)


class Sql(Engine):
    """PostgreSQL, SQLite and other databases with a Python driver."""

    name = "sql"
    priority = 30
    weighs = True

    def reads(self, source: Source) -> bool:
        """Return whether the source is a query."""
        return source.format.kind == "sql"

    def describe(self, source: Source) -> Source:
        """Return the source with the names and types of its columns."""
        found = source.details
        with database(source) as dialect:
            none = f"SELECT * FROM {found.rows} WHERE 1 = 0"
            names = names_of(found.connection, none)
            types: list[Type] = ["unknown"] * len(names)
            if dialect.types is not None:
                asked = ", ".join(
                    dialect.types.format(f"q.{dialect.quoted(name)}") for name in names
                )
                sql = f"SELECT {asked} FROM (SELECT 1) one LEFT JOIN ({none}) q ON 1 = 1"
                types = list(map(dialect.type_of, rows_of(found.connection, sql)[0]))
            if dialect.note is not None:
                source.note(dialect.note)
        return replace(source, columns=names, types=tuple(types))

    def columns(self, source: Source, places: Sequence[int]) -> list[Any]:
        """Return columns in memory, in one query."""
        with database(source) as dialect:
            side = Side.of(source, dialect)
            wanted = ", ".join(map(side.column, places))
            sql = f"SELECT {wanted} FROM {side.rows}"
            found = columns_of(source.details.connection, sql, len(places))
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
        """Return the cells of two columns of a query, or of two queries joined on a key."""
        del memory, progress
        with database(a.source) as dialect:
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
                    "pass one query that joins both, to read_query or as --sql",
                )
            return _joined(a, b, dialect, weights)

    def batches(self, a: Clustering, b: Clustering) -> Batches | None:
        """Return a function that yields the key and both labels of elements, in parts."""
        sources = {id(each.source): each.source for each in (a, b)}.values()
        if (
            any(
                _of_whole_column(source.types, side.place)
                for source, side in ((a.source, a), (b.source, b))
            )
            or len({id(source.details.connection) for source in sources}) > 1
        ):
            return None
        return lambda pairs: _batches(a, b, pairs)

    def unlabeled(self, clustering: Clustering, other: Clustering | None) -> Any:
        """Return the smallest key without a label."""
        source = clustering.source
        with database(source) as dialect:
            side = Side.of(source, dialect)
            rows = f"{side.select(clustering)} l WHERE l.v IS NULL"
            sql = f"SELECT {side.least(clustering)} FROM {rows}"
            if other is not None:
                keys = Side.of(other.source, dialect).select(other)
                sql += f" AND k IN (SELECT k FROM {keys} r)"
            return rows_of(source.details.connection, sql)[0][0]


def _of_whole_column(types: Sequence[Type] | None, place: int) -> bool:
    """Return whether the labels of a part of the rows may have another type than those of all."""
    return types is None or types[place] in {"decimal", "unknown"}


def _batches(a: Clustering, b: Clustering, pairs: Pairs) -> Iterator[tuple[Any, Labels, Labels]]:
    with database(a.source) as dialect:
        left, right = Side.of(a.source, dialect), Side.of(b.source, dialect)
        types = left.types[a.key or 0], left.types[a.place], right.types[b.place]
        if a.source is b.source:
            assert a.key is not None  # noqa: S101  (asked before)
            key, in_a, in_b = map(left.column, (a.key, a.place, b.place))
            sql = f"SELECT {key}, {in_a}, {in_b} FROM {left.rows}"
        else:
            in_a, in_b = "l.v", "r.v"
            sql = (
                f"SELECT l.k, l.v, r.v AS w FROM {left.select(a)} l JOIN {right.select(b)} r "
                f"ON {_same(left, right, a, b)}"
            )
        sent = _sent(pairs, types[1:])
        if sent:
            given = constants(list(zip(*sent, strict=True)), ("a", "b"))
            sql += f" WHERE NOT EXISTS (SELECT 1 FROM {given} WHERE p.a = {in_a} AND p.b = {in_b})"
        for columns in batches_of(a.source.details.connection, sql):
            keys, one, two = (
                _labels(*each) for each in zip(columns, types, ("key", "a", "b"), strict=True)
            )
            codes, names = keys.encoded()
            yield names[codes], one, two


def _sent(pairs: Pairs, types: tuple[Type, Type]) -> list[tuple[Any, Any]]:
    """Return the first pairs that can be written as constants of the same types."""
    is_safe = {
        "integer": lambda label: type(label) is int and abs(label) < 2**63,
        "text": lambda label: type(label) is str and "\\" not in label and "\0" not in label,
    }
    if not is_safe.keys() >= set(types):
        return []
    safe = (pair for pair in pairs if all(is_safe[t](x) for t, x in zip(types, pair, strict=True)))
    return list(islice(safe, _SENT))


def _labels(column: Any, kind: Type, side: str) -> Labels:
    if isinstance(column, list):
        return read(python_labels(column, kind), side)
    if kind == "decimal":
        return read(python_labels(column.to_pylist(), kind), side)
    return labels_of_column(column, side)


def _integers(column: Any) -> Any:
    return np.array(column if isinstance(column, list) else column.to_numpy(), np.int64)


def _sums(weighted: bool) -> str:  # noqa: FBT001
    """Return the number of elements and the weight; sums are text, as they may be of any size."""
    return ", count(*), CAST(sum(w) AS varchar(60))" if weighted else ", count(*)"


def _of_one_query(a: Clustering, b: Clustering, dialect: Dialect, weights: int | None) -> Cells:
    side = Side.of(a.source, dialect)
    connection = a.source.details.connection
    if a.key is not None:
        _check_keys(a, side)
    _check_weights(a, side, weights)
    inner = f"SELECT {side.column(a.place)} AS a, {side.column(b.place)} AS b"
    by = "a, b"
    if weights is not None:
        column = side.name(weights)
        inner += f", {column} AS w, CASE WHEN {column} = 0 THEN 1 ELSE 0 END AS z"
        by += ", z"
    sql = f"SELECT a, b{_sums(weights is not None)} FROM ({inner} FROM {side.rows}) g GROUP BY {by}"
    found = columns_of(connection, sql, 4 if weights is not None else 3)
    types = side.types[a.place], side.types[b.place]
    return _cells(found, types, None, weighted=weights is not None)


def _joined(a: Clustering, b: Clustering, dialect: Dialect, weights: int | None) -> Cells:
    left, right = Side.of(a.source, dialect), Side.of(b.source, dialect)
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
    found = columns_of(a.source.details.connection, sql, 5 if weights is not None else 4)
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


def _cells(found: list[Any], types: tuple[Type, Type], side: Any, *, weighted: bool) -> Cells:
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


def _same(left: Side, right: Side, a: Clustering, b: Clustering) -> str:
    """Compare numbers by value and keys of other types as text, so that 1 is not 01."""
    kinds = left.types[a.key or 0], right.types[b.key or 0]
    if kinds[0] == kinds[1] or set(kinds) <= EXACT:
        return "l.k = r.k"
    if NOT_AS_TEXT & set(kinds):
        raise different_keys(*kinds)
    one, two = (
        as_text(key, kind, left.dialect) for key, kind in zip(("l.k", "r.k"), kinds, strict=True)
    )
    return f"{one} = {two}"


def as_text(key: str, kind: Type, dialect: Dialect) -> str:
    """Return a key as text; numbers have no trailing zeros."""
    text = f"CAST({key} AS {dialect.text})"
    if kind == "decimal":
        return f"CAST(trim_scale({key}) AS {dialect.text})"
    if kind != "float":
        return text
    whole = f"{key} = trunc({key}) AND abs({key}) < 9223372036854775807"
    return f"CASE WHEN {whole} THEN CAST(CAST({key} AS bigint) AS {dialect.text}) ELSE {text} END"


def _lone(side: Side, other: Side, clustering: Clustering, there: Clustering) -> Any:
    """Return the smallest key that the other side does not have."""
    same = _same(side, other, clustering, there)
    sql = (
        f"SELECT {side.least(clustering)} FROM {side.select(clustering)} l WHERE NOT EXISTS "
        f"(SELECT 1 FROM {other.select(there)} r WHERE {same})"
    )
    return rows_of(clustering.source.details.connection, sql)[0][0]


def _check_keys(clustering: Clustering, side: Side) -> None:
    """Raise if a row has no key or a key is duplicated."""
    connection, rows = clustering.source.details.connection, side.select(clustering)
    bare = rows_of(connection, f"SELECT count(*) FROM {rows} t WHERE k IS NULL")[0][0]
    if bare:
        raise keyless(clustering, bare)
    twice = f"SELECT k FROM {rows} t GROUP BY k HAVING count(*) > 1"
    number, example = rows_of(
        connection, f"SELECT count(*), {side.least(clustering)} FROM ({twice}) d"
    )[0]
    if number:
        raise duplicated(clustering, number, example)


def _check_weights(clustering: Clustering, side: Side, weights: int | None) -> None:
    if weights is None:
        return
    if side.types[weights] not in {"unknown", "integer", "decimal"}:
        raise OptionError(f"weights must be integers, got {side.types[weights]}.")
    column = side.name(weights)
    wrong = f"{column} IS NULL OR {column} < 0 OR {column} <> CAST({column} AS bigint)"
    sql = f"SELECT count(*) FROM {side.rows} WHERE {wrong}"
    if rows_of(clustering.source.details.connection, sql)[0][0]:
        raise InputError("weights must be non-negative integers, and none may be missing.")


ENGINE: Final = Sql()
