r"""Pair counting: how many pairs of elements the two clusterings treat alike.

In the formulas \(m\) counts the pairs together in both, \(m_1\) and \(m_2\) those together in a and in b, and
\(M = n(n-1)/2\) all pairs.
"""

from math import sqrt

from clusterdiff.measures._limits import by_convention, ratio
from clusterdiff.measures._references import (
    FOWLKES_MALLOWS,
    HUBERT_ARABIE,
    JACCARD,
    MEILA,
    MIRKIN,
    RAND,
    SEVERIANO,
    WALLACE,
    WU,
)
from clusterdiff.measures._spec import measure
from clusterdiff.measures._triples import f_beta
from clusterdiff.summaries import PairCounts

_NONE_IN_A = "no pair is together in a"
_NONE_IN_B = "no pair is together in b"
_TRIVIAL = "a clustering has all pairs together, or none"


@measure(
    label="Rand index", symbol="R", aliases=("ri",), direction="similarity", bounds=(0.0, 1.0), best=1.0,
    symmetric=True, metric=True, references=(RAND, MEILA.at("eq. 5"), WU.at("table 1, no. 6")),
)
def rand(p: PairCounts, /) -> float:
    r"""Share of pairs that both clusterings treat alike.

    Formula: \frac{M - m_1 - m_2 + 2m}{M}
    Reads as: share of pairs together in both or apart in both
    Beware: it is near 1 for any two clusterings with many clusters, because most pairs are then apart in both

    >>> rand([0, 0, 1, 2], [0, 0, 1, 1])
    0.8333333333333334
    """
    return (p.both + p.neither) / p.total


@measure(
    label="Adjusted Rand index", symbol="AR", aliases=("ari", "R_n"), direction="similarity", bounds=(-0.5, 1.0), best=1.0,
    symmetric=True, metric=False, chance_adjusted=True,
    references=(HUBERT_ARABIE.at("eq. 5"), MEILA.at("eq. 6"), WU.at("table 5")),
)
def adjusted_rand(p: PairCounts, /) -> float:
    r"""Share of pairs both clusterings treat alike, corrected for chance.

    Formula: \frac{m - m_1 m_2/M}{(m_1 + m_2)/2 - m_1 m_2/M}
    Reads as: 1 equal, 0 as alike as random clusterings of these cluster sizes
    Beware: large clusters dominate, since they hold most pairs

    >>> adjusted_rand([0, 0, 1, 2], [0, 0, 1, 1])
    0.5714285714285714
    """
    scale = p.in_a * (p.only_a + p.neither) + p.in_b * (p.only_b + p.neither)
    return 2 * p.excess / scale


@measure(
    label="Adjusted Rand index for n → ∞", symbol="AR∞", direction="similarity", bounds=(-0.5, 1.0), best=1.0,
    symmetric=True, metric=False, n_invariant=True, references=(MEILA.at("eq. 33"),),
)
def adjusted_rand_asymptotic(p: PairCounts, /) -> float:
    r"""The adjusted Rand index with shares of elements in place of pair counts.

    Formula: \frac{\sum p_{ij}^2 - \sum p_i^2 \sum p_j^2}{(\sum p_i^2 + \sum p_j^2)/2 - \sum p_i^2 \sum p_j^2}
    Reads as: the adjusted Rand index of the same shares in an endless data set
    Beware: for small n it is not corrected for chance

    >>> adjusted_rand_asymptotic([0, 0, 1, 2], [0, 0, 1, 1])
    0.75
    """
    n = p.n
    cells, in_a, in_b = 2 * p.both + n, 2 * p.in_a + n, 2 * p.in_b + n
    return 2 * (cells * n * n - in_a * in_b) / ((in_a + in_b) * n * n - 2 * in_a * in_b)


@measure(
    label="Jaccard index of pairs", symbol="J", direction="similarity", bounds=(0.0, 1.0), best=1.0,
    symmetric=True, metric=True, references=(JACCARD, MEILA.at("eq. 7"), WU.at("table 1, no. 7")),
)
def jaccard(p: PairCounts, /) -> float:
    r"""Share of the pairs together in either clustering that are together in both.

    Formula: \frac{m}{m_1 + m_2 - m}
    Reads as: of the pairs together in a or b, the share together in both
    Beware: it falls with the number of clusters even for random clusterings

    >>> jaccard([0, 0, 1, 2], [0, 0, 1, 1])
    0.5
    """
    return p.both / (p.both + p.only_a + p.only_b)


