"""The overlaps of many tables on the same cells, with their maxima found for all tables at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from clusterdiff.summaries import Overlaps

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Flags = NDArray[np.bool_]


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
