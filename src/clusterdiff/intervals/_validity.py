"""When a standard error over the elements gives a valid interval or test, and why not.

The limits are in `clusterdiff.calibration`. Besides few elements and a large bias, three properties
of measures make a standard error invalid. The Pair Sets Index divides by the larger of two matched
clusters, and purity adds the largest overlaps: such a value has two slopes where two sizes, or the
two largest overlaps of a cluster, are equal, and neither gives its standard error. A mean over
clusters depends on the few elements of a small cluster, and on whether a sample has any.
"""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

import numpy as np

from clusterdiff import calibration
from clusterdiff.intervals._half_samples import scale_power
from clusterdiff.intervals._information import is_of_entropies, unseen_clusters
from clusterdiff.intervals._probe import is_sensitive
from clusterdiff.summaries import Entropies, ExpectedInformation, Overlaps, PairCounts
from clusterdiff.table import Table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.intervals._half_samples import Spread
    from clusterdiff.intervals._information import InformationSpread
    from clusterdiff.sampling import Statistic

    Ints = NDArray[np.int64]

BIASED = "the bias of a sample of this size is large relative to its standard error"
TIED = "the value is not smooth near these data (tied clusters, or too few elements)"
GROWS = "the value depends on the number of elements"
FEW_CHANGES = "too few elements differ, and the best value depends on the data"
KINKED = "it divides by the larger of two sizes: where they agree, a sample of any size is biased"
UNSEEN = "too many cells of the table may hold elements that were not sampled"


def of_pairs(statistic: Statistic) -> bool:
    """Return whether the statistic is a function of pair counts."""
    return statistic.summaries == (PairCounts,)


def too_few(statistic: Statistic, table: Table) -> str | None:
    """Return why there are too few elements, or None if there are enough."""
    if table.n < calibration.MIN_ELEMENTS:
        return f"fewer than {calibration.MIN_ELEMENTS} elements"
    closed = {PairCounts, Entropies, ExpectedInformation}
    if min(table.shape) == 1 and not closed.isdisjoint(statistic.summaries):
        which = "both clusterings have" if table.nnz == 1 else "a clustering has"
        return f"{which} a single cluster"
    least = calibration.MIN_PER_CLUSTER
    if of_pairs(statistic):
        least = calibration.MIN_PER_CLUSTER_OF_PAIRS
    elif is_of_entropies(statistic):
        least = calibration.MIN_PER_CLUSTER_OF_ENTROPIES
    if table.n < least * max(table.shape):
        return f"fewer than {least} elements per cluster"
    sides = zip(table.shape, (table.row_sizes, table.col_sizes), strict=True)
    if table.n < least * max(seen + unseen_clusters(sizes) for seen, sizes in sides):
        return f"fewer than {least} elements per cluster, with those that were not sampled"
    return None


def few_outside(statistic: Statistic, table: Table) -> str | None:
    """Return why too few elements are outside of the largest cluster for a standard error, or None.

    It concerns pair counts and entropies.
    """
    least = calibration.MIN_OUTSIDE_LARGEST
    outside = table.n - max(int(table.row_sizes.max()), int(table.col_sizes.max()))
    if outside >= least or not (of_pairs(statistic) or is_of_entropies(statistic)):
        return None
    return f"fewer than {least} elements are outside of the largest cluster"


def unreliable(spread: Spread) -> str | None:
    """Return why the spread of half-samples does not give a valid interval, or None if it does."""
    if reason := no_spread(spread):
        return reason
    if spread.evenness > calibration.MAX_EVENNESS:
        return TIED
    if (
        abs(spread.bias) > calibration.MAX_BIAS * spread.std
        or abs(spread.curvature) > calibration.MAX_CURVATURE * spread.std
    ):
        return BIASED
    return None


def information_unreliable(found: InformationSpread) -> str | None:
    """Return why a function of entropies has no valid interval, or None if it has one.

    The entropy lacks the cells that were not sampled. Their effect on the value must be small.
    """
    if reason := no_spread(found.spread):
        return reason
    if found.spread.evenness > calibration.MAX_EVENNESS:
        return TIED
    if is_unseen(found, found.spread):
        return UNSEEN
    if abs(found.spread.bias) > calibration.MAX_BIAS_OF_INFORMATION * found.spread.std:
        return BIASED
    return grows_with_information(found)


