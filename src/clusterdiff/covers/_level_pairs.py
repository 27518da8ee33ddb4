"""LevelPairs: the pairs of elements that are together where two trees are cut into k clusters."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np

from clusterdiff.covers._tree_table import TreeTable
from clusterdiff.summaries import Summary

if TYPE_CHECKING:
    from clusterdiff.covers._tree import Shape


@dataclass(frozen=True, eq=False)
class LevelPairs(Summary, table_type=TreeTable):
    """Pairs and triples that are together at each number of clusters that both trees can be cut to.

    Attributes
    ----------
    equal : bool
        Whether both trees have the same clusters at the same heights.
    n : int
        Number of elements.
    ks : list of int
        The numbers of clusters, in ascending order.
    both, in_a, in_b : list of int
        Pairs that are together in both trees, in a, and in b.
    triples_a, triples_b : list of int
        Triples that are together in a, and in b.
    tied : list of bool
        Whether one of the cuts is between merges of the same height, so that their order decides.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> a, b = cd.Tree("((x:1,y:1):2,(z:2,w:2):1);"), cd.Tree("(((x:1,y:1):1,z:2):1,w:3);")
    >>> found = LevelPairs.of(cd.covers.TreeTable.from_clusterings(a, b))
    >>> found.ks, found.both, found.in_b
    ([1, 2, 3, 4], [6, 1, 1, 0], [6, 3, 1, 0])
    """

    equal: bool
    n: int
    ks: list[int]
    both: list[int]
    in_a: list[int]
    in_b: list[int]
    triples_a: list[int]
    triples_b: list[int]
    tied: list[bool]

    @classmethod
    def _from(cls, table: TreeTable) -> Self:
        a, b = _Side.of(table.a.shape), _Side.of(table.b.shape)
        step_b = {k: i for i, k in enumerate(b.left)}
        steps = [(i, step_b[k]) for i, k in enumerate(a.left) if k in step_b]
        both = _Cells(table).joined(a, b, steps)
        steps, both = steps[::-1], both[::-1]
        return cls(
            table.equal,
            table.n,
            [a.left[i] for i, _ in steps],
            both,
            [a.pairs[i] for i, _ in steps],
            [b.pairs[j] for _, j in steps],
            [a.triples[i] for i, _ in steps],
            [b.triples[j] for _, j in steps],
            [a.tied[i] or b.tied[j] for i, j in steps],
        )


class _Side(NamedTuple):
    """The merges of a tree, and what is there before the first and after each."""

    members: list[list[int]]  # the nodes that each merge joins, and then the node itself
    left: list[int]
    pairs: list[int]
    triples: list[int]
    tied: list[bool]

    @classmethod
    def of(cls, shape: Shape) -> _Side:
        nodes, left = shape.merges
        below: list[list[int]] = [[] for _ in range(len(shape.parents))]
        for node, parent in enumerate(shape.parents[:-1].tolist()):
            below[parent].append(node)
        sizes = shape.spans.sizes.tolist()
        triples = [s * (s - 1) * (s - 2) // 6 for s in sizes]
        pairs = shape.pairs.tolist()
        order = nodes.tolist()
        start = [sum(x[i] for i in shape.order.tolist()) for x in (pairs, triples)]
        more = [triples[node] - sum(triples[child] for child in below[node]) for node in order]
        heights = shape.levels[nodes]
        return cls(
            [[*below[node], node] for node in order],
            [len(shape.order), *left.tolist()],
            list(accumulate((pairs[node] for node in order), initial=start[0])),
            list(accumulate(more, initial=start[1])),
            [False, *(heights[1:] == heights[:-1]).tolist(), False][: len(order) + 1],
        )


class _Cells:
    """The elements that each cluster of a shares with each of b, while clusters are merged.

    A merge moves the cells of the smaller of two rows or columns, so that each cell is moved at
    most log n times.
    """

    def __init__(self, table: TreeTable) -> None:
        self.n = max(table.a.nnz, table.b.nnz)
        self.rows: dict[int, dict[int, int]] = {}  # of a: the counts by columns
        self.cols: dict[int, set[int]] = {}  # of b: the rows that have them
        keys = table.a.terminals * len(table.b.shape.parents) + table.b.terminals
        cells, counts = np.unique(keys, return_counts=True)
        rows, cols = np.divmod(cells, len(table.b.shape.parents))
        for row, col, count in zip(rows.tolist(), cols.tolist(), counts.tolist(), strict=True):
            self.rows.setdefault(row, {})[col] = count
            self.cols.setdefault(col, set()).add(row)
        self.pairs = sum(count * (count - 1) // 2 for count in counts.tolist())

    def joined(self, a: _Side, b: _Side, steps: list[tuple[int, int]]) -> list[int]:
        """Return the pairs that are together in both after so many merges of a and of b."""
        # A merged cluster keeps the number of its largest part.
        numbers_a, numbers_b = (list(range(self.n)) for _ in range(2))
        done_a = done_b = 0
        out = []
        for to_a, to_b in steps:
            for nodes in a.members[done_a:to_a]:
                _join(self.rows, nodes, numbers_a, self._join_rows)
            for nodes in b.members[done_b:to_b]:
                _join(self.cols, nodes, numbers_b, self._join_cols)
            done_a, done_b = to_a, to_b
            out.append(self.pairs)
        return out

    def _join_rows(self, kept: int, gone: int) -> None:
        into, cols = self.rows[kept], self.cols
        for col, count in self.rows.pop(gone).items():
            known = into.get(col, 0)
            into[col] = known + count
            self.pairs += known * count
            rows = cols[col]
            rows.discard(gone)
            rows.add(kept)

    def _join_cols(self, kept: int, gone: int) -> None:
        into, rows = self.cols[kept], self.rows
        for row in self.cols.pop(gone):
            cells = rows[row]
            count = cells.pop(gone)
            known = cells.get(kept, 0)
            cells[kept] = known + count
            self.pairs += known * count
            into.add(row)


def _join(lines: dict[int, Any], nodes: list[int], numbers: list[int], join: Any) -> None:
    """Join the rows or columns of all nodes but the last, which is what they become."""
    parts = [numbers[node] for node in nodes[:-1]]
    kept = max(parts, key=lambda part: len(lines[part]))
    for part in parts:
        if part != kept:
            join(kept, part)
    numbers[nodes[-1]] = kept
