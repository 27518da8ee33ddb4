"""Xiang et al. 2012: A split–merge framework for comparing clusterings."""

from __future__ import annotations

from itertools import pairwise
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

import clusterdiff as cd
from reproductions._report import EXACT, Check, Paper, Section, addition, claim
from reproductions.xiang_2012.bounds import propositions, table_1, table_2
from reproductions.xiang_2012.instances import instances
from clusterdiff.plots import plot_bipartite, plot_derivation, plot_series

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Labels = NDArray[np.int64]

# Figures 1 and 2 as reconstructed: one component of each kind.
FIGURE_1_A = {1: "A", 2: "B", 3: "C", 4: "D", 5: "D", 6: "E", 7: "E", 8: "F", 9: "F"}
FIGURE_1_B = {1: "p", 2: "q", 3: "q", 4: "r", 5: "s", 6: "t", 8: "t", 7: "u", 9: "u"}
KINDS = ("same", "merge", "split", "mixed")
SERIES = {"S_H": "S_H", "R": "rand", "NMI": "nmi", "1 - V": "nvi.similarity[by=log_n]", "A": "A", "N": "NVD.similarity"}
SIZES = (16, 16, 16, 16)


def _figure_1() -> Section:
    found = {c.kind: c.sentence for c in cd.diff(FIGURE_1_A, FIGURE_1_B).components}
    table = cd.Table.from_labels(FIGURE_1_A, FIGURE_1_B)
    shared = sum(bool(set(x) & set(y)) for x in cd.Partition(FIGURE_1_A) for y in cd.Partition(FIGURE_1_B))
    checks = (
        addition("one component is unchanged, one a merge, one a split, one mixed", sorted(found) == sorted(KINDS), "; ".join(found.values())),
        claim("the graph has an edge for each pair of clusters that share elements", table.nnz == shared, f"{table.nnz} edges, {shared} pairs"),
    )
    draw = {"figure-1": lambda ax: plot_bipartite(FIGURE_1_A, FIGURE_1_B, ax=ax)}
    return Section("Figure 1: the bipartite graph", checks, draw, "The example is reconstructed: one component of each kind.")


def _figure_2() -> Section:
    a, b = cd.Partition(FIGURE_1_A), cd.Partition(FIGURE_1_B)
    steps = cd.path(a, b)
    down, up = ([step for step in steps if isinstance(step, kind)] for kind in (cd.Split, cd.Merge))
    inside = all(any(set(step.block) <= set(block) for block in a | b) for step in steps)
    checks = (
        claim("splits lead from a to the meet", a.apply(down) == a & b, "; ".join(map(str, down))),
        claim("merges lead on to b", (a & b).apply(up) == b, "; ".join(map(str, up))),
        addition(
            "it takes K(a ∧ b) - K(a) splits and K(a ∧ b) - K(b) merges",
            (len(down), len(up)) == ((a & b).K - a.K, (a & b).K - b.K),
            f"{len(down)} and {len(up)}",
        ),
        claim("no step leaves a component", inside, f"{(a | b).K} components"),
    )

    def draw(ax: Any) -> Any:
        ax.figure.set_size_inches(6.4, 5)
        return plot_derivation(FIGURE_1_A, FIGURE_1_B, ax=ax)

    return Section("Figure 2: the derivation graph", checks, {"figure-2": draw}, "Of the example of figure 1.")


