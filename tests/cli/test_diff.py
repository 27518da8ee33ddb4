"""clusterdiff diff: the threshold, the elements that moved, and pictures."""

import csv
import json

import pytest

from clusterdiff.cli._app import run as app_run
from clusterdiff.io import _counting as counting
from tests.helpers.program import EXAMPLES, run

DIGITS = EXAMPLES / "digits.csv"
PAIR = (EXAMPLES / "digits" / "truth.csv", EXAMPLES / "digits" / "ward.csv")


def rows_of(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_the_threshold_is_shown_and_can_be_set():
    done = run("diff", DIGITS, "-c", "truth,kmeans", "-f", "table")
    assert "274 scattered elements the rest (threshold 30 %)." in " ".join(done.stdout.split())
    assert "eight (100) + one (100) → 1" in done.stdout
    exact = run("diff", DIGITS, "-c", "truth,kmeans", "--min-share", "0", "-f", "json")
    found = json.loads(exact.stdout)
    assert found["threshold"] == {
        "min_share": 0.0, "min_size": 1, "chosen": False, "unrelated": False
    }  # fmt: skip
    assert (found["scattered"], found["explained"]) == (0, 1)
    sized = run("diff", DIGITS, "-c", "truth,kmeans", "--min-size", "20", "--min-share", "0")
    assert "(threshold 20 elements)" in sized.stdout
    for wrong in (("--min-share", "2"), ("--min-size", "0"), ("--min-share", "x")):
        assert run("diff", DIGITS, "-c", "truth,kmeans", *wrong).returncode == 2


def test_costs_add_up_in_json():
    done = run("diff", DIGITS, "-c", "truth,kmeans", "-m", "mirkin", "-f", "json")
    found = json.loads(done.stdout)
    assert sum(change["cost"] for change in found["changes"]) == found["total_cost"] == 197848
    assert sum(flow["cost"] for flow in found["flows"]) == pytest.approx(197848)


@pytest.mark.parametrize("files", [(*PAIR,), (DIGITS, "-c", "truth,ward")])
def test_elements_have_their_keys(tmp_path, files):
    out = tmp_path / "moved.csv"
    done = run("diff", *files, "--elements", out, "-f", "json")
    assert done.returncode == 0, done.stderr
    found, rows = json.loads(done.stdout), rows_of(out)
    assert list(rows[0]) == ["id", "from", "to", "change", "cost"]
    assert len(rows) == found["moved"] == len({row["id"] for row in rows})
    assert sum(float(row["cost"]) for row in rows) == pytest.approx(found["value"])
    truth = {row["id"]: row["truth"] for row in rows_of(DIGITS)}
    assert all(truth[row["id"]] == row["from"] for row in rows)
    assert {row["change"] for row in rows} == {"split", "merged", "scattered"}


def test_elements_are_read_once(tmp_path, monkeypatch, capsys):
    a, b, out = tmp_path / "a.csv", tmp_path / "b.csv", tmp_path / "moved.csv"
    a.write_text("id,a\n1,x\n2,x\n3,\n4,z\n5,y\n", encoding="utf-8")
    b.write_text("id,b\n2,0\n3,1\n4,9\n5,0\n6,1\n", encoding="utf-8")
    chosen = ("--align", "intersect", "--missing", "drop", "--ignore", "z", "-f", "json")
    words = ["diff", str(a), str(b), *chosen]
    assert app_run(words) == 0
    counted = json.loads(capsys.readouterr().out)
    monkeypatch.setattr(counting, "_cells", lambda *_: 1 / 0)
    assert app_run([*words, "--elements", str(out)]) == 0
    assert json.loads(capsys.readouterr().out) == counted
    assert counted["input"]["ignored"] == counted["input"]["missing_a"] == 1


def test_elements_as_parquet(tmp_path):
    import pandas as pd

    out = tmp_path / "moved.parquet"
    run("diff", *PAIR, "--elements", out)
    frame = pd.read_parquet(out)
    assert list(frame.columns) == ["id", "from", "to", "change", "cost"]
    assert frame["id"].str.startswith("img").all()


def test_elements_of_files_with_other_elements(tmp_path):
    a, b, out = tmp_path / "a.csv", tmp_path / "b.csv", tmp_path / "moved.csv"
    a.write_text("id,a\n" + "".join(f"e{i},{i // 10}\n" for i in range(20)), encoding="utf-8")
    lines = [f"e{i},{i // 10 if i != 7 else 1}\n" for i in range(2, 25)]
    b.write_text("id,b\n" + "".join(lines[::-1]), encoding="utf-8")
    done = run("diff", a, b, "--align", "intersect", "--elements", out)
    assert done.returncode == 0, done.stderr
    assert [(row["id"], row["from"], row["to"]) for row in rows_of(out)] == [("e7", "0", "1")]


def test_rows_without_keys_are_numbered(tmp_path):
    a, out = tmp_path / "a.csv", tmp_path / "moved.csv"
    a.write_text("id,x,y\n" + "u,0,0\n" * 5 + "u,0,1\n" + "u,1,1\n" * 5, encoding="utf-8")
    done = run("diff", a, "-c", "x,y", "--elements", out)
    assert done.returncode == 0, done.stderr
    assert [row["id"] for row in rows_of(out)] == ["5"]


SLOW = pytest.mark.slow  # each picture loads Matplotlib in a process of its own


@pytest.mark.parametrize(
    "picture",
    ["flow", *(pytest.param(x, marks=SLOW) for x in ("confusion", "bipartite", "contributions"))],
)
def test_pictures(tmp_path, picture):
    out = tmp_path / "picture.svg"
    done = run("diff", DIGITS, "-c", "truth,kmeans", "--plot", out, "--draw", picture)
    assert done.returncode == 0, done.stderr
    assert "</svg>" in out.read_text(encoding="utf-8")
    assert "wrote" in done.stderr


@SLOW
def test_pictures_of_other_commands(tmp_path):
    for number, command in enumerate((("compare", "-m", "ari"), ("match",))):
        out = tmp_path / f"{number}.png"
        done = run(command[0], DIGITS, "-c", "truth,kmeans", *command[1:], "--plot", out)
        assert done.returncode == 0, done.stderr
        assert out.read_bytes()[:4] == b"\x89PNG"


@pytest.mark.parametrize(
    "option", [("--elements", "moved.txt"), ("--plot", "picture.csv"), ("--plot", "no/p.svg")]
)
def test_wrong_files_are_refused_before_any_work(tmp_path, option):
    done = run("diff", tmp_path / "missing.csv", option[0], tmp_path / option[1])
    assert done.returncode == 2
    assert "missing.csv" not in done.stderr.replace(str(tmp_path), "")
    assert not list(tmp_path.iterdir())
