"""TableBatch: many tables of the same elements on the same cells, and measures of all of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import log
from typing import TYPE_CHECKING

import numpy as np

from clusterdiff.numerics import MAX_TOTAL
from clusterdiff.summaries import Entropies, Overlaps, PairCounts
from clusterdiff.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from clusterdiff.measures import Measure
    from clusterdiff.sampling._statistic import Statistic

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]
    Flags = NDArray[np.bool_]

_LOOK_UP = 1 << 20


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

    @classmethod
    def of_dense(cls, tables: Ints) -> TableBatch:
        """Return the batch of an array of tables × rows × columns."""
        count, height, width = tables.shape
        rows, cols = np.divmod(np.arange(height * width), width)
        return cls(tables.reshape(count, -1), rows, cols, (height, width))

    def __len__(self) -> int:
        return len(self.counts)

    @cached_property
    def n(self) -> int:
        """The number of elements, the same in all tables."""
        return int(self.counts[0].sum())

    @cached_property
    def row_sums(self) -> Ints:
        """a_i of each table."""
        return _sums(self.counts, self.rows, self.shape[0])

    @cached_property
    def col_sums(self) -> Ints:
        """b_j of each table."""
        order = np.argsort(self.cols, kind="stable")
        return _sums(self.counts[:, order], self.cols[order], self.shape[1])

    def values(self, statistic: Statistic) -> Floats:
        """Return the value of the statistic on every table."""
        m = statistic.measure
        if m is not None and m.summaries == (PairCounts,):
            return pair_values(m, *self._pairs)
        if m is not None and m.summaries == (Entropies,) and self.n < MAX_TOTAL:
            return np.array([m.formula(e) for e in self._entropies])
        if m is not None and m.summaries == (Overlaps,):
            return np.array([m.formula(o) for o in self._overlaps])
        return np.array([statistic.on(table) for table in self.tables])

    @cached_property
    def _overlaps(self) -> list[Overlaps]:
        return overlaps_of(self.counts, self.rows, self.cols, self.row_sums, self.col_sums)

    @cached_property
    def tables(self) -> Sequence[Table]:
        """The tables one by one; summaries that several measures share are made once."""
        return [self._table(i) for i in range(len(self))]

    def _table(self, i: int) -> Table:
        full = self.counts[i] > 0
        rows, row_sizes = without_empty(self.rows[full], self.row_sums[i])
        cols, col_sizes = without_empty(self.cols[full], self.col_sums[i])
        names = np.arange(len(row_sizes)), np.arange(len(col_sizes))
        return Table(self.n, rows, cols, self.counts[i][full], row_sizes, col_sizes, *names)

    @cached_property
    def _pairs(self) -> tuple[Ints, Ints, Ints, int]:
        n = self.n
        wide = (in_full(x, n) for x in (self.counts, self.row_sums, self.col_sums))
        cells, in_a, in_b = (np.sum(x * x, axis=1) for x in wide)
        return (cells - n) // 2, (in_a - n) // 2, (in_b - n) // 2, n * (n - 1) // 2

    @cached_property
    def _entropies(self) -> list[Entropies]:
        n, log_counts = self.n, _logs(self.counts)
        by_col, by_row = _logs(self.col_sums)[:, self.cols], _logs(self.row_sums)[:, self.rows]
        a_given_b = np.sum(self.counts * (by_col - log_counts), axis=1) / n
        b_given_a = np.sum(self.counts * (by_row - log_counts), axis=1) / n
        a, b = (np.sum(x * (log(n) - _logs(x)), axis=1) / n for x in (self.row_sums, self.col_sums))
        sizes = ((x > 0).sum(axis=1) for x in (self.row_sums, self.col_sums))
        mutual = np.maximum(0.0, np.where(a < b, a - a_given_b, b - b_given_a))
        columns = (*sizes, a, b, a_given_b, b_given_a, mutual)
        return [Entropies(n, *row) for row in zip(*(x.tolist() for x in columns), strict=True)]


def in_full(counts: Ints, n: int) -> Ints:
    """Return counts whose squares do not overflow: Python integers if n is large."""
    return counts if n < MAX_TOTAL else counts.astype(object)


def _logs(counts: Ints) -> Floats:
    """Return log max(count, 1), from a table if the counts are small."""
    most = int(counts.max(initial=1))
    if most < min(_LOOK_UP, counts.size):
        looked_up: Floats = np.log(np.maximum(np.arange(most + 1), 1))[counts]
        return looked_up
    return np.log(np.maximum(counts, 1))


def _sums(counts: Ints, groups: Ints, size: int) -> Ints:
    """Return the sum of the counts of each group; the groups are sorted and none is missing."""
    starts = np.searchsorted(groups, np.arange(size))
    sums: Ints = np.add.reduceat(counts, starts, axis=1)
    return sums


def pair_values(
    m: Measure, both: Iterable[int], in_a: Iterable[int], in_b: Iterable[int], total: int
) -> Floats:
    """Return a measure for many pair counts; the formula runs once per distinct counts."""
    known: dict[tuple[int, int, int], float] = {}
    out = []
    for key in zip(map(int, both), map(int, in_a), map(int, in_b), strict=True):
        if key not in known:
            x, y, z = key
            known[key] = m.formula(PairCounts(x, y - x, z - x, total - y - z + x))
        out.append(known[key])
    return np.array(out)


def overlaps_of(
    counts: Ints, rows: Ints, cols: Ints, row_sums: Ints, col_sums: Ints
) -> list[Overlaps]:
    """Return the overlaps of each table (tables × cells); cells are ordered by row, then column.

    The largest cell of each row and column is found for all tables together. If the largest cells
    of the rows are unique and in different columns, they are the optimal pairing.
    """
    n = int(counts[0].sum())
    full: Flags = np.greater(counts, 0)
    by_col = np.argsort(cols, kind="stable")
    row_max = np.maximum.reduceat(counts, _starts(rows), axis=1)
    kept_a = row_max.sum(axis=1).tolist()
    kept_b = np.maximum.reduceat(counts[:, by_col], _starts(cols[by_col]), axis=1).sum(axis=1)
    pairings = _clear_pairings(counts == row_max[:, rows], full, rows, cols)
    whole: list[bool] = np.all(full, axis=1).tolist()
    out = []
    for i, kept in enumerate(kept_b.tolist()):
        if whole[i]:
            found = Overlaps(n, rows, cols, counts[i], row_sums[i], col_sums[i])
        else:
            kept_rows, row_sizes = without_empty(rows[full[i]], row_sums[i])
            kept_cols, col_sizes = without_empty(cols[full[i]], col_sums[i])
            found = Overlaps(n, kept_rows, kept_cols, counts[i][full[i]], row_sizes, col_sizes)
        vars(found).update(kept_a=kept_a[i], kept_b=kept)
        if i in pairings:
            found._pairings["overlap", "optimal"] = pairings[i]  # noqa: SLF001
        out.append(found)
    return out


def without_empty(codes: Ints, sizes: Ints) -> tuple[Ints, Ints]:
    """Return codes and sizes without the clusters that have no elements."""
    kept = sizes > 0
    return (codes, sizes) if kept.all() else ((np.cumsum(kept) - 1)[codes], sizes[kept])


def _starts(groups: Ints) -> Ints:
    """Return the first position of each group; the groups are sorted and none is missing."""
    return np.searchsorted(groups, np.arange(groups[-1] + 1))


def _clear_pairings(largest: Flags, full: Flags, rows: Ints, cols: Ints) -> dict[int, Ints]:
    """Return the optimal pairings that consist of the largest cells of the rows."""
    height = int(rows[-1]) + 1
    per_row = np.add.reduceat(largest, _starts(rows), axis=1, dtype=np.int64)
    clear = np.flatnonzero((per_row == 1).all(axis=1) & (largest <= full).all(axis=1))
    cells = np.nonzero(largest[clear])[1].reshape(len(clear), height)
    ordered = np.sort(cols[cells], axis=1)
    distinct = np.flatnonzero((np.diff(ordered, axis=1) > 0).all(axis=1))
    places = np.cumsum(full[clear], axis=1) - 1
    found = np.take_along_axis(places, cells, axis=1)
    return {int(clear[k]): found[k] for k in distinct.tolist()}
