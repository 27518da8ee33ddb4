r"""Hierarchies: clusters within clusters, as in dendrograms.

In the formulas, \(h_{ij}\) is the height of the lowest node of a that has the elements i and j, \(h'_{ij}\) that of b, and
\(A\) and \(B\) are the sets of clusters of both trees, without those of one element and of all.
"""

from math import log, sqrt
from typing import Annotated

from clusterdiff.covers import Clades, LeafOrders, NestedInformation, PairHeights, PairRanks
from clusterdiff.errors import OptionError
from clusterdiff.measures._conventions import ratio
from clusterdiff.measures._measure import measure
from clusterdiff.measures._references import (
    BAKER,
    DAY,
    GALILI,
    PEROTTI,
    ROBINSON_FOULDS,
    SOKAL_ROHLF,
)
from clusterdiff.measures.information import (
    MEANS,
    NO_ENTROPY,
    UNIT,
    Base,
    By,
    in_base,
    mean_entropy,
)

Power = Annotated[float, "Power of the distances of places, above 0."]
_FLAT = "all pairs have the same height in one of the trees"


def _correlation(h: PairHeights) -> float:
    return max(-1.0, min(1.0, ratio(h.common, sqrt(h.spread_a) * sqrt(h.spread_b), _FLAT)))


@measure(
    label="Cophenetic correlation",
    symbol="r_c",
    aliases=("cor_cophenetic",),
    direction="similarity",
    bounds=(-1.0, 1.0),
    loose=True,
    symmetric=True,
    correction="exact",
    expectation=lambda h: 0.0,
    default=True,
    generalizes="hubert_gamma",
    references=(SOKAL_ROHLF,),
)
def cophenetic_correlation(h: PairHeights, /) -> float:
    r"""Correlation of the heights at which pairs of elements are joined in both trees.

    Formula: \operatorname{corr}_{i<j}(h_{ij}, h'_{ij})
    Meaning: 1 = the heights of one tree are a linear function of those of the other; 0 = as expected by chance
    Beware: the few high merges decide it, since most pairs are joined there; bakers_gamma takes ranks

    >>> import clusterdiff as cd
    >>> a, b = cd.Tree("((x:1,y:1):2,(z:2,w:2):1);"), cd.Tree("(((x:1,y:1):1,z:2):1,w:3);")
    >>> round(cophenetic_correlation(a, b), 4)
    0.5855
    """
    return _correlation(h)


@measure(
    label="Baker's gamma",
    symbol="γ_B",
    aliases=("cor_bakers_gamma", "baker"),
    direction="similarity",
    bounds=(-1.0, 1.0),
    loose=True,
    symmetric=True,
    correction="exact",
    expectation=lambda h: 0.0,
    default=True,
    generalizes="hubert_gamma",
    references=(BAKER,),
)
def bakers_gamma(h: PairRanks, /) -> float:
    r"""Rank correlation of the heights at which pairs of elements are joined in both trees.

    It is Spearman's coefficient, as in dendextend. Heights and numbers of clusters at which pairs are joined have the same
    ranks; pairs that are joined at the same height have their mean rank.

    Formula: \operatorname{corr}_{i<j}(\operatorname{rank} h_{ij}, \operatorname{rank} h'_{ij})
    Meaning: 1 = pairs are joined in the same order in both trees; 0 = as expected by chance
    Beware: most pairs are joined at the highest merges, and have few ranks

    >>> import clusterdiff as cd
    >>> a, b = cd.Tree("((x:1,y:1):2,(z:2,w:2):1);"), cd.Tree("(((x:1,y:1):1,z:2):1,w:3);")
    >>> round(bakers_gamma(a, b), 4)
    0.3651
    """
    return _correlation(h)


@measure(
    label="Robinson–Foulds distance",
    symbol="RF",
    aliases=("rf", "symmetric_difference"),
    direction="distance",
    bounds=(0.0, lambda c: float(c.in_a + c.in_b)),
    symmetric=True,
    unit="clusters",
    default=True,
    references=(ROBINSON_FOULDS, DAY),
)
def robinson_foulds(c: Clades, /) -> float:
    r"""Number of clusters that one of the trees has and the other has not.

    The trees are rooted: the clusters are the sets of elements below the nodes. Clusters of one element and of all are not
    counted.

    Formula: |A \setminus B| + |B \setminus A|
    Meaning: 0 = both trees have the same clusters, whatever their heights are
    Beware: one element that moves far changes most clusters, and the distance is then near its largest value

    >>> import clusterdiff as cd
    >>> robinson_foulds(cd.Tree("((x,y),(z,w));"), cd.Tree("(((x,y),z),w);"))
    2.0
    """
    return float(c.in_a + c.in_b - 2 * c.both)


