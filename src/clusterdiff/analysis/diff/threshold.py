"""The threshold: which overlaps are structure, and which are leakage."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from clusterdiff.checks import check_integer, check_share
from clusterdiff.summaries import Overlaps
from clusterdiff.table import Table

if TYPE_CHECKING:
    from numpy.typing import NDArray

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
    of_rows, of_cols = _connected(table, best_matches(table))
    between = of_rows[table.rows] != of_cols[table.cols]
    if not between.any():
        return 0.0
    o = Overlaps.of(table)
    shared, smaller = o.shared[between], np.minimum(o.cell_sizes_a, o.cell_sizes_b)[between]
    most = int(np.argmax(shared / smaller))
    percent = _PERCENT * int(shared[most]) // int(smaller[most]) + 1
    return percent / _PERCENT


def best_matches(table: Table) -> Mask:
    """Return for each cell whether one of its clusters is the best match of the other."""
    o = Overlaps.of(table)
    in_row = o.shared == o.row_max(o.shared)[o.rows]
    in_col = o.shared == o.col_max(o.shared)[o.cols]
    nothing = np.iinfo(np.int64).min
    of_row = np.where(in_row, -o.cell_sizes_b, nothing)  # the smallest has the largest number
    of_col = np.where(in_col, -o.cell_sizes_a, nothing)
    lowest = np.full(len(o.sizes_b), nothing)
    np.maximum.at(lowest, o.cols, of_col)
    in_row &= of_row == o.row_max(of_row)[o.rows]
    in_col &= of_col == lowest[o.cols]
    out: Mask = in_row | in_col
    return out


def _connected(table: Table, cells: Mask) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the component of each cluster of a and of b in the graph of some cells."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    height, width = table.shape
    edges = np.ones(int(cells.sum()), np.int8), (table.rows[cells], height + table.cols[cells])
    graph = coo_array(edges, shape=(height + width, height + width))
    _, part = connected_components(graph, directed=False)
    return part[:height], part[height:]


@dataclass(frozen=True, eq=False)
class Parted:
    """A table divided into structure and leakage.

    Attributes
    ----------
    table : Table
        All overlaps.
    threshold : Threshold
        Where structure ends and leakage begins.
    """

    table: Table
    threshold: Threshold

    @cached_property
    def kept(self) -> Mask:
        """Whether each cell of the table is structure."""
        return self.threshold.keeps(self.table)

    @cached_property
    def cells(self) -> Ints:
        """The cells of the table that are structure."""
        return np.flatnonzero(self.kept)

    @cached_property
    def leaked(self) -> Ints:
        """The cells of the table that are leakage."""
        return np.flatnonzero(~self.kept)

    @cached_property
    def rows(self) -> Ints:
        """The rows of the table with structure."""
        return np.unique(self.table.rows[self.cells])

    @cached_property
    def cols(self) -> Ints:
        """The columns of the table with structure."""
        return np.unique(self.table.cols[self.cells])

    @cached_property
    def structure(self) -> Table:
        """The structure as a table of its own: the clusters in `rows` and `cols`."""
        t = self.table
        if not len(self.leaked):
            return t
        counts = t.counts[self.cells]
        return Table(
            n=int(counts.sum()),
            rows=np.searchsorted(self.rows, t.rows[self.cells]),
            cols=np.searchsorted(self.cols, t.cols[self.cells]),
            counts=counts,
            row_sizes=self.kept_sizes_a[self.rows],
            col_sizes=self.kept_sizes_b[self.cols],
            row_labels=t.row_labels[self.rows],
            col_labels=t.col_labels[self.cols],
        )

    @cached_property
    def kept_sizes_a(self) -> Ints:
        """Elements of each cluster of a that are structure."""
        return _sums(self.table.rows, self.table.counts, self.kept, self.table.shape[0])

    @cached_property
    def kept_sizes_b(self) -> Ints:
        """Elements of each cluster of b that are structure."""
        return _sums(self.table.cols, self.table.counts, self.kept, self.table.shape[1])

    @property
    def leaked_elements(self) -> int:
        """Number of elements that are leakage."""
        return int(self.table.counts[self.leaked].sum())


def _sums(groups: Ints, counts: Ints, kept: Mask, size: int) -> Ints:
    """Return integer sums of the counts of kept cells."""
    out = np.zeros(size, np.int64)
    np.add.at(out, groups[kept], counts[kept])
    return out
