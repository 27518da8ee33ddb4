"""Feature measures against exact rational arithmetic: types, offsets, scales, weights, ties."""

import warnings

import numpy as np
import pytest
import scipy.sparse as sp

from clusterdiff import centroid_index, split_merge_distance, split_merge_squared_error
from clusterdiff.errors import InputError
from clusterdiff.features import MeanSquaredError, PairwiseDistance, compare_centroids
from clusterdiff.measures import SplitMerge
from tests.helpers.exact_features import agree, labels

INTEGERS = [np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64]
FORMATS = [
    sp.csr_array,
    sp.csc_array,
    sp.coo_array,
    sp.csr_matrix,
    sp.lil_array,
    sp.dok_array,
    sp.bsr_array,
]


TYPES = [*INTEGERS, np.bool_, np.float32, np.float64, np.longdouble]
EVERY = {
    *((dtype, make) for dtype in TYPES for make in (sp.csr_array, sp.coo_array)),
    *((dtype, make) for dtype in (np.uint8, np.bool_, np.float32) for make in FORMATS),
}


@pytest.mark.parametrize(("dtype", "make"), sorted(EVERY, key=str))
def test_sparse_features_of_every_type_equal_dense_ones(dtype, make):
    random = np.random.default_rng(0)
    top = 2 if dtype is np.bool_ else min(120, np.iinfo(dtype).max) if dtype in INTEGERS else 200
    x = random.integers(0, top, (16, 3)).astype(dtype)
    a, b = labels(random, 16)
    agree(a, b, x)
    agree(a, b, x, make(x))


@pytest.mark.parametrize("dtype", INTEGERS)
def test_largest_integers_of_every_width(dtype):
    random = np.random.default_rng(1)
    a, b = labels(random, 24)
    top = min(np.iinfo(dtype).max, 2**53)
    x = (top - random.integers(0, 20, (24, 2))).astype(dtype)
    agree(a, b, x, rel=1e-11)
    agree(a, b, x, sp.csr_array(x), rel=1e-11)


@pytest.mark.parametrize("dtype", [np.int64, np.uint64])
def test_integers_that_doubles_would_round(dtype):
    random = np.random.default_rng(2)
    a, b = labels(random, 24)
    small = random.integers(0, 1000, (24, 2))
    x = small.astype(dtype) + np.iinfo(dtype).max // 2
    agree(a, b, small, x)
    with pytest.raises(InputError, match=r"2\*\*53"):
        centroid_index(a, b, X=sp.csr_array(x))


LARGE = {
    "a list": lambda small: (small + 2**60).tolist(),
    "objects": lambda small: (small + 2**60).astype(object),
    "wider floats": lambda small: small + np.longdouble(2**60),
    "a column of the full range": lambda small: np.c_[
        small + 2**60, np.where(np.arange(len(small)) % 2, 2**63 - 1, -(2**63)).reshape(-1, 1)
    ],
}


@pytest.mark.parametrize("make", LARGE.values(), ids=LARGE)
@pytest.mark.parametrize(
    "metric", ["euclidean", "cityblock", "chebyshev", "seuclidean", "mahalanobis"]
)
def test_distances_of_numbers_that_doubles_would_round(make, metric):
    random = np.random.default_rng(4)
    a, b = labels(random, 24)
    small = random.integers(0, 50, (24, 2))
    x = make(small)
    right = small if np.shape(x)[1] == 2 else np.c_[small, np.arange(24) % 2 * (2.0**64 - 1)]
    measure = SplitMerge(PairwiseDistance(metric))
    assert measure(a, b, X=x) == pytest.approx(measure(a, b, X=right), rel=1e-12)
    mean = SplitMerge(MeanSquaredError())
    assert mean(a, b, X=x) == pytest.approx(mean(a, b, X=right), rel=1e-12)


@pytest.mark.parametrize("metric", ["cosine", "canberra", "hamming", lambda x, y: abs(x - y).sum()])
def test_other_distances_of_such_numbers_are_refused(metric):
    random = np.random.default_rng(5)
    a, b = labels(random, 24)
    with pytest.raises(InputError, match="exact as doubles"):
        SplitMerge(PairwiseDistance(metric))(a, b, X=random.integers(0, 50, (24, 2)) + 2**60)


