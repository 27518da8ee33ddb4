"""Pages of the measures, from their records: one for each, with a drawing, and the table of all."""

import re
from functools import cache
from pathlib import Path

import make_drawings
from sklearn.datasets import load_digits

import clusterdiff as cd
from clusterdiff.analysis._results import ARROWS
from clusterdiff.segmentation import ObjectTable
from clusterdiff.views import number as shown

DOCS = Path(__file__).parent
LEGEND = (
    "↑ means that larger values are better, ↓ that smaller ones are; *data* means that the bound depends on the data. The last column says what holds: "
    "*symmetric*; *metric*: the measure, or for a similarity its distance view, is a metric; *corrected for chance*: its mean over "
    "random clusterings with the same cluster sizes is 0 (1 for a distance); *any size*: repeating every element changes nothing. The facts "
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
    "association": "Association",
    "coreference": "Coreference and entity resolution",
    "pair_coefficients": "Further pair coefficients",
    "features": "With the features of the elements",
    "objects": "Objects of label images",
    "covers": "Clusters that overlap",
    "soft": "Degrees of membership",
    "hierarchies": "Hierarchies",
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


@cache
def digits():
    """Return the digits with each clustering of the shared example, as tables with the pixels as features."""
    labels = {name: list(found.values()) for name, found in cd.datasets.digits().items()}
    truth, pixels = labels.pop("truth"), load_digits().data
    return {
        name: cd.features.FeatureTable.read((truth, found), {"X": pixels})
        for name, found in labels.items()
    }


@cache
def values(m):
    """Return the values of a measure on the shared example, by clustering."""
    if of_other_kind(m):
        return {name: m.on(table) for name, table in digits_as(m.table_type).items()}
    if m.table_type is ObjectTable:
        tables = {name: ObjectTable.from_labels(t, background=()) for name, t in digits().items()}
        return {name: m.on(table) for name, table in tables.items()}
    return {name: m.on(table) for name, table in digits().items()}


@cache
def digits_as(kind):
    """Return the same, with the partitions read as clusterings of another kind."""
    labels = {name: list(found.values()) for name, found in cd.datasets.digits().items()}
    truth = labels.pop("truth")
    return {name: kind.read((truth, found), {}) for name, found in labels.items()}


def share(m, name):
    """Return how far a value is on the way from the worst to the best, or None without such a scale."""
    if m.best is None or not on_table(m):
        return None
    low, high = m.bounds_on(digits()[name])
    found = (values(m)[name] - low) / (high - low) if high - low < float("inf") else None
    return found if found is None or m.direction == "similarity" else 1 - found


@cache
def shares():
    """Return the shares of k-means, by measure."""
    found = {m.name: share(m, "kmeans") for m in every()}
    return {name: each for name, each in found.items() if each is not None}


def every():
    return [m for members in cd.measures.FAMILIES.values() for m in members]


def title(m):
    """Return the label with the abbreviation that people search for."""
    short = next((x.upper() for x in m.aliases if x.islower() and x.isascii() and len(x) < 4), None)
    return f"{m.label} ({short})" if short and short not in m.label.upper() else m.label


def keywords(m):
    """Return the words that the search finds the page by, besides its title."""
    names = [m.name, *m.aliases]
    return ", ".join(
        [m.name, *(x.replace("_", " ") for x in names if "_" in x), *m.aliases],
    )


def number(bound):
    return "data" if callable(bound) else shown(bound)


def holds(m):
    """Return what holds for a measure, in words."""
    flags = {
        "symmetric": m.symmetric,
        "metric": m.metric,
        "corrected for chance": m.correction == "exact",
        "any size": m.scale == "invariant",
    }
    return ", ".join(word for word, flag in flags.items() if flag)


def big_table():
    """Return the page of all measures."""
    lines = ["# All measures", "", LEGEND]
    for family, members in cd.measures.FAMILIES.items():
        lines += ["", f"## {HEADINGS[family]}", ""]
        lines += ["| measure | name and aliases | what it is | better | range | holds |"]
        lines += ["|---|---|---|---|---|---|"]
        for m in members:
            cells = [
                f"[{m.label}](measures/{m.name}.md)",
                ", ".join(f"`{alias}`" for alias in (m.name, *m.aliases)),
                m.description.rstrip("."),
                ARROWS[m.direction],
                " … ".join(number(bound) for bound in m.bounds),
                holds(m),
            ]
            lines.append("| " + " | ".join(each.replace("|", "\\|") for each in cells) + " |")
    return "\n".join([*lines, ""])


def facts(m):
    low, high = m.bounds
    mean = {"pairs": "closed form", "information": "closed form"}
    return [
        ("aliases", ", ".join(f"`{alias}`" for alias in m.aliases) or "none"),
        ("symbol", m.symbol),
        (
            "direction",
            {
                "similarity": "similarity: larger is better",
                "distance": "distance: smaller is better",
            }.get(m.direction, "description: there is no better or worse"),
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
        ("mean by chance", mean.get(m.facts.affine_in, by_chance(m))),
        ("can be the cost of a diff", "yes" if m.facts.component_rule else "no"),
    ]


def cited(reference, measure):
    """Return a reference, with links to the paper and to the row that recomputes the measure."""
    text = str(reference)
    if reference.url is None:
        return text
    place = reference.where or reference.url.removeprefix("https://")
    linked = (
        f"{text.removesuffix('.').removesuffix(place)}[{place}]({reference.url})."
        if reference.where
        else f"{text} [{place}]({reference.url})."
    )
    pages = [page for name, page in PAPERS.items() if reference.authors.startswith(name)]
    if not pages:
        return linked
    return f"{linked} [Recomputed](../papers/{pages[0]}.md#{ROWS[pages[0]][measure.name]})."


def slug(heading):
    """Return the anchor of a heading."""
    return re.sub(r"[^\w\s-]", "", heading.lower()).replace(" ", "-")


def on_table(m):
    """Return whether a measure needs no more than two clusterings."""
    return m.table_type is cd.Table


def of_other_kind(m):
    """Return whether a measure takes clusterings that are not partitions."""
    return issubclass(m.table_type, cd.covers.KindTable)


def by_chance(m):
    """Return how the mean by chance of a measure is found that has no affine form."""
    if of_other_kind(m) and m.record.expectation is not None:
        return "closed form"
    return "sampled" if on_table(m) or of_other_kind(m) else "not known"


def symbols(latex):
    """Return the symbols of a formula, without words, indices and what the formula itself defines."""
    latex = re.sub(r"\\(?:text|operatorname)\{[^}]*\}", " ", latex)
    latex = re.sub(r"\{\\sigma\(i\)\}|\{i\\sigma\(i\)\}", "{ij}", latex)
    defined = set(re.findall(r"\\quad (\\?\w+) =", latex))
    latex = re.sub(r"\\(?!Omega|kappa|varepsilon|sigma|beta)[A-Za-z]+", " ", latex)
    found = set(re.findall(r"\\?[A-Za-z]+'?(?:_\{[^}]*\}|_\w)?", latex))
    return {each for each in found - defined if each not in {"a", "b", "i", "j", "k", "nk"}}


GREEK = {r"\Omega": "Ω", r"\varepsilon": "ε", r"\sigma": "σ", r"\beta": "β", "K'": "K′"}


def as_noted(symbol):
    """Return a symbol as the page on notation writes it: letters below the line as <sub>, digits as characters."""
    base, _, index = symbol.partition("_")
    index = index.strip("{} ").replace(r"\,", "")
    digits = index.translate(str.maketrans("012", "₀₁₂"))
    below = digits if index.isdigit() else f"<sub>{index}</sub>" * bool(index)
    return (GREEK.get(base, base) + below).replace("b<sub>ij</sub>", "b<sub>j</sub>")


@cache
def notation():
    """Return the rows of the page on notation: symbols and meaning."""
    page = (DOCS / "notation.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([^|]+?) \| ([^|]+?) \|(?: ([^|]+?) \|)?$", page, re.MULTILINE)
    return [row for row in rows if row[0] not in {"symbol", "---"}]


def bare(text):
    return re.sub(r"\s", "", text)


def explained(m):
    """Return the symbols of a formula with their meaning."""
    bound = set(re.findall(r"\\sum_(\w)", m.latex)) | ({"P"} if "P(" in m.latex else set())
    wanted = {as_noted(each) for each in symbols(m.latex) - bound}
    latex = bare(m.latex.replace(r"\mid", "∣"))
    rows = []
    for names, meaning, formula in notation():
        each = re.split(r", (?![^(]*\))", names)
        call = [
            x
            for x in each
            if "(" in x and bare(x.replace("<sub>", "_").replace("</sub>", "")) in latex
        ]
        if call or any(x in wanted and "(" not in x for x in each):
            linked = meaning.replace("](", "](../").replace("(../measures/", "(")
            rows.append(
                f"| {names} | {linked}{f', {formula}' if formula and '](' not in formula else ''} |"
            )
    if not rows:
        return []
    return ["", "| symbol | meaning |", "|---|---|", *rows]


def advice(m):
    """Return when to use a measure and when not, from the advice of `recommend` and from the record."""
    use, avoid = [], []
    for goal, text in cd.analysis.goals().items():
        found = cd.recommend(goal=goal)
        use += [f"- {text}: it {c.why} ({c.source})" for c in found.choices if c.measure == m.name]
        avoid += [f"- {text}: it {c.why} ({c.source})" for c in found.avoid if c.measure == m.name]
    if m.correction == "exact" and not any("different numbers" in line for line in use):
        use.append(
            "- to compare clusterings with different numbers of clusters: random ones score the same on average"
        )
    if m.metric:
        use.append(
            "- to search, average or map clusterings: it is a metric"
            + (" as a distance" if m.direction == "similarity" else "")
        )
    if m.direction == "description":
        use.append("- to describe clusterings: it has no best value")
    if m.correction == "none" and m.direction != "description":
        avoid.append(
            "- to compare clusterings with different numbers of clusters, unless with its "
            "[chance level](../chance.md): random ones do not score alike"
        )
    if not m.symmetric:
        avoid.append("- with a and b exchanged: a is the reference")
    if m.scale in {"n", "n_squared"}:
        avoid.append(
            "- to compare data sets of different sizes: it grows with the number of elements"
        )
    if not use:
        use.append(f"- to answer its own question: {m.meaning}")
    careful = f"Careful: {m.warning}."
    avoid = ["", "Not:", "", *avoid] if avoid else []
    return ["", "## When to use it", "", *use, "", "## When not to use it", "", careful, *avoid]


def related(m):
    """Return the measures of the family whose values on the clusterings of the digits are nearest."""
    others = [x for x in cd.measures.FAMILIES[m.family] if x is not m]

    def far(other):
        pairs = [(share(m, name), share(other, name)) for name in digits()]
        if any(None in pair for pair in pairs):
            return float("inf")
        return max(abs(x - y) for x, y in pairs)

    return sorted(others, key=far)[:5]


def on_digits(m):
    """Return the values on the shared example, with the order that they give."""
    found = values(m)
    lines = ["", "## On the digits", ""]
    if of_other_kind(m):
        lines += [f"The clusterings are partitions, read as {m.table_type.needs}:", ""]
    elif m.table_type is ObjectTable:
        lines += ["Each cluster is an object, and there is no background:", ""]
    elif not on_table(m):
        lines += ["With the pixels of the images as features:", ""]
    better = m.direction == "similarity"
    order = sorted(found, key=lambda name: -found[name] if better else found[name])
    head = ["clusters of the digits by", *order]
    lines += ["| " + " | ".join(head) + " |", "|---|" + "---|" * len(order)]
    lines += [f"| {m.label} | " + " | ".join(shown(found[name]) for name in order) + " |"]
    if m.name in shares():
        place = sorted(shares().values(), reverse=True).index(shares()[m.name]) + 1
        lines += [
            "",
            f"For k-means it is at {shares()[m.name]:.0%} of the way from its worst to its best value: "
            f"place {place} of the {len(shares())} measures that have both.".replace("%", " %"),
        ]
    if m.best is not None:
        others = [x for x in every() if x is not m and not of_other_kind(x)]
        same = [x for x in others if x.best is not None and _order(x) == _order(m)]
        lines += ["", f"{len(same)} other measures put the five clusterings in the same order."]
    return lines


@cache
def _order(m):
    found = values(m)
    return tuple(
        sorted(found, key=lambda name: -found[name] if m.direction == "similarity" else found[name])
    )


def measure_page(m):
    """Return the page of a measure."""
    family = HEADINGS[m.family]
    picture = f"{make_drawings.drawing(m, shares())[1]}, in a small example"
    lines = [
        f"# {title(m)}",
        "",
        f"<!-- keywords: {keywords(m)} -->",
        *(
            ["<!-- found later: the measure of partitions comes first -->"]
            if of_other_kind(m) or m.family == "objects"
            else []
        ),
        "",
        f"`{m.name}`: {m.description}",
        "",
        f"**Meaning:** {m.meaning}.",
        "",
        f"![{picture}](pictures/{m.name}.svg)",
        "",
        f"$${m.latex}$$",
        *explained(m),
        *advice(m),
        *on_digits(m),
        "",
        "## Facts",
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
            said = f". {option.description}" if option.description else ""
            lines.append(f"- `{name}={option.default!r}`{choices}{said}")
    near = ", ".join(f"[{x.label}]({x.name}.md)" for x in related(m)) or "none other"
    lines += [
        *usage(m),
        "",
        "## Related",
        "",
        f"Nearest in [{family}](../measures.md#{slug(family)}): {near}.",
        where(m),
        "",
        "## References",
        "",
        *(f"- {cited(reference, m)}" for reference in m.references),
        "",
    ]
    return "\n".join(lines)


def where(m):
    """Return where more about a measure is."""
    if of_other_kind(m):
        equal = m.record.generalizes
        same = f" On partitions it equals [`{equal}`]({equal}.md)." if equal else ""
        kind = f"It takes [{m.table_type.needs}](../{m.family}.md), or partitions."
        return f"{kind}{same} All symbols are on the page [notation](../notation.md)."
    if m.table_type is ObjectTable:
        return "It needs the label of the [background](../objects.md), `background`. All symbols are on the page [notation](../notation.md)."
    if not on_table(m):
        return "It needs the [features](../features.md) of the elements, `X`. All symbols are on the page [notation](../notation.md)."
    return (
        f"[Properties](../properties.md#{m.name}) lists the axioms that it satisfies, and counterexamples to the others; all symbols are on "
        "the page [notation](../notation.md)."
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
