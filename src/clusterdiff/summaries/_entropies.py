"""Entropies: marginal, conditional and mutual, in nats."""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np

from clusterdiff import _kernel
from clusterdiff._kernel import phi
from clusterdiff.numerics import MAX_TOTAL, entropy, ordered_sum
from clusterdiff.summaries._summary import Summary

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from clusterdiff.table import Table

    Ints = NDArray[np.int64]


class _Entropies(NamedTuple):
    n: int
    clusters_a: int
    clusters_b: int
    a: float
    b: float
    a_given_b: float
    b_given_a: float
    mutual: float


class Entropies(_Entropies, Summary):
    """Entropies and mutual information in nats.

    Each is computed as a sum of non-negative terms, so that no digits are lost to cancellation.

    Attributes
    ----------
    n : int
        Number of elements.
    clusters_a, clusters_b : int
        Number of clusters of a and of b.
    a, b : float
        Entropies H(a) and H(b).
    a_given_b, b_given_a : float
        Conditional entropies H(a | b) and H(b | a).
    mutual : float
        Mutual information I(a; b).

    Examples
    --------
    >>> from clusterdiff import Table
    >>> Entropies.of(Table.from_labels([0, 0, 1, 1], [0, 1, 0, 1])).mutual
    0.0
    """

    __slots__ = ()

    @classmethod
    def _from(cls, table: Table) -> Self:
        part, n = table.counts, table.n
        if n < MAX_TOTAL:  # the kernel adds products of sizes in 64 bits; labels give the same bits
            cells = (table.rows, table.cols, part, table.row_sizes, table.col_sizes)
            return cls(*_kernel.entropies_of_cells(*cells, n, _kernel.THREADS))
        rows, cols = table.row_sizes[table.rows], table.col_sizes[table.cols]
        return cls(
            n,
            *table.shape,
            entropy(table.row_sizes, n, n),
            entropy(table.col_sizes, n, n),
            entropy(part, cols, n),
            entropy(part, rows, n),
            _mutual(part, rows, cols, n),
        )

    @classmethod
    def _columns(cls, summaries: Sequence[Any]) -> Self:
        n = summaries[0].n  # the same in all tables of a batch
        columns: list[Any] = [np.array(x) for x in list(zip(*summaries, strict=True))[1:]]
        return cls(n, *columns)

    @property
    def equal(self) -> bool:
        """Whether the two clusterings are the same partition."""
        return (self.a_given_b == 0) & (self.b_given_a == 0)  # also for arrays

    @property
    def joint(self) -> float:
        """Joint entropy H(a, b)."""
        # symmetric in a and b, unlike each of the two sums
        return ((self.a + self.b_given_a) + (self.b + self.a_given_b)) / 2

    @property
    def variation(self) -> float:
        """Variation of information H(a | b) + H(b | a)."""
        return self.a_given_b + self.b_given_a

    @property
    def log_n(self) -> float:
        """Largest possible entropy of n elements."""
        return log(self.n)


def evenness_gap(counts: Ints, n: int, k: int) -> float:
    """Return log k - H, in nats, for counts that add up to n in at most k classes.

    It is Σ φ(x)/k over all k classes with x = k·count/n - 1 and φ(x) = (1+x)·log(1+x) - x ≥ 0. An
    empty class contributes φ(-1) = 1. Even counts give 0 exactly, and a small gap keeps its digits.

    Examples
    --------
    >>> evenness_gap(np.array([2, 2]), 4, 2)
    0.0
    """
    return (ordered_sum(uneven_terms(counts, n, k)) + (k - len(counts))) / k


def uneven_terms(part: Ints, whole: Ints | int, k: int) -> NDArray[np.float64]:
    """Return φ(k·part/whole - 1), φ(x) = (1+x)·log(1+x) - x, for each part of a whole."""
    if int(np.max(whole)) * k >= 2**63:  # Python integers where 64 bits could overflow
        part = part.astype(object)
    return phi(np.asarray((part * k - whole) / whole, float))


def _mutual(part: Ints, rows: Ints, cols: Ints, n: int) -> float:
    """Return I = Σ q·φ(p/q - 1) over all cells, φ(x) = (1+x)·log(1+x) - x ≥ 0.

    Here p = n_ij/n and q = a_i·b_j/n². An empty cell contributes q, since φ(-1) = 1; all empty
    cells together contribute 1 - Σ q over the others, which is exact in integers. Independent
    clusterings have I = 0 exactly, and a small I keeps its digits.
    """
    if n * n >= 2**63:  # Python integers where 64 bits could overflow
        part, rows, cols = part.astype(object), rows.astype(object), cols.astype(object)
    products = rows * cols
    expected = (products / n).astype(float)
    x = ((n * part - products) / products).astype(float)
    empty = (n * n - int(products.sum())) / n
    return (ordered_sum(expected * phi(x)) + empty) / n
