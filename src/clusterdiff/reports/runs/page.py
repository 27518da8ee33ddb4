"""A report of many clusterings as one HTML page."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

from clusterdiff.drawing import shortened
from clusterdiff.reports.packing import packed_json
from clusterdiff.reports.runs.tables import (
    cluster_table,
    event_table,
    group_table,
    ranking_table,
    run_table,
    unsure_table,
)
from clusterdiff.reports.shell import (
    Section,
    document,
    figure,
    method_html,
    quality_html,
    verdict_html,
)
from clusterdiff.views import number, plural

if TYPE_CHECKING:
    from clusterdiff.drawing import Picture
    from clusterdiff.reports.tables import PageTable


class RunsPictures(NamedTuple):
    """The pictures of a page.

    Attributes
    ----------
    matrix, map : Picture
    flow : Picture or None
        If the clusterings are a sequence.
    """

    matrix: Picture
    map: Picture
    flow: Picture | None


def runs_page(data: dict[str, Any], pictures: RunsPictures) -> str:
    """Return a report of many clusterings as HTML.

    Parameters
    ----------
    data : dict
        The data of the report.
    pictures : RunsPictures

    Returns
    -------
    str
        A whole HTML document; every text in it is escaped.
    """
    tables = {
        "groups": group_table(data),
        "clusters": cluster_table(data),
        "unsure": unsure_table(data),
        "runs": run_table(data),
    }
    if data["ranking"] is not None:
        tables["ranking"] = ranking_table(data)
    if data["timeline"] is not None:
        tables["events"] = event_table(data)
    payload = {
        "runs": [run["name"] for run in data["runs"]],
        "clusters": [run["clusters"] for run in data["runs"]],
        "pairs": {key: data["pairs"][key] for key in ("measures", "names", "values")},
        "matrix": pictures.matrix.place,
        "map": data["map"]["names"],
        "tables": {key: table.payload() for key, table in tables.items()},
    }
    return document(
        data,
        _facts(data),
        _sections(data, tables, pictures),
        [packed_json("data", payload)],
        "runs.js",
    )


def _facts(data: dict[str, Any]) -> str:
    sizes = [run["clusters"] for run in data["runs"]]
    low, high = min(sizes), max(sizes)
    clusters = plural(high, "cluster") if low == high else f"{low:,} to {high:,} clusters"
    return f"{plural(data['m'], 'clustering')} of {plural(data['n'], 'element')}; {clusters}"


def _sections(
    data: dict[str, Any], tables: dict[str, PageTable], pictures: RunsPictures
) -> list[Section]:
    """Return the sections; ranking and changes only where there are some."""
    colors = "Colors are groups of names. " if len(set(data["map"]["groups"])) > 1 else ""
    stress = f"{colors}Stress {data['map']['stress']:.2f}: 0 if all distances are exact."
    sections = [
        Section("verdict", "Verdict", verdict_html(data)),
        Section("groups", "Which are the same", _groups(tables["groups"])),
        Section("matrix", "Every pair", figure(pictures.matrix.svg, _matrix_text(data))),
        Section("map", "Map", figure(pictures.map.svg, _MAP, (stress, *pictures.map.notes))),
        Section("consensus", "Consensus", _consensus(data, tables)),
    ]
    if "ranking" in tables:
        title = f"Against {data['ranking']['reference']}"
        body = tables["ranking"].html("ranking", "Ranking")
        sections.append(Section("ranking", title, body))
    if pictures.flow is not None:
        flow = figure(pictures.flow.svg, _FLOW, pictures.flow.notes, linked=False)
        events = tables["events"]
        listed = events.html("events", "Changes") if events.rows else "<p>No cluster changed.</p>"
        sections.append(Section("flow", "From each to the next", flow + listed))
    return [
        *sections,
        Section("runs", "Clusterings", tables["runs"].html("runs", "Clusterings")),
        Section("quality", "Data quality", quality_html(data)),
        Section("method", "How it was computed", method_html(data)),
    ]


_MAP = (
    "Each point is a clustering; points are close where clusterings are alike (variation of "
    "information, classical scaling)."
)
_FLOW = (
    "Each column is a clustering and each band a cluster; the width of a link is the number of "
    "elements that two clusters share. Matched clusters have the same color."
)


def _matrix_text(data: dict[str, Any]) -> str:
    return (
        f"The stronger the color of a cell, the more alike two clusterings are ({data['measure']}). Clusterings "
        "are in the order of a tree (average linkage), so that groups form blocks."
    )


def _groups(table: PageTable) -> str:
    if not table.rows:
        return "<p>No two clusterings are the same or nearly the same.</p>"
    return table.html("groups", "Groups")


def _consensus(data: dict[str, Any], tables: dict[str, PageTable]) -> str:
    found = data["consensus"]
    unit = f" {found['unit']}" if found["unit"] else ""
    sure = ", the least possible" if found["proved"] else ""
    value, medoid = (f"{number(v)}{unit}" for v in (found["value"], found["medoid"]["value"]))
    text = escape(
        "The consensus is the partition with the least mean distance to the clusterings "
        f"({found['loss']}): {value}{sure}. The best of the clusterings themselves is "
        f"{shortened(found['medoid']['name'], 60)} with {medoid}."
    )
    unsure = ""
    if tables["unsure"].rows:
        head = "Elements about which the clusterings agree least"
        unsure = f"<div><h3>{head}</h3>{tables['unsure'].html('unsure', head)}</div>"
    clusters = tables["clusters"].html("clusters", "Clusters of the consensus")
    both = f"<div><h3>Clusters of the consensus</h3>{clusters}</div>{unsure}"
    return (
        f'<p>{text}</p><div class="columns">{both}</div><p class="note">Agreement is the mean over the '
        "clusterings of the Jaccard coefficient of the cluster of an element in the consensus and "
        "in the clustering. Together is the share of clusterings in which two elements of the "
        "cluster are together.</p>"
    )
