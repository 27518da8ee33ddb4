"""Split-merge measures that need features: splits through wide clusters cost more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.checks import check_choice
from clusterdiff.errors import OptionError
from clusterdiff.features._measure import FeatureMeasure, feature_measure
from clusterdiff.features._record import FeatureRecord
from clusterdiff.features._spread_scores import MeanSquaredError, Metric, PairwiseDistance
from clusterdiff.measures.cluster_scores import COMBINES, Combine
from clusterdiff.measures.references import XIANG

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.features._data import FeatureData
    from clusterdiff.features._spread_scores import FeatureSubcomponent
    from clusterdiff.table import Table

    Floats = NDArray[np.float64]

_LATEX = r"\sum_{ij} \frac{n_{ij}}{n}\, s(b \mid a_i)\, s(a \mid b_j)"
_READING = "1 = equal; 0 = nothing of the spread of any cluster is left within its parts"
_WARNING = "parts with the same centroid leave a score of 1, although the cluster is split"


def _combined(t: Table, scores: tuple[Floats, Floats], combine: str) -> float:
    """Combine the scores of the two clusters of each element (eq. 4, eq. 5); return the mean."""
    in_a, in_b = scores[0][t.rows], scores[1][t.cols]
    both = in_a * in_b if combine == "product" else (in_a + in_b) / 2
    return min(1.0, max(0.0, float(np.sum(t.counts * both)) / t.n))


@feature_measure(
    label="Split-merge similarity of squared errors", symbol="S_MSE",
    aliases=("split_merge_mse", "s_mse"), direction="similarity", bounds=(0.0, 1.0), best=1.0,
    symmetric=True,
    references=(XIANG.at("sec. 4.5, eq. 4 and 5"),), latex=_LATEX, reading=_READING,
    warning=_WARNING,
    choices={"combine": COMBINES},
)  # fmt: skip
def split_merge_squared_error(data: FeatureData, /, *, combine: Combine = "product") -> float:
    """Similarity that charges a split by the share of a sum of squares that it separates.

    A cluster scores the share of its sum of squared distances to its centroid that is left within
    its parts. The scores of the two clusters of an element are multiplied, or averaged with
    ``combine="mean"``, and the value is the mean over all elements.

    Examples
    --------
    >>> a, b, X = [0, 0, 1, 1, 2, 2], [0, 0, 0, 0, 1, 2], [0, 1, 10, 12, 100, 103]
    >>> round(split_merge_squared_error(a, b, X), 6)
    0.014782
    """
    return _combined(data.table, MeanSquaredError().cluster_scores(data), combine)


@feature_measure(
    label="Split-merge similarity of distances", symbol="S_D", direction="similarity",
    bounds=(0.0, 1.0), best=1.0, symmetric=True, references=(XIANG.at("sec. 4.5, eq. 4 and 5"),),
    latex=_LATEX, reading=_READING,
    warning="compares all pairs within clusters: the time grows with the square of their sizes",
    choices={"combine": COMBINES},
)  # fmt: skip
def split_merge_distance(
    data: FeatureData, /, *, metric: Metric = "euclidean", combine: Combine = "product"
) -> float:
    """Similarity that charges a split by the share of pairwise distances that it separates.

    `metric` is a metric of `scipy.spatial.distance.cdist`, a function of two rows, or "precomputed"
    if X is the matrix of distances.

    Examples
    --------
    >>> a, b, X = [0, 0, 1, 1, 2, 2], [0, 0, 0, 0, 1, 2], [0, 1, 10, 12, 100, 103]
    >>> round(split_merge_distance(a, b, X, metric="cityblock", combine="mean"), 6)
    0.544444
    """
    return _combined(data.table, PairwiseDistance(metric).cluster_scores(data), combine)


@dataclass(frozen=True, slots=True)
class _Formula:
    """The formula of a split-merge measure: a subcomponent and how its scores are combined."""

    subcomponent: FeatureSubcomponent
    combine: Combine

    def __call__(self, data: FeatureData, /) -> float:
        return _combined(data.table, self.subcomponent.cluster_scores(data), self.combine)


class SplitMerge(FeatureMeasure):
    """A split-merge measure of your own design that needs features.

    Parameters
    ----------
    subcomponent : MeanSquaredError, PairwiseDistance or FeatureSubcomponent
        Scores the clusters. Your own has a method ``cluster_scores(data)`` that returns the scores
        of the clusters of a and of b, in the order of the table.
    combine : {"product", "mean"}, default="product"
        How the scores of the two clusters of an element are combined.
    bounds : tuple of float, default=(0.0, 1.0)
        The range of the scores.

    Raises
    ------
    OptionError
        If the subcomponent has no method `cluster_scores`, or if `combine` has another value.

    Examples
    --------
    >>> from clusterdiff.features import MeanSquaredError, PairwiseDistance, SplitMerge
    >>> a, b, X = [0, 0, 1, 1, 2, 2], [0, 0, 0, 0, 1, 2], [0, 1, 10, 12, 100, 103]
    >>> round(SplitMerge(MeanSquaredError(), combine="mean")(a, b, X), 6)
    0.507391
    >>> round(SplitMerge(PairwiseDistance("cityblock"), combine="mean")(a, b, X), 6)
    0.544444
    """

    def __init__(
        self,
        subcomponent: FeatureSubcomponent,
        combine: Combine = "product",
        *,
        bounds: tuple[float, float] = (0.0, 1.0),
    ) -> None:
        check_choice("combine", combine, COMBINES)
        if isinstance(subcomponent, type) or not hasattr(subcomponent, "cluster_scores"):
            raise OptionError(
                f"subcomponent must have a method cluster_scores(data), got {subcomponent!r}.",
                "SplitMerge(MeanSquaredError()); without features: clusterdiff.measures.SplitMerge",
            )
        plain = type(subcomponent).__repr__ is object.__repr__
        shown = type(subcomponent).__name__ if plain else repr(subcomponent)
        record = FeatureRecord(
            name=f"split_merge[{shown},combine={combine}]",
            label=f"Split-merge similarity of {shown}",
            symbol="S*" if combine == "product" else "S′",
            direction="similarity",
            bounds=bounds,
            best=1.0,
            symmetric=True,
            references=(XIANG.at("eq. 4" if combine == "product" else "eq. 5"),),
            description="A split-merge measure of your own design.",
            reading=_READING,
            latex=_LATEX,
        )
        super().__init__(_Formula(subcomponent, combine), record)

    @property
    def subcomponent(self) -> Any:
        """What scores the clusters."""
        return self.function.subcomponent  # type: ignore[attr-defined]

    @property
    def combine(self) -> Combine:
        """How the scores of the two clusters of an element are combined."""
        out: Combine = self.function.combine  # type: ignore[attr-defined]
        return out

    def __reduce__(self) -> Any:
        return _split_merge, (self.subcomponent, self.combine, self.record.bounds)


def _split_merge(subcomponent: Any, combine: Combine, bounds: Any) -> SplitMerge:
    return SplitMerge(subcomponent, combine, bounds=bounds)


FEATURE_MEASURES = (split_merge_squared_error, split_merge_distance)
