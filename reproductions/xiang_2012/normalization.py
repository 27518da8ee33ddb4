"""Xiang et al. 2012, section 5.1: Table 2, Property 5.1 and Proposition 5.1."""

from __future__ import annotations

from functools import cache
from itertools import product
from math import ceil, floor, log2, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

import clusterdiff as cd
from clusterdiff.measures import SplitMerge
from reproductions._report import Check, Section, claim, misprint, number, refuted
from reproductions._small import bottom, meet, pairs, partitions, renumbered, shapes, top, word
from reproductions.xiang_2012.graphs import clusters
from reproductions.xiang_2012.measures import MEASURES, k_of, s_h, van_dongen
from reproductions.xiang_2012.series import worst_clustering

if TYPE_CHECKING:
    from collections.abc import Callable

    from reproductions._small import Labels

    Similarity = Callable[[Any, Any], float]

_NEAR = 1e-9
_LARGEST = 6


def _entropies(a: Labels, b: Labels) -> tuple[float, float, float]:
    return cd.entropy(a), cd.entropy(b), cd.joint_entropy(a, b)


def _at_extremes(a: Labels, b: Labels) -> bool:
    h, k, joint = _entropies(a, b)
    return abs(joint - log2(len(a))) < _NEAR and h * k < _NEAR


def _independent(a: Labels, b: Labels) -> bool:
    h, k, joint = _entropies(a, b)
    return abs(h + k - joint) < _NEAR


def _worst(a: Labels, b: Labels) -> bool:
    return meet(a, b) == bottom(len(a)) and not set(clusters(a)) & set(clusters(b))


CONDITIONS: dict[str, tuple[str, float, Callable[[Labels, Labels], bool]]] = {
    "R": ("H(L, C) = log n, H(L)·H(C) = 0", 0.0, _at_extremes),
    "A": ("H(L, C) = log n, H(L)·H(C) = 0", 1.0, _at_extremes),  # the least value is 1/n
    "I": ("H(L) + H(C) = H(L, C)", 0.0, _independent),
    "NMI": (
        "H(L, C) > 0, H(L) + H(C) = H(L, C)",
        0.0,
        lambda a, b: cd.joint_entropy(a, b) > _NEAR and _independent(a, b),
    ),
    "V": (
        "H(L, C) = log n, H(L) + H(C) = H(L, C)",
        0.0,
        lambda a, b: abs(cd.joint_entropy(a, b) - log2(len(a))) < _NEAR and _independent(a, b),
    ),
    "S_H": ("M = ⊥, L ∩ C = ∅ (S*)", 0.0, _worst),
}


def _conditions() -> list[Check]:
    checks = []
    cases = [pair for n in range(2, _LARGEST + 1) for pair in pairs(n)]
    for name, (text, least, condition) in CONDITIONS.items():
        low = {n: least / n for n in range(2, _LARGEST + 1)}
        holds = all(
            (abs(MEASURES[name](a, b) - low[len(a)]) < _NEAR) == condition(a, b) for a, b in cases
        )
        shown = f"the least value, {'1/n' if least else '0'}, is attained exactly there: all {len(cases)} tables of 2 to {_LARGEST} elements"
        checks.append(claim(f"Table 2: {name}", text, holds, shown))
    checks.append(_condition_of_k())
    return checks


def few_clusters(n: int) -> list[tuple[float, bool]]:
    """K of all tables of n elements with at most two clusters on each side (k = 2), and whether the condition of Table 2 holds."""
    found = []
    for cells in product(range(n + 1), repeat=3):
        if sum(cells) <= n:
            t = cd.Table.from_matrix(np.array([*cells, n - sum(cells)]).reshape(2, 2))
            h, other, joint = cd.entropy(t), cd.entropy(t.T), cd.joint_entropy(t)
            vi = 2 * joint - h - other
            found.append((1 - vi / 2, abs(joint - 2) < _NEAR and abs(h + other - joint) < _NEAR))
    return found


@cache
def least_k() -> dict[int, float]:
    """Return the least K for k = 2 and n = 4 to 9, where k ≤ √n."""
    return {n: max(0.0, min(x for x, _ in few_clusters(n))) for n in range(4, 10)}


def _only_multiples() -> str:
    return ", ".join(f"{x:.4f}" for x in least_k().values()) + " for n = 4 to 9 (k = 2)"


def _attained_at_multiples() -> bool:
    return all((x < _NEAR) == (n % 4 == 0) for n, x in least_k().items())


_K_REASON = "0 needs a table of k² equal cells: it is attained only if n is a multiple of k²."


def _condition_of_k() -> Check:
    """The row K of Table 2."""
    exact = all((x < _NEAR) == met for n in (4, 8) for x, met in few_clusters(n))
    solved = [n for n in range(4, 10) if any(met for _, met in few_clusters(n))]
    return refuted(
        "Table 2: K",
        "the lower bound is attained where H(L, C) = 2·log k, H(L) + H(C) = H(L, C)",
        len(solved) == 6,
        exact and solved == [4, 8] and _attained_at_multiples(),
        f"k = 2: the condition has solutions for n = {', '.join(map(str, solved))} only, and is right there; the least K is {_only_multiples()}",
        _K_REASON,
        "X7",
    )


