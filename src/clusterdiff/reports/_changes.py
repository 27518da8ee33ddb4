"""What changed between two clusterings as rows that add up, and the verdict in words."""

from __future__ import annotations

from itertools import chain, islice
from typing import TYPE_CHECKING, Any, NamedTuple

from clusterdiff.analysis._diff import totals_of
from clusterdiff.reports._sections import share_text
from clusterdiff.views import label_text, plural, printable, shortened

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from clusterdiff.analysis import Comparison, CoverDiff, Diff, Score
    from clusterdiff.analysis._diff import Part
    from clusterdiff.reports._sections import Pick

    Numbers = dict[Any, int]  # of the clusters of a side that a page lists

MAX_CHANGES = 5_000
MAX_PICKED = 20  # clusters of a side that a page selects together
_NAMED = 4  # changes that the verdict names
_MOVES = 3  # moves that the verdict names
_SHARE = 0.05  # of the cost of the largest change that a change must have to be named
_FLOW_SHARE, _FEW = 0.1, 3  # of its cluster, and elements, that a move must have to be named
_KEPT = 20  # kept clusters that are named
_LISTED = 4  # parts of a cluster that are named
_FLOWS = 5  # moves of scattered elements that are named
_NAME = 40  # letters of a name in a sentence
_FAR, _ABOVE = 5.0, 2.0  # standard deviations from chance


class ChangeRow(NamedTuple):
    """One line about what changed.

    Attributes
    ----------
    kind : str
        "merged", "split", "mixed", "new", "gone", "moved" (scattered elements) or "kept".
    sentence : str
        What changed, in signs: clusters of a, an arrow, and clusters of b.
    size : int
        Number of elements.
    cost : float
        What it adds to the measure; the costs of all rows add up to it.
    pick : list or None
        The numbers of the clusters of a and of b that a page selects.
    prose : str
        What changed, as a sentence about b.
    """

    kind: str
    sentence: str
    size: int
    cost: float
    pick: Pick | None
    prose: str = ""


def change_rows(changes: Diff, numbers: tuple[Numbers, Numbers]) -> list[ChangeRow]:
    """Return what changed: named changes by their cost, scattered elements, and kept clusters.

    Parameters
    ----------
    changes : Diff
    numbers : pair of dict
        Numbers of the clusters that a page lists, by their labels.

    Returns
    -------
    list of ChangeRow
        Nothing is named if the clusterings have no more in common than random ones.
    """
    if changes.unrelated or changes.table.equal:
        return []
    found = sorted(chain(_cuts(changes, numbers), _lone(changes, numbers)), key=lambda c: -c.cost)
    rest = found[MAX_CHANGES:]
    rows = found[:MAX_CHANGES]
    if rest:
        cost, size = sum(row.cost for row in rest), sum(row.size for row in rest)
        rows.append(ChangeRow("more", plural(len(rest), "smaller change"), size, cost, None))
    return [*rows, *_moved(changes), *_kept(changes)]


def _cuts(changes: Diff, numbers: tuple[Numbers, Numbers]) -> Iterator[ChangeRow]:
    """Yield merges and splits."""
    for cut in changes.merges:
        size = sum(part.size for part in cut.parts)
        said = f"It merges {_listed(cut.parts)} into {name_of(cut.cluster)}."
        pick = picked((), [cut.cluster], numbers)
        yield ChangeRow("merged", printable(cut.sentence), size, float(cut.cost), pick, said)
    for cut in changes.splits:
        size = sum(part.size for part in cut.parts)
        said = f"It splits {name_of(cut.cluster)} into {_listed(cut.parts)}."
        pick = picked([cut.cluster], (), numbers)
        yield ChangeRow("split", printable(cut.sentence), size, float(cut.cost), pick, said)