@measure(
    label="Fowlkes–Mallows index", symbol="FM", aliases=("fmi",), direction="similarity", bounds=(0.0, 1.0), best=1.0,
    symmetric=True, metric=False, references=(FOWLKES_MALLOWS, MEILA.at("eq. 4"), WU.at("table 1, no. 8")),
)
def fowlkes_mallows(p: PairCounts, /) -> float:
    r"""Geometric mean of pair precision and pair recall.

    Formula: \frac{m}{\sqrt{m_1 m_2}}
    Reads as: geometric mean of the shares of a's pairs that b keeps and of b's pairs that a keeps
    Beware: random clusterings with few clusters score high

    >>> fowlkes_mallows([0, 0, 1, 2], [0, 0, 1, 1])
    0.7071067811865475
    """
    if p.in_a * p.in_b == 0:
        return by_convention(0.0, _NONE_IN_A if p.in_a == 0 else _NONE_IN_B)
    return p.both / sqrt(p.in_a * p.in_b)


@measure(
    label="Adjusted Fowlkes–Mallows index", symbol="FMₙ", aliases=("FM_n",), direction="similarity", bounds=(-0.5, 1.0),
    best=1.0, symmetric=True, metric=False, chance_adjusted=True, references=(WU.at("table 5"),),
)
def adjusted_fowlkes_mallows(p: PairCounts, /) -> float:
    r"""Fowlkes–Mallows index corrected for chance.

    Formula: \frac{m - m_1 m_2/M}{\sqrt{m_1 m_2} - m_1 m_2/M}
    Reads as: 1 equal, 0 as alike as random clusterings of these cluster sizes
    Beware: close to the adjusted Rand index, and equal to it when both clusterings have as many pairs together

    >>> adjusted_fowlkes_mallows([0, 0, 1, 2], [0, 0, 1, 1])
    0.6167812573081511
    """
    pairs = p.in_a * p.in_b
    mean = sqrt(pairs)
    # M - √(m1·m2) as (M² - m1·m2)/(M + √(m1·m2)), which does not cancel
    return ratio(p.excess * (p.total + mean), mean * (p.total**2 - pairs), _TRIVIAL)


@measure(
    label="Wallace index of a (pair recall)", symbol="W_I", aliases=("W_I", "pair_recall"), direction="similarity",
    bounds=(0.0, 1.0), best=1.0, symmetric=False, metric=False, references=(WALLACE, MEILA.at("eq. 2")),
)
def wallace_a(p: PairCounts, /) -> float:
    r"""Share of a's pairs that b keeps together.

    Formula: \frac{m}{m_1}
    Reads as: share of the pairs together in a that are together in b
    Beware: it is 1 whenever b merges everything; read it with wallace_b

    >>> wallace_a([0, 0, 1, 2], [0, 0, 1, 1])
    1.0
    """
    return ratio(p.both, p.in_a, _NONE_IN_A, otherwise=1.0)


@measure(
    label="Wallace index of b (pair precision)", symbol="W_II", aliases=("W_II", "pair_precision"), direction="similarity",
    bounds=(0.0, 1.0), best=1.0, symmetric=False, metric=False, references=(WALLACE, MEILA.at("eq. 3")),
)
def wallace_b(p: PairCounts, /) -> float:
    r"""Share of b's pairs that are together in a.

    Formula: \frac{m}{m_2}
    Reads as: share of the pairs together in b that are together in a
    Beware: it is 1 whenever b splits everything; read it with wallace_a

    >>> wallace_b([0, 0, 1, 2], [0, 0, 1, 1])
    0.5
    """
    return ratio(p.both, p.in_b, _NONE_IN_B, otherwise=1.0)


@measure(
    label="Adjusted Wallace index of a", symbol="AW_a", direction="similarity", bounds=(-float("inf"), 1.0), best=1.0,
    symmetric=False, metric=False, chance_adjusted=True, references=(SEVERIANO,),
)
def adjusted_wallace_a(p: PairCounts, /) -> float:
    r"""Pair recall corrected for chance.

    Formula: \frac{m/m_1 - m_2/M}{1 - m_2/M}
    Reads as: how much better than chance b keeps together what is together in a
    Beware: it has no lower bound

    >>> adjusted_wallace_a([0, 0, 1, 2], [0, 0, 1, 1])
    1.0
    """
    return ratio(p.excess, p.in_a * (p.total - p.in_b), _TRIVIAL)


