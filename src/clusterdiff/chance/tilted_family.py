"""Score limits along a family of populations with the cells of a table.

The family has the observed cells with the shares wᵢ·exp(t·hᵢ), where hᵢ is the influence of an
element of cell i on the value. It is the one-parameter family in which the value is hardest to
estimate. A limit is the value at that t where the observed value is z standard errors away, the
standard error being that at t and not that of the data. For a share of elements, these limits are
those of Wilson.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

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
