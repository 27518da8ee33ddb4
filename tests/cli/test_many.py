"""matrix and rank: several measures, two sets, tests, groups and pictures."""

import json

import numpy as np
import pandas as pd
import pytest

from benchmarks.unit_coverage import documents
from clusterdiff.intervals import interval
from tests.helpers.program import EXAMPLES, run

RUNS = EXAMPLES / "digits-runs.csv"
SOME = ("--columns", "kmeans_0,kmeans_1,ward_10,spectral_1,spectral_3")


def data(*words):
    done = run(*words, "-f", "json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_matrix_of_several_measures_and_of_two_sets():
    found = data("matrix", RUNS, *SOME, "-m", "ari,vi")
    assert found["measures"] == ["adjusted_rand", "variation_of_information"]
    assert found["values"]["variation_of_information"][3][4] == 0
    crossed = data(
        "matrix", EXAMPLES / "digits.csv", "--columns", "truth,ward", "--on", "id",
        "--cross", EXAMPLES / "digits" / "gmm.csv",
    )  # fmt: skip
    assert (crossed["names"], crossed["columns"]) == (["truth", "ward"], ["gmm"])
    whole = data("matrix", EXAMPLES / "digits.csv", "--columns", "truth,ward,gmm")
    values = [each["values"]["adjusted_rand"][0] for each in (crossed, whole)]
    assert values[0][0] == pytest.approx(values[1][2], rel=1e-12)
    unkeyed = run("matrix", EXAMPLES / "digits.csv", "--cross", EXAMPLES / "digits" / "gmm.csv")
    assert (unkeyed.returncode, "--on" in unkeyed.stderr) == (2, True)


def test_matrix_names_what_is_the_same_central_and_odd():
    done = run("matrix", RUNS, "--tolerance", "0.02")
    assert "the same within 0.02: kmeans_2, kmeans_7" in done.stdout
    assert "most central: spectral_1" in done.stdout
    assert "unusually far from the others: dbscan, complete, single" in done.stdout
    found = data("matrix", RUNS, "-m", "vi")
    assert found["duplicates"] == [["spectral_1", "spectral_3", "spectral_4"]]
    assert (found["medoid"], found["outliers"][-1]) == ("spectral_1", "single")
    assert "medoid" not in data("matrix", RUNS, *SOME, "-m", "mutual_information")


def test_elements_that_some_files_lack(tmp_path):
    for name, lines in {"x": "a,0\nb,0\nc,1", "y": "a,0\nb,0\nd,1", "z": "b,1\nc,2\nd,2"}.items():
        (tmp_path / f"{name}.csv").write_text(f"id,label\n{lines}\n", encoding="utf-8")
    files = [tmp_path / f"{name}.csv" for name in "xyz"]
    refused = run("matrix", *files)
    assert (refused.returncode, "--align intersect" in refused.stderr) == (2, True)
    found = data("matrix", *files, "--align", "intersect")
    assert found["shared"] == [[3, 2, 2], [2, 3, 2], [2, 2, 3]]


@pytest.mark.parametrize(
    "drawing",
    [
        "heatmap",
        *(pytest.param(x, marks=pytest.mark.slow) for x in ("dendrogram", "map", "diversity")),
    ],
)
def test_matrix_is_drawn(tmp_path, drawing):
    pytest.importorskip("matplotlib")
    picture = tmp_path / "runs.svg"
    done = run("matrix", RUNS, *SOME, "--plot", picture, "--draw", drawing)
    assert done.returncode == 0, done.stderr
    assert "<svg" in picture.read_text(encoding="utf-8")


def test_rank_tests_pairs_and_groups_runs(tmp_path):
    pytest.importorskip("matplotlib")
    found = data("rank", EXAMPLES / "iris.csv", "--interval", "--test")
    assert len(found["tests"]) == 10
    both = EXAMPLES / "digits" / "truth.csv", EXAMPLES / "digits" / "kmeans.csv"
    assert data("rank", *both)["entries"][0]["name"] == "kmeans"
    picture = tmp_path / "ranking.png"
    grouped = data("rank", RUNS, "--groups", "_[0-9]+$", "--plot", picture)
    assert {group["name"] for group in grouped["groups"]} >= {"kmeans", "gmm", "ward"}
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_rank_takes_units(tmp_path):
    unit, a, b = documents(np.random.default_rng(0), 40, 0.5, shared=False)
    frame = pd.DataFrame({"id": np.arange(len(a)), "truth": a, "found": b, "document": unit})
    path, other = tmp_path / "all.csv", tmp_path / "found.csv"
    frame.to_csv(path, index=False)
    frame[["id", "found"]].iloc[::-1].to_csv(other, index=False)
    expected = list(interval(a, b, measure="ari", units=unit).limits)
    options = "--interval", "--units", "document"
    (alone,) = data("rank", path, *options)["entries"]
    assert alone["interval"] == pytest.approx(expected)
    (joined,) = data("rank", path, other, "--columns", "truth,found", "--on", "id", *options)[
        "entries"
    ]
    assert joined["interval"] == pytest.approx(expected)
    clusters = data("rank", path, "--columns", "truth,found", "--interval", "--units", "clusters")
    expected = list(interval(a, b, measure="ari", units="clusters").limits)
    assert clusters["entries"][0]["interval"] == pytest.approx(expected)
    assert "has no column 'page'" in run("rank", path, "--units", "page").stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("matrix", RUNS, "--plot", "runs.txt"), "must be a file with suffix .svg, .png, .pdf"),
        (("matrix", RUNS, "--draw", "pie"), "'heatmap', 'dendrogram', 'map'"),
        (("matrix", RUNS, "--plot", "nowhere/runs.svg"), "there is no directory"),
        (("matrix", RUNS, "--cross", "nope.csv"), "No such file: nope.csv"),
        (("rank", RUNS, "--groups", "("), "groups must be a valid pattern"),
    ],
)
def test_impossible_requests_are_errors(words, message):
    done = run(*words)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_pool_compares_methods_over_data_sets(tmp_path):
    pytest.importorskip("matplotlib")
    files = [EXAMPLES / f"{name}.csv" for name in ("digits", "iris", "wine")]
    picture = tmp_path / "ranks.svg"
    found = data("pool", *files, "--columns", "truth,kmeans,ward,gmm", "--plot", picture)
    rankings = [data("rank", file, "--columns", "truth,kmeans,ward,gmm") for file in files]
    for name, mean in zip(found["names"], found["mean_ranks"], strict=True):
        ranks = [entry["rank"] for r in rankings for entry in r["entries"] if entry["name"] == name]
        assert mean == pytest.approx(sum(ranks) / 3)
    assert found["data_sets"] == ["digits", "iris", "wine"]
    assert "<svg" in picture.read_text(encoding="utf-8")
    tested = data("pool", *files, "--columns", "truth,kmeans,ward", "--method", "wilcoxon")
    assert (tested["critical_difference"], tested["pvalue"]) == (None, None)


def test_data_sets_with_one_file_name_are_named_by_their_path(tmp_path):
    for place in ("x", "y"):
        (tmp_path / place).mkdir()
        (tmp_path / place / "runs.csv").write_text(
            "truth,m_0,m_1,w\n0,0,1,0\n0,0,0,0\n1,1,1,0\n1,1,1,1\n", encoding="utf-8"
        )
    files = [tmp_path / place / "runs.csv" for place in ("x", "y")]
    found = data("pool", *files, "--groups", "_[0-9]+$")
    assert found["data_sets"] == list(map(str, files))
    assert sorted(found["names"]) == ["m", "w"]


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["digits"], "two or more data sets, got 1"),
        (["digits", "digits"], "digits.csv is given twice"),
        (["digits", "digits-runs"], "rankings must have the same methods"),
    ],
)
def test_methods_that_cannot_be_pooled_are_an_error(names, message):
    done = run("pool", *(EXAMPLES / f"{name}.csv" for name in names))
    assert done.returncode == 2
    assert message in done.stderr
