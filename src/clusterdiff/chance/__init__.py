"""chance: null models, expectations, adjustment of any measure, p-values and intervals."""

from clusterdiff.chance._difference import difference
from clusterdiff.chance._expected import adjusted, expected
from clusterdiff.chance._interval import interval
from clusterdiff.chance._nulls import NULLS
from clusterdiff.chance._results import Adjusted, Difference, Expected, Interval, Significance
from clusterdiff.chance._significance import holm, significance, significances, standardized_mutual_information

__all__ = [
    "NULLS",
    "Adjusted",
    "Difference",
    "Expected",
    "Interval",
    "Significance",
    "adjusted",
    "difference",
    "expected",
    "holm",
    "interval",
    "significance",
    "significances",
    "standardized_mutual_information",
]