def _worst_for_one_point() -> Check:
    """The sentence before Proposition 5.1."""
    zeros = {
        n: min(sum(s_h(a, c) == 0 for c in partitions(n)) for a in partitions(n)) for n in (1, 2, 3)
    }
    return refuted(
        "Sec. 5.1",
        "Ω_L, the worst clusterings, should not be empty for any L with n ≥ 1",
        zeros[1] > 0,
        zeros[1] == 0 < min(zeros[2], zeros[3]),
        f"least number of C with S_H = 0: {', '.join(f'{x} for n = {n}' for n, x in zeros.items())}",
        "For n = 1 there is one clustering, which is the best; Property 5.1 itself says that Ω_L is empty if and only if n = 1. It must be n ≥ 2.",
        "X8",
    )


@cache
def least_n(n: int) -> tuple[float, bool]:
    """The least N over all pairs of n elements, and whether the meet is ⊥ wherever it is attained."""
    every = np.array(partitions(n))
    member = (every[:, :, None] == np.arange(n)).astype(np.int64)  # clustering × element × cluster
    found: list[tuple[int, Labels, Labels]] = []
    for a in shapes(n):
        cells = np.einsum("ei,bej->bij", np.array(a)[:, None] == np.arange(n), member)
        kept = cells.max(axis=2).sum(axis=1) + cells.max(axis=1).sum(axis=1)
        found += [
            (int(kept.min()), a, partitions(n)[k]) for k in np.flatnonzero(kept == kept.min())
        ]
    least = min(kept for kept, _, _ in found)
    best = [(a, b) for kept, a, b in found if kept == least]
    return van_dongen(*best[0]), all(meet(a, b) == bottom(n) for a, b in best)


def table_2() -> Section:
    """Table 2: where each measure attains its lower bound."""
    checks = _conditions()
    for n in range(2, 9):
        value, _ = least_n(n)
        low, high, right = floor(sqrt(n)), ceil(sqrt(n)), ceil(2 * sqrt(n)) / (2 * n)
        item, printed = f"Table 2: least N, (⌊√n⌋ + ⌈√n⌉)/2n, n = {n}", (low + high) / (2 * n)
        if low * high < n:
            reason = "⌊√n⌋·⌈√n⌉ < n, so that many clusters cannot hold n single cells; ⌈2√n⌉/2n is right."
            checks.append(misprint(item, printed, value, right, reason, "X1", 6))
        else:
            checks.append(number(item, printed, value, 6))
    only = all(least_n(n)[1] for n in range(2, 9))
    checks.append(claim("Table 2: N", "the least N is attained for M = ⊥ only", only, "n = 2 to 8"))
    return Section(
        "Section 5.1: Table 2, lower bounds",
        tuple(checks),
        note="All pairs of clusterings are tried.",
    )


def normalized(s: Similarity, sizes: range, *, most: int | None = None) -> bool:
    """Whether the values lie in [0, 1] and reach 0 and 1 for every n, with at most `most` clusters."""
    for n in sizes:
        values = [s(a, b) for a, b in pairs(n) if most is None or max(*a, *b) < most]
        if abs(min(values)) > _NEAR or abs(max(values) - 1) > _NEAR:
            return False
    return True


def unconditional(s: Similarity, sizes: range) -> str:
    """The first clustering L for which Property 5.1 fails, and why; empty if there is none."""
    for n in sizes:
        for a in shapes(n):
            values = {c: s(a, c) for c in partitions(n)}
            ones = [c for c, x in values.items() if abs(x - 1) < _NEAR]
            if ones != [renumbered(a)]:
                return f"L = {word(a)}: S = 1 for {len(ones)} clusterings"
            zeros = sum(abs(x) < _NEAR for x in values.values())
            if n > 1 and not zeros:
                return f"L = {word(a)}: no C has S = 0"
            if n > 2 and zeros == len(values) - 1:
                return f"L = {word(a)}: no C has S between 0 and 1"
            if min(values.values()) < -_NEAR or max(values.values()) > 1 + _NEAR:
                return f"L = {word(a)}: S leaves [0, 1]"
    return ""


def _proof_of_5_1() -> Check:
    """What is said of S*(L, ⊥)."""
    cases = [p for n in range(3, 7) for p in partitions(n) if max(p) < n - 1]
    values = [s_h(p, bottom(len(p))) for p in cases]
    single = [any(p.count(k) == 1 for k in p) for p in cases]
    return refuted(
        "Proof of Prop. 5.1",
        "if L ≠ ⊥ then S*(L, ⊥) is in (0, 1)",
        min(values) > 0,
        all((x == 0) != one for x, one in zip(values, single, strict=True)),
        f"0 for {values.count(0.0)} of {len(values)} clusterings of 3 to 6 elements, e.g. L = 0011",
        "It is 0 exactly where L has no singleton. The proposition holds all the same.",
        "X3",
    )


