"""Tail probabilities of a statistic: from random tables, from all tables, and from two moments."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from clusterdiff.chance.sampling import moments

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.chance.closed_forms import Moments

    Floats = NDArray[np.float64]

_SLACK = 1e-9  # values that differ by less are ties
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
    """(r + 1)/(N + 1), or three quarters of an upper limit of the tail if that is more.

    With few tables as extreme as the observed one, (r + 1)/(N + 1) may be far below the tail by
    chance. The limit holds with probability 0.999, so that the result is not more than a quarter
    below the tail.
    """
    from scipy.special import gammaincinv

    limit = float(gammaincinv(r + 1, _CONFIDENCE))
    return min(1.0, max(r + 1, _CLOSE * limit) / (count + 1))


def exceeding(values: Floats, value: float) -> tuple[int, int]:
    """How many values are as high, and as low, as the observed one."""
    slack = tie_slack(value)
    return int(np.sum(values >= value - slack)), int(np.sum(values <= value + slack))


def tie_slack(value: float) -> float:
    """The difference up to which two values are ties."""
    return _SLACK * max(1e-3, abs(value)) if isfinite(value) else 0.0


def tails_of_all(value: float, values: Floats, shares: Floats, exact: Moments | None) -> Tails:
    """The tails if the values of all tables and their probabilities are known."""
    slack = tie_slack(value)
    high = float(np.sum(shares[values >= value - slack]))
    low = float(np.sum(shares[values <= value + slack]))
    mean, std = moments(values, shares)
    if exact is not None:
        mean, std = exact.mean, std if exact.std is None else exact.std
    return Tails(mean, std, min(1.0, high), min(1.0, low), "enumeration")


def tails_of_moments(value: float, exact: Moments | None) -> Tails | None:
    """Upper limits of the tails by Cantelli's inequality, P(X ≥ μ + zσ) ≤ 1/(1 + z²) for z > 0."""
    if exact is None or exact.std is None or not isfinite(value):
        return None
    away = value - exact.mean
    limit = 1 / (1 + (away / exact.std) ** 2) if exact.std > 0 else 1.0
    high, low = (limit, 1.0) if away > 0 else (1.0, limit)
    return Tails(exact.mean, exact.std, high, low, "Cantelli's inequality, moments exact")
