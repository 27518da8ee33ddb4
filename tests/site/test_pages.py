"""Every page of the site in a real browser, in light and dark colors, on a desktop and on a phone.

Run by `make test-site`, which builds it and installs Chromium and axe.
"""

import csv
import functools
import http.server
import shutil
import threading
import tomllib
from pathlib import Path

import pytest

pytestmark = pytest.mark.browser
ROOT = Path(__file__).parents[2]
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
SITE = ROOT / "build" / "site"
AXE = ROOT / "build" / "browser" / "package" / "axe.min.js"
PAGES = SITE / VERSION
NAMES = [page.relative_to(PAGES).as_posix() for page in sorted(PAGES.rglob("*.html"))]
# The pages of the measures have one form, and so have those of the API: these stand for the others.
MEASURES = {
    f"measures/{name}.html"
    for name in (
        "adjusted_rand",
        "variation_of_information",
        "normalized_variation_of_information",
        "pair_sets_index",
        "bcubed_f",
        "centroid_index",
        "omega_index",
        "soft_adjusted_rand",
    )
}
OBJECTS = {"api/clusterdiff/compare.html", "api/clusterdiff/Table-class.html", "reports/index.html"}
# The policy of a live report refuses the scripts of these tests; tests/browser opens reports.
OPENED = [
    name
    for name in NAMES
    if name in MEASURES | OBJECTS
    or (name.count("/") < 2 and not name.startswith(("measures/", "reports/")))
]
KINDS = {"error", "warning", "assert"}  # the browser also informs about what it does
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 900}
# In dark colors only the contrast can differ; the other rules do not look at colors.
ALL = "{resultTypes: ['violations']}"
COLORS = "{resultTypes: ['violations'], runOnly: {type: 'rule', values: ['color-contrast', 'link-in-text-block']}}"
VIOLATIONS = (
    "axe.run(document, %s).then(r => r.violations.map(v => [v.id, v.nodes[0].html.slice(0, 200)]))"
)


