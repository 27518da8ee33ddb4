"""Workloads of engines: GROUP BY of the engine, sizes and cells, blocks of arrays."""

from __future__ import annotations

import os
import warnings
from contextlib import ExitStack, contextmanager
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

import clusterdiff as cd
from benchmarks._report import Peer, Row, against, duration, power, race, size, within
from benchmarks._timing import in_own_process
from tests.helpers.servers import postgres_is_installed, postgres_server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

_SLAB = 64  # planes of a volume that are written at once
_BYTES = 1.5e9  # bytes that counting a volume may use: blocks times threads, and the table
_WARM_UP = 10  # queries after which the JVM has compiled most of what they run


class Loaded(NamedTuple):
    """Data in an engine: arguments of `read_table`, and the engine's own GROUP BY."""

    given: dict[str, Any]
    group: Callable[[], Any]


def labels(rows: int, clusters: int, agree: float = 0.9) -> Any:
    """Return an Arrow table of two labelings."""
    import pyarrow as pa

    rng = np.random.default_rng(0)
    truth, other = rng.integers(0, clusters, (2, rows))
    return pa.table({"truth": truth, "pred": np.where(rng.random(rows) < agree, truth, other)})


@contextmanager
def _polars(table: Any) -> Iterator[Loaded]:
    import polars as pl

    frame: Any = pl.from_arrow(table)
    own = frame.lazy().group_by("truth", "pred").agg(pl.len())
    yield Loaded({"a": frame.lazy()}, lambda: own.collect(engine="streaming"))


@contextmanager
def _pandas(table: Any) -> Iterator[Loaded]:
    frame = table.to_pandas()
    yield Loaded({"a": frame}, lambda: frame.groupby(["truth", "pred"], sort=False).size())


@contextmanager
def _pyarrow(table: Any) -> Iterator[Loaded]:
    yield Loaded(
        {"a": table}, lambda: table.group_by(["truth", "pred"]).aggregate([([], "count_all")])
    )


@contextmanager
def _dask(table: Any) -> Iterator[Loaded]:
    import dask.dataframe as dd

    frame = dd.from_pandas(table.to_pandas(), npartitions=8, sort=False)
    yield Loaded({"a": frame}, lambda: frame.groupby(["truth", "pred"]).size().compute())


@contextmanager
def _duckdb(table: Any) -> Iterator[Loaded]:
    import duckdb

    with duckdb.connect() as db:
        db.register("given", table)
        db.execute("CREATE TABLE t AS SELECT * FROM given")
        own = "SELECT truth, pred, count(*) AS n FROM t GROUP BY ALL"
        yield Loaded({"a": db.table("t")}, lambda: db.sql(own).to_arrow_table())


@contextmanager
def _ibis(table: Any) -> Iterator[Loaded]:
    import ibis

    backend = ibis.duckdb.connect()
    backend.con.register("given", table)
    backend.con.execute("CREATE TABLE t AS SELECT * FROM given")
    frame = backend.table("t")
    own = frame.group_by("truth", "pred").aggregate(n=frame.count())
    yield Loaded({"a": frame}, own.to_pyarrow)


@contextmanager
def _postgres(table: Any) -> Iterator[Loaded]:
    from adbc_driver_postgresql import dbapi

    with postgres_server() as url, dbapi.connect(url) as connection, connection.cursor() as cursor:
        cursor.adbc_ingest("t", table)
        cursor.execute("ANALYZE t")
        connection.commit()

        def own() -> Any:
            cursor.execute("SELECT truth, pred, count(*) FROM t GROUP BY truth, pred")
            return cursor.fetch_arrow_table()

        yield Loaded({"sql": "SELECT * FROM t", "connection": connection}, own)


@contextmanager
def _spark(table: Any) -> Iterator[Loaded]:
    import pyarrow.parquet as pq
    from pyspark.sql import SparkSession

    with TemporaryDirectory(prefix="clusterdiff-bench-") as folder:
        os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
        pq.write_table(table, f"{folder}/t.parquet")
        builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
        builder = builder.config("spark.driver.memory", "4g")
        builder = builder.config("spark.driver.maxResultSize", "4g")
        session = builder.config("spark.ui.showConsoleProgress", "false").getOrCreate()
        session.sparkContext.setLogLevel("ERROR")
        try:
            frame = session.read.parquet(f"{folder}/t.parquet")

            def own() -> Any:
                # A new query each time, because Spark caches the shuffle output of a query.
                return frame.groupBy("truth", "pred").count().toArrow()

            for _ in range(_WARM_UP):
                own()
            yield Loaded({"a": frame}, own)
        finally:
            session.stop()


