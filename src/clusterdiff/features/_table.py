"""FeatureTable: the table of two clusterings, with the features of the elements."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar

import numpy as np

from clusterdiff import _kernel
from clusterdiff.errors import InputError
from clusterdiff.features._moments import Groups, Spread, dense_cells, gathered, sparse_spread
from clusterdiff.features._rows import (
    DenseRows,
    OutOfRange,
    check_range,
    exponent_for,
    is_sparse,
    largest,
    range_error,
    read_features,
    scaled,
)
from clusterdiff.io import pair_labelings, refuse_options
from clusterdiff.labels import select, takes_clusterings
from clusterdiff.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Unpack

    from numpy.typing import NDArray

    from clusterdiff.labels import Labels, LabelsOptions

    Ints = NDArray[np.int64]

T = TypeVar("T")


class Moments(NamedTuple):
    """Centroids and sums of squares of the cells and clusters, for features times 2**exponent."""

    cells: Spread
    a: Spread
    b: Spread
    top: float
    exponent: int


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class FeatureTable(Table):
    """The table of two clusterings, and the features of the elements.

    Make one with `FeatureTable.from_labels`. It is a `Table`, so that all measures accept it; those
    that need features accept nothing else. Several measures share what they compute from it.

    Attributes
    ----------
    n, rows, cols, counts, row_sizes, col_sizes, row_labels, col_labels, dropped, notes, names
        As in `Table`.
    cell_of : ndarray of int64
        For each element that is counted, the position of its cell in the table.
    weights : ndarray of int64 or None
        How many times each element counts; None means once.
    features : DenseRows or csr_array
        The features of the elements that are counted.

    See Also
    --------
    clusterdiff.Table : The table alone, with the other attributes.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> from clusterdiff.features import FeatureTable
    >>> X = [[0.0], [1.0], [10.0], [12.0]]
    >>> table = FeatureTable.from_labels([0, 0, 1, 1], [0, 0, 0, 1], X=X)
    >>> table
    FeatureTable(n=4, 2 × 2 clusters, 1 feature)
    >>> cd.centroid_index.on(table), cd.purity.on(table)
    (0.0, 0.75)
    """

    inputs: ClassVar[Mapping[str, str]] = {"X": "features"}
    needs: ClassVar[str] = "the features of the elements"

    cell_of: Ints
    weights: Ints | None
    features: Any

    @classmethod
    def read(cls, clusterings: tuple[Any, ...], options: Mapping[str, Any]) -> FeatureTable:
        """Read the clusterings and the features of a call.

        Parameters
        ----------
        clusterings : tuple
            Two clusterings in any form that `compare` accepts, or a table with features.
        options : mapping
            The features `X`, and the options of the clusterings.

        Returns
        -------
        FeatureTable
            The table with the features.
        """
        if len(clusterings) == 1 and isinstance(clusterings[0], Table):
            refuse_options(options, "an existing Table")
            if isinstance(clusterings[0], FeatureTable):
                return clusterings[0]
            raise InputError("A Table has no features.", "pass FeatureTable.from_labels(a, b, X=X)")
        return cls.from_labels(*clusterings, **options)

    @classmethod
    @takes_clusterings
    def from_labels(
        cls,
        *clusterings: Any,
        X: Any = None,  # noqa: N803
        **options: Unpack[LabelsOptions],
    ) -> FeatureTable:
        """Count two labelings of the same elements, and read the features of the elements.

        Parameters
        ----------
        {clusterings}
        X : array, sparse matrix or data frame of shape (n, n_features)
            One row per element. If `a` is keyed by element (a dict, or a list of blocks), rows are
            matched by key: X is a dict element → row, a pandas data frame whose index holds the
            elements, or any array if the elements are the integers 0 … n - 1.
        {selection}

        Returns
        -------
        FeatureTable

        Raises
        ------
        InputError
            If the rows of X cannot be matched with the elements, or are not finite real numbers.
        """
        if X is None:
            raise InputError(
                "The features are missing: X is None.", "pass one row of numbers per element"
            )
        labelings, policy = pair_labelings(clusterings, options)
        n = len(labelings)
        X, order = _matched(X, labelings.pair)  # noqa: N806
        rows = read_features(X)
        given = len(rows.values) if isinstance(rows, DenseRows) else rows.shape[0]
        if given != n:
            raise InputError(f"X must have one row per element, got {given} rows for {n} elements.")
        chosen = select(labelings, policy).shared().expanded()
        positions = chosen.positions
        if order is not None:
            positions = order if positions is None else order[positions]
        if not len(chosen.given):
            raise InputError("a and b must label at least one element: none is left.")
        if positions is not None:
            rows = rows.take(positions) if isinstance(rows, DenseRows) else rows[positions]
        table = Table.from_selected(chosen)
        counted = {each.name: getattr(table, each.name) for each in fields(table) if each.init}
        return cls(
            **counted,
            cell_of=_cells(*chosen.labels()),
            weights=chosen.weights,
            features=rows,
        )

    def __repr__(self) -> str:
        rows, cols = self.shape
        features = f"{self.width} feature{'s' * (self.width != 1)}"
        return f"FeatureTable(n={self.n}, {rows} × {cols} clusters, {features})"

    @property
    def width(self) -> int:
        """Number of features."""
        rows = self.features
        return int(rows.width if isinstance(rows, DenseRows) else rows.shape[1])

    def groups(self) -> tuple[Groups, Groups, Groups]:
        """Return the cells, the clusters of a and the clusters of b as groups of elements.

        Returns
        -------
        tuple of Groups
            The cells, the clusters of a and the clusters of b.
        """
        return (
            Groups(self.cell_of, self.counts, self.weights),
            Groups(self.rows[self.cell_of], self.row_sizes, self.weights),
            Groups(self.cols[self.cell_of], self.col_sizes, self.weights),
        )

    def with_moments(self, compute: Callable[[Moments], T]) -> T:
        """Compute from centroids and sums of squares; scale the features if necessary.

        Parameters
        ----------
        compute : callable
            A function of `Moments`.

        Returns
        -------
        object
            What the function returns.
        """
        try:
            return compute(self._moments(0))
        except OutOfRange as out:
            exponent = exponent_for(out.top)
        try:
            return compute(self._moments(exponent))
        except OutOfRange:
            raise range_error("X") from None

    def _moments(self, exponent: int) -> Moments:
        if ("moments", exponent) not in self._memo:
            make = _dense_moments if isinstance(self.features, DenseRows) else _sparse_moments
            self._memo["moments", exponent] = make(self, exponent)
        out: Moments = self._memo["moments", exponent]
        return out


def _dense_moments(t: FeatureTable, exponent: int) -> Moments:
    cells, top = dense_cells(t.features.shifted(), t.groups()[0], exponent)
    of_a = gathered(cells, t.rows, t.row_sizes, top)
    return Moments(cells, of_a, gathered(cells, t.cols, t.col_sizes, top), top, exponent)


def _sparse_moments(t: FeatureTable, exponent: int) -> Moments:
    rows = t.features
    check_range(largest(rows.data), exponent)
    if exponent:
        rows = rows.copy()
        rows.data = scaled(rows.data, exponent, "X")
    top = largest(rows.data)
    cells, of_a, of_b = (sparse_spread(rows, groups, top) for groups in t.groups())
    return Moments(cells, of_a, of_b, top, exponent)


def _cells(a: Labels, b: Labels) -> Ints:
    """Return the cell of the table of each element; cells are in order of row, then column."""
    codes = [side.encoded()[0].astype(np.uint32) for side in (a, b)]
    met, first = _kernel.encode_pairs(*codes)
    order = np.lexsort((codes[1][first], codes[0][first]))
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    out: Ints = place[met]
    return out


def _matched(features: Any, sides: tuple[Labels, Labels]) -> tuple[Any, Ints | None]:
    """Return the features and, where elements have keys, the row of each element."""
    by_key = isinstance(features, Mapping) and not is_sparse(features)  # DOK matrices are mappings
    index = getattr(features, "index", None)
    index = index if hasattr(index, "get_indexer") else None
    keys = sides[0].elements
    if keys is None:
        own = next((side.index for side in sides if side.index is not None), None)
        if index is not None and own is not None and not index.equals(own):
            raise InputError(
                "a, b and X must list the same elements in the same order: the index of X differs.",
                "pass X.loc[a.index], or X.to_numpy() to match rows by position",
            )
        if by_key:
            raise InputError(
                "X must be an array or a data frame if the labels have no keys, got a dict."
            )
        return features, None
    if by_key:
        if len(features) != len(keys) or any(key not in features for key in keys):
            raise InputError("X must have one row per element: its keys and those of a differ.")
        return [features[key] for key in keys], None
    if index is not None and index.is_unique:
        order = np.asarray(index.get_indexer(list(keys)), np.int64)
        if (order >= 0).all():
            return features, order
    if sorted(keys, key=repr) == sorted(range(len(keys)), key=repr):
        return features, np.array(keys, np.int64)
    raise InputError(
        "X must have keys, because the labels are keyed by element.",
        "pass a dict element → row, or a data frame whose index holds the elements",
    )
