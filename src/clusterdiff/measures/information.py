r"""Information: what one clustering tells about the other.

In the formulas \(p_{ij} = n_{ij}/n\), and \(H\) and \(I\) are entropies and mutual information.
"""

from math import log, sqrt

from clusterdiff.errors import OptionError
from clusterdiff.measures._limits import by_convention, ratio
from clusterdiff.measures._references import MEILA, NEWMAN_RMI, REZAEI, ROSENBERG_HIRSCHBERG, SHANNON, SPARSE_VI, STREHL_GHOSH, VINH, WU
from clusterdiff.measures._spec import measure
from clusterdiff.measures._triples import f_beta
from clusterdiff.summaries import Encodings, Entropies, ExpectedInformation
from clusterdiff.units import nats_per_unit

_NO_ENTROPY = "a clustering has one cluster, so no entropy to compare with"
_NO_ROOM = "no clusterings with these cluster sizes share more or less information"
_MEANS = ("arithmetic", "geometric", "min", "max")


def in_base(nats: float, base: float | str) -> float:
    """Nats in another unit; "e" stands for nats themselves."""
    return nats / nats_per_unit(base)


def mean_entropy(e: Entropies, by: str) -> float:
    """The entropy that mutual information is divided by."""
    means = {
        "arithmetic": (e.a + e.b) / 2,
        "geometric": sqrt(e.a * e.b),
        "min": min(e.a, e.b),
        "max": max(e.a, e.b),
        "joint": e.joint,
    }
    return means[by]


def _share_told(mutual: float, left: float, whole: float) -> float:
    """I/H, as 1 - H(·|·)/H where that keeps more digits."""
    return 1 - left / whole if 2 * left < whole else ratio(mutual, whole, _NO_ENTROPY)


def _log_clusters(e: Entropies, base: float | str = 2) -> float:
    return in_base(log(min(e.clusters_a, e.clusters_b)), base)


def _log_n(e: Entropies, base: float | str = 2) -> float:
    return in_base(e.log_n, base)


def _smaller_entropy(e: Entropies, base: float | str = 2) -> float:
    return in_base(min(e.a, e.b), base)


@measure(
    label="Entropy of a", symbol="H(a)", direction="description", bounds=(0.0, _log_n), best=None, symmetric=False, metric=False,
    n_invariant=True, one_sided=True, unit="bits", references=(SHANNON, MEILA.at("eq. 13")),
)
def entropy(e: Entropies, /, *, base: float | str = 2) -> float:
    r"""Entropy of one clustering.

    Formula: -\sum_i p_i \log p_i
    Reads as: bits needed to say in which cluster of a an element lies
    Beware: describes, does not judge

    >>> entropy([0, 0, 1, 1])
    1.0
    """
    return in_base(e.a, base)


@measure(
    label="Joint entropy", symbol="H(a,b)", direction="description", bounds=(0.0, _log_n), best=None, symmetric=True, metric=False,
    n_invariant=True, unit="bits", references=(SHANNON, MEILA.at("eq. 14")),
)
def joint_entropy(e: Entropies, /, *, base: float | str = 2) -> float:
    r"""Entropy of the meet: of both labels together.

    Formula: -\sum_{ij} p_{ij} \log p_{ij}
    Reads as: bits needed to say in which cell of the table an element lies
    Beware: describes, does not judge

    >>> joint_entropy([0, 0, 1, 1], [0, 1, 2, 2])
    1.5
    """
    return in_base(e.joint, base)


@measure(
    label="Conditional entropy H(a | b)", symbol="E", aliases=("E",), direction="distance", bounds=(0.0, _log_n), best=0.0,
    symmetric=False, metric=False, n_invariant=True, unit="bits", references=(MEILA.at("eq. 21"), WU.at("table 1, no. 1")),
)
def conditional_entropy(e: Entropies, /, *, base: float | str = 2) -> float:
    r"""What stays unknown of a when b is known.

    Formula: -\sum_{ij} p_{ij} \log \frac{p_{ij}}{p_j}
    Reads as: bits still needed to say the cluster in a once the cluster in b is known
    Beware: 0 whenever b splits a, so only singletons always win; defective for K-means (Wu et al.)

    >>> conditional_entropy([0, 0, 1, 1], [0, 0, 0, 0])
    1.0
    """
    return in_base(e.a_given_b, base)


