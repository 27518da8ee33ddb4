"""Entropies with 60 digits, expectations by summing over every table cell, Ω by counting tables."""

from collections import Counter
from fractions import Fraction
from functools import cache
from math import comb
from operator import mul

import mpmath

from tests.measures.reference.case import TINY, f_score, over, real

SUMMED = 100_000  # terms of the expected information of a cell that are summed at most
MANY, ORDER = 10**8, 12  # expected counts from which moments up to this order give 20 digits


def nats_per_unit(base):
    return mpmath.mpf(1) if base == "e" else mpmath.log(base)


def entropies(case):
    """Return H(a), H(b), H(a,b) in nats."""

    def entropy(counts):
        shares = [mpmath.mpf(count) / case.n for count in counts.values()]
        return -mpmath.fsum(p * mpmath.log(p) for p in shares)

    if "entropies" not in case.kept:
        case.kept["entropies"] = [
            _clean(entropy(counts)) for counts in (case.a, case.b, case.cells)
        ]
    return case.kept["entropies"]


def _clean(x):
    return mpmath.mpf(0) if abs(x) < TINY else x


def mutual(case):
    """Return I = Σ p_ij·log(p_ij/(p_i·p_j))."""
    terms = [
        c * mpmath.log(mpmath.mpf(c * case.n) / (case.a[i] * case.b[j]))
        for (i, j), c in case.cells.items()
    ]
    return _clean(mpmath.fsum(terms) / case.n)


def given(case, counts, side):
    """Return the conditional entropy if the side is known: Σ p_ij·log(p_side/p_ij)."""
    terms = [c * mpmath.log(mpmath.mpf(counts[cell[side]]) / c) for cell, c in case.cells.items()]
    return _clean(mpmath.fsum(terms) / case.n)


def a_given_b(case):
    return given(case, case.b, 1)


def b_given_a(case):
    return given(case, case.a, 0)


def variation(case):
    return a_given_b(case) + b_given_a(case)


class TooLargeError(ValueError):
    """A sum with too many terms."""


def expected(case):
    """Return E[I] over all tables with these sizes; each cell is hypergeometric."""
    if "expected" not in case.kept:
        sizes_a, sizes_b = Counter(case.a.values()), Counter(case.b.values())
        pairs = [
            (times_a * times_b, a, b)
            for a, times_a in sizes_a.items()
            for b, times_b in sizes_b.items()
        ]
        case.kept["expected"] = _clean(
            mpmath.fsum(times * _of_cell(case.n, a, b) for times, a, b in pairs)
        )
    return case.kept["expected"]


def _of_cell(n, a, b):
    """Return the sum over all k if there are few, otherwise a series in the moments of k."""
    low, high = max(1, a + b - n), min(a, b)
    if high - low < SUMMED:
        return _summed(n, a, b, low, high)
    if a * b // n < MANY or (n - a) * (n - b) // n < MANY:
        raise TooLargeError
    return _from_moments(n, a, b)


def _summed(n, a, b, low, high):
    probability = mpmath.mpf(1)
    ways = mpmath.binomial(b, low) * mpmath.binomial(n - b, a - low) / mpmath.binomial(n, a)
    total = mpmath.mpf(0)
    for k in range(low, high + 1):
        total += ways * probability * k * mpmath.log(mpmath.mpf(n * k) / (a * b)) / n
        probability *= (
            mpmath.mpf((a - k) * (b - k)) / ((k + 1) * (n - a - b + k + 1)) if k < high else 1
        )
    return total


def _from_moments(n, a, b):
    """Return E[k·log(k/μ)]/n = μ/n · Σ_{j ≥ 2} (-1)^j·E[(k/μ - 1)^j] / (j·(j - 1)).

    The moments follow exactly from the factorial ones, (a)_r·(b)_r / (n)_r.
    """
    factorial = [Fraction(1)]
    for r in range(ORDER):
        factorial.append(factorial[-1] * Fraction((a - r) * (b - r), n - r))
    second = [[1]]  # Stirling numbers of the second kind
    for j in range(1, ORDER + 1):
        last = [*second[-1], 0]
        second.append([0, *(r * last[r] + last[r - 1] for r in range(1, j + 1))])
    powers = [sum(map(mul, row, factorial)) for row in second]
    mu, total = powers[1], Fraction(0)
    for j in range(2, ORDER + 1):
        central = sum(comb(j, i) * powers[i] * (-mu) ** (j - i) for i in range(j + 1))
        total += (-1) ** j * central / mu**j / (j * (j - 1))
    return real(total * mu) / n


def mean(case, by):
    a, b, joint = entropies(case)
    return {
        "arithmetic": (a + b) / 2,
        "geometric": mpmath.sqrt(a * b),
        "harmonic": 2 * a * b / (a + b) if a + b else a,
        "min": min(a, b),
        "max": max(a, b),
        "joint": joint,
    }[by]


