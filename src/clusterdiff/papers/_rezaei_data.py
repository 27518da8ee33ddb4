"""Rezaei & Fränti's experiments on data: table 6 and figures 21, 22 and 25, on generated data."""

from __future__ import annotations

from math import erfc, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

import clusterdiff as cd
from clusterdiff.errors import MissingDependencyError
from clusterdiff.papers import _rezaei_partitions as made
from clusterdiff.papers._random_swap import k_means, random_swap
from clusterdiff.papers._report import Check, Numbers, Section, addition, claim
from clusterdiff.plots import plot_heatmap

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

_SEEDS = 10
_AT_CHANCE = 0.02
_AS_GOOD = 1e-3  # a mean index this near to the best is as good
_RECALLED = "The arrangement is recalled, not looked up."


def _linked(points: Floats, k: int, linkage: str) -> Ints:
    try:
        from sklearn.cluster import AgglomerativeClustering
    except ImportError:
        raise MissingDependencyError.of("scikit-learn", "papers") from None
    return np.asarray(AgglomerativeClustering(k, linkage=linkage).fit_predict(points))


def gaussians(centres: Sequence[Sequence[float]], spreads: Sequence[float], sizes: Sequence[int], seed: int) -> tuple[Floats, Ints]:
    """Points around centres, and which centre each belongs to."""
    random = np.random.default_rng(seed)
    parts = [random.normal(c, s, (n, len(c))) for c, s, n in zip(centres, spreads, sizes, strict=True)]
    return np.concatenate(parts), np.repeat(np.arange(len(sizes)), sizes)


def unbalance() -> tuple[Floats, Ints]:
    """Three dense clusters of 2000 and, far from them, five sparse ones of 100; centres and spreads are our choice."""
    centres = [(10, 10), (10, 30), (25, 20), (60, 10), (60, 30), (75, 0), (75, 20), (75, 40)]
    return gaussians(centres, [1.0] * 3 + [3.0] * 5, [2000] * 3 + [100] * 5, seed=0)


def table_6() -> Section:
    """K-means loses small clusters; one index shows it."""
    points, truth = unbalance()
    runs = [k_means(points, 8, seed) for seed in range(_SEEDS)]
    found = {
        "Ward": _linked(points, 8, "ward"),
        "single link": _linked(points, 8, "single"),
        "random swap": random_swap(points, 8, swaps=1500, seed=0),
    }
    by_run = [made.indexes(truth, labels, points) for labels in runs]
    lost_by_run = [cd.centroid_index(truth, labels, points) for labels in runs]
    values = {"K-means, mean of 10": made.mean_of(by_run)} | {name: made.indexes(truth, labels, points) for name, labels in found.items()}
    lost = {name: cd.centroid_index(truth, labels, points) for name, labels in found.items()}
    k_mean, swap = values["K-means, mean of 10"], values["random swap"]
    blind = ("NMI", "ARI", "1 - NVD", "purity")
    checks = [
        claim(
            "K-means from random starts puts too many centroids into the dense clusters",
            min(lost_by_run) > 0,
            f"{min(lost_by_run)} to {max(lost_by_run)} of 8 clusters lost (CI)",
        ),
        claim("PSI is the lowest index in each of the runs", all(min(run.values()) == run["PSI"] for run in by_run)),
        claim(
            "on average PSI is below 1/2, while NMI, ARI, 1 - NVD and purity stay above",
            k_mean["PSI"] < 1 / 2 < min(k_mean[label] for label in blind),
            made.shown(k_mean),
        ),
        claim("random swap finds the right clustering", lost["random swap"] == 0 and swap["PSI"] > 0.98, f"CI 0, {made.shown(swap)}"),  # noqa: PLR2004
        addition(
            "Ward finds it too",
            lost["Ward"] == 0 and values["Ward"]["PSI"] > 0.98,  # noqa: PLR2004
            f"CI {lost['Ward']}, {made.shown(values['Ward'])}",
        ),
        addition(
            "single link cuts off outliers instead: PSI shows it most",
            lost["single link"] > 0 and min(values["single link"].values()) == values["single link"]["PSI"],
            f"CI {lost['single link']}, {made.shown(values['single link'])}",
        ),
    ]

    def draw(ax: Any) -> Any:
        return plot_heatmap([list(row.values()) for row in values.values()], list(values), made.INDEXES, ax=ax)

    note = (
        "A data set of the described shape stands in for the paper's: three clusters of 2000 points and five of 100, n = 6500, in two dimensions; "
        "centres and spreads are our choice, so the paper's numbers are not compared. K-means: 10 single runs from random points."
    )
    numbers = Numbers(made.INDEXES, {name: tuple(row.values()) for name, row in values.items()})
    return Section("Table 6: dense and sparse clusters", tuple(checks), {"table-6": draw}, note, numbers)


def two_clusters(distance: float, dimensions: int) -> dict[str, float]:
    """Two Gaussian clusters of 1000 points, so far apart along each dimension, found by K-means; mean of ten data sets."""
    values = []
    for seed in range(_SEEDS):
        points, truth = gaussians([[0.0] * dimensions, [distance] * dimensions], [1.0, 1.0], [1000, 1000], seed)
        labels = k_means(points, 2, seed, starts=3)
        values.append(made.indexes(truth, labels, points))
    return made.mean_of(values)


def right_side(distance: float) -> float:
    """The share of a Gaussian cluster on its side of the middle between two: Φ(distance/2)."""
    return erfc(-distance / 2 / sqrt(2)) / 2


