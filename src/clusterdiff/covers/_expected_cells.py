"""ExpectedCells: the table of hard clusterings that are drawn from two soft ones, on average."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from clusterdiff.covers._soft_table import SoftTable
from clusterdiff.numerics import ordered_sum
from clusterdiff.summaries import Summary

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.covers._soft import Soft

    Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class ExpectedCells(Summary, table_type=SoftTable):
    """Mean cells and pairs of hard clusterings drawn from two soft ones, independently.

    Attributes
    ----------
    equal : bool
        Whether both are the same and hard: two clusterings that are drawn from the same degrees are
        not equal.
    n : int
        Number of elements.
    cells : numpy.ndarray of shape (k, l)
        The mean table, PᵀQ.
    both, in_a, in_b : float
        The mean number of pairs that are together in both, in a, and in b.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> a = cd.Soft([[1.0, 0.0], [0.5, 0.5], [0.0, 1.0]])
    >>> found = ExpectedCells.of(cd.covers.SoftTable.from_clusterings(a, [0, 0, 1]))
    >>> found.cells.tolist(), found.both, found.in_a
    ([[1.5, 0.0], [0.5, 1.0]], 0.5, 1.0)
    """

    equal: bool
    n: int
    cells: Floats
    both: float
    in_a: float
    in_b: float

    @classmethod
    def _from(cls, table: SoftTable) -> Self:
        """Add up over pairs i < j: Σ (p_i·p_j)(q_i·q_j) = (Σ cells² - Σ |p_i|²|q_i|²)/2."""
        cells = np.asarray(table.cells, float)
        own_a, own_b = _squares(table.a), _squares(table.b)
        both = (ordered_sum((cells**2).ravel()) - ordered_sum(own_a * own_b)) / 2
        in_a = (ordered_sum(cells.sum(axis=1) ** 2) - ordered_sum(own_a)) / 2
        in_b = (ordered_sum(cells.sum(axis=0) ** 2) - ordered_sum(own_b)) / 2
        same = table.equal and table.a.is_hard
        return cls(same, table.n, cells, max(0.0, both), max(0.0, in_a), max(0.0, in_b))

    @property
    def total(self) -> int:
        """Number of pairs of elements."""
        return self.n * (self.n - 1) // 2

    def information(self) -> tuple[float, float, float, float]:
        """Return H(a | b), H(b | a), I(a; b) and H(a, b) of the mean table, in nats.

        Returns
        -------
        tuple of float
            The entropies.
        """
        filled = self.cells > 0
        cells = self.cells[filled]
        rows = np.broadcast_to(self.cells.sum(axis=1)[:, None], self.cells.shape)[filled]
        cols = np.broadcast_to(self.cells.sum(axis=0), self.cells.shape)[filled]
        n = float(self.n)
        a_given_b = ordered_sum(cells * np.log(np.maximum(cols / cells, 1))) / n
        b_given_a = ordered_sum(cells * np.log(np.maximum(rows / cells, 1))) / n
        # Σ p·log(p/q) as Σ q·φ(p/q), φ(x) = x·log x - x + 1 ≥ 0; both tables add up to n.
        ratio = cells * n / (rows * cols)
        expected = rows * cols / n
        left_out = max(0.0, n - ordered_sum(expected))
        mutual = (ordered_sum(expected * _phi(ratio)) + left_out) / n
        return a_given_b, b_given_a, max(0.0, mutual), a_given_b + b_given_a + mutual


def _phi(ratio: Floats) -> Floats:
    """Return x·log x - x + 1, without cancellation near 1."""
    gap = ratio - 1
    near = np.abs(gap) < 1e-4
    exact = ratio * np.log(ratio) - gap
    series = gap**2 / 2 * (1 - gap / 3 * (1 - gap / 2))
    return np.maximum(np.where(near, series, exact), 0.0)


def _squares(side: Soft) -> Floats:
    """Return the sum of the squared degrees of each element."""
    m: Any = side.matrix
    if side.is_sparse:
        return np.asarray(m.multiply(m).sum(axis=1), float).ravel()
    return np.asarray((m**2).sum(axis=1), float)
