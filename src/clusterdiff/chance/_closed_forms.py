"""Closed forms: mean and standard deviation by chance, without drawing or enumerating tables."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb, factorial, perm, prod, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from clusterdiff.chance._information_variance import information_std
from clusterdiff.covers import KindTable
from clusterdiff.partition import integer_partitions
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
    if isinstance(table, KindTable):
        mean = m.facts.expectation_on(table)
        return None if mean is None else Moments(mean, None)
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


@cache
def _connected(elements: int, pairs: int) -> int:
    """Return how many sequences of so many pairs of elements connect all of the elements.

    All C(s, 2)^k sequences, less those in which the component of the first element is smaller.

    >>> [_connected(2, k) for k in range(3)], _connected(3, 2), _connected(4, 3)
    ([0, 1, 1], 6, 96)
    """
    all_sequences = int(comb(elements, 2) ** pairs)
    smaller: int = sum(
        comb(elements - 1, s - 1) * comb(pairs, k) * _connected(s, k)
        * comb(elements - s, 2) ** (pairs - k)
        for s in range(1, elements)
        for k in range(pairs + 1)
    )  # fmt: skip
    return all_sequences - smaller


@cache
def _patterns(pairs: int) -> tuple[tuple[tuple[int, ...], Fraction], ...]:
    """Return the groups that k pairs of elements connect, and how many sequences form each.

    The number of sequences of k pairs that form groups of these sizes, out of s elements, is
    divided by s!. For k = 2: the same pair twice (1 of 2!), two pairs that share an element (6 of
    3!), and two disjoint pairs (6 of 4!).

    >>> {groups: str(share) for groups, share in _patterns(2)}
    {(2,): '1/2', (3,): '1', (2, 2): '1/4'}
    """
    found: list[tuple[tuple[int, ...], Fraction]] = []
    for links in range(1, pairs + 1):  # a group of g elements needs g - 1 pairs or more
        for partition in integer_partitions(links):
            groups = tuple(sorted((part + 1 for part in partition), reverse=True))
            ways = [Fraction(1)] + [Fraction(0)] * pairs  # by the number of pairs, divided by k!
            for g in groups:
                own = [Fraction(_connected(g, k), factorial(k)) for k in range(pairs + 1)]
                ways = [
                    sum((ways[i] * own[k - i] for i in range(k + 1)), Fraction(0))
                    for k in range(pairs + 1)
                ]
            same = prod(factorial(groups.count(g)) for g in set(groups))
            orders = same * prod(factorial(g) for g in groups)
            found.append((groups, ways[pairs] * factorial(pairs) / orders))
    return tuple(found)


def raw_moment(sides: Sides, k: int) -> Fraction:
    """Return E[m^k] for the number m of pairs that are together in both clusterings.

    m is the sum over pairs of elements of (together in a)·(together in b). A sequence of k pairs
    links elements to groups, and counts if both sides keep every group inside one cluster.
    """
    a, b = sides
    terms = (
        share * perm(a.n, sum(groups)) * a.together(groups) * b.together(groups)
        for groups, share in _patterns(k)
    )
    return sum(terms, Fraction(0))


def _of_pairs(m: Measure, table: Table, sides: Sides) -> Moments | None:
    """Return f(E[m]) and |slope| · std(m) for a measure that is an affine function f of m."""
    low, high = _range_of_pairs(table)
    if low == high:
        return Moments(m.on(table), 0.0)
    if _can_be_equal(table) and not _keeps_formula(m, table, high):
        return None
    first, second = raw_moment(sides, 1), raw_moment(sides, 2)
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
    for g, share in _patterns(2):
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
    half, at_none, at_half = _at_two_points(m, table, expected)
    if at_none == at_half:  # it depends on the cluster sizes alone
        return Moments(m.on(table), 0.0)
    std = information_std(table)
    scaled = None if std is None else std * abs(at_half - at_none) / half
    at_mean = _with_information(m, table, expected.mutual, expected)
    return Moments(_zero_of(m) if m.correction == "exact" else at_mean, scaled)


def _at_two_points(
    m: Measure, table: Table, expected: ExpectedInformation
) -> tuple[float, float, float]:
    """Return half of the largest mutual information, and the measure for none and for that.

    The two points are far apart: the mean information of a large table is close to 0.
    """
    half = min(Entropies.of(table).a, Entropies.of(table).b) / 2
    at_none, at_half = (_with_information(m, table, x, expected) for x in (0.0, half))
    return half, at_none, at_half


def information_slope(m: Measure, table: Table) -> int | None:
    """Return 1 if a measure rises with the mutual information, -1 if it falls, 0 if neither.

    Return None for a measure that is not affine in the mutual information, given the cluster sizes.
    """
    if m.facts.affine_in != "information" or not {Entropies, *_OF_SIZES}.issuperset(m.summaries):
        return None
    expected = ExpectedInformation.of(table)
    if expected.constant:
        return 0
    _, at_none, at_half = _at_two_points(m, table, expected)
    return int(np.sign(at_half - at_none))


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
