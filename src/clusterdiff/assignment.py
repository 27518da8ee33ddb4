"""Pairings of clusters one to one: the best there is, and the greedy one; never a dense table unless it is small."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Weights = NDArray[Any]

_DENSE = 1 << 22  # cells of a table that may be written out in full (32 MB)
_SMALL = 1 << 16  # cells of a table that the dense solver takes as it is
_ROUNDS = 100


def optimal_pairs(rows: Ints, cols: Ints, weights: Weights) -> Ints:
    """The cells of a pairing with the largest sum of (positive) weights; the solvers see doubles, so integers up to 2⁵³."""
    shape = int(rows.max()) + 1, int(cols.max()) + 1
    if shape[0] * shape[1] <= _SMALL:
        return np.sort(_solve_dense(rows, cols, weights, shape))
    left, fixed = _fix_dominant(rows, cols, weights)
    if len(left):
        fixed = [*fixed, *(left[found] for found in _by_component(rows[left], cols[left], weights[left]))]
    return np.sort(np.concatenate(fixed)) if fixed else left


def _fix_dominant(rows: Ints, cols: Ints, weights: Weights) -> tuple[Ints, list[Ints]]:
    """Fix every cell that weighs at least its row's and its column's best other cell together.

    Some best pairing holds such a cell: taking it in costs at most the two cells it replaces. Repeated
    until nothing more gives way, this leaves little of a table where most clusters have a plain partner.
    """
    left = np.arange(len(rows))
    fixed: list[Ints] = []
    for _ in range(_ROUNDS):
        i, j, w = rows[left], cols[left], weights[left]
        best_i, next_i = _best_two(i, w)
        best_j, next_j = _best_two(j, w)
        heads = np.flatnonzero((w == best_i[i]) & (w == best_j[j]))
        heads = heads[w[heads] >= next_i[i[heads]] + next_j[j[heads]]]
        heads = heads[np.unique(i[heads], return_index=True)[1]]
        heads = heads[np.unique(j[heads], return_index=True)[1]]
        if not len(heads):
            break
        fixed.append(left[heads])
        gone_i, gone_j = np.zeros(len(best_i), bool), np.zeros(len(best_j), bool)
        gone_i[i[heads]] = gone_j[j[heads]] = True
        left = left[~(gone_i[i] | gone_j[j])]
        if not len(left):
            break
    return left, fixed


def _best_two(groups: Ints, weights: Weights) -> tuple[Weights, Weights]:
    """The largest weight of each group, and the largest of the others (0 if there is none)."""
    size = int(groups.max()) + 1
    best, second = np.zeros(size, weights.dtype), np.zeros(size, weights.dtype)
    np.maximum.at(best, groups, weights)
    top = weights == best[groups]
    np.maximum.at(second, groups[~top], weights[~top])
    tied = np.bincount(groups[top], minlength=size) > 1
    second[tied] = best[tied]
    return best, second


def _by_component(rows: Ints, cols: Ints, weights: Weights) -> list[Ints]:
    """The best pairing of each connected part of what is left, found on its own."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    _, i = np.unique(rows, return_inverse=True)
    _, j = np.unique(cols, return_inverse=True)
    clusters = int(i.max()) + 1
    size = clusters + int(j.max()) + 1
    _, part = connected_components(coo_array((np.ones(len(i), np.int8), (i, clusters + j)), shape=(size, size)), directed=False)
    order = np.argsort(part[i], kind="stable")
    cuts = np.flatnonzero(np.diff(part[i][order])) + 1
    return [cells[_solve(i[cells], j[cells], weights[cells])] for cells in np.split(order, cuts)]


def _solve(rows: Ints, cols: Ints, weights: Weights) -> Ints:
    """The best pairing of a connected part; dense if that is small, else sparse."""
    _, i = np.unique(rows, return_inverse=True)
    _, j = np.unique(cols, return_inverse=True)
    height, width = int(i.max()) + 1, int(j.max()) + 1
    if height * width <= max(_DENSE, 8 * len(rows)):
        return _solve_dense(i, j, weights, (height, width))
    return _solve_sparse(i, j, weights) if height <= width else _solve_sparse(j, i, weights)


def _solve_dense(i: Ints, j: Ints, weights: Weights, shape: tuple[int, int]) -> Ints:
    from scipy.optimize import linear_sum_assignment

    dense, place = np.zeros(shape), np.full(shape, -1)
    dense[i, j], place[i, j] = weights, np.arange(len(i))
    chosen = place[linear_sum_assignment(dense, maximize=True)]
    return chosen[chosen >= 0]


def _solve_sparse(i: Ints, j: Ints, weights: Weights) -> Ints:
    """Every row gets a column of its own to stay alone in, so that a full matching exists.

    The solver takes no zeros: all weights are one larger, which adds the same to every full matching.
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    height, width = int(i.max()) + 1, int(j.max()) + 1
    alone = np.arange(height)
    data = np.concatenate([weights.astype(float) + 1, np.ones(height)])
    graph = csr_array((data, (np.concatenate([i, alone]), np.concatenate([j, width + alone]))), shape=(height, width + height))
    row, col = min_weight_full_bipartite_matching(graph, maximize=True)
    partner = np.full(height, -1)
    partner[row] = col
    return np.flatnonzero(partner[i] == j)


def greedy_pairs(rows: Ints, cols: Ints, weights: Weights, sizes_a: Ints, sizes_b: Ints) -> Ints:
    """The cells of the pairing that takes the heaviest cell first, then the heaviest of what is left, and so on.

    Ties go to the larger clusters, then to the order of rows and columns. All cells that are the first
    choice of both their row and their column are taken at once, which gives the same pairing.
    """
    large, small = np.maximum(sizes_a[rows], sizes_b[cols]), np.minimum(sizes_a[rows], sizes_b[cols])
    order = np.lexsort((cols, rows, -small, -large, -weights))
    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order), 0, -1)  # larger is chosen earlier
    left = np.arange(len(rows))
    taken: list[Ints] = []
    for _ in range(_ROUNDS):
        if not len(left):
            break
        i, j, r = rows[left], cols[left], rank[left]
        best_i, best_j = np.zeros(len(sizes_a), np.int64), np.zeros(len(sizes_b), np.int64)
        np.maximum.at(best_i, i, r)
        np.maximum.at(best_j, j, r)
        heads = (r == best_i[i]) & (r == best_j[j])
        taken.append(left[heads])
        gone_i, gone_j = np.zeros(len(sizes_a), bool), np.zeros(len(sizes_b), bool)
        gone_i[i[heads]] = gone_j[j[heads]] = True
        left = left[~(gone_i[i] | gone_j[j])]
    return np.sort(np.concatenate([*taken, _one_by_one(rows, cols, left[np.argsort(-rank[left])])]))


def _one_by_one(rows: Ints, cols: Ints, order: Ints) -> Ints:
    """The cells, in this order, whose row and column are both still free."""
    free_i, free_j = set(rows[order].tolist()), set(cols[order].tolist())
    taken = []
    for cell, i, j in zip(order.tolist(), rows[order].tolist(), cols[order].tolist(), strict=True):
        if i in free_i and j in free_j:
            taken.append(cell)
            free_i.remove(i)
            free_j.remove(j)
    return np.array(taken, np.int64)
