"""Partition: one clustering of n elements, and the lattice of all partitions.

Partitions are ordered by refinement: ``a <= b`` means that a refines b. The smallest partition has
every element in a cluster of its own, the largest has all elements in one cluster.
"""

from clusterdiff.partition import _codes as codes
from clusterdiff.partition._enumerate import AllPartitions, bell_number, integer_partitions
from clusterdiff.partition._information import VIBounds, vi_bounds
from clusterdiff.partition._partition import Nearest, Partition, join, meet, path
from clusterdiff.partition._steps import Merge, Split

__all__ = [
    "AllPartitions",
    "Merge",
    "Nearest",
    "Partition",
    "Split",
    "VIBounds",
    "bell_number",
    "codes",
    "integer_partitions",
    "join",
    "meet",
    "path",
    "vi_bounds",
]


def __dir__() -> list[str]:
    return sorted(__all__)
