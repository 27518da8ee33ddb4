"""Tables on narrow terminals keep their numbers."""

from io import StringIO

import pytest
from rich.console import Console

import clusterdiff as cd
from clusterdiff.views import Column, TableView, interval, number, print_view, to_text


def in_color(view, width):
    out = StringIO()
    print_view(view, Console(width=width, file=out))
    return out.getvalue()


@pytest.fixture(scope="module")
def compared():
    return cd.compare(
        [0, 0, 0, 1, 1, 1, 2, 2] * 9,
        [0, 0, 1, 1, 1, 1, 2, 0] * 9,
        measures=["ari", "vi", "rand"],
        chance=True,
    )


@pytest.mark.parametrize("draw", [to_text, in_color])
@pytest.mark.parametrize("width", [40, 60, 80, 200])
def test_no_number_is_cut(compared, width, draw):
    text = draw(compared.view(), width)
    for score in compared.scores:
        line = next(line for line in text.splitlines() if line.startswith(score.name))
        found = score.chance
        assert all(
            part in line
            for part in (number(score.value), number(found.expected), interval(found.interval))
        )
    assert (" adjusted " in text) == (width >= 80)
    assert ("chance ▸ best" in text) == (width == 200)


PROSE = TableView(
    (Column("name"), Column("value", "right"), Column("prose", wrap=True)),
    (("x", 1.5, "many words " * 12), ("y", 22.25, "few")),
    "title",
)


@pytest.mark.parametrize("width", [50, 80])
def test_prose_is_folded_and_numbers_stay_aligned(width):
    lines = to_text(PROSE, width).splitlines()
    assert all(len(line) <= width for line in lines)
    assert len(lines) > 4
    first, last = next(line for line in lines if line.startswith("x")), lines[-1]
    assert first.index("1.5") + 3 == last.index("22.25") + 5
    assert [line.rstrip() for line in in_color(PROSE, width).splitlines()] == lines


def test_columns_are_dropped_by_priority():
    columns = (Column("a"), Column("b", priority=2), Column("c", priority=1))
    view = TableView(columns, (("x" * 10, "y" * 10, "z" * 10),))
    assert to_text(view, 34).splitlines()[0].split() == ["a", "b", "c"]
    assert to_text(view, 30).splitlines()[0].split() == ["a", "c"]
    assert to_text(view, 5).splitlines()[0].split() == ["a"]


def test_wide_characters_take_two_columns():
    view = TableView((Column("name"), Column("n", "right")), (("日本", 1), ("ab", 2)))
    assert to_text(view).splitlines()[1:] == ["日本  1", "ab    2"]
