"""Words on the command line become values, or one sentence that says what is wrong."""

import json

import pytest

from tests.helpers.program import EXAMPLES, run

IRIS = str(EXAMPLES / "iris.csv")
GOOD = [
    ("compare", IRIS, "-c", "truth,kmeans", "-m", "ari,vi"),
    ("compare", "-c", "truth,kmeans", "--measures=ari,vi", IRIS),
    ("compare", "-ctruth,kmeans", "-mari", IRIS, "-mvi"),
    ("compare", "-c", "truth", IRIS, "-m", "ari", "-c", "kmeans", "-m", "vi"),
    ("compare", "--header", "--columns", "truth,kmeans", "-m", "ari,vi", "--", IRIS),
]


@pytest.mark.parametrize("words", GOOD, ids=" ".join)
def test_options_and_files_come_in_any_order(words):
    found = json.loads(run(words[0], "-f", "json", *words[1:]).stdout)
    names = [score["name"] for score in found["scores"]]
    assert names == ["adjusted_rand", "variation_of_information"]


@pytest.mark.parametrize("words", [("--ignore", "-1"), ("--ignore=-1",)])
def test_a_value_may_begin_with_a_minus(words, tmp_path):
    file = tmp_path / "labels.csv"
    file.write_text("id,a,b\n1,x,0\n2,x,0\n3,y,-1\n4,y,1\n", encoding="utf-8")
    found = json.loads(run("compare", file, *words, "-f", "json").stdout)
    assert (found["n"], found["dropped"]) == (3, 1)


def test_files_after_two_minuses_may_begin_with_one(tmp_path):
    (tmp_path / "-a.csv").write_text("id,a,b\n1,x,0\n2,x,0\n", encoding="utf-8")
    assert run("table", "-f", "csv", "--", "-a.csv", cwd=tmp_path).stdout == "a,b,count\nx,0,2\n"


BAD = [
    (("diff",), "Missing argument 'A'.\nHint: clusterdiff diff --help"),
    (("diff", "f", "--top", "0"), "Invalid value for '--top': 0 is not in the range x>=1."),
    (("diff", "f", "--top", "1.5"), "Invalid value for '--top': '1.5' is not a valid integer"),
    (("diff", "f", "--min-share", "x"), "'x' is not a valid float."),
    (("diff", "f", "--show", "green"), "'green' is not one of 'changes', 'splits',"),
    (("diff", "f", "--top"), "Option '--top' requires an argument."),
    (("diff", "f", "--all=yes"), "Option '--all' does not take a value."),
    (("diff", "f", "-x"), "Unknown option '-x'."),
    (("diff", "f", "-1"), "Unknown option '-1'."),
    (("diff", "f", "--measurs", "x"), "Unknown option '--measurs'.\nHint: did you mean --measure"),
    (("diff", "f", "--mea", "x"), "Unknown option '--mea'."),
    (("compare", "a", "b", "c"), "Got unexpected extra argument (c)."),
    (("compre",), "No such command: compre.\nHint: did you mean compare"),
    (("--versoin",), "Unknown option '--versoin'.\nHint: did you mean --version?"),
    (("--show-completion", "tcsh"), "'tcsh' is not one of 'bash', 'zsh', 'fish'."),
]


@pytest.mark.parametrize(("words", "message"), BAD, ids=[" ".join(words) for words, _ in BAD])
def test_what_is_wrong_is_one_sentence(words, message):
    done = run(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("clusterdiff: ")
    assert message in done.stderr
    assert len(done.stderr.splitlines()) <= 2
