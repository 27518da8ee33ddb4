"""Writes docs/properties.md: every property of every measure, for all clusterings of up to 6 elements; --check says whether it is stale."""

import sys
from math import ceil, sqrt
from pathlib import Path

import clusterdiff as cd
from clusterdiff import properties

N, BUDGET = 6, 300
PAGE = Path(__file__).parent / "properties.md"
AXIOMS = ["collinear_through_top_and_bottom", "collinear_through_meet", "convex_additive", "scale_log_k"]
MIRKIN = ["collinear_through_top_and_bottom", "collinear_through_meet", "convex_additive_squared", "scale_one_less_one_over_k"]
WU = ["symmetric", "n_invariant", "convex_additive", "left_domain_complete", "right_domain_complete", "captures_uniform_effect"]
WU_MEASURES = [
    "normalized_variation_of_information", "normalized_van_dongen", "normalized_minkowski", "adjusted_rand", "hubert_gamma",
    "adjusted_fowlkes_mallows", "normalized_f_measure", "normalized_classification_error",
]  # fmt: skip
XIANG = ["normalized", "conditionally_normalized", "join_weighted", "meet_weighted", "subcomponent_consistent", "decreasing_along_worsening_series"]
XIANG_MEASURES = [
    "rand", "mutual_information", "variation_of_information", "invariant_van_dongen", "classification_accuracy",
    "normalized_mutual_information", "split_merge_entropy",
]  # fmt: skip
METRIC = ["non_negative", "zero_only_on_equal", "symmetric", "triangle_inequality"]
REZAEI = [*METRIC, "similarity_metric"]
REZAEI_MEASURES = ["simplified_pair_sets_index", "pair_sets_index", "invariant_van_dongen", "variation_of_information", "mutual_information"]
INTRO = """# Properties, proved or refuted

Made by `python docs/make_properties.py` (half a minute); `--check` says if it is stale. Each claim was tried on **all** clusterings of up to
{n} elements, up to renaming elements, and then on {budget} random larger ones. ✓ no counterexample, ✗ refuted, – does not apply. A ✓ is
a proof for up to {n} elements and evidence beyond; for {constructed} it only means that a family of constructed cases does not refute it.

In the statements v is the value; d the distance: the value of a distance, best less value of a similarity (where the best value
depends on the data, the lesser of v(a, a) and v(b, b)); S the similarity, 1 - d of a distance. In the counterexamples `0012` stands for the
labels 0, 0, 1, 2.

```python
>>> from clusterdiff import properties
>>> print(properties.check("adjusted_rand", "triangle_inequality").counterexample)
a = 0012, b = 0011, c = 0122: d(a, c) = 1.2 > 0.8571 = d(a, b) + d(b, c)

```

To check a measure of your own, see [own-measure.md](own-measure.md).
"""


def small_table(found, measures, names):
    head = ["| measure | " + " | ".join(f"`{name}`" for name in names) + " |", "|---" * (len(names) + 1) + "|"]
    return [*head, *(f"| `{m}` | " + " | ".join(found[m, name].sign for name in names) + " |" for m in measures)]


def listed(names):
    return ", ".join(f"`{name}`" for name in names)


def the_properties():
    lines = ["## The properties", ""]
    for k, p in enumerate(properties.PROPERTIES.values(), 1):
        lines.append(f"{k}. **`{p.name}`** {p.statement} ({p.source}.){' *' + p.note + '*' if p.note else ''}")
    return lines


def meila(found):
    return [
        "### Meilă 2007: what the axioms single out",
        "",
        f"All of A1, A2, A3 and A4 ({listed(AXIOMS)}): {listed(found.holding(*AXIOMS))}.",
        f"All of A1, A2, A3.M and A4.M ({listed(MIRKIN)}): {listed(found.holding(*MIRKIN))}.",
        f"Metrics ({listed(METRIC)}): {listed(found.holding(*METRIC))}.",
        "",
        f"Erratum 7: M3 holds for Mirkin's distance, not for its invariant form: {found['mirkin_invariant', 'local_unscaled'].counterexample}.",
    ]


