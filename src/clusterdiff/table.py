"""Table: the sparse contingency table of two clusterings."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from clusterdiff import _kernel
from clusterdiff.errors import InputError, MissingDependencyError, OptionError
from clusterdiff.labels import (
    NOTHING_DROPPED,
    Dropped,
    Labels,
    Policy,
    align,
    canonical_ints,
    listed,
    read,
    read_counts,
    select,
    two_columns,
    unite,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Unpack

    from numpy.typing import ArrayLike, NDArray
    from scipy.sparse import coo_array

    from clusterdiff.labels import Alignment, LabelsLike, LabelsOptions, MissingPolicy

    Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Table:
    """How many elements lie in each cluster of a (rows) and of b (columns): the non-zero cells only.

    Rows and columns are in order of label, cells in order of row, then column. Clusters without a name,
    as ``missing="singletons"`` and ``noise=`` make them, are named None and come last.
    """

    n: int
    rows: Ints
    cols: Ints
    counts: Ints
    row_sizes: Ints
    col_sizes: Ints
    row_labels: NDArray[Any]
    col_labels: NDArray[Any]
    dropped: Dropped = NOTHING_DROPPED
    _memo: dict[Any, Any] = field(default_factory=dict, init=False)  # summaries, each computed once

    @classmethod
    def from_labels(  # noqa: PLR0913
        cls, a: LabelsLike, b: LabelsLike, *, missing: MissingPolicy = "raise", ignore: Any = (), ignore_a: Any = (),
        ignore_b: Any = (), noise: Any = (), noise_a: Any = (), noise_b: Any = (), weights: Any = None,
        align: Alignment = "raise",
    ) -> Table:  # fmt: skip
        """Count two labelings of the same elements.

        `missing` is "raise", "drop", "singletons" or "block"; `ignore` (`ignore_a`, `ignore_b`) names labels
        whose elements are dropped; `noise` (`noise_a`, `noise_b`) names labels whose elements become
        singletons; `weights` are integers that say how many times each element counts; `align` is "raise",
        "intersect" (leave out elements that only one side has) or "singletons" (make each a cluster of its own there).

        >>> Table.from_labels(["x", "x", "y"], [5, 6, 6])
        Table(n=3, 2 × 2 clusters, 3 cells)
        """
        return _not_empty(_table(a, b, Policy(missing, ignore, ignore_a, ignore_b, noise, noise_a, noise_b, weights, align)))

    @classmethod
    def of(cls, a: Any, b: Any = None, options: dict[str, Any] | None = None) -> Table:
        """The table of two labelings under the options of `from_labels`, or the table that a is already."""
        if b is None and isinstance(a, Table):
            if options:
                raise OptionError(f"{min(options)}= has no effect on an existing Table.", f"pass it to Table.from_labels(a, b, {min(options)}=…)")
            return a
        return _not_empty(_table(a, b, Policy.of(options or {})))

    @classmethod
    def from_counts(cls, rows: Any, cols: Any, counts: ArrayLike) -> Table:
        """Table of given cells: the label in a, the label in b, and how many elements carry both.

        >>> Table.from_counts(["x", "x", "y"], ["u", "v", "v"], [6_000_000_000, 1, 4_000_000_000])
        Table(n=10000000001, 2 × 2 clusters, 3 cells)
        """
        sides = align(read(rows, "rows"), read(cols, "cols"))
        counts = read_counts(counts, len(sides[0]), "counts")
        return _not_empty(replace(_count(*select(*sides, Policy(weights=counts))), dropped=NOTHING_DROPPED))

    @classmethod
    def from_matrix(cls, matrix: Any, row_labels: Any = None, col_labels: Any = None) -> Table:
        """Table of a dense or scipy sparse matrix; empty rows and columns are no clusters.

        >>> Table.from_matrix([[5, 1, 0], [0, 2, 0]])
        Table(n=8, 2 × 2 clusters, 3 cells)
        """
        try:
            cells = matrix.tocoo() if hasattr(matrix, "tocoo") else np.asarray(matrix)
        except ValueError:
            raise InputError("matrix must have rows of one length: got rows of several.") from None
        if cells.ndim != 2:
            raise InputError(
                f"matrix must have rows and columns: got {cells.ndim} dimension(s).", "for two lists of labels use Table.from_labels(a, b)"
            )
        if isinstance(cells, np.ndarray):
            rows, cols = np.nonzero(cells)
            counts = cells[rows, cols]
        else:
            rows, cols, counts = cells.row, cells.col, cells.data
        shape = cells.shape
        counts = read_counts(counts, len(rows), "matrix")
        sides = (_names(row_labels, rows, shape[0], "row_labels"), _names(col_labels, cols, shape[1], "col_labels"))
        return _not_empty(replace(_count(*select(*sides, Policy(weights=counts))), dropped=NOTHING_DROPPED))

    @classmethod
    def from_frame(cls, frame: Any, a: Any, b: Any, **policy: Unpack[LabelsOptions]) -> Table:
        """Table of two columns of a pandas, polars or Arrow frame, or of a dict of columns; the policy is that of `from_labels`.

        Lazy frames (polars, DuckDB, Ibis, Spark, Dask) are asked for both columns in one query.

        >>> Table.from_frame({"truth": ["x", "x", "y"], "kmeans": [5, 6, 6]}, "truth", "kmeans")
        Table(n=3, 2 × 2 clusters, 3 cells)
        """
        return cls.from_labels(*two_columns(frame, a, b), **policy)

    @property
    def shape(self) -> tuple[int, int]:
        """Number of clusters of a and of b."""
        return len(self.row_sizes), len(self.col_sizes)

    @property
    def equal(self) -> bool:
        """Whether the two clusterings are the same partition."""
        return self.nnz == len(self.row_sizes) == len(self.col_sizes)

    @property
    def nnz(self) -> int:
        """Number of non-zero cells: the clusters of the meet."""
        return len(self.counts)

    @property
    def T(self) -> Table:  # noqa: N802
        """The table of b and a."""
        sides = Labels(self.cols, self.col_labels), Labels(self.rows, self.row_labels)
        return _count(*sides, self.counts, self.dropped)

    def __add__(self, other: Table) -> Table:
        """The table of both data sets together, clusters matched by label."""
        return merged([self, other]) if isinstance(other, Table) else NotImplemented

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        kinds = [(t.row_labels.dtype == bool, t.col_labels.dtype == bool) for t in (self, other)]  # True equals 1 elsewhere
        return (
            self.shape == other.shape
            and kinds[0] == kinds[1]
            and all(np.array_equal(x, y) for x, y in zip(self._content(), other._content(), strict=True))
        )

    def __hash__(self) -> int:
        numbers = tuple(x.tobytes() for x in self._content()[:3])
        return hash((*numbers, tuple(listed(self.row_labels)), tuple(listed(self.col_labels))))

    def _content(self) -> tuple[NDArray[Any], ...]:
        return self.rows, self.cols, self.counts, self.row_labels, self.col_labels

    def __reduce__(self) -> Any:
        """Pickle the counts without the remembered summaries."""
        return _unpickled, (
            self.n,
            self.rows,
            self.cols,
            self.counts,
            self.row_sizes,
            self.col_sizes,
            self.row_labels,
            self.col_labels,
            self.dropped,
        )

    def __repr__(self) -> str:
        rows, cols = self.shape
        dropped = f", dropped {self.dropped}" if self.dropped.total else ""
        return f"Table(n={self.n}, {rows} × {cols} clusters, {self.nnz} cell{'s' * (self.nnz != 1)}{dropped})"

    def to_scipy(self) -> coo_array:
        """The counts as a scipy sparse array."""
        from scipy.sparse import coo_array

        return coo_array((self.counts, (self.rows, self.cols)), shape=self.shape)

    def to_frame(self) -> Any:
        """One line per cell, as a pandas DataFrame with columns a, b, count."""
        try:
            import pandas as pd
        except ImportError:
            raise MissingDependencyError.of("pandas", "frames") from None
        return pd.DataFrame({"a": self.row_labels[self.rows], "b": self.col_labels[self.cols], "count": self.counts})


def _unpickled(*fields_: Any) -> Table:
    return Table(*fields_)


def _names(labels: Any, codes: Ints, size: int, what: str) -> Labels:
    """The given labels of a matrix's rows (or columns), or their numbers."""
    if labels is None:
        return Labels(np.ascontiguousarray(codes))
    names = read(labels, what)
    if len(names) != size or len(np.unique(names.codes)) != size or names.missing is not None:
        raise InputError(
            f"{what} must name each of the {size} rows or columns differently: got {len(names)} labels, {len(np.unique(names.codes))} distinct."
        )
    return Labels(names.codes[codes], names.names)


