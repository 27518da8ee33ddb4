"""The cell of each element in the table of two labelings."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from clusterdiff import _kernel
from clusterdiff.labels import align, read
from clusterdiff.table._table import Table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.labels import LabelsLike


class Located(NamedTuple):
    """A table together with the cell of each element.

    Attributes
    ----------
    table : Table
        The table of the two labelings.
    cells : numpy.ndarray of uint32
        For each element, the index of its cell in ``table.counts``.
    """

    table: Table
    cells: NDArray[np.uint32]


def locate(a: LabelsLike, b: LabelsLike) -> Located:
    """Count two labelings and return the table together with the cell of each element.

    Parameters
    ----------
    a, b : labels
        Two labelings of the same elements without missing labels.

    Returns
    -------
    Located
        The table of a and b, and for each element the index of its cell in ``table.counts``.

    See Also
    --------
    Table.from_labels : The table alone.

    Examples
    --------
    >>> table, cells = locate(["x", "x", "y"], [5, 6, 6])
    >>> cells.tolist()
    [0, 1, 2]
    """
    sides = align(read(a, "a"), read(b, "b"))
    table = Table.from_labels(*sides)
    codes = [side.encoded()[0].astype(np.uint32) for side in sides]
    cells, first = _kernel.encode_pairs(*codes)
    # The table orders cells by row and column, `encode_pairs` by first appearance.
    ranks = [np.unique(code[first], return_inverse=True)[1] for code in codes]
    order = np.lexsort((ranks[1], ranks[0]))
    index = np.empty(len(order), np.uint32)
    index[order] = np.arange(len(order), dtype=np.uint32)
    return Located(table, index[cells])
