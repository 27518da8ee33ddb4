"""The report of many clusterings: everything that it says as one dict, and its sections."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff._versions import __version__
from clusterdiff.drawing import flow_diagram, flow_svg, map_svg, matrix_svg, shortened
from clusterdiff.errors import ClusterdiffError
from clusterdiff.many._rank import group_names
from clusterdiff.measures import get_measure
from clusterdiff.reports._card import Card, flow_picture, matrix_picture
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
from clusterdiff.views import interval, number, plain_data, plural, printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clusterdiff.drawing import Colors, Picture
    from clusterdiff.many import Consensus, Diversity, Pairwise, Ranking, Timeline
    from clusterdiff.reports._report import RunsReport
    from clusterdiff.reports._sections import Part

NEARLY = 0.05  # distance of the first measure from its best value at which two are nearly the same
_UNSURE = 20  # elements with the least agreement that are listed
_MAX_EVENTS = 2_000
_LINES = 60  # clusterings that the matrix of a page shows
_MIN_MAPPED = 3  # points that are no map
_POOR = 0.2  # stress above which a map is a poor picture
_CRUMB, _CRUMB_SHARE = 3, 0.02  # clusters of the consensus that are too small for the verdict
_DIGITS = 4  # of the values of the matrix
_NAMED = 5  # names of a list
_SURE, _UNSURE_OF = 0.9, 0.5  # agreement about a cluster
_MOST_COLUMNS = 12  # clusterings of a flow diagram
_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_MAP = (
    "Each point is a clustering; points are close where clusterings are alike (variation of "
    "information, classical scaling)."
)
_FLOW = (
    "Each column is a clustering. Color: clusters that change, matched clusters in the same color, "
    "strong where elements move to another cluster. Gray: clusters that are kept throughout."
)
_AGREEMENT = (
    "Agreement is the mean over the clusterings of the Jaccard coefficient of the cluster of an "
    "element in the consensus and in the clustering. Together is the share of clusterings in which "
    "two elements of the cluster are together."
)


def many_data(report: RunsReport) -> dict[str, Any]:
    """Return everything that the report says as plain data.

    Parameters
    ----------
    report : RunsReport

    Returns
    -------
    dict
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
    return {**data, "verdict": {"sentences": _verdict(data)}}


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
    """Return the values of all pairs in the order of the tree, of some if there are many."""
    order = [pairs.names.index(name) for name in _drawn(pairs)]
    upper = np.triu_indices(len(pairs.names), 1)
    first = pairs.to_numpy()[upper]
    return {
        "measures": list(pairs.measures),
        "directions": [measure.direction for measure in pairs.chosen],
        "bounds": [
            [None if callable(bound) else bound for bound in measure.bounds]
            for measure in pairs.chosen
        ],
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


def _drawn(pairs: Pairwise) -> tuple[str, ...]:
    """Return the clusterings of the matrix in the order of the tree: at most 60.

    The medoid, the outliers and two of each group of equal ones are among them; the others are
    evenly spaced.
    """
    order = _ordered(pairs)
    if len(order) <= _LINES:
        return order
    odd = pairs.diversity(pairs.measures[-1])
    far = sorted(odd.outliers, key=lambda name: -odd.distances[odd.names.index(name)])
    same = sorted(pairs.duplicates(), key=len, reverse=True)
    first = [odd.medoid, *far, *(name for group in same for name in group[:2])]
    kept = set(dict.fromkeys(first[:_LINES]))
    others = [name for name in order if name not in kept]
    spaced = np.linspace(0, len(others) - 1, max(0, _LINES - len(kept))).round().astype(int)
    kept |= {others[i] for i in spaced}
    return tuple(name for name in order if name in kept)


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
    """Return the consensus: its clusters, and the elements with the least agreement."""
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
    events = found.events
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
        "Agreement": f"{first.label}; {first.meaning or first.direction}",
        "Map, medoid, outliers": f"{last.label}; outliers are more than three robust standard "
        "deviations farther from the others than the median",
        "Nearly the same": f"all pairs within {NEARLY:g} of the best value",
        "Consensus": f"least mean {_lower(_label(found.loss))}, {number(found.value)}; {proof}",
        "Software": f"clusterdiff {__version__}",
    }


