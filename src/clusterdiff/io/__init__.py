"""Label files of any kind and size to labels, and to tables."""

from clusterdiff.io.columns import Clustering, ColumnsError, Wishes, choose
from clusterdiff.io.counting import Counted, Report, count
from clusterdiff.io.opening import open_source, open_sources
from clusterdiff.io.reading import read_labels, read_table
from clusterdiff.io.source import LAYOUTS, Source
from clusterdiff.io.writing import write_mtx, write_parquet

__all__ = [
    "LAYOUTS",
    "Clustering",
    "ColumnsError",
    "Counted",
    "Report",
    "Source",
    "Wishes",
    "choose",
    "count",
    "open_source",
    "open_sources",
    "read_labels",
    "read_table",
    "write_mtx",
    "write_parquet",
]
