"""Centroids and sums of squares of clusters and of their cells.

A centroid is kept as the sum of two doubles, `high + low`, so that data far from the origin lose no
digits: `low` is the mean of the differences from `high`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff import _kernel
from clusterdiff.features._rows import (
    TINY,
    DenseRows,
    OutOfRange,
    check_range,
    largest,
    squared_lengths,
)
from clusterdiff.numerics import run_starts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

EPS = float(np.finfo(float).eps)
SMALL = 1 << 20  # numbers: data of this size are always computed with both passes
_KEPT = 0.05  # Σ|x|² - n·|centroid|² is accurate if it is at least this share of Σ|x|²
_ILL_CONDITIONED = 1e6  # size·|centroid|² over Σ squares: one pass loses half of its digits


@dataclass(frozen=True, slots=True, eq=False)
class Groups:
    """Which group each element belongs to, and how often each element counts."""

    of: Ints
    sizes: Ints  # sums of the weights
    weights: Ints | None

    def weights_at(self, where: Any, length: int) -> Floats:
        """Return the weights of some elements as doubles."""
        return np.ones(length) if self.weights is None else self.weights[where].astype(float)


@dataclass(frozen=True, slots=True, eq=False)
class Spread:
    """Centroids `high + low` of groups, sums of squared distances to them, and error bounds."""

    sizes: Ints
    high: Any  # rows, dense or sparse
    low: Any
    squares: Floats
    errors: Floats  # bound of the error of each centroid


def error_bounds(sizes: Ints, terms: int, squares: Floats, lengths: Floats | float = 0.0) -> Floats:
    """Return bounds of the rounding errors of means of so many terms."""
    sums = 8 + np.sqrt(np.minimum(sizes, terms))
    out: Floats = EPS * sums * (np.sqrt(np.maximum(squares, 0) / sizes) + lengths)
    return out


def dense_cells(rows: DenseRows, cells: Groups, exponent: int) -> tuple[Spread, float]:
    """Return the spread of the cells and the largest absolute value of the features."""
    shape = len(cells.sizes), rows.width
    sizes, high, squares = np.zeros(shape[0], np.int64), np.zeros(shape), np.zeros(shape[0])
    top = 0.0
    if cells.weights is None:
        with np.errstate(over="ignore", invalid="ignore", under="ignore"):
            for part, chunk in rows.chunks(exponent):
                top = max(top, largest(chunk))
                _kernel.add_moments(chunk, cells.of[part].astype(np.uint32), sizes, high, squares)
        check_range(top, exponent)
    else:
        first = np.unique(cells.of, return_index=True)[1]
        top = max((largest(chunk) for _, chunk in rows.chunks(exponent)), default=0.0)
        check_range(top, exponent)
        high = np.ldexp(
            rows.block(first), exponent
        )  # rows of equal elements then differ by 0 exactly
    return _corrected(rows, cells, exponent, (high, squares), top), top


def _corrected(
    rows: DenseRows, cells: Groups, exponent: int, found: tuple[Floats, Floats], top: float
) -> Spread:
    """Add the second pass over the differences from the centroids, for the cells that need it."""
    high, squares = found
    low = np.zeros_like(high)
    lengths = np.sqrt(np.einsum("ij,ij->i", high, high))
    sizes = cells.sizes
    several = np.bincount(cells.of, minlength=len(sizes)) > 1
    if cells.weights is not None:
        doubtful = several
        moved = _second_pass(rows, cells, exponent, doubtful, high, low, squares)
        high += low
        low[:] = 0
        doubtful = several & moved
    elif len(rows) * rows.width <= SMALL:
        doubtful = several
    else:
        doubtful = several & (sizes * lengths**2 > _ILL_CONDITIONED * squares) & (squares > 0)
        doubtful |= several & (squares < TINY)
    errors = error_bounds(sizes, len(rows), squares, lengths)
    if doubtful.any():
        moved = _second_pass(rows, cells, exponent, doubtful, high, low, squares)
        if (moved & (squares < TINY)).any():
            raise OutOfRange(top)
        errors[doubtful] = error_bounds(sizes, len(rows), squares)[doubtful]
    errors[~several] = 0.0
    squares[~several] = 0.0
    return Spread(sizes, high, low, squares, errors)


def _second_pass(
    rows: DenseRows,
    cells: Groups,
    exponent: int,
    doubtful: NDArray[np.bool_],
    high: Floats,
    low: Floats,
    squares: Floats,
) -> NDArray[np.bool_]:
    """Set `low` and `squares` of the doubtful cells; return which have rows other than `high`."""
    from scipy.sparse import csr_array

    moved = np.zeros(len(squares), bool)
    total = np.zeros(len(squares))
    for part, chunk in rows.chunks(exponent):
        of = cells.of[part]
        at = np.flatnonzero(doubtful[of])
        if not len(at):
            continue
        of = of[at]
        off = chunk[at] - high[of]
        weights = cells.weights_at(part, len(chunk))[at]
        found, place = np.unique(of, return_inverse=True)
        means = csr_array(
            (weights / cells.sizes[of], (place, np.arange(len(of)))), shape=(len(found), len(of))
        )
        low[found] += np.asarray(means @ off)
        total += np.bincount(of, weights * np.einsum("ij,ij->i", off, off), len(total))
        moved[of[off.any(axis=1)]] = True
    exact = total - cells.sizes * np.einsum("ij,ij->i", low, low)
    squares[doubtful] = np.maximum(0.0, exact)[doubtful]
    return moved


def gathered(inner: Spread, groups: Ints, sizes: Ints, top: float) -> Spread:
    """Return the spread of unions of cells: Σ within the cells + Σ n_ij·|c_ij - c|²."""
    from scipy.sparse import csr_array

    first = np.full(len(sizes), len(groups))
    np.minimum.at(first, groups, np.arange(len(groups)))
    base = inner.high[
        first
    ]  # differences from a cell of the same cluster: equal cells differ by 0 exactly
    off = (inner.high - base[groups]) + inner.low
    shares = inner.sizes / sizes[groups]
    means = csr_array((shares, (groups, np.arange(len(groups)))), shape=(len(sizes), len(groups)))
    mean = means @ off
    rest = off - mean[groups]
    between = inner.sizes * np.einsum("ij,ij->i", rest, rest)
    squares = np.bincount(groups, inner.squares + between, len(sizes)).astype(float, copy=False)
    apart = np.zeros(len(sizes), bool)
    apart[groups[off.any(axis=1)]] = True
    if (apart & (squares < TINY)).any():
        raise OutOfRange(top)
    high = base + mean
    alone = np.bincount(groups, minlength=len(sizes)) == 1
    errors = means @ inner.errors + np.where(alone, 0.0, error_bounds(sizes, len(groups), squares))
    return Spread(sizes, high, (base - high) + mean, squares, errors)


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
        start = run_starts(key)
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
