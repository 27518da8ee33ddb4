"""Table: the sparse contingency table of two clusterings."""

from clusterdiff.table._blocks import are_blocked
from clusterdiff.table._builder import TableBuilder
from clusterdiff.table._table import Located, Table, locate

__all__ = [
    "Located",
    "Table",
    "TableBuilder",
    "are_blocked",
    "locate",
]
