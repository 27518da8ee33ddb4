"""A report as one HTML page, which loads nothing and can be read without JavaScript."""

from __future__ import annotations

import json
from base64 import b64encode
from hashlib import sha256
from html import escape
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING, Any

from clusterdiff._versions import __version__
from clusterdiff.drawing import FLOW_STYLE, palette_rules
from clusterdiff.reports._elements import Elements, packed_json
from clusterdiff.reports._sections import (
    NUMERIC,
    Bullets,
    Columns,
    Facts,
    Figure,
    Paragraph,
    Table,
    Verdict,
    share_text,
)
from clusterdiff.views import interval, number, shortened

if TYPE_CHECKING:
    from clusterdiff.reports._sections import Page, Part, Section, Sentence

MAX_BYTES = 2_000_000  # of a page, unless all elements are asked for
_FRAME = 30_000  # bytes of style, script, headings and the note on elements
_LONGEST_TEXT = 300  # characters of a sentence that is in the page as HTML
_LONGEST_NAME = 60  # the script shows more of a name
_FOLDER = files("clusterdiff.reports")
_COLORS = (
    f"{FLOW_STYLE}{palette_rules()}\n"
    f"@media (prefers-color-scheme: dark) {{{palette_rules(dark=True)}}}\n"
)


def html(page: Page) -> str:
    """Return a whole HTML document; every text in it is escaped.

    Parameters
    ----------
    page : Page

    Returns
    -------
    str
    """
    sections = [_section(each) for each in page.sections]
    links = [(each.key, each.title) for each in page.sections]
    blocks = [packed_json("data", page.payload)]
    if page.elements is not None:
        used = len(blocks[0].text) + sum(len(text.encode()) for text in sections)
        held = page.elements(MAX_BYTES - _FRAME - used)
        place = [key for key, _ in links].index("overlaps") + 1
        sections.insert(place, _framed("elements", "Elements", _elements(held)))
        links.insert(place, ("elements", "Elements"))
        blocks += held.blocks
    style = _code("page.css", before=_COLORS) + _cards(page)
    scripts = _code("common.js", page.script)
    fields = {
        "policy": _policy(style, scripts),
        "version": escape(__version__),
        "title": escape(shortened(page.title, 200)),
        "facts": escape(page.facts),
        "links": "".join(f'<li><a href="#{key}">{escape(title)}</a></li>' for key, title in links),
        "sections": "\n".join(sections),
        "footer": escape(f"Written by clusterdiff {__version__}."),
        "blocks": "\n".join(block.html() for block in blocks),
        "style": style,
        "script": scripts,
    }
    return Template((_FOLDER / "page.html").read_text("utf-8")).substitute(fields)


def _code(*names: str, before: str = "") -> str:
    """Return the text of files without indentation, which a page does not need."""
    text = before + "".join((_FOLDER / name).read_text("utf-8") for name in names)
    return "\n".join(line.strip() for line in text.splitlines() if line.strip()) + "\n"


def _cards(page: Page) -> str:
    """Return the rules that name the values of a row where it is a card, on a phone."""
    parts = [part for section in page.sections for part in section.parts]
    tables = [part for part in parts if isinstance(part, Table)]
    tables += [table for part in parts if isinstance(part, Columns) for table in part.tables]
    rules = (
        f'[data-t="{_table_key(table)}"] td:nth-child({k}):not(:first-child)::before'
        f'{{content:"{_css_text(head)}"}}'
        for table in tables
        for k, (head, kind) in enumerate(zip(table.heads, table.kinds, strict=True), 1)
        if kind not in {"text", "kind", "head"}
    )
    return f"@media screen and (max-width:40rem){{{''.join(rules)}}}\n"


def _css_text(text: str) -> str:
    """Return a text for a string of style; other letters than plain ones are escaped."""
    plain = shortened(text, 40)
    return "".join(
        c if c.isascii() and (c.isalnum() or c == " ") else f"\\{ord(c):x} " for c in plain
    )


def _policy(style: str, script: str) -> str:
    """Return a content security policy that allows this style and this script only."""
    hashes = [b64encode(sha256(text.encode()).digest()).decode() for text in (style, script)]
    return (
        f"default-src 'none'; style-src 'sha256-{hashes[0]}'; script-src 'sha256-{hashes[1]}'; "
        "base-uri 'none'; form-action 'none'"
    )


def _section(section: Section) -> str:
    return _framed(section.key, section.title, "".join(map(_part, section.parts)))


def _framed(key: str, title: str, body: str) -> str:
    """Return a section with its heading."""
    return (
        f'<section id="{key}" aria-labelledby="{key}-head"><h2 id="{key}-head">'
        f"{escape(title)}</h2>\n{body}</section>"
    )


def _part(part: Part) -> str:
    match part:
        case Verdict(sentences):
            lines = "".join(f"<p>{_sentence(each)}</p>" for each in sentences)
            return f'<div class="verdict">{lines}</div>'
        case Paragraph(text, small):
            name = ' class="note"' if small else ""
            return f"<p{name}>{escape(text)}</p>"
        case Bullets(lines):
            return "<ul>" + "".join(f"<li>{escape(line)}</li>" for line in lines) + "</ul>"
        case Facts(rows):
            told = ((name, "<br>".join(map(_sentence, lines))) for name, lines in rows)
            return "<dl>" + "".join(f"<dt>{escape(n)}</dt><dd>{t}</dd>" for n, t in told) + "</dl>"
        case Figure():
            return _figure(part)
        case Table():
            return _table(part)
        case Columns(tables):
            both = (f"<div><h3>{escape(each.label)}</h3>{_table(each)}</div>" for each in tables)
            return f'<div class="columns">{"".join(both)}</div>'


