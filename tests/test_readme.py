"""The comparison table of the README says what the packages do."""

import importlib.util
import math
import re
from pathlib import Path

import igraph
import numpy as np
import pytest
import sklearn.metrics

import clusterdiff as cd
from tests.test_paper import WORDS

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("| ").split(" | ")]
    for line in README.splitlines()
    if line.startswith("| ")
]
COLUMNS = ("clusterdiff", "scikit-learn", "CluSim", "igraph", "clue (R)")
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
    assert ROWS[0][-5:] == list(COLUMNS)


def test_numbers_of_measures():
    row = TABLE["measures of two hard clusterings"]
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


def test_text_labels():
    row = TABLE["text labels"]
    assert (row["clusterdiff"], row["scikit-learn"], row["igraph"]) == ("yes", "yes", "no")
    assert cd.adjusted_rand(["x", "y"], ["u", "v"]) == 1
    assert sklearn.metrics.adjusted_rand_score(["x", "y"], ["u", "v"]) == 1
    with pytest.raises(TypeError):
        igraph.compare_communities(["x", "y"], ["u", "v"], method="rand")


def test_many_clusters():
    row = TABLE["10⁶ elements in 3·10⁵ clusters, ARI"]
    assert (row["clusterdiff"], row["scikit-learn"], row["igraph"]) == ("yes", "yes", "yes")
    labels = np.arange(10**6) % (3 * 10**5)
    assert cd.adjusted_rand(labels, labels) == 1


def test_other_kinds_are_compared():
    cell = TABLE["overlapping, hierarchical or soft clusterings"]["clusterdiff"]
    assert cell == "[overlapping](docs/covers.md), [soft](docs/soft.md)"
    covers = [{0, 1}, {1, 2}], np.array([[0.4, 0.6], [0.3, 0.7], [0.9, 0.1]])
    for given, kind in zip(covers, ("cover", "soft clustering"), strict=True):
        assert cd.compare(given, [0, 1, 1]).kind == kind
        with pytest.raises(cd.ClusterdiffError, match="takes partitions"):
            cd.adjusted_rand(given, [0, 1, 1])


def test_the_program_is_there():
    assert TABLE["command line"]["clusterdiff"] == "yes"
    assert importlib.util.find_spec("clusterdiff.__main__")
