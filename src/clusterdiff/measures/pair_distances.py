r"""Pair counting: distances, which count the pairs that the two clusterings treat differently.

The notation is that of `clusterdiff.measures.pairs`.
"""

from math import sqrt

from clusterdiff.measures._components import by_squares, separated_pairs, total
from clusterdiff.measures._conventions import ratio
from clusterdiff.measures._measure import measure
from clusterdiff.measures._references import MEILA, MIRKIN, WU
from clusterdiff.measures.pairs import NONE_IN_A
from clusterdiff.summaries import PairCounts

FAMILY = "pairs"


@measure(
    label="Mirkin distance", symbol="M", direction="distance", bounds=(0.0, lambda p: 2 * p.total),
    symmetric=True, metric=True, unit="ordered pairs", scale="n_squared", affine_in="pairs",
    affine_given="nothing", components=total, component_values=separated_pairs,
    elementwise=True, references=(MIRKIN, MEILA.at("eq. 8, 9"), WU.at("table 1, no. 16")),
)
def mirkin(p: PairCounts, /) -> float:
    r"""Number of ordered pairs that are together in one clustering and apart in the other.

    Formula: 2(m_1 + m_2 - 2m) = \sum a_i^2 + \sum b_j^2 - 2 \sum n_{ij}^2
    Meaning: ordered pairs on which the clusterings disagree
    Beware: it grows with the square of n

    >>> mirkin([0, 0, 1, 2], [0, 0, 1, 1])
    2.0
    """
    return 2 * (p.only_a + p.only_b)


@measure(
    label="Invariant Mirkin distance", symbol="M_inv", direction="distance", bounds=(0.0, 1.0),
    symmetric=True, metric=True, scale="invariant", affine_in="pairs", affine_given="nothing",
    components=by_squares, complement=lambda p: (p.n**2 - 2 * (p.only_a + p.only_b)) / p.n**2,
    references=(MEILA.at("sec. 5"),),
)
def mirkin_invariant(p: PairCounts, /) -> float:
    r"""Mirkin distance as a share of the n² ordered pairs.

    Formula: \frac{2(m_1 + m_2 - 2m)}{n^2}
    Meaning: probability that two elements drawn with replacement are treated differently
    Beware: it is small for any two clusterings with many clusters

    >>> mirkin_invariant([0, 0, 1, 2], [0, 0, 1, 1])
    0.125
    """
    return 2 * (p.only_a + p.only_b) / p.n**2


@measure(
    label="Minkowski score", symbol="MS", aliases=("MS",), direction="distance",
    bounds=(0.0, float("inf")), symmetric=False, references=(WU.at("table 1, no. 11"),),
)
def minkowski(p: PairCounts, /) -> float:
    r"""Square root of the pairs treated differently per pair of the reference.

    Formula: \sqrt{\frac{m_1 + m_2 - 2m}{m_1}}
    Meaning: 0 = identical; 1 = as many wrong pairs as the reference has pairs
    Beware: it has no upper bound; it is infinite if only the reference consists of singletons

    >>> minkowski([0, 0, 1, 2], [0, 0, 1, 1])
    1.0
    """
    return sqrt(ratio(p.only_a + p.only_b, p.in_a, NONE_IN_A))


@measure(
    label="Minkowski score, squared", symbol="MS′", aliases=("MS'",), direction="distance",
    bounds=(0.0, float("inf")), symmetric=False, affine_in="pairs", affine_given="a",
    references=(WU.at("sec. 4.1"),),
)
def minkowski_prime(p: PairCounts, /) -> float:
    r"""Pairs treated differently per pair of the reference.

    Formula: \frac{m_1 + m_2 - 2m}{m_1}
    Meaning: 0 = identical; 1 = as many wrong pairs as the reference has pairs
    Beware: it has no upper bound; it is infinite if only the reference consists of singletons

    >>> minkowski_prime([0, 0, 1, 2], [0, 0, 1, 1])
    1.0
    """
    return ratio(p.only_a + p.only_b, p.in_a, NONE_IN_A)


@measure(
    label="Jaccard distance J′", symbol="J′", aliases=("J'",), direction="distance",
    bounds=(0.0, 1.0), symmetric=True, affine_in="pairs",
    complement=lambda p: 2 * p.both / (p.in_a + p.in_b), elementwise=True, references=(WU.at("sec. 4.1"),),
)
def jaccard_prime(p: PairCounts, /) -> float:
    r"""Pairs treated differently per pair that either clustering puts together, counted from both sides.

    Formula: \frac{1 - J}{1 + J} = \frac{m_1 + m_2 - 2m}{m_1 + m_2}
    Meaning: 0 = identical; 1 = no pair is together in both
    Beware: it equals 1 - pair_f

    >>> jaccard_prime([0, 0, 1, 2], [0, 0, 1, 1])
    0.3333333333333333
    """
    return (p.only_a + p.only_b) / (p.in_a + p.in_b)


@measure(
    label="Normalized Minkowski score", symbol="MS′ₙ", aliases=("MS'_n", "J'_n"),
    direction="distance", bounds=(0.0, 1.5), symmetric=True, correction="exact", affine_in="pairs",
    elementwise=True, references=(WU.at("table 5, no. 2"),),
)
def normalized_minkowski(p: PairCounts, /) -> float:
    r"""Pairs treated differently, as a multiple of their number by chance.

    Formula: \frac{m_1 + m_2 - 2m}{m_1 + m_2 - 2 m_1 m_2/M} = 1 - AR
    Meaning: 0 = identical; 1 = no better than chance
    Beware: it equals 1 minus the adjusted Rand index

    >>> normalized_minkowski([0, 0, 1, 2], [0, 0, 1, 1])
    0.42857142857142855
    """
    return (p.only_a + p.only_b) * p.total / ((p.in_a + p.in_b) * p.total - 2 * p.in_a * p.in_b)