@measure(
    label="Adjusted Wallace index of b", symbol="AW_b", direction="similarity", bounds=(-float("inf"), 1.0), best=1.0,
    symmetric=False, metric=False, chance_adjusted=True, references=(SEVERIANO,),
)
def adjusted_wallace_b(p: PairCounts, /) -> float:
    r"""Pair precision corrected for chance.

    Formula: \frac{m/m_2 - m_1/M}{1 - m_1/M}
    Reads as: how much better than chance a keeps together what is together in b
    Beware: it has no lower bound

    >>> adjusted_wallace_b([0, 0, 1, 2], [0, 0, 1, 1])
    0.4
    """
    return ratio(p.excess, p.in_b * (p.total - p.in_a), _TRIVIAL)


@measure(
    label="Pair F-measure", symbol="F_pair", aliases=("dice", "czekanowski"), direction="similarity", bounds=(0.0, 1.0), best=1.0,
    symmetric=True, metric=False, references=(HUBERT_ARABIE, MEILA.at("sec. 2.1")),
)
def pair_f(p: PairCounts, /, *, beta: float = 1.0) -> float:
    r"""Weighted harmonic mean of pair precision and pair recall.

    Formula: \frac{(1+\beta^2)\,m}{(1+\beta^2)\,m + \beta^2 (m_1 - m) + (m_2 - m)}
    Reads as: harmonic mean of pair precision and pair recall
    Beware: pairs apart in both do not count, so it falls with the number of clusters

    >>> pair_f([0, 0, 1, 2], [0, 0, 1, 1])
    0.6666666666666666
    """
    return f_beta(p.both, p.in_b, p.both, p.in_a, beta)


@measure(
    label="Mirkin distance", symbol="M", direction="distance", bounds=(0.0, lambda p: 2 * p.total), best=0.0,
    symmetric=True, metric=True, unit="ordered pairs", references=(MIRKIN, MEILA.at("eq. 8, 9"), WU.at("table 1, no. 12")),
)
def mirkin(p: PairCounts, /) -> float:
    r"""Number of ordered pairs that are together in one clustering and apart in the other.

    Formula: 2(m_1 + m_2 - 2m) = \sum a_i^2 + \sum b_j^2 - 2 \sum n_{ij}^2
    Reads as: ordered pairs on which the clusterings disagree
    Beware: it grows with the square of n

    >>> mirkin([0, 0, 1, 2], [0, 0, 1, 1])
    2.0
    """
    return 2 * (p.only_a + p.only_b)


@measure(
    label="Invariant Mirkin distance", symbol="M_inv", direction="distance", bounds=(0.0, 1.0), best=0.0,
    symmetric=True, metric=True, n_invariant=True, references=(MEILA.at("sec. 5"),),
)
def mirkin_invariant(p: PairCounts, /) -> float:
    r"""Mirkin distance as a share of the n² ordered pairs.

    Formula: \frac{2(m_1 + m_2 - 2m)}{n^2}
    Reads as: chance that two elements drawn with replacement are treated differently
    Beware: it is small for any two clusterings with many clusters

    >>> mirkin_invariant([0, 0, 1, 2], [0, 0, 1, 1])
    0.125
    """
    return 2 * (p.only_a + p.only_b) / p.n**2


@measure(
    label="Hubert's Γ (phi)", symbol="Γ", aliases=("Γ", "Γ_n", "phi"), direction="similarity", bounds=(-1.0, 1.0), best=1.0,
    symmetric=True, metric=False, chance_adjusted=True, references=(WU.at("table 1, no. 9"), HUBERT_ARABIE),
)
def hubert_gamma(p: PairCounts, /) -> float:
    r"""Correlation of "together in a" with "together in b" over all pairs.

    Formula: \frac{M m - m_1 m_2}{\sqrt{m_1 m_2 (M - m_1)(M - m_2)}}
    Reads as: correlation coefficient over pairs: 1 equal, 0 as by chance
    Beware: undefined against the clusterings with one cluster or only singletons

    >>> hubert_gamma([0, 0, 1, 2], [0, 0, 1, 1])
    0.6324555320336759
    """
    spread = p.in_a * p.in_b * (p.total - p.in_a) * (p.total - p.in_b)
    return ratio(p.excess, sqrt(spread), _TRIVIAL)


