r"""Set matching: how well the clusters of one side are matched by clusters of the other.

In the formulas \(n_{ij}\) is the overlap of cluster i of a and cluster j of b, \(a_i\) and \(b_j\) their sizes, K and K' the
numbers of clusters, and \(\sigma\) runs over the one-to-one pairings of clusters.
"""

import numpy as np

from clusterdiff.measures._limits import ratio
from clusterdiff.measures._references import CHARON, GAGOLEWSKI, GATES, LARSEN_AONE, MEILA, MEILA_HECKERMAN, REZAEI, VAN_DONGEN, WU, XIANG
from clusterdiff.measures._set_design import SetDesign
from clusterdiff.measures._spec import measure
from clusterdiff.summaries import Overlaps

_PURITY = SetDesign("overlap", "nearest_b", "shared")
_INVERSE_PURITY = SetDesign("overlap", "nearest_a", "shared")
_F_MEASURE = SetDesign("dice", "nearest_a", "weighted")
_LARSEN_AONE = SetDesign("dice", "nearest_a", "mean")
_ACCURACY = SetDesign("overlap", "optimal", "shared")
_GREEDY_ACCURACY = SetDesign("overlap", "greedy", "shared")
_VAN_DONGEN = SetDesign("overlap", "nearest", "shared")
_PAIR_SETS = SetDesign("braun_banquet", "optimal", "mean", adjusted=True)
_PAIR_SETS_RAW = SetDesign("braun_banquet", "optimal", "mean")

_ONE_CLUSTER = "both clusterings have one cluster"


def _moved(o: Overlaps) -> int:
    """Elements outside the pairs of the best pairing."""
    return o.n - int(o.shared[o.pairing("overlap", "optimal")].sum())


def _split_join(o: Overlaps) -> int:
    """van Dongen's distance: elements outside the largest part of their cluster, from both sides."""
    return 2 * o.n - o.kept_a - o.kept_b


@measure(
    label="Purity", symbol="P", aliases=("micro_average_precision",), direction="similarity", bounds=(0.0, 1.0), best=1.0,
    symmetric=False, metric=False, n_invariant=True, references=(WU.at("table 1, no. 2, 14"), REZAEI.at("table 3")),
)
def purity(o: Overlaps, /) -> float:
    r"""Share of elements that lie in the main class of their cluster.

    Formula: \frac1n \sum_j \max_i n_{ij}
    Reads as: accuracy when each cluster is named after its main class
    Beware: only singletons always score 1; defective for K-means (Wu et al.)

    >>> purity([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.8
    """
    return _PURITY.score(o)


@measure(
    label="Inverse purity", symbol="P⁻¹", direction="similarity", bounds=(0.0, 1.0), best=1.0, symmetric=False, metric=False,
    n_invariant=True, references=(REZAEI.at("table 3"),),
)
def inverse_purity(o: Overlaps, /) -> float:
    r"""Share of elements that lie in the main cluster of their class.

    Formula: \frac1n \sum_i \max_j n_{ij}
    Reads as: share of elements that stay together if each class of a keeps its largest part
    Beware: one cluster for everything always scores 1

    >>> inverse_purity([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.8
    """
    return _INVERSE_PURITY.score(o)


@measure(
    label="Goodman–Kruskal (1 - purity)", symbol="GK", direction="distance", bounds=(0.0, 1.0), best=0.0, symmetric=False, metric=False,
    n_invariant=True, references=(WU.at("table 1, no. 15"),),
)
def goodman_kruskal(o: Overlaps, /) -> float:
    r"""Share of elements outside the main class of their cluster.

    Formula: 1 - \frac1n \sum_j \max_i n_{ij}
    Reads as: error if each cluster of b is named after its largest class in a
    Beware: as in Wu et al.; it is not the classical lambda, which compares with guessing

    >>> goodman_kruskal([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.2
    """
    return (o.n - o.kept_b) / o.n


