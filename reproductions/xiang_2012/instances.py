"""Xiang et al. 2012: the instances of the framework, and the weights of A."""

from __future__ import annotations

from math import log2
from typing import Any

import numpy as np

import clusterdiff as cd
from reproductions._report import EXACT, Check, Section, claim, refuted
from clusterdiff.properties import pairs

SOLVED = 1e-9  # the solver's own tolerance


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


def _erratum_14() -> Check:
    tables = [cd.Table.from_labels(a, b) for a, b in pairs(4)]
    square = [t.shape[0] == t.shape[1] for t in tables]
    solved = [most_agreement(t, equal=True) is not None for t in tables]
    relaxed = max(abs((most_agreement(t, equal=False) or 0.0) - cd.classification_accuracy(t)) for t in tables)
    found = [sum(able for able, even in zip(solved, square, strict=True) if even == wanted) for wanted in (True, False)]
    return refuted(
        "sec. 3.2: some W has Σ W = 1 for all L and for all C",
        all(solved),
        solved == square and relaxed < SOLVED,
        f"for {found[0]} of {sum(square)} tables of four elements with K = K', {found[1]} of {len(tables) - sum(square)} others; "
        f"with ≤ 1 the largest sum is at most {relaxed:.0e} from A",
        "both ask for the total weight, K of one and K' of the other; read ≤ 1",
    )


def _kept(points: list[float], parts: list[int]) -> float:
    """The library's score of one cluster of four points that is cut into parts."""
    spread: Any = cd.MeanSquaredError(points)
    return cd.SplitMerge(spread)([0, 0, 0, 0], parts)


def _error_kept(points: list[float]) -> float:
    """The squared error within the first two and the last two points, as a share of that of all four."""
    every = np.array(points)
    return float((every[:2].var() + every[2:].var()) / 2 / every.var())


def _erratum_13() -> list[Check]:
    halves, whole = [0, 0, 1, 1], [0, 0, 0, 0]
    centred, coinciding, still = [-1.0, 1.0, -2.0, 2.0], [0.0, 0.0, 1.0, 1.0], [5.0] * 4
    one, none, convention, unsplit = (
        _kept(points, parts) for points, parts in ((centred, halves), (coinciding, halves), (still, halves), (still, whole))
    )
    return [
        refuted(
            "MSE: s < 1 for a cluster that is split",
            one < 1,
            abs(one - _error_kept(centred)) < EXACT,
            f"s = {one:g} for -1, 1 and -2, 2",
            "parts with one centroid leave no error between them",
        ),
        refuted(
            "MSE: s > 0 for a cluster that is not cut into singletons",
            none > 0,
            abs(none - _error_kept(coinciding)) < EXACT,
            f"s = {none:g} for 0, 0 and 1, 1",
            "points that coincide leave no error within the parts",
        ),
        refuted(
            "MSE: the same for a cluster without variance",
            convention > 0,
            (convention, unsplit) == (0, 1),
            f"s = {convention:g} for 5, 5 and 5, 5, {unsplit:g} if not split",
            "the formula is 0/0 there; these values are our convention",
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
        refuted(
            "K is S' with s = 1 - H/log k²",
            wrong < EXACT,
            max(quarter, right) < EXACT,
            f"up to {wrong:.3f} off; with s = 1 - H/log k at most {right:.0e}",
            "it gives 1 - VI/(4·log k); s = 1 - H/log k is right",
        ),
        refuted(
            "NMI(top, C) = 0 for any C",
            not any(tops),
            tops[0] == 1 and not any(tops[1:]),
            f"0 for {tops.count(0.0)} of {len(tops)} clusterings of five elements, {tops[0]:g} for top itself",
            "NMI(top, top) is 0/0 and must be 1 by Property 5.1.1",
        ),
        *_erratum_13(),
        _erratum_14(),
    ]
    return Section("Sections 3.2 to 5.1: instances of the framework", tuple(checks))
