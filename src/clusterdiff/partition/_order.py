"""Equality, refinement, meet and join as operators."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

import numpy as np

from clusterdiff.errors import InputError
from clusterdiff.partition import _codes

if TYPE_CHECKING:
    from clusterdiff.partition._codes import Codes
    from clusterdiff.partition._partition import Partition


class RefinementOrder:
    """The operators of a partition: ``==``, ``<=``, ``<``, ``>=``, ``>``, ``&`` and ``|``."""

    __slots__ = ()

    if TYPE_CHECKING:
        codes: Codes

        @property
        def n(self) -> int: ...
        @property
        def k(self) -> int: ...
        def __hash__(self) -> int: ...
        def _new(self, codes: Codes, count: int) -> Partition: ...
        def codes_of(self, other: Partition) -> Codes: ...

    def __eq__(self, other: object) -> bool:
        """Compare clusters; partitions of different elements are not equal."""
        if not _is_partition(other):
            return NotImplemented
        if (self.n, self.k) != (other.n, other.k):
            return False
        try:
            return np.array_equal(self.codes, self.codes_of(other))
        except InputError:
            return False

    def __le__(self, other: Partition) -> bool:
        if not _is_partition(other):
            return NotImplemented
        codes = self.codes_of(other)
        return self.k >= other.k and _codes.refines(self.codes, self.k, codes)

    def __lt__(self, other: Partition) -> bool:
        return self <= other and self.k > other.k if _is_partition(other) else NotImplemented

    def __ge__(self, other: Partition) -> bool:
        return other <= self if _is_partition(other) else NotImplemented

    def __gt__(self, other: Partition) -> bool:
        return other < self if _is_partition(other) else NotImplemented

    def __and__(self, other: Partition) -> Partition:
        if not _is_partition(other):
            return NotImplemented
        return self._new(*_codes.meet(self.codes, self.codes_of(other)))

    def __or__(self, other: Partition) -> Partition:
        if not _is_partition(other):
            return NotImplemented
        component = _codes.join(self.codes, self.k, self.codes_of(other), other.k)
        new, old = _codes.by_appearance(component, self.k)
        return self._new(new[self.codes], len(old))


def _is_partition(other: object) -> TypeGuard[Partition]:
    """Return whether the other operand is a partition."""
    return isinstance(other, RefinementOrder)