@measure(
    label="F-measure", symbol="F", direction="similarity", bounds=(0.0, 1.0), best=1.0, symmetric=False, metric=False, n_invariant=True,
    references=(WU.at("table 1, no. 3"), REZAEI.at("table 3")),
)
def f_measure(o: Overlaps, /) -> float:
    r"""How well each class is found by its best cluster, weighted by class size.

    Formula: \sum_i \frac{a_i}{n} \max_j \frac{2 n_{ij}}{a_i + b_j}
    Reads as: mean over elements of the F-value of their class with its best cluster
    Beware: several classes may share one cluster; the variant of Rezaei & Fränti is the swapped call

    >>> f_measure([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.8
    """
    return _F_MEASURE.score(o)


def f_lower_bound(o: Overlaps) -> float:
    """F₋ (Wu et al., procedure 1): the largest cluster spread over the classes, smallest class first."""
    largest = int(o.sizes_b.max())
    sizes = np.sort(o.sizes_a)
    filled = np.minimum(sizes, np.maximum(0, largest - (np.cumsum(sizes) - sizes)))
    return float(2 * np.sum(filled / (1 + largest / sizes))) / o.n


@measure(
    label="Normalised F-measure", symbol="Fₙ", aliases=("F_n",), direction="similarity", bounds=(0.0, 1.0), best=1.0, symmetric=False,
    metric=False, n_invariant=True, references=(WU.at("table 5, procedure 1"),),
)
def normalized_f_measure(o: Overlaps, /) -> float:
    r"""F-measure between the least it can be and 1.

    Formula: \frac{F - F_-}{1 - F_-}
    Reads as: 0 as bad as the sizes allow, 1 equal
    Beware: not corrected for chance

    >>> normalized_f_measure([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.5833333333333334
    """
    least = f_lower_bound(o)
    return max(0.0, ratio(_F_MEASURE.score(o) - least, 1 - least, _ONE_CLUSTER))


@measure(
    label="Larsen–Aone index", symbol="L", aliases=("L",), direction="similarity", bounds=(0.0, 1.0), best=1.0, symmetric=False,
    metric=False, n_invariant=True, references=(LARSEN_AONE, MEILA.at("eq. 11")),
)
def larsen_aone(o: Overlaps, /) -> float:
    r"""How well each class is found by its best cluster, every class counting the same.

    Formula: \frac1K \sum_i \max_j \frac{2 n_{ij}}{a_i + b_j}
    Reads as: mean over classes of the F-value with the best cluster
    Beware: what lies outside the best matches does not count

    >>> larsen_aone([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.8
    """
    return _LARSEN_AONE.score(o)


@measure(
    label="Classification error", symbol="ε", aliases=("H", "epsilon"), direction="distance", bounds=(0.0, 1.0), best=0.0, symmetric=True,
    metric=True, n_invariant=True, references=(MEILA.at("eq. 10"), MEILA_HECKERMAN, WU.at("table 1, no. 16")),
)
def classification_error(o: Overlaps, /) -> float:
    r"""Share of elements outside the best one-to-one pairing of clusters.

    Formula: 1 - \frac1n \max_\sigma \sum_i n_{i\sigma(i)}
    Reads as: error rate if clusters are named one to one as well as possible
    Beware: it does not see where the misplaced elements went

    >>> classification_error([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.2
    """
    return _moved(o) / o.n


@measure(
    label="Classification accuracy", symbol="A", aliases=("A", "ceaf_m"), direction="similarity", bounds=(0.0, 1.0), best=1.0, symmetric=True,
    metric=True, n_invariant=True, references=(MEILA.at("eq. 10"), XIANG.at("sec. 3.2")),
)
def classification_accuracy(o: Overlaps, /) -> float:
    r"""Share of elements inside the best one-to-one pairing of clusters.

    Formula: \frac1n \max_\sigma \sum_i n_{i\sigma(i)}
    Reads as: accuracy when clusters are named one to one
    Beware: it does not see where the misplaced elements went

    >>> classification_accuracy([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.8
    """
    return _ACCURACY.score(o)


@measure(
    label="Transfer distance", symbol="TD", direction="distance", bounds=(0.0, lambda o: o.n - 1), best=0.0, symmetric=True, metric=True,
    unit="elements", references=(CHARON, MEILA.at("eq. 10")),
)
def transfer_distance(o: Overlaps, /) -> float:
    r"""Fewest elements to move from cluster to cluster to turn a into b.

    Formula: n - \max_\sigma \sum_i n_{i\sigma(i)}
    Reads as: elements to move, one at a time, to make the clusterings equal
    Beware: grows with n

    >>> transfer_distance([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    1.0
    """
    return _moved(o)