@measure(
    label="Normalized Robinson–Foulds distance",
    symbol="nRF",
    aliases=("nrf",),
    direction="distance",
    bounds=(0.0, 1.0),
    symmetric=True,
    default=True,
    references=(ROBINSON_FOULDS, DAY),
)
def normalized_robinson_foulds(c: Clades, /) -> float:
    r"""Share of the clusters of both trees that only one of them has.

    Formula: \frac{|A \setminus B| + |B \setminus A|}{|A| + |B|}
    Meaning: 0 = both trees have the same clusters; 1 = they have none in common
    Beware: one element that moves far changes most clusters; random binary trees are near 1

    >>> import clusterdiff as cd
    >>> normalized_robinson_foulds(cd.Tree("((x,y),(z,w));"), cd.Tree("(((x,y),z),w);"))
    0.5
    """
    return ratio(c.in_a + c.in_b - 2 * c.both, c.in_a + c.in_b, "both trees are flat", 1.0)


@measure(
    label="Hierarchical mutual information",
    symbol="HMI",
    aliases=("hmi",),
    direction="similarity",
    bounds=(0.0, lambda t, base=2: in_base(log(t.n), base)),
    best=lambda t, base=2: in_base(min(t.a, t.b), base),
    symmetric=True,
    unit=UNIT,
    generalizes="mutual_information",
    references=(PEROTTI,),
)
def hierarchical_mutual_information(t: NestedInformation, /, *, base: Base = 2) -> float:
    r"""Information that the clusters of two trees give about each other, from the roots down.

    Two nodes of the same depth are compared by the mutual information of their children, on the elements that they have in
    common. Each element of a dendrogram is a cluster of its own at the end. Heights are not used.

    Formula: I(s, t) = I(\text{children of } s; \text{children of } t) + \sum_{uv} p_{uv} I(u, v)
    Meaning: how much the way of a random element down one tree tells about its way down the other, step by step
    Beware: nodes are compared at the same depth, so that one additional level near the root changes the value much

    >>> import clusterdiff as cd
    >>> a, b = cd.Tree([["x", "y"], ["z", "w"]]), cd.Tree([["x", "y"], [["z"], ["w"]]])
    >>> hierarchical_mutual_information(a, b)
    1.0
    """
    return in_base(t.mutual, base)


@measure(
    label="Normalized hierarchical mutual information",
    symbol="NHMI",
    aliases=("nhmi",),
    direction="similarity",
    bounds=(0.0, 1.0),
    symmetric=True,
    generalizes="normalized_mutual_information",
    choices={"by": (*MEANS, "harmonic", "joint")},
    references=(PEROTTI,),
)
def normalized_hierarchical_mutual_information(
    t: NestedInformation, /, *, by: By = "arithmetic"
) -> float:
    r"""Hierarchical mutual information divided by a mean of the hierarchical entropies of both trees.

    Formula: \frac{I(a, b)}{\operatorname{mean}(I(a, a), I(b, b))}
    Meaning: 1 = the same clusters at the same depths; 0 = the clusters below the roots are independent
    Beware: it is not corrected for chance: random trees of many levels score above 0

    >>> import clusterdiff as cd
    >>> a, b = cd.Tree([["x", "y"], ["z", "w"]]), cd.Tree([["x", "y"], [["z"], ["w"]]])
    >>> normalized_hierarchical_mutual_information(a, b)
    0.8
    """
    return min(1.0, ratio(t.mutual, mean_entropy(t, by), NO_ENTROPY))


@measure(
    label="Entanglement",
    symbol="E",
    direction="distance",
    bounds=(0.0, 1.0),
    symmetric=True,
    references=(GALILI,),
)
def entanglement(o: LeafOrders, /, *, power: Power = 1.5) -> float:
    r"""How far apart the places of the elements are in the drawings of two trees, of the farthest that they can be.

    It is a property of the drawings: each node can be rotated. covers.untangle rotates them.

    Formula: \frac{\sum_i |r_i - r'_i|^L}{\sum_i |i - (n + 1 - i)|^L}
    Meaning: 0 = both trees draw the elements in the same order; 1 = in opposite orders
    Beware: it depends on the order in which the children of nodes are given, not on the clusters alone

    >>> import clusterdiff as cd
    >>> entanglement(cd.Tree("((x,y),(z,w));"), cd.Tree("((w,z),(y,x));"))
    1.0
    """
    if not power > 0:
        raise OptionError(f"power must be above 0, got {power!r}.")
    return ratio(*o.distance(power), "there is one element")
