"""Stability: agreement against definitions, and the number of clusters on data with known answers."""

from itertools import combinations
from types import SimpleNamespace

import numpy as np
import pytest
from scipy.cluster.hierarchy import fcluster, linkage

import clusterdiff as cd
from clusterdiff.errors import InputError, OptionError
from clusterdiff.many._replicates import (
    ambiguous_pairs,
    best_jaccards,
    matched_elements,
    prediction_strength,
    without_structure,
)
from clusterdiff.many._stability import chosen, stability


def ward(data, k):
    return fcluster(linkage(data, "ward"), k, "maxclust")


def blobs(k, n=30, seed=0, spread=0.5):
    rng = np.random.default_rng(seed)
    angles = 2 * np.pi * np.arange(k) / k
    centers = 6 * np.c_[np.cos(angles), np.sin(angles)]
    return np.repeat(centers, n, axis=0) + spread * rng.standard_normal((n * k, 2))


@pytest.mark.parametrize("k", [3, 4, 5])
def test_the_number_of_clusters_of_separated_groups_is_found(k):
    found = stability(ward, blobs(k), ks=range(2, 8), n_runs=8, rng=1)
    assert found.best == k
    assert f"k = {k} stands out" in found.reason
    assert all(cluster.jaccard > 0.99 for cluster in found[k].clusters)


@pytest.mark.slow
def test_data_without_structure_give_a_number_in_few_cases():
    from sklearn.cluster import KMeans

    false = 0
    for seed in range(20):
        rng = np.random.default_rng(seed)
        points = rng.uniform(size=(150, 2)) if seed % 2 else rng.standard_normal((150, 3))
        found = stability(KMeans(n_init=2), points, ks=range(2, 7), n_runs=10, rng=seed)
        false += found.best is not None
    assert false <= 3


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["subsample", "bootstrap", "jitter", "split"])
def test_every_scheme_finds_four_groups_with_k_means(scheme):
    from sklearn.cluster import KMeans

    found = stability(
        KMeans(n_init=5), blobs(4, 60), ks=range(2, 8), scheme=scheme, n_runs=15, rng=3
    )
    assert found.best == 4


def test_the_best_value_is_the_largest_of_equal_ones():
    far = blobs(3, 20, seed=1, spread=0.2) + np.array([100, 0])
    nested = np.concatenate([blobs(3, 20, spread=0.2), far])
    found = stability(ward, nested, ks=[2, 3, 6], choose="value", n_runs=5, rng=0, baseline=False)
    assert (found.best, found[2].mean, found[6].mean) == (6, 1, 1)
    assert found.notes[0] == "Equally good: k = 2."


def test_numbers_with_a_large_gain_by_chance_are_named():
    results = [
        SimpleNamespace(k=k, gain=gain, pvalue=p, mean=0.9)
        for k, gain, p in ((2, 0.95, 0.2), (3, 0.6, 0.001), (4, 0.88, 0.001), (5, 0.9, 0.001))
    ]
    best, reason, notes = chosen(results, "gain", cd.adjusted_rand)
    assert (best, "90 %" in reason) == (5, True)
    assert notes == (
        "Nearly as stable: k = 4.",
        "k = 2: as large a gain, but data without structure are often as stable there.",
    )


def test_a_scheme_that_is_always_stable_says_nothing():
    found = stability(ward, blobs(3, 20), ks=[2, 3], scheme="seeds", n_runs=2, rng=0)
    assert found.best is None
    assert "says nothing about the number of clusters" in found.notes[0]


def test_clusters_and_elements_are_rows():
    found = stability(ward, blobs(3, 20), ks=[3], n_runs=4, rng=0)[3]
    assert [row["size"] for row in found.cluster_records()] == [20, 20, 20]
    rows = found.element_records()
    assert [row["cluster"] for row in rows] == found.labels.tolist()
    assert {row["stability"] for row in rows} == {1.0}


def test_every_replicate_is_the_measure_of_the_two_clusterings():
    points = blobs(3, 20)
    found = stability(ward, points, ks=[3], scheme="bootstrap", measure="rand", n_runs=6, rng=5)
    rng = np.random.default_rng(5).spawn(1)[0]
    rng.integers(2**31)
    full = np.unique(ward(points, 3), return_inverse=True)[1]
    for value in found[3].values:
        rng.integers(2**31)
        drawn = rng.integers(0, 60, 60)
        labels = ward(points[drawn], 3)
        elements, first = np.unique(drawn, return_index=True)
        assert value == cd.rand(full[elements], labels[first])
    assert len(found.replicates()) == 6


def test_jaccard_indices_by_definition():
    rng = np.random.default_rng(0)
    for _ in range(20):
        a, b = rng.integers(0, 4, 30), rng.integers(0, 5, 30)
        a = np.unique(a, return_inverse=True)[1]
        sets = [set(np.flatnonzero(b == label)) for label in set(b.tolist())]
        for cluster, value in enumerate(best_jaccards(a, b).tolist()):
            own = set(np.flatnonzero(a == cluster))
            assert value == max(len(own & s) / len(own | s) for s in sets)


