r"""Information: how much one clustering tells about the other.

In the formulas, \(p_{ij} = n_{ij}/n\); \(H\) is an entropy and \(I\) the mutual information.
"""

from math import log, sqrt
from typing import Annotated, Any, Literal, get_args

import numpy as np

from clusterdiff.covers import NestedInformation
from clusterdiff.errors import OptionError
from clusterdiff.measures._cluster_scores import BoundedEntropy
from clusterdiff.measures._components import by_elements, by_entropy, by_log_size
from clusterdiff.measures._conventions import ratio
from clusterdiff.measures._measure import measure
from clusterdiff.measures._precision_recall import Beta, check_beta
from clusterdiff.measures._record import ByOptions
from clusterdiff.measures._references import (
    DOM,
    KRASKOV,
    MEILA,
    REZAEI,
    ROSENBERG_HIRSCHBERG,
    SHANNON,
    SPARSE_VI,
    STREHL_GHOSH,
    VINH,
    WU,
    XIANG,
)
from clusterdiff.numerics import nats_per_unit, ordered_sum
from clusterdiff.summaries import Entropies, Overlaps, Sizes
from clusterdiff.summaries._entropies import evenness_gap
from clusterdiff.table import Table

NO_ENTROPY = "a clustering has one cluster, so that its entropy is 0"
ONE_CLASS = "a has one cluster, so that nothing has to be encoded"
Mean = Literal["arithmetic", "geometric", "min", "max"]
MEANS: tuple[Mean, ...] = get_args(Mean)
Base = Annotated[float | str, 'Base of the logarithm: 2 for bits, ``"e"`` for nats.']
By = Annotated[str, "The quantity that the value is divided by."]
KMax = Annotated[
    int | None,
    'Largest number of clusters that a clustering may have; used by ``by="clusters"``.',
]
Ints = np.ndarray[tuple[int], np.dtype[np.int64]]
_UNITS = {2: "bits", "e": "nats", 10: "bans"}


def unit_of(base: float | str) -> str:
    """Return the unit of an entropy.

    Examples
    --------
    >>> unit_of("e"), unit_of(3)
    ('nats', 'units of log 3')
    """
    return _UNITS.get(base, f"units of log {base}")


UNIT = ByOptions(unit_of)


def in_base(nats: float, base: float | str) -> float:
    """Convert nats to another unit; "e" stands for nats themselves."""
    return nats / nats_per_unit(base)


def mean_entropy(e: Entropies | NestedInformation, by: str) -> float:
    """Return the entropy that mutual information is divided by."""
    if by == "arithmetic":
        return (e.a + e.b) / 2
    if by == "geometric":
        return sqrt(e.a * e.b)
    if by == "harmonic":
        return 2 * e.a * e.b / (e.a + e.b) if e.a + e.b else 0.0
    if by == "joint":
        return e.joint
    return min(e.a, e.b) if by == "min" else max(e.a, e.b)


def mean_above(e: Entropies, left_a: float, left_b: float, by: str) -> float:
    """Return mean(H(a), H(b)) - I from H(a) - I and H(b) - I, without cancellation."""
    if by == "geometric":
        # √(xy) - x = √x·(y - x)/(√x + √y) for the smaller entropy x
        root_a, root_b = sqrt(e.a), sqrt(e.b)
        spread = min(root_a, root_b) * abs(left_a - left_b) / (root_a + root_b) if e.a + e.b else 0.0
        return min(left_a, left_b) + spread
    if by == "arithmetic":
        return (left_a + left_b) / 2
    if by == "harmonic":
        return (e.a * left_b + e.b * left_a) / (e.a + e.b) if e.a + e.b else 0.0
    if by == "joint":
        return left_a + left_b
    return min(left_a, left_b) if by == "min" else max(left_a, left_b)


def _share(mutual: float, left: float, whole: float) -> float:
    """Return I/H, as 1 - H(·|·)/H where that keeps more digits."""
    return 1 - left / whole if 2 * left < whole else ratio(mutual, whole, NO_ENTROPY)


def _larger_entropy(e: Entropies, base: float | str = 2) -> float:
    return in_base(max(e.a, e.b), base)


