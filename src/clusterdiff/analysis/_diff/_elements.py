"""The elements that moved, found in rows that an engine returns some at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.errors import UnavailableError
from clusterdiff.labels import listed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from clusterdiff.analysis._diff._diff import Diff
    from clusterdiff.labels import Labels


def moved_batches(
    diff: Diff, batches: Iterable[tuple[Any, Labels, Labels]]
) -> Iterator[dict[str, NDArray[Any]]]:
    """Yield the columns of `Diff.moved_columns` for the rows of a diff that was made from a table.

    Parameters
    ----------
    diff : Diff
        The diff of the table of the same rows.
    batches : iterable of (array, Labels, Labels)
        The ids, the labels of a and the labels of b of some elements.

    Yields
    ------
    dict of numpy.ndarray
        The elements of a batch that moved. There is at least one batch.

    Raises
    ------
    UnavailableError
        If these are not as many as the table has, because the rows have changed in the meantime.
    """
    t, moved = diff.table, np.zeros(diff.table.nnz, bool)
    moved[diff._numbers.moved] = True  # noqa: SLF001
    index = [
        {name: i for i, name in enumerate(listed(names))} for names in (t.row_labels, t.col_labels)
    ]
    width = t.shape[1]
    keys = t.rows.astype(np.int64) * width + t.cols  # ascending
    found = 0
    columns = diff._columns_of_cells  # noqa: SLF001
    yield columns(np.array([], object), np.array([], np.int64))
    for ids, a, b in batches:
        i, j = _positions(a, index[0]), _positions(b, index[1])
        at = np.flatnonzero((i >= 0) & (j >= 0))
        wanted = i[at] * width + j[at]
        cells = np.minimum(np.searchsorted(keys, wanted), max(len(keys) - 1, 0))
        kept = (keys[cells] == wanted) & moved[cells] if len(keys) else np.zeros(len(at), bool)
        found += int(kept.sum())
        yield columns(ids[at[kept]], cells[kept])
    expected = int(t.counts[moved].sum())
    if found != expected:
        raise UnavailableError(
            f"The rows changed while they were read: {found:,} elements moved, and {expected:,} of "
            "the table.",
            "run it again",
        )


def _positions(labels: Labels, index: dict[Any, int]) -> NDArray[np.int64]:
    """Return the cluster of each element, -1 for elements that were not counted."""
    codes, names = labels.encoded()
    known = np.array([index.get(name, -1) for name in listed(names)] or [-1], np.int64)
    out: NDArray[np.int64] = known[np.minimum(codes, len(known) - 1)]
    for mask in (labels.missing, labels.absent):
        if mask is not None:
            out[mask] = -1
    return out
