"""diff: which clusters split, merged and moved, and what each change costs a measure."""

from clusterdiff.analysis.diff.data import (
    Cluster,
    Component,
    Costs,
    Cut,
    Flow,
    Kind,
    Move,
    Part,
    Rename,
)
from clusterdiff.analysis.diff.diff import diff
from clusterdiff.analysis.diff.result import Diff
from clusterdiff.analysis.diff.threshold import Threshold

__all__ = [
    "Cluster",
    "Component",
    "Costs",
    "Cut",
    "Diff",
    "Flow",
    "Kind",
    "Move",
    "Part",
    "Rename",
    "Threshold",
    "diff",
]
