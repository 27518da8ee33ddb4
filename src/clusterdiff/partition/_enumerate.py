"""Enumerate all partitions of n elements, and those one split or merge away, as codes."""

from __future__ import annotations

from itertools import accumulate, combinations
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np

from clusterdiff.checks import check_integer
from clusterdiff.errors import InputError
from clusterdiff.partition._codes import by_appearance, grouped
from clusterdiff.partition._information import positive_integer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from clusterdiff.partition._codes import Codes, Ints

T = TypeVar("T")
_MAX_LENGTH = 10**8  # a longer list of partitions would not fit in memory


def bell_number(n: int) -> int:
    """Return the number of partitions of n elements, exactly.

    Parameters
    ----------
    n : int
        Number of elements, at least 1.

    Returns
    -------
    int
        The Bell number B(n), from the Bell triangle.

    Raises
    ------
    InputError
        If n is not a positive integer.

    See Also
    --------
    Partition.all : Enumerate the partitions.

    Examples
    --------
    >>> [bell_number(n) for n in range(1, 8)]
    [1, 2, 5, 15, 52, 203, 877]
    """
    row = [1]
    for _ in range(1, positive_integer(n, "n")):
        row = list(accumulate(row, initial=row[-1]))
    return row[-1]


def integer_partitions(n: int, largest: int | None = None) -> Iterator[tuple[int, ...]]:
    """Yield the integer partitions of n: every list of cluster sizes that sums to n.

    Parameters
    ----------
    n : int
        Sum of the parts; 0 has one partition, the empty one.
    largest : int or None, default=None
        Largest part allowed.

    Returns
    -------
    iterator of tuple of int
        Parts in descending order.

    Examples
    --------
    >>> list(integer_partitions(4))
    [(4,), (3, 1), (2, 2), (2, 1, 1), (1, 1, 1, 1)]
    >>> list(integer_partitions(4, largest=2))
    [(2, 2), (2, 1, 1), (1, 1, 1, 1)]
    """
    check_integer("n", n, 0)
    if largest is not None:
        check_integer("largest", largest, 0)
    return _descending(n, n if largest is None else largest)


def _descending(n: int, largest: int) -> Iterator[tuple[int, ...]]:
    """Yield the partitions of an integer whose parts are at most `largest`."""
    if n == 0:
        yield ()
    for part in range(min(n, largest), 0, -1):
        for rest in _descending(n - part, part):
            yield (part, *rest)


class AllPartitions(Generic[T]):
    """A lazy sequence of all partitions of n elements, as returned by `Partition.all`.

    Parameters
    ----------
    n : int
        Number of elements, at least 1.
    make : callable
        Makes an item from an array of codes.

    Examples
    --------
    >>> every = AllPartitions(3, lambda codes: codes.tolist())
    >>> len(every), next(iter(every))
    (5, [0, 0, 0])
    """

    __slots__ = ("_make", "n")

    def __init__(self, n: int, make: Callable[[Codes], T]) -> None:
        self.n = positive_integer(n, "n")
        self._make = make

    def __iter__(self) -> Iterator[T]:
        return map(self._make, growth_strings(self.n))

    def __len__(self) -> int:
        count = bell_number(self.n)
        if count > _MAX_LENGTH:  # list() asks for the length first
            raise InputError(
                f"A list of partitions can have at most {_MAX_LENGTH:,} items: "
                f"{self.n} elements have {count:,} partitions.",
                "iterate over them, or take some with itertools.islice",
            )
        return count

    def __repr__(self) -> str:
        return f"AllPartitions(n={self.n})"


def growth_strings(n: int) -> Iterator[Codes]:
    """Yield restricted growth strings in lexicographic order.

    In such a string each code is at most one larger than all codes before it.

    >>> [codes.tolist() for codes in growth_strings(3)]
    [[0, 0, 0], [0, 0, 1], [0, 1, 0], [0, 1, 1], [0, 1, 2]]
    """
    codes, limit = [0] * n, [0] + [1] * (n - 1)  # limit[i]: largest code allowed at i
    while True:
        yield np.array(codes, np.uint32)
        at = next((i for i in range(n - 1, 0, -1) if codes[i] < limit[i]), 0)
        if not at:
            return
        codes[at] += 1
        rest = n - at - 1
        codes[at + 1 :] = [0] * rest
        limit[at + 1 :] = [max(limit[at], codes[at] + 1)] * rest


def one_split(codes: Codes, sizes: Ints) -> Iterator[Codes]:
    """Yield the codes after every split of one cluster in two.

    >>> [new.tolist() for new in one_split(np.array([0, 0, 0]), np.array([3]))]
    [[0, 1, 0], [0, 0, 1], [0, 1, 1]]
    """
    for positions in np.split(grouped(codes, len(sizes)), np.cumsum(sizes)[:-1]):
        for subset in range(1, 1 << (len(positions) - 1)):
            moved = [i + 1 for i in range(subset.bit_length()) if subset >> i & 1]
            yield with_new_cluster(codes, len(sizes), positions[moved])


def with_new_cluster(codes: Codes, count: int, positions: Any) -> Codes:
    """Return the codes after moving the elements at these positions to a new cluster.

    >>> with_new_cluster(np.array([0, 0, 1]), 2, [0])
    array([0, 1, 2], dtype=uint32)
    """
    new = codes.astype(np.int64)
    new[positions] = count
    return by_appearance(new, count + 1)[0]


def one_merge(codes: Codes, count: int) -> Iterator[Codes]:
    """Yield the codes after every merge of two clusters.

    >>> [new.tolist() for new in one_merge(np.array([0, 1, 2]), 3)]
    [[0, 0, 1], [0, 1, 0], [0, 1, 1]]
    """
    return (with_merged(codes, count, x, y) for x, y in combinations(range(count), 2))


def with_merged(codes: Codes, count: int, x: int, y: int) -> Codes:
    """Return the codes after merging clusters x < y; they are still ordered by appearance.

    >>> with_merged(np.array([0, 1, 2]), 3, 0, 1)
    array([0, 0, 1], dtype=uint32)
    """
    new = np.arange(count, dtype=np.uint32)
    new[y:] -= 1
    new[y] = x
    return new[codes]
