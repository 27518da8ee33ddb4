"""Clades: the clusters of two trees."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Self

import numpy as np

from clusterdiff.covers._tree_table import TreeTable
from clusterdiff.summaries import Summary

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.covers._tree import Tree


class _Fields(NamedTuple):
    equal: bool
    in_a: int
    in_b: int
    both: int


class Clades(_Fields, Summary, table_type=TreeTable):
    """How many clusters two trees have, and how many are in both.

    Clusters of one element and the cluster of all are not counted, and clusters with the same
    elements are counted once.

    Attributes
    ----------
    equal : bool
        Whether both trees have the same clusters.
    in_a, in_b, both : int
        Number of clusters of a, of b, and of both.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> a, b = cd.Tree("((x,y),(z,w));"), cd.Tree("(((x,y),z),w);")
    >>> Clades.of(cd.covers.TreeTable.from_clusterings(a, b))
    Clades(equal=False, in_a=2, in_b=2, both=1)
    """

    __slots__ = ()

    @classmethod
    def _from(cls, table: TreeTable) -> Self:
        in_a = _number(table.a, np.ones(table.a.nnz, bool))
        in_b = _number(table.b, np.ones(table.b.nnz, bool))
        both = _number(table.b, table.shared)
        return cls(in_a == in_b == both, in_a, in_b, both)


def _number(tree: Tree, chosen: NDArray[np.bool_]) -> int:
    """Return the number of different clusters of some nodes, of two elements to all but one."""
    starts, sizes = tree.shape.spans
    inner = chosen & (sizes > 1) & (sizes < tree.n)
    return len(np.unique(starts[inner] * (tree.n + 1) + sizes[inner]))
