"""The tables of a page of many clusterings."""

from __future__ import annotations

from typing import Any

from clusterdiff.reports.tables import PageTable
from clusterdiff.views import interval


def group_table(data: dict[str, Any]) -> PageTable:
    """Return the groups of clusterings that are the same or nearly so."""
    rows = [
        ["same" if group["same"] else "nearly", len(group["names"]), ", ".join(group["names"])]
        for group in data["groups"]
    ]
    return PageTable(("Kind", "Number", "Clusterings"), ("kind", "int", "text"), rows)


def cluster_table(data: dict[str, Any]) -> PageTable:
    """Return the clusters of the consensus."""
    rows = [
        [c["label"], c["size"], c["agreement"], c["together"], c["best_match"]]
        for c in data["consensus"]["clusters"]
    ]
    heads = ("Cluster", "Elements", "Agreement", "Together", "Best match")
    return PageTable(heads, ("name", "int", "share", "share", "share"), rows)


def unsure_table(data: dict[str, Any]) -> PageTable:
    """Return the elements about which the clusterings agree least."""
    rows = [
        [row["element"], row["cluster"], row["agreement"]] for row in data["consensus"]["unsure"]
    ]
    return PageTable(("Element", "Cluster", "Agreement"), ("name", "name", "share"), rows)


def run_table(data: dict[str, Any]) -> PageTable:
    """Return the clusterings."""
    partial = any(run["elements"] < data["n"] for run in data["runs"])
    heads = ["Clustering", "Kind", "Clusters", f"Mean {data['measure']}", "From consensus",
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
    return PageTable(tuple(heads), tuple(kinds), rows, picks, found)


def _text(value: Any, kind: str) -> Any:
    return "" if value is None and kind in {"name", "kind"} else value


def ranking_table(data: dict[str, Any]) -> PageTable:
    """Return the clusterings against the reference."""
    found = data["ranking"]
    places = {run["name"]: i for i, run in enumerate(data["runs"])}
    rows = [
        [e["name"], e["rank"], e["clusters"], e["value"],
         interval(e["interval"]) if e["interval"] else ""]
        for e in found["entries"]
    ]  # fmt: skip
    picks = [(places.get(e["name"]), None) for e in found["entries"]]
    heads = ("Clustering", "Rank", "Clusters", found["measure"], "95 % interval")
    return PageTable(heads, ("name", "int", "int", "float", "name"), rows, picks)


def event_table(data: dict[str, Any]) -> PageTable:
    """Return the changes of a sequence."""
    events = data["timeline"]["events"]
    rows = [[e["step"], e["kind"], e["sentence"], e["size"]] for e in events]
    kinds = tuple(dict.fromkeys(event["kind"] for event in events))
    heads = ("Step", "Kind", "What happened", "Elements")
    return PageTable(heads, ("name", "kind", "text", "int"), rows, filters=kinds)
