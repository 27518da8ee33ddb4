"""A report as one HTML page that needs no network, and no script to be read."""

from __future__ import annotations

import json
from base64 import b64encode
from hashlib import sha256
from html import escape
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING, Any, NamedTuple

from clusterdiff.reports.tables import change_table, cluster_table, measures_table, overlap_table
from clusterdiff.views import plural

if TYPE_CHECKING:
    from clusterdiff.reports.svg import Heatmap
    from clusterdiff.reports.tables import PageTable

_FOLDER = files("clusterdiff.reports")


class Pictures(NamedTuple):
    """The pictures of a page.

    Attributes
    ----------
    flow : str
        An ``<svg>`` element.
    flow_notes : tuple of str
    heatmap : Heatmap
    """

    flow: str
    flow_notes: tuple[str, ...]
    heatmap: Heatmap


def page(
    data: dict[str, Any], pictures: Pictures, elements: dict[str, Any] | None, elements_note: str
) -> str:
    """Return a report as HTML.

    Parameters
    ----------
    data : dict
        The data of the report.
    pictures : Pictures
    elements : dict or None
        The elements as `packed_elements` returns them.
    elements_note : str
        Which elements the page holds.

    Returns
    -------
    str
        A whole HTML document; every text in it is escaped.
    """
    tables = {
        "changes": change_table(data),
        "clusters_a": cluster_table(data, "a"),
        "clusters_b": cluster_table(data, "b"),
        "overlaps": overlap_table(data),
    }
    sections = _sections(
        data, tables, pictures, _elements(elements_note, held=elements is not None)
    )
    style, script = ((_FOLDER / name).read_text("utf-8") for name in ("page.css", "page.js"))
    fields = {
        "policy": _policy(style, script),
        "version": escape(data["method"]["Software"].rpartition(" ")[2]),
        "title": escape(data["title"]),
        "facts": escape(_facts(data)),
        "links": "".join(
            f'<li><a href="#{key}">{escape(title)}</a></li>' for key, title, _ in sections
        ),
        "sections": "\n".join(_section(*section) for section in sections),
        "footer": escape(f"Written by {data['method']['Software']}."),
        "data": _embedded(_payload(data, tables, pictures.heatmap, elements)),
        "style": style,
        "script": script,
    }
    return Template((_FOLDER / "page.html").read_text("utf-8")).substitute(fields)


def _facts(data: dict[str, Any]) -> str:
    dropped = f" ({data['dropped']:,} dropped)" if data["dropped"] else ""
    sides = [f"{plural(len(data[s]['names']), 'cluster')} in {data[s]['title']}" for s in "ab"]
    return f"{plural(data['n'], 'element')}{dropped}; {sides[0]}, {sides[1]}"


def _policy(style: str, script: str) -> str:
    """Return a content security policy that allows this style and this script only."""
    hashes = [b64encode(sha256(text.encode()).digest()).decode() for text in (style, script)]
    return (
        f"default-src 'none'; style-src 'sha256-{hashes[0]}'; script-src 'sha256-{hashes[1]}'; "
        "base-uri 'none'; form-action 'none'"
    )


def _section(key: str, title: str, body: str) -> str:
    return f'<section id="{key}" aria-labelledby="{key}-head"><h2 id="{key}-head">{escape(title)}</h2>\n{body}</section>'


def _sections(
    data: dict[str, Any],
    tables: dict[str, PageTable],
    pictures: Pictures,
    elements: str,
) -> list[tuple[str, str, str]]:
    """Return identifier, title and content of each section."""
    titles = [data[side]["title"] for side in "ab"]
    flow = f"<figure>{pictures.flow}<figcaption>{_caption(_FLOW, pictures.flow_notes)}</figcaption></figure>"
    heat = pictures.heatmap
    heatmap = f"<figure>{heat.svg}<figcaption>{_caption(_HEAT, heat.notes)}</figcaption></figure>"
    both = "".join(
        f'<div><h3 id="head-{key}">{escape(title)}</h3>{tables[key].html(key, title)}</div>'
        for key, title in zip(("clusters_a", "clusters_b"), titles, strict=True)
    )
    return [
        ("verdict", "Verdict", _verdict(data)),
        ("measures", "Measures", measures_table(data)),
        ("changes", "What happened", _changes(data, tables["changes"])),
        ("flow", "Flow", flow),
        ("heatmap", "Overlap heatmap", heatmap),
        ("clusters", "Clusters", f'<div class="columns">{both}</div>'),
        ("overlaps", "Overlaps", tables["overlaps"].html("overlaps", "Overlaps")),
        ("elements", "Elements", elements),
        ("quality", "Data quality", _quality(data)),
        ("method", "How it was computed", _method(data)),
    ]


