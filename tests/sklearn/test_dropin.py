"""The drop-in passes scikit-learn's tests, and has its signatures and values."""

import importlib.util
import inspect
import subprocess
import sys
import warnings
from functools import partial
from unittest import mock

import numpy as np
import pytest
import sklearn.metrics.cluster
import sklearn.metrics.cluster._supervised as reference
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from clusterdiff import ClusterdiffError
from clusterdiff import sklearn as ours
from clusterdiff.measures.information import mean_entropy
from clusterdiff.sklearn import _scores
from clusterdiff.summaries import Entropies
from tests.helpers.scores import MEANS, SCORES, clusterings

# ---- scikit-learn's own tests, run on our functions ----

NOT_OURS = (
    "silhouette",
    "calinski_harabasz",
    "davies_bouldin",
)  # unsupervised measures, which test_common tests too
EXCLUDED = {"test_array_api_compliance": "tests nothing but unsupervised measures"}


def _generalized_average(u, v, average_method):
    """Stand-in for a private helper that the tests of scikit-learn import."""
    return mean_entropy(
        Entropies(n=1, clusters_a=1, clusters_b=1, a=u, b=v, a_given_b=0, b_given_a=0, mutual=0),
        average_method,
    )


def _scikit_learns(module_name):
    """Load a test module of scikit-learn with its functions replaced by ours."""
    public = {
        name: getattr(ours, name) for name in ours.__all__ if hasattr(sklearn.metrics.cluster, name)
    }
    helpers = {
        "check_clusterings": ours.check_clusterings,
        "_entropy": _scores._entropy,
        "_generalized_average": _generalized_average,
    }
    spec = importlib.util.find_spec(f"sklearn.metrics.cluster.tests.{module_name}")
    module = importlib.util.module_from_spec(spec)
    elsewhere = mock.patch.dict(
        sys.modules, {"sklearn.metrics.tests.test_common": mock.Mock()}
    )  # only for unsupervised measures
    with (
        elsewhere,
        mock.patch.multiple(sklearn.metrics.cluster, **public),
        mock.patch.multiple(reference, **public, **helpers),
    ):
        spec.loader.exec_module(module)
    return module


def _supervised_only(test):
    """Return the test without the parameters that name unsupervised measures."""
    for i, mark in enumerate(marks := getattr(test, "pytestmark", [])):
        if mark.name == "parametrize":
            names, values = mark.args
            kept = [value for value in values if not any(name in str(value) for name in NOT_OURS)]
            marks[i] = pytest.mark.parametrize(names, kept, **mark.kwargs).mark
    reason = EXCLUDED.get(test.__name__)
    return pytest.mark.skip(reason)(test) if reason else test


for _module in map(_scikit_learns, ("test_supervised", "test_common")):
    for _name, _test in inspect.getmembers(_module, inspect.isfunction):
        if _name.startswith("test_"):
            globals()[f"test_scikit_learn_{_name[5:]}"] = _supervised_only(_test)


def test_the_tests_above_call_our_functions():
    seen = [_scikit_learns("test_supervised"), _scikit_learns("test_common")]
    assert all(
        function.__module__.startswith("clusterdiff.sklearn.") for function in seen[0].score_funcs
    )
    assert all(
        function.__module__.startswith("clusterdiff.sklearn.")
        for function in seen[1].SUPERVISED_METRICS.values()
    )
    assert set(seen[1].SUPERVISED_METRICS) == set(SCORES)
    assert sklearn.metrics.cluster.rand_score.__module__.startswith("sklearn.")


# ---- signatures ----


@pytest.mark.parametrize("name", ours.__all__)
def test_same_signature(name):
    shapes = [
        [
            (p.name, p.kind, p.default)
            for p in inspect.signature(getattr(module, name)).parameters.values()
        ]
        for module in (ours, reference)
    ]
    assert shapes[0] == shapes[1]


def test_every_supervised_function_is_there():
    theirs = {name for name in sklearn.metrics.cluster.__all__ if hasattr(reference, name)}
    assert set(ours.__all__) == theirs | {"check_clusterings"}


def test_scikit_learn_is_never_imported():
    code = f"""
import sys
from clusterdiff import sklearn as s
for name in {SCORES!r}:
    getattr(s, name)([0, 0, 1, 2], ["a", "a", "b", "b"])
s.expected_mutual_information(s.contingency_matrix([0, 0, 1], [0, 1, 1], sparse=True), 3)
s.pair_confusion_matrix([0, 0, 1], [0, 1, 1])
sys.exit("sklearn" in sys.modules)
"""
    subprocess.run([sys.executable, "-c", code], check=True)


# ---- values ----


def all_singletons(labels):
    return len(set(labels)) == len(labels)


@given(clusterings(), st.sampled_from(SCORES))
def test_same_value(sides, name):
    if name == "fowlkes_mallows_score" and all(map(all_singletons, sides)):
        return  # scikit-learn is wrong: see below
    value = getattr(ours, name)(*sides)
    assert type(value) is float
    assert value == pytest.approx(getattr(reference, name)(*sides), abs=1e-9)


