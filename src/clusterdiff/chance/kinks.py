"""Measures that are not smooth where numbers are equal, and tables that are near such a place.

The Pair Sets Index divides by the larger of two matched clusters, and purity adds the largest
overlaps. Such a value has two slopes where two sizes, or the two largest overlaps of a cluster, are
equal, and neither gives its standard error.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from clusterdiff.chance.cluster_weights import values_on
from clusterdiff.chance.resampling import scale_power

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from clusterdiff.chance.statistic import Statistic
    from clusterdiff.measures import Measure
    from clusterdiff.table import Table

    Ints = NDArray[np.int64]
    Path = Callable[[int], list[list[int]]]

_PROBE = 1000, 40, 10  # elements that agree, that differ, and the smaller of two steps
_SHARE = 0.35  # of second differences: 1/4 for a smooth value, 1/2 at a kink
_ROUNDING = 1e-9
_NEAR = 4.0  # standard errors of the difference of two sizes
KINKED = "the value is not smooth where matched clusters have equal sizes, as some nearly have"


def at_kink(statistic: Statistic, table: Table) -> str | None:
    """Return why the value is not smooth near this table, or None if it is."""
    return KINKED if _has_equal_sizes(table) and _has_kink(statistic) else None


def _has_equal_sizes(table: Table) -> bool:
    """Return whether the sizes of a cluster and its best match differ by no more than chance."""
    largest = np.zeros(table.shape[0], np.int64)
    np.maximum.at(largest, table.rows, table.counts)
    matched = table.counts == largest[table.rows]
    a, b = table.row_sizes[table.rows[matched]], table.col_sizes[table.cols[matched]]
    apart = (a - table.counts[matched]) + (b - table.counts[matched]).astype(float)
    return bool(np.any(np.abs(a - b) <= _NEAR * np.sqrt(apart + 1)))


def tie_error(statistic: Statistic, table: Table, near: float) -> float:
    """Return how far the value may move because the largest overlaps of clusters are nearly tied.

    Which of them is the largest depends on the sample, and so does the maximum. It is the standard
    error of the share of the elements in overlaps that differ by at most `near` standard errors,
    and 0 for a value without maxima.
    """
    if not _has_maxima(statistic):
        return 0.0
    sides = (table.rows, table.shape[0]), (table.cols, table.shape[1])
    error = max(_tied(groups, size, table, near) for groups, size in sides)
    return error * float(table.n) ** scale_power(statistic)


def _tied(groups: Ints, size: int, table: Table, near: float) -> float:
    largest, second = np.zeros(size, np.int64), np.zeros(size, np.int64)
    order = np.lexsort((table.counts, groups))
    last = np.flatnonzero(np.diff(groups[order], append=-1))
    largest[groups[order][last]] = table.counts[order][last]
    before = last[last > 0] - 1
    same = groups[order][before] == groups[order][last[last > 0]]
    second[groups[order][before[same]]] = table.counts[order][before[same]]
    both = (largest + second).astype(float)
    tied = (second > 0) & (largest - second <= near * np.sqrt(both))
    return float(np.sqrt(np.sum(both[tied]))) / table.n


def _has_kink(statistic: Statistic) -> bool:
    """Return whether the value has a kink where the sizes of matched clusters are equal."""
    return _is_kinked_along(statistic, _sizes)


def _has_maxima(statistic: Statistic) -> bool:
    """Return whether the value has a kink where the two largest overlaps of a cluster are equal."""
    return any(_is_kinked_along(statistic, path) for path in (_overlaps, _overlaps_of_columns))


def _sizes(moved: int) -> list[list[int]]:
    """Return a table in which matched clusters have equal sizes for `moved` = 0."""
    same, other, _ = _PROBE
    return [[same, other + moved], [other - moved, same]]


def _overlaps(moved: int) -> list[list[int]]:
    """Return a table whose two largest overlaps in the first row are equal for `moved` = 0."""
    same, other, _ = _PROBE
    return [[same + moved, same - moved, other], [other, other, 3 * same]]


def _overlaps_of_columns(moved: int) -> list[list[int]]:
    return [list(column) for column in zip(*_overlaps(moved), strict=True)]


def _is_kinked_along(statistic: Statistic, path: Path) -> bool:
    m = statistic.measure
    return _is_kinked(statistic.on, path) if m is None else _measure_is_kinked(m, path)


@lru_cache(maxsize=512)
def _measure_is_kinked(m: Measure, path: Path) -> bool:
    return _is_kinked(m.on, path)


def _is_kinked(value: Callable[[Table], float], path: Path) -> bool:
    """Return whether second differences across 0 are in proportion to the step.

    It is assumed of a value that is not defined for the tables of the probe.
    """
    step = _PROBE[2]
    found = values_on(value, (path(x) for x in (0, step, -step, 2 * step, -2 * step)))
    if found is None:
        return True
    middle, *others = found
    near, far = others[0] + others[1] - 2 * middle, others[2] + others[3] - 2 * middle
    return abs(far) > _ROUNDING * abs(middle) and abs(near) > _SHARE * abs(far)
