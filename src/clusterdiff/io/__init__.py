"""Read label files of any supported format and size as labels or tables.

The public functions are `read_labels` and `read_table`; the other names serve the packages above.
"""

from clusterdiff.io._columns import Clustering as Clustering
from clusterdiff.io._columns import ColumnsError as ColumnsError
from clusterdiff.io._columns import Wishes as Wishes
from clusterdiff.io._columns import choose as choose
from clusterdiff.io._columns import choose_one as choose_one
from clusterdiff.io._matrix import read_matrix as read_matrix
from clusterdiff.io._matrix import read_rows as read_rows
from clusterdiff.io._secrets import hidden as hidden
from clusterdiff.io._source import LAYOUTS as LAYOUTS
from clusterdiff.io._source import Layout as Layout
from clusterdiff.io._source import Source as Source
from clusterdiff.io._writing import write_columns as write_columns
from clusterdiff.io._writing import write_mtx as write_mtx
from clusterdiff.io._writing import write_parquet as write_parquet
from clusterdiff.io._writing_elements import open_elements as open_elements
from clusterdiff.io._writing_elements import write_except as write_except
from clusterdiff.io._writing_elements import write_renamed as write_renamed
from clusterdiff.io.counting import Counted as Counted
from clusterdiff.io.counting import Elements as Elements
from clusterdiff.io.counting import Report as Report
from clusterdiff.io.counting import count as count
from clusterdiff.io.counting import read_elements as read_elements
from clusterdiff.io.opening import open_source as open_source
from clusterdiff.io.opening import open_sources as open_sources
from clusterdiff.io.reading import read_labels as read_labels
from clusterdiff.io.reading import read_table as read_table

__all__ = ["read_labels", "read_table"]


def __dir__() -> list[str]:
    return sorted(__all__)
