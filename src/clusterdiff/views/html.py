"""A table view as HTML for notebooks.

The table has the class and the look of a pandas frame. Only alignment is set, no color, so that it
follows the light or dark theme of the notebook.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clusterdiff.views.numbers import printable

if TYPE_CHECKING:
    from clusterdiff.views.table_view import Column, TableView

_TITLE = '<div style="font-weight:bold">{}</div>'
_LINE = "<div>{}</div>"


def to_html(view: TableView) -> str:
    """Write a table view as HTML.

    Parameters
    ----------
    view : TableView

    Returns
    -------
    str
        One ``<div>`` with everything in it; every text is escaped.
    """
    parts = [_TITLE.format(_safe(view.title))] if view.title else []
    parts += [_LINE.format(_safe(line)) for line in view.lead]
    if view.rows:
        parts.append(_table(view))
    for listing in view.listings:
        lines = "".join(f"<li>{_safe(line)}</li>" for line in listing.lines)
        if lines:
            parts.append(f"<div>{_safe(listing.label)}:</div><ul>{lines}</ul>")
    parts += [_LINE.format(_safe(note)) for note in view.notes]
    return f"<div>{''.join(parts)}</div>"


def _table(view: TableView) -> str:
    head = ""
    if view.header:
        head = "".join(
            f'<th style="{_style(c, header=True)}">{_safe(c.header)}</th>' for c in view.columns
        )
        head = f"<thead><tr>{head}</tr></thead>"
    styles = [_style(column) for column in view.columns]
    body = "".join(
        "<tr>"
        + "".join(f'<td style="{s}">{_escaped(t)}</td>' for s, t in zip(styles, row, strict=True))
        + "</tr>"
        for row in view.cells()
    )
    return f'<table border="1" class="dataframe">{head}<tbody>{body}</tbody></table>'


def _style(column: Column, *, header: bool = False) -> str:
    """The alignment of a cell; only prose may be broken over lines."""
    wrapped = column.wrap and not header
    return f"text-align:{column.align}" + ("" if wrapped else ";white-space:nowrap")


def _safe(text: str) -> str:
    return _escaped(printable(text))


def _escaped(text: str) -> str:
    from html import escape  # its table of entities is large, and only notebooks need it

    return escape(text)
