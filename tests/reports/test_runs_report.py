"""The report of many clusterings: what it says, in every format, and within its budgets."""

import json
import re

import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff.errors import ClusterdiffError
from clusterdiff.reports._many import listed_names
from tests.helpers.report_pages import embedded
from tests.reports.test_report import HOSTILE, Page


def family(m=30, n=600, k=8, seed=0):
    """Return runs around one partition; the first five are equal, the last one is unrelated."""
    rng = np.random.default_rng(seed)
    base = rng.integers(k, size=n)
    runs = {}
    for i in range(m):
        moved = rng.random(n) < (0.02 if i < 5 else 0.15)
        runs[f"run_{i}"] = np.where(moved & (i >= 5), rng.integers(k, size=n), base)
    runs[f"run_{m - 1}"] = rng.integers(k, size=n)
    return cd.Clusterings(runs), base


@pytest.fixture(scope="module")
def made():
    runs, base = family()
    return cd.report(runs, reference=base, rng=0)


def test_the_verdict_names_what_is_the_same_and_what_is_odd(made):
    sentences = made.to_dict()["verdict"]["sentences"]
    assert sentences[0] == (
        "30 clusterings of 600 elements: five are the same partition "
        "(run_0, run_1, run_2, run_3 and run_4)."
    )
    assert "The most central one is run_0." in sentences
    assert "run_29 is unusually far from the others." in sentences
    assert any(sentence.startswith("The consensus has 8 clusters") for sentence in sentences)
    assert "agree best with the reference: adjusted Rand index 1." in sentences[-1]


def test_the_numbers_are_those_of_the_functions(made):
    runs, base = family()
    data = made.to_dict()
    pairs = cd.pairwise(runs, measures=["ari", "vi"])
    order = [runs.names.index(name) for name in data["pairs"]["names"]]
    assert sorted(order) == list(range(30))
    for name, matrix in zip(("ari", "vi"), data["pairs"]["values"], strict=True):
        assert np.allclose(matrix, pairs[name][np.ix_(order, order)], rtol=1e-3, atol=1e-12)
    values = pairs.to_numpy("ari")
    for i, run in enumerate(data["runs"]):
        others = np.delete(values[i], i)
        assert run["mean"] == pytest.approx(others.mean())
        assert run["nearest_value"] == others.max()
        assert run["from_consensus"] == pytest.approx(
            cd.variation_of_information(runs[i], made.consensus.labels)
        )
        assert run["same_as"] == ("run_0" if 1 <= i <= 4 else None)
    ranking = {entry["name"]: entry["value"] for entry in data["ranking"]["entries"]}
    assert ranking["run_7"] == cd.adjusted_rand(base, runs["run_7"])
    assert [c["size"] for c in data["consensus"]["clusters"]] == sorted(
        np.unique(made.consensus.labels, return_counts=True)[1].tolist(), reverse=True
    )
    least = [row["agreement"] for row in data["consensus"]["unsure"]]
    assert least == sorted(made.consensus.per_element.tolist())[: len(least)]


def test_the_page_is_well_formed_small_and_alone(made):
    html = made.to_html()
    page = Page(html)
    assert page.open == []
    assert page.tags.count("h1") == page.tags.count("main") == 1
    outside = {"src", "href", "action", "xlink:href", "srcset"}
    assert all(value.startswith("#") for _, name, value in page.attributes if name in outside)
    assert not [name for _, name, _ in page.attributes if name.startswith("on") or name == "style"]
    ids = [value for _, name, value in page.attributes if name == "id"]
    assert len(ids) == len(set(ids))
    for section in ("verdict", "groups", "matrix", "map", "consensus", "ranking", "runs", "method"):
        assert section in ids
    assert len(html.encode()) <= 150_000
    assert len(embedded(html)["tables"]["runs"]["rows"]) == 30


def test_json_and_markdown_say_the_same(made, tmp_path):
    data = json.loads(made.to_json())
    assert data["verdict"] == made.to_dict()["verdict"]
    text = made.to_markdown()
    assert text.startswith("# 30 clusterings of 600 elements against the reference\n")
    for heading in ("Which are the same", "Consensus", "Against the reference", "Clusterings"):
        assert f"## {heading}" in text
    for name in ("r.html", "r.json", "r.md"):
        made.write(tmp_path / name)
        assert (tmp_path / name).stat().st_size > 1000
    assert made._repr_html_().startswith("<iframe srcdoc=")
    assert repr(made).startswith("30 clusterings")


def test_a_sequence_shows_its_changes():
    base = np.repeat([0, 1, 2], [40, 30, 20])
    half = np.where((base == 0) & (np.arange(90) < 20), 3, base)
    made = cd.report(cd.Clusterings({"k=3": base, "k=4": half, "k=3b": base}), sequence=True)
    data = made.to_dict()
    assert data["verdict"]["sentences"][-1] == (
        "From the first to the last clustering there are 1 split and 1 merge in 2 steps."
    )
    assert [event["kind"] for event in data["timeline"]["events"]] == ["split", "merged"]
    html = made.to_html()
    assert html.count('class="band') == 3 + 4 + 3
    assert "## From each to the next" in made.to_markdown()
    many = {f"t{i}": half if i % 2 else base for i in range(15)}
    assert (
        "The first 12 of 15 clusterings are drawn."
        in cd.report(cd.Clusterings(many), sequence=True).to_html()
    )


