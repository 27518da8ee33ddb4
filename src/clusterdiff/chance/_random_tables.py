"""Random tables under a null model, and mean and standard deviation of the values on them.

Tables are drawn from their margins wherever that is less work than permuting labels.
"""

from __future__ import annotations

from math import isfinite, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff import _kernel, calibration
from clusterdiff.chance._results import Expected
from clusterdiff.covers import KindTable
from clusterdiff.errors import InputError, OptionError
from clusterdiff.progress import track
from clusterdiff.sampling import (
    LIMIT,
    TOO_LARGE,
    RandomSource,
    TableBatch,
    cost_of_drawing,
    cost_of_value,
    is_dense,
    is_permuted,
)
from clusterdiff.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from clusterdiff.chance._null_models import NullModel
    from clusterdiff.sampling import Statistic

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

BLOCK = 100  # tables with a random stream of their own, fewer if they take long
_LOGARITHMS = 20_000_000  # elements up to which Patefield's table of log k! is made


def sampled(
    statistics: Sequence[Statistic],
    table: Table,
    model: NullModel,
    n_samples: int,
    source: RandomSource,
    enough: Callable[[Floats], bool] | None = None,
) -> Floats:
    """Return values (tables × statistics) of at most `n_samples` tables, fewer if they suffice."""
    blocks: list[Floats] = []
    cost = cost_of_drawing(table) + sum(cost_of_value(s, table) for s in statistics)
    step = min(BLOCK, max(1, int(calibration.BLOCK_OPERATIONS / cost)))
    starts = range(0, n_samples, step)
    for i, start in enumerate(track(starts, "drawing random tables")):
        size = min(step, n_samples - start)
        blocks.append(drawn(statistics, table, model, size, source.block(i)))
        if (
            enough is not None
            and start + size >= calibration.MIN_SAMPLES
            and enough(np.concatenate(blocks))
        ):
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
    part: Any
    for part in _parts(table, model, count, random):
        size = len(part) if isinstance(part, TableBatch) else 1
        for i, s in enumerate(statistics):
            values = part.values(s) if isinstance(part, TableBatch) else s.on(part)
            out[at : at + size, i] = values
        at += size
    return out


def _parts(
    table: Table | KindTable, model: NullModel, count: int, random: np.random.Generator
) -> Iterator[TableBatch | Table | KindTable]:
    """Yield random tables, in batches if they are small and have the same margins."""
    if table.n >= LIMIT:
        raise InputError(
            f"{TOO_LARGE}, got {table.n:,}.", "measures with a closed form have no limit"
        )
    if isinstance(table, KindTable):
        check_permutes(model, table)
        for _ in range(count):
            yield table.permuted(random.permutation(table.n))
        return
    a, b = model.sides(table)
    if not model.fixes_margins:
        for _ in range(count):
            rows, cols = a.sizes(random), b.sizes(random)
            if is_dense(len(rows), len(cols), table.n):
                yield TableBatch.of_dense(dense_tables(rows, cols, 1, random))
            else:
                yield shuffled(rows, cols, random)
        return
    rows, cols = a.sizes(random), b.sizes(random)
    if not is_dense(len(rows), len(cols), table.n):
        for _ in range(count):
            yield shuffled(rows, cols, random)
        return
    step = max(1, calibration.DENSE_CELLS // (len(rows) * len(cols)))
    for start in range(0, count, step):
        drawn = dense_tables(rows, cols, min(step, count - start), random)
        yield TableBatch.of_dense(drawn, like=table)


def check_permutes(model: NullModel, table: KindTable) -> None:
    """Raise if a null model of partitions is to be applied to clusterings of another kind."""
    if not model.fixes_margins:
        raise OptionError(
            f"{model.name} is a null model of partitions, not of a {table.clustering.__kind__}.",
            'null="permutation"',
        )


def dense_tables(rows: Ints, cols: Ints, count: int, random: np.random.Generator) -> Ints:
    """Return dense tables with these margins.

    The labels of few elements are permuted; otherwise, cells are drawn by the algorithm of
    Patefield (1981, AS 159), or row by row.
    """
    n = int(rows.sum())
    if len(rows) == 1 or len(cols) == 1:  # the only possible table
        return np.repeat((rows[:, None] * cols[None, :] // n)[None], count, axis=0)
    if is_permuted(len(rows), len(cols), n):
        seeds = random.integers(0, 1 << 64, count, np.uint64)
        a, b = (np.ascontiguousarray(side, np.int64) for side in (rows, cols))
        flat = _kernel.random_tables(a, b, seeds, _kernel.THREADS)
        return flat.reshape(count, len(rows), len(cols))
    if n <= _LOGARITHMS:
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


def from_samples(
    statistic: Statistic, table: Table, values: Floats, model: NullModel, source: RandomSource
) -> Expected:
    """Return mean and standard deviation of sampled values, with a note if one is not determined.

    If few tables differ from the most common value, the other values are too rare to estimate the
    standard deviation. The error of the mean is then about the effect of one such table: the
    distance from the mean to the observed (or best) value, or to a bound if these equal the mean,
    divided by the number of tables.
    """
    count = len(values)
    slack = statistic.rounding(table, values)
    mean, std = moments(values, slack)
    ends = statistic.on(table), statistic.best(table)
    bounds = statistic.bounds(table)
    error = error_of_mean(values, std, slack, ends) or error_of_mean(values, std, slack, bounds)
    differing = _differing(values, slack)
    note = None
    if differing < min(calibration.MIN_DIFFERING, count - 1) and isfinite(mean):
        same = "all" if differing == 0 else f"{count - differing:,} of"
        note = f"the spread is not determined: {same} {count:,} random tables gave the same value"
    return Expected(
        measure=statistic.name,
        value=mean,
        std=None if note else std,
        error=error,
        method="sampling",
        null=model.name,
        n_samples=count,
        seed=source.seed,
        note=note,
    )


def error_of_mean(
    values: Floats, std: float, slack: float, ends: tuple[float | None, ...]
) -> float:
    """Return the standard error of a mean; at least the effect of one table if few differ."""
    error, mean = std / sqrt(len(values)), float(values[0])
    enough = min(calibration.MIN_DIFFERING, len(values) - 1)
    if _differing(values, slack) >= enough or not isfinite(std):
        return error
    distances = (abs(x - mean) for x in ends if x is not None and isfinite(x))
    return max(error, max(distances, default=0.0) / len(values))


def _differing(values: Floats, slack: float) -> int:
    """Return how many values differ from the most common one by more than rounding."""
    distinct, counts = np.unique(values, return_counts=True)
    common = distinct[np.argmax(counts)]
    others = values[values != common]
    return int(np.sum(np.abs(others - common) > slack))
