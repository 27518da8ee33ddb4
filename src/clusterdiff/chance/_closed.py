"""Closed forms: mean and standard deviation by chance, without drawing or listing tables."""

from __future__ import annotations

from fractions import Fraction
from math import comb, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from clusterdiff.chance._information import information_std
from clusterdiff.measures import MEASURES
from clusterdiff.summaries import Entropies, ExpectedInformation, PairCounts

if TYPE_CHECKING:
    from clusterdiff.chance._nulls import Side
    from clusterdiff.chance._subject import Subject
    from clusterdiff.measures import Measure
    from clusterdiff.table import Table

    Number = int | float | Fraction


class Moments(NamedTuple):
    """Mean and standard deviation; the latter None where no closed form is at hand."""

    mean: float
    std: float | None


# Affine in m = Σ C(n_ij, 2) when both margins are fixed.
AFFINE_IN_PAIRS = frozenset((
    "rand", "adjusted_rand", "adjusted_rand_asymptotic", "fowlkes_mallows", "adjusted_fowlkes_mallows", "wallace_a", "wallace_b",
    "adjusted_wallace_a", "adjusted_wallace_b", "pair_f", "mirkin", "mirkin_invariant", "hubert_gamma", "hubert_gamma_prime",
    "minkowski_prime", "jaccard_prime", "normalized_minkowski", "russell_rao", "kulczynski", "mcconnaughey", "peirce", "baulieu_1",
    "baulieu_2", "fager_mcgowan", "sokal_sneath_1",
))  # fmt: skip
# Affine in m, m1 and m2, whatever the margins; and those that are so when a is fixed.
AFFINE_ANYWAY = frozenset((
    "rand", "mirkin", "mirkin_invariant", "hubert_gamma_prime", "russell_rao",
))  # fmt: skip
AFFINE_GIVEN_A = AFFINE_ANYWAY | {"wallace_a", "minkowski_prime", "baulieu_2"}
# Affine in the mutual information when both margins are fixed; NMI and NVI unless divided by the joint entropy.
AFFINE_IN_INFORMATION = frozenset((
    "entropy", "joint_entropy", "conditional_entropy", "mutual_information", "variation_of_information",
    "normalized_variation_of_information", "normalized_mutual_information", "expected_mutual_information", "adjusted_mutual_information",
    "adjusted_variation_of_information", "homogeneity", "completeness", "v_measure",
))  # fmt: skip


def closed(subject: Subject, table: Table, null: str, sides: tuple[Side, Side]) -> Moments | None:
    """The moments of a subject under a null model, where there is a formula for them."""
    m = subject.measure
    name = m.name.partition("[")[0] if m else ""
    if m is None or table.n < 2 or name not in MEASURES or MEASURES[name].function is not m.function:  # noqa: PLR2004
        return None
    if null == "permutation":
        if name in AFFINE_IN_PAIRS:
            return _of_pairs(m, table, sides)
        if name in AFFINE_IN_INFORMATION and m.fixed.get("by") != "joint":
            return _of_information(m, table)
        if name in {"bcubed_precision", "bcubed_recall"}:
            return _of_bcubed(name, table)
        return None
    one_sided = null.endswith("one_sided")
    if name in (AFFINE_GIVEN_A if one_sided else AFFINE_ANYWAY):
        return _of_random_pairs(m, table, sides, given_a=one_sided)
    return None


# The patterns that pairs of elements form: the groups of elements they tie together, and in how many ways (over
# falling factorials of n) an ordered pair or triple of pairs of elements is of that pattern.
_ONE = (((2,), Fraction(1, 2)),)
_TWO = (*_ONE, ((3,), Fraction(2, 2)), ((2, 2), Fraction(2, 8)))
_THREE = (
    *_ONE, ((3,), Fraction(6, 2) + Fraction(6, 6)), ((2, 2), Fraction(6, 8)),
    ((4,), Fraction(6, 6) + Fraction(6, 2)), ((3, 2), Fraction(6, 4)), ((2, 2, 2), Fraction(6, 48)),
)  # fmt: skip


def _falling(n: int, k: int) -> int:
    return comb(n, k) * {2: 2, 3: 6, 4: 24, 5: 120, 6: 720}[k]


def _raw_moment(sides: tuple[Side, Side], patterns: tuple[tuple[tuple[int, ...], Fraction], ...]) -> Fraction:
    """E[m^k]: both sides must tie the same elements together."""
    a, b = sides
    return sum((share * _falling(a.n, sum(g)) * a.together(g) * b.together(g) for g, share in patterns), Fraction(0))


