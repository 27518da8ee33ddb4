"""Values of the feature measures, against brute force and the golden values."""

import json
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array

from clusterdiff import _kernel, centroid_index, centroid_ratio, centroid_similarity
from clusterdiff._kernel import _numpy
from clusterdiff.features import MeanSquaredError, PairwiseDistance, compare_centroids
from clusterdiff.measures import SplitMerge

CASES = json.loads((Path(__file__).parent / "golden" / "cases.json").read_text(encoding="utf-8"))[
    "feature_cases"
]
SEEDS = st.integers(0, 10_000)


def cloud(seed, n=25, k=4, d=2):
    random = np.random.default_rng(seed)
    return random.normal(size=(n, d)) * 5, random.integers(0, k, n), random.integers(0, k + 1, n)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_golden(case):
    found, values = compare_centroids(case["a"], case["b"], X=case["x"]), case["values"]
    assert (found.index_ab, found.index_ba, found.index) == (
        values["ci_ab"],
        values["ci_ba"],
        values["ci"],
    )
    assert found.similarity == pytest.approx(values["csi"], rel=1e-12)
    assert found.ratio == pytest.approx(values["cr"], rel=1e-12)
    assert SplitMerge(MeanSquaredError())(case["a"], case["b"], X=case["x"]) == pytest.approx(
        values["s_mse"], rel=1e-12
    )
    assert found.ties or not case["nearest_centroid_tie"]


def brute_force(x, a, b):
    """Return CI, CSI and CR as the paper defines them, one cluster at a time."""
    names_a, names_b = sorted(set(a.tolist())), sorted(set(b.tolist()))
    in_a, in_b = (
        {k: x[s == k].mean(axis=0) for k in names} for s, names in ((a, names_a), (b, names_b))
    )

    def nearest(point, others):
        return min(others, key=lambda k: np.sum((point - others[k]) ** 2))

    to_b, to_a = (
        {i: nearest(in_a[i], in_b) for i in names_a},
        {j: nearest(in_b[j], in_a) for j in names_b},
    )
    index = max(len(set(names_b) - set(to_b.values())), len(set(names_a) - set(to_a.values())))
    shared = sum(np.sum((a == i) & (b == j)) for i, j in to_b.items()) + sum(
        np.sum((a == i) & (b == j)) for j, i in to_a.items()
    )
    left = sorted((np.linalg.norm(in_a[i] - in_b[j]), i, j) for i in names_a for j in names_b)
    pairs = []
    while left:
        d, i, j = left[0]
        pairs.append((d, i, j))
        left = [item for item in left if item[1] != i and item[2] != j]

    def apart(k, points):
        return min(
            (np.linalg.norm(points[k] - points[o]) for o in points if o != k), default=np.inf
        )

    unstable = sum(d**2 > apart(i, in_a) * apart(j, in_b) for d, i, j in pairs) + abs(
        len(names_a) - len(names_b)
    )
    return index, shared / (2 * len(a)), 1 - unstable / max(len(names_a), len(names_b))


@settings(max_examples=60)
@given(seed=SEEDS)
def test_centroid_measures_by_brute_force(seed):
    x, a, b = cloud(seed)
    index, similarity, ratio = brute_force(x, a, b)
    assert centroid_index(a, b, X=x) == index
    assert centroid_similarity(a, b, X=x) == pytest.approx(similarity)
    assert centroid_ratio(a, b, X=x) == pytest.approx(ratio)


def spread(points):
    return float(np.sum((points - points.mean(axis=0)) ** 2)) if len(points) else 0.0


def split_merge(a, b, measure):
    """Return Σ n_ij/n · s(b|a_i)·s(a|b_j), where s is the share of the spread within the parts."""

    def score(own, name, other):
        whole = own == name
        parts = [whole & (other == k) for k in set(other[whole].tolist())]
        if len(parts) == 1:
            return 1.0
        return sum(map(measure, parts)) / measure(whole) if measure(whole) > 0 else 0.0

    cells = [(i, j, np.sum((a == i) & (b == j))) for i in set(a.tolist()) for j in set(b.tolist())]
    return sum(c * score(a, i, b) * score(b, j, a) for i, j, c in cells if c) / len(a)


@settings(max_examples=40)
@given(seed=SEEDS)
def test_mean_squared_error_by_brute_force(seed):
    x, a, b = cloud(seed)
    expected = split_merge(a, b, lambda mask: spread(x[mask]))
    assert SplitMerge(MeanSquaredError())(a, b, X=x) == pytest.approx(expected, rel=1e-9)
    assert SplitMerge(MeanSquaredError())(a, b, X=csr_array(x)) == pytest.approx(expected, rel=1e-9)
    assert SplitMerge(PairwiseDistance("sqeuclidean"))(a, b, X=x) == pytest.approx(
        expected, rel=1e-9
    )


