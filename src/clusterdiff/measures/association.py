r"""Association: how far the table of the two clusterings is from independence, cell by cell.

In the formulas, \(n_{ij}\) is the overlap of cluster i of a and cluster j of b, \(a_i\) and \(b_j\) are their sizes, and
\(K\) and \(K'\) the numbers of clusters.
"""

from math import sqrt
from typing import Annotated, Any

import numpy as np

from clusterdiff.measures._components import total
from clusterdiff.measures._conventions import ratio
from clusterdiff.measures._measure import measure
from clusterdiff.measures._record import ByOptions
from clusterdiff.measures._references import CRAMER, GOODMAN_KRUSKAL, LAJUGIE, PEARSON, TSCHUPROW
from clusterdiff.measures.information import NO_ENTROPY
from clusterdiff.numerics import ordered_sum
from clusterdiff.summaries import Overlaps
from clusterdiff.summaries._pairs import sum_of_squares

Ints = np.ndarray[tuple[int], np.dtype[np.int64]]
Floats = np.ndarray[tuple[int], np.dtype[np.float64]]
Given = Annotated[
    str, 'The clustering that is known, from which the other one is guessed; "mean" averages both.'
]
_ONE_CLUSTER = "a clustering has one cluster"


def _wide(o: Overlaps, *numbers: Ints) -> list[Any]:
    """Return counts whose products do not overflow: as they are if there are fewer than 2³¹ elements, else Python integers."""
    return [x if o.n < 2**31 else x.astype(object) for x in numbers]


def _products(o: Overlaps) -> Any:
    """Return a_i·b_j of each non-zero cell, exactly."""
    a, b = _wide(o, o.cell_sizes_a, o.cell_sizes_b)
    return a * b


def _excess(o: Overlaps) -> Floats:
    """Return (n·n_ij - a_i·b_j)/n of each non-zero cell; the difference of the products is exact."""
    (shared,) = _wide(o, o.shared)
    out: Floats = (o.n * shared - _products(o)).astype(float) / o.n
    return out


def mean_square(o: Overlaps) -> float:
    """Return φ² = Σ (n_ij - e_ij)²/(n·e_ij), e_ij = a_i·b_j/n, as a sum of non-negative terms.

    The empty cells add Σ e_ij/n together, which is 1 less the same sum over the others.
    """
    products = _products(o)
    empty = (o.n * o.n - sum_of(products)) / (o.n * o.n)
    return empty + ordered_sum(_excess(o) ** 2 / products.astype(float))


def sum_of(products: Any) -> int:
    """Return the sum of products that add up to less than 2⁶², or of Python integers."""
    return int(products.sum())


def _missed(o: Overlaps) -> tuple[float, float]:
    """Return Σ n_ij·(b_j - n_ij)/(a_i·b_j) = K - Σ n_ij²/(a_i·b_j), and the same of b."""
    products = _products(o).astype(float)
    of_a, of_b = (
        ordered_sum(o.shared * ((sizes - o.shared) / products))
        for sizes in (o.cell_sizes_b, o.cell_sizes_a)
    )
    return of_a, of_b


def _free(o: Overlaps) -> int:
    return min(len(o.sizes_a), len(o.sizes_b)) - 1


def _mean_free(o: Overlaps) -> float:
    """Return √((K - 1)(K' - 1))."""
    return sqrt((len(o.sizes_a) - 1) * (len(o.sizes_b) - 1))


def _short_of(o: Overlaps, most: float) -> float:
    """Return 1 - √(φ²/most) as (most - φ²)/(most + √(most·φ²)); most - φ² = (most + 1 - K) + (K - 1 - φ²)."""
    if most == 0:
        return ratio(0.0, 0.0, _ONE_CLUSTER, otherwise=1.0)
    few, missed = min(zip((len(o.sizes_a), len(o.sizes_b)), _missed(o), strict=True))
    return ((most + 1 - few) + missed) / (most + sqrt(most * mean_square(o)))


def _expected_mean_square(o: Overlaps) -> float:
    """Return the mean of φ² over random clusterings of these sizes, (K - 1)(K' - 1)/(n - 1)."""
    return (len(o.sizes_a) - 1) * (len(o.sizes_b) - 1) / max(1, o.n - 1)


