"""diff: which clusters split, merged and moved, and what each costs a measure."""

from clusterdiff.diff._data import Cluster, Component, Move
from clusterdiff.diff._decompose import Decomposition, decompose
from clusterdiff.diff._diff import Diff, diff

__all__ = ["Cluster", "Component", "Decomposition", "Diff", "Move", "decompose", "diff"]
