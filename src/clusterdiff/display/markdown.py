"""A table view as Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clusterdiff.views import printable

if TYPE_CHECKING:
    from clusterdiff.views import Listing, TableView

_RULES = {"left": ":--", "right": "--:", "center": ":-:"}


def to_markdown(view: TableView) -> str:
    """Write a table view as Markdown, with its title, listings and notes.

    Parameters
    ----------
    view : TableView
        Columns of explanation and decoration (priority 2 and more) are omitted.

    Returns
    -------
    str
    """
    shown = view.essential()
    blocks = ["  \n".join(_safe(line) for line in (*filter(None, (view.title,)), *view.lead))]
    if shown.rows:
        lines = [
            [_safe(column.header) for column in shown.columns],
            [_RULES[c.align] for c in shown.columns],
        ]
        lines += [[_safe(cell) for cell in row] for row in shown.cells()]
        blocks.append("\n".join(f"| {' | '.join(line)} |" for line in lines))
    blocks += [_listing(listing) for listing in view.listings if listing.lines]
    blocks.append("  \n".join(_safe(note) for note in view.notes))
    return "\n\n".join(filter(None, blocks)) + "\n"


def _listing(listing: Listing) -> str:
    lines = (f"- {_safe(line)}" for line in listing.lines)
    return "\n".join([f"{_safe(listing.label)}:", "", *lines])


def _safe(text: str) -> str:
    """Return text in which Markdown finds no column separator, code or HTML."""
    out = printable(text)
    for character in "\\|<`":
        out = out.replace(character, f"\\{character}")
    return out
