"""Rezaei & Fränti 2016, section 4: similarity of two clusters, matching, and overall similarity."""

from __future__ import annotations

from itertools import combinations, permutations, product
from typing import TYPE_CHECKING

import numpy as np

import clusterdiff as cd
from clusterdiff.measures import SetMatching
from reproductions._report import EXACT, Check, Section, claim, listed, number
from reproductions._small import labels_of, pairs

if TYPE_CHECKING:
    from collections.abc import Callable


def jaccard(p: frozenset[int], q: frozenset[int]) -> float:
    """Eq. 9."""
    return len(p & q) / len(p | q)


def dice(p: frozenset[int], q: frozenset[int]) -> float:
    """Eq. 10, Sorensen–Dice."""
    return 2 * len(p & q) / (len(p) + len(q))


def braun_banquet(p: frozenset[int], q: frozenset[int]) -> float:
    """Eq. 11."""
    return len(p & q) / max(len(p), len(q))


_SETS = [frozenset(c) for k in range(1, 6) for c in combinations(range(5), k)]


def _f(p: frozenset[int], q: frozenset[int]) -> float:
    """2 · precision · recall/(precision + recall), and 0 without a shared element."""
    precision, recall = len(p & q) / len(p), len(p & q) / len(q)
    return 2 * precision * recall / (precision + recall) if p & q else 0.0


def _triangle(s: Callable[[frozenset[int], frozenset[int]], float]) -> bool:
    """Return whether 1 - s satisfies the triangle inequality on all subsets of five elements."""
    d = {(p, q): 1 - s(p, q) for p, q in product(_SETS, repeat=2)}
    return all(d[p, r] <= d[p, q] + d[q, r] + EXACT for p, q, r in product(_SETS, repeat=3))


def section_4_1() -> Section:
    """Figure 3 and equations 9 to 11."""
    small, near, far = frozenset(range(4)), frozenset(range(5)), frozenset(range(16))
    ordered = all(
        jaccard(p, q) <= braun_banquet(p, q) <= dice(p, q) for p, q in product(_SETS, repeat=2)
    )
    checks = (
        number("Fig. 3: J of P1 and P2", 0.80, jaccard(small, near), 2),
        number("Fig. 3: BB of P1 and P2", 0.80, braun_banquet(small, near), 2),
        number("Fig. 3: J of P1 and P3", 0.25, jaccard(small, far), 2),
        number("Fig. 3: BB of P1 and P3", 0.25, braun_banquet(small, far), 2),
        number("Fig. 3: SD of P1 and P3", 0.40, dice(small, far), 2),
        claim(
            "Sec. 4.1, eq. 9 to 11",
            "J ≤ BB ≤ SD for any two sets",
            ordered,
            f"all {len(_SETS) ** 2} pairs of subsets of five elements",
        ),
        claim(
            "Sec. 4.1",
            "SD is the F measure of precision n_ij/n_i and recall n_ij/m_j",
            max(abs(dice(p, q) - _f(p, q)) for p, q in product(_SETS, repeat=2)) < EXACT,
            f"all {len(_SETS) ** 2} pairs of subsets of five elements",
        ),
        claim(
            "Sec. 4.1",
            "1 - J is a metric",
            _triangle(jaccard),
            f"all {len(_SETS) ** 3:,} triples of subsets of five elements",
        ),
        claim(
            "Sec. 4.1",
            "1 - SD does not satisfy the triangle inequality",
            not _triangle(dice),
            "{0}, {0, 1}, {1}: 1 > 1/3 + 1/3",
        ),
    )
    note = "Figure 3: nested clusters whose sizes are as 4 to 5 and as 1 to 4. Figures 1, 2 and 8 are drawings without printed values."
    return Section(
        "Section 4.1: similarity of two clusters, figure 3, equations 9 to 11", checks, note=note
    )


# Tables 3, 4 and 5: how clusters are compared, matched and summed, and the named index in the library.
# G is the reference a, P is b.
DESIGNS: dict[str, tuple[str, SetMatching, Callable[[cd.Table], float]]] = {
    "FM": (
        "|P_i|·SD; matching, one-way; sum over N",
        SetMatching("dice", "nearest_b", "weighted"),
        lambda t: cd.f_measure(t.T),
    ),
    "CH": (
        "|P_i ∩ G_j|; pairing, greedy; shared objects over N",
        SetMatching("overlap", "greedy", "shared"),
        lambda t: 1 - cd.criterion_h(t),
    ),
    "NVD": (
        "|P_i ∩ G_j|; matching, two-way; shared objects in both directions over 2N",
        SetMatching("overlap", "nearest", "shared"),
        lambda t: 1 - cd.invariant_van_dongen(t),
    ),
    "Purity": (
        "|P_i ∩ G_j|; matching, one-way; shared objects over N",
        SetMatching("overlap", "nearest_b", "shared"),
        cd.purity,
    ),
    "PSI": (
        "BB; pairing, optimal; similarity of paired clusters over K, corrected for chance",
        SetMatching("braun_banquet", "optimal", "mean", adjusted=True),
        cd.pair_sets_index,
    ),
}


