"""Rezaei & Fränti 2016: Set matching measures for external cluster validity."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from math import comb, log2

import numpy as np

import clusterdiff as cd
from clusterdiff import chance, properties
from clusterdiff.papers._report import EXACT, Paper, Section, addition, claim, misprint, refuted
from clusterdiff.papers._rezaei_data import figure_21, figure_22, table_6
from clusterdiff.papers._rezaei_figures_10_to_14 import figure_10, figure_12, figure_14
from clusterdiff.papers._rezaei_figures_16_to_20 import figure_16, figure_18, figure_20
from clusterdiff.papers._rezaei_stability import figure_25
from clusterdiff.papers._rezaei_table_7 import table_7

THREES = (0, 0, 0, 1, 1, 1)


def _true_mean_of_s() -> Fraction:
    """Mean of S, the similarity of paired clusters, over all pairs of partitions of six elements into two threes."""
    total, count = Fraction(0), 0
    for b in permutations(THREES):
        both = sum(x == y == 0 for x, y in zip(THREES, b, strict=True))
        total += 2 * Fraction(max(both, 3 - both), 3)
        count += 1
    return total / count


def _adjusted_vi(table: cd.Table) -> float:
    """(E[VI] - VI)/E[VI], where E[VI] = H(a) + H(b) - 2·E[I]."""
    expected = cd.entropy(table) + cd.entropy(table.T) - 2 * cd.expected_mutual_information(table)
    return (expected - cd.variation_of_information(table)) / expected


def _corrected_for_chance() -> Section:
    tables = [cd.Table.from_labels(*np.random.default_rng(seed).integers(0, 4, (2, 40))) for seed in range(100)]
    nvi_is_nmi = all(abs(1 - cd.measure("nvi").on(t) - cd.measure("nmi").on(t)) < EXACT for t in tables)
    avi_is_ami = max(abs(_adjusted_vi(t) - cd.adjusted_mutual_information(t)) for t in tables)
    singles, twos = range(10), np.arange(10) // 2
    nmi, ami = cd.normalized_mutual_information(singles, twos), cd.adjusted_mutual_information(singles, twos)
    all_gained = 2 * log2(5) / (log2(10) + log2(5))  # I = H(twos), however the elements are dealt
    mean_s = float(np.mean([1 + cd.simplified_pair_sets_index(THREES, b) for b in set(permutations(THREES))]))  # (S - 1)/(2 - 1)
    ari = cd.adjusted_rand([0, 0, 1, 1, 2, 2], [0, 1, 0, 1, 0, 1])
    apart = cd.rand([0, 0, 0, 0], [0, 1, 2, 3])
    ten = np.repeat(np.arange(10), 1000)
    p = 10 * comb(1000, 2) / comb(10_000, 2)
    expected = chance.expected(ten, ten, "rand").value
    checks = (
        claim("Theorem 1: 1 - NVI = NMI", nvi_is_nmi, "100 random tables"),
        claim("Theorem 1: AVI, (E[VI] - VI)/E[VI], is AMI", avi_is_ami < EXACT, f"100 random tables, at most {avi_is_ami:.0e} off"),
        refuted(
            "Theorem 1: NMI = AMI",
            abs(nmi - ami) < EXACT,
            abs(nmi - all_gained) < EXACT and abs(ami) < EXACT,
            f"{nmi:.3f} and {ami:.3f} for ten singletons / five pairs",
            "true only for the MI of the expected table, not for its mean, which is I here",
        ),
        misprint("Theorem 2: E as the mean of S, sizes 3, 3 / 3, 3", 1.0, mean_s, float(_true_mean_of_s()), "E is S of the expected table"),
        refuted("ARI is never below 0", ari >= 0, abs(ari + 4 / 11) < EXACT, f"{ari:.3f} for 001122 / 010101", "it is -4/11 there"),
        refuted(
            "the Rand index lies within [0.5, 1]", apart >= 1 / 2, apart == 0, f"{apart:g} for one cluster / singletons", "no pair is alike there"
        ),
        misprint(
            "expected Rand index, ten equal clusters", 0.5, expected, 1 - 2 * p + 2 * p**2, "it is 1 - 2p + 2p², p the share of pairs together", 2
        ),
    )
    return Section("Sections 3, 6: what is corrected for chance", checks)


def _metrics() -> Section:
    psi, simple = "pair_sets_index", "simplified_pair_sets_index"
    triangle = {name: properties.check(name, "triangle_inequality", n=5, budget=0) for name in (psi, simple, "vi")}
    similar = {name: properties.check(name, "similarity_metric", n=5, budget=0) for name in (simple, "mi")}
    zero_on_equal = properties.check(simple, "zero_only_on_equal", n=5, budget=0)
    one_class, clusters = [0, 0, 0, 0, 0], [0, 0, 1, 1, 2]
    purity, accuracy = cd.purity(one_class, clusters), cd.classification_accuracy(one_class, clusters)
    own = cd.mutual_information([0, 0], [0, 0]), cd.mutual_information([0, 1], [0, 1])
    checks = (
        claim("1 - simplified PSI is a metric: the triangle inequality", bool(triangle[simple]), triangle[simple].how),
        claim("1 - simplified PSI is a metric: 0 for equal clusterings only", bool(zero_on_equal), zero_on_equal.how),
        claim("1 - PSI is none, which is why PSI is simplified", not triangle[psi], str(triangle[psi].counterexample)),
        addition("simplified PSI itself is no similarity metric", not similar[simple], str(similar[simple].counterexample)),
        claim("VI is a metric", bool(triangle["vi"]), triangle["vi"].how),
        refuted(
            "MI is a metric",
            bool(similar["mi"]),
            own == (0, 1),  # of equal clusterings: neither one value, as a similarity has, nor 0, as a distance has
            str(similar["mi"].counterexample),
            "neither a distance nor a similarity as defined in section 2: I(a, a) is H(a)",
        ),
        refuted(
            "purity is equivalent to classification accuracy",
            purity == accuracy,
            (purity, accuracy) == (1, 2 / 5),
            f"{purity:g} and {accuracy:g} for one class / clusters of 2, 2, 1",
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
