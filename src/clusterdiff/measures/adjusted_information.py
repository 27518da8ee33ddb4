r"""Information corrected for chance or for the cost of the table.

The notation is that of `clusterdiff.measures.information`.
"""

from typing import Annotated

from clusterdiff.measures._conventions import by_convention, ratio
from clusterdiff.measures._measure import measure
from clusterdiff.measures._record import ByOptions
from clusterdiff.measures._references import NEWMAN_RMI, REZAEI, VINH
from clusterdiff.measures.information import (
    MEANS,
    NO_ENTROPY,
    UNIT,
    Base,
    By,
    in_base,
    mean_above,
    mean_entropy,
    unit_of,
)
from clusterdiff.summaries import Encodings, Entropies, ExpectedInformation

FAMILY = "information"
Normalized = Annotated[
    bool, "Whether to divide by the mean of the values of a and b with themselves."
]

_CONSTANT = "all clusterings with these cluster sizes share the same information"


def _expected_bound(x: ExpectedInformation, *, base: float | str = 2) -> float:
    return in_base(x.most, base)


def _ami_distance(e: Entropies, x: ExpectedInformation, *, by: str = "arithmetic") -> float:
    if x.constant:
        return 1 - adjusted_mutual_information.function(e, x, by=by)
    scale = mean_above(e, x.a_given_b, x.b_given_a, by)
    return mean_above(e, e.a_given_b, e.b_given_a, by) / scale


def _avi_distance(e: Entropies, x: ExpectedInformation) -> float:
    return _ami_distance(e, x)


def _reduced_approximation(
    e: Encodings, /, *, base: Base = 2, normalized: bool = False
) -> str | None:
    """Return why the value is approximate; equal clusterings have the normalized value 1."""
    del base
    if (normalized and e.equal) or (e.exact_alone if normalized else e.exact):
        return None
    return "the number of tables with these cluster sizes is approximated"


def _reduced_best(e: Encodings, *, base: float | str = 2, normalized: bool = False) -> float:
    """Return the smaller of the values of a with itself and of b with itself."""
    own = min(e.entropy_a - e.tables_a, e.entropy_b - e.tables_b)
    return 1.0 if normalized else in_base(own, base)


@measure(
    label="Adjusted mutual information", symbol="AMI", aliases=("ami", "adjusted_mutual_info"), direction="similarity",
    bounds=(-float("inf"), 1.0), symmetric=True, correction="exact", affine_in="information",
    complement=_ami_distance, common=True, choices={"by": MEANS}, references=(VINH.at("sec. 4"),),
)
def adjusted_mutual_information(e: Entropies, x: ExpectedInformation, /, *, by: By = "arithmetic") -> float:
    r"""Mutual information corrected for chance.

    Formula: \frac{I - E[I]}{\operatorname{mean}(H(a), H(b)) - E[I]}
    Meaning: 1 = identical, 0 = no better than chance
    Beware: it can be negative; it favors small pure clusters over balanced ones

    >>> adjusted_mutual_information([0, 0, 1, 1], [0, 0, 1, 2])
    0.5714285714285714
    """
    if x.constant:
        return by_convention(0.0, _CONSTANT) if mean_entropy(e, by) == x.mutual else 0.0
    # I - E[I] = E[H(a|b)] - H(a|b) = E[H(b|a)] - H(b|a); the smallest terms lose the fewest digits
    _, above = min(
        (x.mutual, e.mutual - x.mutual),
        (x.a_given_b, x.a_given_b - e.a_given_b),
        (x.b_given_a, x.b_given_a - e.b_given_a),
    )
    return above / mean_above(e, x.a_given_b, x.b_given_a, by)


@measure(
    label="Adjusted variation of information", symbol="AVI", aliases=("avi",),
    direction="similarity", bounds=(-float("inf"), 1.0), symmetric=True, correction="exact",
    affine_in="information", complement=_avi_distance,
    references=(VINH.at("sec. 4"), REZAEI.at("theorem 1, sec. 5")),
)
def adjusted_variation_of_information(e: Entropies, x: ExpectedInformation, /) -> float:
    r"""Variation of information relative to its mean over random clusterings.

    Formula: \frac{E[VI] - VI}{E[VI]}, \quad E[VI] = H(a) + H(b) - 2 E[I]
    Meaning: 1 = identical, 0 = no better than chance
    Beware: it equals adjusted_mutual_information with the arithmetic mean

    >>> adjusted_variation_of_information([0, 0, 1, 1], [0, 0, 1, 2])
    0.5714285714285714
    """
    return adjusted_mutual_information.function(e, x, by="arithmetic")


@measure(
    label="Expected mutual information", symbol="E[I]", aliases=("emi",), direction="description",
    bounds=(0.0, _expected_bound), symmetric=True, unit=UNIT, affine_in="information",
    references=(VINH.at("eq. 24a"),),
)
def expected_mutual_information(x: ExpectedInformation, /, *, base: Base = 2) -> float:
    r"""Mean mutual information of random clusterings with these cluster sizes.

    Formula: \sum_{ij} \sum_{k} \frac{k}{n} \log\frac{nk}{a_i b_j} \; P(k), \quad P \text{ hypergeometric}
    Meaning: bits of agreement due to chance alone
    Beware: descriptive only: there is no best value

    >>> expected_mutual_information([0, 0, 1, 1], [0, 0, 1, 1])
    0.3333333333333333
    """
    return in_base(x.mutual, base)


@measure(
    label="Reduced mutual information", symbol="RMI", aliases=("rmi",), direction="similarity",
    bounds=(-float("inf"), float("inf")), best=_reduced_best, symmetric=True,
    unit=ByOptions(lambda base, normalized: None if normalized else unit_of(base)),
    approximate=_reduced_approximation, references=(NEWMAN_RMI.at("eq. 23, 25, 29"),),
)
def reduced_mutual_information(e: Encodings, /, *, base: Base = 2, normalized: Normalized = False) -> float:
    r"""Mutual information minus the cost of describing the table.

    Formula: \frac1n \left[ \log \frac{n! \prod n_{ij}!}{\prod a_i! \prod b_j!} - \log \Omega(a, b) \right]
    Meaning: bits saved in transmitting one clustering when the other is known, the table included; below 0 nothing is saved
    Beware: the number Ω of tables is exact for small tables, two clusters and singletons, and approximated otherwise

    >>> reduced_mutual_information([0] * 9 + [1] * 9, [0] * 8 + [1] * 10)
    0.5043005098103568
    """
    reduced = e.mutual - e.tables
    if not normalized:
        return in_base(reduced, base)
    own = ((e.entropy_a - e.tables_a) + (e.entropy_b - e.tables_b)) / 2
    return ratio(reduced, own, NO_ENTROPY)
