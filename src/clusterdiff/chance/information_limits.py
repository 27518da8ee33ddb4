"""Score limits for functions of entropies, along the least favorable family of populations."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from clusterdiff.chance.information_spread import EntropyFunction
from clusterdiff.chance.tilted_family import score_limit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.chance.information_spread import InformationSpread
    from clusterdiff.chance.statistic import Statistic
    from clusterdiff.table import Table

    Floats = NDArray[np.float64]

_ROUNDING = 0.01  # standard errors


def information_limits(
    statistic: Statistic, table: Table, found: InformationSpread, z: float
) -> list[float]:
    """Return the changes of the value from the observed table to those limits that exist."""
    family = _InformationFamily(statistic, table, found)
    if abs(family.value - family.exact) > _ROUNDING * family.std:  # shares lost digits
        return []
    limits = (score_limit(family, side, z) for side in (-1, 1))
    return [x - family.value for x in limits if x is not None]


class _InformationFamily:
    """Populations of a function of entropies; h is the influence of an element on the value.

    Their standard errors are those of the delta method, times that of the jackknife over that of
    the delta method for the observed table.
    """

    def __init__(self, statistic: Statistic, table: Table, found: InformationSpread) -> None:
        self._table, self._quadratic, self._factor = table, found.quadratic, 1.0
        self._near = EntropyFunction(statistic, table)
        self.cells, self.exact = table.counts / table.n, self._near.limit([0.0] * 3)
        self.direction = self._influence(self.cells)[1]
        self.value, own = self.of_cells(self.cells)
        self._factor, self.std = found.spread.std / own, found.spread.std

    def _influence(self, cells: Floats) -> tuple[EntropyFunction, Floats]:
        """Return the function at the entropies of a population, and the influence of elements."""
        table = self._table
        rows = np.bincount(table.rows, cells, table.shape[0])
        cols = np.bincount(table.cols, cells, table.shape[1])
        logs = -np.log(np.stack([rows[table.rows], cols[table.cols], cells]))
        near = self._near.moved(logs @ cells)
        influence: Floats = near.slopes() @ logs
        return near, influence - float(influence @ cells)

    def of_cells(self, cells: Floats) -> tuple[float, float]:
        """Return the value and the standard error of a population with these shares of cells."""
        near, influence = self._influence(cells)
        # Near a population of one cluster, the derivatives of an adjusted value have no bound.
        with np.errstate(over="ignore"):
            variance = float(cells @ influence**2) / self._table.n + self._quadratic
        return near.limit([0.0] * 3), self._factor * float(np.sqrt(variance))
