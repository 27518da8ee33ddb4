"""interval: confidence intervals for a measure, over the elements."""

from __future__ import annotations

from math import isfinite, isnan, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from clusterdiff.chance.resampling import (
    Spread,
    half_samples,
    one_error,
    pair_spread,
    scale_power,
    spread_of,
)
from clusterdiff.chance.results import Interval
from clusterdiff.chance.sampling import RandomSource, check_sampling
from clusterdiff.chance.statistic import MeasureLike, statistics_of, table_of
from clusterdiff.chance.table_batch import TableBatch
from clusterdiff.errors import OptionError
from clusterdiff.summaries import PairCounts
from clusterdiff.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from clusterdiff.chance.statistic import Statistic

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

LEVEL, SAMPLES = 0.95, 200
FEWEST = 20  # elements
MOST_BIAS = 0.5  # in standard errors
MOST_CURVATURE = 0.2
_REPEATS = 64
PAIRS, HALVES = "U-statistics", "half-samples"
BIASED = "the bias of a sample of this size is large beside its standard error"
CURVED = "too few elements per cluster to estimate the bias"
CONSTANT = "samples of these elements do not vary"
GROWS = "the value depends on the number of elements"


@overload
def interval(a: Any, b: Any, measure: MeasureLike, **options: Any) -> Interval: ...
@overload
def interval(
    a: Any, b: Any, measure: Iterable[MeasureLike], **options: Any
) -> tuple[Interval, ...]: ...
@overload
def interval(a: Any, b: Any = None, measure: Any = None, **options: Any) -> Any: ...
def interval(
    a: Any,
    b: Any = None,
    measure: Any = None,
    *,
    level: float = LEVEL,
    samples: int = SAMPLES,
    rng: int | np.random.Generator | None = None,
    **policy: Any,
) -> Any:
    """Return a confidence interval for a measure, or the reason why there is none.

    The elements are taken as a random sample of a population whose clusters hold many elements
    each; the interval is for the value in that population. Where no valid interval is known, it
    is withheld.

    Parameters
    ----------
    a, b : labels
        Two clusterings of the same elements. `a` may be a `Table`; then `b` is None.
    measure : str, Measure, callable or list of these
        A list gives a tuple of results, computed from the same half-samples.
    level : float, default=0.95
        Confidence level.
    samples : int, default=200
        Number of half-samples, for measures that are not functions of pair counts.
    rng : int, numpy.random.Generator or None, default=None
        Seed or source of random numbers. None is the seed 0.
    **policy
        Options of `Table.from_labels`.

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
    compare_two : Whether one clustering is closer to a reference than another.

    Notes
    -----
    Measures of pair counts are functions of U-statistics, whose variance has a closed form. For all
    other measures the elements are divided into random halves, many times: the halves vary
    as the whole does, and show its bias. Limits are those of Wilson's score interval with an
    effective number of elements, so that they stay within the bounds of the measure and are not
    degenerate for equal clusterings.

    Examples
    --------
    >>> interval([0] * 20 + [1] * 20, [0] * 18 + [1] * 22, "ari")
    adjusted_rand: 0.8051, 95 % [0.5059, 0.9405] (U-statistics)
    >>> interval([0, 0, 1, 1], [0, 0, 1, 2], "ari")
    adjusted_rand: 0.5714, 95 % withheld (withheld: fewer than 20 elements)
    """
    check_sampling(samples)
    check_level(level)
    statistics, several = statistics_of(measure)
    found = intervals(statistics, table_of(a, b, policy), level, samples, RandomSource.of(rng))
    return tuple(found) if several else found[0]


def check_level(level: float) -> None:
    """Refuse what is not a confidence level."""
    if not 0 < level < 1:
        raise OptionError(f"level must be between 0 and 1, got {level!r}.", "level=0.95")


def intervals(
    statistics: Sequence[Statistic], table: Table, level: float, samples: int, source: RandomSource
) -> list[Interval]:
    """The intervals of several statistics of one table."""
    of_halves = [s for s in statistics if _by_halves(s, table)]
    spreads = iter(_half_spreads(of_halves, table, samples, source))
    out = []
    for s in statistics:
        found = next(spreads) if s in of_halves else None
        out.append(_interval(s, table, found, level, source))
    return out


def _by_halves(s: Statistic, table: Table) -> bool:
    return s.summaries != (PairCounts,) and table.n >= FEWEST and not _are_equal(table)


def _are_equal(table: Table) -> bool:
    return table.nnz == table.shape[0] == table.shape[1]