_CUTS = 10  # splits and merges that are listed on their own
_FLOW = (
    "Each band is a cluster, and the width of a link is the number of elements that two clusters "
    "share. Clusters that are matched with each other have the same color."
)
_HEAT = (
    "The stronger the color of a cell, the larger the share of the cluster of its row. Rows and "
    "columns are ordered by the optimal matching."
)


def _caption(text: str, notes: tuple[str, ...]) -> str:
    hint = '<span class="script"> Click a mark to select it everywhere on the page.</span>'
    return escape(" ".join([text, *notes])) + hint


def _verdict(data: dict[str, Any]) -> str:
    lines = "".join(f"<p>{escape(line)}</p>" for line in data["verdict"]["sentences"])
    return f'<div class="verdict">{lines}</div>'


def _changes(data: dict[str, Any], table: PageTable) -> str:
    counts = "".join(
        f"<dt>{escape(data[side]['title'])}</dt><dd>{escape(_counted(data['kinds'][side]))}</dd>"
        for side in "ab"
    )
    cuts = "".join(_cuts(data[key], key.capitalize()) for key in ("splits", "merges"))
    body = table.html("changes", "Changes") if table.rows else "<p>No cluster changed.</p>"
    return f"<dl>{counts}{cuts}</dl>{body}"


def _cuts(cuts: list[dict[str, Any]], title: str) -> str:
    """Return the splits or the merges, of which the most costly are listed."""
    lines = [cut["sentence"] for cut in cuts[:_CUTS]]
    rest = len(cuts) - len(lines)
    lines += [f"… and {rest:,} more, in the tables of clusters"] if rest else []
    return f"<dt>{title}</dt><dd>{'<br>'.join(map(escape, lines))}</dd>" if cuts else ""


def _counted(kinds: dict[str, int]) -> str:
    return ", ".join(f"{count:,} {kind}" for kind, count in kinds.items())


def _elements(note: str, *, held: bool) -> str:
    if not held:
        return f"<p>{escape(note)}</p>"
    return (
        f'<p>{escape(note)} <span class="script">Select a cluster, a link or an overlap, and then '
        "“Show elements”.</span></p><noscript><p>Listing elements needs JavaScript.</p></noscript>"
        '<p class="script"><output></output> <button type="button" class="save" hidden>Save as CSV'
        '</button></p><ul class="ids script"></ul>'
    )


def _quality(data: dict[str, Any]) -> str:
    notes = data["notes"] or ["Every element counts, and nothing was assumed."]
    return "<ul>" + "".join(f"<li>{escape(note)}</li>" for note in notes) + "</ul>"


def _method(data: dict[str, Any]) -> str:
    rows = "".join(
        f"<dt>{escape(key)}</dt><dd>{escape(text)}</dd>" for key, text in data["method"].items()
    )
    return f"<dl>{rows}</dl>"


def _payload(
    data: dict[str, Any],
    tables: dict[str, PageTable],
    heat: Heatmap,
    elements: dict[str, Any] | None,
) -> dict[str, Any]:
    """Return what the script needs."""
    return {
        "a": data["a"],
        "b": data["b"],
        "cells": data["overlaps"],
        "heat": heat.place,
        "tables": {key: table.payload() for key, table in tables.items() if key != "overlaps"},
        "elements": elements,
    }


def _embedded(data: Any) -> str:
    """Return JSON that cannot end the script element it is in."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text
