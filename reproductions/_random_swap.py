"""Random swap: K-means that gets out of local minima by moving one centroid at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.spatial.distance import cdist

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]


def _improved(points: Floats, centroids: Floats, rounds: int = 2) -> Floats:
    """Some rounds of K-means; a centroid without points stays where it is."""
    k = len(centroids)
    for _ in range(rounds):
        nearest = nearest_centroid(points, centroids)
        sizes = np.bincount(nearest, minlength=k)[:, None]
        sums = np.stack([np.bincount(nearest, column, k) for column in points.T], axis=1)
        centroids = np.where(sizes > 0, sums / np.maximum(sizes, 1), centroids)
    return centroids


def squared_error(points: Floats, centroids: Floats) -> float:
    """The sum of squared distances to the nearest centroid."""
    return float(cdist(points, centroids, "sqeuclidean").min(axis=1).sum())


def nearest_centroid(points: Floats, centroids: Floats) -> Ints:
    """A label for each point."""
    labels: Ints = cdist(points, centroids, "sqeuclidean").argmin(axis=1)
    return labels


def random_swap(points: Floats, k: int, swaps: int, seed: int) -> Ints:
    """Labels: again and again a random centroid jumps to a random point, and stays there if the error falls."""
    random = np.random.default_rng(seed)
    centroids = _improved(points, points[random.choice(len(points), k, replace=False)])
    error = squared_error(points, centroids)
    for _ in range(swaps):
        trial = centroids.copy()
        trial[random.integers(k)] = points[random.integers(len(points))]
        trial = _improved(points, trial)
        trial_error = squared_error(points, trial)
        if trial_error < error:
            centroids, error = trial, trial_error
    return nearest_centroid(points, centroids)