def _between(sizes: list[int]) -> str:
    return " to ".join(f"{size:,}" for size in sizes)


def _verdict(data: dict[str, Any]) -> list[str]:
    """Return the sentences of the verdict, the first about equal clusterings."""
    sentences = [_equal(data)]
    if not _all_the_same(data):
        sentences += [*_agreement(data), *_near(data), *_odd(data), _about_consensus(data)]
    sentences += [] if data["ranking"] is None else [_best(data["ranking"])]
    sentences += [] if data["timeline"] is None else [_changes(data["timeline"])]
    return sentences


def in_words(count: int) -> str:
    """Write small numbers as words.

    Examples
    --------
    >>> in_words(2), in_words(1200)
    ('two', '1,200')
    """
    return _WORDS[count] if count < len(_WORDS) else f"{count:,}"


def listed_names(names: Sequence[str], max_names: int = _NAMED) -> str:
    """Return names as a list in words.

    Examples
    --------
    >>> listed_names(["x", "y", "z"]), listed_names(["x", "y", "z"], 2)
    ('x, y and z', 'x, y and one more')
    """
    shown = [shortened(name) for name in names[:max_names]]
    if len(names) > max_names:
        return f"{', '.join(shown)} and {in_words(len(names) - max_names)} more"
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


def _equal(data: dict[str, Any]) -> str:
    """Say which clusterings are the same partition."""
    start = f"{plural(data['m'], 'clustering')} of {plural(data['n'], 'element')}"
    same = [group["names"] for group in data["groups"] if group["same"]]
    if data["pairs"]["compared"] < data["m"]:
        start += f", of which {data['pairs']['compared']:,} were compared with each other"
    if not same:
        return f"{start}: no two are the same partition."
    if len(same) == 1 and len(same[0]) == data["m"]:
        return f"{start}: all are the same partition."
    told = [f"{in_words(len(names))} are the same partition ({listed_names(names)})"
            for names in same[:3]]  # fmt: skip
    more = f"; {in_words(len(same) - 3)} more groups are listed below" if len(same) > 3 else ""
    return f"{start}: {', '.join(told)}{more}."


def _agreement(data: dict[str, Any]) -> list[str]:
    """Say how far two of the clusterings agree."""
    pairs = data["pairs"]
    label = _label(data["measure"])
    mean, low, high = (number(pairs[key], 2) for key in ("mean", "low", "high"))
    spread = f", from {low} to {high}" if low != high else ""
    return [f"The {_lower(label)} of two of them is {mean} on average{spread}."]


def _lower(label: str) -> str:
    """Return a label in lower case, but for abbreviations and names."""
    first, _, rest = label.partition(" ")
    return f"{first.lower()} {rest}".strip() if first[1:].islower() else label


def _near(data: dict[str, Any]) -> list[str]:
    """Name the largest group of clusterings that are nearly the same."""
    near = [group["names"] for group in data["groups"] if not group["same"]]
    if not near:
        return []
    return [f"{in_words(len(near[0])).capitalize()} are nearly the same: {listed_names(near[0])}."]


def _odd(data: dict[str, Any]) -> list[str]:
    """Name the medoid and the outliers."""
    kinds = {kind: [run["name"] for run in data["runs"] if run["kind"] == kind]
             for kind in ("medoid", "outlier")}  # fmt: skip
    out = []
    if kinds["medoid"] and data["m"] > 2:
        out.append(f"The most central one is {shortened(kinds['medoid'][0])}.")
    if kinds["outlier"]:
        odd = sorted(
            (run for run in data["runs"] if run["kind"] == "outlier"),
            key=lambda run: -run["mean_distance"],
        )
        verb = "is" if len(odd) == 1 else "are"
        out.append(
            f"{listed_names([run['name'] for run in odd])} {verb} unusually far from the others."
        )
    return out


