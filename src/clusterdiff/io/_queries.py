"""Queries and tables of databases as sources."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from clusterdiff.errors import InputError
from clusterdiff.io._frames import is_frame, open_frame
from clusterdiff.io._secrets import without_secrets
from clusterdiff.io._source import Format, Source

QUERY: Final = Format("sql")


class Query(NamedTuple):
    """SQL, and the connection that runs it."""

    connection: Any
    sql: str
    lazy: bool = True


def query(sql: str, connection: Any, name: str = "query") -> Source:
    """Return the columns of a query: a frame for Ibis and Spark, SQL for other connections."""
    root = type(connection).__module__.partition(".")[0]
    if root in {"ibis", "pyspark", "duckdb", "_duckdb"}:
        try:
            frame = connection.sql(sql)
        except Exception as error:  # noqa: BLE001  (engines raise whatever they like)
            words = next((line for line in str(error).splitlines() if line.strip()), "")
            raise InputError(f"{name} could not be run: {without_secrets(words)}") from None
        if not is_frame(frame):
            raise InputError(f"{name} must give a table, got {type(frame).__name__}.")
        return open_frame(frame, name)
    if not hasattr(connection, "cursor"):
        raise InputError(
            f"connection must run SQL, got {type(connection).__name__}.",
            "pass a connection of DuckDB, ADBC or a DB-API driver, an Ibis backend or a Spark "
            "session",
        )
    return Source(name, (), QUERY, details=Query(connection, sql.strip().rstrip(";")))
