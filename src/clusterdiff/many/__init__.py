"""many: sets of clusterings of the same elements, compared with each other and summarized."""

from typing import TYPE_CHECKING

from clusterdiff.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from clusterdiff.many._agreement import ClusterAgreement
    from clusterdiff.many._consensus_result import Consensus, SearchRun
    from clusterdiff.many._diversity import Diversity
    from clusterdiff.many._medoid import Medoid
    from clusterdiff.many._stability import ClusterStability, Stability, StabilityOfK, stability
    from clusterdiff.many.clusterings import Clusterings
    from clusterdiff.many.coassignment import coassignment, coassignment_blocks
    from clusterdiff.many.consensus import consensus
    from clusterdiff.many.coordinates import Coordinates
    from clusterdiff.many.credible_ball import CredibleBall, credible_ball
    from clusterdiff.many.draws import read_draws
    from clusterdiff.many.modes import Mode, Modes, modes
    from clusterdiff.many.pairwise import pairwise
    from clusterdiff.many.pairwise_result import Pairwise
    from clusterdiff.many.pool import PooledRanking, pool
    from clusterdiff.many.rank import rank
    from clusterdiff.many.ranking import PairedTest, RankedClustering, RankedGroup, Ranking
    from clusterdiff.many.timeline import Event, Lineage, Timeline, timeline

__all__ = [
    "ClusterAgreement",
    "ClusterStability",
    "Clusterings",
    "Consensus",
    "Coordinates",
    "CredibleBall",
    "Diversity",
    "Event",
    "Lineage",
    "Medoid",
    "Mode",
    "Modes",
    "PairedTest",
    "Pairwise",
    "PooledRanking",
    "RankedClustering",
    "RankedGroup",
    "Ranking",
    "SearchRun",
    "Stability",
    "StabilityOfK",
    "Timeline",
    "coassignment",
    "coassignment_blocks",
    "consensus",
    "credible_ball",
    "modes",
    "pairwise",
    "pool",
    "rank",
    "read_draws",
    "stability",
    "timeline",
]

lazy_exports(
    __name__,
    {
        "_agreement": "ClusterAgreement",
        "_diversity": "Diversity",
        "_consensus_result": "Consensus SearchRun",
        "_medoid": "Medoid",
        "_stability": "ClusterStability Stability StabilityOfK stability",
        "clusterings": "Clusterings",
        "coassignment": "coassignment coassignment_blocks",
        "consensus": "consensus",
        "coordinates": "Coordinates",
        "credible_ball": "CredibleBall credible_ball",
        "draws": "read_draws",
        "modes": "Mode Modes modes",
        "pairwise": "pairwise",
        "pairwise_result": "Pairwise",
        "pool": "PooledRanking pool",
        "rank": "rank",
        "ranking": "PairedTest RankedClustering RankedGroup Ranking",
        "timeline": "Event Lineage Timeline timeline",
    },
)