def _normalized_or_not() -> list[Check]:
    """Proposition 5.1, first half: which measures are normalized."""
    sizes = range(2, _LARGEST + 1)
    within = {name: normalized(s, sizes) for name, s in MEASURES.items() if name != "K"}
    attained = f"0 and 1 are attained for n = 2 to {_LARGEST}"
    item = "Proposition 5.1"
    return [
        *(
            claim(item, f"{x} is not normalized", not within[x], f"n = 2 to {_LARGEST}")
            for x in ("N", "A", "I")
        ),
        *(claim(item, f"{x} is normalized", within[x], attained) for x in ("R", "NMI", "V")),
        refuted(
            item,
            "K is normalized",
            all(x < _NEAR for x in least_k().values()),
            _attained_at_multiples(),
            f"the least K is {_only_multiples()}",
            _K_REASON,
            "X7",
        ),
        _worst_for_one_point(),
    ]


def gini(a: Labels, b: Labels) -> float:
    """S* with another subcomponent measure: s = (Σ p² - 1/m)/(1 - 1/m) for the shares p of a cluster of m points."""

    def score(size: int, parts: Any) -> float:
        squares = sum((int(x) / size) ** 2 for x in parts)
        return 1.0 if size == 1 else (squares - 1 / size) / (1 - 1 / size)

    return SplitMerge(score)(a, b)


def _conditionally_or_not() -> list[Check]:
    """Proposition 5.1, second half: which are conditionally normalized."""
    sizes = range(1, _LARGEST + 1)
    failing = {name: unconditional(MEASURES[name], sizes) for name in ("R", "NMI", "V", "S_H")}
    other = unconditional(gini, range(1, _LARGEST))
    k_fails = min(k_of(2)((0, 0, 0, 1), c) for c in partitions(4) if max(c) < 2)
    return [
        *(
            claim(
                "Proposition 5.1",
                f"{x} is not conditionally normalized",
                bool(failing[x]),
                failing[x],
            )
            for x in ("R", "NMI", "V")
        ),
        claim(
            "Proposition 5.1",
            "K is not conditionally normalized",
            k_fails > _NEAR,
            f"k = 2, L = 0001: K is at least {k_fails:.3f}",
        ),
        claim(
            "Proposition 5.1",
            "S* is conditionally normalized",
            not failing["S_H"] and not other,
            f"S_H, all pairs of up to {_LARGEST} elements; S* with the Gini index, up to {_LARGEST - 1}",
        ),
    ]


def _steps_of_the_proof() -> list[Check]:
    """What the proof of Proposition 5.1 says."""
    zero = [
        a for n in range(2, 7) for a in shapes(n) if any(cd.rand(a, c) == 0 for c in partitions(n))
    ]
    extremes = {a for n in range(2, 7) for a in (top(n), bottom(n))}
    v_least = min(MEASURES["V"]((0, 0, 1), c) for c in partitions(3))
    k_is_v = max(abs(k_of(2)(a, b) - MEASURES["V"](a, b)) for a, b in pairs(4))
    worst = max(s_h(a, worst_clustering(a)) for n in range(2, 7) for a in shapes(n))
    merged = [s_h(bottom(n), (0, *range(n - 1))) for n in range(3, 7)]
    return [
        claim(
            "Proof of Prop. 5.1",
            "R can be 0 only if L is ⊤ or ⊥",
            set(zero) == extremes,
            "n = 2 to 6",
        ),
        claim(
            "Proof of Prop. 5.1",
            "V has no zero for L = {{1, 2}, {3}}",
            v_least > _NEAR,
            f"V is at least {v_least:.3f}",
        ),
        claim("Proof of Prop. 5.1", "K is V for k = √n", k_is_v < _NEAR, "k = 2, n = 4"),
        claim(
            "Proof of Prop. 5.1",
            "for every L a worst clustering can be constructed",
            abs(worst) < _NEAR,
            "`worst_clustering`, n = 2 to 6",
        ),
        claim(
            "Proof of Prop. 5.1",
            "for L = ⊥ and n > 2, merging two singletons gives a value in (0, 1)",
            all(0 < x < 1 for x in merged),
            ", ".join(f"{x:.3f}" for x in merged) + " for n = 3 to 6",
        ),
        _proof_of_5_1(),
    ]


def proposition_5_1() -> Section:
    """Proposition 5.1, entry by entry."""
    checks = (*_normalized_or_not(), *_conditionally_or_not(), *_steps_of_the_proof())
    note = (
        "Normalized: the values lie in [0, 1] and both ends are attained for every n ≥ 2 (K: for every n with k ≤ √n). Conditionally normalized "
        "(Property 5.1): for every L, S = 1 for C = L only, some C has S = 0 if n ≥ 2, and some C lies strictly between if n ≥ 3."
    )
    return Section("Section 5.1: Property 5.1 and Proposition 5.1", checks, note=note)
