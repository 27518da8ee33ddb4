"""Lattice operations on codes: arrays with one cluster number per element."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff import _kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Codes = NDArray[np.uint32]
    Ints = NDArray[np.int64]


def by_appearance(codes: NDArray[Any], count: int) -> tuple[Codes, Ints]:
    """Renumber codes below `count` by first appearance; also return the old number of each.

    >>> by_appearance(np.array([3, 1, 3, 0]), 4)
    (array([0, 1, 0, 2], dtype=uint32), array([3, 1, 0]))
    """
    n = len(codes)
    first = np.full(count, n)
    first[codes[::-1]] = np.arange(n - 1, -1, -1)  # the last assignment to an index remains
    old = np.argsort(first, kind="stable")[: np.count_nonzero(first < n)]
    rank = np.empty(count, np.uint32)
    rank[old] = np.arange(len(old), dtype=np.uint32)
    return rank[codes], old


def meet(a: Codes, b: Codes) -> tuple[Codes, int]:
    """Return the codes of the meet by first appearance, and the number of its clusters.

    >>> meet(np.array([0, 0, 1], np.uint32), np.array([0, 1, 1], np.uint32))
    (array([0, 1, 2], dtype=uint32), 3)
    """
    codes, first = _kernel.encode_pairs(a, b)
    return codes, len(first)


def join(a: Codes, count_a: int, b: Codes, count_b: int) -> NDArray[Any]:
    """Return the component of each cluster of a, where clusters that share an element are linked.

    Each cluster of b links the clusters of a that it overlaps to one of them. A round follows at
    most one link out of and one link into every cluster, which at least halves the number of
    clusters that still have links, and continues with the links between different components.

    Below, cluster 0 of a = {0, 1} and cluster 1 of a = {2} both overlap {1, 2} in b, so that they
    are in one component; cluster 2 is alone.

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
    """Return whether every cluster of a is part of one cluster of b.

    >>> refines(np.array([0, 1, 2]), 3, np.array([0, 0, 1]))
    True
    """
    return np.array_equal(image(a, count_a, b)[a], b)


def image(a: Codes, count_a: int, b: Codes) -> Codes:
    """Return, for each cluster of a, the cluster of b that contains its last element.

    >>> image(np.array([0, 1, 2]), 3, np.array([0, 0, 1]))
    array([0, 0, 1], dtype=uint32)
    """
    out = np.empty(count_a, np.uint32)
    out[a] = b
    return out


def grouped(codes: Codes, count: int) -> NDArray[Any]:
    """Return the positions of the elements ordered by cluster, ascending within each cluster.

    Transposing a sparse matrix is a counting sort, which is O(n).

    >>> grouped(np.array([0, 1, 0]), 2).tolist()
    [0, 2, 1]
    """
    from scipy.sparse import csr_array

    n = len(codes)
    rows = csr_array((np.ones(n, np.int8), codes, np.arange(n + 1)), shape=(n, count))
    return rows.tocsc().indices
