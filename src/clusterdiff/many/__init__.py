"""many: sets of clusterings of the same elements, compared with each other and summarized."""

from clusterdiff.many._choosing import Diversity
from clusterdiff.many._stability import ClusterStability, Stability, StabilityOfK, stability
from clusterdiff.many.clusterings import Clusterings
from clusterdiff.many.coordinates import Coordinates
from clusterdiff.many.pairwise import pairwise
from clusterdiff.many.pairwise_result import Pairwise
from clusterdiff.many.pool import PooledRanking, pool
from clusterdiff.many.rank import rank
from clusterdiff.many.ranking import PairedTest, RankedClustering, RankedGroup, Ranking

__all__ = [
    "ClusterStability",
    "Clusterings",
    "Coordinates",
    "Diversity",
    "PairedTest",
    "Pairwise",
    "PooledRanking",
    "RankedClustering",
    "RankedGroup",
    "Ranking",
    "Stability",
    "StabilityOfK",
    "pairwise",
    "pool",
    "rank",
    "stability",
]
