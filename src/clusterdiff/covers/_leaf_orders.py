"""LeafOrders: the orders in which two trees draw the same elements, and rotations to align them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from clusterdiff.covers._tree import Tree
from clusterdiff.covers._tree_table import TreeTable
from clusterdiff.numerics import ordered_sum
from clusterdiff.summaries import Summary

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

_ROUNDS = 20  # of rotations of one tree by the other
_STARTS = 12  # random rotations from which small trees are aligned
_TRIED = 600  # nodes up to which single rotations are tried
_ROUNDING = 1e-12


@dataclass(frozen=True, eq=False)
class LeafOrders(Summary, table_type=TreeTable):
    """The places of the elements in the drawings of two trees.

    Attributes
    ----------
    equal : bool
        Whether both trees draw the elements in the same order.
    places : numpy.ndarray of int64
        The place in a of each element, in the order of b.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> a, b = cd.Tree("((x,y),z);"), cd.Tree("(z,(x,y));")
    >>> LeafOrders.of(cd.covers.TreeTable.from_clusterings(a, b)).places.tolist()
    [2, 0, 1]
    """

    equal: bool
    places: Ints

    @classmethod
    def _from(cls, table: TreeTable) -> Self:
        places = table.places
        return cls(bool((places == np.arange(len(places))).all()), places)

    def distance(self, power: float) -> tuple[float, float]:
        """Return the sum of the distances of the places, to a power, and its largest value.

        Parameters
        ----------
        power : float
            The power.

        Returns
        -------
        tuple of float
            The sum, and that of the reversed order.
        """
        own = np.arange(len(self.places))
        return _distance(self.places, power), _distance(own[::-1], power)


def _distance(places: Ints, power: float) -> float:
    return ordered_sum(np.abs(places - np.arange(len(places))).astype(float) ** power)


def untangle(a: Any, b: Any, *, power: float = 1.5) -> tuple[Tree, Tree]:
    """Rotate the nodes of two trees, so that they draw the elements in nearly the same order.

    Each node is rotated by the mean places of its children in the other tree, in turns, and then
    by single exchanges of children as long as the entanglement decreases; small trees are begun
    several times. The rotations that are found need not be the best ones.

    Parameters
    ----------
    a, b : Tree
        Trees of the same elements.
    power : float, default=1.5
        The power of the distances of places in the entanglement.

    Returns
    -------
    tuple of Tree
        The same trees, drawn in other orders. Both have the elements of a in their order.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> a, b = cd.Tree("((x,y),(z,w));"), cd.Tree("((w,z),(y,x));")
    >>> cd.entanglement(a, b), cd.entanglement(*untangle(a, b))
    (1.0, 0.0)
    """
    table = TreeTable.from_clusterings(a, b)
    keys = Tree.of(a, "a").elements
    nodes = max(table.a.nnz, table.b.nnz)
    random = np.random.default_rng(0)
    least, best = _distance(table.places, power), [table.a, table.b]
    for start in range(max(1, min(_STARTS, _TRIED // nodes))):
        sides = [table.a, table.b]
        if start:
            sides = [_drawn(each, _shuffled(_children(each), random)) for each in sides]
        found, sides = _aligned(sides, power)
        if nodes <= _TRIED:
            found, sides = _flipped(found, sides, power)
        if found < least:
            least, best = found, sides
    first, second = (Tree(each, elements=keys) if keys is not None else each for each in best)
    return first, second


def _aligned(sides: list[Tree], power: float) -> tuple[float, list[Tree]]:
    """Rotate both trees by each other in turns, as long as this decreases the distance."""
    least, best = _apart(sides, power), list(sides)
    for turn in range(_ROUNDS):
        one = turn % 2
        sides[one] = _sorted_by(sides[one], sides[1 - one])
        found = _apart(sides, power)
        if found < least:
            least, best = found, list(sides)
        elif turn > 1:
            break
    return least, best


def _apart(sides: list[Tree], power: float) -> float:
    return _distance(TreeTable(sides[0], sides[1]).places, power)


def _shuffled(below: list[list[int]], random: np.random.Generator) -> list[list[int]]:
    return [[children[i] for i in random.permutation(len(children))] for children in below]


def _children(tree: Tree) -> list[list[int]]:
    """Return the children of each node, from left to right."""
    below: list[list[int]] = [[] for _ in range(tree.nnz)]
    for node, parent in enumerate(tree.shape.parents[:-1].tolist()):
        below[parent].append(node)
    starts = tree.shape.spans.starts.tolist()
    return [sorted(children, key=starts.__getitem__) for children in below]


def _drawn(tree: Tree, below: list[list[int]]) -> Tree:
    """Return the tree with its children in this order."""
    order, stack = [], [tree.nnz - 1]
    while stack:
        node = stack.pop()
        stack += below[node][::-1]
        if not below[node]:
            order.append(node)
    shape = replace(tree.shape, order=np.array(order, np.int64))
    return Tree._made(tree.terminals, shape, tree.elements)  # noqa: SLF001


def _sorted_by(tree: Tree, other: Tree) -> Tree:
    """Rotate each node by the mean places of the elements of its children in the other tree."""
    places = np.empty(tree.n, np.int64)
    places[other.leaf_order] = np.arange(tree.n)
    sums = np.bincount(tree.terminals, places, minlength=tree.nnz).tolist()
    for node, parent in enumerate(tree.shape.parents[:-1].tolist()):
        sums[parent] += sums[node]
    means = (np.array(sums) / tree.shape.spans.sizes).tolist()
    below = [sorted(children, key=means.__getitem__) for children in _children(tree)]
    return _drawn(tree, below)


def _flipped(least: float, sides: list[Tree], power: float) -> tuple[float, list[Tree]]:
    """Exchange the children of single nodes as long as this decreases the distance."""
    better = True
    while better:
        better = False
        for one in (0, 1):
            below = _children(sides[one])
            for children in below[::-1]:
                if len(children) < 2:
                    continue
                children.reverse()
                tried = list(sides)
                tried[one] = _drawn(sides[one], below)
                found = _apart(tried, power)
                if found < least * (1 - _ROUNDING):
                    least, sides, better = found, tried, True
                else:
                    children.reverse()
    return least, sides
