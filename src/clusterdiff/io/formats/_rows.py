"""Rows of text to columns in memory, or to a Parquet file that engines can scan."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from clusterdiff.errors import InputError
from clusterdiff.io._source import Scan, Source

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    Row = Sequence[str | None]

_BATCH = 100_000


def collected(rows: Iterable[Row], places: Sequence[int]) -> list[list[str | None]]:
    """Return the columns at these places."""
    columns: list[list[str | None]] = [[] for _ in places]
    pairs = list(zip(columns, places, strict=True))
    for row in rows:
        for column, place in pairs:
            column.append(row[place])
    return columns


def converted(source: Source, rows: Iterable[Row]) -> Scan:
    """Return all columns in a temporary Parquet file, which is deleted with the source."""
    width = len(source.columns)
    key = ("converted", source.stamp)
    if key not in source.kept.columns:
        file = source.kept.folder() / "rows.parquet"
        _write(source, rows, width, file)
        source.kept.columns[key] = str(file)
    return Scan("parquet", (source.kept.columns[key],), width)


def _write(source: Source, rows: Iterable[Row], width: int, file: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = pa.schema([(f"c{i}", pa.string()) for i in range(width)])
    rows = iter(rows)
    with pq.ParquetWriter(file, schema) as writer:
        while batch := list(islice(rows, _BATCH)):
            try:
                arrays = [pa.array(column, pa.string()) for column in zip(*batch, strict=True)]
            except UnicodeEncodeError:
                raise InputError(f"{source.name} holds text that is not valid Unicode.") from None
            writer.write_table(pa.table(arrays, schema=schema))
