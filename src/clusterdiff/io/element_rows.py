"""Rows of a lazy frame or a query, selected or renamed by its engine and written by it."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from clusterdiff.errors import InputError
from clusterdiff.io._columns import place
from clusterdiff.io.engines import _sql_writing, sql
from clusterdiff.io.engines._frame_rows import added_names, engine_errors, rows_with_labels
from clusterdiff.io.engines._frame_writing import check_target, small_frame, write
from clusterdiff.io.frames import is_lazy, open_frame
from clusterdiff.io.queries import query

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

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
        check_target("the database", target)
        return sql.ENGINE.describe(source)
    check_target(source.details.library, target)
    return source


def write_except(
    source: Source, columns: Sequence[str], pairs: Sequence[tuple[Any, Any]], target: Target
) -> int:
    """Write the rows that have both labels, except for these pairs of labels."""
    places = [place(source, name) for name in columns]
    labels = [list(side) for side in zip(*pairs, strict=True)] or [[], []]
    if source.format.kind == "sql":
        return _sql_writing.write_except(source, places, _checked(labels), str(target))
    import narwhals as nw

    with engine_errors(source.name, "written"):
        rows, encodings = rows_with_labels(source, places)
        names = added_names(source, len(places))
        for name in names:
            rows = rows.filter(~nw.col(name).is_null())
        small = _small(source, dict(zip(names, labels, strict=True)), encodings)
        moved = rows.join(small, on=names, how="anti").drop(*names)
        return write(nw.to_native(moved), source.details.library, target)


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
        return _sql_writing.write_renamed(source, at[0], _checked([old, values]), new, str(target))
    import narwhals as nw

    with engine_errors(source.name, "written"):
        rows, encodings = rows_with_labels(source, at)
        (key,) = added_names(source, 1)
        small = _small(source, {key: old, new: values}, encodings)
        renamed = rows.join(small, on=key, how="left").drop(key)
        return write(nw.to_native(renamed), source.details.library, target)


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
    return nw.from_native(small_frame(frame.native, frame.library, table)).lazy()


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
