"""Components: the connected components of the table, which are the clusters of the join."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Self

import numpy as np

from clusterdiff.assignment import connected
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
        height, width = table.shape
        alone = np.bincount(table.rows) == 1
        whole = alone[table.rows] & (np.bincount(table.cols) == 1)[table.cols]
        first_of_rows, first_of_cols = np.empty(height, np.int64), np.empty(width, np.int64)
        first_of_rows[table.rows[whole]] = first_of_cols[table.cols[whole]] = table.rows[whole]
        rows, cols = table.rows[~whole], table.cols[~whole]
        if len(rows):
            parts_of_rows, parts_of_cols = connected(rows, cols, (height, width))
            first = np.empty(len(rows), np.int64)
            first[parts_of_rows[rows[::-1]]] = rows[::-1]  # the first row is written last
            first_of_rows[rows], first_of_cols[cols] = (
                first[parts_of_rows[rows]],
                first[parts_of_cols[cols]],
            )
        starts = first_of_rows == np.arange(height)
        number = np.cumsum(starts) - 1  # components in the order of their first row
        of_rows = number[first_of_rows]
        sizes = table.row_sizes[starts]
        np.add.at(sizes, of_rows[~starts], table.row_sizes[~starts])
        return cls(table.equal, of_rows, number[first_of_cols], of_rows[table.rows], sizes)

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
