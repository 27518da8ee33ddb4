"""TableBatch: many tables of the same elements on the same cells, and measures of all of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import log
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff import _kernel
from clusterdiff.numerics import MAX_TOTAL
from clusterdiff.summaries import (
    Batch,
    Entropies,
    ExpectedInformation,
    Overlaps,
    OverlapTotals,
    PairCounts,
    PairSets,
    Sizes,
)
from clusterdiff.table import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from clusterdiff.sampling._statistic import Statistic
    from clusterdiff.summaries import Summary

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

_OF_SIZES = {Sizes, ExpectedInformation}  # summaries that depend on the cluster sizes alone
_LOOK_UP = 1 << 20  # logarithms that are looked up
_CLOSE = 0.01  # relative differences below which terms are subtracted one by one
_TRIED = 8  # tables that show whether pairings are clear
_EXACT_PAIRS = 1 << 25  # pairs of which products of two counts, times eight, are exact as doubles


@dataclass(frozen=True, eq=False)
class TableBatch:
    """Counts of `len(counts)` tables; cell i lies in row `rows[i]` and column `cols[i]`.

    The cells are in order of row, then column; every row and column has a cell, and all tables
    have the same number of elements.
    """

    counts: Ints  # tables × cells, zeros allowed
    rows: Ints
    cols: Ints
    shape: tuple[int, int]
    like: Table | None = None  # a table with the cluster sizes of all of them, if there is one

    @classmethod
    def of_dense(cls, tables: Ints, like: Table | None = None) -> TableBatch:
        """Return the batch of an array of tables × rows × columns."""
        count, height, width = tables.shape
        rows, cols = np.repeat(np.arange(height), width), np.tile(np.arange(width), height)
        return cls(tables.reshape(count, -1), rows, cols, (height, width), like)

    def __len__(self) -> int:
        return len(self.counts)

    @cached_property
    def n(self) -> int:
        """The number of elements, the same in all tables."""
        return int(self.counts[0].sum())

    @cached_property
    def row_sums(self) -> Ints:
        """a_i of each table."""
        return self._by_row(np.add)

    @cached_property
    def col_sums(self) -> Ints:
        """b_j of each table."""
        return self._by_col(np.add)

    @property
    def _is_dense(self) -> bool:
        """Whether all cells are listed."""
        return len(self.rows) == self.shape[0] * self.shape[1]

    def _by_row(self, function: np.ufunc) -> Ints:
        """Reduce the counts of each row."""
        if self._is_dense:
            return np.asarray(function.reduce(self.counts.reshape(-1, *self.shape), axis=2))
        return _over_groups(function, self.counts, self.rows)

    def _by_col(self, function: np.ufunc) -> Ints:
        """Reduce the counts of each column."""
        if self._is_dense:
            return np.asarray(function.reduce(self.counts.reshape(-1, *self.shape), axis=1))
        order = np.argsort(self.cols, kind="stable")
        return _over_groups(function, self.counts[:, order], self.cols[order])

    def values(self, statistic: Statistic) -> Floats:
        """Return the value of the statistic on every table."""
        m = statistic.measure
        batch = self._summaries(m.summaries[0]) if m else None
        if m is None or batch is None or not self._can_share(m.summaries[1:]):
            return np.array([statistic.on(table) for table in self.tables])
        if len(m.summaries) == 1:
            return m.values(batch)
        like = self._table(0) if self.like is None else self.like
        rest = [kind.of(like) for kind in m.summaries[1:]]
        return batch.each(lambda first: m.formula(first, *rest))

    def _can_share(self, kinds: tuple[type[Summary], ...]) -> bool:
        """Return whether all tables have the same summaries of these kinds."""
        return not kinds or (self.same_sizes and _OF_SIZES.issuperset(kinds))

    @cached_property
    def same_sizes(self) -> bool:
        """Whether all tables have the same cluster sizes."""
        sides = self.row_sums, self.col_sums
        return self.like is not None or all(bool((side == side[0]).all()) for side in sides)

    def _summaries(self, kind: type[Summary]) -> Batch | None:
        """Return the summaries of all tables, or None if they are made from tables one by one."""
        if kind is PairCounts:
            return self._pairs
        if kind is Entropies and self.n < MAX_TOTAL:
            return self._entropies
        if kind is PairSets:
            return self._pair_sets
        return self._overlaps if kind is Overlaps else None

    @cached_property
    def tables(self) -> Sequence[Table]:
        """The tables one by one; summaries that several measures share are made once."""
        return [self._table(i) for i in range(len(self))]

    def _table(self, i: int) -> Table:
        full = self.counts[i] > 0
        rows, row_sizes = _without_empty(self.rows[full], self.row_sums[i])
        cols, col_sizes = _without_empty(self.cols[full], self.col_sums[i])
        names = np.arange(len(row_sizes)), np.arange(len(col_sizes))
        return Table(self.n, rows, cols, self.counts[i][full], row_sizes, col_sizes, *names)

    @cached_property
    def _clusters(self) -> tuple[Ints, Ints]:
        """The numbers of clusters of both sides."""
        return (self.row_sums > 0).sum(axis=1), (self.col_sums > 0).sum(axis=1)

    @cached_property
    def _pairs(self) -> Batch:
        n = self.n
        sides = self.counts, self.row_sums, self.col_sums
        both, in_a, in_b = ((_squares(x, n) - n) // 2 for x in sides)
        return pair_batch(both, in_a, in_b, n * (n - 1) // 2)

    @cached_property
    def _entropies(self) -> Batch:
        n = self.n
        cells, rows, cols = (_x_log_x(x) for x in (self.counts, self.row_sums, self.col_sums))
        a_given_b, b_given_a = (cols - cells) / n, (rows - cells) / n
        # Differences of nearly equal sums are replaced by sums of terms that are not negative.
        close = np.flatnonzero(n * np.minimum(a_given_b, b_given_a) < _CLOSE * cells)
        if close.size:
            counts = self.counts[close]
            logs, by_col = _logs(counts), _logs(self.col_sums[close])[:, self.cols]
            by_row = _logs(self.row_sums[close])[:, self.rows]
            a_given_b[close] = np.sum(counts * (by_col - logs), axis=1) / n
            b_given_a[close] = np.sum(counts * (by_row - logs), axis=1) / n
        a, b = (np.sum(x * (log(n) - _logs(x)), axis=1) / n for x in (self.row_sums, self.col_sums))
        mutual = np.maximum(0.0, np.where(a < b, a - a_given_b, b - b_given_a))
        columns: list[Any] = [*self._clusters, a, b, a_given_b, b_given_a, mutual]

        def summaries() -> list[Entropies]:
            rows = zip(*(x.tolist() for x in columns), strict=True)
            return [Entropies(n, *row) for row in rows]

        return Batch(summaries, Entropies(n, *columns))

    @cached_property
    def _overlaps(self) -> Batch:
        cells = (self.counts > 0).sum(axis=1)
        kept_a, kept_b = (by(np.maximum).sum(axis=1) for by in (self._by_row, self._by_col))
        clusters_a, clusters_b = self._clusters
        columns = OverlapTotals(
            self.n, cells, clusters_a, clusters_b, kept_a, kept_b,
            lambda: self._paired(self.counts),
        )  # fmt: skip
        return Batch(lambda: [Overlaps.of(table) for table in self.tables], columns)

    @cached_property
    def _pair_sets(self) -> Batch:
        different = slice(1) if self.same_sizes else slice(None)
        sizes_a = self.row_sums[different, self.rows]
        sizes_b = self.col_sums[different, self.cols]
        similarity = self._paired(self.counts / np.maximum(np.maximum(sizes_a, sizes_b), 1))
        fewer = min(self.shape)
        a, b = (-np.sort(-sizes, axis=1)[:, :fewer] for sizes in (self.row_sums, self.col_sums))
        expected = np.minimum(a, b).sum(axis=1)
        most, least = np.maximum(*self._clusters), np.minimum(*self._clusters)
        excess = np.where(least == 1, 0.0, similarity - expected / self.n)
        cells = (self.counts > 0).sum(axis=1)
        sizes = (x.astype(float) for x in self._clusters)  # times n, they are no 64-bit integers
        columns: list[Any] = [*sizes, cells, similarity, most - similarity, expected, excess]
        return Batch(
            lambda: [PairSets.of(table) for table in self.tables], PairSets(self.n, *columns)
        )

    def _paired(self, weights: NDArray[Any]) -> NDArray[Any]:
        """Return for each table the largest sum of weights in a one-to-one pairing of clusters.

        If the largest weights of the rows lie in different columns, they are the pairing.
        """
        if len(self) > _TRIED and not self._clear_pairings(weights[:_TRIED])[0].any():
            return self._best_sums(weights)  # as in random tables
        clear, out = self._clear_pairings(weights)
        rest = np.flatnonzero(~clear)
        if len(rest):
            out[rest] = self._best_sums(weights[rest])
        return out

    def _clear_pairings(self, weights: NDArray[Any]) -> tuple[NDArray[np.bool_], NDArray[Any]]:
        """Return which tables have largest weights of rows in different columns, and their sums."""
        starts = np.searchsorted(self.rows, np.arange(self.shape[0]))
        largest = np.maximum.reduceat(weights, starts, axis=1)
        best = np.where(weights == largest[:, self.rows], self.cols, self.shape[1])
        partner = np.minimum.reduceat(best, starts, axis=1)
        partner = np.where(largest > 0, partner, self.shape[1] + np.arange(self.shape[0]))
        clear = np.asarray((np.diff(np.sort(partner, axis=1), axis=1) > 0).all(axis=1))
        return clear, largest.sum(axis=1)

    def _best_sums(self, weights: NDArray[Any]) -> NDArray[Any]:
        """Return the largest sums of weights in one-to-one pairings of the clusters of tables."""
        kind = np.int64 if weights.dtype.kind in "iu" else np.float64
        rows, cols = (np.ascontiguousarray(x, np.int64) for x in (self.rows, self.cols))
        numbers = np.ascontiguousarray(weights, kind)
        return _kernel.pair_sums(rows, cols, numbers, *self.shape, _kernel.THREADS)


def pair_batch(both: Ints, in_a: Ints, in_b: Ints, total: int) -> Batch:
    """Return a batch of pair counts that have the same total."""
    counts = both, in_a - both, in_b - both, total - in_a - in_b + both

    def summaries() -> list[PairCounts]:
        return [PairCounts(*row) for row in zip(*(x.tolist() for x in counts), strict=True)]

    # Products of two counts are exact as doubles, or are products of Python integers.
    kind = np.float64 if total < _EXACT_PAIRS else object
    columns: list[Any] = [x.astype(kind) for x in counts]
    return Batch(summaries, PairCounts(*columns))


def _squares(counts: Ints, n: int) -> Ints:
    """Return the sum of the squares of each table, as Python integers if they are large."""
    wide = counts if n < MAX_TOTAL else counts.astype(object)
    squares: Ints = np.sum(wide * wide, axis=1)
    return squares


def _logs(counts: Ints) -> Floats:
    """Return log max(count, 1), from a table if the counts are small."""
    most = int(counts.max(initial=1))
    if most < min(_LOOK_UP, counts.size):
        looked_up: Floats = np.log(np.maximum(np.arange(most + 1), 1))[counts]
        return looked_up
    return np.log(np.maximum(counts, 1))


def _x_log_x(counts: Ints) -> Floats:
    """Return the sum of count·log count of each table."""
    most = int(counts.max(initial=1))
    if most < min(_LOOK_UP, counts.size):
        known = np.arange(most + 1)
        return np.asarray(np.take(known * np.log(np.maximum(known, 1)), counts).sum(axis=1))
    return np.asarray((counts * np.log(np.maximum(counts, 1))).sum(axis=1))


def _over_groups(function: np.ufunc, counts: Ints, groups: Ints) -> Ints:
    """Reduce the counts of each group; the groups are sorted and none is missing."""
    starts = np.searchsorted(groups, np.arange(groups[-1] + 1))
    out: Ints = function.reduceat(counts, starts, axis=1)
    return out


def _without_empty(codes: Ints, sizes: Ints) -> tuple[Ints, Ints]:
    """Return codes and sizes without the clusters that have no elements."""
    kept = sizes > 0
    return (codes, sizes) if kept.all() else ((np.cumsum(kept) - 1)[codes], sizes[kept])
