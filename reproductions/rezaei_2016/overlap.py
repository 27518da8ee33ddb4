"""Rezaei & Fränti 2016, sections 7.6 and 7.7: figures 21 and 22, overlapping clusters."""

from __future__ import annotations

from functools import cache
from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import numpy as np

from reproductions._random_swap import random_swap
from reproductions._report import Check, Section, claim
from reproductions.rezaei_2016.indexes import INDEXES, NVD, SHARED, drawn, indexes, means

if TYPE_CHECKING:
    from reproductions.rezaei_2016.indexes import Curves

_SEEDS = range(5)
_FIXED = 0.15
_DIMENSIONS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)
_OVERLAPS = tuple(k / 100 for k in (2, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50))
_NEAR = 0.03


def overlapping_gaussians(
    overlap: float, n_features: int = 8, rng: Any = None, size: int = 1000
) -> tuple[np.ndarray, np.ndarray]:
    """Return the points and labels of two Gaussian clusters of unit variance that overlap.

    The overlap is the expected share of the points of a cluster that are closer to the centroid of
    the other cluster than to their own. It is fixed by the distance of the centroids,
    -2 Φ⁻¹(overlap), whatever the number of features.
    """
    labels = np.repeat([0, 1], size)
    points = np.random.default_rng(rng).standard_normal((2 * size, n_features))
    distance = -2 * NormalDist().inv_cdf(overlap)
    points += np.outer(labels, np.full(n_features, distance / sqrt(n_features)))
    return points, labels


@cache
def clustered(overlap: float, dimensions: int) -> dict[str, float]:
    """Return the indexes of random swap on the data sets M2, mean of five data sets."""
    values = []
    for seed in _SEEDS:
        rng = np.random.default_rng([seed, dimensions, int(100 * overlap)])
        points, truth = overlapping_gaussians(overlap, dimensions, rng)
        values.append(indexes(truth, random_swap(points, 2, swaps=30, seed=seed)))
    return means(values)


_EXPECTED_NVD = [1 - x for x in _OVERLAPS]
_EXPECTED_PSI = [1 - x / 0.5 for x in _OVERLAPS]


def _overlap_checks(series: Curves) -> tuple[Check, ...]:
    """Return the statements on figure 21."""
    some = [k for k, x in enumerate(_OVERLAPS) if x <= 0.3]
    off_nvd = max(abs(series[NVD][k] - _EXPECTED_NVD[k]) for k in some)
    off_psi = max(abs(series["PSI"][k] - _EXPECTED_PSI[k]) for k in some)
    place = _OVERLAPS.index(_FIXED)
    return (
        claim(
            "Fig. 21",
            "1 - NVD, CSI, CH and Purity are about 1 - overlap, not below 0.50",
            off_nvd < _NEAR and min(series[NVD]) > 0.5 - _NEAR,
            f"at most {off_nvd:.3f} off up to 30 % overlap, at least {min(series[NVD]):.3f}",
        ),
        claim(
            "Fig. 21",
            "15 percent overlap: similarity 0.85",
            all(abs(series[x][place] - 0.85) < _NEAR for x in SHARED),
            f"1 - NVD {series[NVD][place]:.3f}",
        ),
        claim(
            "Fig. 21",
            "PSI is near 1 - overlap/0.50 (dashed line)",
            off_psi < 2 * _NEAR,
            f"at most {off_psi:.3f} off up to 30 % overlap",
        ),
        claim(
            "Fig. 21",
            "15 percent overlap: PSI 0.70",
            abs(series["PSI"][place] - 0.70) < 2 * _NEAR,
            f"{series['PSI'][place]:.3f}",
        ),
    )


def figure_21() -> Section:
    """More and more overlap in eight dimensions."""
    found = [clustered(x, 8) for x in _OVERLAPS]
    series = {label: [f[label] for f in found] for label in INDEXES}
    checks = _overlap_checks(series)
    note = (
        "M2: two Gaussian clusters of 1000 points in 8 dimensions with the same variance, clustered by random swap; "
        f"mean of {len(_SEEDS)} data sets. 'About' means within {_NEAR} for 1 - NVD and within {2 * _NEAR} for PSI, whose scale is twice as fine."
    )
    expected = {"expected 1 - NVD": _EXPECTED_NVD, "expected PSI": _EXPECTED_PSI}
    draw = drawn([100 * x for x in _OVERLAPS], series, "overlap (%)", expected)
    return Section("Section 7.6: figure 21, overlap of clusters", checks, {"figure-21": draw}, note)


def _from_64(values: list[float]) -> str:
    return ", ".join(f"{x:.3f}" for x in values[-4:])


def _dimension_checks(series: Curves) -> tuple[Check, ...]:
    """Return the statements on figure 22."""
    early = [k for k, d in enumerate(_DIMENSIONS) if d <= 64]
    spread = {
        label: max(values[k] for k in early) - min(values[k] for k in early)
        for label, values in series.items()
    }
    last = {label: values[-1] for label, values in series.items()}
    return (
        claim(
            "Fig. 22",
            "all indexes are invariant to the dimension up to a limit of about 256",
            max(spread.values()) < 3 * _NEAR,
            f"change by at most {max(spread.values()):.3f} from 1 to 64 dimensions; {_from_64(series[NVD])} (1 - NVD) at 64, 128, 256, 512",
        ),
        claim(
            "Fig. 22",
            "beyond it they decrease",
            all(last[x] < min(series[x][k] for k in early) - _NEAR for x in last),
            f"1 - NVD {series[NVD][-2]:.3f}, PSI {series['PSI'][-2]:.3f} at 256; {last[NVD]:.3f}, {last['PSI']:.3f} at 512",
        ),
        claim(
            "Fig. 22",
            "up to it NVD gives 0.85",
            all(abs(series[NVD][k] - 0.85) < _NEAR for k in early),
            f"{min(series[NVD][k] for k in early):.3f} to {max(series[NVD][k] for k in early):.3f}",
        ),
        claim(
            "Fig. 22",
            "up to it PSI gives 0.70",
            all(abs(series["PSI"][k] - 0.70) < 2 * _NEAR for k in early),
            f"{min(series['PSI'][k] for k in early):.3f} to {max(series['PSI'][k] for k in early):.3f}",
        ),
    )


def figure_22() -> Section:
    """The same overlap in more and more dimensions."""
    found = [clustered(_FIXED, d) for d in _DIMENSIONS]
    series = {label: [f[label] for f in found] for label in INDEXES}
    checks = _dimension_checks(series)
    note = f"The data sets of figure 21 with an overlap of 15 %, 1 to 512 dimensions, mean of {len(_SEEDS)} data sets."

    def draw(ax: Any) -> Any:
        drawn(_DIMENSIONS, series, "number of dimensions")(ax)
        ax.set_xscale("log", base=2)
        ax.set_xticks(_DIMENSIONS, [str(d) for d in _DIMENSIONS])
        ax.minorticks_off()
        return ax

    return Section("Section 7.7: figure 22, dimensionality", checks, {"figure-22": draw}, note)
