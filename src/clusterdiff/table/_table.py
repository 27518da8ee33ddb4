"""Table: the numbers of elements that two clusterings share, cluster by cluster."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

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
    align,
    listed,
    read,
    read_counts,
)
from clusterdiff.table._counting import (
    axis_labels,
    count_cells,
    count_codes,
    count_labelings,
    count_labels,
    count_selected,
    count_tables,
    matrix_cells,
    not_empty,
)
from clusterdiff.views import Column, Result, TableView, frame_of, label_text, plural, to_html

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike, NDArray
    from scipy.sparse import coo_array

    from clusterdiff.labels import Alignment, LabelsLike, MissingPolicy

    Ints = NDArray[np.int64]

_SHOWN = 20  # clusters of each side in a notebook


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Table(Result):
    """The sparse contingency table of two clusterings a (rows) and b (columns).

    Make one with `from_labels`, `from_counts` or `from_matrix`, with `TableBuilder`, or from files
    and frames with `clusterdiff.read_table`. A table is immutable; every function of two
    clusterings accepts it.

    Attributes
    ----------
    n : int
        Number of elements.
    rows, cols : numpy.ndarray of int64
        Row and column of each non-zero cell, ordered by row, then column.
    counts : numpy.ndarray of int64
        Number of elements in each non-zero cell.
    row_sizes, col_sizes : numpy.ndarray of int64
        Sizes of the clusters of a and of b.
    row_labels, col_labels : numpy.ndarray
        Labels of the clusters of a and of b, in ascending order. The clusters made by
        ``missing="singletons"`` and ``noise=`` have the label None and come last.
    dropped : Dropped
        Number of elements that were not counted, by reason.
    notes : tuple of str
        What was assumed when the table was counted, for example that the first line of a file is
        a header, or that -1 is a cluster.
    names : tuple of str
        The names of the two clusterings: of their columns or files, else a and b.

    See Also
    --------
    TableBuilder : Count data that comes in chunks.

    Examples
    --------
    >>> table = Table.from_labels(["x", "x", "y"], [5, 6, 6])
    >>> table
    Table(n=3, 2 × 2 clusters, 3 cells)
    >>> table.to_scipy().toarray().tolist()
    [[1, 1], [0, 1]]
    """

    # What measures of this kind of table read by keyword, each with the word that an example has.
    inputs: ClassVar[Mapping[str, str]] = {}
    needs: ClassVar[str] = "two clusterings of the same elements"
    _plots = (
        "plot_confusion",
        "plot_flow",
        "plot_bipartite",
        "plot_derivation",
        "plot_contributions",
    )

    n: int
    rows: Ints
    cols: Ints
    counts: Ints
    row_sizes: Ints
    col_sizes: Ints
    row_labels: NDArray[Any]
    col_labels: NDArray[Any]
    dropped: Dropped = NOTHING_DROPPED
    notes: tuple[str, ...] = ()
    names: tuple[str, str] = ("a", "b")
    _memo: dict[Any, Any] = field(default_factory=dict, init=False)  # summaries, computed once

    @classmethod
    def from_labels(  # noqa: PLR0913
        cls,
        a: LabelsLike,
        b: LabelsLike,
        *,
        missing: MissingPolicy = "raise",
        ignore: Any = (),
        ignore_a: Any = (),
        ignore_b: Any = (),
        noise: Any = (),
        noise_a: Any = (),
        noise_b: Any = (),
        weights: ArrayLike | None = None,
        align: Alignment = "raise",
    ) -> Table:
        """Count two labelings of the same elements.

        Parameters
        ----------
        a, b : labels
            One label per element: a sequence, an array of any shape, a pandas, polars or Arrow
            column, a dict element → label, a list of clusters, or a `Partition`. Elements are
            matched by key or index where both sides have one, else by position.
        missing : {"raise", "drop", "singletons", "block"}, default="raise"
            What to do with elements without a label (None, NaN, NA): raise an error, drop them,
            make each one a cluster, or put all of them into one cluster.
        ignore, ignore_a, ignore_b : label or list of labels, default=()
            Elements with one of these labels (in either clustering, in a, in b) are dropped.
        noise, noise_a, noise_b : label or list of labels, default=()
            Elements with one of these labels become clusters of one element.
        weights : array_like of int, optional
            How many times each element counts; by default once.
        align : {"raise", "intersect", "singletons"}, default="raise"
            What to do with keyed elements that only one side has: raise an error, drop them, or
            make each one a cluster in the other clustering.

        Returns
        -------
        Table
            The table of a and b.

        Raises
        ------
        InputError
            If the labels cannot be compared, or no element is left.

        Examples
        --------
        >>> Table.from_labels(["x", "x", "y"], [5, 6, 6])
        Table(n=3, 2 × 2 clusters, 3 cells)
        >>> Table.from_labels(["x", "x", None], [5, 6, 6], missing="drop")
        Table(n=2, 1 × 2 clusters, 2 cells, dropped 1 (1 missing))
        """
        policy = Policy(
            missing, ignore, ignore_a, ignore_b, noise, noise_a, noise_b, weights, align
        )
        return cls.counted(a, b, policy)

    @classmethod
    def counted(cls, a: LabelsLike, b: LabelsLike, policy: Policy) -> Table:
        """Count two labelings under a policy.

        Parameters
        ----------
        a, b : labels
            The labelings.
        policy : Policy
            Which elements are counted, and as what.

        Returns
        -------
        Table
            The contingency table.
        """
        return cls(*not_empty(count_labels(a, b, policy)))

    @classmethod
    def from_labelings(cls, given: Labelings, policy: Policy) -> Table:
        """Count two labelings that are read and matched.

        Parameters
        ----------
        given : Labelings
            Two labelings of the same elements.
        policy : Policy
            Which elements are counted, and as what.

        Returns
        -------
        Table
            The contingency table.
        """
        return cls(*not_empty(count_labelings(given, policy)))

    @classmethod
    def from_selected(cls, chosen: Selected) -> Table:
        """Count the elements that two selected labelings share.

        Parameters
        ----------
        chosen : Selected
            Two labelings, without the elements that are dropped.

        Returns
        -------
        Table
            The contingency table.
        """
        return cls(*not_empty(count_selected(chosen)))

    @classmethod
    def from_counts(cls, rows: LabelsLike, cols: LabelsLike, counts: ArrayLike) -> Table:
        """Make a table from cells, for example the result of a GROUP BY query.

        Parameters
        ----------
        rows, cols : labels
            The label in a and the label in b of each cell. Cells with the same labels are added.
        counts : array_like of int
            Number of elements in each cell.

        Returns
        -------
        Table
            The table; cells with count 0 are not stored.

        Raises
        ------
        InputError
            If the lengths differ, a count is not a non-negative integer, or all counts are 0.

        See Also
        --------
        Table.from_matrix : From a dense or sparse matrix of counts.
        clusterdiff.read_table : Let a database or a frame group and count.

        Examples
        --------
        >>> Table.from_counts(["x", "x", "y"], ["u", "v", "v"], [6_000_000_000, 1, 4_000_000_000])
        Table(n=10000000001, 2 × 2 clusters, 3 cells)
        """
        a, b = read(rows, "rows"), read(cols, "cols")
        if len(a) != len(b):
            raise InputError(f"rows and cols must have the same length, got {len(a)} and {len(b)}.")
        sides = align(a, b)
        weights = read_counts(counts, len(sides[0]), "counts")
        return cls(*not_empty(count_cells(*sides, weights)))

    @classmethod
    def from_matrix(
        cls,
        matrix: Any,
        row_labels: LabelsLike | None = None,
        col_labels: LabelsLike | None = None,
    ) -> Table:
        """Make a table from a contingency matrix.

        Parameters
        ----------
        matrix : array_like of int or scipy sparse array
            Number of elements in each cell. Rows and columns of zeros are not clusters.
        row_labels, col_labels : labels, optional
            Distinct labels of the rows and columns; by default 0, 1, 2, and so on.

        Returns
        -------
        Table
            The table of the non-zero cells.

        Raises
        ------
        InputError
            If `matrix` is not a matrix of non-negative integers, or the labels do not fit.

        See Also
        --------
        Table.from_counts : From a list of cells.

        Examples
        --------
        >>> Table.from_matrix([[5, 1, 0], [0, 2, 0]])
        Table(n=8, 2 × 2 clusters, 3 cells)
        """
        rows, cols, values, (height, width) = matrix_cells(matrix)
        counts = read_counts(values, len(rows), "matrix")
        a = axis_labels(row_labels, rows, height, "row_labels")
        b = axis_labels(col_labels, cols, width, "col_labels")
        return cls(*not_empty(count_cells(a, b, counts)))

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
        """Number of non-zero cells, which are the clusters of the meet."""
        return len(self.counts)

    @property
    def T(self) -> Table:  # noqa: N802
        """The table of b and a."""
        sides = Labels(self.cols, self.col_labels), Labels(self.rows, self.row_labels)
        found = count_codes(*sides, self.counts, self.dropped)
        return Table(*found._replace(notes=self.notes, names=self.names[::-1]))

    def __add__(self, other: Table) -> Table:
        """Add the table of other elements; clusters are matched by label."""
        if not isinstance(other, Table):
            return NotImplemented
        return Table(*count_tables([self, other]))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        # numpy compares True equal to 1, but they are different labels.
        kinds = [(t.row_labels.dtype == bool, t.col_labels.dtype == bool) for t in (self, other)]
        return (
            self.shape == other.shape
            and kinds[0] == kinds[1]
            and all(map(np.array_equal, self._content(), other._content()))
        )

    def __hash__(self) -> int:
        numbers = tuple(x.tobytes() for x in self._content()[:3])
        sides = self.row_labels, self.col_labels
        named = [side for side in sides if side.dtype.kind not in "mM"]  # units may differ
        return hash((*numbers, *(tuple(listed(side)) for side in named)))

    def _content(self) -> tuple[NDArray[Any], ...]:
        return self.rows, self.cols, self.counts, self.row_labels, self.col_labels

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the counts without the computed summaries."""
        sizes = self.row_sizes, self.col_sizes
        rows, cols, counts, *labels = self._content()
        said = self.dropped, self.notes, self.names
        return _read_only, (self.n, rows, cols, counts, *sizes, *labels, *said)

    def __repr__(self) -> str:
        rows, cols = self.shape
        cells = "1 cell" if self.nnz == 1 else f"{self.nnz} cells"
        dropped = f", dropped {self.dropped}" if self.dropped.total else ""
        return f"Table(n={self.n}, {rows} × {cols} clusters, {cells}{dropped})"

    @property
    def assumed(self) -> tuple[str, ...]:
        """What was assumed about the input: the notes."""
        return self.notes

    def records(self) -> list[dict[str, Any]]:
        """Return one row per non-zero cell: the cluster of each side, and the count."""
        a, b = self.names
        if a == b:
            a, b = f"{a} (a)", f"{b} (b)"
        return [{a: row, b: col, "count": count} for row, col, count in self._cells()]

    def to_dict(self) -> dict[str, Any]:
        """Return the labels of both sides, and the non-zero cells by position, as plain data."""
        return {
            "n": self.n,
            "name_a": self.names[0],
            "name_b": self.names[1],
            "row_labels": [_plain(name) for name in listed(self.row_labels)],
            "col_labels": [_plain(name) for name in listed(self.col_labels)],
            "rows": self.rows.tolist(),
            "cols": self.cols.tolist(),
            "counts": self.counts.tolist(),
            **self._assumed_data(),
        }

    def view(self) -> TableView:
        """Return the non-zero cells as a table view."""
        columns = (
            *(Column(name, format=str, style="name") for name in self.names),
            Column("count", "right", style="value"),
        )
        rows, cols = self.shape
        size = f"{rows:,} × {plural(cols, 'cluster')}, {plural(self.nnz, 'cell')}"
        return TableView(columns, tuple(self._cells()), f"{plural(self.n, 'element')}, {size}")

    def _cells(self) -> list[tuple[Any, Any, int]]:
        rows, cols = listed(self.row_labels[self.rows]), listed(self.col_labels[self.cols])
        return list(zip(rows, cols, self.counts.tolist(), strict=True))

    def to_html(self) -> str:
        """Return the counts of the first clusters of both sides as HTML; an empty cell is zero."""
        height, width = (min(size, _SHOWN) for size in self.shape)
        cells: list[list[Any]] = [[""] * width for _ in range(height)]
        for row, col, count in zip(self.rows, self.cols, self.counts.tolist(), strict=True):
            if row >= height:
                break  # cells are ordered by row
            if col < width:
                cells[row][col] = count
        names_a, names_b = listed(self.row_labels[:height]), listed(self.col_labels[:width])
        columns = (
            Column("a \\ b", format=label_text, style="name"),
            *(Column(label_text(name), "right") for name in names_b),
        )
        rows = tuple((name, *line) for name, line in zip(names_a, cells, strict=True))
        cut = (height, width) != self.shape
        note = f"Only the first {height} and {width} clusters are shown."
        return to_html(TableView(columns, rows, repr(self), notes=(note,) if cut else ()))

    def to_scipy(self) -> coo_array:
        """Return the counts as a SciPy sparse array.

        Returns
        -------
        scipy.sparse.coo_array
            With one row per cluster of a and one column per cluster of b.

        Examples
        --------
        >>> Table.from_labels(["x", "x", "y"], [0, 1, 1]).to_scipy().toarray().tolist()
        [[1, 1], [0, 1]]
        """
        from scipy.sparse import coo_array

        return coo_array((self.counts, (self.rows, self.cols)), shape=self.shape)

    def to_frame(self) -> Any:
        """Return the non-zero cells as a data frame.

        Returns
        -------
        pandas.DataFrame
            One row per non-zero cell, with columns a, b and count.

        Raises
        ------
        MissingDependencyError
            If pandas is not installed.
        """
        a, b = self.row_labels[self.rows], self.col_labels[self.cols]
        return frame_of({"a": a, "b": b, "count": self.counts})


