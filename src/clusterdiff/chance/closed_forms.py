"""Closed forms: mean and standard deviation by chance, without drawing or enumerating tables."""

from __future__ import annotations

from fractions import Fraction
from math import perm, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from clusterdiff.chance.information_variance import information_std
from clusterdiff.summaries import Entropies, ExpectedInformation, PairCounts

if TYPE_CHECKING:
    from clusterdiff.chance.null_models import NullModel, Sides
    from clusterdiff.chance.statistic import Statistic
    from clusterdiff.measures import Measure
    from clusterdiff.table import Table


class Moments(NamedTuple):
    """Mean and standard deviation; None where there is no closed form for the latter."""

    mean: float
    std: float | None


def closed_moments(statistic: Statistic, table: Table, model: NullModel) -> Moments | None:
    """Return the moments of a statistic under a null model, or None without a closed form."""
    m = statistic.measure
    if m is None or table.n < 2:
        return None
    affine, given = m.affine_in, m.affine_given
    if model.fixes_margins:
        if affine == "pairs":
            return _of_pairs(m, table, model.sides(table))
        if affine == "information":
            return _of_information(m, table)
        mean = m.expectation_on(table)
        return None if mean is None else Moments(mean, None)
    if affine == "pairs" and (given == "nothing" or (given == "a" and model.one_sided)):
        return _of_random_pairs(m, table, model.sides(table), given_a=model.one_sided)
    return None


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


def _of_pairs(m: Measure, table: Table, sides: Sides) -> Moments:
    """Return f(E[m]) and |slope| · std(m) for a measure that is an affine function f of m."""
    p = PairCounts.of(table)
    low, high = max(0, p.in_a + p.in_b - p.total), min(p.in_a, p.in_b)
    if low == high:
        return Moments(m.on(table), 0.0)
    first, second = _raw_moment(sides, _ONE), _raw_moment(sides, _TWO)
    at_low, at_high = (_at(m, both, p.in_a, p.in_b, p.total) for both in (low, high))
    std = sqrt(second - first**2) * abs(at_high - at_low) / (high - low)
    if m.chance_adjusted:
        return Moments(_zero_of(m), std)
    return Moments(at_low + (at_high - at_low) * float((first - low) / (high - low)), std)


def _zero_of(m: Measure) -> float:
    """Return the mean of a measure that is adjusted for chance."""
    zero = 0.0 if m.record.direction == "similarity" else 1.0
    return zero if m.view is None else float(m.record.bounds[1]) - zero  # type: ignore[arg-type]


def _at(m: Measure, both: int, in_a: int, in_b: int, total: int) -> float:
    counts = PairCounts(both, in_a - both, in_b - both, total - in_a - in_b + both)
    return m.raw(counts)


def _of_random_pairs(m: Measure, table: Table, sides: Sides, *, given_a: bool) -> Moments | None:
    """Return the moments of c0 + Σ x·A + y·B + z·A·B; A, B are 1 for pairs together in a, in b."""
    p = PairCounts.of(table)
    if given_a and p.in_a == 0:
        return None
    c0, x, y, z = _coefficients_given_a(m, p) if given_a else _coefficients(m, p.total)
    a, b = sides
    pa, pb = a.pair(), b.pair()
    mean = c0 + float(p.total * (x * float(pa) + y * float(pb) + z * float(pa * pb)))
    if not (a.exact and b.exact):
        return Moments(mean, None)
    return Moments(mean, _random_pairs_std(sides, *map(Fraction, (x, y, z))))


def _coefficients(m: Measure, total: int) -> tuple[float, float, float, float]:
    points = ((0, 0, 0), (0, total, 0), (0, 0, total), (total, total, total))
    none, only_a, only_b, both = (_at(m, *point, total) for point in points)
    x, y, z = only_a - none, only_b - none, both - only_a - only_b + none
    return none, x / total, y / total, z / total


def _coefficients_given_a(m: Measure, p: PairCounts) -> tuple[float, float, float, float]:
    """Return the same with the pairs of a fixed, so that A has no separate term."""
    m1, total = p.in_a, p.total
    none = _at(m, 0, m1, 0, total)
    y = (_at(m, 0, m1, total - m1, total) - none) / (total - m1) if m1 < total else 0.0
    return none, 0.0, y, (_at(m, m1, m1, m1, total) - none) / m1 - y


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


def _of_information(m: Measure, table: Table) -> Moments:
    """Return the moments of a measure that is an affine function of the mutual information."""
    expected = ExpectedInformation.of(table)
    if expected.constant:
        return Moments(m.on(table), 0.0)
    # The two points are far apart: the mean information of a large table is close to 0.
    half = min(Entropies.of(table).a, Entropies.of(table).b) / 2
    at_none, at_half = (_with_information(m, table, x, expected) for x in (0.0, half))
    if at_none == at_half:  # it depends on the cluster sizes alone
        return Moments(m.on(table), 0.0)
    std = information_std(table)
    scaled = None if std is None else std * abs(at_half - at_none) / half
    at_mean = _with_information(m, table, expected.mutual, expected)
    return Moments(_zero_of(m) if m.chance_adjusted else at_mean, scaled)


def _with_information(
    m: Measure, table: Table, mutual: float, expected: ExpectedInformation
) -> float:
    """Return the measure for the same cluster sizes and another mutual information.

    At the mean, H(a|b) and H(b|a) come from E[VI], which is summed separately: with
    d = H(a) - H(b), they are (E[VI] + d)/2 and (E[VI] - d)/2.
    """
    e = Entropies.of(table)
    a_given_b, b_given_a = max(0.0, e.a - mutual), max(0.0, e.b - mutual)
    if mutual == expected.mutual:
        a_given_b = max(0.0, (expected.variation + (e.a - e.b)) / 2)
        b_given_a = max(0.0, (expected.variation - (e.a - e.b)) / 2)
    other = Entropies(e.n, e.clusters_a, e.clusters_b, e.a, e.b, a_given_b, b_given_a, mutual)
    known: dict[Any, Any] = {Entropies: other, ExpectedInformation: expected}
    return m.raw(*(known[summary] for summary in m.summaries))
