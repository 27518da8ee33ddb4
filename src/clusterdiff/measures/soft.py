r"""Soft clusterings: degrees of membership that add up to 1.

In the formulas, \(P\) and \(Q\) are the matrices of degrees, and \(e_{ij} = 1 - \frac12 \sum_k |p_{ik} - p_{jk}|\) is the degree
to which elements i and j are together in a, \(e'_{ij}\) in b.
"""

from math import log
from typing import Any

import numpy as np

from clusterdiff.covers import ExpectedCells, PairDegrees
from clusterdiff.measures._conventions import ratio
from clusterdiff.measures._measure import measure
from clusterdiff.measures._precision_recall import Beta, PrecisionRecall, Share
from clusterdiff.measures._record import ByOptions
from clusterdiff.measures._references import (
    ANDERSON,
    ANDREWS,
    BAGGA_BALDWIN,
    CAMPAGNER,
    DAMBROSIO,
    HUELLERMEIER,
    LEI,
)
from clusterdiff.measures.information import UNIT, Base, in_base
from clusterdiff.numerics import ordered_sum


def _bcubed(c: ExpectedCells) -> PrecisionRecall:
    def share(sizes: Any) -> Share:
        shares = np.where(sizes > 0, c.cells / np.where(sizes > 0, sizes, 1.0), 0.0)
        return Share(
            ordered_sum((c.cells * shares).ravel()), ordered_sum((c.cells * (1 - shares)).ravel())
        )

    return PrecisionRecall(share(c.cells.sum(axis=0)), share(c.cells.sum(axis=1)[:, None]))


def _log_k(c: ExpectedCells, base: float | str = 2) -> float:
    return in_base(log(max(1, min(c.cells.shape))), base)


def _smaller_entropy(c: ExpectedCells, base: float | str = 2) -> float:
    a_given_b, b_given_a, mutual, _ = c.information()
    return in_base(mutual + min(a_given_b, b_given_a), base)


def _log_both(c: ExpectedCells, base: float | str = 2) -> float:
    return in_base(log(max(1, c.cells.size)), base)


@measure(
    label="Concordance of degrees",
    symbol="NDC",
    aliases=("ndc",),
    direction="similarity",
    bounds=(0.0, 1.0),
    symmetric=True,
    default=True,
    complement=lambda d: d.discordance,
    generalizes="rand",
    expectation=lambda d: 1 - d.by_chance,
    references=(HUELLERMEIER.at("eq. 13"),),
)
def concordance(d: PairDegrees, /) -> float:
    r"""Mean agreement of the degrees to which pairs of elements are together.

    Formula: 1 - \binom n2^{-1} \sum_{i<j} |e_{ij} - e'_{ij}|
    Meaning: 1 = every pair is together to the same degree in both
    Beware: random clusterings score high, as with the Rand index

    >>> import clusterdiff as cd
    >>> round(concordance(cd.Soft([[1.0, 0.0], [0.5, 0.5], [0.0, 1.0]]), [0, 0, 1]), 4)
    0.6667
    """
    return 1 - d.discordance


@measure(
    label="Adjusted concordance index",
    symbol="ACI",
    aliases=("aci",),
    direction="similarity",
    bounds=(-1.0, 1.0),
    loose=True,
    symmetric=True,
    default=True,
    correction="exact",
    expectation=lambda d: 0.0,
    generalizes="adjusted_rand",
    complement=lambda d: ratio(
        d.discordance, d.by_chance, "all pairs are together to the same degree in both", 1.0
    ),
    references=(DAMBROSIO, ANDREWS),
)
def adjusted_concordance(d: PairDegrees, /) -> float:
    r"""Concordance of the degrees of pairs, corrected for chance.

    Formula: 1 - \frac{\sum_{i<j} |e_{ij} - e'_{ij}|}{E\left[\sum_{i<j} |e_{ij} - e'_{ij}|\right]}
    Meaning: 1 = every pair is together to the same degree in both; 0 = as expected by chance
    Beware: it compares all pairs of different rows, so that it takes time and memory in proportion to their square

    >>> import clusterdiff as cd
    >>> round(adjusted_concordance(cd.Soft([[1.0, 0.0], [0.5, 0.5], [0.0, 1.0]]), [0, 0, 1]), 4)
    0.25
    """
    return ratio(
        d.by_chance - d.discordance,
        d.by_chance,
        "all pairs are together to the same degree in both",
    )


