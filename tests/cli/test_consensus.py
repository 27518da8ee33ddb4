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
    given = cd.Clusterings.from_files(WINE, columns=COLUMNS)
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


DRAWS = np.array([[0, 0, 1, 1, 2]] * 6 + [[0, 0, 1, 1, 1]] * 3 + [[0, 1, 2, 2, 2]] * 3)


@pytest.mark.parametrize("form", ["npy", "chains", "csv"])
def test_the_rows_of_a_file_are_draws(tmp_path, form):
    file = tmp_path / ("draws.csv" if form == "csv" else "draws.npy")
    if form == "csv":
        np.savetxt(file, DRAWS, fmt="%d", delimiter=",")
    else:
        np.save(file, DRAWS.reshape(2, 6, 5) if form == "chains" else DRAWS)
    done = run("consensus", file, "--draws", "--ball", "0.8", "--modes", "-f", "json")
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)
    expected = cd.consensus(DRAWS)
    assert data["value"] == pytest.approx(expected.value)
    ball = cd.many.credible_ball(DRAWS, center=expected, level=0.8)
    assert data["ball"]["radius"] == pytest.approx(ball.radius)
    assert len(data["modes"]["modes"]) == len(cd.many.modes(DRAWS))


@pytest.mark.parametrize("drawing", ["ball", pytest.param("modes", marks=pytest.mark.slow)])
def test_a_ball_and_modes_are_drawn_and_shown(tmp_path, drawing):
    np.save(tmp_path / "draws.npy", DRAWS)
    target = tmp_path / "picture.svg"
    words = "--draws", "--plot", target, "--draw", drawing
    done = run("consensus", tmp_path / "draws.npy", *words)
    assert done.returncode == 0, done.stderr
    assert "<svg" in target.read_text(encoding="utf-8")
    title = {"ball": "Credible ball of level 0.95", "modes": "mode  share  medoid"}[drawing]
    assert title in done.stdout


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (np.zeros(4), "must be an array of draws × elements"),
        (np.full((2, 3), 0.5), "must hold integer labels only"),
        ("x,y\nu,v\nw,z\n", "must have a column of numbers"),
        ("x,y\n1,v\n2,z\n", "must hold integer labels only: column y does not"),
    ],
)
def test_rows_that_are_no_draws_are_refused(tmp_path, content, message):
    file = tmp_path / ("draws.csv" if isinstance(content, str) else "draws.npy")
    if isinstance(content, str):
        file.write_text(content, encoding="utf-8")
    else:
        np.save(file, content)
    done = run("consensus", file, "--draws")
    assert (done.returncode, message in done.stderr) == (2, True), done.stderr
    two = run("consensus", file, file, "--draws")
    assert "--draws takes one file, got 2." in two.stderr


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--ball", "2"), "level must be a number between 0 and 1"),
        (("--costs", "1"), "costs must be two numbers, got '1'."),
        (("--costs", "1,-1"), "costs must be two positive numbers"),
        (("--loss", "ari"), "loss must be a metric: adjusted_rand is not."),
        (("--method", "exact"), "method='exact' requires the loss binder, got vi"),
        (("--draw", "map"), "is not one of 'coassignment', 'agreement', 'ball', 'modes'"),
        (("--plot", "x.bmp"), "--plot must be a file with suffix .svg, .png, .pdf"),
        (("--runs", "0"), "--runs"),
    ],
)
def test_bad_options_are_one_line(options, message):
    done = run("consensus", WINE, "--columns", COLUMNS, *options)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
