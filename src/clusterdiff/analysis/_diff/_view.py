"""A diff as tables: costly changes first, and a count of the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clusterdiff.analysis._diff._changes import flow_sentence
from clusterdiff.analysis._diff._data import UNCHANGED
from clusterdiff.views import (
    Column,
    Listing,
    TableView,
    label_text,
    number,
    percent,
    plural,
    shortened,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from clusterdiff.analysis._diff._data import Component, Cut
    from clusterdiff.analysis._diff._diff import Diff

TOP = 20  # components shown, and kept clusters named
_FLOWS = 5
_CUTS = 6
_FEW = 7  # splits and merges, or parts of one, that are listed in full
_SHORT = 10  # splits and merges named in one line
_NAME = 24  # characters of a label in a line with several
_PERCENT = 100
_COMPONENTS = (
    Column("cost", "right", style="value"),
    Column("kind", style="kind"),
    Column("size", "right", priority=1),
    Column("what happened", format=str, wrap=True),
)
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
_FLOW_COLUMNS = (
    Column("size", "right"),
    Column("from", format=str, style="name"),
    Column("to", format=str, style="name"),
    Column("cost", "right", style="value"),
)
_BIRTH_COLUMNS = (Column("cluster", format=str, style="name"), Column("size", "right"))
_RENAME_COLUMNS = (
    Column("a", format=str, style="name"),
    Column("b", format=str, style="name"),
    Column("size", "right"),
)


def overview(diff: Diff, top: int | None = TOP) -> TableView:
    """Return the components that changed, with splits, merges and leakage below them."""
    changed = diff.changed or diff.of_kind("mostly kept")
    shown = changed[:top]
    rest = len(changed) - len(shown)
    notes = (f"… and {plural(rest, 'more component')} that changed",) if rest else ()
    return TableView(
        columns=_COMPONENTS,
        rows=tuple(map(_row, shown)),
        title=title(diff),
        lead=(*leads(diff), *in_short(diff)),
        listings=tuple(_listings(diff, top)),
        notes=notes,
    )


def _row(c: Component) -> tuple[Any, ...]:
    """Return a row of the overview; a component that only leakage changed has no cost."""
    cost = c.cost if c.kind in {"split", "merged", "reshuffled"} else None
    return cost, c.kind, c.size or c.gain + c.loss, c.sentence


def part_view(diff: Diff, what: str, top: int | None = None) -> TableView:
    """Return one kind of change, or the clusters of one side, as a table."""
    every: Any = getattr(diff, what)
    found = every[:top]
    rest = len(every) - len(found)
    notes = (f"… and {rest:,} more",) if rest else ()
    columns, rows = _part_rows(what, found)
    return TableView(columns, tuple(rows), title(diff), notes=notes)


def _part_rows(what: str, found: Any) -> tuple[tuple[Column, ...], Iterable[Any]]:
    """Return the columns and the rows of one kind of change."""
    if what in {"clusters_a", "clusters_b"}:
        return _CLUSTERS, (tuple(cluster)[1:] for cluster in found)
    if what == "moves":
        return _MOVE_COLUMNS, ((m.size, m.source, m.to, m.to_b) for m in found)
    if what == "leakage":
        return _FLOW_COLUMNS, ((f.size, f.source, f.target, f.cost) for f in found)
    if what in {"births", "deaths"}:
        return _BIRTH_COLUMNS, found
    if what == "renames":
        return _RENAME_COLUMNS, found
    return _CUT_COLUMNS, ((cut.cost, cut.sentence) for cut in found)


def title(diff: Diff) -> str:
    """Return the whole difference in one line."""
    height, width = diff.table.shape
    unit = diff.measure.unit
    value = " ".join(filter(None, (diff.measure.name, number(diff.value), unit)))
    clusters = f"{height:,} → {plural(width, 'cluster')}"
    return f"{plural(diff.table.n, 'element')}, {clusters}, {diff.moved_count:,} moved; {value}"


def leads(diff: Diff) -> tuple[str, ...]:
    """Return where the threshold is, and what is below it; nothing without a threshold."""
    t = diff.threshold
    limits = [f"{t.min_share * _PERCENT:.4g} % of both clusters"] * (t.min_share > 0)
    limits += [plural(t.min_size, "element")] * (t.min_size > 1)
    if not limits:
        return ()
    how = ", chosen from the data" if t.chosen and t.min_share > 0 else ""
    structure, leakage = number(diff.structure_cost), number(diff.leakage_cost)
    leaked = plural(diff.leaked_count, "element")
    below = f"{leaked} in overlaps below {' or '.join(limits)}{how}"
    return (f"structure {structure} + leakage {leakage}: {below}",)


def in_short(diff: Diff) -> tuple[str, ...]:
    """Return the most costly splits and merges in one line, where there are more than a few."""
    total = len(diff.splits) + len(diff.merges)
    if total <= _FEW:
        return ()
    costly = (*diff.splits[:_SHORT], *diff.merges[:_SHORT])  # both are sorted by cost
    cuts = sorted(costly, key=lambda cut: -cut.cost)[:_SHORT]
    rest = total - len(cuts)
    said = [_into(cut) for cut in cuts] + [f"… and {rest:,} more"] * (rest > 0)
    return (f"in short: {'; '.join(said)}",)


def _into(cut: Cut) -> str:
    """Return one split or merge in as few words as possible."""
    names = [_short(part.name) for part in cut.parts[:_FEW]]
    rest = len(cut.parts) - len(names)
    parts = " + ".join([*names, *([f"{rest:,} more"] if rest else [])])
    one = _short(cut.cluster)
    return f"split {one} into {parts}" if cut.kind == "split" else f"merged {parts} into {one}"


def _short(label: Any) -> str:
    """Return a label in a line with several others."""
    return shortened(label_text(label), _NAME)


def kept_lines(diff: Diff) -> list[Listing]:
    """Return which clusters stayed the same, and which mostly did."""
    out = []
    kept = diff.of_kind(*UNCHANGED)
    mostly = diff.of_kind(*(("mostly kept",) if diff.changed else ()))
    for label, found, say in (("kept", kept, _name), ("mostly kept", mostly, _changes)):
        if found:
            names = ", ".join(map(say, found[:TOP]))
            more = f", … and {len(found) - TOP:,} more" if len(found) > TOP else ""
            out.append(Listing(f"{len(found):,} {label}", (names + more,)))
    return out


def _name(c: Component) -> str:
    a, b = _short(c.clusters_a[0]), _short(c.clusters_b[0])
    return a if c.kind == "kept" else f"{a} = {b}"


def _changes(c: Component) -> str:
    a, b = (str(side[0]) for side in (c.clusters_a, c.clusters_b))
    name = _short(a) if a == b else f"{_short(a)} ≈ {_short(b)}"
    return f"{name} (-{c.loss:,} +{c.gain:,})"


def _listings(diff: Diff, top: int | None) -> Iterable[Listing]:
    cuts, flows = (None, None) if top is None else (_CUTS, _FLOWS)
    splits = [cut.sentence for cut in diff.splits[:cuts]]
    merges = [cut.sentence for cut in diff.merges[:cuts]]
    yield Listing("splits", _with_rest(splits, len(diff.splits), "split"))
    yield Listing("merges", _with_rest(merges, len(diff.merges), "merge"))
    yield from kept_lines(diff)
    shown = [flow_sentence(flow, diff.name_a, diff.name_b) for flow in diff.leakage[:flows]]
    yield Listing("leakage", _with_rest(shown, len(diff.leakage), "smaller flow"))


def _with_rest(lines: list[str], total: int, noun: str) -> tuple[str, ...]:
    rest = total - len(lines)
    more = noun if noun.startswith("smaller") else f"more {noun}"
    return (*lines, f"… and {plural(rest, more)}") if rest else tuple(lines)
