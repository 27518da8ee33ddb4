"""Clusters of one side: what became of each, which were cut, and which have no partner."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from clusterdiff.analysis.diff.data import Cluster, Cut, Part
from clusterdiff.labels import listed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.analysis.diff.data import Kind
    from clusterdiff.analysis.diff.kinds import Kinds
    from clusterdiff.table import Table

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """The cells of a table as one side sees them: its own clusters, and those of the other side."""

    side: Literal["a", "b"]
    own: Ints
    own_names: NDArray[Any]
    own_sizes: Ints
    own_ranks: Ints
    other: Ints
    other_names: NDArray[Any]
    other_ranks: Ints
    counts: Ints
    n: int

    @classmethod
    def a(cls, t: Table, ranks: tuple[Ints, Ints]) -> Side:
        """The side of the rows; `ranks` is the natural order of rows and columns."""
        return cls("a", t.rows, t.row_labels, t.row_sizes, ranks[0],
                   t.cols, t.col_labels, ranks[1], t.counts, t.n)  # fmt: skip

    @classmethod
    def b(cls, t: Table, ranks: tuple[Ints, Ints]) -> Side:
        """The side of the columns."""
        return cls("b", t.cols, t.col_labels, t.col_sizes, ranks[1],
                   t.rows, t.row_labels, ranks[0], t.counts, t.n)  # fmt: skip

    def parts(self, cells: Ints) -> tuple[Part, ...]:
        """Return the clusters of the other side in some cells, the largest part first."""
        cells = cells[np.lexsort((self.other_ranks[self.other[cells]], -self.counts[cells]))]
        names = listed(self.other_names[self.other[cells]])
        return tuple(Part(*pair) for pair in zip(names, self.counts[cells].tolist(), strict=True))

    def clusters(
        self, costs: Floats, kinds: list[Kind], gain: Ints, loss: Ints
    ) -> tuple[Cluster, ...]:
        """Return every cluster with its best match, in natural order of label."""
        size = len(self.own_names)
        price = np.bincount(self.own, costs, size)
        order = np.lexsort((self.other_ranks[self.other], -self.counts, self.own))
        best = order[np.unique(self.own[order], return_index=True)[1]]
        columns = (
            [self.side] * size,
            listed(self.own_names),
            kinds,
            self.own_sizes.tolist(),
            np.bincount(self.own, minlength=size).tolist(),
            listed(self.other_names[self.other[best]]),
            (self.counts[best] / self.own_sizes).tolist(),
            gain.tolist(),
            loss.tolist(),
            (price * self.n / self.own_sizes).tolist(),
            price.tolist(),
        )
        found = [Cluster(*row) for row in zip(*columns, strict=True)]
        return tuple(found[i] for i in np.argsort(self.own_ranks).tolist())

    def cuts(self, costs: Floats, top: int | None = None) -> tuple[Cut, ...]:
        """Return the clusters with several parts, the most costly first."""
        size = len(self.own_names)
        pieces = np.bincount(self.own, minlength=size)
        price = np.bincount(self.own, costs, size)
        order = np.argsort(self.own, kind="stable")
        ends = np.cumsum(pieces)
        cut = np.flatnonzero(pieces > 1)
        cut = cut[np.lexsort((self.own_ranks[cut], -price[cut]))][:top]
        names = listed(self.own_names[cut])
        kind: Literal["split", "merged"] = "split" if self.side == "a" else "merged"
        groups = [order[ends[k] - pieces[k] : ends[k]] for k in cut.tolist()]
        return tuple(
            Cut(kind, name, self.parts(cells), float(price[k]))
            for name, cells, k in zip(names, groups, cut.tolist(), strict=True)
        )

    def count_cuts(self) -> int:
        """Return how many clusters have several parts."""
        return int((np.bincount(self.own) > 1).sum())


def clusters_of(side: Side, costs: Floats, kinds: Kinds) -> tuple[Cluster, ...]:
    """Return the clusters of one side with what leaks into and out of them."""
    of_a = side.side == "a"
    own, other = kinds.leaked if of_a else kinds.leaked[::-1]
    partners = kinds.partners[0 if of_a else 1]
    of_partner = np.where(partners >= 0, other[np.maximum(partners, 0)], 0)
    gain, loss = (of_partner, own) if of_a else (own, of_partner)
    return side.clusters(costs, kinds.of_a if of_a else kinds.of_b, gain, loss)


def without_partner(
    names: NDArray[Any], sizes: Ints, partners: Ints, ranks: Ints
) -> tuple[Part, ...]:
    """Return the clusters without a partner in the optimal pairing."""
    alone = np.flatnonzero(partners < 0)
    alone = alone[np.argsort(ranks[alone])]
    pairs = zip(listed(names[alone]), sizes[alone].tolist(), strict=True)
    return tuple(Part(*pair) for pair in pairs)
