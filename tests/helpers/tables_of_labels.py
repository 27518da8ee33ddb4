"""Tables of small random labels, and the equality of two tables."""

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

many = settings(max_examples=100, derandomize=True)
small = st.integers(0, 4)
two_lists = st.lists(st.tuples(small, small), min_size=1, max_size=20).map(
    lambda both: tuple(map(list, zip(*both, strict=True)))
)


def cells(table):
    """Return the cells of a table, each with its labels."""
    columns = (
        table.row_labels[table.rows].tolist(),
        table.col_labels[table.cols].tolist(),
        table.counts.tolist(),
    )
    return {(row, col): count for row, col, count in zip(*columns, strict=True)}


def arrays(table):
    return {
        name: getattr(table, name)
        for name in ("rows", "cols", "counts", "row_sizes", "col_sizes", "row_labels", "col_labels")
    }


def identical(x, y):
    """Return whether two tables have equal arrays, dropped elements and reprs."""
    same = all(
        np.array_equal(one, other)
        for one, other in zip(arrays(x).values(), arrays(y).values(), strict=True)
    )
    return (
        same
        and x == y
        and hash(x) == hash(y)
        and (x.n, x.dropped, repr(x)) == (y.n, y.dropped, repr(y))
    )
