"""Chromium without a network, and the reports that the tests open."""

import os
import shutil
from pathlib import Path

import numpy as np
import pytest

import clusterdiff as cd

CHROMIUM = (
    shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
)
AXE = Path(os.environ.get("CLUSTERDIFF_AXE", "build/browser/package/axe.min.js"))
HOSTILE = (
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(2)>",
    "\u202elong\u202c",
    "x" * 10_000,
    "\"'&`",
)
TYPES = (
    "CD4+ memory T",
    "CD16+ monocyte",
    "NK CD56bright",
    "CD8+ effector T",
    "gamma-delta T",
    "plasma cell",
)


def labels(n, k, noise=0.1, seed=0):
    rng = np.random.default_rng(seed)
    a = rng.integers(0, k, n)
    b = np.where(rng.random(n) < noise, rng.integers(0, k, n), a)
    return a, np.where(b == 1, 0, b)


SCRIPTS = (
    "東京の顧客セグメント",
    "大阪の顧客",
    "العملاء في القاهرة",
    "первый кластер",
    "서울의 고객",
    "δεύτερη ομάδα",
)


def long_names():
    """Return two clusterings with long names, whose clusters have long names."""
    a, b = labels(900, 7)
    return {
        "cell types of the atlas, second version, annotated by hand": [
            f"Activated regulatory CD4-positive, CD25-positive alpha-beta T lymphocyte of lung {x}"
            for x in a
        ],
        "Leiden clusters at resolution 1.0 on the corrected embedding": [
            f"cluster number {x} at resolution 1.0" for x in b
        ],
    }


def exchanged():
    """Return two clusters that exchange forty percent of their elements, and one that is kept."""
    return np.repeat([0, 0, 1, 1, 2], [60, 40, 60, 40, 50]), np.repeat(
        [0, 1, 1, 0, 2], [60, 40, 60, 40, 50]
    )


@pytest.fixture(scope="session")
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def pages(tmp_path_factory):
    """The folder with the reports of two clusterings."""
    folder = tmp_path_factory.mktemp("reports")
    a, b = labels(900, 7)
    ids = [f"cell-{i}" for i in range(len(a))]
    named = [dict(zip(ids, [f"type {x}" for x in side], strict=True)) for side in (a, b)]
    hostile = (*HOSTILE, "", " ")
    wrong = [[hostile[x % len(hostile)] for x in side] for side in (a, b)]
    made = {
        "small": cd.report(*named, measures=["ari", "vi", "psi"], title="Small"),
        "hostile": cd.report(*wrong, measures=["ari"], title=hostile[0]),
        "clusters": cd.report(*labels(50_000, 10_000, 0.05), measures=["ari"]),
        "elements": cd.report(*labels(1_000_000, 50), measures=["ari"]),
        "equal": cd.report([0, 1, 1], [0, 1, 1], measures=["ari"]),
        "unrelated": cd.report(labels(400, 5)[0], labels(400, 5, seed=1)[0], measures=["ari"]),
        "long": cd.report(long_names(), *long_names(), measures=["ari"]),
        "other scripts": cd.report(
            *(np.array(SCRIPTS)[side] for side in labels(900, 6)), measures=["ari"]
        ),
        "types": cd.report(*(np.array(TYPES)[side] for side in labels(900, 6)), measures=["ari"]),
        "exchanged": cd.report(*exchanged(), measures=["ari"], min_share=0),
        "numbered": cd.report(
            *(np.char.add("c", x.astype(str)) for x in labels(900, 13)), measures=["ari"]
        ),
    }
    for name, report in made.items():
        report.write(folder / f"{name}.html")
    return folder


@pytest.fixture(scope="session")
def pages_of_many(tmp_path_factory):
    """The folder with the reports of many clusterings."""
    folder = tmp_path_factory.mktemp("runs")
    rng = np.random.default_rng(0)
    base = rng.integers(0, 8, 600)
    runs = {
        f"{method}_{i}": np.where(rng.random(600) < noise, rng.integers(0, 8, 600), base)
        for method, noise in (("kmeans", 0), ("ward", 0.1), ("gmm", 0.2))
        for i in range(10)
    }
    wrong = {name: [HOSTILE[x % 5] for x in rng.integers(0, 8, 60)] for name in HOSTILE}
    steps = {f"k={k}": base % k for k in (2, 3, 4, 6)}
    draws = np.where(rng.random((200, 60)) < 0.1, rng.integers(0, 4, (200, 60)), base[:60] % 4)
    made = {
        "runs": cd.report(cd.Clusterings(runs), reference=base, title="Thirty runs"),
        "sequence": cd.report(cd.Clusterings(steps), sequence=True),
        "hostile": cd.report(
            cd.Clusterings(wrong), reference=HOSTILE[0], title=HOSTILE[1], sequence=True
        ),
        "draws": cd.report(cd.Clusterings(draws)),
        "equal": cd.report(cd.Clusterings([[0, 1, 1]] * 3)),
    }
    for name, report in made.items():
        report.write(folder / f"{name}.html")
    return folder


@pytest.fixture
def open_page(opened_from, pages):
    """Open a report of two clusterings."""
    return lambda name, **options: opened_from(pages, name, **options)


@pytest.fixture
def open_runs(opened_from, pages_of_many):
    """Open a report of many clusterings."""
    return lambda name, **options: opened_from(pages_of_many, name, **options)


@pytest.fixture
def opened_from(browser):
    """Open a report; there must be no requests, messages or errors at the end."""
    contexts, seen = [], []

    def opened(folder, name, **options):
        context = browser.new_context(
            offline=True, viewport={"width": 1200, "height": 900}, **options
        )
        contexts.append(context)
        page = context.new_page()
        address = (folder / f"{name}.html").as_uri()
        page.on(
            "request",
            lambda request: (
                seen.append(request.url)
                if request.url != address and not request.url.startswith("blob:")
                else None
            ),
        )
        page.on("console", lambda message: seen.append(message.text))
        page.on("pageerror", lambda error: seen.append(str(error)))
        page.goto(address)
        if options.get("java_script_enabled", True):
            page.wait_for_selector("html.js")  # the script has read its data
        return page

    yield opened
    for context in contexts:
        context.close()
    assert seen == []
