"""The site in a real browser. Run by `make test-site`, which builds it and installs Chromium and axe."""

import functools
import http.server
import shutil
import threading
from pathlib import Path

import pytest

pytestmark = pytest.mark.browser
ROOT = Path(__file__).parents[2]
AXE = ROOT / "build" / "browser" / "package" / "axe.min.js"
PAGES = (
    "index.html",
    "tour.html",
    "questions.html",
    "chance.html",
    "measures.html",
    "properties.html",
    "notation.html",
    "measures/pair_sets_index.html",
    "api/index.html",
)


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def address():
    handler = functools.partial(Quiet, directory=ROOT / "build" / "site")
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="module")
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        program = shutil.which("chromium")
        launched = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield launched
        launched.close()


@pytest.fixture
def page(browser, address):
    """A page of a browser; other requests than to the site, and errors, must be none at the end."""
    opened, seen = browser.new_page(), []

    def noted(request):
        if not request.url.startswith((address, "data:", "blob:")):
            seen.append(request.url)

    opened.on("request", noted)
    opened.on("console", lambda message: seen.append(message.text))
    opened.on("pageerror", lambda error: seen.append(str(error)))
    yield opened
    opened.close()
    assert seen == []


@pytest.mark.parametrize("name", PAGES)
def test_no_violation_of_accessibility(page, address, name):
    page.goto(address + name, wait_until="networkidle")
    page.evaluate(AXE.read_text(encoding="utf-8") + ";0")
    found = page.evaluate(
        "axe.run().then(r => r.violations.map(v => [v.id, v.nodes[0].html.slice(0, 200)]))"
    )
    assert found == []


def test_search_finds_a_measure(page, address):
    page.goto(address, wait_until="networkidle")
    page.keyboard.press("Control+k")
    page.keyboard.type("pair sets index", delay=20)
    page.wait_for_selector("a[href*='pair_sets_index']", timeout=20_000)


def test_formulas_are_drawn(page, address):
    page.goto(address + "measures/pair_sets_index.html")
    box = page.locator("math").bounding_box()
    assert box["width"] > 200
    assert box["height"] > 20