def _plain(name: Any) -> Any:
    return name if isinstance(name, (int, str, type(None))) else str(name)


class Located(NamedTuple):
    """A table together with the cell of each element.

    Attributes
    ----------
    table : Table
        The table of the two labelings.
    cells : numpy.ndarray of uint32
        For each element, the index of its cell in ``table.counts``.
    """

    table: Table
    cells: NDArray[np.uint32]


def locate(a: LabelsLike, b: LabelsLike) -> Located:
    """Count two labelings and return the table together with the cell of each element.

    Parameters
    ----------
    a, b : labels
        Two labelings of the same elements without missing labels.

    Returns
    -------
    Located
        The table of a and b, and for each element the index of its cell in ``table.counts``.

    See Also
    --------
    Table.from_labels : The table alone.

    Examples
    --------
    >>> table, cells = locate(["x", "x", "y"], [5, 6, 6])
    >>> cells.tolist()
    [0, 1, 2]
    """
    sides = align(read(a, "a"), read(b, "b"))
    table = Table.from_labels(*sides)
    codes = [side.encoded()[0].astype(np.uint32) for side in sides]
    cells, first = _kernel.encode_pairs(*codes)
    # The table orders cells by row and column, `encode_pairs` by first appearance.
    ranks = [np.unique(code[first], return_inverse=True)[1] for code in codes]
    order = np.lexsort((ranks[1], ranks[0]))
    index = np.empty(len(order), np.uint32)
    index[order] = np.arange(len(order), dtype=np.uint32)
    return Located(table, index[cells])


def _read_only(*parts: Any) -> Table:
    """Return the table of a pickle or a copy; NumPy restores arrays as writable ones."""
    for part in parts:
        if isinstance(part, np.ndarray):
            part.flags.writeable = False
    return Table(*parts)
