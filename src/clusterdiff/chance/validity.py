"""When a standard error over the elements gives a valid interval or test, and why not.

The limits were chosen by simulation on the grid of `benchmarks/coverage.py`, so that 95 % intervals
contain the value of the population about 95 % of the time there. docs/chance.md has the coverage
with other random numbers, and for populations that were not used to choose them.
"""

from __future__ import annotations

from functools import lru_cache
from math import isfinite
from typing import TYPE_CHECKING

from clusterdiff.chance.information_spread import is_of_entropies, unseen_clusters
from clusterdiff.chance.pair_spread import scaled_value
from clusterdiff.summaries import Entropies, ExpectedInformation, Overlaps, PairCounts
from clusterdiff.table import Table

if TYPE_CHECKING:
    from clusterdiff.chance.information_spread import InformationSpread
    from clusterdiff.chance.resampling import Spread
    from clusterdiff.chance.statistic import Statistic
    from clusterdiff.measures import Measure

FEWEST = 20  # elements
_FEWEST_OUTSIDE = 10  # elements that are not in the largest cluster
_PER_CLUSTER_OF_PAIRS, _PER_CLUSTER = 2, 8  # mean number of elements per cluster
_BIAS, _EVENNESS = 1.0, 0.4  # in standard errors
_BIAS_OF_INFORMATION = 2.5  # it is known to a small part of itself
_CURVATURE = 0.35
_UNSEEN = 0.5  # standard errors
_FEWEST_CHANGES = 12
_REPEATS = 64
_KEPT = 0.75  # of the distance from the best value, if every element is repeated
_PAIRS_PROBE, _FACTORS, _SAME = (7, 3, 2, 9), (10**8, 10**14), 1e-3
AT_BEST = "the value is the best one, though the clusterings differ"
BIASED = "the bias of a sample of this size is large beside its standard error"
TIED = "the value is not smooth near these data (tied clusters, or too few elements)"
DEGENERATE = "its distribution is skewed: it is close to an extreme for clusters of these sizes"
GROWS = "the value depends on the number of elements"
FEW_CHANGES = "too few elements differ, and the best value depends on the data"
UNSEEN = "too many cells of the table may hold elements that were not sampled"


def of_pairs(statistic: Statistic) -> bool:
    """Return whether the statistic is a function of pair counts."""
    return statistic.summaries == (PairCounts,)


def has_closed_spread(statistic: Statistic) -> bool:
    """Return whether the standard error over the elements has a closed form."""
    return of_pairs(statistic) or is_of_entropies(statistic)


def too_few(statistic: Statistic, table: Table) -> str | None:
    """Return why there are too few elements, or None if there are enough."""
    if table.n < FEWEST:
        return f"fewer than {FEWEST} elements"
    closed = {PairCounts, Entropies, ExpectedInformation}
    if min(table.shape) == 1 and not closed.isdisjoint(statistic.summaries):
        which = "both clusterings have" if table.nnz == 1 else "a clustering has"
        return f"{which} a single cluster"
    outside = table.n - max(int(table.row_sizes.max()), int(table.col_sizes.max()))
    if outside < _FEWEST_OUTSIDE and not closed.isdisjoint(statistic.summaries):
        return f"fewer than {_FEWEST_OUTSIDE} elements are outside of the largest cluster"
    least = _PER_CLUSTER_OF_PAIRS if of_pairs(statistic) else _PER_CLUSTER
    if table.n < least * max(table.shape):
        return f"fewer than {least} elements per cluster"
    sides = zip(table.shape, (table.row_sizes, table.col_sizes), strict=True)
    if table.n < least * max(seen + unseen_clusters(sizes) for seen, sizes in sides):
        return f"fewer than {least} elements per cluster, with those that were not sampled"
    return None


def unreliable(spread: Spread) -> str | None:
    """Return why the spread of half-samples does not give a valid interval, or None if it does."""
    if reason := no_spread(spread):
        return reason
    if spread.evenness > _EVENNESS:
        return TIED
    if abs(spread.bias) > _BIAS * spread.std or abs(spread.curvature) > _CURVATURE * spread.std:
        return BIASED
    return None


def information_unreliable(found: InformationSpread) -> str | None:
    """Return why a function of the entropies of a table has no valid interval, or None if it has.

    Cells that were not sampled lack in the entropy; what this may make of the value must be small.
    """
    if reason := no_spread(found.spread):
        return reason
    if found.spread.evenness > _EVENNESS:
        return TIED
    if is_unseen(found, found.spread):
        return UNSEEN
    if abs(found.spread.bias) > _BIAS_OF_INFORMATION * found.spread.std:
        return BIASED
    return GROWS if found.growth > min(found.spread.std, (1 - _KEPT) * abs(found.value)) else None


def few_changes(statistic: Statistic, table: Table) -> str | None:
    """Return why a value whose best depends on the data has no interval near it, or None.

    There are no score limits for it, and a normal curve needs several changed elements.
    """
    if statistic.has_fixed_best() or statistic.direction == "description":
        return None
    overlaps = Overlaps.of(table)
    changed = table.n - min(overlaps.kept_a, overlaps.kept_b)
    return FEW_CHANGES if changed < _FEWEST_CHANGES else None


def is_unseen(found: InformationSpread, spread: Spread) -> bool:
    """Return whether cells that were not sampled may matter beside a standard error."""
    return found.missed > _UNSEEN * spread.std


def no_spread(spread: Spread) -> str | None:
    """Return why a standard error is not one, or None if it is."""
    if not isfinite(spread.std):
        return "the standard error is infinite"
    return "samples of these elements do not vary" if spread.std == 0 else None


def grows(statistic: Statistic, table: Table, value: float, spread: Spread) -> str | None:
    """Return whether the value would be another one if every element were repeated."""
    if statistic.measure is None or statistic.measure.scale != "other":
        return None
    if table.n * _REPEATS >= 1 << 62:
        return GROWS
    many = statistic.on(Table.from_counts(table.rows, table.cols, table.counts * _REPEATS))
    best = statistic.best(table) if statistic.has_fixed_best() else None
    # The MUC score of any two clusterings tends to 1; with few elements, so does its distance from
    # 1, but its standard error is of the same size.
    vanishes = best is not None and abs(many - best) < _KEPT * abs(value - best)
    return GROWS if vanishes or abs(many - value + spread.bias) > spread.std else None


def grows_with_pairs(statistic: Statistic) -> str | None:
    """Return whether a function of pair counts depends on their sum, however large it is."""
    m = statistic.measure
    return GROWS if m is not None and of_pairs(statistic) and _depends_on_sum(m) else None


@lru_cache(maxsize=512)
def _depends_on_sum(m: Measure) -> bool:
    try:
        few, many = (scaled_value(m, PairCounts(*_PAIRS_PROBE), factor) for factor in _FACTORS)
    except Exception:  # noqa: BLE001  (a function of the user may raise anything)
        return True
    return not abs(many - few) <= _SAME * abs(few)
