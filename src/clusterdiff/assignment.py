"""One-to-one pairings of clusters: optimal and greedy, without a dense table unless it is small."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff import _kernel
from clusterdiff.errors import ClusterdiffError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Weights = NDArray[Any]

_MAX_PASSES = 8  # each round resolves differences that are 2⁻⁵⁰ times those of the round before
_MAX_ROUNDS = 100
_MANY = 1000  # cells of a table that is made smaller before it is solved
_most_steps: ContextVar[int] = ContextVar("most_steps", default=2**64 - 1)  # no limit


class TooManyStepsError(ClusterdiffError):
    """The best pairing takes more steps than `limited` allows."""


@contextmanager
def limited(most_steps: int) -> Iterator[None]:
    """Raise `TooManyStepsError` where an optimal pairing takes more than so many steps.

    A step is a cell that is visited. The number does not depend on the machine, but it does on the
    kernel.

    Parameters
    ----------
    most_steps : int
        The number of steps.

    Examples
    --------
    >>> places = np.arange(2000)
    >>> with limited(1000):
    ...     optimal_pairs(places // 2, (places + 1) // 2 % 1000, places)
    Traceback (most recent call last):
    clusterdiff.assignment.TooManyStepsError: The best one-to-one pairing of 1,000 and 1,000 ...
    """
    token = _most_steps.set(most_steps)
    try:
        yield
    finally:
        _most_steps.reset(token)


def optimal_pairs(rows: Ints, cols: Ints, weights: Weights) -> Ints:
    """Return the cells of a one-to-one pairing with the largest sum of weights.

    Parameters
    ----------
    rows, cols : numpy.ndarray of int64
        Row and column of each cell.
    weights : numpy.ndarray
        Positive weight of each cell: doubles or integers. Integers are exact.

    Returns
    -------
    numpy.ndarray of int64
        Indices of the chosen cells, ascending.

    Examples
    --------
    >>> optimal_pairs(np.array([0, 0, 1]), np.array([0, 1, 0]), np.array([3, 2, 2])).tolist()
    [1, 2]
    """
    height, width = int(rows.max()) + 1, int(cols.max()) + 1
    if _MANY < len(rows) < 2 * (height + width):  # most clusters overlap with one other only
        alone = (np.bincount(rows) == 1)[rows] & (np.bincount(cols) == 1)[cols]
        if alone.any():
            return _with_alone(alone, rows, cols, weights)
    kind = np.int64 if weights.dtype.kind in "iu" else np.float64
    i, j = np.ascontiguousarray(rows, np.int64), np.ascontiguousarray(cols, np.int64)
    numbers = np.ascontiguousarray(weights, kind)
    most_steps = _most_steps.get()
    chosen = _kernel.pair_cells(i, j, numbers, height, width, most_steps)
    if chosen is None:
        raise TooManyStepsError(
            f"The best one-to-one pairing of {height:,} and {width:,} clusters takes more than "
            f"{most_steps:,} steps.",
        )
    return chosen


def _with_alone(alone: NDArray[np.bool_], rows: Ints, cols: Ints, weights: Weights) -> Ints:
    """Return the cells that are alone in their row and column, and the best of the others."""
    rest = np.flatnonzero(~alone)
    if len(rest):
        i, j = rows[rest], cols[rest]
        of_rows, of_cols = _numbered(i, int(i.max()) + 1)[0], _numbered(j, int(j.max()) + 1)[0]
        alone[rest[optimal_pairs(of_rows[i], of_cols[j], weights[rest])]] = True
    return np.flatnonzero(alone)


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
    """Number the groups that occur from 0 on; return these numbers, and how many there are."""
    occurs = np.zeros(size, bool)
    occurs[groups] = True
    places = np.cumsum(occurs) - 1
    return places, int(places[-1]) + 1


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
