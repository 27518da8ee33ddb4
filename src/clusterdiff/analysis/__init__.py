"""analysis: what two or several clusterings have in common, as plain data.

Every result is a frozen dataclass with `to_dict`, `to_frame`, a readable repr and a table for
notebooks; `clusterdiff.display` draws them in other formats.
"""

from typing import TYPE_CHECKING

from clusterdiff.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from clusterdiff.analysis.compare import compare
    from clusterdiff.analysis.consistency import Consistency, consistency
    from clusterdiff.analysis.decompose import Decomposition, Term, decompose
    from clusterdiff.analysis.diff import (
        Cluster,
        Component,
        Costs,
        Cut,
        Diff,
        Flow,
        Move,
        Part,
        Rename,
        Threshold,
    )
    from clusterdiff.analysis.diff.diff import diff
    from clusterdiff.analysis.explain import Explanation, explain
    from clusterdiff.analysis.match import MatchedPair, Matching, element_scores, match, relabel
    from clusterdiff.analysis.recommend import Choice, Recommendation, goals, recommend
    from clusterdiff.analysis.results import Comparison, Score
    from clusterdiff.analysis.size_effect import SizeEffect, size_effect, size_variation
    from clusterdiff.analysis.write_elements import write_moved, write_relabeled

__all__ = [
    "Choice",
    "Cluster",
    "Comparison",
    "Component",
    "Consistency",
    "Costs",
    "Cut",
    "Decomposition",
    "Diff",
    "Explanation",
    "Flow",
    "MatchedPair",
    "Matching",
    "Move",
    "Part",
    "Recommendation",
    "Rename",
    "Score",
    "SizeEffect",
    "Term",
    "Threshold",
    "compare",
    "consistency",
    "decompose",
    "diff",
    "element_scores",
    "explain",
    "goals",
    "match",
    "recommend",
    "relabel",
    "size_effect",
    "size_variation",
    "write_moved",
    "write_relabeled",
]

lazy_exports(
    __name__,
    {
        "compare": "compare",
        "consistency": "Consistency consistency",
        "decompose": "Decomposition Term decompose",
        "diff": "Cluster Component Costs Cut Diff Flow Move Part Rename Threshold diff",
        "explain": "Explanation explain",
        "match": "MatchedPair Matching element_scores match relabel",
        "recommend": "Choice Recommendation goals recommend",
        "results": "Comparison Score",
        "size_effect": "SizeEffect size_effect size_variation",
        "write_elements": "write_moved write_relabeled",
    },
)
