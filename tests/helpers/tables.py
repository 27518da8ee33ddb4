"""Labels that have a given table, and tables that are counted once for all tests."""

from functools import cache

import numpy as np

from clusterdiff import Table


def labels_of(table):
    """Return two label arrays that have this table, a matrix or a Table."""
    matrix = np.asarray(table.to_scipy().toarray() if hasattr(table, "to_scipy") else table, int)
    rows, cols = np.indices(matrix.shape).reshape(2, -1)
    return np.repeat(rows, matrix.ravel()), np.repeat(cols, matrix.ravel())


def counted(a, b):
    """Return the table of two short lists; its summaries are computed once for all measures."""
    return _counted(tuple(a), tuple(b))


@cache
def _counted(a, b):
    return Table.from_labels(a, b)
