"""PairCounts: the numbers of pairs of elements that are together or apart."""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING, NamedTuple, Self

import numpy as np

from clusterdiff.summaries._summary import Summary

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.table import Table


class _PairCounts(NamedTuple):
    both: int
    only_a: int
    only_b: int
    neither: int


class PairCounts(_PairCounts, Summary):
    """Numbers of pairs of elements, as Python integers, so that no product overflows.

    Attributes
    ----------
    both : int
        Pairs together in a and in b (N₁₁, m).
    only_a : int
        Pairs together in a and apart in b (N₁₀).
    only_b : int
        Pairs together in b and apart in a (N₀₁).
    neither : int
        Pairs apart in both (N₀₀).

    Examples
    --------
    >>> from clusterdiff import Table
    >>> PairCounts.of(Table.from_labels([0, 0, 1, 1], [0, 0, 1, 2]))
    PairCounts(both=1, only_a=1, only_b=0, neither=4)
    """

    __slots__ = ()

    @classmethod
    def _from(cls, table: Table) -> Self:
        n = table.n
        both = sum_of_squares(table.counts, n)
        in_a = sum_of_squares(table.row_sizes, n)
        in_b = sum_of_squares(table.col_sizes, n)
        return cls(
            both=(both - n) // 2,
            only_a=(in_a - both) // 2,
            only_b=(in_b - both) // 2,
            neither=(n * n - in_a - in_b + both) // 2,
        )

    @property
    def equal(self) -> bool:
        """Whether the two clusterings are the same partition."""
        return (self.only_a == 0) & (self.only_b == 0)  # also for arrays

    @property
    def in_a(self) -> int:
        """Pairs together in a (m₁)."""
        return self.both + self.only_a

    @property
    def in_b(self) -> int:
        """Pairs together in b (m₂)."""
        return self.both + self.only_b

    @property
    def total(self) -> int:
        """All pairs (M)."""
        return self.both + self.only_a + self.only_b + self.neither

    @property
    def n(self) -> int:
        """Number of elements, from M = n(n-1)/2."""
        return (1 + isqrt(1 + 8 * self.total)) // 2

    def counted(self, *, self_pairs: bool) -> Self:
        """Return the counts, or those of ordered pairs drawn with replacement.

        Parameters
        ----------
        self_pairs : bool
            Whether to count all n² ordered pairs, those of an element with itself included.

        Returns
        -------
        PairCounts
            The counts.
        """
        if not self_pairs:
            return self
        only = (2 * self.only_a, 2 * self.only_b, 2 * self.neither)
        return type(self)(2 * self.both + self.n, *only)

    @property
    def excess(self) -> int:
        """M·m - m₁·m₂, which is M times the difference of `both` and its expectation."""
        return self.both * self.neither - self.only_a * self.only_b


def sum_of_squares(counts: NDArray[np.int64], total: int) -> int:
    """Return Σ c² for counts that add up to `total`.

    Counts up to limit = 2⁶² / total have Σ c² ≤ limit · Σ c ≤ 2⁶², which fits in 64 bits. There are
    few larger counts (at most 21 for n = 10¹⁰), which are squared as Python integers.
    """
    if total * total < 2**62:
        return int(np.dot(counts, counts))
    limit = 2**62 // total
    large = counts > limit
    small = counts[~large]
    above: list[int] = counts[large].tolist()
    return int(np.dot(small, small)) + sum(c * c for c in above)
