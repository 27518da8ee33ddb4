"""Summaries of a table: the numbers that measures are computed from."""

from clusterdiff.summaries._summary import Summary
from clusterdiff.summaries.components import Components
from clusterdiff.summaries.encodings import Encodings
from clusterdiff.summaries.entropies import Entropies
from clusterdiff.summaries.expected_information import ExpectedInformation
from clusterdiff.summaries.overlaps import Overlaps
from clusterdiff.summaries.pair_sets import PairSets
from clusterdiff.summaries.pairs import PairCounts
from clusterdiff.summaries.sizes import Sizes

__all__ = [
    "Components",
    "Encodings",
    "Entropies",
    "ExpectedInformation",
    "Overlaps",
    "PairCounts",
    "PairSets",
    "Sizes",
    "Summary",
]


def __dir__() -> list[str]:
    return sorted(__all__)
