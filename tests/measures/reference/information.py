"""Entropies with 60 digits, expectations by summing over every table cell, Ω by counting tables."""

from functools import cache

import mpmath

from tests.measures.reference.case import TINY, f_score, over

SUMMED = 3_000_000  # terms of the expected information that are summed at most


def nats_per_unit(base):
    return mpmath.mpf(1) if base == "e" else mpmath.log(base)


def entropies(case):
    """H(a), H(b), H(a,b) in nats."""

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
    """I = Σ p_ij·log(p_ij/(p_i·p_j))."""
    terms = [
        c * mpmath.log(mpmath.mpf(c * case.n) / (case.a[i] * case.b[j]))
        for (i, j), c in case.cells.items()
    ]
    return _clean(mpmath.fsum(terms) / case.n)


def given(case, counts, side):
    """The entropy that is left when the side is known: Σ p_ij·log(p_side/p_ij)."""
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
    """E[I] over all tables with these sizes, from the hypergeometric distribution of each cell."""
    if "expected" not in case.kept:
        n, spans = case.n, []
        for a in case.a.values():
            spans += [(a, b, max(1, a + b - n), min(a, b)) for b in case.b.values()]
        if sum(high - low + 1 for *_, low, high in spans) > SUMMED:
            raise TooLargeError
        case.kept["expected"] = _clean(mpmath.fsum(_of_cell(n, *span) for span in spans))
    return case.kept["expected"]


def _of_cell(n, a, b, low, high):
    probability = mpmath.mpf(1)
    ways = mpmath.binomial(b, low) * mpmath.binomial(n - b, a - low) / mpmath.binomial(n, a)
    total = mpmath.mpf(0)
    for k in range(low, high + 1):
        total += ways * probability * k * mpmath.log(mpmath.mpf(n * k) / (a * b)) / n
        probability *= (
            mpmath.mpf((a - k) * (b - k)) / ((k + 1) * (n - a - b + k + 1)) if k < high else 1
        )
    return total


def mean(case, by):
    a, b, joint = entropies(case)
    return {
        "arithmetic": (a + b) / 2,
        "geometric": mpmath.sqrt(a * b),
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


def homogeneity(case):
    return _clean(1 - over(a_given_b(case), entropies(case)[0]))


def completeness(case):
    return _clean(1 - over(b_given_a(case), entropies(case)[1]))


def v_measure(case, beta=1):
    """The weight is β here, not its square."""
    return f_score((homogeneity(case), 1), (completeness(case), 1), mpmath.mpf(beta))


@cache
def number_of_tables(rows, cols):
    """Ω: tables of counts with these row and column sums, counted column by column."""
    if not cols:
        return int(not any(rows))
    first, rest = cols[0], cols[1:]
    return sum(
        times * number_of_tables(left, rest)
        for left, times in _fillings(tuple(sorted(rows)), first).items()
    )


@cache
def _fillings(rows, size):
    """What can be left of the rows without a column of this size, and in how many ways."""
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
    """log Ω."""
    return mpmath.log(number_of_tables(tuple(sorted(a)), tuple(sorted(b, reverse=True))))


def log_factorials(counts):
    return mpmath.fsum(mpmath.loggamma(count + 1) for count in counts)


def reduced_parts(case):
    """In nats: the information by counting, log n!/Πa!, log n!/Πb!, all for n elements."""
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
    "homogeneity": homogeneity,
    "completeness": completeness,
    "v_measure": v_measure,
    "reduced_mutual_information": reduced_mutual,
}
