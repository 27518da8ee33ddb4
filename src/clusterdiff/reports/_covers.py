"""The report of two covers: everything that it says as one dict, and its sections."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff._versions import __version__
from clusterdiff.labels import object_array
from clusterdiff.reports._card import Card
from clusterdiff.reports._changes import (
    MAX_CHANGES,
    ChangeRow,
    agreement,
    in_words,
    largest,
    moved_text,
    name_of,
    picked,
    whole_percent,
)
from clusterdiff.reports._sections import (
    Columns,
    Page,
    Paragraph,
    Section,
    Sentence,
    Table,
    Verdict,
    last_sections,
)
from clusterdiff.reports._two import (
    MAX_OVERLAPS,
    Listed,
    Side,
    change_table,
    cluster_table,
    label_of,
    left_out,
    measure_data,
    measure_table,
    null_model,
    overlap_table,
    side_data,
)
from clusterdiff.views import plural, printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clusterdiff.analysis import Comparison, CoverChange, CoverDiff
    from clusterdiff.reports._elements import Which

_ELEMENTS = {"none": 0, "sample": 1_000, "auto": 10_000, "all": None}  # that the page lists
_COST = (
    "A change costs the memberships that are gained and lost. Clusters are matched one to one by the "
    "Jaccard index, the share of the elements of both clusters that both have."
)


def cover_data(
    compared: Comparison,
    changes: CoverDiff,
    notes: Sequence[str],
    title: str | None,
    shown: Listed | None = None,
) -> dict[str, Any]:
    """Return everything that the report says as plain data.

    Parameters
    ----------
    compared : Comparison
    changes : CoverDiff
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
    names = printable(compared.name_a), printable(compared.name_b)
    shown = _listed(changes, every=True) if shown is None else shown
    rows = _change_rows(changes, shown)
    cells, sides = table.cells, (shown.a, shown.b)
    data: dict[str, Any] = {
        "title": title or f"{compared.name_a} against {compared.name_b}",
        "kind": "cover",
        "n": table.n,
        "dropped": table.dropped.total,
        "a": side_data(names[0], shown.a),
        "b": side_data(names[1], shown.b),
        "verdict": {"sentences": _verdict(compared, changes, rows)},
        "moved": {"count": changes.moved_count, "share": changes.moved_share},
        "memberships": {"gained": changes.gained, "lost": changes.lost},
        "cost": {"unit": "memberships", "total": changes.total_cost},
        "measures": [measure_data(score) for score in compared.scores],
        "kinds": dict(changes.counts),
        "changes": [
            {key: value for key, value in row._asdict().items() if key != "prose"} for row in rows
        ],
        "overlaps": {
            "row": shown.a.place[cells.rows[shown.cells]].tolist(),
            "col": shown.b.place[cells.cols[shown.cells]].tolist(),
            "count": cells.counts[shown.cells].tolist(),
        },
        "notes": [
            *notes,
            *([] if table.equal else compared.notes),
            *left_out(table.nnz, shown, names),
        ],
        "method": _method(compared, changes),
    }
    for side, clusters, own in zip(
        "ab", (changes.clusters_a, changes.clusters_b), sides, strict=True
    ):
        data[f"clusters_{side}"] = [
            {
                **{key: cluster._asdict()[key] for key in ("kind", "size", "parts", "jaccard")},
                **{
                    key: None if value is None else label_of(value)
                    for key, value in (
                        ("name", cluster.name),
                        ("best_match", cluster.best_match),
                        ("partner", cluster.partner),
                    )
                },
                "number": own.numbers[cluster.name],
            }
            for cluster in clusters.where(own.place >= 0)
        ]
    return data


def _listed(changes: CoverDiff, *, every: bool = False) -> Listed:
    """Return what is listed: all clusters, or the most changed ones up to the limit of a page."""
    table = changes.table
    a, b = (
        Side.of(
            object_array(list(range(cover.k) if cover.labels is None else cover.labels)),
            cover.sizes,
            None if every else rows.numbers,
        )
        for cover, rows in ((table.a, changes.clusters_a), (table.b, changes.clusters_b))
    )
    rows, cols, counts = table.cells
    inside = np.flatnonzero((a.place[rows] >= 0) & (b.place[cols] >= 0))
    return Listed(a, b, inside[np.argsort(-counts[inside], kind="stable")[:MAX_OVERLAPS]])


def _change_rows(changes: CoverDiff, shown: Listed) -> list[ChangeRow]:
    """Return what changed, the most costly first, and the rest in one row."""
    numbers = shown.a.numbers, shown.b.numbers
    found = changes.changes
    rows = [
        ChangeRow(
            each.kind,
            printable(each.sentence),
            each.stay,
            each.cost,
            picked(each.clusters_a, each.clusters_b, numbers),
            _prose(each),
        )
        for each in found[:MAX_CHANGES]
    ]
    rest = len(found) - len(rows)
    if rest:
        cost = changes.total_cost - sum(row.cost for row in rows)
        rows.append(ChangeRow("more", plural(rest, "smaller change"), 0, cost, None))
    return rows