@pytest.mark.parametrize("row", [[2**70 + 1, 1], [2**53 + 1, 0.5], [2**64 + 1, True]])
def test_integers_that_no_type_represents_are_refused(row):
    with pytest.raises(InputError, match=f"exact as doubles, got {row[0]} in row 2"):
        centroid_index([0, 0, 1], [0, 1, 1], X=[[1, 1], [2**70, 1], row])
    assert centroid_index([0, 0, 1], [0, 0, 1], X=[[1, 1], [2**70, 1], [2**60, 0.5]]) == 0


def test_duplicate_entries_of_coo_matrices_are_added_without_overflow():
    random = np.random.default_rng(3)
    a, b = labels(random, 20)
    x = random.integers(60, 120, (20, 2)).astype(np.int8)
    where = np.indices(x.shape).reshape(2, -1)
    twice = sp.coo_array((np.tile(x.ravel(), 2), np.tile(where, 2)), shape=x.shape)
    agree(a, b, 2 * x.astype(int), twice)
    flags = x % 2 == 0
    both = sp.coo_array((np.tile(flags.ravel(), 2), np.tile(where, 2)), shape=x.shape)
    agree(a, b, flags, both)


def test_the_sparse_matrix_of_the_user_is_not_changed():
    data, indices, indptr = (
        np.array([2.0, 1.0, 1.0, 4.0]),
        np.array([1, 0, 0, 1]),
        np.array([0, 3, 4]),
    )
    x = sp.csr_array((data, indices, indptr), shape=(2, 2))
    compare_centroids([0, 1], [0, 0], X=x)
    assert x.indices.tolist() == [1, 0, 0, 1]
    assert x.data.tolist() == [2.0, 1.0, 1.0, 4.0]


@pytest.mark.parametrize("offset", [0.0, 1e3, 1e6, 1e8, 1e9, 1.7e9, 1e12, -1e12])
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("make", [np.asarray, sp.csr_array], ids=["dense", "csr"])
def test_features_far_from_the_origin(offset, seed, make):
    random = np.random.default_rng(seed)
    a, b = labels(random, 24, 4)
    x = random.normal(size=(24, 2)) + offset
    agree(a, b, x, make(x))


@pytest.mark.parametrize("share", [0.05, 0.5, 0.95])
@pytest.mark.parametrize("seed", range(6))
def test_columns_that_are_partly_zero_and_partly_far_from_the_origin(share, seed):
    random = np.random.default_rng(seed)
    a, b = labels(random, 60)
    x = random.normal(size=(60, 3)) + np.array([1.7e9, 0, 1e5])
    x[random.random(60) < share, 0] = 0
    x[random.random((60, 3)) < 0.3] = 0
    agree(a, b, x, sp.csr_array(x))
    agree(a, b, x)


@pytest.mark.parametrize("make", [np.asarray, sp.csr_array], ids=["dense", "csr"])
def test_clusters_at_distances_of_very_different_size(make):
    random = np.random.default_rng(4)
    center = np.repeat([0.0, 1e12, -3e11], 20)
    x = (random.normal(size=60) + center)[:, None]
    a, b = np.repeat(np.arange(6), 10), random.permutation(np.repeat(np.arange(6), 10))
    b = np.where(random.random(60) < 0.7, a, b)
    agree(a, b, x, make(x))


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("make", [np.asarray, sp.csr_array], ids=["dense", "csr"])
def test_large_data_take_the_second_pass_only_where_needed(make, large, monkeypatch):
    if large:
        monkeypatch.setattr("clusterdiff.features._moments.SMALL", 0)
    monkeypatch.setattr("clusterdiff.features._rows._CHUNK", 64)
    random = np.random.default_rng(5)
    a, b = labels(random, 80, 4)
    near = random.normal(size=(80, 2))
    for offset in (0.0, 1e4, 1e9):
        agree(a, b, near + offset, make(near + offset))