@measure(
    label="Mutual information", symbol="I", aliases=("mi",), direction="similarity", bounds=(0.0, _log_clusters), best=_smaller_entropy,
    symmetric=True, metric=False, n_invariant=True, unit="bits", references=(SHANNON, MEILA.at("eq. 16"), WU.at("table 1, no. 4")),
)
def mutual_information(e: Entropies, /, *, base: float | str = 2) -> float:
    r"""What one clustering tells about the other.

    Formula: \sum_{ij} p_{ij} \log \frac{p_{ij}}{p_i p_j}
    Reads as: bits that knowing one label saves in saying the other
    Beware: grows with the number of clusters; splitting never lowers it

    >>> mutual_information([0, 0, 1, 1], [0, 0, 1, 2])
    1.0
    """
    return in_base(e.mutual, base)


@measure(
    label="Variation of information", symbol="VI", aliases=("vi",), direction="distance", bounds=(0.0, _log_n), best=0.0,
    symmetric=True, metric=True, n_invariant=True, unit="bits",
    references=(MEILA.at("eq. 19-22"), WU.at("table 1, no. 5"), SPARSE_VI),
)
def variation_of_information(e: Entropies, /, *, base: float | str = 2) -> float:
    r"""What each clustering leaves unknown of the other.

    Formula: H(a \mid b) + H(b \mid a)
    Reads as: information lost and gained from a to b; 0 equal
    Beware: its upper bound log n grows with n, so values of different data sets do not compare

    >>> variation_of_information([0, 0, 1, 1], [0, 0, 1, 2])
    0.5
    """
    return in_base(e.variation, base)


@measure(
    label="Normalised variation of information", symbol="NVI", aliases=("nvi", "VI_n"), direction="distance", bounds=(0.0, 1.0), best=0.0,
    symmetric=True, metric=False, n_invariant=True, choices={"by": ("sum", "joint", "log_n", "clusters")},
    references=(WU.at("table 5"), REZAEI.at("sec. 5"), MEILA.at("sec. 4"), VINH),
)
def normalized_variation_of_information(e: Entropies, /, *, by: str = "sum", k_max: int | None = None) -> float:
    r"""Variation of information as a share of the largest it could be.

    Formula: \frac{VI}{H(a)+H(b)} \text{ (sum)},\ \frac{VI}{H(a,b)} \text{ (joint)},\ \frac{VI}{\log n} \text{ (log\_n)},\ \frac{VI}{2 \log k_{max}} \text{ (clusters)}
    Reads as: 0 equal, 1 as far apart as the normaliser allows
    Beware: four normalisers are in use; only joint and log_n keep the triangle inequality

    >>> normalized_variation_of_information([0, 0, 1, 1], [0, 0, 1, 2])
    0.2
    """
    if k_max is not None and not (isinstance(k_max, int) and k_max >= max(e.clusters_a, e.clusters_b)):
        raise OptionError(f"k_max must be at least the number of clusters: got {k_max!r} for {max(e.clusters_a, e.clusters_b)}.")
    scale = {
        "sum": e.a + e.b,
        "joint": e.joint,
        "log_n": e.log_n,
        "clusters": 2 * log(k_max or max(e.clusters_a, e.clusters_b)),
    }
    return ratio(e.variation, scale[by], _NO_ENTROPY, otherwise=1.0)