def _about_consensus(data: dict[str, Any]) -> str:
    """Say how many clusters the consensus has, and which of them are unsure."""
    every = data["consensus"]["clusters"]
    least_size = max(_CRUMB, _CRUMB_SHARE * data["n"])
    clusters = [cluster for cluster in every if cluster["size"] >= least_size] or every
    text = f"The consensus has {plural(len(every), 'cluster')}"
    sure = [c["label"] for c in clusters if c["agreement"] >= _SURE]
    unsure = [c["label"] for c in clusters if c["agreement"] < _UNSURE_OF]
    if len(sure) == len(clusters):
        return f"{text}, and the clusterings agree about every one of them."
    if unsure:
        few = (
            f"cluster {shortened(unsure[0])}"
            if len(unsure) == 1
            else f"clusters {listed_names(unsure)}"
        )
        return f"{text}; the clusterings agree little about {few}."
    least = min(clusters, key=lambda c: c["agreement"])
    which = f"cluster {shortened(least['label'])} (agreement {number(least['agreement'], 2)})"
    return f"{text}; the clusterings agree least about {which}."


def _best(ranking: dict[str, Any]) -> str:
    """Name the clusterings that agree best with the reference."""
    best = [entry for entry in ranking["entries"] if entry["rank"] == 1]
    value = number(best[0]["value"], 2)
    label = _lower(_label(ranking["measure"]))
    verb = "agrees" if len(best) == 1 else "agree"
    names = listed_names([entry["name"] for entry in best])
    return f"{names} {verb} best with {shortened(ranking['reference'])}: {label} {value}."


def _changes(timeline: dict[str, Any]) -> str:
    """Count the changes of a sequence."""
    nouns = {"split": "split", "merged": "merge", "mixed": "mixed group"}
    counts = {kind: sum(step[kind] for step in timeline["steps"]) for kind in nouns}
    parts = [plural(count, nouns[kind]) for kind, count in counts.items() if count]
    parts = parts or ["no split and no merge"]
    steps = plural(len(timeline["steps"]), "step")
    return f"From the first to the last clustering there are {listed_names(parts)} in {steps}."


def many_page(report: RunsReport) -> Page:
    """Return the page of the report.

    Parameters
    ----------
    report : RunsReport

    Returns
    -------
    Page
    """
    data = many_data(report)
    tables = {
        "groups": _group_table(data),
        "clusters": _cluster_table(data),
        "unsure": _unsure_table(data),
        "runs": _run_table(data),
    }
    if data["ranking"] is not None:
        tables["ranking"] = _ranking_table(data)
    if data["timeline"] is not None:
        tables["events"] = _event_table(data)
    pairs, placed = data["pairs"], data["map"]
    matrix = matrix_svg(
        pairs["names"],
        np.array(pairs["values"][0]),
        _label(pairs["measures"][0]),
        *(pairs[key][0] for key in ("directions", "bounds")),
    )
    points = np.array(placed["points"], float)
    where = map_svg(placed["names"], points, placed["groups"], _label(placed["measure"]))
    payload = {
        "runs": [run["name"] for run in data["runs"]],
        "clusters": [run["clusters"] for run in data["runs"]],
        "pairs": {
            "measures": [_label(name) for name in pairs["measures"]],
            **{key: pairs[key] for key in ("names", "values")},
        },
        "matrix": matrix.place,
        "map": placed["names"],
        "tables": {key: table.payload() for key, table in tables.items()},
    }
    flow = None if report.timeline is None else _flow(report.timeline, report.colors)
    sections = _sections(data, tables, (matrix, where, flow))
    return Page(data["title"], _facts(data), sections, payload, "runs.js")


