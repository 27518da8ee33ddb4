"""All partitions of n elements, and those one step away: as codes, one at a time."""

from __future__ import annotations

from itertools import accumulate, combinations
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np

from clusterdiff.errors import InputError
from clusterdiff.partition._codes import by_appearance, grouped
from clusterdiff.partition._information import positive_integer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from clusterdiff.partition._codes import Codes, Ints

T = TypeVar("T")
_MOST = 10**8  # a list of more partitions than these would not fit in memory


def bell_number(n: int) -> int:
    """Number of partitions of n elements, exactly: the left edge of the Bell triangle.

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

    Yields
    ------
    tuple of int
        Parts in descending order.

    Examples
    --------
    >>> list(integer_partitions(4))
    [(4,), (3, 1), (2, 2), (2, 1, 1), (1, 1, 1, 1)]
    >>> list(integer_partitions(4, largest=2))
    [(2, 2), (2, 1, 1), (1, 1, 1, 1)]
    """
    if n == 0:
        yield ()
    for part in range(n if largest is None else min(n, largest), 0, -1):
        for rest in integer_partitions(n - part, part):
            yield (part, *rest)


class AllPartitions(Generic[T]):
    """Every partition of n elements, made as it is asked for; see ``Partition.all``."""

    __slots__ = ("_make", "n")

    def __init__(self, n: int, make: Callable[[Codes], T]) -> None:
        self.n = positive_integer(n, "n")
        self._make = make

    def __iter__(self) -> Iterator[T]:
        return map(self._make, growth_strings(self.n))

    def __len__(self) -> int:
        count = bell_number(self.n)
        if count > _MOST:  # list() asks for the length first
            raise InputError(
                f"a list of partitions must hold at most {_MOST:,}: {self.n} elements have {count:,}.",
                "go through them one at a time, or take some with itertools.islice",
            )
        return count

    def __repr__(self) -> str:
        return f"AllPartitions(n={self.n})"


def growth_strings(n: int) -> Iterator[Codes]:
    """Restricted growth strings in lexicographic order: no code is more than one above all before it.

    >>> [codes.tolist() for codes in growth_strings(3)]
    [[0, 0, 0], [0, 0, 1], [0, 1, 0], [0, 1, 1], [0, 1, 2]]
    """
    codes, limit = [0] * n, [0] + [1] * (n - 1)  # limit[i]: one above all codes before i
    while True:
        yield np.array(codes, np.uint32)
        at = next((i for i in range(n - 1, 0, -1) if codes[i] < limit[i]), 0)
        if not at:
            return
        codes[at] += 1
        rest = n - at - 1
        codes[at + 1 :] = [0] * rest
        limit[at + 1 :] = [max(limit[at], codes[at] + 1)] * rest


def divisions(codes: Codes, sizes: Ints) -> Iterator[Codes]:
    """Codes with one cluster divided in two, in all ways; its first element stays.

    >>> [new.tolist() for new in divisions(np.array([0, 0, 0]), np.array([3]))]
    [[0, 1, 0], [0, 0, 1], [0, 1, 1]]
    """
    for positions in np.split(grouped(codes, len(sizes)), np.cumsum(sizes)[:-1]):
        for subset in range(1, 1 << (len(positions) - 1)):
            moved = [i + 1 for i in range(subset.bit_length()) if subset >> i & 1]
            yield moved_out(codes, len(sizes), positions[moved])


def moved_out(codes: Codes, count: int, positions: Any) -> Codes:
    """Codes with these positions in a cluster of their own.

    >>> moved_out(np.array([0, 0, 1]), 2, [0])
    array([0, 1, 2], dtype=uint32)
    """
    new = codes.astype(np.int64)
    new[positions] = count
    return by_appearance(new, count + 1)[0]


def unions(codes: Codes, count: int) -> Iterator[Codes]:
    """Codes with two clusters put together, in all ways.

    >>> [new.tolist() for new in unions(np.array([0, 1, 2]), 3)]
    [[0, 0, 1], [0, 1, 0], [0, 1, 1]]
    """
    return (united(codes, count, x, y) for x, y in combinations(range(count), 2))


def united(codes: Codes, count: int, x: int, y: int) -> Codes:
    """Codes with clusters x < y put together; the order of appearance stays.

    >>> united(np.array([0, 1, 2]), 3, 0, 1)
    array([0, 0, 1], dtype=uint32)
    """
    new = np.arange(count, dtype=np.uint32)
    new[y:] -= 1
    new[y] = x
    return new[codes]