@measure(
    label="Rand index of drawn clusterings",
    symbol="R",
    aliases=("fuzzy_rand",),
    direction="similarity",
    bounds=(0.0, 1.0),
    symmetric=True,
    generalizes="rand",
    complement=lambda c: ratio(c.in_a + c.in_b - 2 * c.both, c.total, "there is one element"),
    references=(ANDERSON, CAMPAGNER),
)
def soft_rand(c: ExpectedCells, /) -> float:
    r"""Mean share of pairs on which hard clusterings agree that are drawn from both, independently.

    Two elements are together with the probability that is the product of their rows. Anderson et al. take the pairs of the
    table PᵀQ, in which an element is also a pair with itself: their values differ for soft clusterings.

    Formula: 1 - \frac{m_1 + m_2 - 2m}{M}
    Meaning: the probability that a random pair is together in both or in neither
    Beware: it is below 1 for equal soft clusterings, since two clusterings that are drawn from the same degrees differ

    >>> import clusterdiff as cd
    >>> round(soft_rand(cd.Soft([[1.0, 0.0], [0.5, 0.5], [0.0, 1.0]]), [0, 0, 1]), 4)
    0.6667
    """
    return 1 - ratio(c.in_a + c.in_b - 2 * c.both, c.total, "there is one element")


@measure(
    label="Adjusted Rand index of drawn clusterings",
    symbol="ARI",
    aliases=("fuzzy_ari",),
    direction="similarity",
    bounds=(-1.0, 1.0),
    loose=True,
    symmetric=True,
    correction="exact",
    expectation=lambda c: 0.0,
    generalizes="adjusted_rand",
    references=(ANDERSON, CAMPAGNER),
)
def soft_adjusted_rand(c: ExpectedCells, /) -> float:
    r"""Adjusted Rand index of the mean numbers of pairs of hard clusterings that are drawn from both.

    Formula: \frac{m - m_1 m_2 / M}{\frac12(m_1 + m_2) - m_1 m_2 / M}
    Meaning: 0 = as expected by chance; 1 = the same hard clustering
    Beware: it is below 1 for equal soft clusterings; adjusted_concordance is 1

    >>> import clusterdiff as cd
    >>> round(soft_adjusted_rand(cd.Soft([[1.0, 0.0], [0.5, 0.5], [0.0, 1.0]]), [0, 0, 1]), 4)
    0.25
    """
    by_chance = c.in_a * c.in_b / c.total if c.total else 0.0
    return ratio(
        c.both - by_chance, (c.in_a + c.in_b) / 2 - by_chance, "all pairs are together, or none is"
    )


@measure(
    label="Mutual information of the mean table",
    symbol="I",
    aliases=("soft_mi",),
    direction="similarity",
    bounds=(0.0, _log_k),
    best=_smaller_entropy,
    symmetric=True,
    unit=UNIT,
    generalizes="mutual_information",
    references=(ANDERSON, LEI),
)
def soft_mutual_information(c: ExpectedCells, /, *, base: Base = 2) -> float:
    r"""Mutual information of the mean table PᵀQ of hard clusterings that are drawn from both.

    Formula: I
    Meaning: how much the cluster of a random element in one clustering tells about its cluster in the other
    Beware: equal soft clusterings do not have the entropy of one, since clusterings that are drawn from the same degrees differ

    >>> import clusterdiff as cd
    >>> round(soft_mutual_information(cd.Soft([[1.0, 0.0], [0.5, 0.5], [0.0, 1.0]]), [0, 0, 1]), 4)
    0.4591
    """
    return in_base(c.information()[2], base)


@measure(
    label="Normalized mutual information of the mean table",
    symbol="NMI",
    aliases=("soft_nmi",),
    direction="similarity",
    bounds=(0.0, 1.0),
    symmetric=True,
    generalizes="normalized_mutual_information",
    references=(ANDERSON, LEI),
)
def soft_normalized_mutual_information(c: ExpectedCells, /) -> float:
    r"""Mutual information of the mean table PᵀQ, divided by the mean of both entropies.

    Formula: \frac{2 I}{H(a) + H(b)}
    Meaning: 1 = the same hard clustering; 0 = the clusterings that are drawn are independent
    Beware: it is below 1 for equal soft clusterings, since two clusterings that are drawn from the same degrees differ

    >>> import clusterdiff as cd
    >>> round(soft_normalized_mutual_information(cd.Soft([[1.0, 0.0], [0.5, 0.5], [0.0, 1.0]]), [0, 0, 1]), 4)
    0.4787
    """
    a_given_b, b_given_a, mutual, _ = c.information()
    return ratio(2 * mutual, 2 * mutual + a_given_b + b_given_a, "both have one cluster")


