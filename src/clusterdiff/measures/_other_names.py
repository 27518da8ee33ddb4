"""Names of other packages: what they are here, or why there is no measure of that name.

Keys are in lower case. A name that a measure has as its alias is in its record, not here.
"""

# Another name for a measure with a view or options.
SPELLED = {
    "npa": "normalized_classification_error.similarity",
    "normalized_pivoted_accuracy": "normalized_classification_error.similarity",
    "adjusted_asymmetric_accuracy": "normalized_clustering_accuracy",
    "adapted_rand_error": "pair_f.distance",
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
