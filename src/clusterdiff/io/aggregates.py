"""The sizes of cells and clusters, counted where the data are, for tables too large to fetch.

Pair counts and entropies depend on the cells only through three lists: how many cells, how many
clusters of a and how many clusters of b have each size. An engine counts these with integers only,
and at most about √(2n) sizes differ, so that little is fetched and nothing is rounded.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from clusterdiff.errors import InputError, OptionError
from clusterdiff.io.columns import choose
from clusterdiff.io.counting import count
from clusterdiff.io.engines import engine_for_all

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from clusterdiff.io.columns import Clustering, Wishes
    from clusterdiff.io.source import Source

    Times = dict[int, int]  # how often each size occurs


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
    """The sizes of two columns of one source."""
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
    ask = getattr(engine, "sizes", None)
    rows = None if ask is None else ask(a, b)
    if rows is None:  # the data are in this process, or in files
        table = count(a, b, missing="drop").table
        cells, a_sizes, b_sizes = map(_counted, (table.counts, table.row_sizes, table.col_sizes))
        return CellSizes(cells, a_sizes, b_sizes, table.dropped.missing)
    return _of_rows(rows)


def _counted(sizes: NDArray[Any]) -> Times:
    return dict(Counter(sizes.tolist()))


def _of_rows(rows: Iterable[tuple[Any, ...]]) -> CellSizes:
    """The rows (what, size, times) that an engine gave."""
    found: list[Times] = [{}, {}, {}, {}]
    for what, size, times in rows:
        found[int(what)][int(size)] = found[int(what)].get(int(size), 0) + int(times)
    dropped = sum(size * times for size, times in found[3].items())
    return CellSizes(found[0], found[1], found[2], dropped)
