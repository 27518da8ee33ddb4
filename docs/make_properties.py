"""Write docs/properties.md."""

import sys
from argparse import ArgumentParser
from itertools import groupby
from math import ceil, sqrt
from pathlib import Path

import clusterdiff as cd
from clusterdiff import properties
from clusterdiff.measures import BoundedEntropy, EntropyScore, LargestPart

sys.path.insert(0, str(Path(__file__).parents[1]))
from reproductions._printed import (
    CHARACTERIZATIONS,
    TABLE_12,
    WU_NORMALIZED,
    WU_RAW,
    XIANG_MEASURES,
    compare_with_papers,
)

N, SAMPLES = 6, 300
PAGE = Path(__file__).parent / "properties.md"
K_AT_2 = "normalized_variation_of_information[by=clusters,k_max=2]"
INTRO = """# Properties of the measures

<!-- keywords: axioms, counterexamples -->

Which measure has the properties that you need: `clusterdiff properties ari` checks one measure and shows
counterexamples, and the tables below show all of them.

Each property is a statement of one of the source papers, cited by its number there, or one of
clusterdiff itself. It was checked for every measure on **all** clusterings of up to {n} elements
(up to the order of elements), and most properties also on {samples} random larger ones. ✓ means that
no counterexample was found, ✗ that there is one, – that the property does not apply. A ✓ is therefore
a proof for up to {n} elements, and evidence beyond if larger clusterings were tried.

- Not checked on random larger clusterings: {unsampled}.
- Checked only on a family of constructed examples: {constructed}.

In the statements v is the value, d the distance and S the similarity. d is the value of a distance,
or the best value minus the value of a similarity; where the best value depends on the clusterings,
it is the less good one of v(a, a) and v(b, b). S is the value of a similarity, or 1 - d. Logarithms
are in bits, ⊤ is the clustering with one cluster, ⊥ the one with only singletons. In the
counterexamples `0012` stands for the labels 0, 0, 1, 2.

```python
>>> from clusterdiff import properties
>>> print(properties.check("adjusted_rand", "triangle_inequality").counterexample)
a = 0012, b = 0011, c = 0122: d(a, c) = 1.2 > 0.8571 = d(a, b) + d(b, c)

```

On the command line `clusterdiff properties` lists the properties and `clusterdiff properties ari`
checks a measure. To check a measure or a scoring rule of your own, see
[own-measure.md](own-measure.md).
"""


K_NOTE = """\
K needs a bound k ≤ √n on the number of clusters, the same for all pairs. The paper calls K
normalized. Its least value for k = 2 is {four} for n = 4 and {five} for n = 5: 0 is attained
where n is a multiple of k². For n = 4 and a = 0001 the least value is {given}, so K is not
conditionally normalized, as printed.

The authors did not find a decomposition of NMI. There is none: no weights and offsets satisfy eq.
1 for all clusterings of four elements."""
TABLE_2_NOTE = """\
Table 2: the least similarity of two clusterings of n elements. The printed minimum of N, which is
1 - `invariant_van_dongen`, is wrong for n = 3."""
TABLE_12_NOTE = """\
Each cell is printed / found. {names}. P3 is printed for the measures before normalization
({raw}). No normalized measure has it, as the text says. P1 of ε_n is printed for K = K'; it holds
without that condition if classes may stay without a cluster."""
REFUTED = """\
- **{c.paper}, {c.item}**: the paper says that `{c.property}` {said} for `{c.measure}`.
  Counterexample: {example}. Reason: {c.remark}."""
ROUNDING = 1e-12


def row(*cells):
    return "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |"


def table(header, rows):
    return [row(*header), "|---" * len(header) + "|", *(row(*cells) for cells in rows)]


def listed(names):
    return ", ".join(f"`{name}`" for name in names) or "none"


def number(value):
    """Return a number with four digits; rounding errors near 0 are written as 0."""
    return f"{0.0 if abs(value) < ROUNDING else value:.4g}"


def sign(holds):
    return "✓" if holds else "✗"


def the_properties(found):
    lines = ["## The properties", ""]
    numbers = found.numbered()
    for paper, group in properties.by_paper(properties.PROPERTIES.values()):
        lines += [f"### {'Statements of clusterdiff' if paper == 'clusterdiff' else paper}", ""]
        for p in group:
            place = f" ({p.places})" if p.places else ""
            note = f" *{p.note}*" if p.note else ""
            # Not a list with numbers: the site would begin each one with 1.
            k = numbers.get(p.name)
            start = f'<a id="property-{k}"></a>**{k}.** ' if k else ""
            lines.append(f"- {start}**`{p.name}`**{place}: {p.statement}{note}")
        lines.append("")
    return lines


