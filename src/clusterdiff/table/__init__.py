"""Table: the sparse contingency table of two clusterings."""

from clusterdiff.table._builder import TableBuilder
from clusterdiff.table._locate import Located, locate
from clusterdiff.table._table import Table

__all__ = ["Located", "Table", "TableBuilder", "locate"]
