"""Where a standard error of a value is not valid: from the record, or from values on small tables.

The record of a measure says it (`Record.sensitive_to`). Functions and measures of users are
evaluated on tables that show it; what cannot be evaluated there is assumed to be sensitive.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from clusterdiff.intervals._pairs import scaled_value
from clusterdiff.summaries import PairCounts
from clusterdiff.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from clusterdiff.measures import Measure
    from clusterdiff.measures._record import Sensitivity
    from clusterdiff.sampling import Statistic

    Value = Callable[[Table], float]
    Matrix = list[list[int]]

_SAME, _OTHER, _STEP = 1000, 40, 10  # elements that agree, that differ, and the smaller step
_KINK = 0.35  # share of second differences: 1/4 for a smooth value, 1/2 at a kink
_ROUNDING = 1e-9
_MOVED = 0.01  # share of the value; one element has a share of less than 0.001
_PAIRS, _FACTORS, _GROWN = PairCounts(7, 3, 2, 9), (10**8, 10**14), 1e-3


def is_sensitive(statistic: Statistic, to: Sensitivity) -> bool:
    """Return whether a standard error of the value is not valid where the record says `to`."""
    m = statistic.measure
    if m is None:
        return _PROBES[to](statistic.on)
    known = m.facts.sensitive_to
    return _is_sensitive(m, to) if known is None else to in known


@lru_cache(maxsize=512)
def _is_sensitive(m: Measure, to: Sensitivity) -> bool:
    return _depends_on_sum(m) if to == "pairs" else _PROBES[to](m.on)


def _depends_on_sum(m: Measure) -> bool:
    """Return whether a function of pair counts depends on their sum, however large it is."""
    try:
        few, many = (scaled_value(m, _PAIRS, factor) for factor in _FACTORS)
    except Exception:  # noqa: BLE001  (a function of the user may raise anything)
        return True
    return not abs(many - few) <= _GROWN * abs(few)


def _has_maxima(value: Value) -> bool:
    """Return whether the value has two slopes where the largest overlaps of a cluster are equal."""
    return any(_is_kinked(value, path) for path in (_overlaps, _overlaps_of_columns))


def _overlaps(moved: int) -> Matrix:
    """Return a table whose two largest overlaps in the first row are equal for `moved` = 0."""
    return [[_SAME + moved, _SAME - moved, _OTHER], [_OTHER, _OTHER, 3 * _SAME]]


def _overlaps_of_columns(moved: int) -> Matrix:
    return [list(column) for column in zip(*_overlaps(moved), strict=True)]


def _has_kink(value: Value) -> bool:
    """Return whether the value has two slopes where the sizes of matched clusters are equal."""
    return _is_kinked(value, lambda moved: [[_SAME, _OTHER + moved], [_OTHER - moved, _SAME]])


def _is_kinked(value: Value, path: Callable[[int], Matrix]) -> bool:
    """Return whether second differences across 0 are in proportion to the step."""
    found = _values(value, (path(x) for x in (0, _STEP, -_STEP, 2 * _STEP, -2 * _STEP)))
    if found is None:
        return True
    middle, *others = found
    near, far = others[0] + others[1] - 2 * middle, others[2] + others[3] - 2 * middle
    return abs(far) > _ROUNDING * abs(middle) and abs(near) > _KINK * abs(far)


def _weighs_clusters_equally(value: Value) -> bool:
    """Return whether a cluster with one element changes the value by more than its share."""
    tables = (
        [[_SAME, _OTHER], [_OTHER, _SAME]],
        [[_SAME, _OTHER], [_OTHER, _SAME], [1, 0]],
        [[_SAME, _OTHER, 1], [_OTHER, _SAME, 0]],
        [[_SAME, _OTHER, 0], [_OTHER, _SAME, 0], [0, 0, 1]],
    )
    found = _values(value, tables)
    if found is None:
        return True
    without, *others = found
    return max(abs(x - without) for x in others) > _MOVED * max(abs(without), 1.0)


def _values(value: Value, tables: Iterable[Matrix]) -> list[float] | None:
    """Return the values for made-up tables, or None if there is none for one of them.

    A measure of the user may be defined for two clusters only, or for at most k.
    """
    try:
        return [value(Table.from_matrix(table)) for table in tables]
    except Exception:  # noqa: BLE001  (a function of the user may raise anything)
        return None


_PROBES: dict[str, Callable[[Value], bool]] = {
    "ties": _has_maxima,
    "equal_sizes": _has_kink,
    "small_clusters": _weighs_clusters_equally,
}
