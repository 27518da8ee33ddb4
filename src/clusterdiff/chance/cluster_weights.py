"""Measures in which a small cluster counts as much as a large one, and tables that have one.

Such a value is a mean over clusters, or divides by their number. It depends on the few elements of
a small cluster, and on whether a sample has any, which no standard error shows.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from clusterdiff.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from clusterdiff.chance.statistic import Statistic
    from clusterdiff.measures import Measure

_FEWEST = 8  # elements of a cluster
_PROBE = 1000, 40  # elements that agree, and that differ
_SHARE = 0.01  # of the value; an element has a share of less than 0.001


def small_cluster(statistic: Statistic, table: Table) -> str | None:
    """Return why a small cluster makes an interval invalid, or None if none does."""
    fewest = min(int(table.row_sizes.min()), int(table.col_sizes.min()))
    if fewest >= _FEWEST or not weighs_clusters_equally(statistic):
        return None
    return f"fewer than {_FEWEST} elements in a cluster, which counts as much as a large one"


def weighs_clusters_equally(statistic: Statistic) -> bool:
    """Return whether a cluster with one element changes the value by more than its share.

    It is assumed of a value that is not defined for the tables of the probe.
    """
    m = statistic.measure
    return _is_moved(statistic.on) if m is None else _measure_is_moved(m)


@lru_cache(maxsize=512)
def _measure_is_moved(m: Measure) -> bool:
    return _is_moved(m.on)


def _is_moved(value: Callable[[Table], float]) -> bool:
    same, other = _PROBE
    tables = (
        [[same, other], [other, same]],
        [[same, other], [other, same], [1, 0]],
        [[same, other, 1], [other, same, 0]],
        [[same, other, 0], [other, same, 0], [0, 0, 1]],
    )
    found = values_on(value, tables)
    if found is None:
        return True
    without, *others = found
    return max(abs(x - without) for x in others) > _SHARE * max(abs(without), 1.0)


def values_on(
    value: Callable[[Table], float], tables: Iterable[list[list[int]]]
) -> list[float] | None:
    """Return the values for tables that are not those of the user, or None if it fails for one.

    A measure of the user may be defined for two clusters only, or for at most k.
    """
    try:
        return [value(Table.from_matrix(table)) for table in tables]
    except Exception:  # noqa: BLE001  (a function of the user may raise anything)
        return None
