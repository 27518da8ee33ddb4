"""Random swap: K-means that leaves local minima by moving one centroid at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]


def nearest_centroid(points: Floats, centroids: Floats) -> tuple[Ints, float]:
    """Return a label for each point, and the squared error up to the constant Σ|x|²."""
    away = (centroids**2).sum(axis=1) - 2 * points @ centroids.T
    labels: Ints = away.argmin(axis=1)
    return labels, float(np.take_along_axis(away, labels[:, None], axis=1).sum())


def _moved(points: Floats, labels: Ints, centroids: Floats) -> Floats:
    """Return the means of the clusters; a centroid without points does not move."""
    k = len(centroids)
    sizes = np.bincount(labels, minlength=k)
    member = np.zeros((k, len(points)))
    member[labels, np.arange(len(points))] = 1.0
    means: Floats = member @ points / np.maximum(sizes, 1)[:, None]
    return np.where((sizes > 0)[:, None], means, centroids)


def _improved(points: Floats, centroids: Floats, rounds: int = 2) -> tuple[Floats, float]:
    """Run some rounds of K-means, and return the error of their result."""
    for _ in range(rounds):
        labels, _ = nearest_centroid(points, centroids)
        centroids = _moved(points, labels, centroids)
    return centroids, nearest_centroid(points, centroids)[1]


def squared_error(points: Floats, labels: Ints) -> float:
    """Return the sum of squared distances to the means of the clusters."""
    means = [points[labels == k].mean(axis=0) for k in np.unique(labels)]
    parts = (
        ((points[labels == k] - m) ** 2).sum()
        for k, m in zip(np.unique(labels), means, strict=True)
    )
    return float(sum(parts))


def random_swap(points: Floats, k: int, swaps: int, seed: int, starts: int = 1) -> Ints:
    """Labels: a random centroid jumps to a random point, and stays there if the error falls.

    After the last swap K-means runs until nothing changes. Of several starts the one with the least error is taken: in
    hundreds of dimensions no swap is ever accepted, and a single start may end in a poor local minimum.
    """
    rng = np.random.default_rng(seed)
    points = points - points.mean(axis=0)
    runs = [_one_start(points, k, swaps, rng) for _ in range(starts)]
    return nearest_centroid(points, min(runs, key=lambda run: run[1])[0])[0]


def _one_start(
    points: Floats, k: int, swaps: int, rng: np.random.Generator
) -> tuple[Floats, float]:
    """Return the centroids of one start, and their error."""
    centroids, error = _improved(points, points[rng.choice(len(points), k, replace=False)])
    for _ in range(swaps):
        trial = centroids.copy()
        trial[rng.integers(k)] = points[rng.integers(len(points))]
        trial, trial_error = _improved(points, trial)
        if trial_error < error:
            centroids, error = trial, trial_error
    for _ in range(100):
        new, error_now = _improved(points, centroids, 1)
        if error_now >= error - 1e-9 * abs(error):
            break
        centroids, error = new, error_now
    return centroids, error
