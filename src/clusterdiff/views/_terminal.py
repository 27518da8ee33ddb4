"""A table view in color, on a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clusterdiff.views._table_view import GAP, fitted
from clusterdiff.views._text import column_widths, labeled, prose

if TYPE_CHECKING:
    from clusterdiff.views._table_view import Column, TableView

_STYLES = {"name": "cyan", "value": "bold", "muted": "dim"}
_KINDS = {
    "kept": "green",
    "split": "yellow",
    "merged": "yellow",
    "mixed": "red",
    "new": "magenta",
    "gone": "magenta",
    "moved": "blue",
    "scattered": "blue",
    "use": "green",
    "avoid": "red",
    "holds": "green",
    "fails": "red",
}


def print_view(view: TableView, console: Any = None) -> None:
    """Print a table view; columns that do not fit are dropped by priority, numbers are never cut.

    Parameters
    ----------
    view : TableView
    console : rich.console.Console, optional
        By default one for standard output.
    """
    from rich.console import Console

    console = Console() if console is None else console
    width = console.width
    shown = fitted(view, width)
    needed = sum(size + GAP for size in column_widths(shown, width))
    console.width = max(width, needed)  # a table that does not fit is wide, not cut
    try:
        console.print(to_rich(shown, width), soft_wrap=True)
    finally:
        console.width = width


def to_rich(view: TableView, width: int) -> Any:
    """Return a table view as a group of rich objects.

    Parameters
    ----------
    view : TableView
    width : int
        The characters of a line.

    Returns
    -------
    rich.console.Group
    """
    from rich.console import Group
    from rich.text import Text

    view = fitted(view, width)
    parts: list[Any] = []
    if view.title:
        parts += [Text(line, style="bold") for line in prose(view.title, width)]
    for lead in view.lead:
        parts += [Text(line, style="green") for line in prose(lead, width)]
    if view.rows:
        parts.append(_table(view, width))
    for listing in view.listings:
        parts += [Text(line) for line in labeled(listing.label, listing.lines, width)]
    for note in view.notes:
        parts += [Text(line, style="yellow") for line in prose(note, width)]
    return Group(*parts)


def _table(view: TableView, width: int) -> Any:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="dim", show_header=view.header)
    for column, size in zip(view.columns, column_widths(view, width), strict=True):
        table.add_column(
            Text(column.heading),
            justify=column.align,
            style=_STYLES.get(column.style or "", ""),
            width=size,
            no_wrap=not column.wrap,
            overflow="fold",
        )
    for row in view.cells():
        table.add_row(
            *(_cell(text, column) for text, column in zip(row, view.columns, strict=True))
        )
    return table


def _cell(text: str, column: Column) -> Any:
    from rich.text import Text

    return Text(text, style=_KINDS.get(text, "") if column.style == "kind" else "")
