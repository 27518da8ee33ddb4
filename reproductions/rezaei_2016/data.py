"""Rezaei & Fränti's experiments on data: table 6 and figures 21 and 22, on generated data."""

from __future__ import annotations

from functools import cache
from math import erfc, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

import clusterdiff as cd
from clusterdiff.errors import MissingDependencyError
from reproductions.rezaei_2016 import partitions as made
from reproductions._kmeans import kmeans
from reproductions._random_swap import random_swap
from reproductions._report import Check, Numbers, Section, addition, claim
from clusterdiff.plots import plot_heatmap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

_SEEDS = 10
_AT_CHANCE = 0.02


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


@cache
def clusterings_of_unbalance() -> tuple[list[Ints], dict[str, Ints]]:
    """Ten runs of K-means, and what other methods find."""
    points, _ = unbalance()
    return [kmeans(points, 8, seed, 1, "random") for seed in range(_SEEDS)], {
        "Ward": _linked(points, 8, "ward"),
        "single link": _linked(points, 8, "single"),
        "random swap": random_swap(points, 8, swaps=1500, seed=0),
    }


def table_6() -> Section:
    """K-means loses small clusters; one index shows it."""
    points, truth = unbalance()
    runs, found = clusterings_of_unbalance()
    by_run = [made.indexes(truth, labels, points) for labels in runs]
    lost_by_run = [cd.centroid_index(truth, labels, points) for labels in runs]
    values = {"K-means, mean of 10": made.mean_of(by_run)} | {name: made.indexes(truth, labels, points) for name, labels in found.items()}
    lost = {name: cd.centroid_index(truth, labels, points) for name, labels in found.items()}
    checks = (
        claim(
            "K-means loses sparse clusters, and PSI shows it most",
            min(lost_by_run) > 0 and all(min(run.values()) == run["PSI"] for run in by_run),
            f"{min(lost_by_run)} to {max(lost_by_run)} of 8 clusters lost (CI), PSI the lowest index "
            f"in {sum(min(run.values()) == run['PSI'] for run in by_run)} of {len(by_run)} runs",
        ),
        *_other_methods(values, lost),
    )

    def draw(ax: Any) -> Any:
        return plot_heatmap([list(row.values()) for row in values.values()], list(values), made.INDEXES, ax=ax)

    note = (
        "A data set of the described shape stands in for the paper's: three clusters of 2000 points and five of 100, n = 6500, in two dimensions; "
        "centres and spreads are our choice, so the paper's numbers are not compared. K-means: 10 single runs from random points."
    )
    numbers = Numbers(made.INDEXES, {name: tuple(row.values()) for name, row in values.items()})
    return Section("Table 6: dense and sparse clusters", checks, {"table-6": draw}, note, numbers)


def _other_methods(values: dict[str, dict[str, float]], lost: dict[str, int]) -> tuple[Check, ...]:
    """What the indexes say of each method, and how many clusters it lost."""
    k_mean = values["K-means, mean of 10"]
    blind = ("NMI", "ARI", "1 - NVD", "purity")
    return (
        addition(
            "on average PSI is below 1/2, while NMI, ARI, 1 - NVD and purity stay above",
            k_mean["PSI"] < 1 / 2 < min(k_mean[label] for label in blind),
            made.shown(k_mean),
        ),
        addition(
            "random swap and Ward find the right clustering",
            all(lost[name] == 0 and values[name]["PSI"] > 0.98 for name in ("random swap", "Ward")),  # noqa: PLR2004
            "; ".join(f"{name}: CI {lost[name]}, PSI {values[name]['PSI']:.3f}" for name in ("random swap", "Ward")),
        ),
        addition(
            "single link cuts off outliers instead: PSI shows it most",
            lost["single link"] > 0 and min(values["single link"].values()) == values["single link"]["PSI"],
            f"CI {lost['single link']}, PSI {values['single link']['PSI']:.3f}",
        ),
    )


@cache
def two_clusters(distance: float, dimensions: int) -> dict[str, float]:
    """Two Gaussian clusters of 1000 points, so far apart along each dimension, found by K-means; mean of ten data sets."""
    values = []
    for seed in range(_SEEDS):
        points, truth = gaussians([[0.0] * dimensions, [distance] * dimensions], [1.0, 1.0], [1000, 1000], seed)
        labels = kmeans(points, 2, seed)
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
        claim(
            "every index falls as the clusters overlap",
            all(made.shape(values) == "falls" for values in curves.values()),
            made.ends(curves, made.INDEXES),
        ),
        addition(
            "they begin near 1; the indexes that are 0 for independent clusterings end there, the others at 1/2",
            min(values[0] for values in curves.values()) > 0.98  # noqa: PLR2004
            and all(abs(ends[label]) < _AT_CHANCE for label in made.ZERO)
            and all(abs(ends[label] - 1 / 2) < _AT_CHANCE for label in made.OFFSET),
        ),
        _as_predicted(curves["1 - CH"], apart),
    )
    note = f"Two Gaussian clusters of 1000 points in two dimensions, K-means with two clusters, mean of ten data sets. {made.RECALLED}"
    return Section("Figure 21: overlap", checks, {"figure-21": made.drawn(apart, curves, "distance of the centres, in spreads")}, note)


def figure_22() -> Section:
    """More dimensions, each with the same distance."""
    dimensions, step = [1, 2, 4, 8, 16, 32, 64, 128], 0.6
    curves = made.curves(two_clusters(step, d) for d in dimensions)
    checks = (
        claim(
            "every index rises with the dimensions",
            all(made.shape(values) == "rises" for values in curves.values()),
            made.ends(curves, made.INDEXES),
        ),
        addition("they end near 1", min(values[-1] for values in curves.values()) > 0.98),  # noqa: PLR2004
        _as_predicted(curves["1 - CH"], [step * sqrt(d) for d in dimensions]),
    )
    note = f"Two Gaussian clusters of 1000 points, 0.6 spreads apart along each dimension, mean of ten data sets. {made.RECALLED}"
    return Section("Figure 22: dimensions", checks, {"figure-22": made.drawn(dimensions, curves, "dimensions")}, note)