def tables_3_to_5() -> Section:
    """Each index of Table 2 is the stated combination."""
    tables = [cd.Table.from_labels(a, b) for n in range(1, 7) for a, b in pairs(n)]
    checks: list[Check] = []
    for name, (text, design, index) in DESIGNS.items():
        error = max(abs(design(t) - index(t)) for t in tables)
        checks.append(
            claim(
                f"Tables 3, 4 and 5: {name}",
                text,
                error < EXACT,
                f"all {len(tables)} tables of up to 6 elements, error at most {error:.0e}",
            )
        )
    checks += [_ranges(tables), *_centroid_checks()]
    note = (
        "CI, CSI and CR: nine points 0, 1, 2, 10, 11, 12, 20, 21, 22 on a line, G in three clusters of three, P = 0–11 | 12–21 | 22, worked by hand. The centroids are "
        "1, 11, 21 and 4.8, 17.67, 22; no distances are tied. Our copy prints the criterion of an unstable pair as D/(D × D) > 1, without indexes; it is read as "
        "D_ij² > D_i·D_j, D_ij being the distance of the two centroids of a pair and D_i, D_j those to the nearest centroid of their own clustering, "
        "since only then it does not depend on the unit of the distances."
    )
    return Section("Sections 4.1 to 4.3: Tables 3, 4 and 5", tuple(checks), note=note)


def _ranges(tables: list[cd.Table]) -> Check:
    """The column Range of Table 5."""
    found = {name: [design(t) for t in tables] for name, (_, design, _) in DESIGNS.items()}
    return claim(
        "Table 5, Range",
        "FM, CH, NVD, Purity and PSI are in [0, 1] (CI, CSI and CR: below)",
        all(min(x) >= 0 and max(x) == 1 for x in found.values()),
        "as similarities from "
        + ", ".join(f"{name} {min(x):.3f}" for name, x in found.items())
        + f" to 1 on {len(tables)} tables; of these only PSI reaches 0, since every cluster shares an object with another",
    )


def _centroid_checks() -> list[Check]:
    """CI, CSI and CR of nine points on a line against what is found by hand."""
    points = [[0.0], [1.0], [2.0], [10.0], [11.0], [12.0], [20.0], [21.0], [22.0]]
    g, p = [0, 0, 0, 1, 1, 1, 2, 2, 2], [0, 0, 0, 0, 0, 1, 1, 1, 2]
    found = {
        "CI": cd.centroid_index(g, p, X=points),
        "CSI": cd.centroid_similarity(g, p, X=points),
        "CR": cd.centroid_ratio(g, p, X=points),
    }
    unstable = [
        gap**2 > own * other
        for gap, own, other in (
            (22 - 21, 10, 22 - 53 / 3),
            (4.8 - 1, 10, 53 / 3 - 4.8),
            (53 / 3 - 11, 10, 22 - 53 / 3),
        )
    ]
    return [
        claim(
            "Tables 3, 4 and 5: CI",
            "matching by centroids, two-way; number of orphans, in [0, K - 1]",
            found["CI"] == 1,
            f"{found['CI']:g}: 11 has no partner from P to G, and 17.67 none from G to P",
        ),
        claim(
            "Tables 3, 4 and 5: CSI",
            "matching by centroids, two-way; shared objects over 2N",
            abs(found["CSI"] - (3 + 2 + 1 + 3 + 2 + 1) / 18) < EXACT,
            f"{found['CSI']:.4f} = 12/18",
        ),
        claim(
            "Tables 3, 4 and 5: CR",
            "pairing by centroids, greedy; stable or unstable pairs over K",
            abs(found["CR"] - (1 - sum(unstable) / 3)) < EXACT and unstable == [False, False, True],
            f"{found['CR']:.4f}: of the pairs 21 and 22, 1 and 4.8, 11 and 17.67 the last is unstable, 44.4 > 10 · 4.33",
        ),
    ]


