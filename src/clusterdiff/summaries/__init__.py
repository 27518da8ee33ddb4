"""Summaries: few exact numbers of a table, which is all that measures see of it."""

from clusterdiff.summaries._summary import Summary
from clusterdiff.summaries.components import Components
from clusterdiff.summaries.encodings import Encodings
from clusterdiff.summaries.entropies import Entropies
from clusterdiff.summaries.expectation import ExpectedInformation
from clusterdiff.summaries.overlaps import Overlaps
from clusterdiff.summaries.pairs import PairCounts
from clusterdiff.summaries.sizes import Sizes

__all__ = ["Components", "Encodings", "Entropies", "ExpectedInformation", "Overlaps", "PairCounts", "Sizes", "Summary"]