def _table(a: Any, b: Any, policy: Policy) -> Table:
    """The table of two labelings; empty if every element is left out."""
    given_a, given_b = read(a, "a"), read(b, "b")
    side_a, side_b = align(given_a, given_b, policy.align)
    masks = (side_a.missing, side_b.missing, side_a.absent, side_b.absent)
    if policy.plain and all(mask is None for mask in masks):
        return _count(side_a, side_b, None, NOTHING_DROPPED)
    chosen = select(side_a, side_b, policy)
    unmatched = len(given_a) + len(given_b) - 2 * len(side_a) if policy.align == "intersect" else 0
    return _count(*chosen._replace(dropped=chosen.dropped._replace(unmatched=unmatched)))


def _not_empty(table: Table) -> Table:
    if table.n == 0:
        why = f"{table.dropped} were left out" if table.dropped.total else "they are empty"
        raise InputError(f"a and b must label at least one element: {why}.")
    return table


def _count(a: Labels, b: Labels, weights: Ints | None, dropped: Dropped) -> Table:
    """Count validated labels."""
    row_values, col_values, rows, cols, counts = _kernel.count_pairs(a.codes, b.codes, weights, _kernel.THREADS)
    row_labels = canonical_ints(row_values) if a.names is None else a.names[row_values]
    col_labels = canonical_ints(col_values) if b.names is None else b.names[col_values]
    return finish(rows, cols, counts, row_labels, col_labels, dropped)


