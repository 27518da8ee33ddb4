"""Tables to files."""

from __future__ import annotations

import csv
import json
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clusterdiff.errors import InputError, MissingDependencyError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from clusterdiff.table import Table

_ROWS = 1 << 16  # rows that are written at a time


def write_mtx(table: Table, path: str) -> None:
    """Write a Matrix Market file; the labels of rows and columns are comments."""
    from scipy.io import mmwrite

    names = (table.row_labels.tolist(), table.col_labels.tolist())
    comment = "\n".join(
        f"{what}: {json.dumps(labels, default=str)}"
        for what, labels in zip(("rows", "columns"), names, strict=True)
    )
    with Path(path).open("wb") as file:
        mmwrite(file, table.to_scipy(), comment=comment, field="integer")


def write_parquet(table: Table, path: str) -> None:
    """Write the columns a, b and count to a Parquet file."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise MissingDependencyError.of("pyarrow", "files") from None
    columns = {
        "a": _column(table.row_labels[table.rows]),
        "b": _column(table.col_labels[table.cols]),
        "count": table.counts,
    }
    with _valid_text():
        pq.write_table(pa.table(columns), path)


@contextmanager
def _valid_text() -> Iterator[None]:
    """Convert the error for half of a surrogate pair, which no encoding has, to one sentence."""
    try:
        yield
    except UnicodeEncodeError as error:
        text = error.object[error.start : error.end]
        raise InputError(
            f"Parquet cannot hold {text!r}: half of a surrogate pair is not a character.",
            "CSV and JSON write such a label with an escape",
        ) from None


def write_columns(columns: Mapping[str, NDArray[Any]], path: str, suffix: str) -> None:
    """Write columns of one length; the suffix .csv, .tsv or .parquet decides how."""
    if suffix == ".parquet":
        _write_parquet_columns(columns, path)
        return
    length = len(next(iter(columns.values())))
    with Path(path).open("w", encoding="utf-8", errors="backslashreplace", newline="") as file:
        writer = csv.writer(file, delimiter="\t" if suffix == ".tsv" else ",", lineterminator="\n")
        writer.writerow(columns)
        for start in range(0, length, _ROWS):
            parts = (values[start : start + _ROWS].tolist() for values in columns.values())
            writer.writerows(zip(*parts, strict=True))


def _write_parquet_columns(columns: Mapping[str, NDArray[Any]], path: str) -> None:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise MissingDependencyError.of("pyarrow", "files") from None
    with _valid_text():
        pq.write_table(pa.table({name: _any_column(x) for name, x in columns.items()}), path)


def _any_column(values: Any) -> Any:
    """Return values of a type that Parquet supports; other values than numbers become text."""
    if values.dtype != object:
        return values
    kinds = {type(value) for value in values.tolist()}
    return [str(value) for value in values] if kinds - {str} else values.tolist()


def _column(labels: Any) -> Any:
    """Return labels of a type that Parquet supports.

    Integers beyond 64 bits and the block of missing labels become text.
    """
    if labels.dtype != object:
        return labels
    values = labels.tolist()
    small = all(
        value is None or (isinstance(value, int) and abs(value) < 2**63) for value in values
    )
    return values if small else [None if value is None else str(value) for value in values]
