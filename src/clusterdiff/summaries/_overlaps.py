"""Overlaps: the sizes of clusters and of their intersections."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np

from clusterdiff.assignment import exact_pairs, greedy_pairs, optimal_pairs
from clusterdiff.numerics import difference_of_sums, nearly_equal, run_starts, scaled_quotients
from clusterdiff.summaries._summary import Summary

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from fractions import Fraction

    from numpy.typing import NDArray

    from clusterdiff.numerics import Quotients
    from clusterdiff.table import Table

    Ints = NDArray[np.int64]


_MAX_EXACT = 256  # clusters up to which optimal pairings are found in Python integers

ClusterSimilarity = Literal["overlap", "jaccard", "dice", "braun_banquet", "recall"]


@dataclass(frozen=True, eq=False)
class Overlaps(Summary):
    """Cluster sizes and non-empty intersections, ordered by row, then column.

    Attributes
    ----------
    n : int
        Number of elements.
    rows, cols : numpy.ndarray of int64
        Row and column of each non-zero cell.
    shared : numpy.ndarray of int64
        Number of elements in each non-zero cell, n_ij.
    sizes_a, sizes_b : numpy.ndarray of int64
        Sizes of the clusters of a and of b.

    Examples
    --------
    >>> from clusterdiff import Table
    >>> Overlaps.of(Table.from_labels([0, 0, 1], [0, 1, 1])).similarity("jaccard").tolist()
    [0.5, 0.3333333333333333, 0.5]
    """

    n: int
    rows: Ints
    cols: Ints
    shared: Ints
    sizes_a: Ints
    sizes_b: Ints
    _similarities: dict[str, NDArray[Any]] = field(default_factory=dict, init=False)
    _pairings: dict[tuple[str, str], Ints] = field(default_factory=dict, init=False)

    @classmethod
    def _from(cls, table: Table) -> Self:
        return cls(table.n, table.rows, table.cols, table.counts, table.row_sizes, table.col_sizes)

    @classmethod
    def _columns(cls, summaries: Sequence[Any]) -> OverlapTotals:
        rows = [
            (o.n, len(o.shared), len(o.sizes_a), len(o.sizes_b), o.kept_a, o.kept_b, o.matched)
            for o in summaries
        ]
        return OverlapTotals(*(np.array(column) for column in zip(*rows, strict=True)))

    @property
    def equal(self) -> bool:
        """Whether the two clusterings are the same partition."""
        return len(self.shared) == len(self.sizes_a) == len(self.sizes_b)

    @cached_property
    def _row_starts(self) -> Ints:
        """First cell of each row."""
        return run_starts(self.rows)

    @cached_property
    def cell_sizes_a(self) -> Ints:
        """Size a_i of the cluster of a of each cell."""
        return self.sizes_a[self.rows]

    @cached_property
    def cell_sizes_b(self) -> Ints:
        """Size b_j of the cluster of b of each cell."""
        return self.sizes_b[self.cols]

    def row_max(self, weights: NDArray[Any]) -> NDArray[Any]:
        """Return the largest weight in each row.

        Parameters
        ----------
        weights : numpy.ndarray
            One number per non-zero cell.

        Returns
        -------
        numpy.ndarray
            One number per cluster of a.
        """
        out: NDArray[Any] = np.maximum.reduceat(weights, self._row_starts)
        return out

    def col_max(self, weights: NDArray[Any]) -> NDArray[Any]:
        """Return the largest weight in each column.

        Parameters
        ----------
        weights : numpy.ndarray
            One positive number per non-zero cell.

        Returns
        -------
        numpy.ndarray
            One number per cluster of b.
        """
        out = np.zeros(len(self.sizes_b), weights.dtype)
        np.maximum.at(out, self.cols, weights)
        return out

    @cached_property
    def kept_a(self) -> int:
        """Σ_i max_j n_ij: the elements in the largest part of each cluster of a."""
        return int(self.row_max(self.shared).sum())

    @cached_property
    def kept_b(self) -> int:
        """Σ_j max_i n_ij: the elements in the largest part of each cluster of b."""
        return int(self.col_max(self.shared).sum())

    @cached_property
    def matched(self) -> int:
        """The elements in the optimal one-to-one pairing of clusters."""
        return int(self.shared[self.pairing("overlap", "optimal")].sum())

    def similarity(self, name: ClusterSimilarity) -> NDArray[Any]:
        """Return the similarity of the two clusters of each cell.

        Parameters
        ----------
        name : {"overlap", "jaccard", "dice", "braun_banquet", "recall"}
            n_ij; n_ij divided by the size of the union; by the mean size; by the larger size; or
            by a_i.

        Returns
        -------
        numpy.ndarray
            One number per non-zero cell.
        """
        if name not in self._similarities:
            self._similarities[name] = (
                self.shared if name == "overlap" else self.shared / _DENOMINATORS[name](self)
            )
        return self._similarities[name]

    def dissimilarity(self, name: ClusterSimilarity) -> NDArray[Any]:
        """Return one minus the similarity of each cell, without cancellation.

        Parameters
        ----------
        name : {"jaccard", "dice", "braun_banquet", "recall"}
            The similarity.

        Returns
        -------
        numpy.ndarray
            One number per non-zero cell.
        """
        only_a, only_b = self.cell_sizes_a - self.shared, self.cell_sizes_b - self.shared
        missed: NDArray[Any] = {
            "jaccard": only_a + only_b,  # at most n
            "dice": (only_a + only_b) / 2,
            "braun_banquet": np.maximum(only_a, only_b),
            "recall": only_a,
        }[name]
        out: NDArray[Any] = missed / _DENOMINATORS[name](self)
        return out

    def pairing(self, similarity: ClusterSimilarity, how: Literal["optimal", "greedy"]) -> Ints:
        """Return the cells of a one-to-one pairing of clusters.

        Parameters
        ----------
        similarity : {"overlap", "jaccard", "dice", "braun_banquet", "recall"}
            The similarity whose sum is maximized.
        how : {"optimal", "greedy"}
            Solve the assignment problem, or take the most similar pair first, and so on.

        Returns
        -------
        numpy.ndarray of int64
            Indices of the chosen cells, ascending.
        """
        key = (similarity, how)
        if key not in self._pairings:
            weights = self.similarity(similarity)
            self._pairings[key] = (
                optimal_pairs(self.rows, self.cols, weights)
                if how == "optimal"
                else greedy_pairs(self.rows, self.cols, weights, self.sizes_a, self.sizes_b)
            )
        return self._pairings[key]

    def quotients(self, similarity: ClusterSimilarity, cells: Ints) -> Quotients:
        """Return the similarity of some cells as numerators and denominators.

        Parameters
        ----------
        similarity : {"jaccard", "dice", "braun_banquet", "recall"}
            The similarity.
        cells : numpy.ndarray of int64
            Indices of the cells.

        Returns
        -------
        tuple of numpy.ndarray
            Python integers, whose products do not overflow.
        """
        shared, a, b = (
            numbers[cells].astype(object)
            for numbers in (self.shared, self.cell_sizes_a, self.cell_sizes_b)
        )
        if similarity == "dice":
            return 2 * shared, a + b
        wholes = {"jaccard": a + b - shared, "braun_banquet": np.maximum(a, b), "recall": a}
        return shared, wholes[similarity]

    def exact_pairing(self, similarity: ClusterSimilarity) -> Ints:
        """Return the cells of the optimal pairing, also if doubles cannot tell it from others.

        Parameters
        ----------
        similarity : {"jaccard", "dice", "braun_banquet", "recall"}
            The similarity whose sum is maximized.

        Returns
        -------
        numpy.ndarray of int64
            Indices of the chosen cells, ascending.
        """
        if max(len(self.sizes_a), len(self.sizes_b)) > _MAX_EXACT:
            return self.pairing(similarity, "optimal")
        weights = scaled_quotients(self.quotients(similarity, np.arange(len(self.shared))))
        return exact_pairs(self.rows, self.cols, weights)

    def excess(self, similarity: ClusterSimilarity, total: float, level: Fraction) -> float:
        """Return the sum of similarities in the optimal pairing minus a number.

        Parameters
        ----------
        similarity : {"jaccard", "dice", "braun_banquet", "recall"}
            The similarity whose sum is maximized.
        total : float
            The sum, as a double.
        level : fractions.Fraction
            The number.

        Returns
        -------
        float
            The difference; it is computed exactly where that of doubles would lose digits.
        """
        if not nearly_equal(total, float(level)):
            return total - float(level)
        terms = self.quotients(similarity, self.exact_pairing(similarity))
        return difference_of_sums(terms, ([level.numerator], [level.denominator]))


class OverlapTotals:
    """What plain formulas use of the `Overlaps` of many tables, as arrays.

    Parameters
    ----------
    n : int or ndarray
        Number of elements.
    cells, clusters_a, clusters_b : ndarray
        Numbers of non-zero cells, of clusters of a, and of clusters of b.
    kept_a, kept_b : ndarray
        Σ_i max_j n_ij and Σ_j max_i n_ij.
    matched : ndarray or callable
        The elements in the optimal one-to-one pairing of clusters. It may be given as a function,
        which is called when a formula needs it.

    Examples
    --------
    >>> import numpy as np
    >>> OverlapTotals(4, *np.array([[2, 3], [2, 2], [2, 3], [4, 3], [4, 4], [4, 3]])).equal.tolist()
    [True, False]
    """

    def __init__(
        self, n: Any, cells: Any, clusters_a: Any, clusters_b: Any, kept_a: Any, kept_b: Any,
        matched: NDArray[Any] | Callable[[], NDArray[Any]],
    ) -> None:  # fmt: skip
        self.n, self.cells, self.clusters_a, self.clusters_b = n, cells, clusters_a, clusters_b
        self.kept_a, self.kept_b, self._matched = kept_a, kept_b, matched

    @cached_property
    def matched(self) -> NDArray[Any]:
        """The elements in the optimal one-to-one pairing of clusters."""
        return self._matched() if callable(self._matched) else self._matched

    @property
    def equal(self) -> Any:
        """Whether the two clusterings of each table are the same partition."""
        return (self.cells == self.clusters_a) & (self.cells == self.clusters_b)

    def __iter__(self) -> Iterator[Any]:
        yield from (self.n, self.cells, self.clusters_a, self.clusters_b)
        yield from (self.kept_a, self.kept_b, self.matched)


# Denominators of the similarities; none exceeds n, so that 64 bits suffice.
_DENOMINATORS: dict[str, Callable[[Overlaps], NDArray[Any]]] = {
    "jaccard": lambda o: o.cell_sizes_a + (o.cell_sizes_b - o.shared),
    "dice": lambda o: o.cell_sizes_a / 2 + o.cell_sizes_b / 2,
    "braun_banquet": lambda o: np.maximum(o.cell_sizes_a, o.cell_sizes_b),
    "recall": lambda o: o.cell_sizes_a,
}
