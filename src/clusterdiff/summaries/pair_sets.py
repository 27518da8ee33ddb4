"""PairSets: the numbers of the Pair Sets Index."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum
from typing import TYPE_CHECKING, Self

import numpy as np

from clusterdiff.summaries._summary import Summary
from clusterdiff.summaries.overlaps import Overlaps

if TYPE_CHECKING:
    from clusterdiff.table import Table


@dataclass(frozen=True, slots=True)
class PairSets(Summary):
    """Similarity of the best one-to-one pairing of clusters, and its expectation.

    Attributes
    ----------
    n : int
        Number of elements.
    clusters_a, clusters_b, cells : int
        Number of clusters of a, of clusters of b, and of non-zero cells.
    similarity : float
        Largest Σ n_ij / max(a_i, b_j) over all one-to-one pairings.
    expected : int
        Σ min(a_(i), b_(i)) over the sizes in descending order, which is n times the expectation.
    """

    n: int
    clusters_a: int
    clusters_b: int
    cells: int
    similarity: float
    expected: int

    @classmethod
    def _from(cls, table: Table) -> Self:
        overlaps = Overlaps.of(table)
        paired = overlaps.pairing("braun_banquet", "optimal")
        similarity = fsum(overlaps.similarity("braun_banquet")[paired].tolist())
        fewer = min(table.shape)
        a, b = (np.sort(sizes)[::-1][:fewer] for sizes in (table.row_sizes, table.col_sizes))
        return cls(table.n, *table.shape, table.nnz, similarity, int(np.minimum(a, b).sum()))

    @property
    def equal(self) -> bool:
        """Whether the two clusterings are the same partition."""
        return self.cells == self.clusters_a == self.clusters_b

    @property
    def most(self) -> int:
        """Largest possible similarity, the larger number of clusters."""
        return max(self.clusters_a, self.clusters_b)

    @property
    def index(self) -> float:
        """Pair Sets Index (S - E) / (max(K, K') - E), at least 0; 0/0 for equal clusterings."""
        excess = self.similarity * self.n - self.expected
        return max(0.0, excess / (self.most * self.n - self.expected))
