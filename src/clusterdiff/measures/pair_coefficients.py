r"""Further coefficients of the four pair counts.

In the formulas \(N_{11}\) is the number of pairs together in both, \(N_{10}\) and \(N_{01}\) those together in a or b alone,
\(N_{00}\) those apart in both, and \(M\) all of them.
"""

from math import sqrt

from clusterdiff.measures._components import by_pairs
from clusterdiff.measures._conventions import by_convention, ratio
from clusterdiff.measures._measure import measure
from clusterdiff.measures._references import ALBATINEH
from clusterdiff.measures.pairs import TRIVIAL
from clusterdiff.summaries import PairCounts


def _both_kinds(p: PairCounts) -> bool:
    """Return whether both clusterings have pairs together and pairs apart."""
    return 0 < p.in_a < p.total and 0 < p.in_b < p.total


def _russell_rao_best(p: PairCounts) -> float:
    return min(p.in_a, p.in_b) / p.total if p.total else 1.0


def _baulieu_2_best(p: PairCounts) -> float:
    pairs = min(p.in_a, p.in_b)
    return pairs * (p.total - pairs) / p.total**2 if p.total else 0.0


def _fager_mcgowan_best(p: PairCounts) -> float:
    return 1.0 - 0.5 / sqrt(p.in_a) if p.in_a else 1.0


def _sokal_sneath_1_distance(p: PairCounts) -> float:
    if not _both_kinds(p):
        return 1 - sokal_sneath_1.function(p)
    together = p.only_a / p.in_a + p.only_b / p.in_b
    apart = p.only_a / (p.neither + p.only_a) + p.only_b / (p.neither + p.only_b)
    return (together + apart) / 4


def _sokal_sneath_3_distance(p: PairCounts) -> float:
    """Return 1 - x/√y as (y - x²)/(√y·(√y + x))."""
    if not _both_kinds(p):
        return 1 - sokal_sneath_3.function(p)
    agreeing = p.both * p.neither
    product = p.in_a * p.in_b * (p.neither + p.only_a) * (p.neither + p.only_b)
    root = sqrt(product)
    return (product - agreeing**2) / (root * (root + agreeing))


def _kulczynski_distance(p: PairCounts) -> float:
    if p.in_a * p.in_b == 0:
        return by_convention(1.0, TRIVIAL)
    return (p.only_a / p.in_a + p.only_b / p.in_b) / 2


def _peirce_distance(p: PairCounts) -> float:
    top = p.only_b * (p.total - p.in_b) + p.only_a * p.in_b
    return ratio(top, p.in_b * (p.total - p.in_b), TRIVIAL, otherwise=1.0)


def _baulieu_1_distance(p: PairCounts) -> float:
    wrong, lean = p.only_a + p.only_b, p.only_a - p.only_b
    return (p.total * wrong - lean**2) / p.total**2


def _yule_q_distance(p: PairCounts) -> float:
    odds = p.only_a * p.only_b
    return ratio(2 * odds, p.both * p.neither + odds, TRIVIAL, otherwise=1.0)


@measure(
    label="Rogers–Tanimoto coefficient", symbol="RT", direction="similarity", bounds=(0.0, 1.0),
    symmetric=True, metric=True,
    complement=lambda p: 2 * (p.only_a + p.only_b) / (p.total + p.only_a + p.only_b),
    elementwise=True, references=(ALBATINEH.at("table 2"),),
)
def rogers_tanimoto(p: PairCounts, /) -> float:
    r"""Share of pairs treated alike, with disagreements counted twice.

    Formula: \frac{N_{11}+N_{00}}{N_{11}+N_{00}+2(N_{10}+N_{01})}
    Meaning: the Rand index with disagreements counted twice
    Beware: near 1 for any two clusterings with many clusters

    >>> rogers_tanimoto([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.42857142857142855
    """
    alike = p.both + p.neither
    return alike / (alike + 2 * (p.only_a + p.only_b))


@measure(
    label="Sokal–Sneath coefficient 1", symbol="SS1", direction="similarity", bounds=(0.0, 1.0),
    symmetric=True, affine_in="pairs", complement=_sokal_sneath_1_distance,
    references=(ALBATINEH.at("table 2"),),
)
def sokal_sneath_1(p: PairCounts, /) -> float:
    r"""Mean of four conditional shares of pairs.

    Formula: \frac14\left(\frac{N_{11}}{N_{11}+N_{10}}+\frac{N_{11}}{N_{11}+N_{01}}+\frac{N_{00}}{N_{00}+N_{10}}+\frac{N_{00}}{N_{00}+N_{01}}\right)
    Meaning: mean of four conditional shares: pairs kept together and pairs kept apart, from either side
    Beware: numbering differs between packages; this is the one of Albatineh et al.

    >>> sokal_sneath_1([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.5833333333333333
    """
    if not _both_kinds(p):
        return by_convention(0.0, TRIVIAL)
    apart_a, apart_b = p.only_b + p.neither, p.only_a + p.neither
    together, apart = p.both / p.in_a + p.both / p.in_b, p.neither / apart_a + p.neither / apart_b
    return (together + apart) / 4


