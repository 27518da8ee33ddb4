"""Databases by URL: ``duckdb:file#table`` and ``postgres://host/db#schema.table``.

``duckdb:`` alone is an empty database, whose queries can read files. The text after the # is a
table, or a query if it begins with SELECT, WITH or FROM. Credentials come from the URL, from the
environment or from the driver's own configuration; they are never shown.

A file of DuckDB may be someone else's, and its views may name any file: such a connection opens no
other file, loads no extension, and its configuration is locked. PostgreSQL is read in transactions
that cannot write and that see one state of the data.
"""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary, finalize

from clusterdiff._blocking import run_blocking
from clusterdiff._steps import step
from clusterdiff.errors import InputError, MissingDependencyError
from clusterdiff.io._failures import failure
from clusterdiff.io._files import exists
from clusterdiff.io._queries import query
from clusterdiff.io._secrets import without_secrets
from clusterdiff.io.engines._sql_dialects import table_name

if TYPE_CHECKING:
    from clusterdiff.io._source import Source

_DUCKDB = re.compile(r"duckdb:(?://)?", re.IGNORECASE)
_POSTGRES = re.compile(r"postgres(?:ql)?://", re.IGNORECASE)
_QUERY = re.compile(r"\s*(select|with|from|values)[\s(]", re.IGNORECASE)

_CLOSED: Any = {
    "enable_external_access": "false",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "allow_community_extensions": "false",
    "lock_configuration": "true",
}
_CHECK_CLIENT = (  # in milliseconds, from version 14 on
    "SELECT set_config(name, '1000', false) FROM pg_settings "
    "WHERE name = 'client_connection_check_interval'"
)
_READ_ONLY = "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"


class _Database:
    """A connection that is closed when the last source that uses it is deleted."""

    def __init__(self, connection: Any) -> None:
        self.connection = connection
        finalize(self, connection.close)


_OPEN: WeakValueDictionary[str, _Database] = WeakValueDictionary()


def is_database(name: str) -> bool:
    """Return whether a name is the URL of a database rather than a file."""
    return bool(_DUCKDB.match(name) or _POSTGRES.match(name))


def open_database(name: str, sql: str | None = None) -> Source:
    """Return the table, or the query, that a URL names."""
    url, _, what = name.partition("#")
    shown = without_secrets(name, name)
    if sql is None and not what:
        raise InputError(
            f"{shown} must name a table.",
            f"add it after a #, as '{without_secrets(url, url)}#table'",
        )
    duck = _DUCKDB.match(url)
    database = _OPEN.get(url)
    if database is None:
        database = _Database(
            _duckdb(url[duck.end() :], shown) if duck else _postgres(url, name, shown)
        )
        _OPEN[url] = database
    chosen = sql or (what if _QUERY.match(what) else f"SELECT * FROM {table_name(what)}")  # noqa: S608  (quoted)
    source = query(chosen, database.connection, shown)
    source.kept.columns["database"] = database
    return source


def _duckdb(file: str, shown: str) -> Any:
    if find_spec("duckdb") is None:
        raise MissingDependencyError.of("duckdb", "files")
    import duckdb

    if file and not (exists(file) and Path(file).is_file()):
        raise InputError(f"No such file: {without_secrets(file)}.")
    try:
        if not file:
            return duckdb.connect(":memory:")
        return duckdb.connect(file, read_only=True, config=_CLOSED)
    except duckdb.Error as error:
        raise failure(f"{shown} is not a readable DuckDB database", error, file) from None


def _postgres(url: str, name: str, shown: str) -> Any:
    """Return a connection of ADBC, which is faster, or of psycopg."""
    if find_spec("adbc_driver_postgresql") is not None:
        from adbc_driver_postgresql.dbapi import connect
    elif find_spec("psycopg") is not None:
        from psycopg import connect
    else:
        raise MissingDependencyError(
            "PostgreSQL needs a driver.", "pip install adbc-driver-postgresql pyarrow"
        )
    target = _POSTGRES.sub("postgresql://", url)
    try:
        with step("connect", source=shown):
            return run_blocking(lambda: _reading(connect(target)), cancel=lambda: None)
    except Exception as error:  # noqa: BLE001  (drivers raise whatever they like)
        raise failure(f"Cannot connect to {shown}", error, name) from None


def _reading(connection: Any) -> Any:
    """Return a connection whose transactions cannot write and see one state of the data.

    The server ends a query within a second if this process is killed.
    """
    cursor = connection.cursor()
    try:
        cursor.execute(_READ_ONLY)
        cursor.execute(_CHECK_CLIENT)
        cursor.fetchall()
    finally:
        cursor.close()
    connection.commit()  # from the next transaction on
    return connection
