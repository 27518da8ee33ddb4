"""rank and pool: several clusterings against a reference, on one or several data sets."""

import json
import re
from itertools import combinations, product
from types import SimpleNamespace

import numpy as np
import pytest
from scipy.stats import friedmanchisquare, norm, wilcoxon

import clusterdiff as cd
from clusterdiff import Clusterings, intervals
from clusterdiff.many import _pool
from clusterdiff.many._rank import group_names

RUNS = {"x": [0, 0, 1, 1, 2], "y": [0, 0, 1, 1, 1], "z": [0, 1, 2, 3, 4]}


def noisy(rng, truth, share, clusters=3):
    return np.where(rng.random(len(truth)) < share, rng.integers(0, clusters, len(truth)), truth)


def test_rank_sorts_and_ties_share_a_rank():
    truth = [0, 0, 1, 1, 1]
    found = cd.rank(truth, {**RUNS, "again": [5, 5, 7, 7, 7]}, measures=["vi", "ari", "vi"])
    assert [(entry.rank, entry.name) for entry in found][:2] == [(1, "y"), (1, "again")]
    assert [entry.rank for entry in found] == [1, 1, 3, 4]
    assert list(found["y"].values) == ["variation_of_information", "adjusted_rand"]
    values = [entry.values["variation_of_information"] for entry in found]
    assert values == sorted(values)
    best = cd.rank(truth, RUNS)
    assert [entry.values["adjusted_rand"] for entry in best] == sorted(
        (cd.adjusted_rand(truth, r) for r in RUNS.values()), reverse=True
    )
    assert found.names == tuple(entry.name for entry in found)
    with pytest.raises(cd.ClusterdiffError, match="Unknown clustering"):
        found["nope"]


@pytest.mark.parametrize("by", ["purity", "wallace_a", "ami", "vi"])
def test_the_reference_is_a_and_the_candidate_b(by):
    measure = cd.get_measure(by)
    truth = [0, 0, 0, 1, 1]
    for entry in cd.rank(truth, RUNS, measures=by):
        assert entry.values[measure.name] == pytest.approx(measure(truth, RUNS[entry.name]))


def test_the_reference_may_be_one_of_the_clusterings():
    pd = pytest.importorskip("pandas")
    for runs in (RUNS, Clusterings(RUNS), pd.DataFrame(RUNS)):
        found = cd.rank("x", runs)
        assert found.reference == "x"
        assert {entry.name for entry in found} == {"y", "z"}
        with pytest.raises(cd.ClusterdiffError, match="No clustering is named 'truth'"):
            cd.rank("truth", runs)
    assert [e.name for e in cd.rank("x", pd.DataFrame(RUNS), columns=["x", "z"])] == ["z"]


def test_references_of_every_form():
    pd = pytest.importorskip("pandas")
    truth = [0, 0, 1, 1, 1]
    wanted = cd.rank(truth, RUNS).to_dict()["entries"]
    named = pd.Series(truth, name="x")  # the name of a candidate
    for reference in (np.array(truth), named, cd.Partition(truth)):
        for runs in (RUNS, Clusterings(RUNS), list(RUNS.values())):
            found = cd.rank(reference, runs).to_dict()["entries"]
            assert [entry["values"] for entry in found] == [entry["values"] for entry in wanted]
    keyed = {f"e{i}": label for i, label in enumerate(truth)}
    runs = {name: {f"e{i}": label for i, label in enumerate(row)} for name, row in RUNS.items()}
    shuffled = dict(reversed(keyed.items()))
    assert cd.rank(shuffled, runs).to_dict()["entries"] == wanted
    assert cd.rank(shuffled, Clusterings(runs)).to_dict()["entries"] == wanted


def test_missing_elements_are_left_out_pair_by_pair():
    truth = [0, 0, 1, 1, None]
    found = cd.rank(
        truth, {"x": [0, 0, 1, None, 1], "y": [0, 0, 1, 1, 1]}, measures="rand", missing="drop"
    )
    assert {entry.name: entry.n for entry in found} == {"x": 3, "y": 4}


