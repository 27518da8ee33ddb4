"""Ties of distances between centroids, coinciding centroids, and given centroids."""

import numpy as np
import pytest
import scipy.sparse as sp

from clusterdiff import (
    centroid_index,
    centroid_ratio,
    centroid_similarity,
    split_merge_distance,
    split_merge_squared_error,
)
from clusterdiff.features import compare_centroids
from tests.helpers.exact_features import agree, exact

FORMATS = [sp.csr_array, sp.csc_array, sp.coo_array, sp.csr_matrix, sp.dok_array]


@pytest.mark.parametrize("offset", [0.0, 1.0, 1e3, 1e6, 1e9])
@pytest.mark.parametrize("step", [1.0, 0.5, 3.0])
@pytest.mark.parametrize("make", [np.asarray, sp.csr_array], ids=["dense", "csr"])
def test_ties_are_reported_whatever_the_rounding(offset, step, make):
    """Centroids are thirds of integers, and that of cluster 0 of a is midway between two of b."""
    values = (np.array([0, 0, 1, 4, 4, 5, 9, 9, 9.0]) * step + offset)[:, None]
    a, b = np.array([0, 0, 0, 0, 0, 0, 1, 1, 1]), np.array([0, 0, 0, 1, 1, 1, 2, 2, 2])
    assert exact(a.tolist(), b.tolist(), values.tolist()).nearest_ties
    agree(a, b, values, make(values))
    midway = compare_centroids(
        centroids_a=make(values[[0]] + 2 * step), centroids_b=make(values[[0, 3]])
    )
    assert midway.ties


@pytest.mark.parametrize("offset", [0, 1000, 10**6, 10**9])
@pytest.mark.parametrize("make", [np.asarray, sp.csr_array], ids=["dense", "csr"])
def test_exact_ties_of_random_integers(offset, make):
    """Every tie in exact arithmetic is reported, and the first of the tied clusters is taken."""
    tied = 0
    for seed in range(25):
        random = np.random.default_rng(seed)
        a, b = random.integers(0, 3, 12), random.integers(0, 3, 12)
        x = random.integers(0, 4, (12, 1)) / 3 * 3 + offset
        true = exact(a.tolist(), b.tolist(), x.tolist())
        tied += true.nearest_ties
        agree(a, b, x, make(x))
    assert tied > 2


def test_decimal_ties_are_reported():
    """0.3 - 0.2 and 0.2 - 0.1 differ as doubles, but not as decimals."""
    assert compare_centroids(centroids_a=[[0.2]], centroids_b=[[0.1], [0.3]]).ties
    assert compare_centroids(centroids_a=[[1000.2]], centroids_b=[[1000.1], [1000.3]]).ties
    assert not compare_centroids(centroids_a=[[0.2]], centroids_b=[[0.1], [0.3001]]).ties


def test_stability_at_the_limit_is_decided_without_rounding():
    """D_ij² = D_i·D_j exactly: the pair is stable at every offset."""
    for offset in (0, 1e3, 1e6, 1e9):
        found = compare_centroids(
            centroids_a=np.array([[0.0], [3.0]]) + offset,
            centroids_b=np.array([[3.0], [6.0]]) + offset,
        )
        assert found.pairs[0][2] == 0.0
        assert found.unstable == ((0, 1),)
        found = compare_centroids(
            centroids_a=np.array([[0.0], [9.0]]) + offset,
            centroids_b=np.array([[6.0], [10.0]]) + offset,
        )
        assert found.unstable == ()  # 6² = 9·4


def test_lone_centroid_against_coinciding_ones():
    found = compare_centroids(centroids_a=[[5.0]], centroids_b=[[1.0], [1.0]])
    assert (found.index, found.ratio, found.ties) == (1, 0.5, True)


def test_equal_clusterings_get_the_best_value_even_if_centroids_coincide():
    a, x = [0, 0, 1, 1, 2, 2], [1.0, 3.0, 0.0, 4.0, 2.0, 2.0]
    renamed = ["z", "z", "x", "x", "y", "y"]
    for measure in (
        centroid_index,
        centroid_similarity,
        centroid_ratio,
        split_merge_squared_error,
        split_merge_distance,
    ):
        assert measure(a, renamed, X=x) == measure.best
    found = compare_centroids(a, renamed, X=x)
    assert (found.index, found.similarity, found.ratio, found.ties) == (0, 1.0, 1.0, True)
    assert found.nearest_in_b == ("z", "x", "y")


GIVEN = [
    (np.asarray, np.float16),
    *(
        (make, dtype)
        for make in (np.asarray, *FORMATS)
        for dtype in (np.float32, np.float64, np.int32)
    ),
]


@pytest.mark.parametrize(("make", "dtype"), GIVEN)
def test_given_centroids_of_every_form(make, dtype):
    one, two = np.array([[30000], [100]], dtype), np.array([[110], [90], [31000]], dtype)
    found = compare_centroids(centroids_a=make(one), centroids_b=make(two))
    assert (found.index, found.nearest_in_b, found.similarity) == (1, (2, 0), None)
    assert found.pairs[0][2] == 10.0


def test_given_centroids_at_the_end_of_the_range():
    found = compare_centroids(centroids_a=[[1e308], [-1e308]], centroids_b=[[-1e308], [0.9e308]])
    assert found.nearest_in_b == (1, 0)
    assert [d for _, _, d in found.pairs] == [0.0, pytest.approx(1e307)]
    found = compare_centroids(centroids_a=[[1e-308], [2e-308]], centroids_b=[[2e-308], [1.1e-308]])
    assert found.nearest_in_b == (1, 0)
