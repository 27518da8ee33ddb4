"""The SQL that DuckDB is given."""
# ruff: noqa: S608  (every name and string that is put in is quoted here)

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clusterdiff.io._source import Source

INTEGERS = {"TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT"}


def quoted(text: str) -> str:
    """A string."""
    return "'" + text.replace("'", "''") + "'"


def _name(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def _files(source: Source) -> str:
    return "[" + ", ".join(map(quoted, source.files)) + "]"


def scan_sql(source: Source) -> str:
    """The rows of a source; columns of CSV are called c0, c1, …, for their own names may be anything."""
    if source.kind == "parquet":
        return f"read_parquet({_files(source)})"
    packing = quoted(source.packing or "none")
    if source.kind == "jsonl":
        columns = ", ".join(f"{quoted(name)}: 'VARCHAR'" for name in source.columns)
        return f"read_json({_files(source)}, format='newline_delimited', columns={{{columns}}}, compression={packing})"
    columns = ", ".join(f"'c{i}': 'VARCHAR'" for i in range(len(source.columns)))
    dialect = source.dialect
    assert dialect is not None  # noqa: S101  (a CSV file has one)
    options = f"auto_detect=false, header={str(dialect.header).lower()}, delim={quoted(dialect.delimiter)}, quote='\"', escape='\"'"
    return f"read_csv({_files(source)}, {options}, columns={{{columns}}}, compression={packing})"


def describe_sql(source: Source) -> str:
    """The names and types of the columns."""
    return f"SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM {scan_sql(source)})"


@dataclass(frozen=True, slots=True)
class Side:
    """The label v, and the key k if there is one, of one clustering."""

    source: Source
    place: int
    key: int | None
    type: str
    key_type: str
    table: str = ""

    @property
    def typed(self) -> bool:
        """Whether the file keeps values as they are, so that reading it twice is cheap."""
        return self.source.kind == "parquet"

    @property
    def key_name(self) -> str:
        """The key as the file calls it."""
        return "" if self.key is None else self.source.columns[self.key]

    def stored(self, table: str) -> Side:
        """The same, read before."""
        return replace(self, table=table)

    def _column(self, place: int) -> str:
        return f"c{place}" if self.source.kind == "csv" else _name(self.source.columns[place])

    @property
    def label(self) -> str:
        """The label as an integer, or as text."""
        column = self._column(self.place)
        return column if self.type in INTEGERS or self.type == "VARCHAR" else f"CAST({column} AS VARCHAR)"

    @property
    def select(self) -> str:
        """A table of v, and k."""
        if self.table:
            return self.table
        key = "" if self.key is None else f", {self._column(self.key)} AS k"
        return f"(SELECT {self.label} AS v{key} FROM {scan_sql(self.source)})"


def counts_sql(a: Side, b: Side, match: str) -> str:
    """How many elements have each pair of labels; side is 1 for keys only in a, 2 for those only in b, 3 for none."""
    if match == "rows":
        return f"SELECT {a.label} AS a, {b.label} AS b, count(*) AS c FROM {scan_sql(a.source)} GROUP BY ALL"
    if match == "order":
        return f"SELECT l.v AS a, r.v AS b, count(*) AS c FROM {a.select} l POSITIONAL JOIN {b.select} r GROUP BY ALL"
    side = "CASE WHEN r.k IS NULL THEN CASE WHEN l.k IS NULL THEN 3 ELSE 1 END WHEN l.k IS NULL THEN 2 ELSE 0 END"
    return (
        f"SELECT l.v AS a, r.v AS b, ({side})::TINYINT AS side, count(*) AS c FROM {a.select} l FULL JOIN {b.select} r ON {_same(a, b)} GROUP BY ALL"
    )


def _same(a: Side, b: Side) -> str:
    """Keys of two types are compared as text, so that 1 is not 01."""
    alike = a.key_type == b.key_type or {a.key_type, b.key_type} <= INTEGERS
    return "l.k = r.k" if alike else "CAST(l.k AS VARCHAR) = CAST(r.k AS VARCHAR)"


def codes_sql(named: list[bool]) -> str:
    """The table `cells` with names replaced by their numbers."""
    a, b = ("names_a.code AS a" if named[0] else "a"), ("names_b.code AS b" if named[1] else "b")
    joins = [f"LEFT JOIN names_{x} ON cells.{x} = names_{x}.name" for x, has in zip("ab", named, strict=True) if has]
    return f"SELECT {a}, {b}, cells.* EXCLUDE (a, b) FROM cells {' '.join(joins)}"


def lone_sql(side: Side, other: Side) -> str:
    """A key that the other side does not have, and how many there are."""
    return f"SELECT min(l.k), count(DISTINCT l.k) FROM {side.select} l ANTI JOIN {other.select} r ON {_same(side, other)}"


def twice_sql(side: Side) -> str:
    """How many keys stand twice, and one of them."""
    return f"SELECT count(*), min(k) FROM (SELECT k FROM {side.select} GROUP BY k HAVING count(*) > 1)"