@given(
    clusterings(),
    st.sampled_from(["normalized_mutual_info_score", "adjusted_mutual_info_score"]),
    st.sampled_from(MEANS),
)
def test_same_value_by_every_mean(sides, name, average_method):
    if (
        name.startswith("adjusted")
        and any(map(all_singletons, sides))
        and not all(map(all_singletons, sides))
    ):
        return  # scikit-learn divides rounding errors: see below
    expected = getattr(reference, name)(*sides, average_method=average_method)
    assert getattr(ours, name)(*sides, average_method=average_method) == pytest.approx(
        expected, abs=1e-9
    )


@given(clusterings(), st.floats(0, 100).filter(lambda beta: beta == 0 or beta > 1e-3))
def test_same_triple(sides, beta):
    try:
        expected = reference.homogeneity_completeness_v_measure(*sides, beta=beta)
    except ZeroDivisionError:  # beta = 0 and no completeness
        return
    assert ours.homogeneity_completeness_v_measure(*sides, beta=beta) == pytest.approx(
        expected, abs=1e-9
    )
    assert ours.v_measure_score(*sides, beta=beta) == pytest.approx(expected[2], abs=1e-9)


@given(clusterings())
def test_same_tables(sides):
    table, theirs = ours.contingency_matrix(*sides), reference.contingency_matrix(*sides)
    np.testing.assert_array_equal(table, theirs, strict=True)
    np.testing.assert_array_equal(
        ours.pair_confusion_matrix(*sides), reference.pair_confusion_matrix(*sides), strict=True
    )
    n = len(sides[0])
    for form in (table, sparse.csr_matrix(table), sparse.coo_array(table)):
        assert ours.expected_mutual_information(form, n) == pytest.approx(
            reference.expected_mutual_information(theirs, n), abs=1e-9
        )
        assert ours.mutual_info_score(None, None, contingency=form) == ours.mutual_info_score(
            *sides
        )


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"dtype": np.float32},
        {"eps": 0.5},
        {"dtype": np.int8, "eps": 1},
        {"sparse": True},
        {"sparse": True, "dtype": float},
    ],
)
@pytest.mark.parametrize(
    "sides",
    [([3, 1, 1, 3], ["b", "a", "b", "b"]), ([0.5, 1.5, 0.5], [True, False, True]), ([], [])],
)
def test_same_contingency_matrix(options, sides):
    table, theirs = (module.contingency_matrix(*sides, **options) for module in (ours, reference))
    assert type(table) is type(theirs)
    if sparse.issparse(theirs):
        table, theirs = table.toarray(), theirs.toarray()
    np.testing.assert_array_equal(table, theirs, strict=True)


@pytest.mark.parametrize("name", SCORES)
@pytest.mark.parametrize(
    "labels",
    [
        ["b", "a", "b", "c"],
        np.array(["b", "a", "b", "c"], object),
        [True, False, True, True],
        [1e300, -1.0, 1e300, 2.0],
    ],
)
def test_same_value_for_any_kind_of_label(name, labels):
    truth = [0, 0, 1, 1]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # 1e300 is an integer, but not for scikit-learn
        assert getattr(ours, name)(truth, labels) == pytest.approx(
            getattr(reference, name)(truth, labels), abs=1e-12
        )


@pytest.mark.parametrize(
    "name", [*SCORES, "pair_confusion_matrix", "homogeneity_completeness_v_measure"]
)
def test_measurements_pass_as_labels_with_a_warning(name):
    measured = [0.5, 0.25, 0.5]
    with pytest.warns(
        UserWarning,
        match="received discrete values for label, and continuous values for target",
    ):
        value = getattr(ours, name)([0, 1, 2], measured)
    np.testing.assert_array_equal(value, getattr(ours, name)([0, 1, 2], [1, 0, 1]))


@pytest.mark.parametrize("n", [10, 1000, 100_000])
@pytest.mark.parametrize("clusters", [2, 30])
def test_same_value_on_larger_data(n, clusters):
    rng = np.random.default_rng(n)
    a = rng.integers(0, clusters, n)
    b = np.where(rng.random(n) < 0.3, rng.integers(0, clusters, n), a)
    for name in SCORES:
        assert getattr(ours, name)(a, b) == pytest.approx(getattr(reference, name)(a, b), abs=1e-9)


@pytest.mark.parametrize("wrong", [[np.inf, np.inf], [np.nan, np.nan], [np.nan, np.inf]])
@pytest.mark.parametrize("name", SCORES)
def test_labels_must_be_finite(name, wrong):
    for sides in (([0, 1], wrong), (wrong, [0, 1])):
        with pytest.raises(ValueError, match=r"contains (NaN|infinity)"):
            getattr(ours, name)(*sides)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            partial(ours.normalized_mutual_info_score, [0], [0], average_method="mean"),
            "average_method must be one of arithmetic, .*, got 'mean'",
        ),
        (
            partial(ours.adjusted_mutual_info_score, [0], [0], average_method="joint"),
            "average_method must be one of",
        ),
        (partial(ours.v_measure_score, [0], [0], beta=-1), "beta must not be negative, got -1"),
        (partial(ours.contingency_matrix, [0], [0], eps=-1), "eps must not be negative, got -1"),
        (partial(ours.contingency_matrix, [0], [0, 1]), "inconsistent numbers of samples"),
        (partial(ours.mutual_info_score, [], []), "at least one element"),
        (partial(ours.rand_score, None, [0]), r"labels_true must be 1D: shape is \(\)"),
    ],
)
def test_options_out_of_range(call, message):
    with pytest.raises(ClusterdiffError, match=message):
        call()
