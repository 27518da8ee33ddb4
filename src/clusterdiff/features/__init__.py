"""Measures that see the data: where clusters lie, not only which elements they share."""

from clusterdiff.features._centroids import (
    CentroidComparison,
    centroid_index,
    centroid_ratio,
    centroid_similarity,
    compare_centroids,
)
from clusterdiff.features._subcomponents import MeanSquaredError, PairwiseDistance

__all__ = [
    "CentroidComparison",
    "MeanSquaredError",
    "PairwiseDistance",
    "centroid_index",
    "centroid_ratio",
    "centroid_similarity",
    "compare_centroids",
]
