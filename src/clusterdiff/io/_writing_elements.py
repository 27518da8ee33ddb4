"""Elements that an engine selects or renames, and writes: Parquet by path, or a table by name."""
# ruff: noqa: S608  (names and strings are quoted; the queries are the user's own)

from __future__ import annotations

import os
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clusterdiff.errors import InputError
from clusterdiff.io._columns import place
from clusterdiff.io._frames import is_lazy, open_frame
from clusterdiff.io._queries import query
from clusterdiff.io._secrets import without_secrets
from clusterdiff.io.engines._frame_rows import engine_errors, label, lazy, prepared
from clusterdiff.io.engines._sql_dialects import table_name
from clusterdiff.io.engines._sql_rows import Side, constants, database, rows_of
from clusterdiff.io.engines.sql import ENGINE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from clusterdiff.io._source import Source

    Target = str | os.PathLike[str]

_KINDS = (bool, int, str, date)
_LARGEST = 2**63 - 1


def open_elements(frame: Any, target: Target, connection: Any = None) -> Source:
    """Return a lazy frame, or the rows of a query, that an engine can write to a new target."""
    if connection is None and not is_lazy(frame):
        raise InputError(
            f"frame must be lazy, so that its engine writes, got {type(frame).__name__}.",
            "pass a LazyFrame of polars, a relation of DuckDB, a frame of Spark, Dask or Ibis, or "
            "a query and its connection",
        )
    source = open_frame(frame, "frame") if connection is None else query(str(frame), connection)
    if source.format.kind == "sql":
        _check_target("the database", target)
        return ENGINE.describe(source)
    _check_target(source.details.library, target)
    return source


def write_except(
    source: Source, columns: Sequence[str], pairs: Sequence[tuple[Any, Any]], target: Target
) -> int:
    """Write the rows that have both labels, except for these pairs of labels."""
    places = [place(source, name) for name in columns]
    labels = [list(side) for side in zip(*pairs, strict=True)] or [[], []]
    if source.format.kind == "sql":
        return _write_except_in_database(source, places, _checked(labels), str(target))
    import narwhals as nw

    with engine_errors(source.name, "written"):
        rows, encodings = _rows_with_labels(source, places)
        names = _added_names(source, len(places))
        for name in names:
            rows = rows.filter(~nw.col(name).is_null())
        small = _small(source, dict(zip(names, labels, strict=True)), encodings)
        moved = rows.join(small, on=names, how="anti").drop(*names)
        return _write(nw.to_native(moved), source.details.library, target)


def write_renamed(
    source: Source, column: str, names: dict[Any, Any], new: str, target: Target
) -> int:
    """Write all rows with an additional column: the new name of the label of a column."""
    if new in source.columns:
        raise InputError(
            f"{source.name} already has a column {new!r}.", "pass {name=…}, another name"
        )
    at = [place(source, column)]
    old, values = list(names), _one_kind(list(names.values()))
    if source.format.kind == "sql":
        return _write_renamed_in_database(source, at[0], _checked([old, values]), new, str(target))
    import narwhals as nw

    with engine_errors(source.name, "written"):
        rows, encodings = _rows_with_labels(source, at)
        (key,) = _added_names(source, 1)
        small = _small(source, {key: old, new: values}, encodings)
        renamed = rows.join(small, on=key, how="left").drop(key)
        return _write(nw.to_native(renamed), source.details.library, target)


def _small(source: Source, columns: dict[str, list[Any]], encodings: Sequence[Any]) -> Any:
    """Return a small frame of the same engine; text is encoded as the engine encodes it."""
    import narwhals as nw
    import pyarrow as pa

    given = _checked(list(columns.values()))
    for i, encoding in enumerate(encodings):
        if encoding is not None:
            given[i] = [str(label).encode().hex() for label in given[i]]
    table = pa.table(dict(zip(columns, map(pa.array, given), strict=True)))
    frame = source.details
    return nw.from_native(_small_frame(frame.native, frame.library, table)).lazy()


