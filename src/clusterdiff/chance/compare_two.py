"""compare_two: whether one clustering is closer to a reference than another."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from clusterdiff.chance.interval import (
    BIASED,
    CURVED,
    FEWEST,
    GROWS,
    HALVES,
    LEVEL,
    MOST_BIAS,
    MOST_CURVATURE,
    check_level,
    quantile,
)
from clusterdiff.chance.resampling import half_samples, scale_power, spread_of
from clusterdiff.chance.results import ComparisonOfTwo
from clusterdiff.chance.sampling import RandomSource, check_sampling
from clusterdiff.chance.statistic import MeasureLike, Statistic
from clusterdiff.chance.table_batch import TableBatch
from clusterdiff.partition import Partition
from clusterdiff.summaries import PairCounts
from clusterdiff.table import Table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.chance.resampling import Spread

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

SAMPLES = 400


def compare_two(
    a: Any,
    b1: Any,
    b2: Any,
    measure: MeasureLike,
    *,
    level: float = LEVEL,
    samples: int = SAMPLES,
    rng: int | np.random.Generator | None = None,
) -> ComparisonOfTwo:
    """Test whether b1 or b2 is closer to the reference a.

    Parameters
    ----------
    a : labels
        The reference.
    b1, b2 : labels
        Two clusterings of the same elements.
    measure : str, Measure or callable
        The measure that says what is closer.
    level : float, default=0.95
        Confidence level of the interval of the difference.
    samples : int, default=400
        Number of half-samples.
    rng : int, numpy.random.Generator or None, default=None
        Seed or source of random numbers. None is the seed 0.

    Returns
    -------
    ComparisonOfTwo
        The difference, its confidence interval and a two-sided p-value; or the reason why the test
        would not hold its level on these data.

    See Also
    --------
    interval : A confidence interval for one value.

    Notes
    -----
    The same random halves of the elements are used for both comparisons, so that what the two
    clusterings have in common cancels. The difference of the two biases is corrected; where it is
    large beside the standard error, the test is refused.

    Examples
    --------
    >>> a, b1, b2 = [0] * 20 + [1] * 20, [0] * 19 + [1] * 21, [0, 1] * 20
    >>> found = compare_two(a, b1, b2, "ari")
    >>> found.closer, found.p < 0.01, found.low < found.value < found.high
    ('b1', True, True)
    """
    check_sampling(samples)
    check_level(level)
    statistic, source = Statistic.of(measure), RandomSource.of(rng)
    cells = _ThreeWay(a, b1, b2)
    value_1, value_2 = (statistic.on(table) for table in cells.tables)
    value = value_1 - value_2
    spread = cells.spread(statistic, value, samples, source)
    reason = _why_not(statistic, cells, value, spread)
    low, high, p = (None, None, None) if reason else _judge(value, spread, level)
    best = statistic.best(cells.tables[0])
    sign = statistic.orientation(best, (value_1 + value_2) / 2) * np.sign(value)
    closer: Literal["b1", "b2", "neither"] = "b1" if sign > 0 else "b2" if sign < 0 else "neither"
    return ComparisonOfTwo(
        measure=statistic.name,
        value_1=value_1,
        value_2=value_2,
        value=value,
        low=low,
        high=high,
        level=level,
        p=p,
        closer=closer,
        method=f"paired {HALVES}",
        reason=reason,
        samples=spread.samples,
        seed=source.seed,
    )


def _judge(value: float, spread: Spread, level: float) -> tuple[float, float, float]:
    """Limits and p-value by Student's t with as many degrees of freedom as splits."""
    from scipy.special import stdtr

    if spread.std == 0:  # b1 and b2 are the same
        return value, value, 1.0
    freedom = max(2, spread.samples // 2)
    corrected = value - spread.bias
    reach = quantile(level, spread.samples) * spread.std
    p = float(2 * stdtr(freedom, -abs(corrected) / spread.std))
    return min(corrected - reach, value), max(corrected + reach, value), p


def _why_not(statistic: Statistic, cells: _ThreeWay, value: float, spread: Spread) -> str | None:
    """Why the test would not hold its level, or None if it does."""
    if cells.n < FEWEST:
        return f"fewer than {FEWEST} elements"
    if not isfinite(value) or not isfinite(spread.std):
        return "a value is infinite"
    if spread.std == 0:
        return None if value == 0 else "all half-samples have the same difference"
    if abs(spread.bias) > MOST_BIAS * spread.std:
        return BIASED
    if abs(spread.curvature) > MOST_CURVATURE * spread.std:
        return CURVED
    if statistic.summaries != (PairCounts,) and statistic.measure is not None:
        if statistic.measure.scale == "other" and cells.depends_on_n(
            statistic, value - spread.bias, spread.std
        ):
            return GROWS
    return None


class _ThreeWay:
    """The cells of a, b1 and b2 together, and how they add up to the tables of a with each."""

    def __init__(self, a: Any, b1: Any, b2: Any) -> None:
        first, second = Partition(b1), Partition(b2)
        both = first & second
        table = Table.from_labels(a, both)
        self.counts, self.n = table.counts, table.n
        self._sides = [_merged(table, _clusters(part, both)) for part in (first, second)]
        self.tables = Table.from_labels(a, first), Table.from_labels(a, second)

    def spread(
        self, statistic: Statistic, value: float, samples: int, source: RandomSource
    ) -> Spread:
        """Standard error and bias of the difference, from halves of the elements."""

        def differences(counts: Ints) -> Floats:
            one, other = (_added(counts, *side).values(statistic) for side in self._sides)
            return (one - other)[:, None]

        splits = (samples + 1) // 2
        powers = [scale_power(statistic)]
        halves, quarters = half_samples(self.counts, differences, powers, splits, source)
        return spread_of(value, halves[:, :, 0], quarters[:, :, 0])

    def depends_on_n(self, statistic: Statistic, value: float, std: float) -> bool:
        """Whether the difference would be another one if every element were repeated."""
        if self.n >= 1 << 56:
            return True
        many = [Table.from_counts(t.rows, t.cols, t.counts * 64) for t in self.tables]
        one, other = (statistic.on(t) for t in many)
        return abs(one - other - value) > std


def _clusters(part: Partition, both: Partition) -> Ints:
    """The cluster of `part` that contains each cluster of the meet."""
    table = Table.from_labels(part, both)
    out = np.empty(table.shape[1], np.int64)
    out[table.cols] = table.rows
    return out


def _merged(table: Table, clusters: Ints) -> tuple[Ints, Ints, Ints, Ints, tuple[int, int]]:
    """Order and starts of the cells that are one cell of a two-way table, and those cells."""
    cols = clusters[table.cols]
    order = np.lexsort((cols, table.rows))
    rows, cols = table.rows[order], cols[order]
    starts = np.flatnonzero(np.r_[True, (np.diff(rows) != 0) | (np.diff(cols) != 0)])
    shape = table.shape[0], int(clusters.max()) + 1
    return order, starts, rows[starts], cols[starts], shape


def _added(
    counts: Ints, order: Ints, starts: Ints, rows: Ints, cols: Ints, shape: tuple[int, int]
) -> TableBatch:
    return TableBatch(np.add.reduceat(counts[:, order], starts, axis=1), rows, cols, shape)
