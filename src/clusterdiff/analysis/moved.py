"""Element-level results of lazy data, written by the engine that has the data."""
# ruff: noqa: S608  (names are quoted)

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from clusterdiff.analysis.match import match
from clusterdiff.errors import ClusterdiffError, InputError
from clusterdiff.io import read_table
from clusterdiff.io.secrets import without_secrets

if TYPE_CHECKING:
    import os
    from typing import Unpack

    from clusterdiff.labels import PolicyOptions


def write_moved(
    frame: Any, a: str, b: str, write_to: str | os.PathLike[str], **policy: Unpack[PolicyOptions]
) -> int:
    """Write the elements that moved between two clusterings to a Parquet file.

    An element moved if its cluster in `a` is not matched with its cluster in `b`. The clusters are
    matched as `match` does, from the table that DuckDB counts; the elements are selected and
    written by DuckDB, and are never collected.

    Parameters
    ----------
    frame : DuckDB relation
        The data, with the two label columns and any others, which are written too.
    a, b : str
        The names of the two label columns.
    write_to : path-like
        The Parquet file to write. It must not exist.
    **policy
        `missing`, `ignore` and the other options of `read_table`, which concern the matching.

    Returns
    -------
    int
        The number of elements written.

    Raises
    ------
    InputError
        If the frame is not a DuckDB relation, or the file exists or cannot be written.

    See Also
    --------
    match : The pairs of clusters.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import duckdb
    >>> target = pathlib.Path(tempfile.mkdtemp()) / "moved.parquet"
    >>> rows = duckdb.sql("SELECT range // 10 AS a, (range + 1) // 10 AS b FROM range(50)")
    >>> write_moved(rows, "a", "b", target)
    5
    """
    if type(frame).__name__ != "DuckDBPyRelation":
        raise InputError(
            f"frame must be a DuckDB relation: got {type(frame).__name__}.",
            "duckdb.from_arrow(…), duckdb.read_parquet(…) and connection.table(…) give one",
        )
    target = Path(write_to)
    if target.exists():
        raise InputError(f"{target} exists.", "name another file")
    found = match(read_table(frame, a, b, **policy)).pairs
    named = [(pair.a, pair.b) for pair in found if pair.a is not None and pair.b is not None]
    return _written(frame, a, b, named, target)


def _written(frame: Any, a: str, b: str, pairs: list[tuple[Any, Any]], target: Path) -> int:
    """Write the rows whose two labels are not matched; a part of a file is removed."""
    import duckdb

    kinds = dict(zip(frame.columns, map(str, frame.types), strict=True))
    one, two = (_column(name, kinds[name]) for name in (a, b))
    partial = target.with_name(f".{target.name}.part")
    values = ", ".join(f"({_literal(x)}, {_literal(y)})" for x, y in pairs)
    sql = (
        f"SELECT * FROM elements WHERE {one} IS NOT NULL AND {two} IS NOT NULL AND NOT EXISTS "
        f"(SELECT 1 FROM (VALUES {values}) pairs(a, b) WHERE pairs.a = {one} AND pairs.b = {two})"
    )
    try:
        frame.query("elements", sql).write_parquet(str(partial))
        number = int(duckdb.read_parquet(str(partial)).aggregate("count(*)").fetchall()[0][0])
        partial.rename(target)
    except ClusterdiffError:
        raise
    except (duckdb.Error, OSError) as error:
        words = without_secrets(str(error).splitlines()[0])
        raise InputError(f"Cannot write {target}: {words}") from None
    finally:
        partial.unlink(missing_ok=True)
    return number


def _column(name: str, kind: str) -> str:
    """A label column, compared by value."""
    column = 'elements."' + name.replace('"', '""') + '"'
    return f'{column} COLLATE "C"' if kind == "VARCHAR" else column


def _literal(value: Any) -> str:
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    if isinstance(value, (bool, int)):
        return str(value)
    raise InputError(
        f"Labels must be integers, booleans or text to be written: got {type(value).__name__}.",
        "cast the columns to text in the query",
    )
