"""Frames and tables that an engine writes: Parquet by path, or a table by name."""

from __future__ import annotations

import os
from pathlib import Path
from shutil import rmtree
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from clusterdiff.errors import InputError
from clusterdiff.io._secrets import without_secrets

if TYPE_CHECKING:
    from collections.abc import Callable

    Target = str | os.PathLike[str]


def is_path(target: Target) -> bool:
    """Return whether a target is a path of Parquet rather than the name of a table."""
    if isinstance(target, os.PathLike):
        return True
    return target.endswith(".parquet") or "/" in target or os.sep in target


def small_frame(native: Any, library: str, small: Any) -> Any:
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


def check_target(library: str, target: Target) -> None:
    """Raise if the target exists, or if the library cannot write it."""
    if is_path(target):
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


def write(native: Any, library: str, target: Target) -> int:
    """Write a frame; return the number of its rows, counted in what was written."""
    if is_path(target):
        return _PARQUET[library](native, Path(target))
    return _TABLES[library](native, str(target))


def _as_a_whole(path: Path, work: Callable[[str], Any], number: Callable[[str], int]) -> int:
    """Write a file or a folder under a temporary name first, so that no partial output is left.

    The name begins with a letter, since Spark and Dask read no hidden folders.
    """
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
        native.query("elements", f"SELECT 1 FROM {name} LIMIT 0").fetchall()  # noqa: S608  (the user's own)
    except duckdb.CatalogException:
        native.create(name)
        return int(native.query("elements", f"SELECT count(*) FROM {name}").fetchall()[0][0])  # noqa: S608
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
