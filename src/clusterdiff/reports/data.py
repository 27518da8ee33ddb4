"""Everything that a report says, as one dict of plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.analysis.diff.data import UNCHANGED
from clusterdiff.labels import listed
from clusterdiff.reports.verdict import verdict
from clusterdiff.versions import __version__
from clusterdiff.views import label_text, plain_data, plural, printable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from clusterdiff.analysis.diff import Cut, Diff, Part
    from clusterdiff.analysis.results import Comparison, Score
    from clusterdiff.table import Table

    Numbers = dict[Any, int]

MAX_OVERLAPS = 100_000  # overlaps that a report lists
MAX_CHANGES = 5_000
MAX_PICKED = 20  # clusters of a side that a page selects together


def report_data(
    compared: Comparison, changes: Diff, notes: Sequence[str] = (), title: str | None = None
) -> dict[str, Any]:
    """Return the data of a report.

    Parameters
    ----------
    compared : Comparison
        With chance.
    changes : Diff
    notes : sequence of str
        What to know about the input.
    title : str or None

    Returns
    -------
    dict
        Plain data; HTML, JSON and Markdown are made from it.
    """
    table = changes.table
    name_a, name_b = compared.name_a, compared.name_b
    listed_changes = [c for c in changes.components if c.kind not in UNCHANGED]
    rows, cols = numbers_of(table)
    return {
        "title": title or f"{name_a} against {name_b}",
        "n": table.n,
        "dropped": table.dropped.total,
        "a": _side(name_a, table.row_labels, table.row_sizes),
        "b": _side(name_b, table.col_labels, table.col_sizes),
        "verdict": verdict(compared, changes, rows, cols),
        "measures": [_measure(score) for score in compared.scores],
        "kinds": _kinds(changes),
        "changes": [_change(change, rows, cols) for change in listed_changes[:MAX_CHANGES]],
        "splits": _cuts(changes.splits, changes.sentences.split, rows),
        "merges": _cuts(changes.merges, changes.sentences.merge, cols),
        "clusters_a": [_cluster(cluster, rows) for cluster in changes.clusters_a],
        "clusters_b": [_cluster(cluster, cols) for cluster in changes.clusters_b],
        "overlaps": _overlaps(table),
        "notes": [
            *notes,
            *compared.notes,
            *_cut("changes", len(listed_changes), MAX_CHANGES),
            *_cut("splits", len(changes.splits), MAX_CHANGES),
            *_cut("merges", len(changes.merges), MAX_CHANGES),
            *_cut("overlaps", table.nnz, MAX_OVERLAPS),
        ],
        "method": _method(compared, changes),
    }


def numbers_of(table: Table) -> tuple[Numbers, Numbers]:
    """Return the number of each cluster of a and of b in the table, by label."""
    labels = table.row_labels, table.col_labels
    rows, cols = ({name: i for i, name in enumerate(listed(side))} for side in labels)
    return rows, cols


def _label(label: Any) -> str:
    """Return a label of a cluster as the page writes it."""
    return printable(label_text(label))


def _side(name: str, labels: NDArray[Any], sizes: NDArray[np.int64]) -> dict[str, Any]:
    names = [_label(label) for label in listed(labels)]
    return {"title": printable(name), "names": names, "sizes": sizes.tolist()}


def _kinds(changes: Diff) -> dict[str, dict[str, int]]:
    """Return how many clusters of each side are kept, split and so on."""
    out: dict[str, dict[str, int]] = {"a": {}, "b": {}}
    for side, clusters in (("a", changes.clusters_a), ("b", changes.clusters_b)):
        for cluster in clusters:
            out[side][cluster.kind] = out[side].get(cluster.kind, 0) + 1
    return out


def _measure(score: Score) -> dict[str, Any]:
    """Return one measure with its chance and interval."""
    data = score.to_dict()
    chance = data.pop("chance", None) or {}
    keys = ("expected", "adjusted", "z", "interval", "error", "n_samples", "notes")
    return {**data, **{key: chance.get(key) for key in keys}}


def _change(change: Any, rows: Numbers, cols: Numbers) -> dict[str, Any]:
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
        "pick": _pick([rows[name] for name in a], [cols[name] for name in b]),
    }


def _pick(a: list[int], b: list[int]) -> list[list[int]] | None:
    """Return the clusters that a page selects for a change; None if they are many.

    The parts of a cluster that is split or merged are not listed, since they are all of its
    overlaps.
    """
    if len(a) == 1 and len(b) > 1:
        return [a, []]
    if len(b) == 1 and len(a) > 1:
        return [[], b]
    return [a, b] if max(len(a), len(b)) <= MAX_PICKED else None


def _cuts(
    cuts: Sequence[Cut], say: Callable[[Any, Sequence[Part]], str], numbers: Numbers
) -> list[dict[str, Any]]:
    """Return splits or merges, the most costly first."""
    return [
        {
            "cluster": _label(cut.cluster),
            "number": numbers[cut.cluster],
            "parts": [{"name": _label(part.name), "size": part.size} for part in cut.parts],
            "cost": cut.cost,
            "sentence": printable(say(cut.cluster, cut.parts)),
        }
        for cut in cuts[:MAX_CHANGES]
    ]


def _cluster(cluster: Any, numbers: Numbers) -> dict[str, Any]:
    data = cluster._asdict()
    data["number"] = numbers[cluster.name]
    data["name"], data["best_match"] = _label(cluster.name), _label(cluster.best_match)
    del data["side"]
    out: dict[str, Any] = plain_data(data)
    return out


def listed_overlaps(table: Table) -> NDArray[np.intp]:
    """Return the overlaps that a report lists, the largest first."""
    return np.argsort(-table.counts, kind="stable")[:MAX_OVERLAPS]


def _overlaps(table: Table) -> dict[str, list[int]]:
    cells = listed_overlaps(table)
    found = {"row": table.rows, "col": table.cols, "count": table.counts}
    return {name: values[cells].tolist() for name, values in found.items()}


def _cut(what: str, total: int, shown: int) -> list[str]:
    return [f"{total:,} {what}; the {shown:,} largest are listed."] if total > shown else []


def _method(compared: Comparison, changes: Diff) -> dict[str, str]:
    """Return how the report was computed."""
    table = changes.table
    rows, cols = table.shape
    return {
        "Elements": f"{table.n:,}"
        + (f" ({table.dropped.total:,} dropped)" if table.dropped.total else ""),
        "Clusters": f"{rows:,} in {printable(compared.name_a)}, {cols:,} in {printable(compared.name_b)}",
        "Overlaps": plural(table.nnz, "pair") + " of clusters that share elements",
        "Chance": f"null model: {compared.null_model or 'none'}; intervals are at 95 %",
        "Changes": _threshold(changes),
        "Software": f"clusterdiff {__version__}",
    }


def _threshold(changes: Diff) -> str:
    """Say which overlaps are structure."""
    threshold = changes.threshold
    how = ", chosen from the data" if threshold.chosen else ""
    text = (
        f"overlaps of at least {100 * threshold.min_share:.3g} % of the smaller of their clusters"
    )
    more = f" and {plural(threshold.min_size, 'element')}" if threshold.min_size > 1 else ""
    return f"{text}{more} count as structure{how}; smaller ones are leakage. Costs are in {changes.measure.label.lower()}"
