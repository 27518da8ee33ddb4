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
    "↑ means that larger values are better, ↓ that smaller ones are; *data* means "
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
    "Meilă": "meila-2007",
    "Xiang": "xiang-2012",
    "Rezaei": "rezaei-2016",
    "Wu": "wu-2009",
    "Lee": "sparse-vi",
}
# The row of such a page that recomputes a measure, by the anchor of the row. A test checks that it is there.
ROWS = {
    "meila-2007": {
        "adjusted_rand": "eq-6", "rand": "eq-5", "jaccard": "eq-7", "fowlkes_mallows": "eq-4", "wallace_a": "eq-2",
        "wallace_b": "eq-3", "adjusted_rand_asymptotic": "eq-33", "adjusted_fowlkes_mallows": "sec-2-1", "mirkin": "eq-8",
        "mirkin_invariant": "property-9-2", "entropy": "eq-13-14", "joint_entropy": "eq-22", "conditional_entropy": "eq-21",
        "mutual_information": "eq-15-16", "variation_of_information": "eq-19", "normalized_variation_of_information": "sec-5-1",
        "larsen_aone": "eq-11", "van_dongen": "eq-12", "invariant_van_dongen": "property-9", "classification_accuracy": "eq-10",
        "classification_error": "eq-10", "transfer_distance": "eq-10",
    },
    "xiang-2012": {
        "rand": "sec-3-r", "joint_entropy": "sec-2-h-l-c", "normalized_variation_of_information": "sec-3-v",
        "normalized_mutual_information": "sec-3-nmi", "invariant_van_dongen": "sec-3-n", "classification_accuracy": "sec-3-2-a",
        "split_merge_entropy": "property-4-5-eq-3-and-4-s-h", "split_merge_distance": "sec-4-5-distances",
        "split_merge_squared_error": "sec-4-5-mse-in-eq-4",
    },
    "rezaei-2016": {
        "adjusted_rand": "table-2-ari", "rand": "table-2-ri", "mutual_information": "eq-7-table-2-mi",
        "variation_of_information": "eq-6-and-8", "normalized_variation_of_information": "table-2-nvi",
        "normalized_mutual_information": "table-2-nmi-type-1", "adjusted_variation_of_information": "theorem-1-eq-13-2",
        "purity": "table-2-purity", "f_measure": "table-2-fm", "larsen_aone": "sec-5-larsen-and-aone",
        "invariant_van_dongen": "table-2-nvd", "criterion_h": "tables-3-4-and-5-ch",
        "pair_sets_index": "eq-14-15-and-18-table-2-psi", "simplified_pair_sets_index": "eq-20",
        "centroid_index": "tables-3-4-and-5-ci", "centroid_similarity": "tables-3-4-and-5-csi", "centroid_ratio": "tables-3-4-and-5-cr",
    },
    "wu-2009": {
        "adjusted_rand": "table-5-r-n", "rand": "table-4-i-r", "jaccard": "table-4-i-j", "fowlkes_mallows": "table-4-i-fm",
        "hubert_gamma": "table-4-i-gamma", "hubert_gamma_prime": "table-4-i-gamma-prime", "adjusted_fowlkes_mallows": "table-5-fm-n",
        "mirkin": "sec-2", "minkowski": "table-4-i-ms", "minkowski_prime": "eq-1-and-2-ms-prime-n", "jaccard_prime": "sec-4-1",
        "normalized_minkowski": "table-5-ms-prime-n", "conditional_entropy": "table-4-i-e", "mutual_information": "table-4-i-mi",
        "variation_of_information": "table-4-i-vi", "normalized_variation_of_information": "lemma-4-table-5-vi-n",
        "purity": "table-4-i-p", "inverse_purity": "lemma-3", "goodman_kruskal": "sec-2-2", "f_measure": "table-4-i-f",
        "normalized_f_measure": "lemma-6-procedure-1-table-5-f-n", "invariant_van_dongen": "table-4-i-vd",
        "normalized_van_dongen": "lemma-5-table-5-vd-n", "classification_error": "table-4-i-epsilon",
        "normalized_classification_error": "lemma-7-table-5-epsilon-n",
    },
    "sparse-vi": {"variation_of_information": "vi-different-c1-and-c3"},
}  # fmt: skip


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


def cited(reference, measure):
    """Return a reference, with links to the paper and to the row that recomputes the measure."""
    text = str(reference)
    if reference.url is None:
        return text
    page = next(page for name, page in PAPERS.items() if reference.authors.startswith(name))
    row = ROWS[page][measure.name]
    place = reference.where or "the page"
    linked = (
        f"{text.removesuffix('.').removesuffix(place)}[{place}]({reference.url})."
        if reference.where
        else f"{text} [{place}]({reference.url})."
    )
    return f"{linked} [Recomputed](../papers/{page}.md#{row})."


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
            *(f"- {cited(reference, m)}" for reference in m.references),
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
