r"""Features: where the clusters lie, and how far apart the elements are that the clusterings separate.

In the formulas, \(q(i)\) is the cluster of b whose centroid is nearest to that of cluster i of a, and \(q'(j)\) the
cluster of a whose centroid is nearest to that of cluster j of b. The measures are called with the features of the
elements, ``X``.
"""

from typing import Annotated

from clusterdiff.features import Centroids, MeanSquaredError, PairwiseDistance, Spreads
from clusterdiff.measures._cluster_scores import COMBINES, Combine, combined
from clusterdiff.measures._measure import measure
from clusterdiff.measures._references import REZAEI, XIANG

Combined = Annotated[Combine, "How the scores of the two clusters of an element are combined."]
Metric = Annotated[
    str,
    'A metric of `scipy.spatial.distance.cdist`, a function of two rows, or ``"precomputed"`` if X is the matrix of distances.',
]


@measure(
    label="Centroid index", symbol="CI", aliases=("ci",), direction="distance", unit="clusters",
    bounds=(0.0, lambda c: max(c.comparison.shape) - 1), symmetric=True, scale="invariant", order_dependent=True,
    references=(REZAEI.at("table 2; sec. 4.2, 4.3"),),
)
def centroid_index(c: Centroids, /) -> float:
    r"""Number of clusters of one clustering that have no counterpart in the other.

    Each centroid is mapped to the nearest centroid of the other clustering. A centroid that no
    other is mapped to is an orphan. The index is the number of orphans of the side that has more
    of them.

    Formula: \max(|\{j : \nexists i\; q(i) = j\}|, |\{i : \nexists j\; q'(j) = i\}|)
    Meaning: 0 = every cluster has a counterpart; k = k clusters are in the wrong place
    Beware: it does not depend on the borders of the clusters

    >>> X = [0, 1, 10, 12, 100, 103]
    >>> centroid_index([0, 0, 1, 1, 2, 2], [0, 0, 0, 0, 1, 2], X=X)
    1.0
    """
    return c.comparison.index


@measure(
    label="Centroid similarity index", symbol="CSI", aliases=("csi",), direction="similarity",
    bounds=(0.0, 1.0), symmetric=True, scale="invariant", order_dependent=True,
    references=(REZAEI.at("table 2; sec. 4.2, 4.3"),),
)
def centroid_similarity(c: Centroids, /) -> float:
    r"""Share of elements that clusters with the nearest centroids have in common.

    Each centroid is mapped to the nearest centroid of the other clustering. The value is the mean
    of both directions.

    Formula: \frac{1}{2n}\left(\sum_i n_{i\,q(i)} + \sum_j n_{q'(j)\,j}\right)
    Meaning: 1 = clusters nearest to each other share all elements; 0 = they share none
    Beware: elements count alike, however far they are from the border

    >>> X = [0, 1, 10, 12, 100, 103]
    >>> centroid_similarity([0, 0, 1, 1, 2, 2], [0, 0, 0, 0, 1, 2], X=X)
    0.75
    """
    return c.comparison.similarity or 0.0


@measure(
    label="Centroid ratio", symbol="CR", aliases=("cr",), direction="similarity", bounds=(0.0, 1.0),
    symmetric=True, scale="invariant", order_dependent=True, references=(REZAEI.at("table 2; sec. 4.2, 4.3"),),
)
def centroid_ratio(c: Centroids, /) -> float:
    r"""Share of clusters that a greedy pairing of centroids finds in the same place.

    Centroids are paired by distance, the nearest first. A pair is unstable if the square of its
    distance exceeds the product of the distances of both centroids to the nearest centroid of
    their own clustering.

    Formula: 1 - \frac{|\{(i, j) : D_{ij}^2 > D_i D_j\}|}{\max(K, K')}
    Meaning: 1 = all clusters are in the same places; 0 = none is
    Beware: a cluster without a partner counts as unstable

    >>> X = [0, 1, 10, 12, 100, 103]
    >>> round(centroid_ratio([0, 0, 1, 1, 2, 2], [0, 0, 0, 0, 1, 2], X=X), 4)
    0.6667
    """
    return c.comparison.ratio


@measure(
    label="Split-merge similarity of squared errors", symbol="S_MSE",
    aliases=("split_merge_mse", "s_mse"), direction="similarity", bounds=(0.0, 1.0),
    symmetric=True, scale="invariant", choices={"combine": COMBINES}, references=(XIANG.at("sec. 4.5, eq. 4 and 5"),),
)
def split_merge_squared_error(s: Spreads, /, *, combine: Combined = "product") -> float:
    r"""Similarity that charges a split by the share of a sum of squares that it separates.

    A cluster scores the share of its sum of squared distances to its centroid that is left within
    its parts. The scores of the two clusters of an element are multiplied, or averaged with
    ``combine="mean"``, and the value is the mean over all elements.

    Formula: \sum_{ij} \frac{n_{ij}}{n}\, s(b \mid a_i)\, s(a \mid b_j)
    Meaning: 1 = equal; 0 = nothing of the spread of any cluster is left within its parts
    Beware: parts with the same centroid leave a score of 1, although the cluster is split

    >>> a, b, X = [0, 0, 1, 1, 2, 2], [0, 0, 0, 0, 1, 2], [0, 1, 10, 12, 100, 103]
    >>> round(split_merge_squared_error(a, b, X=X), 6)
    0.014782
    """
    return combined(s.overlaps, *s.scores(MeanSquaredError()), combine)


@measure(
    label="Split-merge similarity of distances", symbol="S_D", direction="similarity",
    bounds=(0.0, 1.0), symmetric=True, scale="invariant", choices={"combine": COMBINES},
    references=(XIANG.at("sec. 4.5, eq. 4 and 5"),),
)
def split_merge_distance(
    s: Spreads, /, *, metric: Metric = "euclidean", combine: Combined = "product"
) -> float:
    r"""Similarity that charges a split by the share of pairwise distances that it separates.

    Formula: \sum_{ij} \frac{n_{ij}}{n}\, s(b \mid a_i)\, s(a \mid b_j)
    Meaning: 1 = equal; 0 = nothing of the spread of any cluster is left within its parts
    Beware: all pairs within clusters are compared: the time grows with the square of their sizes

    >>> a, b, X = [0, 0, 1, 1, 2, 2], [0, 0, 0, 0, 1, 2], [0, 1, 10, 12, 100, 103]
    >>> round(split_merge_distance(a, b, X=X, metric="cityblock", combine="mean"), 6)
    0.544444
    """
    return combined(s.overlaps, *s.scores(PairwiseDistance(metric)), combine)
