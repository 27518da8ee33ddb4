"""Labels that have a given table."""

import numpy as np


def labels_of(table):
    """Return two label arrays that have this table, a matrix or a Table."""
    matrix = np.asarray(table.to_scipy().toarray() if hasattr(table, "to_scipy") else table, int)
    rows, cols = np.indices(matrix.shape).reshape(2, -1)
    return np.repeat(rows, matrix.ravel()), np.repeat(cols, matrix.ravel())
