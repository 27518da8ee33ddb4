r"""Set matching with clusters matched one to one.

In the formulas, \(n_{ij}\) is the overlap of cluster i of a and cluster j of b, \(a_i\) and \(b_j\) are their sizes, K and K' are
the numbers of clusters, and \(\sigma\) runs over the one-to-one matchings of clusters.
"""

from fractions import Fraction

from clusterdiff.measures._cluster_scores import LargestPart
from clusterdiff.measures._components import by_elements, elements_to_move, total
from clusterdiff.measures._measure import measure
from clusterdiff.measures._references import (
    CHARON,
    GAGOLEWSKI,
    GATES,
    LUO,
    MEILA,
    MEILA_HECKERMAN,
    REZAEI,
    WU,
    XIANG,
)
from clusterdiff.measures._set_design import SetDesign
from clusterdiff.numerics import ordered_sum
from clusterdiff.summaries import Overlaps, PairSets

FAMILY = "set_matching"

_PAIR_SETS_RAW = SetDesign("braun_banquet", "optimal", "mean")


def _moved(o: Overlaps) -> int:
    """Return the number of elements outside the pairs of the best matching."""
    return o.n - o.matched


def _matched_greedily(o: Overlaps) -> int:
    return int(o.shared[o.pairing("overlap", "greedy")].sum())


def _most_clusters(o: Overlaps) -> int:
    return max(len(o.sizes_a), len(o.sizes_b))


def _largest_error(o: Overlaps) -> float:
    return 1 - 1 / _most_clusters(o)


def _normalized_error_complement(o: Overlaps) -> float:
    most = _most_clusters(o)
    return (o.matched * most - o.n) / (o.n * (most - 1))


def _simplified_distance(o: Overlaps) -> float:
    most = _most_clusters(o)
    return min(1.0, _PAIR_SETS_RAW.distance(o) * most / (most - 1))


def _clustering_accuracy_distance(o: Overlaps) -> float:
    cells = o.pairing("recall", "optimal")
    classes, most = len(o.sizes_a), _most_clusters(o)
    missed = ordered_sum(o.dissimilarity("recall")[cells]) + (classes - len(cells))
    return min(1.0, missed * most / (classes * (most - 1)))


def _element_centric_distance(o: Overlaps) -> float:
    return ordered_sum(o.shared * o.dissimilarity("braun_banquet")) / o.n


@measure(
    label="Classification accuracy", symbol="A", aliases=("accuracy", "ceaf_m"),
    direction="similarity", bounds=(0.0, 1.0), symmetric=True, metric=True, scale="invariant",
    components=by_elements, attainable=(lambda o: 1 - _largest_error(o), None),
    cluster_score=LargestPart(), complement=lambda o: _moved(o) / o.n, common=True,
    sensitive_to=("ties",), elementwise=True, references=(MEILA_HECKERMAN, MEILA.at("eq. 10"), XIANG.at("sec. 3.2, 6"), LUO.at("φ3")),
)
def classification_accuracy(o: Overlaps, /) -> float:
    r"""Share of elements inside the best one-to-one matching of clusters.

    Formula: \frac1n \max_\sigma \sum_i n_{i\sigma(i)}
    Meaning: accuracy if clusters are matched one to one as well as possible
    Beware: it does not depend on where the misplaced elements are

    >>> classification_accuracy([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.8
    """
    return o.matched / o.n


@measure(
    label="Classification error", symbol="ε", aliases=("epsilon", "moved", "moved_share"), direction="distance",
    bounds=(0.0, 1.0), symmetric=True, metric=True, scale="invariant", components=by_elements,
    attainable=(None, _largest_error), complement=lambda o: o.matched / o.n, default=True,
    sensitive_to=("ties",), elementwise=True, references=(MEILA_HECKERMAN, MEILA.at("eq. 10"), WU.at("table 1, no. 12"), CHARON),
)
def classification_error(o: Overlaps, /) -> float:
    r"""Share of elements outside the best one-to-one matching of clusters.

    Formula: 1 - \frac1n \max_\sigma \sum_i n_{i\sigma(i)}
    Meaning: share of elements that moved: outside the best one-to-one matching
    Beware: it does not depend on where the misplaced elements are

    >>> classification_error([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.2
    """
    return _moved(o) / o.n


@measure(
    label="Transfer distance", symbol="TD", direction="distance", bounds=(0.0, lambda o: o.n - 1),
    symmetric=True, metric=True, unit="elements", scale="n", components=total,
    component_values=elements_to_move, sensitive_to=("ties",), elementwise=True, references=(CHARON, MEILA.at("eq. 10, times n")),
)
def transfer_distance(o: Overlaps, /) -> float:
    r"""Smallest number of elements to move between clusters to turn a into b.

    Formula: n - \max_\sigma \sum_i n_{i\sigma(i)}
    Meaning: elements to move, one at a time, to make the clusterings equal
    Beware: it grows with n

    >>> transfer_distance([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    1.0
    """
    return _moved(o)


@measure(
    label="Normalized classification error", symbol="εₙ", aliases=("ε_n",), direction="distance",
    bounds=(0.0, 1.0), symmetric=True, scale="invariant", complement=_normalized_error_complement,
    sensitive_to=("ties", "small_clusters"), references=(WU.at("table 5, no. 8; lemma 7"),),
)
def normalized_classification_error(o: Overlaps, /) -> float:
    r"""Classification error divided by its upper bound for the number of clusters.

    Formula: \frac{\varepsilon}{1 - 1/\max(K, K')}
    Meaning: 0 = identical, 1 = upper bound for the number of clusters
    Beware: it is not corrected for chance; Wu et al. (sec. 5.3) exclude it because it does not capture the uniform effect of K-means well

    >>> normalized_classification_error([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.4
    """
    most = _most_clusters(o)
    return min(1.0, _moved(o) * most / (o.n * (most - 1)))


