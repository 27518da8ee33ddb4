"""A report of many clusterings as Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clusterdiff.reports.markdown import page, plain
from clusterdiff.reports.runs.tables import (
    cluster_table,
    event_table,
    group_table,
    ranking_table,
    run_table,
)
from clusterdiff.views import Column, TableView, plural, to_markdown

if TYPE_CHECKING:
    from clusterdiff.reports.tables import PageTable

_FIRST = 100  # rows of a table


def runs_markdown(data: dict[str, Any]) -> str:
    """Return a report of many clusterings as Markdown.

    Parameters
    ----------
    data : dict
        The data of the report.

    Returns
    -------
    str
    """
    tables = {"Which are the same": group_table(data), "Consensus": cluster_table(data)}
    if data["ranking"] is not None:
        tables[f"Against {data['ranking']['reference']}"] = ranking_table(data)
    if data["timeline"] is not None:
        tables["From each to the next"] = event_table(data)
    tables["Clusterings"] = run_table(data)
    lines = []
    for title, table in tables.items():
        lines += [f"## {plain(title)}", "", to_markdown(_view(table)) if table.rows else "None.\n"]
    return page(data, lines)


def _view(table: PageTable) -> TableView:
    """Return a table of a page as a table view."""
    numeric = {"int", "share", "float"}
    columns = tuple(
        Column(head.lower(), "right" if kind in numeric else "left")
        for head, kind in zip(table.heads, table.kinds, strict=True)
    )
    rest = len(table.rows) - _FIRST
    notes = (f"{plural(rest, 'more row')}: the JSON form has all.",) if rest > 0 else ()
    return TableView(columns, tuple(tuple(row) for row in table.rows[:_FIRST]), notes=notes)
