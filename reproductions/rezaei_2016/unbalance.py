"""Rezaei & Fränti 2016, section 7.8: the data set Unbalance, and Table 6."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.cluster import AgglomerativeClustering

import clusterdiff as cd
from reproductions._kmeans import kmeans
from reproductions._random_swap import random_swap
from reproductions._report import AGREES, NOT_REACHED, Check, Drawing, Section, claim, number
from reproductions._small import labels_of
from reproductions.rezaei_2016.strips import COLORS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from numpy.typing import NDArray

    Points = NDArray[np.float64]
    Ints = NDArray[np.int64]

SOURCE: dict[str, Path] = {}  # "data" and "labels": the original files, if they are given
# Centers, standard deviations and sizes of the public data set.
CENTERS = (
    (150, 350),
    (180, 380),
    (210, 350),
    (440, 300),
    (440, 400),
    (490, 350),
    (540, 300),
    (540, 400),
)
SPREADS = (10**0.5,) * 3 + (10.0,) * 5  # in the same thousands: variances 10⁷ and 10⁸
SIZES = (2000,) * 3 + (100,) * 5
TABLE_6 = {
    "RS": (1.00, 1.00, 1.00, 1.00), "AC": (1.00, 1.00, 1.00, 1.00), "SL": (1.00, 0.99, 0.99, 0.78), "KM": (0.66, 0.77, 0.78, 0.18),
}  # fmt: skip
COLUMNS = ("ARI", "NMI", "1 - NVD", "PSI")
# The clusterings that the paper describes, classes in rows.
SINGLE_LINK = [
    *np.eye(8, dtype=int)[:3] * 2000,
    *np.eye(8, dtype=int)[3:5] * 100,
    [0, 0, 0, 0, 0, 99, 1, 0],
    *[[0] * 7 + [100]] * 2,
]
K_MEANS = [
    [2000] + [0] * 7,
    [0, 976, 1024, 0, 0, 0, 0, 0],
    [0, 0, 0, 430, 436, 560, 574, 0],
    *[[0] * 7 + [100]] * 5,
]


@cache
def load() -> tuple[Points, Ints]:
    """Return the points and their clusters: the original if its files are given, else generated."""
    if SOURCE:
        return np.loadtxt(SOURCE["data"]), np.loadtxt(SOURCE["labels"], dtype=np.int64)
    rng = np.random.default_rng(0)
    parts = [rng.normal(c, s, (n, 2)) for c, s, n in zip(CENTERS, SPREADS, SIZES, strict=True)]
    return np.concatenate(parts), np.repeat(np.arange(8), SIZES)


def origin() -> str:
    """Return which data were used."""
    if SOURCE:
        return "The data are the original ones."
    return "The data are generated with the centers, standard deviations and sizes of the public data set Unbalance (`--unbalance` reads the original)."


def values(g: object, p: object) -> tuple[float, ...]:
    """Return the four indexes of the table."""
    return (
        cd.adjusted_rand(g, p),
        cd.normalized_mutual_information(g, p),
        1 - cd.invariant_van_dongen(g, p),
        cd.pair_sets_index(g, p),
    )


def _row(name: str, found: tuple[float, ...], how: str) -> list[Check]:
    return [
        number(f"Table 6, {name} ({how}): {label}", x, y, 2)
        for label, x, y in zip(COLUMNS, TABLE_6[name], found, strict=True)
    ]


def table_6() -> Section:
    """Four clusterings of Unbalance into eight clusters."""
    points, truth = load()
    ward = AgglomerativeClustering(8, linkage="ward").fit_predict(points)
    swapped = random_swap(points, 8, swaps=1000, seed=0)
    runs = [kmeans(points, 8, seed, 1, "random") for seed in range(20)]
    linked = AgglomerativeClustering(8, linkage="single").fit_predict(points)
    psi = [cd.pair_sets_index(truth, labels) for labels in runs]
    others = [min(values(truth, labels)[:3]) for labels in runs]
    lost = [x < y for x, y in zip(psi, others, strict=True)]
    checks = [
        *_row("RS", values(truth, swapped), "random swap on the data"),
        *_row("AC", values(truth, ward), "Ward on the data"),
        *_row("SL", values(*labels_of(SINGLE_LINK)), "two small clusters merged, one orphan point"),
        *(_row("SL", values(truth, linked), "single link on the data") if SOURCE else []),
        *_row(
            "KM",
            values(*labels_of(K_MEANS)),
            "two dense clusters in 2 + 4 parts, five small ones merged",
        ),
        claim(
            "Sec. 7.8",
            "only PSI recognizes the low quality of K-means",
            sum(lost) == len(lost),
            f"PSI is the lowest index in {sum(lost)} of {len(lost)} random starts on the data, mean {np.mean(psi):.2f}",
        ),
    ]
    drops = dict(zip(COLUMNS, (1 - x for x in values(*labels_of(SINGLE_LINK))), strict=True))
    checks.append(
        claim(
            "Sec. 7.8",
            "only PSI reacts strongly enough to the merged clusters of single link (more than ten times as much as any other)",
            drops.pop("PSI") > 10 * max(drops.values()),
            f"PSI is {1 - values(*labels_of(SINGLE_LINK))[3]:.2f} below 1, the others at most {max(drops.values()):.3f}",
        )
    )
    note = (
        f"{origin()} SL and KM are recomputed from the clusterings that the paper describes, since single link and K-means depend on the points and "
        "on the start. The paper does not give the six parts of KM: 2 + 4 parts, with the sizes of one run of K-means on the public data, give all four "
        "printed numbers."
    )
    checks += _figure_23(truth, runs, linked)
    figures = {
        "figure-23-kmeans": Drawing(
            "K-means on Unbalance, one random start: dense clusters are divided and small ones are merged",
            _scattered(points, runs[0]),
        ),
        "figure-23-single-link": Drawing(
            "Single link on Unbalance: the sizes of its eight clusters are in the legend",
            _scattered(points, linked),
        ),
    }
    return Section(
        "Section 7.8: Table 6 and figure 23, clustering of Unbalance", tuple(checks), figures, note
    )


def divided(truth: Ints, labels: Ints) -> bool:
    """Return whether one dense cluster is found, the two others are in six parts, and the small ones are merged."""
    cells = cd.Table.from_labels(truth, labels).to_scipy().toarray()
    dense, small = cells[:3], cells[3:]
    parts = sorted((dense > 0).sum(axis=1).tolist())
    alone = bool(((cells > 0).sum(axis=0) == 1)[dense.any(axis=0)].all())
    return parts[0] == 1 and sum(parts) == 7 and alone and int(small.any(axis=0).sum()) == 1


def orphaned(truth: Ints, labels: Ints) -> bool:
    """Return whether two small clusters are merged and a single point is left as a cluster."""
    table = cd.Table.from_labels(truth, labels)
    cells = table.to_scipy().toarray()
    merged = int(((cells > 0).sum(axis=0) == 2).sum())
    return merged == 1 and table.col_sizes.min() == 1


def _figure_23(truth: Ints, runs: list[Ints], linked: Ints) -> list[Check]:
    """What section 7.8 says of both parts of figure 23."""
    alike = sum(divided(truth, labels) for labels in runs)
    lost = orphaned(truth, linked)
    sizes = sorted(np.bincount(linked).tolist(), reverse=True)
    return [
        claim(
            "Fig. 23, above",
            "K-means finds one dense cluster, breaks the two others into six, and merges the five small ones",
            alike > 0,
            f"{alike} of {len(runs)} random starts; a single one of them is needed, since the paper shows one",
        ),
        Check(
            "Fig. 23, below",
            "single link merges two small clusters and leaves one point as a cluster",
            f"clusters of {', '.join(map(str, sizes))} points",
            AGREES if lost else NOT_REACHED,
            ""
            if lost
            else "The generated points lie otherwise; the original ones (`--unbalance`) give it.",
        ),
    ]


def _scattered(points: Points, labels: Ints) -> Callable[[Any], Any]:
    """What draws the points, a color per cluster."""

    def draw(ax: Any) -> Any:
        some = np.random.default_rng(0).permutation(len(points))[:1500]
        sizes = np.bincount(labels)
        for color, k in zip(COLORS, np.argsort(-sizes), strict=False):
            own = points[some[labels[some] == k]]
            ax.scatter(own[:, 0], own[:, 1], s=4, color=color, label=f"{sizes[k]:,} points")
        ax.legend(
            fontsize="small",
            frameon=False,
            markerscale=3,
            loc="center left",
            bbox_to_anchor=(1, 0.5),
        )
        ax.set(xlabel="x", ylabel="y")
        return ax

    return draw
