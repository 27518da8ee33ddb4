"""PairHeights and PairRanks: how the heights of pairs in two trees go together."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Self

import numpy as np

from clusterdiff.covers._tree_table import TreeTable
from clusterdiff.numerics import ordered_sum
from clusterdiff.summaries import Summary

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.covers._tree import Shape

    Floats = NDArray[np.float64]


class _Fields(NamedTuple):
    equal: bool
    spread_a: float
    spread_b: float
    common: float


class PairHeights(_Fields, Summary, table_type=TreeTable):
    """Sums of squares and products of the heights of all pairs of elements, about their means.

    The height of a pair is that of the lowest node that has both elements.

    Attributes
    ----------
    equal : bool
        Whether both trees have the same clusters at the same heights.
    spread_a, spread_b : float
        Sum of the squared deviations of the heights in a, and in b.
    common : float
        Sum of the products of the deviations in a and in b.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> a, b = cd.Tree("((x:1,y:1):1,z:2);"), cd.Tree("((x:1,z:1):1,y:2);")
    >>> found = PairHeights.of(cd.covers.TreeTable.from_clusterings(a, b))
    >>> round(found.spread_a, 4), round(found.common, 4)
    (0.6667, -0.3333)
    """

    __slots__ = ()

    @classmethod
    def _values(cls, shape: Shape) -> Floats:
        """Return the number of each node that its pairs have."""
        return shape.with_heights()

    @classmethod
    def _from(cls, table: TreeTable) -> Self:
        a, b = (_about_mean(side.shape, cls._values(side.shape)) for side in (table.a, table.b))
        spread_a, spread_b = (
            ordered_sum(side.shape.pairs * values**2)
            for side, values in ((table.a, a), (table.b, b))
        )
        return cls(table.equal, spread_a, spread_b, _products(table, a, b))


class PairRanks(PairHeights, table_type=TreeTable):
    """As `PairHeights`, of ranks: pairs that a cut joins at a larger number of clusters come first.

    Pairs that are joined at the same number of clusters have their mean rank.

    Attributes
    ----------
    equal : bool
        Whether both trees have the same clusters at the same heights.
    spread_a, spread_b : float
        Sum of the squared deviations of the ranks in a, and in b.
    common : float
        Sum of the products of the deviations in a and in b.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> a, b = cd.Tree("((x:1,y:1):1,z:2);"), cd.Tree("((x:5,y:5):1,z:6);")
    >>> found = PairRanks.of(cd.covers.TreeTable.from_clusterings(a, b))
    >>> found.spread_a == found.spread_b == found.common
    True
    """

    __slots__ = ()

    @classmethod
    def _values(cls, shape: Shape) -> Floats:
        nodes = np.concatenate([shape.order, shape.merges.nodes])
        k = np.concatenate([np.full(len(shape.order), len(shape.order)), shape.merges.left])
        order, place = np.unique(-k, return_inverse=True)
        pairs = np.zeros(len(order), np.int64)
        np.add.at(pairs, place, shape.pairs[nodes])
        out = np.zeros(len(nodes))
        out[nodes] = (np.cumsum(pairs) - pairs / 2)[place]
        return out


def _about_mean(shape: Shape, values: Floats) -> Floats:
    total = int(shape.pairs.sum())
    used = np.where(shape.pairs > 0, values, 0.0)
    if not total or np.ptp(values[shape.pairs > 0]) == 0:
        return np.zeros(len(values))  # without rounding
    return used - ordered_sum(shape.pairs * used) / total


def _products(table: TreeTable, a: Floats, b: Floats) -> float:
    """Return the sum over pairs of the products of their numbers in both trees.

    The lowest node of two elements is the largest one of the gaps between them. One element after
    the other, so that no matrix of all pairs is needed.
    """
    gaps_a, gaps_b, places = table.a.shape.gaps, table.b.shape.gaps, table.places
    sums = np.zeros(table.n)
    row = np.zeros(table.n)
    for i, place in enumerate(places[:-1].tolist()):
        row[:place] = a[np.maximum.accumulate(gaps_a[:place][::-1])[::-1]]
        row[place + 1 :] = a[np.maximum.accumulate(gaps_a[place:])]
        sums[i] = row[places[i + 1 :]] @ b[np.maximum.accumulate(gaps_b[i:])]
    return ordered_sum(sums)