def _code_length(sizes: Ints, times: Ints, classes: int) -> float:
    """Return Σ log C(s + K - 1, K - 1) of clusters of these sizes and K classes, in nats.

    This is the length of a code for the number of elements of each class in a cluster. C(m + l, m) is the product of
    1 + l/i for i = 1 to m, of which all logarithms are positive.
    """
    total = 0.0
    for size, count in zip(sizes.tolist(), times.tolist(), strict=True):
        few, many = sorted((size, classes - 1))
        total += count * ordered_sum(np.log1p(many / np.arange(1, few + 1)))
    return total


def _dom(e: Entropies, s: Sizes) -> tuple[float, float]:
    """Return Q₀ of b and of a itself, in nats."""
    own, other = (
        _code_length(sizes, times, e.clusters_a) / e.n
        for sizes, times in ((s.a, s.times_a), (s.b, s.times_b))
    )
    return e.a_given_b + other, own


def _dom_small_clusters(base: float | str) -> tuple[str, ...]:
    """Return the case of clusters of one element, which add log(n)/n: above 1 % in small units only."""
    return ("small_clusters",) if nats_per_unit(base) < 1 else ()


def _dom_least(e: Entropies, s: Sizes, *, base: float | str = 2) -> float:
    return in_base(_dom(e, s)[1], base)


def _log_clusters(e: Entropies, base: float | str = 2) -> float:
    return in_base(log(min(e.clusters_a, e.clusters_b)), base)


def _log_n(e: Entropies, base: float | str = 2) -> float:
    return in_base(e.log_n, base)


def _entropy_of_a(e: Entropies, base: float | str = 2) -> float:
    return in_base(e.a, base)


def _smaller_entropy(e: Entropies, base: float | str = 2) -> float:
    return in_base(min(e.a, e.b), base)


def _sum_of_entropies(e: Entropies, base: float | str = 2) -> float:
    return in_base(e.a + e.b, base)


def _excess_entropy(e: Entropies, base: float | str = 2) -> float:
    """Return the least H(a | b): what H(a) has above H(b)."""
    return in_base(max(0.0, e.a - e.b), base)


def _entropy_difference(e: Entropies, base: float | str = 2) -> float:
    return in_base(abs(e.a - e.b), base)


def _largest_variation(e: Entropies, base: float | str = 2) -> float:
    return in_base(min(e.log_n, e.a + e.b), base)


def _nvi_is_metric(by: str, k_max: int | None) -> bool:
    return by == "joint" or _nvi_is_proportional(by, k_max)


def _nvi_is_proportional(by: str, k_max: int | None) -> bool:
    """Return whether the scale is the same for all clusterings of as many elements."""
    return by == "log_n" or (by == "clusters" and k_max is not None)


def _nvi_component_options(table: Table, by: str, k_max: int | None) -> dict[str, Any]:
    """VI/(2·log k) is a sum over components only if all of them have the same k."""
    return {"k_max": max(table.shape)} if by == "clusters" and k_max is None else {}


def _nvi_components(by: str, k_max: int | None) -> Any:
    del k_max
    return {"log_n": by_log_size, "clusters": by_elements}.get(by)


def _nvi_complement(
    e: Entropies, o: Overlaps | None = None, /, *, by: str = "sum", k_max: int | None = None
) -> float:
    """Return the scale minus VI, over the scale.

    log n - VI = (log n - H(a,b)) + I and 2 log k - VI = (log k - H(a)) + (log k - H(b)) + 2I are
    sums of non-negative terms, which need the sizes of clusters and cells.
    """
    scale = _nvi_scale(e, by, k_max)
    if by == "sum":
        kept = 2 * e.mutual
    elif by == "joint":
        kept = e.mutual
    elif o is None:
        kept = scale - e.variation
    elif by == "log_n":
        kept = ordered_sum(o.shared * np.log(o.shared)) / o.n + e.mutual
    else:
        k = k_max or max(e.clusters_a, e.clusters_b)
        kept = sum(evenness_gap(sizes, o.n, k) for sizes in (o.sizes_a, o.sizes_b)) + 2 * e.mutual
    return ratio(kept, scale, NO_ENTROPY)


