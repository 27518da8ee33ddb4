"""The time and memory of `clusterdiff diff` of a large file, in every form of output."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import numpy as np

from benchmarks._report import Row, duration, power, size, within
from benchmarks._timing import in_own_process
from clusterdiff.cli._app import run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SECONDS, BYTES = 10.0, 1e9
OUTPUTS = {
    "JSON": ("-o", "out.json"),
    "CSV": ("-o", "out.csv"),
    "elements as CSV": ("-o", "out.txt", "--elements", "moved.csv"),
    "elements as Parquet": ("-o", "out.txt", "--elements", "moved.parquet"),
}


def diff_output(shrink: int) -> Iterator[Row]:
    """A CSV file of elements with ids, half of whose 50,000 clusters are split or merged."""
    n, k = 10**6 // shrink, 50_000 // shrink
    with TemporaryDirectory(prefix="clusterdiff-bench-") as folder:
        file = Path(folder, "both.csv")
        _write(file, n, k)
        for name, words in OUTPUTS.items():
            paths = [str(Path(folder, word)) if "." in word else word for word in words]
            used = in_own_process(_called, str(file), *paths)
            title = f"diff, n = {power(n)}, {k // 2:,} changed clusters, {name}"
            failed = "" if used.value == 0 else f"failed: exit code {used.value}"
            yield within(title, used.seconds, SECONDS, duration, failed)
            yield within(f"{title}: peak memory", used.extra, BYTES, size, failed)


def _write(file: Path, n: int, k: int) -> None:
    """Write labels: a quarter of the clusters is split, half is merged in pairs."""
    random = np.random.default_rng(0)
    before = random.integers(0, k, n)
    cut = (before < k // 4) & (random.random(n) < 0.4)
    joined = (before >= k // 4) & (before < 3 * k // 4)
    after = np.where(cut, k + before, np.where(joined, before // 2 * 2, before))
    rows = zip(before.tolist(), after.tolist(), strict=True)
    lines = (f"cell{i},{x},{y}\n" for i, (x, y) in enumerate(rows))
    with file.open("w", encoding="utf-8") as out:
        out.write("id,before,after\n")
        out.writelines(lines)


def _called(file: str, *words: str) -> Callable[[], int]:
    return lambda: run(["diff", file, "--columns", "before,after", *words])


WORKLOADS = (diff_output,)
