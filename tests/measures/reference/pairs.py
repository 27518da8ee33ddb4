"""Pair counting: m pairs together in both, m1 in a, m2 in b, M in all."""

from fractions import Fraction

from tests.measures.reference.case import f_score, over, sqrt

HALF = Fraction(1, 2)


def of_counts(formula):
    """Return a measure from a formula of the four counts n11, n10, n01, n00."""
    return lambda case, **options: formula(*case.pairs, **options)


def of_totals(formula):
    """Return a measure from a formula of m, m1, m2 and M."""

    def measure(case, **options):
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