@measure(
    label="Normalised classification error", symbol="εₙ", aliases=("ε_n",), direction="distance", bounds=(0.0, 1.0), best=0.0, symmetric=True,
    metric=False, n_invariant=True, references=(WU.at("table 5"),),
)
def normalized_classification_error(o: Overlaps, /) -> float:
    r"""Classification error as a share of the most it can be with as many clusters.

    Formula: \frac{\varepsilon}{1 - 1/\max(K, K')}
    Reads as: 0 equal, 1 as bad as the number of clusters allows
    Beware: not corrected for chance

    >>> normalized_classification_error([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.4
    """
    most = max(len(o.sizes_a), len(o.sizes_b))
    return min(1.0, _moved(o) * most / (o.n * (most - 1)))


@measure(
    label="Criterion H (greedy)", symbol="CH", aliases=("CH",), direction="distance", bounds=(0.0, 1.0), best=0.0, symmetric=True, metric=False,
    n_invariant=True, order_dependent=True, references=(MEILA_HECKERMAN, REZAEI.at("table 4")),
)
def criterion_h(o: Overlaps, /) -> float:
    r"""Share of elements outside a greedy one-to-one pairing of clusters.

    Formula: 1 - \frac1n \sum_{(i,j) \in \text{greedy}} n_{ij}
    Reads as: error rate if clusters are named one to one, largest overlap first
    Beware: never below classification_error; equal overlaps go to the larger clusters, then to the order of labels

    >>> criterion_h([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.2
    """
    return (o.n - int(o.shared[_GREEDY_ACCURACY.cells(o)].sum())) / o.n


@measure(
    label="van Dongen distance", symbol="D", aliases=("D", "split_join"), direction="distance", bounds=(0.0, lambda o: 2 * o.n - 2), best=0.0,
    symmetric=True, metric=True, unit="elements", references=(VAN_DONGEN, MEILA.at("eq. 12")),
)
def van_dongen(o: Overlaps, /) -> float:
    r"""Elements outside the largest part of their cluster, counted from both sides.

    Formula: 2n - \sum_i \max_j n_{ij} - \sum_j \max_i n_{ij}
    Reads as: elements to split off and to join again on the way from a to b
    Beware: it looks at the largest part of each cluster only; grows with n

    >>> van_dongen([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    2.0
    """
    return _split_join(o)


@measure(
    label="Invariant van Dongen distance", symbol="NVD", aliases=("NVD", "VD", "D_inv"), direction="distance", bounds=(0.0, 1.0), best=0.0,
    symmetric=True, metric=True, n_invariant=True, references=(VAN_DONGEN, MEILA.at("sec. 5"), WU.at("table 1, no. 13"), REZAEI.at("table 3")),
)
def invariant_van_dongen(o: Overlaps, /) -> float:
    r"""Share of elements outside the largest part of their cluster, on the average of both sides.

    Formula: \frac{2n - \sum_i \max_j n_{ij} - \sum_j \max_i n_{ij}}{2n}
    Reads as: share of elements outside their cluster's best match
    Beware: it looks at the largest part of each cluster only

    >>> invariant_van_dongen([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.2
    """
    return _split_join(o) / (2 * o.n)


@measure(
    label="Normalised van Dongen distance", symbol="VDₙ", aliases=("VD_n",), direction="distance", bounds=(0.0, 1.0), best=0.0,
    symmetric=True, metric=False, n_invariant=True, references=(WU.at("table 5"),),
)
def normalized_van_dongen(o: Overlaps, /) -> float:
    r"""van Dongen distance as a share of the most it can be with clusters this large.

    Formula: \frac{2n - \sum_i \max_j n_{ij} - \sum_j \max_i n_{ij}}{2n - \max_i a_i - \max_j b_j}
    Reads as: 0 equal, 1 as far as the largest clusters allow
    Beware: not corrected for chance, but recommended for K-means (Wu et al.)

    >>> normalized_van_dongen([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.5
    """
    return ratio(_split_join(o), 2 * o.n - int(o.sizes_a.max()) - int(o.sizes_b.max()), _ONE_CLUSTER)