def _sides(o: Overlaps, given: str) -> tuple[Ints, Ints, Ints, Ints]:
    """Return the sizes of the clusters to guess, of the known ones, and of the known one of each cell, and where a cell is."""
    if given == "b":
        return o.sizes_a, o.sizes_b, o.cell_sizes_b, o.rows
    return o.sizes_b, o.sizes_a, o.cell_sizes_a, o.cols


def _impurity(o: Overlaps, guessed: Ints) -> float:
    """Return 1 - Σ p_i², the share of pairs of elements, drawn with replacement, that are apart."""
    return (o.n * o.n - sum_of_squares(guessed, o.n)) / (o.n * o.n)


def _tau(o: Overlaps, given: str) -> float:
    """Return Σ (n_ij - e_ij)²/(n·b_j) over 1 - Σ p_i², if b is known.

    An empty cell adds p_i²·b_j/n, so that a cluster adds p_i² times the share of b that it does not meet.
    """
    guessed, _, known, places = _sides(o, given)
    met = np.zeros(len(guessed), np.int64)
    np.add.at(met, places, known)
    empty = (guessed / o.n) ** 2 * ((o.n - met) / o.n)
    terms = np.concatenate([_excess(o) ** 2 / o.n / known, empty])
    return ratio(ordered_sum(terms), _impurity(o, guessed), NO_ENTROPY)


def _tau_distance(o: Overlaps, *, given: str = "b") -> float:
    if given == "mean":
        return (_tau_distance(o, given="a") + _tau_distance(o, given="b")) / 2
    guessed, _, known, _ = _sides(o, given)
    left = ordered_sum(o.shared * ((known - o.shared) / known)) / o.n
    return ratio(left, _impurity(o, guessed), NO_ENTROPY, otherwise=1.0)


def _expected_tau(o: Overlaps, given: str = "b") -> float:
    """Return the mean of τ over random clusterings of these sizes: (K' - 1)/(n - 1) if b is known."""
    if given == "mean":
        return (_expected_tau(o, "a") + _expected_tau(o, "b")) / 2
    guessed, known, _, _ = _sides(o, given)
    if len(guessed) == 1:  # 0/0, which is 1 for equal clusterings
        return float(len(known) == 1)
    return (len(known) - 1) / (o.n - 1)


def _mistakes(o: Overlaps, given: str) -> tuple[int, int]:
    """Return the mistakes of guessing with the other clustering known, and without it."""
    kept, sizes = (o.kept_b, o.sizes_a) if given == "b" else (o.kept_a, o.sizes_b)
    return o.n - kept, o.n - int(sizes.max())


@measure(
    label="Chi-squared statistic",
    symbol="χ²",
    aliases=("chi2", "chisq"),
    direction="similarity",
    bounds=(0.0, lambda o: o.n * _free(o)),
    symmetric=True,
    scale="n",
    independent=0.0,
    expectation=lambda o: o.n * _expected_mean_square(o),
    sensitive_to=("small_clusters",),
    references=(PEARSON,),
)
def chi_squared(o: Overlaps, /) -> float:
    r"""Squared differences of the overlaps from those of independent clusterings, relative to these.

    Formula: n \left( \sum_{ij} \frac{n_{ij}^2}{a_i b_j} - 1 \right)
    Meaning: 0 = independent; n(K - 1) = identical with K clusters
    Beware: it grows with n and with the number of clusters; cramers_v and tschuprows_t have a fixed range

    >>> chi_squared([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    2.2222222222222223
    """
    return o.n * mean_square(o)


@measure(
    label="Cramér's V",
    symbol="V_C",
    aliases=("cramer_v", "cramers_phi"),
    direction="similarity",
    bounds=(0.0, 1.0),
    symmetric=True,
    scale="invariant",
    independent=0.0,
    complement=lambda o: _short_of(o, _free(o)),
    sensitive_to=("small_clusters",),
    references=(CRAMER.at("sec. 21.9"),),
)
def cramers_v(o: Overlaps, /) -> float:
    r"""Square root of χ²/n as a share of the largest value for these numbers of clusters.

    Formula: \sqrt{\frac{\chi^2}{n\,(\min(K, K') - 1)}}
    Meaning: 0 = independent; 1 = one clustering determines the other
    Beware: it is 1 whenever one clustering refines the other, and clusters of one element count as much as large ones

    >>> cramers_v([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.6666666666666666
    """
    return sqrt(ratio(mean_square(o), _free(o), _ONE_CLUSTER))


