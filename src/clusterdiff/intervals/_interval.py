"""interval: confidence intervals for a measure, over the elements."""

from __future__ import annotations

from dataclasses import replace
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
from clusterdiff.intervals._posterior import Populations, Posterior
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
_METHOD, _CONSERVATIVE = "Dirichlet posterior", "Dirichlet posterior, conservative"
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
    n_samples : int, default=2000
        Number of random populations, fewer for tables with many cells, or of bootstrap samples of
        units.
    rng : int, numpy.random.Generator or None, default=None
        Seed or source of random numbers. None is fresh entropy; `seed` of the result repeats it.
    {selection}

    Returns
    -------
    Interval
        The limits, or None and a `reason`. An interval always contains the value. The method says
        whether it is conservative.

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
    The limits are quantiles of the values of random populations, whose shares of cells have a
    Dirichlet distribution with the parameters nᵢⱼ + 1/(K·K') (Perks 1947); the cells without
    elements count as one element together, so that differences that were not sampled have a share.
    The limits also cover the quantiles without such differences (Rubin 1981). A sample lies on one
    side of its population if the value is biased, and these populations are biased from the sample
    in the same way; the limits cover the quantiles as they are, and moved by twice the bias (Efron
    and Tibshirani 1993, ch. 10). Where a value has
    maxima, whose bias is larger at ties, the bias is the largest one of populations that vary as
    samples of n, n/4, n/16 and n/64 elements (Bickel, Götze and van Zwet 1997). Entropies have the
    estimate of Grassberger (2003, eq. 35), and a bound for the part of the population that was not
    sampled (Good 1953).

    Examples
    --------
    >>> interval([0] * 20 + [1] * 20, [0] * 18 + [1] * 22, measure="ari", rng=0)
    adjusted_rand: 0.8051, 95 % [0.4072, 0.966] (Dirichlet posterior)
    >>> interval([0, 0, 1, 1], [0, 0, 1, 2], measure="ari")
    adjusted_rand: 0.5714, 95 % withheld (fewer than 20 elements)
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
    reasons = [_why_not(s, table) for s in statistics]
    chosen = [s for s, reason in zip(statistics, reasons, strict=True) if reason is None]
    found = iter(_shown(chosen, table, level, n_samples, source) if chosen else ())
    return [
        _withheld(s, table, level, reason) if reason else next(found)
        for s, reason in zip(statistics, reasons, strict=True)
    ]


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


def _withheld(s: Statistic, table: Table, level: float, reason: str) -> Interval:
    return Interval(s.name, s.on(table), None, None, level, None, _METHOD, reason)


def _shown(
    statistics: Sequence[Statistic],
    table: Table,
    level: float,
    n_samples: int,
    source: RandomSource,
) -> list[Interval]:
    """Return the intervals of statistics for which nothing but their spread may prevent one."""
    posterior = Posterior.of(table, source)
    groups: dict[int, list[Statistic]] = {}
    for s in statistics:
        groups.setdefault(_populations(s, posterior, n_samples), []).append(s)
    out: dict[Statistic, Interval] = {}
    for size, group in groups.items():
        drawn = _drawn(group, posterior, size, level, source)
        known = _drawn(group, posterior, (size + 1) // 2, level, source, unseen=False)
        tied = [s for s in group if _has_ties(s)]
        few = max(size // 5, calibration.MIN_POPULATIONS)
        wider = [_drawn(tied, posterior, few, level, source, spread) for spread in _SPREADS if tied]
        for i, s in enumerate(group):
            means = [float(np.mean(each[tied.index(s)][0])) for each in wider if s in tied]
            out[s] = _interval(s, posterior, drawn[i], known[i], means, level, source)
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
    level: float,
    source: RandomSource,
    spread: float = 1.0,
    *,
    unseen: bool = True,
) -> list[list[Floats]]:
    """Return the values of random populations, one array or (entropies) three for a statistic."""
    z = quantile(level, 0)
    step = max(1, _CELLS // len(posterior.counts))
    parts = []
    for i, start in enumerate(track(range(0, size, step), "drawing populations")):
        random = source.block(i, 1, int(spread), unseen)
        shares = posterior.draw(min(step, size - start), random, spread, unseen=unseen)
        drawn = Populations(posterior, shares, z)
        parts.append([drawn.values(s) for s in statistics])
    return [
        [np.concatenate(x) for x in zip(*each, strict=True)] for each in zip(*parts, strict=True)
    ]


def _has_ties(s: Statistic) -> bool:
    """Return whether the value has maxima, so that its bias is larger where two are equal."""
    return not (of_pairs(s) or is_of_entropies(s)) and is_sensitive(s, "ties")


def _interval(
    s: Statistic,
    posterior: Posterior,
    drawn: list[Floats],
    known: list[Floats],
    wider: list[float],
    level: float,
    source: RandomSource,
) -> Interval:
    """Return the interval from the values of random populations.

    `known` are the values of populations that have only the differences that were sampled, and
    `wider` are the means of populations that vary more.
    """
    table, value, values = posterior.table, s.on(posterior.table), drawn[0]
    if not all(np.isfinite(x).all() for x in (*drawn, *known)):
        return _withheld(s, table, level, "the standard error is infinite")
    std = float(np.std(values))
    reason = no_spread(Spread(std if np.ptp(values) > s.rounding(table, values) else 0.0))
    if reason is None and not (of_pairs(s) or is_of_entropies(s)):
        reason = grows(s, table, value, Spread(std))
    if reason:
        return _withheld(s, table, level, reason)
    plain = [value, *(end for each in (*drawn[:2], *known[:2]) for end in _ends(each, level))]
    if len(drawn) == 1:
        center = float(posterior.center.values(s)[0][0])
        bias = float(values.mean()) - center
        plain += [x - 2 * bias for x in _ends(values, level)]
        others = ((x - center) / k for x, k in zip(wider, _SPREADS, strict=False))
        largest = max((bias, *filter(isfinite, others)), key=abs)
        wide = [*plain, *(x - bias - largest for x in _ends(values, level))]
    else:
        plain += independent_value(s, table, level)
        wide = [*plain, *_ends(drawn[2], level)]
    lowest, highest = s.fixed_bounds()
    low, high = max(lowest, min(wide)), min(highest, max(wide))
    allowed = max(min(plain) - min(wide), max(wide) - max(plain))
    if not (of_pairs(s) or is_of_entropies(s)):
        below, above = _of_small_clusters(s, table)
        low, high = max(lowest, low - below), min(highest, high + above)
        allowed = max(allowed, below, above)
    conservative = allowed > calibration.CONSERVATIVE * (high - low)
    return Interval(
        measure=s.name,
        value=value,
        low=min(low, value),
        high=max(high, value),
        level=level,
        std=std,
        method=_CONSERVATIVE if conservative else _METHOD,
        n_samples=len(values),
        seed=source.seed,
    )


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
