"""Comparison of two sets of centroids (Rezaei & Fränti 2016, sec. 4)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from clusterdiff.errors import InputError
from clusterdiff.features._distances import Between, Points
from clusterdiff.features._moments import Spread
from clusterdiff.features._rows import (
    DenseRows,
    OutOfRange,
    check_range,
    exponent_for,
    largest,
    range_error,
    read_features,
    scaled,
)
from clusterdiff.features._table import FeatureTable
from clusterdiff.labels import takes_clusterings
from clusterdiff.summaries import Summary
from clusterdiff.views import Column, Result, TableView, label_text, number

if TYPE_CHECKING:
    from typing import Unpack

    from numpy.typing import NDArray

    from clusterdiff.features._table import Moments
    from clusterdiff.labels import LabelsOptions
    from clusterdiff.table import Table

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

_SHOWN = 8  # names in one line


@dataclass(frozen=True, repr=False)
class CentroidComparison(Result):
    """Two sets of centroids compared.

    If two distances are equal, the centroid that comes first in the order of the labels is taken.

    Attributes
    ----------
    names_a, names_b : tuple
        The labels of the clusters.
    nearest_in_b, nearest_in_a : tuple
        For each cluster of a the label of the nearest cluster of b, and the other way around.
    orphans_a, orphans_b : tuple
        Clusters that are nearest to no cluster of the other clustering.
    pairs : tuple of (label, label, float)
        Greedy pairs of clusters, the nearest first, with their distances.
    unstable : tuple of (label, label)
        Pairs that do not lie in the same place. A cluster without a partner is paired with None.
    ties : bool
        Whether distances are equal, or so similar that rounding decides: another order of the
        clusters might give another result.
    similarity : float or None
        The centroid similarity; None if centroids were given instead of labels.
    assumed : tuple of str
        What was assumed about the input, for example that -1 is a cluster.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> found = cd.features.compare_centroids([0, 0, 1], [0, 1, 1], X=[[0.0], [1.0], [9.0]])
    >>> found.index
    0
    """

    names_a: tuple[Any, ...]
    names_b: tuple[Any, ...]
    nearest_in_b: tuple[Any, ...]
    nearest_in_a: tuple[Any, ...]
    orphans_a: tuple[Any, ...]
    orphans_b: tuple[Any, ...]
    pairs: tuple[tuple[Any, Any, float], ...]
    unstable: tuple[tuple[Any, Any], ...]
    ties: bool
    similarity: float | None
    assumed: tuple[str, ...] = ()

    @property
    def shape(self) -> tuple[int, int]:
        """Numbers of clusters of a and of b."""
        return len(self.names_a), len(self.names_b)

    @property
    def index_ab(self) -> int:
        """Number of clusters of b that are nearest to no cluster of a."""
        return len(self.orphans_b)

    @property
    def index_ba(self) -> int:
        """Number of clusters of a that are nearest to no cluster of b."""
        return len(self.orphans_a)

    @property
    def index(self) -> int:
        """Centroid index: the larger of the two numbers of orphans."""
        return max(self.index_ab, self.index_ba)

    @property
    def ratio(self) -> float:
        """Centroid ratio: share of the clusters that are paired and stable."""
        most = max(self.shape)
        return (most - len(self.unstable)) / most

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison as plain data.

        Returns
        -------
        dict
            The index, the ratio and the fields by name.
        """
        return {"index": self.index, "ratio": self.ratio, **super().to_dict()}

    def records(self) -> list[dict[str, Any]]:
        """Return one row for each pair of clusters, and for each cluster without a partner.

        Returns
        -------
        list of dict
            The clusters, their distance, and whether they lie in the same place.
        """
        paired = {(a, b): distance for a, b, distance in self.pairs}
        alone = [pair for pair in self.unstable if pair not in paired]
        return [
            {"a": a, "b": b, "distance": paired.get((a, b)), "stable": (a, b) not in self.unstable}
            for a, b in [*paired, *alone]
        ]

    def view(self) -> TableView:
        """Return the pairs as a table view."""
        columns = (
            Column("a", format=_label, style="name"),
            Column("b", format=_label, style="name"),
            Column("distance", "right", style="value"),
            Column("same place"),
        )
        rows = tuple(
            (row["a"], row["b"], row["distance"], "yes" if row["stable"] else "no")
            for row in self.records()
        )
        similar = self.similarity
        title = (
            f"centroid index {self.index}, centroid ratio {number(self.ratio)}"
            f"{'' if similar is None else f', centroid similarity {number(similar)}'}"
        )
        return TableView(columns, rows, title, notes=self._notes())

    def _notes(self) -> tuple[str, ...]:
        sides = (("b", "a", self.orphans_a), ("a", "b", self.orphans_b))
        near = [
            f"No cluster of {one} has {_listed(orphans)} as its nearest cluster of {other}."
            for one, other, orphans in sides
            if orphans
        ]
        ties = ["Distances are tied: another order of the clusters might give another result."]
        return (*near, *(ties if self.ties else ()))


