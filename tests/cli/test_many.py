"""matrix and rank: several measures, two sets, tests, groups and pictures."""

import json
from pathlib import Path

import pytest

from tests.helpers.program import run

EXAMPLES = Path(__file__).parents[2] / "examples"
RUNS = EXAMPLES / "digits-runs.csv"
SOME = ("--columns", "kmeans_0,kmeans_1,ward_10,spectral_1,spectral_3")


def data(*words):
    done = run(*words, "-f", "json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_matrix_of_several_measures_and_of_two_sets():
    found = data("matrix", RUNS, *SOME, "--by", "ari,vi")
    assert found["measures"] == ["adjusted_rand", "variation_of_information"]
    assert found["values"][1][3][4] == 0
    crossed = data(
        "matrix", EXAMPLES / "digits.csv", "--columns", "truth,ward", "--on", "id",
        "--cross", EXAMPLES / "digits" / "gmm.csv",
    )  # fmt: skip
    assert (crossed["names"], crossed["columns"]) == (["truth", "ward"], ["gmm"])
    whole = data("matrix", EXAMPLES / "digits.csv", "--columns", "truth,ward,gmm")
    assert crossed["values"][0][0][0] == pytest.approx(whole["values"][0][0][2], rel=1e-12)
    unkeyed = run("matrix", EXAMPLES / "digits.csv", "--cross", EXAMPLES / "digits" / "gmm.csv")
    assert (unkeyed.returncode, "--on" in unkeyed.stderr) == (2, True)


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
    ["heatmap", *(pytest.param(x, marks=pytest.mark.slow) for x in ("dendrogram", "map"))],
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
