"""Charges: structure and leakage of a table, and what each costs under a measure."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.analysis.diff.costs import Accounts, total_cost
from clusterdiff.analysis.diff.kinds import Kinds
from clusterdiff.analysis.diff.leakage import flow_costs
from clusterdiff.analysis.diff.threshold import Parted, Threshold

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.measures import Measure
    from clusterdiff.table import Table

    Ints = NDArray[np.int64]

_NO_THRESHOLD = Threshold()


@dataclass(frozen=True, eq=False, repr=False)
class Charges:
    """Numbers of a diff, each computed on first access."""

    table: Table
    measure: Measure
    threshold: Threshold = _NO_THRESHOLD

    @cached_property
    def parted(self) -> Parted:
        """The table divided into structure and leakage."""
        return Parted(self.table, self.threshold)

    @cached_property
    def accounts(self) -> Accounts:
        """What each cell and each component of the structure costs."""
        return Accounts(self.parted.structure, self.table.n)

    @cached_property
    def everything(self) -> Accounts:
        """What each cell of the whole table costs."""
        return Accounts(self.table, self.table.n)

    @cached_property
    def kinds(self) -> Kinds:
        """What happened to each cluster, in order of the table."""
        return Kinds(self.parted, self.accounts)

    @cached_property
    def value(self) -> float:
        """The value of the measure under which changes are charged."""
        return self.measure.on(self.table)

    @cached_property
    def total_cost(self) -> float:
        """The distance, or the difference from the best value of a similarity.

        An integer for the distances that are integers.
        """
        return total_cost(self.measure, self.everything)

    @cached_property
    def structure_cost(self) -> float:
        """What the components cost; with the leakage cost it adds up to the total cost."""
        costs = self.component_costs
        return int(costs.sum()) if _is_whole(costs) else float(costs.sum())

    @cached_property
    def leakage_cost(self) -> float:
        """The cost of the leakage: flows, and the additional cost of structure due to them."""
        if not len(self.parted.leaked):
            return type(self.total_cost)(0)
        if self.measure.summed == "entropies":
            return float(self.flow_costs.sum())
        return self.total_cost - self.structure_cost

    @cached_property
    def component_costs(self) -> NDArray[Any]:
        """What each component of the structure adds to the distance, in order of component."""
        return self.accounts.under(self.measure, self.table)

    @cached_property
    def flow_costs(self) -> NDArray[Any]:
        """What each leaked cell adds to the distance, in order of cell."""
        leakage = 0.0 if self.measure.summed == "entropies" else self.leakage_cost
        return flow_costs(self.parted, self.measure, leakage)

    @cached_property
    def order(self) -> Ints:
        """The numbers of the components, costly ones first, then large ones."""
        joined = self.accounts.components
        first = np.full(len(joined), self.table.shape[0])
        np.minimum.at(first, joined.of_rows, self.kinds.ranks[0][self.parted.rows])
        return np.lexsort((first, -joined.sizes, -self.component_costs.astype(float)))

    @property
    def moved_count(self) -> int:
        """Number of elements outside the optimal pairing of the structure.

        Without a threshold, this is the transfer distance.
        """
        return self.accounts.moved


def _is_whole(costs: NDArray[Any]) -> bool:
    """Return whether the costs are integers."""
    return costs.dtype.kind in "iuO"