def finish(rows: Ints, cols: Ints, counts: Ints, row_labels: NDArray[Any], col_labels: NDArray[Any], dropped: Dropped) -> Table:
    """The table of cells in order, with its margins."""
    n = int(counts.sum())  # fits in int64: checked in read_counts
    row_sizes, col_sizes = _kernel.group_sums(rows, counts, len(row_labels)), _kernel.group_sums(cols, counts, len(col_labels))
    for array in (rows, cols, counts, row_sizes, col_sizes, row_labels, col_labels):
        array.flags.writeable = False
    return Table(n, rows, cols, counts, row_sizes, col_sizes, row_labels, col_labels, dropped)


def merged(tables: Sequence[Table]) -> Table:
    """One table of several disjoint data sets, clusters matched by label."""
    row_places, row_labels = unite([t.row_labels for t in tables], "a")
    col_places, col_labels = unite([t.col_labels for t in tables], "b")
    rows = np.concatenate([place[t.rows] for place, t in zip(row_places, tables, strict=True)])
    cols = np.concatenate([place[t.cols] for place, t in zip(col_places, tables, strict=True)])
    counts = read_counts(np.concatenate([t.counts for t in tables]), len(rows), "counts")
    dropped = Dropped(*map(sum, zip(*(t.dropped for t in tables), strict=True)))
    return _count(Labels(rows, row_labels), Labels(cols, col_labels), counts, dropped)


class Located(NamedTuple):
    """A table together with the cell of each element."""

    table: Table
    cells: NDArray[np.uint32]


def locate(a: Any, b: Any) -> Located:
    """Count two labelings and return the table together with the cell of each element.

    Parameters
    ----------
    a, b : labels
        Two labelings of the same elements without missing labels.

    Returns
    -------
    Located
        The table of a and b, and for each element the index of its cell in ``table.counts``.

    Examples
    --------
    >>> table, cells = locate(["x", "x", "y"], [5, 6, 6])
    >>> cells.tolist()
    [0, 1, 2]
    """
    sides = align(read(a, "a"), read(b, "b"))
    table = Table.from_labels(*sides)
    codes = [side.encoded()[0].astype(np.uint32) for side in sides]
    met, first = _kernel.encode_pairs(*codes)
    # The table orders cells by row and column, `encode_pairs` by first appearance.
    ranks = [np.unique(code[first], return_inverse=True)[1] for code in codes]
    order = np.lexsort((ranks[1], ranks[0]))
    place = np.empty(len(order), np.uint32)
    place[order] = np.arange(len(order), dtype=np.uint32)
    return Located(table, place[met])


class TableBuilder:
    """Counts chunk by chunk; the table is the same as in one go, however the data is cut.

    >>> builder = TableBuilder()
    >>> builder.update([0, 0], ["x", "y"]).update([1], ["y"]).finish()
    Table(n=3, 2 × 2 clusters, 3 cells)
    """

    def __init__(self, **policy: Unpack[LabelsOptions]) -> None:
        Policy.of({**policy})
        self._policy = policy
        self._tables: list[Table] = []

    def update(self, a: LabelsLike, b: LabelsLike, **policy: Unpack[LabelsOptions]) -> TableBuilder:
        """Count one more chunk; `weights` belong here, the other options to either place."""
        tables = [*self._tables, _table(a, b, Policy.of({**self._policy, **policy}))]
        # Merging equals, as in a merge sort, keeps the work O(n log chunks).
        while len(tables) > 1 and tables[-2].nnz <= 2 * tables[-1].nnz:
            tables[-2:] = [merged(tables[-2:])]
        self._tables = tables  # only now: a chunk that cannot be counted changes nothing
        return self

    def finish(self) -> Table:
        """The table of all chunks."""
        return _not_empty(merged(self._tables) if self._tables else _table([], [], Policy()))
