"""Closed forms: mean and standard deviation by chance, without drawing or enumerating tables."""

from __future__ import annotations

from fractions import Fraction
from math import perm, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from clusterdiff.chance._information_variance import information_std
from clusterdiff.summaries import Entropies, ExpectedInformation, PairCounts, Sizes

if TYPE_CHECKING:
    from clusterdiff.chance._null_models import NullModel, Sides
    from clusterdiff.measures import Measure
    from clusterdiff.sampling import Statistic
    from clusterdiff.summaries import Summary
    from clusterdiff.table import Table

_OF_SIZES = {Sizes, ExpectedInformation}  # summaries that depend on the cluster sizes alone
_ROUNDING = 1e-9


class Moments(NamedTuple):
    """Mean and standard deviation; None where there is no closed form for the latter."""

    mean: float
    std: float | None


def closed_moments(statistic: Statistic, table: Table, model: NullModel) -> Moments | None:
    """Return the moments of a statistic under a null model, or None without a closed form."""
    m = statistic.measure
    if m is None or table.n < 2:
        return None
    of_pairs, given = is_affine_in_pairs(m), m.facts.affine_given
    if model.fixes_margins:
        if of_pairs:
            return _of_pairs(m, table, model.sides(table))
        if m.facts.affine_in == "information" and {Entropies, *_OF_SIZES}.issuperset(m.summaries):
            return _of_information(m, table)
        mean = m.facts.expectation_on(table)
        return None if mean is None else Moments(mean, None)
    if of_pairs and (given == "nothing" or (given == "a" and model.one_sided)):
        return _of_random_pairs(m, table, model.sides(table), given_a=model.one_sided)
    return None


def is_affine_in_pairs(m: Measure) -> bool:
    """Return whether a measure is affine in the number of pairs and takes any pair counts."""
    allowed = {PairCounts, *_OF_SIZES}
    return (
        m.facts.affine_in == "pairs"
        and PairCounts in m.summaries
        and allowed.issuperset(m.summaries)
    )


def pair_slope(m: Measure, table: Table) -> int:
    """Return 1 if a measure that is affine in the number of pairs together rises with it, else -1.

    Return 0 if that number is determined by the cluster sizes, and for a description that depends
    on them alone. The values of other measures may be equal by rounding, but their direction is
    known.
    """
    low, high = _range_of_pairs(table)
    if low == high:
        return 0
    at_low, at_high = (_at(m, table, both) for both in (low, high))
    known = {"similarity": 1, "distance": -1, "description": 0}
    return int(np.sign(at_high - at_low)) or known[m.direction]


def _range_of_pairs(table: Table) -> tuple[int, int]:
    """Return bounds of the number of pairs together in both, given the cluster sizes."""
    p = PairCounts.of(table)
    return max(0, p.in_a + p.in_b - p.total), min(p.in_a, p.in_b)


def _can_be_equal(table: Table) -> bool:
    """Return whether clusterings with these cluster sizes can be equal."""
    same_number = table.shape[0] == table.shape[1]
    return same_number and np.array_equal(np.sort(table.row_sizes), np.sort(table.col_sizes))


# E[m^k] for m = Σ over pairs of elements of (together in a)·(together in b). A k-tuple of pairs
# links elements to groups; it counts if both sides keep every group in one cluster. Each
# entry is a pattern of group sizes and the number of ordered k-tuples of pairs of s elements that
# form these groups, divided by s!, where s is the number of elements in the pattern.
# k = 2: the same pair twice (1 of 2!), two pairs that share an element (6 of 3!), two disjoint
# pairs (6 of 4!).
# k = 3: one pair thrice; a triangle, or a path of two with one of its pairs twice (24 of 3!); two
# disjoint pairs, one of them twice (18 of 4!); the 16 trees on four elements (96 of 4!); a path of
# two and a pair (180 of 5!); three disjoint pairs (90 of 6!).
_ONE = (((2,), Fraction(1, 2)),)
_TWO = (*_ONE, ((3,), Fraction(1)), ((2, 2), Fraction(1, 4)))
_THREE = (
    *_ONE,
    ((3,), Fraction(4)),
    ((2, 2), Fraction(3, 4)),
    ((4,), Fraction(4)),
    ((3, 2), Fraction(3, 2)),
    ((2, 2, 2), Fraction(1, 8)),
)