def _prose(change: CoverChange) -> str:
    """Return what changed as a sentence about b."""
    a, b = change.clusters_a, change.clusters_b
    if change.kind == "new":
        return f"{name_of(b[0])} is new, with {plural(change.gain, 'element')}."
    if change.kind == "gone":
        return f"{name_of(a[0])} is gone, with {plural(change.loss, 'element')}."
    if change.kind == "split":
        return f"It splits {name_of(a[0])} into {in_words([*map(name_of, b)])}."
    if change.kind == "merged":
        return f"It merges {in_words([*map(name_of, a)])} into {name_of(b[0])}."
    return ""


def _verdict(compared: Comparison, changes: CoverDiff, rows: list[ChangeRow]) -> list[str]:
    """Return the sentences at the beginning: elements, clusters, changes and agreement."""
    if changes.table.equal:
        return ["The two covers are the same."]
    counts = changes.counts
    kept = f"{counts.get('kept', 0):,} of {plural(changes.table.shape[0], 'cluster')} kept"
    others = [f"{count:,} {kind}" for kind, count in counts.items() if kind != "kept"]
    both = f"{plural(changes.gained, 'membership')} gained, {changes.lost:,} lost"
    last = [agreement(score) for score in compared.scores if score.name == "omega_index"]
    return [
        moved_text(changes),
        f"{', '.join([kept, *others])}; {both}.",
        *(text for text, _ in largest(rows)),
        *last,
    ]


def _method(compared: Comparison, changes: CoverDiff) -> dict[str, str]:
    """Return how the report was computed."""
    table = changes.table
    names = printable(compared.name_a), printable(compared.name_b)
    dropped = f" ({table.dropped.total:,} dropped)" if table.dropped.total else ""
    least = changes.min_share
    share = "more than half" if least is None else f"{100 * least:.3g} %"
    more = ", or if they are the best match of each other and share more than by chance"
    return {
        "Elements": f"{table.n:,}{dropped}",
        "Clusters": f"{table.a.k:,} in {names[0]}, {table.b.k:,} in {names[1]}; they may overlap",
        "Memberships": f"{table.a.nnz:,} in {names[0]}, {table.b.nnz:,} in {names[1]}",
        "Chance": null_model(compared),
        "Changes": f"clusters can be matched if they share {share} of the smaller one"
        f"{more if least is None else ''}. Clusters belong to one change if they are matched, or if "
        f"{share} of the smaller one moved between them",
        "Software": f"clusterdiff {__version__}",
    }


def cover_page(
    compared: Comparison,
    changes: CoverDiff,
    notes: Sequence[str],
    title: str | None,
    elements: Which,
) -> Page:
    """Return the page of the report; it lists at most 10,000 clusters of a side.

    Parameters
    ----------
    compared : Comparison
    changes : CoverDiff
    notes : sequence of str
    title : str or None
    elements : {"auto", "none", "sample", "all"}
        Which of the elements that moved the page lists.

    Returns
    -------
    Page
    """
    shown = _listed(changes)
    data = cover_data(compared, changes, notes, title, shown)
    alike = ("jaccard", "Jaccard")
    tables = {f"clusters_{side}": cluster_table(data, side, alike) for side in "ab"}
    said = [Verdict([Sentence(text) for text in data["verdict"]["sentences"]])]
    both = Section("clusters", "Clusters", [Columns([*tables.values()])])
    sections = [Section("verdict", "Verdict", said)]
    if changes.table.equal:
        del tables["clusters_b"]
        sections.append(Section("clusters", "Clusters", [tables["clusters_a"]]))
    else:
        tables["changes"] = change_table(data, "Stay")
        sections += [
            Section("changes", "What changed", [tables["changes"], Paragraph(_COST, small=True)]),
            Section("measures", "Measures", [measure_table(data)]),
            both,
            Section("overlaps", "Overlaps", [overlap_table(data)]),
        ]
        moved = _moved_table(changes, _ELEMENTS[elements])
        if moved is not None:
            tables["moved"] = moved
            sections.append(Section("elements", "Elements that moved", [moved]))
    payload = {
        "a": data["a"],
        "b": data["b"],
        "cells": data["overlaps"],
        "tables": {key: each.payload() for key, each in tables.items()},
    }
    dropped = f" ({data['dropped']:,} dropped)" if data["dropped"] else ""
    height, width = changes.table.shape
    facts = f"{plural(data['n'], 'element')}{dropped}, {height:,} → {plural(width, 'cluster')}"
    sections += last_sections(data["notes"], data["method"])
    return Page(data["title"], facts, sections, payload, "page.js")


def _moved_table(changes: CoverDiff, most: int | None) -> Table | None:
    """Return the elements that moved, so many of them."""
    if most == 0:
        return None
    rows = [
        [label_of(each.id), *(", ".join(map(label_of, side)) for side in (each.left, each.joined))]
        for each in changes.elements[:most]
    ]
    note = f"{len(rows):,} of {changes.moved_count:,} are listed."
    heads = ("Element", "Left", "Joined")
    return Table(
        "moved", "Elements that moved", heads, ("name", "text", "text"), rows,
        note=note if len(rows) < changes.moved_count else "",
    )  # fmt: skip


def cover_card(compared: Comparison, changes: CoverDiff, title: str | None) -> Card:
    """Return what the card of the report shows."""
    head = title or f"{compared.name_a} → {compared.name_b}"
    said = _verdict(compared, changes, _change_rows(changes, _listed(changes)))
    share = whole_percent(changes.moved_share)
    if changes.table.equal:
        return Card(head, share, "of the elements moved", said)
    return Card(head, share, moved_text(changes).partition(" (")[0], said[1:])