@measure(
    label="Normalised mutual information", symbol="NMI", aliases=("nmi",), direction="similarity", bounds=(0.0, 1.0), best=1.0,
    symmetric=True, metric=False, n_invariant=True, choices={"by": (*_MEANS, "joint")},
    references=(STREHL_GHOSH.at("eq. 2"), REZAEI.at("sec. 5"), VINH.at("table 2")),
)
def normalized_mutual_information(e: Entropies, /, *, by: str = "arithmetic") -> float:
    r"""Mutual information as a share of a mean of the two entropies.

    Formula: \frac{I}{\operatorname{mean}(H(a), H(b))}
    Reads as: 0 independent, 1 equal
    Beware: not corrected for chance: many small clusters lift it; five normalisers are in use

    >>> normalized_mutual_information([0, 0, 1, 1], [0, 0, 1, 2])
    0.8
    """
    return min(1.0, ratio(e.mutual, mean_entropy(e, by), _NO_ENTROPY))


@measure(
    label="Expected mutual information", symbol="E[I]", aliases=("emi",), direction="description",
    bounds=(0.0, lambda e, _, base=2: _log_clusters(e, base)), best=None, symmetric=True, metric=False, unit="bits",
    references=(VINH.at("eq. 24a"),),
)
def expected_mutual_information(e: Entropies, x: ExpectedInformation, /, *, base: float | str = 2) -> float:
    r"""Mutual information that random clusterings with these cluster sizes have on average.

    Formula: \sum_{ij} \sum_{k} \frac{k}{n} \log\frac{nk}{a_i b_j} \; P(k), \quad P \text{ hypergeometric}
    Reads as: bits of agreement that chance alone gives
    Beware: describes, does not judge

    >>> expected_mutual_information([0, 0, 1, 1], [0, 0, 1, 1])
    0.3333333333333333
    """
    del e
    return in_base(x.mutual, base)


@measure(
    label="Adjusted mutual information", symbol="AMI", aliases=("ami",), direction="similarity", bounds=(-float("inf"), 1.0), best=1.0,
    symmetric=True, metric=False, chance_adjusted=True, choices={"by": _MEANS}, references=(VINH.at("sec. 4"),),
)
def adjusted_mutual_information(e: Entropies, x: ExpectedInformation, /, *, by: str = "arithmetic") -> float:
    r"""Mutual information corrected for chance.

    Formula: \frac{I - E[I]}{\operatorname{mean}(H(a), H(b)) - E[I]}
    Reads as: 1 equal, 0 as alike as random clusterings of these cluster sizes
    Beware: it can be negative; favours clusterings with small pure clusters over balanced ones

    >>> adjusted_mutual_information([0, 0, 1, 1], [0, 0, 1, 2])
    0.5714285714285714
    """
    # mean - E[I] = (mean - arithmetic mean) + E[VI]/2 and I - E[I] = (E[VI] - VI)/2, which do not cancel
    scale = mean_entropy(e, by) - mean_entropy(e, "arithmetic") + x.variation / 2
    if x.constant:
        return by_convention(0.0, _NO_ROOM) if mean_entropy(e, by) == x.mutual else 0.0
    return min(1.0, (x.variation - e.variation) / (2 * scale)) if scale > 0 else by_convention(0.0, _NO_ROOM)


@measure(
    label="Adjusted variation of information", symbol="AVI", aliases=("avi",), direction="similarity", bounds=(-float("inf"), 1.0), best=1.0,
    symmetric=True, metric=False, chance_adjusted=True, references=(VINH.at("sec. 4"), REZAEI.at("theorem 1")),
)
def adjusted_variation_of_information(e: Entropies, x: ExpectedInformation, /) -> float:
    r"""Variation of information against what chance gives.

    Formula: \frac{E[VI] - VI}{E[VI]}, \quad E[VI] = H(a) + H(b) - 2 E[I]
    Reads as: 1 equal, 0 as alike as random clusterings of these cluster sizes
    Beware: equals adjusted_mutual_information with the arithmetic mean

    >>> adjusted_variation_of_information([0, 0, 1, 1], [0, 0, 1, 2])
    0.5714285714285714
    """
    return adjusted_mutual_information.function(e, x, by="arithmetic")