def normalized_variation(case, by="sum", k_max=None):
    a, b, joint = entropies(case)
    clusters = max(len(case.a), len(case.b)) if k_max is None else k_max
    scale = {
        "sum": a + b,
        "joint": joint,
        "log_n": mpmath.log(case.n),
        "clusters": 2 * mpmath.log(clusters),
    }[by]
    return over(variation(case), scale)


def adjusted_mutual(case, by="arithmetic"):
    return over(_clean(mutual(case) - expected(case)), _clean(mean(case, by) - expected(case)))


def adjusted_variation(case):
    a, b, _ = entropies(case)
    at_chance = _clean(a + b - 2 * expected(case))
    return over(_clean(at_chance - variation(case)), at_chance)


def information_distance(case):
    return max(a_given_b(case), b_given_a(case))


def code(case, sizes):
    """Return (1/n)·Σ log C(s + K - 1, K - 1), K the number of clusters of a."""
    more = len(case.a) - 1
    logs = (mpmath.log(mpmath.binomial(size + more, more)) for size in sizes.values())
    return _clean(mpmath.fsum(logs) / case.n)


def dom_q0(case):
    return a_given_b(case) + code(case, case.b)


def homogeneity(case):
    return _clean(1 - over(a_given_b(case), entropies(case)[0]))


def completeness(case):
    return _clean(1 - over(b_given_a(case), entropies(case)[1]))


def v_measure(case, beta=1):
    """Return the V-measure, in which the weight is β, not β²."""
    return f_score((homogeneity(case), 1), (completeness(case), 1), mpmath.mpf(beta))


@cache
def number_of_tables(rows, cols):
    """Return Ω, the number of tables with these row and column sums, column by column."""
    if not cols:
        return int(not any(rows))
    first, rest = cols[0], cols[1:]
    return sum(
        times * number_of_tables(left, rest)
        for left, times in _fillings(tuple(sorted(rows)), first).items()
    )


@cache
def _fillings(rows, size):
    """Return the row sums that can remain after a column of this size, with their numbers."""
    found = {(): {size: 1}}
    for row in rows:
        after = {}
        for left, ways in found.items():
            for rest, times in ways.items():
                for taken in range(min(row, rest) + 1):
                    key = tuple(sorted((*left, row - taken)))
                    entry = after.setdefault(key, {})
                    entry[rest - taken] = entry.get(rest - taken, 0) + times
        found = after
    return {left: ways[0] for left, ways in found.items() if 0 in ways}


def log_tables(a, b):
    """Return log Ω."""
    return mpmath.log(number_of_tables(tuple(sorted(a)), tuple(sorted(b, reverse=True))))


def log_factorials(counts):
    return mpmath.fsum(mpmath.loggamma(count + 1) for count in counts)


def reduced_parts(case):
    """Return n times the information, log n!/Πa! and log n!/Πb!, in nats."""
    n, a, b = (log_factorials(counts) for counts in ([case.n], case.a.values(), case.b.values()))
    return n + log_factorials(case.cells.values()) - a - b, n - a, n - b


def reduced_mutual(case, base=2, *, normalized=False):
    a, b = list(case.a.values()), list(case.b.values())
    information, own_a, own_b = reduced_parts(case)
    reduced = _clean(information - log_tables(a, b))
    if not normalized:
        return reduced / case.n / nats_per_unit(base)
    return over(reduced, _clean(own_a - log_tables(a, a) + own_b - log_tables(b, b)) / 2)


def in_units(formula):
    return lambda case, base=2: formula(case) / nats_per_unit(base)


MEASURES = {
    "entropy": in_units(lambda case: entropies(case)[0]),
    "joint_entropy": in_units(lambda case: entropies(case)[2]),
    "conditional_entropy": in_units(a_given_b),
    "mutual_information": in_units(mutual),
    "variation_of_information": in_units(variation),
    "normalized_variation_of_information": normalized_variation,
    "normalized_mutual_information": lambda case, by="arithmetic": over(
        mutual(case), mean(case, by)
    ),
    "expected_mutual_information": in_units(expected),
    "adjusted_mutual_information": adjusted_mutual,
    "adjusted_variation_of_information": adjusted_variation,
    "information_distance": in_units(information_distance),
    "normalized_information_distance": lambda case: over(
        information_distance(case), max(entropies(case)[:2])
    ),
    "dom_q0": in_units(dom_q0),
    "dom_q2": lambda case: over(code(case, case.a), dom_q0(case)),
    "homogeneity": homogeneity,
    "completeness": completeness,
    "v_measure": v_measure,
    "reduced_mutual_information": reduced_mutual,
}
