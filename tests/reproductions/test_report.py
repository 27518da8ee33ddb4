"""The report: verdicts, pages, the program, and that ERRATA.md lists the errors of the checks."""

import re
from inspect import getsource
from pathlib import Path

import pytest
from matplotlib.figure import Figure

from reproductions import (
    PAPERS,
    Check,
    Numbers,
    Paper,
    Reproduction,
    Section,
    merged_verdicts,
    reproduce,
    summary,
    write_index,
)
from reproductions.__main__ import main
from reproductions._report import (
    AGREES,
    CONTRADICTED,
    DIFFERS,
    NO_VERDICT,
    NOT_COMPUTED,
    NOT_REACHED,
    UNEXPLAINED,
    Drawing,
    claim,
    misprint,
    missing,
    number,
    refuted,
    repeated,
    simulated,
    source,
)
from reproductions._report import (
    listed as without_verdict,
)

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "papers"
ERRATA = (ROOT / "reproductions" / "ERRATA.md").read_text(encoding="utf-8")


def test_verdicts_of_numbers():
    assert number("x", 0.13, 0.1349, 2).verdict == AGREES
    assert number("x", 0.13, 0.1351, 2).verdict == UNEXPLAINED
    assert number("x", 0.0, -0.001, 1).ours == "0.0"
    assert misprint("x", 0.13, 0.25, 1 / 4, "A slip.", "M1", 2).said == f"{DIFFERS}. A slip. (M1)"
    assert (
        misprint("x", 0.13, 0.26, 1 / 4, "A slip.", "M1", 2).verdict == UNEXPLAINED
    )  # ours is wrong, too
    assert (
        misprint("x", 0.25, 0.25, 1 / 4, "A slip.", "M1", 2).verdict == UNEXPLAINED
    )  # no misprint at all
    assert (
        misprint("x", 0.13, 0.13, 1 / 4, "A slip.", "M1", 2).verdict == UNEXPLAINED
    )  # as wrong as the paper


def test_verdicts_of_statements():
    assert claim("x", "s", holds=True).verdict == AGREES
    assert claim("x", "s", holds=False).verdict == UNEXPLAINED
    assert (
        refuted("x", "s", holds=False, instead=True, ours="y", reason="A slip.", erratum="M1").said
        == f"{DIFFERS}. A slip. (M1)"
    )
    assert (
        refuted(
            "x", "s", holds=False, instead=False, ours="y", reason="A slip.", erratum="M1"
        ).verdict
        == UNEXPLAINED
    )
    assert (
        refuted(
            "x", "s", holds=True, instead=True, ours="y", reason="A slip.", erratum="M1"
        ).verdict
        == UNEXPLAINED
    )  # it cannot be both
    assert missing("x", "s", "No data.").verdict == NOT_COMPUTED


def test_a_simulated_value_agrees_if_one_repetition_in_a_hundred_reaches_it():
    values = [0.6] * 98 + [0.5, 0.714]
    assert simulated("x", 0.71, values).verdict == AGREES
    assert simulated("x", 0.72, values).verdict == UNEXPLAINED
    assert (
        simulated("x", 0.71, [*values, *values, *[0.6] * 200, 0.6]).verdict == UNEXPLAINED
    )  # 2 of 401
    assert "1.0% of 100 repetitions" in simulated("x", 0.71, values).ours


def test_verdicts_of_repeated_experiments():
    def verdict(held, **options):
        return repeated("x", "s", held, "y", "Why.", **options).verdict

    assert verdict([True, True]) == AGREES
    assert verdict([True, False]) == NOT_REACHED
    assert verdict([False, False]) == CONTRADICTED
    assert verdict([False, False], exact=True) == NOT_REACHED
    assert repeated("x", "s", [True, False], "y").ours == "in 1 of 2 repetitions: y"


def test_what_cannot_fail_is_not_counted_as_agreement():
    assert without_verdict("x", "a definition").verdict == NO_VERDICT


def test_pages_show_checks_numbers_notes_and_figures(tmp_path):
    checks = (number("n", 1, 1, 0), Check("p|q", "s", "", NOT_COMPUTED, "No data."))
    section = Section(
        "S",
        checks,
        {"f": Drawing("What it shows", lambda ax: ax.plot([1]))},
        "A note.",
        Numbers(("u",), {"row": (0.5,), "text": ("t",)}),
    )
    paper = Reproduction("toy", "A toy", source("Wu"), (section, section))
    files = {path.name for path in paper.write(tmp_path)}
    assert files == {"toy.md", "toy-f.svg", "toy-f.png"}
    page = (tmp_path / "toy.md").read_text(encoding="utf-8")
    expected = [
        "# A toy",
        "## S",
        "A note.",
        "(2009). Adapting the right measures for K-means clustering. KDD, 877-886. <https://doi.org/10.1145/1557019.1557115>",
        '| <a id="n"></a>n | 1 | 1 | agrees |',
        '| <a id="n-2"></a>n | 1 | 1 | agrees |',
        '| <a id="p-q"></a>p\\|q | s |  |',
        "| row | 0.500 |",
        "![What it shows](toy-f.svg)",
    ]
    assert all(line in page for line in expected)
    assert "[A toy](toy.md) | 2 | 0 | 0 | 0 | 2 | 0 | 0 |" in write_index(
        [paper], tmp_path
    ).read_text(encoding="utf-8")
    assert (
        summary(paper.verdicts)
        == "2 agree, 0 differ because the paper is wrong, 0 not reached, 0 contradicted, 2 not computed, 0 without a verdict, 0 unexplained"
    )
    assert sum(merged_verdicts([paper, paper]).values()) == 8


