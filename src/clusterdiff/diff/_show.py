"""The faces of a diff: as data, in a terminal, in a notebook. Costly things first, and a count of the rest."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.diff import _words
from clusterdiff.errors import MissingDependencyError

if TYPE_CHECKING:
    from clusterdiff.diff._data import Move
    from clusterdiff.diff._diff import Diff

TOP = 20
_MOVES = 8
_CUTS = 4
_FEW = 2
_COLOURS = {"same": "green", "split": "yellow", "merge": "yellow", "mixed": "red"}


def title(diff: Diff) -> str:
    """The whole difference in one line."""
    height, width = diff.table.shape
    moved = int(diff.costs["transfer_distance"].sum())
    unit = f" {diff.cost.unit}" if diff.cost.unit else ""
    return f"{diff.table.n:,} elements, {height:,} → {width:,} clusters, {moved:,} moved; {diff.cost.name} {diff.value:.4g}{unit}"


def kept_line(diff: Diff, top: int = TOP) -> str:
    """Which clusters stayed whole."""
    whole = [part for part in diff.order.tolist() if diff.joined.heights[part] == diff.joined.widths[part] == 1]
    names = [diff.component(part).clusters_a[0] for part in whole[:top]]
    more = f", … and {len(whole) - top:,} more" if len(whole) > top else ""
    return f"{len(whole):,} kept whole" + (f": {', '.join(map(str, names))}{more}" if whole else "")


def rows(diff: Diff, top: int | None = TOP) -> list[tuple[str, str, int, str]]:
    """Cost, kind, size and sentence of the most costly components that changed."""
    changed = [part for part in diff.order.tolist() if diff.joined.heights[part] + diff.joined.widths[part] > 2]  # noqa: PLR2004
    shown = [diff.component(part) for part in changed[:top]]
    return [(f"{c.cost:.4g}", c.kind, c.size, c.sentence) for c in shown]


def move_lines(diff: Diff, top: int | None = _MOVES) -> list[str]:
    """The largest moves, as sentences."""
    shown = [_move(move) for move in diff.largest_moves(top)]
    rest = len(diff.move_cells) - len(shown)
    return [*shown, f"… and {rest:,} smaller moves"] if rest else shown


def cut_lines(diff: Diff) -> list[str]:
    """Where several clusters are mixed up together: those of a that are cut most."""
    if not (np.minimum(diff.joined.heights, diff.joined.widths) > _FEW).any():
        return []
    return [_words.split(cut.cluster, cut.parts) for cut in diff.costliest_splits(_CUTS)]


def to_dict(diff: Diff) -> dict[str, Any]:
    """Everything but the elements, as plain data."""
    return {
        "n": diff.table.n,
        "clusters_a": [cluster._asdict() for cluster in diff.clusters_a],
        "clusters_b": [cluster._asdict() for cluster in diff.clusters_b],
        "cost": diff.cost.name,
        "value": diff.value,
        "components": [{**c._asdict(), "costs": c.costs._asdict()} for c in diff.components],
        "splits": [{**cut._asdict(), "parts": [p._asdict() for p in cut.parts]} for cut in diff.splits],
        "merges": [{**cut._asdict(), "parts": [p._asdict() for p in cut.parts]} for cut in diff.merges],
        "moves": [move._asdict() for move in diff.moves],
        "births": [part._asdict() for part in diff.births],
        "deaths": [part._asdict() for part in diff.deaths],
        "renames": [rename._asdict() for rename in diff.renames],
    }


def to_frame(diff: Diff, what: str = "components") -> Any:
    """Components, clusters_a, clusters_b, splits, merges or moves as a pandas DataFrame."""
    try:
        import pandas as pd
    except ImportError:
        raise MissingDependencyError.of("pandas", "frames") from None
    found = getattr(diff, what)
    return pd.DataFrame([row._asdict() for row in found], columns=found[0]._fields if found else None)


def to_networkx(diff: Diff) -> Any:
    """The graph a → meet → b as a networkx.DiGraph; nodes are ("a", name), ("meet", cell), ("b", name)."""
    try:
        import networkx as nx
    except ImportError:
        raise MissingDependencyError.of("networkx", "graphs") from None
    graph = nx.DiGraph()
    counts = diff.table.counts.tolist()
    for name, cell in diff.derivation["splits"]:
        graph.add_edge(("a", name), ("meet", cell), count=counts[cell])
    for cell, name in diff.derivation["merges"]:
        graph.add_edge(("meet", cell), ("b", name), count=counts[cell])
    return graph


def lines(diff: Diff, top: int | None = TOP) -> list[str]:
    """The diff as plain text, one line each."""
    shown = rows(diff, top)
    body = [f"{cost:>9}  {kind:<5}  {sentence}" for cost, kind, _, sentence in shown]
    return [title(diff), kept_line(diff), *body, *_rest(diff, len(shown)), *cut_lines(diff), *move_lines(diff, _MOVES if top else None)]


def _rest(diff: Diff, shown: int) -> list[str]:
    changed = int((diff.joined.heights + diff.joined.widths > 2).sum())  # noqa: PLR2004
    return [f"… and {changed - shown:,} more components that changed"] if changed > shown else []


def rich(diff: Diff, top: int | None = TOP) -> Any:
    """A table for rich, of the `top` most costly components."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("cost", justify="right", style="bold", no_wrap=True)
    table.add_column("kind", no_wrap=True)
    table.add_column("size", justify="right", no_wrap=True)
    table.add_column("what happened", overflow="fold")
    shown = rows(diff, top)
    for cost, kind, size, sentence in shown:
        table.add_row(cost, Text(kind, style=_COLOURS[kind]), f"{size:,}", Text(sentence))
    head = [Text(title(diff), style="bold"), Text(kept_line(diff), style="green")]
    notes = [
        Text.assemble((f"{word:<7}" if i == 0 else " " * 7, "dim"), line)
        for word, lines in (("cuts:", cut_lines(diff)), ("moves:", move_lines(diff, _MOVES if top else None)))
        for i, line in enumerate(lines)
    ]
    return Group(*head, *([table] if shown else []), *(Text(line, style="dim") for line in _rest(diff, len(shown))), *notes)


def html(diff: Diff) -> str:
    """A table for a notebook."""
    head = "".join(f"<th>{name}</th>" for name in ("cost", "kind", "size", "what happened"))
    body = "".join("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows(diff))
    notes = "".join(f"<p>{escape(line)}</p>" for line in (kept_line(diff), *_rest(diff, len(rows(diff))), *cut_lines(diff), *move_lines(diff)))
    return f"<table><caption>{escape(title(diff))}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{notes}"


def _move(move: Move) -> str:
    where = f"a new cluster {move.to_b}" if move.to is None else f"{move.to}" + ("" if move.to == move.to_b else f" (now {move.to_b})")
    return f"{move.size:,} element{'s' * (move.size != 1)} from {move.source} to {where}"
