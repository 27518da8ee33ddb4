"""Xiang et al. 2012, Table 1, Property 4.1 and Proposition 5.2: sums over components."""

from __future__ import annotations

from math import log2
from typing import TYPE_CHECKING, Any

from reproductions._report import EXACT, Check, Section, claim
from reproductions._small import inside, join, pairs, partitions, refines, word
from reproductions.xiang_2012.measures import MEASURES, accuracy, k_of, nmi, s_h, van_dongen
from reproductions.xiang_2012.subcomponents import (
    bounded_entropy,
    integer_partitions,
    largest_part,
    s_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from reproductions._small import Labels

_CASES = [pair for n in range(2, 7) for pair in pairs(n)]
_TRIED = f"all {len(_CASES)} tables of 2 to 6 elements"


def _pair_share(m: int, n: int) -> float:
    return m * (m - 1) / (n * (n - 1))


def _share(m: int, n: int) -> float:
    return m / n


def _log_share(m: int, n: int) -> float:
    return m * log2(m) / (n * log2(n))


# Of each measure: w(J, n), b(J, n) from the sizes of the components, and both as printed.
FORMS: dict[str, tuple[Callable[[int, int], float], Callable[[list[int], int], float], str]] = {
    "R": (
        _pair_share,
        lambda js, n: 1 - sum(_pair_share(j, n) for j in js),
        "w = |J|(|J| - 1)/(n(n - 1)), b = 1 - Σ w",
    ),
    "I": (
        _share,
        lambda js, n: log2(n) - sum(j / n * log2(j) for j in js),
        "w = |J|/n, b = log n - Σ |J|/n·log|J|",
    ),
    "V": (
        _log_share,
        lambda js, n: 1 - sum(_log_share(j, n) for j in js),
        "w = |J|log|J|/(n log n), b = 1 - Σ w",
    ),
    "N": (_share, lambda _js, _n: 0.0, "w = |J|/n, b = 0"),
    "A": (_share, lambda _js, _n: 0.0, "w = |J|/n, b = 0"),
    "K": (_share, lambda _js, _n: 0.0, "w = |J|/n, b = 0"),
    "S_H": (_share, lambda _js, _n: 0.0, "w = |J|/n, b = 0 (S*)"),
}


def error_of(
    measure: Callable[[Any, Any], float],
    weight: Callable[[int, int], float],
    offset: Callable[[list[int], int], float],
) -> float:
    """Return the largest error of eq. 1 with this weight and offset."""
    worst = 0.0
    for a, b in _CASES:
        parts = inside(join(a, b), a, b)
        total = sum(weight(len(x), len(a)) * measure(x, y) for x, y in parts) + offset(
            [len(x) for x, _ in parts], len(a)
        )
        worst = max(worst, abs(total - measure(a, b)))
    return worst


def no_decomposition() -> str:
    """Two pairs with equal components and equal NMI in each of them, but another NMI as a whole; empty if there is none."""
    seen: dict[Any, tuple[float, Labels, Labels]] = {}
    for n in range(2, 7):
        for a, b in ((a, b) for a in partitions(n) for b in partitions(n)):
            blocks = join(a, b)
            scores = tuple(round(nmi(x, y), 9) for x, y in inside(blocks, a, b))
            value, c, d = seen.setdefault((blocks, scores), (nmi(a, b), a, b))
            if abs(nmi(a, b) - value) > 1e-6:
                return f"{word(a)}/{word(b)} and {word(c)}/{word(d)} have NMI {nmi(a, b):.3f} and {value:.3f}"
    return ""


def _property_4_1() -> Check:
    """What join-weighted measures have in common with Meilă's A3 and Property 8."""
    worst = 0.0
    for name in ("N", "A", "K", "S_H"):
        similarity = MEASURES[name]
        for n in range(2, 6):
            for a, b in pairs(n):
                for c in partitions(n):
                    if refines(a, c) and refines(b, c):
                        parts = inside(c, a, b)
                        total = sum(len(x) / n * (1 - similarity(x, y)) for x, y in parts)
                        worst = max(worst, abs(1 - similarity(a, b) - total))
    return claim(
        "Property 4.1, eq. 2",
        "1 - S has the additivity of composition (Meilă, Property 8) if S is join-weighted",
        worst < EXACT,
        f"N, A, K and S_H, n = 2 to 5 and every clustering that both refine, error at most {worst:.0e}",
    )


def table_1() -> Section:
    """Table 1 and Property 4.1."""
    checks: list[Check] = []
    for name, (weight, offset, text) in FORMS.items():
        error = error_of(MEASURES[name], weight, offset)
        checks.append(
            claim(
                f"Eq. 1, Table 1: {name}",
                text,
                error < EXACT,
                f"{_TRIED}, error at most {error:.0e}",
            )
        )
    checks.append(_property_4_1())
    example = no_decomposition()
    checks.append(
        claim(
            "Table 1: NMI",
            "no decomposition was found",
            bool(example),
            f"there is none: {example}, with the same components and the same NMI in each of them",
        )
    )
    note = "K with k = 9; NMI is I/max(H, H'), as the paper defines it."
    return Section("Section 4.1: Table 1", tuple(checks), note=note)


def _inconsistency() -> dict[str, float]:
    """Return how far S({L}, C_L) is from s(C | L) at most."""
    ours = {
        "A": (accuracy, largest_part),
        "S*": (s_h, s_of),
        "N": (van_dongen, largest_part),
        "K": (k_of(9), bounded_entropy(9)),
    }
    cases = [(parts, [k for k, x in enumerate(parts) for _ in range(x)]) for parts in _part_sizes()]
    return {
        name: max(
            max(abs(measure([0] * len(x), x) - s(p)), abs(measure(x, [0] * len(x)) - s(p)))
            for p, x in cases
        )
        for name, (measure, s) in ours.items()
    }


def proposition_5_2() -> Section:
    """Which measures are join-weighted (Property 4.1) and which are subcomponent-consistent (Property 4.4)."""
    errors = {
        name: error_of(measure, _share, lambda _js, _n: 0.0) for name, measure in MEASURES.items()
    }
    weighted = [name for name, error in errors.items() if error < EXACT]
    gaps = _inconsistency()
    checks = (
        claim(
            "Proposition 5.2",
            "only N, A, K and S* are join-weighted decomposable (Property 4.1)",
            set(weighted) == {"N", "A", "K", "S_H"},
            f"{_TRIED}: " + ", ".join(weighted),
        ),
        claim(
            "Proposition 5.2",
            "A and S* are subcomponent-consistent (Property 4.4), A with a = max|C|/|L|",
            max(gaps["A"], gaps["S*"]) < EXACT,
            f"all cluster sizes up to 8, error at most {max(gaps['A'], gaps['S*']):.0e}",
        ),
        claim(
            "Proof of Prop. 5.2",
            "N and K, instances of S', are not",
            min(gaps["N"], gaps["K"]) > EXACT,
            f"S({{L}}, C_L) and s differ by up to {gaps['N']:.3f} and {gaps['K']:.3f}",
        ),
    )
    return Section("Section 5.2: Proposition 5.2", checks)


def _part_sizes() -> list[list[int]]:
    """Return every multiset of part sizes of a cluster of up to 8 elements."""
    return [parts for m in range(1, 9) for parts in integer_partitions(m)]
