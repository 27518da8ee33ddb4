"""Rezaei & Fränti 2016: Set matching measures for external cluster validity."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import numpy as np

import clusterdiff as cd
from clusterdiff import chance, properties
from clusterdiff.papers._report import Paper, Section, addition, claim, number
from clusterdiff.papers._rezaei_data import figure_21, figure_22, figure_25, table_6
from clusterdiff.papers._rezaei_figures import figure_10, figure_12, figure_14, figure_16, figure_18, figure_20
from clusterdiff.papers._rezaei_table_7 import table_7

_SAME = 1e-12


def _true_mean_of_s() -> Fraction:
    """Mean of S, the similarity of paired clusters, over all pairs of partitions of six elements into two threes."""
    a = (0, 0, 0, 1, 1, 1)
    total, count = Fraction(0), 0
    for b in permutations(a):
        both = sum(x == y == 0 for x, y in zip(a, b, strict=True))
        total += 2 * Fraction(max(both, 3 - both), 3)
        count += 1
    return total / count


def _corrected_for_chance() -> Section:
    tables = [cd.Table.from_labels(*np.random.default_rng(seed).integers(0, 4, (2, 40))) for seed in range(100)]
    nvi_is_nmi = all(abs(1 - cd.measure("nvi").on(t) - cd.measure("nmi").on(t)) < _SAME for t in tables)
    avi_is_ami = all(abs(cd.measure("avi").on(t) - cd.measure("ami").on(t)) < _SAME for t in tables)
    gap = cd.measure("nmi")(range(10), np.arange(10) // 2), cd.measure("ami")(range(10), np.arange(10) // 2)
    ari = cd.adjusted_rand([0, 0, 1, 1, 2, 2], [0, 1, 0, 1, 0, 1])
    apart = cd.rand([0, 0, 0, 0], [0, 1, 2, 3])
    ten = np.repeat(np.arange(10), 1000)
    expected = chance.expected("rand", ten, ten).value
    checks = (
        claim("Theorem 1: 1 - NVI = NMI", nvi_is_nmi, "100 random tables"),
        claim("Theorem 1: AVI = AMI", avi_is_ami, "100 random tables"),
        claim(
            "Theorem 1: NMI = AMI", gap[0] == gap[1], f"{gap[0]:.3f} ≠ {gap[1]:.3f}", "true only for the MI of the expected table, not for its mean"
        ),
        number("Theorem 2: E as the mean of S, sizes 3, 3 / 3, 3", 1.0, float(_true_mean_of_s()), 3, "E is S of the expected table; the mean is 7/5"),
        claim("ARI is never below 0", ari >= 0, f"{ari:.3f} for 001122 / 010101", "it reaches -1/2"),
        claim(
            "the Rand index lies within [0.5, 1]", apart >= 1 / 2, f"{apart:.1f} for one cluster / singletons", "it is 0 if no pair is treated alike"
        ),
        number("expected Rand index, ten equal clusters", 0.5, expected, 2, "the mean depends on the sizes: 1 - 2p + 2p² for large n, p = 1/10"),
    )
    return Section("Sections 3, 6: what is corrected for chance", checks)


def _metrics() -> Section:
    psi, simple = "pair_sets_index", "simplified_pair_sets_index"
    triangle = {name: properties.check(name, "triangle_inequality", n=5, budget=0) for name in (psi, simple, "vi")}
    similar = {name: properties.check(name, "similarity_metric", n=5, budget=0) for name in (simple, "mi")}
    zero_on_equal = properties.check(simple, "zero_only_on_equal", n=5, budget=0)
    one_class, clusters = [0, 0, 0, 0, 0], [0, 0, 1, 1, 2]
    purity, accuracy = cd.purity(one_class, clusters), cd.classification_accuracy(one_class, clusters)
    checks = (
        claim("1 - simplified PSI is a metric: the triangle inequality", bool(triangle[simple]), triangle[simple].how),
        claim("1 - simplified PSI is a metric: 0 for equal clusterings only", bool(zero_on_equal), zero_on_equal.how),
        claim("1 - PSI is none, which is why PSI is simplified", not triangle[psi], str(triangle[psi].counterexample)),
        addition("simplified PSI itself is no similarity metric", not similar[simple], str(similar[simple].counterexample)),
        claim("VI is a metric", bool(triangle["vi"]), triangle["vi"].how),
        claim(
            "MI is a metric", bool(similar["mi"]), str(similar["mi"].counterexample), "neither a distance nor a similarity as defined in section 2"
        ),
        claim(
            "purity is equivalent to classification accuracy",
            purity == accuracy,
            f"{purity:g} ≠ {accuracy:g} for one class / clusters of 2, 2, 1",
            "equal only if the best match is one to one",
        ),
    )
    note = "The inequality for similarities is that of Theodoridis & Koutroumbas, recalled, not looked up."
    return Section("Sections 2, 5, 6: metrics", checks, note=note)


PAPER = Paper(
    "rezaei-2016",
    "Rezaei & Fränti 2016",
    exact=(figure_10, figure_12, figure_14, figure_16, figure_18, figure_20, table_7, _corrected_for_chance, _metrics),
    simulated=(table_6, figure_21, figure_22, figure_25),
)
