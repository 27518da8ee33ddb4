"""What each overlap, each component and the leakage add to a distance."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.analysis.decompose import terms_of, with_fixed_clusters
from clusterdiff.analysis.diff.data import Costs
from clusterdiff.measures import MEASURES
from clusterdiff.numerics import MAX_TOTAL, entropy_terms, nats_per_unit
from clusterdiff.summaries import Components, Overlaps

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
        o, parts = self.overlaps, self.components
        split, merge = self.cells
        kept = self._total(parts.of_cells, np.where(self.paired, o.shared, 0))
        return {
            "vi_split": np.bincount(parts.of_cells, split, len(parts)),
            "vi_merge": np.bincount(parts.of_cells, merge, len(parts)),
            "van_dongen": self._lost(),
            "mirkin": self._mirkin(),
            "transfer_distance": parts.sizes - kept,
        }

    def exact(self, measure: Measure) -> NDArray[Any] | None:
        """Return what every component adds to a distance that `by_distance` holds, or None."""
        known = MEASURES.get(measure.name) == measure
        return self.by_distance.get(measure.name) if known else None

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
        if is_entropy_in_bits(measure):
            return np.asarray(self.by_distance["vi_split"] + self.by_distance["vi_merge"], float)
        exact = self.exact(measure)
        if exact is not None:
            return exact
        if not self.table.nnz:
            return np.zeros(0)
        terms = terms_of(self.table, with_fixed_clusters(measure, whole), self.n)
        if measure.direction == "distance":
            return np.array([term.contribution for term in terms])
        best = measure.best_on(whole) or 0.0
        return np.array([best * term.size / self.n - term.contribution for term in terms])

    def _total(self, groups: Ints, values: NDArray[Any]) -> Ints:
        """Return the sum of integers for each component."""
        out = np.zeros(len(self.components), np.int64)
        np.add.at(out, groups, values)
        return out

    def _lost(self) -> Ints:
        """Return by component the elements outside the largest part of each cluster."""
        o, parts = self.overlaps, self.components
        if not self.table.nnz:
            return parts.sizes
        lost_a = self._total(parts.of_rows, o.sizes_a - o.row_max(o.shared))
        return lost_a + self._total(parts.of_cols, o.sizes_b - o.col_max(o.shared))

    def _mirkin(self) -> NDArray[Any]:
        """Return Σ a² + Σ b² - 2·Σ n² by component; Python integers if 64 bits could overflow."""
        o, parts = self.overlaps, self.components
        kind = np.int64 if self.n < MAX_TOTAL else object
        out = np.zeros(len(parts), kind)
        sides = (
            (parts.of_rows, o.sizes_a, 1),
            (parts.of_cols, o.sizes_b, 1),
            (parts.of_cells, o.shared, -2),
        )
        for groups, counts, sign in sides:
            np.add.at(out, groups, sign * counts.astype(kind) ** 2)
        return out


def is_entropy_in_bits(measure: Measure) -> bool:
    """Return whether a distance is the sum of H(b | a) and H(a | b) in bits."""
    return measure.summed == "entropies" and measure.unit == "bits"


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
