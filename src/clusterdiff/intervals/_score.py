"""Score limits: Wilson's, and those along a family of populations with the cells of a table.

The family has the observed cells with the shares wᵢ·exp(t·hᵢ), where hᵢ is the influence of an
element of cell i on the value. It is the one-parameter family in which the value is hardest to
estimate. A limit is the value at that t where the observed value is z standard errors away, the
standard error being that at t and not that of the data. For a share of elements, these limits are
those of Wilson.
"""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Protocol

import numpy as np

from clusterdiff import calibration

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_FARTHEST = 20.0  # largest exponent of a cell
_GROWTH = 1.5  # of the steps in search of a limit
_NEAREST = 0.01  # exponents for which the standard error is that of the data
_TOLERANCE = 0.01  # relative, of t


class TiltedFamily(Protocol):
    """The populations of a family, by the parameter t; 0 is the observed table."""

    cells: Floats
    direction: Floats
    value: float
    std: float

    def of_cells(self, cells: Floats) -> tuple[float, float]:
        """Return the value and the standard error of a population with these shares of cells."""


def score_limit(family: TiltedFamily, side: int, z: float) -> float | None:
    """Return the value that is z standard errors from the observed one; None if there is none.

    Parameters
    ----------
    family : TiltedFamily
        The populations.
    side : int
        1 for the upper limit, -1 for the lower one.
    z : float
        The number of standard errors.

    Returns
    -------
    float or None
        The limit.
    """
    variance = float(np.sum(family.cells * family.direction**2))
    if variance == 0:
        return None

    def at(t: float) -> tuple[float, float]:
        exponents = side * t * family.direction
        cells = family.cells * np.exp(exponents - exponents.max())
        return family.of_cells(cells / cells.sum())

    def beyond(t: float) -> float:
        value, std = at(t)
        return side * (value - family.value) - z * std

    before, t = 0.0, z * family.std / (2 * variance)
    largest = float(np.abs(family.direction).max())
    if t * largest < _NEAREST:
        return family.value + side * z * family.std
    while t * largest < _FARTHEST:
        if beyond(t) >= 0:
            from scipy.optimize import brentq

            return at(float(brentq(beyond, before, t, rtol=_TOLERANCE)))[0]
        before, t = t, _GROWTH * t
    return None


def quantile(level: float, n_samples: int) -> float:
    """Return the half-width in standard errors: Student's t if the standard error is sampled."""
    if n_samples == 0:
        return -NormalDist().inv_cdf((1 - level) / 2)
    from scipy.special import stdtrit

    return -float(stdtrit(max(2, n_samples // 2), (1 - level) / 2))


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

    if count >= calibration.MIN_EVENTS_OF_WILSON:
        return 1.0
    tail = NormalDist().cdf(-z)

    def beyond(mean: float) -> float:
        return float(gammainc(count, mean) + gammainc(count + 1, mean)) / 2 - tail

    # At low levels the limit may lie above the count.
    return float(brentq(beyond, 0.0, count)) / count if beyond(count) > 0 else 1.0
