"""Xiang et al. 2012: the instances of the framework, and the weights of A."""

from __future__ import annotations

from math import log2
from typing import Any

import numpy as np

import clusterdiff as cd
from clusterdiff.papers._report import Check, Section, claim
from clusterdiff.properties import pairs

EXACT = 1e-12


def most_agreement(table: cd.Table, *, equal: bool) -> float | None:
    """The largest Σ W·n_ij/n over W ≥ 0 whose rows and columns sum to 1 each (`equal`) or to at most 1; None if there is no such W."""
    from scipy.optimize import linprog

    counts = table.to_scipy().toarray()
    height, width = counts.shape
    rows = np.kron(np.eye(height), np.ones(width))
    sums = np.vstack([rows, np.kron(np.ones(height), np.eye(width))])
    ones = np.ones(height + width)
    found = linprog(-counts.ravel(), A_eq=sums, b_eq=ones) if equal else linprog(-counts.ravel(), A_ub=sums, b_ub=ones)
    return None if found.fun is None else -float(found.fun) / table.n


def _erratum_14() -> list[Check]:
    tables = [cd.Table.from_labels(a, b) for a, b in pairs(4)]
    strict = [(t, most_agreement(t, equal=True)) for t in tables]
    relaxed = max(abs((most_agreement(t, equal=False) or 0.0) - cd.classification_accuracy(t)) for t in tables)
    solved, uneven = sum(value is not None for _, value in strict), sum(t.shape[0] != t.shape[1] for t in tables)
    return [
        claim(
            "sec. 3.2: some W has Σ W = 1 for all L and for all C",
            solved == len(tables),
            f"for {solved} of {len(tables)} tables of four elements, none with K ≠ K'",
            "both ask for the total weight, K of one and K' of the other",
        ),
        claim(
            "… it has for K = K', and only then",
            all((value is not None) == (t.shape[0] == t.shape[1]) for t, value in strict),
            f"{uneven} tables have K ≠ K'",
        ),
        claim("… corrected: with ≤ 1 the largest sum is A", relaxed < 1e-9, f"all {len(tables)} tables, error at most {relaxed:.0e}"),  # noqa: PLR2004
    ]


def _erratum_13() -> list[Check]:
    def score(points: list[float]) -> float:
        """S* of four points in one cluster against the first two and the last two: the score of the one cluster."""
        spread: Any = cd.MeanSquaredError(points)
        return cd.SplitMerge(spread)([0, 0, 0, 0], [0, 0, 1, 1])

    same, coinciding, still = score([-1, 1, -2, 2]), score([0, 0, 1, 1]), [5.0] * 4
    return [
        claim(
            "MSE: s < 1 for a cluster that is split",
            same < 1,
            f"s = {same:g} for -1, 1 and -2, 2",
            "parts with one centroid leave no error between them",
        ),
        claim(
            "MSE: s > 0 for a cluster that is not cut into singletons",
            coinciding > 0,
            f"s = {coinciding:g} for 0, 0 and 1, 1",
            "points that coincide leave no error within the parts",
        ),
        claim(
            "MSE: s is defined for every cluster",
            float(np.var(still)) > 0,
            f"0/0, here {score(still):g} by convention, for 5, 5 and 5, 5",
            "a cluster without variance has no share to keep",
        ),
    ]


def instances() -> Section:
    """K, N and NMI as the paper puts them, the MSE instance, and the weights of A."""
    k, cases = 6, [pair for n in range(1, 7) for pair in pairs(n)]
    exact = [1 - cd.variation_of_information(a, b) / (2 * log2(k)) for a, b in cases]
    whole, squared = (cd.SplitMerge(cd.BoundedEntropy(x), combine="mean") for x in (k, k**2))
    right = max(abs(whole(a, b) - value) for (a, b), value in zip(cases, exact, strict=True))
    wrong = max(abs(squared(a, b) - value) for (a, b), value in zip(cases, exact, strict=True))
    quarter = max(abs(squared(a, b) - (1 + value) / 2) for (a, b), value in zip(cases, exact, strict=True))
    largest = cd.SplitMerge(cd.LargestPart(), combine="mean")
    n_error = max(abs(largest(a, b) - (1 - cd.invariant_van_dongen(a, b))) for a, b in cases)
    tops = [cd.normalized_mutual_information([0] * 5, p) for p in cd.Partition.all(5)]
    checks = [
        claim("N is S' with s = largest share", n_error < EXACT, f"all {len(cases)} tables of up to 6 elements"),
        claim("K is S' with s = 1 - H/log k²", wrong < EXACT, f"up to {wrong:.3f} off", "that gives 1 - VI/(4·log k)"),
        claim("… which is 1 - VI/(4·log k)", quarter < EXACT, f"all {len(cases)} tables of up to 6 elements"),
        claim("… corrected: K is S' with s = 1 - H/log k", right < EXACT, f"all {len(cases)} tables of up to 6 elements"),
        claim(
            "NMI(top, C) = 0 for any C",
            not any(tops),
            f"0 for {tops.count(0.0)} of {len(tops)} clusterings of five elements, {tops[0]:g} for top itself",
            "NMI(top, top) is 0/0 and must be 1 by Property 5.1.1",
        ),
        *_erratum_13(),
        *_erratum_14(),
    ]
    return Section("Sections 3.2 to 5.1: instances of the framework", tuple(checks))
