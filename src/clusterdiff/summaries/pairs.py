"""PairCounts: the numbers of pairs together and apart."""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt
from typing import TYPE_CHECKING, Self

from clusterdiff.summaries._exact import sum_of_squares
from clusterdiff.summaries._summary import Summary

if TYPE_CHECKING:
    from clusterdiff.table import Table


@dataclass(frozen=True, slots=True)
class PairCounts(Summary):
    """The four kinds of pairs of elements, as Python integers: no product overflows."""

    both: int  # together in a and in b
    only_a: int  # together in a, apart in b
    only_b: int  # together in b, apart in a
    neither: int  # apart in both

    @classmethod
    def _from(cls, table: Table) -> Self:
        n = table.n
        both = sum_of_squares(table.counts, n)
        in_a = sum_of_squares(table.row_sizes, n)
        in_b = sum_of_squares(table.col_sizes, n)
        return cls((both - n) // 2, (in_a - both) // 2, (in_b - both) // 2, (n * n - in_a - in_b + both) // 2)

    @property
    def equal(self) -> bool:
        """Whether the two clusterings are the same partition."""
        return self.only_a == self.only_b == 0

    @property
    def in_a(self) -> int:
        """Pairs together in a: m1."""
        return self.both + self.only_a

    @property
    def in_b(self) -> int:
        """Pairs together in b: m2."""
        return self.both + self.only_b

    @property
    def total(self) -> int:
        """All pairs: M."""
        return self.both + self.only_a + self.only_b + self.neither

    @property
    def n(self) -> int:
        """The number of elements, from M = n(n-1)/2."""
        return (1 + isqrt(1 + 8 * self.total)) // 2

    @property
    def excess(self) -> int:
        """M·m - m1·m2: M times what `both` exceeds its expectation by."""
        return self.both * self.neither - self.only_a * self.only_b
