"""Components: the connected parts of the table, which are the clusters of the join."""

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
    """The component of each cluster; components are numbered by their first cluster of a."""

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
        graph = coo_array((np.ones(table.nnz, np.int8), (table.rows, height + table.cols)), shape=(size, size))
        count, part = connected_components(graph, directed=False)
        _, first, number = np.unique(part[:height], return_index=True, return_inverse=True)
        rank = np.empty(count, np.int64)
        rank[np.argsort(first)] = np.arange(count)
        of_rows = rank[number]
        place = np.empty(count, np.int64)
        place[part[:height]] = of_rows
        sizes = np.zeros(count, np.int64)
        np.add.at(sizes, of_rows, table.row_sizes)
        return cls(table.equal, of_rows, place[part[height:]], of_rows[table.rows], sizes)

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
        """The clusters of a in each component."""
        return _groups(self.of_rows, self.heights)

    @cached_property
    def cols(self) -> list[Ints]:
        """The clusters of b in each component."""
        return _groups(self.of_cols, self.widths)

    @cached_property
    def cells(self) -> list[Ints]:
        """The cells in each component."""
        return _groups(self.of_cells, np.bincount(self.of_cells, minlength=len(self)))


def _groups(part: Ints, counts: Ints) -> list[Ints]:
    return np.split(np.argsort(part, kind="stable"), np.cumsum(counts)[:-1])
