"""Measures that use the features of the elements, for example the centroids of clusters."""

from typing import TYPE_CHECKING

from clusterdiff.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from clusterdiff.features._catalogue import (
        FEATURE_MEASURES,
        get_feature_measure,
        resolve,
        resolve_feature_measures,
    )
    from clusterdiff.features._comparison import CentroidComparison, compare_centroids
    from clusterdiff.features._data import FeatureData
    from clusterdiff.features._measure import FeatureMeasure, feature_measure
    from clusterdiff.features._record import FeatureRecord
    from clusterdiff.features._spread_scores import (
        FeatureSubcomponent,
        MeanSquaredError,
        PairwiseDistance,
    )
    from clusterdiff.features.centroids import centroid_index, centroid_ratio, centroid_similarity
    from clusterdiff.features.split_merge import (
        SplitMerge,
        split_merge_distance,
        split_merge_squared_error,
    )

__all__ = [
    "FEATURE_MEASURES",
    "CentroidComparison",
    "FeatureData",
    "FeatureMeasure",
    "FeatureRecord",
    "FeatureSubcomponent",
    "MeanSquaredError",
    "PairwiseDistance",
    "SplitMerge",
    "centroid_index",
    "centroid_ratio",
    "centroid_similarity",
    "compare_centroids",
    "feature_measure",
    "get_feature_measure",
    "resolve",
    "resolve_feature_measures",
    "split_merge_distance",
    "split_merge_squared_error",
]

lazy_exports(
    __name__,
    {
        "_catalogue": "FEATURE_MEASURES get_feature_measure resolve resolve_feature_measures",
        "_comparison": "CentroidComparison compare_centroids",
        "_data": "FeatureData",
        "_measure": "FeatureMeasure feature_measure",
        "_record": "FeatureRecord",
        "_spread_scores": "FeatureSubcomponent MeanSquaredError PairwiseDistance",
        "centroids": "centroid_index centroid_ratio centroid_similarity",
        "split_merge": "SplitMerge split_merge_distance split_merge_squared_error",
    },
)
