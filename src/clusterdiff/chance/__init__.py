"""Chance: null models, expectations, adjusted measures, p-values and confidence intervals.

Labels come first and the measure third: ``chance.expected(a, b, "adjusted_rand")``.
"""

from clusterdiff.chance.compare_two import compare_two
from clusterdiff.chance.expected import adjusted, expected
from clusterdiff.chance.holm import holm
from clusterdiff.chance.interval import interval
from clusterdiff.chance.null_models import NULL_MODELS, NullModel, get_null_model, register
from clusterdiff.chance.results import (
    Adjusted,
    ChanceSummary,
    ComparisonOfTwo,
    Expected,
    Interval,
    Significance,
)
from clusterdiff.chance.significance import significance, standardized_mutual_information
from clusterdiff.chance.summary import summarize

__all__ = [
    "NULL_MODELS",
    "Adjusted",
    "ChanceSummary",
    "ComparisonOfTwo",
    "Expected",
    "Interval",
    "NullModel",
    "Significance",
    "adjusted",
    "compare_two",
    "expected",
    "get_null_model",
    "holm",
    "interval",
    "register",
    "significance",
    "standardized_mutual_information",
    "summarize",
]