@pytest.mark.parametrize(
    "make", [np.asarray, sp.csr_array, sp.coo_array], ids=["dense", "csr", "coo"]
)
@pytest.mark.parametrize("offset", [0.0, 1e6, 1e9])
def test_weights_count_elements_several_times(make, offset):
    random = np.random.default_rng(6)
    a, b = labels(random, 30)
    x = random.normal(size=(30, 2)) + offset
    weights = random.integers(1, 5, 30)
    agree(a, b, x, make(x), weights)
    if offset:
        return
    *again, rows = (np.repeat(side, weights, axis=0) for side in (a, b, x))
    for metric in ("euclidean", "seuclidean", "mahalanobis", "cosine"):
        one = split_merge_distance(a, b, X=make(x), metric=metric, weights=weights)
        assert one == pytest.approx(split_merge_distance(*again, X=rows, metric=metric), rel=1e-12)


def test_weights_of_zero_and_dropped_elements_leave_their_rows_out():
    random = np.random.default_rng(7)
    a, b = labels(random, 30)
    x = random.normal(size=(30, 2))
    keep = random.random(30) < 0.7
    x[~keep] = np.nan  # rows that are not counted are not read
    expected = pytest.approx(split_merge_squared_error(a[keep], b[keep], X=x[keep]), rel=1e-14)
    for given in (x, np.asfortranarray(x)):
        assert split_merge_squared_error(a, b, X=given, weights=keep.astype(int)) == expected
        named = [str(label) if kept else None for label, kept in zip(a, keep, strict=True)]
        assert split_merge_squared_error(named, b, X=given, missing="drop") == expected
        marked = np.where(keep, a, -1)
        assert split_merge_squared_error(marked, b, X=given, ignore=-1) == expected


def test_noise_becomes_singletons_with_their_own_rows():
    x = np.array([0.0, 1.0, 10.0, 12.0, 50.0, 90.0])
    a, b = [0, 0, 1, 1, -1, -1], [0, 0, 0, 1, 1, 1]
    assert centroid_index(a, b, X=x, noise=-1) == centroid_index([0, 0, 1, 1, 2, 3], b, X=x)
    weights = [1, 1, 1, 1, 2, 1]
    expected = split_merge_squared_error(
        [0, 0, 1, 1, 2, 3, 4], [0, 0, 0, 1, 1, 1, 1], X=[0, 1, 10, 12, 50, 50, 90]
    )
    assert split_merge_squared_error(a, b, X=x, noise=-1, weights=weights) == pytest.approx(
        expected, rel=1e-14
    )


@pytest.mark.parametrize(
    "scale", [1e-300, 1e-250, 1e-200, 1e-160, 1e-30, 1e100, 1e150, 1e200, 1e300, 2.0**1015]
)
@pytest.mark.parametrize("make", [np.asarray, sp.csr_array], ids=["dense", "csr"])
def test_squares_neither_underflow_nor_overflow(scale, make):
    random = np.random.default_rng(8)
    a, b = labels(random, 40)
    x = random.normal(size=(40, 2)) * scale
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        agree(a, b, x, make(x))
        agree(a, b, x, make(x), random.integers(1, 4, 40))
        for metric in (
            "euclidean",
            "cityblock",
            "seuclidean",
            "mahalanobis",
            "cosine",
            "chebyshev",
        ):
            one = split_merge_distance(a, b, X=make(x), metric=metric)
            assert one == pytest.approx(
                split_merge_distance(a, b, X=x / scale, metric=metric), rel=1e-9
            )
        distances = np.abs(x[:, :1] - x[:, 0])
        if np.isfinite(distances).all():
            one = split_merge_distance(a, b, X=distances, metric="precomputed")
            assert one == pytest.approx(
                split_merge_distance(a, b, X=distances / scale, metric="precomputed"), rel=1e-12
            )


