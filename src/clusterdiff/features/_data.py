"""FeatureData: two clusterings of the same elements together with the features of the elements."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from clusterdiff import _kernel
from clusterdiff.errors import InputError
from clusterdiff.features._moments import Groups, Spread, dense_cells, gathered
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
from clusterdiff.features._sparse_moments import sparse_spread
from clusterdiff.labels import Policy, align, read, select_elements, takes_policy
from clusterdiff.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Unpack

    from numpy.typing import NDArray

    from clusterdiff.labels import Labels, PolicyOptions

    Ints = NDArray[np.int64]

T = TypeVar("T")


class Moments(NamedTuple):
    """Centroids and sums of squares of the cells and clusters, for features times 2**exponent."""

    cells: Spread
    a: Spread
    b: Spread
    top: float
    exponent: int


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class FeatureData:
    """Two clusterings of the same elements, and the features of the elements.

    Use `FeatureData.of` to make one. Several measures of the same data share what they compute if
    they are applied to one `FeatureData`.

    Attributes
    ----------
    table : Table
        The contingency table of the two clusterings.
    cells : ndarray of int64
        For each element that is counted, the position of its cell in the table.
    weights : ndarray of int64 or None
        How many times each element counts; None means once.
    rows : DenseRows or csr_array
        The features of the elements that are counted.

    Examples
    --------
    >>> from clusterdiff.features import FeatureData, centroid_index, centroid_ratio
    >>> data = FeatureData.of([0, 0, 1, 1], [0, 0, 0, 1], [[0.0], [1.0], [10.0], [12.0]])
    >>> data
    FeatureData(n=4, 2 × 2 clusters, 1 feature)
    >>> centroid_index.on(data), centroid_ratio.on(data)
    (0.0, 1.0)
    """

    table: Table
    cells: Ints
    weights: Ints | None
    rows: Any
    memo: dict[Any, Any] = field(default_factory=dict, init=False)

    @classmethod
    @takes_policy
    def of(cls, a: Any, b: Any, X: Any, **policy: Unpack[PolicyOptions]) -> FeatureData:  # noqa: N803
        """Read two clusterings and the features of their elements.

        Parameters
        ----------
        a, b : labels
            Two clusterings of the same elements, in any form that `Table.from_labels` accepts.
        X : array, sparse matrix or data frame of shape (n, n_features)
            One row per element. If `a` is keyed by element (a dict, or a list of blocks), rows are
            matched by key: X is a dict element → row, a pandas data frame whose index holds the
            elements, or any array if the elements are the integers 0 … n - 1.
        {selection}

        Returns
        -------
        FeatureData

        Raises
        ------
        InputError
            If the rows of X cannot be matched with the elements, or are not finite real numbers.
        """
        if X is None:
            raise InputError(
                "The features are missing: X is None.", "pass one row of numbers per element"
            )
        sides = align(read(a, "a"), read(b, "b"))
        n = len(sides[0])
        X, order = _matched(X, sides)  # noqa: N806
        rows = read_features(X)
        given = len(rows.values) if isinstance(rows, DenseRows) else rows.shape[0]
        if given != n:
            raise InputError(f"X must have one row per element, got {given} rows for {n} elements.")
        chosen, positions = select_elements(*sides, Policy.of({**policy}))
        if order is not None:
            positions = order if positions is None else order[positions]
        if not len(chosen.a):
            raise InputError("a and b must label at least one element: none is left.")
        if positions is not None:
            rows = rows.take(positions) if isinstance(rows, DenseRows) else rows[positions]
        table = replace(
            Table.from_labels(chosen.a, chosen.b, weights=chosen.weights), dropped=chosen.dropped
        )
        return cls(table, _cells(chosen.a, chosen.b), chosen.weights, rows)

    def __repr__(self) -> str:
        rows, cols = self.table.shape
        width = self.width
        features = f"{width} feature{'s' * (width != 1)}"
        return f"FeatureData(n={self.table.n}, {rows} × {cols} clusters, {features})"

    @property
    def width(self) -> int:
        """Number of features."""
        return int(self.rows.width if isinstance(self.rows, DenseRows) else self.rows.shape[1])

    @property
    def equal(self) -> bool:
        """Whether the two clusterings are the same."""
        return self.table.nnz == self.table.shape[0] == self.table.shape[1]

    def groups(self) -> tuple[Groups, Groups, Groups]:
        """Return the cells, the clusters of a and the clusters of b as groups of elements.

        Returns
        -------
        tuple of Groups
            The cells, the clusters of a and the clusters of b.
        """
        t = self.table
        return (
            Groups(self.cells, t.counts, self.weights),
            Groups(t.rows[self.cells], t.row_sizes, self.weights),
            Groups(t.cols[self.cells], t.col_sizes, self.weights),
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
        if ("moments", exponent) not in self.memo:
            make = _dense_moments if isinstance(self.rows, DenseRows) else _sparse_moments
            self.memo["moments", exponent] = make(self, exponent)
        out: Moments = self.memo["moments", exponent]
        return out


def _dense_moments(data: FeatureData, exponent: int) -> Moments:
    t = data.table
    cells, top = dense_cells(data.rows.shifted(), data.groups()[0], exponent)
    of_a = gathered(cells, t.rows, t.row_sizes, top)
    return Moments(cells, of_a, gathered(cells, t.cols, t.col_sizes, top), top, exponent)


def _sparse_moments(data: FeatureData, exponent: int) -> Moments:
    rows = data.rows
    check_range(largest(rows.data), exponent)
    if exponent:
        rows = rows.copy()
        rows.data = scaled(rows.data, exponent, "X")
    top = largest(rows.data)
    cells, of_a, of_b = (sparse_spread(rows, groups, top) for groups in data.groups())
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
