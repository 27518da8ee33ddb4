"""All tables that chance can give, each with its probability: exact for small tables."""

from __future__ import annotations

from itertools import islice
from math import lgamma, log
from typing import TYPE_CHECKING

import numpy as np

from clusterdiff.chance._nulls import FixedSizes
from clusterdiff.chance._stack import Stack
from clusterdiff.summaries.encodings import log_tables

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from clusterdiff.chance._nulls import Side
    from clusterdiff.chance._subject import Subject

    Floats = NDArray[np.float64]
    Sizes = tuple[int, ...]

_ELEMENTS = 12  # beyond these, partitions without fixed sizes are too many anyway


def enumerated(subjects: Sequence[Subject], sides: tuple[Side, Side], most: int) -> tuple[Floats, Floats] | None:
    """Values (tables × subjects) and probabilities of all tables, or None if there are more than `most`."""
    a, b = sides
    fixed = isinstance(a, FixedSizes) and isinstance(b, FixedSizes)
    if _too_many(a, b, most) if fixed else a.n > _ELEMENTS:
        return None
    values, chances = [], []
    for rows, chance_a in a.shapes():
        for cols, chance_b in b.shapes():
            found = list(islice(_tables(rows, cols), most + 1))
            most -= len(found)
            if most < 0:
                return None
            stack = Stack.of_dense(np.array(found, np.int64))
            values.append(np.stack([stack.values(s) for s in subjects], axis=1))
            chances.append(chance_a * chance_b * _chances(found))
    return np.concatenate(values), np.concatenate(chances)


def _too_many(a: Side, b: Side, most: int) -> bool:
    """Whether an estimate of the number of tables is far above what may be listed."""
    (rows, _), (cols, _) = next(a.shapes()), next(b.shapes())
    return len(rows) * len(cols) > most or log_tables(np.array(rows), np.array(cols), a.n) > log(most) + 3


def _tables(rows: Sizes, cols: Sizes) -> Iterator[tuple[Sizes, ...]]:
    """All tables with these margins.

    >>> list(_tables((2, 1), (1, 2)))
    [((0, 2), (1, 0)), ((1, 1), (0, 1))]
    """
    if len(rows) == 1:
        yield (cols,)
        return
    for first in _rows(rows[0], cols):
        left = tuple(c - x for c, x in zip(cols, first, strict=True))
        for rest in _tables(rows[1:], left):
            yield (first, *rest)


def _rows(total: int, most: Sizes) -> Iterator[Sizes]:
    """All rows that add up to the total, no cell above its column."""
    if len(most) == 1:
        yield (total,)
        return
    room = sum(most[1:])
    for x in range(max(0, total - room), min(total, most[0]) + 1):
        for rest in _rows(total - x, most[1:]):
            yield (x, *rest)


def _chances(tables: list[tuple[Sizes, ...]]) -> Floats:
    """Probabilities in proportion to Π 1/n_ij!, which is what the hypergeometric model gives."""
    logs = np.array([-sum(lgamma(x + 1) for row in table for x in row) for table in tables])
    weights = np.exp(logs - logs.max())
    return np.asarray(weights / weights.sum())