@measure(
    label="Tschuprow's T",
    symbol="T",
    aliases=("tschuprow_t",),
    direction="similarity",
    bounds=(0.0, 1.0),
    symmetric=True,
    scale="invariant",
    independent=0.0,
    complement=lambda o: _short_of(o, _mean_free(o)),
    sensitive_to=("small_clusters",),
    references=(TSCHUPROW,),
)
def tschuprows_t(o: Overlaps, /) -> float:
    r"""Square root of χ²/n, relative to the geometric mean of the degrees of freedom.

    Formula: \sqrt{\frac{\chi^2}{n \sqrt{(K - 1)(K' - 1)}}}
    Meaning: 0 = independent; 1 = identical
    Beware: clusters of one element count as much as large ones

    >>> tschuprows_t([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.6666666666666666
    """
    return sqrt(ratio(mean_square(o), _mean_free(o), _ONE_CLUSTER))


@measure(
    label="Projection distance",
    symbol="Π",
    aliases=("frobenius",),
    direction="distance",
    bounds=(0.0, lambda o: len(o.sizes_a) + len(o.sizes_b) - 2),
    symmetric=True,
    scale="invariant",
    components=total,
    independent=lambda o: len(o.sizes_a) + len(o.sizes_b) - 2,
    expectation=lambda o: len(o.sizes_a) + len(o.sizes_b) - 2 - 2 * _expected_mean_square(o),
    sensitive_to=("small_clusters",),
    references=(LAJUGIE,),
)
def projection_distance(o: Overlaps, /) -> float:
    r"""Squared Frobenius norm of the difference of the projections on the clusters of a and of b.

    Formula: K + K' - 2 \sum_{ij} \frac{n_{ij}^2}{a_i b_j}
    Meaning: 0 = identical; K + K' - 2 = independent
    Beware: it is a squared distance: its square root is a metric; it grows with the numbers of clusters

    >>> projection_distance([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    1.1111111111111112
    """
    return sum(_missed(o))


@measure(
    label="Goodman–Kruskal tau",
    symbol="τ",
    aliases=("gk_tau",),
    direction="similarity",
    bounds=(0.0, 1.0),
    symmetric=ByOptions(lambda given: given == "mean"),
    scale="invariant",
    independent=0.0,
    expectation=lambda o, given="b": _expected_tau(o, given),
    complement=_tau_distance,
    choices={"given": ("b", "a", "mean")},
    references=(GOODMAN_KRUSKAL.at("sec. 9"),),
)
def goodman_kruskal_tau(o: Overlaps, /, *, given: Given = "b") -> float:
    r"""How much better a cluster is guessed, in proportion to the shares, if the other cluster is known.

    Formula: \frac{\sum_{ij} n_{ij}^2/(n\,b_j) - \sum_i (a_i/n)^2}{1 - \sum_i (a_i/n)^2}
    Meaning: share of the wrong guesses of a that b avoids
    Beware: with given="b" it is 1 whenever b refines a; bcubed_precision is the same quantity without the correction

    >>> goodman_kruskal_tau([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.4444444444444444
    """
    if given == "mean":
        return (_tau(o, "a") + _tau(o, "b")) / 2
    return _tau(o, given)


@measure(
    label="Goodman–Kruskal lambda",
    symbol="λ",
    aliases=("gk_lambda",),
    direction="similarity",
    bounds=(0.0, 1.0),
    symmetric=False,
    scale="invariant",
    independent=0.0,
    complement=lambda o, given="b": ratio(*_mistakes(o, given), _ONE_CLUSTER, otherwise=1.0),
    choices={"given": ("b", "a")},
    sensitive_to=("ties", "equal_sizes"),
    references=(GOODMAN_KRUSKAL.at("sec. 5"),),
)
def goodman_kruskal_lambda(o: Overlaps, /, *, given: Given = "b") -> float:
    r"""How much better the most frequent cluster is guessed if the other cluster is known.

    Formula: \frac{\sum_j \max_i n_{ij} - \max_i a_i}{n - \max_i a_i}
    Meaning: share of the mistakes of always guessing the largest cluster of a that b avoids
    Beware: it is 0 as soon as all clusters of b have the same majority; the symmetric form is 1 - normalized_van_dongen

    >>> goodman_kruskal_lambda([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.5
    """
    wrong, most = _mistakes(o, given)
    return ratio(most - wrong, most, _ONE_CLUSTER)
