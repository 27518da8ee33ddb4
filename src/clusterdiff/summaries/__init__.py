"""Summaries of a table: the numbers that measures are computed from."""

from clusterdiff.summaries._components import Components
from clusterdiff.summaries._encodings import Encodings
from clusterdiff.summaries._entropies import Entropies
from clusterdiff.summaries._expected_information import ExpectedInformation, Sizes
from clusterdiff.summaries._overlaps import Overlaps, OverlapTotals
from clusterdiff.summaries._pair_sets import PairSets
from clusterdiff.summaries._pairs import PairCounts
from clusterdiff.summaries._summary import Batch, Summary

__all__ = [
    "Batch",
    "Components",
    "Encodings",
    "Entropies",
    "ExpectedInformation",
    "OverlapTotals",
    "Overlaps",
    "PairCounts",
    "PairSets",
    "Sizes",
    "Summary",
]


def __dir__() -> list[str]:
    return sorted(__all__)
