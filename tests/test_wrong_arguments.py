"""Every public function answers an argument of a wrong type or value with an error of ours."""

import contextlib
import inspect
import math
from datetime import date

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from scipy.sparse import csr_array

import clusterdiff as cd
from clusterdiff import (
    analysis,
    chance,
    datasets,
    features,
    intervals,
    many,
    measures,
    partition,
    properties,
)

A, B = [0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2]
RUNS = {"x": A, "y": B, "z": [0, 1, 2, 3, 4, 5]}
X = np.arange(12.0).reshape(6, 2)
POINTS = np.random.default_rng(0).normal(size=(30, 2))
WRONG = (
    3,
    -1,
    0,
    1.5,
    math.nan,
    "q",
    "",
    None,
    [],
    {},
    True,
    b"q",
    [None],
    ["q"],
    (1, 2),
    object(),
)


def fit(data, k):
    return np.arange(len(data)) % k


def calls():
    """Return functions and methods, each with positional and named arguments that it accepts."""
    both, pair, each, ab = (A, B), {"measure": "rand"}, (RUNS,), {"a": A, "b": B}
    table = cd.Table.from_labels(A, B)
    runs, ranked = cd.Clusterings(RUNS), cd.rank(A, RUNS)
    pairs, parts, found = cd.pairwise(RUNS, measures=["vi", "ari"]), cd.Partition(A), cd.diff(A, B)
    ball, modes = many.credible_ball(RUNS), many.modes(RUNS)
    one = {"properties": ["symmetric"], "n": 3, "n_samples": 0}
    return [
        *((f, both) for f in (cd.compare, cd.decompose, cd.diff, cd.explain, cd.match)),
        *((f, both) for f in (cd.recommend, cd.report)),
        (cd.Table.from_labels, ab),
        (partition.path, {"a": parts, "b": cd.Partition(B)}),
        *((f, both) for f in (analysis.element_scores, analysis.size_effect)),
        (cd.relabel, {"b": B, "like": A}),
        (analysis.size_variation, {"labels": A}),
        (cd.compare(A, B).__getitem__, {"name": "adjusted_rand"}),
        (found.of_kind, {}),
        *((f, both, pair) for f in (chance.adjusted, chance.expected, intervals.interval)),
        (chance.significance, both, pair),
        (intervals.compare_two, (A, B, A), pair),
        (chance.get_null_model, {"null": "permutation"}),
        (intervals.holm, {"pvalues": [0.1, 0.2]}),
        (chance.standardized_mutual_information, both),
        (chance.summarize, {"table": table, "measures": ["rand"]}),
        (cd.Clusterings, each),
        (runs.select, {"which": ["x"]}),
        (runs.table, {"a": "x", "b": "y"}),
        *((f, {"which": "x"}) for f in (runs.labels_of, runs.position, runs.nearest)),
        (runs.__getitem__, {"which": "x"}),
        (runs.central, {"n": 1}),
        (runs.select_diverse, {"n": 2}),
        *((f, {}) for f in (runs.diversity, runs.medoid, runs.outliers)),
        *((f, each) for f in (cd.consensus, cd.pairwise, cd.timeline, many.modes)),
        *((f, each) for f in (many.coassignment, many.coassignment_blocks, many.credible_ball)),
        (many.read_draws, {"draws": RUNS}),
        (cd.pool, {"rankings": [ranked, ranked]}),
        (cd.rank, (A, RUNS)),
        (ranked.__getitem__, {"name": "x"}),
        (cd.stability, {"fit": fit, "X": POINTS, "ks": [2], "n_runs": 2}),
        (cd.consensus(RUNS).diff, {"which": "x"}),
        *((f, {"partition": A}) for f in (ball.distance, ball.contains, ball.pvalue)),
        *((f, {"mode": 0}) for f in (modes.partition, modes.draws)),
        *((f, {}) for f in (modes.coordinates, pairs.to_numpy, pairs.linkage, pairs.order)),
        *((f, {}) for f in (pairs.coordinates, pairs.duplicates, pairs.diversity)),
        (pairs.nearest, {"name": "x"}),
        (cd.read_labels, {"path": "nowhere.csv"}),
        (cd.read_table, ("nowhere.csv",)),
        (cd.get_measure, {"name": "rand"}),
        (cd.adjusted_rand.on, {"table": table}),
        (cd.adjusted_rand.facts.attainable_on, {"table": table}),
        (measures.resolve, {"wanted": "rand"}),
        (measures.SetMatching, {}),
        (measures.SplitMerge, {"score": measures.EntropyScore()}),
        (measures.BoundedEntropy, {"k": 3}),
        (cd.Partition, {"labels": A}),
        (cd.Partition.from_blocks, {"blocks": [["a"], ["b"]]}),
        *((f, {"n": 3}) for f in (cd.Partition.top, cd.Partition.bottom, cd.Partition.all)),
        (parts.induced, {"elements": [0, 1]}),
        (parts.apply, {"steps": []}),
        (parts.codes_of, {"other": parts}),
        *((f, {}) for f in (parts.entropy, parts.nearest_by_vi)),
        (cd.Table.from_counts, {"rows": [0, 1], "cols": [0, 1], "counts": [1, 2]}),
        (cd.Table.from_matrix, {"matrix": [[1, 2], [3, 4]]}),
        (cd.TableBuilder().update, ab),
        (datasets.growing_cluster, {"moved": 3}),
        (datasets.imbalanced_clusters, {"size": 30}),
        (datasets.label_errors, {"errors": 100}),
        (datasets.random_labels, {"k": 3}),
        (datasets.separated_clusterings, {"k": 3}),
        *(
            (f, both, {"X": X})
            for f in (features.compare_centroids, features.FeatureTable.from_labels)
        ),
        *((f, {"n": 3}) for f in (partition.bell_number, partition.integer_partitions)),
        (partition.vi_bounds, {"n": 10, "k_max": 3}),
        (properties.check, pair | {"property": "symmetric", "n": 3, "n_samples": 0}),
        (properties.extremes, pair | {"n": 3}),
        (properties.listing, {"properties": ["symmetric"]}),
        (properties.profile, pair | one),
        (properties.matrix, {"measures": ["rand"]} | one),
        (properties.matrix(["rand"], **one).__getitem__, {"key": ("rand", "symmetric")}),
        (properties.profile("rand", **one).__getitem__, {"name": "symmetric"}),
        (properties.property, {"name": "symmetric"}),
    ]


