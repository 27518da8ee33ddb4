"""Count two labelings: from validated labels to the non-zero cells and the cluster sizes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from clusterdiff import _kernel
from clusterdiff.errors import InputError
from clusterdiff.labels import (
    NOTHING_DROPPED,
    Dropped,
    Labelings,
    Labels,
    Policy,
    Selected,
    canonical_ints,
    match_elements,
    noise_cluster,
    noise_note,
    number_array,
    read,
    read_counts,
    select,
    unite,
)
from clusterdiff.table._blocks import are_blocked, block_tables

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from clusterdiff.table._table import Table

    Ints = NDArray[np.int64]


class Counts(NamedTuple):
    """The fields of a Table, in the same order."""

    n: int
    rows: Ints
    cols: Ints
    counts: Ints
    row_sizes: Ints
    col_sizes: Ints
    row_labels: NDArray[Any]
    col_labels: NDArray[Any]
    dropped: Dropped
    notes: tuple[str, ...] = ()
    names: tuple[str, str] = ("a", "b")


def count_labels(a: Any, b: Any, policy: Policy) -> Counts:
    """Count two labelings; the result is empty if every element is dropped."""
    if are_blocked(a, b, plain=policy.plain):
        return _count_blocks(a, b, policy)
    return count_labelings(
        match_elements({"a": read(a, "a"), "b": read(b, "b")}, policy.align), policy
    )


def count_labelings(given: Labelings, policy: Policy) -> Counts:
    """Count two labelings that are read and matched."""
    first, second = given.pair
    if policy.plain and given.counts is None and first.whole and second.whole:
        return _noted(count_codes(first, second, None, NOTHING_DROPPED), (), given.names)
    return count_selected(select(given, policy).shared())


def count_selected(chosen: Selected) -> Counts:
    """Count the elements that two labelings share."""
    chosen = chosen.expanded()
    first, second = chosen.labels()
    found = count_codes(first, second, chosen.weights, chosen.dropped)
    return _noted(found, chosen.notes, chosen.given.names)


def _noted(found: Counts, notes: Sequence[str], names: tuple[str, ...]) -> Counts:
    """Return counts with the names of the clusterings, and notes on -1 as a cluster."""
    first, second = names
    noise = _noise_notes(found, (first, second))
    return found._replace(names=(first, second), notes=(*notes, *noise))


def _noise_notes(table: Table | Counts, names: tuple[str, str]) -> list[str]:
    """Return notes on -1, the usual label of noise, where it is counted as a cluster."""
    sides = (table.row_labels, table.row_sizes), (table.col_labels, table.col_sizes)
    notes = []
    for name, (labels, sizes) in zip(names, sides, strict=True):
        place = noise_cluster(labels)
        if place is not None:
            notes.append(noise_note(name, int(sizes[place])))
    return notes


def _count_blocks(a: Any, b: Any, policy: Policy) -> Counts:
    """Count arrays in chunks; tables of similar size are added, as a merge sort does."""
    found: list[Counts] = []
    for counts in block_tables(a, b, policy, count_labels):
        found.append(counts)
        while len(found) > 1 and len(found[-2].counts) <= 2 * len(found[-1].counts):
            found[-2:] = [count_tables(found[-2:])]
    return count_tables(found)


def count_cells(a: Labels, b: Labels, counts: Ints) -> Counts:
    """Count cells given as two columns of labels and a column of counts."""
    found = count_labelings(Labelings((a, b)), Policy(weights=counts))
    return found._replace(dropped=NOTHING_DROPPED)


def count_codes(a: Labels, b: Labels, weights: Ints | None, dropped: Dropped) -> Counts:
    """Count validated labels."""
    row_values, col_values, rows, cols, counts = _kernel.count_pairs(
        a.codes, b.codes, weights, _kernel.THREADS
    )
    row_labels = canonical_ints(row_values) if a.names is None else a.names[row_values]
    col_labels = canonical_ints(col_values) if b.names is None else b.names[col_values]
    n = len(a) if weights is None else int(counts.sum())  # fits in int64: checked in read_counts
    row_sizes = _kernel.group_sums(rows, counts, len(row_labels))
    col_sizes = _kernel.group_sums(cols, counts, len(col_labels))
    for array in (rows, cols, counts, row_sizes, col_sizes, row_labels, col_labels):
        array.setflags(write=False)
    return Counts(n, rows, cols, counts, row_sizes, col_sizes, row_labels, col_labels, dropped)


def count_tables(tables: Sequence[Table | Counts]) -> Counts:
    """Add tables of disjoint sets of elements; clusters are matched by label."""
    row_codes, row_labels = unite([t.row_labels for t in tables], "a")
    col_codes, col_labels = unite([t.col_labels for t in tables], "b")
    rows = np.concatenate([code[t.rows] for code, t in zip(row_codes, tables, strict=True)])
    cols = np.concatenate([code[t.cols] for code, t in zip(col_codes, tables, strict=True)])
    counts = read_counts(np.concatenate([t.counts for t in tables]), len(rows), "counts")
    dropped = Dropped(*map(sum, zip(*(t.dropped for t in tables), strict=True)))
    found = count_codes(Labels(rows, row_labels), Labels(cols, col_labels), counts, dropped)
    # A name may occur in one chunk only, so a note that not all tables have is dropped.
    shared = [note for note in tables[0].notes if all(note in t.notes for t in tables)]
    noise = _noise_notes(tables[0], tables[0].names)
    return _noted(found, [note for note in shared if note not in noise], tables[0].names)


def matrix_cells(matrix: Any) -> tuple[Ints, Ints, NDArray[Any], tuple[int, int]]:
    """Return rows, columns and values of the stored cells of a matrix, and its shape."""
    if np.ma.is_masked(matrix):
        raise InputError(
            f"matrix must not have masked cells, got {int(np.ma.getmaskarray(matrix).sum())}.",
            "pass matrix.filled(0) to count them as empty",
        )
    try:
        cells = matrix.tocoo() if hasattr(matrix, "tocoo") else number_array(matrix)
    except ValueError:
        raise InputError("matrix must have rows of the same length.") from None
    if cells.ndim != 2:
        raise InputError(
            f"matrix must have 2 dimensions, got {cells.ndim}.",
            "for two lists of labels use Table.from_labels(a, b)",
        )
    if isinstance(cells, np.ndarray):
        try:
            rows, cols = np.nonzero(cells)
        except TypeError:  # the missing value of pandas is neither zero nor non-zero
            raise InputError(f"matrix must be integers, got {cells.dtype}.") from None
        return rows, cols, cells[rows, cols], cells.shape
    return cells.row, cells.col, cells.data, cells.shape


def axis_labels(labels: Any, codes: Ints, size: int, what: str) -> Labels:
    """Return the given labels of the rows (or columns) of a matrix, or their numbers."""
    if labels is None:
        return Labels(np.ascontiguousarray(codes))
    names = read(labels, what)
    distinct = len(np.unique(names.codes))
    if len(names) != size or distinct != size or names.missing is not None:
        raise InputError(
            f"{what} must have {size} distinct labels, got {len(names)} labels "
            f"({distinct} distinct)."
        )
    return Labels(names.codes[codes], names.names)


def not_empty(counts: Counts) -> Counts:
    """Raise an error if there is no element."""
    if counts.n == 0:
        why = f"{counts.dropped} were dropped" if counts.dropped.total else "they are empty"
        raise InputError(f"a and b must label at least one element: {why}.")
    return counts
