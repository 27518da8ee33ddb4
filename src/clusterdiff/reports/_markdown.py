"""A report as Markdown: the same sections as on the page, without pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clusterdiff.reports._sections import (
    NUMERIC,
    Bullets,
    Columns,
    Facts,
    Paragraph,
    Table,
    Verdict,
    share_text,
)
from clusterdiff.views import Column, TableView, markdown_text, number, plural, to_markdown

if TYPE_CHECKING:
    from clusterdiff.reports._sections import Page, Part

_FIRST = 50  # rows of a table
_OPEN = ("verdict", "changes", "ranking", "steps", "measures")  # sections that are not folded


def markdown(page: Page, card: str | None = None) -> str:
    """Return a report as Markdown: the verdict first, and what goes into detail folded.

    Parameters
    ----------
    page : Page
    card : str or None
        Address of a picture below the title.

    Returns
    -------
    str
    """
    blocks = [f"# {markdown_text(page.title)}"]
    if card is not None:
        blocks.append(f"![{markdown_text(page.title)}](<{card}>)")
    folded: list[str] = []
    for section in page.sections:
        parts = [text for part in section.parts for text in _blocks(part)]
        head = [] if section.key == "verdict" else [f"## {markdown_text(section.title)}"]
        if parts:
            (blocks if section.key in _OPEN else folded).extend([*head, *parts])
    if folded:
        blocks += ["<details><summary>Details</summary>", *folded, "</details>"]
    return "\n\n".join(blocks) + "\n"


def _blocks(part: Part) -> list[str]:
    """Return the blocks of a part; a picture has none."""
    match part:
        case Verdict(sentences):
            first, *others = (markdown_text(sentence.text) for sentence in sentences)
            return [
                f"**{first}**",
                *(["\n".join(f"- {text}" for text in others)] if others else []),
            ]
        case Paragraph(text, _):
            return [markdown_text(text)]
        case Bullets(lines):
            return ["\n".join(f"- {markdown_text(line)}" for line in lines)]
        case Facts(rows):
            told = [(name, " ".join(each.text for each in lines)) for name, lines in rows]
            return [
                "\n".join(f"- {markdown_text(name)}: {markdown_text(text)}" for name, text in told)
            ]
        case Table():
            shown = part.first if not part.key else _FIRST
            return [to_markdown(_view(part, shown)).rstrip("\n")]
        case Columns(tables):
            return [
                text
                for each in tables
                for text in (f"### {markdown_text(each.label)}", *_blocks(each))
            ]
    return []


def _view(table: Table, first: int) -> TableView:
    """Return the first rows of a table as a table view."""
    kept = [i for i, kind in enumerate(table.kinds) if kind != "range"]
    columns = tuple(
        Column(
            table.heads[i],
            "right" if table.kinds[i] in NUMERIC else "left",
            _share if table.kinds[i] == "share" else number,
        )
        for i in kept
    )
    rows = tuple(tuple(row[i] for i in kept) for row in table.rows[:first])
    rest = (len(table.rows) if table.total is None else table.total) - len(rows)
    notes = (f"{plural(rest, 'more row')}: the JSON form has all.",) if rest > 0 else ()
    foot = () if table.foot is None else (tuple(table.foot[i] for i in kept),)
    return TableView(columns, (*rows, *foot), notes=notes)


def _share(value: Any) -> str:
    return "" if value is None else share_text(value)
