"""One-to-one pairings of clusters: optimal and greedy, without a dense table unless it is small."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff import _kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Weights = NDArray[Any]

_MAX_DENSE = 1 << 22  # cells of a component that is solved as a dense matrix (32 MB)
_MAX_DIRECT = 1 << 16  # cells of a table that is solved as a dense matrix at once
_MAX_PASSES = 8  # each round resolves differences that are 2⁻⁵⁰ times those of the round before
_MAX_ROUNDS = 100


def optimal_pairs(rows: Ints, cols: Ints, weights: Weights) -> Ints:
    """Return the cells of a one-to-one pairing with the largest sum of weights.

    Parameters
    ----------
    rows, cols : numpy.ndarray of int64
        Row and column of each cell.
    weights : numpy.ndarray
        Positive weight of each cell: doubles or integers. Integers are exact, except above 2⁵³ in a
        sparse connected component of more than 2²² possible cells.

    Returns
    -------
    numpy.ndarray of int64
        Indices of the chosen cells, ascending.

    Examples
    --------
    >>> optimal_pairs(np.array([0, 0, 1]), np.array([0, 1, 0]), np.array([3, 2, 2])).tolist()
    [1, 2]
    """
    shape = int(rows.max()) + 1, int(cols.max()) + 1
    if shape[0] * shape[1] <= _MAX_DIRECT:
        return np.sort(_solve_dense(rows, cols, weights, shape))
    alone = _alone(rows)[rows] & _alone(cols)[cols]
    left, fixed = _fix_dominant(rows, cols, weights, np.flatnonzero(~alone))
    if len(left):
        fixed += [left[cells] for cells in _by_component(rows[left], cols[left], weights[left])]
    chosen = alone.copy()
    for cells in fixed:
        chosen[cells] = True
    return np.flatnonzero(chosen)


def _alone(groups: Ints) -> NDArray[np.bool_]:
    """Return for each group whether it has one cell only."""
    return np.asarray(np.bincount(groups) == 1)


def _fix_dominant(rows: Ints, cols: Ints, weights: Weights, left: Ints) -> tuple[Ints, list[Ints]]:
    """Choose every cell that weighs at least as much as the best other cells of its row and column.

    Some optimal pairing contains such a cell, since it replaces at most these two cells. Repeated
    until no cell qualifies, this leaves few of the cells `left` if most clusters have a clear
    partner.
    """
    fixed: list[Ints] = []
    for _ in range(_MAX_ROUNDS):
        if not len(left):
            break
        i, j, w = rows[left], cols[left], weights[left]
        best_i, next_i = _best_two(i, w)
        best_j, next_j = _best_two(j, w)
        heads = np.flatnonzero((w == best_i[i]) & (w == best_j[j]))
        heads = heads[w[heads] >= next_i[i[heads]] + next_j[j[heads]]]
        heads = _first_of_each(j, _first_of_each(i, heads))
        if not len(heads):
            break
        fixed.append(left[heads])
        gone_i, gone_j = np.zeros(len(best_i), bool), np.zeros(len(best_j), bool)
        gone_i[i[heads]] = gone_j[j[heads]] = True
        left = left[~(gone_i[i] | gone_j[j])]
    return left, fixed


def _first_of_each(groups: Ints, cells: Ints) -> Ints:
    """Return the first of the cells in each group."""
    if not len(cells):
        return cells
    first = np.empty(int(groups.max()) + 1, np.int64)
    first[groups[cells[::-1]]] = cells[::-1]  # the last one that is written stays
    out: Ints = cells[first[groups[cells]] == cells]
    return out


def _best_two(groups: Ints, weights: Weights) -> tuple[Weights, Weights]:
    """Return the largest and the second largest weight of each group (0 if there is none)."""
    size = int(groups.max()) + 1
    best, second = np.zeros(size, weights.dtype), np.zeros(size, weights.dtype)
    np.maximum.at(best, groups, weights)
    top = weights == best[groups]
    np.maximum.at(second, groups[~top], weights[~top])
    tied = np.bincount(groups[top], minlength=size) > 1
    second[tied] = best[tied]
    return best, second


def _by_component(rows: Ints, cols: Ints, weights: Weights) -> list[Ints]:
    """Return the optimal pairing of each connected component."""
    part, _ = connected(rows, cols, (int(rows.max()) + 1, int(cols.max()) + 1))
    order = np.argsort(part[rows], kind="stable")
    cuts = np.flatnonzero(np.diff(part[rows][order])) + 1
    parts = np.split(order, cuts)
    return [cells[_solve(rows[cells], cols[cells], weights[cells])] for cells in parts]


def connected(rows: Ints, cols: Ints, shape: tuple[int, int]) -> tuple[Ints, Ints]:
    """Return the connected component of each row and of each column that has one of some cells.

    Parameters
    ----------
    rows, cols : numpy.ndarray of int64
        Row and column of each cell; there is at least one.
    shape : tuple of int
        Number of rows and of columns.

    Returns
    -------
    tuple of numpy.ndarray of int64
        Numbers below the number of cells; those of rows and columns without a cell mean nothing.

    Examples
    --------
    >>> of_rows, of_cols = connected(np.array([0, 1, 2]), np.array([1, 1, 0]), (3, 2))
    >>> bool(of_rows[0] == of_rows[1] == of_cols[1] != of_rows[2] == of_cols[0])
    True
    """
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    (place_i, height), (place_j, width) = map(_numbered, (rows, cols), shape)
    edges = np.ones(len(rows), np.int8), (place_i[rows], height + place_j[cols])
    graph = coo_array(edges, shape=(height + width, height + width))
    part = connected_components(graph, directed=False)[1].astype(np.int64)
    return part[place_i], part[height + place_j]


def _numbered(groups: Ints, size: int) -> tuple[Ints, int]:
    """Return the number of each group among those that occur, and how many these are."""
    occurs = np.zeros(size, bool)
    occurs[groups] = True
    places = np.cumsum(occurs) - 1
    return np.maximum(places, 0), int(places[-1]) + 1


def _solve(rows: Ints, cols: Ints, weights: Weights) -> Ints:
    """Return the optimal pairing of a component, by the dense solver if it is small."""
    _, i = np.unique(rows, return_inverse=True)
    _, j = np.unique(cols, return_inverse=True)
    height, width = int(i.max()) + 1, int(j.max()) + 1
    if height * width <= max(_MAX_DENSE, 8 * len(rows)):
        return _solve_dense(i, j, weights, (height, width))
    return _solve_sparse(i, j, weights) if height <= width else _solve_sparse(j, i, weights)


def _solve_dense(i: Ints, j: Ints, weights: Weights, shape: tuple[int, int]) -> Ints:
    """Solve the assignment problem of a dense matrix; the shorter side has the rows."""
    if shape[0] > shape[1]:
        return _solve_dense(j, i, weights, shape[::-1])
    kind = np.int64 if weights.dtype.kind in "iu" else np.float64
    dense = np.zeros(shape, kind)
    dense[i, j] = weights
    return np.flatnonzero(_kernel.assign(dense)[i] == j)


def _solve_sparse(i: Ints, j: Ints, weights: Weights) -> Ints:
    """Solve the assignment problem of a sparse matrix.

    Each row gets an additional column, so that a full matching exists. The solver does not accept
    zeros; 1 is added to all weights, which adds the same number to every full matching.
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    height, width = int(i.max()) + 1, int(j.max()) + 1
    alone = np.arange(height)
    data = np.concatenate([weights.astype(float) + 1, np.ones(height)])
    ends = (
        np.concatenate([i, alone]).astype(np.int32),  # the solver takes no other type
        np.concatenate([j, width + alone]).astype(np.int32),
    )
    graph = csr_array((data, ends), shape=(height, width + height))
    row, col = min_weight_full_bipartite_matching(graph, maximize=True)
    partner = np.full(height, -1)
    partner[row] = col
    return np.flatnonzero(partner[i] == j)


