r"""Set matching: how well each cluster is matched by the nearest cluster of the other clustering.

In the formulas, \(n_{ij}\) is the overlap of cluster i of a and cluster j of b, and \(a_i\) and \(b_j\) are their sizes.
"""

from math import sqrt
from typing import Annotated

import numpy as np

from clusterdiff.measures._cluster_scores import LargestPart
from clusterdiff.measures._components import by_elements, elements_split_off, total
from clusterdiff.measures._conventions import ratio
from clusterdiff.measures._measure import measure
from clusterdiff.measures._references import (
    ARTILES,
    BROHEE,
    LARSEN_AONE,
    MEILA,
    REZAEI,
    VAN_DONGEN,
    WU,
    XIANG,
)
from clusterdiff.measures._set_design import SetDesign
from clusterdiff.numerics import (
    nearly_equal,
    ordered_sum,
    run_starts,
    scaled_difference,
    scaled_quotients,
)
from clusterdiff.summaries import Overlaps

Ints = np.ndarray[tuple[int], np.dtype[np.int64]]
Floats = np.ndarray[tuple[int], np.dtype[np.float64]]
_F_MEASURE = SetDesign("dice", "nearest_a", "weighted")
_LARSEN_AONE = SetDesign("dice", "nearest_a", "mean")

By = Annotated[str, "The mean of purity and inverse purity; the arithmetic one is 1 - invariant_van_dongen."]
_ONE_CLUSTER = "both clusterings have one cluster"


def _split_join(o: Overlaps) -> int:
    """Return van Dongen's distance."""
    return 2 * o.n - o.kept_a - o.kept_b


def _largest_a(o: Overlaps) -> float:
    return int(o.sizes_a.max()) / o.n


def _largest_b(o: Overlaps) -> float:
    return int(o.sizes_b.max()) / o.n


def _largest_two(o: Overlaps) -> int:
    return int(o.sizes_a.max()) + int(o.sizes_b.max())


def _largest_van_dongen(o: Overlaps) -> float:
    return (2 * o.n - _largest_two(o)) / (2 * o.n)


def _least_cells(o: Overlaps) -> tuple[Ints, int, Ints]:
    """Return the class sizes, ascending, the largest cluster, and what it has of each class."""
    largest = int(o.sizes_b.max())
    sizes = np.sort(o.sizes_a)
    return sizes, largest, np.minimum(sizes, np.maximum(0, largest - (np.cumsum(sizes) - sizes)))


def _least_f(o: Overlaps) -> tuple[float, float]:
    """Return F₋ and 1 - F₋ (Wu et al., procedure 1), both as sums of non-negative terms.

    The largest cluster of b is filled with the classes, the smallest first.
    """
    sizes, largest, filled = _least_cells(o)
    least = float(2 * np.sum(filled * (sizes / (sizes + float(largest))))) / o.n
    return least, float(np.sum(_missed(sizes, largest, filled))) / o.n


def _missed(a: Ints, b: Ints | int, shared: Ints) -> Floats:
    """Return a·(1 - 2·n_ij/(a + b)) = a/(a + b)·((a - n_ij) + (b - n_ij))."""
    out: Floats = a / (a + np.asarray(b, float)) * ((a - shared) + (b - shared).astype(float))
    return out


def _f_measure_distance(o: Overlaps) -> float:
    missed = _missed(o.cell_sizes_a, o.cell_sizes_b, o.shared)
    return ordered_sum(-o.row_max(-missed)) / o.n


def _f_above_least(o: Overlaps) -> float:
    """Return F - F₋, exactly where the difference of two doubles would lose digits."""
    lost, most = _f_measure_distance(o), _least_f(o)[1]
    if not nearly_equal(lost, most):
        return most - lost
    dice = o.similarity("dice")
    cells = np.flatnonzero(dice >= o.row_max(dice)[o.rows] * (1 - 1e-12))
    tops, bottoms = o.quotients("dice", cells)
    sizes = o.cell_sizes_a[cells].astype(object)
    terms = scaled_quotients((tops * sizes, bottoms))
    best = np.maximum.reduceat(terms, run_starts(o.rows[cells]))
    classes, largest, filled = (np.asarray(x, object) for x in _least_cells(o))
    least = scaled_quotients((2 * filled * classes, classes + largest))
    return scaled_difference(best, least) / o.n


def f_lower_bound(o: Overlaps) -> float:
    """Return F₋, the least F-measure for these cluster sizes."""
    return _least_f(o)[0]


def _normalized_f_distance(o: Overlaps) -> float:
    return ratio(_f_measure_distance(o), _least_f(o)[1], _ONE_CLUSTER)


def _normalized_van_dongen_complement(o: Overlaps) -> float:
    kept = o.kept_a + o.kept_b - _largest_two(o)
    return ratio(kept, 2 * o.n - _largest_two(o), _ONE_CLUSTER)


