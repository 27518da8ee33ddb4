"""Resampled: the cells of a table with other counts, as the bootstrap and the jackknife give them."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.chance._sample import BLOCK, generator, watched
from clusterdiff.chance._stack import Stack, in_full, pair_values
from clusterdiff.summaries import PairCounts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from clusterdiff.chance._subject import Subject
    from clusterdiff.table import Table

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

_CELLS = 1 << 22  # held at once
_ENOUGH = 300  # cells from which an acceleration is estimated, if there are more


class Resampled:
    """A table whose elements are drawn again, or left out."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def stack(self, counts: Ints) -> Stack:
        """Tables with these counts in the cells."""
        return Stack(counts, self.table.rows, self.table.cols, self.table.shape)

    def bootstrap(self, subjects: Sequence[Subject], samples: int, seed: int) -> Floats:
        """Values (tables × subjects) of tables of n elements drawn from the cells with replacement."""
        out = np.empty((samples, len(subjects)))
        at = 0
        for counts in resampled_counts(self.table.counts, samples, seed):
            stack = self.stack(counts)
            for i, subject in enumerate(subjects):
                out[at : at + len(counts), i] = stack.values(subject)
            at += len(counts)
        return out

    def left_out(self, subject: Subject, cells: Ints | None = None) -> Floats:
        """The value without one element of each cell (or of these cells)."""
        t, m = self.table, subject.measure
        chosen = np.arange(t.nnz) if cells is None else cells
        if m is not None and m.summaries == (PairCounts,):
            p = PairCounts.of(t)
            shared, rows, cols = (in_full(x, t.n) for x in (t.counts[chosen], t.row_sizes[t.rows[chosen]], t.col_sizes[t.cols[chosen]]))
            # An element takes its pairs along: n_ij - 1 of those in both, a_i - 1 and b_j - 1 of those in a and in b.
            return pair_values(m, p.both - (shared - 1), p.in_a - (rows - 1), p.in_b - (cols - 1), p.total - (t.n - 1))
        step = max(1, _CELLS // t.nnz)
        parts = [self._without(chosen[start : start + step]).values(subject) for start in range(0, len(chosen), step)]
        return np.concatenate(parts)

    def _without(self, cells: Ints) -> Stack:
        counts = np.repeat(self.table.counts[None, :], len(cells), axis=0)
        counts[np.arange(len(cells)), cells] -= 1
        return self.stack(counts)

    def acceleration(self, subject: Subject, seed: int) -> float:
        """Skewness of the values without one element, over six (Efron 1987)."""
        counts = self.table.counts
        if self.table.n < 2:  # noqa: PLR2004
            return 0.0
        quick = subject.measure is not None and subject.measure.summaries == (PairCounts,)
        if quick or len(counts) <= _ENOUGH:
            return skewness(self.left_out(subject), counts) / 6
        times = generator(seed, 1 << 20).multinomial(_ENOUGH, counts / counts.sum())
        cells = np.flatnonzero(times)
        # Skewness of a sum of n shrinks with √n, however many of them are looked at.
        return skewness(self.left_out(subject, cells), times[cells]) / 6 * sqrt(_ENOUGH / self.table.n)


def resampled_counts(counts: Ints, samples: int, seed: int) -> Any:
    """Blocks of counts of as many elements, drawn with replacement; each block has random numbers of its own."""
    n = int(counts.sum())
    size = max(1, min(BLOCK, _CELLS // len(counts)))
    for i, start in enumerate(watched(range(0, samples, size), "drawing elements")):
        yield generator(seed, i).multinomial(n, counts / n, size=min(size, samples - start))


def skewness(values: Floats, times: Ints) -> float:
    """Σ d³/(Σ d²)^1.5 of d = mean - value, each value counted so many times."""
    if not np.isfinite(values).all():
        return 0.0
    d = np.sum(times / times.sum() * values) - values
    spread = float(np.sum(times * d * d))
    return float(np.sum(times * d**3)) / spread**1.5 if spread > 0 else 0.0