def test_intervals_are_valid_or_have_a_reason():
    rng = np.random.default_rng(0)
    truth = np.repeat([0, 1], 100)
    runs = {"x": noisy(rng, truth, 0.3, 2), "few": np.arange(200)}
    found = cd.rank(truth, runs, measures=["ari", "vi"], interval=True)
    x, few = found["x"], found["few"]
    wanted = intervals.interval(truth, runs["x"], measure="ari")
    assert x.interval == (wanted.low, wanted.high)
    assert few.interval is None
    assert few.reason == intervals.interval(truth, runs["few"], measure="ari").reason
    assert few.reason in repr(found)
    row = found.to_frame().iloc[0]
    assert row["interval_low"] <= row["adjusted_rand"] <= row["interval_high"]
    header = repr(found).splitlines()[1].split()
    assert header.index("95") == header.index("adjusted_rand") + 1
    assert "interval_low" not in cd.rank([0, 1], {"x": [0, 1]}).to_frame()


def test_paired_tests_are_corrected_for_all_pairs():
    rng = np.random.default_rng(1)
    truth = np.repeat([0, 1, 2], 100)
    runs = {f"r{i}": noisy(rng, truth, share) for i, share in enumerate((0.1, 0.12, 0.4))}
    found = cd.rank(truth, runs, measures="ari", test=True)
    assert len(found.tests) == 3
    raw = [
        intervals.compare_two(truth, runs[t.a], runs[t.b], measure="ari").pvalue
        for t in found.tests
    ]
    assert [t.pvalue for t in found.tests] == pytest.approx(raw)
    assert [t.pvalue_holm for t in found.tests] == pytest.approx(intervals.holm(raw))
    assert found.entries[0].pvalue_best is None
    against = {t.b: t.pvalue_holm for t in found.tests if t.a == found.entries[0].name}
    assert {e.name: e.pvalue_best for e in found.entries[1:]} == against
    assert "pvalue_best" in found.to_frame()
    assert "Holm" in repr(found)
    json.dumps(found.to_dict())
    with pytest.raises(cd.ClusterdiffError, match="weights"):
        cd.rank(truth, runs, test=True, weights=np.ones(300, int))
    refused = cd.rank(truth, {"x": np.arange(300), "y": runs["r0"]}, measures="vi", test=True)
    assert refused.tests[0].pvalue is None
    assert refused.tests[0].reason in repr(refused)


def test_groups_are_means_over_runs():
    truth = [0, 0, 1, 1]
    runs = {"k_0": [0, 0, 1, 1], "k_1": [0, 1, 1, 1], "ward": [0, 0, 1, 1]}
    found = cd.rank(truth, runs, measures="rand", groups=True)
    first, second = found.groups
    assert (first.name, first.mean, first.std, first.runs) == ("ward", 1.0, None, 1)
    values = [cd.rand(truth, runs[name]) for name in ("k_0", "k_1")]
    assert second.mean == pytest.approx(np.mean(values))
    assert second.std == pytest.approx(np.std(values, ddof=1))
    assert (second.low, second.high, second.members) == (*sorted(values), ("k_0", "k_1"))
    assert [group.rank for group in found.groups] == [1, 2]
    assert list(found.to_frame()["name"]) == ["ward", "k"]
    assert cd.rank(truth, runs, measures="rand", groups=False).groups is None


@pytest.mark.parametrize(
    ("name", "group"),
    [
        ("kmeans_0", "kmeans"), ("kmeans-12", "kmeans"), ("kmeans seed 3", "kmeans"),
        ("k5_seed=7", "k5"), ("ward", "ward"), ("17", "17"), ("run3", "run3"), ("gmm10", "gmm"),
        ("kmeans_run10", "kmeans"),
    ],
)  # fmt: skip
def test_the_number_at_the_end_of_a_name_is_cut_off(name, group):
    assert group_names([name], groups=True) == {name: group}


def test_groups_by_pattern_function_and_dict():
    names = ["a/1", "a/2", "b/1"]
    wanted = {"a/1": "a", "a/2": "a", "b/1": "b"}
    for groups in (r"^(\w)/", r"/\d+$", lambda name: name[0], wanted):
        assert group_names(names, groups) == wanted
    for wrong, message in (("(", "valid pattern"), ({"a/1": "a"}, "'a/2' has none"), (3, "True")):
        with pytest.raises(cd.ClusterdiffError, match=message):
            group_names(names, wrong)


def test_what_cannot_be_ranked_is_an_error():
    with pytest.raises(cd.ClusterdiffError, match="entropy has no best value"):
        cd.rank([0, 1], {"x": [0, 1]}, measures="entropy")
    for nothing in ({}, []):
        with pytest.raises(cd.ClusterdiffError, match="no clustering to rank"):
            cd.rank([0, 1], nothing)
    with pytest.raises(cd.ClusterdiffError, match="no clustering to rank"):
        cd.rank("x", {"x": [0, 1]})