def _purity_f_distance(o: Overlaps, *, by: str = "harmonic") -> float:
    """Return 1 - 2PI/(P + I), or 1 - √(PI) as (1 - PI)/(1 + √(PI))."""
    both = o.kept_a * o.kept_b
    if by == "harmonic":
        lost = o.kept_a * (o.n - o.kept_b) + o.kept_b * (o.n - o.kept_a)
        return lost / ((o.kept_a + o.kept_b) * o.n)
    return (o.n * o.n - both) / (o.n * (o.n + sqrt(both)))


@measure(
    label="Purity", symbol="P", aliases=("micro_average_precision",), direction="similarity",
    bounds=(0.0, 1.0), symmetric=False, scale="invariant", components=by_elements,
    attainable=(_largest_a, None), independent=_largest_a,
    complement=lambda o: (o.n - o.kept_b) / o.n, common=True,
    sensitive_to=("ties",), elementwise=True, references=(WU.at("table 1, no. 2, 14"), REZAEI.at("table 2; sec. 4")),
)
def purity(o: Overlaps, /) -> float:
    r"""Share of elements that lie in the majority class of their cluster.

    Formula: \frac1n \sum_j \max_i n_{ij}
    Meaning: accuracy if each cluster is named after its majority class
    Beware: a clustering into singletons always scores 1; it does not capture the uniform effect of K-means (Wu et al., sec. 3.3)

    >>> purity([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.8
    """
    return o.kept_b / o.n


@measure(
    label="Inverse purity", symbol="P⁻¹", direction="similarity", bounds=(0.0, 1.0),
    symmetric=False, scale="invariant", components=by_elements, attainable=(_largest_b, None),
    independent=_largest_b, complement=lambda o: (o.n - o.kept_a) / o.n,
    sensitive_to=("ties",), elementwise=True, references=(WU.at("lemma 3"), VAN_DONGEN),
)
def inverse_purity(o: Overlaps, /) -> float:
    r"""Share of elements that lie in the main cluster of their class.

    Formula: \frac1n \sum_i \max_j n_{ij}
    Meaning: share of elements that stay together if each class of a keeps its largest part
    Beware: a single cluster always scores 1

    >>> inverse_purity([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.8
    """
    return o.kept_a / o.n


@measure(
    label="Purity F", symbol="F_P", aliases=("geometric_accuracy",), direction="similarity", bounds=(0.0, 1.0), symmetric=True,
    scale="invariant", complement=_purity_f_distance, choices={"by": ("harmonic", "geometric")},
    sensitive_to=("ties",), references=(ARTILES, BROHEE),
)
def purity_f(o: Overlaps, /, *, by: By = "harmonic") -> float:
    r"""Harmonic or geometric mean of purity and inverse purity.

    Formula: \frac{2 P P^{-1}}{P + P^{-1}} \text{ (harmonic)},\ \sqrt{P P^{-1}} \text{ (geometric)}
    Meaning: share of elements in the largest part of their cluster, both directions together
    Beware: it is not corrected for chance; the arithmetic mean of the two is 1 - invariant_van_dongen

    >>> purity_f([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.8
    """
    if by == "harmonic":
        return 2 * o.kept_a * o.kept_b / ((o.kept_a + o.kept_b) * o.n)
    return sqrt(o.kept_a * o.kept_b) / o.n


@measure(
    label="Goodman–Kruskal (1 - purity)", symbol="GK", direction="distance", bounds=(0.0, 1.0),
    symmetric=False, scale="invariant", components=by_elements,
    attainable=(None, lambda o: 1 - _largest_a(o)), independent=lambda o: 1 - _largest_a(o),
    complement=lambda o: o.kept_b / o.n, sensitive_to=("ties",), elementwise=True, references=(WU.at("table 1, no. 15"),),
)
def goodman_kruskal(o: Overlaps, /) -> float:
    r"""Share of elements outside the majority class of their cluster.

    Formula: 1 - \frac1n \sum_j \max_i n_{ij}
    Meaning: error rate if each cluster of b is named after its majority class in a
    Beware: this is the measure of Wu et al., 1 - purity; the classical lambda compares it with guessing

    >>> goodman_kruskal([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.2
    """
    return (o.n - o.kept_b) / o.n


@measure(
    label="F-measure", symbol="F", direction="similarity", bounds=(0.0, 1.0), symmetric=False,
    scale="invariant", components=by_elements, attainable=(f_lower_bound, None),
    complement=_f_measure_distance, sensitive_to=("ties",), references=(WU.at("table 1, no. 3"), REZAEI.at("table 2")),
)
def f_measure(o: Overlaps, /) -> float:
    r"""How well each class is found by its best cluster, weighted by class size.

    Formula: \sum_i \frac{a_i}{n} \max_j \frac{2 n_{ij}}{a_i + b_j}
    Meaning: mean over elements of the F-value of their class with its best cluster
    Beware: several classes may share one cluster; the variant of Rezaei and Fränti is the call with a and b swapped

    >>> f_measure([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.8
    """
    return _F_MEASURE(o)


