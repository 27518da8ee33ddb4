"""Meilă 2007, the numbered definitions: the library against the printed formulas, with exact fractions."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import comb, log2
from typing import TYPE_CHECKING

import clusterdiff as cd
from reproductions._report import EXACT, Check, Section, claim
from reproductions._small import cells, pair_counts, pairs, sizes

if TYPE_CHECKING:
    from collections.abc import Callable

    from reproductions._small import Labels

_SMALL = [pair for n in range(2, 6) for pair in pairs(n)]
Number = Fraction | float | int


def _together(a: Labels) -> int:
    return sum(comb(n, 2) for n in sizes(a))


def _wallace(a: Labels, b: Labels) -> Number | None:
    """Eq. 2; none where it is 0/0."""
    return Fraction(pair_counts(a, b)["11"], _together(a)) if _together(a) else None


def _wallace_second(a: Labels, b: Labels) -> Number | None:
    """Eq. 3."""
    return _wallace(b, a)


def _rand(a: Labels, b: Labels) -> Number:
    """Eq. 5."""
    n = pair_counts(a, b)
    return Fraction(n["11"] + n["00"], comb(len(a), 2))


def _adjusted_rand(a: Labels, b: Labels) -> Number | None:
    """Eq. 6."""
    first, second = _together(a), _together(b)
    expected = Fraction(first * second, comb(len(a), 2))
    least = Fraction(first + second, 2) - expected
    return (sum(comb(n, 2) for n in cells(a, b).values()) - expected) / least if least else None


def _jaccard(a: Labels, b: Labels) -> Number | None:
    """Eq. 7."""
    n = pair_counts(a, b)
    apart = n["11"] + n["01"] + n["10"]
    return Fraction(n["11"], apart) if apart else None


def _mirkin(a: Labels, b: Labels) -> Number:
    """Eq. 8."""
    squares = [sum(n * n for n in x) for x in (sizes(a), sizes(b), cells(a, b).values())]
    return squares[0] + squares[1] - 2 * squares[2]


def _classification_error(a: Labels, b: Labels) -> Number:
    """Eq. 10, over all injective mappings of the smaller clustering."""
    few, many = sorted((a, b), key=max)
    table = cells(few, many)
    best = max(
        sum(table[k, image] for k, image in enumerate(mapping))
        for mapping in permutations(range(max(many) + 1), max(few) + 1)
    )
    return 1 - Fraction(best, len(a))


def _larsen(a: Labels, b: Labels) -> Number:
    """Eq. 11."""
    rows, columns, table = Counter(a), Counter(b), cells(a, b)
    best = [
        max(Fraction(2 * table[k, j], n + columns[j]) for j in columns) for k, n in rows.items()
    ]
    return sum(best) / len(rows)


def _van_dongen(a: Labels, b: Labels) -> Number:
    """Eq. 12."""
    table = cells(a, b)
    rows = sum(max(table[k, j] for j in set(b)) for k in set(a))
    columns = sum(max(table[k, j] for k in set(a)) for j in set(b))
    return 2 * len(a) - rows - columns


def _entropy(a: Labels, _: Labels) -> Number:
    """Eq. 13 and 14."""
    return -sum(n / len(a) * log2(n / len(a)) for n in sizes(a))


def _information(a: Labels, b: Labels) -> Number:
    """Eq. 15 and 16."""
    n, rows, columns = len(a), Counter(a), Counter(b)
    return sum(x / n * log2(x * n / (rows[k] * columns[j])) for (k, j), x in cells(a, b).items())


def _terms(a: Labels, b: Labels) -> Number:
    """Eq. 20."""
    shared = _information(a, b)
    return (_entropy(a, b) - shared) + (_entropy(b, a) - shared)


def _asymptotic(a: Labels, b: Labels) -> Number | None:
    """Eq. 33."""
    p, q, both = (
        sum(Fraction(n, len(a)) ** 2 for n in x) for x in (sizes(a), sizes(b), cells(a, b).values())
    )
    return (both - p * q) / ((p + q) / 2 - p * q) if p + q != 2 * p * q else None


DEFINITIONS: dict[str, tuple[str, str, Callable[[Labels, Labels], Number | None]]] = {
    "Eq. 2": ("W_I = N11/Σ n_k(n_k - 1)/2", "wallace_a", _wallace),
    "Eq. 3": ("W_II = N11/Σ n'_k'(n'_k' - 1)/2", "wallace_b", _wallace_second),
    "Eq. 5": ("R = (N11 + N00)/(n(n - 1)/2)", "rand", _rand),
    "Eq. 6": ("AR, the adjusted Rand index", "adjusted_rand", _adjusted_rand),
    "Eq. 7": ("J = N11/(N11 + N01 + N10)", "jaccard", _jaccard),
    "Eq. 8": ("M = Σ n_k² + Σ n'_k'² - 2ΣΣ n_kk'²", "mirkin", _mirkin),
    "Eq. 10": ("H = 1 - max Σ n_k,π(k)/n", "classification_error", _classification_error),
    "Eq. 11": ("L = Σ max 2n_kk'/(n_k + n'_k')/K", "larsen_aone", _larsen),
    "Eq. 12": ("D = 2n - Σ max n_kk' - Σ max n_kk'", "van_dongen", _van_dongen),
    "Eq. 13, 14": ("H(C) = -Σ P(k)·log P(k), P(k) = n_k/n", "entropy", _entropy),
    "Eq. 15, 16": ("I = ΣΣ P(k, k')·log P(k, k')/(P(k)P'(k'))", "mutual_information", _information),
    "Eq. 20": ("VI = [H(C) - I] + [H(C') - I]", "variation_of_information", _terms),
    "Eq. 33": ("AR for large n, in shares", "adjusted_rand_asymptotic", _asymptotic),
}


def definitions() -> Section:
    """The numbered definitions, with fractions, over all small tables."""
    checks = []
    for item, (formula, name, printed) in DEFINITIONS.items():
        error, tried = 0.0, 0
        for a, b in _SMALL:
            expected = printed(a, b)
            if expected is not None:
                ours = cd.entropy(a) if name == "entropy" else cd.get_measure(name)(a, b)
                error, tried = max(error, abs(ours - float(expected))), tried + 1
        shown = f"`{name}` on {tried} tables of 2 to 5 elements, error at most {error:.0e}"
        checks.append(claim(item, formula, error < EXACT, shown))
    return Section(
        "The numbered definitions",
        (_counts(), *checks),
        note="The formulas as printed, computed with fractions or pair by pair, against the library. Tables where a formula is 0/0 are left out.",
    )


def _counts() -> Check:
    """Return the pair counts of section 2.1."""
    sums = all(
        sum(sizes(a)) == len(a) and sum(pair_counts(a, b).values()) == comb(len(a), 2)
        for a, b in _SMALL
    )
    twice = all(
        2 * pair_counts(a, b)["11"] == sum(n * n for n in cells(a, b).values()) - len(a)
        for a, b in _SMALL
    )
    return claim(
        "Eq. 1; sec. 2.1",
        "n = Σ n_k; N11 + N00 + N10 + N01 = n(n - 1)/2, and 2·N11 = ΣΣ n_kk'² - n",
        sums and twice,
        f"all {len(_SMALL)} tables of 2 to 5 elements",
    )
