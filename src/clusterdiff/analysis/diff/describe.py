"""Components and moves of a table, in data and words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.analysis.diff.clusters import Side
from clusterdiff.analysis.diff.data import Component, Kind, Move
from clusterdiff.analysis.diff.sentences import Sentences
from clusterdiff.labels import listed

if TYPE_CHECKING:
    from clusterdiff.analysis.diff.costs import Accounts
    from clusterdiff.table import Table

_TWO = 2


def sentences_of(table: Table, accounts: Accounts, name_a: str, name_b: str) -> Sentences:
    """Return how clusters are called: with their side where one label means two clusters."""
    rows, cols = listed(table.row_labels), listed(table.col_labels)
    shared = set(map(str, rows)) & set(map(str, cols))
    if not shared:
        return Sentences(name_a, name_b)
    paired = np.flatnonzero(accounts.paired)
    partners = zip(table.rows[paired].tolist(), table.cols[paired].tolist(), strict=True)
    alike = {str(rows[i]) for i, j in partners if str(rows[i]) == str(cols[j])}
    return Sentences(name_a, name_b, with_sides=shared != alike)


def component(accounts: Accounts, part: int, cost: float, sentences: Sentences) -> Component:
    """Return one component, by its number."""
    joined, table = accounts.components, accounts.table
    names_a = tuple(listed(table.row_labels[joined.rows[part]]))
    names_b = tuple(listed(table.col_labels[joined.cols[part]]))
    size, costs = int(joined.sizes[part]), accounts.of_component(part)
    kind, sentence = _described(accounts, part, names_a, names_b, sentences)
    return Component(kind, names_a, names_b, size, cost, costs, sentence)


def _described(
    accounts: Accounts,
    part: int,
    names_a: tuple[Any, ...],
    names_b: tuple[Any, ...],
    sentences: Sentences,
) -> tuple[Kind, str]:
    """What kind of change a component is, and the sentence for it."""
    joined, table = accounts.components, accounts.table
    cells, size = joined.cells[part], int(joined.sizes[part])
    if len(names_a) == len(names_b) == 1:
        return "same", sentences.same(names_a[0], names_b[0], size)
    if len(names_a) == 1:
        return "split", sentences.split(names_a[0], Side.a(table).parts(cells))
    if len(names_b) == 1:
        return "merge", sentences.merge(names_b[0], Side.b(table).parts(cells))
    paired = cells[accounts.paired[cells]]
    if len(names_a) == len(names_b) == len(paired) == _TWO:
        partners = listed(table.col_labels[table.cols[paired]])
        given = table.row_sizes[table.rows[paired]] - table.counts[paired]
        return "mixed", sentences.exchange(names_a, partners, given.tolist())
    moved = int(accounts.by_distance["transfer_distance"][part])
    return "mixed", sentences.mixed(names_a, names_b, size, moved)


def moves(accounts: Accounts, top: int | None = None) -> tuple[Move, ...]:
    """Return what leaves its cluster under the optimal pairing, most elements first."""
    t = accounts.table
    cells = np.flatnonzero(~accounts.paired)
    cells = cells[np.argsort(-t.counts[cells], kind="stable")][:top]
    partner = np.full(t.shape[1], -1)
    partner[t.cols[accounts.paired]] = t.rows[accounts.paired]
    to = partner[t.cols[cells]]
    names = listed(t.row_labels[np.maximum(to, 0)]) if len(cells) else []
    columns = (
        listed(t.row_labels[t.rows[cells]]),
        [None if i < 0 else name for i, name in zip(to.tolist(), names, strict=True)],
        listed(t.col_labels[t.cols[cells]]),
        t.counts[cells].tolist(),
    )
    return tuple(Move(*row) for row in zip(*columns, strict=True))
