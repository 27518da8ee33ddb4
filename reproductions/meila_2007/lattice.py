"""Meilă 2007, figure 6: the lattice of partitions of four elements."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import clusterdiff as cd
from clusterdiff.plots import plot_lattice
from reproductions._report import EXACT, Check, Drawing, Section, claim, refuted

_VI = cd.variation_of_information
_NAMES = "abcd"


def partition(text: str) -> cd.Partition:
    """Return a partition written as in the caption: a|bcd."""
    place = {name: k for k, block in enumerate(text.split("|")) for name in block}
    return cd.Partition({name: place[name] for name in _NAMES})


BY_A1 = tuple(map(partition, ("abcd", "a|bcd", "a|b|cd", "a|b|c|d")))
BY_A2 = tuple(map(partition, ("a|bcd", "a|b|cd", "ab|cd")))
_LINES = ("by A1", "by A2", *["from d|abc to 0̂"] * 3)


def bend(path: tuple[cd.Partition, ...]) -> float:
    """Return how much longer a path is than the distance of its ends."""
    return sum(_VI(p, q) for p, q in pairwise(path)) - _VI(path[0], path[-1])


def ways_down(start: cd.Partition, end: cd.Partition) -> list[tuple[cd.Partition, ...]]:
    """Return every chain of single splits from one partition to a refinement of it."""
    if start == end:
        return [(end,)]
    return [(start, *rest) for q in start.splits() if end <= q for rest in ways_down(q, end)]


def _step(a: cd.Partition, b: cd.Partition) -> float:
    """Return a metric with A1: 2 between 1̂ and 0̂, and 1 between any other two partitions."""
    if a == b:
        return 0.0
    return 2.0 if {a.k, b.k} == {1, 4} else 1.0


def _several_lines(every: list[tuple[cd.Partition, ...]]) -> Check:
    """What section 7 says of refinements that are more than one split away."""
    found = sorted({p for path in every for p in path}, key=str)
    far = [(p, q) for p in found for q in found if q <= p and q.k > p.k + 1]
    counts = [len(ways_down(p, q)) for p, q in far]
    return claim(
        "Sec. 7",
        "unless a clustering and its refinement are joined by an edge, there are several straight lines between them",
        min(counts) > 1,
        f"{min(counts)} to {max(counts)} for all {len(far)} such pairs of four elements",
    )


def _needs_more_than_a1(every: list[tuple[cd.Partition, ...]]) -> Check:
    """What section 7 says after the axioms: A1 alone does not make chains straight."""
    top, low = partition("abcd"), partition("a|b|c|d")
    all_of_them = sorted({p for path in every for p in path}, key=str)
    a1 = all(_step(top, p) + _step(p, low) == _step(top, low) for p in all_of_them)
    metric = all(
        _step(p, r) <= _step(p, q) + _step(q, r)
        for p in all_of_them
        for q in all_of_them
        for r in all_of_them
    )
    chain = every[0]
    along = sum(_step(p, q) for p, q in pairwise(chain[:-1]))
    straight = along == _step(chain[0], chain[-2])
    return refuted(
        "Sec. 7",
        "axiom A1 implies that the clusterings along a chain are collinear",
        straight,
        a1 and metric and max(abs(bend(path)) for path in every) < EXACT,
        f"d(1̂, 0̂) = 2 and d = 1 for all other pairs is a metric with A1; along {', '.join(map(_word, chain[:-1]))} it adds up to {along:g} instead of {_step(chain[0], chain[-2]):g}",
        "A1 is about 1̂ and 0̂ only; with A3 the statement is right, and it is right for VI.",
        "M11",
    )


def _word(p: cd.Partition) -> str:
    return "|".join("".join(map(str, block)) for block in p)


def figure_6() -> Section:
    """The straight lines that the caption names."""
    low = partition("a|b|c|d")
    three = ways_down(partition("d|abc"), low)
    every = ways_down(partition("abcd"), low)
    checks = (
        claim(
            "Fig. 6",
            "1̂, a|bcd, a|b|cd, 0̂ are collinear by A1",
            abs(bend(BY_A1)) < EXACT,
            _added(BY_A1),
        ),
        claim(
            "Fig. 6",
            "a|bcd, a|b|cd, ab|cd are collinear by A2",
            abs(bend(BY_A2)) < EXACT,
            _added(BY_A2),
        ),
        claim(
            "Fig. 6",
            "there are three straight lines from d|abc to 0̂",
            len(three) == 3 and max(abs(bend(path)) for path in three) < EXACT,
            "; ".join(_added(path) for path in three),
        ),
        claim(
            "Sec. 7",
            "every way of subdividing gives a straight line",
            max(abs(bend(path)) for path in every) < EXACT,
            f"all {len(every)} ways from 1̂ to 0̂ are straight",
        ),
        _several_lines(every),
        _needs_more_than_a1(every),
    )

    note = (
        "Edges carry their VI in bits. Bold: the line that the caption calls collinear by A1, the one by A2, and the three "
        "straight lines from d|abc to 0̂."
    )
    return Section(
        "Figure 6: the lattice of four elements",
        checks,
        {
            "figure-6": Drawing(
                "The lattice of the 15 partitions of a, b, c and d with VI on its edges, and the straight lines of figure 6",
                _draw,
            )
        },
        note,
    )


def _draw(ax: Any) -> Any:
    """Return the lattice with the lines that the caption names."""
    low = partition("a|b|c|d")
    every = {p for path in ways_down(partition("abcd"), low) for p in path}
    paths = [BY_A1, BY_A2, *ways_down(partition("d|abc"), low)]
    ax.figure.set_size_inches(9, 6.5)
    plot_lattice(sorted(every, key=lambda p: (p.k, str(p))), paths=paths, ax=ax)
    lines, sums = ax.get_legend_handles_labels()
    named = [f"{name}: {text}" for name, text in zip(_LINES, sums, strict=True)]
    ax.legend(lines, named, fontsize="small", frameon=False, loc="upper left")
    return ax


def _added(path: tuple[cd.Partition, ...]) -> str:
    steps = [_VI(p, q) for p, q in pairwise(path)]
    return f"{' + '.join(f'{x:.4f}' for x in steps)} = {_VI(path[0], path[-1]):.4f}"
