"""The sizes of cells and clusters, counted by the engine, for tables too large to fetch.

Pair counts and entropies depend on the cells only through three lists: how many cells, how many
clusters of a and how many clusters of b have each size. An engine counts these with integers only,
and there are at most about √(2n) distinct sizes, so that little is fetched and nothing is rounded.

Grouping takes engines much longer than reading. If a sample shows nearly as many cells as rows, and
the rows fit in memory, the rows are fetched and counted here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from clusterdiff import _kernel
from clusterdiff.errors import InputError, OptionError
from clusterdiff.io._columns import choose
from clusterdiff.io._text_labels import labels_of
from clusterdiff.io.counting import count
from clusterdiff.io.engines import SizingEngine, engine_for_all
from clusterdiff.labels import either

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from clusterdiff.io._columns import Clustering, Wishes
    from clusterdiff.io._source import Source
    from clusterdiff.labels import Labels
    from clusterdiff.table import Table

    Times = dict[int, int]  # how often each size occurs

_SAMPLE = 1 << 17  # rows that are looked at
_DISTINCT = 0.99  # least share of distinct cells; the total is then 50 times the sample
_MOST_BYTES = 1 << 29  # of labels that are fetched


class CellSizes(NamedTuple):
    """How many cells, clusters of a and clusters of b have each size."""

    cells: Times
    a: Times
    b: Times
    dropped: int = 0  # elements without a label

    @property
    def n(self) -> int:
        """The number of elements."""
        return sum(size * times for size, times in self.cells.items())


def sizes_of_source(source: Source, wishes: Wishes, missing: str = "raise") -> CellSizes:
    """Return the sizes of two columns of one source."""
    a, b = choose([source], wishes, count=2)
    if missing not in {"raise", "drop"}:
        raise OptionError(
            f"missing={missing!r} needs the cells of the table.", "count them with read_table"
        )
    found = _sizes(a, b)
    if not found.cells and not found.dropped:
        raise InputError("a and b must label at least one element: they are empty.")
    if missing == "raise" and found.dropped:
        raise InputError(
            f"{source.name} must have labels for every element: {found.dropped:,} are missing.",
            "pass {missing=drop}",
        )
    if not found.cells:
        raise InputError("a and b must label at least one element: all labels are missing.")
    return found


def _sizes(a: Clustering, b: Clustering) -> CellSizes:
    engine = engine_for_all([a.source])
    if not isinstance(engine, SizingEngine):  # the data are in this process, or in files
        return _sizes_of_table(count(a, b, missing="drop").table)
    if _rows_should_be_fetched(engine, a, b):
        return _sizes_of_columns(engine.columns(a.source, [a.place, b.place]), a, b)
    return _of_rows(engine.sizes(a, b))


def _rows_should_be_fetched(engine: SizingEngine, a: Clustering, b: Clustering) -> bool:
    """Return whether most sampled rows are different cells, and all rows fit in memory."""
    if engine.fetches_rows(a, b):
        return True
    sample = engine.first_rows(a.source, [a.place, b.place], _SAMPLE)
    if sample is None:
        return False
    cells = sum(_sizes_of_columns(sample, a, b).cells.values())
    if len(sample[0]) == _SAMPLE and cells < _DISTINCT * _SAMPLE:
        return False
    return _fits(sample, engine.number_of_rows(a.source))


def _sizes_of_columns(columns: list[Any], a: Clustering, b: Clustering) -> CellSizes:
    sides = [
        labels_of(values, side.name, text=side.source.format.text)
        for values, side in zip(columns, (a, b), strict=True)
    ]
    lost = either(sides[0].missing, sides[1].missing)
    dropped = 0 if lost is None else int(np.count_nonzero(lost))
    if dropped == len(sides[0]):
        return CellSizes({}, {}, {}, dropped)
    if lost is not None:
        sides = [side.take(~lost) for side in sides]
    counted = _kernel.size_counts(sides[0].codes, sides[1].codes, _kernel.THREADS)
    cells, in_a, in_b = (dict(zip(*map(np.ndarray.tolist, x), strict=True)) for x in counted)
    return CellSizes(cells, in_a, in_b, dropped)


def _fits(sample: list[Labels], rows: int) -> bool:
    """Return whether all labels fit in memory, judging by the size of those of the sample."""
    return rows * sum(map(_bytes_per_label, sample)) <= _MOST_BYTES


def _bytes_per_label(labels: Labels) -> float:
    names = labels.encoded()[1]
    if names.dtype.kind in "iuf":
        return float(names.itemsize)
    return 8 + float(np.mean([len(str(name)) for name in names.tolist()] or [0]))


def _sizes_of_table(table: Table) -> CellSizes:
    cells, a, b = map(_times, (table.counts, table.row_sizes, table.col_sizes))
    return CellSizes(cells, a, b, table.dropped.missing)


def _times(sizes: NDArray[Any]) -> Times:
    found, times = np.unique(sizes, return_counts=True)
    return dict(zip(found.tolist(), times.tolist(), strict=True))


def _of_rows(rows: Iterable[tuple[Any, ...]]) -> CellSizes:
    """Return the rows (what, size, times) that an engine gave."""
    found: list[Times] = [{}, {}, {}, {}]
    for what, size, times in rows:
        found[int(what)][int(size)] = found[int(what)].get(int(size), 0) + int(times)
    dropped = sum(size * times for size, times in found[3].items())
    return CellSizes(found[0], found[1], found[2], dropped)
