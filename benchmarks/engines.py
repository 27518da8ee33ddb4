"""Counting inside engines: each engine's own GROUP BY beside ours, sums beside cells, blocks.

``python -m benchmarks.engines [ROWS] [CLUSTERS]`` prints ratios measured in one run.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import clusterdiff as cd
from clusterdiff.summaries.in_engine import read_summaries

if TYPE_CHECKING:
    from collections.abc import Callable

_REPEATS = 3


def seconds(work: Callable[[], Any]) -> float:
    """Return the shortest of a few runs."""
    times = []
    for _ in range(_REPEATS):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def line(what: str, ours: float, theirs: float, target: str) -> None:
    """Print one comparison."""
    print(
        f"{what:52} ours {ours:7.3f} s   other {theirs:7.3f} s   {theirs / ours:5.2f}×   {target}"
    )


def labels(rows: int, clusters: int) -> dict[str, Any]:
    """Return two labelings that agree on most elements."""
    rng = np.random.default_rng(0)
    truth = rng.integers(0, clusters, rows)
    other = rng.integers(0, clusters, rows)
    return {"truth": truth, "pred": np.where(rng.random(rows) < 0.9, truth, other)}


def group_by(rows: int, clusters: int) -> None:
    """Compare the engine's own GROUP BY, its cells fetched, with the table."""
    import duckdb
    import polars as pl
    import pyarrow as pa

    given = pa.table(labels(rows, clusters))
    frame = pl.from_arrow(given).lazy()
    plain = frame.group_by("truth", "pred").agg(pl.len())
    ours = seconds(lambda: cd.read_table(frame, "truth", "pred"))
    line("polars, lazy", ours, seconds(lambda: plain.collect(engine="streaming")), "≥ 0.87×")
    with duckdb.connect() as db:
        db.execute("CREATE TABLE t AS SELECT * FROM given")
        relation = db.table("t")
        sql = "SELECT truth, pred, count(*) AS n FROM t GROUP BY ALL"
        ours = seconds(lambda: cd.read_table(relation, "truth", "pred"))
        line("DuckDB", ours, seconds(lambda: db.sql(sql).to_arrow_table()), "≥ 0.87×")


def sums(rows: int) -> None:
    """Compare sums in the engine with fetching a cell for nearly every row."""
    import duckdb

    with duckdb.connect() as db:
        db.execute(
            f"CREATE TABLE t AS SELECT hash(range) % 10000 AS a, hash(range + {rows}) % 10000 AS b "  # noqa: S608
            f"FROM range({rows})"
        )
        relation = db.table("t")
        measures = ["ari", "vi"]
        ours = seconds(lambda: cd.compare(read_summaries(relation, "a", "b"), measures=measures))
        fetched = seconds(lambda: cd.compare(cd.read_table(relation, "a", "b"), measures=measures))
        cells = read_summaries(relation, "a", "b").nnz
    line(f"sums in DuckDB, {cells:,} cells", ours, fetched, "≥ 3×")


def blocks(side: int) -> None:
    """Compare label volumes on disk with Dask's unique values of pairs."""
    import dask.array as da
    import zarr

    rng = np.random.default_rng(1)
    volume = np.repeat(rng.integers(0, 500, (side, side, side // 16)).astype(np.uint32), 16, axis=2)
    other = np.where(rng.random(volume.shape) < 0.02, volume + 1, volume).astype(np.uint32)
    with tempfile.TemporaryDirectory() as folder:
        stores = []
        for name, array in (("a", volume), ("b", other)):
            store = zarr.create_array(
                str(Path(folder) / name), shape=array.shape, chunks=(64, 64, 64), dtype=array.dtype
            )
            store[:] = array
            stores.append(store)

        def by_dask() -> Any:
            a, b = (da.from_zarr(store).astype(np.uint64) for store in stores)
            return da.unique((a * (1 << 32) + b).ravel(), return_counts=True)[1].compute()

        ours = seconds(lambda: cd.Table.from_labels(*stores))
        line(f"zarr, {side}³ of uint32", ours, seconds(by_dask), "≥ 2×")


def main() -> None:
    """Run everything at the sizes of the command line."""
    rows, clusters = (int(float(word)) for word in (*sys.argv[1:3], "1e6", "1e3")[:2])
    print(f"{rows:,} rows, {clusters:,} clusters")
    group_by(rows, clusters)
    sums(rows)
    blocks(128 if rows < 5_000_000 else 256)


if __name__ == "__main__":
    main()
