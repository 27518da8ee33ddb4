"""The papers, reproduced: every number agrees, or it is said why not."""

import json
import re
from pathlib import Path

import pytest

from clusterdiff.errors import ClusterdiffError
from clusterdiff.papers import PAPERS, Check, Numbers, Reproduction, Section, merged_verdicts, reproduce, summary, write_index
from clusterdiff.papers._report import addition, claim, missing, number
from tests.test_cli import run

PAGES = Path(__file__).parent.parent / "docs" / "papers"


def explained(paper):
    checks = [check for section in paper.sections for check in section.checks]
    assert {check.verdict for check in checks} <= {"agrees", "holds", "differs, with reason", "not reproducible"}
    return all(check.reason for check in checks if check.verdict not in {"agrees", "holds"})


@pytest.mark.parametrize("name", PAPERS)
def test_what_is_exact_leaves_nothing_unexplained(name):
    (paper,) = reproduce(name, quick=True)
    assert paper.verdicts["agrees"] > 10
    assert explained(paper)
    assert len(paper.to_dict()["checks"]) == sum(paper.verdicts.values())


@pytest.mark.slow
def test_all_of_it_leaves_nothing_unexplained_and_is_in_the_docs(tmp_path):
    shares = []
    papers = reproduce(progress=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1
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
    (paper,) = reproduce("xiang-2012")
    first = {path.name: path.read_bytes() for path in paper.write(tmp_path / "one")}
    again = {path.name: path.read_bytes() for path in reproduce("xiang-2012")[0].write(tmp_path / "two")}
    assert first == again
    assert {"xiang-2012.md", "xiang-2012-figure-1.svg", "xiang-2012-figure-3.png"} <= set(first)


def test_verdicts():
    assert number("x", 0.13, 0.1349, 2).verdict == "agrees"
    assert number("x", 0.13, 0.1351, 2).verdict == "differs"
    assert number("x", 0.13, 0.1351, 2, "a misprint").said == "differs, with reason: a misprint"
    assert claim("x", holds=False).verdict == "differs"
    assert claim("x", holds=True, reason="not used").reason == ""
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
    with pytest.raises(ClusterdiffError, match="did you mean"):
        reproduce("wu-2010")


def test_the_command_prints_and_writes(tmp_path):
    done = run("reproduce", "wu-2009", "--quick", "-o", tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)[0]["verdicts"]["agrees"] > 30
    assert (tmp_path / "wu-2009.md").exists()
    assert "0 unexplained" in run("reproduce", "sparse-vi", "-f", "table").stdout