def _sentence(sentence: Sentence) -> str:
    """Return a sentence, which the script makes a button if it is about some clusters."""
    text = escape(sentence.text)
    if sentence.pick is None:
        return text
    return f'<span class="cut" data-pick="{json.dumps(sentence.pick)}">{text}</span>'


def _figure(figure: Figure) -> str:
    text = " ".join([figure.caption, *figure.picture.notes])
    return f'<figure id="{figure.key}">{figure.picture.svg}<figcaption>{escape(text)}</figcaption></figure>'


def _table(table: Table) -> str:
    """Return the controls and the table with its first rows, and what can be unfolded."""
    total = len(table.rows) if table.total is None else table.total
    first, rest = table.rows[: table.first], table.rows[table.first :]
    note = f'<p class="note">{escape(table.note)}</p>' if table.note else ""
    more = ""
    if table.key and total > table.first:
        lacking = total - table.first
        text = f"{lacking:,} more rows need JavaScript; the JSON form of the report has all."
        note += f"<noscript><p>{text}</p></noscript>"
    elif rest:
        more = f"<details><summary>{len(rest)} more {escape(table.label)}</summary>{_grid(table, rest)}</details>"
    controls = _controls(table) if table.key and total > table.first else ""
    return f"{controls}{_grid(table, first, table.foot)}{more}{note}"


def _table_key(table: Table) -> str:
    return table.key or table.label


def _grid(table: Table, rows: list[list[Any]], foot: list[Any] | None = None) -> str:
    """Return rows of a table below its heads."""
    heads = "".join(
        f'<th scope="col"{" class=num" if kind in NUMERIC else ""}>{escape(head)}</th>'
        for head, kind in zip(table.heads, table.kinds, strict=True)
    )
    body = "".join(_line(row, table.kinds) for row in rows)
    last = "" if foot is None else f"<tfoot>{_line(foot, table.kinds)}</tfoot>"
    keys = f' data-t="{_table_key(table)}"' + (f' data-rows="{table.key}"' if table.key else "")
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="Table: {escape(table.label)}">'
        f"<table{keys}><thead><tr>{heads}</tr></thead><tbody>{body}</tbody>{last}</table></div>"
    )


def _controls(table: Table) -> str:
    chosen = ""
    if table.filters:
        options = "".join(f"<option>{escape(value)}</option>" for value in table.filters)
        chosen = f' <label>Kind <select><option value="">all</option>{options}</select></label>'
    return (
        f'<div class="controls script" data-for="{table.key}"><label>Search <input type="search" '
        f'aria-label="Search in {escape(table.label)}"></label>{chosen} <output></output> '
        '<button type="button" class="more" hidden>Show all</button></div>'
    )


def _line(row: list[Any], kinds: tuple[str, ...]) -> str:
    # HTML needs no end tags of rows and cells.
    return "<tr>" + "".join(_cell(value, kind) for value, kind in zip(row, kinds, strict=True))


def _cell(value: Any, kind: str) -> str:
    if kind == "head":
        return f"<th scope=row>{escape(value)}</th>"
    if kind == "range":
        return f"<td>{_range_svg(value)}"
    name = {"value": '"num value"'}.get(kind, "num" if kind in NUMERIC else kind)
    return f"<td class={name}>{_cell_text(value, kind)}"


def _cell_text(value: Any, kind: str) -> str:
    if value is None:
        return ""
    if kind == "share":
        return escape(share_text(value))
    max_length = _LONGEST_TEXT if kind == "text" else _LONGEST_NAME
    text = escape(number(value) if kind in NUMERIC else shortened(value, max_length))
    return f"<span class=kind>{text}</span>" if kind == "kind" and text else text


def _range_svg(measure: dict[str, Any]) -> str:
    """Draw value, interval and chance on the range of a measure."""
    low, high = _ends(measure)
    if low is None or high is None or not low < high:
        return ""

    def x(value: float) -> float:
        share = float((value - low) / (high - low))
        return round(6 + 132 * min(1.0, max(0.0, share)), 1)

    def line(name: str, ends: tuple[float, float], y: tuple[int, int]) -> str:
        x1, x2 = map(x, ends)
        return f'<line class="{name}" x1="{x1}" x2="{x2}" y1="{y[0]}" y2="{y[1]}"/>'

    expected = measure["expected"]
    span = line("span", measure["interval"], (10, 10)) if measure["interval"] else ""
    chance = "" if expected is None else line("chance", (expected, expected), (3, 17))
    label = f"{number(measure['value'])} in {interval((low, high))}"
    return (
        f'<svg class="range" viewBox="0 0 144 20" role="img" aria-label="{escape(label)}">'
        f'<line class="axis" x1="6" x2="138" y1="10" y2="10"/>{span}{chance}'
        f'<circle class="dot" cx="{x(measure["value"])}" cy="10" r="4.5"/></svg>'
    )


def _ends(measure: dict[str, Any]) -> tuple[float | None, float | None]:
    """Return the ends of the range: where one is infinite, the value by chance or the value."""
    low, high = measure["bounds"]
    known = [x for x in (0.0, measure["value"], measure["expected"]) if x is not None]
    if low is not None and low == -float("inf"):
        low = min(known)
    if high is not None and high == float("inf"):
        high = max(known)
    return low, high


def _elements(held: Elements) -> str:
    note = escape(held.note)
    if not held.blocks:
        return f"<p>{note}</p>"
    return (
        f'<p>{note} <span class="script">Select a cluster, a link or an overlap, and then '
        "“Show elements”.</span></p><noscript><p>Listing elements needs JavaScript.</p></noscript>"
        '<p class="script"><output></output> <button type="button" class="save" hidden>Save as CSV'
        '</button></p><ul class="ids script"></ul>'
    )
