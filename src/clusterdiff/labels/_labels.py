"""Labels: an integer per element, and the name of each integer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from clusterdiff import _kernel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


class _Missing:
    """The name of the cluster that ``missing="block"`` puts the unlabeled elements in."""

    def __repr__(self) -> str:
        return "<missing>"

    def __reduce__(self) -> str:
        return "MISSING"


MISSING: Final = _Missing()


@dataclass(frozen=True, slots=True, eq=False)
class Labels:
    """One clustering as read.

    ``names`` is sorted where its values can be; None means that the codes are the names.
    ``missing`` marks elements without a label, ``absent`` those that only the other clustering has.
    ``elements`` are keys, where they were given.
    """

    codes: NDArray[Any]
    names: NDArray[Any] | None = None
    missing: NDArray[np.bool_] | None = None
    elements: Sequence[Any] | None = None
    shape: tuple[int, ...] | None = None
    index: Any = None
    absent: NDArray[np.bool_] | None = None

    def __len__(self) -> int:
        return len(self.codes)

    @property
    def whole(self) -> bool:
        """Whether every element has a label."""
        return self.missing is None and self.absent is None

    def encoded(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return codes below the number of names, and the names."""
        if self.names is not None:
            return self.codes, self.names
        codes, values = _kernel.encode(self.codes)
        return codes, canonical_ints(values)

    def take(self, order: NDArray[Any]) -> Labels:
        """Return the elements at these positions (or under this mask)."""
        missing, absent = (
            None if mask is None else mask[order] for mask in (self.missing, self.absent)
        )
        return replace(
            self,
            codes=self.codes[order],
            missing=missing,
            absent=absent,
            elements=None,
            shape=None,
            index=None,
        )

    def at(self, codes: NDArray[np.int64]) -> Labels:
        """Return labels of elements that are given as positions in these labels, -1 for missing."""
        missing = codes < 0
        if not len(self):
            return Labels(np.zeros(len(codes), np.int64), self.names, np.ones(len(codes), bool))
        places = np.where(missing, 0, codes)
        if self.missing is not None:
            missing = missing | self.missing[places]
        return replace(self.take(places), missing=missing if missing.any() else None)

    def named(self, position: int) -> Any:
        """Return the name of the element at a position: its key, its index, or its position."""
        if self.elements is not None:
            return self.elements[position]
        return position if self.index is None else self.index[position]


def canonical_ints(values: NDArray[Any]) -> NDArray[Any]:
    """Return int64 if it can hold all values, else uint64, so that equal names are equal arrays."""
    if values.dtype == np.uint64 and (len(values) == 0 or values.max() <= np.iinfo(np.int64).max):
        return values.astype(np.int64)
    return values


def listed(names: NDArray[Any]) -> list[Any]:
    """Return the names as Python objects; times stay NumPy times, which have nanoseconds."""
    out: list[Any] = list(names) if names.dtype.kind in "mM" else names.tolist()
    return out


def object_array(values: Sequence[Any]) -> NDArray[Any]:
    """Return an object array, also for tuples."""
    out = np.empty(len(values), object)
    out[:] = list(values)
    return out


def rank_names(names: Sequence[Any]) -> tuple[NDArray[np.int64], NDArray[Any]]:
    """Return the rank of each name and the sorted names; incomparable names keep their order."""
    try:
        order = np.array(sorted(range(len(names)), key=names.__getitem__), np.int64)
    except TypeError:
        order = np.arange(len(names))
    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order))
    return rank, object_array([names[i] for i in order])
