"""Gates that cannot pass by mistake, in every form in which they are reported."""

import json
from xml.etree import ElementTree as ET

import pandas as pd
import pytest

from clusterdiff.cli._streams import tell_github
from tests.helpers.program import run

IRIS = ("examples/iris.csv", "--columns", "truth,kmeans")


@pytest.mark.parametrize(
    ("gate", "words"),
    [
        (
            ("--fail-over", "invariant_van_dongen=1.5"),
            "the limit must be in the range of invariant_van_dongen, 0 to 1",
        ),
        (("--fail-over", "bcubed_f.distance=7"), "Hint: --fail-over bcubed_f.distance=0.07"),
        (("--fail-under", "nmi=80"), "Hint: --fail-under nmi=0.8"),
        (("--fail-under", "nmi=-0.01"), "in the range of normalized_mutual_information, 0 to 1"),
        (("--fail-under", "rand=2"), "in the range of rand, 0 to 1"),
        (("--fail-under", "jaccard=inf"), "must be a measure and a number"),
        (("--fail-under", "jaccard=5%"), "Hint: --fail-under jaccard=0.05"),
        (("--min-elements", "0"), "is not in the range"),
        (("--max-dropped", "2.5"), "must be a number of elements or a share"),
        (("--max-dropped", "-1"), "must be a number of elements or a share"),
        (("--max-dropped", "200%"), "must be a number of elements or a share"),
        (("--max-dropped", "nan"), "must be a number of elements or a share"),
        (("--max-drop", "ari=0.1"), "--baseline and --max-drop need each other"),
        (("--baseline", "x.json"), "--baseline and --max-drop need each other"),
        (("--junit", "x.xml"), "--junit needs a gate"),
        (("--github",), "--github needs a gate"),
    ],
)
def test_gates_that_are_refused(gate, words):
    done = run("compare", *IRIS, *gate)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr


def test_the_ends_of_the_range_are_in_it():
    gates = (
        "--fail-under",
        "nmi=0",
        "--fail-over",
        "invariant_van_dongen=1",
        "--fail-under",
        "ari=-0.5",
    )
    assert run("diff", *IRIS, *gates).returncode == 0
    done = run("compare", *IRIS, "--fail-over", "vi=40", "-m", "ari")
    assert done.returncode == 0
    assert "cannot fail: the range of variation_of_information for 150 elements" in done.stderr


@pytest.fixture
def sides(tmp_path):
    """Two files that share few keys."""
    (tmp_path / "few.csv").write_text("id,truth\nk1,a\nk2,a\nk3,b\nk4,b\n")
    rows = "".join(f"k{i},c{i % 3}\n" for i in range(3, 500))
    (tmp_path / "many.csv").write_text(f"id,found\n{rows}")
    return tmp_path / "few.csv", tmp_path / "many.csv", "--align", "intersect", "-m", "ari"


@pytest.mark.parametrize(
    ("gate", "code", "words"),
    [
        (("--min-elements", "2"), 0, ""),
        (("--min-elements", "3"), 1, "2 elements are compared, fewer than --min-elements 3."),
        (("--max-dropped", "497"), 0, ""),
        (("--max-dropped", "496"), 1, "497 elements (0.996 of all) were dropped"),
        (("--max-dropped", "0.999"), 0, ""),
        (("--max-dropped", "99%"), 1, "more than --max-dropped 99%."),
        (("--max-dropped", "0.5"), 1, "more than --max-dropped 0.5."),
        (("--max-dropped", "0"), 1, "more than --max-dropped 0."),
    ],
)
@pytest.mark.parametrize("command", ["compare", "diff"])
def test_numbers_of_elements(gate, code, words, command, sides):
    words_typed = sides if command == "compare" else sides[:-2]
    done = run(command, *words_typed, *gate)
    assert done.returncode == code, done
    assert words in done.stderr
    assert "WARNING: 497 of 499 elements were dropped" in done.stderr


def test_ignored_labels_are_not_dropped_by_mistake(tmp_path):
    (tmp_path / "x.csv").write_text("a,b\n-1,1\n-1,2\n1,2\n1,1\n2,\n")
    words = ("compare", tmp_path / "x.csv", "--ignore-a", "-1", "--missing", "drop", "-m", "ari")
    assert run(*words, "--max-dropped", "1").returncode == 0
    done = run(*words, "--max-dropped", "0")
    assert (done.returncode, "WARNING" in done.stderr) == (1, False)
    assert "1 elements (0.333 of all)" in done.stderr


@pytest.fixture
def yesterday(tmp_path):
    path = tmp_path / "yesterday.json"
    done = run("compare", "examples/iris.csv", "--columns", "truth,gmm", "-m", "ari,vi,nmi",
               "--format", "json", "--output", path)  # fmt: skip
    assert done.returncode == 0
    return path