ENGINES = {
    "polars, lazy": ("polars", _polars),
    "DuckDB": ("duckdb", _duckdb),
    "pandas": ("pandas", _pandas),
    "PyArrow": ("pyarrow", _pyarrow),
    "Dask": ("dask", _dask),
    "Ibis on DuckDB": ("ibis", _ibis),
    "PostgreSQL by ADBC": ("adbc_driver_postgresql", _postgres),
    "Spark": ("pyspark", _spark),
}


def _runs(name: str) -> bool:
    package, _ = ENGINES[name]
    found = find_spec(package) is not None and find_spec("pyarrow") is not None
    return found and (not name.startswith("PostgreSQL") or postgres_is_installed())


def _named(loaded: Loaded) -> dict[str, Any]:
    """Return the arguments of `read_table` with the columns."""
    a = loaded.given.get("a")
    columns = {"b": "truth", "second": "pred"} if a is not None else {"a": "truth", "b": "pred"}
    return {**loaded.given, **columns}


def group_by(shrink: int) -> Iterator[Row]:
    """Two columns of one table, compared with the GROUP BY of the same engine, cells fetched."""
    n, k = 10**7 // shrink, 10**4 if shrink == 1 else 100
    for name, (package, load) in ENGINES.items():
        title = f"{name}: table of two columns, n = {power(n)}, K = {power(k)}"
        if not _runs(name):
            yield Row(title, "", name, note="not installed")
            continue
        with ExitStack() as stack, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            loaded = stack.enter_context(load(labels(n, k)))
            own = Peer("its own GROUP BY", package, lambda _, x=loaded: x.group(), within=1.15)
            ours = partial(cd.read_table, **_named(loaded))
            yield from race(title, ours, [own], patience=20, rounds=25)  # servers are noisy


def _volumes(folder: str, side: int) -> None:
    """Write two label volumes of boxes in compressed chunks; the second splits some boxes."""
    import zarr

    stores = [
        zarr.create_array(
            f"{folder}/{name}", shape=(side,) * 3, chunks=(64, 64, 64), dtype=np.uint32
        )
        for name in "ab"
    ]
    plane = np.arange(side) // 32
    for at in range(0, side, _SLAB):
        box = plane[at : at + _SLAB, None, None] * 65_536 + plane[None, :, None] * 256 + plane
        a = box.astype(np.uint32)
        b: NDArray[Any] = a.copy()
        b[:, :, 5::11] += 1
        stores[0][at : at + _SLAB], stores[1][at : at + _SLAB] = a, b


def _ours(folder: str) -> Callable[[], Any]:
    import zarr

    a, b = (zarr.open_array(f"{folder}/{name}", mode="r") for name in "ab")
    return lambda: cd.Table.from_labels(a, b).nnz


def _by_dask(folder: str) -> Callable[[], Any]:
    import dask.array as da

    def unique() -> int:
        a, b = (da.from_zarr(f"{folder}/{name}").astype(np.uint64) for name in "ab")
        pairs = da.unique((a * (1 << 32) + b).ravel(), return_counts=True)[1]
        return len(pairs.compute())

    return unique


def label_volumes(shrink: int) -> Iterator[Row]:
    """Label volumes of Zarr in bounded memory, compared with Dask's unique values of pairs."""
    side, smaller = (1024, 256) if shrink == 1 else (128, 64)
    if find_spec("zarr") is None or find_spec("dask") is None:
        yield Row(f"zarr, {side}³ of uint32", "", "Dask's unique", note="not installed")
        return
    with TemporaryDirectory(prefix="clusterdiff-bench-") as folder:
        for each in (side, smaller):
            Path(folder, str(each)).mkdir()
            _volumes(f"{folder}/{each}", each)
        used = in_own_process(_ours, f"{folder}/{side}", timeout=1800)
        few = in_own_process(_ours, f"{folder}/{smaller}", repeats=3, timeout=1800)
        theirs = in_own_process(_by_dask, f"{folder}/{smaller}", repeats=3, timeout=1800)
    yield Row(f"zarr, {side}³ of uint32, {used.value:,} cells", duration(used.seconds))
    yield within(f"zarr, {side}³ of uint32: peak memory", used.extra, _BYTES, size)
    note = f"peak memory {size(few.extra)}, theirs {size(theirs.extra)}"
    if few.value != theirs.value:
        note = f"failed: {few.value} cells, theirs {theirs.value}"
    title = f"zarr, {smaller}³ of uint32"
    yield against(title, few.seconds, "Dask's unique", theirs.seconds, faster=2, note=note)


WORKLOADS = (group_by, label_volumes)
