"""summarize and compare(…, chance=True), and the page of the docs."""

import doctest
import json
from io import StringIO
from pathlib import Path

import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff.chance import adjusted, expected

A, B = [0, 0, 0, 1, 1, 2, 2, 2], [0, 0, 1, 1, 1, 2, 2, 0]


def test_scores_have_chance_only_when_asked():
    plain, full = cd.compare(A, B, ["ari", "vi"]), cd.compare(A, B, ["ari", "vi"], chance=True)
    assert plain["ari"].expected is None
    assert "expected" not in plain.to_dict()["scores"][0]
    assert "chance" not in plain.to_dict()
    assert "chance" not in repr(plain)
    score = full["vi"]
    assert score.value == plain["vi"].value
    assert score.expected == expected(A, B, "vi").value
    assert score.adjusted == adjusted(A, B, "vi").value
    assert score.z < 0
    assert score.interval[0] <= score.value <= score.interval[1]
    data = json.loads(json.dumps(full.to_dict()))
    assert data["chance"] == "permutation"
    assert {"expected", "adjusted", "z", "interval"} <= data["scores"][0].keys()
    assert "adjusted" in full.to_frame().columns
    assert "adjusted" not in plain.to_frame().columns


def test_faces_show_chance_and_a_bar():
    from rich.console import Console

    full = cd.compare(A, B, ["ari", "purity", "entropy"], chance=True)
    console = Console(width=140, record=True, file=StringIO())
    console.print(full)
    for text in (repr(full), console.export_text(), full._repr_html_()):
        assert all(word in text for word in ("chance", "adjusted", "95 %", "░"))
    assert full["entropy"].adjusted is None
    assert cd.compare(A, A, "ari", chance=True)["ari"].against_chance[-1] == " ██████████"
    far = cd.compare([0, 0, 1, 1, 2, 2], [0, 1, 0, 1, 0, 1], "ari", chance=True)["ari"]
    assert far.adjusted < 0
    assert far.against_chance[-1].startswith("◂")


def test_any_null_model_and_seed():
    one = cd.compare(A, B, "psi", chance="fixed_k")["psi"]
    long = A * 9, B * 9
    first, again, other = (cd.compare(*long, "psi", chance="fixed_k", rng=seed)["psi"] for seed in (1, 1, 2))
    assert first == again
    assert first.expected != other.expected
    assert one.expected != cd.compare(A, B, "psi", chance=True)["psi"].expected
    with pytest.raises(cd.ClusterdiffError, match="null must be one of"):
        cd.compare(A, B, chance="luck")


def test_the_whole_catalogue():
    random = np.random.default_rng(0)
    a = random.integers(0, 4, 50)
    full = cd.compare(a, np.where(random.random(50) < 0.7, a, 0), "all", chance=True)
    assert all(np.isfinite([s.expected, s.z, *s.interval]).all() for s in full)


def test_the_page_runs():
    page = Path(__file__).parents[2] / "docs" / "chance.md"
    failed, run = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert (failed, run > 20) == (0, True)
