r"""Soft clusterings: degrees of membership that add up to 1.

In the formulas, \(P\) and \(Q\) are the matrices of degrees, and \(e_{ij} = 1 - \frac12 \sum_k |p_{ik} - p_{jk}|\) is the degree
to which elements i and j are together in a, \(e'_{ij}\) in b.
"""

from clusterdiff.covers import PairDegrees
from clusterdiff.measures._conventions import ratio
from clusterdiff.measures._measure import measure
from clusterdiff.measures._references import ANDREWS, DAMBROSIO, HUELLERMEIER


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
    Reads as: 1 = every pair is together to the same degree in both
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
    Reads as: 1 = every pair is together to the same degree in both; 0 = as expected by chance
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
