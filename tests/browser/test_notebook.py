"""Results in a notebook: Jupyter's style, light and dark, in a cell 800 pixels wide."""

import numpy as np
import pytest

import clusterdiff as cd
from tests.browser.conftest import AXE
from tests.helpers.scenes import scene

pytestmark = pytest.mark.browser

# What JupyterLab sets for HTML in an output cell.
STYLE = """
body { background: var(--back); color: var(--text); font: 14px/1.43 sans-serif; margin: 8px; }
.out { overflow: auto; }
.out table { border-collapse: collapse; border: none; color: var(--text); font-size: 12px;
  table-layout: fixed; margin: 0 auto 1em; }
.out td, .out th { text-align: right; vertical-align: middle; padding: .5em; white-space: normal;
  max-width: none; border: none; }
.out tbody tr:nth-child(even) { background: var(--row); }
"""
THEMES = {
    "light": ":root { --back: #fff; --text: rgba(0, 0, 0, .87); --row: #f5f5f5; }",
    "dark": ":root { --back: #111; --text: #fff; --row: #212121; }",
}


def results():
    """Return one result of every kind, for clusterings with long names and several changes."""
    planted = scene("strays", 20, 20, 0.03, 0, changes=10)
    a = np.array([f"CD4-positive memory T cell {x}" for x in planted.a])
    b = planted.b
    runs = cd.Clusterings({"before": a, "after": b, "other": np.roll(b, 5)})
    return {
        "Comparison": cd.compare(a, b, chance=True),
        "Diff": cd.diff(a, b),
        "Clusterings": runs,
        "Recommendation": cd.recommend(),
        "Explanation": cd.explain(a, b, measure="ari"),
        "Matching": cd.match(a, b),
        "Decomposition": cd.decompose(a, b, measure="vi"),
        "Pairwise": cd.pairwise(runs),
        "Consensus": cd.consensus(runs),
        "Timeline": cd.timeline(runs),
    }


@pytest.fixture(scope="module")
def cells():
    return "".join(
        f'<section aria-label="{name}"><h2>{name}</h2><div class="out">{result._repr_html_()}'
        "</div></section>"
        for name, result in results().items()
    )


@pytest.fixture(params=THEMES)
def page(browser, cells, request):
    context = browser.new_context(offline=True, viewport={"width": 800, "height": 900})
    opened = context.new_page()
    opened.set_content(
        "<!doctype html><html lang=en><head><title>Notebook</title>"
        f"<style>{THEMES[request.param]}{STYLE}</style></head>"
        f"<body><main><h1>Results</h1>{cells}</main></body></html>"
    )
    yield opened
    context.close()


def test_no_violation_of_accessibility(page):
    """Axe checks the contrast of every text too."""
    page.evaluate(AXE.read_text(encoding="utf-8") + ";0")
    found = page.evaluate(
        "axe.run().then(result => result.violations.map(v => [v.id, v.nodes[0].html]))"
    )
    assert found == []


def test_nothing_overflows_and_no_heading_is_broken(page):
    wide = page.evaluate(
        "[...document.querySelectorAll('section')].filter(s => [...s.querySelectorAll('div')]"
        ".some(d => d.scrollWidth > d.clientWidth + 1)).map(s => s.getAttribute('aria-label'))"
    )
    assert set(wide) <= {"Comparison", "Decomposition"}  # these scroll where names are long
    heights = page.evaluate("[...document.querySelectorAll('th')].map(t => t.offsetHeight)")
    assert max(heights) < 40


def test_text_is_on_the_left_and_numbers_are_on_the_right(page):
    cells = page.evaluate(
        "[...document.querySelectorAll('section[aria-label=Diff] tbody td')]"
        ".map(t => [t.textContent, getComputedStyle(t).textAlign])"
    )
    for text, align in cells:
        if not text:
            continue
        is_number = text.replace(",", "").replace(".", "").isdigit()
        assert align == ("right" if is_number else "left")


def test_the_flow_is_shown_below_the_changes(page):
    section = page.locator("section[aria-label=Diff]")
    table, picture = (section.locator(at).last.bounding_box() for at in ("table", "svg.flow"))
    assert picture["y"] >= table["y"] + table["height"]
    assert picture["width"] <= 800
