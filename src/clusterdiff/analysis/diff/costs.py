"""What each overlap, each component and the leakage add to a distance."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.analysis.decompose import terms_of
from clusterdiff.analysis.diff.data import Costs
from clusterdiff.measures import MEASURES
from clusterdiff.numerics import entropy_terms, nats_per_unit
from clusterdiff.summaries import Components, Entropies, Overlaps

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.measures import Measure
    from clusterdiff.table import Table

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Accounts:
    """The costs of the cells and components of one table; each is computed once.

    Attributes
    ----------
    table : Table
        Some or all overlaps of two clusterings.
    n : int
        Number of elements of the clusterings.
    """

    table: Table
    n: int

    @cached_property
    def overlaps(self) -> Overlaps:
        """The overlaps of clusters."""
        return Overlaps.of(self.table)

    @cached_property
    def components(self) -> Components:
        """The components of the join."""
        if self.table.nnz:
            return Components.of(self.table)
        nothing = np.zeros(0, np.int64)
        return Components(equal=True, of_rows=nothing, of_cols=nothing, of_cells=nothing,
                          sizes=nothing)  # fmt: skip

    @cached_property
    def paired(self) -> NDArray[np.bool_]:
        """Whether each cell is part of the optimal one-to-one pairing of clusters."""
        paired = np.zeros(self.table.nnz, bool)
        if self.table.nnz:
            paired[self.overlaps.pairing("overlap", "optimal")] = True
        return paired

    @cached_property
    def cells(self) -> tuple[Floats, Floats]:
        """Bits that each cell adds to H(b | a), and to H(a | b)."""
        o = self.overlaps
        bits = self.n * nats_per_unit(2)
        split, merged = (entropy_terms(o.shared, x) for x in (o.cell_sizes_a, o.cell_sizes_b))
        return split / bits, merged / bits

    @cached_property
    def by_distance(self) -> dict[str, NDArray[Any]]:
        """For each distance what every component adds to it."""
        parts, (split, merge) = self.components, self.cells
        bits = [np.bincount(parts.of_cells, each, len(parts)) for each in (split, merge)]
        counts = [self.exact(MEASURES[name]) for name in Costs._fields[len(bits) :]]
        columns: list[Any] = [*bits, *counts]
        return dict(zip(Costs._fields, columns, strict=True))

    def exact(self, measure: Measure) -> NDArray[Any] | None:
        """Return what every component adds to a distance that counts, or None."""
        rule = measure.component_values
        if rule is None:
            return None
        return rule(self.overlaps, self.components) if self.table.nnz else np.zeros(0, np.int64)

    @property
    def moved(self) -> int:
        """Elements outside the optimal pairing: the transfer distance."""
        return self.n - int(self.overlaps.shared[self.paired].sum())

    @cached_property
    def of_components(self) -> list[Costs]:
        """What each component adds to each distance."""
        columns = self.by_distance
        return list(map(Costs, *(columns[name].tolist() for name in Costs._fields)))

    def under(self, measure: Measure, whole: Table) -> NDArray[Any]:
        """Return what every component adds to a distance, or subtracts from a similarity.

        Integers for the distances that are integers. `whole` is the table of all overlaps.
        """
        if measure.summed == "entropies":
            bits = self.by_distance["vi_split"] + self.by_distance["vi_merge"]
            return np.asarray(bits * value_per_bit(measure, whole), float)
        exact = self.exact(measure)
        if exact is not None:
            return exact
        if not self.table.nnz:
            return np.zeros(0)
        chosen = measure.using(**measure.component_options_on(whole))
        terms = terms_of(self.table, chosen, self.n)
        if measure.direction == "distance":
            return np.array([term.contribution for term in terms])
        best = measure.best_on(whole) or 0.0
        return np.array([best * term.size / self.n - term.contribution for term in terms])


def value_per_bit(measure: Measure, table: Table) -> float:
    """Return the factor from bits of H(b | a) + H(a | b) to a measure with summed entropies."""
    bits = Entropies.of(table).variation / nats_per_unit(2)
    return measure.distance.on(table) / bits if bits else 1.0


def total_cost(measure: Measure, accounts: Accounts) -> float:
    """Return the cost of all changes: the distance, or the difference from the best value.

    An integer for the distances that are integers. `accounts` are those of all overlaps.
    """
    exact = accounts.exact(measure)
    if exact is not None:
        return int(exact.sum())
    value = measure.on(accounts.table)
    if measure.direction == "distance":
        return value
    return (measure.best_on(accounts.table) or 0.0) - value
