"""The threshold: which overlaps are large, and which are scattered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from clusterdiff.assignment import connected
from clusterdiff.chance import expected
from clusterdiff.checks import check_integer, check_share
from clusterdiff.measures import MEASURES
from clusterdiff.summaries import Overlaps

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.table import Table

    Ints = NDArray[np.int64]
    Mask = NDArray[np.bool_]

_PERCENT = 100
_FEW = 3  # elements: an overlap of fewer is a crumb, and so is one of
_CRUMB = 50  # less than one in 50 (2 %) of its larger cluster,
_COMPARABLE = 5  # unless it is a fifth of the largest part of that cluster
_AGREEMENT = 0.1  # the adjusted Rand index from which clusterings always have something in common
_LEAST = 20  # elements from which clusterings can be called unrelated
_DEVIATIONS = 3.0  # standard deviations of the adjusted Rand index by chance


@dataclass(frozen=True, slots=True)
class Threshold:
    """Which overlaps are large, and which are scattered.

    An overlap is large if it holds at least `min_share` of the smaller of its two clusters and
    enough elements; the overlap of two equal clusters always is.

    Attributes
    ----------
    min_share : float
        The share.
    min_size : int or None
        The number of elements. None stands for the rule that an overlap must have at least 3
        elements and 2 % of the larger of its two clusters, or a fifth of the largest part of it.
    chosen : bool
        Whether the share was chosen from the data.
    unrelated : bool
        Whether the clusterings have no more in common than random ones; no overlap is large then.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> cd.diff([0, 0, 1], [0, 0, 1], min_share=0.1).threshold
    Threshold(min_share=0.1, min_size=1, chosen=False, unrelated=False)
    """

    min_share: float = 0.0
    min_size: int | None = 1
    chosen: bool = False
    unrelated: bool = False

    @classmethod
    def of(cls, table: Table, min_share: float | None, min_size: int | None) -> Threshold:
        """Return the threshold that was asked for; None is chosen from the data.

        Parameters
        ----------
        table : Table
            The contingency table of a and b.
        min_share : float or None
            The least share of a cluster of a large overlap; None chooses it from the data.
        min_size : int or None
            The least number of elements of a large overlap; None is 1 if there is a share.

        Returns
        -------
        Threshold
            The threshold.
        """
        if min_size is not None:
            check_integer("min_size", min_size, 1)
            min_size = int(min_size)
        if min_share is not None:
            return cls(check_share("min_share", min_share, ends=True), min_size or 1)
        if are_unrelated(table):
            return cls(1.0, min_size, chosen=True, unrelated=True)
        return cls(chosen_share(table, crumbs=min_size is not None), min_size, chosen=True)

    def keeps(self, table: Table) -> Mask:
        """Return for each cell whether it is a large overlap.

        Parameters
        ----------
        table : Table
            The contingency table of a and b.

        Returns
        -------
        ndarray of bool
            In the order of the cells of the table.
        """
        if self.unrelated:
            return np.zeros(table.nnz, bool)
        if self.min_share <= 0 and self.min_size == 1:
            return np.ones(table.nnz, bool)
        o = Overlaps.of(table)
        smaller = np.minimum(o.cell_sizes_a, o.cell_sizes_b)
        out: Mask = o.shared / smaller >= self.min_share
        if self.min_size is None:
            out[_crumbs(o)] = False
        elif self.min_size > 1:
            larger = np.maximum(o.cell_sizes_a, o.cell_sizes_b)
            out &= o.shared >= np.minimum(min(self.min_size, table.n), larger)
        return out


def are_unrelated(table: Table) -> bool:
    """Return whether two clusterings have no more in common than random ones.

    They do not if their adjusted Rand index is less than three standard deviations above 0, its
    mean over all permutations of the labels. The moments are exact (see `clusterdiff.chance`), so
    that no random numbers are drawn. These are never unrelated: a clustering and a refinement of
    it, clusterings with an index of at least 0.1, and those of fewer than 20 elements.
    """
    if table.n < _LEAST or table.nnz == max(
        table.shape
    ):  # each cluster of one side is within one of the other side
        return False
    index = MEASURES["adjusted_rand"]
    value = index.on(table)
    if value >= _AGREEMENT:
        return False
    std = expected(table, measure=index).std
    return bool(std) and value < _DEVIATIONS * float(std or 0)


def _crumbs(o: Overlaps) -> Ints:
    """Return the overlaps that have too few elements to be a part of a cluster.

    They have fewer than 3 elements or less than 2 % of the larger of their two clusters, and less
    than a fifth of the largest part of that cluster.
    """
    cells = _divided(o)
    shared, a, b = o.shared[cells], o.cell_sizes_a[cells], o.cell_sizes_b[cells]
    few = (shared < _FEW) | (shared < np.maximum(a, b) / _CRUMB)
    if not few.any():
        return cells[few]
    rows, cols = o.rows[cells], o.cols[cells]
    in_a, in_b = _largest(rows, shared)[rows], _largest(cols, shared)[cols]
    largest = np.where(a > b, in_a, np.where(a < b, in_b, np.maximum(in_a, in_b)))
    return cells[few & (shared < largest / _COMPARABLE)]


def _divided(o: Overlaps) -> Ints:
    """Return the overlaps that are not those of two equal clusters."""
    return np.flatnonzero((o.shared != o.cell_sizes_a) | (o.shared != o.cell_sizes_b))


def chosen_share(table: Table, *, crumbs: bool = False) -> float:
    """Return the smallest whole percentage at which no component holds unrelated clusters.

    The best match of a cluster is the cluster of the other side that it shares most elements with;
    of several, the smallest. Two clusters are related if a chain of best matches connects them. An
    overlap of more than half of one of its clusters is a best match, so that the share is at most
    51 %. Overlaps of too few elements do not count unless `crumbs` is true.
    """
    o = Overlaps.of(table)
    cells = _divided(o)  # equal clusters are related to each other and to no other
    if not crumbs:
        cells = cells[~np.isin(cells, _crumbs(o), assume_unique=True)]
    if not len(cells):
        return 0.0
    rows, cols, shared = o.rows[cells], o.cols[cells], o.shared[cells]
    best = _best_matches(rows, shared, o.sizes_b[cols]) | _best_matches(
        cols, shared, o.sizes_a[rows]
    )
    of_rows, of_cols = connected(rows[best], cols[best], table.shape)
    between = of_rows[rows] != of_cols[cols]
    if not between.any():
        return 0.0
    shared, smaller = shared[between], np.minimum(o.sizes_a[rows], o.sizes_b[cols])[between]
    most = int(np.argmax(shared / smaller))
    percent = _PERCENT * int(shared[most]) // int(smaller[most]) + 1
    return percent / _PERCENT


def _best_matches(own: Ints, shared: Ints, other_sizes: Ints) -> Mask:
    """Return which cells hold the best match of their own cluster."""
    best: Mask = shared == _largest(own, shared)[own]
    sizes = np.where(best, -other_sizes, np.iinfo(np.int64).min)  # the smallest is the largest
    out: Mask = best & (sizes == _largest(own, sizes)[own])
    return out


def _largest(groups: Ints, values: Ints) -> Ints:
    """Return the largest value of each group."""
    out = np.full(int(groups.max()) + 1, np.iinfo(np.int64).min)
    np.maximum.at(out, groups, values)
    return out