def many_card(report: RunsReport) -> Card:
    """Return what the card of the report shows."""
    data = many_data(report)
    pairs = data["pairs"]
    caption = f"{_label(data['measure'])} of two of them, on average"
    said = data["verdict"]["sentences"]
    value = number(pairs["mean"], 2)
    draw = matrix_picture(pairs["names"], np.array(pairs["values"][0]))
    if report.timeline is not None:
        steps = report.timeline.steps[: _MOST_COLUMNS // 2]
        tables = [step.table for step in steps]
        drawn = flow_diagram(tables, max_bands=12, colors=report.colors)
        draw = flow_picture(drawn, report.timeline.names[: len(steps) + 1])
    return Card(data["title"], value, caption, said, draw)


def _flow(timeline: Timeline, colors: Sequence[Colors | None] | None) -> Picture:
    """Return the flow diagram of a sequence."""
    names = timeline.names
    steps = timeline.steps[: _MOST_COLUMNS - 1]
    drawn = flow_diagram([step.table for step in steps], max_bands=20, colors=colors)
    picture = flow_svg(drawn, names[: len(steps) + 1])
    if len(names) <= _MOST_COLUMNS:
        return picture
    more = f"The first {_MOST_COLUMNS} of {len(names)} clusterings are drawn."
    return picture._replace(notes=(*picture.notes, more))


def _facts(data: dict[str, Any]) -> str:
    sizes = [run["clusters"] for run in data["runs"]]
    low, high = min(sizes), max(sizes)
    clusters = plural(high, "cluster") if low == high else f"{low:,} to {high:,} clusters"
    return f"{clusters} in each clustering" if low == high else f"{clusters} in a clustering"


def _sections(
    data: dict[str, Any],
    tables: dict[str, Table],
    pictures: tuple[Picture, Picture, Picture | None],
) -> list[Section]:
    """Return the sections; ranking and changes only where there are some."""
    matrix, where, flow = pictures
    colors = "Colors are groups of names. " if len(set(data["map"]["groups"])) > 1 else ""
    found = data["map"]["stress"]
    exact = (
        f"This map is a poor picture of the distances (stress {found:.2f}): trust the matrix."
        if found > _POOR
        else f"Stress {found:.2f}; it is 0 if all distances are exact."
    )
    alike = (
        f"The stronger the color, the more alike two clusterings are ({_label(data['measure'])}). "
        "They are in the order of a tree, so that groups form blocks."
    )
    shown, compared = len(data["pairs"]["names"]), data["pairs"]["compared"]
    if shown < compared:
        alike += (
            f" {shown} of {compared:,} clusterings are shown, among them the most central one, the "
            "outliers and two of each group of equal ones."
        )
    verdict = Verdict([Sentence(text) for text in data["verdict"]["sentences"]])
    clusterings = Section("runs", "Clusterings", [tables["runs"]])
    last = last_sections(data["notes"], data["method"])
    if _all_the_same(data) and flow is None and "ranking" not in tables:
        return [Section("verdict", "Verdict", [verdict]), clusterings, *last]
    figure = Figure("matrix", matrix, alike)
    agreed = [tables["clusters"], *([tables["unsure"]] if tables["unsure"].rows else [])]
    consensus: list[Part] = [
        _told_consensus(data["consensus"]),
        Columns(agreed),
        Paragraph(_AGREEMENT, small=True),
    ]
    sections = []
    if flow is not None:
        events = tables["events"] if tables["events"].rows else Paragraph("No cluster changed.")
        sections += [
            Section("steps", "From each to the next", [events]),
            Section("pairs", "Every pair", [figure]),
        ]
    if "ranking" in tables:
        title = f"Against {data['ranking']['reference']}"
        sections.append(Section("ranking", title, [tables["ranking"]]))
    if tables["groups"].rows:
        sections.append(Section("groups", "Which are the same", [tables["groups"]]))
    if len({tuple(point) for point in data["map"]["points"]}) > _MIN_MAPPED:
        sections.append(Section("where", "Map", [Figure("map", where, f"{_MAP} {colors}{exact}")]))
    sections.append(Section("consensus", "Consensus", consensus))
    first: list[Part] = [verdict, figure if flow is None else Figure("flow", flow, _FLOW)]
    return [Section("verdict", "Verdict", first), *sections, clusterings, *last]


def _all_the_same(data: dict[str, Any]) -> bool:
    first = data["groups"][:1]
    return bool(first) and first[0]["same"] and len(first[0]["names"]) == data["m"]


def _label(name: str) -> str:
    """Return what a measure is called in sentences and headings."""
    return get_measure(name).label


def _told_consensus(found: dict[str, Any]) -> Paragraph:
    unit = f" {found['unit']}" if found["unit"] else ""
    sure = ", the least possible" if found["proved"] else ""
    value, medoid = (f"{number(v)}{unit}" for v in (found["value"], found["medoid"]["value"]))
    return Paragraph(
        "The consensus is the partition with the least mean distance to the clusterings "
        f"({_lower(_label(found['loss']))}): {value}{sure}. The best of the clusterings themselves is "
        f"{shortened(found['medoid']['name'], 60)} with {medoid}."
    )


def _group_table(data: dict[str, Any]) -> Table:
    """Return the groups of clusterings that are the same or nearly so."""
    rows = [
        ["same" if group["same"] else "nearly", len(group["names"]), ", ".join(group["names"])]
        for group in data["groups"]
    ]
    heads = ("Kind", "Number", "Clusterings")
    return Table("groups", "Groups", heads, ("kind", "int", "text"), rows)


def _cluster_table(data: dict[str, Any]) -> Table:
    """Return the clusters of the consensus."""
    rows = [
        [c["label"], c["size"], c["agreement"], c["together"], c["best_match"]]
        for c in data["consensus"]["clusters"]
    ]
    heads = ("Cluster", "Elements", "Agreement", "Together", "Best match")
    kinds = ("name", "int", "share", "share", "share")
    return Table("clusters", "Clusters of the consensus", heads, kinds, rows)


def _unsure_table(data: dict[str, Any]) -> Table:
    """Return the elements about which the clusterings agree least."""
    rows = [
        [row["element"], row["cluster"], row["agreement"]] for row in data["consensus"]["unsure"]
    ]
    label = "Elements about which the clusterings agree least"
    heads = ("Element", "Cluster", "Agreement")
    return Table("unsure", label, heads, ("name", "name", "share"), rows)


def _run_table(data: dict[str, Any]) -> Table:
    """Return the clusterings."""
    partial = any(run["elements"] < data["n"] for run in data["runs"])
    heads = ["Clustering", "Kind", "Clusters", f"Mean {_label(data['measure'])}", "From consensus",
             "Nearest", "Its value"]  # fmt: skip
    kinds = ["name", "kind", "int", "float", "float", "name", "float"]
    keys = ["name", "kind", "clusters", "mean", "from_consensus", "nearest", "nearest_value"]
    if partial:
        heads.append("Elements")
        kinds.append("int")
        keys.append("elements")
    rows = [[_text(run[key], kind) for key, kind in zip(keys, kinds, strict=True)]
            for run in data["runs"]]  # fmt: skip
    picks = [(i, None) for i in range(len(rows))]
    found = tuple(dict.fromkeys(run["kind"] for run in data["runs"] if run["kind"]))
    return Table("runs", "Clusterings", tuple(heads), tuple(kinds), rows, picks, found)


def _text(value: Any, kind: str) -> Any:
    return "" if value is None and kind in {"name", "kind"} else value


def _ranking_table(data: dict[str, Any]) -> Table:
    """Return the clusterings against the reference."""
    found = data["ranking"]
    places = {run["name"]: i for i, run in enumerate(data["runs"])}
    rows = [
        [e["name"], e["rank"], e["clusters"], e["value"],
         interval(e["interval"]) if e["interval"] else ""]
        for e in found["entries"]
    ]  # fmt: skip
    picks = [(places.get(e["name"]), None) for e in found["entries"]]
    heads = ("Clustering", "Rank", "Clusters", _label(found["measure"]), "95 % interval")
    kinds = ("name", "int", "int", "float", "name")
    return Table("ranking", "Ranking", heads, kinds, rows, picks)


def _event_table(data: dict[str, Any]) -> Table:
    """Return the changes of a sequence."""
    events = data["timeline"]["events"]
    rows = [[e["step"], e["kind"], e["sentence"], e["size"]] for e in events]
    found = tuple(dict.fromkeys(event["kind"] for event in events))
    heads = ("Step", "Kind", "What changed", "Elements")
    kinds = ("name", "kind", "text", "int")
    return Table("events", "Changes", heads, kinds, rows, filters=found)
