"""many: sets of clusterings of the same elements, compared with each other and summarized."""

from clusterdiff.many._agreement import ClusterAgreement
from clusterdiff.many._consensus_result import Consensus, SearchRun
from clusterdiff.many._medoid import Medoid
from clusterdiff.many.clusterings import Clusterings
from clusterdiff.many.coassignment import coassignment, coassignment_blocks
from clusterdiff.many.consensus import consensus
from clusterdiff.many.draws import read_draws

__all__ = [
    "ClusterAgreement",
    "Clusterings",
    "Consensus",
    "Medoid",
    "SearchRun",
    "coassignment",
    "coassignment_blocks",
    "consensus",
    "read_draws",
]
