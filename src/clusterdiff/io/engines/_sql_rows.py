"""Queries of a database: their rows, their columns, and labels that are compared by value."""
# ruff: noqa: S608  (names are quoted; the queries are the user's own)

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from clusterdiff.errors import ClusterdiffError, InputError
from clusterdiff.io._secrets import without_secrets
from clusterdiff.io.engines._sql_dialects import Dialect, dialect_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clusterdiff.io._columns import Clustering
    from clusterdiff.io._source import Source, Type


class Side(NamedTuple):
    """A query, and how its columns are compared."""

    rows: str
    names: tuple[str, ...]
    types: tuple[Type, ...]
    dialect: Dialect

    @classmethod
    def of(cls, source: Source, dialect: Dialect) -> Side:
        return cls(source.details.rows, source.columns, source.types or (), dialect)

    def column(self, place: int) -> str:
        kind = self.types[place]
        if kind == "nested":
            raise InputError(f"labels must be single values, got {kind} values.")
        return self.dialect.label(self.name(place), kind)

    def name(self, place: int) -> str:
        """Return a qualified column, so that no other table of the statement can hide it."""
        return f"q.{self.dialect.quoted(self.names[place])}"

    def number(self, place: int) -> str:
        """Return a label as `column` does, but keep numbers as numbers; NaN is a missing label."""
        if self.types[place] == "float":
            return f"NULLIF({self.name(place)}, 'NaN')"
        if self.types[place] == "decimal":  # money has no NaN
            return f"NULLIF(CAST({self.name(place)} AS numeric), 'NaN')"
        return self.column(place)

    def least(self, clustering: Clustering) -> str:
        """Return the smallest key; some types have no minimum."""
        kind = self.types[clustering.key or 0]
        key = f"CAST(k AS {self.dialect.text})" if kind in {"bytes", "boolean"} else "k"
        return f"min({key})"

    def select(self, clustering: Clustering, weights: int | None = None) -> str:
        """Return a table of the label v, the key k and the weight w."""
        chosen = [f"{self.column(clustering.place)} AS v"]
        if clustering.key is not None:
            key = self.number(clustering.key)
            chosen.append(f"{key if self.dialect.key is None else self.dialect.key(key)} AS k")
        if weights is not None:
            chosen.append(f"{self.name(weights)} AS w")
        return f"(SELECT {', '.join(chosen)} FROM {self.rows})"


@contextmanager
def database(source: Source) -> Iterator[Dialect]:
    """Convert errors of any driver to one sentence without passwords.

    A transaction that the server aborted because of the error is rolled back.
    """
    connection = source.details.connection
    try:
        yield dialect_of(connection)
    except ClusterdiffError:
        raise
    except Exception as error:  # noqa: BLE001  (drivers raise whatever they like)
        status = getattr(getattr(connection, "info", None), "transaction_status", None)
        if getattr(status, "name", "") == "INERROR":
            connection.rollback()
        words = next((line for line in str(error).splitlines() if line.strip()), "")
        said = without_secrets(words).rstrip(".")
        raise InputError(f"{source.name} could not be read: {said}.") from None


def rows_of(connection: Any, sql: str) -> list[tuple[Any, ...]]:
    cursor = connection.cursor()
    try:
        cursor.execute(sql)
        return [tuple(row) for row in cursor.fetchall()]
    finally:
        cursor.close()


def names_of(connection: Any, sql: str) -> tuple[str, ...]:
    cursor = connection.cursor()
    try:
        cursor.execute(sql)
        names = tuple(column[0] for column in cursor.description)
        cursor.fetchall()
    finally:
        cursor.close()
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise InputError(f"The query must not return two columns named {twice!r}.")
    return names


def columns_of(connection: Any, sql: str, width: int) -> list[Any]:
    """Return the columns of a query, as Arrow columns if the driver has them, else as lists."""
    cursor = connection.cursor()
    try:
        cursor.execute(sql)
        if hasattr(cursor, "fetch_arrow_table"):
            return list(cursor.fetch_arrow_table().columns)
        rows = cursor.fetchall()
    finally:
        cursor.close()
    return [list(column) for column in zip(*rows, strict=True)] if rows else [[]] * width