@settings(max_examples=40)
@given(seed=SEEDS)
def test_pairwise_distance_by_brute_force(seed):
    x, a, b = cloud(seed, n=14)
    matrix = np.abs(x[:, None] - x[None]).sum(axis=-1)

    def pairs(mask):
        at = np.flatnonzero(mask)
        return sum(matrix[i, j] for i, j in combinations(at, 2)) / max(len(at), 1)

    expected = split_merge(a, b, pairs)
    assert SplitMerge(PairwiseDistance("precomputed"))(a, b, X=matrix) == pytest.approx(
        expected, rel=1e-9
    )
    assert SplitMerge(PairwiseDistance("cityblock"))(a, b, X=x) == pytest.approx(expected, rel=1e-9)


@settings(max_examples=30)
@given(seed=SEEDS)
def test_neither_place_nor_direction_nor_scale_matters(seed):
    x, a, b = cloud(seed)
    turn = np.linalg.qr(np.random.default_rng(seed).normal(size=(2, 2)))[0]
    before, after = compare_centroids(a, b, X=x), compare_centroids(a, b, X=(x @ turn) * 3 + 100)
    assert (after.index, after.similarity) == (before.index, before.similarity)
    assert after.ratio == pytest.approx(before.ratio)
    measure = SplitMerge(MeanSquaredError())(a, b, X=x)
    assert SplitMerge(MeanSquaredError())(a, b, X=(x @ turn) * 3 + 100) == pytest.approx(
        measure, rel=1e-9
    )


@settings(max_examples=20)
@given(seed=SEEDS)
def test_sparse_matrices_and_frames_give_the_same(seed):
    import pandas as pd

    x, a, b = cloud(seed)
    x[np.abs(x) < 1] = 0
    plain = compare_centroids(a, b, X=x)
    for other in (csr_array(x), pd.DataFrame(x), np.asfortranarray(x)):
        found = compare_centroids(a, b, X=other)
        assert (found.index, found.similarity, found.ratio) == (
            plain.index,
            plain.similarity,
            plain.ratio,
        )


def test_memory_map_is_read_in_chunks(tmp_path, monkeypatch):
    x, a, b = cloud(3, n=1000)
    np.save(tmp_path / "x.npy", x)
    mapped = np.load(tmp_path / "x.npy", mmap_mode="r")
    monkeypatch.setattr("clusterdiff.features._rows._CHUNK", 64)
    assert SplitMerge(MeanSquaredError())(a, b, X=mapped) == pytest.approx(
        split_merge(a, b, lambda m: spread(x[m])), rel=1e-9
    )


@settings(max_examples=30)
@given(seed=SEEDS)
def test_kernels_agree_on_moments(seed):
    random = np.random.default_rng(seed)
    x, groups = random.normal(size=(60, 3)) + 1e6, random.integers(0, 5, 60).astype(np.uint32)
    states = []
    for kernel in (_kernel, _numpy):
        state = np.zeros(5, np.int64), np.zeros((5, 3)), np.zeros(5)
        kernel.add_moments(x[:25], groups[:25], *state)
        kernel.add_moments(x[25:], groups[25:], *state)
        states.append(state)
    assert states[0][0].tolist() == states[1][0].tolist()
    for one, two in zip(states[0][1:], states[1][1:], strict=True):
        assert one == pytest.approx(two, rel=1e-9)


def test_conventions_of_the_errata():
    x = [0, 0, 5, 9]  # {0, 0}: no variance, split: 0; unsplit clusters: 1
    measure = SplitMerge(MeanSquaredError())
    assert measure([0, 0, 1, 1], [0, 1, 2, 2], X=x) == 0.5
    assert measure([0, 0, 1, 1], [5, 5, 6, 6], X=x) == 1.0
    lone = compare_centroids([0, 0], [0, 0], X=[1.0, 2.0])
    assert (lone.index, lone.ratio, lone.similarity) == (0, 1.0, 1.0)


def test_from_centroids_alone():
    found = compare_centroids(centroids_a=[[0.0], [10.0]], centroids_b=[[0.1], [0.2], [9.0]])
    assert (found.index, found.similarity) == (1, None)
    assert found.orphans_b == (1,)
    assert found.unstable == ((None, 1),)


def test_rows_that_are_equal_have_no_spread():
    row = np.random.default_rng(0).normal(size=7)
    x, a, b = np.tile(row, (30, 1)), np.zeros(30, int), np.arange(30) % 3
    for features in (x, csr_array(x)):
        assert SplitMerge(MeanSquaredError())(a, b, X=features) == 0.0
    state = np.zeros(1, np.int64), np.zeros((1, 7)), np.zeros(1)
    _numpy.add_moments(x, np.zeros(30, np.uint32), *state)
    assert state[2][0] == 0.0


def test_sparse_features_with_any_metric():
    x, a, b = cloud(5)
    dense = SplitMerge(PairwiseDistance("cityblock"))(a, b, X=x)
    assert SplitMerge(PairwiseDistance("cityblock"))(a, b, X=csr_array(x)) == pytest.approx(dense)