def disagreements(compared):
    """Return the printed statements that are refuted, each with its counterexample."""
    lines = []
    for c in compared:
        if c.agrees:
            continue
        said = "holds" if c.printed.holds else "fails"
        example = c.verdict.counterexample or c.verdict.how
        lines.append(REFUTED.format(c=c.printed, said=said, example=example))
    return lines


def meila(found, compared):
    own = [c for c in compared if c.printed.paper == "Meilă 2007"]
    rows = []
    for item, group in groupby(own, key=lambda c: c.printed.item):
        for measure, entries in groupby(group, key=lambda c: c.printed.measure):
            cells = list(entries)
            names = [c.printed.property for c in cells]
            said = "".join(dict.fromkeys(sign(c.printed.holds) for c in cells))
            rows.append(
                [item, f"`{measure}`", listed(names), said, "".join(c.verdict.sign for c in cells)]
            )
    lines = [
        "### Meilă 2007",
        "",
        *table(["item", "measure", "properties", "printed", "found"], rows),
        "",
    ]
    lines += ["Properties 10 to 13 say which measures have all of some axioms:", ""]
    wanted = CHARACTERIZATIONS.items()
    rows = [
        [item, listed(names), listed(said), listed(found.holding(*names))]
        for item, (names, said) in wanted
    ]
    return [*lines, *table(["item", "axioms", "printed", "found in the catalogue"], rows)]


def xiang(compared):
    wanted = [
        "normalized",
        "conditionally_normalized",
        "join_weighted",
        "subcomponent_consistent",
        "component_decomposable",
    ]
    cells = {
        (c.printed.item.split(", ")[-1], c.printed.property): c
        for c in compared
        if c.printed.paper == "Xiang et al. 2012"
    }
    rows = []
    for symbol, measure in XIANG_MEASURES.items():
        shown = [cells.get((symbol, name)) for name in wanted]
        signs = [f"{sign(c.printed.holds)} / {c.verdict.sign}" if c else "" for c in shown]
        rows.append([symbol, f"`{measure}`", *signs])
    four, five = (properties.extremes(K_AT_2, n, max_clusters=2).least for n in (4, 5))
    sizes = range(2, N + 1)
    least = [
        [f"`{m}`", *(number(properties.extremes(m, n).least) for n in sizes)]
        for m in XIANG_MEASURES.values()
        if "k_max" not in m
    ]
    right = ["ceil(2√n)/2n", *(f"{ceil(2 * sqrt(n)) / 2 / n:.4g}" for n in sizes)]
    wrong = [
        "(floor √n + ceil √n)/2n, printed for N",
        *(f"{(int(sqrt(n)) + ceil(sqrt(n))) / 2 / n:.4g}" for n in sizes),
    ]
    return [
        "### Xiang et al. 2012, propositions 5.1 and 5.2 and table 1",
        "",
        "Each cell is printed / found; distances are taken as similarities, as in the paper.",
        "",
        *table(["symbol", "measure", *(f"`{name}`" for name in wanted)], rows),
        "",
        K_NOTE.format(four=number(four), five=number(five), given=number(least_of_k())),
        "",
        TABLE_2_NOTE,
        "",
        *table(["measure", *(f"n = {n}" for n in sizes)], [*least, right, wrong]),
        "",
        "Properties 4.2, 4.3 and 4.4 of scoring rules, combined by the product (eq. 4):",
        "",
        *scoring_rules(),
    ]


def least_of_k():
    m, a = properties.Measured(K_AT_2), (0, 0, 0, 1)
    two = [b for b in cd.Partition.all(4) if len(b.sizes) == len(set(a))]
    return min(m.similarity(a, tuple(b.codes.tolist())) for b in two)


def scoring_rules():
    names = [
        "subcomponent_monotone",
        "subcomponent_normalized",
        "subcomponent_consistent",
        "join_weighted",
        "conditionally_normalized",
    ]
    rows = []
    for rule in (EntropyScore(), LargestPart(), BoundedEntropy(16)):
        signs = [properties.check(rule, name, n=N, n_samples=SAMPLES).sign for name in names]
        rows.append([f"`{rule!r}`", *signs])
    return table(["rule", *(f"`{name}`" for name in names)], rows)


