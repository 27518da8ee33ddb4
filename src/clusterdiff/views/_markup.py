"""A table view as Markdown and as a LaTeX tabular."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from clusterdiff.views._numbers import printable

if TYPE_CHECKING:
    from clusterdiff.views._table_view import Listing, TableView

_RULES = {"left": ":--", "right": "--:", "center": ":-:"}
_MARKDOWN = re.compile(
    r"[\\`*\[\]<>|~&$#]"
    r"|(?<![^\W_])_|_(?![^\W_])"  # within a word, an underscore has no meaning
    r"|(?<=http):(?=//)|(?<=https):(?=//)|(?<=ftp):(?=//)|(?<=www)\.",  # addresses become links
    re.IGNORECASE,
)
_BLOCK = re.compile(  # a list, a rule, a heading or a table
    r"^(\s*)([-+](?=\s|$)|[-=:](?=[-=:\s]*$))|^(\s*[0-9]+)([.)](?=\s|$))"
)
_NOTIFYING = re.compile(r"@(?=\w)|(?<!&)\\#(?=[0-9])|\bGH-(?=[0-9])", re.IGNORECASE)
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
    blocks = [
        "  \n".join(markdown_text(line) for line in (*filter(None, (view.title,)), *view.lead))
    ]
    if shown.rows:
        lines = [
            [markdown_text(column.header) for column in shown.columns],
            [_RULES[c.align] for c in shown.columns],
        ]
        lines += [[markdown_text(cell) for cell in row] for row in shown.cells()]
        blocks.append("\n".join(f"| {' | '.join(line)} |" for line in lines))
    blocks += [_listing(listing) for listing in view.listings if listing.lines]
    blocks.append("  \n".join(markdown_text(note) for note in view.notes))
    return "\n\n".join(filter(None, blocks)) + "\n"


def _listing(listing: Listing) -> str:
    lines = (f"- {markdown_text(line)}" for line in listing.lines)
    return "\n".join([f"{markdown_text(listing.label)}:", "", *lines])


def markdown_text(text: str) -> str:
    r"""Return text in one line that Markdown shows as it is, wherever it stands.

    Links, images, emphasis, formulas, HTML, entities, columns, headings and lists are escaped. A
    character without width after @ and # keeps GitHub from notifying users and from linking issues,
    which no backslash does.

    Parameters
    ----------
    text : str
        Any text, for example a label of someone else's file.

    Returns
    -------
    str

    Examples
    --------
    >>> print(markdown_text("![x](http://host/x.png) *a* adjusted_rand _b_ &lt;"))
    !\[x\](http\://host/x.png) \*a\* adjusted_rand \_b\_ \&lt;
    >>> print(markdown_text("- @someone"))
    \- @&#8203;someone
    """
    escaped = _MARKDOWN.sub(r"\\\g<0>", printable(text))
    return _NOTIFYING.sub(r"\g<0>&#8203;", _BLOCK.sub(r"\1\3\\\2\4", escaped))


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
