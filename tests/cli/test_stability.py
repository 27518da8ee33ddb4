"""clusterdiff stability."""

import json

import numpy as np
import pytest

from tests.helpers.program import run


def points(tmp_path):
    rng = np.random.default_rng(0)
    centers = np.repeat([[0.0, 0.0], [9.0, 0.0], [4.0, 8.0]], 20, axis=0)
    found = centers + rng.standard_normal((60, 2))
    lines = [f"{i},{x},{y},g{i // 20}" for i, (x, y) in enumerate(found.tolist())]
    (tmp_path / "f.csv").write_text("\n".join(["id,x,y,group", *lines]) + "\n")
    np.save(tmp_path / "f.npy", found)
    return tmp_path


@pytest.mark.slow
def test_three_groups_stand_out_of_a_csv_and_of_an_array(tmp_path):
    folder = points(tmp_path)
    for name in ("f.csv", "f.npy"):
        done = run(
            *("stability", folder / name, "--ks", "2,3", "--method", "ward", "-r", "4"),
            *("--samples", "19", "--format", "json"),
        )
        assert done.returncode == 0
        data = json.loads(done.stdout)
        assert data["best"] == 3
        assert [row["k"] for row in data["results"]] == [2, 3]
    done = run("stability", folder / "f.csv", "--ks", "3", "--method", "ward", "-r", "2")
    assert "features: x, y" in done.stdout
    assert "columns dropped: group, id" in done.stdout


@pytest.mark.slow
def test_every_replicate_can_be_listed(tmp_path):
    done = run(
        *("stability", points(tmp_path) / "f.npy", "--ks", "3", "--method", "ward", "-r", "4"),
        *("--all", "--format", "csv"),
    )
    lines = done.stdout.splitlines()
    assert lines[0] == "k,replicate,value"
    assert len(lines) == 5


@pytest.mark.parametrize(("kind", "header", "rows"), [
    ("clusters", "cluster,size,jaccard,recovered,dissolved", 3),
    ("elements", "element,cluster,stability", 60),
])  # fmt: skip
def test_clusters_and_elements_can_be_listed_and_drawn(tmp_path, kind, header, rows):
    pytest.importorskip("matplotlib")
    words = "--ks", "3", "--method", "ward", "-r", "4", "--list", kind, "--format", "csv"
    picture = tmp_path / "clusters.svg"
    drawing = "--plot", picture, "--draw", "clusters"
    done = run("stability", points(tmp_path) / "f.npy", *words, *drawing)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert (lines[0], len(lines)) == (header, rows + 1)
    assert "<svg" in picture.read_text(encoding="utf-8")


def test_wrong_input_is_one_sentence(tmp_path):
    folder = points(tmp_path)
    for words, message in (
        (("--ks", "two"), "--ks must be numbers or ranges"),
        (("--columns", "group"), "f.csv must hold finite numbers only"),
        (
            ("--ks", "3", "--scheme", "split", "--list", "clusters"),
            "split does not measure the stability",
        ),
    ):
        done = run("stability", folder / "f.csv", "-r", "2", *words)
        assert done.returncode == 2
        assert message in done.stderr
        assert "Traceback" not in done.stderr
    (folder / "t.csv").write_text("a,b\nx,y\nz,w\n")
    done = run("stability", folder / "t.csv", "--header")
    assert "must have a column of numbers" in done.stderr


def test_values_of_a_parameter_noise_and_null_models(tmp_path):
    file = points(tmp_path) / "f.npy"
    words = "--method", "dbscan", "--ks", "0.01,3", "-r", "4", "--null", "none"
    done = run("stability", file, *words, "--choose", "value")
    assert done.returncode == 0, done.stderr
    head, titles = done.stdout.splitlines()[:2]
    assert "eps = 3 has the best mean" in head
    assert titles.split()[:2] == ["eps", "clusters"]
    assert "eps = 0.01: fit finds no cluster, only noise." in done.stdout
    assert "-1 is noise (eps = 0.01: 60 elements)" in done.stdout
    for option in ("--ignore", "--noise"):
        done = run("stability", file, *words, option, "-1", "--choose", "value", "-f", "json")
        data = json.loads(done.stdout)
        assert "assumed" not in data or all("-1 is" not in note for note in data["assumed"])
        assert [row["n_clusters"] for row in data["results"]] == [0, 3]
    done = run("stability", file, "--method", "dbscan")
    assert (done.returncode, "--ks must have the values of eps" in done.stderr) == (2, True)
    words = "--method", "ward", "--ks", "2,3", "-r", "3", "--samples", "19"
    done = run("stability", file, *words, "--null", "gaussian")
    assert "one Gaussian" in done.stdout


def test_clusters_of_given_clusterings(tmp_path):
    pytest.importorskip("matplotlib")
    file, picture = tmp_path / "runs.csv", tmp_path / "runs.svg"
    file.write_text("id,low,high\na,0,0\nb,0,0\nc,0,10\nd,1,2\ne,1,-1\n")
    done = run("cluster-stability", file, "--plot", picture, "--noise=-1")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "2 clusterings of 5 elements"
    assert [line.split()[:3] for line in lines[2:7]] == [
        ["low", "0", "3"], ["low", "1", "2"], ["high", "0", "2"], ["high", "2", "1"],
        ["high", "10", "1"],
    ]  # fmt: skip
    assert "<svg" in picture.read_text(encoding="utf-8")
    done = run("cluster-stability", file, "--noise-a=-1")
    assert (done.returncode, "--noise-a does not apply" in done.stderr) == (2, True)
