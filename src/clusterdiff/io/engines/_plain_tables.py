"""Stored tables of engines that run in this process, whose rows take little time to fetch.

Counting integers here takes less time than grouping them there. A query is not fetched: to learn
its number of rows, it would have to be run twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from clusterdiff.io.frames import Frame

_MOST_ROWS = 1 << 24  # 256 MB for two columns of 64 bits


def has_few_rows(frame: Frame) -> bool:
    """Return whether a frame is a stored table in this process with at most 2²⁴ rows."""
    rows = {"polars": _polars, "duckdb": _duckdb, "_duckdb": _duckdb, "ibis": _ibis}
    count = rows.get(frame.library)
    number = None if count is None else count(frame.native)
    return number is not None and number <= _MOST_ROWS


def _polars(native: Any) -> int | None:
    """Return the rows of a frame in memory."""
    import polars as pl

    if not native.explain(optimized=False).startswith("DF "):
        return None
    return int(native.select(pl.len()).collect().item())


def _duckdb(native: Any) -> int | None:
    if native.type != "TABLE_RELATION":
        return None
    return int(native.aggregate("count(*)").fetchall()[0][0])


def _ibis(native: Any) -> int | None:
    if type(native.op()).__name__ != "DatabaseTable" or native.get_backend().name != "duckdb":
        return None
    return int(native.count().to_pyarrow().as_py())
