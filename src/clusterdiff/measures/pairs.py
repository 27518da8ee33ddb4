r"""Pair counting: how many pairs of elements the two clusterings treat alike.

In the formulas, \(m\) is the number of pairs together in both clusterings, \(m_1\) and \(m_2\) are the numbers of
pairs together in a and in b, and \(M = n(n-1)/2\) is the number of all pairs.
"""

from math import comb, sqrt
from typing import Annotated, Any

import numpy as np

from clusterdiff.measures._components import by_pair_agreement
from clusterdiff.measures._conventions import by_convention, ratio
from clusterdiff.measures._measure import measure
from clusterdiff.measures._precision_recall import Beta, Share, f_beta, f_beta_complement
from clusterdiff.measures._record import ByOptions
from clusterdiff.measures._references import (
    CZEKANOWSKI,
    FOWLKES_MALLOWS,
    HUBERT_ARABIE,
    JACCARD,
    LOEVINGER,
    MEILA,
    RAND,
    REZAEI,
    SEVERIANO,
    SIMPSON,
    SUNDQVIST,
    TIBSHIRANI_WALTHER,
    WALLACE,
    WU,
    XIANG,
)
from clusterdiff.numerics import run_starts
from clusterdiff.summaries import Overlaps, PairCounts

NONE_IN_A = "no pair is together in a"
NONE_IN_ONE = "a clustering has no pair together"
_NONE_IN_B = "no pair is together in b"
TRIVIAL = "a clustering has all pairs together, or none"
SelfPairs = Annotated[
    bool, "Whether to count ordered pairs, in which an element may be paired with itself."
]
_SCALE = ByOptions(lambda self_pairs, **_: "invariant" if self_pairs else "other")
_FEW = "there are fewer than four elements"
_NO_RANGE = "the estimated chance level is the largest value"


def _wallace_distance(p: PairCounts, *, self_pairs: bool = False) -> float:
    p = p.counted(self_pairs=self_pairs)
    return ratio(p.only_a, p.in_a, NONE_IN_A)


def _wallace_b_distance(p: PairCounts, *, self_pairs: bool = False) -> float:
    p = p.counted(self_pairs=self_pairs)
    return ratio(p.only_b, p.in_b, _NONE_IN_B)


def _adjusted_rand_distance(p: PairCounts) -> float:
    """Return 1 - AR = (m1 + m2 - 2m)·M / ((m1 + m2)·M - 2·m1·m2)."""
    return (p.only_a + p.only_b) * p.total / ((p.in_a + p.in_b) * p.total - 2 * p.in_a * p.in_b)


def _asymptotic_distance(p: PairCounts) -> float:
    n = p.n
    in_a, in_b = 2 * p.in_a + n, 2 * p.in_b + n
    return 2 * (p.only_a + p.only_b) * n * n / ((in_a + in_b) * n * n - 2 * in_a * in_b)


def _fowlkes_mallows_distance(p: PairCounts, *, self_pairs: bool = False) -> float:
    """Return 1 - m/√(m1·m2) as (m1·m2 - m²)/(g·(g + m)), g = √(m1·m2)."""
    p = p.counted(self_pairs=self_pairs)
    pairs = p.in_a * p.in_b
    if pairs == 0:
        return by_convention(1.0, NONE_IN_A if p.in_a == 0 else _NONE_IN_B)
    mean = sqrt(pairs)
    return (pairs - p.both**2) / (mean * (mean + p.both))


def _adjusted_fowlkes_mallows_distance(p: PairCounts) -> float:
    """Return (g - m)/(g - m1·m2/M), both differences written as quotients that do not cancel."""
    pairs = p.in_a * p.in_b
    mean = sqrt(pairs)
    top = (pairs - p.both**2) * p.total * (p.total + mean)
    return ratio(top, (mean + p.both) * mean * (p.total**2 - pairs), TRIVIAL, otherwise=1.0)


def _adjusted_wallace_a_distance(p: PairCounts) -> float:
    return ratio(p.only_a * p.total, p.in_a * (p.total - p.in_b), TRIVIAL, otherwise=1.0)


def _adjusted_wallace_b_distance(p: PairCounts) -> float:
    return ratio(p.only_b * p.total, p.in_b * (p.total - p.in_a), TRIVIAL, otherwise=1.0)