# Figures 4 and 5: clusters of G in rows, of P in columns. The numbers that the text prints are the paper's, the others are ours.
FIGURE_4 = [[25, 18, 0], [22, 20, 3], [0, 7, 16]]
FIGURE_5 = [[6, 0, 0], [4, 3, 0], [0, 0, 5]]


def figures_4_to_6() -> Section:
    """Pairing, matching, and an orphan centroid."""
    weights = np.array(FIGURE_4)
    best = max(sum(weights[i, j] for i, j in enumerate(order)) for order in permutations(range(3)))
    paired = cd.classification_accuracy(cd.Table.from_matrix(weights)) * weights.sum()
    shared = np.array(FIGURE_5)
    forward, back = shared.argmax(axis=1).tolist(), shared.argmax(axis=0).tolist()
    greedy = cd.criterion_h(cd.Table.from_matrix(shared))
    along_back = 1 - shared.max(axis=0).sum() / shared.sum()
    points = [[0.0, 0.0], [0.0, 2.0], [10.0, 0.0], [10.0, 2.0], [20.0, 0.0], [20.0, 2.0]]
    orphans = cd.centroid_index([0, 0, 1, 1, 2, 2], [0, 0, 1, 1, 1, 1], X=points)
    checks = (
        claim(
            "Fig. 4",
            "the optimal pairing has the similarity 25 + 20 + 16 = 61",
            best == 61 and abs(paired - 61) < 1e-9,
            f"{paired:.0f} by `classification_accuracy`, {best} of all 6 pairings",
        ),
        listed(
            "Sec. 4.1 on Fig. 5",
            "G1 is more similar to P1 than G2 is, with 6 and 4 shared objects",
            "entered in the table, which is ours",
        ),
        listed(
            "Fig. 5",
            "in the matching from G to P, one cluster of P remains unmatched",
            f"P{({0, 1, 2} - set(forward)).pop() + 1} in the table, which is ours",
        ),
        claim(
            "Fig. 5",
            "the matching from P to G is that of greedy pairing: (P1, G1), (P2, G2), (P3, G3)",
            back == [0, 1, 2] and abs(greedy - along_back) < EXACT,
            f"{', '.join(f'P{j + 1} to G{i + 1}' for j, i in enumerate(back))}; criterion H {greedy:.4f} both ways",
        ),
        claim(
            "Fig. 6",
            "one orphan centroid shows one difference in global allocation",
            orphans == 1,
            f"centroid index {orphans:g} for three clusters of which P merges two",
        ),
    )
    note = (
        "The graphs are pictures, of which the text gives some numbers: 25, 20, 16 and 61 in figure 4, 6 and 4 in figure 5. The others are ours, chosen so that the statements can hold: "
        f"figure 4 is {FIGURE_4}, figure 5 {FIGURE_5}, clusters of G in rows. Figure 6 is three pairs of points in the plane."
    )
    return Section("Section 4.2: figures 4, 5 and 6, pairing and matching", checks, note=note)


FIGURE_7 = {
    "too few, 3-vs-3": ([[25, 25, 0], [0, 0, 25], [0, 0, 25]], 0.75, 0.50),
    "too few, 3-vs-4": ([[25, 25, 0, 0], [0, 0, 25, 0], [0, 0, 0, 25]], 0.875, 0.75),
    "too many, 3-vs-2": ([[25, 0], [25, 0], [0, 50]], 0.875, 0.75),
    "too many, 3-vs-3": ([[25, 0, 0], [25, 0, 0], [0, 25, 25]], 0.75, 0.50),
}


def figure_7() -> Section:
    """Figure 7 and equation 12."""
    checks: list[Check] = []
    higher = []
    for name, (matrix, matching, pairing) in FIGURE_7.items():
        g, p = labels_of(matrix)
        found = 1 - cd.invariant_van_dongen(g, p), cd.classification_accuracy(g, p)
        higher.append(found[0] > found[1])
        printed = int(100 * matching) / 100  # 87.5 % is printed as 87 %
        exact = abs(found[0] - matching) < EXACT
        checks.append(
            claim(f"Fig. 7, {name}", f"matching = {printed:.0%}", exact, f"{found[0]:.1%}")
        )
        checks.append(number(f"Fig. 7, {name}: pairing", pairing, found[1], 2))
    checks.append(
        claim("Fig. 7", "matching gives higher values than pairing", all(higher), "in all four")
    )
    note = "Four clusters of 25 objects each on the finest level; matching is 1 - NVD, pairing the optimal one-to-one map."
    return Section("Section 4.2: figure 7, matching and pairing", tuple(checks), note=note)
