"""Measures that need features: values as others, a catalogue of their own kind."""

import copy
import inspect
import json
import pickle

import joblib
import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff import centroid_index, split_merge_distance, split_merge_squared_error
from clusterdiff.errors import ClusterdiffError, InputError, UnknownNameError
from clusterdiff.features import FeatureTable, MeanSquaredError, PairwiseDistance, Spreads, _table
from clusterdiff.labels import option_parameters
from clusterdiff.measures import FAMILIES, MEASURES, SplitMerge, get_measure, measures_of, resolve
from tests.helpers.examples import run_examples

A, B, X = [0, 0, 1, 1, 2, 2], [0, 0, 0, 0, 1, 2], np.array([0, 1, 10, 12, 100, 103.0])
FEATURES = FAMILIES["features"]


def taxi(x, y):
    return float(np.abs(x - y).sum())


@cd.measure(
    label="Own",
    symbol="O",
    direction="similarity",
    bounds=(0.0, 1.0),
    symmetric=True,
    references=(),
)
def own(_: Spreads, /, *, power: int = 1) -> float:
    """A measure of a user."""
    return 0.5**power


class Half:
    """A subcomponent of a user."""

    def cluster_scores(self, table):
        return np.full(table.shape[0], 0.5), np.full(table.shape[1], 0.5)

    def __eq__(self, other):
        return isinstance(other, Half)

    def __hash__(self):
        return 7


VALUES = [
    *FEATURES,
    split_merge_squared_error.using(combine="mean"),
    split_merge_distance.using(metric="cosine", combine="mean"),
    split_merge_distance.using(metric=taxi),
    SplitMerge(MeanSquaredError()),
    SplitMerge(PairwiseDistance("cityblock"), combine="mean"),
    SplitMerge(PairwiseDistance(taxi)),
    SplitMerge(Half(), bounds=(0.0, 2.0)),
    own,
    own.using(power=2),
]
EACH = pytest.mark.parametrize("measure", VALUES, ids=lambda measure: measure.name)


def apply(measure):
    features = X if measure.fixed.get("metric") != "cosine" else np.column_stack([X, X + 1])
    return measure(A, B, X=features), measure.name, measure.bounds, measure.to_dict()


@EACH
def test_measures_are_values(measure):
    pickled = [pickle.loads(pickle.dumps(measure, p)) for p in range(2, 6)]  # noqa: S301
    copies = [copy.copy(measure), copy.deepcopy(measure), *pickled]
    for other in copies:
        assert other == measure
        assert hash(other) == hash(measure)
        assert apply(other) == apply(measure)
    assert len({measure, *copies}) == 1
    assert sum(measure == other for other in VALUES) == 1


def test_joblib_sends_measures_to_other_processes():
    found = joblib.Parallel(n_jobs=2)(joblib.delayed(m)(A, B, X=X) for m in VALUES[:4])
    assert found == [m(A, B, X=X) for m in VALUES[:4]]


@EACH
def test_records_are_complete_and_plain(measure):
    record = measure.to_dict()
    plain = {key: value for key, value in record.items() if key != "options"}
    assert json.loads(json.dumps(plain)) == plain
    assert record["table"] == "FeatureTable"
    assert measure.description


@pytest.mark.parametrize("measure", VALUES[:8], ids=lambda measure: measure.name)
@pytest.mark.parametrize("seed", range(6))
def test_claims_of_the_record_hold(measure, seed):
    random = np.random.default_rng(seed)
    a, b, x = random.integers(0, 4, 40), random.integers(0, 5, 40), random.normal(size=(40, 3))
    table = FeatureTable.from_labels(a, b, X=x)
    value = measure.on(table)
    low, high = measure.bounds_on(table)
    assert isinstance(value, float)
    assert low <= value <= high
    assert measure(a, b, X=x) == measure(table) == value
    if measure.symmetric:
        assert measure(b, a, X=x) == pytest.approx(value, rel=1e-12)
    again = [np.repeat(each, 3, axis=0) for each in (a, b, x)]
    if measure.scale == "invariant":
        assert measure(*again[:2], X=again[2]) == pytest.approx(value, rel=1e-9)
    assert measure(a, a + 7, X=x) == measure.best == measure.best_on(table)
    assert measure.best == (high if measure.direction == "similarity" else low)
    if measure.direction == "similarity":
        assert measure.distance(a, b, X=x) == pytest.approx(1 - value, abs=1e-15)


