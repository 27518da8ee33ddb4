"""Components and moves of a table, in data and words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.analysis.diff.clusters import Side
from clusterdiff.analysis.diff.data import UNCHANGED, Component, Costs, Kind, Move
from clusterdiff.analysis.diff.elements import moved_cells
from clusterdiff.labels import listed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from clusterdiff.analysis.diff.costs import Accounts
    from clusterdiff.analysis.diff.kinds import Kinds
    from clusterdiff.analysis.diff.sentences import Sentences
    from clusterdiff.analysis.diff.threshold import Parted

    Ints = NDArray[np.int64]

_TWO = 2
_FREE = Costs(0.0, 0.0, 0, 0, 0)


@dataclass(frozen=True, eq=False)
class Describer:
    """Describes the components of one diff, all at once.

    Rows and columns are those of the structure, except where a cluster has no structure.
    """

    parted: Parted
    accounts: Accounts  # of the structure
    kinds: Kinds
    sentences: Sentences

    def components(self, parts: Ints, costs: NDArray[Any]) -> list[Component]:
        """Return these components of the structure, with what each component costs."""
        a, b = self._names
        sizes, (gains, losses) = self.accounts.components.sizes.tolist(), self._leaked
        prices, charged = costs.tolist(), self.accounts.of_components
        out = []
        for part in parts.tolist():
            names_a, names_b = a[part], b[part]
            kind, sentence = self._described(part, names_a, names_b, sizes[part])
            out.append(
                Component(
                    kind, tuple(names_a), tuple(names_b), sizes[part], gains[part], losses[part],
                    prices[part], charged[part], sentence,
                )
            )  # fmt: skip
        return out

    def lone(self) -> list[Component]:
        """Return the clusters without structure: those dissolved, then those born."""
        t, ranks = self.parted.table, self.kinds.ranks
        rows, cols = (np.flatnonzero(parts == 0) for parts in self.kinds.parts)
        side_a, side_b = Side.a(t, ranks), Side.b(t, ranks)
        out = []
        for row, name, size in _clusters(rows, t.row_labels, t.row_sizes):
            said = self.sentences.dissolved(name, side_a.parts(row))
            out.append(Component("dissolved", (name,), (), 0, 0, size, 0, _FREE, said))
        for col, name, size in _clusters(cols, t.col_labels, t.col_sizes):
            said = self.sentences.born(name, side_b.parts(col))
            out.append(Component("born", (), (name,), 0, size, 0, 0, _FREE, said))
        return out

    @cached_property
    def _sides(self) -> tuple[Side, Side]:
        """The structure as both sides see it."""
        t, (ranks_a, ranks_b) = self.parted.structure, self.kinds.ranks
        ranks = ranks_a[self.parted.rows], ranks_b[self.parted.cols]
        return Side.a(t, ranks), Side.b(t, ranks)

    @cached_property
    def _names(self) -> tuple[list[list[Any]], list[list[Any]]]:
        """The labels of the clusters of a and of b in each component, in natural order."""
        joined, (a, b) = self.accounts.components, self._sides
        return (
            _divided(a.own_names, joined.of_rows, a.own_ranks, joined.heights),
            _divided(b.own_names, joined.of_cols, b.own_ranks, joined.widths),
        )

    @cached_property
    def _leaked(self) -> tuple[list[int], list[int]]:
        """Elements that each component gained and lost by leakage."""
        joined, (of_a, of_b) = self.accounts.components, self.kinds.leaked
        gains, losses = np.zeros((2, len(joined)), np.int64)
        np.add.at(gains, joined.of_cols, of_b[self.parted.cols])
        np.add.at(losses, joined.of_rows, of_a[self.parted.rows])
        return gains.tolist(), losses.tolist()

    @cached_property
    def _first(self) -> tuple[list[int], list[int]]:
        """The first cluster of a and of b in each component."""
        joined = self.accounts.components
        return (
            np.unique(joined.of_rows, return_index=True)[1].tolist(),
            np.unique(joined.of_cols, return_index=True)[1].tolist(),
        )

    @cached_property
    def _one_to_one(self) -> dict[int, Kind]:
        """The kinds of the components of one cluster of a and one of b."""
        joined = self.accounts.components
        alone = np.flatnonzero((joined.heights == 1) & (joined.widths == 1))
        first = np.zeros(len(joined), np.int64)
        first[joined.of_cells] = self.parted.cells  # such a component has one cell
        return dict(zip(alone.tolist(), self.kinds.one_to_one(first[alone]), strict=True))

    def _described(
        self, part: int, names_a: list[Any], names_b: list[Any], size: int
    ) -> tuple[Kind, str]:
        """Return the kind of change of a component, and a sentence that describes it."""
        say, (a, b) = self.sentences, self._sides
        kind = self._one_to_one.get(part)
        if kind in UNCHANGED:
            return kind, say.same(names_a[0], names_b[0], size)
        if kind is not None:
            gain, loss = (counts[part] for counts in self._leaked)
            return kind, say.mostly(names_a[0], names_b[0], size, gain, loss)
        if len(names_a) == 1:
            return "split", say.split(names_a[0], a.parts(self._first[0][part]))
        if len(names_b) == 1:
            return "merged", say.merge(names_b[0], b.parts(self._first[1][part]))
        return "reshuffled", self._mixed(part, names_a, names_b, size)

    def _mixed(self, part: int, names_a: list[Any], names_b: list[Any], size: int) -> str:
        """Return the sentence for several clusters of both sides."""
        moved = self.accounts.of_components[part].transfer_distance
        cells = self.accounts.components.cells[part]
        paired = cells[self.accounts.paired[cells]]
        if not len(names_a) == len(names_b) == len(paired) == _TWO:
            return self.sentences.mixed(names_a, names_b, size, moved)
        t, (a, _) = self.parted.structure, self._sides
        paired = paired[np.argsort(a.own_ranks[t.rows[paired]])]
        partners = listed(t.col_labels[t.cols[paired]])
        given = t.row_sizes[t.rows[paired]] - t.counts[paired]
        return self.sentences.exchange(names_a, names_b, partners, given.tolist())


def _clusters(places: Ints, names: NDArray[Any], sizes: Ints) -> Iterable[tuple[int, Any, int]]:
    """Return clusters of one side: their numbers, labels and sizes."""
    columns = places.tolist(), listed(names[places]), sizes[places].tolist()
    return zip(*columns, strict=True)


def _divided(names: NDArray[Any], part: Ints, ranks: Ints, counts: Ints) -> list[list[Any]]:
    """Return the names in each component, by rank."""
    listing = listed(names[np.lexsort((ranks, part))])
    ends = [0, *np.cumsum(counts).tolist()]
    return [listing[start:end] for start, end in pairwise(ends)]


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