def _nvi_scale(e: Entropies, by: str, k_max: int | None) -> float:
    most = max(e.clusters_a, e.clusters_b)
    if k_max is not None and not (isinstance(k_max, int) and k_max >= most):
        raise OptionError(f"k_max must be at least the number of clusters, {most}, got {k_max!r}.")
    scales = {"sum": e.a + e.b, "joint": e.joint, "log_n": e.log_n}
    return scales[by] if by in scales else 2 * log(k_max or most)


def _nmi_distance(e: Entropies, *, by: str = "arithmetic") -> float:
    left = mean_above(e, e.a_given_b, e.b_given_a, by)
    return ratio(left, mean_entropy(e, by), NO_ENTROPY, otherwise=1.0)


def _v_measure_distance(e: Entropies, *, beta: float = 1.0) -> float:
    """Return 1 - V = (β·h·(1-c) + c·(1-h)) / (β·h + c)."""
    check_beta(beta)
    h, c = homogeneity.function(e), completeness.function(e)
    if h == 0 or c == 0:
        return 1.0
    return (beta * h * (e.b_given_a / e.b) + c * (e.a_given_b / e.a)) / (beta * h + c)


@measure(
    label="Entropy of a", symbol="H(a)", direction="description", bounds=(0.0, _log_n),
    symmetric=False, unit=UNIT, scale="invariant", one_sided=True, affine_in="information", affine_given="nothing",
    components=by_entropy, elementwise=True, references=(SHANNON, MEILA.at("eq. 14")),
)
def entropy(e: Entropies, /, *, base: Base = 2) -> float:
    r"""Entropy of one clustering.

    Formula: -\sum_i p_i \log p_i
    Meaning: bits needed to encode the cluster of an element in a
    Beware: descriptive only: there is no best value

    >>> entropy([0, 0, 1, 1])
    1.0
    """
    return in_base(e.a, base)


@measure(
    label="Joint entropy", symbol="H(a,b)", direction="description", bounds=(0.0, _log_n),
    symmetric=True, unit=UNIT, scale="invariant", affine_in="information", affine_given="nothing", components=by_entropy,
    independent=_sum_of_entropies,
    elementwise=True, references=(SHANNON, MEILA.at("sec. 3, before eq. 22"), XIANG.at("sec. 2")),
)
def joint_entropy(e: Entropies, /, *, base: Base = 2) -> float:
    r"""Entropy of the meet, that is, of both labels together.

    Formula: -\sum_{ij} p_{ij} \log p_{ij}
    Meaning: bits needed to encode the cell of the table in which an element lies
    Beware: descriptive only: there is no best value

    >>> joint_entropy([0, 0, 1, 1], [0, 1, 2, 2])
    1.5
    """
    return in_base(e.joint, base)


@measure(
    label="Conditional entropy H(a | b)", symbol="E", direction="distance", bounds=(0.0, _log_n),
    symmetric=False, unit=UNIT, scale="invariant", affine_in="information", affine_given="nothing",
    components=by_elements, attainable=(_excess_entropy, _entropy_of_a), independent=_entropy_of_a,
    elementwise=True, references=(MEILA.at("eq. 20, 21"), WU.at("table 1, no. 1")),
)
def conditional_entropy(e: Entropies, /, *, base: Base = 2) -> float:
    r"""Information about a that remains unknown when b is known.

    Formula: -\sum_{ij} p_{ij} \log \frac{p_{ij}}{p_j}
    Meaning: bits still needed to encode the cluster in a once the cluster in b is known
    Beware: it is 0 whenever b refines a, so that singletons always get the best value; it does not capture the uniform effect of K-means (Wu et al., sec. 3.3)

    >>> conditional_entropy([0, 0, 1, 1], [0, 0, 0, 0])
    1.0
    """
    return in_base(e.a_given_b, base)