def _label(name: Any) -> str:
    """Write the label of a cluster, or nothing for a cluster that is not there."""
    return "" if name is None else label_text(name)


def _listed(names: tuple[Any, ...]) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(map(str, names[:_SHOWN])) + more


@takes_clusterings
def compare_centroids(
    *clusterings: Any,
    X: Any = None,  # noqa: N803
    centroids_a: Any = None,
    centroids_b: Any = None,
    **options: Unpack[LabelsOptions],
) -> CentroidComparison:
    """Compare where two clusterings have their clusters.

    Parameters
    ----------
    {clusterings}
    X : array, sparse matrix or data frame of shape (n, n_features), optional
        The features of the elements, as in `FeatureTable.from_labels`.
    centroids_a, centroids_b : array or sparse matrix of shape (n_clusters, n_features), optional
        The centroids themselves, instead of labels and `X`.
    {selection}

    Returns
    -------
    CentroidComparison
        Which centroids have no partner, and how the clusters match.

    Raises
    ------
    InputError
        If neither features nor centroids are given, or if they are not finite numbers.

    See Also
    --------
    centroid_index, centroid_similarity, centroid_ratio : Single numbers from this comparison.

    Examples
    --------
    >>> X = [0, 1, 10, 12, 100, 103]
    >>> found = compare_centroids([0, 0, 1, 1, 2, 2], [0, 0, 0, 0, 1, 1], X=X)
    >>> print(found)
    centroid index 1, centroid ratio 0.6667, centroid similarity 0.8333
    a  b  distance  same place
    2  1         0  yes
    0  0      5.25  yes
    1               no
    No cluster of b has 1 as its nearest cluster of a.
    Distances are tied: another order of the clusters might give another result.
    """
    if centroids_a is None and centroids_b is None:
        if not clusterings or X is None:
            raise InputError(
                "Centroids need labels and features: a, b or X is missing.",
                "compare_centroids(a, b, X=X), or pass centroids_a= and centroids_b=",
            )
        table = FeatureTable.from_labels(*clusterings, X=X, **options)
        return replace(Centroids.of(table).comparison, assumed=table.notes)
    if centroids_a is None or centroids_b is None or clusterings or X is not None or options:
        raise InputError(
            "centroids_a and centroids_b must be given together, and without labels and features."
        )
    return _compare_given(centroids_a, centroids_b)


@dataclass(frozen=True, eq=False)
class Centroids(Summary, table_type=FeatureTable):
    """Two sets of centroids compared, as measures take them.

    Attributes
    ----------
    equal : bool
        Whether the two clusterings are the same partition.
    comparison : CentroidComparison
        Which centroids have no partner, and how the clusters match.

    Examples
    --------
    >>> from clusterdiff.features import FeatureTable
    >>> table = FeatureTable.from_labels([0, 0, 1], [0, 1, 1], X=[[0.0], [1.0], [9.0]])
    >>> Centroids.of(table).comparison.index
    0
    """

    equal: bool
    comparison: CentroidComparison

    @classmethod
    def _from(cls, table: FeatureTable) -> Self:
        found = table.with_moments(lambda m: _compare_moments(table, m))
        return cls(table.equal, found)


def _compare_moments(table: Table, m: Moments) -> CentroidComparison:
    points = Points.of(m.a, m.top), Points.of(m.b, m.top)
    return _compare(
        *points, table.row_labels.tolist(), table.col_labels.tolist(), table, m.exponent
    )


def _compare_given(centroids_a: Any, centroids_b: Any) -> CentroidComparison:
    given = []
    for centroids, what in ((centroids_a, "centroids_a"), (centroids_b, "centroids_b")):
        rows = read_features(centroids, what)
        dense = rows.block(slice(None)) if isinstance(rows, DenseRows) else rows
        if not dense.shape[0]:
            raise InputError(f"{what} must have at least one row, got none.")
        given.append(dense)
    if given[0].shape[1] != given[1].shape[1]:
        raise InputError(
            "centroids_a and centroids_b must have the same number of columns, "
            f"got {given[0].shape[1]} and {given[1].shape[1]}."
        )
    top = max(largest(c if isinstance(c, np.ndarray) else c.data) for c in given)
    for exponent in (0, exponent_for(top)):
        try:
            check_range(top, exponent)
            a, b = (_given_points(c, exponent, top) for c in given)
            return _compare(a, b, [*range(len(a))], [*range(len(b))], None, exponent)
        except OutOfRange:
            continue
    raise range_error("The centroids")


def _given_points(centroids: Any, exponent: int, top: float) -> Points:
    from scipy.sparse import csr_array

    k = centroids.shape[0]
    if isinstance(centroids, np.ndarray):
        high = scaled(centroids, exponent, "The centroids")
        low: Any = np.zeros_like(high)
    else:
        high = centroids.copy()
        high.data = scaled(high.data, exponent, "The centroids")
        low = csr_array(high.shape)
    return Points.of(Spread(np.ones(k, np.int64), high, low, np.zeros(k), np.zeros(k)), top)


