"""Random tables under a null model, and sampling until a mean is accurate enough.

Tables are drawn from their margins wherever that is less work than permuting labels. Each block of
tables has its own random stream, so that the result depends on `rng` only, not on threads or time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff import _kernel
from clusterdiff.chance.table_batch import TableBatch
from clusterdiff.checks import check_integer, check_rng, is_number
from clusterdiff.errors import InputError, OptionError
from clusterdiff.progress import track
from clusterdiff.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from clusterdiff.chance.null_models import NullModel
    from clusterdiff.chance.statistic import Statistic

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

BLOCK = 100
LIMIT = 10**9  # the hypergeometric sampler of numpy requires fewer elements
TOO_LARGE = "random tables are drawn for fewer than 10⁹ elements"
_LEAST = 200
_CELLS = 1 << 22  # of tables that are drawn and held at once
_LOGARITHMS = 20_000_000  # elements up to which Patefield's table of log k! is made


@dataclass(frozen=True)
class RandomSource:
    """Independent random numbers for numbered blocks of work."""

    root: np.random.SeedSequence
    seed: int | None  # the value of `rng` that reproduces the numbers; None for a Generator

    @classmethod
    def of(cls, rng: Any) -> RandomSource:
        """Read the `rng` option: None (seed 0), an integer, or a Generator, which is advanced."""
        check_rng(rng)
        if isinstance(rng, np.random.Generator):
            return cls(np.random.SeedSequence(int(rng.integers(1 << 62))), None)
        seed = 0 if rng is None else rng
        return cls(np.random.SeedSequence(int(seed)), int(seed))

    def block(self, *place: int) -> np.random.Generator:
        """Return the random numbers of one block."""
        own = np.random.SeedSequence(self.root.entropy, spawn_key=place)
        return np.random.default_rng(own)


def check_sampling(samples: int, tolerance: float = 0.0) -> None:
    """Raise for invalid numbers of samples and tolerances."""
    check_integer("samples", samples, 2)
    if not is_number(tolerance) or not tolerance >= 0:
        raise OptionError(f"tolerance must be a number of at least 0, got {tolerance!r}.")


def sampled(
    statistics: Sequence[Statistic],
    table: Table,
    model: NullModel,
    samples: int,
    source: RandomSource,
    enough: Callable[[Floats], bool] | None = None,
) -> Floats:
    """Return values (tables × statistics) of at most `samples` tables, fewer if they suffice."""
    blocks: list[Floats] = []
    sizes = [min(BLOCK, samples - start) for start in range(0, samples, BLOCK)]
    for i, size in enumerate(track(sizes, "drawing random tables")):
        blocks.append(drawn(statistics, table, model, size, source.block(i)))
        if enough is not None and BLOCK * (i + 1) >= _LEAST and enough(np.concatenate(blocks)):
            break
    return np.concatenate(blocks)


def moments(
    values: Floats, slack: float, probabilities: Floats | None = None
) -> tuple[float, float]:
    """Return mean and standard deviation; infinite if a value is infinite.

    Values that differ by no more than `slack` are the same but for rounding.
    """
    if (values == values[0]).all() or np.ptp(values) <= slack:
        return float(values[0]), 0.0
    if not np.isfinite(values).all():
        return float(values.max()), float("inf")
    if probabilities is None:
        return float(values.mean()), float(values.std(ddof=1))
    mean = float(np.sum(probabilities * values))
    return mean, float(np.sum(probabilities * (values - mean) ** 2)) ** 0.5


def drawn(
    statistics: Sequence[Statistic],
    table: Table,
    model: NullModel,
    count: int,
    random: np.random.Generator,
) -> Floats:
    """Return values (tables × statistics) of `count` random tables."""
    out = np.empty((count, len(statistics)))
    at = 0
    for part in _parts(table, model, count, random):
        size = len(part) if isinstance(part, TableBatch) else 1
        for i, s in enumerate(statistics):
            values = part.values(s) if isinstance(part, TableBatch) else s.on(part)
            out[at : at + size, i] = values
        at += size
    return out


def _parts(
    table: Table, model: NullModel, count: int, random: np.random.Generator
) -> Iterator[TableBatch | Table]:
    """Yield random tables, in batches if they are small and have the same margins."""
    if table.n >= LIMIT:
        raise InputError(
            f"{TOO_LARGE}, got {table.n:,}.", "measures with a closed form have no limit"
        )
    a, b = model.sides(table)
    if not model.fixes_margins:
        for _ in range(count):
            rows, cols = a.sizes(random), b.sizes(random)
            if _is_dense(rows, cols, table.n):
                yield TableBatch.of_dense(dense_tables(rows, cols, 1, random))
            else:
                yield shuffled(rows, cols, random)
        return
    rows, cols = a.sizes(random), b.sizes(random)
    if not _is_dense(rows, cols, table.n):
        for _ in range(count):
            yield shuffled(rows, cols, random)
        return
    step = max(1, _CELLS // (len(rows) * len(cols)))
    for start in range(0, count, step):
        yield TableBatch.of_dense(dense_tables(rows, cols, min(step, count - start), random))


def _is_dense(rows: Ints, cols: Ints, n: int) -> bool:
    """Return whether there are fewer cells than elements; otherwise permuting labels is faster."""
    return len(rows) * len(cols) <= min(_CELLS, max(n, 256))


def dense_tables(rows: Ints, cols: Ints, count: int, random: np.random.Generator) -> Ints:
    """Return dense tables with these margins, by Patefield's algorithm or row by row."""
    if len(rows) == 1 or len(cols) == 1:  # the only possible table
        return np.repeat((rows[:, None] * cols[None, :] // rows.sum())[None], count, axis=0)
    if int(rows.sum()) <= _LOGARITHMS:
        from scipy.stats import random_table

        tables = random_table.rvs(rows, cols, size=count, method="patefield", random_state=random)
        return np.asarray(tables, np.int64).reshape(count, len(rows), len(cols))
    out = np.empty((count, len(rows), len(cols)), np.int64)
    for table in out:
        left = cols
        for i, size in enumerate(rows[:-1].tolist()):
            table[i] = random.multivariate_hypergeometric(left, size, method="marginals")
            left = left - table[i]
        table[-1] = left
    return out


def shuffled(rows: Ints, cols: Ints, random: np.random.Generator) -> Table:
    """Return a sparse table with these margins: the labels of b permuted."""
    a = np.repeat(np.arange(len(rows), dtype=np.int64), rows)
    b = random.permutation(np.repeat(np.arange(len(cols), dtype=np.int64), cols))
    names_a, names_b, i, j, counts = _kernel.count_pairs(a, b, None, _kernel.THREADS)
    return Table(len(a), i, j, counts, rows, cols, names_a, names_b)