def exact_pairs(rows: Ints, cols: Ints, weights: NDArray[np.object_]) -> Ints:
    """Return the cells of a one-to-one pairing with the largest sum of large Python integers.

    Parameters
    ----------
    rows, cols : numpy.ndarray of int64
        Row and column of each cell.
    weights : numpy.ndarray of object
        Positive weight of each cell.

    Returns
    -------
    numpy.ndarray of int64
        Indices of the chosen cells, ascending.

    Notes
    -----
    The optimal pairing of rounded weights is found first. Its potentials, a number for each row
    and column, are subtracted from the weights in integers. This changes the sums of all full
    pairings by the same number, and makes differences visible that rounding had removed. The step
    is repeated until the potentials are 0.

    Examples
    --------
    >>> weights = np.array([2**80, 2**80 + 1, 2**80, 2**80], object)
    >>> exact_pairs(np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1]), weights).tolist()
    [1, 2]
    """
    from scipy.optimize import linear_sum_assignment

    size = max(int(rows.max()), int(cols.max())) + 1
    exact = np.zeros((size, size), object)
    exact[rows, cols] = weights
    unit = int(weights.max())
    for _ in range(_MAX_PASSES):
        rounded = (exact / unit).astype(float)
        partner = linear_sum_assignment(rounded, maximize=True)[1]
        u, v = (_integers(numbers, unit) for numbers in _potentials(rounded, partner))
        level = u[:, None] + v[None, :]
        if not level.any():
            break
        exact = exact - level
    return np.flatnonzero(partner[rows] == cols)