@measure(
    label="Mutual information", symbol="I", aliases=("mi",), direction="similarity",
    bounds=(0.0, _log_clusters), best=_smaller_entropy, symmetric=True, unit=UNIT,
    scale="invariant", affine_in="information", affine_given="nothing", components=by_entropy,
    attainable=(None, _smaller_entropy), independent=0.0,
    references=(SHANNON, MEILA.at("eq. 16"), WU.at("table 1, no. 5"), REZAEI.at("eq. 6, 7")),
)
def mutual_information(e: Entropies, /, *, base: Base = 2) -> float:
    r"""Information that one clustering gives about the other.

    Formula: \sum_{ij} p_{ij} \log \frac{p_{ij}}{p_i p_j}
    Meaning: bits saved in encoding one label when the other is known
    Beware: it grows with the number of clusters, and splitting a cluster never lowers it; it does not capture the uniform effect of K-means (Wu et al., sec. 3.3)

    >>> mutual_information([0, 0, 1, 1], [0, 0, 1, 2])
    1.0
    """
    return in_base(min(e.mutual, e.a, e.b), base)  # rounding may lift it above an entropy


@measure(
    label="Variation of information", symbol="VI", aliases=("vi",), direction="distance",
    bounds=(0.0, _log_n), symmetric=True, metric=True, unit=UNIT, scale="invariant",
    affine_in="information", affine_given="nothing", components=by_elements,
    attainable=(_entropy_difference, _largest_variation), independent=_sum_of_entropies,
    default=True,
    elementwise=True, references=(MEILA.at("eq. 19-22"), WU.at("table 1, no. 4"), REZAEI.at("eq. 8"), SPARSE_VI),
)
def variation_of_information(e: Entropies, /, *, base: Base = 2) -> float:
    r"""Information about each clustering that remains unknown when the other is known.

    Formula: H(a \mid b) + H(b \mid a)
    Meaning: bits lost plus bits gained in going from a to b; 0 = identical
    Beware: it depends on the number of clusters: clusterings with at most K clusters each are at most 2 log K apart; values of data sets of different sizes are comparable (Meilă, sec. 4.2)

    >>> variation_of_information([0, 0, 1, 1], [0, 0, 1, 2])
    0.5
    """
    return in_base(e.variation, base)


@measure(
    label="Normalized variation of information", symbol="NVI", aliases=("nvi", "VI_n"),
    direction="distance", bounds=(0.0, 1.0), symmetric=True, metric=ByOptions(_nvi_is_metric),
    scale=ByOptions(lambda by, k_max: "other" if by == "log_n" else "invariant"),
    affine_in=ByOptions(lambda by, k_max: None if by == "joint" else "information"),
    affine_given=ByOptions(lambda by, k_max: "nothing" if _nvi_is_proportional(by, k_max) else "both"),
    components=ByOptions(_nvi_components), component_options=_nvi_component_options,
    cluster_score=ByOptions(lambda by, k_max: BoundedEntropy(k_max) if by == "clusters" and k_max else None),
    independent=ByOptions(lambda by, k_max: 1.0 if by in {"sum", "joint"} else None),
    sensitive_to=ByOptions(lambda by, k_max: ("small_clusters",) if by == "clusters" and not k_max else ()),
    complement=_nvi_complement,
    complement_summaries=ByOptions(lambda by, k_max: (Overlaps,) if by in {"log_n", "clusters"} else ()),
    choices={"by": ("sum", "joint", "log_n", "clusters")},
    references=(WU.at("table 5, no. 5"), REZAEI.at("table 2; sec. 5"), MEILA.at("sec. 5.1"), XIANG.at("sec. 3.3"), VINH),
)
def normalized_variation_of_information(e: Entropies, /, *, by: By = "sum", k_max: KMax = None) -> float:
    r"""Variation of information divided by an upper bound.

    Formula: \frac{VI}{H(a)+H(b)} \text{ (sum)},\ \frac{VI}{H(a,b)} \text{ (joint)},\ \frac{VI}{\log n} \text{ (log\_n)},\ \frac{VI}{2 \log k_{max}} \text{ (clusters)}
    Meaning: 0 = identical, 1 = as far apart as the normalizer allows
    Beware: four normalizers are in use; the triangle inequality holds for joint, for log_n, and for clusters with a fixed k_max; dividing by log n makes data sets of different sizes incomparable (Meilă, sec. 5.1)

    >>> normalized_variation_of_information([0, 0, 1, 1], [0, 0, 1, 2])
    0.2
    """
    return ratio(e.variation, _nvi_scale(e, by, k_max), NO_ENTROPY, otherwise=1.0)


