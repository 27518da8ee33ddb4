"""The numbers and the references of the paper are those of the program and of the bibliography."""

import re
from pathlib import Path

import clusterdiff as cd

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "paper.md").read_text(encoding="utf-8")
SECTIONS = [
    "Summary",
    "Statement of need",
    "State of the field",
    "Software design",
    "Research impact statement",
    "AI usage disclosure",
    "References",
]
WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]


def test_numbers_of_measures_and_null_models():
    assert f"derives {len(cd.MEASURES)} measures" in TEXT
    assert f"{WORDS[len(cd.chance.NULL_MODELS)]} null models" in TEXT


def test_numbers_of_recomputed_items():
    index = (ROOT / "docs" / "papers" / "index.md").read_text(encoding="utf-8")
    row = re.search(r"^\| together \|(.+)\|$", index, re.MULTILINE)[1]
    agree, differ, missed, opposite, absent, silent, unexplained = map(int, row.split("|"))
    prose = " ".join(TEXT.split())
    assert unexplained == 0
    total = agree + differ + missed + opposite + absent
    assert f"Of {total} items, {agree} agree" in prose
    assert f"{differ} differ because" in prose
    assert f"{missed} results of experiments are not reached" in prose
    assert f"and {opposite} is contradicted" in prose
    assert f"{absent} are not computed. {silent} more" in prose


def test_the_form_is_that_of_the_journal():
    body = TEXT.split("---\n", 2)[2]
    assert re.findall(r"^# (.+)$", body, re.MULTILINE) == SECTIONS
    assert 750 <= len(body.split()) <= 1750


def test_every_reference_is_cited_and_listed():
    cited = set(re.findall(r"@([a-z]+\d{4}|lee\b)", TEXT))
    listed = re.findall(
        r"^@\w+\{(\w+),", (ROOT / "paper.bib").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert len(listed) == len(set(listed))
    assert cited == set(listed)
