"""A table view as a LaTeX tabular."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clusterdiff.views import printable

if TYPE_CHECKING:
    from clusterdiff.views import TableView

_LETTERS = {"left": "l", "right": "r", "center": "c"}
_ESCAPED = str.maketrans(
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
    header = [_row([column.header for column in shown.columns]), r"\hline"] if view.header else []
    rows = [_row(row) for row in shown.cells()]
    table = [
        rf"\begin{{tabular}}{{{align}}}",
        r"\hline",
        *header,
        *rows,
        r"\hline",
        r"\end{tabular}",
    ]
    return "\n".join([*comments, *table, ""])


def _row(cells: list[str]) -> str:
    return " & ".join(printable(cell).translate(_ESCAPED) for cell in cells) + r" \\"
