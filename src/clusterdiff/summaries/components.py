"""Components: the connected components of the table, which are the clusters of the join."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Self

import numpy as np

from clusterdiff.summaries._summary import Summary

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.table import Table

    Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Components(Summary):
    """The connected components of the bipartite graph of overlapping clusters.

    They are the clusters of the join, numbered by their first cluster of a.

    Attributes
    ----------
    equal : bool
        Whether the two clusterings are the same partition.
    of_rows, of_cols, of_cells : numpy.ndarray of int64
        Component of each cluster of a, of each cluster of b, and of each non-zero cell.
    sizes : numpy.ndarray of int64
        Number of elements in each component.

    Examples
    --------
    >>> from clusterdiff import Table
    >>> Components.of(Table.from_labels([0, 0, 1, 2], [0, 1, 1, 2])).sizes.tolist()
    [3, 1]
    """

    equal: bool
    of_rows: Ints
    of_cols: Ints
    of_cells: Ints
    sizes: Ints

    @classmethod
    def _from(cls, table: Table) -> Self:
        from scipy.sparse import coo_array
        from scipy.sparse.csgraph import connected_components

        height, width = table.shape
        size = height + width
        edges = np.ones(table.nnz, np.int8), (table.rows, height + table.cols)
        graph = coo_array(edges, shape=(size, size))
        count, part = connected_components(graph, directed=False)
        _, first = np.unique(part[:height], return_index=True)  # every component has a row
        rank = np.argsort(np.argsort(first))  # components in the order of their first row
        of_rows = rank[part[:height]]
        sizes = np.zeros(count, np.int64)
        np.add.at(sizes, of_rows, table.row_sizes)
        return cls(table.equal, of_rows, rank[part[height:]], of_rows[table.rows], sizes)

    def __len__(self) -> int:
        return len(self.sizes)

    @cached_property
    def heights(self) -> Ints:
        """Number of clusters of a in each component."""
        return np.bincount(self.of_rows, minlength=len(self))

    @cached_property
    def widths(self) -> Ints:
        """Number of clusters of b in each component."""
        return np.bincount(self.of_cols, minlength=len(self))

    @cached_property
    def rows(self) -> list[Ints]:
        """Clusters of a in each component."""
        return _groups(self.of_rows, self.heights)

    @cached_property
    def cols(self) -> list[Ints]:
        """Clusters of b in each component."""
        return _groups(self.of_cols, self.widths)

    @cached_property
    def cells(self) -> list[Ints]:
        """Cells in each component."""
        return _groups(self.of_cells, np.bincount(self.of_cells, minlength=len(self)))


def _groups(part: Ints, counts: Ints) -> list[Ints]:
    """Return the indices of each component."""
    return np.split(np.argsort(part, kind="stable"), np.cumsum(counts)[:-1])