def rankings(values, direction="similarity"):
    """Return rankings of given values, one row per data set."""
    out = {}
    for i, row in enumerate(values):
        entries = tuple(
            cd.many.RankedClustering(1, f"m{j}", 10, 2, {"adjusted_rand": float(value)})
            for j, value in enumerate(row)
        )
        out[f"d{i}"] = cd.many.Ranking("truth", "adjusted_rand", direction, entries)
    return out


def test_the_friedman_test_and_the_critical_difference_are_those_of_demsar():
    """Demšar (2006), section 3.2: four methods on 14 data sets, CD = 1.25 at 0.05, 1.12 at 0.10."""
    values = np.random.default_rng(0).random((14, 4))
    pooled = cd.pool(rankings(values))
    assert pooled.critical_difference == pytest.approx(1.25, abs=0.005)
    assert cd.pool(rankings(values), alpha=0.1).critical_difference == pytest.approx(
        1.12, abs=0.005
    )
    wanted = friedmanchisquare(*values.T)
    assert pooled.statistic == pytest.approx(wanted.statistic)
    assert pooled.pvalue == pytest.approx(wanted.pvalue)
    ranks = (-values).argsort(axis=1).argsort(axis=1) + 1
    assert sorted(pooled.mean_ranks) == pytest.approx(sorted(ranks.mean(axis=0)))
    assert list(pooled.mean_ranks) == sorted(pooled.mean_ranks)
    different = np.abs(pooled.mean_ranks[:, None] - pooled.mean_ranks) >= pooled.critical_difference
    assert (different == (pooled.pvalues <= 0.05)).all()


def test_wilcoxon_tests_are_corrected():
    rng = np.random.default_rng(1)
    values = np.stack([rng.random(12), rng.random(12) + 0.1, rng.random(12) + 2], axis=1)
    pooled = cd.pool(rankings(values), method="wilcoxon")
    assert pooled.names[0] == "m2"
    assert pooled.critical_difference is None
    raw = [wilcoxon(values[:, i] - values[:, j]).pvalue for i, j in ((0, 1), (0, 2), (1, 2))]
    corrected = dict(zip(("m0m1", "m0m2", "m1m2"), intervals.holm(raw), strict=True))
    for i, a in enumerate(pooled.names):
        for j, b in enumerate(pooled.names):
            if a < b:
                assert pooled.pvalues[i, j] == pytest.approx(corrected[a + b])
    assert pooled.cliques == (pooled.names[1:],)


def test_ties_and_two_methods():
    pooled = cd.pool(rankings([[1, 1], [1, 0.5], [1, 1]]))
    assert (pooled.statistic, pooled.pvalue) == (None, None)
    assert pooled.mean_ranks.tolist() == pytest.approx([4 / 3, 5 / 3])
    same = cd.pool(rankings([[1, 1, 1]] * 4), method="wilcoxon")
    assert same.pvalue is None
    assert (same.pvalues == 1).all()
    assert same.cliques == (("m0", "m1", "m2"),)


def test_the_least_distance_is_the_first_rank():
    values = np.random.default_rng(2).random((6, 4))
    far, near = cd.pool(rankings(values)), cd.pool(rankings(-values, "distance"))
    assert near.names == far.names
    assert near.mean_ranks.tolist() == far.mean_ranks.tolist()


def test_one_method_differs_from_none():
    for method in ("nemenyi", "wilcoxon"):
        pooled = cd.pool(rankings([[1], [0.5]]), method=method)
        assert pooled.critical_difference == (0.0 if method == "nemenyi" else None)
        assert (pooled.pvalues.tolist(), pooled.smallest_pvalue) == ([[1.0]], 1.0)
        assert (pooled.pvalue, pooled.cliques) == (None, ())


def test_three_methods_have_a_friedman_test():
    values = np.random.default_rng(3).random((7, 3))
    assert cd.pool(rankings(values)).pvalue == pytest.approx(friedmanchisquare(*values.T).pvalue)


