"""Centroids and sums of squares of groups of sparse rows; the centroids stay sparse."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.features._moments import SMALL, Groups, Spread, error_bounds
from clusterdiff.features._rows import TINY, OutOfRange, squared_lengths

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

_KEPT = 0.05  # Σ|x|² - n·|centroid|² is accurate if it is at least this share of Σ|x|²


def sparse_spread(rows: Any, groups: Groups, top: float) -> Spread:
    """Return the spread of groups of rows.

    Σ|x|² - n·|centroid|² is used where that difference does not cancel. The other groups are
    computed in two passes over the differences from the mean of each column.
    """
    from scipy.sparse import csr_array

    of, sizes, n = groups.of, groups.sizes, rows.shape[0]
    weights = groups.weights_at(slice(None), n)
    several = np.bincount(of, minlength=len(sizes)) > 1
    total = np.bincount(of, weights * squared_lengths(rows), len(sizes))
    high = _means(rows, of, weights, sizes)
    own = sizes * squared_lengths(high)
    squares = np.where(several, total - own, 0.0)
    errors = np.where(several, error_bounds(sizes, n, squares, np.sqrt(own / sizes)), 0.0)
    doubtful = several & ((squares < _KEPT * total) | (squares < TINY) | (rows.nnz <= SMALL))
    low = csr_array(high.shape)
    if doubtful.any():
        centered = _Centered(rows, groups, np.flatnonzero(doubtful), weights)
        if (centered.moved & (centered.squares < TINY))[doubtful].any():
            raise OutOfRange(top)
        squares[doubtful] = centered.squares[doubtful]
        errors[doubtful] = error_bounds(sizes, n, squares)[doubtful]
        plain = ~doubtful[of]
        high = _means(rows[plain], of[plain], weights[plain], sizes) + centered.high
        low = centered.low
    return Spread(sizes, high, low, squares, errors)


def _means(rows: Any, of: Ints, weights: Floats, sizes: Ints) -> Any:
    from scipy.sparse import csr_array

    n = rows.shape[0]
    shares = csr_array((weights / sizes[of], (of, np.arange(n))), shape=(len(sizes), n))
    return csr_array(shares @ rows)


class _Centered:
    """Means and sums of squares of the columns of each group, from the differences to a reference.

    The reference is one of the values if the group has no zero in this column, otherwise 0.
    """

    def __init__(self, rows: Any, groups: Groups, wanted: Ints, weights: Floats) -> None:
        from scipy.sparse import csr_array

        sizes, shape = groups.sizes, (len(groups.sizes), rows.shape[1])
        place = np.full(len(sizes), -1)
        place[wanted] = np.arange(len(wanted))
        members = np.flatnonzero(place[groups.of] >= 0)
        part = rows[members].tocoo()
        element = members[part.row]
        key = place[groups.of[element]] * shape[1] + part.col.astype(np.int64)
        order = np.argsort(key, kind="stable")
        key, values, weight = key[order], part.data[order], weights[element[order]]
        start = np.flatnonzero(np.diff(key, prepend=-1))
        lengths = np.diff(start, append=len(key))
        group, column = wanted[key[start] // shape[1]], key[start] % shape[1]
        zeros = (
            np.bincount(groups.of, minlength=len(sizes))[group] - lengths
        )  # elements without an entry
        empty = np.where(zeros > 0, sizes[group] - _sums(weight, start), 0.0)  # their weight
        base = np.where(zeros > 0, 0.0, values[start] if len(start) else 0.0)
        off = values - np.repeat(base, lengths)
        mean = _sums(weight * off, start) / sizes[group]
        rest = off - np.repeat(mean, lengths)
        squares = _sums(weight * rest**2, start) + empty * mean**2
        high = base + mean
        self.squares = np.bincount(group, squares, shape[0]).astype(float, copy=False)
        self.moved = np.zeros(shape[0], bool)
        self.moved[np.repeat(group, lengths)[off != 0]] = True
        self.high = csr_array((high, (group, column)), shape=shape)
        self.low = csr_array(((base - high) + mean, (group, column)), shape=shape)


def _sums(values: Floats, start: Ints) -> Floats:
    out: Floats = np.add.reduceat(values, start) if len(start) else np.zeros(0)
    return out
