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
    "chisq_score": "chi_squared",
    "tschuprow": "tschuprows_t",
    "lambda": "goodman_kruskal_lambda",
    "adjustedsymmetricgini": "goodman_kruskal_tau[given=mean]",
    "goodmankruskal": "yule_q",
    "gamma": "hubert_gamma_prime",
    "id": "information_distance",
    "ps": "prediction_strength",
    "bmd": "merge_distance",
    "rv": "fowlkes_mallows[self_pairs=true]",
    "kp": "hubert_gamma[self_pairs=true]",
    "rand_split": "wallace_a[self_pairs=true]",
    "rand_merge": "wallace_b[self_pairs=true]",
    "overlap_coeff": "pair_overlap",
    "loevinger_coeff": "loevinger",
    "cole_coeff": "loevinger",
    "aaa": "normalized_clustering_accuracy",
    "diag": "classification_accuracy",
    "angle": "classification_accuracy",
    "entropypowers": "normalized_mutual_information.distance",
    "splitting_error": "inverse_purity.distance",
    "heidke": "adjusted_rand",
    "g+": "rand.distance",
    "nodestructuralrandmeasure": "rand.distance",
    "lfk": "overlapping_nmi[form=lfk]",
    "mgh": "overlapping_nmi",
    "overlappingnmidistance": "overlapping_nmi.distance",
    "cluster_precision": "exact_f[part=precision]",
    "cluster_recall": "exact_f[part=recall]",
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
    "tau": "goodman_kruskal_tau is the association; the tau of permetrics exceeds 1 for equal clusterings",
    "tsallis": "it is mutual_information or variation_of_information for q = 1, adjusted_rand or mirkin_invariant for q = 2",
    "nmi_q": "it is normalized_mutual_information for q = 1; other q are not here",
    "vi_q": "it is variation_of_information for q = 1, and mirkin_invariant for q = 2; other q are not here",
    "ami_q": "it is adjusted_mutual_information for q = 1, and adjusted_rand for q = 2; other q are not here",
    "smi_q": "it is cd.chance.standardized_mutual_information(a, b) for q = 1, and cd.chance.significance(a, b, 'rand').z for q = 2",
    "generalized_merge_distance": "it is merge_distance, mirkin/2 or variation_of_information, by the cost of a merge",
    "gmd": "it is merge_distance, mirkin/2 or variation_of_information, by the cost of a merge",
    "weighted_binder": "it is mirkin_invariant if both costs are equal; unequal costs are not here",
    "voi_split": "it is conditional_entropy(b, a), and of label images vi_split",
    "voi_merge": "it is conditional_entropy(a, b), and of label images vi_merge",
    "nvi_split": "it is conditional_entropy(b, a)/joint_entropy",
    "nvi_merge": "it is conditional_entropy(a, b)/joint_entropy",
    "euclidean": "of clue, it is √(2t) of transfer_distance",
    "manhattan": "of clue, it is 2t of transfer_distance",
    "mallows": "of clue, with p = 1, it is 2t of transfer_distance",
    "gv1": "it is √(2t) of transfer_distance if both have as many clusters",
    "split_join_distance": "it is n - n·inverse_purity and n - n·purity, whose sum is van_dongen",
    "studholme": "it is 1 + normalized_mutual_information[by=joint]",
    "informedness": "of pairs, it is peirce(b, a)",
    "markedness": "of pairs, it is peirce(a, b)",
    "pearson": "it depends on the number of elements; hubert_gamma is the correlation of pairs",
    "normalized_lerman": "it scales Lerman's index, which is cd.chance.significance(a, b, 'rand').z",
    "entropy_score": "of permetrics, it is not the entropy that it documents, which is conditional_entropy",
    "segmentation_accuracy": "it is average_precision of label images, at a threshold",
    "specificity": "of pairs, it is near 1 for many clusters; it is a part of blanc",
    "npv": "of pairs, it is near 1 for many clusters; it is a part of blanc",
    "tversky": "it is pair_f[beta=2] or jaccard, by its weights",
    "pd": "it is a number of pairs, which cd.summaries.PairCounts has",
    "mmm": "it depends on the order of the labels; purity and inverse_purity do not",
    "lumping_error": "it depends on how ties are broken; purity.distance does not",
    "partition_closeness_simple": "it compares sizes of clusters only",
    "prevalence_threshold": "it is not an agreement of clusterings",
    "cssd": "it needs prototypes of the clusters; centroid_index compares centroids",
    "graph_aware_rand": "it needs the edges of a graph",
    "expected_run_length": "it needs skeletons",
    "overlap_quality": "it compares how many clusters elements have; omega_index compares covers",
    "f1": "of cdlib, it is the mean of the best F1 in one direction; average_f1 takes both",
    "nf1": "of cdlib, it is the mean of the best F1 times coverage over redundancy; average_f1 is without these",
    "coverf1similarity": "it is the mean of the best F1 in one direction; average_f1 takes both",
    "nested_partition_overlap": "it compares all levels; classification_accuracy compares one",
    "consensus_score": "it compares biclusters",
    "fari": "it scales the products of degrees; soft_adjusted_rand takes probabilities",
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
