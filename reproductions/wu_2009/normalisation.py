"""Wu, Xiong & Chen 2009, Tables 1 and 5: ranges of the measures, and how they are normalised."""

from __future__ import annotations

from itertools import permutations
from math import isclose, log2
from typing import TYPE_CHECKING

import numpy as np

import clusterdiff as cd
from clusterdiff import properties
from reproductions._report import EXACT, Check, Section, addition, claim, refuted
from reproductions.wu_2009.tables import NORMALISED, TABLE_3, merits, normalised, table_3

if TYPE_CHECKING:
    from collections.abc import Callable


def random_tables(count: int) -> list[cd.Table]:
    """Tables of 60 elements in up to five classes and four clusters."""
    random = np.random.default_rng(0)
    return [cd.Table.from_labels(random.integers(0, 5, 60), random.integers(0, 4, 60)) for _ in range(count)]


def table_1() -> Section:
    """The printed ranges that do not hold."""
    one, singles, halves, others = [0, 0, 0, 0], [0, 1, 2, 3], [0, 0, 1, 1], [0, 1, 0, 1]
    rand, gamma, mi, mirkin = (
        cd.rand(one, singles),
        cd.hubert_gamma_prime(one, singles),
        cd.mutual_information(halves, others),
        cd.mirkin(one, singles),
    )
    every = [pair for n in range(1, 6) for pair in properties.pairs(n) if len(set(pair[0])) == 3 and len(set(pair[1])) == 2]  # noqa: PLR2004
    most = max(cd.mutual_information(a, b) for a, b in every)
    return Section(
        "Table 1: ranges that do not hold as printed",
        (
            refuted("R is in (0, 1]", rand > 0, rand == 0, f"{rand:g} for one cluster against singletons", "no pair is alike: the range is [0, 1]"),
            refuted(
                "Γ' is in [0, 1]",
                gamma >= 0,
                gamma == 2 * rand - 1 == -1,
                f"{gamma:g} for one cluster against singletons",
                "Γ' = 2R - 1: the range is [-1, 1]",
            ),
            refuted("MI is above 0", mi > 0, mi == 0, f"{mi:g} for 0011 against 0101", "they are independent: the range is [0, log min(K, K')]"),
            refuted(
                "MI reaches log K', K' classes",
                isclose(most, log2(3)),
                isclose(most, log2(min(3, 2))),
                f"at most {most:.3f} bits for 3 classes and 2 clusters of up to 5 elements; log K' = {log2(3):.3f}",
                "it cannot exceed the entropy of the clusters: the upper end is log min(K, K')",
            ),
            addition("M reaches n(n - 1)", mirkin == 4 * 3, f"{mirkin:g} for one cluster against singletons, n = 4"),
        ),
        note="The printed ranges are known to us through the errata only; M's printed range is not.",
    )


def least_f(table: cd.Table) -> float:
    """F₋ of Procedure 1: the largest cluster takes its elements from the smallest classes first."""
    largest = left = int(table.col_sizes.max())
    total = 0.0
    for size in sorted(table.row_sizes.tolist()):
        taken = min(size, left)
        left -= taken
        total += size * 2 * taken / (size + largest)
    return total / table.n


# Each bound follows from the sizes alone.
def _most_vi(t: cd.Table) -> float:
    return cd.entropy(t) + cd.entropy(t.T)


def _most_vd(t: cd.Table) -> float:
    return float(1 - (t.row_sizes.max() + t.col_sizes.max()) / (2 * t.n))


def _most_error(t: cd.Table) -> float:
    return 1 - 1 / max(t.shape)


def _tried(tables: int, beyond: int, error: float) -> str:
    return f"{tables} tables, {beyond} beyond the bound, error at most {error:.0e}"


def _scaled(tables: list[cd.Table], what: str, raw: str, scaled: str, most: Callable[[cd.Table], float]) -> Check:
    values = [(cd.measure(raw).on(t), most(t), cd.measure(scaled).on(t)) for t in tables]
    beyond, error = sum(value > limit + EXACT for value, limit, _ in values), max(abs(value / limit - own) for value, limit, own in values)
    return claim(what, error < EXACT and not beyond, _tried(len(tables), beyond, error))