def _half_spreads(
    statistics: Sequence[Statistic], table: Table, samples: int, source: RandomSource
) -> list[Spread]:
    if not statistics:
        return []

    def values(counts: Ints) -> Floats:
        batch = TableBatch(counts, table.rows, table.cols, table.shape)
        return np.stack([batch.values(s) for s in statistics], axis=1)

    powers = [scale_power(s) for s in statistics]
    halves, quarters = half_samples(table.counts, values, powers, (samples + 1) // 2, source)
    return [
        spread_of(s.on(table), halves[:, :, i], quarters[:, :, i]) for i, s in enumerate(statistics)
    ]


def _interval(
    s: Statistic, table: Table, spread: Spread | None, level: float, source: RandomSource
) -> Interval:
    value = s.on(table)
    method = PAIRS if s.summaries == (PairCounts,) else HALVES
    reason, limits = None, None
    if table.n < FEWEST:
        reason = f"fewer than {FEWEST} elements"
    elif not isfinite(value):
        reason = "the value is infinite"
    elif _are_equal(table):
        spread, (reason, limits) = None, _of_equal(s, table, level, source)
        method = "score interval for no errors"
    else:
        if s.summaries == (PairCounts,):
            spread, reason = _pair_spread(s, table, value)
        else:
            reason = _why_not(s, table, value, spread)
        if reason is None and spread is not None:
            limits = _limits(s, table, value, spread, level)
            if limits is None:
                reason = BIASED
    low, high = limits or (None, None)
    return Interval(
        measure=s.name,
        value=value,
        low=low,
        high=high,
        level=level,
        std=spread.std if spread and limits else None,
        method=method,
        reason=reason,
        samples=spread.samples if spread else 0,
        seed=source.seed if spread and spread.samples else None,
    )


def _pair_spread(s: Statistic, table: Table, value: float) -> tuple[Spread | None, str | None]:
    assert s.measure is not None  # noqa: S101
    spread, far = pair_spread(s.measure, table)
    if not isfinite(spread.std):
        return None, "the standard error is infinite"
    if spread.std == 0:
        return None, CONSTANT
    if abs(far - value) > spread.std:
        return spread, GROWS
    return spread, None


def _why_not(s: Statistic, table: Table, value: float, spread: Spread | None) -> str | None:
    """Why no interval from half-samples is valid, or None if one is."""
    if spread is None or isnan(spread.std) or not isfinite(spread.std):
        return "the value of some half-samples is infinite"
    if spread.std == 0:
        return CONSTANT
    if abs(spread.bias) > MOST_BIAS * spread.std:
        return BIASED
    if abs(spread.curvature) > MOST_CURVATURE * spread.std:
        return CURVED
    if s.measure is not None and s.measure.scale == "other":
        far = _repeated(s, table)
        if far is None or abs(far - value + spread.bias) > spread.std:
            return GROWS
    return None


def _repeated(s: Statistic, table: Table) -> float | None:
    """The value if every element were repeated many times."""
    if table.n * _REPEATS >= 1 << 62:
        return None
    counts = table.counts * _REPEATS
    return s.on(Table.from_counts(table.rows, table.cols, counts))


def _limits(
    s: Statistic, table: Table, value: float, spread: Spread, level: float
) -> tuple[float, float] | None:
    """The interval, or None if it does not contain the value."""
    z = quantile(level, spread.samples)
    best = s.best(table)
    lowest, highest = s.bounds(table)
    corrected = value - spread.bias
    if best is None:
        low, high = corrected - z * spread.std, corrected + z * spread.std
    else:
        away = 1.0 if value > best else -1.0
        far = highest if away > 0 else lowest
        reach = abs(far - best) if isfinite(far) else max(1.0, 2 * abs(value - best))
        distance = max(0.0, away * (corrected - best))
        ends = score_limits(distance, abs(value - best), spread.std, reach, z)
        low, high = sorted(best + away * end for end in ends)
    low, high = max(lowest, low), min(highest, high)
    return (low, high) if low <= value <= high else None


def quantile(level: float, samples: int) -> float:
    """Half-width in standard errors: Student's t where the standard error comes from samples."""
    if samples == 0:
        return NormalDist().inv_cdf((1 + level) / 2)
    from scipy.special import stdtrit

    return float(stdtrit(max(2, samples // 2), (1 + level) / 2))


def score_limits(
    distance: float, observed: float, std: float, reach: float, z: float
) -> tuple[float, float]:
    """Wilson's limits for a distance in [0, reach], the standard error known at `observed`.

    The effective number of elements is that for which a share of observed/reach would have this
    standard error.
    """
    share = min(observed / reach, 1 - 1e-9)
    count = share * (1 - share) * (reach / std) ** 2
    x = min(distance / reach, 1.0)
    weight = 1 + z * z / count
    centre = (x + z * z / (2 * count)) / weight
    half = z / weight * sqrt(x * (1 - x) / count + (z / (2 * count)) ** 2)
    return reach * max(0.0, centre - half), reach * (centre + half)


def _of_equal(
    s: Statistic, table: Table, level: float, source: RandomSource
) -> tuple[str | None, tuple[float, float] | None]:
    """Limits for equal clusterings: how many errors may be there though none was seen."""
    best = s.best(table)
    unit = one_error(s, table, source) if best is not None else None
    if best is None:
        return "equal clusterings do not determine its spread", None
    if unit is None:
        return "both clusterings have a single cluster", None
    z = NormalDist().inv_cdf((1 + level) / 2)
    lowest, highest = s.bounds(table)
    far = lowest if s.direction == "similarity" else highest
    reach = abs(far - best) if isfinite(far) else max(1.0, 8 * unit)
    end = reach / (1 + reach / (z * z * unit)) if unit > 0 else 0.0
    if end == 0:
        return "no error changes the value", None
    low, high = (best - end, best) if s.direction == "similarity" else (best, best + end)
    return None, (max(low, lowest), min(high, highest))