def _as_predicted(values: Sequence[float], apart: Sequence[float]) -> Check:
    """How far 1 - CH is from Φ(distance/2) where the clusters are at least 2 apart: nearer ones K-means cuts anywhere."""
    off = max(abs(value - right_side(d)) for value, d in zip(values, apart, strict=True) if d >= 2)  # noqa: PLR2004
    what = "1 - CH is the share on the right side of the middle, Φ(distance/2), from 2 spreads on"
    return addition(what, off < 0.01, f"at most {off:.4f} off")  # noqa: PLR2004


def figure_21() -> Section:
    """The clusters come ever closer."""
    apart = [6.0 - step / 2 for step in range(13)]
    curves = made.curves(two_clusters(d / sqrt(2), 2) for d in apart)
    ends = {label: values[-1] for label, values in curves.items()}
    checks = (
        claim("every index falls as the clusters overlap", all(made.shape(values) == "falls" for values in curves.values())),
        claim("it begins near 1", min(values[0] for values in curves.values()) > 0.98, made.shown({k: v[0] for k, v in curves.items()})),  # noqa: PLR2004
        claim(
            "it ends at 0 if corrected for chance, else at 1/2",
            all(abs(ends[label]) < _AT_CHANCE for label in ("NMI", "ARI", "PSI"))
            and all(abs(ends[label] - 1 / 2) < _AT_CHANCE for label in ("1 - NVD", "CSI", "1 - CH", "purity")),
            made.shown(ends),
        ),
        _as_predicted(curves["1 - CH"], apart),
    )
    note = f"Two Gaussian clusters of 1000 points in two dimensions, K-means with two clusters, mean of ten data sets. {_RECALLED}"
    return Section("Figure 21: overlap", checks, {"figure-21": made.drawn(apart, curves, "distance of the centres, in spreads")}, note)


def figure_22() -> Section:
    """More dimensions, each with the same distance."""
    dimensions, step = [1, 2, 4, 8, 16, 32, 64, 128], 0.6
    curves = made.curves(two_clusters(step, d) for d in dimensions)
    checks = (
        claim("every index rises with the dimensions", all(made.shape(values) == "rises" for values in curves.values())),
        claim("and ends near 1", min(values[-1] for values in curves.values()) > 0.98, made.shown({k: v[-1] for k, v in curves.items()})),  # noqa: PLR2004
        _as_predicted(curves["1 - CH"], [step * sqrt(d) for d in dimensions]),
    )
    note = f"Two Gaussian clusters of 1000 points, 0.6 spreads apart along each dimension, mean of ten data sets. {_RECALLED}"
    return Section("Figure 22: dimensions", checks, {"figure-22": made.drawn(dimensions, curves, "dimensions")}, note)


def agreement(points: Floats, k: int, cluster: Callable[[Floats, int, int], Ints], seed: int) -> dict[str, float]:
    """The indexes of two clusterings, each of its own 80 % of the points, on the points they share."""
    n = len(points)
    random = np.random.default_rng([k, seed])
    labels = np.full((2, n), -1)
    for half in range(2):
        some = random.permutation(n)[: n * 4 // 5]
        labels[half, some] = cluster(points[some], k, 2 * seed + half)
    shared = (labels >= 0).all(axis=0)
    return made.indexes(labels[0, shared], labels[1, shared], points[shared])


def figure_25() -> Section:
    """The number of clusters at which clusterings of subsamples agree most."""
    right, ks = 5, range(2, 13)
    corners = [(10 * np.cos(angle), 10 * np.sin(angle)) for angle in 2 * np.pi * np.arange(right) / right]

    def cluster(points: Floats, k: int, seed: int) -> Ints:
        return random_swap(points, k, swaps=100, seed=seed)

    checks: list[Check] = []
    figures: dict[str, Callable[[Any], Any]] = {}
    for kind, sizes in (("equal", (200,) * 5), ("uneven", (400, 300, 200, 100, 50))):
        points, _ = gaussians(corners, [1.0] * right, sizes, seed=1)
        curves = made.curves(made.mean_of(agreement(points, k, cluster, seed) for seed in range(20)) for k in ks)
        best = {label: max(k for k, value in zip(ks, values, strict=True) if value > max(values) - _AS_GOOD) for label, values in curves.items()}
        psi = dict(zip(ks, curves["PSI"], strict=True))
        rest = max(value for k, value in psi.items() if k != right)
        what = "clusterings agree most at the right K = 5" if kind == "equal" else "the right K = 5 is the largest at which clusterings agree most"
        unique = kind == "uneven" or psi[right] > rest + _AS_GOOD
        checks += [
            claim(f"{kind} sizes, by PSI: {what}", best["PSI"] == right and unique, f"{psi[right]:.3f}, elsewhere at most {rest:.3f}"),
            addition(
                f"{kind} sizes: so by the other indexes", all(k == right for k in best.values()), ", ".join(f"{x} {k}" for x, k in best.items())
            ),
        ]
        figures[f"figure-25-{kind}"] = made.drawn(ks, curves, f"number of clusters ({kind} sizes)")
    note = (
        "Five Gaussian clusters on the corners of a regular pentagon stand in for the paper's data: of 200 points each, where no coarser "
        "clustering can be stable, and of 400 to 50, where some are. 20 pairs of subsamples of 80 %, clustered by random swap. " + _RECALLED
    )
    return Section("Figure 25: number of clusters by stability", tuple(checks), figures, note)
