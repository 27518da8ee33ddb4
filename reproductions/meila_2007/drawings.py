"""Meilă 2007, figures 1 to 5 as drawings of clusterings and of their information."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.patches import Rectangle

import clusterdiff as cd

if TYPE_CHECKING:
    from collections.abc import Sequence

_COLORS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00")  # Okabe and Ito
_GREEK = ("C", "C'", "C''")


def draw_moves(ax: Any, near: cd.Table, wide: cd.Table) -> Any:
    """Figure 1: the clusters of C, C' and C'', each colored by the clusters of C."""
    k = near.shape[0]
    unchanged = np.diag(near.row_sizes)
    for group, (name, counts) in enumerate(
        zip(_GREEK, (unchanged, *(t.to_scipy().toarray() for t in (near, wide))), strict=True)
    ):
        places = group * (k + 1.5) + np.arange(k)
        floor = np.zeros(k)
        for source in range(k):
            ax.bar(places, counts[source], bottom=floor, color=_COLORS[source], width=0.85)
            floor += counts[source]
        ax.text(places.mean(), floor.max() * 1.03, name, ha="center", style="italic")
    starts = [group * (k + 1.5) for group in range(3)]
    ax.set_xticks(
        [start + c for start in starts for c in range(k)], [str(c + 1) for c in range(k)] * 3
    )
    ax.set(xlabel="cluster", ylabel="points, colored by their cluster in C")
    ax.set_ylim(0, float(near.row_sizes.max()) * 1.12)
    return ax


def draw_separated(ax: Any, k: int = 3) -> Any:
    """Figure 3: two maximally separated clusterings of a square, and their meet."""
    titles = (f"C, {k} clusters", f"C', {k} clusters", f"C × C', {k * k} clusters")
    for panel, title in enumerate(titles):
        left = panel * (k + 0.8)
        for row in range(k):
            for column in range(k):
                shade = {0: _COLORS[row], 1: _COLORS[column]}.get(panel, "white")
                corner = (left + column, k - 1 - row)
                ax.add_patch(Rectangle(corner, 1, 1, facecolor=shade, edgecolor="none"))
                ax.text(corner[0] + 0.5, corner[1] + 0.5, "n/9", ha="center", va="center")
        _borders(ax, left, k, rows=panel != 1, columns=panel != 0)
        ax.text(left + k / 2, k + 0.15, title, ha="center", style="italic")
    ax.figure.set_size_inches(6.4, 2.4)
    ax.set(xlim=(-0.1, 3 * (k + 0.8) - 0.7), ylim=(-0.1, k + 0.6), aspect="equal")
    ax.axis("off")
    return ax


def _borders(ax: Any, left: float, k: int, *, rows: bool, columns: bool) -> None:
    """Draw the borders of the clusters of one panel."""
    style = {"color": "black", "linewidth": 1.2}
    for line in range(k + 1):
        if rows or line in {0, k}:
            ax.plot([left, left + k], [line, line], **style)
        if columns or line in {0, k}:
            ax.plot([left + line, left + line], [0, k], **style)


def draw_information(ax: Any, a: Sequence[int], b: Sequence[int]) -> Any:
    """Figure 2: the entropies of C and C' as bars that overlap in I; VI is what is shaded."""
    only_a, only_b = cd.conditional_entropy(a, b), cd.conditional_entropy(b, a)
    shared = cd.mutual_information(a, b)
    parts = (
        (0.0, only_a, "H(C | C')"),
        (only_a, shared, "I(C, C')"),
        (only_a + shared, only_b, "H(C' | C)"),
    )
    for k, (start, width, name) in enumerate(parts):
        shade = "white" if k == 1 else "#56B4E9"
        ax.barh(0, width, left=start, height=0.6, color=shade, edgecolor="black")
        ax.text(start + width / 2, 0, f"{name}\n{width:.3f}", ha="center", va="center")
    whole = (
        ("H(C)", 0.0, only_a + shared, 0.55),
        ("H(C')", only_a, only_a + shared + only_b, -0.55),
    )
    for name, start, end, height in whole:
        ax.annotate("", (end, height), (start, height), arrowprops={"arrowstyle": "<->"})
        ax.text((start + end) / 2, height + 0.08, f"{name} = {end - start:.3f}", ha="center")
    ax.set(xlabel=f"bits; shaded: VI = {only_a + only_b:.3f}", ylim=(-0.9, 0.95), yticks=[])
    ax.figure.set_size_inches(6.4, 2.8)
    return ax


def draw_meet(ax: Any, a: cd.Partition, b: cd.Partition) -> Any:
    """Figure 4: the meet lies between two clusterings, on a line as long as VI."""
    low = a & b
    first, second = cd.variation_of_information(a, low), cd.variation_of_information(low, b)
    places = (0.0, first, first + second)
    ax.plot(places, (0, 0, 0), "o-", color=_COLORS[0])
    for x, name, p in zip(places, ("C", "C × C'", "C'"), (a, low, b), strict=True):
        blocks = " | ".join("".join(map(str, block)) for block in p)
        ax.text(x, 0.1, f"{name}\n{blocks}", ha="center", va="bottom")
    for start, end in ((0.0, first), (first, first + second)):
        ax.text((start + end) / 2, -0.12, f"{end - start:.4f}", ha="center", va="top")
    ax.text(
        places[2] / 2, -0.35, f"VI(C, C') = {cd.variation_of_information(a, b):.4f}", ha="center"
    )
    margin = 0.25 * places[2]
    ax.set(xlim=(-margin, places[2] + margin), ylim=(-0.6, 0.6), xlabel="bits", yticks=[])
    ax.figure.set_size_inches(6.4, 2.4)
    return ax


def draw_linearity(ax: Any, halves: Sequence[tuple[Sequence[int], Sequence[int]]]) -> Any:
    """Figure 5: VI of a union is the sum of VI of its parts, weighted by their shares."""
    n = sum(len(a) for a, _ in halves)
    a = [(k, x) for k, (first, _) in enumerate(halves) for x in first]
    b = [(k, x) for k, (_, second) in enumerate(halves) for x in second]
    own = [cd.variation_of_information(x, y) for x, y in halves]
    start = 0.0
    for k, (value, (x, _)) in enumerate(zip(own, halves, strict=True)):
        width = len(x) / n * value
        ax.barh(1, width, left=start, color=_COLORS[k], edgecolor="black", height=0.6)
        text = f"{len(x)}/{n} · {value:.3f}"
        ax.text(start + width / 2, 1, text, ha="center", va="center", color="white")
        start += width
    whole = cd.variation_of_information([str(x) for x in a], [str(x) for x in b])
    ax.barh(0, whole, color="#999999", edgecolor="black", height=0.6)
    ax.text(whole / 2, 0, f"{whole:.3f}", ha="center", va="center")
    ax.set_yticks((1, 0), ("parts", "VI(C, C')"))
    ax.set(xlabel="bits", ylim=(-0.5, 1.5))
    ax.figure.set_size_inches(6.4, 2.4)
    return ax
