"""A contingency table as data, as records and as a table view."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clusterdiff.labels import listed
from clusterdiff.views import Column, TableView, plural

if TYPE_CHECKING:
    from clusterdiff.table import Table


def cell_records(table: Table, name_a: str = "a", name_b: str = "b") -> list[dict[str, Any]]:
    """Return one record per cell: the cluster of each side and the count."""
    if name_a == name_b:
        name_a, name_b = f"{name_a} (a)", f"{name_b} (b)"
    return [{name_a: a, name_b: b, "count": count} for a, b, count in _cells(table)]


def table_data(table: Table, name_a: str = "a", name_b: str = "b") -> dict[str, Any]:
    """Return the table as plain data: labels of both sides, and the cells by position."""
    return {
        "n": table.n,
        "name_a": name_a,
        "name_b": name_b,
        "row_labels": [_plain(name) for name in listed(table.row_labels)],
        "col_labels": [_plain(name) for name in listed(table.col_labels)],
        "rows": table.rows.tolist(),
        "cols": table.cols.tolist(),
        "counts": table.counts.tolist(),
    }


def table_view(table: Table, name_a: str = "a", name_b: str = "b") -> TableView:
    """Return the cells as a table view."""
    columns = (
        Column(name_a, format=str, style="name"),
        Column(name_b, format=str, style="name"),
        Column("count", "right", style="value"),
    )
    rows, cols = table.shape
    size = f"{rows:,} × {plural(cols, 'cluster')}, {plural(table.nnz, 'cell')}"
    return TableView(columns, tuple(_cells(table)), f"{plural(table.n, 'element')}, {size}")


def _cells(table: Table) -> list[tuple[Any, Any, int]]:
    rows, cols = listed(table.row_labels[table.rows]), listed(table.col_labels[table.cols])
    return list(zip(rows, cols, table.counts.tolist(), strict=True))


def _plain(name: Any) -> Any:
    return name if isinstance(name, (int, str, type(None))) else str(name)
