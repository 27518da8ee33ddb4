"""many: sets of clusterings of the same elements, compared with each other and summarized."""

from clusterdiff.many.clusterings import Clusterings
from clusterdiff.many.pairwise import pairwise
from clusterdiff.many.pairwise_result import Coordinates, Pairwise

__all__ = ["Clusterings", "Coordinates", "Pairwise", "pairwise"]
