"""Rezaei & Fränti 2016, sections 2, 3 and 5: bounds, correction for chance, metrics."""

from __future__ import annotations

from math import comb, log2

import numpy as np

import clusterdiff as cd
from reproductions._report import EXACT, Check, Section, claim, listed, misprint, refuted
from reproductions._small import pairs, partitions


def _pair_counting() -> list[Check]:
    """Sections 2 and 3: bounds of the Rand index and of ARI."""
    crossed = (0, 0, 1, 1, 2, 2), (0, 1, 0, 1, 0, 1)
    ari, apart = cd.adjusted_rand(*crossed), cd.rand((0,) * 4, (0, 1, 2, 3))
    ten = np.repeat(np.arange(10), 1000)
    p = 10 * comb(1000, 2) / comb(10_000, 2)
    other = np.roll(ten, 500)  # the same sizes; ARI = (R - E)/(1 - E) gives E
    expected = (cd.rand(ten, other) - cd.adjusted_rand(ten, other)) / (
        1 - cd.adjusted_rand(ten, other)
    )
    return [
        refuted(
            "Sec. 2, 3",
            "the Rand index is within [0.5, 1]",
            apart >= 1 / 2,
            apart == 0,
            f"{apart:g} for one cluster against singletons",
            "No pair is treated alike there.",
            "R4",
        ),
        misprint(
            "Sec. 3: expected Rand index of random partitions",
            0.5,
            expected,
            1 - 2 * p + 2 * p**2,
            "Ten equal clusters of 1000: it is 1 - 2p + 2p², p = 0.1 the share of pairs that are together.",
            "R4",
            2,
        ),
        refuted(
            "Sec. 3",
            "ARI is lower bounded by zero",
            ari >= 0,
            abs(ari + 4 / 11) < EXACT,
            f"{ari:.3f} for 001122 against 010101",
            "It is -4/11 there.",
            "R3",
        ),
    ]


def _information_and_purity() -> list[Check]:
    """Sections 3 and 4: the forms of VI, and Purity."""
    cases = [pair for n in range(1, 7) for pair in pairs(n)]
    forms = max(
        abs(
            cd.variation_of_information(a, b)
            - (cd.entropy(a) + cd.entropy(b) - 2 * cd.mutual_information(a, b))
        )
        for a, b in cases
    )
    one_class, clusters = (0,) * 5, (0, 0, 1, 1, 2)
    purity, accuracy = (
        cd.purity(one_class, clusters),
        cd.classification_accuracy(one_class, clusters),
    )
    return [
        claim(
            "Eq. 6 and 8",
            "VI = H(P) + H(G) - 2MI",
            forms < EXACT,
            f"all {len(cases)} tables of up to 6 elements, error at most {forms:.0e}",
        ),
        refuted(
            "Sec. 4, 8",
            "the measures cited as classification error or accuracy are equivalent to Purity",
            purity == accuracy,
            (purity, accuracy) == (1, 2 / 5),
            f"{purity:g} and {accuracy:g} for one class and clusters of 2, 2, 1",
            "True for the accuracy of ref. 34, which is Purity. The classification error of Meilă & Heckerman and of ref. 9 maps clusters one to one.",
            "R6",
        ),
    ]


def _similarity_metric() -> list[Check]:
    """Section 2: the triangle inequality of similarities, from that of c/I and from that of max(I) - I."""
    top, middle, low = (0, 0, 0), (0, 0, 1), (0, 1, 2)
    first, second, both = cd.rand(top, middle), cd.rand(middle, low), cd.rand(top, low)
    return [
        listed(
            "Sec. 2",
            "if c/I is a metric, I is a similarity metric: I₁₂·I₂₃ ≤ I₁₃·(I₁₂ + I₂₃)",
            "the two inequalities are the same, multiplied by I₁₂·I₂₃·I₁₃",
        ),
        refuted(
            "Sec. 2",
            "the same follows if max(I) - I is a metric",
            first * second <= both * (first + second),
            first * second > 0 and both == 0,
            f"Rand index of 000, 001 and 012: {first:.3f}·{second:.3f} > {both:g}",
            "1 - R is a metric, but R does not satisfy the inequality as printed: R₁₃ = 0, while R₁₂ = 1/3 and R₂₃ = 2/3.",
            "R9",
        ),
    ]


def section_3() -> Section:
    """Sections 2 to 4: the Rand index, ARI, MI and VI, purity."""
    checks = (*_similarity_metric(), *_pair_counting(), *_information_and_purity())
    return Section("Sections 2 to 4: Rand index, ARI, VI and Purity", checks)


