"""When a standard error over the elements gives a valid interval or test, and why not.

The limits were chosen by simulation on the grid of `benchmarks/coverage.py`, so that 95 % intervals
contain the value of the population about 95 % of the time there. docs/chance.md has the coverage
with other random numbers, and for populations that were not used to choose them.
"""

from __future__ import annotations

from math import isfinite, log1p
from typing import TYPE_CHECKING

import numpy as np

from clusterdiff.chance.statistic import Statistic
from clusterdiff.summaries import Entropies, ExpectedInformation, PairCounts
from clusterdiff.table import Table

if TYPE_CHECKING:
    from clusterdiff.chance.resampling import Spread

FEWEST = 20  # elements
_PER_CLUSTER_OF_PAIRS, _PER_CLUSTER = 2, 8  # mean number of elements per cluster
_BIAS, _EVENNESS = 1.0, 0.4  # in standard errors
_CURVATURE, _CURVATURE_OF_INFORMATION = 0.35, 0.15
_KINK, _PER_CLUSTER_AT_KINK = 0.02, 100  # any kink: a softer limit would select lucky samples
_UNSEEN = 0.8
_REPEATS = 64
BIASED = "the bias of a sample of this size is large beside its standard error"
TIED = "the value is not smooth near these data (tied clusters, or too few elements)"
GROWS = "the value depends on the number of elements"
UNSEEN = "too many cells of the table may hold elements that were not sampled"


def of_pairs(statistic: Statistic) -> bool:
    """Whether the statistic is a function of pair counts."""
    return statistic.summaries == (PairCounts,)


def of_information(statistic: Statistic) -> bool:
    """Whether the statistic is a function of entropies."""
    return not {Entropies, ExpectedInformation}.isdisjoint(statistic.summaries)


def information() -> Statistic:
    """The variation of information in nats, whose spread tells about all functions of entropies."""
    return Statistic.of("variation_of_information[base=e]")


def too_few(statistic: Statistic, table: Table) -> str | None:
    """Why there are too few elements, or None if there are enough."""
    if table.n < FEWEST:
        return f"fewer than {FEWEST} elements"
    least = _PER_CLUSTER_OF_PAIRS if of_pairs(statistic) else _PER_CLUSTER
    if table.n < least * max(table.shape):
        return f"fewer than {least} elements per cluster"
    return None


def unreliable(spread: Spread, *, informed: bool = False) -> str | None:
    """Why the spread of half-samples does not give a valid interval, or None if it does."""
    curvature = _CURVATURE_OF_INFORMATION if informed else _CURVATURE
    if not isfinite(spread.std):
        return "the value of some half-samples is infinite"
    if spread.std == 0:
        return "samples of these elements do not vary"
    if spread.evenness > _EVENNESS:
        return TIED
    if abs(spread.bias) > _BIAS * spread.std or abs(spread.curvature) > curvature * spread.std:
        return BIASED
    return None


def kinked(statistic: Statistic, table: Table, spread: Spread) -> str | None:
    """Why a value that kinks lower it on average needs more elements per cluster, or None.

    An example is the Pair Sets Index, which divides by the larger of two matched clusters, where
    these have equal sizes.
    """
    best = statistic.best(table)
    if best is None or table.n >= _PER_CLUSTER_AT_KINK * max(table.shape):
        return None
    worse = spread.bias * (statistic.on(table) - best) > 0
    return TIED if worse and spread.evenness > _KINK else None


def information_unreliable(table: Table, variation: Spread) -> str | None:
    """Why functions of the entropies of this table have no valid interval, or None if they have.

    Cells that were not sampled lack in the entropy. The share of elements in them is about the
    share of cells with one element (Good 1953), and each lacks at most the logarithm of how many
    unsampled cells there are to one sampled once; the variation of information lacks this twice.
    """
    reason = unreliable(variation, informed=True)
    if reason is not None:
        return reason
    once = int(np.sum(table.counts == 1))
    unseen = table.shape[0] * table.shape[1] - table.nnz
    lack = 2 * once * log1p(unseen / once) / table.n if once else 0.0
    return UNSEEN if lack > _UNSEEN * variation.std else None


def grows(statistic: Statistic, table: Table, value: float, spread: Spread) -> str | None:
    """Whether the value would be another one if every element were repeated."""
    if statistic.measure is None or statistic.measure.scale != "other":
        return None
    if table.n * _REPEATS >= 1 << 62:
        return GROWS
    many = Table.from_counts(table.rows, table.cols, table.counts * _REPEATS)
    distance = abs(statistic.on(many) - value + spread.bias)
    return GROWS if distance > spread.std else None
