"""Every relative link of the documentation leads to a file and, where it names one, to a heading."""

import re
import tomllib

import clusterdiff as cd
from tests.helpers.docs import make_measures
from tests.helpers.pages import PAGES, ROOT

LINK = re.compile(r"\]\((?![a-z]+:)([^)\s]+)\)")
FENCE = re.compile(r"^( *)```.*?^\1```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`\n]*`")


def prose(page):
    """Return the text of a page without its code."""
    return CODE.sub("", FENCE.sub("", page.read_text(encoding="utf-8")))


def slug(heading):
    """Return the anchor of a heading, which is the same on GitHub and on the site for ASCII headings."""
    words = re.sub(r"[^\w\s-]", "", heading.replace("`", "").strip().lower())
    return re.sub(r"\s", "-", words)


def anchors(page):
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    headings = {slug(heading) for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE)}
    return {""} | headings | set(re.findall(r'<\w+ id="([^"]+)"', text))


def dead_links(page):
    """Yield every relative link of a page that leads nowhere."""
    for link in LINK.findall(prose(page)):
        path, _, fragment = link.partition("#")
        target = (page.parent / path) if path else page
        if not (target.exists() and (target.suffix != ".md" or fragment in anchors(target))):
            yield link


def test_links_lead_somewhere():
    found = {page.relative_to(ROOT).as_posix(): list(dead_links(page)) for page in PAGES}
    assert {page: dead for page, dead in found.items() if dead} == {}


def test_dead_links_are_found(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(
        "# A b\n[x](no.md) [y](#a-b) [z](#c) [u](https://x.y) `[v](no)`", encoding="utf-8"
    )
    assert list(dead_links(page)) == ["no.md", "#c"]


def pages_of(entries):
    """Yield the pages of a menu."""
    for entry in entries:
        if isinstance(entry, str):
            yield entry
        else:
            for below in entry.values():
                yield from pages_of(below)


def test_the_menu_has_every_page_once():
    """It names no titles, so that they are those of the pages."""
    nav = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))["project"]["nav"]
    listed = list(pages_of(nav))
    assert len(listed) == len(set(listed))
    written = {page.name for page in (ROOT / "docs").glob("*.md")} - {"home.md"} | {"tour.md"}
    assert {name for name in listed if "/" not in name} == written
    papers = {f"papers/{page.name}" for page in (ROOT / "docs" / "papers").glob("*.md")}
    assert {name for name in listed if name.startswith("papers/")} == papers | {"papers/errata.md"}


def test_no_page_tells_how_it_was_made():
    assert [
        page.name for page in PAGES if "page is generated" in page.read_text(encoding="utf-8")
    ] == []


PAPERS = {
    "Meilă, M. (2007)",
    "Xiang, Q.",
    "Rezaei, M. and Fränti",
    "Wu, J., Xiong",
    "Lee, S. (n.d.)",
}


def test_a_measure_leads_to_its_family_its_symbols_its_properties_and_its_papers():
    pages = sorted((ROOT / "docs" / "measures").glob("*.md"))
    assert len(pages) > 70
    for page in pages:
        text = page.read_text(encoding="utf-8")
        measure = cd.get_measure(page.stem)
        on_table = measure.table_type is cd.Table
        facts = f"../properties.md#{page.stem}" if on_table else f"../{measure.family}.md"
        for target in ("../notation.md", facts, f"pictures/{page.stem}.svg"):
            assert f"]({target})" in text, page
        assert re.search(r"\]\(\.\./measures\.md#[\w-]+\)", text), page
        for line in text.partition("## References")[2].splitlines():
            recomputed = any(line.startswith(f"- {author}") for author in PAPERS)
            row = re.search(r"\[Recomputed\]\(\.\./papers/[\w-]+\.md#[\w-]+\)", line)
            # to the row, which test_links_lead_somewhere finds
            assert recomputed == bool(row), (page, line)
            assert not recomputed or "](https://" in line, (page, line)


PYPROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
SOURCE = tomllib.loads(PYPROJECT)["project"]["urls"]["Source"]
TEXTS = [*PAGES, *(ROOT / name for name in ("CITATION.cff", "paper.md", "zensical.toml"))]


def test_no_link_points_to_the_planned_address():
    planned = SOURCE.rpartition("/")[0]
    assert [text for text in TEXTS if planned in text.read_text(encoding="utf-8")] == []


def test_the_address_has_one_value():
    addresses = set(re.findall(r"https://github\.com/[\w-]+/[\w-]+", PYPROJECT))
    assert addresses == {SOURCE}


def on_pypi():
    """Return the README as it is written into the metadata of a wheel."""
    settings = tomllib.loads(PYPROJECT)["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for each in settings["substitutions"]:
        text = re.sub(each["pattern"], each["replacement"], text)
    return text


def test_links_of_the_readme_are_absolute_on_pypi():
    """The files are those of the relative links, which lead somewhere."""
    text = on_pypi()
    assert [
        x for x in re.findall(r"\]\(([^)\s]+)", text) if not x.startswith(("https:", "#"))
    ] == []
    made = re.findall(rf"{re.escape(SOURCE)}/(blob|raw)/main/([^)#\s\"]+)", text)
    assert len(made) > 20
    for kind, path in made:
        assert (ROOT / path).exists(), path
        assert (kind == "raw") == path.endswith((".svg", ".png")), path


def test_every_symbol_of_a_formula_is_in_the_notation():
    known = {
        name for names, *_ in make_measures.notation() for name in re.split(r", (?![^(]*\))", names)
    }
    missing = {
        symbol: measure.name
        for measure in make_measures.every()
        for symbol in map(make_measures.as_noted, make_measures.symbols(measure.latex))
        if symbol not in " ".join(known)
    }
    assert missing == {}


def test_a_measure_shows_its_symbols():
    """With their meaning, beside the formula; symbols of sums over clusters only are on the page on notation."""
    page = make_measures.measure_page(cd.get_measure("adjusted_rand"))
    assert "| m₁ | pairs that are together in a, " in page
    entropy = make_measures.measure_page(cd.get_measure("variation_of_information"))
    assert "| H(a ∣ b) | entropy of a given b, H(a, b) − H(b) |" in entropy
    without = [m.name for m in make_measures.every() if not make_measures.explained(m)]
    assert without == []
