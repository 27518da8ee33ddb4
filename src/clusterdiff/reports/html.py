"""A report as one HTML page that needs no network, and no script to be read."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

from clusterdiff.reports.packing import packed_json
from clusterdiff.reports.shell import (
    Section,
    cut_html,
    document,
    figure,
    method_html,
    quality_html,
    verdict_html,
)
from clusterdiff.reports.tables import change_table, cluster_table, measures_table, overlap_table
from clusterdiff.views import plural

if TYPE_CHECKING:
    from collections.abc import Callable

    from clusterdiff.drawing import Picture
    from clusterdiff.reports.elements import Elements
    from clusterdiff.reports.tables import PageTable

MAX_BYTES = 2_000_000  # of a page, unless all elements are asked for
_FRAME = 30_000  # bytes of style, script, headings and the note on elements


class Pictures(NamedTuple):
    """The pictures of a page.

    Attributes
    ----------
    flow, heatmap : Picture
    """

    flow: Picture
    heatmap: Picture


def page(data: dict[str, Any], pictures: Pictures, elements: Callable[[int], Elements]) -> str:
    """Return a report as HTML.

    Parameters
    ----------
    data : dict
        The data of the report.
    pictures : Pictures
    elements : callable
        Returns the elements that the page holds from the number of characters that they may take.

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
    main = packed_json("data", _payload(data, tables, pictures.heatmap))
    sections = _sections(data, tables, pictures)
    used = len(main.text) + sum(len(section.body.encode()) for section in sections)
    held = elements(MAX_BYTES - _FRAME - used)
    place = [section.key for section in sections].index("quality")
    sections.insert(place, Section("elements", "Elements", _elements(held)))
    return document(data, _facts(data), sections, [main, *held.blocks], "page.js")


def _facts(data: dict[str, Any]) -> str:
    dropped = f" ({data['dropped']:,} dropped)" if data["dropped"] else ""
    sides = [f"{plural(len(data[s]['names']), 'cluster')} in {data[s]['title']}" for s in "ab"]
    return f"{plural(data['n'], 'element')}{dropped}; {sides[0]}, {sides[1]}"


def _sections(
    data: dict[str, Any],
    tables: dict[str, PageTable],
    pictures: Pictures,
) -> list[Section]:
    """Return the sections without the elements."""
    titles = [data[side]["title"] for side in "ab"]
    flow = figure(pictures.flow.svg, _FLOW, pictures.flow.notes)
    heatmap = figure(pictures.heatmap.svg, _HEAT, pictures.heatmap.notes)
    both = "".join(
        f'<div><h3 id="head-{key}">{escape(title)}</h3>{tables[key].html(key, title)}</div>'
        for key, title in zip(("clusters_a", "clusters_b"), titles, strict=True)
    )
    return [
        Section("verdict", "Verdict", verdict_html(data)),
        Section("measures", "Measures", measures_table(data)),
        Section("changes", "What happened", _changes(data, tables["changes"])),
        Section("flow", "Flow", flow),
        Section("heatmap", "Overlap heatmap", heatmap),
        Section("clusters", "Clusters", f'<div class="columns">{both}</div>'),
        Section("overlaps", "Overlaps", tables["overlaps"].html("overlaps", "Overlaps")),
        Section("quality", "Data quality", quality_html(data)),
        Section("method", "How it was computed", method_html(data)),
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


def _changes(data: dict[str, Any], table: PageTable) -> str:
    counts = "".join(
        f"<dt>{escape(data[side]['title'])}</dt><dd>{escape(_counted(data['kinds'][side]))}</dd>"
        for side in "ab"
    )
    cuts = _cuts("Splits", data["splits"], 0) + _cuts("Merges", data["merges"], 1)
    body = table.html("changes", "Changes") if table.rows else "<p>No cluster changed.</p>"
    return f"<dl>{counts}{cuts}</dl>{body}"


def _cuts(title: str, cuts: list[dict[str, Any]], side: int) -> str:
    """Return the splits or the merges, of which the most costly are listed."""
    shown = cuts[:_CUTS]
    picks = [[[cut["number"]], []][:: 1 - 2 * side] for cut in shown]
    lines = list(map(cut_html, (cut["sentence"] for cut in shown), picks))
    rest = len(cuts) - len(lines)
    lines += [f"… and {rest:,} more, in the tables of clusters"] if rest else []
    return f"<dt>{title}</dt><dd>{'<br>'.join(lines)}</dd>" if cuts else ""


def _counted(kinds: dict[str, int]) -> str:
    return ", ".join(f"{count:,} {kind}" for kind, count in kinds.items())


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


def _payload(data: dict[str, Any], tables: dict[str, PageTable], heat: Picture) -> dict[str, Any]:
    """Return what the script needs."""
    return {
        "a": data["a"],
        "b": data["b"],
        "cells": data["overlaps"],
        "heat": heat.place,
        "tables": {key: table.payload() for key, table in tables.items() if key != "overlaps"},
    }
