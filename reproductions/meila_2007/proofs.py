"""Meilă 2007, appendix: the numbered steps of the proofs, on all small clusterings."""

from __future__ import annotations

from functools import cache
from math import log2
from typing import TYPE_CHECKING

import clusterdiff as cd
from reproductions._report import EXACT, Check, Section, claim
from reproductions._small import bottom, inside, meet, partitions, shapes, sizes, top

if TYPE_CHECKING:
    from reproductions._small import Labels

_N = 5
_VI = cd.variation_of_information
_HC = cache(cd.conditional_entropy)  # H(first given second)


def _property_1() -> Check:
    """Eq. 35 to 38: the chain of conditional entropies behind the triangle inequality."""
    every, holds = partitions(_N - 1), True
    for a in every:
        for b in every:
            for c in every:
                both, two_given_one = meet(a, b), _HC(b, a)
                eq_36 = two_given_one + _HC(c, both) - _HC(c, a)
                eq_37 = _HC(meet(b, c), a) - _HC(c, a)
                eq_35 = two_given_one + _HC(c, b) - _HC(c, a)
                holds &= eq_35 >= eq_36 - EXACT and abs(eq_36 - eq_37) < EXACT and eq_37 >= -EXACT
    count = len(every) ** 3
    return claim(
        "Proof of Property 1, eq. 35 to 38",
        "H(2|1) + H(3|2) - H(3|1) ≥ H(2|1) + H(3|2,1) - H(3|1) = H(2,3|1) - H(3|1) ≥ 0",
        holds,
        f"all {count:,} triples of {_N - 1} elements",
    )


def _every_pair() -> list[tuple[Labels, Labels]]:
    return [(a, b) for a in shapes(_N) for b in partitions(_N)]


def _property_6() -> Check:
    error = max(abs(_HC(a, b) - _HC(meet(a, b), b)) for a, b in _every_pair())
    return claim(
        "Proof of Property 6, eq. 39",
        "H(C given C') = H(C × C' given C')",
        error < EXACT,
        f"{len(_every_pair())} tables of {_N} elements, error at most {error:.0e}",
    )


def _property_10() -> list[Check]:
    """Eq. 40 to 45."""
    down = max(
        max(
            abs(_VI(a, bottom(n)) - sum(k / n * log2(k) for k in sizes(a))),
            abs(_VI(a, bottom(n)) - (log2(n) - cd.entropy(a))),
        )
        for n in range(1, 7)
        for a in shapes(n)
    )
    below = 0.0
    for a, b in _every_pair():
        parts = inside(a, a, b)
        weighted = sum(len(x) / _N * cd.entropy(y) for x, y in parts)
        distances = sum(len(x) / _N * _VI(x, y) for x, y in parts)
        below = max(below, abs(_VI(a, meet(a, b)) - weighted), abs(distances - weighted))
    return [
        claim(
            "Proof of Property 10, eq. 40 to 43",
            "d(C, 0̂) = Σ n_k/n·log n_k = log n - H(C)",
            down < EXACT,
            f"n ≤ 6, error at most {down:.0e}",
        ),
        claim(
            "Proof of Property 10, eq. 44, 45",
            "d(C, C × C') = Σ n_k/n·d(1̂, C_k) = Σ n_k/n·H(C_k)",
            below < EXACT,
            f"{len(_every_pair())} tables of {_N} elements, error at most {below:.0e}; eq. 46: see section 7",
        ),
    ]


def _property_11() -> Check:
    """Eq. 47 to 49: what A3 and A4.M give for d(0̂, C)."""
    error = max(
        abs(sum(k / n * (1 - 1 / k) for k in sizes(a)) - (1 - len(sizes(a)) / n))
        for n in range(1, 9)
        for a in shapes(n)
    )
    return claim(
        "Proof of Property 11, eq. 47 to 49",
        "Σ n_k/n·(1 - 1/n_k) = 1 - K/n",
        error < EXACT,
        f"n ≤ 8, error at most {error:.0e}",
    )


def _property_13() -> Check:
    """Eq. 50 to 54 with h = log."""
    d = _VI
    steps = 0.0
    for n in range(1, 8):
        steps = max(steps, abs(d(top(n), bottom(n)) - log2(n)))  # eq. 50
        for a in shapes(n):
            rest = sum(k / n * log2(k) for k in sizes(a))
            steps = max(steps, abs(d(a, bottom(n)) - rest))  # eq. 52
            steps = max(steps, abs(d(top(n), a) - (log2(n) - rest)))  # eq. 51
    even = max(
        abs(d(top(k * m), tuple(i // m for i in range(k * m))) - (log2(k * m) - log2(m)))
        for k in range(1, 7)
        for m in range(1, 5)
    )  # eq. 53, 54
    return claim(
        "Proof of Property 13, eq. 50 to 54",
        "d(1̂, 0̂) = h(n), d(1̂, C) = h(n) - Σ n_k/n·h(n_k), h(KM) = h(K) + h(M)",
        max(steps, even) < EXACT,
        f"for VI and h = log, n ≤ 7 and K·M ≤ 24, error at most {max(steps, even):.0e}",
    )


def appendix() -> Section:
    """The numbered steps of the proofs."""
    checks = (_property_1(), _property_6(), *_property_10(), _property_11(), _property_13())
    return Section("Appendix: the steps of the proofs", checks)
