"""How the comparison of many clusterings looks as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.views import Column, TableView, plural

if TYPE_CHECKING:
    from clusterdiff.many.pairwise_result import Pairwise

_MATRIX = 12  # clusterings up to which every pair is shown
_SHOWN = 40  # rows of a summary


def view_of(found: Pairwise) -> TableView:
    """Return every pair of few clusterings, else one row per clustering."""
    if max(len(found.names), len(found.columns)) > _MATRIX:
        return _summary(found)
    return _matrix(found) if len(found.measures) == 1 else _list(found)


def _matrix(found: Pairwise) -> TableView:
    columns = (
        Column(found.measures[0], style="name"),
        *(Column(name, "right") for name in found.columns),
    )
    lines = zip(found.names, found.values[0].tolist(), strict=True)
    rows = tuple((name, *line) for name, line in lines)
    return TableView(columns, rows, notes=found.notes)


def _list(found: Pairwise) -> TableView:
    """Return one row per pair."""
    partial = bool(found.notes)
    columns = (
        Column("a", style="name"),
        Column("b", style="name"),
        *(Column(measure, "right") for measure in found.measures),
        *((Column("n", "right"),) if partial else ()),
    )
    rows = tuple(
        (
            found.names[i],
            found.columns[j],
            *found.values[:, i, j].tolist(),
            *((int(found.shared[i, j]),) if partial else ()),
        )
        for i, j in found.pairs()
    )
    return TableView(columns, rows, notes=found.notes)


def _summary(found: Pairwise) -> TableView:
    """Return one row per clustering: its mean values, and the clustering that is nearest to it."""
    means = _means(found)
    ordered = found.chosen[0].direction != "description"
    columns = (
        Column("clustering", style="name"),
        *(Column(f"mean {measure}", "right", style="value") for measure in found.measures),
        *((Column("nearest", style="name"), Column("value", "right")) if ordered else ()),
    )
    rows: list[tuple[Any, ...]] = []
    for i, name in enumerate(found.names[:_SHOWN]):
        nearest = found.nearest(name, 1)[0] if ordered else ()
        rows.append((name, *means[:, i].tolist(), *nearest))
    hidden = len(found.names) - _SHOWN
    more = (f"{plural(hidden, 'more clustering')} not shown.",) if hidden > 0 else ()
    against = f" against {len(found.columns)}" if found.crossed else ""
    title = f"{plural(len(found.names), 'clustering')}{against} of {plural(found.n, 'element')}"
    pairs = "Means are over the other clusterings; CSV, JSON and to_frame() have all pairs."
    if found.crossed:
        pairs = "Means are over the other set; CSV, JSON and to_frame() have all pairs."
    return TableView(columns, tuple(rows), title, notes=(*found.notes, *more, pairs))


def _means(found: Pairwise) -> np.ndarray[Any, Any]:
    """Return the mean of each measure over the other clusterings."""
    if found.crossed:
        return np.asarray(found.values.mean(axis=2))
    own = np.stack([np.diag(matrix) for matrix in found.values])
    return np.asarray((found.values.sum(axis=2) - own) / (len(found.names) - 1))
