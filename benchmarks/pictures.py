"""The pictures of the page: ratio bars, and scaling curves over n and over K.

A full run of ``python -m benchmarks`` draws them; ``python -m benchmarks.pictures`` draws them from
RESULTS.md.
"""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks._quantities import count, is_duration, quantity
from benchmarks.history import rows_of_page
from clusterdiff.plots._style import COLORS, series_style

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from benchmarks._report import Row

HERE = Path(__file__).parent
PACKAGES = ("scikit-learn", "genieclust", "scikit-image VI", "igraph")
# Titles of the rows of the grid and of the scaling curves.
SIZED = re.compile(r"(?:scaling: )?(ARI|FM|NMI|VI|PSI), n = ([^,]+), K = ([^,]+)")


class Point(NamedTuple):
    """A time of a package at a size."""

    package: str
    n: int
    k: int
    seconds: float


def points(rows: Iterable[Row]) -> list[Point]:
    """Return the best time of the adjusted Rand index for each size that is stated."""
    best: dict[tuple[str, int, int], float] = {}
    for row in rows:
        found = SIZED.fullmatch(row.workload)
        if not found or found[1] != "ARI":
            continue
        n, k = count(found[2]), count(found[3])
        for package, cell in (("clusterdiff", row.ours), (row.against, row.theirs)):
            if is_duration(cell) and package in {"clusterdiff", *PACKAGES}:
                place = package, n, k
                best[place] = min(best.get(place, 1e9), quantity(cell) or 1e9)
    return [Point(*place, seconds) for place, seconds in sorted(best.items())]


def bars(rows: Iterable[Row]) -> list[tuple[str, str, float]]:
    """Return workload, package and ratio of all rows that compare with a package.

    The rows of the grid are left out, because they would be most of the bars and the curves show
    them.
    """
    found = []
    for row in rows:
        timed = is_duration(row.ours) and is_duration(row.theirs)
        if timed and row.against in PACKAGES and not SIZED.fullmatch(row.workload):
            ratio = (quantity(row.theirs) or 0) / (quantity(row.ours) or 1)
            found.append((row.workload, row.against, ratio))
    return found


def draw_ratios(rows: Iterable[Row], ax: Any) -> Any:
    """Draw one bar per workload and package on a logarithmic scale; 1 is equal speed."""
    found = sorted(bars(rows), key=lambda bar: bar[2])
    colors = dict(zip(PACKAGES, COLORS, strict=False))
    for place, (_, package, ratio) in enumerate(found):
        ax.barh(place, ratio - 1, left=1, color=colors[package])
        ax.annotate(
            f" {ratio:,.3g}×" if ratio < 1000 else f" {ratio:,.0f}×",
            (max(ratio, 1), place),
            va="center",
            fontsize=7,
        )
    ax.set_yticks(range(len(found)), [workload for workload, _, _ in found], fontsize=7)
    ax.set_xscale("log")
    ax.axvline(1, color="black", linewidth=0.8)
    ax.set_xlabel("time of the package divided by the time of clusterdiff")
    present = [name for name in PACKAGES if any(name == package for _, package, _ in found)]
    handles = [ax.barh(0, 0, color=colors[name], label=name) for name in present]
    ax.legend(handles=handles, fontsize=7, loc="lower right")
    ax.margins(x=0.12, y=0.01)
    return ax


def draw_curves(found: Sequence[Point], over: str, fixed: Sequence[int], ax: Any) -> Any:
    """Draw time over n for given numbers of clusters, or over K for given numbers of elements."""
    other = "k" if over == "n" else "n"
    curves = [
        (package, value)
        for package in ("clusterdiff", *PACKAGES)
        for value in fixed
        if sum(p.package == package and getattr(p, other) == value for p in found) > 1
    ]
    for index, (package, value) in enumerate(curves):
        line = [p for p in found if p.package == package and getattr(p, other) == value]
        line.sort(key=lambda p: getattr(p, over))
        label = f"{package}, {other.upper() if other == 'k' else other} = {value:,}"
        x, y = [getattr(p, over) for p in line], [p.seconds for p in line]
        ax.plot(x, y, label=label, markersize=4, **series_style(index))
    ax.set(xscale="log", yscale="log", ylabel="seconds of one call")
    ax.set_xlabel("number of elements n" if over == "n" else "number of clusters K")
    ax.grid(alpha=0.3)
    if curves:
        ax.legend(fontsize=8)
    return ax


def draw(rows: Sequence[Row], folder: Path = HERE) -> list[Path]:
    """Write the pictures for which there are enough rows, and return their files."""
    import matplotlib as mpl

    mpl.use("Agg")
    mpl.rcParams["svg.hashsalt"] = "clusterdiff"
    import matplotlib.pyplot as plt

    found = points(rows)
    sizes = {
        "ratios": (8.0, 1 + 0.25 * len(bars(rows)), lambda ax: draw_ratios(rows, ax)),
        "scaling-n": (6.4, 4.4, lambda ax: draw_curves(found, "n", (100,), ax)),
        "scaling-k": (6.4, 4.4, lambda ax: draw_curves(found, "k", (10**6, 10**8), ax)),
    }
    files = []
    for name, (width, height, fill) in sizes.items():
        figure, ax = plt.subplots(figsize=(width, height), layout="constrained")
        fill(ax)
        if ax.has_data():
            files.append(folder / f"{name}.svg")
            figure.savefig(files[-1], metadata={"Date": None})
        plt.close(figure)
    return files


def main() -> int:
    """Draw the pictures of RESULTS.md."""
    ArgumentParser(prog="python -m benchmarks.pictures", description=__doc__).parse_args()
    rows = rows_of_page((HERE / "RESULTS.md").read_text(encoding="utf-8"))
    print(", ".join(path.name for path in draw(rows)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
