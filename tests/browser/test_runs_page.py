"""The report of many clusterings in a real browser. Run by `make test-browser`."""

import pytest

from tests.browser.conftest import AXE

pytestmark = pytest.mark.browser
NAMES = ("runs", "sequence", "hostile", "draws", "equal")
VIOLATIONS = (
    "axe.run().then(result => result.violations.map(v => "
    "[v.id, v.nodes.slice(0, 3).map(n => n.html.slice(0, 200))]))"
)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", NAMES)
def test_no_violation_of_accessibility(open_runs, name, scheme):
    page = open_runs(name, color_scheme=scheme, bypass_csp=True)
    page.evaluate(AXE.read_text(encoding="utf-8") + ";0")
    assert page.evaluate(VIOLATIONS) == []


def test_no_violation_while_something_is_selected(open_runs):
    page = open_runs("runs", bypass_csp=True)
    page.click("#runs button.pick >> nth=0")
    page.evaluate(AXE.read_text(encoding="utf-8") + ";0")
    assert page.evaluate(VIOLATIONS) == []


def test_a_run_is_selected_everywhere(open_runs):
    page = open_runs("runs")
    page.fill("[data-for=runs] input", "ward_3")
    page.click("[data-rows=runs] button.pick >> text=ward_3")
    assert "ward_3: 8 clusters" in page.inner_text("#selection")
    assert page.locator("#matrix .cursor").get_attribute("visibility") == "visible"
    assert page.locator("#map .point.chosen").count() == 1
    assert page.locator("[data-rows=runs] tr.picked").count() == 1
    assert page.locator("[data-rows=ranking] tr.picked").inner_text().startswith("ward_3")
    page.keyboard.press("Escape")
    assert page.is_hidden("#selection")
    assert page.locator("#map .point.chosen").count() == 0


def test_a_cell_and_a_point_can_be_clicked(open_runs):
    page = open_runs("runs")
    box = page.locator("#matrix rect.frame").first.bounding_box()
    page.mouse.click(box["x"] + box["width"] - 4, box["y"] + 4)
    text = page.inner_text("#selection")
    assert " and " in text
    assert "Adjusted Rand index" in text
    assert "Variation of information" in text
    page.click("#selection >> text=Clear")
    page.locator("#map .point").last.click(force=True)
    assert "gmm_9" in page.inner_text("#selection")
    page.locator("#matrix text[data-run]").first.click(force=True)
    assert page.locator("[data-rows=runs] tr.picked").count() == 1


def test_hovering_a_cell_names_the_pair(open_runs):
    page = open_runs("runs")
    page.locator("#matrix svg").scroll_into_view_if_needed()
    box = page.locator("#matrix rect.frame").first.bounding_box()
    page.mouse.move(box["x"] + 3, box["y"] + box["height"] - 3)
    assert " and " in page.inner_text("#tip")


def test_sort_search_and_filter(open_runs):
    page = open_runs("runs")
    head = page.locator("[data-rows=runs] th").nth(3)
    head.locator("button").click()
    assert head.get_attribute("aria-sort") == "descending"
    page.click("[data-for=runs] button.more")
    values = [float(x) for x in page.locator("[data-rows=runs] td:nth-child(4)").all_inner_texts()]
    assert values == sorted(values, reverse=True)
    page.fill("[data-for=runs] input", "ward_")
    rows = page.locator("[data-rows=runs] tbody tr")
    assert rows.count() == 10
    page.fill("[data-for=runs] input", "")
    page.select_option("[data-for=runs] select", "duplicate")
    assert rows.count() == 9


def test_a_sequence_has_tips_on_its_flow(open_runs):
    page = open_runs("sequence")
    page.locator("#flow path.link").first.hover(force=True)
    assert "→" in page.inner_text("#tip")


@pytest.mark.parametrize("name", NAMES)
def test_the_page_is_readable_without_script(open_runs, name):
    page = open_runs(name, java_script_enabled=False)
    whole = () if name == "equal" else ("consensus",)
    for section in ("verdict", *whole, "runs", "method"):
        assert page.locator(f"#{section} h2").is_visible()
    for picture in whole and ("matrix", "map"):
        assert page.locator(f"#{picture} svg").is_visible()
    assert page.locator("#runs tbody tr").count() > 0
    assert not page.locator(".controls").first.is_visible()


@pytest.mark.parametrize(
    ("name", "picture"), [("runs", "matrix"), ("sequence", "flow"), ("draws", "matrix")]
)
def test_the_picture_is_on_the_first_screen(open_runs, name, picture):
    page = open_runs(name)
    page.set_viewport_size({"width": 1440, "height": 900})
    box = page.locator(f"#{picture} svg").bounding_box()
    assert box["y"] + box["height"] <= 900
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("name", ["runs", "sequence", "draws"])
def test_no_name_is_cut_by_the_edge_of_its_picture(open_runs, name):
    cut = open_runs(name).evaluate(
        "[...document.querySelectorAll('figure svg')].flatMap(svg => { const box = svg.getBoundingClientRect();"
        " return [...svg.querySelectorAll('text')].filter(t => { const own = t.getBoundingClientRect();"
        " return own.left < box.left - 1 || own.right > box.right + 1 || own.top < box.top - 1; })"
        ".map(t => t.textContent); })"
    )
    assert cut == []


def test_the_page_prints(open_runs):
    page = open_runs("runs")
    assert page.pdf(format="A4")[:5] == b"%PDF-"
    page.emulate_media(media="print")
    assert page.locator(".controls").first.is_hidden()
    assert page.locator("#map svg").is_visible()


@pytest.mark.parametrize("width", [360, 800])
def test_nothing_is_wider_than_a_narrow_window(open_runs, width):
    page = open_runs("runs")
    page.set_viewport_size({"width": width, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_keyboard_reaches_a_run(open_runs):
    page = open_runs("runs")
    page.locator("[data-for=runs] select").focus()
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.className") == "pick":
            break
    page.keyboard.press("Enter")
    assert page.is_visible("#selection")
