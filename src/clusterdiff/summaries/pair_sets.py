"""PairSets: the best one-to-one pairing of clusters, every pair of clusters counting the same."""

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
    """What the Pair Sets Index needs: the similarity of paired clusters, and of those of the expected table."""

    n: int
    clusters_a: int
    clusters_b: int
    cells: int
    similarity: float  # max Σ n_ij / max(a_i, b_j) over the one-to-one pairings
    expected: int  # Σ min(a_(i), b_(i)) of the sizes in descending order: n times the sum of the expected table

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
        """Whether the two clusterings are the same."""
        return self.cells == self.clusters_a == self.clusters_b

    @property
    def most(self) -> int:
        """The larger number of clusters, which is the largest possible similarity."""
        return max(self.clusters_a, self.clusters_b)

    @property
    def index(self) -> float:
        """The Pair Sets Index, (S - E) / (max(K, K') - E), or 0 where that is negative; not for equal clusterings."""
        return max(0.0, (self.similarity * self.n - self.expected) / (self.most * self.n - self.expected))
