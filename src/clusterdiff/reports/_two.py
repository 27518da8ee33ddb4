"""The report of two clusterings: everything that it says as one dict, and its sections."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from clusterdiff._versions import __version__
from clusterdiff.drawing import (
    flow_diagram,
    flow_svg,
    heatmap_svg,
)
from clusterdiff.labels import listed
from clusterdiff.reports._sections import (
    Columns,
    Facts,
    Figure,
    Page,
    Paragraph,
    Section,
    Sentence,
    Table,
    Verdict,
    last_sections,
)
from clusterdiff.views import interval, label_text, number, plural, printable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from clusterdiff.analysis import Change, Cluster, Comparison, Cut, Diff, Score
    from clusterdiff.analysis._rows import Rows
    from clusterdiff.drawing import Colors
    from clusterdiff.reports._elements import Elements
    from clusterdiff.reports._sections import Pick
    from clusterdiff.table import Table as Counts

    Ints = NDArray[np.int64]

MAX_CLUSTERS = 10_000  # clusters of a side that a page lists
MAX_OVERLAPS = 100_000  # overlaps that a report lists
MAX_CHANGES = 5_000
MAX_PICKED = 20  # clusters of a side that a page selects together
_LINKS = 120  # links of the flow diagram
_MEASURES = 3  # measures that can be seen without unfolding the others
_READ_FIRST = {"adjusted_rand": 0, "variation_of_information": 1, "classification_accuracy": 2}
_CUTS = 10  # splits and merges that are listed on their own
_NAMED = 5  # changes that the verdict names
_SHARE = 0.05  # of the cost of the largest change that a change must have to be named
_FAR, _ABOVE = 5.0, 2.0  # standard deviations from chance
_TENTH = 0.1
_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
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
    changed = changes.changes
    names = printable(compared.name_a), printable(compared.name_b)
    return {
        "title": title or f"{compared.name_a} against {compared.name_b}",
        "n": table.n,
        "dropped": table.dropped.total,
        "a": _side(names[0], shown.a),
        "b": _side(names[1], shown.b),
        "verdict": _verdict(compared, changes, shown),
        "measures": [_measure(score) for score in compared.scores],
        "kinds": {
            "a": changes.counts_a,
            "b": changes.counts_b,
        },
        "changes": [_change(change, shown) for change in changed[:MAX_CHANGES]],
        "splits": _cuts(changes.splits, shown.a),
        "merges": _cuts(changes.merges, shown.b),
        "clusters_a": _clusters(changes.clusters_a, shown.a),
        "clusters_b": _clusters(changes.clusters_b, shown.b),
        "overlaps": {
            "row": shown.a.place[table.rows[shown.cells]].tolist(),
            "col": shown.b.place[table.cols[shown.cells]].tolist(),
            "count": table.counts[shown.cells].tolist(),
        },
        "notes": [
            *notes,
            *compared.notes,
            *_cut("changes", len(changed), MAX_CHANGES),
            *_cut("splits", len(changes.splits), MAX_CHANGES),
            *_cut("merges", len(changes.merges), MAX_CHANGES),
            *_left_out(table, shown, names),
        ],
        "method": _method(compared, changes),
    }


def _label(label: Any) -> str:
    """Return a label of a cluster as the page writes it."""
    return printable(label_text(label))


def _side(title: str, side: Side) -> dict[str, Any]:
    names = [_label(label) for label in listed(side.labels)]
    return {"title": title, "names": names, "sizes": side.sizes.tolist()}


def _measure(score: Score) -> dict[str, Any]:
    """Return one measure with its chance and interval."""
    data = score.to_dict()
    chance = data.pop("chance", None) or {}
    keys = ("expected", "adjusted", "z", "interval", "error", "n_samples", "notes")
    return {**data, **{key: chance.get(key) for key in keys}}


def _change(change: Change, shown: Listed) -> dict[str, Any]:
    """Return a change; `pick` are the numbers of its clusters."""
    a, b = change.clusters_a, change.clusters_b
    return {
        "kind": change.kind,
        "a": [_label(name) for name in a],
        "b": [_label(name) for name in b],
        "size": change.size,
        "gain": change.gain,
        "loss": change.loss,
        "cost": float(change.cost),
        "sentence": printable(change.sentence),
        "pick": _pick(a, b, shown),
    }


def _pick(a: Sequence[Any], b: Sequence[Any], shown: Listed) -> Pick | None:
    """Return the numbers of the clusters that a page selects together.

    The parts of a cluster that is split or merged are not selected, since they are all of its
    overlaps. None if there are many clusters, or if one of them is not listed.
    """
    if len(a) == 1 and len(b) > 1:
        b = ()
    elif len(b) == 1 and len(a) > 1:
        a = ()
    if max(len(a), len(b)) > MAX_PICKED:
        return None
    rows = [shown.a.numbers.get(name, -1) for name in a]
    cols = [shown.b.numbers.get(name, -1) for name in b]
    return None if -1 in rows or -1 in cols else [rows, cols]


def _cuts(cuts: Sequence[Cut], side: Side) -> list[dict[str, Any]]:
    """Return splits or merges, the most costly first; `number` is None if one is not listed."""
    return [
        {
            "cluster": _label(cut.cluster),
            "number": side.numbers.get(cut.cluster),
            "parts": [{"name": _label(part.name), "size": part.size} for part in cut.parts],
            "cost": cut.cost,
            "sentence": printable(cut.sentence),
        }
        for cut in cuts[:MAX_CHANGES]
    ]


def _clusters(clusters: Rows[Cluster], side: Side) -> list[dict[str, Any]]:
    """Return the clusters of a side that are listed."""
    out = []
    for cluster in clusters.where(side.place >= 0):
        data = cluster._asdict()
        del data["side"]
        data["number"] = side.numbers[cluster.name]
        data["name"], data["best_match"] = _label(cluster.name), _label(cluster.best_match)
        out.append(data)
    return sorted(out, key=lambda data: data["number"])


def _cut(what: str, total: int, shown: int) -> list[str]:
    return [f"{total:,} {what}; the {shown:,} largest are listed."] if total > shown else []


def _left_out(table: Counts, shown: Listed, titles: tuple[str, str]) -> list[str]:
    """Say which clusters and overlaps are not listed."""
    sides = zip(titles, (shown.a, shown.b), strict=True)
    cut = [(title, side) for title, side in sides if len(side.labels) < len(side.place)]
    if not cut:
        return _cut("overlaps", table.nnz, MAX_OVERLAPS)
    return [
        f"{len(side.place):,} clusters in {title}; the page lists the {len(side.labels):,} largest "
        "and their overlaps. The JSON form of the report has all clusters."
        for title, side in cut
    ]


def _method(compared: Comparison, changes: Diff) -> dict[str, str]:
    """Return how the report was computed."""
    table = changes.table
    rows, cols = table.shape
    dropped = f" ({table.dropped.total:,} dropped)" if table.dropped.total else ""
    names = printable(compared.name_a), printable(compared.name_b)
    return {
        "Elements": f"{table.n:,}{dropped}",
        "Clusters": f"{rows:,} in {names[0]}, {cols:,} in {names[1]}",
        "Overlaps": plural(table.nnz, "pair") + " of clusters that share elements",
        "Chance": _null_model(compared),
        "Changes": _threshold(changes),
        "Software": f"clusterdiff {__version__}",
    }


def _null_model(compared: Comparison) -> str:
    """Say how the values were compared with chance."""
    if compared.null_model is None:
        return "not asked for"
    seed = "" if compared.seed is None else f"; random numbers from seed {compared.seed}"
    return f"null model: {compared.null_model}{seed}; intervals are at 95 %"


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


def _verdict(compared: Comparison, changes: Diff, shown: Listed) -> dict[str, Any]:
    """Return the verdict in two or more sentences.

    The first sentence is about the clusters and the last about the agreement. ``picks`` are the
    numbers of the clusters of a and of b that each sentence is about, or None.
    """
    if changes.table.equal:
        names = ", apart from the names of clusters" if changes.renames else ""
        return {"sentences": [f"The two clusterings are the same{names}."], "picks": [None]}
    if changes.unrelated:
        said = "The two clusterings have no more in common than random ones."
        return {"sentences": [said], "picks": [None]}
    named = _most_costly(changes, shown)
    scores = [score for score in compared.scores if score.name == "adjusted_rand"]
    last = [_agreement(scores[0])] if scores else []
    return {
        "sentences": [_kept(changes), *(text for text, _ in named), *last],
        "picks": [None, *(pick for _, pick in named), *(None for _ in last)],
    }


def in_words(count: int) -> str:
    """Write small numbers as words.

    Examples
    --------
    >>> in_words(2), in_words(1200)
    ('two', '1,200')
    """
    return _WORDS[count] if count < len(_WORDS) else f"{count:,}"


def _kept(changes: Diff) -> str:
    """Say how many clusters of the first side are kept."""
    total = len(changes.clusters_a)
    kept = changes.counts_a.get("kept", 0)
    side = printable(changes.name_a)
    words = in_words if total < len(_WORDS) else "{:,}".format
    of_all = f"{words(kept)} of {words(total)} clusters of {side}"
    if kept == 0:
        return f"None of the {words(total)} clusters of {side} is kept."
    verb = "is" if kept == 1 else "are"
    return f"{of_all[0].upper()}{of_all[1:]} {verb} kept."


def _most_costly(changes: Diff, shown: Listed) -> list[tuple[str, Pick | None]]:
    """Name the most costly splits and merges, or mixed, new and gone clusters if there are none.

    Changes that cost little compared with the largest one are only counted.
    """
    splits, merges = changes.splits[:_NAMED], changes.merges[:_NAMED]
    found: list[tuple[float, str, Pick | None]] = [
        (cut.cost, f"Split: {cut.sentence}.", _pick([cut.cluster], (), shown)) for cut in splits
    ]
    found += [
        (cut.cost, f"Merged: {cut.sentence}.", _pick((), [cut.cluster], shown)) for cut in merges
    ]
    found.sort(key=lambda cut: -cut[0])
    total = len(changes.splits) + len(changes.merges)
    if not found:
        others = changes.of_kind("mixed", "new", "gone")
        found = [(c.cost, f"{c.sentence}.", None) for c in others[:_NAMED]]
        total = len(others)
    least = _SHARE * found[0][0] if found else 0.0
    out = [(printable(text), pick) for cost, text, pick in found[:_NAMED] if cost >= least]
    if total > len(out):
        more = total - len(out)
        verb = "change is" if more == 1 else "changes are"
        out.append((f"{in_words(more).capitalize()} more {verb} listed below.", None))
    return out


def _agreement(score: Score) -> str:
    """Say how large a value is, against chance and with its interval."""
    chance = score.chance
    text = f"{score.label} {_two_digits(score.value)}"
    if chance is None:
        return f"{text}."
    if chance.z is not None:
        text += f", {_against_chance(chance.z)}"
    if chance.interval is not None:
        low, high = chance.interval
        text += f", 95 % interval {_two_digits(low)} to {_two_digits(high)}"
    return f"{text}."


def _two_digits(value: float) -> str:
    """Return a number with two digits; 0.70, not 0.7."""
    return f"{value:.2f}" if _TENTH <= abs(value) < 1 else number(value, 2)


def _against_chance(z: float) -> str:
    """Say how far from chance a number of standard deviations is."""
    if abs(z) < _ABOVE:
        return "not distinguishable from chance"
    degree = "far " if abs(z) >= _FAR else ""
    return f"{degree}{'above' if z > 0 else 'below'} chance"


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
    drawn = flow_diagram(table, max_links=_LINKS, colors=colors)
    shown = Listed.of(table, drawn.orders)
    data = two_data(compared, changes, notes, title, shown)
    places = shown.a.place, shown.b.place
    flow = flow_svg(drawn, titles, numbers=places)
    heatmap = heatmap_svg(table, drawn.orders, titles, places)
    tables = {"changes": _change_table(data)}
    tables |= {f"clusters_{side}": _cluster_table(data, side) for side in "ab"}
    sections = [
        Section(
            "verdict",
            "Verdict",
            [Verdict(_sentences(**data["verdict"])), Figure("flow", flow, _FLOW)],
        ),
        Section("changes", "What changed", _what_happened(data, tables["changes"])),
        Section("measures", "Measures", [_measure_table(data)]),
        Section("overlap", "Overlap of the clusters", [Figure("heatmap", heatmap, _HEAT)]),
        Section("clusters", "Clusters", [Columns([tables["clusters_a"], tables["clusters_b"]])]),
        Section("overlaps", "Overlaps", [_overlap_table(data)]),
        *last_sections(data["notes"], data["method"]),
    ]
    payload = {
        "a": data["a"],
        "b": data["b"],
        "cells": data["overlaps"],
        "heat": heatmap.place,
        "tables": {key: each.payload() for key, each in tables.items()},
    }
    facts = _facts(changes, data)
    return Page(
        data["title"], facts, sections, payload, "page.js", lambda limit: elements(shown, limit)
    )


def _facts(changes: Diff, data: dict[str, Any]) -> str:
    dropped = f" ({data['dropped']:,} dropped)" if data["dropped"] else ""
    sizes = zip(changes.table.shape, "ab", strict=True)
    sides = [f"{plural(size, 'cluster')} in {data[side]['title']}" for size, side in sizes]
    return f"{plural(data['n'], 'element')}{dropped}; {sides[0]}, {sides[1]}"


def _sentences(sentences: Sequence[str], picks: Sequence[Pick | None]) -> list[Sentence]:
    return [Sentence(*each) for each in zip(sentences, picks, strict=True)]


def _what_happened(data: dict[str, Any], table: Table) -> list[Facts | Table | Paragraph]:
    """Return how many clusters of each kind there are, the splits and merges, and all changes."""
    kinds = [
        (data[side]["title"], [Sentence(", ".join(f"{n:,} {kind}" for kind, n in found.items()))])
        for side, found in data["kinds"].items()
    ]
    cuts = [("Splits", data["splits"], 0), ("Merges", data["merges"], 1)]
    told = [(name, _told(found, side)) for name, found, side in cuts if found]
    return [Facts([*kinds, *told]), table if table.rows else Paragraph("No cluster changed.")]


def _told(cuts: list[dict[str, Any]], side: int) -> list[Sentence]:
    """Return sentences about the most costly splits or merges."""
    out = []
    for cut in cuts[:_CUTS]:
        own: Pick = [[], []]
        own[side] = [cut["number"]]
        out.append(Sentence(cut["sentence"], None if cut["number"] is None else own))
    rest = len(cuts) - len(out)
    return [*out, Sentence(f"… and {rest:,} more, in the tables of clusters")] if rest else out


def _change_table(data: dict[str, Any]) -> Table:
    changes = data["changes"]
    rows = [[c["kind"], c["sentence"], c["size"], c["cost"]] for c in changes]
    return Table(
        "changes",
        "Changes",
        ("Kind", "What happened", "Elements", "Cost"),
        ("kind", "text", "int", "float"),
        rows,
        [change["pick"] for change in changes],
        tuple(dict.fromkeys(change["kind"] for change in changes)),
    )


def _cluster_table(data: dict[str, Any], side: str) -> Table:
    clusters = data[f"clusters_{side}"]
    keys = ("name", "size", "kind", "best_match", "kept", "parts")
    numbers = [cluster["number"] for cluster in clusters]
    return Table(
        f"clusters_{side}",
        f"Clusters of {data[side]['title']}",
        ("Cluster", "Elements", "Kind", "Best match", "Shared", "Parts"),
        ("name", "int", "kind", "name", "share", "int"),
        [[cluster[key] for key in keys] for cluster in clusters],
        [(k, None) if side == "a" else (None, k) for k in numbers],
        tuple(dict.fromkeys(cluster["kind"] for cluster in clusters)),
    )


def _overlap_table(data: dict[str, Any]) -> Table:
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
        (*(side["title"] for side in sides), "Elements", "Of the first", "Of the second"),
        ("name", "name", "int", "share", "share"),
        rows,
        total=len(cells["count"]),
    )


def _measure_table(data: dict[str, Any]) -> Table:
    rows = []
    for m in data["measures"]:
        arrow = {"similarity": "↑", "distance": "↓"}.get(m["direction"], "")
        chance = "" if m["expected"] is None else "≈" * bool(m["error"]) + number(m["expected"])
        value = " ".join(filter(None, (number(m["value"]), m["unit"], arrow)))
        limits = interval(m["interval"]) if m["interval"] else "withheld" * (m["notes"] is not None)
        rows.append([m["label"], value, m, chance, limits, m["reading"] or ""])
    heads = ["Measure", "Value", "Range", "Chance", "95 % interval", "How to read it"]
    kinds = ["head", "value", "range", "number", "number", "text"]
    rows.sort(key=lambda row: _READ_FIRST.get(row[2]["name"], len(_READ_FIRST)))
    if all(m["notes"] is None for m in data["measures"]):  # chance was not asked for
        for row in (heads, kinds, *rows):
            del row[3:5]
    return Table("", "measures", tuple(heads), tuple(kinds), rows, first=_MEASURES, note=_RANGE)
