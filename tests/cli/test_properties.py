"""The command `properties`."""

import json

import pytest

from clusterdiff.cli._app import run


@pytest.fixture
def output(capsys):
    def of(*words):
        assert run(["properties", *words]) == 0
        return capsys.readouterr().out

    return of


def test_without_a_measure_the_properties_are_listed(output):
    sources = {p["name"]: p["source"] for p in json.loads(output("-f", "json"))}
    assert sources["left_domain_complete"] == "Wu et al. 2009, Property 4"
    assert sources["right_domain_complete"] == "Wu et al. 2009, Property 5"
    assert sources["names_do_not_matter"] is None


def test_one_verdict_a_profile_and_a_matrix(output):
    verdict = json.loads(output("ari", "triangle_inequality", "-n", "4", "-f", "json"))
    assert verdict["status"] == "fails"
    assert verdict["counterexample"]["clusterings"] == {
        "a": [0, 0, 1, 2],
        "b": [0, 0, 1, 1],
        "c": [0, 1, 2, 2],
    }
    profile = json.loads(output("ari", "symmetric", "n_invariant", "-n", "4", "-f", "json"))
    found = [(v["property"], v["status"]) for v in profile["verdicts"]]
    assert found == [("symmetric", "holds"), ("n_invariant", "fails")]
    text = output("coreference", "symmetric", "triangle_inequality", "-n", "4", "-f", "table")
    assert "bcubed_f ✓ ✗" in " ".join(text.split())
    rows = output("coreference", "symmetric", "-n", "3", "-f", "csv").splitlines()
    assert rows[0] == "measure,property,source,status,counterexample,statement"
    assert len(rows) == 9


def test_unknown_names_are_refused(capsys):
    assert run(["properties", "ari", "triangle"]) == 2
    assert "triangle_inequality" in capsys.readouterr().err
    assert run(["properties", "ari", "symmetric", "-n", "9"]) == 2
    assert "from 1 to 8" in capsys.readouterr().err
