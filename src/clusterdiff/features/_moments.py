"""Where clusters lie and how widely they spread: of a, of b and of their cells, in one pass over the features."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff import _kernel
from clusterdiff.errors import InputError
from clusterdiff.features._matrix import chunks, is_sparse, read_features

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.table import Located

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Spread:
    """Centroids of groups of elements, and their sums of squared distances to them."""

    sizes: Ints
    centroids: Any  # rows, dense or sparse
    squares: Floats


def spreads(cells: Located, features: Any) -> tuple[Spread, Spread, Spread]:
    """The spread of the cells, of the clusters of a, and of the clusters of b."""
    t = cells.table
    rows = read_features(features, len(cells.cells))
    if is_sparse(rows):
        return _sparse_spreads(cells, rows)
    inner = Spread(np.zeros(t.nnz, np.int64), np.zeros((t.nnz, rows.shape[1])), np.zeros(t.nnz))
    for part, chunk in chunks(rows):
        _kernel.add_moments(chunk, cells.cells[part], inner.sizes, inner.centroids, inner.squares)
    return inner, _gathered(inner, t.rows, t.row_sizes), _gathered(inner, t.cols, t.col_sizes)


def _gathered(inner: Spread, groups: Ints, sizes: Ints) -> Spread:
    """Spread of unions of cells: Σ within + Σ n_ij·|centroid of the cell - centroid of the union|²."""
    from scipy.sparse import csr_array

    shares = inner.sizes / sizes[groups]
    means = csr_array((shares, (groups, np.arange(len(groups)))), shape=(len(sizes), len(groups))) @ inner.centroids
    between = inner.sizes * np.sum((inner.centroids - means[groups]) ** 2, axis=1)
    return Spread(sizes, means, np.bincount(groups, inner.squares + between, len(sizes)).astype(float, copy=False))


def _sparse_spreads(cells: Located, rows: Any) -> tuple[Spread, Spread, Spread]:
    """Σ|x|² - n·|centroid|²: the centroids stay sparse, at the price of a difference."""
    from scipy.sparse import csr_array

    t = cells.table
    n = len(cells.cells)
    lengths = np.asarray(rows.multiply(rows).sum(axis=1), float).ravel()
    if not np.isfinite(lengths).all():
        raise InputError(f"X must be finite: row {int(np.flatnonzero(~np.isfinite(lengths))[0])} is not.")
    out = []
    for groups, sizes in (
        (cells.cells.astype(np.int64), t.counts),
        (t.rows[cells.cells], t.row_sizes),
        (t.cols[cells.cells], t.col_sizes),
    ):
        centroids = csr_array((1.0 / sizes[groups], (groups, np.arange(n))), shape=(len(sizes), n)) @ rows
        own = sizes * np.asarray(centroids.multiply(centroids).sum(axis=1), float).ravel()
        total = np.bincount(groups, lengths, len(sizes))
        # A difference this small is rounding: the rows are equal, or their spread is lost beside their length.
        squares = np.where((sizes == 1) | (total - own < 1e-14 * sizes * total), 0.0, total - own)
        out.append(Spread(sizes, centroids, squares))
    return out[0], out[1], out[2]