def _one_kind(names: list[Any]) -> list[Any]:
    """Return new names as integers or booleans if all of them are, else as text."""
    kinds = {type(name) for name in names}
    return names if len(kinds) == 1 else [str(name) for name in names]


def _checked(columns: list[list[Any]]) -> list[list[Any]]:
    for labels in columns:
        wrong = next((label for label in labels if not isinstance(label, _KINDS)), None)
        if wrong is not None:
            raise InputError(
                "Labels must be integers, booleans, dates or text to be written, got "
                f"{type(wrong).__name__}.",
                "cast the columns to text in the query",
            )
        if any(isinstance(label, int) and abs(label) > _LARGEST for label in labels):
            raise InputError(
                "Labels must be integers of 64 bits to be written.",
                "cast the columns to text in the query",
            )
    return columns


def _added_names(source: Source, number: int) -> list[str]:
    """Return names of columns that a frame does not have, ignoring case."""
    prefix, known = "clusterdiff_label_", {name.lower() for name in source.columns}
    while any(name.startswith(prefix) for name in known):
        prefix += "_"
    return [f"{prefix}{i}" for i in range(number)]


def _rows_with_labels(source: Source, places: Sequence[int]) -> tuple[Any, list[Any]]:
    """Return all columns and, after them, labels that can be joined with text or integers."""
    import narwhals as nw

    names = _added_names(source, len(places))
    columns = prepared(source, places, names[0][:-1], keep=True)
    rows = lazy(columns.native)
    kinds = rows.collect_schema()
    labels = [label(kinds[name], name) for name in names]
    for i, (name, encoding) in enumerate(zip(names, columns.encodings, strict=True)):
        if encoding is not None:
            labels[i] = labels[i].str.to_lowercase()
        elif kinds[name].is_integer() or kinds[name].is_float():  # labels are integers
            labels[i] = labels[i].cast(nw.Int64)
        labels[i] = labels[i].alias(name)
    return rows.with_columns(*labels), list(columns.encodings)


def _is_path(target: Target) -> bool:
    """Return whether a target is a path of Parquet rather than the name of a table."""
    if isinstance(target, os.PathLike):
        return True
    return target.endswith(".parquet") or "/" in target or os.sep in target


def _small_frame(native: Any, library: str, small: Any) -> Any:
    """Return a small Arrow table as a frame that the engine of another frame can join with."""
    if library in {"duckdb", "_duckdb"}:
        return native.query("elements", "SELECT * FROM small")  # which DuckDB finds by its name
    if library == "polars":
        import polars as pl

        return pl.from_arrow(small).lazy()
    if library == "pyspark":
        from pyspark.sql.functions import broadcast

        return broadcast(native.sparkSession.createDataFrame(small))
    if library.startswith("dask"):
        import dask.dataframe as dd
        import pandas as pd

        return dd.from_pandas(small.to_pandas(types_mapper=pd.ArrowDtype), npartitions=1)
    import ibis

    return ibis.memtable(small)


def _check_target(library: str, target: Target) -> None:
    """Raise if the target exists, or if the library cannot write it."""
    if _is_path(target):
        if "://" in str(target):
            raise InputError(
                f"write_to must be a path or a table, got {without_secrets(str(target))}.",
                "write a local file, and copy it to the store",
            )
        if Path(target).exists():
            raise InputError(f"{target} already exists.", "name another file")
        if library not in _PARQUET:
            raise InputError(f"{library} writes tables, got the path {target}.")
    elif library not in _TABLES and library in _PARQUET:
        raise InputError(
            f"{library} writes Parquet, got {str(target)!r}, which is not a path.",
            "pass a path that ends in .parquet",
        )


def _write(native: Any, library: str, target: Target) -> int:
    """Write a frame; return the number of its rows, counted in what was written."""
    if _is_path(target):
        return _PARQUET[library](native, Path(target))
    return _TABLES[library](native, str(target))


