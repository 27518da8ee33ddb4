"""CoverCells: sizes and overlaps of the clusters of two covers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Self

import numpy as np

from clusterdiff.covers._cover_table import CoverTable
from clusterdiff.summaries import Summary

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]


class Unknown(NamedTuple):
    """For each cluster, its entropy, and what is left of it given the best cluster of the other."""

    left: Floats
    whole: Floats


@dataclass(frozen=True, eq=False)
class CoverCells(Summary, table_type=CoverTable):
    """Sizes of the clusters of two covers, and the pairs of clusters that share elements.

    Attributes
    ----------
    equal : bool
        Whether both covers have the same clusters.
    n : int
        Number of elements.
    sizes_a, sizes_b : numpy.ndarray of int64
        Number of elements of each cluster.
    rows, cols, shared : numpy.ndarray of int64
        A cluster of a, a cluster of b, and the number of elements in both, in order of the rows.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> table = cd.covers.CoverTable.from_clusterings([{0, 1}, {0, 1, 2}], [{0, 1}, {2}])
    >>> CoverCells.of(table).shared.tolist()
    [2, 2, 1]
    """

    equal: bool
    n: int
    sizes_a: Ints
    sizes_b: Ints
    rows: Ints
    cols: Ints
    shared: Ints

    @classmethod
    def _from(cls, table: CoverTable) -> Self:
        return cls(table.equal, table.n, table.a.sizes, table.b.sizes, *table.cells)

    def best(self, scores: Floats) -> tuple[Floats, Floats]:
        """Return the largest score of the cells of each cluster of a and of b, else 0.

        Parameters
        ----------
        scores : numpy.ndarray of float64
            A score of each cell.

        Returns
        -------
        tuple of numpy.ndarray
            One score per cluster of a, and one per cluster of b.
        """
        return (
            _largest(scores, self.rows, len(self.sizes_a)),
            _largest(scores, self.cols, len(self.sizes_b)),
        )

    def unknown(self) -> tuple[Unknown, Unknown]:
        """Return the entropies of the clusters, and what is left of them given the other cover.

        A cluster is a yes-or-no question to each element. Its entropy given the best cluster of the
        other cover is the least over clusters that do not rather suit its complement (Lancichinetti
        et al. 2009, eq. B.14); without such a cluster, its own entropy.

        Returns
        -------
        tuple of Unknown
            For the clusters of a and of b, in nats times n.
        """
        rows, cols, shared = self._candidates()
        a, b = self.sizes_a[rows], self.sizes_b[cols]
        parts = self.n - a - b + shared, b - shared, a - shared, shared
        neither, only_b, only_a, both = (_term(part, self.n) for part in parts)
        suits = neither + both >= only_a + only_b
        rows, cols = rows[suits], cols[suits]
        outside, in_b, in_a, inside = (part[suits] for part in parts)
        out = []
        for sizes, place, own, other in (
            (self.sizes_a, rows, in_a, in_b),
            (self.sizes_b, cols, in_b, in_a),
        ):
            whole = _term(sizes, self.n) + _term(self.n - sizes, self.n)
            within = inside + other  # the elements of the other cluster
            left = _term(inside, within) + _term(other, within)
            left += _term(own, self.n - within) + _term(outside, self.n - within)
            least = whole.copy()
            order = np.argsort(place, kind="stable")
            if len(order):
                found, starts = np.unique(place[order], return_index=True)
                best = np.minimum.reduceat(left[order], starts)
                least[found] = np.minimum(least[found], best)
            out.append(Unknown(least, whole))
        return out[0], out[1]

    def _candidates(self) -> tuple[Ints, Ints, Ints]:
        """Return the cells, and the empty ones that may be the best of a cluster.

        Clusters without common elements are candidates only if one of them has more than half of
        the elements: for shares b, c ≤ 1/2, h(1 - b - c) < h(b) + h(c).
        """
        cells = [(self.rows, self.cols, self.shared)]
        every_a, every_b = np.arange(len(self.sizes_a)), np.arange(len(self.sizes_b))
        large_a = every_a[2 * self.sizes_a > self.n]
        large_b = every_b[2 * self.sizes_b > self.n]
        if not len(large_a) and not len(large_b):
            return cells[0]
        known = self.rows * max(1, len(self.sizes_b)) + self.cols  # in ascending order
        cells += [self._empty(np.full(len(every_b), i), every_b, known) for i in large_a.tolist()]
        small = every_a[2 * self.sizes_a <= self.n]
        cells += [self._empty(small, np.full(len(small), j), known) for j in large_b.tolist()]
        rows, cols, shared = (np.concatenate(x) for x in zip(*cells, strict=True))
        return rows, cols, shared

    def _empty(self, rows: Ints, cols: Ints, known: Ints) -> tuple[Ints, Ints, Ints]:
        keys = rows * max(1, len(self.sizes_b)) + cols
        places = np.searchsorted(known, keys)
        inside = places < len(known)
        inside[inside] = known[places[inside]] == keys[inside]
        rows, cols = rows[~inside], cols[~inside]
        return rows, cols, np.zeros(len(rows), np.int64)


def _largest(scores: Floats, places: Ints, number: int) -> Floats:
    out = np.zeros(number)
    np.maximum.at(out, places, scores)
    return out


def _term(part: Ints, whole: Ints | int) -> Floats:
    """Return part · log(whole/part), 0 for an empty part."""
    safe = np.maximum(part, 1)
    terms: Floats = safe * np.log1p((np.maximum(whole, safe) - safe) / safe) * (part > 0)
    return terms