def _by_chance() -> tuple[Check, ...]:
    """Identities with means over all 90 ways to deal six elements to clusters of two, each against classes of 3, 2 and 1."""
    tables = [cd.Table.from_labels([0, 0, 0, 1, 1, 2], b) for b in sorted(set(permutations([0, 0, 1, 1, 2, 2])))]

    def same(raw: str, scaled: str, form: Callable[[float, float], float]) -> bool:
        values, wanted = (np.array([cd.measure(name).on(t) for t in tables]) for name in (raw, scaled))
        mean = float(values.mean())
        return all(abs(form(float(v), mean) - w) < EXACT for v, w in zip(values, wanted, strict=True))

    shown = f"all {len(tables)} deals"
    return (
        claim("R_n = (R - E[R])/(1 - E[R])", same("rand", "R_n", lambda s, e: (s - e) / (1 - e)), shown),
        claim("FM_n = (FM - E[FM])/(1 - E[FM])", same("fmi", "FM_n", lambda s, e: (s - e) / (1 - e)), shown),
        claim("Γ_n = Γ, for E[Γ] = 0", same("Γ", "Γ_n", lambda s, e: (s - e) / (1 - e)), shown),
        claim("J'_n = J'/E[J']", same("jaccard_prime", "J'_n", lambda s, e: s / e), shown),
        claim("MS'_n = MS'/E[MS']", same("minkowski_prime", "MS'_n", lambda s, e: s / e), shown),
    )


def _by_bound() -> tuple[Check, ...]:
    tables = random_tables(200) + [cd.Table.from_labels(a, b) for n in range(2, 6) for a, b in properties.pairs(n) if max(a) + max(b) > 0]
    found = [(cd.f_measure(t), least_f(t), cd.normalized_f_measure(t)) for t in tables]
    beyond = sum(f < least - EXACT for f, least, _ in found)
    error = max(abs((f - least) / (1 - least) - fn) for f, least, fn in found)
    return (
        _scaled(tables, "VI_n = VI over its most, H(a) + H(b)", "vi", "VI_n", _most_vi),
        _scaled(tables, "VD_n = VD over its most, 1 - (max a + max b)/2n", "VD", "VD_n", _most_vd),
        _scaled(tables, "ε_n = ε over its most, 1 - 1/max(K, K')", "epsilon", "ε_n", _most_error),
        claim("F_n = (F - F₋)/(1 - F₋), F₋ by Procedure 1", error < EXACT and not beyond, _tried(len(tables), beyond, error)),
    )


def table_5() -> Section:
    """Proposition 1 and the normalised forms, checked number by number."""
    tables = random_tables(200)

    def same(left: str, right: str, flip: float = 0.0) -> bool:
        one, two = cd.measure(left), cd.measure(right)
        return all(abs(one.on(t) - (flip - two.on(t) if flip else two.on(t))) < EXACT for t in tables)

    better = [label for label, name in NORMALISED.items() if np.diff(merits(name, map(table_3, ("I", "II"))))[0] > 0]

    return Section(
        "Table 5, Proposition 1: identities of the normalised measures",
        (
            claim("Γ' = 2R - 1, so that Γ'_n = R_n", all(abs(cd.hubert_gamma_prime(t) - (2 * cd.rand(t) - 1)) < EXACT for t in tables)),
            addition("M = n(n - 1)(1 - R)", all(isclose(cd.mirkin(t), t.n * (t.n - 1) * (1 - cd.rand(t)), rel_tol=EXACT) for t in tables)),
            claim("GK = 1 - P", same("goodman_kruskal", "purity", 1.0)),
            claim("MS'_n = 1 - R_n", same("normalized_minkowski", "adjusted_rand", 1.0)),
            claim("J' = 1 - F of pairs, so that J'_n = MS'_n", same("jaccard_prime", "pair_f", 1.0)),
            claim("VI_n = 1 - NMI (arithmetic mean)", same("nvi", "nmi", 1.0)),
            *_by_chance(),
            *_by_bound(),
            addition("every normalised measure prefers result II of Table 3", len(better) == len(NORMALISED), ", ".join(better)),
        ),
        note="Below are our values of the normalised measures for Table 3; the paper's are not at hand.",
        numbers=normalised({result: table_3(result) for result in TABLE_3}),
    )
