"""TableView: one table with a title and notes, as data."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal
from unicodedata import combining, east_asian_width

from clusterdiff.views._numbers import number, printable

if TYPE_CHECKING:
    from collections.abc import Callable

GAP = 2  # spaces between two columns
FOLDED = 24  # characters to which a column of prose can be folded


@dataclass(frozen=True, slots=True)
class Column:
    """How one column of a table is written.

    Parameters
    ----------
    header : str
        The name above the column.
    align : {"left", "right", "center"}, default="left"
        Where the text stands in its cell.
    format : callable, default=number
        Turns a value into text.
    priority : int, default=0
        0 is always shown; where a table is too wide, columns with the highest number are dropped
        first. Markdown and LaTeX show the columns below 2.
    wrap : bool, default=False
        Whether the text may be folded onto several lines.
    style : {"name", "value", "muted", "kind"} or None, default=None
        What the column is, for renderers that have colors.
    """

    header: str
    align: Literal["left", "right", "center"] = "left"
    format: Callable[[Any], str] = number
    priority: int = 0
    wrap: bool = False
    style: Literal["name", "value", "muted", "kind"] | None = None

    @property
    def heading(self) -> str:
        """The header without control characters."""
        return printable(self.header)

    def cell(self, value: Any) -> str:
        """Return the text of one cell, without control characters."""
        return printable(self.format(value))


@dataclass(frozen=True, slots=True)
class Listing:
    """Lines with a word in front of them, below a table."""

    label: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TableView:
    """A table with a title, lines above it, and listings and notes below it.

    Parameters
    ----------
    columns : tuple of Column
    rows : tuple of tuple
        The values, one tuple per row.
    title : str or None, default=None
    lead : tuple of str, default=()
        Lines between the title and the table.
    listings : tuple of Listing, default=()
    notes : tuple of str, default=()
    header : bool, default=True
        Whether the names of the columns are shown.
    """

    columns: tuple[Column, ...] = ()
    rows: tuple[tuple[Any, ...], ...] = ()
    title: str | None = None
    lead: tuple[str, ...] = ()
    listings: tuple[Listing, ...] = ()
    notes: tuple[str, ...] = ()
    header: bool = True

    def cells(self) -> list[list[str]]:
        """Return every cell as text."""
        return [
            [column.cell(value) for column, value in zip(self.columns, row, strict=True)]
            for row in self.rows
        ]

    def keeping(self, kept: list[int]) -> TableView:
        """Return the table with these columns only."""
        columns = tuple(self.columns[i] for i in kept)
        return replace(
            self, columns=columns, rows=tuple(tuple(row[i] for i in kept) for row in self.rows)
        )

    def essential(self) -> TableView:
        """Return the table without explanations and decoration."""
        return self.keeping(
            [i for i, c in enumerate(self.columns) if c.priority < 2 and not _is_extra(c)]
        )


def _is_extra(column: Column) -> bool:
    """Return whether a column holds prose that may be left out."""
    return column.wrap and column.priority > 0


def _priority(view: TableView, i: int) -> int:
    return view.columns[i].priority


def fitted(view: TableView, width: int | None, *, wrap: bool = True) -> TableView:
    """Drop the columns that matter least until a table fits a width.

    Parameters
    ----------
    view : TableView
    width : int or None
        The characters of a line; None means that there is no limit.
    wrap : bool, default=True
        Whether prose may be folded; if not, a column of prose is dropped where it does not fit.

    Returns
    -------
    TableView
        A table whose columns of priority 0 are all there, even if it is wider.
    """
    needed = [needed_width(column, cells, wrap=wrap) for column, cells in _columns(view)]
    kept = list(range(len(view.columns)))
    while width is not None and sum(needed[i] + GAP for i in kept) - GAP > width:
        least = max(
            kept, key=lambda i: (_is_extra(view.columns[i]) and not wrap, _priority(view, i))
        )
        if view.columns[least].priority == 0:
            break
        kept.remove(least)
    return view if len(kept) == len(view.columns) else view.keeping(kept)


def needed_width(column: Column, cells: list[str], *, wrap: bool) -> int:
    """Return the least width of a column: that of its widest cell, less for prose."""
    widest = max(display_width(text) for text in (column.heading, *cells))
    return min(widest, FOLDED) if wrap and column.wrap else widest


def display_width(text: str) -> int:
    """Return how many columns of a terminal a text takes.

    Examples
    --------
    >>> display_width("abc"), display_width("日本")
    (3, 4)
    """
    if text.isascii():
        return len(text)
    drawn = [c for c in text if not combining(c)]
    return len(drawn) + len([c for c in drawn if east_asian_width(c) in "WF"])


def _columns(view: TableView) -> list[tuple[Column, list[str]]]:
    """Return every column with the texts of its cells."""
    cells = view.cells()
    return [(column, [row[i] for row in cells]) for i, column in enumerate(view.columns)]
