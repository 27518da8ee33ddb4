"""Distances between elements: metrics, estimated variances, given matrices."""

import numpy as np
import pytest
import scipy.sparse as sp

from clusterdiff import split_merge_distance
from clusterdiff.errors import InputError
from clusterdiff.features import MeanSquaredError, PairwiseDistance
from clusterdiff.measures import SplitMerge
from tests.helpers.exact_features import labels


@pytest.mark.parametrize("metric", ["seuclidean", "mahalanobis"])
@pytest.mark.parametrize("make", [np.asarray, sp.csr_array], ids=["dense", "csr"])
def test_variances_are_those_of_all_elements(metric, make, monkeypatch):
    from scipy.spatial.distance import pdist, squareform

    random = np.random.default_rng(9)
    x = random.normal(size=(120, 2)) @ [[10, 0], [3, 1]]
    a, b = (x[:, 0] > 0) * 1, (x[:, 1] > 0) * 1
    expected = split_merge_distance(a, b, X=squareform(pdist(x, metric)), metric="precomputed")
    assert split_merge_distance(a, b, X=make(x), metric=metric) == pytest.approx(
        expected, rel=1e-10
    )
    monkeypatch.setattr("clusterdiff.features._spreads._BLOCK", 50)
    assert split_merge_distance(a, b, X=make(x), metric=metric) == pytest.approx(
        expected, rel=1e-10
    )
    far = x + 1e6
    assert split_merge_distance(a, b, X=make(far), metric=metric) == pytest.approx(
        expected, rel=1e-7
    )


def test_metrics_without_variance():
    x = np.array([[1.0, 5.0], [2.0, 5.0], [3.0, 5.0], [7.0, 5.0]])
    with pytest.raises(InputError, match="column 1 of X is constant"):
        split_merge_distance([0, 0, 1, 1], [0, 1, 1, 1], X=x, metric="seuclidean")
    for given in (x, np.column_stack([x[:, 0], 2 * x[:, 0] + 1]), x[:, :1] * np.arange(1, 8)):
        with pytest.raises(InputError, match="inverted"):
            split_merge_distance([0, 0, 1, 1], [0, 1, 1, 1], X=given, metric="mahalanobis")


@pytest.mark.parametrize(
    "metric", ["cosine", "correlation", "braycurtis", "canberra", "jensenshannon", "hamming"]
)
def test_metrics_are_scipys(metric):
    from scipy.spatial.distance import cdist

    random = np.random.default_rng(10)
    x = random.random((30, 4))
    a, b = labels(random, 30)
    one = SplitMerge(PairwiseDistance(metric))(a, b, X=x)
    assert one == pytest.approx(
        SplitMerge(PairwiseDistance("precomputed"))(a, b, X=cdist(x, x, metric)), rel=1e-12
    )


def test_rounding_errors_of_a_distance_matrix_are_not_negative_distances():
    random = np.random.default_rng(11)
    a, b = labels(random, 20)
    x = random.normal(size=(20, 3))
    distances = ((x[:, None] - x) ** 2).sum(axis=-1)
    blurred = distances + random.normal(size=distances.shape) * 1e-15
    one = SplitMerge(PairwiseDistance("precomputed"))(a, b, X=blurred)
    assert one == pytest.approx(SplitMerge(MeanSquaredError())(a, b, X=x), rel=1e-9)
