"""Every example in the docs runs and says what it says."""

import doctest
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[1] / "docs"
PAGES = [page for page in sorted(DOCS.glob("*.md")) if ">>>" in page.read_text(encoding="utf-8")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_run(page, monkeypatch):
    import matplotlib as mpl

    monkeypatch.setitem(mpl.rcParams, "figure.max_open_warning", 0)  # a page draws many figures
    result = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert result.attempted
    assert not result.failed
