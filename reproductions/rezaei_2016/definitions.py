"""Rezaei & Fränti 2016, Table 2 and the numbered definitions: the library against the printed formulas."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import comb, log2, sqrt
from typing import TYPE_CHECKING

import clusterdiff as cd
from reproductions._report import EXACT, Check, Section, claim
from reproductions._small import cells, pair_counts, pairs, sizes

if TYPE_CHECKING:
    from collections.abc import Callable

    from reproductions._small import Labels

    Formula = Callable[[Labels, Labels], Fraction | float | None]

_SMALL = [pair for n in range(2, 6) for pair in pairs(n)]


def _entropy(counts: list[int]) -> float:
    """Eq. 4."""
    n = sum(counts)
    return -sum(x / n * log2(x / n) for x in counts)


def _conditional(g: Labels, p: Labels) -> float:
    """Eq. 5, for H(G | P)."""
    columns = Counter(p)
    return -sum(x / len(g) * log2(x / columns[j]) for (_, j), x in cells(g, p).items())


def _information(g: Labels, p: Labels) -> float:
    """Eq. 7."""
    n, rows, columns = len(g), Counter(g), Counter(p)
    return sum(x / n * log2(n * x / (rows[i] * columns[j])) for (i, j), x in cells(g, p).items())


def _rand(g: Labels, p: Labels) -> Fraction:
    a, d = (pair_counts(g, p)[key] for key in ("11", "00"))
    return Fraction(a + d, comb(len(g), 2))


def _adjusted_rand(g: Labels, p: Labels) -> Fraction | None:
    """(RI - E(RI))/(1 - E(RI)), E(RI) under the hypergeometric model."""
    x, y = (Fraction(sum(comb(n, 2) for n in sizes(c)), comb(len(g), 2)) for c in (g, p))
    expected = x * y + (1 - x) * (1 - y)
    return None if expected == 1 else (_rand(g, p) - expected) / (1 - expected)


def _nmi(mean: Callable[[float, float], float]) -> Formula:
    """NMI of type 1 (arithmetic mean) or 2 (geometric mean)."""

    def formula(g: Labels, p: Labels) -> float | None:
        below = mean(_entropy(sizes(g)), _entropy(sizes(p)))
        return _information(g, p) / below if below > EXACT else None

    return formula


def _nvi(g: Labels, p: Labels) -> float | None:
    total = _entropy(sizes(g)) + _entropy(sizes(p))
    return (total - 2 * _information(g, p)) / total if total > EXACT else None


def _f_measure(g: Labels, p: Labels) -> Fraction:
    """FM, weighted by the clusters of P."""
    rows, columns, table = Counter(g), Counter(p), cells(g, p)
    best = (
        n * max(Fraction(2 * table[i, j], n + rows[i]) for i in rows) for j, n in columns.items()
    )
    return sum(best, Fraction()) / len(g)


def _criterion_h(g: Labels, p: Labels) -> Fraction:
    """H with the optimal pairing that Table 2 prints."""
    few, many = sorted((g, p), key=max)
    table = cells(few, many)
    maps = permutations(range(max(many) + 1), max(few) + 1)
    best = max(sum(table[k, image] for k, image in enumerate(chosen)) for chosen in maps)
    return 1 - Fraction(best, len(g))


def _van_dongen(g: Labels, p: Labels) -> Fraction:
    table = cells(g, p)
    shared = sum(max(table[i, j] for j in set(p)) for i in set(g)) + _majorities(g, p)
    return Fraction(2 * len(g) - shared, 2 * len(g))


def _majorities(g: Labels, p: Labels) -> int:
    table = cells(g, p)
    return sum(max(table[i, j] for i in set(g)) for j in set(p))


def _purity(g: Labels, p: Labels) -> Fraction:
    return Fraction(_majorities(g, p), len(g))


def _pair_sets(g: Labels, p: Labels, *, simplified: bool = False) -> Fraction:
    """Eq. 14 to 18, or eq. 20."""
    few, many = sorted((g, p), key=max)
    rows, columns, table = Counter(few), Counter(many), cells(few, many)
    maps = permutations(range(max(many) + 1), max(few) + 1)
    total = max(
        sum(Fraction(table[i, j], max(rows[i], columns[j])) for i, j in enumerate(chosen))
        for chosen in maps
    )
    sorted_sizes = (sorted(sizes(c), reverse=True) for c in (few, many))
    terms = (Fraction(x * y, len(g) * max(x, y)) for x, y in zip(*sorted_sizes, strict=False))
    chance = Fraction(1) if simplified else sum(terms, Fraction())
    most = len(columns)
    return Fraction(1) if most == 1 else max(Fraction(0), (total - chance) / (most - chance))


DEFINITIONS: dict[str, tuple[str, Callable[[Labels, Labels], float], Formula]] = {
    "Table 2: RI": ("(a + d)/(N(N - 1)/2)", cd.rand, _rand),
    "Table 2: ARI": ("(RI - E(RI))/(1 - E(RI))", cd.adjusted_rand, _adjusted_rand),
    "Eq. 4: H(P)": ("-Σ p(P_i)·log p(P_i)", lambda g, _: cd.entropy(g), lambda g, _: _entropy(sizes(g))),
    "Eq. 5: H(P given G)": ("from p(P_i, G_j) and p(P_i given G_j)", cd.conditional_entropy, _conditional),
    "Eq. 7, Table 2: MI": ("ΣΣ n_ij/N·log(N·n_ij/(n_i·m_j))", cd.mutual_information, _information),
    "Table 2: NMI type 1": ("MI/((H(P) + H(G))/2)", cd.normalized_mutual_information, _nmi(lambda x, y: (x + y) / 2)),
    "Table 2: NMI type 2": (
        "MI/√(H(P)·H(G))",
        lambda g, p: cd.normalized_mutual_information(g, p, by="geometric"),
        _nmi(lambda x, y: sqrt(x * y)),
    ),
    "Table 2: NVI": ("(H(P) + H(G) - 2MI)/(H(P) + H(G))", cd.normalized_variation_of_information, _nvi),
    "Table 2: FM": ("Σ n_i·max_j 2n_ij/(n_i + m_j)/N", lambda g, p: cd.f_measure(p, g), _f_measure),
    "Table 2: CH": ("1 - max Σ n_ij/N, as printed", cd.classification_error, _criterion_h),
    "Table 2: NVD": ("(2N - Σ max_j n_ij - Σ max_i n_ij)/2N", cd.invariant_van_dongen, _van_dongen),
    "Table 2: Purity": ("Σ max_j n_ij/N", cd.purity, _purity),
    "Eq. 14, 15 and 18, Table 2: PSI": ("(S - E)/(max(K, K') - E), S = Σ n_ij/max(n_i, m_j)", cd.pair_sets_index, _pair_sets),
    "Eq. 19": ("PSI_d = 1 - PSI", lambda g, p: cd.get_measure("pair_sets_index").distance(g, p), lambda g, p: 1 - _pair_sets(g, p)),
    "Eq. 20": ("PSI with E = 1", cd.simplified_pair_sets_index, lambda g, p: _pair_sets(g, p, simplified=True)),
}  # fmt: skip


def _pair_table() -> Check:
    """Eq. 3: a, b, c, d from the table."""

    def from_table(g: Labels, p: Labels) -> tuple[int, int, int, int]:
        both = sum(n * (n - 1) for n in cells(g, p).values()) // 2
        first, second = (sum(n * (n - 1) for n in sizes(c)) // 2 for c in (g, p))
        return both, first - both, second - both, comb(len(g), 2) - first - second + both

    holds = all(
        from_table(g, p) == tuple(pair_counts(g, p)[key] for key in ("11", "10", "01", "00"))
        for g, p in _SMALL
    )
    tried = f"all {len(_SMALL)} tables of 2 to 5 elements, pair by pair"
    return claim("Table 1, eq. 3", "a, b, c and d follow from the contingency table", holds, tried)


def _scaled() -> Check:
    """Eq. 1 and 2: what normalization and adjustment do."""
    values = [1 - cd.pair_sets_index(g, p) for g, p in _SMALL]
    low, high = min(values), max(values)
    same = max(abs((x - low) / (high - low) - x) for x in values)
    deals = [cd.adjusted_rand((0, 0, 0, 1, 1), p) for p in permutations((0, 0, 1, 1, 1))]
    mean = abs(sum(deals) / len(deals))
    return claim(
        "Eq. 1 and 2",
        "a normalized index ranges from 0 to 1, and an adjusted one has the expected value 0",
        same < EXACT and mean < EXACT,
        f"1 - PSI is its own normalized form (error {same:.0e}); the mean of ARI over all {len(deals)} deals is {mean:.0e}",
    )


def table_2() -> Section:
    """Every index of Table 2 and every numbered definition."""
    checks = []
    for item, (text, index, formula) in DEFINITIONS.items():
        error, tried = 0.0, 0
        for g, p in _SMALL:
            printed = formula(g, p)
            if printed is not None:
                error, tried = max(error, abs(index(g, p) - float(printed))), tried + 1
        shown = f"{tried} tables of 2 to 5 elements, error at most {error:.0e}"
        checks.append(claim(item, text, error < EXACT, shown))
    note = (
        "The formulas as printed, computed with fractions or pair by pair, against the library. Tables where a formula is 0/0 are left out. "
        "Table 2 prints CH with the best pairing, Table 4 and section 4.2 describe the greedy one: `classification_error` and `criterion_h`. "
        "CI, CSI and CR: see Tables 3, 4 and 5 below."
    )
    title = "Section 2 and Table 2: the definitions"
    return Section(title, (_pair_table(), _scaled(), *checks), note=note)