def _adjusted_vi(table: cd.Table) -> float:
    """(E[VI] - VI)/E[VI], where E[VI] = H(P) + H(G) - 2E[MI]."""
    expected = cd.entropy(table) + cd.entropy(table.T) - 2 * cd.expected_mutual_information(table)
    return (expected - cd.variation_of_information(table)) / expected


def _theorem_1() -> list[Check]:
    """Eq. 13."""
    tables = [
        cd.Table.from_labels(*np.random.default_rng(seed).integers(0, 4, (2, 40)))
        for seed in range(100)
    ]
    nvi = max(
        abs(1 - cd.normalized_variation_of_information(t) - cd.normalized_mutual_information(t))
        for t in tables
    )
    avi = max(abs(_adjusted_vi(t) - cd.adjusted_mutual_information(t)) for t in tables)
    avi = max(
        avi, *(abs(_adjusted_vi(t) - cd.adjusted_variation_of_information(t)) for t in tables)
    )
    singles, twos = range(10), np.arange(10) // 2
    nmi, ami = (
        cd.normalized_mutual_information(singles, twos),
        cd.adjusted_mutual_information(singles, twos),
    )
    all_gained = 2 * log2(5) / (log2(10) + log2(5))  # MI = H(twos), however the elements are dealt
    tried = "100 random tables, error at most"
    return [
        claim("Theorem 1, eq. 13", "NVI_s = NMI", nvi < EXACT, f"{tried} {nvi:.0e}"),
        claim("Theorem 1, eq. 13", "AVI_s = AMI", avi < EXACT, f"{tried} {avi:.0e}"),
        refuted(
            "Theorem 1, eq. 13",
            "AMI = NMI",
            abs(nmi - ami) < EXACT,
            abs(nmi - all_gained) < EXACT and abs(ami) < EXACT,
            f"NMI {nmi:.3f}, AMI {ami:.3f} for ten singletons against five pairs",
            "Under the hypergeometric model E[MI] > 0. It is MI itself here, however the elements are dealt. The equality needs MI of the expected table, which is 0.",
            "R1",
        ),
    ]


def _metrics() -> list[Check]:
    """Section 5: which of VI and MI are metrics."""
    every = partitions(5)
    d = np.array([[cd.variation_of_information(a, b) for b in every] for a in every])
    own = cd.mutual_information((0, 0), (0, 0)), cd.mutual_information((0, 1), (0, 1))
    return [
        claim(
            "Sec. 5",
            "VI is a metric",
            bool((d[:, None] <= d[:, :, None] + d[None] + EXACT).all()),
            f"all {len(d) ** 3:,} triples of 5 elements",
        ),
        refuted(
            "Sec. 5",
            "MI is a metric",
            own[0] == own[1],
            own == (0, 1),
            f"MI of a partition with itself: {own[0]:g} for 00, {own[1]:g} for 01",
            "Neither metric of section 2: a distance is 0, and a similarity one constant, for all equal partitions.",
            "R5",
        ),
    ]


def _larsen_aone() -> Check:
    """How section 5 describes the index of Larsen and Aone."""
    cases = [pair for n in range(1, 6) for pair in pairs(n)]
    error = 0.0
    for g, p in cases:
        best = [
            max(
                2
                * sum(x == i and y == j for x, y in zip(g, p, strict=True))
                / (g.count(i) + p.count(j))
                for j in set(p)
            )
            for i in set(g)
        ]
        error = max(error, abs(cd.larsen_aone(g, p) - sum(best) / len(best)))
    return claim(
        "Sec. 5: Larsen and Aone",
        "the similarities of the matched clusters, normalized for each cluster individually, are summed up",
        error < EXACT,
        f"the mean of the largest 2n_ij/(n_i + m_j) over the classes: all {len(cases)} tables of up to 5 elements, error at most {error:.0e}",
    )


def section_5() -> Section:
    """Theorem 1, and which are metrics."""
    bounds = all(
        cd.variation_of_information(a, b) <= cd.entropy(a) + cd.entropy(b) + EXACT
        for a, b in pairs(6)
    )
    checks = (
        claim("Sec. 5", "H(P) + H(G) is an upper bound of VI", bounds, "all tables of 6 elements"),
        _larsen_aone(),
        *_theorem_1(),
        *_metrics(),
    )
    return Section("Section 5: correction for chance, Theorem 1", checks)
