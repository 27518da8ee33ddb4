"""interval: confidence intervals for a measure, over the elements.

The limits of a measure whose best value is the same for all clusterings are score limits: the
standard error vanishes at the best value.
"""

from __future__ import annotations

from dataclasses import replace
from math import isfinite, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff import calibration
from clusterdiff.checks import check_share
from clusterdiff.intervals._half_samples import (
    few_errors,
    half_samples,
    one_error,
    scale_power,
    spread_of,
)
from clusterdiff.intervals._information import (
    information_limits,
    information_spread,
    is_of_entropies,
)
from clusterdiff.intervals._pairs import at_chance, pair_limits, pair_spread
from clusterdiff.intervals._results import Interval
from clusterdiff.intervals._score import quantile, score_limits
from clusterdiff.intervals._units import read_pair, unit_interval
from clusterdiff.intervals._validity import (
    AT_BEST,
    BIASED,
    DEGENERATE,
    GROWS,
    TIED,
    at_kink,
    few_changes,
    grows,
    grows_with_pairs,
    has_closed_spread,
    information_unreliable,
    no_spread,
    of_pairs,
    small_cluster,
    tie_error,
    too_few,
    unreliable,
)
from clusterdiff.labels import takes_clusterings
from clusterdiff.sampling import (
    MeasureLike,
    RandomSource,
    Statistic,
    TableBatch,
    check_sampling,
    read_call,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Unpack

    from numpy.typing import NDArray

    from clusterdiff.intervals._half_samples import Spread
    from clusterdiff.intervals._pairs import AtChance
    from clusterdiff.labels import LabelsOptions
    from clusterdiff.table import Table

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

LEVEL = 0.95


@takes_clusterings
def interval(
    *clusterings: Any,
    measure: MeasureLike,
    units: Any = None,
    level: float = LEVEL,
    n_samples: int = calibration.HALF_SAMPLES,
    rng: int | np.random.Generator | None = None,
    **options: Unpack[LabelsOptions],
) -> Interval:
    """Return a confidence interval for a measure, or the reason why there is none.

    The elements are assumed to be a random sample of a population whose clusters have many elements
    each, and the interval is for the value of the population. An element with the weight w counts
    as w sampled elements. If no valid interval is known for the data, it is withheld.

    Parameters
    ----------
    {clusterings}
    measure : str, Measure or callable
        A name, a measure, or a function of two label arrays.
    units : "clusters", array_like, dict element → unit, str or None, default=None
        What was sampled, if not the elements one by one: "clusters" means the clusters of the
        first clustering, for example entities of records; a unit for each element, for example its
        document, image or patient; or the name of a column of the frame or of the first file.
    level : float, default=0.95
        Confidence level.
    n_samples : int, default=200
        Number of half-samples, or of bootstrap samples of units, for measures of neither pair
        counts nor entropies.
    rng : int, numpy.random.Generator or None, default=None
        Seed or source of random numbers. None is fresh entropy; `seed` of the result repeats it.
    {selection}

    Returns
    -------
    Interval
        The limits, or None and a `reason`. An interval always contains the value.

    Raises
    ------
    OptionError
        If an option is invalid.

    See Also
    --------
    compare_two : Test which of two clusterings is closer to a reference.
    clusterdiff.chance.significance : The p-value of a measure under a null model.

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
    >>> interval([0] * 20 + [1] * 20, [0] * 18 + [1] * 22, measure="ari")
    adjusted_rand: 0.8051, 95 % [0.4641, 0.9671] (U-statistics)
    >>> interval([0, 0, 1, 1], [0, 0, 1, 2], measure="ari")
    adjusted_rand: 0.5714, 95 % withheld (fewer than 20 elements)
    """
    check_sampling(n_samples)
    level = check_level(level)
    source = RandomSource.of(rng)
    if units is not None:
        statistic, (table, sample) = Statistic.of(measure), read_pair(clusterings, units, options)
        found = unit_interval(statistic, table, sample, level, n_samples, source)
        return replace(found, assumed=table.notes)
    statistic, table = read_call(clusterings, measure, dict(options))
    found = intervals_of([statistic], table, level, n_samples, source)[0]
    return replace(found, assumed=table.notes)


def check_level(level: float) -> float:
    """Return a confidence level as a float; raise if it is not between 0 and 1."""
    return check_share("level", level, hint="level=0.95")


def intervals_of(
    statistics: Sequence[Statistic],
    table: Table,
    level: float,
    n_samples: int,
    source: RandomSource,
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
    sampled = iter(half_spreads(halves, likely, n_samples, source))
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
    """Return a reason to withhold the interval that needs no standard error, or None."""
    rough = None if has_closed_spread(s) else small_cluster(s, table) or at_kink(s, table)
    return too_few(s, table) or rough or few_changes(s, table) or _no_value(s, table)


def _no_value(s: Statistic, table: Table) -> str | None:
    return None if isfinite(s.on(table)) else "the value is infinite"


def half_spreads(
    statistics: Sequence[Statistic], table: Table, n_samples: int, source: RandomSource
) -> list[tuple[Spread, str | None]]:
    """Return the spread of each statistic over half-samples, and a reason if it is not valid."""
    if not statistics:
        return []

    def values(counts: Ints) -> Floats:
        batch = TableBatch(counts, table.rows, table.cols, table.shape)
        return np.stack([batch.values(s) for s in statistics], axis=1)

    powers = [scale_power(s) for s in statistics]
    sides, splits = (table.rows, table.cols), (n_samples + 1) // 2
    halves, quarters = half_samples(table.counts, sides, values, powers, splits, source)
    out = []
    for i, s in enumerate(statistics):
        slack = s.rounding(table, halves[:, :, i])
        spread = spread_of(s.on(table), halves[:, :, i], quarters[:, :, i], slack)
        reason = grows(s, table, s.on(table), spread) or unreliable(spread)
        tied = tie_error(s, table, calibration.NEAR_TIE) > calibration.MAX_TIE_ERROR * spread.std
        out.append((spread, reason or (TIED if tied else None)))
    return out


def _closed_spread(s: Statistic, table: Table) -> tuple[Spread, str | None]:
    """Return the spread of a function of pair counts or entropies; a reason if it is not valid."""
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
        n_samples=spread.n_samples if spread else 0,
        seed=source.seed if spread and spread.n_samples else None,
    )


def _of_equal(s: Statistic, table: Table, reason: str | None, level: float) -> Interval:
    """Return limits for equal clusterings, from the errors that a sample without errors allows.

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


def value_limits(
    s: Statistic, table: Table, value: float, spread: Spread, level: float
) -> tuple[float, float] | None:
    """Return the interval, or None if there is none that contains the value."""
    z = quantile(level, spread.n_samples)
    if of_pairs(s):
        ends = _ends_of_pairs(s, table, value, spread, z)
    elif is_of_entropies(s):
        ends = _ends_of_entropies(s, table, value, spread, z)
    else:
        # The bias of maxima lies between none and one of the form c/√n, which is 1/(√2 - 1) times
        # what the halves show.
        centers = value, value - spread.bias * (1 + sqrt(2))
        ends = [end for x in centers for end in _around(s, table, value, x, spread, z)]
    if not ends:
        return None
    lowest, highest = s.fixed_bounds()
    low, high = max(lowest, min(ends)), min(highest, max(ends))
    return (low, high) if low <= value <= high else None


def _ends_of_pairs(
    s: Statistic, table: Table, value: float, spread: Spread, z: float
) -> list[float]:
    """Return the limits of two models of how the standard error depends on the value."""
    assert s.measure is not None  # noqa: S101
    limits = pair_limits(s.measure, table, z)
    if limits is None and not _is_near(value, at_chance(s.measure, table)):
        return []
    return [*_around(s, table, value, value, spread, z), *(limits or ())]


def _ends_of_entropies(
    s: Statistic, table: Table, value: float, spread: Spread, z: float
) -> list[float]:
    """Return the value, and limits about the value without its bias of the form c/n.

    The bias may be larger than the standard error. Cells without elements may have left a part of
    it; limits are those for none and for as much as they may.
    """
    found = information_spread(s, table)
    centers = value - spread.bias, value - found.unseen
    moves = information_limits(s, table, found, z)
    around = [end for x in centers for end in _around(s, table, value, x, spread, z)]
    return [value, *around, *(x + move for x in centers for move in moves)]


def _around(
    s: Statistic, table: Table, value: float, center: float, spread: Spread, z: float
) -> tuple[float, float]:
    """Return limits about a center: score limits if the best value is the same for all tables."""
    best, std = s.best(table) if s.has_fixed_best() else None, spread.std
    if best is None:
        return center - z * std, center + z * std
    lowest, highest = s.bounds(table)
    away = 1.0 if value > best else -1.0
    far = highest if away > 0 else lowest
    reach = abs(far - best) if isfinite(far) else max(1.0, 2 * abs(value - best))
    chance = at_chance(s.measure, table) if s.measure is not None and of_pairs(s) else None
    if chance is not None:
        ratio = (chance.std / std) ** 2
        reach = _variance_reach(abs(value - best), abs(chance.value - best), ratio)
    distance = max(0.0, away * (center - best))
    near, end = score_limits(distance, abs(value - best), std, reach, z)
    if chance is not None:
        near = max(0.0, min(near, _nearest(distance, abs(chance.value - best), chance, z)))
    return best + away * near, best + away * end


def _is_near(value: float, chance: AtChance) -> bool:
    """Return whether a value is near that of independent clusterings."""
    return abs(value - chance.value) <= calibration.NEAR_CHANCE * chance.std


def _nearest(distance: float, chance: float, at: AtChance, z: float) -> float:
    """Return the least distance compatible with a value near that of independent clusterings.

    At e below the distance of independent clusterings, the variance is σ² + 4·w·e, as that of a
    noncentral χ² variable of weight w is. The observed e is too uncertain to tell it.
    """
    seen = chance - distance
    if seen > calibration.NEAR_CHANCE * at.std:
        return distance
    w = z * z * at.weight
    spread = z * sqrt(max(at.std**2 + 4 * at.weight * (seen + w), 0.0))
    return chance - (seen + 2 * w + spread)


def _variance_reach(distance: float, chance: float, ratio: float) -> float:
    """Return the distance from the best value at which a parabola of variances has its second zero.

    Its first zero is the best value. `ratio` is the variance at the distance of independent
    clusterings divided by the variance at the observed distance.
    """
    widest = calibration.MAX_REACH * max(distance, chance)
    slope = ratio * distance / chance if distance < chance else 1.0
    return widest if slope >= 1 else min((chance - slope * distance) / (1 - slope), widest)
