"""The report of two clusterings: everything that it says as one dict, and its sections."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from clusterdiff._versions import __version__
from clusterdiff.analysis._diff import changed_clusters, explained
from clusterdiff.drawing import flow_diagram, flow_svg, heatmap_svg
from clusterdiff.labels import listed
from clusterdiff.reports._card import Card, flow_picture
from clusterdiff.reports._changes import change_rows, moved_text, verdict, whole_percent
from clusterdiff.reports._sections import (
    Columns,
    Figure,
    Page,
    Paragraph,
    Section,
    Sentence,
    Table,
    Verdict,
    last_sections,
)
from clusterdiff.views import interval, label_text, number, plural, printable, shortened

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from clusterdiff.analysis import Cluster, Comparison, Diff, Score
    from clusterdiff.analysis._rows import Rows
    from clusterdiff.drawing import Colors
    from clusterdiff.reports._elements import Elements
    from clusterdiff.reports._sections import Part, Pick
    from clusterdiff.table import Table as Counts

    Ints = NDArray[np.int64]

MAX_CLUSTERS = 10_000  # clusters of a side that a page lists
MAX_OVERLAPS = 100_000  # overlaps that a report lists
_CARD_BANDS = 12  # separate bands of the flow diagram of a card
_HEAD = 24  # letters of the name of a clustering above a column
_LINKS = 120  # links of the flow diagram
_MEASURES = 3  # measures that can be seen without unfolding the others
_READ_FIRST = {"adjusted_rand": 0, "variation_of_information": 1, "classification_error": 2}
_FLOW = (
    "As wide as the number of elements. Color: clusters that changed, strong where elements moved "
    "to another cluster. Gray: clusters that are kept."
)
_HEAT = (
    "Of each cluster of the row, the share in the cluster of the column. Clusters are in the order of "
    "the flow above."
)
_RANGE = (
    "In the range, the circle is the value, the wide bar its interval, and the vertical line the "
    "value by chance. ↑ more is better, ↓ less is better."
)


class Side(NamedTuple):
    """The clusters of one side that a report lists, numbered in the order in which they are drawn.

    Attributes
    ----------
    labels : numpy.ndarray
        The labels of the listed clusters.
    sizes : numpy.ndarray of int64
    place : numpy.ndarray of int64
        The number of each cluster of the table, -1 if it is not listed.
    numbers : dict
        The number of each listed cluster by its label.
    """

    labels: NDArray[Any]
    sizes: Ints
    place: Ints
    numbers: dict[Any, int]

    @classmethod
    def of(cls, labels: NDArray[Any], sizes: Ints, order: Ints | None) -> Side:
        """Return all clusters in an order, which a page lists up to a limit."""
        shown = np.arange(len(labels)) if order is None else order[:MAX_CLUSTERS]
        place = np.full(len(labels), -1)
        place[shown] = np.arange(len(shown))
        numbers = {name: number for number, name in enumerate(listed(labels[shown]))}
        return cls(labels[shown], sizes[shown], place, numbers)


class Listed(NamedTuple):
    """What a report lists: clusters of both sides, and cells of the table, the largest first."""

    a: Side
    b: Side
    cells: Ints

    @classmethod
    def of(cls, table: Counts, orders: Sequence[Ints] | None = None) -> Listed:
        """Return everything, or, given the order of the clusters in pictures, the first of them."""
        order_a, order_b = (None, None) if orders is None else orders
        a = Side.of(table.row_labels, table.row_sizes, order_a)
        b = Side.of(table.col_labels, table.col_sizes, order_b)
        inside = np.flatnonzero((a.place[table.rows] >= 0) & (b.place[table.cols] >= 0))
        cells = inside[np.argsort(-table.counts[inside], kind="stable")[:MAX_OVERLAPS]]
        return cls(a, b, cells)


def two_data(
    compared: Comparison,
    changes: Diff,
    notes: Sequence[str],
    title: str | None,
    shown: Listed | None = None,
) -> dict[str, Any]:
    """Return everything that the report says as plain data.

    Parameters
    ----------
    compared : Comparison
        With chance.
    changes : Diff
    notes : sequence of str
        What to know about the input.
    title : str or None
    shown : Listed or None
        What is listed; by default all clusters.

    Returns
    -------
    dict
    """
    table = changes.table
    shown = Listed.of(table) if shown is None else shown
    names = printable(compared.name_a), printable(compared.name_b)
    numbers = shown.a.numbers, shown.b.numbers
    rows = change_rows(changes, numbers)
    said = verdict(compared, changes, rows, numbers)
    return {
        "title": title or f"{compared.name_a} against {compared.name_b}",
        "n": table.n,
        "dropped": table.dropped.total,
        "a": side_data(names[0], shown.a),
        "b": side_data(names[1], shown.b),
        "verdict": {"sentences": [text for text, _ in said], "picks": [pick for _, pick in said]},
        "moved": {"count": changes.moved_count, "share": changes.moved_share},
        "unrelated": changes.unrelated,
        "cost": {
            "measure": changes.measure.name,
            "value": changes.value,
            "unit": changes.measure.unit,
            "total": float(changes.total_cost),
            "explained": changes.explained,
        },
        "measures": [measure_data(score) for score in compared.scores],
        "kinds": {
            "a": changes.counts_a,
            "b": changes.counts_b,
        },
        "changes": [
            {key: value for key, value in row._asdict().items() if key != "prose"} for row in rows
        ],
        "clusters_a": _clusters(changes.clusters_a, shown.a),
        "clusters_b": _clusters(changes.clusters_b, shown.b),
        "overlaps": {
            "row": shown.a.place[table.rows[shown.cells]].tolist(),
            "col": shown.b.place[table.cols[shown.cells]].tolist(),
            "count": table.counts[shown.cells].tolist(),
        },
        "notes": [
            *notes,
            *([] if table.equal else compared.notes),
            *left_out(table.nnz, shown, names),
        ],
        "method": _method(compared, changes),
    }


def label_of(label: Any) -> str:
    """Return a label of a cluster as the page writes it."""
    return printable(label_text(label))


def side_data(title: str, side: Side) -> dict[str, Any]:
    names = [label_of(label) for label in listed(side.labels)]
    return {"title": title, "names": names, "sizes": side.sizes.tolist()}


def measure_data(score: Score) -> dict[str, Any]:
    """Return one measure with its chance and interval."""
    data = score.to_dict()
    chance = data.pop("chance", None) or {}
    keys = ("expected", "adjusted", "z", "interval", "conservative", "error", "n_samples", "notes")
    return {**data, **{key: chance.get(key) for key in keys}}


def _clusters(clusters: Rows[Cluster], side: Side) -> list[dict[str, Any]]:
    """Return the clusters of a side that are listed."""
    out = []
    for cluster in clusters.where(side.place >= 0):
        data = cluster._asdict()
        del data["side"]
        data["number"] = side.numbers[cluster.name]
        data["name"], data["best_match"] = label_of(cluster.name), label_of(cluster.best_match)
        out.append(data)
    return sorted(out, key=lambda data: data["number"])


def left_out(overlaps: int, shown: Listed, titles: tuple[str, str]) -> list[str]:
    """Say which clusters and overlaps are not listed."""
    sides = zip(titles, (shown.a, shown.b), strict=True)
    cut = [(title, side) for title, side in sides if len(side.labels) < len(side.place)]
    if not cut and overlaps > MAX_OVERLAPS:
        return [f"{overlaps:,} overlaps; the {MAX_OVERLAPS:,} largest are listed."]
    return [
        f"{len(side.place):,} clusters in {title}; the page lists {len(side.labels):,} of them, "
        "changed ones first, and their overlaps. The JSON form of the report has all clusters."
        for title, side in cut
    ]


def _method(compared: Comparison, changes: Diff) -> dict[str, str]:
    """Return how the report was computed."""
    table = changes.table
    rows, cols = table.shape
    dropped = f" ({table.dropped.total:,} dropped)" if table.dropped.total else ""
    names = printable(compared.name_a), printable(compared.name_b)
    facts = {
        "Elements": f"{table.n:,}{dropped}",
        "Clusters": f"{rows:,} in {names[0]}, {cols:,} in {names[1]}",
    }
    if not table.equal:
        facts |= {
            "Overlaps": plural(table.nnz, "pair") + " of clusters that share elements",
            "Chance": null_model(compared),
            "Changes": _threshold(changes),
        }
    return {**facts, "Software": f"clusterdiff {__version__}"}


def null_model(compared: Comparison) -> str:
    """Say how the values were compared with chance."""
    if compared.null_model is None:
        return "not asked for"
    seed = "" if compared.seed is None else f"; random numbers from seed {compared.seed}"
    shuffled = "shuffled labels" if compared.null_model == "permutation" else "random clusterings"
    return f"{shuffled} (null model {compared.null_model}){seed}; intervals are at 95 %"


def _threshold(changes: Diff) -> str:
    """Say which overlaps are large."""
    threshold = changes.threshold
    how = ", chosen from the data" if threshold.chosen else ""
    share = f"{100 * threshold.min_share:.3g} % of the smaller of their clusters"
    least = threshold.min_size or 1
    more = f" and {plural(least, 'element')}" if least > 1 else ""
    return (
        f"elements in overlaps of less than {share}{more} are scattered{how}. "
        f"Costs are in {changes.measure.label.lower()}"
    )


def two_page(
    compared: Comparison,
    changes: Diff,
    notes: Sequence[str],
    title: str | None,
    elements: Callable[[Listed, int], Elements],
    colors: Sequence[Colors | None] | None = None,
) -> Page:
    """Return the page of the report; it lists at most 10,000 clusters of a side.

    Parameters
    ----------
    compared : Comparison
    changes : Diff
    notes : sequence of str
    title : str or None
    elements : callable
        Returns the elements of what is listed from the number of characters that they may take.
    colors : pair of (dict or None), optional
        The colors of the clusters of a and of b by their labels.

    Returns
    -------
    Page
    """
    table, titles = changes.table, (compared.name_a, compared.name_b)
    drawn = flow_diagram(table, max_links=_LINKS, changed=changed_clusters(changes), colors=colors)
    shown = Listed.of(table, drawn.orders)
    data = two_data(compared, changes, notes, title, shown)
    places = shown.a.place, shown.b.place
    heatmap = heatmap_svg(table, drawn.orders, titles, places)
    tables = {f"clusters_{side}": cluster_table(data, side) for side in "ab"}
    said: list[Part] = [Verdict(_sentences(**data["verdict"]))]
    last = last_sections(data["notes"], data["method"])
    both = Section("clusters", "Clusters", [Columns([tables["clusters_a"], tables["clusters_b"]])])
    measures = Section("measures", "Measures", [measure_table(data)])
    if table.equal:
        del tables["clusters_b"]
        own = Section("clusters", "Clusters", [tables["clusters_a"]])
        sections = [Section("verdict", "Verdict", said), own, *last]
    elif changes.unrelated:
        sections = [Section("verdict", "Verdict", said), measures, both, *last]
    else:
        said.append(Figure("flow", flow_svg(drawn, titles, numbers=places), _FLOW))
        tables["changes"] = change_table(data)
        sections = [
            Section("verdict", "Verdict", said),
            Section("changes", "What changed", [tables["changes"], _explained(changes)]),
            measures,
            Section("overlap", "Overlap of the clusters", [Figure("heatmap", heatmap, _HEAT)]),
            both,
            Section("overlaps", "Overlaps", [overlap_table(data)]),
            *last,
        ]
    payload = {
        "a": data["a"],
        "b": data["b"],
        "cells": data["overlaps"],
        "heat": heatmap.place,
        "tables": {key: each.payload() for key, each in tables.items()},
    }
    facts = _facts(changes, data)
    held = None if table.equal or changes.unrelated else lambda limit: elements(shown, limit)
    return Page(data["title"], facts, sections, payload, "page.js", held)


def two_card(
    compared: Comparison,
    changes: Diff,
    title: str | None,
    colors: Sequence[Colors | None] | None = None,
) -> Card:
    """Return what the card of the report shows."""
    table, names = changes.table, (compared.name_a, compared.name_b)
    rows = change_rows(changes, ({}, {}))
    said = [text for text, _ in verdict(compared, changes, rows, ({}, {}))]
    head = title or f"{names[0]} → {names[1]}"
    if changes.unrelated:
        return Card(head, f"{changes.agreement:.2f}", "adjusted Rand index", said)
    share = whole_percent(changes.moved_share)
    if table.equal:
        return Card(head, share, "of the elements moved", said)
    drawn = flow_diagram(
        table, max_bands=_CARD_BANDS, changed=changed_clusters(changes), colors=colors
    )
    caption = moved_text(changes).partition(" (")[0]
    return Card(head, share, caption, said[1:], flow_picture(drawn, names))


def _facts(changes: Diff, data: dict[str, Any]) -> str:
    dropped = f" ({data['dropped']:,} dropped)" if data["dropped"] else ""
    height, width = changes.table.shape
    return f"{plural(data['n'], 'element')}{dropped}, {height:,} → {plural(width, 'cluster')}"


def _sentences(sentences: Sequence[str], picks: Sequence[Pick | None]) -> list[Sentence]:
    return [Sentence(*each) for each in zip(sentences, picks, strict=True)]


def _explained(changes: Diff) -> Paragraph:
    """Say what the costs are, and how much the named changes explain."""
    label = f"{changes.measure.label[0].lower()}{changes.measure.label[1:]}"
    adds = f"The costs add up to the {label}, {_value(changes)}."
    return Paragraph(" ".join([adds, *explained(changes)]), small=True)


def _value(changes: Diff) -> str:
    return " ".join(filter(None, (number(changes.value), changes.measure.unit)))


def change_table(data: dict[str, Any], elements: str = "Elements") -> Table:
    """Return what changed, with the title of the numbers of elements; the costs add up to the last row."""
    changes, cost = data["changes"], data["cost"]
    total = cost["total"] or 1.0
    rows = [[c["kind"], c["sentence"], c["size"], c["cost"], c["cost"] / total] for c in changes]
    unit = f" ({cost['unit']})" if cost["unit"] else ""
    return Table(
        "changes",
        "Changes",
        (
            "Kind",
            " → ".join(shortened(data[side]["title"], _HEAD) for side in "ab"),
            elements,
            f"Cost{unit}",
            "Share",
        ),
        ("kind", "text", "int", "float", "share"),
        rows,
        [change["pick"] for change in changes],
        tuple(dict.fromkeys(change["kind"] for change in changes)),
        foot=["", "All changes", None, cost["total"], 1.0],
    )


def cluster_table(
    data: dict[str, Any], side: str, alike: tuple[str, str] = ("kept", "Largest share")
) -> Table:
    """Return the clusters of a side, with how alike the best match is: its key and its title."""
    clusters = data[f"clusters_{side}"]
    keys = ("name", "size", "kind", "best_match", alike[0], "parts")
    numbers = [cluster["number"] for cluster in clusters]
    return Table(
        f"clusters_{side}",
        f"Clusters of {data[side]['title']}",
        ("Cluster", "Elements", "Kind", "Best match", alike[1], "Pieces"),
        ("name", "int", "kind", "name", "share", "int"),
        [[cluster[key] for key in keys] for cluster in clusters],
        [(k, None) if side == "a" else (None, k) for k in numbers],
        tuple(dict.fromkeys(cluster["kind"] for cluster in clusters)),
    )


def overlap_table(data: dict[str, Any]) -> Table:
    """Return the largest overlaps; the script makes the other rows."""
    cells, sides = data["overlaps"], (data["a"], data["b"])
    rows = []
    for count, *pair in list(zip(cells["count"], cells["row"], cells["col"], strict=True))[:10]:
        both = list(zip(sides, pair, strict=True))
        names = [side["names"][k] for side, k in both]
        rows.append([*names, count, *(count / side["sizes"][k] for side, k in both)])
    return Table(
        "overlaps",
        "Overlaps",
        (
            *(shortened(side["title"], _HEAD) for side in sides),
            "Elements",
            *(f"% of cluster in {shortened(side['title'], _HEAD)}" for side in sides),
        ),
        ("name", "name", "int", "share", "share"),
        rows,
        total=len(cells["count"]),
    )


def measure_table(data: dict[str, Any]) -> Table:
    rows = []
    for m in data["measures"]:
        arrow = {"similarity": "↑", "distance": "↓"}.get(m["direction"], "")
        chance = "" if m["expected"] is None else "≈" * bool(m["error"]) + number(m["expected"])
        value = " ".join(filter(None, (number(m["value"]), m["unit"], arrow)))
        limits = interval(m["interval"]) if m["interval"] else "–" * (m["notes"] is not None)
        rows.append([m["label"], value, m, chance, limits, m["meaning"] or ""])
    heads = ["Measure", "Value", "Range", "Chance", "95 % interval", "Meaning"]
    kinds = ["head", "value", "range", "number", "number", "text"]
    rows.sort(key=lambda row: _READ_FIRST.get(row[2]["name"], len(_READ_FIRST)))
    if all(m["notes"] is None for m in data["measures"]):  # chance was not asked for
        for row in (heads, kinds, *rows):
            del row[3:5]
    return Table("", "measures", tuple(heads), tuple(kinds), rows, first=_MEASURES, note=_RANGE)
