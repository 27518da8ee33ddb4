"""Distances between two sets of centroids, with bounds of their rounding errors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from clusterdiff.features._moments import EPS, Spread
from clusterdiff.features._rows import TINY, OutOfRange, is_sparse, squared_lengths

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

_BLOCK = 1 << 22  # distances at a time, and numbers of sparse centroids that are made dense
_DENSITY = 0.02  # density of sparse matrices above which dense products are faster


@dataclass(frozen=True, slots=True, eq=False)
class Points:
    """Centroids `high + low`, dense or sparse, the bound of their errors, and their lengths."""

    high: Any
    low: Any
    errors: Floats
    lengths: Floats
    top: float  # largest absolute value of the data, at the current scale

    @classmethod
    def of(cls, spread: Spread, top: float) -> Points:
        """Return the centroids of a spread; sparse ones become dense if they are few."""
        high, low = spread.high, spread.low
        if is_sparse(high) and high.shape[0] * high.shape[1] <= _BLOCK:
            high, low = high.toarray(), low.toarray()
        return cls(high, low, spread.errors, np.sqrt(squared_lengths(high)), top)

    @property
    def loose(self) -> Floats:
        """Error bounds that include the rounding of the features themselves to doubles."""
        out: Floats = self.errors + EPS * self.lengths
        return out

    @property
    def corrected(self) -> bool:
        """Whether the low parts are not all 0."""
        return bool(self.low.nnz if is_sparse(self.low) else self.low.any())

    def __len__(self) -> int:
        return int(self.high.shape[0])


class Nearest(NamedTuple):
    """For each row the position of its nearest column, the squared distance and its error bound."""

    positions: Ints
    squares: Floats
    errors: Floats
    tied: bool


class Between:
    """Squared distances between two sets of points; many of them are computed on demand."""

    def __init__(self, x: Points, y: Points) -> None:
        if is_sparse(x.high) != is_sparse(y.high):
            x, y = _as_sparse(x), _as_sparse(y)
        self.x, self.y = x, y
        self.kept = self._squares(x, y) if len(x) * len(y) <= _BLOCK else None

    @property
    def T(self) -> Between:  # noqa: N802
        """The distances with rows and columns exchanged."""
        out = object.__new__(Between)
        out.x, out.y, out.kept = self.y, self.x, None if self.kept is None else self.kept.T
        return out

    def nearest(self, rows: Ints, cols: Ints, *, others: bool = False) -> Nearest:
        """Return the nearest column of each row (other than itself, with `others`)."""
        step = max(1, _BLOCK // len(cols))
        parts = [
            self._nearest(rows[i : i + step], cols, others=others)
            for i in range(0, len(rows), step)
        ]
        positions, squares, errors = (np.concatenate([part[k] for part in parts]) for k in range(3))
        return Nearest(positions, squares, errors, any(part.tied for part in parts))

    def _nearest(self, rows: Ints, cols: Ints, *, others: bool) -> Nearest:
        d = self._block(rows, cols)
        if others:
            d[rows[:, None] == cols[None, :]] = np.inf
        best = d.min(axis=1)
        reach = self.x.loose[rows] + self.y.loose[cols].max()
        near = (
            d
            <= (best + 4 * _error(best, 2 * reach, self._relative) + 2 * self._floor(rows, cols))[
                :, None
            ]
        )
        i, j = np.nonzero(near)
        found = d[i, j]
        if not self._exact or (found < TINY).any():
            found = self._pairs(rows[i], cols[j])
        start = np.searchsorted(i, np.arange(len(rows)))
        tight = _error(found, self.x.errors[rows[i]] + self.y.errors[cols[j]], self._relative)
        loose = _error(found, self.x.loose[rows[i]] + self.y.loose[cols[j]], self._relative)
        # Candidates whose lower bound is below the least upper bound may be the nearest.
        same = found - tight <= np.minimum.reduceat(found + tight, start)[i]
        alike = found - loose <= np.minimum.reduceat(found + loose, start)[i]
        chosen = np.flatnonzero(same)
        chosen = chosen[np.searchsorted(i[chosen], np.arange(len(rows)))]  # the first of each row
        tied = bool((np.bincount(i[alike], minlength=len(rows)) > 1).any())
        return Nearest(j[chosen], found[chosen], tight[chosen], tied)

    @property
    def _exact(self) -> bool:
        """Whether the distances of the high parts are those of the points."""
        return not (is_sparse(self.x.high) or self.x.corrected or self.y.corrected)

    @property
    def _relative(self) -> float:
        return EPS * (8 + 4 * float(np.sqrt(self.x.high.shape[1])))

    def _floor(self, rows: Ints, cols: Ints) -> Floats | float:
        """Return a bound of the error of |x|² + |y|² - 2xy, the estimate for sparse points."""
        if not is_sparse(self.x.high):
            return 0.0
        out: Floats = (
            2 * self._relative * (self.x.lengths[rows] ** 2 + self.y.lengths[cols].max() ** 2)
        )
        return out

    def _block(self, rows: Ints, cols: Ints) -> Floats:
        if self.kept is not None:
            return self.kept[np.ix_(rows, cols)]
        return self._squares(_take(self.x, rows), _take(self.y, cols))

    def _squares(self, x: Points, y: Points) -> Floats:
        if is_sparse(x.high):
            across = _products(x.high, y.high)
            estimate: Floats = np.maximum(
                0.0, x.lengths[:, None] ** 2 + y.lengths[None, :] ** 2 - 2 * across
            )
            return estimate
        from scipy.spatial.distance import cdist

        return np.asarray(cdist(x.high, y.high, "sqeuclidean"))

    def _pairs(self, rows: Ints, cols: Ints) -> Floats:
        """Return the squared distances of single pairs of points, from their differences."""
        width = self.x.high.shape[1]
        dense = _is_dense(self.x.high, self.y.high)
        step = max(1, _BLOCK // (width if dense else 1 + int(_DENSITY * width)))
        parts = []
        for begin in range(0, len(rows), step):
            i, j = rows[begin : begin + step], cols[begin : begin + step]
            off = _rows(self.x.high, i, dense=dense) - _rows(self.y.high, j, dense=dense)
            if self.x.corrected or self.y.corrected:
                low_x, low_y = _rows(self.x.low, i, dense=dense), _rows(self.y.low, j, dense=dense)
                off = off + (low_x - low_y)
            squares = squared_lengths(off)
            if (squares < TINY).any() and abs(off[np.flatnonzero(squares < TINY)]).max() > 0:
                raise OutOfRange(self.x.top)
            parts.append(squares)
        return np.concatenate(parts)


def _error(squares: Floats, errors: Floats, relative: float) -> Floats:
    """Return a bound of the error of squared distances between points with these errors."""
    out: Floats = 2 * np.sqrt(squares) * errors + errors**2 + relative * squares
    return out


def _products(x: Any, y: Any) -> Floats:
    """Return the scalar products of the rows of two sparse matrices."""
    width = x.shape[1]
    if not _is_dense(x, y):
        return np.asarray((x @ y.T).toarray())
    if (x.shape[0] + y.shape[0]) * width <= 8 * _BLOCK:
        return np.asarray(x.toarray() @ y.toarray().T)
    by_column_x, by_column_y = x.tocsc(), y.tocsc()
    step = max(1, _BLOCK // (x.shape[0] + y.shape[0]))
    out = np.zeros((x.shape[0], y.shape[0]))
    for begin in range(0, width, step):
        some = slice(begin, begin + step)
        out += by_column_x[:, some].toarray() @ by_column_y[:, some].toarray().T
    return out


def _is_dense(x: Any, y: Any) -> bool:
    """Return whether two matrices are dense, or so nearly dense that dense arithmetic is faster."""
    if not is_sparse(x):
        return True
    return bool(x.nnz + y.nnz > _DENSITY * (x.shape[0] + y.shape[0]) * x.shape[1])


def _rows(matrix: Any, at: Ints, *, dense: bool) -> Any:
    return matrix[at].toarray() if dense and is_sparse(matrix) else matrix[at]


def _take(points: Points, at: Ints) -> Points:
    return Points(
        points.high[at], points.low[at], points.errors[at], points.lengths[at], points.top
    )


def _as_sparse(points: Points) -> Points:
    from scipy.sparse import csr_array

    if is_sparse(points.high):
        return points
    return Points(
        csr_array(points.high), csr_array(points.low), points.errors, points.lengths, points.top
    )
