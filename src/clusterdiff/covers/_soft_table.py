"""SoftTable: two soft clusterings of the same elements."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from clusterdiff.covers._kind import KindTable
from clusterdiff.covers._soft import Soft

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False, repr=False)
class SoftTable(KindTable):
    """Two soft clusterings of the same elements, from which their measures are computed.

    Parameters
    ----------
    a, b : Soft
        The clusterings, with the elements in the same order.
    names : tuple[str, str], default=("a", "b")
        What results call them.
    notes : tuple[str, ...], default=()
        What was assumed about the input.
    dropped : Dropped, default=Dropped(missing=0, ignored=0, weightless=0, unmatched=0)
        How many elements were dropped.
    elements : sequence, optional
        The keys of the elements; None if they are known by their positions.

    Examples
    --------
    >>> SoftTable.from_clusterings(Soft([[0.9, 0.1], [0.2, 0.8]]), [0, 1])
    SoftTable(n=2, 2 × 2 clusters)
    """

    needs: ClassVar[str] = "two soft clusterings"
    clustering: ClassVar[type[Soft]] = Soft

    @property
    def cost(self) -> float:
        """About how many operations a summary of the table takes."""
        return float(self.n) ** 2

    @cached_property
    def cells(self) -> Any:
        """The sum of the products of degrees for each pair of clusters, PᵀQ: a matrix."""
        found = self.a.matrix.T @ self.b.matrix
        return found.toarray() if hasattr(found, "toarray") else found

    @property
    def nnz(self) -> int:
        """Number of pairs of clusters that share elements."""
        return int(np.count_nonzero(self.cells))

    @cached_property
    def equal(self) -> bool:
        """Whether the degrees of both are the same but for the order of the clusters."""
        return _same_columns(self.a, self.b)


def _same_columns(a: Soft, b: Soft) -> bool:
    """Return whether two matrices have the same columns that are not 0, in any order."""
    columns = []
    for side in (a, b):
        if side.is_sparse:
            matrix = side.matrix.tocsc()
            starts = matrix.indptr.tolist()
            matrix.sort_indices()
            found = [
                (matrix.indices[i:j].astype(np.int64).tobytes(), matrix.data[i:j].tobytes())
                for i, j in itertools.pairwise(starts)
                if j > i
            ]
        else:
            found = []
            for column in side.matrix.T:
                kept = np.flatnonzero(column)
                if len(kept):
                    found.append((kept.astype(np.int64).tobytes(), column[kept].tobytes()))
        columns.append(sorted(found))
    return columns[0] == columns[1]
