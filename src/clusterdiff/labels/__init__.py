"""Labels of any form, read as one integer per element."""

from clusterdiff.labels._align import align, element_keys
from clusterdiff.labels._frames import columns_of, is_frame, observations, two_columns
from clusterdiff.labels._labels import MISSING, Labels, canonical_ints, listed, object_array
from clusterdiff.labels._named import named
from clusterdiff.labels._natural import natural_key, natural_ranks
from clusterdiff.labels._read import LabelsLike, read
from clusterdiff.labels._union import unite
from clusterdiff.labels.options import (
    OPTIONS_DOC,
    option_parameters,
    show_options,
    takes_policy,
    takes_selection,
)
from clusterdiff.labels.selection import (
    ALIGNMENTS,
    NOTHING_DROPPED,
    POLICY_OPTIONS,
    Alignment,
    Dropped,
    LabelsOptions,
    MissingPolicy,
    Policy,
    PolicyOptions,
    as_names,
    check_expansion,
    check_kinds,
    check_labeled,
    either,
    elements_with,
    missing_labels,
    number_array,
    read_counts,
    select,
    select_elements,
    unused_names,
)

__all__ = [
    "ALIGNMENTS",
    "MISSING",
    "NOTHING_DROPPED",
    "OPTIONS_DOC",
    "POLICY_OPTIONS",
    "Alignment",
    "Dropped",
    "Labels",
    "LabelsLike",
    "LabelsOptions",
    "MissingPolicy",
    "Policy",
    "PolicyOptions",
    "align",
    "as_names",
    "canonical_ints",
    "check_expansion",
    "check_kinds",
    "check_labeled",
    "columns_of",
    "either",
    "element_keys",
    "elements_with",
    "is_frame",
    "listed",
    "missing_labels",
    "named",
    "natural_key",
    "natural_ranks",
    "number_array",
    "object_array",
    "observations",
    "option_parameters",
    "read",
    "read_counts",
    "select",
    "select_elements",
    "show_options",
    "takes_policy",
    "takes_selection",
    "two_columns",
    "unite",
    "unused_names",
]


def __dir__() -> list[str]:
    return sorted(__all__)
