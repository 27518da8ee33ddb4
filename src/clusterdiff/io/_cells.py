"""Cells: elements of two files grouped (or not) by their two labels, before any selection."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from clusterdiff.labels import Labelings

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from clusterdiff.io._columns import Clustering
    from clusterdiff.labels import Labels

BOTH, ONLY_A, ONLY_B, NEITHER = range(4)  # the sides that have the key of an element


@dataclass(frozen=True, slots=True)
class Cells:
    """Label in a, label in b, and how many elements have both.

    Elements whose key is on one side only are marked by the `absent` mask of the labels of the
    other side.
    """

    a: Labels
    b: Labels
    counts: NDArray[np.int64] | None = None  # one each
    examples: tuple[Any, Any] = (None, None)  # a key that is only in a, and a key that is only in b
    elements: NDArray[np.int64] | None = None  # how many, where the counts are sums of weights

    @classmethod
    def of_sides(
        cls, a: Labels, b: Labels, counts: NDArray[np.int64] | None, side: NDArray[np.int8]
    ) -> Cells:
        """Return the cells; `side` is BOTH, ONLY_A or ONLY_B, by who has the keys of a cell."""
        return cls(_marked(a, side == ONLY_B), _marked(b, side == ONLY_A), counts)

    @property
    def total(self) -> int:
        """The number of elements."""
        numbers = self._numbers
        return len(self.a) if numbers is None else int(numbers.sum())

    @property
    def _numbers(self) -> NDArray[np.int64] | None:
        return self.counts if self.elements is None else self.elements

    def weight(self, mask: NDArray[np.bool_] | None) -> int:
        """Return how many elements the cells under a mask have."""
        if mask is None:
            return 0
        numbers = self._numbers
        return int(mask.sum()) if numbers is None else int(numbers[mask].sum())

    def labelings(self, a: Clustering, b: Clustering) -> Labelings:
        """Return the cells as labelings, whose rows stand for as many elements as they count."""
        numbers = self._numbers
        return Labelings(
            (self.a, self.b),
            titles=(a.source.name, b.source.name),
            names=(a.name, b.name),
            elements=self.a.elements,
            counts=numbers,
            weights=None if self.elements is None else self.counts,
            lacking=() if self.a.elements is not None else self.examples[::-1],
            typed_names=True,
        )


def _marked(labels: Labels, absent: NDArray[np.bool_]) -> Labels:
    if not absent.any():
        return labels
    missing = None if labels.missing is None else labels.missing & ~absent
    return replace(
        labels, missing=missing if missing is not None and missing.any() else None, absent=absent
    )
