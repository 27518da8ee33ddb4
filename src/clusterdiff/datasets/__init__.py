"""An example, and artificial clusterings with known tables, to study how a measure behaves.

`digits` is the example of the manual: handwritten digits and five clusterings of them.

The generators are those of the experiments in the literature: clusters that grow, labels that are
wrong, clusters of unequal sizes, more and more clusters (Rezaei & Fränti 2016), and maximally
separated clusterings (Meilă 2007).

>>> from clusterdiff import Table, datasets
>>> a, b = datasets.label_errors(200, k=3, size=1000)
>>> Table.from_labels(a, b).to_scipy().toarray().tolist()
[[800, 100, 100], [100, 800, 100], [100, 100, 800]]
"""

from clusterdiff.datasets._digits import digits
from clusterdiff.datasets._pairs import (
    growing_cluster,
    imbalanced_clusters,
    label_errors,
    random_labels,
    separated_clusterings,
)

__all__ = [
    "digits",
    "growing_cluster",
    "imbalanced_clusters",
    "label_errors",
    "random_labels",
    "separated_clusterings",
]


def __dir__() -> list[str]:
    return sorted(__all__)
