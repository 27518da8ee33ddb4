"""Workloads of files, compared with a DuckDB query and with pandas and scikit-learn."""
# ruff: noqa: S608  (the queries are our own)

from __future__ import annotations

from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import numpy as np

import clusterdiff as cd
from benchmarks._report import Peer, Row, duration, power, race, size, within
from benchmarks._timing import in_own_process

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

K = 10**4
MEMORY = "4GB"
QUIET = "SET enable_progress_bar = false"
_STEPS = (611_953, 104_395_301)  # primes: their multiples are all ids in another order
_TRUTH = "(hash(id) % {k})::INTEGER"
# A tenth of the labels is drawn again.
_FOUND = (
    "(CASE WHEN hash(id + 1) % 10 = 0 THEN hash(id + 2) % {k} ELSE hash(id) % {k} END)::INTEGER"
)


@contextmanager
def _folder() -> Iterator[Path]:
    with TemporaryDirectory(prefix="clusterdiff-bench-") as name:
        yield Path(name)


def _write(query: str, file: Path, options: str = "") -> None:
    import duckdb

    with duckdb.connect() as db:
        db.execute(
            f"{QUIET}; SET memory_limit = '{MEMORY}'; SET temp_directory = '{file.parent}'; "
            "SET preserve_insertion_order = true"
        )
        db.execute(f"COPY ({query}) TO '{file}' ({options or 'FORMAT parquet'})")


def _ids(n: int, step: int = 1) -> str:
    return f"(SELECT (i * {step}) % {n} AS id FROM range({n}) t(i))"


def _both(n: int, k: int) -> str:
    return f"SELECT id, {_TRUTH.format(k=k)} AS truth, {_FOUND.format(k=k)} AS found FROM {_ids(n)}"


def two_shuffled_files(shrink: int) -> Iterator[Row]:
    """Two Parquet files in different orders, joined on their ids within a limit of memory."""
    n, k = 10**8 // shrink, K if shrink == 1 else 100
    with _folder() as folder:
        files = [folder / "truth.parquet", folder / "found.parquet"]
        for file, step, label in zip(files, _STEPS, (_TRUTH, _FOUND), strict=True):
            _write(f"SELECT id, {label.format(k=k)} AS label FROM {_ids(n, step)}", file)
        used = in_own_process(_joined, *map(str, files), timeout=3600)
        exact = used.value == in_own_process(_expected, n, k, timeout=3600).value
    title = f"two Parquet files, n = {power(n)}, K = {power(k)}, joined, {MEMORY} limit"
    yield Row(
        title,
        duration(used.seconds),
        note="exact" if exact else "failed: not the table of the labels",
    )
    yield within(f"{title}: peak memory", used.extra, 6e9, size)


def _joined(a: str, b: str) -> Callable[[], Any]:
    return lambda: _digest(cd.read_table(a, b, memory=MEMORY))


def _digest(table: cd.Table) -> str:
    """Return a number that is equal for equal tables, in every process."""
    arrays = (table.rows, table.cols, table.counts, table.row_labels, table.col_labels)
    return sha256(b"".join(array.astype(np.int64).tobytes() for array in arrays)).hexdigest()


def _expected(n: int, k: int) -> Callable[[], Any]:
    """Return the same labels without a join."""

    def count() -> str:
        import duckdb

        with duckdb.connect() as db:
            db.execute(QUIET)
            cells = db.execute(
                f"SELECT truth, found, count(*) AS c FROM ({_both(n, k)}) GROUP BY ALL"
            ).fetchnumpy()
        return _digest(cd.Table.from_counts(cells["truth"], cells["found"], cells["c"]))

    return count


def two_columns_of_parquet(shrink: int) -> Iterator[Row]:
    """One file with two columns, compared with the GROUP BY query of DuckDB."""
    n, k = 10**8 // shrink, K if shrink == 1 else 100
    with _folder() as folder:
        file = str(folder / "both.parquet")
        _write(_both(n, k), Path(file))
        query = f"SELECT truth, found, count(*) FROM read_parquet('{file}') GROUP BY ALL"
        peer = Peer("DuckDB's GROUP BY", "duckdb", lambda duckdb: _asked(duckdb, query), within=1.1)
        yield from race(
            f"two columns of Parquet, n = {power(n)}, K = {power(k)}",
            lambda: cd.read_table(file, columns="truth,found"),
            [peer],
            patience=30,
        )


def _asked(duckdb: Any, query: str) -> None:
    with duckdb.connect() as db:
        db.execute(QUIET)
        db.execute(query).fetchnumpy()


def csv_file(shrink: int) -> Iterator[Row]:
    """One CSV file from disk to ARI."""
    n, k = 10**7 // shrink, 1000 if shrink == 1 else 100
    with _folder() as folder:
        file = str(folder / "both.csv")
        _write(_both(n, k), Path(file), "FORMAT csv, HEADER")
        peer = Peer("pandas, scikit-learn", "sklearn.metrics", lambda m: _pandas(m, file), faster=3)
        yield from race(
            f"CSV, n = {power(n)}, to ARI", lambda: cd.adjusted_rand(cd.read_table(file)), [peer]
        )


def _pandas(metrics: Any, file: str) -> float:
    import pandas as pd

    frame = pd.read_csv(file)
    return float(metrics.adjusted_rand_score(frame["truth"], frame["found"]))


WORKLOADS = (two_shuffled_files, two_columns_of_parquet, csv_file)
