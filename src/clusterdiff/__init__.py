"""Compare clusterings: how far apart two partitions of the same data are, where they differ, and why."""

from importlib.metadata import version as _version

from clusterdiff._kernel import KERNEL
from clusterdiff.compare import compare
from clusterdiff.errors import ClusterdiffError, Undefined
from clusterdiff.measures import FAMILIES, MEASURES, Measure, define_measure, measure, measures, strict
from clusterdiff.partition import Partition
from clusterdiff.results import Comparison, Score
from clusterdiff.table import Table, TableBuilder

__version__ = _version("clusterdiff")

globals().update(MEASURES)

__all__ = [  # noqa: PLE0604  (the names of the measures are strings)
    "FAMILIES",
    "KERNEL",
    "MEASURES",
    "ClusterdiffError",
    "Comparison",
    "Measure",
    "Partition",
    "Score",
    "Table",
    "TableBuilder",
    "Undefined",
    "__version__",
    "compare",
    "define_measure",
    "measure",
    "measures",
    "strict",
    *MEASURES,
]
