"""Wu, Xiong & Chen 2009, section 2: Table 1, the 16 measures and their ranges."""

from __future__ import annotations

from math import inf, log2
from typing import TYPE_CHECKING

import clusterdiff as cd
from reproductions._report import EXACT, Check, Section, claim, listed, refuted
from reproductions._small import measure, pairs
from reproductions.wu_2009.tables import RAW

if TYPE_CHECKING:
    from collections.abc import Callable

    from reproductions._small import Labels

    Bound = Callable[[Labels, Labels], float]

_CASES = [pair for n in range(2, 7) for pair in pairs(n)]  # a: classes, b: clusters


def _fixed(x: float) -> Bound:
    return lambda _a, _b: x


def _log_classes(a: Labels, _b: Labels) -> float:
    return log2(max(a) + 1)


def _twice_log(a: Labels, b: Labels) -> float:
    return 2 * log2(max(*a, *b) + 1)


# Printed lower and upper ends, whether each belongs to the range, and the range as printed.
RANGES: dict[str, tuple[Bound, Bound, str, str]] = {
    "E": (_fixed(0), _log_classes, "[]", "[0, log K']"),
    "P": (_fixed(0), _fixed(1), "(]", "(0, 1]"),
    "F": (_fixed(0), _fixed(1), "(]", "(0, 1]"),
    "VI": (_fixed(0), _twice_log, "[]", "[0, 2·log max(K, K')]"),
    "J": (_fixed(0), _fixed(1), "[]", "[0, 1]"),
    "FM": (_fixed(0), _fixed(1), "[]", "[0, 1]"),
    "Γ": (_fixed(-1), _fixed(1), "(]", "(-1, 1]"),
    "MS": (_fixed(0), _fixed(inf), "[)", "[0, +∞)"),
    "ε": (_fixed(0), _fixed(1), "[)", "[0, 1)"),
    "VD": (_fixed(0), _fixed(1), "[)", "[0, 1)"),
    "MAP": (_fixed(0), _fixed(1), "(]", "(0, 1]"),
    "GK": (_fixed(0), _fixed(1), "[)", "[0, 1)"),
}
_NUMBERS = {label: number for number, label in enumerate(RAW, 1)}


def precision(a: Labels, b: Labels) -> float:
    """MAP by its own formula, Σ p_i·max p_ij/p_i, from counts of elements."""
    inside = [[x for x, y in zip(a, b, strict=True) if y == k] for k in set(b)]
    return sum(len(c) / len(a) * max(c.count(x) / len(c) for x in c) for c in inside)


def _within(label: str, a: Labels, b: Labels) -> bool:
    low, high, ends, _ = RANGES[label]
    x = precision(a, b) if label == "MAP" else measure(RAW[label])(a, b)
    least, most = low(a, b), high(a, b)
    above = x >= least - EXACT if ends[0] == "[" else x > least
    return above and (x <= most + EXACT if ends[1] == "]" else x < most)


def _defined(label: str, a: Labels) -> bool:
    """Return whether the printed formula is defined: MS divides by the pairs within the classes."""
    return label != "MS" or max(a) + 1 < len(a)


def _right() -> list[Check]:
    checks = []
    for label, (_, _, _, text) in RANGES.items():
        cases = [(a, b) for a, b in _CASES if _defined(label, a)]
        holds = all(_within(label, a, b) for a, b in cases)
        checks.append(
            claim(
                f"Table 1, {_NUMBERS[label]}: {label}",
                text,
                holds,
                f"all {len(cases)} tables of 2 to 6 elements",
            )
        )
    return checks


def _wrong() -> list[Check]:
    one, singles = (0,) * 4, (0, 1, 2, 3)
    r, gamma, mirkin = (
        cd.rand(one, singles),
        cd.hubert_gamma_prime(one, singles),
        cd.mirkin(one, singles),
    )
    return [
        _wrong_information(),
        refuted(
            f"Table 1, {_NUMBERS['R']}: R",
            "(0, 1]",
            r > 0,
            r == 0,
            f"{r:g} for one cluster against singletons",
            "No pair is treated alike there: the range is [0, 1].",
            "W1",
        ),
        refuted(
            f"Table 1, {_NUMBERS[chr(0x393) + chr(39)]}: Γ'",
            "[0, 1]",
            gamma >= 0,
            gamma == 2 * r - 1 == -1,
            f"{gamma:g} for one cluster against singletons",
            "Γ' = 2R - 1: the range is [-1, 1].",
            "W1",
        ),
        refuted(
            f"Table 1, {_NUMBERS['M']}: M",
            "[0, 2·C(n, 2))",
            mirkin < 4 * 3,
            mirkin == 4 * 3,
            f"{mirkin:g} = 2·C(4, 2) for one cluster against singletons",
            "All pairs differ there: the upper end belongs to the range.",
            "W1",
        ),
    ]


def _wrong_information() -> Check:
    """Return the range of MI."""
    mi = cd.mutual_information((0, 0, 1, 1), (0, 1, 0, 1))
    three_and_two = [(a, b) for a, b in _CASES if max(a) == 2 and max(b) == 1]
    most = max(cd.mutual_information(a, b) for a, b in three_and_two)
    return refuted(
        f"Table 1, {_NUMBERS['MI']}: MI",
        "(0, log K']",
        mi > 0 or abs(most - log2(3)) < EXACT,
        mi == 0 and abs(most - 1) < EXACT,
        f"0 for 0011 against 0101; at most {most:g} bit for 3 classes and 2 clusters, log K' = {log2(3):.3f}",
        "Independent clusterings have MI = 0, and MI cannot exceed the entropy of the clusters: [0, log min(K, K')].",
        "W1",
    )


def table_1() -> Section:
    """Table 1 and the equivalences of section 2."""
    mirkin = max(
        abs(cd.mirkin(a, b) / (len(a) * (len(a) - 1)) + cd.rand(a, b) - 1) for a, b in _CASES
    )
    kruskal = max(abs(cd.goodman_kruskal(a, b) + cd.purity(a, b) - 1) for a, b in _CASES)
    average = max(abs(precision(a, b) - cd.purity(a, b)) for a, b in _CASES)
    checks = (
        listed(
            "Table 2",
            "the contingency matrix n_ij, clusters in rows and classes in columns",
            "a definition; `Table` of the library has the classes in rows",
        ),
        *_right(),
        *_wrong(),
        claim("Sec. 2", "M/(2·C(n, 2)) + R = 1", mirkin < EXACT, f"error at most {mirkin:.0e}"),
        claim(
            "Sec. 2",
            "MAP and GK are equivalent to P",
            max(kruskal, average) < EXACT,
            f"MAP by its own formula is P, GK is 1 - P, error at most {max(average, kruskal):.0e}",
        ),
    )
    note = "K clusters, K' classes. Classes are the reference a of the library. Logarithms in bits."
    return Section("Section 2: Table 1, sixteen measures and their ranges", checks, note=note)
