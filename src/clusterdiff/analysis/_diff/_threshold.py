"""The threshold: which overlaps are structure, and which are leakage."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from clusterdiff.assignment import connected
from clusterdiff.checks import check_integer, check_share
from clusterdiff.summaries import Overlaps

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.table import Table

    Ints = NDArray[np.int64]
    Mask = NDArray[np.bool_]

_PERCENT = 100


@dataclass(frozen=True, slots=True)
class Threshold:
    """Where structure ends and leakage begins.

    An overlap is structure if it holds at least `min_share` of the smaller of its two clusters and
    at least `min_size` elements; two equal clusters always are structure.

    Attributes
    ----------
    min_share : float
        The share.
    min_size : int
        The number of elements.
    chosen : bool
        Whether the share was chosen from the data.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> cd.diff([0, 0, 1], [0, 0, 1], min_share=0.1).threshold
    Threshold(min_share=0.1, min_size=1, chosen=False)
    """

    min_share: float = 0.0
    min_size: int = 1
    chosen: bool = False

    @classmethod
    def of(cls, table: Table, min_share: float | None, min_size: int) -> Threshold:
        """Return the threshold that was asked for; None is chosen from the data.

        Parameters
        ----------
        table : Table
            The contingency table of a and b.
        min_share : float or None
            The least share of a cluster that is structure; None chooses it from the data.
        min_size : int
            The least number of elements that is structure.

        Returns
        -------
        Threshold
            The threshold.
        """
        check_integer("min_size", min_size, 1)
        if min_share is None:
            return cls(chosen_share(table), int(min_size), chosen=True)
        return cls(check_share("min_share", min_share, ends=True), int(min_size))

    def keeps(self, table: Table) -> Mask:
        """Return for each cell whether it is structure.

        Parameters
        ----------
        table : Table
            The contingency table of a and b.

        Returns
        -------
        ndarray of bool
            Whether each cell is structure, in the order of the cells of the table.
        """
        if self.min_share <= 0 and self.min_size == 1:
            return np.ones(table.nnz, bool)
        o = Overlaps.of(table)
        smaller = np.minimum(o.cell_sizes_a, o.cell_sizes_b)
        larger = np.maximum(o.cell_sizes_a, o.cell_sizes_b)
        large = o.shared >= np.minimum(min(self.min_size, table.n), larger)
        out: Mask = (o.shared / smaller >= self.min_share) & large
        return out


def chosen_share(table: Table) -> float:
    """Return the smallest whole percentage at which no component holds unrelated clusters.

    The best match of a cluster is the cluster of the other side that it shares most elements with;
    of several, the smallest. Two clusters are related if a chain of best matches connects them. An
    overlap of more than half of one of its clusters is a best match, so that the share is at most
    51 %.
    """
    o = Overlaps.of(table)
    whole = (o.shared == o.cell_sizes_a) & (o.shared == o.cell_sizes_b)
    cells = np.flatnonzero(~whole)  # equal clusters are related to each other and to no other
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
