"""Limits of an interval, from a standard error and a bias.

Those of a measure whose best value is the same for all clusterings are score limits: the standard
error vanishes at the best value.
"""

from __future__ import annotations

from math import isfinite, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING

from clusterdiff.chance.information_limits import information_limits
from clusterdiff.chance.information_spread import information_spread, is_of_entropies
from clusterdiff.chance.pair_limits import pair_limits
from clusterdiff.chance.pair_spread import at_chance
from clusterdiff.chance.validity import of_pairs

if TYPE_CHECKING:
    from clusterdiff.chance.pair_spread import AtChance
    from clusterdiff.chance.resampling import Spread
    from clusterdiff.chance.statistic import Statistic
    from clusterdiff.table import Table

_NEAR_CHANCE = 4.0  # standard errors from independent clusterings
_EVENTS = 3  # from which the limits of Wilson are not too far from the best value
_WIDE = 10.0  # so far that limits are those of Poisson's counts


def value_limits(
    s: Statistic, table: Table, value: float, spread: Spread, level: float
) -> tuple[float, float] | None:
    """Return the interval, or None if there is none that contains the value."""
    z = quantile(level, spread.samples)
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
    """Return limits for two ways in which the standard error may depend on the value, or none."""
    assert s.measure is not None  # noqa: S101
    limits = pair_limits(s.measure, table, z)
    if limits is None and not _is_near(value, at_chance(s.measure, table)):
        return []
    return [*_around(s, table, value, value, spread, z), *(limits or ())]


def _ends_of_entropies(
    s: Statistic, table: Table, value: float, spread: Spread, z: float
) -> list[float]:
    """Return limits about the value without its bias, of the form c/n, and the value itself.

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
    return abs(value - chance.value) <= _NEAR_CHANCE * chance.std


def _nearest(distance: float, chance: float, at: AtChance, z: float) -> float:
    """Return the least distance compatible with a value near that of independent clusterings.

    At e below the distance of independent clusterings, the variance is σ² + 4·w·e, as that of a
    noncentral χ² variable of weight w is. The observed e is too uncertain to tell it.
    """
    seen = chance - distance
    if seen > _NEAR_CHANCE * at.std:
        return distance
    w = z * z * at.weight
    spread = z * sqrt(max(at.std**2 + 4 * at.weight * (seen + w), 0.0))
    return chance - (seen + 2 * w + spread)


def _variance_reach(distance: float, chance: float, ratio: float) -> float:
    """Return the distance from the best value at which a parabola of variances has its second zero.

    Its first zero is the best value. `ratio` is the variance at the distance of independent
    clusterings divided by the variance at the observed distance.
    """
    widest = _WIDE * max(distance, chance)
    slope = ratio * distance / chance if distance < chance else 1.0
    return widest if slope >= 1 else min((chance - slope * distance) / (1 - slope), widest)


def quantile(level: float, samples: int) -> float:
    """Return the half-width in standard errors: Student's t if the standard error is sampled."""
    if samples == 0:
        return -NormalDist().inv_cdf((1 - level) / 2)
    from scipy.special import stdtrit

    return -float(stdtrit(max(2, samples // 2), (1 - level) / 2))


def score_limits(
    distance: float, observed: float, std: float, reach: float, z: float
) -> tuple[float, float]:
    """Return Wilson's limits for a distance in [0, reach] with a standard error at `observed`.

    The effective number of elements is that for which a share of observed/reach would have this
    standard error.
    """
    if observed == 0:  # a difference below the last digit of the value
        return max(0.0, distance - z * std), distance + z * std
    share = min(observed / reach, 1.0)
    # The standard error does not vanish at the other end: nearer than one, it is that of one.
    count = share * max(1 - share, std / reach) * (reach / std) ** 2
    x = min(distance / reach, 1.0)
    weight = 1 + z * z / count
    center = (x + z * z / (2 * count)) / weight
    half = z / weight * sqrt(x * (1 - x) / count + (z / (2 * count)) ** 2)
    # Wilson's limits do not reach the other end; that of a normal curve does.
    end = 1.0 if x + z * std / reach >= 1 else center + half
    near = min(reach * max(0.0, center - half), distance * _poisson_share((observed / std) ** 2, z))
    return near, reach * end


def _poisson_share(count: float, z: float) -> float:
    """Return the lower mid-P limit of a Poisson mean, for `count` events seen, over the count.

    That of Wilson is too high for one or two events.
    """
    from scipy.optimize import brentq
    from scipy.special import gammainc

    if count >= _EVENTS:
        return 1.0
    tail = NormalDist().cdf(-z)

    def beyond(mean: float) -> float:
        return float(gammainc(count, mean) + gammainc(count + 1, mean)) / 2 - tail

    # At low levels the limit may lie above the count.
    return float(brentq(beyond, 0.0, count)) / count if beyond(count) > 0 else 1.0