@measure(
    label="Criterion H (greedy)", symbol="CH", aliases=("CH",), direction="distance",
    bounds=(0.0, 1.0), symmetric=True, scale="invariant", order_dependent=True,
    complement=lambda o: _matched_greedily(o) / o.n,
    sensitive_to=("ties",), references=(MEILA_HECKERMAN, REZAEI.at("table 2, table 4")),
)
def criterion_h(o: Overlaps, /) -> float:
    r"""Share of elements outside a greedy one-to-one matching of clusters.

    Formula: 1 - \frac1n \sum_{(i,j) \in \text{greedy}} n_{ij}
    Meaning: error rate if clusters are matched one to one, largest overlap first
    Beware: it is never below classification_error; ties are resolved by cluster size, then by the order of the labels

    >>> criterion_h([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.2
    """
    return (o.n - _matched_greedily(o)) / o.n


@measure(
    label="Pair Sets Index", symbol="PSI", aliases=("psi",), direction="similarity",
    bounds=(0.0, 1.0), symmetric=True, correction="approximate", scale="invariant",
    complement=lambda p: p.distance, common=True, sensitive_to=("ties", "equal_sizes", "small_clusters"), elementwise=True, references=(REZAEI.at("table 2; eq. 14-18"),),
)
def pair_sets_index(p: PairSets, /) -> float:
    r"""Similarity of clusters matched one to one, with equal weight for every pair, corrected for chance.

    Formula: \frac{S - E}{\max(K,K') - E},\quad S = \max_\sigma \sum_i \frac{n_{i\sigma(i)}}{\max(a_i, b_{\sigma(i)})},\ E = \sum_i \frac{\min(a_{(i)}, b_{(i)})}{n}
    Meaning: 1 = identical, 0 = chance; small clusters count as much as large ones
    Beware: the correction uses the index of the expected table, so that random clusterings score a little above 0

    >>> pair_sets_index([0, 0, 1, 1, 2, 2], [0, 0, 1, 1, 1, 1])
    0.35714285714285715
    """
    return p.adjusted


@measure(
    label="Simplified Pair Sets Index", symbol="PSI′", direction="similarity", bounds=(0.0, 1.0),
    symmetric=True, metric=True, correction="approximate", scale="invariant",
    complement=_simplified_distance, sensitive_to=("ties", "equal_sizes", "small_clusters"), references=(REZAEI.at("eq. 20; sec. 6.3"),),
)
def simplified_pair_sets_index(o: Overlaps, /) -> float:
    r"""The Pair Sets Index with the largest possible expectation, E = 1.

    Formula: \frac{S - 1}{\max(K,K') - 1}
    Meaning: 0 = the pair similarities add up to no more than 1, 1 = identical
    Beware: it is a little below the Pair Sets Index; its distance view is a metric

    >>> simplified_pair_sets_index([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.33333333333333326
    """
    most = _most_clusters(o)
    similarity = _PAIR_SETS_RAW(o) * most
    return max(0.0, o.excess("braun_banquet", similarity, Fraction(1)) / (most - 1))


@measure(
    label="Normalized clustering accuracy", symbol="NCA", aliases=("nca",), direction="similarity",
    bounds=(0.0, 1.0), symmetric=False, scale="invariant", complement=_clustering_accuracy_distance,
    sensitive_to=("ties", "small_clusters"), references=(GAGOLEWSKI,),
)
def normalized_clustering_accuracy(o: Overlaps, /) -> float:
    r"""Mean share of each class in its matched cluster, above the share that any clustering reaches.

    Formula: \frac{\max_\sigma \sum_i n_{i\sigma(i)}/a_i - K/\kappa}{K - K/\kappa},\quad \kappa = \max(K, K')
    Meaning: 0 = no class is found better than by an even spread, 1 = identical; small classes count as much as large ones
    Beware: it is directed; for K ≠ K' the table is padded with empty clusters

    >>> normalized_clustering_accuracy([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.6666666666666665
    """
    classes, most = len(o.sizes_a), _most_clusters(o)
    found = ordered_sum(o.similarity("recall")[o.pairing("recall", "optimal")])
    above = o.excess("recall", found, Fraction(classes, most))
    return max(0.0, above * most / (classes * (most - 1)))


@measure(
    label="Element-centric similarity", symbol="ECS", aliases=("ecs", "element_centric_similarity"), direction="similarity",
    bounds=(0.0, 1.0), symmetric=True, metric=True, scale="invariant", components=by_elements,
    complement=_element_centric_distance, sensitive_to=("equal_sizes",), references=(GATES,),
)
def element_centric(o: Overlaps, /) -> float:
    r"""Mean over elements of the similarity of their two clusters.

    Formula: \frac1n \sum_{ij} \frac{n_{ij}^2}{\max(a_i, b_j)}
    Meaning: mean over elements of the overlap of the two clusters divided by the size of the larger
    Beware: this is the closed form for hard, flat clusterings, in which the damping of the general form cancels

    >>> element_centric([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.6
    """
    return ordered_sum(o.shared * o.similarity("braun_banquet")) / o.n
