"""Meilă 2007, section 6: Property 9, locality, and what one split does to each criterion."""

from __future__ import annotations

from collections import Counter, defaultdict
from math import sqrt
from typing import TYPE_CHECKING

import clusterdiff as cd
from reproductions._report import EXACT, Check, Section, claim
from reproductions._small import inside, join, measure, pairs
from reproductions.meila_2007.neighborhood import EVERY, composed

if TYPE_CHECKING:
    from collections.abc import Callable

_LOCAL = (
    "variation_of_information",
    "van_dongen",
    "mirkin",
    "invariant_van_dongen",
    "mirkin_invariant",
    "rand",
    "classification_error",
)
_GLOBAL = ("larsen_aone", "fowlkes_mallows", "jaccard", "adjusted_rand", "adjusted_rand_asymptotic")
_IN_TWO = [(a, b, k, p) for a, b, k, p in EVERY if len(p) == 2]


def spread_over_the_rest(name: str) -> float:
    """The largest difference between splits of one cluster in the same parts, of the same n."""
    values = defaultdict(list)
    for a, b, _, parts in _IN_TWO:
        values[len(a), tuple(parts)].append(measure(name)(a, b))
    return max(max(v) - min(v) for v in values.values())


def _shares(a: tuple[int, ...], k: int) -> tuple[int, int, float]:
    """n, the size of the split cluster, and Σ n_l² of the others."""
    sizes = Counter(a)
    return len(a), sizes[k], sum(size**2 for label, size in sizes.items() if label != k)


def _larsen(a: tuple[int, ...], k: int, p: list[int]) -> float:
    whole, count = a.count(k), len(set(a))
    return (count - 1 + 2 * max(x / (whole + x) for x in p)) / count


def _larsen_back(a: tuple[int, ...], k: int, p: list[int]) -> float:
    whole, count = a.count(k), len(set(a))
    return (count - 1 + 2 * sum(x / (whole + x) for x in p)) / (count + 1)


def _jaccard(a: tuple[int, ...], k: int, p: list[int]) -> float:
    n, whole, rest = _shares(a, k)
    return 1 - 2 * p[0] * p[1] / (whole**2 - n + rest)


def _mirkin(a: tuple[int, ...], k: int, p: list[int]) -> float:
    whole = a.count(k)
    return (whole / len(a)) ** 2 * cd.mirkin_invariant([0] * whole, [0] * p[0] + [1] * p[1])


def eq_34(a: tuple[int, ...], k: int, p: list[int]) -> float:
    """Return the asymptotic adjusted Rand index after one split."""
    n, whole, rest = _shares(a, k)
    first, second, own, s = p[0] / n, p[1] / n, whole / n, rest / n**2
    q = first**2 + second**2
    below = (q + own**2) / 2 - q * own**2 - (q + own**2 - 1) * s - s**2
    return 1 - first * second / below


_FORMS: dict[str, tuple[str, str, Callable[..., float], bool]] = {
    "Eq. 32": ("M_inv = (n_k²/n²)·M_inv({C_k}, {C¹, C²})", "mirkin_invariant", _mirkin, False),
    "L(C, C')": ("[K - 1 + 2·max |Cⁱ|/(|C_k| + |Cⁱ|)]/K", "larsen_aone", _larsen, False),
    "L(C', C)": ("[K - 1 + 2·Σ |Cⁱ|/(|C_k| + |Cⁱ|)]/(K + 1)", "larsen_aone", _larsen_back, True),
    "F(C, C')": (
        "√(1 - x), x = 2|C¹||C²|/(n_k² - n + Σ n_l²)",
        "fowlkes_mallows",
        lambda a, k, p: sqrt(_jaccard(a, k, p)),
        False,
    ),
    "J(C, C')": ("1 - x", "jaccard", _jaccard, False),
    "Eq. 34": (
        "AR = 1 - P¹P²/[(Q + P²)/2 - QP² - (Q + P² - 1)S - S²]",
        "adjusted_rand_asymptotic",
        eq_34,
        False,
    ),
}


def _split_forms() -> list[Check]:
    checks = []
    for item, (text, name, form, back) in _FORMS.items():
        chosen = measure(name)
        errors = [
            abs((chosen(b, a) if back else chosen(a, b)) - form(a, k, p)) for a, b, k, p in _IN_TWO
        ]
        shown = (
            f"all {len(_IN_TWO)} splits in two of up to 6 elements, error at most {max(errors):.0e}"
        )
        checks.append(claim(f"Sec. 6, one split: {item}", text, max(errors) < EXACT, shown))
    return checks


def _additivity() -> list[Check]:
    """Property 9, and the unscaled D and M."""
    d, m = composed("invariant_van_dongen", 1), composed("mirkin_invariant", 2)
    cases = [pair for n in range(2, 6) for pair in pairs(n)]
    unscaled = max(
        abs(measure(name)(a, b) - sum(measure(name)(x, y) for x, y in inside(join(a, b), a, b)))
        for a, b in cases
        for name in ("van_dongen", "mirkin")
    )
    return [
        claim(
            "Property 9",
            "D_inv(C', C'') = Σ n_k/n·D_inv(C'_k, C''_k)",
            d < EXACT,
            f"n ≤ 5, error at most {d:.0e}",
        ),
        claim(
            "Property 9",
            "M_inv(C', C'') = Σ n_k²/n²·M_inv(C'_k, C''_k)",
            m < EXACT,
            f"n ≤ 5, error at most {m:.0e}",
        ),
        claim(
            "Sec. 6",
            "the unscaled D and M are additive",
            unscaled < EXACT,
            f"n ≤ 5, error at most {unscaled:.0e}",
        ),
    ]


def section_6() -> Section:
    """Property 9, the additivity of D and M, and locality."""
    local, other = (
        {name: spread_over_the_rest(name) for name in names} for names in (_LOCAL, _GLOBAL)
    )
    checks = (
        *_additivity(),
        claim(
            "Sec. 6",
            "VI, D, M, their invariant forms, R and H are local",
            max(local.values()) < EXACT,
            ", ".join(local),
        ),
        claim(
            "Sec. 6",
            "L, F, J and AR (also asymptotic) are not local",
            min(other.values()) > EXACT,
            ", ".join(other),
        ),
        *_split_forms(),
    )
    note = (
        "A criterion is local if the value for splitting one cluster does not depend on how the other elements are "
        "clustered. Checked on all splits of one cluster of up to 6 elements."
    )
    return Section("Section 6: convex additivity and locality", checks, note=note)
