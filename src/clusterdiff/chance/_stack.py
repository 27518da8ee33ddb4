"""Stack: many tables of the same elements on the same cells, and measures of all of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.chance._lanes import across, lanes
from clusterdiff.summaries import Entropies, Overlaps, PairCounts
from clusterdiff.table import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from clusterdiff.chance._subject import Subject
    from clusterdiff.measures import Measure

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

_SMALL = 1 << 16  # cells of a table whose optimal pairing is found dense
_SQUARES = 1 << 31  # below this n, Σ n_ij² fits in 64 bits
_LOOK_UP = 1 << 20


@dataclass(frozen=True, eq=False)
class Stack:
    """Counts of `len(counts)` tables; cell i of each lies in row `rows[i]` and column `cols[i]`, in that order."""

    counts: Ints  # tables × cells, zeros allowed
    rows: Ints
    cols: Ints
    shape: tuple[int, int]

    @classmethod
    def of_dense(cls, tables: Ints) -> Stack:
        """Stack of tables written out in full: tables × rows × columns."""
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
        """a_i of each table; the cells are in order of row."""
        return _sums(self.counts, self.rows, self.shape[0])

    @cached_property
    def col_sums(self) -> Ints:
        """b_j of each table."""
        order = np.argsort(self.cols, kind="stable")
        return _sums(self.counts[:, order], self.cols[order], self.shape[1])

    def values(self, subject: Subject) -> Floats:
        """The subject's value on every table."""
        m = subject.measure
        if m is not None and m.summaries == (PairCounts,):
            return pair_values(m, *self._pairs)
        if m is not None and m.summaries == (Entropies,):
            found = self._from_entropies(m)
            if found is not None:
                return found
        return np.array([subject.on(table) for table in self.tables])

    @cached_property
    def tables(self) -> Sequence[Table]:
        """The tables one by one; summaries that several measures share are made once."""
        return [self._table(i) for i in range(len(self))]

    def _table(self, i: int) -> Table:
        full = self.counts[i] > 0
        rows, row_sizes = _without_empty(self.rows[full], self.row_sums[i])
        cols, col_sizes = _without_empty(self.cols[full], self.col_sums[i])
        table = Table(self.n, rows, cols, self.counts[i][full], row_sizes, col_sizes, np.arange(len(row_sizes)), np.arange(len(col_sizes)))
        if len(row_sizes) * len(col_sizes) <= _SMALL:
            table._memo[Overlaps] = _DenseOverlaps.of_table(table)
        return table

    @cached_property
    def _pairs(self) -> tuple[Ints, Ints, Ints, int]:
        n = self.n
        wide = (in_full(x, n) for x in (self.counts, self.row_sums, self.col_sums))
        cells, in_a, in_b = (np.sum(x * x, axis=1) for x in wide)
        return (cells - n) // 2, (in_a - n) // 2, (in_b - n) // 2, n * (n - 1) // 2

    def _from_entropies(self, measure: Measure) -> Floats | None:
        entropies, equal = self._entropies
        values = across(measure.function, entropies, measure.fixed, len(self))
        if values is not None:
            for i in np.flatnonzero(equal).tolist():
                values[i] = measure.on(self.tables[i])
        return values

    @cached_property
    def _entropies(self) -> tuple[Entropies, NDArray[np.bool_]]:
        """Entropies with lanes; margins that are the same in all tables stay plain numbers."""
        n, log_counts = self.n, _logs(self.counts)
        a_given_b = np.sum(self.counts * (_logs(self.col_sums)[:, self.cols] - log_counts), axis=1) / n
        b_given_a = np.sum(self.counts * (_logs(self.row_sums)[:, self.rows] - log_counts), axis=1) / n
        a, b = (np.sum(x * (np.log(n) - _logs(x)), axis=1) / n for x in (self.row_sums, self.col_sums))
        clusters_a, clusters_b = ((x > 0).sum(axis=1) for x in (self.row_sums, self.col_sums))
        mutual = np.maximum(0.0, np.where(a < b, a - a_given_b, b - b_given_a))
        k, k2, h, h2 = (_plain(x) for x in (clusters_a, clusters_b, a, b))
        return Entropies(n, k, k2, h, h2, lanes(a_given_b), lanes(b_given_a), lanes(mutual)), (a_given_b == 0) & (b_given_a == 0)


def in_full(counts: Ints, n: int) -> Ints:
    """Counts whose squares do not overflow: Python's integers where n is large."""
    return counts if n < _SQUARES else counts.astype(object)


def _plain(values: NDArray[Any]) -> Any:
    return values[0].item() if (values == values[0]).all() else lanes(values)


def _logs(counts: Ints) -> Floats:
    """log max(count, 1), from a list of logarithms where the counts are small."""
    most = int(counts.max(initial=1))
    if most < min(_LOOK_UP, counts.size):
        looked_up: Floats = np.log(np.maximum(np.arange(most + 1), 1))[counts]
        return looked_up
    return np.log(np.maximum(counts, 1))


def _sums(counts: Ints, groups: Ints, size: int) -> Ints:
    """Sum of the counts of each group, the groups being in order and none missing."""
    sums: Ints = np.add.reduceat(counts, np.searchsorted(groups, np.arange(size)), axis=1)
    return sums


def _without_empty(codes: Ints, sizes: Ints) -> tuple[Ints, Ints]:
    kept = sizes > 0
    return (codes, sizes) if kept.all() else ((np.cumsum(kept) - 1)[codes], sizes[kept])


def pair_values(measure: Measure, both: Ints, in_a: Any, in_b: Any, total: int) -> Floats:
    """A measure of pair counts for many of them; equal partitions get the best value."""
    in_a, in_b = np.broadcast_to(in_a, both.shape), np.broadcast_to(in_b, both.shape)
    equal = (in_a == both) & (in_b == both)
    out = np.empty(len(both))
    rest = np.flatnonzero(~equal)
    found = None
    if len(rest):
        m, m1, m2 = (lanes(x[rest]) for x in (both, in_a, in_b))
        found = across(measure.function, PairCounts(m, m1 - m, m2 - m, total - m1 - m2 + m), measure.fixed, len(rest))
    if found is not None:
        out[rest] = found
    for i in np.flatnonzero(equal).tolist() if found is not None else range(len(both)):
        m, m1, m2 = int(both[i]), int(in_a[i]), int(in_b[i])
        out[i] = measure.formula(PairCounts(m, m1 - m, m2 - m, total - m1 - m2 + m))
    return out


class _DenseOverlaps(Overlaps):
    """Overlaps of a small table, whose best pairing is found on the table written out in full."""

    @classmethod
    def of_table(cls, table: Table) -> _DenseOverlaps:
        return cls(table.n, table.rows, table.cols, table.counts, table.row_sizes, table.col_sizes)

    def pairing(self, similarity: str, how: str) -> Ints:
        """The cells of the pairing; only the optimal one is found in another way."""
        key = (similarity, how)
        if how != "optimal" or key in self._pairings:
            return super().pairing(similarity, how)
        from scipy.optimize import linear_sum_assignment

        shape = len(self.sizes_a), len(self.sizes_b)
        weights, place = np.zeros(shape), np.full(shape, -1)
        weights[self.rows, self.cols] = self.similarity(similarity)
        place[self.rows, self.cols] = np.arange(len(self.rows))
        chosen = place[linear_sum_assignment(weights, maximize=True)]
        self._pairings[key] = np.sort(chosen[chosen >= 0])
        return self._pairings[key]
