"""diff: which clusters split, merged and moved, and what each change costs a measure.

A diff computes arrays (`_numbers.py`), makes rows of them when they are read (`_changes.py`), and
shows some of these (`_view.py`).
"""

from clusterdiff.analysis._diff._cover_diff import (
    CoverChange,
    CoverCluster,
    CoverDiff,
    CoverElement,
    cover_columns,
)
from clusterdiff.analysis._diff._data import (
    KINDS,
    Change,
    Cluster,
    Costs,
    Cut,
    Flow,
    Kind,
    Part,
    Rename,
)
from clusterdiff.analysis._diff._diff import (
    ComponentNumbers,
    Diff,
    What,
    changed_clusters,
    component_numbers,
    diff,
    diff_data,
    ids_at,
    moved_batches,
    record_columns,
    totals_of,
)
from clusterdiff.analysis._diff._threshold import Threshold
from clusterdiff.analysis._diff._view import explained

__all__ = [
    "KINDS",
    "Change",
    "Cluster",
    "ComponentNumbers",
    "Costs",
    "CoverChange",
    "CoverCluster",
    "CoverDiff",
    "CoverElement",
    "Cut",
    "Diff",
    "Flow",
    "Kind",
    "Part",
    "Rename",
    "Threshold",
    "What",
    "changed_clusters",
    "component_numbers",
    "cover_columns",
    "diff",
    "diff_data",
    "explained",
    "ids_at",
    "moved_batches",
    "record_columns",
    "totals_of",
]