def _pair_f_distance(p: PairCounts, *, beta: float = 1.0, self_pairs: bool = False) -> float:
    p = p.counted(self_pairs=self_pairs)
    return f_beta_complement(Share(p.both, p.only_b), Share(p.both, p.only_a), beta)


def _correlation_distance(p: PairCounts, *, self_pairs: bool = False) -> float:
    """Return 1 - e/√s as (s - e²)/(√s·(√s + e)), with e the excess and s the product of variances."""
    p = p.counted(self_pairs=self_pairs)
    spread = p.in_a * p.in_b * (p.total - p.in_a) * (p.total - p.in_b)
    if spread == 0:
        return by_convention(1.0, TRIVIAL)
    root = sqrt(spread)
    if p.excess < 0:
        return 1 - p.excess / root
    return (spread - p.excess**2) / (root * (root + p.excess))


def _quadruples(p: PairCounts, o: Overlaps) -> tuple[int, int]:
    """Return 6·C(n, 4), and the pairs of disjoint pairs of elements of which one is together in a, the other in b.

    Their share is an unbiased estimate of the product of both probabilities (Sundqvist et al. 2023, sec. 3). Of the
    m₁·m₂ pairs of pairs, m are the same pair twice, and the others that are left out share one element.
    """
    n, cells = p.n, 2 * p.both + p.n
    sizes = 2 * p.in_a + n + 2 * p.in_b + n
    sharing = 2 * n + _cubes(o) - cells - sizes
    return 6 * comb(n, 4), p.in_a * p.in_b - p.both - sharing


def _cubes(o: Overlaps) -> int:
    """Return Σ n_ij·a_i·b_j, exactly."""
    if o.n >= 2**31:
        return sum(map(int, o.shared.astype(object) * o.cell_sizes_a * o.cell_sizes_b))
    products = o.cell_sizes_a * o.cell_sizes_b  # less than 2⁶²
    high, low = np.divmod(products, 2**31)
    return int(np.dot(o.shared, high)) * 2**31 + int(np.dot(o.shared, low))


def _modified_rand_distance(p: PairCounts, o: Overlaps) -> float:
    if p.n < 4:
        return by_convention(1.0, _FEW)
    every, apart = _quadruples(p, o)
    bottom = (p.in_a + p.in_b) * every - 2 * p.total * apart
    if bottom == 0:
        return by_convention(1.0, _NO_RANGE)
    return (p.only_a + p.only_b) * every / bottom


def _kept_pairs(o: Overlaps) -> tuple[Any, Any]:
    """Return the ordered pairs within the clusters of a, and those of them that b separates; of clusters of two or more."""
    numbers = (o.shared, o.cell_sizes_a, o.sizes_a)
    shared, sizes, whole = numbers if o.n < 2**31 else (x.astype(object) for x in numbers)
    starts = run_starts(o.rows)
    separated, pairs = np.add.reduceat(shared * (sizes - shared), starts), whole * (whole - 1)
    some = o.sizes_a > 1
    return pairs[some], separated[some]


def _weakest_cluster(o: Overlaps) -> float:
    """Return the largest share of the pairs of a cluster of a that b separates."""
    pairs, separated = _kept_pairs(o)
    return float((separated / pairs).max()) if len(pairs) else by_convention(0.0, NONE_IN_A)


@measure(
    label="Adjusted Rand index", symbol="AR", aliases=("ari", "adjusted_rand_index", "R_n"), direction="similarity",
    bounds=(-0.5, 1.0), symmetric=True, correction="exact", affine_in="pairs",
    complement=_adjusted_rand_distance, default=True,
    elementwise=True, references=(HUBERT_ARABIE.at("eq. 5"), MEILA.at("eq. 6"), WU.at("table 5, no. 1"), REZAEI.at("table 2")),
)
def adjusted_rand(p: PairCounts, /) -> float:
    r"""Share of pairs that both clusterings treat alike, corrected for chance.

    Formula: \frac{m - m_1 m_2/M}{(m_1 + m_2)/2 - m_1 m_2/M}
    Meaning: 1 = identical, 0 = no better than chance
    Beware: large clusters dominate, since they hold most pairs

    >>> adjusted_rand([0, 0, 1, 2], [0, 0, 1, 1])
    0.5714285714285714
    """
    both, only_a, only_b, neither = p
    scale = (both + only_a) * (only_a + neither) + (both + only_b) * (only_b + neither)
    return 2 * (both * neither - only_a * only_b) / scale