@measure(
    label="Pair Sets Index", symbol="PSI", aliases=("psi",), direction="similarity", bounds=(0.0, 1.0), best=1.0, symmetric=True, metric=False,
    n_invariant=True, references=(REZAEI.at("eq. 14-18"),),
)
def pair_sets_index(o: Overlaps, /) -> float:
    r"""Similarity of clusters paired one to one, every pair counting the same, corrected for chance.

    Formula: \frac{S - E}{\max(K,K') - E},\quad S = \max_\sigma \sum_i \frac{n_{i\sigma(i)}}{\max(a_i, b_{\sigma(i)})},\ E = \sum_i \frac{\min(a_{(i)}, b_{(i)})}{n}
    Reads as: 1 equal, 0 as by chance; small clusters count like large ones
    Beware: E is the index of the expected table, so that random clusterings score a little above 0

    >>> pair_sets_index([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.33333333333333326
    """
    return _PAIR_SETS.score(o)


@measure(
    label="Simplified Pair Sets Index", symbol="PSI′", direction="similarity", bounds=(0.0, 1.0), best=1.0, symmetric=True, metric=True,
    n_invariant=True, references=(REZAEI.at("eq. 20"),),
)
def simplified_pair_sets_index(o: Overlaps, /) -> float:
    r"""The Pair Sets Index with the largest possible expectation, E = 1.

    Formula: \frac{S - 1}{\max(K,K') - 1}
    Reads as: 0 as by chance or worse, 1 equal
    Beware: a little below the Pair Sets Index; its distance is a metric

    >>> simplified_pair_sets_index([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.33333333333333326
    """
    most = max(len(o.sizes_a), len(o.sizes_b))
    return max(0.0, (_PAIR_SETS_RAW.score(o) * most - 1) / (most - 1))


@measure(
    label="Normalised clustering accuracy", symbol="NCA", aliases=("nca",), direction="similarity", bounds=(0.0, 1.0), best=1.0, symmetric=False,
    metric=False, n_invariant=True, references=(GAGOLEWSKI,),
)
def normalized_clustering_accuracy(o: Overlaps, /) -> float:
    r"""Mean share of each class found in its paired cluster, above the share that any clustering reaches.

    Formula: \frac{\max_\sigma \sum_i n_{i\sigma(i)}/a_i - K/\kappa}{K - K/\kappa},\quad \kappa = \max(K, K')
    Reads as: 0 no class found better than by an even spread, 1 equal; small classes count as much as large ones
    Beware: directed; for K ≠ K' the table is filled up with empty clusters

    >>> normalized_clustering_accuracy([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.6666666666666665
    """
    classes, most = len(o.sizes_a), max(len(o.sizes_a), len(o.sizes_b))
    found = float(o.similarity("recall")[o.pairing("recall", "optimal")].sum())
    return max(0.0, (found * most / classes - 1) / (most - 1))


@measure(
    label="Element-centric similarity", symbol="ECS", aliases=("ecs",), direction="similarity", bounds=(0.0, 1.0), best=1.0, symmetric=True,
    metric=True, n_invariant=True, references=(GATES,),
)
def element_centric(o: Overlaps, /) -> float:
    r"""Mean over elements of how alike their two clusters are.

    Formula: \frac1n \sum_{ij} \frac{n_{ij}^2}{\max(a_i, b_j)}
    Reads as: mean over elements of the overlap of its two clusters as a share of the larger one
    Beware: the closed form for hard, flat clusterings; the damping of the general form drops out

    >>> element_centric([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.6
    """
    return float(np.sum(o.shared * o.similarity("braun_banquet"))) / o.n


MEASURES = (
    purity, inverse_purity, goodman_kruskal, f_measure, normalized_f_measure, larsen_aone, classification_error, classification_accuracy,
    transfer_distance, normalized_classification_error, criterion_h, van_dongen, invariant_van_dongen, normalized_van_dongen, pair_sets_index,
    simplified_pair_sets_index, normalized_clustering_accuracy, element_centric,
)
