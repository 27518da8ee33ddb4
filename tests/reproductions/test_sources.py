"""The five sources are the same everywhere, and no other work is said to be in error."""

import importlib.util
import re
from pathlib import Path

import pytest

from reproductions import PAPERS

ROOT = Path(__file__).parents[2]
SPEC = importlib.util.spec_from_file_location("make_papers", ROOT / "docs" / "make_papers.py")
make_papers = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(make_papers)


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


URLS = {name: paper.reference.url for name, paper in PAPERS.items()}


@pytest.mark.parametrize("name", PAPERS)
def test_a_source_has_the_same_address_everywhere(name):
    url = URLS[name]
    short = url.removeprefix("https://doi.org/").removeprefix("https://arxiv.org/abs/")
    for file in ("README.md", "reproductions/ERRATA.md", f"docs/papers/{name}.md"):
        assert url in read(file), file
    for file in ("CITATION.cff", "paper.bib"):
        assert short in read(file), file


@pytest.mark.parametrize("name", PAPERS)
def test_a_page_begins_with_the_full_reference(name):
    reference = PAPERS[name].reference
    top = read(f"docs/papers/{name}.md").split("\n## ")[0]
    assert str(reference) in top
    assert reference.authors.count("et al") == 0


def test_the_fifth_source_is_the_online_book_and_no_other():
    assert PAPERS["sparse-vi"].reference.authors == "Lee, S."
    for file in ("paper.md", "paper.bib", "CITATION.cff", "reproductions/ERRATA.md"):
        assert "Elegant" not in read(file), file


def test_no_reason_is_that_the_data_are_not_public():
    for name in PAPERS:
        assert "not public" not in read(f"docs/papers/{name}.md")


def counts():
    rows = re.findall(r"^\| together \|(.*)\|$", read("docs/papers/index.md"), re.MULTILINE)
    return [int(x) for x in rows[0].split("|")]


def test_the_paper_has_the_counts_of_the_pages():
    agree, differ, missed, against, missing, listed, unexplained = counts()
    words = " ".join(read("paper.md").split())
    assert unexplained == 0
    assert f"Of {agree + differ + missed + against + missing} items, {agree} agree" in words
    assert f"{differ} differ because the source is in error" in words
    assert f"{missed} results of experiments are not reached" in words
    assert f"{against} is contradicted" in words
    assert f"{missing} are not computed" in words
    assert f"{listed} more are definitions, identities or quoted numbers that cannot fail" in words


def test_the_menu_of_the_site_has_the_counts_of_every_paper():
    titles = make_papers.papers()
    rows = re.findall(r"^\| \[.*\]\((.*)\) \|(.*)\|$", read("docs/papers/index.md"), re.MULTILINE)
    assert {f"papers/{page}" for page, _ in rows} == set(titles)
    assert all(f'"{page}"' in read("zensical.toml") for page in titles)
    for page, counts in rows:
        agree, differ, *others = map(int, counts.split("|"))
        verdicts = f"({agree} agree, {differ} differ, {sum(others[:3])} other)"
        assert titles[f"papers/{page}"].endswith(verdicts)