CALLS = {
    f"{function.__qualname__}-{i}": (function, *given)
    for i, (function, *given) in enumerate(calls())
}


def arguments(first, named=None):
    """Return the positional and the named arguments of a call."""
    return ((), first) if isinstance(first, dict) else (first, named or {})


def with_wrong_ones(function, given, named):
    """Yield what is wrong, and the arguments of a call with it in the place of a right one."""
    for wrong in WRONG:
        for i in range(len(given)):
            yield f"{i}: {wrong!r}", (*given[:i], wrong, *given[i + 1 :]), named
        for parameter in inspect.signature(function).parameters.values():
            if parameter.kind in {parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL}:
                continue
            if given and parameter.kind is not parameter.KEYWORD_ONLY:
                continue  # one of the positional arguments
            if wrong is None and parameter.name == "ks":
                continue  # None is an estimator without a number of clusters
            yield f"{parameter.name}={wrong!r}", given, {**named, parameter.name: wrong}


@pytest.mark.parametrize("name", CALLS)
def test_a_wrong_argument_is_an_error_of_ours(name):
    function, *rest = CALLS[name]
    given, named = arguments(*rest)
    missing = any(isinstance(x, str) and x == "nowhere.csv" for x in (*given, *named.values()))
    with pytest.raises(cd.errors.InputError) if missing else contextlib.nullcontext():
        repr(function(*given, **named))
    for what, args, kwargs in with_wrong_ones(function, given, named):
        try:
            repr(function(*args, **kwargs))
        except cd.ClusterdiffError:
            pass
        except Exception as error:  # noqa: BLE001  (the point of the test)
            pytest.fail(f"{what}: {type(error).__name__}: {error}")


ODD = [
    np.array(A),
    pd.Series(A),
    pl.Series(A),
    pa.array(A),
    csr_array(np.eye(2)),
    [A, A],
    np.array(0),
]
OPTIONS = {
    "missing": lambda x: cd.adjusted_rand(A, B, missing=x),
    "align": lambda x: cd.adjusted_rand(A, B, align=x),
    "measures": lambda x: cd.compare(A, B, measures=x),
    "goal": lambda x: cd.recommend(A, B, goal=x),
    "k": measures.BoundedEntropy,
    "bounds": lambda x: measures.SplitMerge(measures.LargestPart(), bounds=x),
}


@pytest.mark.parametrize("odd", ODD, ids=lambda odd: type(odd).__name__)
@pytest.mark.parametrize("name", OPTIONS)
@pytest.mark.filterwarnings("error")
def test_collections_are_no_values_of_options(name, odd):
    with pytest.raises(cd.ClusterdiffError, match=name):
        OPTIONS[name](odd)


def test_labels_to_keep_may_come_as_a_column():
    like = ["x", "x", "y", "y", "y", "y"]
    for keep in (2, [2], np.array([2]), np.int8(2), pd.Series([2]), pd.Index([2])):
        assert cd.relabel(B, like=like, keep=keep).tolist()[-1] == 2
    for keep in ([[2]], {2: 2}, pd.DataFrame({"keep": [2]})):
        with pytest.raises(cd.ClusterdiffError, match="keep must name labels"):
            cd.relabel(B, like=A, keep=keep)


def test_a_single_label_of_any_kind_can_be_ignored():
    days = [date(2026, 1, 1), date(2026, 1, 2), date(2026, 1, 2)]
    assert cd.Table.from_labels(days, [0, 1, 1], ignore_a=days[0]).n == 2


def test_an_empty_name_is_not_the_current_directory(tmp_path, monkeypatch):
    (tmp_path / "labels.csv").write_text("0\n1\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(cd.errors.InputError, match="must not be empty"):
        cd.read_labels("")
