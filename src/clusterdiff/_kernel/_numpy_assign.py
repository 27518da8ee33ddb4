"""The one-to-one pairing with the largest sum of weights, in numpy and SciPy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Weights = NDArray[Any]

_MAX_DENSE = 1 << 22  # cells of a component that is solved as a dense matrix (32 MB)
_MAX_DIRECT = 1 << 16  # cells of a table that is solved as a dense matrix at once
_MAX_ROUNDS = 100
_UNLIMITED = 2**64 - 1
_MOST_EXACT = 1 << 51  # doubles represent the sum of three integers below it exactly


def assign(weights: NDArray[Any]) -> Ints:
    """Return the column of each row in a one-to-one pairing with the largest sum of weights.

    A row that is paired with weight 0 gets -1. Weights are non-negative doubles or int64, and there
    are at least as many columns as rows.
    """
    height, width = weights.shape
    if height > width:
        raise ValueError("Weights must have at least as many columns as rows.")
    if not weights.size:
        return np.zeros(0, np.int64)
    if weights.dtype == np.int64 and int(weights.max()) >= _MOST_EXACT:
        partner = _shortest_paths(weights.astype(np.uint64))
    else:
        from scipy.optimize import linear_sum_assignment

        partner = linear_sum_assignment(weights, maximize=True)[1].astype(np.int64)
    return np.where(weights[np.arange(height), partner] > 0, partner, -1)


def pair_cells(
    rows: Ints, cols: Ints, weights: Weights, height: int, width: int, most_steps: int
) -> Ints | None:
    """Return the cells of a one-to-one pairing with the largest sum; None beyond `most_steps`.

    Weights are non-negative doubles or int64; a cell of weight 0 is not chosen. Integers are exact,
    except above 2⁵³ in a sparse connected component of more than 2²² possible cells.
    """
    _check_cells(rows, cols, weights, height, width)
    full = np.flatnonzero(weights)
    if len(full) < len(weights):
        found = pair_cells(rows[full], cols[full], weights[full], height, width, most_steps)
        return None if found is None else full[found]
    if height * width <= _MAX_DIRECT:
        return np.sort(_solve_dense(rows, cols, weights, (height, width)))
    alone = _alone(rows)[rows] & _alone(cols)[cols]
    left, fixed = _fix_dominant(rows, cols, weights, np.flatnonzero(~alone))
    if len(left):
        parts = _by_component(rows[left], cols[left], weights[left], most_steps)
        if parts is None:
            return None
        fixed += [left[cells] for cells in parts]
    chosen = alone.copy()
    for cells in fixed:
        chosen[cells] = True
    return np.flatnonzero(chosen)


def pair_sums(
    rows: Ints, cols: Ints, weights: Weights, height: int, width: int, threads: int
) -> NDArray[Any]:
    """Return the largest sum of a one-to-one pairing for every row of weights of the same cells."""
    del threads
    out = np.zeros(len(weights), weights.dtype)
    for i, numbers in enumerate(weights):
        chosen = pair_cells(rows, cols, numbers, height, width, _UNLIMITED)
        out[i] = numbers[chosen].sum()
    return out


def _check_cells(rows: Ints, cols: Ints, weights: Weights, height: int, width: int) -> None:
    """Refuse what the native kernel refuses."""
    if not len(rows) == len(cols) == len(weights):
        raise ValueError("Arrays must have the same length.")
    if not all(((x >= 0) & (x < size)).all() for x, size in ((rows, height), (cols, width))):
        raise IndexError("A cell is outside the table.")
    if not ((weights >= 0) & (weights <= np.finfo(float).max / 4)).all():
        raise ValueError("Weights must be finite and not negative.")


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


def _by_component(rows: Ints, cols: Ints, weights: Weights, most_steps: int) -> list[Ints] | None:
    """Return the optimal pairing of each connected component; None beyond `most_steps`."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    size = int(rows.max()) + 1
    nodes = size + int(cols.max()) + 1
    graph = coo_array((np.ones(len(rows), np.int8), (rows, size + cols)), shape=(nodes, nodes))
    part = connected_components(graph, directed=False)[1][rows]
    order = np.argsort(part, kind="stable")
    out = []
    for cells in np.split(order, np.flatnonzero(np.diff(part[order])) + 1):
        found = _solve(rows[cells], cols[cells], weights[cells], most_steps)
        if found is None:
            return None
        out.append(cells[found])
    return out


