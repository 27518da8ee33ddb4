"""Rows: a sequence whose rows are made when they are read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar, overload

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

Row = TypeVar("Row", covariant=True)  # noqa: PLC0105  (the usual name of rows)
_CHUNK = 1 << 14  # rows that are made at once
_PRINTED = 1000


class Rows(Sequence[Row]):
    """Rows of a result that are made when they are read; they compare and print as a tuple does.

    Parameters
    ----------
    make : callable
        Takes numbers of rows, and returns a list of these rows.
    numbers : numpy.ndarray of int64
        The numbers of all rows, in their order.
    """

    __slots__ = ("_make", "numbers")

    def __init__(self, make: Callable[[Ints], list[Row]], numbers: Ints) -> None:
        self._make, self.numbers = make, numbers

    def __len__(self) -> int:
        return len(self.numbers)

    @overload
    def __getitem__(self, place: int) -> Row: ...
    @overload
    def __getitem__(self, place: slice) -> Rows[Row]: ...
    def __getitem__(self, place: int | slice) -> Row | Rows[Row]:
        """Return one row, or some rows, which are not made yet."""
        if isinstance(place, slice):
            return Rows(self._make, self.numbers[place])
        return self._make(self.numbers[[range(len(self))[place]]])[0]

    def where(self, chosen: NDArray[np.bool_]) -> Rows[Row]:
        """Return the rows whose numbers are marked in an array."""
        return Rows(self._make, self.numbers[chosen[self.numbers]])

    def at(self, numbers: Ints) -> Rows[Row]:
        """Return the rows with these numbers."""
        return Rows(self._make, numbers)

    def __iter__(self) -> Iterator[Row]:
        for start in range(0, len(self), _CHUNK):
            yield from self._make(self.numbers[start : start + _CHUNK])

    def __add__(self, other: Iterable[Any]) -> tuple[Any, ...]:
        return (*self, *other)

    def __radd__(self, other: Iterable[Any]) -> tuple[Any, ...]:
        return (*other, *self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (Rows, tuple)):
            return NotImplemented
        return len(self) == len(other) and all(x == y for x, y in zip(self, other, strict=True))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        rest = len(self) - _PRINTED
        if rest <= 0:
            return repr(tuple(self))
        shown = ", ".join(map(repr, islice(self, _PRINTED)))
        return f"({shown}, … and {rest:,} more)"

    def __reduce__(self) -> Any:
        return tuple, (list(self),)