@pytest.mark.parametrize("measure", FEATURES, ids=lambda measure: measure.name)
def test_without_features_the_error_says_how_to_pass_them(measure):
    wanted = rf"{measure.name} needs the features of the elements.\nHint: {measure.name}\(a, b, X="
    table = cd.Table.from_labels(A, B)
    for call in (
        lambda: measure(A, B),
        lambda: measure(table),
        lambda: measure.on(table),
        lambda: cd.compare(A, B, measures=measure.name),
    ):
        with pytest.raises(InputError, match=wanted):
            call()


def test_other_measures_take_no_features():
    with pytest.raises(ClusterdiffError, match="no option 'X'"):
        cd.adjusted_rand(A, B, X=X)
    assert cd.adjusted_rand.on(FeatureTable.from_labels(A, B, X=X)) == cd.adjusted_rand(A, B)


def test_compare_has_the_measures_of_the_kind_that_it_sees():
    assert [s.name for s in cd.compare(A, B, measures="all")] == list(MEASURES)
    found = cd.compare(A, B, measures="all", X=X)
    assert [s.name for s in found] == [m.name for m in measures_of(FeatureTable)]
    assert {m.name for m in FEATURES} == {s.name for s in found} - set(MEASURES)
    assert found["ci"].value == centroid_index(A, B, X=X)


def test_the_bound_of_the_centroid_index_is_attained():
    table = FeatureTable.from_labels([0, 0, 1, 1, 2, 2], [0, 1, 2, 0, 1, 2], X=[0, 0, 0, 0, 0, 0.0])
    assert centroid_index.on(table) == centroid_index.bounds_on(table)[1] == 2.0


def test_lookup():
    names = ("ci", "CI", centroid_index, "centroid-index")
    assert {get_measure(name) for name in names} == {centroid_index}
    assert get_measure("s_mse") == split_merge_squared_error
    chosen = get_measure("split_merge_distance[metric=cosine,combine=mean]")
    assert chosen == split_merge_distance.using(metric="cosine", combine="mean")
    assert get_measure(chosen.name) == chosen
    with pytest.raises(UnknownNameError, match="centroid_index"):
        get_measure("centroid_indx")
    with pytest.raises(ClusterdiffError, match="no option 'metrik'"):
        get_measure("split_merge_distance[metrik=cosine]")


def test_resolve_keeps_the_order_of_measures_of_both_kinds():
    names = [m.name for m in resolve(["ari", "ci", "vi, csi", MEASURES["jaccard"], centroid_index])]
    assert names == [
        "adjusted_rand",
        "centroid_index",
        "variation_of_information",
        "centroid_similarity",
        "jaccard",
        "centroid_index",
    ]
    assert tuple(resolve("features")) == FEATURES


def test_several_measures_share_what_they_compute(monkeypatch):
    calls = []
    original = _table.dense_cells
    monkeypatch.setattr(_table, "dense_cells", lambda *args: calls.append(1) or original(*args))
    table = FeatureTable.from_labels(A, B, X=X)
    for name in ("ci", "csi", "cr", "s_mse"):
        get_measure(name).on(table)
    assert len(calls) == 1


def test_help_and_signature():
    parameters = inspect.signature(split_merge_distance).parameters
    assert list(parameters)[:4] == ["clusterings", "X", "metric", "combine"]
    assert list(parameters)[4:] == [p.name for p in option_parameters()]
    keyword = [name for name, p in parameters.items() if p.kind is inspect.Parameter.KEYWORD_ONLY]
    assert keyword == list(parameters)[1:]
    assert "X : array" in centroid_index.__doc__


@pytest.mark.parametrize("measure", FEATURES, ids=lambda measure: measure.name)
def test_examples_in_docstrings(measure):
    found = run_examples(measure.__doc__, {m.name: m for m in FEATURES}, measure.name)
    assert found.attempted
    assert not found.failed