def test_the_reference_is_no_run():
    truth = [0, 0, 1, 1, 2, 2]
    runs = cd.Clusterings({"truth": truth, "x": [0, 0, 1, 1, 1, 1], "y": [0, 0, 1, 1, 1, 1]})
    data = cd.report(runs, reference="truth").to_dict()
    assert [run["name"] for run in data["runs"]] == ["x", "y"]
    assert data["consensus"]["value"] == 0
    assert data["verdict"]["sentences"] == [
        "2 clusterings of 6 elements: all are the same partition.",
        "x and y agree best with truth: adjusted Rand index 0.44.",
    ]


def test_hostile_names_change_nothing():
    rng = np.random.default_rng(0)
    labels = np.array(HOSTILE, object)
    runs = {name: labels[rng.integers(len(labels), size=60)].tolist() for name in HOSTILE}
    made = cd.report(cd.Clusterings(runs), reference=HOSTILE[0], title=HOSTILE[0], sequence=True)
    html = made.to_html()
    page = Page(html)
    assert page.open == []
    assert page.tags.count("script") == 2
    assert "img" not in page.tags
    assert "\u202e" not in html
    assert "\x1b" not in html
    assert "<img" not in made.to_markdown().replace("\\<", "")
    assert json.loads(made.to_json())["m"] == len(HOSTILE) - 1


def test_elements_that_some_runs_lack_are_told():
    runs = cd.Clusterings(
        [{"a": 0, "b": 0, "c": 1}, {"b": 0, "c": 1, "d": 1}, {"a": 0, "b": 0, "c": 1, "d": 1}],
        align="intersect",
    )
    data = cd.report(runs).to_dict()
    assert [run["elements"] for run in data["runs"]] == [3, 3, 4]
    assert "Pairs are compared on the 2 to 4 elements that both have." in data["notes"]
    assert "Elements" in cd.report(runs).to_html()


@pytest.mark.parametrize(
    "runs",
    [
        [[0], [0]],
        [[0, 1], [0, 0]],
        [[0, 0, 1]] * 4,
        [list(range(30)), [0] * 30, list(range(30))],
        [["x", "y"], ["y", "x"], ["x", "x"]],
    ],
    ids=["one element", "two", "equal", "finest and coarsest", "strings"],
)
def test_limit_cases(runs):
    made = cd.report(cd.Clusterings(runs), reference=runs[0], sequence=True)
    assert Page(made.to_html()).open == []
    assert "NaN" not in made.to_json()
    assert not re.search(r"\bnan\b", made.to_markdown().lower())


def test_measures_can_be_chosen():
    runs, _ = family(6, 100, 3)
    data = cd.report(runs, measures=["vi"]).to_dict()
    assert data["pairs"]["measures"] == ["variation_of_information"]
    data = cd.report(runs, measures="nmi").to_dict()
    assert data["measure"] == "normalized_mutual_information"
    assert data["pairs"]["measures"][-1] == "variation_of_information"


def test_many_draws_are_reduced_with_a_note(monkeypatch):
    monkeypatch.setattr("clusterdiff.reports._report._MOST_COMPARED", 80)
    runs, _ = family(120, 60, 4)
    made = cd.report(runs)
    data = made.to_dict()
    assert len(data["runs"]) == 120
    assert len(data["pairs"]["names"]) == 60
    assert sum(run["mean"] is None for run in data["runs"]) == 40
    assert any("80 of the 120 clusterings, evenly spaced" in note for note in data["notes"])
    assert Page(made.to_html()).open == []


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        ((cd.Clusterings([[0, 1]]),), {}, "two or more clusterings, got 1"),
        ((cd.Clusterings([[0, 1], [0, 0]]),), {"reference": "0"}, "beside the reference, got 1"),
        (
            (cd.Clusterings([[0, 1], [0, 0], [1, 1]]),),
            {"ids": True},
            "elements and ids have no effect",
        ),
        ((cd.Clusterings([[0, 1], [0, 0]]),), {"noise": -1}, "noise has no effect"),
        (([0, 1], [0, 0]), {"sequence": True}, "sequence applies to a set"),
    ],
)
def test_impossible_requests_are_errors(arguments, options, message):
    with pytest.raises(ClusterdiffError, match=message):
        cd.report(*arguments, **options)


def test_a_frame_is_a_set():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"x": [0, 0, 1], "y": [0, 1, 1], "z": [0, 0, 1]})
    assert cd.report(frame).to_dict() == cd.report(cd.Clusterings(frame)).to_dict()


def test_names_are_listed_in_words():
    assert listed_names(["x"]) == "x"
    assert listed_names(list("abcdefg")) == "a, b, c, d, e and two more"
