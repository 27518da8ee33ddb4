"""A table view as Markdown and as a LaTeX tabular."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clusterdiff.views._numbers import printable

if TYPE_CHECKING:
    from clusterdiff.views._table_view import Listing, TableView

_RULES = {"left": ":--", "right": "--:", "center": ":-:"}
_LETTERS = {"left": "l", "right": "r", "center": "c"}
_LATEX = str.maketrans(
    {c: f"\\{c}" for c in "&%$#_{}"}
    | {
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "\\": r"\textbackslash{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "↑": r"$\uparrow$",
        "↓": r"$\downarrow$",
        "→": r"$\rightarrow$",
        "≈": r"$\approx$",
        "∞": r"$\infty$",
        "…": r"\ldots{}",
        "′": r"$'$",
    }
)


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


def to_latex(view: TableView) -> str:
    """Write a table view as a LaTeX tabular; the title and notes are comments above it.

    Parameters
    ----------
    view : TableView
        Columns of explanation and decoration (priority 2 and more) are omitted.

    Returns
    -------
    str
    """
    shown = view.essential()
    comments = [
        f"% {printable(line)}" for line in (*filter(None, (view.title,)), *view.lead, *view.notes)
    ]
    align = "".join(_LETTERS[column.align] for column in shown.columns)
    header = (
        [_latex_row([column.header for column in shown.columns]), r"\hline"] if view.header else []
    )
    rows = [_latex_row(row) for row in shown.cells()]
    table = [
        rf"\begin{{tabular}}{{{align}}}",
        r"\hline",
        *header,
        *rows,
        r"\hline",
        r"\end{tabular}",
    ]
    return "\n".join([*comments, *table, ""])


def _latex_row(cells: list[str]) -> str:
    return " & ".join(printable(cell).translate(_LATEX) for cell in cells) + r" \\"
