"""Cells: the cell of the table that each element lies in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff import _kernel
from clusterdiff.labels import align, read
from clusterdiff.table import Table

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Cells:
    """Two labelings element by element: the cell of the table each element lies in."""

    table: Table
    of_elements: NDArray[np.uint32]

    @classmethod
    def of(cls, a: Any, b: Any) -> Cells:
        """Count two labelings and remember who is where; a label for every element is needed."""
        sides = align(read(a, "a"), read(b, "b"))
        table = Table.from_labels(*sides)
        codes = [side.encoded()[0].astype(np.uint32) for side in sides]
        met, first = _kernel.encode_pairs(*codes)
        # Cells of the table are in order of row and column; those of the meet appear as they appear.
        ranks = [np.unique(code[first], return_inverse=True)[1] for code in codes]
        order = np.lexsort((ranks[1], ranks[0]))
        place = np.empty(len(order), np.uint32)
        place[order] = np.arange(len(order), dtype=np.uint32)
        return cls(table, place[met])
