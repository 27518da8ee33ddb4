"""Write docs/measures.md and one page per measure from the records."""

import csv
import io
import re
import sys
from argparse import ArgumentParser
from dataclasses import replace
from pathlib import Path

import clusterdiff as cd
from clusterdiff.analysis._results import ARROWS
from clusterdiff.views import number as shown
from clusterdiff.views import to_rich

DOCS = Path(__file__).parent
SHOWN = ["ari", "ami", "vi", "psi", "classification_accuracy"]
LEGEND = (
    "This page is generated from the records by `make docs`. ↑ means that larger values are better, ↓ that smaller ones are; *data* means "
    "that the bound depends on the data. *metric*: the measure, or for a similarity its distance view, is a metric. *chance*: its mean over "
    "random clusterings with the same cluster sizes is 0 (1 for a distance). *n-invariant*: repeating every element changes nothing. The facts "
    "are those of the default options. The symbols of the formulas are on the page [notation](notation.md)."
)
SCALES = {
    "invariant": "unchanged",
    "n": "grows in proportion",
    "n_squared": "grows with the square",
    "other": "changes",
}
HEADINGS = {
    "pairs": "Pair counting",
    "information": "Information",
    "set_matching": "Set matching",
    "split_merge": "Split–merge",
    "coreference": "Coreference and entity resolution",
    "pair_coefficients": "Further pair coefficients",
    "features": "With the features of the elements",
}

# The pages of papers that were recomputed, by the beginning of the reference.
PAPERS = {
    "Meilă, M. (2007)": "meila-2007",
    "Xiang, Q. et al. (2012)": "xiang-2012",
    "Rezaei, M. and Fränti, P. (2016)": "rezaei-2016",
    "Wu, J., Xiong, H. and Chen, J. (2009)": "wu-2009",
    "Nunez-Iglesias, J., van der Walt, S. and Dashnow, H. (2017)": "sparse-vi",
}


def yes(flag):
    return "yes" if flag else ""


def number(bound):
    return "data" if callable(bound) else shown(bound)


def big_table():
    lines = [
        "# All measures",
        "",
        LEGEND,
    ]
    for family, members in cd.measures.FAMILIES.items():
        lines += [
            "",
            f"## {HEADINGS[family]}",
            "",
            "| measure | aliases | better | range | best | symmetric | metric | chance | n-invariant | options |",
        ]
        lines += ["|---|---|---|---|---|---|---|---|---|---|"]
        for m in members:
            cells = [
                f"[`{m.name}`](measures/{m.name}.md)",
                ", ".join(f"`{alias}`" for alias in m.aliases),
                ARROWS[m.direction],
                " … ".join(number(bound) for bound in m.bounds),
                "" if m.best is None else number(m.best),
                *(
                    yes(flag)
                    for flag in (
                        m.symmetric,
                        m.metric,
                        m.correction == "exact",
                        m.scale == "invariant",
                    )
                ),
                ", ".join(f"`{name}={option.default}`" for name, option in m.options.items()),
            ]
            lines.append("| " + " | ".join(cells) + " |")
    return "\n".join([*lines, ""])


def facts(m):
    low, high = m.bounds
    return [
        ("symbol", m.symbol),
        ("aliases", ", ".join(f"`{alias}`" for alias in m.aliases) or "none"),
        (
            "direction",
            {
                "similarity": "similarity: larger is better",
                "distance": "distance: smaller is better",
            }.get(m.direction, m.direction),
        ),
        ("range", f"{number(low)} … {number(high)}" + (f" {m.unit}" if m.unit else "")),
        (
            "value for equal clusterings",
            "there is no best value" if m.best is None else number(m.best),
        ),
        ("symmetric", "yes" if m.symmetric else "no: a is the reference"),
        ("metric", "yes" if m.metric else "no"),
        (
            "corrected for chance",
            {"exact": "yes", "approximate": "approximately", "none": "no"}[m.correction],
        ),
        ("if every element is repeated", SCALES[m.scale]),
        (
            "mean by chance",
            {
                "pairs": "closed form, affine in the pairs together",
                "information": "closed form, affine in the mutual information",
            }.get(m.facts.affine_in, "enumerated or sampled" if on_table(m) else "not known"),
        ),
        ("sum over the components of the join", "yes" if m.facts.component_rule else "no"),
    ]


def cited(reference):
    """Return a reference, with a link to the page on which its paper is recomputed."""
    text = str(reference)
    for beginning, page in PAPERS.items():
        if text.startswith(beginning):
            return f"{text} [Recomputed](../papers/{page}.md)."
    return text


def slug(heading):
    """Return the anchor of a heading."""
    return re.sub(r"[^\w\s-]", "", heading.lower()).replace(" ", "-")


def on_table(m):
    """Return whether a measure needs no more than two clusterings."""
    return m.table_type is cd.Table


def explained(m):
    """Return where the symbols of a formula and the properties of a measure are explained."""
    if not on_table(m):
        return (
            "It needs the [features](../features.md) of the elements, `X`. The symbols are defined under [notation](../notation.md). "
            "[Properties](../properties.md) are checked of measures of labels only."
        )
    return (
        f"The symbols are defined under [notation](../notation.md). [Properties](../properties.md#{m.name}) lists the axioms that it "
        "satisfies, and counterexamples to the others."
    )


def measure_page(m):
    family = HEADINGS[m.family]
    lines = [
        f"# {m.label}",
        "",
        f"[All measures](../measures.md) · [{family}](../measures.md#{slug(family)})",
        "",
        f"`{m.name}`: {m.description}",
        "",
        f"$${m.latex}$$",
        "",
        explained(m),
        "",
        f"**Reading:** {m.reading}.",
        "",
        f"**Caution:** {m.warning}.",
    ]
    lines += [
        "",
        "| property | value |",
        "|---|---|",
        *(f"| {name} | {value} |" for name, value in facts(m)),
    ]
    if m.options:
        lines += ["", "## Options", ""]
        for name, option in m.options.items():
            choices = (
                f": one of {', '.join(f'`{c}`' for c in option.choices)}" if option.choices else ""
            )
            lines.append(f"- `{name}={option.default!r}`{choices}")
    return "\n".join(
        [
            *lines,
            *usage(m),
            "",
            "## References",
            "",
            *(f"- {cited(reference)}" for reference in m.references),
            "",
        ]
    )


def usage(m):
    example = [
        line.strip()
        for line in (m.function.__doc__ or "").splitlines()
        if line.strip().startswith(">>>")
    ]
    after = (m.function.__doc__ or "").rstrip().splitlines()[-1].strip()
    command = f"clusterdiff compare examples/iris.csv --columns truth,kmeans --measures {m.name}"
    return [
        "",
        "## Examples",
        "",
        "```python",
        ">>> from clusterdiff import " + m.name,
        *example,
        after,
        "```",
        *(["", "```sh", command, "```"] if on_table(m) else []),
    ]


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
    pages = {DOCS / "measures.md": big_table(), DOCS / "terminal.svg": picture()}
    pages[DOCS / "choosing.md"] = goals()
    every = [m for members in cd.measures.FAMILIES.values() for m in members]
    pages |= {DOCS / "measures" / f"{m.name}.md": measure_page(m) for m in every}
    known = set((DOCS / "measures").glob("*.md"))
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
    (DOCS / "measures").mkdir(exist_ok=True)
    for page in stale:
        page.write_text(pages[page], encoding="utf-8")
    for page in extra:
        page.unlink()
    print(f"{len(pages)} pages, {len(stale)} written, {len(extra)} removed")


if __name__ == "__main__":
    main()
