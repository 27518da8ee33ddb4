"""Lines of a picture: which clusters have a separate line, and labels that do not overlap."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]


def shown_lines(order: Ints, sizes: Ints, most: int) -> tuple[Ints, Ints]:
    """Return the clusters that have a separate line, and the line of every cluster.

    Parameters
    ----------
    order : numpy.ndarray of int64
        The clusters in the order in which they are drawn.
    sizes : numpy.ndarray of int64
        The size of each cluster, or another number by which the largest are chosen.
    most : int
        Number of lines. If there are more clusters, the smallest ones share the last line.

    Returns
    -------
    shown : numpy.ndarray of int64
        The clusters of the lines, from the first line on, without those that share one.
    line : numpy.ndarray of int64
        The line of each cluster.

    Examples
    --------
    >>> shown_lines(np.array([2, 0, 1]), np.array([5, 1, 3]), 3)
    (array([2, 0, 1]), array([1, 2, 0]))
    >>> shown_lines(np.array([3, 2, 0, 1]), np.array([5, 1, 3, 1]), 3)
    (array([2, 0]), array([1, 2, 0, 2]))
    """
    shown = order
    if len(order) > most:
        largest = np.argsort(-sizes, kind="stable")[: most - 1]
        shown = order[np.isin(order, largest)]
    line = np.full(len(order), len(shown))
    line[shown] = np.arange(len(shown))
    return shown, line


def moved_apart(places: ArrayLike, gap: float, low: float, high: float) -> Floats:
    """Move sorted places apart by at least a gap, as little as possible.

    Parameters
    ----------
    places : array_like of float
        The places in ascending order.
    gap : float
        Distance of neighbors.
    low, high : float
        The limits of the first and of the last place. If the gap does not fit, the places are
        spread evenly between them.

    Returns
    -------
    numpy.ndarray of float
        The places with the least sum of squared moves (isotonic regression), within the limits.

    Examples
    --------
    >>> moved_apart([10, 11, 12], 5, 0, 20).tolist()
    [6.0, 11.0, 16.0]
    >>> moved_apart([1, 1, 1], 5, 0, 8).tolist()
    [0.0, 4.0, 8.0]
    """
    wanted = np.asarray(places, float)
    count = len(wanted)
    if not count or (count - 1) * gap > high - low:
        return np.linspace(low, high, count)
    steps = gap * np.arange(count)
    return np.clip(_nondecreasing(wanted - steps), low, high - gap * (count - 1)) + steps


def _nondecreasing(values: Floats) -> Floats:
    """Return the closest sequence that does not decrease (pooling of adjacent violators)."""
    pools: list[tuple[float, int]] = []
    for value in values.tolist():
        mean, size = value, 1
        while pools and pools[-1][0] > mean:
            before, many = pools.pop()
            mean, size = (before * many + mean * size) / (many + size), many + size
        pools.append((mean, size))
    return np.repeat([mean for mean, _ in pools], [size for _, size in pools])