class Quiet(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def address():
    handler = functools.partial(Quiet, directory=SITE)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/{VERSION}/"
        server.shutdown()


@pytest.fixture(scope="module")
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        program = shutil.which("chromium")
        launched = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield launched
        launched.close()


@pytest.fixture(scope="module")
def context(browser):
    with browser.new_context(viewport=DESKTOP, color_scheme="light") as opened:
        yield opened


@pytest.fixture
def page(context, address):
    """A browser page; at the end, there must be no errors and no requests to other hosts."""
    opened, seen = context.new_page(), []

    def noted(request):
        if not request.url.startswith((address.removesuffix(f"{VERSION}/"), "data:", "blob:")):
            seen.append(request.url)

    def answered(response):
        if response.status >= 400:
            seen.append(f"{response.status} {response.url}")

    opened.on("request", noted)
    opened.on("response", answered)
    opened.on("console", lambda message: message.type in KINDS and seen.append(message.text))
    opened.on("pageerror", lambda error: seen.append(str(error)))
    yield opened
    opened.close()
    assert seen == []


def test_there_are_pages():
    assert len(NAMES) > 300
    assert set(NAMES) >= MEASURES | OBJECTS


@pytest.mark.parametrize("name", OPENED)
def test_page(page, address, name):
    """No violation of accessibility in light and in dark colors, and no sideways scrolling on a phone."""
    page.goto(address + name, wait_until="load")
    page.evaluate(AXE.read_text(encoding="utf-8") + ";0")
    assert page.evaluate(VIOLATIONS % ALL) == []
    page.add_style_tag(content="* { transition: none !important }")  # colors fade in otherwise
    page.evaluate("document.body.setAttribute('data-md-color-scheme', 'slate')")
    assert page.evaluate(VIOLATIONS % COLORS) == []
    page.set_viewport_size(PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_the_first_page_is_that_of_the_newest_version(page, address):
    page.goto(address.removesuffix(f"{VERSION}/"))
    page.wait_for_url(f"{address}index.html")


def test_the_header_has_a_menu_of_versions(page, address):
    page.goto(address + "chance.html", wait_until="load")
    menu = page.locator(".md-header .md-version")
    assert menu.locator(".md-version__current").inner_text().strip() == VERSION
    assert menu.locator(".md-version__link").get_attribute("href") == address


def test_readers_who_prefer_dark_colors_get_them(browser, address):
    with browser.new_context(color_scheme="dark") as context:
        page = context.new_page()
        page.goto(address)
        page.wait_for_selector("body[data-md-color-scheme=slate]")


def test_the_matrix_can_be_read_on_a_phone(page, address):
    """The name of the measure stays in view beside its verdicts, and takes less than half of the width."""
    page.set_viewport_size(PHONE)
    page.goto(address + "properties.html", wait_until="load")
    page.wait_for_selector(".md-typeset__scrollwrap table")
    place = page.evaluate(
        """() => {
          const heading = document.getElementById("meila-2007-matrix");
          const box = heading.nextElementSibling;  // the theme wraps the table
          box.scrollLeft = 300;
          const cell = box.querySelector("tbody tr:nth-child(4) td");
          const { x, width, height } = cell.getBoundingClientRect();
          return { x, width, height, moved: box.scrollLeft, color: getComputedStyle(cell).backgroundColor };
        }"""
    )
    assert place["moved"] == 300
    assert 0 <= place["x"] < 40
    assert place["width"] < PHONE["width"] / 2
    assert place["height"] < 80  # the name is on one or two lines
    assert place["color"] != "rgba(0, 0, 0, 0)"


def test_the_matrix_is_set_close_on_a_desktop(page, address):
    """At least a dozen verdicts of a measure are in view without scrolling."""
    page.goto(address + "properties.html", wait_until="load")
    page.wait_for_selector(".md-typeset__scrollwrap table")
    in_view = page.evaluate(
        """() => {
          const box = document.getElementById("meila-2007-matrix").nextElementSibling;
          const edge = box.getBoundingClientRect().right;
          const cells = [...box.querySelectorAll("tbody tr:first-child td")];
          return cells.filter((cell) => cell.getBoundingClientRect().right <= edge).length;
        }"""
    )
    assert in_view > 12


def test_sentences_in_tables_are_not_one_word_wide_on_a_phone(page, address):
    page.set_viewport_size(PHONE)
    page.goto(address + "choosing.html", wait_until="load")
    page.wait_for_selector(".md-typeset__scrollwrap table")
    width = page.evaluate(
        "document.querySelector('.md-typeset__scrollwrap td:nth-child(3)').clientWidth"
    )
    assert width > 150


def test_a_link_to_counterexamples_opens_them(page, address):
    page.goto(address + "measures/adjusted_rand.html", wait_until="load")
    page.click("article a[href*='properties.html#adjusted_rand']")
    page.wait_for_selector("details#adjusted_rand[open] li")


def search(page, address, words):
    """Type words into the search, which opens only after the scripts of the page have started.

    Without an open search, letters are shortcuts: "n" goes to the next page.
    """
    from playwright.sync_api import TimeoutError as Late

    page.goto(address, wait_until="networkidle")
    field = page.locator("input[aria-label=Search]:focus")
    for _ in range(20):
        page.keyboard.press("Control+k")
        try:
            field.wait_for(timeout=3_000)
            break
        except Late:
            continue
    field.press_sequentially(words, delay=20)


def test_search_finds_a_measure(page, address):
    search(page, address, "pair sets index")
    page.wait_for_selector("a[href*='pair_sets_index']", timeout=20_000)


def test_search_waits_for_a_slow_machine(page, address):
    slow = page.context.new_cdp_session(page)
    slow.send("Emulation.setCPUThrottlingRate", {"rate": 10})
    search(page, address, "coreference")
    page.wait_for_selector("a[href*='coreference']", timeout=60_000)


with (Path(__file__).parent / "queries.csv").open(encoding="utf-8", newline="") as file:
    QUERIES = {row["query"]: row["page"] for row in csv.DictReader(file)}
# Asks the search of the site, as its pages do, for the first page that each query finds.
ASK = """async (queries) => {
  const script = document.getElementById("__config").textContent;
  const address = JSON.parse(script).search;
  const index = await (await fetch("search.json")).json();
  const worker = new Worker(address);
  const answer = (message) => new Promise((done) => {
    worker.onmessage = (event) => done(event.data);
    worker.postMessage(message);
  });
  await answer({ type: 0, data: index });
  const none = { type: "operator", data: { operator: "and", operands: [] } };
  const filter = { input: none, aggregation: { input: [] } };
  const found = {};
  for (const input of queries) {
    const items = (await answer({ type: 2, data: { input, filter: structuredClone(filter) } })).data.items;
    found[input] = items.length ? index.items[items[0].id].location.split("#")[0] : null;
  }
  return found;
}"""


def test_search_finds_the_right_page_first(page, address):
    assert len(QUERIES) >= 100
    page.goto(address + "index.html", wait_until="load")
    found = page.evaluate(ASK, list(QUERIES))
    wrong = {query: found[query] for query, wanted in QUERIES.items() if found[query] != wanted}
    assert wrong == {}


@pytest.mark.parametrize("words", ["ARI", "sankey", "compare two clusterings"])
def test_the_first_result_is_shown_first(page, address, words):
    search(page, address, words)
    found = page.locator("[role=option]").first
    found.and_(page.locator(f"[href*='{QUERIES[words]}']")).wait_for(timeout=20_000)


def test_formulas_are_drawn(page, address):
    page.goto(address + "measures/pair_sets_index.html")
    box = page.locator("math").bounding_box()
    assert box["width"] > 200
    assert box["height"] > 20
