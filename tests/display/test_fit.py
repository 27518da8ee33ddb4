"""Tables on narrow terminals keep their numbers."""

from io import StringIO

import pytest
from rich.console import Console

import clusterdiff as cd
from clusterdiff import properties
from clusterdiff.cli._fit import print_whole


def shown(face, width):
    out = StringIO()
    print_whole(Console(width=width, file=out), face)
    return out.getvalue()


@pytest.fixture(scope="module")
def compared():
    return cd.compare([0, 0, 0, 1, 1, 1, 2, 2] * 9, [0, 0, 1, 1, 1, 1, 2, 0] * 9, ["ari", "vi", "rand"], chance=True)


@pytest.mark.parametrize("width", [40, 60, 80, 200])
def test_no_number_is_cut(compared, width):
    text = shown(compared, width)
    for score in compared.scores:
        line = next(line for line in text.splitlines() if line.startswith(score.name))
        assert all(part in line for part in (score.shown, *score.against_chance[:-1]))
    assert ("chance ▸ best" in text) == (width == 200)
    assert "…" not in text.replace(" … ", "")


def test_the_matrix_keeps_its_columns():
    found = properties.matrix(["ari", "vi"], n=3, budget=0)
    lines = shown(found, 50).splitlines()
    assert lines[0].split() == ["measure", *map(str, range(1, len(found.properties) + 1))]
    assert lines[1].split() == ["adjusted_rand", *(found["ari", name].sign for name in found.properties)]


def test_text_is_left_alone():
    assert shown("plain words", 40) == "plain words\n"
