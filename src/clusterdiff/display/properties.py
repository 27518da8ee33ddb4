"""Properties of measures and verdicts on them, as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clusterdiff.views import Column, TableView

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clusterdiff.properties import Property, PropertyMatrix, Verdict

_SIGNS = "✓ no counterexample found, ✗ refuted, – no case applies."


def property_records(properties: Sequence[Property]) -> list[dict[str, Any]]:
    """Return properties as flat records."""
    return [
        {"name": p.name, "source": p.source, "statement": p.statement, "note": p.note}
        for p in properties
    ]


def properties_view(properties: Sequence[Property]) -> TableView:
    """Return a list of properties."""
    columns = (
        Column("property", style="name"),
        Column("source", wrap=True, priority=1),
        Column("statement", wrap=True),
    )
    rows = tuple((p.name, p.source or p.paper, p.statement) for p in properties)
    return TableView(columns, rows)


def verdict_records(verdicts: Sequence[Verdict]) -> list[dict[str, Any]]:
    """Return verdicts as flat records."""
    return [
        {
            "measure": v.measure,
            "property": v.property_name,
            "source": v.source,
            "status": v.status,
            "counterexample": None if v.counterexample is None else str(v.counterexample),
            "statement": v.statement,
        }
        for v in verdicts
    ]


def verdicts_view(verdicts: Sequence[Verdict]) -> TableView:
    """Return the verdicts on one measure, with counterexamples."""
    columns = (
        Column("property", style="name"),
        Column("source", wrap=True, priority=1),
        Column(""),
        Column("counterexample, or the cases tried", wrap=True),
    )
    rows = tuple(
        (v.property_name, v.source or "clusterdiff", v.sign, str(v.counterexample or v.how))
        for v in verdicts
    )
    return TableView(columns, rows, title=verdicts[0].measure, notes=(_SIGNS,))


def matrix_view(found: PropertyMatrix) -> TableView:
    """Return the signs of many measures and properties; the columns are numbered."""
    numbers = found.numbered()
    columns = (
        Column("measure", style="name"),
        *(Column(str(numbers[name])) for name in found.properties),
    )
    rows = tuple(
        (m, *(found.verdicts[m, name].sign for name in found.properties)) for m in found.measures
    )
    key = "; ".join(f"{numbers[name]} {name}" for name in found.properties)
    return TableView(columns, rows, notes=(f"{key}.", _SIGNS))
