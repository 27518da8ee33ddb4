"""Overlaps: the sizes of clusters and of their intersections."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from clusterdiff.assignment import greedy_pairs, optimal_pairs
from clusterdiff.summaries._summary import Summary

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from clusterdiff.table import Table

    Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Overlaps(Summary):
    """The clusters' sizes and their non-empty intersections, in order of row, then column."""

    n: int
    rows: Ints
    cols: Ints
    shared: Ints  # n_ij
    sizes_a: Ints
    sizes_b: Ints
    _similarities: dict[str, NDArray[Any]] = field(default_factory=dict)
    _pairings: dict[tuple[str, str], Ints] = field(default_factory=dict)

    @classmethod
    def _from(cls, table: Table) -> Self:
        return cls(table.n, table.rows, table.cols, table.counts, table.row_sizes, table.col_sizes)

    @property
    def equal(self) -> bool:
        """Whether the two clusterings are the same partition."""
        return len(self.shared) == len(self.sizes_a) == len(self.sizes_b)

    @cached_property
    def _row_starts(self) -> Ints:
        return np.searchsorted(self.rows, np.arange(len(self.sizes_a)))

    @cached_property
    def cell_sizes_a(self) -> Ints:
        """a_i of each cell."""
        return self.sizes_a[self.rows]

    @cached_property
    def cell_sizes_b(self) -> Ints:
        """b_j of each cell."""
        return self.sizes_b[self.cols]

    def row_max(self, weights: NDArray[Any]) -> NDArray[Any]:
        """The largest weight in each row."""
        out: NDArray[Any] = np.maximum.reduceat(weights, self._row_starts)
        return out

    def col_max(self, weights: NDArray[Any]) -> NDArray[Any]:
        """The largest weight in each column; weights are positive."""
        out = np.zeros(len(self.sizes_b), weights.dtype)
        np.maximum.at(out, self.cols, weights)
        return out

    @cached_property
    def kept_a(self) -> int:
        """Σ_i max_j n_ij: elements that stay if each cluster of a keeps its largest part."""
        return int(self.row_max(self.shared).sum())

    @cached_property
    def kept_b(self) -> int:
        """Σ_j max_i n_ij: elements that stay if each cluster of b keeps its largest part."""
        return int(self.col_max(self.shared).sum())

    def similarity(self, name: str) -> NDArray[Any]:
        """Return the similarity of the two clusters of each cell; "recall" is n_ij/a_i."""
        if name not in self._similarities:
            self._similarities[name] = (
                self.shared if name == "overlap" else self.shared / _WHOLES[name](self)
            )
        return self._similarities[name]

    def dissimilarity(self, name: str) -> NDArray[Any]:
        """Return one minus the similarity of the two clusters of each cell, without cancellation."""
        only_a, only_b = self.cell_sizes_a - self.shared, self.cell_sizes_b - self.shared
        missed: NDArray[Any] = {
            "jaccard": only_a + only_b,  # at most n
            "dice": (only_a + only_b) / 2,
            "braun_banquet": np.maximum(only_a, only_b),
            "recall": only_a,
        }[name]
        out: NDArray[Any] = missed / _WHOLES[name](self)
        return out

    def pairing(self, similarity: str, how: str) -> Ints:
        """The cells that pair clusters one to one, "optimal" or "greedy"; each is found once."""
        key = (similarity, how)
        if key not in self._pairings:
            weights = self.similarity(similarity)
            self._pairings[key] = (
                optimal_pairs(self.rows, self.cols, weights)
                if how == "optimal"
                else greedy_pairs(self.rows, self.cols, weights, self.sizes_a, self.sizes_b)
            )
        return self._pairings[key]


# The denominators of the similarities. No sum exceeds n, so that 64 bits suffice.
_WHOLES: dict[str, Callable[[Overlaps], NDArray[Any]]] = {
    "jaccard": lambda o: o.cell_sizes_a + (o.cell_sizes_b - o.shared),
    "dice": lambda o: o.cell_sizes_a / 2 + o.cell_sizes_b / 2,
    "braun_banquet": lambda o: np.maximum(o.cell_sizes_a, o.cell_sizes_b),
    "recall": lambda o: o.cell_sizes_a,
}
