"""NestedInformation: what the clusters of one tree tell about those of another, level by level."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Self

import numpy as np

from clusterdiff.covers._tree_table import TreeTable
from clusterdiff.numerics import ordered_sum
from clusterdiff.summaries import Summary

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.covers._tree import Tree

    Ints = NDArray[np.int64]


class _Fields(NamedTuple):
    equal: bool
    n: int
    a: float
    b: float
    mutual: float


class NestedInformation(_Fields, Summary, table_type=TreeTable):
    """Hierarchical entropies and mutual information of two trees, in nats.

    Attributes
    ----------
    equal : bool
        Whether both trees have the same nodes.
    n : int
        Number of elements.
    a, b : float
        Hierarchical entropy of a, and of b: the entropy of its smallest clusters.
    mutual : float
        Hierarchical mutual information.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> a, b = cd.Tree([["x", "y"], ["z", "w"]]), cd.Tree([["x", "y"], [["z"], ["w"]]])
    >>> found = NestedInformation.of(cd.covers.TreeTable.from_clusterings(a, b))
    >>> round(found.a, 4), round(found.b, 4), round(found.mutual, 4)
    (0.6931, 1.0397, 0.6931)
    """

    __slots__ = ()

    @classmethod
    def _from(cls, table: TreeTable) -> Self:
        a, b = (_entropy(side) for side in (table.a, table.b))
        mutual = min(_mutual(table), a, b)
        return cls(table.same_nodes, table.n, a, b, mutual)

    @property
    def joint(self) -> float:
        """The entropy of both, without what they have in common."""
        return self.a + self.b - self.mutual


def _entropy(tree: Tree) -> float:
    """Return the entropy of the terminal clusters: by the chain rule, that of all divisions."""
    counts = tree.shape.counts[tree.shape.order]
    return ordered_sum(counts * np.log(tree.n / counts)) / tree.n


class _Depths:
    """The nodes of a tree by their depth, and where their elements are."""

    def __init__(self, tree: Tree) -> None:
        parents = tree.shape.parents.tolist()
        depths = [0] * len(parents)
        for node in range(len(parents) - 2, -1, -1):
            depths[node] = depths[parents[node]] + 1
        starts = tree.shape.spans.starts
        self.order = np.lexsort((starts, np.array(depths)))
        self.bounds = np.searchsorted(np.array(depths)[self.order], np.arange(max(depths) + 2))
        self.starts = starts
        self.terminal = tree.shape.terminal
        self.places = np.empty(tree.n, np.int64)
        self.places[tree.leaf_order] = np.arange(tree.n)

    def nodes(self, depth: int, elements: Ints) -> Ints:
        """Return the nodes of a depth that have these elements, which are at least so deep."""
        level = self.order[self.bounds[depth] : self.bounds[depth + 1]]
        found = np.searchsorted(self.starts[level], self.places[elements], side="right") - 1
        out: Ints = level[found]
        return out


def _mutual(table: TreeTable) -> float:
    """Add up, from the roots down, what the children of two nodes tell about each other.

    Two nodes of the same depth are compared on the elements that they have in common, until one of
    them has no children (Perotti et al. 2015).
    """
    a, b = _Depths(table.a), _Depths(table.b)
    elements = np.arange(table.n)
    cells = np.zeros(table.n, np.int64)
    depth = 0
    parts: list[float] = []
    while True:
        above = a.nodes(depth, elements), b.nodes(depth, elements)
        deeper = ~(a.terminal[above[0]] | b.terminal[above[1]])
        elements, cells = elements[deeper], cells[deeper]
        if not len(elements):
            return max(0.0, ordered_sum(np.array(parts)) / table.n)
        depth += 1
        below = a.nodes(depth, elements), b.nodes(depth, elements)
        of_cell = _counts(cells)
        of_a, of_b = (
            _counts(cells * table.a.nnz + below[0]),
            _counts(cells * table.b.nnz + below[1]),
        )
        cells = np.unique(np.stack([cells, *below]), axis=1, return_inverse=True)[1].ravel()
        of_both = _counts(cells)
        parts.append(ordered_sum(np.log(of_both * of_cell / (of_a * of_b))))


def _counts(groups: Ints) -> NDArray[np.float64]:
    """Return for each element how many are in its group."""
    _, places, counts = np.unique(groups, return_inverse=True, return_counts=True)
    return counts[places.ravel()].astype(float)
