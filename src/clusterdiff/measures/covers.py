r"""Covers: clusters that may overlap.

In the formulas, a pair of elements shares \(x\) clusters of a and \(y\) clusters of b.
"""

from typing import Annotated

import numpy as np

from clusterdiff.covers import Affinities, CoverCells, Multiplicities, SharedClusters
from clusterdiff.measures._conventions import by_convention, ratio
from clusterdiff.measures._measure import measure
from clusterdiff.measures._precision_recall import Beta, PrecisionRecall, Share
from clusterdiff.measures._record import ByOptions
from clusterdiff.measures._references import (
    AMIGO,
    COLLINS_DENT,
    GATES,
    LANCICHINETTI,
    MCDAID,
    YANG_LESKOVEC,
)
from clusterdiff.numerics import ordered_sum

Form = Annotated[
    str,
    'How the information is normalized: by the larger entropy (``"max"``, McDaid et al.), by the mean of both (``"sum"``), or cluster by cluster (``"lfk"``, Lancichinetti et al.).',
]
Alpha = Annotated[float, "Probability that a random walk goes on, above 0 and below 1."]


def _bcubed(m: Multiplicities) -> PrecisionRecall:
    return PrecisionRecall(Share(m.right_b, m.wrong_b), Share(m.right_a, m.wrong_a))


@measure(
    label="Omega index",
    symbol="Ω",
    aliases=("omega",),
    direction="similarity",
    bounds=(-1.0, 1.0),
    loose=True,
    symmetric=True,
    correction="exact",
    expectation=lambda s: 0.0,
    default=True,
    generalizes="adjusted_rand",
    references=(COLLINS_DENT,),
)
def omega_index(s: SharedClusters, /) -> float:
    r"""Share of pairs that are together equally often in both covers, corrected for chance.

    Formula: \frac{\omega_u - \omega_e}{1 - \omega_e},\quad \omega_u = P(x = y),\quad \omega_e = \sum_m P(x = m) P(y = m)
    Meaning: 1 = every pair shares as many clusters in both; 0 = as expected by chance
    Beware: a pair that shares two clusters in a and three in b counts as one that shares none in b

    >>> omega_index([{1, 2}, {2, 3}], [{1, 2}, {3}])
    0.4
    """
    pairs = s.total
    by_chance = sum(count * s.in_b.get(number, 0) for number, count in s.in_a.items())
    return ratio(
        pairs * s.same - by_chance, pairs**2 - by_chance,
        "all pairs share the same number of clusters in both covers",
    )  # fmt: skip


@measure(
    label="Overlapping normalized mutual information",
    symbol="ONMI",
    aliases=("onmi", "nmi_max"),
    direction="similarity",
    bounds=(0.0, 1.0),
    symmetric=True,
    default=True,
    choices={"form": ("max", "sum", "lfk")},
    references=(MCDAID, LANCICHINETTI),
)
def overlapping_nmi(c: CoverCells, /, *, form: Form = "max") -> float:
    r"""Information that the clusters of each cover give about the best matching clusters of the other, normalized.

    Formula: \frac{H(a) - H(a \mid b) + H(b) - H(b \mid a)}{2 \max(H(a), H(b))}
    Meaning: 1 = each cover tells the clusters of the other; 0 = it tells nothing about them
    Beware: it is not corrected for chance (chance.adjusted does it), and on partitions it differs from the normalized mutual information

    >>> round(overlapping_nmi([{1, 2}, {3, 5}, {4}, {6}], [{1, 3}, {4, 5}, {2}, {6}]), 6)
    0.423228
    """
    if form == "lfk":
        if not len(c.sizes_a) or not len(c.sizes_b):
            return by_convention(0.0, "a cover has no cluster")
        shares = [side.left / np.where(side.whole > 0, side.whole, 1.0) for side in c.unknown()]
        return 1 - sum(ordered_sum(share) / len(share) for share in shares) / 2
    (left_a, whole_a), (left_b, whole_b) = c.unknown()
    known = ordered_sum(whole_a - left_a) + ordered_sum(whole_b - left_b)
    entropies = ordered_sum(whole_a), ordered_sum(whole_b)
    bottom = 2 * max(entropies) if form == "max" else sum(entropies)
    return ratio(known, bottom, "every cluster has all elements")


