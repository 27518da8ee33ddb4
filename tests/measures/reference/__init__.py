"""Every measure of the catalogue from its definition, with fractions or 50 digits.

Nothing of clusterdiff is imported.
`value(case, "normalized_mutual_information[by=max]")` gives the value and whether the formula is
0/0 there, so that the value is a convention: equal partitions get the best value, others the value
of no agreement.
"""

from fractions import Fraction

from tests.measures.reference import association, coreference, information, pairs, set_matching
from tests.measures.reference.case import TINY, Case, UndefinedError, real

MEASURES = {
    **pairs.MEASURES,
    **information.MEASURES,
    **set_matching.MEASURES,
    **association.MEASURES,
    **coreference.MEASURES,
}

DISTANCES = {
    "classification_error",
    "conditional_entropy",
    "criterion_h",
    "dom_q0",
    "goodman_kruskal",
    "information_distance",
    "join_distance",
    "merge_distance",
    "normalized_information_distance",
    "projection_distance",
    "invariant_van_dongen",
    "jaccard_prime",
    "minkowski",
    "minkowski_prime",
    "mirkin",
    "mirkin_invariant",
    "normalized_classification_error",
    "normalized_minkowski",
    "normalized_van_dongen",
    "normalized_variation_of_information",
    "transfer_distance",
    "van_dongen",
    "variation_of_information",
}
# The value of 0/0 if the partitions differ: 0 unless it is in this list.
NO_AGREEMENT = {
    "wallace_a": 1,  # there is no pair to keep, so that all are kept
    "wallace_b": 1,
    "normalized_variation_of_information": 1,
    "normalized_information_distance": 1,
    "pair_overlap": 1,  # no pair, so that one refines the other
    "prediction_strength": 1,
    "mcconnaughey": -1,
    "fager_mcgowan": -0.5,
    "minkowski": 0,
    "minkowski_prime": 0,
}
UPPER = {"normalized_minkowski": Fraction(3, 2)}  # bounds from above; otherwise 1
WITHOUT_VIEW = {
    *("entropy", "joint_entropy", "conditional_entropy", "mutual_information"),
    *("variation_of_information", "expected_mutual_information", "reduced_mutual_information"),
    *("mirkin", "minkowski", "minkowski_prime", "transfer_distance", "van_dongen"),
    *("russell_rao", "baulieu_2", "fager_mcgowan"),
    *("chi_squared", "projection_distance", "information_distance", "dom_q0"),
    *("merge_distance", "join_distance"),
}
BEST_WHEN_UNDEFINED = {
    "baulieu_2": 0
}  # of equal partitions; otherwise 0 for a distance and 1 for a similarity


def parse(key):
    """Return the name and the options of "name[option=value,…]"."""
    name, _, inside = key.partition("[")
    pairs_of_text = (item.split("=") for item in inside.rstrip("]").split(",") if item)
    return name, {option: _option(text) for option, text in pairs_of_text}


def _option(text):
    if text in {"True", "False"}:
        return text == "True"
    try:
        number = float(text)
    except ValueError:
        return text
    return int(number) if number.is_integer() else number


def value(case, key):
    """Return the value for a case, and whether it is a value by convention."""
    name, options = parse(key)
    name, _, view = name.partition(".")
    found, convention = _value(case, name, options)
    if view:
        found = UPPER.get(name, 1) - found
    return (found if abs(real(found)) > TINY else 0), convention


def _value(case, name, options):
    try:
        return MEASURES[name](case, **options), False
    except UndefinedError as reason:
        if case.equal:
            return BEST_WHEN_UNDEFINED.get(name, 0 if name in DISTANCES else 1), True
        return getattr(reason, "value", NO_AGREEMENT.get(name, 0)), True


def view_of(name):
    """Return the upper bound minus the value, if the range is the same for all data."""
    return None if name in WITHOUT_VIEW else "similarity" if name in DISTANCES else "distance"


__all__ = ["MEASURES", "Case", "UndefinedError", "parse", "value", "view_of"]
