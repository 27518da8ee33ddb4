"""Everything that a report of many clusterings says, as one dict of plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.errors import ClusterdiffError
from clusterdiff.many._rank import group_names
from clusterdiff.reports.runs.verdict import runs_verdict
from clusterdiff.versions import __version__
from clusterdiff.views import number, plain_data, plural, printable

if TYPE_CHECKING:
    from clusterdiff.many import Consensus, Diversity, Pairwise, Ranking, Timeline
    from clusterdiff.reports.runs.report import RunsReport

NEARLY = 0.05  # distance of the first measure from its best value at which two are nearly the same
_UNSURE = 20  # elements with the least agreement that are listed
_MAX_EVENTS = 2_000
_LINES = 60  # clusterings that the matrix of a page shows
_DIGITS = 4  # of the values of the matrix


def runs_data(report: RunsReport) -> dict[str, Any]:
    """Return the data of a report.

    Parameters
    ----------
    report : RunsReport

    Returns
    -------
    dict
        Plain data; HTML, JSON and Markdown are made from it.
    """
    runs, pairs = report.clusterings, report.compared
    data = {
        "title": printable(report.title or _default_title(report)),
        "m": len(runs),
        "n": runs.n,
        "measure": pairs.measures[0],
        "runs": _runs(report),
        "groups": _groups(pairs),
        "pairs": _pairs(pairs),
        "map": _map(pairs),
        "consensus": _consensus(report.consensus),
        "ranking": None if report.ranking is None else _ranking(report.ranking),
        "timeline": None if report.timeline is None else _timeline(report.timeline),
        "notes": [*report.notes, *_notes(report)],
        "method": _method(report),
    }
    return {**data, "verdict": runs_verdict(data)}


def _default_title(report: RunsReport) -> str:
    runs = report.clusterings
    against = "" if report.ranking is None else f" against {report.ranking.reference}"
    return f"{plural(len(runs), 'clustering')} of {plural(runs.n, 'element')}{against}"


def _runs(report: RunsReport) -> list[dict[str, Any]]:
    """Return one row per clustering."""
    runs, pairs = report.clusterings, report.compared
    odd = pairs.diversity(pairs.measures[-1])
    distances = dict(zip(odd.names, odd.distances, strict=True))
    means, nearest = _neighbors(pairs)
    same = {name: group[0] for group in pairs.duplicates() for name in group[1:]}
    rows = []
    for i, name in enumerate(runs.names):
        partner = nearest.get(name)
        rows.append({
            "name": printable(name),
            "clusters": runs.sizes[i],
            "elements": runs.n - runs.absent[i],
            "mean": means.get(name),
            "nearest": None if partner is None else printable(partner[0]),
            "nearest_value": None if partner is None else partner[1],
            "mean_distance": distances.get(name),
            "from_consensus": float(report.consensus.values[i]),
            "kind": _kind(name, odd, same),
            "same_as": printable(same[name]) if name in same else None,
        })  # fmt: skip
    return rows


def _kind(name: str, odd: Diversity, same: dict[str, str]) -> str:
    """Say what is special about a clustering."""
    if name == odd.medoid:
        return "medoid"
    if name in odd.outliers:
        return "outlier"
    return "duplicate" if name in same else ""


def _neighbors(pairs: Pairwise) -> tuple[dict[str, float], dict[str, tuple[str, float]]]:
    """Return the mean value of each clustering with the others, and its nearest one."""
    values = pairs.to_numpy()
    m = len(values)
    means = (values.sum(1) - np.diag(values)) / (m - 1)
    nearest = {name: pairs.nearest(name, 1)[0] for name in pairs.names}
    return dict(zip(pairs.names, means.tolist(), strict=True)), nearest


def _groups(pairs: Pairwise) -> list[dict[str, Any]]:
    """Return the groups of clusterings that are the same, and of those that are nearly so."""
    same = pairs.duplicates()
    near = [group for group in pairs.duplicates(NEARLY) if group not in same]
    return [
        {"same": equal, "names": [printable(name) for name in group]}
        for equal, groups in ((True, same), (False, near))
        for group in sorted(groups, key=len, reverse=True)
    ]


def _pairs(pairs: Pairwise) -> dict[str, Any]:
    """Return the values of the clusterings in the order of the tree; of some if there are many."""
    order = [pairs.names.index(name) for name in _ordered(pairs)]
    if len(order) > _LINES:
        order = [order[i] for i in np.linspace(0, len(order) - 1, _LINES).round().astype(int)]
    upper = np.triu_indices(len(pairs.names), 1)
    first = pairs.to_numpy()[upper]
    return {
        "measures": list(pairs.measures),
        "directions": [measure.direction for measure in pairs.chosen],
        "bounds": plain_data([measure.bounds for measure in pairs.chosen]),
        "names": [printable(pairs.names[i]) for i in order],
        "values": [
            [
                [float(f"{x:.{_DIGITS}g}") for x in row]
                for row in matrix[np.ix_(order, order)].tolist()
            ]
            for matrix in pairs.values.values()
        ],
        "mean": float(first.mean()),
        "low": float(first.min()),
        "high": float(first.max()),
        "compared": len(pairs.names),
    }


def _ordered(pairs: Pairwise) -> tuple[str, ...]:
    """Return the names in the order of the tree of the first measure that has one."""
    try:
        return pairs.order()
    except ClusterdiffError:
        return pairs.order(pairs.measures[-1])


def _map(pairs: Pairwise) -> dict[str, Any]:
    """Return the map of the clusterings."""
    found = pairs.coordinates(2, pairs.measures[-1])
    kinds = group_names(list(found.names), True)  # noqa: FBT003
    several = 1 < len(set(kinds.values())) < len(kinds)
    points = np.zeros((len(found.names), 2))
    points[:, : found.points.shape[1]] = found.points
    return {
        "measure": found.measure,
        "stress": found.stress,
        "names": [printable(name) for name in found.names],
        "points": [[float(f"{x:.5g}") for x in point] for point in points.tolist()],
        "groups": [printable(kinds[name]) if several else "" for name in found.names],
    }


def _consensus(found: Consensus) -> dict[str, Any]:
    """Return the consensus, without its elements but for those with the least agreement."""
    records = found.records()
    known = [row for row in records if row["cluster"] is not None and row["agreement"] is not None]
    unsure = sorted(known, key=lambda row: row["agreement"])[:_UNSURE]
    simple = ("loss", "unit", "value", "bound", "proved", "medoid")
    return {
        **{name: plain_data(getattr(found, name)) for name in simple},
        "clusters": [
            {**plain_data(cluster), "label": printable(cluster.label)}
            for cluster in sorted(found.per_cluster, key=lambda cluster: -cluster.size)
        ],
        "unsure": [
            {
                "element": printable(row["element"]),
                "cluster": printable(row["cluster"]),
                "agreement": row["agreement"],
            }
            for row in unsure
            if row["agreement"] < 1
        ],
    }


def _ranking(found: Ranking) -> dict[str, Any]:
    return {
        "reference": printable(found.reference),
        "measure": found.measure,
        "entries": [
            {
                "rank": entry.rank,
                "name": printable(entry.name),
                "clusters": entry.clusters,
                "value": entry.values[found.measure],
                "interval": plain_data(entry.interval),
            }
            for entry in found.entries
        ],
    }


def _timeline(found: Timeline) -> dict[str, Any]:
    events = [event for event in found.events if event.kind != "renamed"]
    return {
        "steps": [
            {**step, "before": printable(step["before"]), "after": printable(step["after"])}
            for step in plain_data(found.to_dict()["steps"])
        ],
        "events": [
            {
                "step": f"{printable(event.before)} → {printable(event.after)}",
                "kind": event.kind,
                "size": event.size,
                "sentence": printable(event.sentence),
            }
            for event in events[:_MAX_EVENTS]
        ],
        "found": len(events),
    }


def _notes(report: RunsReport) -> list[str]:
    """Return what is special about the elements and the clusterings."""
    runs, pairs = report.clusterings, report.compared
    notes = [*pairs.notes, *report.consensus.notes]
    if runs.weights is not None:
        notes.append("Elements have weights; sizes are sums of weights.")
    if len(pairs.names) < len(runs):
        notes.append(
            f"All pairs of {len(pairs.names):,} of the {len(runs):,} clusterings, evenly spaced, were "
            "compared; the consensus is that of all."
        )
    if len(pairs.names) > _LINES:
        notes.append(
            f"The matrix shows {_LINES} clusterings, evenly spaced in the order of the tree."
        )
    if report.ranking is not None:
        notes += [printable(note) for note in report.ranking.notes]
    return notes


def _method(report: RunsReport) -> dict[str, str]:
    """Return how the report was computed."""
    runs, found = report.clusterings, report.consensus
    first, last = report.compared.chosen[0], report.compared.chosen[-1]
    sizes = sorted({min(runs.sizes), max(runs.sizes)})
    proof = (
        "no partition has a smaller loss"
        if found.proved
        else f"the best of {plural(len(found.runs), 'run')} of the search"
    )
    return {
        "Clusterings": f"{len(runs):,} of {runs.n:,} elements, with {_between(sizes)} clusters",
        "Agreement": f"{first.label}; {first.reading or first.direction}",
        "Map, medoid, outliers": f"{last.label}; outliers are more than three robust standard "
        "deviations farther from the others than the median",
        "Nearly the same": f"all pairs within {NEARLY:g} of the best value",
        "Consensus": f"least expected {found.loss}, {number(found.value)}; {proof}",
        "Software": f"clusterdiff {__version__}",
    }


def _between(sizes: list[int]) -> str:
    return " to ".join(f"{size:,}" for size in sizes)
