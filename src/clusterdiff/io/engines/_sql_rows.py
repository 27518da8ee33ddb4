"""Queries of a database: their rows, their columns, and labels that are compared by value."""
# ruff: noqa: S608  (names are quoted; the queries are the user's own)

from __future__ import annotations

from contextlib import contextmanager, suppress
from datetime import date
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from clusterdiff._blocking import run_blocking
from clusterdiff._steps import DEBUG, step
from clusterdiff.errors import ClusterdiffError, InputError
from clusterdiff.io._failures import failure
from clusterdiff.io._secrets import hidden
from clusterdiff.io.engines._sql_dialects import Dialect, dialect_of
from clusterdiff.progress import heartbeat

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence, Sized

    from clusterdiff.io._columns import Clustering
    from clusterdiff.io._source import Source, Type

T = TypeVar("T", bound="Sized")
_ARROW = "fetch_arrow_table"
_ROWS = 1 << 16  # of a batch
_SHOWN = 4000  # characters of a query in the log
_ADBC_STATUS = "adbc.postgresql.transaction_status"
_STATUSES = ("idle", "active", "intrans", "inerror", "unknown")  # the numbers of libpq


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


def _shown(sql: str) -> str:
    """Return a query for the log: without secrets, and without the constants of a long one."""
    shown = hidden(sql)
    return shown if len(shown) <= _SHOWN else f"{shown[: _SHOWN // 2]} … {shown[-_SHOWN // 2 :]}"


@contextmanager
def database(source: Source) -> Iterator[Dialect]:
    """Convert errors of any driver to one sentence without passwords.

    A connection of the caller is left as it was: a transaction that begins here also ends here. One
    that was opened by its URL keeps its transaction, so that all reads see one state of the data.
    """
    connection = source.details.connection
    idle = "database" not in source.kept.columns and _status(connection) == "idle"
    try:
        yield dialect_of(connection)
    except ClusterdiffError:
        raise
    except Exception as error:  # noqa: BLE001  (drivers raise whatever they like)
        if _status(connection) == "inerror":
            connection.rollback()
        raise failure(f"{source.name} could not be read", error) from None
    finally:
        if idle and _status(connection) != "idle":
            with suppress(Exception):
                connection.rollback()


def _status(connection: Any) -> str | None:
    """Return whether a connection is in a transaction, "intrans", or "idle"; None if unknown."""
    root = type(connection).__module__.partition(".")[0]
    if root == "adbc_driver_manager":
        try:
            return str(connection.adbc_connection.get_option(_ADBC_STATUS)).lower()
        except Exception:  # noqa: BLE001  (other drivers do not say)
            return None
    found = getattr(getattr(connection, "info", None), "transaction_status", None)
    if isinstance(found, int) and 0 <= found < len(_STATUSES):
        return _STATUSES[found]
    return None


def _cancel(connection: Any, cursor: Any) -> Any:
    """Return what cancels the query of a connection from another thread, or None."""
    if hasattr(cursor, "adbc_cancel"):
        return cursor.adbc_cancel
    if type(connection).__module__.partition(".")[0] in {"psycopg", "psycopg2"}:
        return getattr(connection, "cancel_safe", connection.cancel)
    return None


def _run(connection: Any, sql: str, fetch: Callable[[Any], T]) -> T:
    """Return what is fetched from a query; a signal cancels it on the server."""
    cursor = connection.cursor()

    def work() -> T:
        cursor.execute(sql)
        return fetch(cursor)

    try:
        with step("query", level=DEBUG, sql=_shown(sql)) as details:
            cancel = _cancel(connection, cursor)
            found = work() if cancel is None else run_blocking(work, cancel, heartbeat("reading"))
            details["rows"] = len(found)
            return found
    finally:
        cursor.close()


def rows_of(connection: Any, sql: str) -> list[tuple[Any, ...]]:
    return _run(connection, sql, lambda cursor: [tuple(row) for row in cursor.fetchall()])


def names_of(connection: Any, sql: str) -> tuple[str, ...]:
    def fetch(cursor: Any) -> tuple[str, ...]:
        names = tuple(column[0] for column in cursor.description)
        cursor.fetchall()
        return names

    names = _run(connection, sql, fetch)
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise InputError(f"The query must not return two columns named {twice!r}.")
    return names


def columns_of(connection: Any, sql: str, width: int) -> list[Any]:
    """Return the columns of a query, as Arrow columns if the driver has them, else as lists."""

    def fetch(cursor: Any) -> Any:
        return cursor.fetch_arrow_table() if hasattr(cursor, _ARROW) else cursor.fetchall()

    found = _run(connection, sql, fetch)
    if not isinstance(found, list):
        return list(found.columns)
    return [list(column) for column in zip(*found, strict=True)] if found else [[]] * width


def batches_of(connection: Any, sql: str) -> Iterator[list[Any]]:
    """Yield the columns of a query, some rows at a time; the others stay on the server."""
    root = type(connection).__module__.partition(".")[0]
    named = {"name": "clusterdiff_rows"} if root in {"psycopg", "psycopg2"} else {}
    cursor = connection.cursor(**named)  # without a name, psycopg fetches all rows at once
    cancel, beat = _cancel(connection, cursor), heartbeat("reading")

    def run(work: Callable[[], Any]) -> Any:
        return work() if cancel is None else run_blocking(work, cancel, beat)

    try:
        with step("query", level=DEBUG, sql=_shown(sql)) as details:
            details["rows"] = 0
            run(lambda: cursor.execute(sql))
            if hasattr(cursor, "fetch_record_batch"):
                reader = iter(cursor.fetch_record_batch())
                while (batch := run(lambda: next(reader, None))) is not None:
                    details["rows"] += batch.num_rows
                    yield list(batch.columns)
            else:
                while rows := run(lambda: cursor.fetchmany(_ROWS)):
                    details["rows"] += len(rows)
                    yield [list(column) for column in zip(*rows, strict=True)]
    finally:
        cursor.close()


def constants(columns: Sequence[Sequence[Any]], names: Sequence[str]) -> str:
    """Return rows of constants as the table p."""
    rows = zip(*columns, strict=True)
    values = ", ".join(f"({', '.join(map(_literal, row))})" for row in rows)
    return f"(WITH p0({', '.join(names)}) AS (VALUES {values}) SELECT * FROM p0) p"


def _literal(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, int):
        return str(value)
    if isinstance(value, date):
        return f"DATE '{value.isoformat()}'"
    return "'" + str(value).replace("'", "''") + "'"