def wu(compared):
    cells = {c.printed.item: c for c in compared if c.printed.paper == "Wu et al. 2009"}
    rows = []
    for p, (name, _) in TABLE_12.items():
        entries = [cells[f"Table 12, {p}, {symbol}"] for symbol in WU_NORMALIZED]
        rows.append(
            [p, f"`{name}`", *(f"{sign(c.printed.holds)} / {c.verdict.sign}" for c in entries)]
        )
    defective = [
        c.printed.measure
        for c in compared
        if c.printed.item.startswith("Criterion 1") and not c.verdict
    ]
    names = [f"{symbol} is `{measure}`" for symbol, measure in WU_NORMALIZED.items()]
    raw = [f"`{measure}`" for measure in WU_RAW.values()]
    return [
        "### Wu et al. 2009, table 12",
        "",
        TABLE_12_NOTE.format(names=", ".join(names), raw=", ".join(raw)),
        "",
        *table(["no.", "property", *WU_NORMALIZED], rows),
        "",
        f"Criterion 1 (table 4) is not met by {listed(defective)}, as printed.",
    ]


def rezaei(compared):
    own = [c for c in compared if c.printed.paper == "Rezaei & Fränti 2016"]
    rows = [
        [
            c.printed.item,
            f"`{c.printed.measure}`",
            f"`{c.printed.property}`",
            f"{sign(c.printed.holds)} / {c.verdict.sign}",
        ]
        for c in own
    ]
    return [
        "### Rezaei & Fränti 2016",
        "",
        *table(["item", "measure", "property", "printed / found"], rows),
    ]


def the_papers(found):
    compared = compare_with_papers(found, N, SAMPLES)
    agreed = sum(c.agrees for c in compared)
    start = [
        "## What the papers say",
        "",
        f"{agreed} of {len(compared)} printed statements are confirmed. These are refuted:",
        "",
        *disagreements(compared),
    ]
    return [
        *start,
        "",
        *meila(found, compared),
        "",
        *xiang(compared),
        "",
        *wu(compared),
        "",
        *rezaei(compared),
        "",
    ]


def the_matrix(found):
    lines = [
        "## The matrix",
        "",
        "The columns are the numbers of the [properties](#the-properties).",
        "",
    ]
    numbers = found.numbered()
    for paper, group in properties.by_paper(properties.property(p) for p in found.properties):
        rows = [
            [f"[`{m}`](measures/{m}.md)", *(found[m, p.name].sign for p in group)]
            for m in found.measures
        ]
        columns = [f"[{k}](#property-{k})" for k in (numbers[p.name] for p in group)]
        lines += [
            f"### {paper}: matrix",
            "",
            *table(["measure", *columns], rows),
            "",
        ]
    return lines


def counterexamples(found):
    lines = ["## Counterexamples", ""]
    for m in found.measures:
        bad = [found[m, p] for p in found.properties if found[m, p].counterexample]
        lines += [f'<details id="{m}"><summary><code>{m}</code>: {len(bad)}</summary>', ""]
        lines += [
            *(f"- `{v.property_name}`: {v.counterexample}" for v in bad),
            "",
            "</details>",
            "",
        ]
    return lines


def page(found):
    shown = [properties.PROPERTIES[name] for name in found.properties]
    intro = INTRO.format(
        n=found.n,
        samples=SAMPLES,
        constructed=listed(p.name for p in shown if p.constructed),
        unsampled=listed(p.name for p in shown if p.sample is None and not p.constructed),
    )
    return (
        "\n".join(
            [
                intro,
                *the_properties(found),
                *the_papers(found),
                *the_matrix(found),
                *counterexamples(found),
            ]
        ).rstrip()
        + "\n"
    )


def main():
    parser = ArgumentParser(description=__doc__)
    parser.add_argument(
        "--check", action="store_true", help="only report whether the page is out of date"
    )
    check = parser.parse_args().check
    chosen = [p for p in properties.PROPERTIES.values() if p.needs != "rule"]
    text = page(properties.matrix(cd.MEASURES, chosen, n=N, n_samples=SAMPLES))
    stale = not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text
    if check:
        if stale:
            sys.exit("docs/properties.md is out of date: run python docs/make_properties.py")
        return
    PAGE.write_text(text, encoding="utf-8")
    print("properties.md", "written" if stale else "unchanged")


if __name__ == "__main__":
    main()
