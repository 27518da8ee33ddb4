"""Chance: null models, expectations, adjusted measures, p-values and confidence intervals.

The arguments are the two clusterings, then the measure: ``chance.expected(a, b, "adjusted_rand")``.
"""

from typing import TYPE_CHECKING

from clusterdiff.lazy_exports import lazy_exports

if TYPE_CHECKING:
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

lazy_exports(
    __name__,
    {
        "compare_two": "compare_two",
        "expected": "adjusted expected",
        "holm": "holm",
        "interval": "interval",
        "null_models": "NULL_MODELS NullModel get_null_model register",
        "results": "Adjusted ChanceSummary ComparisonOfTwo Expected Interval Significance",
        "significance": "significance standardized_mutual_information",
        "summary": "summarize",
    },
)