@measure(
    label="Normalized mutual information", symbol="NMI", aliases=("nmi", "normalized_mutual_info"), direction="similarity",
    bounds=(0.0, 1.0), symmetric=True, metric=ByOptions(lambda by: by in {"max", "joint"}),
    scale="invariant", affine_in=ByOptions(lambda by: None if by == "joint" else "information"),
    independent=0.0, complement=_nmi_distance, common=True, choices={"by": (*MEANS, "harmonic", "joint")},
    references=(STREHL_GHOSH.at("eq. 2"), REZAEI.at("table 2; sec. 5"), XIANG.at("sec. 3.3"), VINH.at("table 2")),
)
def normalized_mutual_information(e: Entropies, /, *, by: By = "arithmetic") -> float:
    r"""Mutual information divided by a mean of the two entropies.

    Formula: \frac{I}{\operatorname{mean}(H(a), H(b))}
    Meaning: 0 = independent, 1 = identical
    Beware: it is not corrected for chance: many small clusters raise it; six normalizers are in use

    >>> normalized_mutual_information([0, 0, 1, 1], [0, 0, 1, 2])
    0.8
    """
    return _share(e.mutual, mean_above(e, e.a_given_b, e.b_given_a, by), mean_entropy(e, by))


@measure(
    label="Homogeneity", symbol="h", direction="similarity", bounds=(0.0, 1.0), symmetric=False,
    scale="invariant", affine_in="information", affine_given="a", independent=0.0,
    complement=lambda e: ratio(e.a_given_b, e.a, NO_ENTROPY, otherwise=1.0),
    references=(ROSENBERG_HIRSCHBERG.at("eq. 1"),),
)
def homogeneity(e: Entropies, /) -> float:
    r"""How far each cluster of b contains only one class of a.

    Formula: 1 - \frac{H(a \mid b)}{H(a)}
    Meaning: share of the information in a that b contains
    Beware: a clustering into singletons always scores 1; report it together with completeness

    >>> homogeneity([0, 0, 1, 1], [0, 0, 1, 2])
    1.0
    """
    return _share(e.mutual, e.a_given_b, e.a)


@measure(
    label="Completeness", symbol="c", direction="similarity", bounds=(0.0, 1.0), symmetric=False,
    scale="invariant", affine_in="information", independent=0.0,
    complement=lambda e: ratio(e.b_given_a, e.b, NO_ENTROPY, otherwise=1.0),
    references=(ROSENBERG_HIRSCHBERG.at("eq. 2"),),
)
def completeness(e: Entropies, /) -> float:
    r"""How far each class of a lies in only one cluster of b.

    Formula: 1 - \frac{H(b \mid a)}{H(b)}
    Meaning: share of the information in b that a contains
    Beware: a single cluster always scores 1; report it together with homogeneity

    >>> completeness([0, 0, 1, 1], [0, 0, 1, 2])
    0.6666666666666666
    """
    return _share(e.mutual, e.b_given_a, e.b)


@measure(
    label="V-measure", symbol="V", direction="similarity", bounds=(0.0, 1.0),
    symmetric=ByOptions(lambda beta: beta == 1), scale="invariant", affine_in="information",
    independent=0.0, complement=_v_measure_distance, references=(ROSENBERG_HIRSCHBERG.at("eq. 3"),),
)
def v_measure(e: Entropies, /, *, beta: Beta = 1.0) -> float:
    r"""Weighted harmonic mean of homogeneity and completeness.

    Formula: \frac{(1+\beta)\,h\,c}{\beta h + c}
    Meaning: harmonic mean of homogeneity and completeness
    Beware: with beta=1 it equals normalized_mutual_information with the arithmetic mean

    >>> v_measure([0, 0, 1, 1], [0, 0, 1, 2])
    0.8
    """
    check_beta(beta)
    h, c = homogeneity.function(e), completeness.function(e)
    return (1 + beta) * h * c / (beta * h + c) if h and c else 0.0