def _lone(changes: Diff, numbers: tuple[Numbers, Numbers]) -> Iterator[ChangeRow]:
    """Yield changes of clusters that are neither merged nor split: mixed, new and gone ones."""
    for change in changes.of_kind("mixed", "new", "gone"):
        a, b = change.clusters_a, change.clusters_b
        if change.kind == "mixed" and not len(a) == len(b) == 1:
            continue  # its merges and splits are rows
        said = f"{shortened(printable(change.sentence), 3 * _NAME)}."
        if change.kind == "new":
            said = f"{name_of(b[0])} is new, with {plural(change.size, 'element')}."
        elif change.kind == "gone":
            said = f"{name_of(a[0])} is gone, with {plural(change.size, 'element')}."
        pick = picked(a, b, numbers)
        sentence = printable(change.sentence)
        yield ChangeRow(change.kind, sentence, change.size, float(change.cost), pick, said)


def _moved(changes: Diff) -> Iterator[ChangeRow]:
    """Yield the scattered elements: the largest moves, and their number."""
    if changes.scattered_count:
        flows = [flow for flow in islice(changes.flows, 50 * _FLOWS) if flow.kind == "scattered"]
        said = ", ".join(
            f"{name_of(flow.source)} → {name_of(flow.target)} ({flow.size:,})"
            for flow in flows[:_FLOWS]
        )
        rest = sum(flow.size for flow in flows[:_FLOWS]) < changes.scattered_count
        text = f"{said}{' and smaller moves' if rest else ''}" if said else "small moves"
        yield ChangeRow("moved", text, changes.scattered_count, float(changes.scattered_cost), None)


def _kept(changes: Diff) -> Iterator[ChangeRow]:
    """Yield the kept clusters as one row."""
    kept = changes.of_kind("kept")
    if len(kept):
        named = [(name_of(c.clusters_a[0]), name_of(c.clusters_b[0])) for c in kept[:_KEPT]]
        text = ", ".join(a if a == b else f"{a} → {b}" for a, b in named)
        rest = len(kept) - len(named)
        more = f" and {rest:,} more" if rest else ""
        size, cost = totals_of(changes, kept)
        yield ChangeRow("kept", f"{text}{more}", size, cost, None)


def picked(a: Sequence[Any], b: Sequence[Any], numbers: tuple[Numbers, Numbers]) -> Pick | None:
    """Return the numbers of the clusters that a page selects together.

    None if there are many clusters, or if one of them is not listed.
    """
    if max(len(a), len(b)) > MAX_PICKED:
        return None
    rows = [numbers[0].get(name, -1) for name in a]
    cols = [numbers[1].get(name, -1) for name in b]
    return None if -1 in rows or -1 in cols else [rows, cols]


def verdict(
    compared: Comparison,
    changes: Diff,
    rows: Sequence[ChangeRow],
    numbers: tuple[Numbers, Numbers],
) -> list[tuple[str, Pick | None]]:
    """Return the verdict: sentences, and the clusters that each is about.

    The first sentence is about the elements and the last about the agreement.
    """
    if changes.table.equal:
        names = ", apart from the names of clusters" if changes.renames else ""
        return [(f"The two clusterings are the same{names}.", None)]
    scores = [score for score in compared.scores if score.name == "adjusted_rand"]
    if changes.unrelated:
        value = f" (adjusted Rand index {changes.agreement:.2f})"
        return [(f"The two clusterings have no more in common than random ones{value}.", None)]
    last = [(agreement(score), None) for score in scores]
    named = [*largest(rows), *_moves(changes, numbers)]
    return [(moved_text(changes), None), (_matched(changes), None), *named, *last]


def moved_text(changes: Diff | CoverDiff) -> str:
    """Say how many elements moved.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> moved_text(cd.diff([0, 0, 0, 1, 1, 1], [0, 0, 0, 0, 1, 1]))
    '1 of 6 elements moved (17 %).'
    """
    moved, n = changes.moved_count, plural(changes.table.n, "element")
    return f"{moved:,} of {n} moved ({whole_percent(changes.moved_share)})."