def test_figures_are_the_same_bytes_every_time(tmp_path):
    toy = Reproduction(
        "toy",
        "A toy",
        source("Wu"),
        (Section("S", (), {"f": Drawing("f", lambda ax: ax.plot([1, 2], label="a"))}),),
    )
    first, again = ({p.name: p.read_bytes() for p in toy.write(tmp_path / at)} for at in "12")
    assert first == again


def test_unknown_names():
    with pytest.raises(KeyError, match="No such paper"):
        reproduce("wu-2010")


def test_the_program_prints_writes_and_ends_with_1_if_anything_is_unexplained(
    monkeypatch, tmp_path, capsys
):
    bad = Paper(
        "sparse-vi", "A toy", source("Lee"), (lambda: Section("S", (number("n", 1, 2, 0),)),)
    )
    monkeypatch.setitem(PAPERS, "sparse-vi", bad)
    assert main(["sparse-vi", "-o", str(tmp_path)]) == 1
    assert "1 unexplained" in capsys.readouterr().out
    assert (tmp_path / "sparse-vi.md").exists()
    good = Paper(
        "sparse-vi", "A toy", source("Lee"), (lambda: Section("S", (number("n", 1, 1, 0),)),)
    )
    monkeypatch.setitem(PAPERS, "sparse-vi", good)
    assert main(["sparse-vi"]) == 0


def test_simulated_sections_are_left_out_if_quick():
    for paper in PAPERS.values():
        assert set(paper.parts(quick=True)) == set(paper.parts_in_order) - paper.simulated
        assert paper.simulated <= set(paper.parts(quick=False))


def listed():
    """Return the errata of ERRATA.md with the function that checks each of them."""
    found = {}
    for entry in re.split(r"\n(?=\*\*[MXRWS]\d+\.)", ERRATA)[1:]:
        name = re.match(r"\*\*([MXRWS]\d+)\.", entry).group(1)
        found[name] = re.search(r"\*Check:\* `(\w+)/(\w+)\.py`, `(\w+)`", entry).groups()
    return found


def test_every_erratum_names_a_function_that_exists_and_uses_its_number():
    for name, (package, module, function) in listed().items():
        path = ROOT / "reproductions" / package / f"{module}.py"
        text = path.read_text(encoding="utf-8")
        assert f"def {function}(" in text, name
        assert f'"{name}"' in text, name


def test_every_number_in_the_code_is_in_the_list():
    used = set()
    for path in (ROOT / "reproductions").glob("*/*.py"):
        used |= set(re.findall(r'"([MXRWS]\d+)"', path.read_text(encoding="utf-8"))) - {
            "M1",
            "M2",
            "M3",
            "M4",
        }
    assert used <= set(listed())


def test_the_pages_are_of_the_present_sections_and_leave_nothing_unexplained():
    for name, paper in PAPERS.items():
        page = (PAGES / f"{name}.md").read_text(encoding="utf-8")
        assert len(re.findall(r"^## ", page, re.MULTILINE)) == len(paper.parts_in_order)
        assert "| unexplained |" not in page
        assert ", 0 unexplained." in page


@pytest.mark.parametrize(
    "path", [*PAGES.glob("*.md"), ROOT / "reproductions" / "ERRATA.md"], ids=lambda p: p.name
)
def test_no_page_says_that_something_was_recalled(path):
    text = path.read_text(encoding="utf-8").lower()
    for words in (
        "recalled",
        "our reading",
        "not at hand",
        "not looked up",
        "not on record",
    ):
        assert words not in text


@pytest.mark.slow
@pytest.mark.parametrize("name", PAPERS)
def test_nothing_is_unexplained_and_the_page_is_up_to_date(name):
    (paper,) = reproduce(name)
    assert [(c.item, c.ours) for c in paper.checks if c.verdict == UNEXPLAINED] == []
    reasoned = {DIFFERS, NOT_REACHED, CONTRADICTED, NOT_COMPUTED}
    assert all(c.reason for c in paper.checks if c.verdict in reasoned)
    assert all(c.erratum in listed() for c in paper.checks if c.verdict == DIFFERS)
    page = (PAGES / f"{name}.md").read_text(encoding="utf-8")
    told = re.compile(r"^#.*|^!\[.*|^Recomputed.*", re.MULTILINE)
    assert told.findall(page) == told.findall(paper.markdown()), "run make papers"
    for section in paper.sections:
        for drawing in section.figures.values():
            ax = Figure().subplots()
            assert drawing.draw(ax) is ax
            assert ax.has_data()


def test_reproductions_use_the_public_interface_only():
    for path in (ROOT / "reproductions").rglob("*.py"):
        for line in path.read_text(encoding="utf-8").splitlines():
            assert not re.search(r"(from|import) clusterdiff[.\w]*\._", line), (path, line)
    assert "clusterdiff" in getsource(main.__globals__["unbalance"])