def grows_with_information(found: InformationSpread) -> str | None:
    """Return a reason if a function of entropies contains the number of elements, or None."""
    most = min(found.spread.std, (1 - calibration.MIN_KEPT) * abs(found.value))
    return GROWS if found.growth > most else None


def few_changes(statistic: Statistic, table: Table) -> str | None:
    """Return why there is no interval near a best value that depends on the data, or None.

    There are no score limits for it, and a normal curve needs several changed elements.
    """
    if statistic.has_fixed_best() or statistic.direction == "description":
        return None
    overlaps = Overlaps.of(table)
    changed = table.n - min(overlaps.kept_a, overlaps.kept_b)
    return FEW_CHANGES if changed < calibration.MIN_CHANGED else None


def is_unseen(found: InformationSpread, spread: Spread) -> bool:
    """Return whether the bias due to cells that were not sampled may be large."""
    return found.missed > calibration.MAX_UNSEEN * spread.std


def no_spread(spread: Spread) -> str | None:
    """Return why there is no standard error (it is 0 or infinite), or None if there is one."""
    if not isfinite(spread.std):
        return "the standard error is infinite"
    return "samples of these elements do not vary" if spread.std == 0 else None


def grows(statistic: Statistic, table: Table, value: float, spread: Spread) -> str | None:
    """Return a reason if the value would change when every element is repeated, or None."""
    if statistic.measure is None or statistic.measure.scale != "other":
        return None
    if table.n * calibration.REPEATS >= 1 << 62:
        return GROWS
    many = statistic.on(
        Table.from_counts(table.rows, table.cols, table.counts * calibration.REPEATS)
    )
    best = statistic.best(table) if statistic.has_fixed_best() else None
    # The MUC score of any two clusterings tends to 1; with few elements, so does its distance from
    # 1, but its standard error is of the same size.
    vanishes = best is not None and abs(many - best) < calibration.MIN_KEPT * abs(value - best)
    return GROWS if vanishes or abs(many - value + spread.bias) > spread.std else None


def grows_with_pairs(statistic: Statistic) -> str | None:
    """Return a reason if a function of pair counts depends on their sum, however large it is."""
    return GROWS if of_pairs(statistic) and is_sensitive(statistic, "pairs") else None


def at_kink(statistic: Statistic, table: Table) -> str | None:
    """Return why the value is not smooth near this table, or None if it is."""
    return KINKED if _has_equal_sizes(table) and is_sensitive(statistic, "equal_sizes") else None


def _has_equal_sizes(table: Table) -> bool:
    """Return whether the sizes of a cluster and its best match differ by no more than chance."""
    largest = np.zeros(table.shape[0], np.int64)
    np.maximum.at(largest, table.rows, table.counts)
    matched = table.counts == largest[table.rows]
    a, b = table.row_sizes[table.rows[matched]], table.col_sizes[table.cols[matched]]
    apart = (a - table.counts[matched]) + (b - table.counts[matched]).astype(float)
    return bool(np.any(np.abs(a - b) <= calibration.NEAR_EQUAL_SIZES * np.sqrt(apart + 1)))


def tie_error(statistic: Statistic, table: Table, near: float) -> float:
    """Return how far the value may move because the largest overlaps of clusters are nearly tied.

    Which of them is the largest depends on the sample, and so does the maximum. It is the standard
    error of the share of the elements in overlaps that differ by at most `near` standard errors,
    and 0 for a value without maxima.
    """
    if not is_sensitive(statistic, "ties"):
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


def small_cluster(statistic: Statistic, table: Table) -> str | None:
    """Return why a small cluster makes an interval invalid, or None if none does."""
    least = calibration.MIN_SMALLEST_CLUSTER
    fewest = min(int(table.row_sizes.min()), int(table.col_sizes.min()))
    if fewest >= least or not is_sensitive(statistic, "small_clusters"):
        return None
    return f"fewer than {least} elements in a cluster, which counts as much as a large one"
