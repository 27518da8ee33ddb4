"""Score limits for measures of pair counts, along the least favorable family of populations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clusterdiff.chance.pair_spread import PairShares, pair_gradient, value_and_weights
from clusterdiff.chance.tilted_family import score_limit
from clusterdiff.summaries import PairCounts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from clusterdiff.measures import Measure
    from clusterdiff.table import Table

    Floats = NDArray[np.float64]

_ROUNDING = 0.01  # standard errors


def pair_limits(m: Measure, table: Table, z: float) -> tuple[float, float] | None:
    """Return the limits of a measure of pair counts, or None if the family has none.

    It has none where the value is near an extreme for its cluster sizes: it then changes to the
    second order only, and moves to one side whatever the shares of the cells. It has none either
    where shares of pairs differ from 0 or 1 by less than the precision of a float.
    """
    try:
        family = _PairFamily(m, table)
        _, exact = pair_gradient(m, PairCounts.of(table))
        if abs(family.value - exact) > _ROUNDING * family.std:
            return None
        low, high = (score_limit(family, side, z) for side in (-1, 1))
    except ZeroDivisionError:  # nearly all elements are in one cluster
        return None
    return None if low is None or high is None else (low, high)


class _PairFamily:
    """Populations of a measure of pair counts; h is the mean weight of the pairs of an element."""

    def __init__(self, m: Measure, table: Table) -> None:
        self.measure, self.table = m, table
        observed = PairShares.of(table, table.counts)
        self.value, weights = value_and_weights(m, observed)
        self.cells, self.std = observed.cells, observed.std(weights)
        self.direction = observed.by_element(weights)

    def of_cells(self, cells: Floats) -> tuple[float, float]:
        """Return the value and the standard error of a population with these shares of cells."""
        pairs = PairShares.of(self.table, cells * self.table.n)
        value, weights = value_and_weights(self.measure, pairs)
        return value, pairs.std(weights)
