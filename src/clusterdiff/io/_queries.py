"""Queries and tables of databases as sources."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from clusterdiff.errors import InputError
from clusterdiff.io._failures import failure
from clusterdiff.io._frames import is_frame, open_frame
from clusterdiff.io._source import Format, Source

if TYPE_CHECKING:
    from collections.abc import Iterator

QUERY: Final = Format("sql")
_TOKEN = re.compile(
    r"""(?P<comment>--[^\n]*|/[*](?:[^*]|[*](?!/))*(?:[*]/|$))"""
    r"""|\b[eE]'(?:[^'\\]|\\.|'')*(?:'|$)"""  # PostgreSQL's string with escapes
    r"""|'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|`[^`]*(?:`|$)"""
    r"""|(?P<dollar>[$]\w*[$])(?:.*?(?P=dollar)|.*)"""
    r"""|;|\s+|\w+|.""",
    re.DOTALL,
)
_VERB = re.compile(r"(?:\s|[(]|--[^\n]*(?:\n|$)|/[*].*?[*]/)*([a-z]+)", re.DOTALL | re.IGNORECASE)
_CHANGING = {
    "ALTER", "ANALYZE", "ATTACH", "BEGIN", "CALL", "CHECKPOINT", "COMMIT", "COPY", "CREATE",
    "DELETE", "DETACH", "DO", "DROP", "EXECUTE", "EXPORT", "GRANT", "IMPORT", "INSERT", "INSTALL",
    "LOAD", "LOCK", "MERGE", "PRAGMA", "REINDEX", "REPLACE", "RESET", "REVOKE", "ROLLBACK", "SET",
    "TRUNCATE", "UPDATE", "USE", "VACUUM",
}  # fmt: skip


_WRITING = {"INSERT", "DELETE", "UPDATE", "MERGE"}


class Query(NamedTuple):
    """SQL, and the connection that runs it."""

    connection: Any
    sql: str
    lazy: bool = True

    @property
    def rows(self) -> str:
        """The query as a table q; a comment at its end does not hide the parenthesis."""
        return f"({self.sql}\n) q"


def query(sql: str, connection: Any, name: str = "query") -> Source:
    """Return the columns of a query: a frame for Ibis and Spark, SQL for other connections."""
    sql = one_query(sql, name)
    root = type(connection).__module__.partition(".")[0]
    if root in {"duckdb", "_duckdb"}:
        _check_reads(sql, name)
    if root == "pyspark":
        _check_words(sql, name)
    if root in {"ibis", "pyspark", "duckdb", "_duckdb"}:
        try:
            frame = connection.sql(sql)
        except Exception as error:  # noqa: BLE001  (engines raise whatever they like)
            words = next((line for line in str(error).splitlines() if line.strip()), "")
            if "disabled by configuration" in words or "disabled through configuration" in words:
                raise InputError(
                    f"{name} reads files or loads extensions, which a database opened by its name "
                    "must not do.",
                    "open it yourself if you trust it: clusterdiff.read_query(sql, duckdb.connect"
                    "(FILE))",
                ) from None
            raise failure(f"{name} could not be run", error) from None
        if not is_frame(frame):
            raise InputError(f"{name} must give a table, got {type(frame).__name__}.")
        return open_frame(frame, name)
    if not hasattr(connection, "cursor"):
        raise InputError(
            f"connection must run SQL, got {type(connection).__name__}.",
            "pass a connection of DuckDB, ADBC or a DB-API driver, an Ibis backend or a Spark "
            "session",
        )
    return Source(name, (), QUERY, details=Query(connection, sql))


def spark_table(table: str, session: Any, name: str) -> Source:
    """Return a table of Spark, named as Spark names it: ``catalog.schema.`my table```."""
    try:
        frame = session.table(table)
        return open_frame(frame, name)
    except Exception as error:  # noqa: BLE001  (Spark raises whatever it likes)
        raise failure(f"{name} could not be opened", error) from None


def one_query(sql: str, name: str) -> str:
    r"""Return the only statement of a text, which must not be one that changes something.

    A semicolon and comments after it are removed; comments before it are kept.

    Examples
    --------
    >>> one_query("SELECT ';' AS a -- all\n; -- done", "query")
    "SELECT ';' AS a -- all"
    """
    found = [text.strip() for text, has_words in _statements(sql) if has_words]
    if len(found) != 1:
        number = "none" if not found else f"{len(found)}"
        raise InputError(f"{name} must be one statement that returns rows: there are {number}.")
    verb = _VERB.match(found[0])
    if verb is not None and verb[1].upper() in _CHANGING:
        raise InputError(
            f"{name} must be one statement that returns rows, got {verb[1].upper()}.",
            "begin with SELECT, WITH or VALUES",
        )
    return found[0]


def _statements(sql: str) -> Iterator[tuple[str, bool]]:
    """Yield the texts between semicolons, and whether each has more than comments."""
    start, has_words = 0, False
    for token in _TOKEN.finditer(sql):
        if token[0] == ";":
            yield sql[start : token.start()], has_words
            start, has_words = token.end(), False
        elif token.lastgroup != "comment" and token[0].strip():
            has_words = True
    yield sql[start:], has_words


def _check_words(sql: str, name: str) -> None:
    """Refuse WITH … INSERT and FROM … INSERT, which Spark would run at once."""
    words = {token[0].upper() for token in _TOKEN.finditer(sql)} & _WRITING
    if words:
        raise InputError(f"{name} must be one statement that returns rows, got {min(words)}.")


def _check_reads(sql: str, name: str) -> None:
    """Refuse what DuckDB does not know as a query, such as WITH … INSERT."""
    import duckdb

    try:
        kinds = [statement.type for statement in duckdb.extract_statements(sql)]
    except duckdb.Error:
        return  # the error is raised again, and shown, when the query is run
    if kinds != [duckdb.StatementType.SELECT]:
        shown = ", ".join(kind.name for kind in kinds)
        raise InputError(f"{name} must be one statement that returns rows, got {shown}.")