def pair_moments(sides: tuple[Side, Side]) -> tuple[Fraction, float, float]:
    """Mean, standard deviation and skewness of m = Σ C(n_ij, 2), in exact arithmetic until the last step."""
    first, second, third = (_raw_moment(sides, patterns) for patterns in (_ONE, _TWO, _THREE))
    variance = second - first**2
    if variance == 0:
        return first, 0.0, 0.0
    std = sqrt(variance)
    return first, std, float((third - 3 * first * variance - first**3) / variance) / std


def _of_pairs(m: Measure, table: Table, sides: tuple[Side, Side]) -> Moments:
    """Mean f(E[m]) and slope times the standard deviation of m, from two points of the line f."""
    p = PairCounts.of(table)
    low, high = max(0, p.in_a + p.in_b - p.total), min(p.in_a, p.in_b)
    if low == high:
        return Moments(m.on(table), 0.0)
    first, second = _raw_moment(sides, _ONE), _raw_moment(sides, _TWO)
    at_low, at_high = (_at(m, both, p.in_a, p.in_b, p.total) for both in (low, high))
    std = sqrt(second - first**2) * abs(at_high - at_low) / (high - low)
    if m.chance_adjusted:
        return Moments(0.0 if m.direction == "similarity" else 1.0, std)
    return Moments(at_low + (at_high - at_low) * float((first - low) / (high - low)), std)


def _at(m: Measure, both: int, in_a: int, in_b: int, total: int) -> float:
    return float(m.function(PairCounts(both, in_a - both, in_b - both, total - in_a - in_b + both), **m.fixed))


def _of_random_pairs(m: Measure, table: Table, sides: tuple[Side, Side], *, given_a: bool) -> Moments | None:
    """The measure is Σ over pairs of c0 + x·A + y·B + z·A·B, where A and B say whether a and b put the pair together."""
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
    none, only_a, only_b, both = (_at(m, *point, total) for point in ((0, 0, 0), (0, total, 0), (0, 0, total), (total, total, total)))
    return none, (only_a - none) / total, (only_b - none) / total, (both - only_a - only_b + none) / total


def _coefficients_given_a(m: Measure, p: PairCounts) -> tuple[float, float, float, float]:
    """The same with the pairs of a fixed, so that A has no term of its own."""
    m1, total = p.in_a, p.total
    none = _at(m, 0, m1, 0, total)
    y = (_at(m, 0, m1, total - m1, total) - none) / (total - m1) if m1 < total else 0.0
    return none, 0.0, y, (_at(m, m1, m1, m1, total) - none) / m1 - y


def _random_pairs_std(sides: tuple[Side, Side], x: Fraction, y: Fraction, z: Fraction) -> float:
    """Over all ordered pairs of pairs: equal, sharing an element, or disjoint."""
    a, b = sides
    n, pa, pb = a.n, a.together((2,)), b.together((2,))
    square = Fraction(0)
    for g, share in _TWO:
        ta, tb = a.together(g), b.together(g)
        square += (
            share * _falling(n, sum(g)) * (x * x * ta + y * y * tb + z * z * ta * tb + 2 * (x * y * pa * pb + x * z * ta * pb + y * z * pa * tb))
        )
    mean = Fraction(n * (n - 1), 2) * (x * pa + y * pb + z * pa * pb)
    return sqrt(max(square - mean**2, Fraction(0)))


def _of_information(m: Measure, table: Table) -> Moments:
    expected = ExpectedInformation.of(table)
    if expected.constant or m.name.partition("[")[0] in {"entropy", "expected_mutual_information"}:
        return Moments(m.on(table), 0.0)
    at_none, at_mean = (_with_information(m, table, mutual, expected) for mutual in (0.0, expected.mutual))
    std = information_std(table)
    scaled = None if std is None else std * abs(at_mean - at_none) / expected.mutual
    return Moments(0.0 if m.chance_adjusted else at_mean, scaled)


def _with_information(m: Measure, table: Table, mutual: float, expected: ExpectedInformation) -> float:
    e = Entropies.of(table)
    other = Entropies(e.n, e.clusters_a, e.clusters_b, e.a, e.b, max(0.0, e.a - mutual), max(0.0, e.b - mutual), mutual)
    known: dict[Any, Any] = {Entropies: other, ExpectedInformation: expected}
    return float(m.function(*(known[summary] for summary in m.summaries), **m.fixed))


def _of_bcubed(name: str, table: Table) -> Moments:
    """Σ n_ij²/b_j /n has mean (K' + (n - K')·m1/M)/n, and the same from the other side."""
    p, n = PairCounts.of(table), table.n
    clusters, pairs = (table.shape[1], p.in_a) if name == "bcubed_precision" else (table.shape[0], p.in_b)
    return Moments((clusters + (n - clusters) * (pairs / p.total)) / n, None)
