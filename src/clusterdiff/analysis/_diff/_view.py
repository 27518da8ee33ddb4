"""A diff as tables: what happened in a few lines whose costs add up, or one kind of change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.analysis._diff._numbers import GONE, KEPT, MIXED, NEW
from clusterdiff.views import (
    Column,
    TableView,
    label_text,
    number,
    percent,
    plural,
    shortened,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from clusterdiff.analysis._diff._diff import Diff
    from clusterdiff.analysis._rows import Rows

    Ints = NDArray[np.int64]
    Row = tuple[Any, str, str]  # cost, kind, what happened

TOP = 8  # changes of each kind that are named
NAMES = 20  # kept clusters that are named
_FLOWS = 5
_FEW = 3  # elements: smaller changes are counted, not named, where there are larger ones
_NAME = 24  # characters of a label in a line with several
_PERCENT = 100
_CLUSTERS = (
    Column("cluster", format=str, style="name"),
    Column("kind", style="kind"),
    Column("size", "right"),
    Column("parts", "right"),
    Column("best match", format=str, style="name"),
    Column("kept", "right", percent),
    Column("gain", "right"),
    Column("loss", "right"),
    Column("entropy", "right", priority=1),
    Column("bits", "right", style="value"),
)
_CUT_COLUMNS = (
    Column("cost", "right", style="value"),
    Column("what happened", format=str, wrap=True),
)
_FLOW_COLUMNS = (
    Column("size", "right", style="value"),
    Column("from", format=str, style="name"),
    Column("to", format=str, style="name"),
    Column("kind", style="kind"),
    Column("cost", "right"),
)
_RENAME_COLUMNS = (
    Column("a", format=str, style="name"),
    Column("b", format=str, style="name"),
    Column("size", "right"),
)


def overview(diff: Diff, top: int | None = TOP) -> TableView:
    """Return what happened, one kind of change after the other; the costs add up to the measure."""
    if diff.unrelated:
        return TableView(title=title(diff), notes=(unrelated(diff),))
    rows = tuple(
        row
        for part in (_cuts(diff, top), _lone(diff, top), [*_moved(diff, top), *_kept(diff, top)])
        for row in part
    )
    columns = (
        Column(diff.measure.unit or "cost", "right", style="value"),
        Column("change", style="kind"),
        Column(f"{short_name(diff.name_a)} → {short_name(diff.name_b)}", format=str, wrap=True),
    )
    return TableView(columns, rows, title(diff), notes=explained(diff))


def title(diff: Diff) -> str:
    """Return the whole difference in one line."""
    height, width = diff.table.shape
    value = " ".join(filter(None, (diff.measure.symbol, number(diff.value), diff.measure.unit)))
    moved = f"{diff.moved_count:,} of {plural(diff.table.n, 'element')} moved"
    share = f" ({share_of(diff.moved_share)})" if diff.moved_count else ""
    return f"{moved}{share}   {height:,} → {plural(width, 'cluster')}   {value}"


def share_of(value: float) -> str:
    """Return a share in percent: as an integer, with one digit below 1 %."""
    if not 0 < value < 1:
        return percent(value)
    return f"{_PERCENT * value:.1g} %" if value < 1 / _PERCENT else percent(min(value, 0.99))


def unrelated(diff: Diff) -> str:
    """Return the verdict on clusterings that have no more in common than random ones."""
    value = number(diff.agreement, 2)
    return (
        "The two clusterings have no more in common than random ones "
        f"(adjusted Rand index {value}); no change can be named."
    )


def explained(diff: Diff) -> tuple[str, ...]:
    """Return how much of the difference the named changes explain, and what the rest is."""
    if diff.table.equal:
        names = ", apart from the names of clusters" if diff.renames else ""
        return (f"The two clusterings are the same{names}.",)
    if not diff.scattered_count:
        return ()
    rest, t = plural(diff.scattered_count, "scattered element"), diff.threshold
    limits = [f"{_PERCENT * t.min_share:.4g} %"] * (t.min_share > 0)
    limits += [plural(t.min_size or 1, "element")] * ((t.min_size or 1) > 1)
    limits = limits or ["2 % of the larger cluster"] * (t.min_size is None)
    where = f" (threshold {' or '.join(limits)})" if limits else ""
    found = (
        (len(diff.splits), "split"),
        (len(diff.merges), "merge"),
        (diff.counts.get("new", 0), "new cluster"),
        (diff.counts.get("gone", 0), "gone cluster"),
    )
    named = [plural(count, noun) for count, noun in found if count]
    if not named:
        verb = "explains" if diff.scattered_count == 1 else "explain"
        return (f"{rest} {verb} the difference{where}.",)
    one = sum(count for count, _ in found) == 1
    said = " and ".join([", ".join(named[:-1]), named[-1]] if len(named) > 2 else named)
    share = f"{'explains' if one else 'explain'} {share_of(diff.explained)} of the difference"
    return (f"{said} {share}; {rest} the rest{where}.",)


def _cuts(diff: Diff, top: int | None) -> Iterator[Row]:
    """Yield merges and splits, the most costly first."""
    numbers, made = diff._numbers, diff._changes  # noqa: SLF001  (the view of this class)
    for kind, side, cuts in (("merged", 1, diff.merges), ("split", 0, diff.splits)):
        sizes = numbers.large_sizes[side][cuts.numbers]
        shown, rest = named_changes(cuts.numbers, sizes, top)
        for cut in cuts.at(shown):
            yield cut.cost, kind, cut.sentence
        if len(rest):
            yield float(made.cut_costs[side][rest].sum()), kind, f"+ {len(rest):,} smaller"


def _lone(diff: Diff, top: int | None) -> Iterator[Row]:
    """Yield changes of clusters without several large overlaps: mixed, new and gone ones."""
    n, made = diff._numbers, diff._changes  # noqa: SLF001
    single = np.zeros(n.count, bool)
    single[: len(n.joined)] = (n.joined.heights == 1) & (n.joined.widths == 1)
    for kind, code in (("mixed", MIXED), ("new", NEW), ("gone", GONE)):
        wanted = n.component_kinds[n.order] == code
        found = n.order[wanted & single[n.order]] if code == MIXED else n.order[wanted]
        shown, rest = named_changes(found, n.component_sizes[found], top)
        costs = n.costs[shown].tolist()
        for cost, sentence in zip(costs, made.sentences(shown), strict=True):
            yield cost or None, kind, sentence
        if len(rest):
            cost = n.costs[rest].sum()
            yield cost or None, kind, f"+ {plural(len(rest), 'smaller cluster')}"


def named_changes(numbers: Ints, sizes: Ints, top: int | None) -> tuple[Ints, Ints]:
    """Return which changes are named, and which are counted: those beyond the top, and tiny ones.

    Changes of one or two elements are named only if all are.
    """
    large = (sizes >= _FEW) | (sizes.max(initial=0) < _FEW)
    if top is None:
        return numbers, numbers[:0]
    return numbers[large][:top], np.concatenate([numbers[large][top:], numbers[~large]])


def _moved(diff: Diff, top: int | None) -> Iterator[Row]:
    """Yield the largest flows of scattered elements, and what all scattered elements cost."""
    if not diff.scattered_count:
        return
    n, made = diff._numbers, diff._changes  # noqa: SLF001
    flows = diff.flows.where(n.of_cells == n.count - 1)
    shown = flows.numbers[: None if top is None else _FLOWS]
    parts = [f"{short_name(a)} → {short_name(b)} ({size:,})" for a, b, size in made.cells(shown)]
    rest = len(flows) - len(shown)
    more = f" + {rest:,} smaller" if rest else ""
    yield diff.scattered_cost, "moved", f"{', '.join(parts)}{more}"


def _kept(diff: Diff, top: int | None) -> Iterator[Row]:
    """Yield the names of the kept clusters."""
    n, made = diff._numbers, diff._changes  # noqa: SLF001
    found = n.order[n.component_kinds[n.order] == KEPT]
    if not len(found):
        return
    shown = found[: None if top is None else NAMES]
    yield n.costs[found].sum() or None, "kept", kept_names(made.pairs(shown), len(found))


def kept_names(pairs: Sequence[tuple[Any, Any]], count: int) -> str:
    """Return the names of kept clusters in a and in b, and how many more there are."""
    names = ((short_name(a), short_name(b)) for a, b in pairs)
    shown = ", ".join(a if a == b else f"{a}→{b}" for a, b in names)
    rest = count - len(pairs)
    return f"{shown} + {rest:,} more" if rest else shown


def short_name(label: Any) -> str:
    """Return a label in a line with several others."""
    return shortened(label_text(label), _NAME)


def part_view(diff: Diff, what: str, top: int | None = None) -> TableView:
    """Return one kind of change, or the clusters of one side, as a table."""
    every: Rows[Any] = getattr(diff, what)
    found = every[:top]
    rest = len(every) - len(found)
    notes = (f"… and {rest:,} more",) if rest else ()
    columns, rows = _part_rows(what, found)
    return TableView(columns, tuple(rows), title(diff), notes=notes)


def _part_rows(what: str, found: Sequence[Any]) -> tuple[tuple[Column, ...], Iterable[Any]]:
    """Return the columns and the rows of one kind of change."""
    if what in {"clusters_a", "clusters_b"}:
        return _CLUSTERS, (tuple(cluster)[1:] for cluster in found)
    if what == "flows":
        return _FLOW_COLUMNS, ((f.size, f.source, f.target, f.kind, f.cost) for f in found)
    if what == "renames":
        return _RENAME_COLUMNS, found
    return _CUT_COLUMNS, ((cut.cost, cut.sentence) for cut in found)