@measure(
    label="Extended B³ F-measure",
    symbol="B³F",
    aliases=("extended_bcubed", "extended_b3"),
    direction="similarity",
    bounds=(0.0, 1.0),
    symmetric=ByOptions(lambda beta: beta == 1),
    generalizes="bcubed_f",
    extends=True,
    default=True,
    complement=lambda m, beta=1.0: _bcubed(m).complement("f", beta),
    references=(AMIGO,),
)
def extended_bcubed_f(m: Multiplicities, /, *, beta: Beta = 1.0) -> float:
    r"""Weighted harmonic mean of extended B³ precision and recall.

    Formula: \frac{(1+\beta^2) P R}{\beta^2 P + R}
    Meaning: harmonic mean of extended B³ precision and recall
    Beware: it is never 0 if every element is in a cluster, even for random covers

    >>> extended_bcubed_f([{1, 2}, {2, 3}], [{1, 2}, {3}])
    0.8
    """
    return _bcubed(m).part("f", beta)


@measure(
    label="Extended B³ precision",
    symbol="B³P",
    direction="similarity",
    bounds=(0.0, 1.0),
    symmetric=False,
    generalizes="bcubed_precision",
    extends=True,
    complement=lambda m: _bcubed(m).complement("precision"),
    references=(AMIGO,),
)
def extended_bcubed_precision(m: Multiplicities, /) -> float:
    r"""Mean over elements of how many of the clusters of b that they share with others are shared in a too.

    The inner mean is over the elements that share a cluster of b with the element, itself included; elements in no cluster of b
    do not count.

    Formula: \operatorname{mean} \frac{\min(x, y)}{y}
    Meaning: for a random element and one that shares clusters of b with it, the share of these that they also share in a
    Beware: clusters of one element always score 1 if a has no overlaps; report it together with extended_bcubed_recall

    >>> extended_bcubed_precision([{1, 2}, {2, 3}], [{1, 2}, {3}])
    1.0
    """
    return _bcubed(m).part("precision")


@measure(
    label="Extended B³ recall",
    symbol="B³R",
    direction="similarity",
    bounds=(0.0, 1.0),
    symmetric=False,
    generalizes="bcubed_recall",
    extends=True,
    complement=lambda m: _bcubed(m).complement("recall"),
    references=(AMIGO,),
)
def extended_bcubed_recall(m: Multiplicities, /) -> float:
    r"""Mean over elements of how many of the clusters of a that they share with others are shared in b too.

    The inner mean is over the elements that share a cluster of a with the element, itself included; elements in no cluster of a
    do not count.

    Formula: \operatorname{mean} \frac{\min(x, y)}{x}
    Meaning: for a random element and one that shares clusters of a with it, the share of these that they also share in b
    Beware: one cluster of all elements scores 1 if a has no overlaps; report it together with extended_bcubed_precision

    >>> round(extended_bcubed_recall([{1, 2}, {2, 3}], [{1, 2}, {3}]), 4)
    0.6667
    """
    return _bcubed(m).part("recall")


@measure(
    label="Average F1",
    symbol="F1",
    aliases=("average_f1_score", "avg_f1"),
    direction="similarity",
    bounds=(0.0, 1.0),
    symmetric=True,
    default=True,
    references=(YANG_LESKOVEC,),
)
def average_f1(c: CoverCells, /) -> float:
    r"""Mean of the F1 of each cluster with the cluster of the other cover that suits it best, in both directions.

    Formula: \frac12\left(\frac1K \sum_i \max_j \frac{2 n_{ij}}{a_i + b_j} + \frac1{K'} \sum_j \max_i \frac{2 n_{ij}}{a_i + b_j}\right)
    Meaning: 1 = every cluster is in both; 0 = no cluster has an element in common with one of the other
    Beware: a small cluster counts as much as a large one

    >>> round(average_f1([{1, 2}, {2, 3}], [{1, 2}, {3}]), 4)
    0.8333
    """
    if not len(c.sizes_a) or not len(c.sizes_b):
        return by_convention(0.0, "a cover has no cluster")
    scores = 2 * c.shared / (c.sizes_a[c.rows] + c.sizes_b[c.cols])
    best = c.best(scores)
    return sum(ordered_sum(side) / len(side) for side in best) / 2


@measure(
    label="Element-centric similarity of covers",
    symbol="ECS",
    aliases=("overlapping_element_centric",),
    direction="similarity",
    bounds=(0.0, 1.0),
    symmetric=True,
    generalizes="element_centric",
    extends=True,
    references=(GATES,),
)
def element_centric_of_covers(s: Affinities, /, *, alpha: Alpha = 0.9) -> float:
    r"""Mean over elements of the similarity of the random walks that begin with them in both covers.

    Formula: \frac1n \sum_i \left(1 - \frac{1}{2\alpha} \sum_j |r_{ij} - r'_{ij}|\right)
    Meaning: 1 = random walks over common clusters lead to the same elements in both; 0 = to none in common
    Beware: it depends on α if clusters overlap, and takes long if common elements connect many clusters

    >>> round(element_centric_of_covers([{1, 2}, {2, 3}], [{1, 2}, {3}]), 4)
    0.6136
    """
    return s.similarity(alpha)