def _raw_moment(sides: Sides, patterns: tuple[tuple[tuple[int, ...], Fraction], ...]) -> Fraction:
    """Return E[m^k]: both sides must keep the same elements together."""
    a, b = sides
    terms = (share * perm(a.n, sum(g)) * a.together(g) * b.together(g) for g, share in patterns)
    return sum(terms, Fraction(0))


def pair_moments(sides: Sides) -> tuple[Fraction, float, float]:
    """Return mean, standard deviation and skewness of m = Σ C(n_ij, 2), rounded once at the end."""
    first, second, third = (_raw_moment(sides, patterns) for patterns in (_ONE, _TWO, _THREE))
    variance = second - first**2
    if variance == 0:
        return first, 0.0, 0.0
    std = sqrt(variance)
    return first, std, float((third - 3 * first * variance - first**3) / variance) / std


def _of_pairs(m: Measure, table: Table, sides: Sides) -> Moments | None:
    """Return f(E[m]) and |slope| · std(m) for a measure that is an affine function f of m."""
    low, high = _range_of_pairs(table)
    if low == high:
        return Moments(m.on(table), 0.0)
    if _can_be_equal(table) and not _keeps_formula(m, table, high):
        return None
    first, second = _raw_moment(sides, _ONE), _raw_moment(sides, _TWO)
    at_low, at_high = (_at(m, table, both) for both in (low, high))
    std = sqrt(second - first**2) * abs(at_high - at_low) / (high - low)
    if m.correction == "exact":
        return Moments(_zero_of(m), std)
    return Moments(at_low + (at_high - at_low) * float((first - low) / (high - low)), std)


def _zero_of(m: Measure) -> float:
    """Return the mean of a measure that is adjusted for chance."""
    zero = 0.0 if m.record.direction == "similarity" else 1.0
    return zero if m.view is None else float(m.record.bounds[1]) - zero  # type: ignore[arg-type]


def _with_pairs(
    m: Measure, table: Table, both: int, in_a: int | None = None, in_b: int | None = None
) -> list[Summary]:
    """Return the summaries of a table with another number of pairs together."""
    p = PairCounts.of(table)
    in_a, in_b = p.in_a if in_a is None else in_a, p.in_b if in_b is None else in_b
    counts = PairCounts(both, in_a - both, in_b - both, p.total - in_a - in_b + both)
    return [counts if kind is PairCounts else kind.of(table) for kind in m.summaries]


def _at(m: Measure, table: Table, both: int, *sides: int) -> float:
    """Return the formula for another number of pairs together, in both or also in a and b."""
    return m.facts.raw(*_with_pairs(m, table, both, *sides))


def _keeps_formula(m: Measure, table: Table, pairs: int) -> bool:
    """Return whether equal clusterings with so many pairs have the value that the formula gives.

    Their value is the best one by convention, which need not be on the line of the others.
    """
    return _is_best(m, _with_pairs(m, table, pairs, pairs, pairs))


def _is_best(m: Measure, equal: list[Summary]) -> bool:
    """Return whether the formula gives the best value, if there is one, for equal clusterings."""
    if m.best is None:
        return True
    best = float(m.best(*equal, **m.fixed)) if callable(m.best) else m.best
    return abs(m.facts.raw(*equal) - best) <= _ROUNDING * max(1.0, abs(best))


def _of_random_pairs(m: Measure, table: Table, sides: Sides, *, given_a: bool) -> Moments | None:
    """Return the moments of c0 + Σ x·A + y·B + z·A·B; A, B are 1 for pairs together in a, in b."""
    p = PairCounts.of(table)
    possible = (p.in_a,) if given_a else (0, p.in_a, p.total)
    if (given_a and p.in_a == 0) or not all(_keeps_formula(m, table, x) for x in possible):
        return None
    c0, x, y, z = _coefficients_given_a(m, table) if given_a else _coefficients(m, table)
    a, b = sides
    pa, pb = a.pair(), b.pair()
    mean = c0 + float(p.total * (x * float(pa) + y * float(pb) + z * float(pa * pb)))
    if not (a.exact and b.exact):
        return Moments(mean, None)
    return Moments(mean, _random_pairs_std(sides, *map(Fraction, (x, y, z))))


