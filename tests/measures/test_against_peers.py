"""Values agree with those of other packages, where these are correct."""

import warnings

import igraph
import numpy as np
import pytest
import sklearn.metrics
from scipy.stats import chi2_contingency
from scipy.stats.contingency import association
from skimage.metrics import adapted_rand_error
from skimage.metrics import variation_of_information as skimage_vi

from clusterdiff import Table, get_measure
from tests.helpers.peers import CASES, GENIECLUST, IGRAPH, SKLEARN, close, noisy

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # its docstrings have invalid escapes, which compiling reports
    from genieclust import compare_partitions as genieclust


@pytest.mark.parametrize(
    "name",
    [pytest.param(x, marks=pytest.mark.slow) if x.startswith("large") else x for x in CASES],
)
def test_agrees_with_scikit_learn(name):
    table = Table.from_labels(*CASES[name])
    for ours, theirs in SKLEARN.items():
        assert get_measure(ours)(table) == close(getattr(sklearn.metrics, theirs)(*CASES[name])), (
            ours
        )


@pytest.mark.parametrize("name", CASES)
def test_agrees_with_scipy(name):
    table = Table.from_labels(*CASES[name])
    dense = table.to_scipy().toarray()
    found = chi2_contingency(dense, correction=False).statistic
    assert get_measure("chi_squared")(table) == pytest.approx(found, rel=1e-9, abs=1e-9)
    if min(dense.shape) > 1:
        for ours, theirs in {"cramers_v": "cramer", "tschuprows_t": "tschuprow"}.items():
            assert get_measure(ours)(table) == pytest.approx(
                association(dense, method=theirs), abs=1e-9
            )


@pytest.mark.parametrize("name", CASES)
def test_agrees_with_genieclust(name):
    table = Table.from_labels(*CASES[name])
    dense = table.to_scipy().toarray()
    if table.shape[0] == table.shape[1]:
        theirs = genieclust.compare_partitions(dense)
    else:  # refused
        theirs = {
            "ar": genieclust.adjusted_rand_score(dense),
            "psi": genieclust.pair_sets_index(dense),
        }
    for ours, key in GENIECLUST.items():
        if key in theirs:
            assert get_measure(ours)(table) == close(theirs[key]), ours


@pytest.mark.parametrize("name", CASES)
def test_agrees_with_igraph(name):
    a, b = CASES[name]
    table = Table.from_labels(a, b)
    for ours, method in IGRAPH.items():
        assert get_measure(ours)(table) == close(
            igraph.compare_communities(a.tolist(), b.tolist(), method=method)
        ), ours
    overlaps = table.to_scipy().toarray()
    away_a, away_b = igraph.split_join_distance(a.tolist(), b.tolist())
    assert (away_a, away_b) == (
        table.n - overlaps.max(axis=1).sum(),
        table.n - overlaps.max(axis=0).sum(),
    )
    assert get_measure("inverse_purity")(table) == close(1 - away_a / table.n)
    assert get_measure("purity")(table) == close(1 - away_b / table.n)


@pytest.mark.parametrize("name", CASES)
def test_agrees_with_scikit_image(name):
    a, b = CASES[name]
    table = Table.from_labels(a, b)
    b_given_a, a_given_b = skimage_vi(a, b)
    assert get_measure("conditional_entropy")(table) == close(a_given_b)
    assert get_measure("conditional_entropy")(table.T) == close(b_given_a)
    error, recall, precision = adapted_rand_error(
        a, b, ignore_labels=()
    )  # the other way round than it says: scikit-image 6485
    assert get_measure("wallace_b")(table) == close(precision)
    assert get_measure("wallace_a")(table) == close(recall)
    assert get_measure("pair_f")(table) == close(1 - error)


@pytest.mark.slow
def test_agrees_with_all_on_many_clusters():
    rng = np.random.default_rng(3)
    a = rng.integers(0, 300_000, 1_000_000)
    b = noisy(a, 0.1, rng)
    table, lists = Table.from_labels(a, b), (a.tolist(), b.tolist())
    for ours, method in IGRAPH.items():
        assert get_measure(ours)(table) == close(
            igraph.compare_communities(*lists, method=method)
        ), ours
    for ours in ("adjusted_rand", "fowlkes_mallows", "v_measure"):
        assert get_measure(ours)(table) == close(getattr(sklearn.metrics, SKLEARN[ours])(a, b)), (
            ours
        )
    assert get_measure("variation_of_information")(table) == close(skimage_vi(a, b).sum())
