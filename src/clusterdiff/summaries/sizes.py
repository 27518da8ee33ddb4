"""Sizes: the distinct cluster sizes of both clusterings and their multiplicities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from clusterdiff.summaries._summary import Summary

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.table import Table


@dataclass(frozen=True, slots=True, eq=False)
class Sizes(Summary):
    """Distinct cluster sizes, ascending, and the number of clusters of each size.

    Attributes
    ----------
    equal : bool
        Whether the two clusterings are the same partition.
    n : int
        Number of elements.
    a, b : numpy.ndarray of int64
        Distinct sizes of the clusters of a and of b.
    times_a, times_b : numpy.ndarray of int64
        Number of clusters of each of these sizes.

    Examples
    --------
    >>> from clusterdiff import Table
    >>> sizes = Sizes.of(Table.from_labels([0, 0, 1, 2], [0, 0, 0, 0]))
    >>> sizes.a.tolist(), sizes.times_a.tolist()
    ([1, 2], [2, 1])
    """

    equal: bool
    n: int
    a: NDArray[np.int64]
    times_a: NDArray[np.int64]
    b: NDArray[np.int64]
    times_b: NDArray[np.int64]

    @classmethod
    def _from(cls, table: Table) -> Self:
        a, times_a = np.unique(table.row_sizes, return_counts=True)
        b, times_b = np.unique(table.col_sizes, return_counts=True)
        return cls(table.equal, table.n, a, times_a, b, times_b)
