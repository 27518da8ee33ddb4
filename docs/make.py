"""Write the pages that are made from records: the measures with their drawings, the advice, and the picture of a terminal."""

import csv
import io
import re
import sys
from argparse import ArgumentParser
from dataclasses import replace
from pathlib import Path

import make_drawings
import make_measures

import clusterdiff as cd
from clusterdiff.views import to_rich

DOCS = Path(__file__).parent
SHOWN = ["ari", "ami", "vi", "psi", "classification_accuracy"]


def goals():
    """Return choosing.md with the section that is generated from the guidance of `recommend`."""
    lines = []
    for goal, text in cd.analysis.goals().items():
        found = cd.recommend(goal=goal)
        lines += ["", f"### {text[0].upper()}{text[1:]}", "", f"Goal `{goal}`.", ""]
        lines += ["| advice | measure | why | source |", "|---|---|---|---|"]
        for word, choices in (("use", found.choices), ("avoid", found.avoid)):
            lines += [
                f"| {word} | [`{c.measure}`](measures/{c.measure}.md) | it {c.why} | {c.source} |"
                for c in choices
            ]
    page = (DOCS / "choosing.md").read_text(encoding="utf-8")
    made = "\n".join(["<!-- begin goals -->", *lines, "", "<!-- end goals -->"])
    return re.sub("<!-- begin goals -->.*<!-- end goals -->", lambda _: made, page, flags=re.DOTALL)


def readme():
    """Return README.md with the number of measures."""
    text = (DOCS.parent / "README.md").read_text(encoding="utf-8")
    count = len(cd.MEASURES)
    text = re.sub(r"\*\*\d+ measures\*\*", f"**{count} measures**", text)
    return re.sub(r"(?m)^(\| measures of two clusterings \| )\d+", rf"\g<1>{count}", text)


def picture():
    """Return the output of `clusterdiff diff` for the iris data as a picture of a terminal."""
    from rich.console import Console, Group
    from rich.text import Text

    with (DOCS.parent / "examples" / "iris.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    truth, kmeans = ([row[name] for row in rows] for name in ("truth", "kmeans"))
    common = "examples/iris.csv --columns truth,kmeans"
    commands = f"diff {common}", f"compare {common} --measures {','.join(SHOWN)}"
    typed = [Text(f"$ clusterdiff {command}", style="bold cyan") for command in commands]
    named = {"name_a": "truth", "name_b": "kmeans"}
    console = Console(
        record=True, width=100, file=io.StringIO(), force_terminal=True, legacy_windows=False
    )
    results = cd.diff(truth, kmeans), cd.compare(truth, kmeans, measures=SHOWN)
    views = [to_rich(replace(each, **named).view(), console.width) for each in results]
    console.print(Group(typed[0], views[0], Text(), typed[1], views[1]))
    svg = console.export_svg(title="clusterdiff", unique_id="clusterdiff")
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)


def main():
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="only report stale pages")
    check = parser.parse_args().check
    pages = {DOCS / "measures.md": make_measures.big_table(), DOCS / "terminal.svg": picture()}
    pages[DOCS / "choosing.md"] = goals()
    pages[DOCS.parent / "README.md"] = readme()
    for m in make_measures.every():
        pages[DOCS / "measures" / f"{m.name}.md"] = make_measures.measure_page(m)
        drawn, _ = make_drawings.drawing(m, make_measures.shares())
        pages[DOCS / "measures" / "pictures" / f"{m.name}.svg"] = drawn
    known = {file for kind in ("*.md", "*.svg") for file in (DOCS / "measures").rglob(kind)}
    stale = [
        page
        for page, text in pages.items()
        if not page.exists() or page.read_text(encoding="utf-8") != text
    ]
    extra = known - set(pages)
    if check:
        if stale or extra:
            sys.exit(f"{len(stale) + len(extra)} pages of docs/ are stale: run make docs")
        return
    (DOCS / "measures" / "pictures").mkdir(parents=True, exist_ok=True)
    for page in stale:
        page.write_text(pages[page], encoding="utf-8")
    for page in extra:
        page.unlink()
    print(f"{len(pages)} pages, {len(stale)} written, {len(extra)} removed")


if __name__ == "__main__":
    main()
