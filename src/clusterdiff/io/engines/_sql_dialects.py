"""How databases spell labels and keys that are compared by value."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from clusterdiff.io._source import Type

_PART = re.compile(r'"(?:[^"]|"")+"|[^".][^.]*')
_TABLE = re.compile(rf"(?:{_PART.pattern})(?:\.(?:{_PART.pattern}))*")
EXACT: set[Type] = {"integer", "decimal"}
NOT_AS_TEXT: set[Type] = {  # each engine writes them in its own way
    "timestamp",
    "instant",
    "time",
    "boolean",
}
_POSTGRES_NAMES: dict[str, Type] = {
    "smallint": "integer",
    "integer": "integer",
    "bigint": "integer",
    "numeric": "decimal",
    "money": "decimal",
    "real": "float",
    "double precision": "float",
    "boolean": "boolean",
    "date": "date",
    "timestamp without time zone": "timestamp",
    "timestamp with time zone": "instant",
    "time without time zone": "time",
    "time with time zone": "time",
    "interval": "time",
    "bytea": "bytes",
    "text": "text",
    "character varying": "text",
    "character": "text",
    "record": "nested",
}


@dataclass(frozen=True, slots=True)
class Dialect:
    """What differs between databases."""

    name: str
    label: Callable[[str, Type], str]  # a column and its type, compared by value
    types: str | None = None  # an expression that gives the name of the type of a column
    names: dict[str, Type] = field(default_factory=dict)  # the names of types
    quote: str = '"'
    full_join: bool = True
    text: str = "varchar(4000)"  # a type that holds any key
    key: Callable[[str], str] | None = None  # a key whose type may differ between rows
    note: str | None = None

    def type_of(self, name: str) -> Type:
        """Return the type that the database has under a name."""
        return "nested" if name.endswith("[]") else self.names.get(name, "other")

    def quoted(self, name: str) -> str:
        """Return the quoted name of a column or table."""
        return self.quote + name.replace(self.quote, 2 * self.quote) + self.quote


def table_name(name: str, quote: str = '"') -> str:
    """Return a quoted table name; a name with dots has a schema, and quotes in it are kept.

    Examples
    --------
    >>> table_name('runs."k.means"'), table_name('x"; DROP TABLE y')
    ('"runs"."k.means"', '"x""; DROP TABLE y"')
    """
    name = name.strip()
    if not _TABLE.fullmatch(name):
        raise InputError(
            f"{name!r} is not the name of a table: a part is empty, or a quote is not closed.",
            'write "schema"."table", with a quote of the name itself doubled',
        )
    return ".".join(
        part if part.startswith('"') else quote + part.replace(quote, 2 * quote) + quote
        for part in _PART.findall(name)
    )


def _postgres_label(column: str, kind: Type) -> str:
    if kind in {"integer", "float", "boolean", "date", "bytes", "timestamp"}:
        return column
    if kind == "instant":
        return f"({column} AT TIME ZONE 'UTC')"
    if kind == "decimal":  # money too
        return f"CAST(CAST({column} AS numeric) AS text)"
    # CHAR(n) loses its padding; "C" compares bytes, also where the column's collation does not.
    return f'CAST({column} AS text) COLLATE "C"'


def _sqlite_label(column: str, kind: Type) -> str:
    del kind
    return f"({column} COLLATE BINARY)"


def _plain_label(column: str, kind: Type) -> str:
    del kind
    return column


def _sqlite_key(column: str) -> str:
    """Return numbers as text, since SQLite would compare the text 01 as a number."""
    whole = f"CAST(CAST({column} AS integer) AS text)"
    return (
        f"CASE typeof({column}) WHEN 'integer' THEN {whole} WHEN 'real' THEN CASE "
        f"WHEN {column} = CAST({column} AS integer) THEN {whole} ELSE CAST({column} AS text) END "
        f"ELSE {column} END"
    )


# The type of a column without its domains. No row is computed: the join has one row of nulls.
_POSTGRES_TYPES = (
    "(SELECT CASE typtype WHEN 'c' THEN 'record' ELSE format_type(oid, NULL) END FROM pg_type "
    "WHERE oid = pg_typeof(COALESCE({}, NULL)))"
)
_POSTGRES = Dialect("PostgreSQL", _postgres_label, _POSTGRES_TYPES, _POSTGRES_NAMES, text="text")
_SQLITE = Dialect("SQLite", _sqlite_label, text="text", key=_sqlite_key)
_MYSQL = Dialect(
    "MySQL", lambda column, _: f"CAST({column} AS BINARY)", quote="`", full_join=False
)  # fmt: skip
_OTHER = Dialect(
    "the database", _plain_label,
    note="text compared as the database does; a collation that ignores case merges labels",
)  # fmt: skip
_BY_DRIVER = {
    "psycopg": _POSTGRES,
    "psycopg2": _POSTGRES,
    "adbc_driver_postgresql": _POSTGRES,
    "pg8000": _POSTGRES,
    "sqlite3": _SQLITE,
    "apsw": _SQLITE,
    "pymysql": _MYSQL,
    "MySQLdb": _MYSQL,
    "mysql": _MYSQL,
}


def dialect_of(connection: Any) -> Dialect:
    """Return the dialect of a connection, by its driver, or by its name for drivers of ADBC."""
    root = type(connection).__module__.partition(".")[0]
    if root == "adbc_driver_manager":
        vendor = str(connection.adbc_get_info().get("vendor_name", "")).lower()
        return {"postgresql": _POSTGRES, "sqlite": _SQLITE}.get(vendor, _OTHER)
    return _BY_DRIVER.get(root, _OTHER)


def python_labels(values: Sequence[Any], kind: Type) -> Any:
    """Return labels from a driver in the form in which other engines return them."""
    if kind in {"timestamp", "instant"}:
        return np.array([None if v is None else np.datetime64(v, "us") for v in values], "M8[us]")
    if kind == "decimal":
        return _numbers(values)
    if kind == "bytes":
        return [None if value is None else bytes(value) for value in values]
    return list(values)


def _numbers(values: Sequence[Any]) -> list[Any]:
    """Return exact numbers that were fetched as text: integers if all are, else decimals."""
    from decimal import Decimal

    numbers = [None if value is None else Decimal(value) for value in values]
    written = [number for number in numbers if number is not None and number.is_finite()]
    if all(number.as_tuple().exponent == 0 for number in written):
        return [None if n is None or not n.is_finite() else int(n) for n in numbers]
    return numbers
