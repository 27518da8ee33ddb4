"""Drop-in replacement for the supervised measures of `sklearn.metrics.cluster`.

Names, signatures, units (nats) and limit cases are those of scikit-learn; the computations are
those of clusterdiff. scikit-learn is not imported. docs/scikit-learn.md lists the intended
differences.
"""

from clusterdiff.sklearn._inputs import check_clusterings
from clusterdiff.sklearn._scores import (
    adjusted_mutual_info_score,
    adjusted_rand_score,
    completeness_score,
    contingency_matrix,
    entropy,
    expected_mutual_information,
    fowlkes_mallows_score,
    homogeneity_completeness_v_measure,
    homogeneity_score,
    mutual_info_score,
    normalized_mutual_info_score,
    pair_confusion_matrix,
    rand_score,
    v_measure_score,
)

__all__ = [
    "adjusted_mutual_info_score",
    "adjusted_rand_score",
    "check_clusterings",
    "completeness_score",
    "contingency_matrix",
    "entropy",
    "expected_mutual_information",
    "fowlkes_mallows_score",
    "homogeneity_completeness_v_measure",
    "homogeneity_score",
    "mutual_info_score",
    "normalized_mutual_info_score",
    "pair_confusion_matrix",
    "rand_score",
    "v_measure_score",
]
