"""Tail probabilities of a statistic: from random tables, from all tables, and from moments."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from clusterdiff.chance.sampling import moments

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.chance.closed_forms import Moments
    from clusterdiff.chance.statistic import Statistic
    from clusterdiff.table import Table

    Floats = NDArray[np.float64]

_CONFIDENCE, _CLOSE = 0.999, 0.75


class Tails(NamedTuple):
    """Probabilities of a value as high, and as low, as the observed one."""

    mean: float
    std: float | None
    high: float
    low: float | None  # None: not needed and not known
    method: str
    samples: int = 0


def sampled_tail(r: int, count: int) -> float:
    """Return (r + 1)/(N + 1) or three quarters of an upper limit of the tail, whichever is larger.

    If few tables are as extreme as the observed one, (r + 1)/(N + 1) may be far below the tail
    probability by chance. The upper limit holds with probability 0.999, so that the result is at
    most a quarter below the tail probability.
    """
    from scipy.special import gammaincinv

    limit = float(gammaincinv(r + 1, _CONFIDENCE))
    return min(1.0, max(r + 1, _CLOSE * limit) / (count + 1))


def exceeding(s: Statistic, table: Table, values: Floats) -> tuple[int, int]:
    """Return how many values are at least as high, and at least as low, as the observed one."""
    value, slack = s.on(table), s.rounding(table, values)
    return int(np.sum(values >= value - slack)), int(np.sum(values <= value + slack))


def tails_of_all(s: Statistic, table: Table, values: Floats, shares: Floats) -> Tails:
    """Return the tails if the values of all tables and their probabilities are known."""
    value, slack = s.on(table), s.rounding(table, values)
    high = float(np.sum(shares[values >= value - slack]))
    low = float(np.sum(shares[values <= value + slack]))
    return Tails(*moments(values, slack, shares), min(1.0, high), min(1.0, low), "enumeration")


def tails_of_moments(s: Statistic, table: Table, exact: Moments | None) -> Tails | None:
    """Return upper limits of the tails from a mean, and a standard deviation if it is known.

    Cantelli's inequality is P(X ≥ μ + zσ) ≤ 1/(1 + z²) for z > 0. Markov's, for values of at least
    L, is P(X ≥ x) ≤ (μ - L)/(x - L).
    """
    value = s.on(table)
    if exact is None or not isfinite(value):
        return None
    away = value - exact.mean
    if exact.std is None:
        end = s.bounds(table)[0 if away > 0 else 1]
        method = "Markov's inequality, mean exact"
        limit = (exact.mean - end) / (value - end) if isfinite(end) and away else 1.0
    else:
        method = "Cantelli's inequality, moments exact"
        limit = 1 / (1 + (away / exact.std) ** 2) if exact.std > 0 else 1.0
    high, low = (limit, 1.0) if away > 0 else (1.0, limit)
    return Tails(exact.mean, exact.std, high, low, method)
