"""Subcomponents of the split–merge framework that see features (Xiang et al., sec. 4.5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.table import locate
from clusterdiff.errors import InputError, OptionError
from clusterdiff.features._matrix import is_sparse, read_features
from clusterdiff.features._moments import spreads

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.table import Table

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

_BLOCK = 1 << 22  # distances at a time


def kept_shares(within: Floats, whole: Floats, groups: Ints) -> Floats:
    """Share of each cluster's spread that is left within its parts: 1 if it is whole, 0 if it had none and is split."""
    inside = np.bincount(groups, within, len(whole))
    split = np.bincount(groups, minlength=len(whole)) > 1
    shares: Floats = np.where(split, np.where(whole > 0, np.minimum(1.0, inside / np.where(whole > 0, whole, 1)), 0.0), 1.0)
    return shares


def _dense(rows: Any) -> Floats:
    return np.asarray(rows.toarray() if is_sparse(rows) else rows, float)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class MeanSquaredError:
    """A cluster keeps the share of its sum of squares that lies within its parts: being cut in two distant halves costs most.

    >>> import clusterdiff as cd
    >>> near = cd.SplitMerge(cd.MeanSquaredError([0, 1, 10, 12, 100, 103]))
    >>> round(near([0, 0, 1, 1, 2, 2], [0, 0, 0, 0, 1, 2]), 6)
    0.014782
    """

    X: Any

    def cluster_scores(self, a: Any, b: Any) -> tuple[Table, Floats, Floats]:
        """The table, and the score of each cluster of a and of b."""
        cells = locate(a, b)
        inner, of_a, of_b = spreads(cells, self.X)
        t = cells.table
        return t, kept_shares(inner.squares, of_a.squares, t.rows), kept_shares(inner.squares, of_b.squares, t.cols)

    def __repr__(self) -> str:
        return "MeanSquaredError(X)"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PairwiseDistance:
    """The same for any distances: the spread of a cluster is the sum of its pairwise distances, divided by its size.

    `distances` is a square matrix, or features together with a `metric` (a name or a function that
    scipy.spatial.distance.cdist takes). With squared Euclidean distances it is MeanSquaredError.

    >>> import clusterdiff as cd
    >>> near = cd.SplitMerge(cd.PairwiseDistance([0, 1, 10, 12, 100, 103], metric="sqeuclidean"))
    >>> round(near([0, 0, 1, 1, 2, 2], [0, 0, 0, 0, 1, 2]), 6)
    0.014782
    """

    distances: Any
    metric: Any = None

    def cluster_scores(self, a: Any, b: Any) -> tuple[Table, Floats, Floats]:
        """The table, and the score of each cluster of a and of b."""
        cells = locate(a, b)
        t = cells.table
        rows = read_features(self.distances, len(cells.cells), "distances")
        if self.metric is None and rows.shape != (len(cells.cells),) * 2:
            raise InputError(
                f"distances must be a square matrix, one row and column per element: got {rows.shape[0]} × {rows.shape[1]}.",
                'for features say PairwiseDistance(X, metric="euclidean")',
            )
        by_cell = self._spread(rows, cells.cells.astype(np.int64), t.counts)
        of_a, of_b = (self._spread(rows, groups[cells.cells], sizes) for groups, sizes in ((t.rows, t.row_sizes), (t.cols, t.col_sizes)))
        return t, kept_shares(by_cell, of_a, t.rows), kept_shares(by_cell, of_b, t.cols)

    def _spread(self, rows: Any, groups: Ints, sizes: Ints) -> Floats:
        """Sum of the distances of all pairs within each group, divided by its size; some rows at a time."""
        order = np.argsort(groups, kind="stable")
        out = np.zeros(len(sizes))
        for group, members in enumerate(np.split(order, np.cumsum(sizes)[:-1])):
            step = max(1, _BLOCK // len(members))
            total = sum(self._block(rows, members[i : i + step], members).sum() for i in range(0, len(members), step))
            out[group] = total / (2 * len(members))
        return out

    def _block(self, rows: Any, some: Ints, others: Ints) -> Floats:
        if self.metric is None:
            block = np.asarray(rows[np.ix_(some, others)], float)
        else:
            from scipy.spatial.distance import cdist

            try:
                block = cdist(_dense(rows[some]), _dense(rows[others]), self.metric)
            except ValueError as error:
                raise OptionError(f"metric must be one that scipy knows, or a function of two rows: {error}.") from None
        if not (block >= 0).all():
            raise InputError("distances must be 0 or more: got one that is not.")
        return block

    def __repr__(self) -> str:
        return "PairwiseDistance(D)" if self.metric is None else f"PairwiseDistance(X, metric={self.metric!r})"
