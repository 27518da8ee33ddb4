"""The cost of counting in an engine as a function of rows and cells, for docs/billion-rows.md.

It counts 10ᵏ rows of Parquet in DuckDB and in Spark, and fits seconds of processor time =
c₀ + c₁·n + c₂·cells, with no negative coefficient. Processor time and bytes depend little on the
load of the machine.
"""

from __future__ import annotations

import os
import sys
import time
from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import duckdb
import numpy as np
from scipy.optimize import nnls

import clusterdiff as cd
from benchmarks._report import duration, size

_CLUSTERS = (10**2, 10**4)
_ROW = 24  # bytes of a cell: two labels and a number
_SERVERS = (10**10, 10**6), (10**12, 10**6), (10**12, 10**9)


class Point(NamedTuple):
    """One measurement."""

    engine: str
    n: int
    cells: int
    seconds: float  # of processors
    tasks: int = 0
    shuffled: int = 0


def written(folder: str, n: int, clusters: int) -> str:
    """Return a Parquet file of two labelings that differ for a tenth of the elements."""
    file = f"{folder}/{n}-{clusters}.parquet"
    rows = (
        f"SELECT (hash(range) % {clusters})::BIGINT AS truth, (CASE WHEN hash(range + 1) % 10 = 0 "  # noqa: S608
        f"THEN hash(range + 2) % {clusters} ELSE hash(range) % {clusters} END)::BIGINT AS pred "
        f"FROM range({n})"
    )
    with duckdb.connect() as db:
        db.execute(f"COPY ({rows}) TO '{file}' (FORMAT parquet)")
    return file


def by_duckdb(file: str, n: int) -> Point:
    """Count with DuckDB."""
    start = time.process_time()
    table = cd.read_table(file, columns="truth,pred")
    return Point("DuckDB", n, table.nnz, time.process_time() - start)


def by_spark(session: Any, file: str, n: int) -> Point:
    """Count with Spark, and read the metrics of its stages."""
    store = session.sparkContext._jsc.sc().statusStore()  # noqa: SLF001
    before = _stages(store)
    start = time.process_time()
    table = cd.read_table(session.read.parquet(file), "truth", "pred")
    own = time.process_time() - start
    stages = _stages(store)[len(before) :]
    seconds = own + sum(stage.executorCpuTime() for stage in stages) / 1e9
    shuffled = sum(stage.shuffleWriteBytes() for stage in stages)
    tasks = max(stage.numTasks() for stage in stages if stage.shuffleWriteBytes())
    return Point("Spark", n, table.nnz, seconds, tasks, shuffled)


def _stages(store: Any) -> list[Any]:
    found: list[Any] = []
    while True:
        try:
            found.append(store.lastStageAttempt(len(found)))
        except Exception:  # noqa: BLE001  (Java's, for a stage that is not there)
            return found


def line(point: Point) -> str:
    """Return one measurement as a row of the page."""
    most = min(point.n, point.tasks * point.cells) * _ROW
    shuffled = f"{size(point.shuffled)} of {size(most)}" if point.tasks else ""
    return (
        f"| {point.engine} | {point.n:,} | {point.cells:,} | {duration(point.seconds)} "
        f"| {shuffled} | {size(point.cells * _ROW)} |"
    )


def fit(points: list[Point]) -> tuple[np.ndarray[Any, Any], float]:
    """Return the coefficients, fitted by relative error, and the largest relative error."""
    design = np.array([[1.0, p.n, p.cells] for p in points])
    seconds = np.array([p.seconds for p in points])
    found, _ = nnls(design / seconds[:, None], np.ones(len(points)))
    return found, float(np.abs(design @ found / seconds - 1).max())


def main() -> None:
    """Measure, and print the rows and the model of the page."""
    parser = ArgumentParser(prog="python -m benchmarks.engine_costs", description=__doc__)
    parser.add_argument(
        "exponents",
        metavar="EXPONENT",
        type=int,
        nargs="*",
        default=[6, 7, 8],
        help="the values of k (default: 6 7 8)",
    )
    exponents = parser.parse_args().exponents
    points: list[Point] = []
    with TemporaryDirectory(prefix="clusterdiff-bench-") as folder:
        files = [(written(folder, 10**k, c), 10**k) for k in exponents for c in _CLUSTERS]
        by_duckdb(*files[0])  # imports what it needs
        for file, n in files:
            points.append(by_duckdb(file, n))
            print(line(points[-1]), flush=True)
        session = _session()
        by_spark(session, *files[0])  # starts up
        for file, n in files:
            points.append(by_spark(session, file, n))
            print(line(points[-1]), flush=True)
        session.stop()
    for engine in ("DuckDB", "Spark"):
        (base, row, cell), error = fit([p for p in points if p.engine == engine])
        print(
            f"{engine}: {base:.3g} s + {row * 1e9:.3g} ns a row + {cell * 1e9:.3g} ns a cell, "
            f"within {100 * error:.0f} %"
        )
        for n, cells in _SERVERS:
            seconds = base + row * n + cell * cells
            print(f"  n = {n:.0e}, {cells:.0e} cells: {seconds / 3600:.3g} processor hours")


def _session() -> Any:
    from pyspark.sql import SparkSession

    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    builder = builder.config("spark.driver.memory", "4g")
    session = builder.config("spark.ui.showConsoleProgress", "false").getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    return session


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))
    main()
