"""Pair counting: m pairs together in both, m1 in a, m2 in b, M in all."""

from fractions import Fraction
from itertools import combinations
from math import comb

from tests.measures.reference.case import UndefinedError, f_score, over, sqrt

HALF = Fraction(1, 2)
FEW = 12  # up to so many elements, pairs of pairs are counted one by one


def of_counts(formula):
    """Return a measure from a formula of the four counts n11, n10, n01, n00."""
    return lambda case, **options: formula(*case.pairs, **options)


def of_totals(formula):
    """Return a measure from a formula of m, m1, m2 and M; with self-pairs, of sums of squares."""

    def measure(case, *, self_pairs=False, **options):
        if self_pairs:
            sides = (case.cells, case.a, case.b)
            squares = [sum(count**2 for count in side.values()) for side in sides]
            return formula(*squares, case.n**2, **options)
        both, only_a, only_b, neither = case.pairs
        return formula(
            both, both + only_a, both + only_b, both + only_a + only_b + neither, **options
        )

    return measure


def adjusted(m, m1, m2, total, largest):
    """Return (m - E)/(largest - E) with E = m1·m2/M, everything times M."""
    return over(total * m - m1 * m2, total * largest - m1 * m2)


def adjusted_rand_asymptotic(case):
    cells, a, b = (
        sum(Fraction(c, case.n) ** 2 for c in counts.values())
        for counts in (case.cells, case.a, case.b)
    )
    return over(cells - a * b, (a + b) / 2 - a * b)


def modified_adjusted_rand(case):
    """Return MARI; the quadruples of elements are counted one by one if there are few."""
    both, only_a, only_b, _ = case.pairs
    m1, m2 = both + only_a, both + only_b
    quadruples = comb(case.n, 4)
    if not quadruples:
        raise UndefinedError
    squares = [sum(c * c for c in counts.values()) for counts in (case.cells, case.a, case.b)]
    crossed = sum(c * case.a[i] * case.b[j] for (i, j), c in case.cells.items())
    apart = m1 * m2 - both - (2 * case.n + crossed - sum(squares))
    if case.labels is not None and case.n <= FEW:
        assert apart == disjoint_pairs(case.labels)
    chance = Fraction(comb(case.n, 2) * apart, 6 * quadruples)
    if chance == Fraction(m1 + m2, 2):
        raise UndefinedError
    return over(both - chance, Fraction(m1 + m2, 2) - chance)


def disjoint_pairs(labels):
    """Count the pairs of disjoint pairs of elements of which the first is together in a, the second in b."""
    every = list(combinations(range(len(labels)), 2))
    in_a = [pair for pair in every if labels[pair[0]][0] == labels[pair[1]][0]]
    in_b = [pair for pair in every if labels[pair[0]][1] == labels[pair[1]][1]]
    return sum(not {*first} & {*second} for first in in_a for second in in_b)


def prediction_strength(case):
    shares = [
        Fraction(
            sum(c * (c - 1) for (row, _), c in case.cells.items() if row == i), size * (size - 1)
        )
        for i, size in case.a.items()
        if size > 1
    ]
    if not shares:
        raise UndefinedError
    return min(shares)


def sokal_sneath_1(n11, n10, n01, n00):
    return (
        over(n11, n11 + n10) + over(n11, n11 + n01) + over(n00, n00 + n10) + over(n00, n00 + n01)
    ) / 4


def pair_f(m, m1, m2, _total, beta=1):
    return f_score((m, m2), (m, m1), Fraction(beta) ** 2)


