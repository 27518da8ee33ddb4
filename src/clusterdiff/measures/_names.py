"""Names of measures as they are typed: several in one text, with options, views or other names."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from clusterdiff.errors import OptionError

_COMMA = re.compile(r",(?![^\[]*\])")  # a comma outside brackets

# Names of other packages, in lower case; an alias of a measure is in its record, not here.
# Another name for a measure with a view or options.
SPELLED = {
    "npa": "normalized_classification_error.similarity",
    "normalized_pivoted_accuracy": "normalized_classification_error.similarity",
    "adjusted_asymmetric_accuracy": "normalized_clustering_accuracy",
    "arand": "adjusted_rand",
    "binder": "mirkin_invariant",
    "omari": "adjusted_rand.distance",
    "ba/a": "transfer_distance",
    "ba/c": "join_distance",
    "ba/d": "rand.distance",
    "ba/e": "normalized_variation_of_information[by=joint]",
    "entropy_powers": "normalized_mutual_information.distance",
    "smc": "rand",
    "sdc": "pair_f",
    "tanimoto": "jaccard",
    "mhm": "inverse_purity",
    "mcc": "hubert_gamma",
    "cohen_kappa": "adjusted_rand",
    "g_plus": "rand.distance",
    "nodestructuralrand": "rand.distance",
    "jaccardmeasure": "jaccard.distance",
    "adjustedrandmeasure": "adjusted_rand.distance",
    "nmidistance": "normalized_mutual_information.distance",
    "partition_overlap": "classification_accuracy",
    "clusteraccuracy": "classification_accuracy",
    "voi_split": "conditional_entropy",
}
# A function of a measure, or something that is not a measure here.
EXPLAINED = {
    "lerman": "it is (m - E[m])/sd of the pairs together in both: cd.chance.significance(a, b, 'rand').z",
    "smi": "it is cd.chance.standardized_mutual_information(a, b)",
    "symdiff": "it is mirkin/2",
    "comemberships": "it is the square root of mirkin",
    "southwood": "it is J/(1 - J) of jaccard",
    "yule_y": "yule_q is 2Y/(1 + Y²)",
    "odds_ratio": "it is (1 + Q)/(1 - Q) of yule_q",
    "g_statistic": "it is 2n·mutual_information[base=e]",
    "averagesymmetricgini": "it is the mean of bcubed_precision and bcubed_recall",
    "edit_distance": "of Pantel and Lin, it is purity - K'/n, inverse_purity - K/n, and their F",
    "k_metric": "it is the geometric mean of bcubed_precision and bcubed_recall",
    "projection_number": "it is n·inverse_purity or n·purity",
    "contingency_coefficient": "it is √(χ²/(χ² + n)) of chi_squared",
    "balanced_accuracy": "of pairs, it is (1 + peirce(b, a))/2",
    "mcnemar": "it says which clustering is coarser, not how far they agree",
    "phi_without_root": "it depends on the number of elements; hubert_gamma is the correlation",
}


class TypedName(NamedTuple):
    """The parts of a name."""

    stem: str  # as it was typed
    options: dict[str, Any]
    view: str | None

    @property
    def key(self) -> str:
        """The name in lower case with underscores, as catalogues have it."""
        return self.stem.lower().replace("-", "_")


def split_names(text: str) -> list[str]:
    """Return the names in a text, separated by commas that are not in brackets.

    Examples
    --------
    >>> split_names("ari, nvi[by=clusters,k_max=4]")
    ['ari', 'nvi[by=clusters,k_max=4]']
    """
    return [name for part in _COMMA.split(text) if (name := part.strip())]


def typed_name(name: Any, kind: str = "Measure") -> TypedName:
    """Return the parts of a name: options in brackets, and a view before or after them.

    Examples
    --------
    >>> typed_name("nvi[by=clusters,k_max=4].distance")
    TypedName(stem='nvi', options={'by': 'clusters', 'k_max': 4}, view='distance')
    """
    if not isinstance(name, str):
        given = type(name)
        raise OptionError(
            f"A measure must be a name or a {kind}, got {given.__module__}.{given.__name__}."
        )
    front, opening, rest = name.strip().partition("[")
    inside, closing, behind = rest.partition("]")
    if opening and not closing:
        raise OptionError(f"The name {name!r} has an opening bracket without a closing one.")
    stem, _, view = front.partition(".")
    items = (item.partition("=") for item in inside.split(",") if item.strip())
    options = {key.strip(): _value(text.strip()) for key, _, text in items}
    return TypedName(stem.strip(), options, view or behind.removeprefix(".") or None)


def _value(text: str) -> Any:
    """Return a truth value, a number or a text."""
    if text.lower() in {"true", "false"}:
        return text.lower() == "true"
    try:
        number = float(text)
    except ValueError:
        return text
    return int(number) if number.is_integer() else number
