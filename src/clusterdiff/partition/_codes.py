"""The lattice on codes: arrays of one cluster number per element."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff import _kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Codes = NDArray[np.uint32]
    Ints = NDArray[np.int64]


def by_appearance(codes: NDArray[Any], count: int) -> tuple[Codes, Ints]:
    """Codes below `count` renumbered without gaps as they appear, and the old number of each.

    >>> by_appearance(np.array([3, 1, 3, 0]), 4)
    (array([0, 1, 0, 2], dtype=uint32), array([3, 1, 0]))
    """
    n = len(codes)
    first = np.full(count, n)
    first[codes[::-1]] = np.arange(n - 1, -1, -1)  # of several assignments the last one stays
    old = np.argsort(first, kind="stable")[: np.count_nonzero(first < n)]
    rank = np.empty(count, np.uint32)
    rank[old] = np.arange(len(old), dtype=np.uint32)
    return rank[codes], old


def meet(a: Codes, b: Codes) -> tuple[Codes, int]:
    """Codes of the cells of a and b as they appear, and how many cells there are.

    >>> meet(np.array([0, 0, 1], np.uint32), np.array([0, 1, 1], np.uint32))
    (array([0, 1, 2], dtype=uint32), 3)
    """
    codes, first = _kernel.encode_pairs(a, b)
    return codes, len(first)


def join(a: Codes, count_a: int, b: Codes, count_b: int) -> NDArray[Any]:
    """For each cluster of a, the component it belongs to when clusters that share an element are linked.

    Every cluster of b links the clusters of a in it to one of them. Each round then follows one link out of and one
    into every cluster, which leaves at most half of those still linked, and goes on with the links not yet used up.

    >>> join(np.array([0, 0, 1, 2], np.uint32), 3, np.array([0, 1, 1, 2], np.uint32), 3)
    array([0, 0, 1], dtype=uint32)
    """
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    component: NDArray[Any] = np.arange(count_a)
    anchor = image(b, count_b, a)
    here, there, count = a, anchor[b], count_a
    while (apart := here != there).any():
        here, there = here[apart], there[apart]
        out, back = np.arange(count), np.arange(count)
        out[here], back[there] = there, here
        ends = np.concatenate([np.arange(count)] * 2), np.concatenate([out, back])
        links = coo_array((np.ones(2 * count, np.int8), ends), shape=(count, count))
        count, new = connected_components(links, directed=False)
        label = new.astype(np.uint32)
        component, here, there = label[component], label[here], label[there]
    return component


def refines(a: Codes, count_a: int, b: Codes) -> bool:
    """Whether every cluster of a lies in one cluster of b.

    >>> refines(np.array([0, 1, 2]), 3, np.array([0, 0, 1]))
    True
    """
    return np.array_equal(image(a, count_a, b)[a], b)


def image(a: Codes, count_a: int, b: Codes) -> Codes:
    """For each cluster of a, the cluster of b that its last element is in.

    >>> image(np.array([0, 1, 2]), 3, np.array([0, 0, 1]))
    array([0, 0, 1], dtype=uint32)
    """
    out = np.empty(count_a, np.uint32)
    out[a] = b
    return out


def grouped(codes: Codes, count: int) -> NDArray[Any]:
    """Positions cluster by cluster, each cluster's ascending: transposing a sparse matrix is a counting sort, hence O(n).

    >>> grouped(np.array([0, 1, 0]), 2).tolist()
    [0, 2, 1]
    """
    from scipy.sparse import csr_array

    n = len(codes)
    return csr_array((np.ones(n, np.int8), codes, np.arange(n + 1)), shape=(n, count)).tocsc().indices
