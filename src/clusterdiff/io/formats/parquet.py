"""Parquet, which engines scan without loading it."""

from __future__ import annotations

from clusterdiff.io._source import Format, Scan, Source


def scan(source: Source, direct: bool) -> Scan:  # noqa: FBT001
    """Return the files themselves."""
    del direct
    return Scan("parquet", source.files, len(source.columns), hive=source.reading.hive)


FORMAT = Format("parquet", scan=scan, magic=(b"PAR1",))
