"""Tables that a database creates from its rows."""
# ruff: noqa: S608  (names and strings are quoted; the queries are the user's own)

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from clusterdiff.io.engines._sql_dialects import table_name
from clusterdiff.io.engines._sql_rows import Side, database, rows_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clusterdiff.io._source import Source


def write_except(
    source: Source, places: Sequence[int], labels: Sequence[Sequence[Any]], target: str
) -> int:
    """Create a table of the rows that have both labels, except for these pairs."""
    with database(source) as dialect:
        side = Side.of(source, dialect)
        one, two = map(side.number, places)
        sql = f"SELECT q.* FROM {side.rows} WHERE {one} IS NOT NULL AND {two} IS NOT NULL"
        if labels[0]:
            given = _values(labels, ("a", "b"))
            sql += f" AND NOT EXISTS (SELECT 1 FROM {given} WHERE p.a = {one} AND p.b = {two})"
        return _created(source, sql, table_name(target, dialect.quote))


def write_renamed(
    source: Source, place: int, names: Sequence[Sequence[Any]], new: str, target: str
) -> int:
    """Create a table of all rows and the new name of a label."""
    with database(source) as dialect:
        side = Side.of(source, dialect)
        given = _values(names, ("a", "b"))
        sql = (
            f"SELECT q.*, p.b AS {dialect.quoted(new)} FROM {side.rows} "
            f"LEFT JOIN {given} ON p.a = {side.number(place)}"
        )
        return _created(source, sql, table_name(target, dialect.quote))


def _created(source: Source, sql: str, name: str) -> int:
    """Run both statements in one transaction, so that no partial table is left."""
    connection = source.details.connection
    cursor = connection.cursor()
    try:
        cursor.execute(f"CREATE TABLE {name} AS {sql}")
        number = int(rows_of(connection, f"SELECT count(*) FROM {name}")[0][0])
    except Exception:
        connection.rollback()
        raise
    finally:
        cursor.close()
    connection.commit()
    return number


def _values(columns: Sequence[Sequence[Any]], names: Sequence[str]) -> str:
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