@measure(
    label="Rand index", symbol="R", aliases=("ri", "rand_index"), direction="similarity", bounds=(0.0, 1.0),
    symmetric=True, metric=True, affine_in="pairs", affine_given="nothing",
    components=by_pair_agreement, complement=lambda p: (p.only_a + p.only_b) / p.total,
    common=True,
    elementwise=True, references=(RAND, MEILA.at("eq. 5"), WU.at("table 1, no. 6"), XIANG.at("sec. 3.1"), REZAEI.at("table 2")),
)
def rand(p: PairCounts, /) -> float:
    r"""Share of pairs that both clusterings treat alike.

    Formula: \frac{M - m_1 - m_2 + 2m}{M}
    Meaning: share of pairs together in both or apart in both
    Beware: it is near 1 for any two clusterings with many clusters, because most pairs are then apart in both

    >>> rand([0, 0, 1, 2], [0, 0, 1, 1])
    0.8333333333333334
    """
    return (p.both + p.neither) / p.total


@measure(
    label="Jaccard index of pairs", symbol="J", aliases=("pair_jaccard", "jaccard_index"), direction="similarity",
    bounds=(0.0, 1.0), symmetric=True, metric=True,
    complement=lambda p: (p.only_a + p.only_b) / (p.both + p.only_a + p.only_b), common=True,
    elementwise=True, references=(JACCARD, MEILA.at("eq. 7"), WU.at("table 1, no. 7")),
)
def jaccard(p: PairCounts, /) -> float:
    r"""Share of the pairs together in either clustering that are together in both.

    Formula: \frac{m}{m_1 + m_2 - m}
    Meaning: of the pairs together in a or b, the share together in both
    Beware: it falls with the number of clusters even for random clusterings

    >>> jaccard([0, 0, 1, 2], [0, 0, 1, 1])
    0.5
    """
    return p.both / (p.both + p.only_a + p.only_b)


@measure(
    label="Fowlkes–Mallows index", symbol="FM", aliases=("fmi", "fowlkes_mallows_index"), direction="similarity",
    bounds=(0.0, 1.0), symmetric=True, affine_in="pairs", complement=_fowlkes_mallows_distance, scale=_SCALE,
    references=(FOWLKES_MALLOWS, MEILA.at("eq. 4"), WU.at("table 1, no. 8")),
)
def fowlkes_mallows(p: PairCounts, /, *, self_pairs: SelfPairs = False) -> float:
    r"""Geometric mean of pair precision and pair recall.

    Formula: \frac{m}{\sqrt{m_1 m_2}}
    Meaning: geometric mean of the shares of a's pairs that b keeps and of b's pairs that a keeps
    Beware: random clusterings with few clusters score high

    >>> fowlkes_mallows([0, 0, 1, 2], [0, 0, 1, 1])
    0.7071067811865475
    """
    p = p.counted(self_pairs=self_pairs)
    if p.in_a * p.in_b == 0:
        return by_convention(0.0, NONE_IN_A if p.in_a == 0 else _NONE_IN_B)
    return p.both / sqrt(p.in_a * p.in_b)


@measure(
    label="Wallace index of a (pair recall)", symbol="W_I", aliases=("W_I", "pair_recall"),
    direction="similarity", bounds=(0.0, 1.0), symmetric=False, affine_in="pairs", affine_given="a",
    complement=_wallace_distance, scale=_SCALE,
    references=(WALLACE, MEILA.at("eq. 2")),
)
def wallace_a(p: PairCounts, /, *, self_pairs: SelfPairs = False) -> float:
    r"""Share of the pairs of a that b keeps together.

    Formula: \frac{m}{m_1}
    Meaning: share of the pairs together in a that are together in b
    Beware: it is 1 whenever b merges everything; report it together with wallace_b

    >>> wallace_a([0, 0, 1, 2], [0, 0, 1, 1])
    1.0
    """
    p = p.counted(self_pairs=self_pairs)
    return ratio(p.both, p.in_a, NONE_IN_A, otherwise=1.0)


