"""A diff as tables: costly changes first, and a count of the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.analysis.diff.clusters import Side
from clusterdiff.analysis.diff.describe import moves
from clusterdiff.views import Column, Listing, TableView, number, percent, plural

if TYPE_CHECKING:
    from clusterdiff.analysis.diff.diff import Diff

TOP = 20  # components shown, and kept clusters named
_MOVES = 8
_CUTS = 4
_ONE_EACH = 2  # clusters of a component that stayed the same
_COMPONENTS = (
    Column("cost", "right", style="value"),
    Column("kind", style="kind"),
    Column("size", "right", priority=1),
    Column("what happened", format=str, wrap=True),
)
_CLUSTERS = (
    Column("cluster", format=str, style="name"),
    Column("size", "right"),
    Column("parts", "right"),
    Column("best match", format=str, style="name"),
    Column("kept", "right", percent),
    Column("entropy", "right", priority=1),
    Column("cost", "right", style="value"),
)
_CUT_COLUMNS = (
    Column("cost", "right", style="value"),
    Column("what happened", format=str, wrap=True),
)
_MOVE_COLUMNS = (
    Column("size", "right", style="value"),
    Column("from", format=str, style="name"),
    Column("to", format=lambda to: "(new)" if to is None else str(to), style="name"),
    Column("now", format=str, style="name"),
)


def overview(diff: Diff, top: int | None = TOP) -> TableView:
    """Return the components that changed, with the largest splits, merges and moves below them."""
    changed = changed_components(diff)
    shown = [diff.component(part) for part in changed[:top]]
    rest = len(changed) - len(shown)
    notes = (f"… and {plural(rest, 'more component')} that changed",) if rest else ()
    return TableView(
        columns=_COMPONENTS,
        rows=tuple((c.cost, c.kind, c.size, c.sentence) for c in shown),
        title=title(diff),
        lead=(kept(diff),),
        listings=(*_cut_listings(diff), _move_listing(diff, None if top is None else _MOVES)),
        notes=notes,
    )


def part_view(diff: Diff, what: str, top: int | None = None) -> TableView:
    """Return splits, merges, moves or the clusters of one side as a table."""
    found: Any = getattr(diff, what)[:top]
    if what in {"clusters_a", "clusters_b"}:
        return TableView(_CLUSTERS, tuple(tuple(cluster) for cluster in found), title(diff))
    if what == "moves":
        return TableView(
            _MOVE_COLUMNS, tuple((m.size, m.source, m.to, m.to_b) for m in found), title(diff)
        )
    say = diff.sentences.split if what == "splits" else diff.sentences.merge
    return TableView(
        _CUT_COLUMNS, tuple((cut.cost, say(cut.cluster, cut.parts)) for cut in found), title(diff)
    )


def title(diff: Diff) -> str:
    """Return the whole difference in one line."""
    height, width = diff.table.shape
    value = " ".join(filter(None, (diff.cost.name, number(diff.value), diff.cost.unit)))
    clusters = f"{height:,} → {plural(width, 'cluster')}"
    return f"{plural(diff.table.n, 'element')}, {clusters}, {diff.accounts.moved:,} moved; {value}"


def kept(diff: Diff) -> str:
    """Return which clusters stayed the same."""
    joined = diff.accounts.components
    whole = [
        part for part in diff.order.tolist() if joined.heights[part] == joined.widths[part] == 1
    ]
    names = [diff.sentences.a(diff.component(part).clusters_a[0]) for part in whole[:TOP]]
    more = f", … and {len(whole) - TOP:,} more" if len(whole) > TOP else ""
    return f"{len(whole):,} kept whole" + (f": {', '.join(names)}{more}" if whole else "")


def changed_components(diff: Diff) -> list[int]:
    """Return the numbers of the components that changed, the most costly first."""
    joined = diff.accounts.components
    clusters = joined.heights + joined.widths
    return [part for part in diff.order.tolist() if clusters[part] > _ONE_EACH]


def _cut_listings(diff: Diff) -> list[Listing]:
    """Splits and merges, where components are too mixed to show them."""
    joined = diff.accounts.components
    if not (np.minimum(joined.heights, joined.widths) > 2).any():
        return []
    say, (split, merge) = diff.sentences, diff.accounts.cells
    side_a, side_b = Side.a(diff.table), Side.b(diff.table)
    splits = [say.split(cut.cluster, cut.parts) for cut in side_a.cuts(split, _CUTS)]
    merges = [say.merge(cut.cluster, cut.parts) for cut in side_b.cuts(merge, _CUTS)]
    return [
        Listing("splits", _with_rest(splits, side_a.count_cuts(), "split")),
        Listing("merges", _with_rest(merges, side_b.count_cuts(), "merge")),
    ]


def _move_listing(diff: Diff, top: int | None) -> Listing:
    shown = [diff.sentences.move(move) for move in moves(diff.accounts, top)]
    return Listing("moves", _with_rest(shown, int((~diff.accounts.paired).sum()), "smaller move"))


def _with_rest(lines: list[str], total: int, noun: str) -> tuple[str, ...]:
    rest = total - len(lines)
    return (
        (*lines, f"… and {plural(rest, noun if noun.startswith('smaller') else 'more ' + noun)}")
        if rest
        else tuple(lines)
    )
