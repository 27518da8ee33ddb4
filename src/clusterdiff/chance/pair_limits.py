"""Score limits for measures of pair counts, along the least favorable family of populations.

The family has the observed cells with the shares wᵢ·exp(t·hᵢ), where hᵢ is the mean weight of the
pairs of an element of cell i. It is the one-parameter family in which the value is hardest to
estimate. A limit is the value at that t where the observed value is z standard errors away, the
standard error being that at t and not that of the data. For a share of elements, these limits are
those of Wilson.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from clusterdiff.chance.pair_spread import PairShares, pair_gradient, value_and_weights
from clusterdiff.summaries import PairCounts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.measures import Measure
    from clusterdiff.table import Table

    Floats = NDArray[np.float64]

_FARTHEST = 20.0  # largest exponent of a cell
_GROWTH = 1.5  # of the steps in search of a limit
_ROUNDING = 0.01  # standard errors
_NEAREST = 0.01  # exponents for which the standard error is that of the data
_TOLERANCE = 0.01  # relative, of t


def pair_limits(m: Measure, table: Table, z: float) -> tuple[float, float] | None:
    """The limits of a measure of pair counts, or None if the family has none.

    It has none where the value is near an extreme for its cluster sizes: it then changes to the
    second order only, and moves to one side whatever the shares of the cells. It has none either
    where shares of pairs differ from 0 or 1 by less than the precision of a float.
    """
    try:
        family = _Family(m, table)
        _, exact = pair_gradient(m, PairCounts.of(table))
        if abs(family.value - exact) > _ROUNDING * family.std:
            return None
        low, high = (family.limit(side, z) for side in (-1, 1))
    except ZeroDivisionError:  # nearly all elements are in one cluster
        return None
    return None if low is None or high is None else (low, high)


class _Family:
    """The populations of the family, by the parameter t; 0 is the observed table."""

    def __init__(self, m: Measure, table: Table) -> None:
        self.measure, self.table = m, table
        observed = PairShares.of(table, table.counts)
        self.value, weights = value_and_weights(m, observed)
        self.cells, self.std = observed.cells, observed.std(weights)
        self.direction = observed.by_element(weights)

    def at(self, t: float) -> tuple[float, float]:
        """Value and standard error at t."""
        exponents = t * self.direction
        cells = self.cells * np.exp(exponents - exponents.max())
        pairs = PairShares.of(self.table, cells * (self.table.n / cells.sum()))
        value, weights = value_and_weights(self.measure, pairs)
        return value, pairs.std(weights)

    def limit(self, side: int, z: float) -> float | None:
        """The value at which the observed one is z standard errors away, or None."""
        variance = float(np.sum(self.cells * self.direction**2))
        if variance == 0:
            return None

        def beyond(t: float) -> float:
            value, std = self.at(side * t)
            return side * (value - self.value) - z * std

        before, t = 0.0, z * self.std / (2 * variance)
        largest = float(np.abs(self.direction).max())
        if t * largest < _NEAREST:
            return self.value + side * z * self.std
        while t * largest < _FARTHEST:
            if beyond(t) >= 0:
                from scipy.optimize import brentq

                return self.at(side * float(brentq(beyond, before, t, rtol=_TOLERANCE)))[0]
            before, t = t, _GROWTH * t
        return None
