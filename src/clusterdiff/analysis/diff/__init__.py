"""diff: which clusters split, merged and moved, and what each change costs a measure."""

from clusterdiff.analysis.diff.data import Cluster, Component, Costs, Cut, Move, Part, Rename
from clusterdiff.analysis.diff.diff import Diff, diff

__all__ = ["Cluster", "Component", "Costs", "Cut", "Diff", "Move", "Part", "Rename", "diff"]
