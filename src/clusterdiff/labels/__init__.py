"""Reads one clustering, in whatever form it comes, as one integer per element."""

from clusterdiff.labels._align import align
from clusterdiff.labels._labels import MISSING, Labels, canonical_ints, listed, object_array
from clusterdiff.labels._policy import NOTHING_DROPPED, POLICY_OPTIONS, Dropped, Policy, read_counts, select, select_elements
from clusterdiff.labels._read import read
from clusterdiff.labels._union import unite

__all__ = [
    "MISSING",
    "NOTHING_DROPPED",
    "POLICY_OPTIONS",
    "Dropped",
    "Labels",
    "Policy",
    "align",
    "canonical_ints",
    "listed",
    "object_array",
    "read",
    "read_counts",
    "select",
    "select_elements",
    "unite",
]