@measure(
    label="Hubert's Γ′ (Hamann)", symbol="Γ′", aliases=("Γ'", "hamann"), direction="similarity", bounds=(-1.0, 1.0), best=1.0,
    symmetric=True, metric=True, references=(WU.at("table 1, no. 10"),),
)
def hubert_gamma_prime(p: PairCounts, /) -> float:
    r"""Pairs treated alike minus pairs treated differently, as a share of all.

    Formula: \frac{M - 2m_1 - 2m_2 + 4m}{M} = 2R - 1
    Reads as: the Rand index on a scale from -1 to 1
    Beware: 0 is not chance

    >>> hubert_gamma_prime([0, 0, 1, 2], [0, 0, 1, 1])
    0.6666666666666666
    """
    return (p.both + p.neither - p.only_a - p.only_b) / p.total


@measure(
    label="Minkowski score", symbol="MS", aliases=("MS",), direction="distance", bounds=(0.0, float("inf")), best=0.0,
    symmetric=False, metric=False, references=(WU.at("table 1, no. 11"),),
)
def minkowski(p: PairCounts, /) -> float:
    r"""Square root of the pairs treated differently per pair of the reference.

    Formula: \sqrt{\frac{m_1 + m_2 - 2m}{m_1}}
    Reads as: 0 equal; 1 as many wrong pairs as the reference has pairs
    Beware: no upper bound; infinite if only the reference is all singletons

    >>> minkowski([0, 0, 1, 2], [0, 0, 1, 1])
    1.0
    """
    return sqrt(ratio(p.only_a + p.only_b, p.in_a, _NONE_IN_A))


@measure(
    label="Minkowski score, squared", symbol="MS′", aliases=("MS'",), direction="distance", bounds=(0.0, float("inf")), best=0.0,
    symmetric=False, metric=False, references=(WU.at("sec. 4.1"),),
)
def minkowski_prime(p: PairCounts, /) -> float:
    r"""Pairs treated differently per pair of the reference.

    Formula: \frac{m_1 + m_2 - 2m}{m_1}
    Reads as: 0 equal; 1 as many wrong pairs as the reference has pairs
    Beware: no upper bound; infinite if only the reference is all singletons

    >>> minkowski_prime([0, 0, 1, 2], [0, 0, 1, 1])
    1.0
    """
    return ratio(p.only_a + p.only_b, p.in_a, _NONE_IN_A)


@measure(
    label="Jaccard distance J′", symbol="J′", aliases=("J'",), direction="distance", bounds=(0.0, 1.0), best=0.0,
    symmetric=True, metric=False, references=(WU.at("sec. 4.1"),),
)
def jaccard_prime(p: PairCounts, /) -> float:
    r"""Pairs treated differently per pair that either clustering puts together, counted from both sides.

    Formula: \frac{1 - J}{1 + J} = \frac{m_1 + m_2 - 2m}{m_1 + m_2}
    Reads as: 0 equal; 1 no pair together in both
    Beware: equals 1 - pair_f

    >>> jaccard_prime([0, 0, 1, 2], [0, 0, 1, 1])
    0.3333333333333333
    """
    return (p.only_a + p.only_b) / (p.in_a + p.in_b)


@measure(
    label="Normalised Minkowski score", symbol="MS′ₙ", aliases=("MS'_n", "J'_n"), direction="distance", bounds=(0.0, 1.5), best=0.0,
    symmetric=True, metric=False, chance_adjusted=True, references=(WU.at("table 5"),),
)
def normalized_minkowski(p: PairCounts, /) -> float:
    r"""Pairs treated differently, as a multiple of what chance gives.

    Formula: \frac{m_1 + m_2 - 2m}{m_1 + m_2 - 2 m_1 m_2/M} = 1 - AR
    Reads as: 0 equal; 1 as random clusterings with these cluster sizes
    Beware: the mirror image of the adjusted Rand index

    >>> normalized_minkowski([0, 0, 1, 2], [0, 0, 1, 1])
    0.42857142857142855
    """
    return (p.only_a + p.only_b) * p.total / ((p.in_a + p.in_b) * p.total - 2 * p.in_a * p.in_b)


MEASURES = (
    rand, adjusted_rand, adjusted_rand_asymptotic, jaccard, fowlkes_mallows, adjusted_fowlkes_mallows, wallace_a, wallace_b,
    adjusted_wallace_a, adjusted_wallace_b, pair_f, mirkin, mirkin_invariant, hubert_gamma, hubert_gamma_prime, minkowski,
    minkowski_prime, jaccard_prime, normalized_minkowski,
)
