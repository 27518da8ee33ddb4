"""Contingency tables of a few elements, up to the order of their rows and columns.

Nearly every measure depends on the table of two clusterings only, not on which element is which or
how clusters are numbered. Two pairs of clusterings whose tables differ by the order of rows and
columns therefore have the same value, and one value per *canonical* table is enough: the 203² =
41,209 pairs of clusterings of six elements have only 298 canonical tables.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import permutations, product
from math import factorial, prod
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.properties._cases import everything, relabel, shapes
from clusterdiff.table import Table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.properties._cases import Labels

Matrix = tuple[tuple[int, ...], ...]
_MOST_ORDERS = 1_000  # with more orders of tied rows (more than 7 elements), only one is used


@lru_cache(maxsize=2**18)
def canonical(a: Labels, b: Labels) -> Matrix:
    """Return the table of a and b in a form that no order of rows or columns changes.

    The rows are first divided into groups by their counts. The first criterion is the sorted counts
    of a row. Then columns are distinguished by the sorted counts they have in each group of rows,
    rows by the counts they have in each group of columns, and so on (color refinement, as
    in programs for graph isomorphism). Rows that are still tied are tried in every order. For each
    order the columns are sorted, and the smallest matrix is the canonical form.

    Examples
    --------
    The clusterings ``aab`` and ``xyy`` have the table ``[[1, 1], [0, 1]]``: the first row has two
    non-zero counts, the second has one, so the rows are distinguished at once. Only the order of
    the columns is left, and sorting them gives the canonical form. Other names and another order of
    the elements give the same form:

    >>> canonical((0, 0, 1), (0, 1, 1))
    ((1, 1), (1, 0))
    >>> canonical((5, 3, 3), (2, 2, 1))
    ((1, 1), (1, 0))

    In the table of ``aabb`` and ``xyxy`` all rows and columns look alike, so both orders of the
    rows are tried; they give the same matrix:

    >>> canonical((0, 0, 1, 1), (0, 1, 0, 1))
    ((1, 1), (1, 1))
    """
    cells = Counter(zip(a, b, strict=True))
    rows, cols = dict.fromkeys(a), dict.fromkeys(b)
    return _ordered(tuple(tuple(cells[i, j] for j in cols) for i in rows))


@lru_cache(maxsize=2**16)
def _ordered(rows: Matrix) -> Matrix:
    """Return the smallest matrix over all orders of tied rows, columns sorted."""
    groups = _groups(rows)
    free = [len(set(group)) > 1 and not _matched(group, rows) for group in groups]
    pairs_of = list(zip(groups, free, strict=True))
    few = prod(factorial(len(group)) for group, loose in pairs_of if loose) <= _MOST_ORDERS
    orders = [
        sorted(set(permutations(group))) if loose and few else [tuple(group)]
        for group, loose in pairs_of
    ]
    choices = ([row for group in choice for row in group] for choice in product(*orders))
    return min(_columns_sorted(choice) for choice in choices)


def _groups(rows: Matrix) -> list[list[tuple[int, ...]]]:
    """Return the rows in groups that are distinguished by counts."""
    colors = _row_colors(rows)
    return [
        sorted(row for row, own in zip(rows, colors, strict=True) if own == color)
        for color in sorted(set(colors))
    ]


def _matched(group: list[tuple[int, ...]], rows: Matrix) -> bool:
    """Return whether each row is alone in its only column: sorting columns then fixes the order."""
    return all(
        sum(map(bool, row)) == 1 and max(row) == sum(other[row.index(max(row))] for other in rows)
        for row in group
    )


def _columns_sorted(rows: list[tuple[int, ...]]) -> Matrix:
    columns = sorted(zip(*rows, strict=True), reverse=True)
    return tuple(zip(*columns, strict=True))


def _row_colors(rows: Matrix) -> list[int]:
    """Return numbers that differ for rows that counts of rows and columns distinguish."""
    row_colors, col_colors = [0] * len(rows), [0] * len(rows[0])
    columns = list(zip(*rows, strict=True))
    for _ in range(3):
        row_colors = _ranks([_seen(row, col_colors) for row in rows])
        col_colors = _ranks([_seen(col, row_colors) for col in columns])
    return _ranks([_seen(row, col_colors) for row in rows])


def _seen(counts: tuple[int, ...], colors: list[int]) -> tuple[tuple[int, int], ...]:
    return tuple(sorted(zip(counts, colors, strict=True), reverse=True))


def _ranks(keys: list[Any]) -> list[int]:
    place = {key: rank for rank, key in enumerate(sorted(set(keys), reverse=True))}
    return [place[key] for key in keys]


@lru_cache(maxsize=2**15)
def table(matrix: Matrix) -> Table:
    """Return the contingency table with these counts."""
    return Table.from_matrix(matrix)


@lru_cache(maxsize=2**12)
def labeled_table(a: Labels, b: Labels) -> Table:
    """Return the contingency table of these labels, rows and columns in order of appearance."""
    return Table.from_labels(a, b)


def labels_of(matrix: Matrix) -> tuple[Labels, Labels]:
    """Return two clusterings with this table.

    Examples
    --------
    >>> labels_of(((2, 1), (0, 1)))
    ((0, 0, 0, 1), (0, 0, 1, 1))
    """
    cells = [
        (i, j) for i, row in enumerate(matrix) for j, count in enumerate(row) for _ in range(count)
    ]
    return tuple(i for i, _ in cells), tuple(j for _, j in cells)


@lru_cache(maxsize=16)
def pairs(n: int) -> tuple[tuple[Labels, Labels], ...]:
    """Return one pair of clusterings for each canonical table of n elements.

    Parameters
    ----------
    n : int
        Number of elements.

    Returns
    -------
    tuple of pairs of clusterings

    Examples
    --------
    >>> [len(pairs(n)) for n in range(1, 6)]
    [1, 4, 10, 33, 91]
    """
    found = dict.fromkeys(canonical(a, b) for a in shapes(n) for b in everything(n))
    return tuple(labels_of(matrix) for matrix in found)


@lru_cache(maxsize=16)
def table_numbers(n: int) -> tuple[NDArray[np.int64], tuple[Matrix, ...]]:
    """Return, for each two clusterings of n elements, the number of their table; and the tables.

    Examples
    --------
    >>> numbers, matrices = table_numbers(2)
    >>> numbers.tolist(), matrices
    ([[0, 1], [2, 3]], (((2,),), ((1, 1),), ((1,), (1,)), ((1, 0), (0, 1))))
    """
    every = everything(n)
    place = {labels: k for k, labels in enumerate(every)}
    matrices: dict[Matrix, int] = {}
    by_shape = {
        shape: np.array([matrices.setdefault(canonical(shape, b), len(matrices)) for b in every])
        for shape in shapes(n)
    }
    rows = []
    for a in every:
        size = Counter(a)
        order = sorted(range(n), key=lambda i: (-size[a[i]], a[i]))
        moved = [place[relabel(b[i] for i in order)] for b in every]
        rows.append(by_shape[relabel(a[i] for i in order)][moved])
    return np.array(rows), tuple(matrices)
