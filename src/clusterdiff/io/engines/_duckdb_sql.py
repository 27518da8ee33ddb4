"""The SQL that DuckDB is given."""
# ruff: noqa: S608  (every name and string that is put in is quoted here)

from __future__ import annotations

import os
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from clusterdiff.io._cells import BOTH, NEITHER, ONLY_A, ONLY_B
from clusterdiff.io._text_labels import MISSING_WORDS

if TYPE_CHECKING:
    from clusterdiff.io._source import Scan, Type

_BY_VALUE: set[Type] = {  # compared as they are where both keys have the type
    "text",
    "integer",
    "float",
    "boolean",
    "date",
    "timestamp",
    "instant",
    "bytes",
}
_NUMBERS: set[Type] = {"integer", "large integer", "float", "decimal"}
_GLOB = re.compile(r"([*?\[])")


def quoted(text: str) -> str:
    """Return a quoted string."""
    return "'" + text.replace("'", "''") + "'"


def _path(file: str) -> str:
    """Return a quoted path that DuckDB does not expand.

    The path is absolute, so that ~ has no special meaning, and contains no patterns, which have
    been resolved before.
    """
    return quoted(without_patterns(os.path.abspath(file)))  # noqa: PTH100  (links stay links)


def without_patterns(name: str) -> str:
    """Return a name as a pattern that matches only the name itself.

    Examples
    --------
    >>> without_patterns("x[1].parquet")
    'x[[]1].parquet'
    """
    return _GLOB.sub(r"[\1]", name)


def scan_sql(scan: Scan) -> str:
    """Return SQL for the rows of a scan, with columns renamed to c0, c1, … to avoid conflicts."""
    files = "[" + ", ".join(map(_path, scan.files)) + "]"
    if scan.kind == "parquet":
        names = ", ".join(f"c{i}" for i in range(scan.width))
        hive, several = str(scan.hive).lower(), str(len(scan.files) > 1).lower()
        options = f"hive_partitioning={hive}, union_by_name={several}"
        if scan.hive:
            options += ", hive_types_autocast=false"
        return f"read_parquet({files}, {options}){f' AS t({names})' if names else ''}"
    columns = ", ".join(f"'c{i}': 'VARCHAR'" for i in range(scan.width))
    options = (
        f"auto_detect=false, header={str(scan.header).lower()}, delim={quoted(scan.delimiter)}, "
        "quote='\"', escape='\"', "
        f"nullstr='', hive_partitioning=false, compression='none', columns={{{columns}}}"
    )
    return f"read_csv({files}, {options})"


@dataclass(frozen=True, slots=True)
class Side:
    """The label v, and the key k if there is one, of one clustering."""

    scan: Scan
    place: int
    key: int | None
    type: Type
    key_type: Type | None
    text: bool  # an empty key is a missing key
    table: str | None = None  # where it was stored

    def stored(self, table: str) -> Side:
        """Return the same side, read from a stored table."""
        return replace(self, table=table)

    @property
    def label(self) -> str:
        """The label as an integer, or as text."""
        column = f"c{self.place}"
        return column if self.type in {"integer", "text"} else f"CAST({column} AS VARCHAR)"

    @property
    def select(self) -> str:
        """A table of v, and k."""
        if self.table is not None:
            return self.table
        key = ""
        if self.key is not None:
            key = f", NULLIF(c{self.key}, '') AS k" if self.text else f", c{self.key} AS k"
        return f"(SELECT {self.label} AS v{key} FROM {scan_sql(self.scan)})"


def counts_sql(a: Side, b: Side, match: Literal["rows", "order", "key"]) -> str:
    """Return SQL that counts the elements of each pair of labels, by the sides that have them."""
    if match == "rows":
        labels = f"{a.label} AS a, {b.label} AS b"
        return f"SELECT {labels}, count(*) AS c FROM {scan_sql(a.scan)} GROUP BY ALL"
    if match == "order":
        joined = f"{a.select} l POSITIONAL JOIN {b.select} r"
        return f"SELECT l.v AS a, r.v AS b, count(*) AS c FROM {joined} GROUP BY ALL"
    not_in_b = f"CASE WHEN l.k IS NULL THEN {NEITHER} ELSE {ONLY_A} END"
    side = f"CASE WHEN r.k IS NULL THEN {not_in_b} WHEN l.k IS NULL THEN {ONLY_B} ELSE {BOTH} END"
    return (
        f"SELECT l.v AS a, r.v AS b, ({side})::TINYINT AS side, count(*) AS c "
        f"FROM {a.select} l FULL JOIN {b.select} r ON {_same(a, b)} GROUP BY ALL"
    )


def _same(a: Side, b: Side) -> str:
    """Compare numbers by value and keys of other types as text, so that 1 is not 01."""
    kinds = (a.key_type or "text", b.key_type or "text")
    if kinds[0] == kinds[1] and kinds[0] in _BY_VALUE:
        return "l.k = r.k"
    numbers = set(kinds) <= _NUMBERS
    one, two = (
        _number(key, kind) if numbers else f"CAST({key} AS VARCHAR)"
        for key, kind in zip(("l.k", "r.k"), kinds, strict=True)
    )
    return f"{one} = {two}"


def _number(key: str, kind: Type) -> str:
    """Return SQL for a number as text without trailing zeros; whole floats become integers."""
    text = f"CAST({key} AS VARCHAR)"
    if kind == "decimal":
        trimmed = f"regexp_replace({text}, '[.]?0+$', '')"
        return f"CASE WHEN contains({text}, '.') THEN {trimmed} ELSE {text} END"
    if kind != "float":
        return text
    whole = f"CAST(TRY_CAST({key} AS BIGINT) AS VARCHAR)"
    return f"CASE WHEN {key} = trunc({key}) THEN COALESCE({whole}, {text}) ELSE {text} END"


def lone_sql(side: Side, other: Side) -> str:
    """Return SQL for a key that the other side does not have, and the number of such keys."""
    joined = f"{side.select} l ANTI JOIN {other.select} r ON {_same(side, other)}"
    return f"SELECT min(l.k), count(DISTINCT l.k) FROM {joined}"


def twice_sql(side: Side) -> str:
    """Return SQL for the number of duplicate keys, and one of them."""
    return (
        f"SELECT count(*), min(k) FROM (SELECT k FROM {side.select} GROUP BY k HAVING count(*) > 1)"
    )


def unlabeled_sql(side: Side, other: Side | None = None) -> str:
    """Return SQL for the smallest key without a label, of those that the other side has."""
    none = "l.v IS NULL"
    if side.text:
        none += f" OR l.v IN ({', '.join(map(quoted, sorted(MISSING_WORDS)))})"
    elif side.type == "float":
        none += " OR l.v = 'nan'"
    shared = "" if other is None else f" SEMI JOIN {other.select} r ON {_same(side, other)}"
    return f"SELECT min(l.k) FROM {side.select} l{shared} WHERE {none}"
