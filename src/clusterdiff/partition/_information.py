"""How far steps of the lattice lead in variation of information (Meilă 2007)."""

from __future__ import annotations

from math import log, log1p
from typing import NamedTuple

import numpy as np

from clusterdiff.errors import InputError
from clusterdiff.numerics import nats_per_unit


class VIBounds(NamedTuple):
    """What the variation of information of two clusterings lies between if they differ."""

    lower: float
    upper: float


def vi_bounds(n: int, k_max: int | None = None, *, base: float | str = 2) -> VIBounds:
    """Bounds of the variation of information of two different clusterings of n elements.

    They are 2/n bits and log n; if neither has more than `k_max` clusters, the upper one is at most 2 log `k_max`,
    which is the smaller as long as `k_max` ≤ √n (Meilă 2007). Where there is only one clustering, both are 0.

    >>> vi_bounds(100)
    VIBounds(lower=0.02, upper=6.643856189774725)
    >>> vi_bounds(100, k_max=4)
    VIBounds(lower=0.02, upper=4.0)
    """
    n = positive_integer(n, "n")
    k_max = n if k_max is None else positive_integer(k_max, "k_max")
    if n == 1 or k_max == 1:
        return VIBounds(0.0, 0.0)
    one = nats_per_unit(base)
    return VIBounds(2 * log(2) / one / n, min(log(n), 2 * log(k_max)) / one)


def step_length(x: int, y: int, n: int) -> float:
    """VI, in nats, between a cluster and its parts of x and y of n elements: (x+y)/n · H(x/(x+y), y/(x+y)).

    >>> step_length(1, 1, 2)
    0.6931471805599453
    """
    return (x * log1p(y / x) + y * log1p(x / y)) / n


def positive_integer(number: int, what: str) -> int:
    """Return a positive integer.

    >>> positive_integer(3, "n")
    3
    """
    if isinstance(number, bool) or not isinstance(number, (int, np.integer)) or number < 1:
        raise InputError(f"{what} must be a positive integer: got {number!r}.")
    return int(number)