@measure(
    label="Wallace index of b (pair precision)", symbol="W_II", aliases=("W_II", "pair_precision"),
    direction="similarity", bounds=(0.0, 1.0), symmetric=False, affine_in="pairs",
    complement=_wallace_b_distance, scale=_SCALE,
    references=(WALLACE, MEILA.at("eq. 3")),
)
def wallace_b(p: PairCounts, /, *, self_pairs: SelfPairs = False) -> float:
    r"""Share of the pairs of b that are together in a.

    Formula: \frac{m}{m_2}
    Meaning: share of the pairs together in b that are together in a
    Beware: it is 1 whenever b splits everything; report it together with wallace_a

    >>> wallace_b([0, 0, 1, 2], [0, 0, 1, 1])
    0.5
    """
    p = p.counted(self_pairs=self_pairs)
    return ratio(p.both, p.in_b, _NONE_IN_B, otherwise=1.0)


@measure(
    label="Pair F-measure", symbol="F_pair", aliases=("dice", "czekanowski", "pair_f1"),
    direction="similarity", bounds=(0.0, 1.0), symmetric=ByOptions(lambda beta, self_pairs: beta == 1),
    affine_in="pairs", complement=_pair_f_distance, scale=_SCALE, references=(CZEKANOWSKI,),
)
def pair_f(p: PairCounts, /, *, beta: Beta = 1.0, self_pairs: SelfPairs = False) -> float:
    r"""Weighted harmonic mean of pair precision and pair recall.

    Formula: \frac{(1+\beta^2)\,m}{(1+\beta^2)\,m + \beta^2 (m_1 - m) + (m_2 - m)}
    Meaning: harmonic mean of pair precision and pair recall
    Beware: pairs apart in both clusterings do not count, so it decreases with the number of clusters

    >>> pair_f([0, 0, 1, 2], [0, 0, 1, 1])
    0.6666666666666666
    """
    p = p.counted(self_pairs=self_pairs)
    return f_beta(Share(p.both, p.only_b), Share(p.both, p.only_a), beta)


@measure(
    label="Hubert's Γ (phi)", symbol="Γ", aliases=("Γ_n", "phi"), direction="similarity",
    bounds=(-1.0, 1.0), symmetric=True, affine_in="pairs",
    correction=ByOptions(lambda self_pairs: "none" if self_pairs else "exact"), complement=_correlation_distance, scale=_SCALE,
    references=(WU.at("table 1, no. 9; table 5, no. 4; prop. 1"), HUBERT_ARABIE),
    loose=True,
)
def hubert_gamma(p: PairCounts, /, *, self_pairs: SelfPairs = False) -> float:
    r"""Correlation of "together in a" with "together in b" over all pairs.

    Formula: \frac{M m - m_1 m_2}{\sqrt{m_1 m_2 (M - m_1)(M - m_2)}}
    Meaning: correlation coefficient over pairs: 1 = identical, 0 = chance
    Beware: it is undefined if a clustering has one cluster or only singletons

    >>> hubert_gamma([0, 0, 1, 2], [0, 0, 1, 1])
    0.6324555320336759
    """
    p = p.counted(self_pairs=self_pairs)
    spread = p.in_a * p.in_b * (p.total - p.in_a) * (p.total - p.in_b)
    return ratio(p.excess, sqrt(spread), TRIVIAL)


@measure(
    label="Hubert's Γ′ (Hamann)", symbol="Γ′", aliases=("Γ'", "hamann"), direction="similarity",
    bounds=(-1.0, 1.0), symmetric=True, metric=True, affine_in="pairs", affine_given="nothing",
    components=by_pair_agreement, complement=lambda p: 2 * (p.only_a + p.only_b) / p.total,
    elementwise=True, references=(WU.at("table 1, no. 10"),),
)
def hubert_gamma_prime(p: PairCounts, /) -> float:
    r"""Pairs treated alike minus pairs treated differently, as a share of all.

    Formula: \frac{M - 2m_1 - 2m_2 + 4m}{M} = 2R - 1
    Meaning: the Rand index on a scale from -1 to 1
    Beware: 0 is not the chance level

    >>> hubert_gamma_prime([0, 0, 1, 2], [0, 0, 1, 1])
    0.6666666666666666
    """
    return (p.both + p.neither - p.only_a - p.only_b) / p.total