@measure(
    label="Variation of information of the mean table",
    symbol="VI",
    aliases=("soft_vi",),
    direction="distance",
    bounds=(0.0, _log_both),
    symmetric=True,
    unit=UNIT,
    generalizes="variation_of_information",
    references=(ANDERSON, LEI),
)
def soft_variation_of_information(c: ExpectedCells, /, *, base: Base = 2) -> float:
    r"""Variation of information of the mean table PᵀQ of hard clusterings that are drawn from both.

    Formula: H(a \mid b) + H(b \mid a)
    Meaning: 0 = the same hard clustering
    Beware: it is above 0 for equal soft clusterings, since two clusterings that are drawn from the same degrees differ

    >>> import clusterdiff as cd
    >>> round(soft_variation_of_information(cd.Soft([[1.0, 0.0], [0.5, 0.5], [0.0, 1.0]]), [0, 0, 1]), 4)
    1.0
    """
    a_given_b, b_given_a, _, _ = c.information()
    return in_base(a_given_b + b_given_a, base)


@measure(
    label="B³ F-measure of the mean table",
    symbol="B³F",
    aliases=("soft_bcubed",),
    direction="similarity",
    bounds=(0.0, 1.0),
    symmetric=ByOptions(lambda beta: beta == 1),
    generalizes="bcubed_f",
    references=(BAGGA_BALDWIN, ANDERSON),
)
def soft_bcubed_f(c: ExpectedCells, /, *, beta: Beta = 1.0) -> float:
    r"""Weighted harmonic mean of soft B³ precision and recall.

    Formula: \frac{(1+\beta^2) P R}{\beta^2 P + R}
    Meaning: harmonic mean of soft B³ precision and recall
    Beware: it is below 1 for equal soft clusterings, and never 0

    >>> import clusterdiff as cd
    >>> round(soft_bcubed_f(cd.Soft([[1.0, 0.0], [0.5, 0.5], [0.0, 1.0]]), [0, 0, 1]), 4)
    0.7636
    """
    return _bcubed(c).part("f", beta)


@measure(
    label="B³ precision of the mean table",
    symbol="B³P",
    direction="similarity",
    bounds=(0.0, 1.0),
    symmetric=False,
    generalizes="bcubed_precision",
    references=(BAGGA_BALDWIN, ANDERSON),
)
def soft_bcubed_precision(c: ExpectedCells, /) -> float:
    r"""Mean over elements of the share of their cluster of b that is in their cluster of a, from the mean table PᵀQ.

    Formula: \frac1n \sum_{ij} \frac{n_{ij}^2}{b_j}
    Meaning: for a random element, the share of its cluster in b that is in its cluster in a
    Beware: a clustering into singletons always scores 1; report it together with soft_bcubed_recall

    >>> import clusterdiff as cd
    >>> round(soft_bcubed_precision(cd.Soft([[1.0, 0.0], [0.5, 0.5], [0.0, 1.0]]), [0, 0, 1]), 4)
    0.75
    """
    return _bcubed(c).part("precision")


@measure(
    label="B³ recall of the mean table",
    symbol="B³R",
    direction="similarity",
    bounds=(0.0, 1.0),
    symmetric=False,
    generalizes="bcubed_recall",
    references=(BAGGA_BALDWIN, ANDERSON),
)
def soft_bcubed_recall(c: ExpectedCells, /) -> float:
    r"""Mean over elements of the share of their cluster of a that is in their cluster of b, from the mean table PᵀQ.

    Formula: \frac1n \sum_{ij} \frac{n_{ij}^2}{a_i}
    Meaning: for a random element, the share of its cluster in a that is in its cluster in b
    Beware: a single cluster always scores 1; report it together with soft_bcubed_precision

    >>> import clusterdiff as cd
    >>> round(soft_bcubed_recall(cd.Soft([[1.0, 0.0], [0.5, 0.5], [0.0, 1.0]]), [0, 0, 1]), 4)
    0.7778
    """
    return _bcubed(c).part("recall")
