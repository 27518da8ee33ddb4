"""Order of clusters for pictures: matched pairs on the diagonal, related clusters together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.summaries import Overlaps

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.table import Table

    Ints = NDArray[np.int64]


_EXACT = 1 << 53  # integers up to this are floats


@dataclass(frozen=True, slots=True, eq=False)
class MatchedOrder:
    """Rows and columns of a table in an order that puts matched clusters on the diagonal.

    Attributes
    ----------
    rows, cols : numpy.ndarray of int64
        The rows and the columns of the table in the order in which they are drawn.
    color_of_rows, color_of_cols : numpy.ndarray of int64
        Number of the color of each row and column. The two clusters of a matched pair have the same
        number, and no other cluster has it.
    """

    rows: Ints
    cols: Ints
    color_of_rows: Ints
    color_of_cols: Ints


def matched_order(table: Table) -> MatchedOrder:
    """Order the clusters of both sides by the optimal matching.

    Two clusters belong to the same group if one is the best match of the other, directly or through
    a chain of such pairs. Groups are ordered by size. Within a group, matched pairs come first, the
    largest overlap first, each followed by the unmatched clusters that share most with it.

    Parameters
    ----------
    table : Table
        The table of the two clusterings.

    Returns
    -------
    MatchedOrder

    Examples
    --------
    >>> from clusterdiff import Table
    >>> order = matched_order(Table.from_labels([0, 0, 1, 1, 1], [5, 5, 4, 4, 4]))
    >>> order.rows.tolist(), order.cols.tolist()
    ([1, 0], [0, 1])
    """
    overlaps = Overlaps.of(table)
    pairs = overlaps.pairing("overlap", "optimal")
    pairs = pairs[np.argsort(-table.counts[pairs], kind="stable")]
    best = _best_cells(table.rows, table.counts), _best_cells(table.cols, table.counts)
    group_a, group_b = _groups(table, np.concatenate(best))
    rank_a, rank_b = _ranks(table, pairs, 0, best[0]), _ranks(table, pairs, 1, best[1])
    colors = np.arange(len(pairs))
    color_a, color_b = np.full(table.shape[0], -1), np.full(table.shape[1], -1)
    color_a[table.rows[pairs]] = color_b[table.cols[pairs]] = colors
    _number_rest(color_a, len(pairs))
    _number_rest(color_b, len(pairs) + int((color_a >= len(pairs)).sum()))
    return MatchedOrder(
        rows=np.lexsort((-table.row_sizes, rank_a, group_a)),
        cols=np.lexsort((-table.col_sizes, rank_b, group_b)),
        color_of_rows=color_a,
        color_of_cols=color_b,
    )


def shown_lines(order: Ints, max_lines: int) -> tuple[Ints, Ints]:
    """Return the clusters that have a separate line, and the line of every cluster.

    Parameters
    ----------
    order : numpy.ndarray of int64
        The clusters in the order in which they are drawn.
    max_lines : int
        Number of lines. If there are more clusters, the last ones share the last line.

    Returns
    -------
    shown : numpy.ndarray of int64
        The clusters of the lines, from the first line on, without those that share one.
    line : numpy.ndarray of int64
        The line of each cluster.

    Examples
    --------
    >>> shown_lines(np.array([2, 0, 1]), 3)
    (array([2, 0, 1]), array([1, 2, 0]))
    >>> shown_lines(np.array([3, 2, 0, 1]), 3)
    (array([3, 2]), array([2, 2, 1, 0]))
    """
    shown = order if len(order) <= max_lines else order[: max_lines - 1]
    line = np.full(len(order), len(shown))
    line[shown] = np.arange(len(shown))
    return shown, line


def summed(places: NDArray[np.integer[Any]], counts: Ints, size: int) -> Ints:
    """Return the sum of the counts at each place."""
    if int(counts.sum()) < _EXACT:
        return np.bincount(places, counts, size).astype(np.int64)
    out = np.zeros(size, np.int64)
    np.add.at(out, places, counts)
    return out


def _number_rest(colors: Ints, start: int) -> None:
    """Give every cluster without a partner a unique number, in place."""
    alone = np.flatnonzero(colors < 0)
    colors[alone] = start + np.arange(len(alone))


def _best_cells(own: Ints, counts: Ints) -> Ints:
    """Return the cell with the largest overlap of each cluster of one side."""
    largest_first = np.lexsort((-counts, own))
    return largest_first[np.unique(own[largest_first], return_index=True)[1]]


def _groups(table: Table, cells: Ints) -> tuple[Ints, Ints]:
    """Return the group of each row and of each column that cells connect, numbered by size."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    height, width = table.shape
    ends = table.rows[cells], height + table.cols[cells]
    graph = coo_array((np.ones(len(cells), np.int8), ends), shape=(height + width,) * 2)
    count, part = connected_components(graph, directed=False)
    sizes = summed(part[:height], table.row_sizes, count)
    rank = np.empty(count, np.int64)
    rank[np.argsort(-sizes, kind="stable")] = np.arange(count)
    return rank[part[:height]], rank[part[height:]]


def _ranks(table: Table, pairs: Ints, side: int, best: Ints) -> Ints:
    """Return for each cluster of a side the place of its pair, or of the pair it shares most with.

    A matched cluster of place p gets 2p, an unmatched one 2p + 1, so that it follows the pair.
    `best` are the cells with the largest overlap of each cluster of the side.
    """
    own, other = (table.rows, table.cols) if side == 0 else (table.cols, table.rows)
    place_own = np.full(table.shape[side], -1)
    place_other = np.full(table.shape[1 - side], -1)
    places = np.arange(len(pairs))
    place_own[own[pairs]], place_other[other[pairs]] = places, places
    place = place_other[other[best]]
    follows = 2 * np.where(place >= 0, place, len(pairs)) + 1
    return np.where(place_own >= 0, 2 * place_own, follows)
