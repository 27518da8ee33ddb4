"""The pages of the API reference: everything public is described, can be linked to, and is linked."""

import inspect
import re
from functools import cache
from pathlib import Path

import pytest

import clusterdiff as cd
from tests.helpers.docs import make_api

ROOT = Path(__file__).parents[1]
places = cache(make_api.all_places)
pages = cache(make_api.pages)


NAME = re.compile(r"\b(?:clusterdiff|cd)((?:\.[A-Za-z_]+)+)")
IMPORT = re.compile(r"^(?:>>> )?from (clusterdiff[a-z_.]*) import ([\w, ]+)", re.MULTILINE)


def names_in(text):
    """Yield the full name of everything of clusterdiff that a page names or imports."""
    yield from (f"clusterdiff{name}" for name in NAME.findall(text))
    for module, names in IMPORT.findall(text):
        yield from (f"{module}.{name.strip()}" for name in names.split(","))


def resolved(name):
    """Return the function or class of this name, or None."""
    thing = cd
    for part in name.split(".")[1:]:
        thing = getattr(thing, part, None)
    return thing if inspect.isclass(thing) or inspect.isfunction(thing) else None


@pytest.mark.parametrize("file", sorted((ROOT / "docs").glob("*.md")), ids=lambda file: file.stem)
def test_what_the_pages_mention_is_in_the_reference(file):
    named = set(names_in(file.read_text(encoding="utf-8")))
    assert sorted(name for name in named if resolved(name) and name not in places()) == []


@pytest.mark.parametrize("module", make_api.MODULES)
def test_every_name_has_a_page_and_is_listed(module):
    for name, thing in make_api.things(module).items():
        home = make_api.home(name, thing, module)
        page = pages()[places()[f"{home}.{name}"]]
        assert page.startswith(f"# {name} {{ #{home}.{name} }}\n")
        assert (
            f"\n| [`{name}`]({places()[f'{home}.{name}']}) |" in pages()[make_api.file_of(module)]
        )


def test_pages_differ_also_where_case_does_not_count():
    assert len({name.lower() for name in pages()}) == len(pages())


def test_the_index_begins_with_what_most_programs_call():
    names = re.findall(r"^\| \[`(\w+)`\]", pages()["index.md"], re.MULTILINE)
    assert names[:4] == ["compare", "diff", "report", "match"]
    assert pages()["index.md"].index("rank") < pages()["index.md"].index("## Modules")


def test_the_menu_has_every_page():
    listed = [page for pages in make_api.menu().values() for page in pages]
    assert sorted(["index.md", *listed]) == sorted(pages())


def test_methods_have_headings_and_calls_without_self():
    text = "\n".join(pages().values())
    assert "## Table.from_labels { #clusterdiff.Table.from_labels }" in text
    assert "## Diff.moved { #clusterdiff.analysis.Diff.moved }" in text
    calls = re.sub(r"^(>>>|\.\.\.) .*$", "", text, flags=re.MULTILINE)  # without examples
    assert re.findall(r"[(\s](self|cls)[,):]", calls) == []


def test_calls_have_types_and_defaults():
    page = pages()["clusterdiff/compare.md"]
    assert "    missing: MissingPolicy = 'raise',\n" in page
    assert '- `missing` : *{"raise", "drop", "singletons", "block"}, default="raise"*' in page


def test_see_also_are_links():
    lines = re.findall(r"\*\*See also:\*\* (.+)", "\n".join(pages().values()))
    assert len(lines) > 50
    for line in lines:
        for name in line.split(", "):
            assert re.fullmatch(r"\[`[\w.]+`\]\([\w./-]+(#[\w.]+)?\)", name), line
