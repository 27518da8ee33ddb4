"""interval: confidence intervals for a measure, over the elements."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf, isfinite
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff import calibration
from clusterdiff.checks import check_share
from clusterdiff.intervals._half_samples import Spread, quantile
from clusterdiff.intervals._information import (
    independent_value,
    information_spread,
    is_of_entropies,
)
from clusterdiff.intervals._posterior import Posterior
from clusterdiff.intervals._probe import is_sensitive
from clusterdiff.intervals._results import Interval
from clusterdiff.intervals._units import read_pair, unit_interval
from clusterdiff.intervals._validity import (
    KINKED,
    few_changes,
    grows,
    grows_with_information,
    grows_with_pairs,
    no_spread,
    of_pairs,
    small_cluster,
    too_few,
)
from clusterdiff.labels import takes_clusterings
from clusterdiff.progress import track
from clusterdiff.sampling import (
    MeasureLike,
    RandomSource,
    Statistic,
    check_sampling,
    read_call,
)
from clusterdiff.summaries import Entropies, Overlaps

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Unpack

    from numpy.typing import NDArray

    from clusterdiff.labels import LabelsOptions
    from clusterdiff.table import Table

    Floats = NDArray[np.float64]

LEVEL = 0.95
_CELLS = 1 << 22  # held at once
_SPREADS = (2.0, 4.0, 8.0)  # the standard deviations of samples of n/4, n/16 and n/64 elements
_MOST = 10.0  # by which the bias may multiply the distance from the best value
_METHOD = "Dirichlet posterior"
FEW_DIFFER = f"fewer than {calibration.FEW_DIFFERING} elements differ, apart from splits or merges"
INDEPENDENT = "the clusterings are nearly independent"
_ALLOWED = "it allows for ties and for small clusters"
_BIASED = "the value is biased, and the interval contains it"
_TOO_LARGE = f"more than {calibration.MAX_CELLS:,} cells of the table have elements"


@takes_clusterings
def interval(
    *clusterings: Any,
    measure: MeasureLike,
    units: Any = None,
    level: float = LEVEL,
    n_samples: int = calibration.POPULATIONS,
    rng: int | np.random.Generator | None = None,
    **options: Unpack[LabelsOptions],
) -> Interval:
    """Return a confidence interval for a measure, or the reason why there is none.

    The elements are assumed to be a random sample of a population whose clusters have many elements
    each, and the interval is for the value of the population. An element with the weight w counts
    as w sampled elements. If no valid interval is known for the data, there is none.

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
    n_samples : int, default=2000
        Number of random populations, fewer for tables with many cells, or of bootstrap samples of
        units.
    rng : int, numpy.random.Generator or None, default=None
        Seed or source of random numbers. None is fresh entropy; `seed` of the result repeats it.
    {selection}

    Returns
    -------
    Interval
        The limits, or None and a `reason`. An interval always contains the value. `conservative`
        says why it may contain the value of the population more often than the level says.

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
    The limits are quantiles of the values of random populations. The shares of their cells have a
    Dirichlet distribution with the parameters nᵢⱼ (Rubin 1981); in one half of the populations, the
    cells without elements count as one element together, divided in proportion to the products of
    cluster sizes (Fienberg and Holland 1973), so that differences that were not sampled have a
    share. For x errors of one kind, these are the mid-P limits (Berry and Armitage 1995).

    A sample lies on one side of its population if the value is biased, and these populations lie on
    the same side of the sample. Sums of squares, of which pair counts are made, have an exact bias.
    For other values, the ratio of their mean distance from the best value to that of the
    mean population estimates the bias, and each distance is divided by its square. Where a value
    has maxima, whose bias is larger at ties, the limit that is farther from the best value has the
    largest bias of populations that vary as samples of n, n/4, n/16 and n/64 elements (Bickel,
    Götze and van Zwet 1997), and the other limit none. Entropies are those of the estimator of
    Chao, Wang and Jost (2013).

    Examples
    --------
    >>> interval([0] * 20 + [1] * 20, [0] * 15 + [1] * 25, measure="ari", rng=0)
    adjusted_rand: 0.5517, 95 % [0.1848, 0.8154] (Dirichlet posterior)
    >>> interval([0, 0, 1, 1], [0, 0, 1, 2], measure="ari")
    adjusted_rand: 0.5714, 95 % – (fewer than 20 elements)
    """
    check_sampling(n_samples)
    level = check_level(level)
    source = RandomSource.of(rng)
    if units is not None:
        statistic, (table, sample) = Statistic.of(measure), read_pair(clusterings, units, options)
        found = unit_interval(
            statistic, table, sample, level, min(n_samples, calibration.UNIT_SAMPLES), source
        )
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
    return [each.at(level) for each in estimates_of(statistics, table, n_samples, source)]


def estimates_of(
    statistics: Sequence[Statistic], table: Table, n_samples: int, source: RandomSource
) -> list[Estimate]:
    """Return what intervals of several statistics of one table need, for every level."""
    reasons = [_why_not(s, table) for s in statistics]
    chosen = [s for s, reason in zip(statistics, reasons, strict=True) if reason is None]
    found = iter(_estimates(chosen, table, n_samples, source) if chosen else ())
    return [
        Estimate(s, table, reason=reason) if reason else next(found)
        for s, reason in zip(statistics, reasons, strict=True)
    ]


@dataclass(frozen=True, eq=False)
class Estimate:
    """A value and the values of random populations, from which intervals of all levels follow.

    Attributes
    ----------
    statistic, table : Statistic, Table
        What the value is of.
    reason : str or None
        Why there is no interval, or None if there is one.
    values : numpy.ndarray or None
        The values of random populations without their bias.
    wider : tuple of numpy.ndarray
        The same if the sample has no bias, and if it has the largest; empty unless the value has
        maxima.
    allowed : tuple of two floats
        How far the limits are moved down and up because of small clusters.
    seed : int or None
        The integer that reproduces them.
    """

    statistic: Statistic
    table: Table
    reason: str | None = None
    values: Floats | None = None
    wider: tuple[Floats, ...] = ()
    allowed: tuple[float, float] = (0.0, 0.0)
    seed: int | None = None

    def at(self, level: float) -> Interval:
        """Return the interval of a level."""
        s, table, value = self.statistic, self.table, self.statistic.on(self.table)
        if self.values is None:
            return Interval(s.name, value, None, None, level, None, _METHOD, self.reason)
        plain = _ends(self.values, level)
        ends = [value, *plain, *(end for each in self.wider for end in _ends(each, level))]
        if is_of_entropies(s):
            ends += independent_value(s, table, level)
        lowest, highest = s.fixed_bounds()
        below, above = self.allowed
        low, high = max(lowest, min(ends) - below), min(highest, max(ends) + above)
        more = max(min(plain) - low, high - max(plain)) > calibration.CONSERVATIVE * (high - low)
        allowed = _ALLOWED if self.wider or any(self.allowed) else _BIASED
        return Interval(
            measure=s.name,
            value=value,
            low=min(low, value),
            high=max(high, value),
            level=level,
            std=float(np.std(self.values)),
            method=_METHOD,
            conservative=_covers_often(table) or (allowed if more else None),
            n_samples=len(self.values),
            seed=self.seed,
        )


def _covers_often(table: Table) -> str | None:
    """Return why limits of any level cover too often (few differences, near independence), or None.

    Counts of a few differences are discrete. Near independence, 2n·I(a; b) of a sample is a
    noncentral χ² variable with f degrees of freedom and noncentrality λ, whose variance is
    2f + 4λ; that of the random populations is 6f + 4λ.
    """
    overlaps, freedom = Overlaps.of(table), max(table.nnz - sum(table.shape) + 1, 0)
    differing = table.n - max(overlaps.kept_a, overlaps.kept_b)
    noncentral = 2 * table.n * Entropies.of(table).mutual - freedom
    if differing < calibration.FEW_DIFFERING:
        return FEW_DIFFER
    return INDEPENDENT if noncentral < freedom else None


def _why_not(s: Statistic, table: Table) -> str | None:
    """Return a reason to withhold the interval that needs no random population, or None."""
    if table.nnz > calibration.MAX_CELLS:
        return _TOO_LARGE
    if reason := too_few(s, table) or few_changes(s, table) or small_cluster(s, table):
        return reason
    if not (of_pairs(s) or is_of_entropies(s)) and is_sensitive(s, "equal_sizes"):
        return KINKED
    if not isfinite(s.on(table)):
        return "the value is infinite"
    if of_pairs(s):
        return grows_with_pairs(s)
    if is_of_entropies(s):
        return grows_with_information(information_spread(s, table))
    return grows(s, table, s.on(table), Spread((1 - calibration.MIN_KEPT) * abs(s.on(table))))


def _estimates(
    statistics: Sequence[Statistic], table: Table, n_samples: int, source: RandomSource
) -> list[Estimate]:
    """Return the estimates of statistics that have passed the checks before any is drawn."""
    posterior = Posterior.of(table, source)
    groups: dict[int, list[Statistic]] = {}
    for s in statistics:
        groups.setdefault(_populations(s, posterior, n_samples), []).append(s)
    out: dict[Statistic, Estimate] = {}
    for size, group in groups.items():
        halves = [
            _drawn(group, posterior, (size + 1) // 2, source, unseen=unseen)
            for unseen in (True, False)
        ]
        tied = [s for s in group if _has_ties(s)]
        few = max(size // 5, calibration.MIN_POPULATIONS)
        wider = [_drawn(tied, posterior, few, source, spread) for spread in _SPREADS if tied]
        for i, s in enumerate(group):
            means = [float(np.mean(each[tied.index(s)])) for each in wider if s in tied]
            out[s] = _estimate(s, posterior, [half[i] for half in halves], means, source)
    return [out[s] for s in statistics]


def _populations(s: Statistic, posterior: Posterior, n_samples: int) -> int:
    """Return the number of random populations; it falls with the number of cells."""
    quick = of_pairs(s) or is_of_entropies(s)
    most = calibration.POPULATIONS if quick else calibration.POPULATIONS_OF_OVERLAPS
    cells = calibration.DRAWN_CELLS if quick else calibration.DRAWN_CELLS_OF_OVERLAPS
    if s.measure is None:
        most = calibration.POPULATIONS_OF_FUNCTIONS
    fewer = min(most, max(cells // len(posterior.counts), calibration.MIN_POPULATIONS))
    return min(n_samples, fewer)


def _drawn(
    statistics: Sequence[Statistic],
    posterior: Posterior,
    size: int,
    source: RandomSource,
    spread: float = 1.0,
    *,
    unseen: bool = True,
) -> list[Floats]:
    """Return the values of random populations, an array for each statistic."""
    step = max(1, _CELLS // len(posterior.counts))
    parts = []
    for i, start in enumerate(track(range(0, size, step), "drawing populations")):
        random = source.block(i, 1, int(spread), unseen)
        drawn = posterior.draw(min(step, size - start), random, spread, unseen=unseen)
        parts.append([drawn.values(s) for s in statistics])
    return [np.concatenate(each) for each in zip(*parts, strict=True)]


def _has_ties(s: Statistic) -> bool:
    """Return whether the value has maxima, so that its bias is larger where two are equal."""
    return not (of_pairs(s) or is_of_entropies(s)) and is_sensitive(s, "ties")


def _estimate(
    s: Statistic,
    posterior: Posterior,
    halves: list[Floats],
    wider: list[float],
    source: RandomSource,
) -> Estimate:
    """Return the estimate from the values of random populations.

    `halves` are populations with and without differences that were not sampled, and `wider` are the
    means of populations that vary more.
    """
    table, value, drawn = posterior.table, s.on(posterior.table), np.concatenate(halves)
    if not np.isfinite(drawn).all():
        return Estimate(s, table, "the standard error is infinite")
    std = float(np.std(drawn)) if np.ptp(drawn) > s.rounding(table, drawn) else 0.0
    reason = no_spread(Spread(std))
    if reason is None and not (of_pairs(s) or is_of_entropies(s)):
        reason = grows(s, table, value, Spread(std))
    if reason:
        return Estimate(s, table, reason)
    if of_pairs(s) or is_of_entropies(s):
        return Estimate(s, table, values=drawn, seed=source.seed)
    centers = [float(posterior.center(unseen=u).values(s)[0]) for u in (True, False)]
    others = [centers[0] + (x - centers[0]) / k for x, k in zip(wider, _SPREADS, strict=False)]
    best = _best(s, table)
    own, none, most = [], [], []
    for half, center in zip(halves, centers, strict=True):
        bias = float(half.mean()) - center
        largest = max([bias, *(x - centers[0] for x in others if isfinite(x))], key=abs)
        own.append(_without_bias(half, center, bias, bias, best))
        none.append(_without_bias(half, center, bias, 0.0, best))
        most.append(_without_bias(half, center, bias, largest, best))
    if best is None:
        own.append(drawn)
    return Estimate(
        s,
        table,
        values=np.concatenate(own),
        wider=(np.concatenate(none), np.concatenate(most)) if wider else (),
        allowed=_of_small_clusters(s, table),
        seed=source.seed,
    )


def _best(s: Statistic, table: Table) -> float | None:
    """Return the value of equal clusterings if it is known and the same for all sizes."""
    return s.best(table) if s.measure is not None and s.has_fixed_best() else None


def _without_bias(
    values: Floats, center: float, own: float, other: float, best: float | None
) -> Floats:
    """Return values of populations without their bias and that of the sample.

    Distances from the best value are multiplied, so that they do not change their sign. Without a
    best value, the values are moved.
    """
    if best is None:
        return values - own - other
    distance = center - best
    out: Floats = best + (values - best) * _ratio(distance, own) * _ratio(distance, other)
    return out


def _ratio(distance: float, bias: float) -> float:
    """Return the distance of a value from the best one, relative to that of a biased value."""
    biased = distance + bias
    if abs(biased) <= abs(distance) / _MOST**2 or distance == 0:
        return 1.0
    return min(max(distance / biased, 1 / _MOST), _MOST)


def _ends(values: Floats, level: float) -> tuple[float, float]:
    """Return the quantiles of the values; those of a normal curve if there are few values."""
    if len(values) < calibration.MIN_OF_QUANTILES:
        reach = quantile(level, 2 * len(values)) * float(np.std(values, ddof=1))
        return float(values.mean()) - reach, float(values.mean()) + reach
    low, high = np.quantile(values, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def _of_small_clusters(s: Statistic, table: Table) -> tuple[float, float]:
    """Return how far the value may be too high or too low because of elements of small clusters.

    How pure a cluster of a few elements is in the population is not known.
    """
    best, least = s.best(table) if s.has_fixed_best() else None, calibration.MIN_KNOWN_CLUSTER
    if best is None:
        return 0.0, 0.0
    small = (table.row_sizes < least)[table.rows] | (table.col_sizes < least)[table.cols]
    share = int(table.counts[small].sum()) / table.n
    low, high = s.bounds(table)
    below, above = best - low, high - best
    return tuple(share * x if 0 < x < inf else 0.0 for x in (below, above))  # type: ignore[return-value]