@measure(
    label="Normalized F-measure", symbol="Fₙ", aliases=("F_n",), direction="similarity",
    bounds=(0.0, 1.0), symmetric=False, scale="invariant", complement=_normalized_f_distance,
    sensitive_to=("ties",), references=(WU.at("table 5, no. 7; procedure 1; lemma 6"),),
)
def normalized_f_measure(o: Overlaps, /) -> float:
    r"""F-measure rescaled so that the least value for these sizes becomes 0.

    Formula: \frac{F - F_-}{1 - F_-}
    Meaning: 0 = lower bound for these cluster sizes, 1 = identical
    Beware: it is not corrected for chance; Wu et al. (sec. 5.3) exclude it because it does not capture the uniform effect of K-means well

    >>> normalized_f_measure([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.5833333333333333
    """
    return max(0.0, ratio(_f_above_least(o), _least_f(o)[1], _ONE_CLUSTER))


@measure(
    label="Larsen–Aone index", symbol="L", direction="similarity", bounds=(0.0, 1.0),
    symmetric=False, scale="invariant", complement=_LARSEN_AONE.distance,
    sensitive_to=("ties", "small_clusters"), references=(LARSEN_AONE, MEILA.at("eq. 11"), REZAEI.at("sec. 5")),
)
def larsen_aone(o: Overlaps, /) -> float:
    r"""How well each class is found by its best cluster, with equal weight for every class.

    Formula: \frac1K \sum_i \max_j \frac{2 n_{ij}}{a_i + b_j}
    Meaning: mean over classes of the F-value with the best cluster
    Beware: elements outside the best matches do not count, and small classes weigh as much as large ones (Meilă, sec. 2.2)

    >>> larsen_aone([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.8
    """
    return _LARSEN_AONE(o)


@measure(
    label="van Dongen distance", symbol="D", aliases=("split_join",), direction="distance",
    bounds=(0.0, lambda o: 2 * o.n - 2), symmetric=True, metric=True, unit="elements", scale="n",
    components=total, component_values=elements_split_off,
    attainable=(None, lambda o: 2 * o.n - _largest_two(o)),
    sensitive_to=("ties",), elementwise=True, references=(VAN_DONGEN, MEILA.at("eq. 12")),
)
def van_dongen(o: Overlaps, /) -> float:
    r"""Number of elements outside the largest part of their cluster, summed over both directions.

    Formula: 2n - \sum_i \max_j n_{ij} - \sum_j \max_i n_{ij}
    Meaning: elements to split off and to join again in going from a to b
    Beware: only the largest part of each cluster matters; it grows with n

    >>> van_dongen([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    2.0
    """
    return _split_join(o)


@measure(
    label="Invariant van Dongen distance", symbol="NVD", aliases=("NVD", "VD", "D_inv"),
    direction="distance", bounds=(0.0, 1.0), symmetric=True, metric=True, scale="invariant",
    components=by_elements, attainable=(None, _largest_van_dongen), independent=_largest_van_dongen,
    cluster_score=LargestPart(), complement=lambda o: (o.kept_a + o.kept_b) / (2 * o.n),
    common=True,
    sensitive_to=("ties",), elementwise=True, references=(VAN_DONGEN, MEILA.at("sec. 5"), WU.at("table 1, no. 13"), REZAEI.at("table 2"), XIANG.at("sec. 3.2")),
)
def invariant_van_dongen(o: Overlaps, /) -> float:
    r"""Share of elements outside the largest part of their cluster, averaged over both directions.

    Formula: \frac{2n - \sum_i \max_j n_{ij} - \sum_j \max_i n_{ij}}{2n}
    Meaning: share of elements outside the best match of their cluster
    Beware: only the largest part of each cluster matters

    >>> invariant_van_dongen([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.2
    """
    return _split_join(o) / (2 * o.n)


@measure(
    label="Normalized van Dongen distance", symbol="VDₙ", aliases=("VD_n",), direction="distance",
    bounds=(0.0, 1.0), symmetric=True, scale="invariant",
    complement=_normalized_van_dongen_complement,
    sensitive_to=("ties", "equal_sizes"), references=(WU.at("table 5, no. 6; lemma 5; sec. 5.3"),),
)
def normalized_van_dongen(o: Overlaps, /) -> float:
    r"""van Dongen distance divided by its upper bound for these cluster sizes.

    Formula: \frac{2n - \sum_i \max_j n_{ij} - \sum_j \max_i n_{ij}}{2n - \max_i a_i - \max_j b_j}
    Meaning: 0 = identical, 1 = upper bound for the largest clusters
    Beware: it is not corrected for chance; Wu et al. (sec. 5.3) recommend it for K-means

    >>> normalized_van_dongen([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.5
    """
    return ratio(_split_join(o), 2 * o.n - _largest_two(o), _ONE_CLUSTER)