def test_a_cluster_without_an_element_has_no_index():
    found = best_jaccards(np.array([0, 0, 2]), np.array([1, 1, 1]))
    assert np.isnan(found[1])
    assert not np.isnan(found[[0, 2]]).any()


def test_matched_elements_are_those_of_the_optimal_pairing():
    rng = np.random.default_rng(1)
    for _ in range(20):
        a, b = rng.integers(0, 4, 40), rng.integers(0, 3, 40)
        a, b = (np.unique(side, return_inverse=True)[1] for side in (a, b))
        assert 40 - matched_elements(a, b).sum() == cd.transfer_distance(a, b)


def test_prediction_strength_by_definition():
    rng = np.random.default_rng(2)
    for _ in range(20):
        own, predicted = rng.integers(0, 3, 25), rng.integers(0, 3, 25)
        shares = []
        for cluster in set(own.tolist()):
            pairs = list(combinations(np.flatnonzero(own == cluster).tolist(), 2))
            if pairs:
                shares.append(np.mean([predicted[i] == predicted[j] for i, j in pairs]))
        assert prediction_strength(own, predicted) == pytest.approx(min(shares), abs=1e-12)


def test_ambiguous_pairs_by_definition():
    rng = np.random.default_rng(3)
    samples = []
    for _ in range(12):
        elements = np.sort(rng.choice(30, 20, replace=False))
        samples.append((elements, rng.integers(0, 2, 20)))
    shares = []
    for i, j in combinations(range(30), 2):
        both = [dict(zip(e.tolist(), s.tolist(), strict=True)) for e, s in samples]
        both = [d for d in both if i in d and j in d]
        if len(both) > 1:
            shares.append(np.mean([d[i] == d[j] for d in both]))
    expected = np.mean([0.1 < share < 0.9 for share in shares])
    assert ambiguous_pairs(samples, 30, rng) == pytest.approx(expected)


def test_results_follow_the_seed_and_nothing_else():
    points = blobs(3)
    one, two, other = (
        stability(ward, points, ks=[2, 3], n_runs=4, rng=seed).to_dict() for seed in (7, 7, 8)
    )
    assert one == two
    assert one != other


def test_estimators_frames_and_functions_give_the_same_labels():
    import pandas as pd
    from sklearn.cluster import AgglomerativeClustering

    points = blobs(3, 15)
    for data in (points, pd.DataFrame(points), points.tolist()):
        fits = [ward] if isinstance(data, list) else [ward, AgglomerativeClustering()]
        for fit in fits:
            found = stability(fit, data, ks=[3], n_runs=3, rng=0)
            assert [row["value"] for row in found.replicates()] == [1.0, 1.0, 1.0]


def test_a_function_that_finds_the_number_itself():
    found = stability(lambda data: (data[:, 0] > 0).astype(int), blobs(2), ks=None, n_runs=3, rng=0)
    assert found.best is None
    assert found[None].mean == 1.0


def test_elements_between_two_groups_are_the_unstable_ones():
    rng = np.random.default_rng(0)
    points = np.r_[rng.normal(0, 1, (40, 1)), rng.normal(8, 1, (40, 1)), [[4.0]]]
    found = stability(ward, points, ks=[2], n_runs=20, scheme="subsample", rng=0)[2]
    assert np.nanargmin(found.elements) == 80 or np.nanmin(found.elements) == 1.0
    assert found.clusters[0].recovered > 0.9


def test_data_without_structure_fill_the_box_of_the_data():
    points = blobs(4)
    drawn = without_structure(points, np.random.default_rng(0))
    assert drawn.shape == points.shape
    assert np.abs(drawn).max() <= np.abs(points).max() * 1.5
    assert not np.allclose(drawn, points)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"ks": [0]}, "ks must be positive integers"),
        ({"ks": []}, "ks must be positive integers"),
        ({"scheme": "jackknife"}, "scheme must be one of"),
        ({"measure": "vi"}, "measure must be a similarity"),
        ({"n_runs": 1}, "n_runs must be an integer of at least 2"),
        ({"rng": "one"}, "rng must be None, a non-negative integer or a numpy Generator"),
        ({"share": 1.0}, "share must be a number between 0 and 1"),
        ({"choose": "best"}, "choose must be"),
    ],
)
def test_wrong_options_are_refused(options, message):
    with pytest.raises(OptionError, match=message):
        stability(ward, blobs(2, 5), **{"ks": [2, 3], "n_runs": 2, "rng": 0, **options})


def test_wrong_results_of_fit_are_refused():
    with pytest.raises(InputError, match="one label for each of 10 elements"):
        stability(lambda _, k: [0] * k, blobs(2, 5), ks=[2, 3])
    with pytest.raises(OptionError, match="fit must be an estimator or a function"):
        stability("kmeans", blobs(2, 5))
    with pytest.raises(InputError, match="too few"):
        stability(ward, blobs(2, 2), ks=[3])