@measure(
    label="Sokal–Sneath coefficient 2", symbol="SS2", direction="similarity", bounds=(0.0, 1.0),
    symmetric=True, metric=True,
    complement=lambda p: 2 * (p.only_a + p.only_b) / (p.both + 2 * (p.only_a + p.only_b)),
    elementwise=True, references=(ALBATINEH.at("table 2"),),
)
def sokal_sneath_2(p: PairCounts, /) -> float:
    r"""Jaccard index of pairs, with disagreements counted twice.

    Formula: \frac{N_{11}}{N_{11}+2(N_{10}+N_{01})}
    Meaning: the Jaccard index with disagreements counted twice
    Beware: numbering differs between packages; this is the one of Albatineh et al.

    >>> sokal_sneath_2([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.2
    """
    return p.both / (p.both + 2 * (p.only_a + p.only_b))


@measure(
    label="Sokal–Sneath coefficient 3", symbol="SS3", direction="similarity", bounds=(0.0, 1.0),
    symmetric=True, complement=_sokal_sneath_3_distance, references=(ALBATINEH.at("table 2"),),
)
def sokal_sneath_3(p: PairCounts, /) -> float:
    r"""Geometric mean of four conditional shares of pairs.

    Formula: \frac{N_{11}N_{00}}{\sqrt{(N_{11}+N_{10})(N_{11}+N_{01})(N_{00}+N_{10})(N_{00}+N_{01})}}
    Meaning: geometric mean of four conditional shares
    Beware: numbering differs between packages; this is the one of Albatineh et al.

    >>> sokal_sneath_3([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.3333333333333333
    """
    if not _both_kinds(p):
        return by_convention(0.0, TRIVIAL)
    return p.both * p.neither / sqrt(p.in_a * p.in_b * (p.total - p.in_a) * (p.total - p.in_b))


@measure(
    label="Gower–Legendre coefficient", symbol="GL", direction="similarity", bounds=(0.0, 1.0),
    symmetric=True,
    complement=lambda p: (p.only_a + p.only_b) / (2 * p.total - p.only_a - p.only_b),
    elementwise=True, references=(ALBATINEH.at("table 2"),),
)
def gower_legendre(p: PairCounts, /) -> float:
    r"""Share of pairs treated alike, with disagreements counted half.

    Formula: \frac{N_{11}+N_{00}}{N_{11}+\frac12(N_{10}+N_{01})+N_{00}}
    Meaning: the Rand index with disagreements counted half
    Beware: near 1 for any two clusterings with many clusters

    >>> gower_legendre([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.75
    """
    alike = p.both + p.neither
    return 2 * alike / (2 * alike + p.only_a + p.only_b)


@measure(
    label="Russell–Rao coefficient", symbol="RR", direction="similarity", bounds=(0.0, 1.0),
    best=_russell_rao_best, symmetric=True, affine_in="pairs", affine_given="nothing",
    components=by_pairs, elementwise=True, references=(ALBATINEH.at("table 2"),),
)
def russell_rao(p: PairCounts, /) -> float:
    r"""Share of all pairs that are together in both clusterings.

    Formula: \frac{N_{11}}{M}
    Meaning: share of all pairs that are together in both
    Beware: equal clusterings do not reach 1: the best value is their share of pairs together

    >>> russell_rao([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.2
    """
    return p.both / p.total


@measure(
    label="Kulczyński coefficient", symbol="Ku", direction="similarity", bounds=(0.0, 1.0),
    symmetric=True, affine_in="pairs", complement=_kulczynski_distance,
    references=(ALBATINEH.at("table 2"),),
)
def kulczynski(p: PairCounts, /) -> float:
    r"""Arithmetic mean of pair precision and pair recall.

    Formula: \frac12\left(\frac{N_{11}}{N_{11}+N_{10}}+\frac{N_{11}}{N_{11}+N_{01}}\right)
    Meaning: arithmetic mean of pair precision and pair recall
    Beware: one of the two alone can raise it to one half

    >>> kulczynski([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.5
    """
    if p.in_a * p.in_b == 0:
        return by_convention(0.0, TRIVIAL)
    return (p.both / p.in_a + p.both / p.in_b) / 2


