"""Points in space whose clusters overlap by a stated share."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.datasets._checks import generator, integer
from clusterdiff.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

_HALF = 0.5


def overlapping_gaussians(
    overlap: float,
    *,
    n_features: int = 8,
    size: int = 1000,
    rng: int | np.random.Generator | None = None,
) -> tuple[NDArray[np.float64], NDArray[Any]]:
    """Return two Gaussian clusters of unit variance of which a given share overlaps.

    The overlap is the expected share of the points of a cluster that are closer to the centroid of
    the other cluster than to their own. It is fixed by the distance of the centroids,
    ``-2 * Phi^-1(overlap)``, whatever the number of features.

    Parameters
    ----------
    overlap : float
        The share, more than 0 and at most 0.5; at 0.5 the centroids coincide.
    n_features : int, default=8
        The number of features.
    size : int, default=1000
        The number of points of each cluster.
    rng : int, numpy.random.Generator or None
        The seed or generator of the random numbers.

    Returns
    -------
    X : ndarray of float, shape (2 * size, n_features)
        The points.
    labels : ndarray of int
        The cluster of each point.

    Raises
    ------
    InputError
        If `overlap` is out of range.

    References
    ----------
    Rezaei & Fränti (2016), sections 7.6 and 7.7: the data sets M2 of figures 21 and 22.

    Examples
    --------
    >>> X, labels = overlapping_gaussians(0.15, n_features=2, rng=0)
    >>> X.shape, labels.sum()
    ((2000, 2), np.int64(1000))
    """
    if not isinstance(overlap, (int, float)) or not 0 < overlap <= _HALF:
        raise InputError(f"overlap must be more than 0 and at most 0.5, got {overlap!r}.")
    integer("n_features", n_features, 1)
    integer("size", size, 1)
    labels = np.repeat([0, 1], size)
    points = generator(rng).standard_normal((2 * size, n_features))
    distance = -2 * NormalDist().inv_cdf(overlap)
    points += np.outer(labels, np.full(n_features, distance / sqrt(n_features)))
    return points, labels
