"""The installed program, run as a user runs it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"
PROGRAM = [sys.executable, "-c", "from clusterdiff.cli import main; main()"]


def run(*args, stdin=None, **env):
    return subprocess.run(
        [*PROGRAM, *map(str, args)], capture_output=True, text=True, input=stdin, check=False, env={**os.environ, "PYTHONUTF8": "1", **env}
    )


@pytest.fixture
def files(tmp_path):
    truth, found = tmp_path / "truth.csv", tmp_path / "found.tsv"
    truth.write_text("id,class\nx,cat\ny,cat\nz,dog\n", encoding="utf-8")
    found.write_text("id\tcluster\nz\t1\nx\t0\ny\t0\n", encoding="utf-8")
    return truth, found


def test_compare_joins_on_the_key_and_prints_json_in_a_pipe(files):
    done = run("compare", *files, "--measures", "ari,vi")
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert [score["value"] for score in result["scores"]] == [1.0, 0.0]
    assert (result["name_a"], result["name_b"], result["n"]) == ("class", "cluster", 3)


@pytest.mark.parametrize("style", ["table", "json", "csv", "md"])
@pytest.mark.parametrize("command", ["compare", "diff"])
def test_formats(command, style):
    done = run(command, EXAMPLES / "iris.csv", "--columns", "truth,kmeans", "--format", style)
    assert done.returncode == 0, done.stderr
    assert ("adjusted_rand" if command == "compare" else "versicolor and virginica exchanged") in done.stdout
    if style == "json":
        json.loads(done.stdout)


def test_compare_all_measures():
    done = run("compare", EXAMPLES / "iris.csv", "-c", "truth,kmeans", "-m", "all")
    assert done.returncode == 0, done.stderr
    assert len(json.loads(done.stdout)["scores"]) > 60


def test_diff_on_the_examples_says_what_changed():
    done = run("diff", EXAMPLES / "iris.csv", "-c", "truth,kmeans", "-f", "table")
    assert "kept whole: setosa" in done.stdout
    assert len(done.stdout.splitlines()) <= 12


def test_noise_and_ignore(tmp_path):
    file = tmp_path / "labels.csv"
    file.write_text("id,a,b\n1,x,0\n2,x,0\n3,y,-1\n4,y,1\n", encoding="utf-8")
    ignored = json.loads(run("compare", file, "--ignore", "-1", "-m", "ari").stdout)
    assert (ignored["n"], ignored["dropped"]) == (3, 1)
    single = json.loads(run("compare", file, "--noise", "-1", "-m", "ari").stdout)
    assert (single["n"], single["clusters_b"]) == (4, 3)


def test_labels_are_names(tmp_path):
    file = tmp_path / "labels.csv"
    file.write_text("id,a,b\n1,01,x\n2,1,x\n", encoding="utf-8")
    assert json.loads(run("compare", file, "-m", "ari").stdout)["clusters_a"] == 2


def test_measures_and_cards():
    assert len(json.loads(run("measures").stdout)) > 60
    assert "Adjusted Rand index" in run("measures", "ari", "-f", "table").stdout
    assert len(json.loads(run("measures", "information").stdout)) > 5
    assert "kernel" in run("--version").stdout


ERRORS = [
    (("compare", "nowhere.csv", "nothing.csv"), "must be a file"),
    (("compare", "{truth}", "{found}", "-m", "nonsense"), "must be a known name"),
    (("compare", "{truth}", "{found}", "--missing", "maybe"), "missing must be one of"),
    (("compare", "{truth}", "{found}", "-c", "klass,cluster"), "did you mean class"),
    (("compare", "{truth}"), "must give two label columns"),
    (("compare", "{empty}", "{found}"), "header"),
    (("compare", "{uneven}", "{found}"), "fields on every line"),
    (("compare", "{twice}", "{found}"), "stands twice"),
    (("compare", "{other}", "{found}"), "must label the same elements"),
    (("compare", "{gap}", "{found}"), "must have a label for every element"),
    (("compare", "{binary}", "{found}"), "readable text"),
    (("diff", "{truth}", "{found}", "--cost", "nmi"), "not a sum"),
    (("measures", "nonsense"), "must be a known name"),
]


@pytest.mark.parametrize(("args", "message"), ERRORS, ids=[message for _, message in ERRORS])
def test_bad_input_is_one_clear_sentence(args, message, files, tmp_path):
    contents = {
        "empty": b"",
        "uneven": b"id,class\nx,cat,1\n",
        "twice": b"id,class\nx,cat\nx,dog\n",
        "other": b"id,class\nq,cat\ny,cat\nz,dog\n",
        "gap": b"id,class\nx,\ny,cat\nz,dog\n",
        "binary": bytes(range(256)),
    }
    paths = {"truth": files[0], "found": files[1]}
    for name, content in contents.items():
        paths[name] = tmp_path / f"{name}.csv"
        paths[name].write_bytes(content)
    done = run(*(arg.format(**paths) for arg in args))
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert not done.stdout


def test_a_closed_pipe_is_no_error():
    command = f"{sys.executable} -c 'from clusterdiff.cli import main; main()' measures | head -c 10"
    done = subprocess.run(["bash", "-c", f"set -o pipefail; {command}"], capture_output=True, text=True, check=False)  # noqa: S607
    assert "Traceback" not in done.stderr
