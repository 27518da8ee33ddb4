"""Read label files of any supported format and size as labels or tables.

The public functions are `read_labels` and `read_table`; the other names serve the command line.
"""

from clusterdiff.io.columns import Clustering, ColumnsError, Wishes, choose
from clusterdiff.io.counting import Counted, Report, count
from clusterdiff.io.opening import open_source, open_sources
from clusterdiff.io.reading import read_labels, read_table
from clusterdiff.io.source import LAYOUTS, Source
from clusterdiff.io.writing import write_mtx, write_parquet

__all__ = ["read_labels", "read_table"]


def __dir__() -> list[str]:
    return sorted(__all__)
