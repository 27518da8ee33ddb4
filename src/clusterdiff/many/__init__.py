"""many: sets of clusterings of the same elements, compared with each other and summarized."""

from clusterdiff.many.clusterings import Clusterings

__all__ = ["Clusterings"]