def _solve(rows: Ints, cols: Ints, weights: Weights, most_steps: int) -> Ints | None:
    """Return the optimal pairing of a component, by the dense solver if it is small.

    The sparse solver of SciPy visits all rows and columns for every row; it cannot be interrupted.
    """
    _, i = np.unique(rows, return_inverse=True)
    _, j = np.unique(cols, return_inverse=True)
    height, width = int(i.max()) + 1, int(j.max()) + 1
    if height * width <= max(_MAX_DENSE, 8 * len(rows)):
        return _solve_dense(i, j, weights, (height, width))
    if min(height, width) * (height + width) > most_steps:
        return None
    return _solve_sparse(i, j, weights) if height <= width else _solve_sparse(j, i, weights)


def _solve_dense(i: Ints, j: Ints, weights: Weights, shape: tuple[int, int]) -> Ints:
    """Solve the assignment problem of a dense matrix; the shorter side has the rows."""
    if shape[0] > shape[1]:
        return _solve_dense(j, i, weights, shape[::-1])
    kind = np.int64 if weights.dtype.kind in "iu" else np.float64
    dense = np.zeros(shape, kind)
    dense[i, j] = weights
    return np.flatnonzero(assign(dense)[i] == j)


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


def _shortest_paths(weights: NDArray[np.uint64]) -> Ints:
    """Assign by shortest augmenting paths in integers, for weights that are not exact as doubles.

    Potentials lie between 0 and the largest weight, so that the sums stay below 2⁶⁴ for weights
    below 2⁶².
    """
    height, width = weights.shape
    if int(weights.max()) >= 1 << 62:
        return _without_largest(weights)
    rows, cols = np.zeros(height, np.uint64), np.zeros(width, np.uint64)
    row_at, col_at = np.full(width, -1), np.full(height, -1)
    for start in range(height):
        rows[start] = np.max(np.maximum(weights[start], cols) - cols)
        distance, before = np.full(width, np.iinfo(np.uint64).max), np.full(width, -1)
        settled = np.zeros(width, bool)
        i, end = start, -1
        reached = np.uint64(0)
        while end < 0:
            through = reached + rows[i] + cols - weights[i]
            nearer = ~settled & (through < distance)
            distance[nearer], before[nearer] = through[nearer], i
            j = int(np.argmin(np.where(settled, np.iinfo(np.uint64).max, distance)))
            settled[j], reached, i = True, distance[j], int(row_at[j])
            end = j if i < 0 else -1
        rows[start] -= reached
        settled[end] = False
        gain = reached - distance[settled]
        rows[row_at[settled]] -= gain
        cols[settled] += gain
        while end >= 0:
            i = int(before[end])
            row_at[end], col_at[i], end = i, end, int(col_at[i])
    return col_at


def _without_largest(weights: NDArray[np.uint64]) -> Ints:
    """Assign the largest weight first, if it exceeds any two others of its row and column."""
    height, width = weights.shape
    i, j = divmod(int(weights.argmax()), width)
    in_row, in_col = np.delete(weights[i], j), np.delete(weights[:, j], i)
    others = max(map(int, in_row), default=0) + max(map(int, in_col), default=0)
    if int(weights[i, j]) < others:
        raise ValueError("Weights must be finite, not negative, and below 2**62.")
    rows, cols = np.delete(np.arange(height), i), np.delete(np.arange(width), j)
    partner = np.full(height, j)
    if len(rows):
        partner[rows] = cols[_shortest_paths(weights[np.ix_(rows, cols)])]
    return partner
