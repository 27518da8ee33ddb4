"""The comparison table of the README says what the packages do."""

import math
import re

import igraph
import sklearn.metrics

import clusterdiff as cd
from tests.helpers.pages import ROOT, blocks
from tests.test_paper import WORDS

README = (ROOT / "README.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("| ").split(" | ")]
    for line in README.splitlines()
    if line.startswith("| ")
]
COLUMNS = ("clusterdiff", "scikit-learn", "cdlib", "CluSim", "igraph", "clue (R)")
TABLE = {row[0]: dict(zip(COLUMNS, row[1:], strict=True)) for row in ROWS[1:]}
SCIKIT_LEARN = [
    "rand_score",
    "adjusted_rand_score",
    "fowlkes_mallows_score",
    "mutual_info_score",
    "normalized_mutual_info_score",
    "adjusted_mutual_info_score",
    "homogeneity_score",
    "completeness_score",
    "v_measure_score",
]
IGRAPH = ("vi", "nmi", "split-join", "rand", "adjusted_rand")
SINGLETONS = list(range(5))


def test_the_header():
    assert ROWS[0][-6:] == list(COLUMNS)


def test_numbers_of_measures():
    row = TABLE["measures of two clusterings"]
    assert row["clusterdiff"] == str(len(cd.MEASURES))
    assert re.search(rf"\*\*{len(cd.MEASURES)} measures\*\*", README)
    scores = [
        name for name in SCIKIT_LEARN if getattr(sklearn.metrics, name)([0, 1, 1], [0, 0, 1]) <= 1
    ]
    assert row["scikit-learn"] == str(len(scores))
    values = [igraph.compare_communities([0, 1, 1], [0, 0, 1], method=name) for name in IGRAPH]
    assert row["igraph"] == str(len(values))


def test_null_models():
    number = WORDS[len(cd.chance.NULL_MODELS)]
    assert TABLE["corrected for chance"]["clusterdiff"] == f"any measure, {number} null models"
    corrected = [name for name in SCIKIT_LEARN if name.startswith("adjusted")]
    assert len(corrected) == len(TABLE["corrected for chance"]["scikit-learn"].split(", "))


def test_equal_singletons():
    row = TABLE["ARI of equal clusterings of singletons"]
    assert float(row["clusterdiff"]) == cd.adjusted_rand(SINGLETONS, SINGLETONS)
    assert float(row["scikit-learn"]) == sklearn.metrics.adjusted_rand_score(SINGLETONS, SINGLETONS)
    theirs = igraph.compare_communities(SINGLETONS, SINGLETONS, method="adjusted_rand")
    assert math.isnan(float(row["igraph"])) == math.isnan(theirs)


def test_other_kinds():
    assert TABLE["overlapping or soft clusterings"]["clusterdiff"] == "yes"
    teams = cd.Cover([{1, 2}, {2, 3}])
    assert cd.omega_index(teams, teams) == 1
    soft = cd.Soft([[0.4, 0.6], [0.3, 0.7], [0.9, 0.1]])
    assert cd.adjusted_concordance(soft, soft) == 1
    assert TABLE["dendrograms"]["clusterdiff"] == "yes"
    tree = cd.Tree("((a:1,b:1):1,c:2);")
    assert cd.cophenetic_correlation(tree, tree) == 1


def test_the_benchmark_shows_the_speed():
    ratio = re.search(r"\*\*(\d+)× as fast as scikit-learn\*\* on 10⁷", README)[1]
    results = (ROOT / "benchmarks" / "RESULTS.md").read_text(encoding="utf-8")
    _, _, after = results.partition("| n = 10⁷ int64, K = 100 |")
    assert f"| {ratio}× |" in after.splitlines()[1]


def test_the_size_of_the_report():
    digits = cd.datasets.digits()
    page = cd.report(digits["truth"], digits["kmeans"], rng=0).to_html()
    kilobytes = int(re.search(r"\*\*one HTML page of (\d+) kB\*\*", README)[1])
    assert kilobytes == round(len(page.encode()) / 1000, -1)


def test_no_line_of_code_is_cut_on_github():
    """Its column of 830 pixels shows 96 characters."""
    assert [
        line for b in blocks(ROOT / "README.md") for line in b.text.splitlines() if len(line) > 96
    ] == []


def test_the_example_runs_in_any_folder(tmp_path, monkeypatch):
    """After the installation, without a clone."""
    monkeypatch.chdir(tmp_path)
    program = next(b for b in blocks(ROOT / "README.md") if "cd.datasets.digits()" in b.text)
    exec(compile(program.text, program.name, "exec"), {})  # noqa: S102
    assert (tmp_path / "report.html").exists()