def _potentials(
    weights: NDArray[np.float64], partner: Ints
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return u and v with u_i + v_j ≥ w_ij, and equality for partners, by Bellman and Ford."""
    own = weights[np.arange(len(partner)), partner]
    gains = weights - own[:, None]
    v = np.zeros(len(partner))
    for _ in range(len(partner)):
        better = np.max(gains + v[partner][:, None], axis=0)
        if np.all(better <= v):
            break
        v = np.maximum(v, better)
    return own - v[partner], v


def _integers(numbers: NDArray[np.float64], unit: int) -> NDArray[np.object_]:
    """Return doubles in units of 1/unit, rounded down to Python integers."""
    ratios = (number.as_integer_ratio() for number in numbers.tolist())
    return np.array([top * unit // bottom for top, bottom in ratios], object)


def greedy_pairs(rows: Ints, cols: Ints, weights: Weights, sizes_a: Ints, sizes_b: Ints) -> Ints:
    """Return the cells of the pairing that takes the heaviest remaining cell first.

    Parameters
    ----------
    rows, cols : numpy.ndarray of int64
        Row and column of each cell.
    weights : numpy.ndarray
        Positive weight of each cell.
    sizes_a, sizes_b : numpy.ndarray of int64
        Cluster sizes. Ties go to the larger clusters, then to the order of rows and columns.

    Returns
    -------
    numpy.ndarray of int64
        Indices of the chosen cells, ascending.

    Notes
    -----
    A round takes all cells that are the best of their row and of their column, which gives the same
    pairing as taking one cell at a time.

    Examples
    --------
    >>> sizes = np.array([5, 2])
    >>> cells = np.array([0, 0, 1]), np.array([0, 1, 0]), np.array([3, 2, 2])
    >>> greedy_pairs(*cells, sizes, sizes).tolist()
    [0]
    """
    in_a, in_b = sizes_a[rows], sizes_b[cols]
    large, small = np.maximum(in_a, in_b), np.minimum(in_a, in_b)
    order = np.lexsort((cols, rows, -small, -large, -weights))
    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order), 0, -1)  # larger is chosen earlier
    left = np.arange(len(rows))
    taken: list[Ints] = []
    for _ in range(_MAX_ROUNDS):
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
    rest = _one_by_one(rows, cols, left[np.argsort(-rank[left])])
    return np.sort(np.concatenate([*taken, rest]))


def _one_by_one(rows: Ints, cols: Ints, order: Ints) -> Ints:
    """Take cells in this order if their row and column are not taken yet."""
    free_i, free_j = set(rows[order].tolist()), set(cols[order].tolist())
    taken = []
    for cell, i, j in zip(order.tolist(), rows[order].tolist(), cols[order].tolist(), strict=True):
        if i in free_i and j in free_j:
            taken.append(cell)
            free_i.remove(i)
            free_j.remove(j)
    return np.array(taken, np.int64)