@pytest.mark.parametrize("make", [np.asarray, sp.csr_array], ids=["dense", "csr"])
def test_differences_beside_large_numbers(make):
    """Clusters whose spread is far smaller than that of others are computed or refused."""
    a, b = np.array([0, 0, 0, 1, 1, 1]), np.array([0, 0, 1, 1, 2, 2])
    for tiny in (1e-100, 1e-150, 1e-200, 1e-250):
        x = np.array([[0.0], [3 * tiny], [5 * tiny], [5e3], [7e3], [8e3]])
        agree(a, b, x, make(x))
    x = np.array([0, 1e-200, 3e-200, 1e150, 2e150, 5e150])[:, None]
    for measure in (split_merge_squared_error, centroid_index, split_merge_distance):
        with pytest.raises(InputError, match="so different size"):
            measure(a, b, X=make(x))
    with pytest.raises(InputError, match="so different size"):
        split_merge_squared_error(a, b, X=make(x * 1e155))
    soft = np.array(
        [[1.0, 1e-300], [0.5, 1e-310], [0.25, 0.0], [0.125, 1e-290], [1.0, 0.0], [0.75, 1e-308]]
    )
    agree(a, b, soft, make(soft))


def test_infinite_and_missing_values_are_refused_in_every_form():
    a, b = [0, 0, 1], [0, 1, 1]
    for bad in (np.nan, np.inf, -np.inf):
        x = np.array([[1.0], [2.0], [bad]])
        for make in (
            np.asarray,
            sp.csr_array,
            sp.coo_array,
            np.float32,
            np.longdouble,
            lambda x: x.tolist(),
        ):
            for measure in (centroid_index, split_merge_squared_error, split_merge_distance):
                with pytest.raises(InputError, match="finite: row 2"):
                    measure(a, b, X=make(x))
    with pytest.raises(InputError, match="finite: row 1"):
        centroid_index(a, b, X=np.array([1, np.longdouble("1e4000"), 2]))
    with pytest.raises(InputError, match="finite: row 1"):
        centroid_index(a, b, X=[1, 10**400, 2])


def test_masked_arrays():
    a, b = [0, 0, 1, 1], [0, 1, 1, 1]
    x = np.ma.array([[1.0, 2], [3, 4], [5, 6], [9, 9]], mask=[[0, 0], [0, 0], [0, 1], [1, 0]])
    for measure in (centroid_index, split_merge_squared_error, split_merge_distance):
        with pytest.raises(InputError, match="2 are masked, the first in row 2"):
            measure(a, b, X=x)
    with pytest.raises(InputError, match="masked"):
        compare_centroids(centroids_a=x, centroids_b=x.data)
    plain = np.ma.array(x.data)
    assert split_merge_squared_error(a, b, X=plain) == split_merge_squared_error(a, b, X=x.data)


@pytest.mark.parametrize("seed", range(60))
def test_random_data_of_every_kind(seed, monkeypatch):
    """Offsets, scales, zeros, weights and formats mixed, on all paths through the code."""
    random = np.random.default_rng(seed)
    small, block = int(random.choice([0, 1 << 20])), int(random.choice([4, 1 << 22]))
    monkeypatch.setattr("clusterdiff.features._moments.SMALL", small)
    monkeypatch.setattr("clusterdiff.features._distances._BLOCK", block)
    monkeypatch.setattr("clusterdiff.features._rows._CHUNK", int(random.choice([8, 1 << 22])))
    n, d, k = (int(random.integers(low, high)) for low, high in ((2, 30), (1, 4), (1, 6)))
    a = random.integers(0, k, n)
    b = np.where(random.random(n) < 0.6, a, random.integers(0, k + 1, n))
    x = random.normal(size=(n, d)) * 10.0 ** random.integers(-3, 4)
    x += random.choice([0, 1]) * 10.0 ** random.integers(0, 13)
    x[random.random((n, d)) < random.choice([0, 0.3, 0.8])] = 0
    x *= 2.0 ** int(random.choice([-900, -500, 0, 0, 0, 500, 900]))
    weights = random.integers(1, 5, n) if random.random() < 0.3 else None
    make = [np.asarray, sp.csr_array, sp.coo_array, np.asfortranarray][random.integers(0, 4)]
    if compare_centroids(a, b, X=x).ties:
        a[:] = np.arange(n)  # then only equal rows tie
        b[:] = np.arange(n) // 2
    agree(a, b, x, make(x), weights, rel=1e-11)
