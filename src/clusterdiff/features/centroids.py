"""Centroid measures: whether two clusterings have their clusters in the same places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clusterdiff.features._comparison import comparison
from clusterdiff.features._measure import feature_measure
from clusterdiff.measures.references import REZAEI

if TYPE_CHECKING:
    from clusterdiff.features._data import FeatureData


@feature_measure(
    label="Centroid index", symbol="CI", aliases=("ci",), direction="distance", best=0.0,
    unit="clusters", bounds=(0.0, lambda data: max(data.table.shape) - 1), symmetric=True,
    order_dependent=True, references=(REZAEI.at("table 2; sec. 4.2, 4.3"),),
    latex=r"\max(|\{j : \nexists i\; q(i) = j\}|, |\{i : \nexists j\; q'(j) = i\}|)",
    reading="0 = every cluster has a counterpart; k = k clusters are in the wrong place",
    warning="it does not depend on the borders of the clusters",
)  # fmt: skip
def centroid_index(data: FeatureData, /) -> float:
    """Number of clusters of one clustering that have no counterpart in the other.

    Each centroid is mapped to the nearest centroid of the other clustering. A centroid that no
    other is mapped to is an orphan. The index is the number of orphans of the side that has more
    of them.

    Examples
    --------
    >>> centroid_index([0, 0, 1, 1, 2, 2], [0, 0, 0, 0, 1, 2], [0, 1, 10, 12, 100, 103])
    1.0
    """
    return comparison(data).index


@feature_measure(
    label="Centroid similarity index", symbol="CSI", aliases=("csi",), direction="similarity",
    best=1.0, bounds=(0.0, 1.0), symmetric=True, order_dependent=True,
    references=(REZAEI.at("table 2; sec. 4.2, 4.3"),),
    latex=r"\frac{1}{2n}\left(\sum_i n_{i\,q(i)} + \sum_j n_{q'(j)\,j}\right)",
    reading="1 = clusters nearest to each other share all elements; 0 = they share none",
    warning="elements count alike, however far they are from the border",
)  # fmt: skip
def centroid_similarity(data: FeatureData, /) -> float:
    """Share of elements that clusters with the nearest centroids have in common.

    Each centroid is mapped to the nearest centroid of the other clustering. The value is the mean
    of both directions.

    Examples
    --------
    >>> centroid_similarity([0, 0, 1, 1, 2, 2], [0, 0, 0, 0, 1, 2], [0, 1, 10, 12, 100, 103])
    0.75
    """
    similarity = comparison(data).similarity
    return 0.0 if similarity is None else similarity


@feature_measure(
    label="Centroid ratio", symbol="CR", aliases=("cr",), direction="similarity", best=1.0,
    bounds=(0.0, 1.0), symmetric=True, order_dependent=True,
    references=(REZAEI.at("table 2; sec. 4.2, 4.3"),),
    latex=r"1 - \frac{|\{(i, j) : D_{ij}^2 > D_i D_j\}|}{\max(K, K')}",
    reading="1 = all clusters are in the same places; 0 = none is",
    warning="a cluster without a partner counts as unstable",
)  # fmt: skip
def centroid_ratio(data: FeatureData, /) -> float:
    """Share of clusters that a greedy pairing of centroids finds in the same place.

    Centroids are paired by distance, the nearest first. A pair is unstable if the square of its
    distance exceeds the product of the distances of both centroids to the nearest centroid of
    their own clustering.

    Examples
    --------
    >>> round(centroid_ratio([0, 0, 1, 1, 2, 2], [0, 0, 0, 0, 1, 2], [0, 1, 10, 12, 100, 103]), 4)
    0.6667
    """
    return comparison(data).ratio


FEATURE_MEASURES = (centroid_index, centroid_similarity, centroid_ratio)
