"""Covers, soft clusterings and trees on the command line."""

import json

import numpy as np
import pytest

import clusterdiff as cd
from tests.helpers.program import run

A, B = [{"x", "y", "z"}, {"z", "w"}, {"u", "v"}], [{"x", "y"}, {"z", "w"}, {"u", "v"}]


@pytest.fixture
def folder(tmp_path):
    for name, blocks in (("a", A), ("b", B)):
        lines = "".join(" ".join(sorted(block)) + "\n" for block in blocks)
        (tmp_path / f"{name}.clusters").write_text(lines, encoding="utf-8")
    rows = "".join(f"{e},{i}\n" for i, block in enumerate(A) for e in sorted(block))
    (tmp_path / "a.csv").write_text("id,label\n" + rows, encoding="utf-8")
    (tmp_path / "p.csv").write_text("id,g,h\nx,0.9,0.1\ny,0.25,0.75\n", encoding="utf-8")
    (tmp_path / "q.csv").write_text("id,g,h\ny,0.5,0.5\nx,0.9,0.1\n", encoding="utf-8")
    return tmp_path


def data(*args):
    done = run("compare", *args, "--format", "json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    "args", [("a.clusters", "b.clusters"), ("a.csv", "b.clusters", "--kind", "cover")]
)
def test_covers_are_detected_or_asked_for_and_said(folder, args):
    found = data(*(folder / each if "." in each else each for each in args))
    assert found["kind"] == "cover"
    values = {score["name"]: score["value"] for score in found["scores"]}
    assert values["omega_index"] == cd.omega_index(A, B)
    assert values["overlapping_nmi"] == cd.overlapping_nmi(A, B)


def test_degrees_are_matched_by_key(folder):
    found = data(folder / "p.csv", folder / "q.csv", "--kind", "soft", "-m", "concordance")
    p, q = cd.Soft([[0.9, 0.1], [0.25, 0.75]]), cd.Soft([[0.9, 0.1], [0.5, 0.5]])
    assert found["kind"] == "soft clustering"
    assert found["scores"][0]["value"] == pytest.approx(cd.concordance(p, q))


def test_gates_and_errors(folder):
    covers = folder / "a.clusters", folder / "b.clusters"
    failed = run("compare", *covers, "--fail-under", "omega_index=0.99")
    assert failed.returncode == 1
    wrong = run("compare", *covers, "-m", "ari")
    assert wrong.returncode == 2
    assert "adjusted_rand takes partitions, not a cover.\nHint: omega_index" in wrong.stderr
    forced = run("compare", *covers, "--kind", "partition")
    assert "duplicate key" in forced.stderr
    one = run("compare", folder / "a.csv", "--kind", "cover")
    assert "--kind cover needs two files" in one.stderr


def test_diff_and_report_of_covers(folder):
    covers = folder / "a.clusters", folder / "b.clusters"
    assert run("diff", *covers).stdout.startswith(
        "1 of 6 elements moved (17 %)   3 → 3 clusters   Ω "
    )
    moved, page = folder / "moved.csv", folder / "page.html"
    shown = run("diff", *covers, "--show", "elements", "--elements", moved).stdout
    assert ["z", "1"] in [line.split() for line in shown.splitlines()]
    assert moved.read_text("utf-8") == "id,left,joined\nz,1,\n"
    assert run("diff", *covers, "--fail-under", "omega_index=0.99").returncode == 1
    wrong = run("diff", *covers, "--plot", folder / "x.svg")
    assert (wrong.returncode, "partitions only" in wrong.stderr) == (2, True)
    assert "**1 of 6 elements moved" in run("report", *covers, "-o", "-").stdout
    assert run("report", *covers, "-o", page).returncode == 0
    assert "Elements that moved" in page.read_text("utf-8")


def test_trees_are_detected_or_asked_for_and_said(tmp_path):
    texts = {"a.nwk": "((x:1,y:1):2,(z:2,w:2):1);", "b.tree": "(((x:1,y:1):1,z:2):1,w:3);"}
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    trees = [cd.Tree(text) for text in texts.values()]
    found = data(*(tmp_path / name for name in texts))
    assert found["kind"] == "tree"
    assert found["scores"][0]["value"] == cd.cophenetic_correlation(*trees)
    merges = [[0, 1, 1.0, 2], [2, 3, 2.0, 2], [4, 5, 3.0, 4]]
    np.save(tmp_path / "a.npy", np.array(merges))
    rows = "".join(
        ",".join(map(str, row)) + "\n" for row in [*merges[:1], [4, 2, 2, 3], [5, 3, 3, 4]]
    )
    (tmp_path / "b.csv").write_text("first,second,height,size\n" + rows, encoding="utf-8")
    asked = data(tmp_path / "a.npy", tmp_path / "b.csv", "--kind", "tree", "-m", "rf")
    assert asked["kind"] == "tree"
    assert asked["scores"][0]["value"] == 2
    seen = data(tmp_path / "a.npy", tmp_path / "a.npy")
    assert seen["kind"] == "tree"


def test_wrong_trees_are_said_without_a_traceback(tmp_path):
    (tmp_path / "a.nwk").write_text("((x,y),z", encoding="utf-8")
    (tmp_path / "b.nwk").write_text("((x,y),z);", encoding="utf-8")
    wrong = run("compare", tmp_path / "a.nwk", tmp_path / "b.nwk")
    assert wrong.returncode == 2
    assert "parentheses" in wrong.stderr
    none = run("compare", tmp_path / "b.nwk", tmp_path / "b.nwk", "-m", "cophenetic_correlation")
    assert "must have heights" in none.stderr


def test_background_of_label_images(tmp_path):
    a, b = np.array([[0, 1, 1], [2, 2, 0]]), np.array([[0, 1, 1], [2, 0, 0]])
    files = [tmp_path / "a.npz", tmp_path / "b.npz"]
    for file, image in zip(files, (a, b), strict=True):
        np.savez(file, image)
    found = data(*files, "--background", "0")
    assert (found["kind"], found["clusters_a"], found["clusters_b"]) == ("label image", 2, 2)
    values = {score["name"]: score["value"] for score in found["scores"]}
    assert values["panoptic_quality"] == cd.panoptic_quality(a, b, background=0) == 0.75
    for limit, code in ((0.7, 0), (0.8, 1)):
        gate = ("--background", "0", "--fail-under", f"pq={limit}")
        assert run("compare", *files, *gate).returncode == code
    absent = run("compare", *files, "--background", "7")
    assert "no element has the label '7', which background names" in absent.stdout
    refused = run("compare", *files, "--background", "0", "--kind", "cover")
    assert (refused.returncode, "--background has no effect" in refused.stderr) == (2, True)


def test_background_is_a_label_as_typed(tmp_path):
    file = tmp_path / "both.csv"
    file.write_text("x,y\nnone,none\ncat,none\ncat,c\ncat,c\ndog,sea\n", encoding="utf-8")
    found = data(file, "--background", "none", "--background", "sea", "-m", "pq")
    assert (found["clusters_a"], found["clusters_b"]) == (2, 1)
    assert found["scores"][0]["value"] == pytest.approx(2 / 3 / 1.5)
