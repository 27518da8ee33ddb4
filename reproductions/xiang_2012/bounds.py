"""Xiang et al. 2012: decompositions, lower bounds, and propositions."""

from __future__ import annotations

from math import ceil, floor, log, log2, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

import clusterdiff as cd
from reproductions._report import EXACT, Check, Section, addition, claim, misprint, missing, number, refuted
from clusterdiff.properties import check, extremes, pairs, shapes

if TYPE_CHECKING:
    from collections.abc import Callable


def _pair_share(m: int, n: int) -> float:
    return m * (m - 1) / (n * (n - 1)) if n > 1 else 1.0


# A measure is Σ w(m, n)·score + b(m, n) over the components of m elements: weight and offset.
SUMS: dict[str, tuple[str, Callable[[int, int], float], Callable[[int, int], float]]] = {
    "R": ("rand", _pair_share, lambda m, n: m / n - _pair_share(m, n)),
    "I": ("mi", lambda m, n: m / n, lambda m, n: m / n * log2(n / m)),
    "V": ("nvi[by=log_n]", lambda m, n: m * log(m) / (n * log(n)) if n > 1 else 1.0, lambda _m, _n: 0.0),
    "N": ("NVD", lambda m, n: m / n, lambda _m, _n: 0.0),
    "A": ("A", lambda m, n: m / n, lambda _m, _n: 0.0),
    "K": ("nvi[by=clusters,k_max=9]", lambda m, n: m / n, lambda _m, _n: 0.0),
    "S*": ("S_H", lambda m, n: m / n, lambda _m, _n: 0.0),
}


def table_1() -> Section:
    """Every measure of the table is a weighted sum over components."""
    cases = [pair for n in range(1, 6) for pair in pairs(n)]
    checks = []
    for label, (name, weight, offset) in SUMS.items():
        parts = [(len(a), cd.decompose(name, a, b)) for a, b in cases]
        sums = [sum(weight(t.size, n) * t.score + offset(t.size, n) for t in d.terms) for n, d in parts]
        error = max(abs(total - d.value) for total, (_, d) in zip(sums, parts, strict=True))
        own = max(abs(d.total - d.value) for _, d in parts)
        checks.append(claim(f"{label} is a weighted sum over components", max(error, own) < EXACT, f"largest error {max(error, own):.0e}"))
    note = (
        f"All {len(cases)} tables of up to five elements. Weights are shares of elements, but for R (shares of pairs) and V (m·log m / n·log n); "
        "R and I have offsets."
    )
    return Section("Table 1: decompositions", tuple(checks), note=note)


def clusterings_with_least_n(n: int) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Two clusterings of n elements with the least N, found by trying all, one of them up to the order of elements."""
    every = np.array([p.codes for p in cd.Partition.all(n)], int)
    inside = every[:, :, None] == np.arange(n)  # clustering × element × cluster
    found = []
    for a in shapes(n):
        cells = np.einsum("ei,bej->bij", np.array(a)[:, None] == np.arange(n), inside.astype(np.int64))
        kept = cells.max(axis=2).sum(axis=1) + cells.max(axis=1).sum(axis=1)
        found.append((int(kept.min()), np.array(a), every[kept.argmin()]))
    return min(found, key=lambda item: item[0])[1:]


def table_2() -> Section:
    """The least value of each measure over all pairs of n elements."""
    checks: list[Check] = []
    for n in range(2, 9):
        value = 1 - cd.invariant_van_dongen(*clusterings_with_least_n(n))
        low, high, right = floor(sqrt(n)), ceil(sqrt(n)), ceil(2 * sqrt(n)) / (2 * n)
        what, printed = f"least N, n = {n}: (⌊√n⌋ + ⌈√n⌉)/2n", (low + high) / (2 * n)
        if low * high < n:
            checks.append(misprint(what, printed, value, right, "needs ⌊√n⌋·⌈√n⌉ ≥ n; ⌈2√n⌉/2n is right", 6))
        else:
            checks.append(number(what, printed, value, 6))
    bounds = {"rand": 0, "nmi": 0, "nvi[by=log_n]": 0, "S_H": 0, "A": 1}
    error = max(abs(extremes(name, n).least - least / n) for name, least in bounds.items() for n in range(2, 7))
    checks.append(addition("least R, NMI, 1 - V and S_H are 0, least A is 1/n", error < EXACT, f"all pairs of n = 2 … 6, error at most {error:.0e}"))
    note = "All pairs of clusterings are tried. Of the printed bounds only that of N is on record; the others are what trying gives."
    return Section("Table 2: lower bounds", tuple(checks), note=note)


READINGS = {
    "normalized": "S_H is normalized: from 0 to 1, and 1 for equal clusterings only",
    "conditionally_normalized": "Proposition 5.1: against every clustering S_H reaches from 0 to 1, and is 1 at itself only",
    "join_weighted": "S_H is a weighted sum over components",
    "meet_weighted": "S_H is a mean over the elements of the meet",
    "subcomponent_consistent": "S_H is consistent: better in a component is better as a whole",
    "decreasing_along_worsening_series": "S_H never rises along splits, nor along merges",
}


def propositions() -> Section:
    """What the paper claims for S_H, by trying."""
    checks = []
    for name, statement in READINGS.items():
        verdict = check("S_H", name, n=6, budget=100)
        checks.append(claim(statement, bool(verdict), str(verdict.counterexample or verdict.how)))
    for name, label in (("rand", "R"), ("nvi[by=log_n]", "1 - V"), ("invariant_van_dongen", "N"), ("classification_accuracy", "A")):
        verdict = check(name, "conditionally_normalized", n=5)
        checks.append(claim(f"{label} is not conditionally normalized", verdict.status == "fails", str(verdict.counterexample)))
    zero = [(p, cd.Partition.bottom(n)) for n in range(3, 7) for p in cd.Partition.all(n) if len(p) < n]
    values = [cd.split_merge_entropy(p, low) for p, low in zero]
    alone = [bool((p.sizes == 1).any()) for p, _ in zero]
    checks += [
        refuted(
            "proof of 5.1: S*(L, bottom) > 0 unless L = bottom",
            min(values) > 0,
            all((v == 0) != one for v, one in zip(values, alone, strict=True)),
            f"0 for {values.count(0.0)} of {len(values)} clusterings of 3 to 6 elements",
            "it is 0 just where L has no singleton; the proposition holds all the same",
        ),
        missing(
            "Proposition 5.2", "the paper is not at hand and our notes do not have its statement; the claims above are those ascribed to the paper"
        ),
    ]
    return Section(
        "Propositions 5.1 and 5.2",
        tuple(checks),
        note="What a property says exactly, and where it is our reading, is said on the page of properties.",
    )