@measure(
    label="Adjusted Rand index for n → ∞", symbol="AR∞", direction="similarity", bounds=(-0.5, 1.0),
    symmetric=True, scale="invariant", affine_in="pairs", independent=0.0,
    complement=_asymptotic_distance, references=(MEILA.at("eq. 33"),),
    loose=True,
)
def adjusted_rand_asymptotic(p: PairCounts, /) -> float:
    r"""The adjusted Rand index with shares of elements in place of pair counts.

    Formula: \frac{\sum p_{ij}^2 - \sum p_i^2 \sum p_j^2}{(\sum p_i^2 + \sum p_j^2)/2 - \sum p_i^2 \sum p_j^2}
    Meaning: the adjusted Rand index of the same proportions in the limit of large n
    Beware: for small n it is not corrected for chance

    >>> adjusted_rand_asymptotic([0, 0, 1, 2], [0, 0, 1, 1])
    0.75
    """
    n = p.n
    cells, in_a, in_b = 2 * p.both + n, 2 * p.in_a + n, 2 * p.in_b + n
    return 2 * (cells * n * n - in_a * in_b) / ((in_a + in_b) * n * n - 2 * in_a * in_b)


@measure(
    label="Adjusted Fowlkes–Mallows index", symbol="FMₙ", aliases=("FM_n",), direction="similarity",
    bounds=(-0.5, 1.0), symmetric=True, correction="exact", affine_in="pairs",
    complement=_adjusted_fowlkes_mallows_distance,
    references=(WU.at("table 5, no. 3"), MEILA.at("sec. 2.1")),
)
def adjusted_fowlkes_mallows(p: PairCounts, /) -> float:
    r"""Fowlkes–Mallows index corrected for chance.

    Formula: \frac{m - m_1 m_2/M}{\sqrt{m_1 m_2} - m_1 m_2/M}
    Meaning: 1 = identical, 0 = no better than chance
    Beware: it is close to the adjusted Rand index, and equal to it when both clusterings have the same number of pairs together

    >>> adjusted_fowlkes_mallows([0, 0, 1, 2], [0, 0, 1, 1])
    0.6167812573081511
    """
    pairs = p.in_a * p.in_b
    mean = sqrt(pairs)
    # M - √(m1·m2) as (M² - m1·m2)/(M + √(m1·m2)), which does not cancel
    return ratio(p.excess * (p.total + mean), mean * (p.total**2 - pairs), TRIVIAL)


@measure(
    label="Adjusted Wallace index of a", symbol="AW_a", direction="similarity",
    bounds=(-float("inf"), 1.0), symmetric=False, correction="exact", affine_in="pairs",
    complement=_adjusted_wallace_a_distance, references=(SEVERIANO,),
)
def adjusted_wallace_a(p: PairCounts, /) -> float:
    r"""Pair recall corrected for chance.

    Formula: \frac{m/m_1 - m_2/M}{1 - m_2/M}
    Meaning: how much better than chance b keeps together what is together in a
    Beware: it has no lower bound

    >>> adjusted_wallace_a([0, 0, 1, 2], [0, 0, 1, 1])
    1.0
    """
    return ratio(p.excess, p.in_a * (p.total - p.in_b), TRIVIAL)


@measure(
    label="Adjusted Wallace index of b", symbol="AW_b", direction="similarity",
    bounds=(-float("inf"), 1.0), symmetric=False, correction="exact", affine_in="pairs",
    complement=_adjusted_wallace_b_distance, references=(SEVERIANO,),
)
def adjusted_wallace_b(p: PairCounts, /) -> float:
    r"""Pair precision corrected for chance.

    Formula: \frac{m/m_2 - m_1/M}{1 - m_1/M}
    Meaning: how much better than chance a keeps together what is together in b
    Beware: it has no lower bound

    >>> adjusted_wallace_b([0, 0, 1, 2], [0, 0, 1, 1])
    0.4
    """
    return ratio(p.excess, p.in_b * (p.total - p.in_a), TRIVIAL)


