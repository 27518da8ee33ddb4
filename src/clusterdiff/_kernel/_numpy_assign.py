"""The one-to-one pairing with the largest sum of weights, in numpy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

_MOST_EXACT = 1 << 51  # doubles represent the sum of three integers below it exactly


def assign(weights: NDArray[Any]) -> Ints:
    """Return the column of each row in a one-to-one pairing with the largest sum of weights.

    A row that is paired with weight 0 gets -1. Weights are non-negative doubles or int64, and there
    are at least as many columns as rows.
    """
    height, width = weights.shape
    if height > width:
        raise ValueError("Weights must have at least as many columns as rows.")
    if not weights.size:
        return np.zeros(0, np.int64)
    if weights.dtype == np.int64 and int(weights.max()) >= _MOST_EXACT:
        partner = _shortest_paths(weights.astype(np.uint64))
    else:
        from scipy.optimize import linear_sum_assignment

        partner = linear_sum_assignment(weights, maximize=True)[1].astype(np.int64)
    return np.where(weights[np.arange(height), partner] > 0, partner, -1)


def _shortest_paths(weights: NDArray[np.uint64]) -> Ints:
    """Assign by shortest augmenting paths in integers, for weights that are not exact as doubles.

    Potentials lie between 0 and the largest weight, so that the sums stay below 2⁶⁴ for weights
    below 2⁶².
    """
    height, width = weights.shape
    if int(weights.max()) >= 1 << 62:
        return _without_largest(weights)
    rows, cols = np.zeros(height, np.uint64), np.zeros(width, np.uint64)
    row_at, col_at = np.full(width, -1), np.full(height, -1)
    for start in range(height):
        rows[start] = np.max(np.maximum(weights[start], cols) - cols)
        distance, before = np.full(width, np.iinfo(np.uint64).max), np.full(width, -1)
        settled = np.zeros(width, bool)
        i, end = start, -1
        reached = np.uint64(0)
        while end < 0:
            through = reached + rows[i] + cols - weights[i]
            nearer = ~settled & (through < distance)
            distance[nearer], before[nearer] = through[nearer], i
            j = int(np.argmin(np.where(settled, np.iinfo(np.uint64).max, distance)))
            settled[j], reached, i = True, distance[j], int(row_at[j])
            end = j if i < 0 else -1
        rows[start] -= reached
        settled[end] = False
        gain = reached - distance[settled]
        rows[row_at[settled]] -= gain
        cols[settled] += gain
        while end >= 0:
            i = int(before[end])
            row_at[end], col_at[i], end = i, end, int(col_at[i])
    return col_at


def _without_largest(weights: NDArray[np.uint64]) -> Ints:
    """Return the same if one weight exceeds the sum of all others of its row and column."""
    height, width = weights.shape
    i, j = divmod(int(weights.argmax()), width)
    in_row, in_col = np.delete(weights[i], j), np.delete(weights[:, j], i)
    others = max(map(int, in_row), default=0) + max(map(int, in_col), default=0)
    if int(weights[i, j]) < others:
        raise ValueError("Weights must be finite, not negative, and below 2**62.")
    rows, cols = np.delete(np.arange(height), i), np.delete(np.arange(width), j)
    partner = np.full(height, j)
    if len(rows):
        partner[rows] = cols[_shortest_paths(weights[np.ix_(rows, cols)])]
    return partner
