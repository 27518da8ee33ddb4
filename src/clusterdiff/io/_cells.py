"""Cells: elements of two files grouped (or not) by their two labels, before any policy."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.labels import Labels, listed

if TYPE_CHECKING:
    from numpy.typing import NDArray

BOTH, ONLY_A, ONLY_B = 0, 1, 2
_LAST = "\U0010ffff absent"


@dataclass(frozen=True, slots=True)
class Cells:
    """Label in a, label in b, how many elements, and whether their keys are on both sides."""

    a: Labels
    b: Labels
    counts: NDArray[np.int64] | None = None  # one each
    side: NDArray[np.int8] | None = None  # on both
    examples: tuple[Any, Any] = (None, None)  # a key only in a, one only in b

    @property
    def total(self) -> int:
        """The number of elements."""
        return len(self.a) if self.counts is None else int(self.counts.sum())

    def weight(self, mask: NDArray[np.bool_] | None) -> int:
        """How many elements the cells under a mask have."""
        if mask is None:
            return 0
        return int(mask.sum()) if self.counts is None else int(self.counts[mask].sum())

    def on(self, side: int) -> NDArray[np.bool_] | None:
        """The cells of keys that are on one side only."""
        return None if self.side is None else self.side == side

    def matched(self) -> Cells:
        """The cells of keys that are on both sides."""
        if self.side is None:
            return self
        keep = self.side == BOTH
        return Cells(self.a.take(keep), self.b.take(keep), None if self.counts is None else self.counts[keep])

    def with_lone(self) -> tuple[Cells, list[Any], list[Any]]:
        """The cells with a name for "not there at all" on either side, and those names."""
        a, absent_a = _named(self.a, self.on(ONLY_B))
        b, absent_b = _named(self.b, self.on(ONLY_A))
        return Cells(a, b, self.counts), absent_a, absent_b


def _named(labels: Labels, absent: NDArray[np.bool_] | None) -> tuple[Labels, list[Any]]:
    if absent is None or not absent.any():
        return labels, []
    codes, names = labels.encoded()
    known = listed(names)
    whole = all(isinstance(name, int) and not isinstance(name, bool) for name in known)
    name: Any = max(known, default=-1) + 1 if whole else _LAST
    extended = np.empty(len(known) + 1, object)
    extended[:] = [*(known if whole else map(str, known)), name]
    missing = None if labels.missing is None else labels.missing & ~absent
    return replace(labels, codes=np.where(absent, len(known), codes), names=extended, missing=missing, elements=None), [name]