def whole_percent(share: float) -> str:
    """Write a share as a whole percentage; small and large ones with a digit."""
    rounded = round(100 * share)
    return f"{rounded} %" if 0 < rounded < 100 else share_text(share)


def _matched(changes: Diff) -> str:
    """Say how many clusters are kept, and how many elements are in matching clusters."""
    total, kept = len(changes.clusters_a), changes.counts_a.get("kept", 0)
    a, b = (shortened(printable(name), _NAME) for name in (changes.name_a, changes.name_b))
    stay = changes.table.n - changes.moved_count
    every = {1: "the only cluster", 2: "both clusters"}.get(total, f"all {total:,} clusters")
    some = f"{f'{kept:,}' if kept else 'none'} of the {plural(total, 'cluster')}"
    share = whole_percent(1 - changes.moved_share)
    return (
        f"{b} keeps {every if kept == total else some} of {a}; {plural(stay, 'element')} "
        f"({share}) {'is' if stay == 1 else 'are'} in matching clusters."
    )


def largest(rows: Sequence[ChangeRow]) -> list[tuple[str, Pick | None]]:
    """Name the largest changes; those that cost little compared with the first are only counted."""
    every = [row for row in rows if row.kind not in {"moved", "kept"}]
    least = _SHARE * every[0].cost if every else 0.0
    named = [row for row in every[:_NAMED] if row.prose and row.cost >= least]
    out = [(row.prose, row.pick) for row in named]
    more = len(every) - len(named)
    return [*out, (f"{plural(more, 'smaller change')}: see below.", None)] if more else out


def _moves(changes: Diff, numbers: tuple[Numbers, Numbers]) -> Iterator[tuple[str, Pick | None]]:
    """Name the largest moves of scattered elements that are a tenth of their cluster or more."""
    sizes = {cluster.name: cluster.size for cluster in changes.clusters_a[: 10 * _KEPT]}
    flows = (flow for flow in islice(changes.flows, 50 * _FLOWS) if flow.kind == "scattered")
    for flow in islice(flows, _MOVES):
        if flow.size >= max(_FEW, _FLOW_SHARE * sizes.get(flow.source, flow.size)):
            said = f"{flow.size:,} of {name_of(flow.source)} moved to {name_of(flow.target)}."
            yield said, picked([flow.source], [flow.target], numbers)


def name_of(label: Any) -> str:
    return shortened(printable(label_text(label)), _NAME)


def _listed(parts: Sequence[Part]) -> str:
    """Return the names and sizes of parts as a list in words."""
    return in_words([f"{name_of(part.name)} ({part.size:,})" for part in parts])


def in_words(names: Sequence[str]) -> str:
    """Return some names as a list in words, the first ones if they are many."""
    rest = len(names) - _LISTED
    shown = [*names[:_LISTED], *([f"{rest:,} more"] if rest > 0 else [])]
    return f"{', '.join(shown[:-1])} and {shown[-1]}" if len(shown) > 1 else shown[0]


def agreement(score: Score) -> str:
    """Say how large a value is, against chance and with its interval."""
    chance = score.chance
    value = f"{_lower(score.label)} {score.value:.2f}"
    if chance is None:
        return f"The {value}."
    if chance.interval is not None:
        low, high = chance.interval
        value += f", 95 % interval {low:.2f} to {high:.2f}"
    if chance.z is None:
        return f"The {value}."
    return f"Agreement is {_against_chance(chance.z)} ({value})."


def _lower(label: str) -> str:
    return f"{label[0].lower()}{label[1:]}"


def _against_chance(z: float) -> str:
    """Say how far from chance a number of standard deviations is."""
    if abs(z) < _ABOVE:
        return "not distinguishable from chance"
    degree = "far " if abs(z) >= _FAR else ""
    return f"{degree}{'above' if z > 0 else 'below'} chance"
