"""PairSets: the numbers of the Pair Sets Index."""

from __future__ import annotations

from fractions import Fraction
from math import fsum
from typing import TYPE_CHECKING, NamedTuple, Self

import numpy as np

from clusterdiff.summaries._overlaps import Overlaps
from clusterdiff.summaries._summary import Summary

if TYPE_CHECKING:
    from clusterdiff.table import Table


class _PairSets(NamedTuple):
    n: int
    clusters_a: int
    clusters_b: int
    cells: int
    similarity: float  # S = max Σ n_ij / max(a_i, b_j) over the one-to-one pairings of clusters
    shortfall: float  # max(K, K') - S, computed without cancellation
    expected: int  # Σ min(a_(i), b_(i)), sizes in descending order: n times S of the expected table
    excess: float  # S - expected/n, computed without cancellation


class PairSets(_PairSets, Summary):
    """Similarity of the best one-to-one pairing of clusters, and its expectation.

    Attributes
    ----------
    n : int
        Number of elements.
    clusters_a, clusters_b, cells : int
        Number of clusters of a, of clusters of b, and of non-zero cells.
    similarity : float
        Largest Σ n_ij / max(a_i, b_j) over all one-to-one pairings.
    shortfall : float
        max(K, K') minus the similarity, computed without cancellation.
    expected : int
        Σ min(a_(i), b_(i)) over the sizes in descending order, which is n times the expectation.
    excess : float
        The similarity minus the expectation, computed without cancellation.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> table = cd.Table.from_labels([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1])
    >>> cd.summaries.PairSets.of(table).expected
    5
    """

    __slots__ = ()

    @classmethod
    def _from(cls, table: Table) -> Self:
        overlaps = Overlaps.of(table)
        paired = overlaps.pairing("braun_banquet", "optimal")
        shared = overlaps.shared[paired]
        wholes = np.maximum(overlaps.cell_sizes_a[paired], overlaps.cell_sizes_b[paired])
        changed = shared < wholes  # pairs of equal clusters have similarity 1
        alike = overlaps.similarity("braun_banquet")[paired[changed]]
        similarity = fsum([len(paired) - len(alike), *alike.tolist()])
        missed = (wholes - shared)[changed] / wholes[changed]
        fewer, most = sorted(table.shape)
        a, b = (np.sort(sizes)[::-1][:fewer] for sizes in (table.row_sizes, table.col_sizes))
        expected = int(np.minimum(a, b).sum())
        excess = 0.0  # the best partner of a single cluster is the largest cluster
        if fewer > 1:
            excess = overlaps.excess("braun_banquet", similarity, Fraction(expected, table.n))
        return cls(
            table.n,
            *table.shape,
            table.nnz,
            similarity,
            fsum([most - len(paired), *missed.tolist()]),
            expected,
            excess,
        )

    @property
    def equal(self) -> bool:
        """Whether the two clusterings are the same partition."""
        return (self.cells == self.clusters_a) & (self.cells == self.clusters_b)

    @property
    def _span(self) -> int:
        """n times the largest similarity minus the expected one; 0 only for one cluster."""
        both, apart = self.clusters_a + self.clusters_b, abs(self.clusters_a - self.clusters_b)
        return (both + apart) // 2 * self.n - self.expected  # max(K, K'), also of arrays

    @property
    def adjusted(self) -> float:
        """The Pair Sets Index, (S - E) / (max(K, K') - E), or 0 where that is negative."""
        above = (self.excess + abs(self.excess)) / 2  # max(S - E, 0), also of arrays
        return above * self.n / self._span

    @property
    def distance(self) -> float:
        """One minus the index, without cancellation."""
        return min(1.0, self.shortfall * self.n / self._span)
