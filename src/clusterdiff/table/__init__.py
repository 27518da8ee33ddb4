"""Table: the sparse contingency table of two clusterings."""

from clusterdiff.table._blocks import are_blocked
from clusterdiff.table._builder import TableBuilder
from clusterdiff.table._table import Located, Table, locate
from clusterdiff.table._views import cell_records, table_data, table_view

__all__ = [
    "Located",
    "Table",
    "TableBuilder",
    "are_blocked",
    "cell_records",
    "locate",
    "table_data",
    "table_view",
]
