"""Clusters of one side: what became of each, which were cut, and which have no partner."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
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


@dataclass(frozen=True, eq=False)
class Side:
    """The cells of a table from the view of one side: its clusters, and those of the other side."""

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
        """Return the side of the rows; `ranks` is the natural order of rows and columns."""
        return cls("a", t.rows, t.row_labels, t.row_sizes, ranks[0],
                   t.cols, t.col_labels, ranks[1], t.counts, t.n)  # fmt: skip

    @classmethod
    def b(cls, t: Table, ranks: tuple[Ints, Ints]) -> Side:
        """Return the side of the columns."""
        return cls("b", t.cols, t.col_labels, t.col_sizes, ranks[1],
                   t.rows, t.row_labels, ranks[0], t.counts, t.n)  # fmt: skip

    @cached_property
    def _ends(self) -> list[int]:
        """Where the parts of each cluster end in `_parts`."""
        return [0, *np.cumsum(np.bincount(self.own, minlength=len(self.own_names))).tolist()]

    @cached_property
    def _parts(self) -> list[Part]:
        """The parts of all clusters, one cluster after the other."""
        order = np.lexsort((self.other_ranks[self.other], -self.counts, self.own))
        names = listed(self.other_names[self.other[order]])
        return list(map(Part, names, self.counts[order].tolist()))

    def parts(self, cluster: int) -> tuple[Part, ...]:
        """Return the clusters of the other side that share elements, the largest part first."""
        return tuple(self._parts[self._ends[cluster] : self._ends[cluster + 1]])

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
        found = list(map(Cluster, *columns))
        return tuple(found[i] for i in np.argsort(self.own_ranks).tolist())

    def cuts(self, costs: Floats) -> tuple[Cut, ...]:
        """Return the clusters with several parts, the most costly first."""
        size = len(self.own_names)
        price = np.bincount(self.own, costs, size)
        cut = np.flatnonzero(np.bincount(self.own, minlength=size) > 1)
        cut = cut[np.lexsort((self.own_ranks[cut], -price[cut]))]
        kind: Literal["split", "merged"] = "split" if self.side == "a" else "merged"
        columns = listed(self.own_names[cut]), cut.tolist(), price[cut].tolist()
        return tuple(
            Cut(kind, name, self.parts(k), cost) for name, k, cost in zip(*columns, strict=True)
        )


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
