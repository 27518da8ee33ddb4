"""What the tests of the papers share."""

from functools import cache

import numpy as np

from reproductions import reproduce


@cache
def exact(name):
    """A paper without its simulations, recomputed once."""
    (paper,) = reproduce(name, quick=True)
    return paper


def checks_of(paper, verdict):
    """The checks of a paper that came out so."""
    return [check for section in paper.sections for check in section.checks if check.verdict == verdict]


def labels_of(table):
    """Two label arrays that have this table, a matrix or a Table."""
    matrix = np.asarray(table.to_scipy().toarray() if hasattr(table, "to_scipy") else table, int)
    rows, cols = np.indices(matrix.shape).reshape(2, -1)
    return np.repeat(rows, matrix.ravel()), np.repeat(cols, matrix.ravel())