def test_two_methods_differ_by_a_quantile_of_the_normal_curve():
    """With two methods, the range is a difference of two normal numbers of variance 1/N together."""
    pooled = cd.pool(rankings([[1, 0], [1, 0], [0, 1], [1, 0]]))
    assert pooled.critical_difference == pytest.approx(norm.ppf(0.975) / 4**0.5, rel=1e-6)
    assert pooled.pvalues[0, 1] == pytest.approx(2 * norm.sf(0.5 * 4**0.5), rel=1e-6)


def test_the_first_method_that_only_one_ranking_has_is_named():
    given = [*rankings([[1, 2]]).values(), *rankings([[1, 2, 3, 4]]).values()]
    with pytest.raises(cd.ClusterdiffError, match="'m2' is in only one of 0 and 1"):
        cd.pool(given)


@pytest.mark.parametrize("method", ["nemenyi", "wilcoxon"])
@pytest.mark.parametrize("methods", [2, 3, 6])
def test_pool_says_when_no_difference_can_be_significant(method, methods):
    sizes = range(2, 12)
    order = np.linspace(1, 0, methods)
    said = []
    for data_sets in sizes:
        values = order * np.linspace(1, 0.9, data_sets)[:, None]  # always the same order
        pooled = cd.pool(rankings(values), method=method)
        smallest = pooled.pvalues[0, -1]
        if method == "nemenyi":
            assert smallest == pytest.approx(pooled.smallest_pvalue)
        else:  # Holm's method: the pairs have the same p-value
            assert smallest == pytest.approx(min(1, methods * (methods - 1) / 2**data_sets))
            assert smallest == pytest.approx(pooled.smallest_pvalue)
        text = str(pooled)
        assert ("No difference can be significant" in text) == (pooled.smallest_pvalue > 0.05)
        if "can be significant" in text:
            said.append(int(re.search(r"methods need (\d+) data sets", text)[1]))
        elif said:
            assert set(said) == {data_sets}
            break
    assert said


def test_pool_without_a_number_of_data_sets_that_is_enough():
    text = str(cd.pool(rankings([[1, 0.5], [1, 0.5]]), alpha=1e-30))
    assert "smallest possible p of a pair is 0.157." in text


def test_signed_ranks_of_few_data_sets_are_not_below_their_bound():
    values = np.array([[1, 0.5], [1, 0.5], [1, 1], [1, 0.5]])  # ties and a zero
    assert cd.pool(rankings(values), method="wilcoxon").pvalues[0, 1] == 0.25


def test_the_bound_of_signed_ranks_holds_whatever_scipy_approximates(monkeypatch):
    monkeypatch.setattr("scipy.stats.wilcoxon", lambda _: SimpleNamespace(pvalue=0.0))
    values = np.array([[1, 0.5], [1, 0.5], [1, 1], [1, 0.5]])  # three differences
    pooled = cd.pool(rankings(values), method="wilcoxon", alpha=0.25)
    assert pooled.pvalues[0, 1] == 0.25
    assert pooled.cliques == ()  # a p-value of alpha is significant


@pytest.mark.parametrize("method", ["nemenyi", "wilcoxon"])
def test_enough_data_sets_are_the_fewest_that_can_show_a_difference(method):
    for methods, alpha in product((2, 3, 5, 9, 20), (0.1, 0.05, 0.001)):
        few = (n for n in range(1, 40) if _pool._smallest_pvalue(method, n, methods) <= alpha)
        assert _pool._enough(method, methods, alpha) == next(few), (methods, alpha)


def test_cliques_are_the_largest_runs_without_a_difference():
    names, alpha = tuple("abcdef"), 0.05
    for seed in range(60):
        p = np.random.default_rng(seed).choice([0.01, 0.5, 0.9, 0.7], (6, 6))
        p = np.triu(p, 1) + np.triu(p, 1).T + np.eye(6)
        runs = {
            (i, j) for i, j in combinations(range(6), 2) if (p[i : j + 1, i : j + 1] > alpha).all()
        }
        largest = {
            (i, j) for i, j in runs if not any(a <= i and j <= b for a, b in runs - {(i, j)})
        }
        wanted = tuple(names[i : j + 1] for i, j in sorted(largest))
        assert _pool._cliques(names, p, alpha) == wanted


def test_groups_are_pooled_by_their_means():
    truth = [0, 0, 1, 1]
    runs = {"k_0": [0, 0, 1, 1], "k_1": [0, 1, 1, 1], "w": [0, 1, 0, 1]}
    found = cd.rank(truth, runs, groups=True)
    assert cd.pool([found, found]).names == ("k", "w")


