"""analysis: what two or several clusterings have in common, as plain data.

Every result is a frozen dataclass with `to_dict`, `to_frame`, a readable repr and a table for
notebooks; `clusterdiff.display` draws them in other formats.
"""

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
    diff,
)
from clusterdiff.analysis.explain import Explanation, explain
from clusterdiff.analysis.match import MatchedPair, Matching, element_scores, match, relabel
from clusterdiff.analysis.pairwise import Pairwise, pairwise, pairwise_tables
from clusterdiff.analysis.rank import RankedClustering, Ranking, rank, rank_tables
from clusterdiff.analysis.recommend import Choice, Recommendation, goals, recommend
from clusterdiff.analysis.results import Comparison, Score
from clusterdiff.analysis.size_effect import SizeEffect, size_effect, size_variation

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
    "Pairwise",
    "Part",
    "RankedClustering",
    "Ranking",
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
    "pairwise",
    "pairwise_tables",
    "rank",
    "rank_tables",
    "recommend",
    "relabel",
    "size_effect",
    "size_variation",
]
