"""clusterdiff consensus, as a user runs it."""

import csv
import json
from pathlib import Path

import numpy as np
import pytest

import clusterdiff as cd
from tests.helpers.program import run

WINE = Path(__file__).parents[2] / "examples" / "wine.csv"
COLUMNS = "kmeans,ward,gmm,spectral"


def test_labels_are_written_with_their_keys(tmp_path):
    target = tmp_path / "labels.csv"
    done = run("consensus", WINE, "--columns", COLUMNS, "--on", "id", "-o", target)
    assert done.returncode == 0, done.stderr
    with target.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 178
    assert rows[0]["element"] == "wine001"
    given = cd.Clusterings.from_files(WINE, COLUMNS)
    expected = cd.consensus(given)
    assert [row["cluster"] for row in rows] == [str(label) for label in expected.labels]
    assert [float(row["agreement"]) for row in rows] == expected.per_element.tolist()


def test_options_reach_the_search():
    options = ("--loss", "binder", "--costs", "1,3", "--max-clusters", "2", "--seed", "4")
    done = run("consensus", WINE, "--columns", COLUMNS, *options, "--runs", "3", "-f", "json")
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)
    assert (data["loss"], data["costs"]) == ("binder", [1.0, 3.0])
    assert len(data["clusters"]) <= 2
    assert [run["start"] for run in data["runs"]].count("empty") == 3
    assert np.isclose(data["value"], np.mean(list(data["values"].values())))


@pytest.mark.parametrize(
    "drawing", [pytest.param("agreement", marks=pytest.mark.slow), "coassignment"]
)
def test_draws_a_picture(tmp_path, drawing):
    target = tmp_path / "runs.svg"
    done = run("consensus", WINE, "--columns", COLUMNS, "--plot", target, "--draw", drawing)
    assert done.returncode == 0, done.stderr
    assert target.read_text(encoding="utf-8").lstrip().startswith("<?xml")
    assert done.stdout.startswith("Consensus of 4 clusterings of 178 elements")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--costs", "1"), "costs must be two numbers, got '1'."),
        (("--costs", "1,-1"), "costs must be two positive numbers"),
        (("--loss", "ari"), "loss must be a metric: adjusted_rand is not."),
        (("--method", "exact"), "method must not be exact for vi"),
        (("--draw", "map"), "is not one of 'agreement', 'coassignment'"),
        (("--plot", "x.bmp"), "--plot must be a file with suffix .svg, .png, .pdf"),
        (("--runs", "0"), "--runs"),
    ],
)
def test_bad_options_are_one_line(options, message):
    done = run("consensus", WINE, "--columns", COLUMNS, *options)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
