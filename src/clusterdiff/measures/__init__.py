"""Measures: formulas with records, and the catalogue of all of them."""

from clusterdiff.measures._catalogue import FAMILIES, MEASURES, get_measure, measures_of, resolve
from clusterdiff.measures._conventions import by_convention, noting, ratio, strict
from clusterdiff.measures._measure import Facts, Measure, measure
from clusterdiff.measures._record import ByOptions, Option, Record
from clusterdiff.measures._references import Reference
from clusterdiff.measures.builders import (
    BoundedEntropy,
    EntropyScore,
    LargestPart,
    SetMatching,
    SplitMerge,
)

__all__ = [
    "FAMILIES",
    "MEASURES",
    "BoundedEntropy",
    "ByOptions",
    "EntropyScore",
    "Facts",
    "LargestPart",
    "Measure",
    "Option",
    "Record",
    "Reference",
    "SetMatching",
    "SplitMerge",
    "by_convention",
    "get_measure",
    "measure",
    "measures_of",
    "noting",
    "ratio",
    "resolve",
    "strict",
]


def __dir__() -> list[str]:
    return sorted([*__all__, "builders"])