@measure(
    label="Homogeneity", symbol="h", direction="similarity", bounds=(0.0, 1.0), best=1.0, symmetric=False, metric=False, n_invariant=True,
    references=(ROSENBERG_HIRSCHBERG.at("eq. 1"),),
)
def homogeneity(e: Entropies, /) -> float:
    r"""How far each cluster of b holds only one class of a.

    Formula: 1 - \frac{H(a \mid b)}{H(a)}
    Reads as: share of a's information that b holds
    Beware: only singletons always score 1; read it with completeness

    >>> homogeneity([0, 0, 1, 1], [0, 0, 1, 2])
    1.0
    """
    return _share_told(e.mutual, e.a_given_b, e.a)


@measure(
    label="Completeness", symbol="c", direction="similarity", bounds=(0.0, 1.0), best=1.0, symmetric=False, metric=False, n_invariant=True,
    references=(ROSENBERG_HIRSCHBERG.at("eq. 2"),),
)
def completeness(e: Entropies, /) -> float:
    r"""How far each class of a lies in only one cluster of b.

    Formula: 1 - \frac{H(b \mid a)}{H(b)}
    Reads as: share of b's information that a holds
    Beware: one cluster for everything always scores 1; read it with homogeneity

    >>> completeness([0, 0, 1, 1], [0, 0, 1, 2])
    0.6666666666666666
    """
    return _share_told(e.mutual, e.b_given_a, e.b)


@measure(
    label="V-measure", symbol="V", direction="similarity", bounds=(0.0, 1.0), best=1.0, symmetric=True, metric=False, n_invariant=True,
    references=(ROSENBERG_HIRSCHBERG.at("eq. 3"),),
)
def v_measure(e: Entropies, /, *, beta: float = 1.0) -> float:
    r"""Weighted harmonic mean of homogeneity and completeness.

    Formula: \frac{(1+\beta)\,h\,c}{\beta h + c}
    Reads as: harmonic mean of homogeneity and completeness
    Beware: with beta=1 it equals normalized_mutual_information with the arithmetic mean

    >>> v_measure([0, 0, 1, 1], [0, 0, 1, 2])
    0.8
    """
    h, c = homogeneity.function(e), completeness.function(e)
    return f_beta(h, 1.0, c, 1.0, beta**0.5 if isinstance(beta, (int, float)) and beta > 0 else beta)


def _reduced_best(e: Encodings, *, base: float | str = 2, normalized: bool = False) -> float:
    """The value of equal clusterings with the sizes of a, or of b, whichever is less."""
    return 1.0 if normalized else in_base(min(e.entropy_a - e.tables_a, e.entropy_b - e.tables_b), base)


def _reduced(e: Encodings, *, base: float | str = 2, normalized: bool = False) -> float:
    reduced = e.mutual - e.tables
    if not normalized:
        return in_base(reduced, base)
    own = (e.entropy_a - e.tables_a + e.entropy_b - e.tables_b) / 2
    return 1.0 if e.equal else ratio(reduced, own, _NO_ENTROPY)


@measure(
    label="Reduced mutual information", symbol="RMI", aliases=("rmi",), direction="similarity", bounds=(-float("inf"), float("inf")), best=_reduced_best,
    symmetric=True, metric=False, unit="bits", references=(NEWMAN_RMI.at("eq. 23, 25, 29"),),
)
def reduced_mutual_information(e: Encodings, /, *, base: float | str = 2, normalized: bool = False) -> float:
    r"""Mutual information less what it costs to write the table down.

    Formula: \frac1n \left[ \log \frac{n! \prod n_{ij}!}{\prod a_i! \prod b_j!} - \log \Omega(a, b) \right]
    Reads as: bits saved in sending one clustering when the other is known, the table included; below 0 nothing is saved
    Beware: the number Ω of tables is approximated; poor for many very small clusters

    >>> reduced_mutual_information([0] * 9 + [1] * 9, [0] * 8 + [1] * 10)
    0.5102625322426871
    """
    return _reduced(e, base=base, normalized=normalized)


MEASURES = (
    entropy, joint_entropy, conditional_entropy, mutual_information, variation_of_information, normalized_variation_of_information,
    normalized_mutual_information, expected_mutual_information, adjusted_mutual_information, adjusted_variation_of_information,
    homogeneity, completeness, v_measure, reduced_mutual_information,
)