@measure(
    label="McConnaughey coefficient", symbol="Mc", direction="similarity", bounds=(-1.0, 1.0),
    symmetric=True, affine_in="pairs", complement=lambda p: 2 * _kulczynski_distance(p),
    references=(ALBATINEH.at("table 2"),),
)
def mcconnaughey(p: PairCounts, /) -> float:
    r"""Twice the Kulczyński coefficient, minus 1.

    Formula: \frac{N_{11}^2-N_{10}N_{01}}{(N_{11}+N_{10})(N_{11}+N_{01})}
    Meaning: twice the Kulczyński coefficient minus 1
    Beware: 0 is not the chance level

    >>> mcconnaughey([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.0
    """
    return ratio(p.both**2 - p.only_a * p.only_b, p.in_a * p.in_b, TRIVIAL, otherwise=-1.0)


@measure(
    label="Peirce coefficient", symbol="Pe", direction="similarity", bounds=(-1.0, 1.0),
    symmetric=False, correction="exact", affine_in="pairs", complement=_peirce_distance,
    references=(ALBATINEH.at("table 2"),),
)
def peirce(p: PairCounts, /) -> float:
    r"""Difference of two conditional shares of pairs together in a.

    Formula: \frac{N_{11}N_{00}-N_{10}N_{01}}{(N_{11}+N_{01})(N_{10}+N_{00})}
    Meaning: share of b's pairs that are together in a, minus the share of b's separated pairs that are together in a
    Beware: it is directed: swapping a and b changes it

    >>> peirce([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.16666666666666666
    """
    return ratio(p.excess, p.in_b * (p.total - p.in_b), TRIVIAL)


@measure(
    label="Baulieu coefficient 1", symbol="B1", direction="similarity", bounds=(0.0, 1.0),
    symmetric=True, affine_in="pairs", complement=_baulieu_1_distance,
    elementwise=True, references=(ALBATINEH.at("table 2"),),
    loose=True,
)
def baulieu_1(p: PairCounts, /) -> float:
    r"""One minus the disagreements, reduced where they are one-sided.

    Formula: \frac{M^2-M(N_{10}+N_{01})+(N_{10}-N_{01})^2}{M^2}
    Meaning: 1 minus the disagreements, reduced where they are one-sided
    Beware: a single cluster against singletons scores 1, as equal clusterings do

    >>> baulieu_1([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.6
    """
    return (p.total**2 - p.total * (p.only_a + p.only_b) + (p.only_a - p.only_b) ** 2) / p.total**2


@measure(
    label="Baulieu coefficient 2", symbol="B2", direction="similarity", bounds=(-0.25, 0.25),
    best=_baulieu_2_best, symmetric=True, affine_in="pairs", affine_given="a",
    elementwise=True, references=(ALBATINEH.at("table 2"),),
    loose=True,
)
def baulieu_2(p: PairCounts, /) -> float:
    r"""Covariance of "together in a" with "together in b" over all pairs.

    Formula: \frac{N_{11}N_{00}-N_{10}N_{01}}{M^2}
    Meaning: covariance of together in a with together in b: 0 = chance
    Beware: equal clusterings do not reach 1/4 unless half of all pairs are together

    >>> baulieu_2([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.04
    """
    return p.excess / p.total**2


@measure(
    label="Fager–McGowan coefficient", symbol="FMc", direction="similarity", bounds=(-0.5, 1.0),
    best=_fager_mcgowan_best, symmetric=False, affine_in="pairs",
    references=(ALBATINEH.at("table 2"),),
)
def fager_mcgowan(p: PairCounts, /) -> float:
    r"""Fowlkes–Mallows index minus a penalty for few pairs.

    Formula: \frac{N_{11}}{\sqrt{(N_{11}+N_{10})(N_{11}+N_{01})}}-\frac{1}{2\sqrt{N_{11}+N_{10}}}
    Meaning: the Fowlkes–Mallows index minus a penalty for few pairs
    Beware: equal clusterings do not reach 1, because of the penalty

    >>> fager_mcgowan([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.25
    """
    if p.in_a * p.in_b == 0:
        return by_convention(-0.5, TRIVIAL)
    # (2m - √m₂)/(2·√(m₁m₂)), whose numerator is (4m² - m₂)/(2m + √m₂)
    top = (4 * p.both**2 - p.in_b) / (2 * p.both + sqrt(p.in_b))
    return top / (2 * sqrt(p.in_a * p.in_b))


@measure(
    label="Yule's Q", symbol="Q", direction="similarity", bounds=(-1.0, 1.0), symmetric=True,
    complement=_yule_q_distance, references=(ALBATINEH.at("table 2"),),
)
def yule_q(p: PairCounts, /) -> float:
    r"""Odds ratio of "together in a" and "together in b" on a scale from -1 to 1.

    Formula: \frac{N_{11}N_{00}-N_{10}N_{01}}{N_{11}N_{00}+N_{10}N_{01}}
    Meaning: odds ratio of together in a and together in b, on a scale from -1 to 1
    Beware: it is 1 as soon as one clustering refines the other

    >>> yule_q([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.3333333333333333
    """
    return ratio(p.excess, p.both * p.neither + p.only_a * p.only_b, TRIVIAL)
