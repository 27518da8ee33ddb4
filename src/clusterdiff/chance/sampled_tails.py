"""Tails from random tables: how many are as extreme as the observed one, and the p-value."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_SLACK = 1e-9  # values that differ by less are ties
_CONFIDENCE, _CLOSE = 0.999, 0.75


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
