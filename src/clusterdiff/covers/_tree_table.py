"""TreeTable: two trees of the same elements."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from clusterdiff.covers._kind import KindTable
from clusterdiff.covers._tree import Tree

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False, repr=False)
class TreeTable(KindTable):
    """Two trees of the same elements, from which the measures of trees are computed.

    Parameters
    ----------
    a, b : Tree
        The trees, with the elements in the same order.
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
    >>> TreeTable.from_clusterings(Tree([["x", "y"], ["z"]]), Tree([["x"], ["y", "z"]]))
    TreeTable(n=3, 2 × 2 clusters)
    """

    needs: ClassVar[str] = "two trees"
    clustering: ClassVar[type[Tree]] = Tree

    @property
    def cost(self) -> float:
        """About how many operations a summary of the table takes."""
        return float(self.n) ** 2

    @cached_property
    def places(self) -> Ints:
        """The place of each element of b's drawing in the drawing of a."""
        places = np.empty(self.n, np.int64)
        places[self.a.leaf_order] = np.arange(self.n)
        out: Ints = places[self.b.leaf_order]
        return out

    @cached_property
    def shared(self) -> NDArray[np.bool_]:
        """Which nodes of b have the elements of a node of a."""
        return _shared(self.a, self.b, self.places)

    @property
    def nnz(self) -> int:
        """Number of clusters of b that a has too."""
        return int(self.shared.sum())

    @cached_property
    def _outlines(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        return _outline(self.a, np.arange(self.n)), _outline(self.b, self.places)

    @property
    def same_nodes(self) -> bool:
        """Whether both trees have the same nodes, whatever their heights are."""
        a, b = self._outlines
        return bool(self.shared.all()) and np.array_equal(a[:2], b[:2])

    @property
    def equal(self) -> bool:
        """Whether both trees have the same nodes at the same heights."""
        heights = (self.a.heights is None) == (self.b.heights is None)
        return heights and bool(self.shared.all()) and np.array_equal(*self._outlines)


def _ends(tree: Tree, places: Ints) -> tuple[Ints, Ints]:
    """Return the smallest and the largest place of the elements of each node."""
    starts, sizes = tree.shape.spans
    ends = np.stack([starts, starts + sizes], axis=1).ravel()
    padded = np.append(places, places[-1:])  # reduceat needs an item at each end
    return np.minimum.reduceat(padded, ends)[::2], np.maximum.reduceat(padded, ends)[::2]


def _shared(a: Tree, b: Tree, places: Ints) -> NDArray[np.bool_]:
    """Day's algorithm: a cluster of b that is a's is an interval in the drawing of a."""
    starts, sizes = a.shape.spans
    low, high = _ends(b, places)
    whole = high - low + 1 == b.shape.spans.sizes
    known = np.unique(starts * (a.n + 1) + sizes)
    out: NDArray[np.bool_] = whole & np.isin(low * (a.n + 1) + b.shape.spans.sizes, known)
    return out


def _outline(tree: Tree, places: Ints) -> NDArray[np.float64]:
    """Return the first place, the size and the height of each node, in a fixed order."""
    starts, sizes = _ends(tree, places)[0], tree.shape.spans.sizes
    heights = np.zeros(len(starts)) if tree.heights is None else tree.heights
    order = np.lexsort((heights, sizes, starts))
    return np.stack([starts[order], sizes[order], heights[order]])
