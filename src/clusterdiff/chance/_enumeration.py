"""All tables that a null model can give, each with its probability: exact for small tables."""

from __future__ import annotations

from itertools import islice, permutations
from math import factorial, log
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff import calibration
from clusterdiff.chance._random_tables import check_permutes
from clusterdiff.covers import KindTable
from clusterdiff.errors import OptionError
from clusterdiff.sampling import TableBatch
from clusterdiff.summaries._table_counts import log_tables

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from clusterdiff.chance._null_models import NullModel
    from clusterdiff.chance._random_partitions import RandomPartition
    from clusterdiff.sampling import Statistic
    from clusterdiff.table import Table

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]
    Sizes = tuple[int, ...]

_ELEMENTS = 12  # beyond these, partitions without fixed sizes are too many
_STIRLING = 1e6  # counts from which one correction term of Stirling's series suffices


def too_many_tables() -> OptionError:
    """Return the error if all tables cannot be enumerated."""
    most = calibration.ENUMERATED_ON_REQUEST
    return OptionError(f"There are more than {most:,} tables to enumerate.", 'method="sampled"')


def enumerated(
    statistics: Sequence[Statistic], table: Table, model: NullModel, most: int
) -> tuple[Floats, Floats] | None:
    """Return values (tables × statistics) and probabilities of all tables; None if over `most`."""
    if isinstance(table, KindTable):
        return _permuted(statistics, table, model, most)
    if model.fixes_margins and not {1, table.n}.isdisjoint(table.shape):
        # One cluster or only singletons: all tables are the same up to the names of clusters.
        return np.array([[s.on(table) for s in statistics]]), np.ones(1)
    a, b = model.sides(table)
    if _too_many(a, b, most) if model.fixes_margins else a.n > _ELEMENTS:
        return None
    values, probabilities = [], []
    for rows, share_a in a.shapes():
        for cols, share_b in b.shapes():
            found = list(islice(tables_with_margins(rows, cols), most + 1))
            most -= len(found)
            if most < 0:
                return None
            batch = TableBatch.of_dense(np.array(found, np.int64))
            values.append(np.stack([batch.values(s) for s in statistics], axis=1))
            probabilities.append(share_a * share_b * probabilities_of(found))
    return np.concatenate(values), np.concatenate(probabilities)


def _permuted(
    statistics: Sequence[Statistic], table: Any, model: NullModel, most: int
) -> tuple[Floats, Floats] | None:
    """Return the values under all permutations of the elements, which are equally likely."""
    check_permutes(model, table)
    number = factorial(min(table.n, 20))
    if number > most:
        return None
    values = [
        [s.on(permuted) for s in statistics]
        for order in permutations(range(table.n))
        for permuted in [table.permuted(np.array(order, np.int64))]
    ]
    return np.array(values), np.full(number, 1 / number)


def _too_many(a: RandomPartition, b: RandomPartition, most: int) -> bool:
    """Return whether an estimate of the number of tables is far above the limit."""
    (rows, _), (cols, _) = next(a.shapes()), next(b.shapes())
    if len(rows) * len(cols) > most:
        return True
    return log_tables(np.array(rows), np.array(cols)).value > log(most) + 3


def tables_with_margins(rows: Sizes, cols: Sizes) -> Iterator[tuple[Sizes, ...]]:
    """Yield all tables with these margins.

    >>> list(tables_with_margins((2, 1), (1, 2)))
    [((0, 2), (1, 0)), ((1, 1), (0, 1))]
    """
    if len(rows) == 1:
        yield (cols,)
        return
    for first in _rows(rows[0], cols):
        left = tuple(c - x for c, x in zip(cols, first, strict=True))
        for rest in tables_with_margins(rows[1:], left):
            yield (first, *rest)


def _rows(total: int, most: Sizes) -> Iterator[Sizes]:
    """Yield all rows that add up to the total, with no cell above its column sum."""
    if len(most) == 1:
        yield (total,)
        return
    rest_of_row = sum(most[1:])
    for x in range(max(0, total - rest_of_row), min(total, most[0]) + 1):
        for rest in _rows(total - x, most[1:]):
            yield (x, *rest)


def probabilities_of(tables: list[tuple[Sizes, ...]]) -> Floats:
    """Return probabilities proportional to Π 1/n_ij! (the hypergeometric model)."""
    cells = np.array(tables, np.int64)
    logs = -np.sum(_log_factorial_ratios(cells, cells[:1]), axis=(1, 2))
    weights = np.exp(logs - logs.max())
    return np.asarray(weights / weights.sum())


def _log_factorial_ratios(x: Ints, start: Ints) -> Floats:
    """Return log(x!/start!); for large counts, from the difference of Stirling's series.

    As a double, log(10¹²!) has an error of up to 0.004, and log(10¹⁵!) an error of up to 4.
    """
    from scipy.special import gammaln

    step, start = (x - start).astype(float), np.broadcast_to(start, x.shape).astype(float)
    large = np.minimum(x, start) >= _STIRLING
    out: Floats = gammaln(x + 1.0) - gammaln(start + 1)
    d, a = step[large], start[large]
    b = a + d
    out[large] = d * np.log(a) + ((b + 0.5) * np.log1p(d / a) - d) + (1 / b - 1 / a) / 12
    return out
