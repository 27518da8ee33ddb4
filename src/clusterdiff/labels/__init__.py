"""Labels of any form, read as one integer per element."""

from clusterdiff.labels._frames import columns_of, is_frame, no_column, observations, some_names
from clusterdiff.labels._labelings import Labelings, align, different_elements, match_elements
from clusterdiff.labels._labels import MISSING, Labels, canonical_ints, listed, object_array
from clusterdiff.labels._natural import natural_key, natural_ranks
from clusterdiff.labels._options import (
    CLUSTERINGS_DOC,
    OPTIONS_DOC,
    option_parameters,
    takes_clusterings,
    takes_label_options,
    takes_options,
    takes_selection,
)
from clusterdiff.labels._policy import (
    ALIGNMENTS,
    NOTHING_DROPPED,
    PLAIN,
    POLICY_OPTIONS,
    Alignment,
    Dropped,
    LabelOptions,
    LabelsOptions,
    MissingPolicy,
    Policy,
    SelectionOptions,
)
from clusterdiff.labels._read import LabelsLike, read
from clusterdiff.labels._select import (
    INTEGER,
    UNLABELED,
    Selected,
    as_names,
    check_kinds,
    check_labeled,
    either,
    elements_with,
    in_kind_of,
    missing_labels,
    noise_cluster,
    noise_note,
    number_array,
    read_counts,
    select,
)
from clusterdiff.labels._union import unite

__all__ = [
    "ALIGNMENTS",
    "CLUSTERINGS_DOC",
    "INTEGER",
    "MISSING",
    "NOTHING_DROPPED",
    "OPTIONS_DOC",
    "PLAIN",
    "POLICY_OPTIONS",
    "UNLABELED",
    "Alignment",
    "Dropped",
    "LabelOptions",
    "Labelings",
    "Labels",
    "LabelsLike",
    "LabelsOptions",
    "MissingPolicy",
    "Policy",
    "Selected",
    "SelectionOptions",
    "align",
    "as_names",
    "canonical_ints",
    "check_kinds",
    "check_labeled",
    "columns_of",
    "different_elements",
    "either",
    "elements_with",
    "in_kind_of",
    "is_frame",
    "listed",
    "match_elements",
    "missing_labels",
    "natural_key",
    "natural_ranks",
    "no_column",
    "noise_cluster",
    "noise_note",
    "number_array",
    "object_array",
    "observations",
    "option_parameters",
    "read",
    "read_counts",
    "select",
    "some_names",
    "takes_clusterings",
    "takes_label_options",
    "takes_options",
    "takes_selection",
    "unite",
]


def __dir__() -> list[str]:
    return sorted(__all__)
