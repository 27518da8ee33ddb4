"""difference: whether one clustering is closer to a than another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.chance._interval import check_level, quantiles
from clusterdiff.chance._resample import resampled_counts
from clusterdiff.chance._results import Difference
from clusterdiff.chance._sample import check_sampling
from clusterdiff.chance._stack import Stack
from clusterdiff.chance._subject import Asked, Subject
from clusterdiff.partition import Partition
from clusterdiff.table import Table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]


def difference(measure: Asked, a: Any, b1: Any, b2: Any, /, *, level: float = 0.95, samples: int = 1000, seed: int = 0) -> Difference:
    """Whether b1 or b2 is closer to a, and how sure that is.

    The elements are drawn again with replacement, for both comparisons the same ones (a paired bootstrap, from
    the table of a, b1 and b2 together). The p-value is twice the smaller share of drawn differences beyond 0.

    >>> a, b1, b2 = [0] * 20 + [1] * 20, [0] * 19 + [1] * 21, [0, 1] * 20
    >>> found = difference("ari", a, b1, b2)
    >>> found.closer, found.p < 0.01, found.low < found.value < found.high
    ('b1', True, True)
    """
    check_sampling(samples, seed)
    check_level(level)
    subject = Subject.of(measure)
    cells = _ThreeWay(a, b1, b2)
    value_1, value_2 = cells.values(subject, cells.counts[None, :])[:, 0].tolist()
    drawn = np.concatenate([np.subtract(*cells.values(subject, counts)) for counts in resampled_counts(cells.counts, samples, seed)])
    value = value_1 - value_2
    low, high = quantiles(drawn, value, level, None)
    beyond = min(int(np.sum(drawn <= 0)), int(np.sum(drawn >= 0)))
    p = min(1.0, 2 * (beyond + 1) / (samples + 1))
    pull = subject.pull(subject.best(cells.table_1), (value_1 + value_2) / 2)
    sign = pull * np.sign(value)
    closer = "neither" if sign == 0 else "b1" if sign > 0 else "b2"
    return Difference(subject.name, value_1, value_2, value, low, high, level, p, closer, "paired bootstrap, percentile", samples, seed)


class _ThreeWay:
    """The cells of a, b1 and b2 together, and how they add up to the cells of a with each."""

    def __init__(self, a: Any, b1: Any, b2: Any) -> None:
        first, second = Partition(b1), Partition(b2)
        both = first & second
        table = Table.from_labels(a, both)
        self.counts = table.counts
        self._sides = [_merged(table, _clusters(first, both)), _merged(table, _clusters(second, both))]
        self.table_1 = Table.from_labels(a, first)

    def values(self, subject: Subject, counts: Ints) -> Floats:
        """The values for a with b1 and for a with b2, for each row of counts."""
        return np.stack([_added(counts, *side).values(subject) for side in self._sides])


def _clusters(part: Partition, both: Partition) -> Ints:
    """The cluster of `part` in which each cluster of the meet lies."""
    table = Table.from_labels(part, both)
    out = np.empty(table.shape[1], np.int64)
    out[table.cols] = table.rows
    return out


def _merged(table: Table, clusters: Ints) -> tuple[Ints, Ints, Ints, tuple[int, int], Ints]:
    """Order and starts of the cells that fall together, and the cells they make."""
    cols = clusters[table.cols]
    order = np.lexsort((cols, table.rows))
    rows, cols = table.rows[order], cols[order]
    starts = np.flatnonzero(np.r_[True, (np.diff(rows) != 0) | (np.diff(cols) != 0)])
    return order, starts, rows[starts], (table.shape[0], int(clusters.max()) + 1), cols[starts]


def _added(counts: Ints, order: Ints, starts: Ints, rows: Ints, shape: tuple[int, int], cols: Ints) -> Stack:
    return Stack(np.add.reduceat(counts[:, order], starts, axis=1), rows, cols, shape)