def worsening(sizes: Sequence[int] = SIZES) -> list[Labels]:
    """A clustering with these sizes, then ever worse ones, one step after another.

    The first of the largest clusters is halved, an odd element going to the first half, down to singletons; then, for
    each k, the k-th elements of all clusters are merged one by one.
    """
    labels = np.repeat(np.arange(len(sizes)), sizes)
    series = [labels]
    while len(set(labels.tolist())) < len(labels):
        counts = np.bincount(labels)
        inside = np.flatnonzero(labels == counts.argmax())
        labels = labels.copy()
        labels[inside[(len(inside) + 1) // 2 :]] = len(counts)
        series.append(labels)
    ranks = np.concatenate([np.arange(size) for size in sizes])
    for k in range(max(sizes)):
        first, *others = np.flatnonzero(ranks == k)
        for other in others:
            labels = labels.copy()
            labels[other] = labels[first]
            series.append(labels)
    return series


def curves(series: list[Labels]) -> dict[str, list[float]]:
    """Each measure along the series, against its first clustering."""
    tables = [cd.Table.from_labels(series[0], labels) for labels in series]
    return {label: [cd.measure(name).on(table) for table in tables] for label, name in SERIES.items()}


def _never_rises(values: list[float]) -> bool:
    return all(x >= y - EXACT for x, y in pairwise(values))


def _figure_3() -> Section:
    splits, series = sum(SIZES) - len(SIZES), worsening()
    values = curves(series)
    own = values["S_H"]
    checks = (
        claim(
            "S_H starts at 1 and falls with every split",
            own[0] == 1.0 and all(x > y for x, y in pairwise(own[: splits + 1])),
            f"{own[0]:.3f}, {own[1]:.3f}, …, {own[splits - 1]:.3f}, {own[splits]:.3f}",
        ),
        claim(
            "no measure ever rises, from the first clustering to singletons and on to the end",
            all(_never_rises(line) for line in values.values()),
            "; ".join(f"{label} {line[0]:.3f}, {line[splits]:.3f}, {line[-1]:.3f}" for label, line in values.items()),
        ),
        addition(
            "every step is one split in two or one merge of two", _single_steps(series, splits), f"{splits} splits, {len(series) - 1 - splits} merges"
        ),
        *_ends_of_series({label: line[-1] for label, line in values.items()}),
    )

    def draw(ax: Any) -> Any:
        ax.axvline(splits, color="#999999", linewidth=0.8)
        ax.text(splits, 1.0, " all singletons", va="top", fontsize="small")
        return plot_series(range(len(series)), values, ax=ax, xlabel="step: splits, then merges", ylabel="similarity to the first clustering")

    return Section(
        "Figure 3: a series of ever worse clusterings",
        checks,
        {"figure-3": draw},
        "Four clusters of 16 elements, whose sizes are ours: the plotted curves of the paper are not at hand, only what is said of them. "
        "The last clustering has 16 clusters of one element of each of the four.",
    )


def _ends_of_series(last: dict[str, float]) -> tuple[Check, ...]:
    """Where the measures end, by formula; and the series of a clustering that has a singleton."""
    n, k = sum(SIZES), len(SIZES)
    ends = {"S_H": 0.0, "R": 1 - (k * comb(16, 2) + 16 * comb(k, 2)) / comb(n, 2), "NMI": 0.0, "1 - V": 0.0, "A": 1 / 16, "N": (1 / 16 + 1 / 4) / 2}
    error = max(abs(last[label] - end) for label, end in ends.items())
    uneven = curves(worsening((13, 9, 1)))["S_H"]
    return (
        addition(
            "S_H, NMI and 1 - V end at 0; R, A and N do not, but where their formulas say",
            error < EXACT and min(ends[label] for label in ("R", "A", "N")) > 0,
            f"error at most {error:.0e}",
        ),
        addition(
            "with a singleton in the first clustering S_H reaches 0 by merges only, and still never rises",
            _never_rises(uneven) and uneven[20] > 0 and uneven[-1] == 0,
            f"{uneven[20]:.3f} at the singletons, {uneven[-1]:.3f} at the end",
        ),
    )


def _single_steps(series: list[Labels], splits: int) -> bool:
    """Whether each clustering is a Hasse neighbour of the one before: finer at first, then coarser."""
    chain = [cd.Partition(labels) for labels in series]
    return all(q < p and q.K == p.K + 1 if k < splits else q > p and q.K == p.K - 1 for k, (p, q) in enumerate(pairwise(chain)))


PAPER = Paper("xiang-2012", "Xiang et al. 2012", (_figure_1, _figure_2, _figure_3, table_1, table_2, propositions, instances))
