"""Xiang et al. 2012, figures 1 and 2: the bipartite graph and the derivation graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import clusterdiff as cd
from clusterdiff.plots import plot_bipartite, plot_derivation
from reproductions._report import Check, Drawing, Section, claim
from reproductions._small import join, meet, pairs

if TYPE_CHECKING:
    from reproductions._small import Labels

# The example of figures 1 and 2: L above, C below.
L = {1: "1", 2: "2", 3: "3", 4: "45", 5: "45", 6: "67", 7: "67", 8: "89", 9: "89"}
C = {1: "1", 2: "23", 3: "23", 4: "4", 5: "5", 6: "68", 8: "68", 7: "79", 9: "79"}
_CASES = [pair for n in range(1, 6) for pair in pairs(n)]
_TRIED = f"all {len(_CASES)} tables of up to 5 elements"


def clusters(labels: Labels) -> list[frozenset[int]]:
    """Return the clusters as sets of elements."""
    return [frozenset(e for e, x in enumerate(labels) if x == k) for k in sorted(set(labels))]


def components(a: Labels, b: Labels) -> set[frozenset[int]]:
    """The elements of the connected components of the bipartite graph, by a search along its edges."""
    nodes = clusters(a) + clusters(b)
    found, left = set(), set(range(len(nodes)))
    while left:
        border = {left.pop()}
        elements: set[int] = set()
        while border:
            node = nodes[border.pop()]
            elements |= node
            near = {k for k in left if nodes[k] & node}
            border |= near
            left -= near
        found.add(frozenset(elements))
    return found


def figure_1() -> Section:
    """Figure 1 and Proposition 4.1."""
    table = cd.Table.from_labels(L, C)
    shared = sum(bool(set(x) & set(y)) for x in cd.Partition(L) for y in cd.Partition(C))
    joined = cd.Partition(L) | cd.Partition(C)
    holds = all(components(a, b) == set(clusters(join(a, b))) for a, b in _CASES)
    checks = (
        claim(
            "Fig. 1, Definition 4.1",
            "an edge for each two clusters that share points",
            table.nnz == shared,
            f"{shared} edges",
        ),
        claim(
            "Fig. 1",
            "components {1}, {2, 3}, {4, 5} and {6, 7, 8, 9}",
            sorted(map(sorted, joined)) == [[1], [2, 3], [4, 5], [6, 7, 8, 9]],
            "; ".join("".join(map(str, block)) for block in joined),
        ),
        claim(
            "Definitions 4.2 and 4.3, Proposition 4.1",
            "the components are the clusters of the join",
            holds,
            _TRIED,
        ),
    )
    return Section(
        "Section 4.1: figure 1 and Proposition 4.1",
        checks,
        {
            "figure-1": Drawing(
                "The clusters of L and of C as a bipartite graph with four components",
                _draw_components,
            )
        },
    )


def _draw_components(ax: Any) -> Any:
    """Figure 1: L on the left, C on the right, a color per component."""
    plot_bipartite(L, C, ax=ax)
    for place in ("left", "right"):
        ax.set_title("", loc=place)
    for x, side in zip((0, 1), ("L", "C"), strict=True):
        ax.text(x, 1.02, side, ha="center", style="italic", transform=ax.get_xaxis_transform())
    return ax


def _proposition_4_2() -> bool:
    """Return whether the derivation graph passes through the meet: its splits end, and its merges start, there."""
    for a, b in _CASES:
        first, last = cd.Partition(a), cd.Partition(b)
        steps = cd.partition.path(first, last)
        down = [step for step in steps if isinstance(step, cd.partition.Split)]
        middle = first.apply(down)
        sinks = {frozenset(block) for block in middle}
        if sinks != set(clusters(meet(a, b))) or middle.apply(steps[len(down) :]) != last:
            return False
    return True


def _proposition_4_3() -> bool:
    """Return whether exactly one L and one C intersect in each cluster of the meet."""
    return all(
        sum(x & y == m for x in clusters(a) for y in clusters(b)) == 1
        for a, b in _CASES
        for m in clusters(meet(a, b))
    )


def figure_2() -> Section:
    """Figure 2, Propositions 4.2 and 4.3."""
    a, b = cd.Partition(L), cd.Partition(C)
    steps = cd.partition.path(a, b)
    down = [step for step in steps if isinstance(step, cd.partition.Split)]
    up = steps[len(down) :]
    inside = all(any(set(step.block) <= set(block) for block in a | b) for step in steps)
    checks = (
        claim(
            "Fig. 2, Definition 4.4",
            "the split graphs lead from L to the meet",
            a.apply(down) == a & b,
            "; ".join(map(str, down)),
        ),
        claim(
            "Fig. 2, Definition 4.4",
            "the merge graphs lead from the meet to C",
            (a & b).apply(up) == b,
            "; ".join(map(str, up)),
        ),
        claim(
            "Definition 4.5",
            "each subgraph lies within a component",
            inside,
            f"{(a | b).k} components",
        ),
        *_propositions(),
    )
    return Section(
        "Section 4.2 and 4.3: figure 2, Propositions 4.2 and 4.3",
        checks,
        {
            "figure-2": Drawing(
                "The derivation graph: L is split into the meet M, whose clusters are merged to C",
                _draw_derivation,
            )
        },
    )


def _propositions() -> list[Check]:
    """Propositions 4.2 and 4.3."""
    return [
        claim(
            "Definition 4.6, Proposition 4.2",
            "sinks of the split set = sources of the merge set = M_J",
            _proposition_4_2(),
            f"splits and merges of `path`: {_TRIED}",
        ),
        claim(
            "Definition 4.7, Proposition 4.3",
            "one and only one subcomponent pair for each M in the meet",
            _proposition_4_3(),
            _TRIED,
        ),
    ]


def _draw_derivation(ax: Any) -> Any:
    """Figure 2, with the paper's letters."""
    ax.figure.set_size_inches(6.4, 5)
    plot_derivation(L, C, ax=ax)
    letters = {"a": "L", "a ∧ b": "M, the meet", "b": "C"}
    for text in ax.texts:
        text.set_text(letters.get(text.get_text(), text.get_text()))
    return ax
