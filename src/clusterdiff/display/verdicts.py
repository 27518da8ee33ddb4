"""Verdicts on properties of measures as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clusterdiff.views import Column, TableView

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def verdicts_view(verdicts: Sequence[Any]) -> TableView:
    """Return the verdicts on one measure, one row per property."""
    columns = [
        (Column("", style="kind"), [v.sign for v in verdicts]),
        (Column("property", style="name"), [v.property_name for v in verdicts]),
        (Column("counterexample", wrap=True), [str(v.counterexample or "") for v in verdicts]),
        (Column("source", priority=3, wrap=True), [_source(v) for v in verdicts]),
        (Column("tried", priority=2, wrap=True, style="muted"), [v.how for v in verdicts]),
    ]
    shown = [(column, cells) for column, cells in columns if any(cells)]
    rows = tuple(zip(*(cells for _, cells in shown), strict=True))
    notes = (verdicts[0].statement,) if len(verdicts) == 1 else ()
    return TableView(tuple(column for column, _ in shown), rows, verdicts[0].measure, notes=notes)


def matrix_view(verdicts: Sequence[Any]) -> TableView:
    """Return signs, measures by properties; the properties are numbered and listed below."""
    measures = list(dict.fromkeys(v.measure for v in verdicts))
    names = list(dict.fromkeys(v.property_name for v in verdicts))
    signs = {(v.measure, v.property_name): v.sign for v in verdicts}
    columns = (Column("measure", style="name"), *(Column(str(i), "right") for i in range(1, len(names) + 1)))
    rows = tuple((measure, *(signs[measure, name] for name in names)) for measure in measures)
    return TableView(columns, rows, notes=tuple(f"{i} {name}" for i, name in enumerate(names, 1)))


def properties_view(properties: Iterable[Any]) -> TableView:
    """Return the list of properties."""
    columns = (Column("property", style="name"), Column("source", wrap=True), Column("statement", wrap=True))
    return TableView(columns, tuple((p.name, _source(p), p.statement) for p in properties))


def verdict_records(verdicts: Iterable[Any]) -> list[dict[str, Any]]:
    """Return verdicts as flat rows."""
    return [
        {
            "measure": v.measure,
            "property": v.property_name,
            "source": _source(v),
            "status": v.status,
            "counterexample": str(v.counterexample) if v.counterexample else None,
            "statement": v.statement,
        }
        for v in verdicts
    ]


def _source(item: Any) -> str | None:
    source = getattr(item, "source", None)
    return None if source is None else str(source)