def _as_a_whole(path: Path, work: Callable[[str], Any], number: Callable[[str], int]) -> int:
    """Write a file or a folder under a temporary name first, so that no partial output is left.

    The name begins with a letter, since Spark and Dask read no hidden folders.
    """
    from shutil import rmtree  # few results are written, and these take milliseconds
    from uuid import uuid4

    partial = path.with_name(f"part-{uuid4().hex}-{path.name}")
    try:
        work(str(partial))
        found = number(str(partial))
        partial.rename(path)
    finally:
        if partial.is_dir():
            rmtree(partial, ignore_errors=True)
        else:
            partial.unlink(missing_ok=True)
    return found


def _parquet_rows(file: str) -> int:
    from pyarrow.parquet import read_metadata

    return int(read_metadata(file).num_rows)


def _duckdb_parquet(native: Any, path: Path) -> int:
    return _as_a_whole(path, native.write_parquet, _parquet_rows)


def _polars_parquet(native: Any, path: Path) -> int:
    return _as_a_whole(path, native.sink_parquet, _parquet_rows)


def _ibis_parquet(native: Any, path: Path) -> int:
    return _as_a_whole(path, native.to_parquet, _parquet_rows)


def _spark_parquet(native: Any, path: Path) -> int:
    def work(folder: str) -> None:
        native.write.mode("error").parquet(Path(folder).absolute().as_uri())

    def number(folder: str) -> int:
        where = Path(folder).absolute().as_uri()
        return int(native.sparkSession.read.parquet(where).count())

    return _as_a_whole(path, work, number)


def _dask_parquet(native: Any, path: Path) -> int:
    import dask.dataframe as dd

    return _as_a_whole(
        path,
        lambda folder: native.to_parquet(folder, write_index=False),
        lambda folder: len(dd.read_parquet(folder)),
    )


def _duckdb_table(native: Any, name: str) -> int:
    import duckdb

    try:
        native.query("elements", f"SELECT 1 FROM {name} LIMIT 0").fetchall()
    except duckdb.CatalogException:
        native.create(name)
        return int(native.query("elements", f"SELECT count(*) FROM {name}").fetchall()[0][0])
    raise InputError(f"{name} already exists.", "name another table")


def _spark_table(native: Any, name: str) -> int:
    native.write.mode("error").saveAsTable(name)
    return int(native.sparkSession.table(name).count())


def _ibis_table(native: Any, name: str) -> int:
    return int(native.get_backend().create_table(name, native).count().execute())


_PARQUET = {
    "duckdb": _duckdb_parquet,
    "_duckdb": _duckdb_parquet,
    "polars": _polars_parquet,
    "pyspark": _spark_parquet,
    "ibis": _ibis_parquet,
    "dask": _dask_parquet,
    "dask_expr": _dask_parquet,
}
_TABLES = {
    "duckdb": _duckdb_table,
    "_duckdb": _duckdb_table,
    "pyspark": _spark_table,
    "ibis": _ibis_table,
}


def _write_except_in_database(
    source: Source, places: Sequence[int], labels: Sequence[Sequence[Any]], target: str
) -> int:
    """Create a table of the rows that have both labels, except for these pairs."""
    with database(source) as dialect:
        side = Side.of(source, dialect)
        one, two = map(side.number, places)
        sql = f"SELECT q.* FROM {side.rows} WHERE {one} IS NOT NULL AND {two} IS NOT NULL"
        if labels[0]:
            given = constants(labels, ("a", "b"))
            sql += f" AND NOT EXISTS (SELECT 1 FROM {given} WHERE p.a = {one} AND p.b = {two})"
        return _created(source, sql, table_name(target, dialect.quote))


def _write_renamed_in_database(
    source: Source, place: int, names: Sequence[Sequence[Any]], new: str, target: str
) -> int:
    """Create a table of all rows and the new name of a label."""
    with database(source) as dialect:
        side = Side.of(source, dialect)
        given = constants(names, ("a", "b"))
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
