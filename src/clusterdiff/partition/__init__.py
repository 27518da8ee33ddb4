"""Partition: one clustering of n elements, and the lattice it lives in.

Finer is smaller: the bottom has every element alone, the top has all of them together, and ``a <= b`` says
that a refines b.
"""

from clusterdiff.partition import _codes as codes
from clusterdiff.partition._enumerate import AllPartitions, bell_number, integer_partitions
from clusterdiff.partition._functions import join, meet, path
from clusterdiff.partition._information import VIBounds, vi_bounds
from clusterdiff.partition._partition import Nearest, Partition
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
