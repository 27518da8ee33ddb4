"""--chance, --no-chance and --seed of the commands that compare with chance."""

import json

import pytest

from tests.helpers.program import run

LABELS = "id,x,y\n" + "".join(f"{i},{i % 4},{(i * i) % 5}\n" for i in range(60))


@pytest.fixture
def labels(tmp_path):
    path = tmp_path / "labels.csv"
    path.write_text(LABELS)
    return str(path)


def test_no_chance_leaves_out_random_tables(labels):
    page = run("report", labels, "-o", "-").stdout
    assert "| Chance |" in page
    without = run("report", labels, "--no-chance", "-o", "-").stdout
    assert "| Chance |" not in without
    assert "95 % –" not in without
    assert "by chance" in run("explain", labels, "-m", "psi").stdout
    assert "by chance" not in run("explain", labels, "-m", "psi", "--no-chance").stdout
    plain = run("compare", labels, "-m", "psi").stdout
    assert run("compare", labels, "-m", "psi", "--no-chance").stdout == plain


def test_a_null_model_needs_chance(labels):
    found = run("compare", labels, "--no-chance", "--null-model", "all")
    assert found.returncode == 2
    assert "--null-model has no effect with --no-chance." in found.stderr


def test_commands_have_the_seed_0(labels):
    found, again = (
        json.loads(
            run("compare", labels, "-m", "psi", "--chance", "--format", "json", *seed).stdout
        )
        for seed in ((), ("--seed", "0"))
    )
    assert found == again
    assert found["seed"] == 0
    other = run(
        "compare", labels, "-m", "psi", "--chance", "--format", "json", "--seed", "1"
    ).stdout
    assert json.loads(other)["scores"] != found["scores"]
