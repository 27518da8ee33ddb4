"""A table view as plain text."""

from __future__ import annotations

from itertools import zip_longest
from textwrap import wrap as fold
from typing import TYPE_CHECKING

from clusterdiff.views._numbers import printable
from clusterdiff.views._table_view import FOLDED, GAP, display_width, fitted

if TYPE_CHECKING:
    from clusterdiff.views._table_view import Column, TableView


def to_text(view: TableView, width: int | None = None, *, wrap: bool = True) -> str:
    """Write a table view as plain text.

    Parameters
    ----------
    view : TableView
    width : int or None, default=None
        The characters of a line. Columns that do not fit are dropped by priority, prose is folded
        and numbers are never cut. None means that there is no limit.
    wrap : bool, default=True
        Whether prose may be folded.

    Returns
    -------
    str
        The lines, without a newline at the end.
    """
    view = fitted(view, width, wrap=wrap)
    limit = width if wrap else None
    lines: list[str] = []
    for line in (*([view.title] if view.title else ()), *view.lead):
        lines += prose(line, limit)
    lines += _table(view, limit)
    for listing in view.listings:
        lines += labeled(listing.label, listing.lines, limit)
    for note in view.notes:
        lines += prose(note, limit)
    return "\n".join(lines)


def prose(text: str, width: int | None, indent: str = "  ") -> list[str]:
    """Return the lines of a text that is folded between words; a long word is not cut."""
    text = printable(text)
    if width is None or display_width(text) <= width:
        return [text]
    return fold(
        text, max(width, FOLDED), subsequent_indent=indent, break_long_words=False,
        break_on_hyphens=False,
    )  # fmt: skip


def labeled(label: str, lines: tuple[str, ...], width: int | None) -> list[str]:
    """Return lines behind a label, indented alike."""
    label = printable(label)
    indent = " " * (display_width(label) + 2)
    out: list[str] = []
    for i, line in enumerate(lines):
        out += prose((f"{label}: " if i == 0 else indent) + line, width, indent + "  ")
    return out


def column_widths(view: TableView, width: int | None) -> list[int]:
    """Return the width of each column; those of prose share what the others leave."""
    cells = view.cells()
    widths = []
    for i, column in enumerate(view.columns):
        header = (column.heading,) if view.header else ()
        widths.append(
            max((display_width(text) for text in (*header, *(row[i] for row in cells))), default=0)
        )
    if width is None:
        return widths
    prose = [i for i, column in enumerate(view.columns) if column.wrap and widths[i] > FOLDED]
    while prose and (excess := sum(widths) + GAP * (len(widths) - 1) - width) > 0:
        widest = max(prose, key=lambda i: widths[i])
        second = max((widths[i] for i in prose if widths[i] < widths[widest]), default=FOLDED)
        taken = min(excess, max(1, widths[widest] - second))
        if widths[widest] - taken < FOLDED:
            widths[widest] = FOLDED
            prose.remove(widest)
        else:
            widths[widest] -= taken
    return widths


def _table(view: TableView, width: int | None) -> list[str]:
    """Return the header and the rows."""
    if not view.rows:
        return []
    widths = column_widths(view, width)
    lines = (
        [_line([column.heading for column in view.columns], view, widths)] if view.header else []
    )
    for row in view.cells():
        parts = [
            _folded(text, widths[i]) if column.wrap else [text]
            for i, (column, text) in enumerate(zip(view.columns, row, strict=True))
        ]
        lines += [_line(list(texts), view, widths) for texts in zip_longest(*parts, fillvalue="")]
    return lines


def _line(texts: list[str], view: TableView, widths: list[int]) -> str:
    padded = [
        _padded(text, column, size)
        for text, column, size in zip(texts, view.columns, widths, strict=True)
    ]
    return (" " * GAP).join(padded).rstrip()


def _padded(text: str, column: Column, width: int) -> str:
    space = max(0, width - display_width(text))
    if column.align == "right":
        return " " * space + text
    if column.align == "center":
        return " " * (space // 2) + text + " " * (space - space // 2)
    return text + " " * space


def _folded(text: str, width: int) -> list[str]:
    """Return the lines of a text that is folded at a width."""
    if display_width(text) <= width:
        return [text]
    return fold(text, max(width, 8), break_on_hyphens=False) or [""]
