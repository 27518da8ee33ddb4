"""Blocks of distances between elements, from a metric or from a matrix of distances."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, cast

import numpy as np

from clusterdiff.errors import InputError, OptionError
from clusterdiff.features._rows import (
    DenseRows,
    OutOfRange,
    check_range,
    exponent_for,
    largest,
    range_error,
    scaled,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from clusterdiff.features._table import FeatureTable

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

_ROUNDING = 1e-12  # distances this far below 0, relative to the largest, are rounding errors
_DIAGONAL = 1e-6  # distances of an element to itself above this share of the largest are an error
_ROOT_OF_TINY = 2.0**-400  # Euclidean distances below this have lost digits to underflow
_INVARIANT = {"chebyshev", "cityblock", "euclidean", "mahalanobis", "minkowski", "seuclidean"}
_SQUARING = {"euclidean", "minkowski", "seuclidean", "mahalanobis"}


class Blocks(Protocol):
    """Distances between elements, some at a time."""

    def distances(self, some: Ints, others: Ints) -> Floats:
        """Return the distances between two sets of elements."""
        ...

    def check_spread(self, total: float, members: Ints) -> None:
        """Raise if a sum of distances within a group has lost digits to underflow."""
        ...


class PrecomputedBlocks:
    """Distances from a square matrix."""

    def __init__(self, table: FeatureTable) -> None:
        rows = table.features
        if not isinstance(rows, DenseRows):
            raise InputError(
                "A precomputed matrix of distances must be dense, got a sparse matrix.",
                "pass X.toarray() if entries that are not stored are distances of 0",
            )
        if len(rows.values) != rows.width:
            raise InputError(
                "A precomputed matrix of distances must have one row and one column per element, "
                f"got {len(rows.values)} × {rows.width}.",
                'for features choose a metric, such as metric="euclidean"',
            )
        every = np.arange(len(rows))
        self.columns = every if rows.positions is None else rows.positions
        self.values = rows.values
        self.top = max(largest(chunk[:, self.columns]) for _, chunk in rows.chunks())
        self.exponent = -int(np.frexp(self.top)[1]) if self.top else 0
        diagonal = np.abs(np.asarray(self.values[self.columns, self.columns], float))
        if diagonal.max() > _DIAGONAL * self.top:
            raise InputError(
                "A precomputed matrix of distances must have zeros on its diagonal, "
                f"got {diagonal.max():.6g}.",
                "pass distances, not similarities",
            )

    def distances(self, some: Ints, others: Ints) -> Floats:
        """Return distances divided by a power of two that keeps their sums in range."""
        block = np.ldexp(
            np.asarray(self.values[np.ix_(self.columns[some], self.columns[others])], float),
            self.exponent,
        )
        block[self.columns[some][:, None] == self.columns[others][None, :]] = 0.0
        return _not_negative(block, 1.0)

    def check_spread(self, total: float, members: Ints) -> None:
        """Do nothing: the given distances are used unchanged."""


class MetricBlocks:
    """Distances from features and a metric."""

    def __init__(self, table: FeatureTable, metric: str | Callable[[Any, Any], float]) -> None:
        self.metric, self.rows = metric, table.features
        if isinstance(table.features, DenseRows):
            self.rows = self._exact(table.features)
        self.exponent = 0
        top = self._top()
        if isinstance(metric, str):  # the scores do not depend on the scale of the features
            try:
                check_range(top, 0)
            except OutOfRange:
                self.exponent = exponent_for(top)
        self.options = self._estimated(table.weights)

    def _exact(self, rows: DenseRows) -> DenseRows:
        """Return the rows, less a constant row where doubles would round large integers."""
        shifted = rows.shifted()
        if shifted is rows or self.metric in _INVARIANT:
            return shifted
        raise InputError(
            f"metric {self._name} needs features that are exact as doubles: "
            "X holds integers above 2**53, or floats of more digits.",
            "subtract a constant from such a column, or choose a metric that depends on "
            'differences only, such as "euclidean"',
        )

    def _top(self) -> float:
        if isinstance(self.rows, DenseRows):
            return max(largest(chunk) for _, chunk in self.rows.chunks())
        return largest(self.rows.data)

    def _block(self, some: Ints | slice) -> Floats:
        block = (
            self.rows.block(some) if isinstance(self.rows, DenseRows) else self.rows[some].toarray()
        )
        return scaled(block, self.exponent, "X")

    def _estimated(self, weights: Ints | None) -> dict[str, Any]:
        """Return the variances or covariances that a metric needs, from all elements."""
        if self.metric not in {"seuclidean", "mahalanobis"}:
            return {}
        every = self._block(slice(None))
        counts = np.ones(len(every)) if weights is None else weights.astype(float)
        centered = every - every[0]
        centered -= counts @ centered / counts.sum()
        if self.metric == "seuclidean":
            variances = counts @ centered**2 / counts.sum()
            if not variances.all():
                raise InputError(
                    'metric="seuclidean" needs features that vary: '
                    f"column {int(np.argmin(variances))} of X is constant.",
                    "drop constant columns",
                )
            return {"V": variances}
        size = np.sqrt(counts @ centered**2 / counts.sum())
        if not size.all() or np.linalg.matrix_rank(centered / size) < every.shape[1]:
            raise InputError(
                'metric="mahalanobis" needs a covariance matrix that can be inverted, '
                f"got {len(every)} elements with {every.shape[1]} dependent features.",
                "drop constant and redundant columns",
            )
        unit = centered / size
        inverse = np.linalg.inv((unit * counts[:, None]).T @ unit / counts.sum())
        return {"VI": inverse / np.outer(size, size)}

    def distances(self, some: Ints, others: Ints) -> Floats:
        """Return the distances between two sets of elements."""
        from scipy.spatial.distance import cdist

        one, two, metric = self._block(some), self._block(others), cast("Any", self.metric)
        try:
            with np.errstate(all="ignore"):
                block: Floats = np.asarray(cdist(one, two, metric, **self.options), np.float64)
        except (ValueError, TypeError) as error:
            reason = str(error).rstrip(".")
            raise OptionError(
                f"metric must be a metric of scipy, or a function of two rows: {reason}."
            ) from None
        block[some[:, None] == others[None, :]] = 0.0
        if not np.isfinite(block).all():
            i, j = np.argwhere(~np.isfinite(block))[0]
            raise InputError(
                f"The distances must be finite: metric {self._name} is not "
                f"for elements {some[i]} and {others[j]}.",
                "drop rows for which the metric is not defined, such as rows of zeros",
            )
        return _not_negative(block, largest(block))

    @property
    def _name(self) -> str:
        return (
            self.metric
            if isinstance(self.metric, str)
            else getattr(self.metric, "__name__", "function")
        )

    def check_spread(self, total: float, members: Ints) -> None:
        """Raise if the distances of unequal rows have lost digits to underflow."""
        if self.metric in _SQUARING and total < _ROOT_OF_TINY:
            rows = self._block(members)
            if (rows != rows[0]).any():
                raise range_error("X")


def _not_negative(block: Floats, top: float) -> Floats:
    """Return the distances with negative rounding errors set to 0."""
    low = float(block.min())
    if low < -_ROUNDING * top:
        raise InputError(f"The distances must be 0 or more, got {low:.6g}.")
    return np.maximum(block, 0.0) if low < 0 else block