@measure(
    label="Modified adjusted Rand index", symbol="MARI", aliases=("mari",), direction="similarity",
    bounds=(-float("inf"), 1.0), symmetric=True,
    complement=_modified_rand_distance, references=(SUNDQVIST,),
)
def modified_adjusted_rand(p: PairCounts, o: Overlaps, /) -> float:
    r"""Adjusted Rand index whose chance level is estimated from disjoint pairs of elements.

    Formula: \frac{m - \hat E}{(m_1 + m_2)/2 - \hat E}, \quad \hat E = M \, \frac{m_1 m_2 - m - (2n + \sum n_{ij} a_i b_j - \sum n_{ij}^2 - \sum a_i^2 - \sum b_j^2)}{6 \binom{n}{4}}
    Meaning: 1 = identical, 0 = no better than two independent clusterings whose sizes are random
    Beware: it needs four elements; its mean over permutations is not exactly 0, since the sizes are not taken as fixed

    >>> modified_adjusted_rand([0, 0, 0, 0, 1, 1], [0, 0, 0, 1, 1, 1])
    0.2857142857142857
    """
    if p.n < 4:
        return by_convention(0.0, _FEW)
    every, apart = _quadruples(p, o)
    top, chance = p.both * every - p.total * apart, 2 * p.total * apart
    bottom = (p.in_a + p.in_b) * every - chance
    return 2 * top / bottom if bottom else by_convention(0.0, _NO_RANGE)


@measure(
    label="Pair overlap (Simpson)", symbol="O_pair", aliases=("simpson", "overlap_coefficient"), direction="similarity",
    bounds=(0.0, 1.0), symmetric=True, affine_in="pairs",
    complement=lambda p: ratio(min(p.only_a, p.only_b), min(p.in_a, p.in_b), NONE_IN_ONE),
    references=(SIMPSON,),
)
def pair_overlap(p: PairCounts, /) -> float:
    r"""Pairs together in both clusterings, as a share of those of the clustering that has fewer.

    Formula: \frac{m}{\min(m_1, m_2)}
    Meaning: the larger of pair precision and pair recall
    Beware: it is 1 whenever one clustering refines the other

    >>> pair_overlap([0, 0, 1, 2], [0, 0, 1, 1])
    1.0
    """
    return ratio(p.both, min(p.in_a, p.in_b), NONE_IN_ONE, otherwise=1.0)


@measure(
    label="Loevinger's H", symbol="H_L", aliases=("loevinger_h",), direction="similarity",
    bounds=(-float("inf"), 1.0), symmetric=True, correction="exact", affine_in="pairs",
    complement=lambda p: ratio(
        min(p.only_a, p.only_b) * p.total, min(p.in_a, p.in_b) * (p.total - max(p.in_a, p.in_b)), TRIVIAL, otherwise=1.0
    ),
    references=(LOEVINGER,),
)
def loevinger(p: PairCounts, /) -> float:
    r"""Pair overlap corrected for chance.

    Formula: \frac{M m - m_1 m_2}{M \min(m_1, m_2) - m_1 m_2}
    Meaning: 1 = one clustering refines the other, 0 = no better than chance
    Beware: it has no lower bound, and it is 1 whenever one clustering refines the other

    >>> loevinger([0, 0, 1, 2], [0, 0, 1, 1])
    1.0
    """
    few, many = sorted((p.in_a, p.in_b))
    return ratio(p.excess, few * (p.total - many), TRIVIAL)


@measure(
    label="Prediction strength", symbol="PS", direction="similarity", bounds=(0.0, 1.0), symmetric=False,
    complement=_weakest_cluster, sensitive_to=("ties", "equal_sizes"), references=(TIBSHIRANI_WALTHER.at("sec. 2"),),
)
def prediction_strength(o: Overlaps, /) -> float:
    r"""Share of the pairs of a cluster of a that b keeps together, for the cluster where it is smallest.

    Formula: \min_{i: a_i > 1} \frac{\sum_j n_{ij}(n_{ij} - 1)}{a_i(a_i - 1)}
    Meaning: pair recall of the cluster of a that b reproduces worst
    Beware: one small cluster decides it; it is 1 whenever b merges everything

    >>> prediction_strength([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.3333333333333333
    """
    pairs, separated = _kept_pairs(o)
    return float(((pairs - separated) / pairs).min()) if len(pairs) else by_convention(1.0, NONE_IN_A)
