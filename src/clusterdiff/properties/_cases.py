"""Small clusterings: all of them, their shapes, and their tables up to the order of rows and columns."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import permutations, product
from math import factorial, prod
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.partition import AllPartitions
from clusterdiff.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

Labels = tuple[int, ...]
Case = tuple[Labels, ...]
Matrix = tuple[tuple[int, ...], ...]
_MOST_ORDERS = 1_000  # above this many orders of tied rows, which takes more than 7 elements, one of them serves


@lru_cache(maxsize=16)
def everything(n: int) -> tuple[Labels, ...]:
    """Every clustering of n elements, in lexicographic order.

    >>> everything(3)
    ((0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1), (0, 1, 2))
    """
    return tuple(AllPartitions(n, lambda codes: tuple(codes.tolist())))


def sizes_of(n: int, most: int | None = None) -> Iterator[tuple[int, ...]]:
    """Integer partitions of n, largest part first.

    >>> list(sizes_of(3))
    [(3,), (2, 1), (1, 1, 1)]
    """
    if n == 0:
        yield ()
    for size in range(min(n, most or n), 0, -1):
        for rest in sizes_of(n - size, size):
            yield (size, *rest)


def of_sizes(sizes: Iterable[int]) -> Labels:
    """A clustering with these cluster sizes.

    >>> of_sizes([2, 1])
    (0, 0, 1)
    """
    return tuple(k for k, size in enumerate(sizes) for _ in range(size))


@lru_cache(maxsize=32)
def shapes(n: int) -> tuple[Labels, ...]:
    """One clustering for each choice of cluster sizes."""
    return tuple(of_sizes(sizes) for sizes in sizes_of(n))


def relabel(labels: Iterable[Any]) -> Labels:
    """Labels numbered in order of appearance.

    >>> relabel("xyx")
    (0, 1, 0)
    """
    names: dict[Any, int] = {}
    return tuple(names.setdefault(label, len(names)) for label in labels)


@lru_cache(maxsize=2**18)
def canonical(a: Labels, b: Labels) -> Matrix:
    """The table of a and b, the same for all orders of rows and of columns.

    >>> canonical((0, 1, 1), (0, 0, 1)) == canonical((5, 5, 3), (2, 1, 1))
    True
    """
    cells = Counter(zip(a, b, strict=True))
    rows, cols = dict.fromkeys(a), dict.fromkeys(b)
    return _ordered(tuple(tuple(cells[i, j] for j in cols) for i in rows))


@lru_cache(maxsize=2**16)
def _ordered(rows: Matrix) -> Matrix:
    """The least of the matrices that orders of tied rows give, columns sorted."""
    colours = _row_colours(rows)
    groups = [sorted(row for row, own in zip(rows, colours, strict=True) if own == colour) for colour in sorted(set(colours))]
    free = [len(set(group)) > 1 and not _matched(group, rows) for group in groups]
    few = prod(factorial(len(group)) for group, loose in zip(groups, free, strict=True) if loose) <= _MOST_ORDERS
    orders = [sorted(set(permutations(group))) if loose and few else [tuple(group)] for group, loose in zip(groups, free, strict=True)]
    return min(_columns_sorted([row for group in choice for row in group]) for choice in product(*orders))


def _matched(group: list[tuple[int, ...]], rows: Matrix) -> bool:
    """Whether each row of a group is alone in its only column: then its order is made up for by that of the columns."""
    return all(sum(map(bool, row)) == 1 and max(row) == sum(other[row.index(max(row))] for other in rows) for row in group)


def _columns_sorted(rows: list[tuple[int, ...]]) -> Matrix:
    columns = sorted(zip(*rows, strict=True), reverse=True)
    return tuple(zip(*columns, strict=True))


def _row_colours(rows: Matrix) -> list[int]:
    """Numbers that tell rows apart as far as their sizes, and the columns they meet, do."""
    row_colours, col_colours = [0] * len(rows), [0] * len(rows[0])
    for _ in range(3):
        row_colours = _ranks([tuple(sorted(zip(row, col_colours, strict=True), reverse=True)) for row in rows])
        col_colours = _ranks([tuple(sorted(zip(col, row_colours, strict=True), reverse=True)) for col in zip(*rows, strict=True)])
    return _ranks([tuple(sorted(zip(row, col_colours, strict=True), reverse=True)) for row in rows])


def _ranks(keys: list[Any]) -> list[int]:
    place = {key: rank for rank, key in enumerate(sorted(set(keys), reverse=True))}
    return [place[key] for key in keys]


@lru_cache(maxsize=2**15)
def table(matrix: Matrix) -> Table:
    """The table with these counts, made once for all measures."""
    return Table.from_matrix(matrix)


def labels_of(matrix: Matrix) -> tuple[Labels, Labels]:
    """Two clusterings with this table.

    >>> labels_of(((2, 1), (0, 1)))
    ((0, 0, 0, 1), (0, 0, 1, 1))
    """
    cells = [(i, j) for i, row in enumerate(matrix) for j, count in enumerate(row) for _ in range(count)]
    return tuple(i for i, _ in cells), tuple(j for _, j in cells)


@lru_cache(maxsize=16)
def pairs(n: int) -> tuple[tuple[Labels, Labels], ...]:
    """One pair of clusterings for each table of n elements, up to the order of rows and columns.

    >>> [len(pairs(n)) for n in range(1, 6)]
    [1, 4, 10, 33, 91]
    """
    found = dict.fromkeys(canonical(a, b) for a in shapes(n) for b in everything(n))
    return tuple(labels_of(matrix) for matrix in found)


@lru_cache(maxsize=16)
def chains(n: int) -> tuple[tuple[Labels, Labels, Labels], ...]:
    """Every a ≥ b ≥ c, each refining the one before, up to the order of elements."""
    finer = {b: tuple(c for c in everything(n) if refines(c, b)) for b in everything(n)}
    return tuple((a, b, c) for a in shapes(n) for b in finer[a] for c in finer[b])


def refines(low: Labels, high: Labels) -> bool:
    """Whether every cluster of the first lies in a cluster of the second."""
    return len(set(zip(low, high, strict=True))) == len(set(low))


@lru_cache(maxsize=2**16)
def meet(a: Labels, b: Labels) -> Labels:
    """Together where both are.

    >>> meet((0, 0, 1), (0, 1, 1))
    (0, 1, 2)
    """
    return relabel(zip(a, b, strict=True))


@lru_cache(maxsize=2**16)
def join(a: Labels, b: Labels) -> Labels:
    """Together where a chain of shared clusters links them.

    >>> join((0, 0, 1, 2), (0, 1, 1, 2))
    (0, 0, 0, 1)
    """
    part = list(range(max(a) + 1))
    first: dict[int, int] = {}
    for i, j in zip(a, b, strict=True):
        old, new = part[i], part[first.setdefault(j, i)]
        part = [new if p == old else p for p in part]
    return relabel(part[i] for i in a)


@lru_cache(maxsize=2**16)
def parts(whole: Labels, a: Labels, b: Labels) -> tuple[tuple[Labels, Labels], ...]:
    """What a and b are within each cluster of the whole."""
    inside: dict[int, tuple[list[int], list[int]]] = {}
    for k, i, j in zip(whole, a, b, strict=True):
        of_a, of_b = inside.setdefault(k, ([], []))
        of_a.append(i)
        of_b.append(j)
    return tuple((relabel(x), relabel(y)) for x, y in inside.values())


def top(n: int) -> Labels:
    """One cluster."""
    return (0,) * n


def bottom(n: int) -> Labels:
    """All singletons."""
    return tuple(range(n))


@lru_cache(maxsize=16)
def classes(n: int) -> tuple[NDArray[np.int64], tuple[Matrix, ...]]:
    """For each two of all clusterings, the number of their table; and the tables."""
    codes = np.array(everything(n), np.int64)
    keys = codes @ n ** np.arange(n - 1, -1, -1)
    matrices: dict[Matrix, int] = {}
    by_shape = {shape: np.array([matrices.setdefault(canonical(shape, b), len(matrices)) for b in everything(n)]) for shape in shapes(n)}
    rows = []
    for a in everything(n):
        count = Counter(a)
        order = sorted(range(n), key=lambda i: (-count[a[i]], a[i]))
        moved = _by_appearance(codes[:, order])
        shape = relabel(a[i] for i in order)
        rows.append(by_shape[shape][np.searchsorted(keys, moved @ n ** np.arange(n - 1, -1, -1))])
    return np.array(rows), tuple(matrices)


def _by_appearance(codes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Each row's labels numbered in order of appearance."""
    height, n = codes.shape
    names = np.full((height, n), -1)
    used, lines, out = np.zeros(height, np.int64), np.arange(height), np.empty_like(codes)
    for i in range(n):
        fresh = names[lines, codes[:, i]] < 0
        names[lines[fresh], codes[fresh, i]] = used[fresh]
        used += fresh
        out[:, i] = names[lines, codes[:, i]]
    return out
