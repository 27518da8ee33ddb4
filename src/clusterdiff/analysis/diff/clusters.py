"""Clusters of one side: what became of each, which were cut, and which have no partner."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.analysis.diff.data import Cluster, Cut, Part
from clusterdiff.labels import listed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.table import Table

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """The cells of a table as one side sees them: its own clusters, and those of the other side."""

    own: Ints
    own_names: NDArray[Any]
    own_sizes: Ints
    other: Ints
    other_names: NDArray[Any]
    counts: Ints
    n: int

    @classmethod
    def a(cls, t: Table) -> Side:
        """The side of the rows."""
        return cls(t.rows, t.row_labels, t.row_sizes, t.cols, t.col_labels, t.counts, t.n)

    @classmethod
    def b(cls, t: Table) -> Side:
        """The side of the columns."""
        return cls(t.cols, t.col_labels, t.col_sizes, t.rows, t.row_labels, t.counts, t.n)

    def parts(self, cells: Ints) -> tuple[Part, ...]:
        """Return the clusters of the other side in some cells, the largest part first."""
        cells = cells[np.argsort(-self.counts[cells], kind="stable")]
        names = listed(self.other_names[self.other[cells]])
        return tuple(Part(*pair) for pair in zip(names, self.counts[cells].tolist(), strict=True))

    def clusters(self, costs: Floats) -> tuple[Cluster, ...]:
        """Return every cluster with its best match, in order of label."""
        size = len(self.own_names)
        price = np.bincount(self.own, costs, size)
        largest_first = np.lexsort((-self.counts, self.own))
        best = largest_first[np.unique(self.own[largest_first], return_index=True)[1]]
        columns = (
            listed(self.own_names),
            self.own_sizes.tolist(),
            np.bincount(self.own, minlength=size).tolist(),
            listed(self.other_names[self.other[best]]),
            (self.counts[best] / self.own_sizes).tolist(),
            (price * self.n / self.own_sizes).tolist(),
            price.tolist(),
        )
        return tuple(Cluster(*row) for row in zip(*columns, strict=True))

    def cuts(self, costs: Floats, top: int | None = None) -> tuple[Cut, ...]:
        """Return the clusters with several parts, the most costly first."""
        size = len(self.own_names)
        pieces = np.bincount(self.own, minlength=size)
        price = np.bincount(self.own, costs, size)
        order = np.argsort(self.own, kind="stable")
        ends = np.cumsum(pieces)
        cut = np.flatnonzero(pieces > 1)
        cut = cut[np.argsort(-price[cut], kind="stable")][:top]
        names = listed(self.own_names[cut])
        groups = [order[ends[k] - pieces[k] : ends[k]] for k in cut.tolist()]
        return tuple(
            Cut(name, self.parts(cells), float(price[k]))
            for name, cells, k in zip(names, groups, cut.tolist(), strict=True)
        )

    def count_cuts(self) -> int:
        """Return how many clusters have several parts."""
        return int((np.bincount(self.own) > 1).sum())

    def alone(self, paired: NDArray[np.bool_]) -> tuple[Part, ...]:
        """Return the clusters without a partner."""
        alone = np.setdiff1d(np.arange(len(self.own_names)), self.own[paired])
        names = listed(self.own_names[alone])
        return tuple(
            Part(*pair) for pair in zip(names, self.own_sizes[alone].tolist(), strict=True)
        )
