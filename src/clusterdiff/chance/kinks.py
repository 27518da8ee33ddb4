"""Measures with a kink where matched clusters have equal sizes, and tables that are near it.

An example is the Pair Sets Index, which divides by the larger of two matched clusters. Such a value
has two slopes where their sizes are equal, and neither gives its standard error.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from clusterdiff.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from clusterdiff.chance.statistic import Statistic
    from clusterdiff.measures import Measure

    Ints = NDArray[np.int64]

_PROBE = 1000, 40, 10  # elements that agree, that differ, and the smaller of two steps
_SHARE = 0.35  # of second differences: 1/4 for a smooth value, 1/2 at a kink
_ROUNDING = 1e-9
_TIE = 2.0  # standard errors of the difference of two overlaps
_NEAR = 4.0  # standard errors of the difference of two sizes
KINKED = "the value is not smooth where matched clusters have equal sizes, as some nearly have"


def at_kink(statistic: Statistic, table: Table) -> str | None:
    """Why the value is not smooth near this table, or None if it is."""
    return KINKED if _has_equal_sizes(table) and _has_kink(statistic) else None


def _has_equal_sizes(table: Table) -> bool:
    """Whether a cluster and its best match have sizes that differ by no more than by chance."""
    largest = np.zeros(table.shape[0], np.int64)
    np.maximum.at(largest, table.rows, table.counts)
    matched = table.counts == largest[table.rows]
    a, b = table.row_sizes[table.rows[matched]], table.col_sizes[table.cols[matched]]
    apart = (a - table.counts[matched]) + (b - table.counts[matched]).astype(float)
    return bool(np.any(np.abs(a - b) <= _NEAR * np.sqrt(apart + 1)))


def tie_error(table: Table) -> float:
    """Standard error of the shares of elements in clusters whose largest overlaps are nearly tied.

    Which of them is the largest depends on the sample, and so does the maximum.
    """
    sides = (table.rows, table.shape[0]), (table.cols, table.shape[1])
    return max(_tied(groups, size, table) for groups, size in sides)


def _tied(groups: Ints, size: int, table: Table) -> float:
    largest, second = np.zeros(size, np.int64), np.zeros(size, np.int64)
    order = np.lexsort((table.counts, groups))
    last = np.flatnonzero(np.diff(groups[order], append=-1))
    largest[groups[order][last]] = table.counts[order][last]
    before = last[last > 0] - 1
    same = groups[order][before] == groups[order][last[last > 0]]
    second[groups[order][before[same]]] = table.counts[order][before[same]]
    both = (largest + second).astype(float)
    near = (second > 0) & (largest - second <= _TIE * np.sqrt(both))
    return float(np.sqrt(np.sum(both[near]))) / table.n


def _has_kink(statistic: Statistic) -> bool:
    """Whether the value has a kink where sizes are equal."""
    m = statistic.measure
    return _is_kinked(statistic.on) if m is None else _measure_is_kinked(m)


@lru_cache(maxsize=512)
def _measure_is_kinked(m: Measure) -> bool:
    return _is_kinked(m.on)


def _is_kinked(value: Callable[[Table], float]) -> bool:
    """Whether second differences across equal sizes are in proportion to the step."""
    same, other, step = _PROBE

    def at(moved: int) -> float:
        return value(Table.from_matrix([[same, other + moved], [other - moved, same]]))

    middle = at(0)
    near, far = (at(x) + at(-x) - 2 * middle for x in (step, 2 * step))
    return abs(far) > _ROUNDING * abs(middle) and abs(near) > _SHARE * abs(far)