MEASURES = {
    "rand": of_counts(lambda n11, n10, n01, n00: over(n11 + n00, n11 + n10 + n01 + n00)),
    "adjusted_rand": of_totals(
        lambda m, m1, m2, total: adjusted(m, m1, m2, total, Fraction(m1 + m2, 2))
    ),
    "adjusted_rand_asymptotic": adjusted_rand_asymptotic,
    "jaccard": of_totals(lambda m, m1, m2, _: over(m, m1 + m2 - m)),
    "fowlkes_mallows": of_totals(lambda m, m1, m2, _: over(m, sqrt(m1 * m2))),
    "adjusted_fowlkes_mallows": of_totals(
        lambda m, m1, m2, total: adjusted(m, m1, m2, total, sqrt(m1 * m2))
    ),
    "wallace_a": of_totals(lambda m, m1, _m2, _: over(m, m1)),
    "wallace_b": of_totals(lambda m, _m1, m2, _: over(m, m2)),
    "adjusted_wallace_a": of_totals(
        lambda m, m1, m2, total: over(total * m - m1 * m2, m1 * (total - m2))
    ),
    "adjusted_wallace_b": of_totals(
        lambda m, m1, m2, total: over(total * m - m1 * m2, m2 * (total - m1))
    ),
    "pair_f": of_totals(pair_f),
    "modified_adjusted_rand": modified_adjusted_rand,
    "pair_overlap": of_totals(lambda m, m1, m2, _: over(m, min(m1, m2))),
    "loevinger": of_totals(lambda m, m1, m2, total: adjusted(m, m1, m2, total, min(m1, m2))),
    "prediction_strength": prediction_strength,
    "mirkin": of_counts(lambda _n11, n10, n01, _n00: 2 * (n10 + n01)),
    "mirkin_invariant": lambda case: Fraction(2 * (case.pairs[1] + case.pairs[2]), case.n**2),
    "hubert_gamma": of_totals(
        lambda m, m1, m2, total: over(
            total * m - m1 * m2, sqrt(m1 * m2 * (total - m1) * (total - m2))
        )
    ),
    "hubert_gamma_prime": of_totals(
        lambda m, m1, m2, total: over(total - 2 * m1 - 2 * m2 + 4 * m, total)
    ),
    "minkowski": of_totals(lambda m, m1, m2, _: sqrt(over(m1 + m2 - 2 * m, m1))),
    "minkowski_prime": of_totals(lambda m, m1, m2, _: over(m1 + m2 - 2 * m, m1)),
    "jaccard_prime": of_totals(lambda m, m1, m2, _: over(m1 + m2 - 2 * m, m1 + m2)),
    "normalized_minkowski": of_totals(
        lambda m, m1, m2, total: over(total * (m1 + m2 - 2 * m), total * (m1 + m2) - 2 * m1 * m2)
    ),
    "rogers_tanimoto": of_counts(
        lambda n11, n10, n01, n00: over(n11 + n00, n11 + n00 + 2 * (n10 + n01))
    ),
    "sokal_sneath_1": of_counts(sokal_sneath_1),
    "sokal_sneath_2": of_counts(lambda n11, n10, n01, _: over(n11, n11 + 2 * (n10 + n01))),
    "sokal_sneath_3": of_counts(
        lambda n11, n10, n01, n00: over(
            n11 * n00, sqrt((n11 + n10) * (n11 + n01) * (n00 + n10) * (n00 + n01))
        )
    ),
    "gower_legendre": of_counts(
        lambda n11, n10, n01, n00: over(n11 + n00, n11 + HALF * (n10 + n01) + n00)
    ),
    "russell_rao": of_totals(lambda m, _m1, _m2, total: over(m, total)),
    "kulczynski": of_totals(lambda m, m1, m2, _: (over(m, m1) + over(m, m2)) / 2),
    "mcconnaughey": of_counts(
        lambda n11, n10, n01, _: over(n11**2 - n10 * n01, (n11 + n10) * (n11 + n01))
    ),
    "peirce": of_counts(
        lambda n11, n10, n01, n00: over(n11 * n00 - n10 * n01, (n11 + n01) * (n10 + n00))
    ),
    "baulieu_1": of_counts(
        lambda n11, n10, n01, n00: over(
            (n11 + n10 + n01 + n00) ** 2 - (n11 + n10 + n01 + n00) * (n10 + n01) + (n10 - n01) ** 2,
            (n11 + n10 + n01 + n00) ** 2,
        )
    ),
    "baulieu_2": of_counts(
        lambda n11, n10, n01, n00: over(n11 * n00 - n10 * n01, (n11 + n10 + n01 + n00) ** 2)
    ),
    "fager_mcgowan": of_totals(lambda m, m1, m2, _: over(m, sqrt(m1 * m2)) - 1 / (2 * sqrt(m1))),
    "yule_q": of_counts(
        lambda n11, n10, n01, n00: over(n11 * n00 - n10 * n01, n11 * n00 + n10 * n01)
    ),
}
