"""Prepare the pages of the site in build/pages, build it into build/site/VERSION, and check every link of it.

Zensical reads Markdown, so the pages of docs/ stay readable in the repository. This script makes
the changes that the site needs: formulas become MathML, which needs no script, links to files outside docs/
are changed to their page or to the repository, and the menu gets the pages of the measures and of the API, and the verdicts on the papers.
"""

import re
import shutil
import subprocess
import sys
import tomllib
from argparse import ArgumentParser
from html.parser import HTMLParser
from pathlib import Path
from posixpath import normpath, relpath
from urllib.parse import unquote, urlsplit

import make_api
import make_measures
import make_papers
import make_reports
import make_search
import make_versions
from latex2mathml.converter import convert

from clusterdiff.measures import FAMILIES

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
PAGES, SITE = ROOT / "build" / "pages", ROOT / "build" / "site"
# Where a file of the repository is on the site, if not in the same place below docs/.
PLACES = {
    "docs/home.md": "index.md",
    "docs/index.md": "tour.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "CHANGELOG.md": "project/changelog.md",
    "SECURITY.md": "project/security.md",
    "CODE_OF_CONDUCT.md": "project/code-of-conduct.md",
    "benchmarks/RESULTS.md": "project/benchmarks.md",
    "reproductions/ERRATA.md": "papers/errata.md",
}
BENCHMARKS = sorted((ROOT / "benchmarks").glob("*.svg"))
LINK = re.compile(r"\[([^\]]*)\]\((?![a-z]+:|#)([^)#\s]+)((?:#[^)\s]*)?)\)")
FENCE = re.compile(r"(^ *```.*?^ *```$)", re.MULTILINE | re.DOTALL)
FORMULA = re.compile(r"^\$\$(.+)\$\$$", re.MULTILINE)


def places():
    """Return the place on the site of every file that is shown there."""
    files = [file for kind in ("md", "svg", "png", "css", "js") for file in DOCS.rglob(f"*.{kind}")]
    names = [file.relative_to(ROOT).as_posix() for file in files]
    pictures = {f"benchmarks/{file.name}": f"project/{file.name}" for file in BENCHMARKS}
    return {name: name.removeprefix("docs/") for name in names} | pictures | PLACES


def formula(match):
    latex = match[1].replace(r"log\_n", "log_n")  # the converter keeps this escape inside \text
    return f'<div class="formula">{convert(latex, display="block")}</div>'


def prepared(name, text, shown, source):
    """Return the text of a page with its links and formulas as the site needs them."""

    def link(match):
        target = normpath(f"{Path(name).parent.as_posix()}/{match[2]}")
        if target in shown:
            path = relpath(shown[target], Path(shown[name]).parent.as_posix())
            return f"[{match[1]}]({path}{match[3]})"
        return f"[{match[1]}]({source}/blob/main/{target}{match[3]})" if source else match[1]

    parts = FENCE.split(text)
    parts[::2] = [FORMULA.sub(formula, LINK.sub(link, part)) for part in parts[::2]]
    return "".join(parts).replace("<details ", '<details markdown="1" ')


def prepare(source):
    """Write build/pages."""
    shutil.rmtree(PAGES, ignore_errors=True)
    shown = places()
    for name, place in shown.items():
        target = PAGES / place
        target.parent.mkdir(parents=True, exist_ok=True)
        if name.endswith(".md"):
            text = (ROOT / name).read_text(encoding="utf-8")
            target.write_text(prepared(name, text, shown, source), encoding="utf-8")
        else:
            shutil.copyfile(ROOT / name, target)
    make_api.main(PAGES / "api")
    make_reports.write_page(PAGES / "reports")


def settings(text):
    """Return the settings of Zensical with the measures and the API in the menu, for a file in build/."""
    measures = [
        {make_measures.HEADINGS[family]: [f"measures/{measure.name}.md" for measure in members]}
        for family, members in FAMILIES.items()
    ]
    modules = [
        {module: [f"api/{page}" for page in pages]} for module, pages in make_api.menu().items()
    ]
    parts = {"measures/*": measures, "api/*": ["api/index.md", *modules]}
    for name, entries in parts.items():
        text = text.replace(f'"{name}"', ", ".join(map(toml, entries)))
    for name, title in make_papers.papers().items():
        text = text.replace(f'"{name}"', f'{{ "{title}" = "{name}" }}')
    return text.replace('"build/', '"')


def toml(entry):
    """Return an entry of the menu in TOML."""
    if isinstance(entry, str):
        return f'"{entry}"'
    return "".join(f'{{ "{k}" = [{", ".join(map(toml, v))}] }}' for k, v in entry.items())


class Page(HTMLParser):
    """The anchors of a page, what it links to, and what it loads."""

    def __init__(self, path):
        super().__init__()
        self.anchors, self.links, self.loaded = set(), [], []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        """Collect the attributes of an element."""
        values = dict(attrs)
        self.anchors |= {values[key] for key in ("id", "name") if values.get(key)}
        if tag == "a" and values.get("href"):
            self.links.append(values["href"])
        if tag in {"script", "img", "iframe", "source"} and values.get("src"):
            self.loaded.append(values["src"])
        if tag == "link" and values.get("rel") in {"stylesheet", "icon", "preconnect"}:
            self.loaded.append(values["href"])


def problems(site):
    """Yield every broken link, and everything that would be loaded from the network."""
    pages = {path: Page(path) for path in site.rglob("*.html")}
    for path, page in pages.items():
        where = path.relative_to(site)
        for address in page.links + page.loaded:
            parts = urlsplit(address)
            if parts.scheme or parts.netloc:
                if address in page.loaded and parts.scheme != "data":
                    yield f"{where} loads {address}"
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not target.exists():
                yield f"{where}: no such page: {address}"
            elif target in pages and unquote(parts.fragment) not in {"", *pages[target].anchors}:
                yield f"{where}: no such anchor: {address}"


def main():
    written = (ROOT / "zensical.toml").read_text(encoding="utf-8")
    prepare(tomllib.loads(written)["project"].get("repo_url"))
    config = ROOT / "build" / "zensical.toml"
    config.write_text(settings(written), encoding="utf-8")
    shutil.rmtree(SITE, ignore_errors=True)
    command = [sys.executable, "-m", "zensical", "build", "--clean", "--strict", "-f", str(config)]
    if subprocess.run(command, cwd=ROOT, check=False).returncode:  # noqa: S603
        sys.exit("The site was not built.")
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "version"
    ]
    site = SITE / version
    # It loads its style from the root of the server, which is not the folder of a version.
    (site / "404.html").unlink()
    make_search.main(PAGES, site)
    make_reports.main(site / "reports")
    found = sorted(set(problems(site)))
    if found:
        sys.exit("\n".join(found))
    make_versions.main(SITE)
    count = len(list(SITE.rglob("*.html")))
    print(f"{count} pages in {SITE.relative_to(ROOT)}; every link resolves")


if __name__ == "__main__":
    ArgumentParser(description=__doc__).parse_args()
    main()