def wu(found):
    lost = [m for m in found.measures if found[m, "captures_uniform_effect"].status == "fails"]
    return [
        "### Wu et al. 2009, table 12: the normalised measures",
        "",
        "The paper's entries were not at hand; this is what holds, with P4 and P5 read as above.",
        "",
        *small_table(found, WU_MEASURES, WU),
        "",
        f"Criterion 1 is failed by {listed(lost)}; the paper names entropy, purity and mutual information.",
        f"P5 holds for the chance-corrected pair measures only as n grows: {found['adjusted_rand', 'right_domain_complete'].counterexample}.",
    ]


def xiang(found):
    sizes = range(2, N + 1)
    rows = [f"| `{m}` | " + " | ".join(f"{properties.extremes(m, n).least:.4g}" for n in sizes) + " |" for m in XIANG_MEASURES]
    right, wrong = ([f(n) for n in sizes] for f in (lambda n: ceil(2 * sqrt(n)) / 2 / n, lambda n: (int(sqrt(n)) + ceil(sqrt(n))) / 2 / n))
    return [
        "### Xiang et al. 2012, propositions 5.1 and 5.2, table 2",
        "",
        *small_table(found, XIANG_MEASURES, XIANG),
        "",
        "The least similarity of two clusterings of n elements:",
        "",
        "| measure | " + " | ".join(f"n = {n}" for n in sizes) + " |",
        "|---" * (len(sizes) + 1) + "|",
        *rows,
        "| ceil(2√n)/2n | " + " | ".join(f"{x:.4g}" for x in right) + " |",
        "| (floor √n + ceil √n)/2n, as printed | " + " | ".join(f"{x:.4g}" for x in wrong) + " |",
        "",
        "Erratum 9: the printed minimum of N, which is 1 - `invariant_van_dongen`, is wrong for n = 3.",
        "Erratum 11: the similarity of `split_merge_entropy` to the singletons is 0 for every clustering without singletons.",
    ]


def rezaei(found):
    neither = [str(found["mutual_information", name].counterexample) for name in ("triangle_inequality", "similarity_metric")]
    return [
        "### Rezaei & Fränti 2016: metrics",
        "",
        *small_table(found, REZAEI_MEASURES, REZAEI),
        "",
        "The distance of the simplified Pair Sets Index is a metric, as claimed; the index is no similarity metric of the triangle form:",
        f"{found['simplified_pair_sets_index', 'similarity_metric'].counterexample}.",
        "",
        "The Pair Sets Index itself rises along some series of splits, from six elements on:",
        f"{found['pair_sets_index', 'decreasing_along_worsening_series'].counterexample}.",
        "",
        f"Erratum 17, the adjusted Rand index is not bounded by 0: {found['adjusted_rand', 'normalized'].counterexample}.",
        "",
        f"Erratum 19, mutual information is no metric of either kind: {'; '.join(neither)}.",
    ]


def counterexamples(found):
    lines = ["## Counterexamples", ""]
    for m in found.measures:
        bad = [found[m, p] for p in found.properties if found[m, p].counterexample]
        lines += [f"<details><summary><code>{m}</code>: {len(bad)}</summary>", ""]
        lines += [*(f"- `{v.property_name}`: {v.counterexample}" for v in bad), "", "</details>", ""]
    return lines


def page(found, budget):
    constructed = [f"`{p.name}`" for p in properties.PROPERTIES.values() if p.constructed]
    intro = INTRO.format(n=found.n, budget=budget, constructed=", ".join(constructed))
    papers = ["## The papers' claims", "", *meila(found), "", *wu(found), "", *xiang(found), "", *rezaei(found)]
    matrix = ["## The matrix", "", found.markdown()]
    return "\n".join([intro, *the_properties(), "", *matrix, "", *papers, "", *counterexamples(found)]).rstrip() + "\n"


def main():
    text = page(properties.matrix(cd.MEASURES, N, budget=BUDGET), BUDGET)
    stale = not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text
    if "--check" in sys.argv:
        if stale:
            sys.exit("docs/properties.md is stale: run python docs/make_properties.py")
        return
    PAGE.write_text(text, encoding="utf-8")
    print("properties.md", "written" if stale else "as it was")


if __name__ == "__main__":
    main()
