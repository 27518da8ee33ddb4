"""Builders of user-defined measures."""

from clusterdiff.measures.builders._set_matching import SetMatching
from clusterdiff.measures.builders._split_merge import (
    BoundedEntropy,
    EntropyScore,
    LargestPart,
    SplitMerge,
)

__all__ = ["BoundedEntropy", "EntropyScore", "LargestPart", "SetMatching", "SplitMerge"]


def __dir__() -> list[str]:
    return sorted(__all__)
