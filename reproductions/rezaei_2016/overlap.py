"""Rezaei & Fränti 2016, sections 7.6 and 7.7: figures 21 and 22, overlapping clusters."""

from __future__ import annotations

from functools import cache
from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import numpy as np
from threadpoolctl import threadpool_limits

from reproductions._random_swap import random_swap, squared_error
from reproductions._report import AGREES, NOT_REACHED, Check, Drawing, Section, claim
from reproductions.rezaei_2016.indexes import INDEXES, NVD, SHARED, drawn, indexes, means

if TYPE_CHECKING:
    from collections.abc import Callable

    from reproductions.rezaei_2016.indexes import Curves

_SEEDS = range(5)
_FIXED = 0.15
_DIMENSIONS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)
_OVERLAPS = tuple(k / 100 for k in (2, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50))
_NEAR = 0.03
_SWAPS, _STARTS = 10, 20
_RATIO = "squared error over that of the truth"
_LIMIT = 256  # dimensions up to which the paper calls the indexes invariant
_INVARIANT = 0.05  # for 1 - NVD; twice as much for the indexes that are corrected for chance


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
    """Return the indexes of random swap on the data sets M2, mean of five data sets, and the squared error over that of the truth."""
    values = []
    for seed in _SEEDS:
        rng = np.random.default_rng([seed, dimensions, int(100 * overlap)])
        points, truth = overlapping_gaussians(overlap, dimensions, rng)
        with threadpool_limits(1):
            found = random_swap(points, 2, swaps=_SWAPS, seed=seed, starts=_STARTS)
        ratio = squared_error(points, found) / squared_error(points, truth)
        values.append({**indexes(truth, found), _RATIO: ratio})
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
    return Section(
        "Section 7.6: figure 21, overlap of clusters",
        checks,
        {
            "figure-21": Drawing(
                "Six indexes of random swap for 2 to 50 percent overlap, with the expected values as dashed lines",
                draw,
            )
        },
        note,
    )


def _up_to(limit: int, values: list[float]) -> list[float]:
    return [x for d, x in zip(_DIMENSIONS, values, strict=True) if d <= limit]


def _high(values: list[float]) -> str:
    return ", ".join(f"{x:.3f}" for x in values[-4:]) + " at 64, 128, 256, 512"


def _invariant(label: str, printed: float | None = None) -> Callable[[Curves], Check]:
    """Return the check that an index is constant up to the limit, or has the printed value there."""

    def check(series: Curves) -> Check:
        values = _up_to(_LIMIT, series[label])
        allowed = _INVARIANT if label in SHARED else 2 * _INVARIANT
        off = (
            max(values) - min(values) if printed is None else max(abs(x - printed) for x in values)
        )
        early = _up_to(64, series[label])
        what = "does not depend on the dimension" if printed is None else f"is {printed:.2f}"
        least, most = min(values), max(values)
        return Check(
            f"Fig. 22: {label}",
            f"it {what} up to a limit of about {_LIMIT} (within {allowed:.2f})",
            f"{least:.3f} to {most:.3f} up to {_LIMIT}, {min(early):.3f} to {max(early):.3f} up to 64; {_high(series[label])}",
            AGREES if off <= allowed else NOT_REACHED,
            "" if off <= allowed else f"It falls from 128 on, and is {off:.3f} off at {_LIMIT}.",
        )

    return check


def _dimension_checks(series: Curves, ratios: list[float]) -> tuple[Check, ...]:
    """Return the statements on figure 22."""
    checks = [_invariant(label) for label in INDEXES]
    checks += [_invariant(NVD, 0.85), _invariant("PSI", 0.70)]
    last = {label: values[-1] for label, values in series.items()}
    return (
        *(check(series) for check in checks),
        claim(
            "Fig. 22",
            "beyond the limit all indexes decrease",
            all(values[-1] < min(values[:-1]) for values in series.values()),
            f"1 - NVD {last[NVD]:.3f}, PSI {last['PSI']:.3f} at 512",
        ),
        claim(
            "Sec. 7.7",
            "the reason is over-optimization: the squared error is less than that of the ground truth",
            max(ratios) < 1,
            f"squared error over that of the ground truth {', '.join(f'{x:.4f}' for x in ratios[-4:])} at 64, 128, 256, 512",
        ),
    )


def figure_22() -> Section:
    """The same overlap in more and more dimensions."""
    found = [clustered(_FIXED, d) for d in _DIMENSIONS]
    series = {label: [f[label] for f in found] for label in INDEXES}
    checks = _dimension_checks(series, [f[_RATIO] for f in found])
    note = (
        f"The data sets of figure 21 with an overlap of 15 %, 1 to 512 dimensions, mean of {len(_SEEDS)} data sets; random swap with {_SWAPS} swaps, the best of {_STARTS} starts. "
        f"'Invariant' is taken to mean within {_INVARIANT} for 1 - NVD, 1 - CH and Purity and within {2 * _INVARIANT} for NMI, ARI and PSI, up to and including {_LIMIT} dimensions. "
        "These tolerances were set when K-means had given about 0.81 (1 - NVD) and 0.61 (PSI) at 256, and before this run."
    )

    def draw(ax: Any) -> Any:
        drawn(_DIMENSIONS, series, "number of dimensions")(ax)
        ax.set_xscale("log", base=2)
        ax.set_xticks(_DIMENSIONS, [str(d) for d in _DIMENSIONS])
        ax.minorticks_off()
        return ax

    return Section(
        "Section 7.7: figure 22, dimensionality",
        checks,
        {
            "figure-22": Drawing(
                "Six indexes of random swap for 1 to 512 dimensions: falling from 128 on",
                draw,
            )
        },
        note,
    )