def _compare(
    a: Points, b: Points, names_a: list[Any], names_b: list[Any], table: Table | None, exponent: int
) -> CentroidComparison:
    between, all_a, all_b = Between(a, b), np.arange(len(a)), np.arange(len(b))
    nearest_b, nearest_a = between.nearest(all_a, all_b), between.T.nearest(all_b, all_a)
    to_b, to_a = nearest_b.positions, nearest_a.positions
    pairs, ties = _greedy_pairs(between, all_a, all_b)
    unstable = _unstable(pairs, a, b)
    if table is not None and table.nnz == len(a) == len(
        b
    ):  # equal clusterings, even if centroids coincide
        to_b, to_a = table.cols, np.argsort(table.cols)
        pairs, unstable = [_Pair(i, j, 0.0, 0.0) for i, j in enumerate(to_b.tolist())], []
    sides = [*names_a, None], [*names_b, None]
    orphans_a, orphans_b = np.setdiff1d(all_a, to_a), np.setdiff1d(all_b, to_b)
    return CentroidComparison(
        names_a=tuple(names_a),
        names_b=tuple(names_b),
        nearest_in_b=tuple(names_b[j] for j in to_b.tolist()),
        nearest_in_a=tuple(names_a[i] for i in to_a.tolist()),
        orphans_a=tuple(names_a[i] for i in orphans_a.tolist()),
        orphans_b=tuple(names_b[j] for j in orphans_b.tolist()),
        pairs=tuple((names_a[p.a], names_b[p.b], _distance(p.square, exponent)) for p in pairs),
        unstable=tuple((sides[0][i], sides[1][j]) for i, j in unstable),
        ties=nearest_b.tied or nearest_a.tied or ties,
        similarity=None if table is None else _shared(table, to_b, to_a),
    )


def _distance(square: float, exponent: int) -> float:
    with np.errstate(over="ignore", under="ignore"):
        return float(np.ldexp(np.sqrt(square), -exponent))


def _shared(t: Table, to_b: Ints, to_a: Ints) -> float:
    """Return the share of elements that clusters and their nearest clusters have in common."""
    kept = int(t.counts[to_b[t.rows] == t.cols].sum()) + int(t.counts[to_a[t.cols] == t.rows].sum())
    return kept / (2 * t.n)


@dataclass(frozen=True, slots=True)
class _Pair:
    """A pair of centroids, their squared distance and the bound of its error."""

    a: int
    b: int
    square: float
    error: float


def _greedy_pairs(between: Between, left_a: Ints, left_b: Ints) -> tuple[list[_Pair], bool]:
    """Pair the nearest centroids first; pairs that are each other's nearest are taken at once."""
    pairs: list[_Pair] = []
    tied = False
    while len(left_a) and len(left_b):
        to_b, squares, errors, ties_a = between.nearest(left_a, left_b)
        to_a, _, _, ties_b = between.T.nearest(left_b, left_a)
        tied = tied or ties_a or ties_b
        mutual = np.flatnonzero(to_a[to_b] == np.arange(len(left_a)))
        if not len(mutual):  # possible only if rounding errors overlap
            mutual = np.array([int(squares.argmin())])
        found = left_a[mutual], left_b[to_b[mutual]], squares[mutual], errors[mutual]
        pairs += [_Pair(*row) for row in zip(*(column.tolist() for column in found), strict=True)]
        left_a, left_b = np.delete(left_a, mutual), np.delete(left_b, to_b[mutual])
    return sorted(pairs, key=lambda p: (p.square, p.a, p.b)), tied


def _apart(points: Points) -> list[float]:
    """Return an upper bound of the squared distance of each centroid to the nearest other one."""
    if len(points) == 1:
        return [float("inf")]
    every = np.arange(len(points))
    found = Between(points, points).nearest(every, every, others=True)
    out: list[float] = (found.squares + found.errors).tolist()
    return out


def _unstable(pairs: list[_Pair], a: Points, b: Points) -> list[tuple[int, int]]:
    """Return the pairs with D_ij² > D_i·D_j, and the centroids without a partner paired with -1.

    D_i and D_j are the distances to the nearest centroid of the same side.
    """
    apart_a, apart_b = _apart(a), _apart(b)
    moved = [(p.a, p.b) for p in pairs if _exceeds(p.square - p.error, apart_a[p.a], apart_b[p.b])]
    alone_a = set(range(len(a))) - {p.a for p in pairs}
    alone_b = set(range(len(b))) - {p.b for p in pairs}
    return [*moved, *((i, -1) for i in sorted(alone_a)), *((-1, j) for j in sorted(alone_b))]


def _exceeds(square: float, apart_a: float, apart_b: float) -> bool:
    """Return whether square² > apart_a·apart_b, without overflow; lone centroids are stable."""
    if square <= 0 or np.inf in {apart_a, apart_b}:
        return False
    return apart_b == 0 or square / apart_b > apart_a / square
