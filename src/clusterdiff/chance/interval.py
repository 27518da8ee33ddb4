"""interval: confidence intervals for a measure, over the elements."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from clusterdiff.chance.cluster_weights import small_cluster
from clusterdiff.chance.information_spread import information_spread, is_of_entropies
from clusterdiff.chance.kinks import at_kink, tie_error
from clusterdiff.chance.limits import quantile, value_limits
from clusterdiff.chance.pair_spread import pair_spread
from clusterdiff.chance.resampling import (
    few_errors,
    half_samples,
    one_error,
    scale_power,
    spread_of,
)
from clusterdiff.chance.results import Interval
from clusterdiff.chance.sampling import RandomSource, check_sampling
from clusterdiff.chance.statistic import MeasureLike, read_call
from clusterdiff.chance.table_batch import TableBatch
from clusterdiff.chance.validity import (
    AT_BEST,
    BIASED,
    DEGENERATE,
    GROWS,
    TIED,
    few_changes,
    grows,
    grows_with_pairs,
    has_closed_spread,
    information_unreliable,
    no_spread,
    of_pairs,
    too_few,
    unreliable,
)
from clusterdiff.checks import check_share
from clusterdiff.labels import takes_selection

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Unpack

    from numpy.typing import NDArray

    from clusterdiff.chance.options import IntervalOptions, Other, Several, Sides
    from clusterdiff.chance.resampling import Spread
    from clusterdiff.chance.statistic import Statistic
    from clusterdiff.labels import LabelsLike, LabelsOptions
    from clusterdiff.table import Table

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

LEVEL, SAMPLES = 0.95, 200
_NEAR_TIE = 2.5  # standard errors of the difference of two overlaps
_TIES = 1.75  # standard errors by which nearly tied overlaps may move the value


@overload
def interval(
    a: Sides, b: Other, measure: MeasureLike, **options: Unpack[IntervalOptions]
) -> Interval: ...
@overload
def interval(
    a: Sides, b: Other, measure: Several, **options: Unpack[IntervalOptions]
) -> tuple[Interval, ...]: ...
@overload
def interval(
    a: Sides, b: Other = None, measure: Any = None, **options: Unpack[IntervalOptions]
) -> Any: ...
@takes_selection
def interval(
    a: LabelsLike | Table,
    b: LabelsLike | None = None,
    measure: MeasureLike | Iterable[MeasureLike] | None = None,
    *,
    level: float = LEVEL,
    samples: int = SAMPLES,
    rng: int | np.random.Generator | None = None,
    **options: Unpack[LabelsOptions],
) -> Any:
    """Return a confidence interval for a measure, or the reason why there is none.

    The elements are assumed to be a random sample of a population whose clusters have many elements
    each, and the interval is for the value of the population. An element with the weight w counts
    as w sampled elements. If no valid interval is known for the data, it is withheld.

    Parameters
    ----------
    a : labels or Table
        A clustering, or the table of two clusterings.
    b : labels, optional
        Another clustering of the same elements, unless `a` is a table.
    measure : str, Measure, callable or list of these, default=None
        A name, a measure, or a function of two label arrays; None is an error. A list gives a
        tuple of results, computed from the same half-samples.
    level : float, default=0.95
        Confidence level.
    samples : int, default=200
        Number of half-samples, for measures of neither pair counts nor entropies.
    rng : int, numpy.random.Generator or None, default=None
        Seed or source of random numbers. None is the seed 0.
    {selection}

    Returns
    -------
    Interval or tuple of Interval
        The limits, or None and a `reason`. An interval always contains the value.

    Raises
    ------
    OptionError
        If an option is invalid.

    See Also
    --------
    compare_two : Test which of two clusterings is closer to a reference.
    significance : The p-value of a measure under a null model.

    Notes
    -----
    Measures of pair counts are functions of U-statistics, whose variance has a closed form. The
    jackknife variance and the bias of functions of entropies also have closed forms. For all other
    measures, the elements are repeatedly divided into random halves; the values of the halves
    estimate the variance and the bias. The limits are those of Wilson's score interval with an
    effective number of elements. They stay within the bounds of the measure and are not degenerate
    for equal clusterings.

    Examples
    --------
    >>> interval([0] * 20 + [1] * 20, [0] * 18 + [1] * 22, "ari")
    adjusted_rand: 0.8051, 95 % [0.4641, 0.9671] (U-statistics)
    >>> interval([0, 0, 1, 1], [0, 0, 1, 2], "ari")
    adjusted_rand: 0.5714, 95 % withheld (fewer than 20 elements)
    """
    check_sampling(samples)
    level = check_level(level)
    source = RandomSource.of(rng)
    statistics, several, table = read_call(a, b, measure, dict(options))
    found = intervals(statistics, table, level, samples, source)
    return tuple(found) if several else found[0]


def check_level(level: float) -> float:
    """Return a confidence level as a float; raise if the value is none."""
    return check_share("level", level, hint="level=0.95")


def intervals(
    statistics: Sequence[Statistic], table: Table, level: float, samples: int, source: RandomSource
) -> list[Interval]:
    """Return the intervals of several statistics of one table."""
    equal = table.nnz == table.shape[0] == table.shape[1]
    if table.nnz == 1:
        return [_of_equal(s, table, too_few(s, table), level) for s in statistics]
    likely = few_errors(table) if equal else table
    reasons = [_why_not(s, table) for s in statistics]
    halves = [
        s
        for s, x in zip(statistics, reasons, strict=True)
        if x is None and not has_closed_spread(s)
    ]
    sampled = iter(half_spreads(halves, likely, samples, source))
    out = []
    for s, reason in zip(statistics, reasons, strict=True):
        spread, why = None, reason
        if reason is None:
            spread, why = _closed_spread(s, likely) if has_closed_spread(s) else next(sampled)
        if equal and s.has_fixed_best():
            out.append(_of_equal(s, table, why, level))
        else:
            out.append(_of_unequal(s, table, spread, why, level, source))
    return out


def method_of(s: Statistic, sampled: str = "half-samples") -> str:
    """Return the name of the method that gives the standard error."""
    return "U-statistics" if of_pairs(s) else "jackknife" if is_of_entropies(s) else sampled


def _why_not(s: Statistic, table: Table) -> str | None:
    """Return why there is no interval, whatever the standard error, or None if there may be one."""
    rough = None if has_closed_spread(s) else small_cluster(s, table) or at_kink(s, table)
    return too_few(s, table) or rough or few_changes(s, table) or _no_value(s, table)


def _no_value(s: Statistic, table: Table) -> str | None:
    return None if isfinite(s.on(table)) else "the value is infinite"


def half_spreads(
    statistics: Sequence[Statistic], table: Table, samples: int, source: RandomSource
) -> list[tuple[Spread, str | None]]:
    """Return the spread of each statistic over half-samples, and why it is not valid, if so."""
    if not statistics:
        return []

    def values(counts: Ints) -> Floats:
        batch = TableBatch(counts, table.rows, table.cols, table.shape)
        return np.stack([batch.values(s) for s in statistics], axis=1)

    powers = [scale_power(s) for s in statistics]
    sides, splits = (table.rows, table.cols), (samples + 1) // 2
    halves, quarters = half_samples(table.counts, sides, values, powers, splits, source)
    out = []
    for i, s in enumerate(statistics):
        slack = s.rounding(table, halves[:, :, i])
        spread = spread_of(s.on(table), halves[:, :, i], quarters[:, :, i], slack)
        reason = grows(s, table, s.on(table), spread) or unreliable(spread)
        tied = tie_error(s, table, _NEAR_TIE) > _TIES * spread.std
        out.append((spread, reason or (TIED if tied else None)))
    return out


def _closed_spread(s: Statistic, table: Table) -> tuple[Spread, str | None]:
    """Return the spread of a function of pair counts or entropies, and why it is not valid."""
    if not of_pairs(s):
        found = information_spread(s, table)
        return found.spread, information_unreliable(found)
    assert s.measure is not None  # noqa: S101
    spread, far = pair_spread(s.measure, table)
    if reason := no_spread(spread):
        return spread, reason
    return spread, GROWS if abs(far - s.on(table)) > spread.std else grows_with_pairs(s)


def _of_unequal(
    s: Statistic,
    table: Table,
    spread: Spread | None,
    reason: str | None,
    level: float,
    source: RandomSource,
) -> Interval:
    value, limits = s.on(table), None
    if s.has_fixed_best() and value == s.best(table):
        reason = reason or AT_BEST
    if reason is None and spread is not None:
        limits = value_limits(s, table, value, spread, level)
        reason = None if limits else DEGENERATE if of_pairs(s) else BIASED
    low, high = limits or (None, None)
    return Interval(
        measure=s.name,
        value=value,
        low=low,
        high=high,
        level=level,
        std=spread.std if spread and limits else None,
        method=method_of(s),
        reason=reason,
        samples=spread.samples if spread else 0,
        seed=source.seed if spread and spread.samples else None,
    )


def _of_equal(s: Statistic, table: Table, reason: str | None, level: float) -> Interval:
    """Return limits for equal clusterings: how many errors there may be though none was seen.

    They are given where those for one error would be.
    """
    best, limits = s.best(table), None
    if best is None:
        reason = reason or "equal clusterings do not determine its spread"
    elif table.shape[0] == 1:
        reason = reason or "both clusterings have a single cluster"
    if reason is None and best is not None:
        limits = _no_errors(s, table, best, level)
        reason = None if limits else "an error does not change the value"
    low, high = limits or (None, None)
    method = "score interval for no errors"
    return Interval(s.name, s.on(table), low, high, level, None, method, reason)


def _no_errors(s: Statistic, table: Table, best: float, level: float) -> tuple[float, float] | None:
    unit = one_error(s, table)
    if unit == 0:
        return None
    z = quantile(level, 0)
    lowest, highest = s.bounds(table)
    similar = s.direction == "similarity" or s.direction is None
    far = lowest if similar else highest
    reach = abs(far - best) if isfinite(far) else max(1.0, 8 * unit)
    end = reach / (1 + reach / (z * z * unit))
    return (max(best - end, lowest), best) if similar else (best, min(best + end, highest))
