"""Diversity: how far the clusterings of a set are from each other, and which are odd."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.views import Column, Result, TableView

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_SPREAD = 3.0  # robust standard deviations from the median at which a clustering is odd
_NORMAL = 1.4826  # median absolute deviation to standard deviation of a normal distribution
_NORMAL_MEAN = 1.2533  # mean absolute deviation to standard deviation, where the median is 0
_FEW = 5  # clusterings below which none is odd: their spread is not known


@dataclass(frozen=True, slots=True, repr=False)
class Diversity(Result):
    """How far the clusterings of a set are from each other.

    Attributes
    ----------
    measure : str
        The measure of distance; a similarity s is the distance 1 - s.
    mean : float
        Mean distance of all pairs.
    names : tuple of str
        The clusterings, the most central first.
    distances : tuple of float
        Mean distance of each of them from the others.
    medoid : str
        The clustering with the least mean distance.
    outliers : tuple of str
        Clusterings whose mean distance is more than three robust standard deviations (median
        absolute deviation, or mean absolute deviation if that is 0) above the median.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> runs = {"x": [0, 0, 1, 1], "y": [0, 0, 1, 2], "z": [0, 1, 2, 3]}
    >>> cd.pairwise(runs, measures="vi").diversity()
    clustering  mean distance (variation_of_information)
    y                                                0.5  medoid
    x                                               0.75
    z                                               0.75
    """

    _plots = ("plot_diversity",)

    measure: str
    mean: float
    names: tuple[str, ...]
    distances: tuple[float, ...]
    medoid: str
    outliers: tuple[str, ...]

    def records(self) -> list[dict[str, Any]]:
        """Return one row per clustering."""
        rows = zip(self.names, self.distances, strict=True)
        return [
            {"name": name, "mean_distance": distance, "outlier": name in self.outliers}
            for name, distance in rows
        ]

    def view(self) -> TableView:
        """Return the result as a table view."""
        columns = (
            Column("clustering", style="name"),
            Column(f"mean distance ({self.measure})", "right", style="value"),
            Column(""),
        )
        marks = {self.medoid: "medoid", **dict.fromkeys(self.outliers, "outlier")}
        rows = tuple(
            (name, distance, marks.get(name))
            for name, distance in zip(self.names, self.distances, strict=True)
        )
        return TableView(columns, rows)


def diversity_of(names: Sequence[str], distances: Floats, measure: str) -> Diversity:
    """Return the diversity of clusterings whose distances are known."""
    own = mean_distances(distances)
    order = np.argsort(own, kind="stable")
    middle = float(np.median(own))
    gaps = np.abs(own - middle)
    spread = _NORMAL * float(np.median(gaps)) or _NORMAL_MEAN * float(gaps.mean())
    odd = own > (middle + _SPREAD * spread) * (1 + 1e-12)
    return Diversity(
        measure,
        float(own.mean()),
        tuple(names[i] for i in order),
        tuple(own[order].tolist()),
        names[order[0]],
        tuple(names[i] for i in order if odd[i]) if len(names) >= _FEW else (),
    )


def mean_distances(distances: Floats) -> Floats:
    """Return the mean distance of each clustering from the others."""
    out: Floats = distances.sum(axis=1) / max(1, len(distances) - 1)
    return out
