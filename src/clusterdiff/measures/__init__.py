"""Measures: formulas with records, and the catalogue of all of them."""

from clusterdiff.measures._catalogue import FAMILIES, MEASURES, get_measure, measures_of, resolve
from clusterdiff.measures._measure import Facts, Measure, measure
from clusterdiff.measures._record import ByOptions, Option, Record
from clusterdiff.measures.builders import (
    BoundedEntropy,
    EntropyScore,
    LargestPart,
    SetMatching,
    SplitMerge,
)
from clusterdiff.measures.conventions import noting, strict
from clusterdiff.measures.references import Reference

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
    "get_measure",
    "measure",
    "measures_of",
    "noting",
    "resolve",
    "strict",
]


def __dir__() -> list[str]:
    return sorted([*__all__, "builders"])