def _coefficients(m: Measure, table: Table) -> tuple[float, float, float, float]:
    total = PairCounts.of(table).total
    points = ((0, 0, 0), (0, total, 0), (0, 0, total), (total, total, total))
    none, only_a, only_b, both = (_at(m, table, *point) for point in points)
    x, y, z = only_a - none, only_b - none, both - only_a - only_b + none
    return none, x / total, y / total, z / total


def _coefficients_given_a(m: Measure, table: Table) -> tuple[float, float, float, float]:
    """Return the coefficients if a is fixed, so that A has no separate term."""
    p = PairCounts.of(table)
    m1, others = p.in_a, p.total - p.in_a
    none = _at(m, table, 0, m1, 0)
    y = (_at(m, table, 0, m1, others) - none) / others if others else 0.0
    return none, 0.0, y, (_at(m, table, m1, m1, m1) - none) / m1 - y


def _random_pairs_std(sides: Sides, x: Fraction, y: Fraction, z: Fraction) -> float:
    """Return the standard deviation; two pairs are equal, share an element or are disjoint."""
    a, b = sides
    n, pa, pb = a.n, a.together((2,)), b.together((2,))
    square = Fraction(0)
    for g, share in _TWO:
        ta, tb = a.together(g), b.together(g)
        mixed = x * y * pa * pb + x * z * ta * pb + y * z * pa * tb
        square += share * perm(n, sum(g)) * (x * x * ta + y * y * tb + z * z * ta * tb + 2 * mixed)
    mean = Fraction(n * (n - 1), 2) * (x * pa + y * pb + z * pa * pb)
    return sqrt(max(square - mean**2, Fraction(0)))


def _of_information(m: Measure, table: Table) -> Moments | None:
    """Return the moments of a measure that is an affine function of the mutual information."""
    expected = ExpectedInformation.of(table)
    if expected.constant:
        return Moments(m.on(table), 0.0)
    if _can_be_equal(table) and not _keeps_information(m, table, expected):
        return None
    # The two points are far apart: the mean information of a large table is close to 0.
    half = min(Entropies.of(table).a, Entropies.of(table).b) / 2
    at_none, at_half = (_with_information(m, table, x, expected) for x in (0.0, half))
    if at_none == at_half:  # it depends on the cluster sizes alone
        return Moments(m.on(table), 0.0)
    std = information_std(table)
    scaled = None if std is None else std * abs(at_half - at_none) / half
    at_mean = _with_information(m, table, expected.mutual, expected)
    return Moments(_zero_of(m) if m.correction == "exact" else at_mean, scaled)


def _keeps_information(m: Measure, table: Table, expected: ExpectedInformation) -> bool:
    """Return whether equal clusterings have the value that the formula gives."""
    return _is_best(m, _with_mutual(m, table, Entropies.of(table).a, expected))


def _with_information(
    m: Measure, table: Table, mutual: float, expected: ExpectedInformation
) -> float:
    """Return the measure for the same cluster sizes and another mutual information."""
    return m.facts.raw(*_with_mutual(m, table, mutual, expected))


def _with_mutual(
    m: Measure, table: Table, mutual: float, expected: ExpectedInformation
) -> list[Summary]:
    """Return the summaries for the same cluster sizes and another mutual information.

    At the mean, H(a|b) and H(b|a) come from E[VI], which is summed separately: with
    d = H(a) - H(b), they are (E[VI] + d)/2 and (E[VI] - d)/2.
    """
    e = Entropies.of(table)
    a_given_b, b_given_a = max(0.0, e.a - mutual), max(0.0, e.b - mutual)
    if mutual == expected.mutual:
        a_given_b = max(0.0, (expected.variation + (e.a - e.b)) / 2)
        b_given_a = max(0.0, (expected.variation - (e.a - e.b)) / 2)
    other = Entropies(e.n, e.clusters_a, e.clusters_b, e.a, e.b, a_given_b, b_given_a, mutual)
    return [other if kind is Entropies else kind.of(table) for kind in m.summaries]