@measure(
    label="Information distance", symbol="ID", direction="distance", bounds=(0.0, _log_n),
    symmetric=True, metric=True, unit=UNIT, scale="invariant", affine_in="information",
    attainable=(_entropy_difference, _larger_entropy), independent=_larger_entropy,
    references=(KRASKOV.at("eq. 7"), VINH.at("table 3")),
)
def information_distance(e: Entropies, /, *, base: Base = 2) -> float:
    r"""Information about the clustering that is harder to know when the other one is known.

    Formula: \max(H(a), H(b)) - I = \max(H(a \mid b), H(b \mid a))
    Meaning: bits still needed for one clustering if the other is known, in the worse direction
    Beware: it does not see the better of the two directions

    >>> information_distance([0, 0, 1, 1], [0, 0, 1, 2])
    0.5
    """
    return in_base(max(e.a_given_b, e.b_given_a), base)


@measure(
    label="Normalized information distance", symbol="NID", aliases=("nid",), direction="distance",
    bounds=(0.0, 1.0), symmetric=True, metric=True, scale="invariant", affine_in="information", independent=1.0,
    complement=lambda e: _share(e.mutual, max(e.a_given_b, e.b_given_a), max(e.a, e.b)),
    references=(KRASKOV.at("eq. 8"), VINH.at("table 3")),
)
def normalized_information_distance(e: Entropies, /) -> float:
    r"""Information distance as a share of the larger entropy.

    Formula: 1 - \frac{I}{\max(H(a), H(b))}
    Meaning: 0 = identical, 1 = independent
    Beware: it equals 1 - normalized_mutual_information with the maximum; it is not corrected for chance

    >>> normalized_information_distance([0, 0, 1, 1], [0, 0, 1, 2])
    0.33333333333333337
    """
    return ratio(max(e.a_given_b, e.b_given_a), max(e.a, e.b), NO_ENTROPY, otherwise=1.0)


@measure(
    label="Dom's Q0", symbol="Q₀", aliases=("q0",), direction="distance", bounds=(0.0, float("inf")), best=_dom_least,
    symmetric=False, unit=UNIT, affine_in="information",
    sensitive_to=ByOptions(_dom_small_clusters), references=(DOM, ROSENBERG_HIRSCHBERG.at("sec. 3")),
)
def dom_q0(e: Entropies, s: Sizes, /, *, base: Base = 2) -> float:
    r"""Length of a code for the classes of a when b is known, per element, with that of the table.

    Formula: H(a \mid b) + \frac1n \sum_j \log \binom{b_j + K - 1}{K - 1}
    Meaning: bits needed to encode the class of an element if the clusters of b are known, the table included
    Beware: it is not 0 for equal clusterings; dom_q2 relates it to that value

    >>> dom_q0([0, 0, 1, 1], [0, 0, 1, 2])
    0.8962406251802891
    """
    return in_base(_dom(e, s)[0], base)


@measure(
    label="Dom's Q2", symbol="Q₂", aliases=("q2",), direction="similarity", bounds=(0.0, 1.0), symmetric=False, sensitive_to=("small_clusters",),
    complement=lambda e, s: ratio(_dom(e, s)[0] - _dom(e, s)[1], _dom(e, s)[0], ONE_CLASS, otherwise=1.0),
    references=(DOM, ROSENBERG_HIRSCHBERG.at("sec. 3")),
)
def dom_q2(e: Entropies, s: Sizes, /) -> float:
    r"""Dom's Q0 of a itself, relative to that of b.

    Formula: \frac{\frac1n \sum_i \log \binom{a_i + K - 1}{K - 1}}{Q_0}
    Meaning: 1 = identical; near 0 = knowing b does not shorten the code for a
    Beware: it depends on n; clusterings with many small clusters pay for their table

    >>> dom_q2([0, 0, 1, 1], [0, 0, 1, 2])
    0.8842282173954806
    """
    code, own = _dom(e, s)
    return ratio(own, code, ONE_CLASS)
