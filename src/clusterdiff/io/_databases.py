"""Databases by URL: ``duckdb:file#table``, ``postgres://host/db#schema.table``, ``spark:table``.

``duckdb:`` alone is an empty database, whose queries can read files. ``spark:`` is the Spark that
this machine is set up for, and ``spark-connect://host#table`` a server of Spark Connect. The text
after the # is a table, or a query if it begins with SELECT, WITH or FROM. Credentials come from the
URL, from the environment or from the driver's own configuration; they are never shown.

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
from clusterdiff.io._queries import query, spark_table
from clusterdiff.io._secrets import without_secrets
from clusterdiff.io.engines._sql_dialects import table_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from clusterdiff.io._source import Source

_DUCKDB = re.compile(r"duckdb:(?://)?", re.IGNORECASE)
_POSTGRES = re.compile(r"postgres(?:ql)?://", re.IGNORECASE)
_SPARK = re.compile(r"spark:(?!//)#?", re.IGNORECASE)
_CONNECT = re.compile(r"spark-connect://", re.IGNORECASE)
_QUERY = re.compile(r"\s*(select|with|from|values)[\s(]", re.IGNORECASE)

_CLOSED: Any = {
    "enable_external_access": "false",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "allow_community_extensions": "false",
    "lock_configuration": "true",
}
_QUIET = "spark.log.level"
_SPARK_PORT = 15002
_PATIENCE = 10  # seconds
_CHECK_CLIENT = (  # in milliseconds, from version 14 on
    "SELECT set_config(name, '1000', false) FROM pg_settings "
    "WHERE name = 'client_connection_check_interval'"
)
_READ_ONLY = "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"


class _Database:
    """A connection that is closed when the last source that uses it is deleted."""

    def __init__(self, connection: Any, close: Callable[[], object] | None) -> None:
        self.connection = connection
        if close is not None:
            finalize(self, close)


_OPEN: WeakValueDictionary[str, _Database] = WeakValueDictionary()


def is_database(name: str) -> bool:
    """Return whether a name is the URL of a database rather than a file."""
    return any(kind.match(name) for kind in (_DUCKDB, _POSTGRES, _SPARK, _CONNECT))


def open_database(name: str, sql: str | None = None) -> Source:
    """Return the table, or the query, that a URL names."""
    spark = _SPARK.match(name)
    url, _, what = ("spark:", "", name[spark.end() :]) if spark else name.partition("#")
    shown = without_secrets(name, name)
    if sql is None and not what:
        known = without_secrets(url, url)
        raise InputError(
            f"{shown} must name a table.",
            f"add it after a {':' if spark else '#'}, as '{known}{'' if spark else '#'}table'",
        )
    database = _OPEN.get(url)
    if database is None:
        database = _OPEN[url] = _opened(url, name, shown)
    chosen = sql or (what if _QUERY.match(what) else None)
    if chosen is None and (spark or _CONNECT.match(url)):
        source = spark_table(what, database.connection, shown)
    else:
        chosen = chosen or f"SELECT * FROM {table_name(what)}"  # noqa: S608  (quoted)
        source = query(chosen, database.connection, shown)
    source.kept.columns["database"] = database
    return source


def _opened(url: str, name: str, shown: str) -> _Database:
    """Return a new connection."""
    duck, connect = _DUCKDB.match(url), _CONNECT.match(url)
    if duck:
        found = _duckdb(url[duck.end() :], shown)
    elif connect:
        found = _spark(shown, f"sc://{url[connect.end() :]}")
        return _Database(found, found.stop)
    elif _SPARK.match(url):  # the session may be the caller's, so it is not stopped
        return _Database(_spark(shown), None)
    else:
        found = _postgres(url, name, shown)
    return _Database(found, found.close)


def _spark(shown: str, remote: str | None = None) -> Any:
    """Return a session of Spark; that of a server is a new one."""
    if find_spec("pyspark") is None:
        raise MissingDependencyError("Spark needs a driver.", "pip install 'clusterdiff[engines]'")
    from pyspark.sql import SparkSession

    try:
        with step("connect", source=shown):
            if remote is None:
                builder: Any = SparkSession.builder
                return builder.appName("clusterdiff").config(_QUIET, "ERROR").getOrCreate()
            _check_listens(remote)
            session = SparkSession.builder.remote(remote).create()
            run_blocking(lambda: session.version, cancel=lambda: None)  # connects
            return session
    except Exception as error:  # noqa: BLE001  (Spark raises whatever it likes)
        raise failure(f"Cannot connect to {shown}", error, remote) from None


def _check_listens(remote: str) -> None:
    """Raise if no server is there: the client of Spark would try for minutes."""
    import socket
    from urllib.parse import urlsplit

    place = urlsplit(remote.partition(";")[0])
    where = place.hostname or "localhost", place.port or _SPARK_PORT
    run_blocking(
        lambda: socket.create_connection(where, timeout=_PATIENCE).close(), cancel=lambda: None
    )


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