@pytest.mark.parametrize(
    ("given", "options", "message"),
    [
        ({}, {}, "two or more data sets"),
        (rankings([[1, 2]]), {}, "two or more data sets"),
        ([[0, 1], [0, 1]], {}, "must be results of rank"),
        (cd.Clusterings([[0, 1], [0, 1]]), {}, "must be results of rank"),
        ([*rankings([[1, 2], [1, 2]]).values()], {"method": "t"}, "method must be one of"),
        ([*rankings([[1, 2], [1, 2]]).values()], {"alpha": 1}, "alpha"),
        ([*rankings([[1, 2], [1, 2]]).values()], {"alpha": "0.95"}, "alpha must be a number"),
        ([*rankings([[1, 2]]).values(), *rankings([[1, 2, 3]]).values()], {}, "same methods"),
    ],
)
def test_what_cannot_be_pooled_is_an_error(given, options, message):
    with pytest.raises(cd.ClusterdiffError, match=message):
        cd.pool(given, **options)


def test_rankings_by_different_measures_are_not_pooled():
    found = [cd.rank([0, 1, 1], {"x": [0, 1, 1]}, measures=by) for by in ("ari", "vi")]
    with pytest.raises(cd.ClusterdiffError, match="the same measure"):
        cd.pool(found)


def test_plots_of_rankings():
    pytest.importorskip("matplotlib")
    from matplotlib.figure import Figure

    found = cd.rank([0, 0, 1, 1], {"k_0": [0, 0, 1, 1], "k_1": [0, 1, 1, 1]}, groups=True)
    ax = found.plot(ax=Figure().subplots())
    assert [label.get_text() for label in ax.get_yticklabels()] == ["k"]
    pooled = cd.pool(rankings(np.random.default_rng(0).random((5, 4))))
    ax = pooled.plot(ax=Figure().subplots())
    texts = " ".join(text.get_text() for text in ax.texts)
    assert all(name in texts for name in pooled.names)
    one = cd.pool(rankings([[1], [1]]))
    with pytest.raises(cd.ClusterdiffError, match="two or more methods"):
        one.plot(ax=Figure().subplots())


def test_files_of_one_clustering_are_ranked(tmp_path):
    for name, labels in (("truth", "0011"), ("x", "0111"), ("y", "5566")):
        lines = [f"e{i},{label}" for i, label in enumerate(labels)]
        (tmp_path / f"{name}.csv").write_text("\n".join(["id,label", *lines]))
    truth, x, y = (tmp_path / f"{name}.csv" for name in ("truth", "x", "y"))
    assert cd.rank(truth, x, y).names == ("y", "x")
    assert cd.rank(truth, x, on="id").names == ("label",)
    assert cd.rank(truth, {"mine": x}, on="id").names == ("mine",)
    assert len(cd.Clusterings(x)) == 1


@pytest.mark.parametrize(
    ("reference", "candidate"),
    [
        ({"x": 0, "y": 1}, {"x": 0, "y": 0, "z": 1}),
        ({"w": 0, "z": 1}, {"x": 0, "y": 0, "z": 1}),
        ([0, 1], [0, 1, 1]),
    ],
)
def test_an_existing_set_is_matched_as_the_clusterings_themselves(reference, candidate):
    with pytest.raises(cd.ClusterdiffError) as alone:
        cd.compare(reference, candidate)
    with pytest.raises(cd.ClusterdiffError) as of_set:
        cd.rank(reference, Clusterings({"run": candidate}))
    same = of_set.value.message.replace("reference", "a").replace("candidates", "b")
    assert same == alone.value.message


def test_labels_and_runs_that_are_read_from_files_have_the_same_keys(tmp_path):
    (tmp_path / "truth.csv").write_text("id,truth\nw,0\nx,0\ny,1\nz,1\n")
    (tmp_path / "runs.csv").write_text("id,one,two\nz,b,b\ny,b,a\nx,a,a\nw,a,a\n")
    runs = cd.Clusterings.from_files(tmp_path / "runs.csv")
    found = cd.rank(cd.read_labels(tmp_path / "truth.csv"), runs)
    assert tuple(runs.elements) == ("z", "y", "x", "w")
    assert [(entry.name, entry.values["adjusted_rand"]) for entry in found.entries] == [
        ("one", 1.0),
        ("two", 0.0),
    ]
