"""Clusterings that get worse step by step, until one shares no pair with the reference."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.datasets._checks import generator
from clusterdiff.partition import Partition

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.labels import LabelsLike

    Labels = NDArray[np.int64]


def worst_clustering(labels: LabelsLike, *, rng: int | np.random.Generator | None = None) -> Labels:
    """Return a clustering that shares no pair of elements and no cluster with the given one.

    Parameters
    ----------
    labels : array_like, dict, list of blocks or Partition
        The clustering to be far from.
    rng : int, numpy.random.Generator or None
        Decides which cluster the last singleton joins.

    Returns
    -------
    ndarray of int
        A clustering whose meet with `labels` is all singletons and that has no cluster in common
        with it. For a single element there is none, and the element itself is returned.

    See Also
    --------
    worsening_series : The clusterings on the way there, step by step.

    References
    ----------
    Xiang et al. (2012), Table 2: the split–merge measures are 0 exactly for these clusterings.

    Examples
    --------
    >>> worst_clustering([0, 0, 1, 2])
    array([0, 3, 1, 1])
    """
    return worsening_series(labels, rng=rng)[-1]


def worsening_series(
    labels: LabelsLike, *, rng: int | np.random.Generator | None = None
) -> list[Labels]:
    """Return clusterings from the given one to a worst one, each one split or merge from the next.

    First the largest cluster is split into two halves again and again, until all elements are
    singletons. Then the elements that are singletons of the given clustering are merged in pairs;
    the last one without a partner joins a random other cluster.

    Parameters
    ----------
    labels : array_like, dict, list of blocks or Partition
        The clustering to begin with.
    rng : int, numpy.random.Generator or None
        Decides which cluster the last singleton joins.

    Returns
    -------
    list of ndarray of int
        First `labels` itself, with clusters numbered by first appearance, then n - K splits, and
        then the merges.

    References
    ----------
    Xiang et al. (2012), section 6 and figure 3.

    Examples
    --------
    >>> [step.tolist() for step in worsening_series([0, 0, 1, 2])]
    [[0, 0, 1, 2], [0, 3, 1, 2], [0, 3, 1, 1]]
    """
    current = Partition(labels).codes.astype(np.int64)
    series = [current]
    sizes = np.bincount(current)
    single = np.flatnonzero(sizes[current] == 1)
    while sizes.max(initial=0) > 1:
        inside = np.flatnonzero(current == sizes.argmax())
        current = current.copy()
        current[inside[(len(inside) + 1) // 2 :]] = len(sizes)
        sizes = np.bincount(current)
        series.append(current)
    for element, partner in _merges(single, len(current), generator(rng)):
        current = current.copy()
        current[element] = current[partner]
        series.append(current)
    return series


def _merges(single: NDArray[Any], n: int, random: np.random.Generator) -> list[tuple[int, int]]:
    """Return merges (element, element whose cluster it joins) of the reference's singletons."""
    pairs = [(int(b), int(a)) for a, b in zip(single[::2], single[1::2], strict=False)]
    if len(single) % 2 and n > 1:
        last = int(single[-1])
        pairs.append((last, int(random.choice([e for e in range(n) if e != last]))))
    return pairs
