"""FeatureMeasure as a value, its record, and the catalogue."""

import copy
import pickle
import subprocess
import sys

import joblib
import numpy as np
import pytest

from clusterdiff.errors import ClusterdiffError, UnknownNameError
from clusterdiff.features import (
    FEATURE_MEASURES,
    FeatureData,
    FeatureMeasure,
    MeanSquaredError,
    PairwiseDistance,
    SplitMerge,
    centroid_index,
    feature_measure,
    get_feature_measure,
    resolve,
    resolve_feature_measures,
    split_merge_distance,
    split_merge_squared_error,
)
from clusterdiff.labels import LabelsOptions
from clusterdiff.measures import MEASURES, Measure
from tests.helpers.examples import run_examples

A, B, X = [0, 0, 1, 1, 2, 2], [0, 0, 0, 0, 1, 2], np.array([0, 1, 10, 12, 100, 103.0])


def taxi(x, y):
    return float(np.abs(x - y).sum())


@feature_measure(
    label="Own",
    symbol="O",
    direction="similarity",
    bounds=(0.0, 1.0),
    best=1.0,
    symmetric=True,
    references=(),
    reading="1 = equal",
)
def own(_data, *, power=1):
    """A measure of a user."""
    return 0.5**power


class Half:
    """A subcomponent of a user."""

    def cluster_scores(self, data):
        return np.full(data.table.shape[0], 0.5), np.full(data.table.shape[1], 0.5)

    def __eq__(self, other):
        return isinstance(other, Half)

    def __hash__(self):
        return 7


