"""Which elements are in a change, and which moved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.analysis.diff.data import Cluster, Component, Cut, Flow, Move
from clusterdiff.errors import OptionError
from clusterdiff.labels import listed, object_array

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from clusterdiff.analysis.diff.costs import Accounts
    from clusterdiff.analysis.diff.threshold import Parted

    Ints = NDArray[np.int64]
    Change = Component | Cut | Flow | Move | Cluster


def cells_of(parted: Parted, change: Change) -> Ints:
    """Return the cells of the table that a change is about."""
    t = parted.table
    if isinstance(change, Cluster):
        own, names = (t.rows, t.row_labels) if change.side == "a" else (t.cols, t.col_labels)
        return np.flatnonzero(np.isin(own, _places(names, [change.name])))
    if isinstance(change, Component):
        if change.kind in {"born", "dissolved"}:
            return _cells(parted, change.clusters_a or None, change.clusters_b or None)
        return _structure(parted, _cells(parted, change.clusters_a, change.clusters_b))
    if isinstance(change, Cut):
        parts = [part.name for part in change.parts]
        a, b = ([change.cluster], parts) if change.kind == "split" else (parts, [change.cluster])
        return _structure(parted, _cells(parted, a, b))
    if isinstance(change, Flow):
        return _cells(parted, [change.source], [change.target])
    if isinstance(change, Move):
        return _cells(parted, [change.source], [change.to_b])
    raise OptionError(
        "change must be a component, a split, a merge, a move, a flow or a cluster of the diff, "
        f"got {type(change).__name__}."
    )


def _structure(parted: Parted, cells: Ints) -> Ints:
    """Return the cells that are structure."""
    return cells[parted.kept[cells]]


def _cells(parted: Parted, a: Sequence[Any] | None, b: Sequence[Any] | None) -> Ints:
    """Return the cells of these clusters of a and of b; None means all clusters."""
    t = parted.table
    found = np.ones(t.nnz, bool)
    if a is not None:
        found &= np.isin(t.rows, _places(t.row_labels, a))
    if b is not None:
        found &= np.isin(t.cols, _places(t.col_labels, b))
    return np.flatnonzero(found)


def _places(names: NDArray[Any], wanted: Sequence[Any]) -> list[int]:
    """Return the numbers of the clusters with these names."""
    chosen = set(wanted)
    return [i for i, name in enumerate(listed(names)) if name in chosen]


def ids_at(ids: Any, positions: Ints) -> NDArray[Any]:
    """Return the ids of the elements at some positions: keys, an index, or positions."""
    if ids is None:
        return positions
    if isinstance(ids, np.ndarray):
        return ids[positions]
    if hasattr(ids, "take") and hasattr(ids, "to_numpy"):  # the index of a pandas column
        out: NDArray[Any] = ids.take(positions).to_numpy()
        return out
    chosen = [ids[i] for i in positions.tolist()]
    kinds = {type(key) for key in chosen}
    return np.array(chosen) if kinds <= {int} or kinds == {str} else object_array(chosen)


def positions_in(cell_of_element: NDArray[Any], cells: Ints, count: int) -> Ints:
    """Return the positions of the elements that are in some of `count` cells."""
    wanted = np.zeros(count, bool)
    wanted[cells] = True
    return np.flatnonzero(wanted[cell_of_element])


def moved_cells(parted: Parted, accounts: Accounts) -> Ints:
    """Return the cells outside the optimal pairing of the structure."""
    moved = np.ones(parted.table.nnz, bool)
    moved[parted.cells[accounts.paired]] = False
    return np.flatnonzero(moved)


def moved_columns(
    parted: Parted,
    accounts: Accounts,
    cell_of_element: NDArray[Any],
    ids: Any,
    costs: NDArray[np.float64],
) -> dict[str, NDArray[Any]]:
    """Return every element that moved, as columns; `costs` are those of an element of each cell."""
    t, joined = parted.table, accounts.components
    positions = positions_in(cell_of_element, moved_cells(parted, accounts), t.nnz)
    cells = cell_of_element[positions]
    kinds = np.full(t.nnz, "leakage", dtype=object)
    tall, wide = joined.heights > 1, joined.widths > 1
    names = np.where(tall & wide, "reshuffled", np.where(tall, "merged", "split")).astype(object)
    kinds[parted.cells] = names[joined.of_cells]
    return {
        "id": ids_at(ids, positions),
        "from": t.row_labels[t.rows[cells]],
        "to": t.col_labels[t.cols[cells]],
        "change": kinds[cells],
        "cost": costs[cells],
    }


def moved_costs(
    parted: Parted, accounts: Accounts, component_costs: NDArray[Any], flow_costs: NDArray[Any]
) -> NDArray[np.float64]:
    """Return for every cell what each of its elements costs; 0 in the optimal pairing.

    The cost of a component is divided among its elements outside the optimal pairing, and the cost
    of a flow among its elements.
    """
    t, joined = parted.table, accounts.components
    out = np.zeros(t.nnz)
    out[parted.leaked] = flow_costs / np.maximum(t.counts[parted.leaked], 1)
    moved = np.zeros(len(joined), np.int64)
    unpaired = ~accounts.paired
    np.add.at(moved, joined.of_cells[unpaired], accounts.table.counts[unpaired])
    each = np.array(component_costs, float) / np.maximum(moved, 1)
    out[parted.cells[unpaired]] = each[joined.of_cells[unpaired]]
    return out
