"""Components and moves of a table, in data and words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.analysis.diff.clusters import Side
from clusterdiff.analysis.diff.data import Component, Costs, Kind, Move
from clusterdiff.analysis.diff.elements import moved_cells
from clusterdiff.labels import listed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.analysis.diff.costs import Accounts
    from clusterdiff.analysis.diff.kinds import Kinds
    from clusterdiff.analysis.diff.sentences import Sentences
    from clusterdiff.analysis.diff.threshold import Parted

    Ints = NDArray[np.int64]

_TWO = 2
_FREE = Costs(0.0, 0.0, 0, 0, 0)


@dataclass(frozen=True, slots=True, eq=False)
class Describer:
    """Describes the components of one diff; clusters are numbered as in the whole table."""

    parted: Parted
    accounts: Accounts  # of the structure
    kinds: Kinds
    sentences: Sentences

    def component(self, part: int, cost: float) -> Component:
        """Return one component of the structure, by its number."""
        joined, table = self.accounts.components, self.parted.table
        rows, cols = self._rows(joined.rows[part]), self._cols(joined.cols[part])
        leaked_a, leaked_b = self.kinds.leaked
        gain, loss = int(leaked_b[cols].sum()), int(leaked_a[rows].sum())
        names = listed(table.row_labels[rows]), listed(table.col_labels[cols])
        size, cells = int(joined.sizes[part]), self.parted.cells[joined.cells[part]]
        kind, sentence = self._described(part, cells, *names)
        return Component(
            kind, tuple(names[0]), tuple(names[1]), size, gain, loss, cost,
            self.accounts.of_component(part), sentence,
        )  # fmt: skip

    def dissolved(self, row: int) -> Component:
        """Return a cluster of a that has no structure."""
        t = self.parted.table
        (name,), size = listed(t.row_labels[row : row + 1]), int(t.row_sizes[row])
        parts = Side.a(t, self.kinds.ranks).parts(self.kinds.of_rows[row])
        sentence = self.sentences.dissolved(name, parts)
        return Component("dissolved", (name,), (), 0, 0, size, 0, _FREE, sentence)

    def born(self, col: int) -> Component:
        """Return a cluster of b that has no structure."""
        t = self.parted.table
        (name,), size = listed(t.col_labels[col : col + 1]), int(t.col_sizes[col])
        parts = Side.b(t, self.kinds.ranks).parts(self.kinds.of_cols[col])
        return Component(
            "born", (), (name,), 0, size, 0, 0, _FREE, self.sentences.born(name, parts)
        )

    def _rows(self, rows: Ints) -> Ints:
        """The rows of the table that rows of the structure are, in natural order."""
        rows = self.parted.rows[rows]
        return rows[np.argsort(self.kinds.ranks[0][rows])]

    def _cols(self, cols: Ints) -> Ints:
        cols = self.parted.cols[cols]
        return cols[np.argsort(self.kinds.ranks[1][cols])]

    def _described(
        self, part: int, cells: Ints, names_a: list[Any], names_b: list[Any]
    ) -> tuple[Kind, str]:
        """What kind of change a component is, and the sentence for it."""
        table, say, ranks = self.parted.table, self.sentences, self.kinds.ranks
        size = int(self.accounts.components.sizes[part])
        if len(names_a) == len(names_b) == 1:
            return self._one_to_one(cells, names_a[0], names_b[0], size)
        if len(names_a) == 1:
            return "split", say.split(names_a[0], Side.a(table, ranks).parts(cells))
        if len(names_b) == 1:
            return "merged", say.merge(names_b[0], Side.b(table, ranks).parts(cells))
        paired = cells[self.accounts.paired[self.accounts.components.cells[part]]]
        if len(names_a) == len(names_b) == len(paired) == _TWO:
            paired = paired[np.argsort(ranks[0][table.rows[paired]])]
            partners = listed(table.col_labels[table.cols[paired]])
            given = self.parted.kept_sizes_a[table.rows[paired]] - table.counts[paired]
            return "reshuffled", say.exchange(names_a, names_b, partners, given.tolist())
        moved = int(self.accounts.by_distance["transfer_distance"][part])
        return "reshuffled", say.mixed(names_a, names_b, size, moved)

    def _one_to_one(self, cells: Ints, a: Any, b: Any, size: int) -> tuple[Kind, str]:
        """The kind and the sentence of one cluster that became one cluster."""
        t = self.parted.table
        (kind,) = self.kinds.one_to_one(cells)
        if kind in {"kept", "renamed"}:
            return kind, self.sentences.same(a, b, size)
        gain = int(t.col_sizes[t.cols[cells[0]]]) - size
        loss = int(t.row_sizes[t.rows[cells[0]]]) - size
        return kind, self.sentences.mostly(a, b, size, gain, loss)


def moves(parted: Parted, accounts: Accounts, kinds: Kinds) -> tuple[Move, ...]:
    """Return what leaves its cluster under the optimal pairing, most elements first."""
    t = parted.table
    cells = moved_cells(parted, accounts)
    cells = cells[np.argsort(-t.counts[cells], kind="stable")]
    to = kinds.partners[1][t.cols[cells]]
    names = listed(t.row_labels[np.maximum(to, 0)]) if len(cells) else []
    columns = (
        listed(t.row_labels[t.rows[cells]]),
        [None if i < 0 else name for i, name in zip(to.tolist(), names, strict=True)],
        listed(t.col_labels[t.cols[cells]]),
        t.counts[cells].tolist(),
    )
    return tuple(Move(*row) for row in zip(*columns, strict=True))