VALUES = [
    *FEATURE_MEASURES.values(),
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


@pytest.mark.parametrize("measure", VALUES, ids=lambda measure: measure.name)
def test_measures_are_values(measure):
    copies = [
        copy.copy(measure),
        copy.deepcopy(measure),
        *(pickle.loads(pickle.dumps(measure, p)) for p in range(2, 6)),  # noqa: S301
    ]
    for other in copies:
        assert other == measure
        assert hash(other) == hash(measure)
        assert (other.name, other.bounds, other.to_dict()) == (
            measure.name,
            measure.bounds,
            measure.to_dict(),
        )
        features = X if measure.options.get("metric") != "cosine" else np.column_stack([X, X + 1])
        assert other(A, B, features) == measure(A, B, features)
    assert len({measure, *copies}) == 1
    assert sum(measure == other for other in VALUES) == 1


def test_joblib_sends_measures_to_other_processes():
    found = joblib.Parallel(n_jobs=2)(joblib.delayed(m)(A, B, X) for m in VALUES[:4])
    assert found == [m(A, B, X) for m in VALUES[:4]]


def test_measures_defined_in_a_script_can_be_pickled(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "import pickle\n"
        "from clusterdiff.features import feature_measure\n"
        "@feature_measure(label='O', symbol='O', direction='distance', bounds=(0.0, 1.0), best=0.0,"
        " symmetric=True, references=(), reading='0')\n"
        "def mine(data):\n    'Mine.'\n    return 0.5\n"
        "assert pickle.loads(pickle.dumps(mine))([0, 0], [0, 1], [1, 2]) == 0.5\n",
        encoding="utf-8",
    )
    subprocess.run([sys.executable, script], check=True)


@pytest.mark.parametrize("measure", VALUES, ids=lambda measure: measure.name)
def test_records_are_complete_and_plain(measure):
    import json

    record = measure.to_dict()
    plain = {key: value for key, value in record.items() if key != "options"}
    assert json.loads(json.dumps(plain)) == plain
    assert record["name"] == measure.name
    assert record["family"] == "features"
    assert all(len(alias) > 1 for alias in measure.aliases)
    assert measure.description
    assert measure.reading
    assert not isinstance(measure, Measure)
    assert measure.base.fixed == {}


@pytest.mark.parametrize("measure", VALUES[:8], ids=lambda measure: measure.name)
@pytest.mark.parametrize("seed", range(6))
def test_claims_of_the_record_hold(measure, seed):
    random = np.random.default_rng(seed)
    a, b, x = random.integers(0, 4, 40), random.integers(0, 5, 40), random.normal(size=(40, 3))
    data = FeatureData.of(a, b, x)
    value = measure.on(data)
    low, high = measure.bounds_on(data)
    assert isinstance(value, float)
    assert low <= value <= high
    assert measure(a, b, x) == value
    if measure.symmetric:
        assert measure(b, a, x) == pytest.approx(value, rel=1e-12)
    assert measure(a, a + 7, x) == measure.best == measure.best_on(data)
    assert measure.best == (high if measure.direction == "similarity" else low)


def test_the_bound_of_the_centroid_index_is_attained():
    data = FeatureData.of([0, 0, 1, 1, 2, 2], [0, 1, 2, 0, 1, 2], [0, 0, 0, 0, 0, 0.0])
    assert centroid_index.on(data) == centroid_index.bounds_on(data)[1] == 2.0


def test_lookup():
    assert (
        get_feature_measure("ci")
        is get_feature_measure("CI")
        is get_feature_measure(centroid_index)
        is centroid_index
    )
    assert get_feature_measure("centroid-index") is centroid_index
    assert get_feature_measure("s_mse") == split_merge_squared_error
    chosen = get_feature_measure("split_merge_distance[metric=cosine,combine=mean]")
    assert chosen == split_merge_distance.using(metric="cosine", combine="mean")
    assert get_feature_measure(chosen.name) == chosen
    with pytest.raises(UnknownNameError, match="centroid_index"):
        get_feature_measure("centroid_indx")
    with pytest.raises(ClusterdiffError, match="no option 'metrik'"):
        get_feature_measure("split_merge_distance[metrik=cosine]")


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
    assert (
        resolve("features")
        == resolve_feature_measures("features")
        == list(FEATURE_MEASURES.values())
    )
    assert [
        m.name for m in resolve("ci, nmi[by=max], split_merge_distance[metric=cosine,combine=mean]")
    ] == [
        "centroid_index",
        "normalized_mutual_information[by=max]",
        "split_merge_distance[metric=cosine,combine=mean]",
    ]
    assert resolve("pairs") and all(isinstance(m, Measure) for m in resolve("pairs"))  # noqa: PT018
    for wrong in ("nonsense", ["ari", "nonsense"], 5):
        with pytest.raises(ClusterdiffError):
            resolve(wrong)


def test_names_and_aliases_differ_from_those_of_plain_measures():
    plain = {name.lower() for m in MEASURES.values() for name in (m.name, *m.aliases)}
    own_names = [name for m in FEATURE_MEASURES.values() for name in (m.name, *m.aliases)]
    assert not plain & set(own_names)
    assert len(own_names) == len(set(own_names))


def test_several_measures_share_what_they_compute(monkeypatch):
    calls = []
    from clusterdiff.features import _data

    original = _data.dense_cells
    monkeypatch.setattr(_data, "dense_cells", lambda *args: calls.append(1) or original(*args))
    data = FeatureData.of(A, B, X)
    for name in ("ci", "csi", "cr", "s_mse"):
        get_feature_measure(name).on(data)
    assert len(calls) == 1


def test_help_and_signature():
    import inspect

    parameters = inspect.signature(split_merge_distance).parameters
    assert list(parameters)[:5] == ["a", "b", "X", "metric", "combine"]
    assert list(parameters)[5:] == list(LabelsOptions.__annotations__)
    assert all(
        parameters[name].kind is inspect.Parameter.KEYWORD_ONLY for name in list(parameters)[3:]
    )
    assert "Examples" in centroid_index.__doc__
    assert centroid_index.__name__ == "centroid_index"
    assert repr(split_merge_squared_error.using(combine="mean")) == (
        "<feature measure split_merge_squared_error[combine=mean]: "
        "Split-merge similarity of squared errors>"
    )
    assert isinstance(centroid_index, FeatureMeasure)


@pytest.mark.parametrize("measure", FEATURE_MEASURES.values(), ids=lambda measure: measure.name)
def test_examples_in_docstrings(measure):
    result = run_examples(measure.__doc__, FEATURE_MEASURES, measure.name)
    assert result.attempted
    assert not result.failed
