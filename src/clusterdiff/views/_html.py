"""A table view as HTML for notebooks.

Text and background are those of the notebook, so that the table follows its light or dark theme;
only lines between rows are drawn, in a gray that is visible on both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clusterdiff.views._numbers import printable

if TYPE_CHECKING:
    from clusterdiff.views._table_view import Column, Listing, TableView

_TITLE = '<div style="font-weight:600;margin-bottom:.2em">{}</div>'
_LINE = "<div>{}</div>"
_NOTE = '<div style="font-size:90%;opacity:.75">{}</div>'
_TABLE = (
    '<table class="dataframe" cellpadding="6" style="border-collapse:collapse;border:0;'
    'margin:.4em 0;font-variant-numeric:tabular-nums">{}</table>'
)
_ROW = '<tr style="border:0;border-top:1px solid rgba(128,128,128,.3)">{}</tr>'
_OPEN = 8  # lines up to which a list is shown open


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
    parts += [_listing(listing) for listing in view.listings if listing.lines]
    parts += [_NOTE.format(_safe(note)) for note in view.notes]
    return f'<div style="overflow-x:auto;max-width:100%">{"".join(parts)}</div>'


def _listing(listing: Listing) -> str:
    """Return lines that can be folded; a single line is shown beside its label."""
    label = _safe(listing.label)
    if len(listing.lines) == 1:
        return f"<div><strong>{label}</strong>: {_safe(listing.lines[0])}</div>"
    lines = "".join(f"<li>{_safe(line)}</li>" for line in listing.lines)
    shown = " open" if len(listing.lines) <= _OPEN else ""
    items = f'<ul style="margin:.1em 0 .4em">{lines}</ul>'
    return f"<details{shown}><summary><strong>{label}</strong></summary>{items}</details>"


def _table(view: TableView) -> str:
    head = ""
    if view.header:
        head = "".join(
            f'<{tag} style="{_style(c, header=True)}">{_safe(c.header)}</{tag}>'
            for c in view.columns
            for tag in ("th" if c.header else "td",)  # a heading without text has no use
        )
        head = f'<thead><tr style="border:0">{head}</tr></thead>'
    styles = [_style(column) for column in view.columns]
    body = "".join(
        _ROW.format(
            "".join(f'<td style="{s}">{_cell(t)}</td>' for s, t in zip(styles, row, strict=True))
        )
        for row in view.cells()
    )
    return _TABLE.format(f"{head}<tbody>{body}</tbody>")


def _cell(text: str) -> str:
    """Return the text of a cell; a bar of block letters is drawn."""
    if not text.endswith(("█", "░")):
        return _escaped(text)
    share = 100 * text.count("█") / len(text[1:])
    fill = f"linear-gradient(90deg,#0072B2 {share:.0f}%,rgba(128,128,128,.25) 0)"
    size = "display:inline-block;width:6em;height:.8em;border-radius:2px"
    return f'<span style="{size};background:{fill}"></span>'


def _style(column: Column, *, header: bool = False) -> str:
    """Return the alignment of a cell; only prose may be broken over lines."""
    wrapped = column.wrap and not header
    return f"text-align:{column.align}" + ("" if wrapped else ";white-space:nowrap")


def _safe(text: str) -> str:
    return _escaped(printable(text))


def _escaped(text: str) -> str:
    from html import escape  # its table of entities is large, and only notebooks need it

    return escape(text)
