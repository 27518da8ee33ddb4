"""Xiang et al. 2012, section 3: existing measures."""

from __future__ import annotations

from itertools import permutations
from math import comb, inf, log2
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.optimize import linprog

import clusterdiff as cd
from reproductions._report import EXACT, Check, Section, claim, refuted
from reproductions._small import bottom, cells, pairs, partitions, sizes, top
from reproductions.xiang_2012.measures import MEASURES, accuracy, nmi

if TYPE_CHECKING:
    from reproductions._small import Labels

_SOLVED = 1e-9  # the tolerance of the solver


def most_agreement(table: Any, *, equal: bool) -> float | None:
    """The largest Σ W·n_ij/n if rows and columns of W sum to 1 (`equal`) or at most 1; None if there is no W."""
    counts = table.to_scipy().toarray()
    height, width = counts.shape
    rows = np.kron(np.eye(height), np.ones(width))
    sums = np.vstack([rows, np.kron(np.ones(height), np.eye(width))])
    ones = np.ones(height + width)
    found = (
        linprog(-counts.ravel(), A_eq=sums, b_eq=ones)
        if equal
        else linprog(-counts.ravel(), A_ub=sums, b_ub=ones)
    )
    return None if found.fun is None else -float(found.fun) / table.n


def _constraints_of_a() -> Check:
    tables = [cd.Table.from_labels(a, b) for a, b in pairs(4)]
    square = [t.shape[0] == t.shape[1] for t in tables]
    solved = [most_agreement(t, equal=True) is not None for t in tables]
    relaxed = max(
        abs((most_agreement(t, equal=False) or 0.0) - cd.classification_accuracy(t)) for t in tables
    )
    return refuted(
        "Sec. 3.2, A",
        "some W has Σ_C W = 1 for all L and Σ_L W = 1 for all C",
        all(solved),
        solved == square and relaxed < _SOLVED,
        f"for {sum(solved)} of {len(tables)} tables of 4 elements, those with K = K'; with ≤ 1 the largest sum is A (error {relaxed:.0e})",
        "The total of W would have to be K and K' at once. With ≤ 1 in both places the definition is right.",
        "X6",
    )


def section_3() -> Section:
    """Section 3: bounds of A, and NMI against the top."""
    least = {n: min(accuracy(a, b) for a, b in pairs(n)) for n in range(2, 7)}
    independent = max(cd.mutual_information(top(n), c) for n in range(2, 6) for c in partitions(n))
    tops = [nmi(top(5), c) for c in partitions(5)]
    checks = (
        _constraints_of_a(),
        claim(
            "Sec. 3.2, A",
            "the lower bound of A is 1/n",
            all(abs(x - 1 / n) < EXACT for n, x in least.items()),
            ", ".join(f"{x:.4f}" for x in least.values()) + " for n = 2 to 6",
        ),
        claim(
            "Sec. 6, A",
            "φ₃-CEAF is the same as the classification accuracy",
            max(abs(_ceaf(a, b) - accuracy(a, b)) for n in range(1, 6) for a, b in pairs(n))
            < EXACT,
            "precision, recall and F of the mentions that the best of all pairings shares, n = 1 to 5",
        ),
        claim("Sec. 3.3, NMI", "I(⊤, C) = 0 for every C", independent == 0, "n = 2 to 5"),
        refuted(
            "Sec. 5.1, proof of Prop. 5.1",
            "NMI(⊤, C) = 0 for every C",
            not any(tops),
            tops[0] == 1 and not any(tops[1:]),
            f"0 for {tops.count(0.0)} of {len(tops)} clusterings of 5 elements",
            "NMI(⊤, ⊤) is 0/0, and Property 5.1 (1) asks for 1. The argument that Λ_⊤ is empty is not affected.",
            "X4",
        ),
        claim(
            "Sec. 3.3, V",
            "V = 0 for ⊤ against ⊥",
            abs(cd.variation_of_information(top(8), bottom(8)) - 3) < EXACT,
            "VI = log n",
        ),
    )
    return Section("Section 3: related work", (*_definitions(), *checks))


def _ceaf(a: Labels, b: Labels) -> float:
    """F of φ₃-CEAF: the entities shared under the best pairing, over the mentions of each side; all pairings are tried."""
    counts = cells(a, b)
    few, many = sorted((range(max(a) + 1), range(max(b) + 1)), key=len)
    turned = max(a) > max(b)
    shared = max(
        sum(counts.get((j, i) if turned else (i, j), 0) for i, j in zip(few, chosen, strict=True))
        for chosen in permutations(many, len(few))
    )
    precision, recall = shared / sum(sizes(b)), shared / sum(sizes(a))
    return 2 * precision * recall / (precision + recall)


def _definitions() -> list[Check]:
    """R, N, NMI, V and K from the formulas of section 3, with plain counting."""
    logs = {n: log2(n) for n in range(2, 6)}
    formulas = {
        "R": ("(C(n, 2) - P(L, L) - P(C, C) + 2P(L, C))/C(n, 2)", _links),
        "N": ("Σ max|L ∩ C|/2n + Σ max|L ∩ C|/2n", _moves),
        "NMI": ("I/max{H(L), H(C)}", lambda a, b: _shared(a, b) / (max(_h(a), _h(b)) or inf)),
        "V": ("1 - VI/log n", lambda a, b: 1 - _variation(a, b) / logs[len(a)]),
        "K": ("1 - VI/log k²", lambda a, b: 1 - _variation(a, b) / (2 * log2(9))),
    }
    cases = [pair for n in range(2, 6) for pair in pairs(n)]
    cases = [(a, b) for a, b in cases if max(a) or max(b)]  # for ⊤ and ⊤ NMI is 0/0
    checks = []
    for name, (text, formula) in formulas.items():
        error = max(abs(formula(a, b) - MEASURES[name](a, b)) for a, b in cases)
        shown = f"{len(cases)} tables of 2 to 5 elements, error at most {error:.0e}"
        checks.append(claim(f"Sec. 3: {name}", text, error < EXACT, shown))
    joint = max(abs(_joint(a, b) - cd.joint_entropy(a, b)) for a, b in cases)
    shown = f"{len(cases)} tables of 2 to 5 elements, error at most {joint:.0e}"
    checks.append(claim("Sec. 2: H(L, C)", "-Σ |L ∩ C|/n·log |L ∩ C|/n", joint < EXACT, shown))
    return checks


def _h(a: Labels) -> float:
    return -sum(x / len(a) * log2(x / len(a)) for x in sizes(a))


def _joint(a: Labels, b: Labels) -> float:
    return -sum(x / len(a) * log2(x / len(a)) for x in cells(a, b).values())


def _shared(a: Labels, b: Labels) -> float:
    return _h(a) + _h(b) - _joint(a, b)


def _variation(a: Labels, b: Labels) -> float:
    return _h(a) + _h(b) - 2 * _shared(a, b)


def _links(a: Labels, b: Labels) -> float:
    inside_a, inside_b, both = (
        sum(comb(x, 2) for x in xs) for xs in (sizes(a), sizes(b), cells(a, b).values())
    )
    every = comb(len(a), 2)
    return (every - inside_a - inside_b + 2 * both) / every


def _moves(a: Labels, b: Labels) -> float:
    table = cells(a, b)
    rows = sum(max(table[i, j] for j in set(b)) for i in set(a))
    columns = sum(max(table[i, j] for i in set(a)) for j in set(b))
    return (rows + columns) / (2 * len(a))
