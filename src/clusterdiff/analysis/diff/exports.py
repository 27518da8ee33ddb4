"""A diff as plain data, as flat rows and as a graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, get_args

from clusterdiff.analysis.diff.data import (
    Cluster,
    Component,
    Costs,
    Cut,
    Flow,
    Move,
    Part,
    Rename,
)
from clusterdiff.errors import MissingDependencyError
from clusterdiff.views import plain_data

if TYPE_CHECKING:
    from clusterdiff.analysis.diff.result import Diff

What = Literal[
    "components", "splits", "merges", "leakage", "moves", "births", "deaths", "renames",
    "clusters_a", "clusters_b",
]  # fmt: skip
PARTS: tuple[What, ...] = get_args(What)


_ROWS: dict[str, type[tuple[Any, ...]]] = {
    "leakage": Flow,
    "moves": Move,
    "births": Part,
    "deaths": Part,
    "renames": Rename,
    "clusters_a": Cluster,
    "clusters_b": Cluster,
}


def column_names(what: str) -> tuple[str, ...]:
    """Return the names of the columns of flat rows, also where there is no row."""
    if what == "components":
        own = ("cost", "kind", "size", "gain", "loss", "clusters_a", "clusters_b")
        return (*own, *Costs._fields)
    if what in {"splits", "merges"}:
        return ("kind", "cluster", "cost", "part", "size")
    fields: tuple[str, ...] = _ROWS[what]._fields  # type: ignore[attr-defined]
    return fields


def dict_of(diff: Diff) -> dict[str, Any]:
    """Return everything but the elements as plain data; each kind of change is an iterator."""
    head = {
        "n": diff.table.n,
        "name_a": diff.name_a,
        "name_b": diff.name_b,
        "measure": diff.measure.name,
        "value": diff.value,
        "total_cost": diff.total_cost,
        "structure_cost": diff.structure_cost,
        "leakage_cost": diff.leakage_cost,
        "threshold": plain_data(diff.threshold),
        "moved": diff.moved_count,
    }
    return {**head, **{part: map(_plain, getattr(diff, part)) for part in PARTS}}


def _plain(row: Any) -> dict[str, Any]:
    """Return one row of a diff as plain data; its numbers are Python numbers already."""
    data: dict[str, Any] = row._asdict()
    if isinstance(row, Component):
        data["clusters_a"], data["clusters_b"] = list(row.clusters_a), list(row.clusters_b)
        data["costs"] = row.costs._asdict()
    elif isinstance(row, Cut):
        data["parts"] = [part._asdict() for part in row.parts]
    return data


def flat(row: Any) -> list[dict[str, Any]]:
    """Return one change as rows of plain values: a split or merge is one row per part."""
    if isinstance(row, Component):
        return [_flat_component(row)]
    data: dict[str, Any] = row._asdict()
    if isinstance(row, Cut):
        parts = data.pop("parts")
        return [{**data, "part": part.name, "size": part.size} for part in parts]
    return [data]


def _flat_component(c: Component) -> dict[str, Any]:
    names = {side: "; ".join(map(str, getattr(c, side))) for side in ("clusters_a", "clusters_b")}
    return {
        "cost": c.cost,
        "kind": c.kind,
        "size": c.size,
        "gain": c.gain,
        "loss": c.loss,
        **names,
        **c.costs._asdict(),
    }


def graph_of(diff: Diff) -> Any:
    """Return the graph a → meet → b with the sizes as ``count``."""
    try:
        import networkx as nx
    except ImportError:
        raise MissingDependencyError.of("networkx", "graphs") from None
    graph, counts = nx.DiGraph(), diff.table.counts.tolist()
    for name, cell in diff.derivation["splits"]:
        graph.add_edge(("a", name), ("meet", cell), count=counts[cell])
    for cell, name in diff.derivation["merges"]:
        graph.add_edge(("meet", cell), ("b", name), count=counts[cell])
    return graph
