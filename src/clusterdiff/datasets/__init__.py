"""Artificial clusterings and data with known contingency tables, to study how a measure behaves.

The generators are those of the experiments in the literature: clusters that grow, labels that are
wrong, clusters of unequal sizes, more and more clusters (Rezaei & Fränti 2016), maximally
separated clusterings (Meilă 2007), and series from the best to a worst one (Xiang et al. 2012).

>>> from clusterdiff import Table, datasets
>>> a, b = datasets.label_errors(200, n_clusters=3, size=1000)
>>> Table.from_labels(a, b).to_scipy().toarray().tolist()
[[800, 100, 100], [100, 800, 100], [100, 100, 800]]
"""

from clusterdiff.datasets._pairs import (
    growing_cluster,
    imbalanced_clusters,
    label_errors,
    random_labels,
    separated_clusterings,
)
from clusterdiff.datasets._points import overlapping_gaussians
from clusterdiff.datasets._series import worsening_series, worst_clustering

__all__ = [
    "growing_cluster",
    "imbalanced_clusters",
    "label_errors",
    "overlapping_gaussians",
    "random_labels",
    "separated_clusterings",
    "worsening_series",
    "worst_clustering",
]


def __dir__() -> list[str]:
    return sorted(__all__)
