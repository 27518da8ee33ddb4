"""The papers, reproduced: every number agrees, or it is said why not."""

import re
from pathlib import Path

import pytest
from matplotlib.figure import Figure

from reproductions import PAPERS, Check, Numbers, Paper, Reproduction, Section, merged_verdicts, reproduce, summary, write_index
from reproductions.__main__ import main
from reproductions._report import addition, claim, misprint, missing, number, refuted
from tests.reproductions.cases import checks_of, exact

PAGES = Path(__file__).parents[2] / "docs" / "papers"


def explained(paper):
    checks = [check for section in paper.sections for check in section.checks]
    assert {check.verdict for check in checks} <= {"agrees", "holds", "differs, with reason", "not reproducible"}
    return all(check.reason for check in checks if check.verdict not in {"agrees", "holds"})


@pytest.mark.parametrize("name", PAPERS)
def test_what_is_exact_leaves_nothing_unexplained(name):
    paper = exact(name)
    assert paper.verdicts["agrees"] > 10
    assert explained(paper)
    assert len(paper.to_dict()["checks"]) == sum(paper.verdicts.values())


ERRATA = {"meila-2007": (9, 1), "xiang-2012": (10, 1), "rezaei-2016": (12, 2), "wu-2009": (5, 3), "sparse-vi": (5, 1)}


@pytest.mark.parametrize("name", PAPERS)
def test_just_the_errata_differ(name):
    assert tuple(len(checks_of(exact(name), verdict)) for verdict in ("differs, with reason", "not reproducible")) == ERRATA[name]


@pytest.mark.parametrize("name", PAPERS)
def test_every_figure_can_be_drawn(name):
    figures = [(key, draw) for section in exact(name).sections for key, draw in section.figures.items()]
    assert len({key for key, _ in figures}) == len(figures)
    for _, draw in figures:
        ax = Figure().subplots()
        assert draw(ax) is ax
        assert ax.has_data()


@pytest.mark.slow
def test_all_of_it_leaves_nothing_unexplained_and_is_in_the_docs(tmp_path):
    shares = []
    papers = reproduce(progress=shares.append)
    assert len(shares) == sum(len(paper.sections) for paper in papers)
    for paper in papers:
        assert explained(paper)
        paper.write(tmp_path)
    write_index(papers, tmp_path)
    stale = [page.name for page in tmp_path.glob("*.md") if told(page) != told(PAGES / page.name)]
    assert stale == [], "run make papers"


def told(page):
    """Of a page its headings, its figures and how many checks came out how: last digits of simulations may vary with the machine."""
    return re.findall(r"^#.*|^!\[.*|^Recomputed.*", page.read_text(encoding="utf-8"), re.MULTILINE)


def test_pages_and_figures_are_the_same_bytes_every_time(tmp_path):
    first, again = ({path.name: path.read_bytes() for path in reproduce("rezaei-2016", quick=True)[0].write(tmp_path / at)} for at in "12")
    assert first == again
    assert {"rezaei-2016.md", "rezaei-2016-figure-10.svg", "rezaei-2016-figure-16.png"} <= set(first)


def test_verdicts():
    assert number("x", 0.13, 0.1349, 2).verdict == "agrees"
    assert number("x", 0.13, 0.1351, 2).verdict == "differs"
    assert misprint("x", 0.13, 0.25, 1 / 4, "a slip", 2).said == "differs, with reason: a slip"
    assert misprint("x", 0.13, 0.26, 1 / 4, "a slip", 2).said == "differs"  # ours is wrong, too
    assert misprint("x", 0.25, 0.25, 1 / 4, "a slip", 2).said == "agrees"  # no misprint at all
    assert claim("x", holds=True).said == "agrees"
    assert claim("x", holds=False).verdict == "differs"
    assert refuted("x", holds=False, instead=True, ours="y", reason="a slip").said == "differs, with reason: a slip"
    assert refuted("x", holds=False, instead=False, ours="y", reason="a slip").said == "differs"
    assert refuted("x", holds=True, instead=True, ours="y", reason="a slip").said == "differs"  # it cannot be both
    assert misprint("x", 0.13, 0.13, 1 / 4, "a slip", 2).said == "differs"  # as wrong as the paper
    assert addition("x", holds=True).verdict == "holds"
    assert addition("x", holds=False).verdict == "differs"
    assert missing("x", "no data").verdict == "not reproducible"


def test_pages_show_checks_numbers_notes_and_figures(tmp_path):
    checks = (number("n", 1, 1, 0), Check("p|q", "", "", "not reproducible", "no data"))
    section = Section("S", checks, {"f": lambda ax: ax.plot([1])}, "A note.", Numbers(("u",), {"row": (0.5,), "text": ("t",)}))
    paper = Reproduction("toy", "A toy", (section,))
    files = {path.name for path in paper.write(tmp_path)}
    assert files == {"toy.md", "toy-f.svg", "toy-f.png"}
    page = (tmp_path / "toy.md").read_text(encoding="utf-8")
    expected = [
        "# A toy", "## S", "A note.", "| n | 1 | 1 | agrees |", "| p\\|q |  |  | not reproducible: no data |",
        "| row | 0.500 |", "| text | t |", "![S](toy-f.svg)",
    ]  # fmt: skip
    assert all(line in page for line in expected)
    assert "[A toy](toy.md) | 1 | 0 | 1 | 0 | 0 |" in write_index([paper], tmp_path).read_text(encoding="utf-8")
    assert summary(paper.verdicts) == "1 agree, 0 differ with reason, 1 not reproducible, 0 more of ours hold, 0 unexplained"
    assert sum(merged_verdicts([paper, paper]).values()) == 4


def test_unknown_names():
    with pytest.raises(KeyError, match="No such paper"):
        reproduce("wu-2010")


def test_the_program_prints_and_writes(tmp_path, capsys):
    assert main(["sparse-vi", "--quick", "-o", str(tmp_path)]) == 0
    assert "0 unexplained" in capsys.readouterr().out
    assert (tmp_path / "sparse-vi.md").exists()


def test_an_unexplained_number_ends_the_program_with_1(monkeypatch, capsys):
    toy = Paper("sparse-vi", "A toy", (lambda: Section("S", (number("n", 1, 2, 0),)),))
    monkeypatch.setitem(PAPERS, "sparse-vi", toy)
    assert main(["sparse-vi"]) == 1
    assert "1 unexplained" in capsys.readouterr().out
