"""Tables to files."""

from __future__ import annotations

import csv
import json
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clusterdiff.errors import InputError, MissingDependencyError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

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


def write_batches(batches: Iterable[Mapping[str, NDArray[Any]]], path: str, suffix: str) -> int:
    """Write columns that come in parts; the suffix .csv, .tsv or .parquet decides how.

    The number of rows is returned. There must be at least one part; it may be empty.
    """
    write = _parquet_batches if suffix == ".parquet" else _text_batches
    return write(batches, path, suffix)


def _text_batches(batches: Iterable[Mapping[str, NDArray[Any]]], path: str, suffix: str) -> int:
    number = -1
    with Path(path).open("w", encoding="utf-8", errors="backslashreplace", newline="") as file:
        writer = csv.writer(file, delimiter="\t" if suffix == ".tsv" else ",", lineterminator="\n")
        for columns in batches:
            if number < 0:
                writer.writerow(columns)
                number = 0
            length = len(next(iter(columns.values())))
            for start in range(0, length, _ROWS):
                parts = (values[start : start + _ROWS].tolist() for values in columns.values())
                writer.writerows(zip(*parts, strict=True))
            number += length
    return number


def _parquet_batches(batches: Iterable[Mapping[str, NDArray[Any]]], path: str, suffix: str) -> int:
    del suffix
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise MissingDependencyError.of("pyarrow", "files") from None
    number, writer, empty = 0, None, None
    try:
        with _valid_text():
            for columns in batches:
                table = pa.table({name: _any_column(x) for name, x in columns.items()})
                empty = table
                if not table.num_rows:  # the types of its columns are not known
                    continue
                if writer is None:
                    writer = pq.ParquetWriter(path, table.schema)
                writer.write_table(table.cast(writer.schema))
                number += table.num_rows
    finally:
        if writer is not None:
            writer.close()
    if writer is None:
        pq.write_table(empty, path)
    return number


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
