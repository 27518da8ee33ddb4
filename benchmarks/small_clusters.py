"""Many small clusters, as in record linkage: times in units of the time that their table takes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import numpy as np

import clusterdiff as cd
from benchmarks._report import Row, against, duration, imported, within
from benchmarks._report import size as bytes_of
from benchmarks._timing import side_by_side
from clusterdiff.analysis._diff import diff_data
from clusterdiff.views import json_parts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    Labels = NDArray[np.int64]

N = 1_500_000
CHANGED = 0.03  # share of the labels
ROUNDS = 3
PATIENCE = 20.0
LIMITS = {  # at most so many times as long as the table of the same arrays
    "relabel": 15,
    "match": 15,
    "compare": 15,
    "diff": 15,
    "str(diff)": 15,
    "to_frame": 25,
    "report": 100,
}
COMMANDS = {"csv": 2.0, "parquet": 1.6}  # at most so many times as long as DuckDB
QUERY = "SELECT g.label, p.label, count(*) FROM '{gold}' g JOIN '{pred}' p USING (id) GROUP BY ALL"


def _changed(a: Labels, clusters: int) -> tuple[Labels, Labels]:
    """Return a, and b = a with some labels drawn again."""
    random = np.random.default_rng(5)
    chosen = np.flatnonzero(random.random(len(a)) < CHANGED)
    b = a.copy()
    b[chosen] = random.integers(0, clusters, len(chosen))
    return a, b


def _pairs(n: int) -> tuple[Labels, Labels]:
    """Return clusters of two elements."""
    return _changed(np.arange(n) // 2, n // 2)


def _mixed(n: int) -> tuple[Labels, Labels]:
    """Return clusters of 1 to 1000 elements, most of them small."""
    random = np.random.default_rng(6)
    sizes = np.minimum(random.zipf(1.7, n), 1000)
    sizes = sizes[: int(np.searchsorted(np.cumsum(sizes), n)) + 1]
    return _changed(np.repeat(np.arange(len(sizes)), sizes)[:n], len(sizes))


def _calls(a: Labels, b: Labels, folder: Path) -> dict[str, Callable[[], Any]]:
    return {
        "table": lambda: cd.Table.from_labels(a, b),
        "relabel": lambda: cd.relabel(b, like=a),
        "match": lambda: cd.match(a, b),
        "compare": lambda: cd.compare(a, b),
        "diff": lambda: cd.diff(a, b),
        "str(diff)": lambda: str(cd.diff(a, b)),
        "to_frame": lambda: cd.diff(a, b).to_frame(),
        "JSON": lambda: sum(map(len, json_parts(diff_data(cd.diff(a, b))))),
        "report": lambda: cd.report(a, b).write(folder / "report.html"),
    }


def _ratios(title: str, a: Labels, b: Labels) -> Iterator[Row]:
    """Compare every call from the arrays to its result with the table of the arrays."""
    with _folder() as folder:
        times = side_by_side(_calls(a, b, folder), PATIENCE, ROUNDS)
    table = times["table"].seconds
    for name, limit in LIMITS.items():
        workload = f"{title}, {name}"
        yield against(workload, times[name].seconds, "its table", table, within=limit)
    yield Row(f"{title}, JSON of diff", duration(times["JSON"].seconds))
    yield within(f"{title}, size of the JSON", times["JSON"].value, 1e8, bytes_of)


def small_clusters_of_two(shrink: int) -> Iterator[Row]:
    """Pairs of elements; a part of them has moved to another cluster."""
    n = N // shrink
    yield from _ratios(f"{n // 2:,} clusters of two", *_pairs(n))


def small_clusters_of_mixed_sizes(shrink: int) -> Iterator[Row]:
    """Clusters of 1 to 1000 elements; nothing is required of them."""
    a, b = _mixed(N // shrink)
    for row in _ratios(f"{int(a[-1]) + 1:,} clusters of mixed sizes", a, b):
        yield row.unjudged()


def small_clusters_in_files(shrink: int) -> Iterator[Row]:
    """The command on two files with text ids, compared with the query of DuckDB on them."""
    n = N // shrink
    if imported("duckdb") is None:
        yield Row("compare of two files of small clusters", "", "DuckDB", note="not installed")
        return
    with _folder() as folder:
        for suffix, limit in COMMANDS.items():
            gold, pred = folder / f"gold.{suffix}", folder / f"pred.{suffix}"
            for file, labels, order in zip((gold, pred), _pairs(n), (1, -1), strict=True):
                _write(file, labels, order)
            query = QUERY.format(gold=gold, pred=pred)
            code = f"import duckdb; duckdb.sql({query!r}).fetchnumpy()"
            calls = {
                "ours": lambda files=(gold, pred): _run("-m", "clusterdiff", "compare", *files),
                "theirs": lambda code=code: _run("-c", code),
            }
            times = side_by_side(calls, PATIENCE, ROUNDS)
            title = f"clusterdiff compare, {suffix}, {n // 2:,} clusters of two, text ids"
            ours, theirs = times["ours"].seconds, times["theirs"].seconds
            yield against(title, ours, "DuckDB's join, GROUP BY", theirs, within=limit)
        whole = _diff_to_json(folder)
        yield Row(f"clusterdiff diff -o d.json, {n // 2:,} clusters of two", duration(whole[0]))
        yield within("size of that JSON", whole[1], 1e8, bytes_of)


def _diff_to_json(folder: Path) -> tuple[float, int]:
    """Return the seconds and the bytes of the command that writes a diff as JSON."""
    out = folder / "d.json"
    words = ("-m", "clusterdiff", "diff", folder / "gold.parquet", folder / "pred.parquet")
    timed = side_by_side({"diff": lambda: _run(*words, "-o", out)}, PATIENCE, 1)["diff"]
    json.loads(out.read_text(encoding="utf-8"))
    return timed.seconds, out.stat().st_size


def _write(file: Path, labels: Labels, order: int) -> None:
    """Write ids as text and labels as text; the other file has another order of rows."""
    import duckdb
    import pyarrow as pa

    ids = np.char.add("rec-", np.arange(len(labels)).astype(str))[::order]
    columns = pa.table({"id": ids, "label": np.char.add("c", labels.astype(str))[::order]})
    options = "FORMAT parquet" if file.suffix == ".parquet" else "FORMAT csv, HEADER"
    with duckdb.connect() as db:
        db.register("labels", columns)
        db.execute(f"COPY labels TO '{file}' ({options})")


def _run(*words: Any) -> int:
    """Run Python in a new process, and let it keep bytecode."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(  # noqa: S603  (our own code)
        [sys.executable, *map(str, words)], stdout=subprocess.DEVNULL, check=True, env=environment
    )
    return done.returncode


@contextmanager
def _folder() -> Iterator[Path]:
    with TemporaryDirectory(prefix="clusterdiff-bench-") as name:
        yield Path(name)


WORKLOADS = (small_clusters_of_two, small_clusters_of_mixed_sizes, small_clusters_in_files)