@pytest.mark.parametrize(
    ("drops", "code"),
    [("ari=0.3", 0), ("ari=0.28", 1), ("ari=32%", 0), ("ari=31%", 1), ("vi=0.77", 0),
     ("vi=0.76", 1), ("vi=240%", 0), ("vi=239%", 1), ("ari=0.3,vi=0.7", 1), ("nmi=0", 1)],
)  # fmt: skip
def test_a_baseline(drops, code, yesterday):
    done = run("compare", *IRIS, "-m", "ari", "--baseline", yesterday, "--max-drop", drops)
    assert done.returncode == code, done
    assert ("worse by" in done.stderr) == bool(code)
    back = ("examples/iris.csv", "--columns", "truth,gmm")
    done = run("compare", *back, "-m", "ari", "--baseline", yesterday, "--max-drop", "ari=0,vi=0")
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("content", "drop", "words"),
    [(None, "psi=0.1", "must have a value of pair_sets_index: it has adjusted_rand, variation"),
     (None, "ari=-0.1", "the drop must be at least 0 and less than 1.5"),
     (None, "ari=2", "or the gate cannot fail"), (None, "ari=100%", "less than 100 %"),
     (None, "ari", "must be a measure and a number"), ("{", "ari=0.1", "must be the JSON of a"),
     ("[]", "ari=0.1", "must be the JSON of a comparison"), ("{}", "ari=0.1", "must be the JSON"),
     ('{"scores": [{"name": "adjusted_rand", "value": null}]}', "ari=0.1", "must have a value of")],
)  # fmt: skip
def test_baselines_that_are_refused(content, drop, words, yesterday):
    if content is not None:
        yesterday.write_text(content)
    done = run("compare", *IRIS, "--baseline", yesterday, "--max-drop", drop)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr


def test_a_baseline_is_not_written_over(yesterday):
    before = yesterday.read_text()
    done = run("compare", *IRIS, "--baseline", yesterday, "--max-drop", "ari=0.4", "-o", yesterday)
    assert done.returncode == 2
    assert "the command reads it" in done.stderr
    assert yesterday.read_text() == before


def test_verdicts_in_json_and_junit_and_annotations(yesterday, tmp_path):
    report = tmp_path / "gates.xml"
    for command in ("compare", "diff"):
        done = run(command, *IRIS, "--fail-under", "ari=0.9,rand=0.5", "--min-elements", "100",
                   "--max-dropped", "1%", "--baseline", yesterday, "--max-drop", "vi=10%",
                   "--junit", report, "--github", "--format", "json")  # fmt: skip
        assert done.returncode == 1
        found = json.loads(done.stdout)["gates"]
        assert [(each["gate"], each["measure"], each["verdict"]) for each in found] == [
            ("fail_under", "adjusted_rand", "failed"),
            ("fail_under", "rand", "passed"),
            ("min_elements", "elements", "passed"),
            ("max_dropped", "dropped", "passed"),
            ("max_drop", "variation_of_information", "failed"),
        ]
        assert (found[0]["limit"], found[0]["value"]) == (0.9, pytest.approx(0.6201, abs=1e-4))
        assert (found[2]["limit"], found[2]["value"]) == (100, 150)
        suite = ET.parse(report).getroot()[0]  # noqa: S314  (our own)
        assert (suite.get("tests"), suite.get("failures")) == ("5", "2")
        failures = [test[0].get("message") for test in suite if len(test)]
        annotations = [line for line in done.stderr.splitlines() if line.startswith("::error ")]
        assert len(failures) == len(annotations) == 2
        for failure, annotation in zip(failures, annotations, strict=True):
            assert annotation.endswith("::" + failure.replace("%", "%25"))
            assert f"clusterdiff: {failure}" in done.stderr
    assert "gates" not in json.loads(run("compare", *IRIS, "--format", "json").stdout)


def test_annotations_are_one_line(capsys):
    tell_github("error", "x", "50 %\r\n::error::more\x1b")
    assert capsys.readouterr().err == "::error title=x::50 %25%0D%0A::error::more\\x1b\n"


def test_an_index_of_pandas_is_never_taken_as_labels(tmp_path):
    frame = pd.DataFrame(
        {"record": list("pqrstu"), "entity": list("aabbcc"), "cluster": list("xxyyzz")}
    )
    kept = frame.query("record != 'q'")
    kept[["record", "entity"]].to_parquet(tmp_path / "truth.parquet")
    kept[["record", "cluster"]].to_parquet(tmp_path / "found.parquet")
    kept[["record", "entity", "cluster"]].to_parquet(tmp_path / "both.parquet")
    for files in (("truth.parquet", "found.parquet"), ("both.parquet",)):
        done = run("compare", *files, "-m", "ari", "--format", "json", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        data = json.loads(done.stdout)
        assert (data["n"], data["scores"][0]["value"]) == (5, 1.0)
    frame.assign(more=1).query("record != 'q'").to_parquet(tmp_path / "wide.parquet")
    done = run("compare", "wide.parquet", "found.parquet", "-m", "ari", cwd=tmp_path)
    assert done.returncode == 2
    assert "__index_level_0__" not in done.stderr.partition("Hint:")[2]


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ([f"{i:04d}" for i in range(1, 40)], range(1, 40)),
        (range(40), [f"{i}.0" for i in range(40)]),
        ([f"ID{i}" for i in range(9)], [f"id{i}" for i in range(9)]),
        ([f"e{i}" for i in range(9)], [f" e{i}" for i in range(9)]),
        ([*map(str, range(90, 110))], [f"{i:03d}" for i in range(90, 110)]),
    ],
)
def test_keys_that_are_written_differently(left, right, tmp_path):
    for name, column, keys in (("x.csv", "truth", left), ("y.csv", "found", right)):
        rows = "".join(f"{key},c{i % 3}\n" for i, key in enumerate(keys))
        (tmp_path / name).write_text(f"id,{column}\n{rows}")
    done = run("compare", "x.csv", "y.csv", "--on", "id", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "singletons" not in done.stderr
    assert "intersect" not in done.stderr
    assert "alike" in done.stderr
    shared = set(map(str, left)) & set(map(str, right))
    if not shared:
        done = run("compare", "x.csv", "y.csv", "--on", "id", "--align", "singletons", cwd=tmp_path)
        assert done.returncode == 2
        assert "must share at least one key" in done.stderr
