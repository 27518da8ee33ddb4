"""Centroid measures (Rezaei & Fränti, sec. 4): whether the clusters lie in the same places."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.table import Located, locate
from clusterdiff.errors import InputError
from clusterdiff.features._matrix import is_sparse, read_features
from clusterdiff.features._moments import spreads

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

_BLOCK = 1 << 22  # distances at a time


@dataclass(frozen=True)
class CentroidComparison:
    """Two sets of centroids compared; distances that tie go to the centroid that comes first."""

    names_a: tuple[Any, ...]
    names_b: tuple[Any, ...]
    nearest_in_b: tuple[Any, ...]  # for each centroid of a
    nearest_in_a: tuple[Any, ...]
    orphans_a: tuple[Any, ...]  # centroids of a that are nearest to none of b
    orphans_b: tuple[Any, ...]
    pairs: tuple[tuple[Any, Any, float], ...]  # greedy pairs with their distances
    unstable: tuple[tuple[Any, Any], ...]  # pairs, or a centroid with None, that do not lie in the same place
    ties: bool  # whether a distance tied, so that another order of centroids might give another answer
    similarity: float | None  # CSI; None without labels

    @property
    def index_ab(self) -> int:
        """Centroids of b that no centroid of a is mapped to."""
        return len(self.orphans_b)

    @property
    def index_ba(self) -> int:
        """Centroids of a that no centroid of b is mapped to."""
        return len(self.orphans_a)

    @property
    def index(self) -> int:
        """CI: the larger of the two numbers of orphans; 0 if every cluster is where one of the other side is."""
        return max(self.index_ab, self.index_ba)

    @property
    def ratio(self) -> float:
        """CR: share of centroids that are paired and stable."""
        return 1 - len(self.unstable) / max(len(self.names_a), len(self.names_b))

    def __str__(self) -> str:
        similarity = "" if self.similarity is None else f", centroid similarity {self.similarity:.4g}"
        missing = f"; nothing of b near {_listed(self.orphans_a)}" if self.orphans_a else ""
        extra = f"; nothing of a near {_listed(self.orphans_b)}" if self.orphans_b else ""
        return f"centroid index {self.index}, centroid ratio {self.ratio:.4g}{similarity}{missing}{extra}"


def _listed(names: tuple[Any, ...]) -> str:
    return ", ".join(map(str, names[:8])) + (", …" if len(names) > 8 else "")  # noqa: PLR2004


def compare_centroids(a: Any = None, b: Any = None, X: Any = None, *, centroids_a: Any = None, centroids_b: Any = None) -> CentroidComparison:  # noqa: N803
    """Compare where two clusterings put their clusters, from labels and features, or from the centroids themselves.

    >>> print(compare_centroids([0, 0, 1, 1, 2, 2], [0, 0, 0, 0, 1, 2], [0, 1, 10, 12, 100, 103]))
    centroid index 1, centroid ratio 0.6667, centroid similarity 0.75; nothing of b near 1; nothing of a near 2
    """
    if X is None and (centroids_a is None or centroids_b is None):
        raise InputError("centroids need features: X is missing.", "compare_centroids(a, b, X), or centroids_a= and centroids_b=")
    if X is None:
        points_a, points_b = (read_features(c, len(c), what) for c, what in ((centroids_a, "centroids_a"), (centroids_b, "centroids_b")))
        if not all(np.isfinite(points.sum()) for points in (points_a, points_b)):
            raise InputError("centroids_a and centroids_b must be finite: got a value that is not.")
        if points_a.shape[1] != points_b.shape[1]:
            raise InputError(f"centroids_a and centroids_b must have as many columns: got {points_a.shape[1]} and {points_b.shape[1]}.")
        return _compare(points_a, points_b, range(len(points_a)), range(len(points_b)), None)
    cells = locate(a, b)
    _, of_a, of_b = spreads(cells, X)
    t = cells.table
    return _compare(of_a.centroids, of_b.centroids, t.row_labels.tolist(), t.col_labels.tolist(), cells)


def _compare(points_a: Any, points_b: Any, names_a: Any, names_b: Any, cells: Located | None) -> CentroidComparison:
    between, all_a, all_b = Between(points_a, points_b), np.arange(len(names_a)), np.arange(len(names_b))
    to_b, _, ties_a = between.nearest(all_a, all_b)
    to_a, _, ties_b = between.T.nearest(all_b, all_a)
    orphans_a, orphans_b = np.setdiff1d(all_a, to_a), np.setdiff1d(all_b, to_b)
    pairs, ties = _greedy_pairs(between, all_a, all_b)
    unstable = _unstable(pairs, points_a, points_b)
    names = [*names_a, None], [*names_b, None]
    return CentroidComparison(
        tuple(names_a),
        tuple(names_b),
        tuple(names_b[j] for j in to_b.tolist()),
        tuple(names_a[i] for i in to_a.tolist()),
        tuple(names_a[i] for i in orphans_a.tolist()),
        tuple(names_b[j] for j in orphans_b.tolist()),
        tuple((names_a[i], names_b[j], d) for i, j, d in pairs),
        tuple((names[0][i], names[1][j]) for i, j in unstable),
        ties_a or ties_b or ties,
        None if cells is None else _shared(cells, to_b, to_a),
    )


def _shared(cells: Located, to_b: Ints, to_a: Ints) -> float:
    """CSI: share of elements that a cluster and the one nearest to it have in common, mean of both directions."""
    t = cells.table
    kept = int(t.counts[to_b[t.rows] == t.cols].sum()) + int(t.counts[to_a[t.cols] == t.rows].sum())
    return kept / (2 * t.n)


def squared_distances(x: Any, y: Any) -> Floats:
    """Squared Euclidean distances between rows, dense or sparse."""
    if is_sparse(x):
        small = max(x.shape[0], y.shape[0]) * x.shape[1] <= _BLOCK * 16
        own_x, own_y = (np.asarray(z.multiply(z).sum(axis=1), float).ravel() for z in (x, y))
        across = x.toarray() @ y.toarray().T if small else np.asarray((x @ y.T).todense())
        squares: Floats = np.maximum(0.0, own_x[:, None] + own_y[None, :] - 2 * across)
        return squares
    from scipy.spatial.distance import cdist

    return np.asarray(cdist(np.asarray(x, float), np.asarray(y, float), "sqeuclidean"))


class Between:
    """The distances between two sets of centroids: kept if they are few, else worked out as they are asked for."""

    def __init__(self, x: Any, y: Any) -> None:
        self.x, self.y = x, y
        self.kept = squared_distances(x, y) if x.shape[0] * y.shape[0] <= _BLOCK else None

    @property
    def T(self) -> Between:  # noqa: N802
        """The same from the other side."""
        out = object.__new__(Between)
        out.x, out.y, out.kept = self.y, self.x, None if self.kept is None else self.kept.T
        return out

    def nearest(self, rows: Ints, cols: Ints, *, others: bool = False) -> tuple[Ints, Floats, bool]:
        """For each row the place of the nearest column (other than itself), its squared distance, and whether one tied."""
        step = max(1, _BLOCK // len(cols))
        found, lengths, tied = [], [], False
        for begin in range(0, len(rows), step):
            some = rows[begin : begin + step]
            d = squared_distances(self.x[some], self.y[cols]) if self.kept is None else self.kept[np.ix_(some, cols)]
            if others:
                d[some[:, None] == cols[None, :]] = np.inf
            best = d.min(axis=1)
            tied = tied or bool(((d == best[:, None]).sum(axis=1) > 1).any())
            found.append(d.argmin(axis=1))
            lengths.append(best)
        return np.concatenate(found), np.concatenate(lengths), tied


def _greedy_pairs(between: Between, left_a: Ints, left_b: Ints) -> tuple[list[tuple[int, int, float]], bool]:
    """Pairs by distance, the nearest first. Taking all pairs that are each other's nearest at once gives the same."""
    pairs: list[tuple[int, int, float]] = []
    tied = False
    while len(left_a) and len(left_b):
        to_b, squares, ties_a = between.nearest(left_a, left_b)
        to_a, _, ties_b = between.T.nearest(left_b, left_a)
        tied = tied or ties_a or ties_b
        mutual = np.flatnonzero(to_a[to_b] == np.arange(len(left_a)))
        pairs += zip(left_a[mutual].tolist(), left_b[to_b[mutual]].tolist(), np.sqrt(squares[mutual]).tolist(), strict=True)
        left_a, left_b = np.delete(left_a, mutual), np.delete(left_b, to_b[mutual])
    return sorted(pairs, key=lambda pair: (pair[2], pair[0], pair[1])), tied


def _apart(points: Any) -> Floats:
    """The distance of each centroid to the nearest other; a lone one is infinitely far from the rest."""
    every = np.arange(points.shape[0])
    return np.sqrt(Between(points, points).nearest(every, every, others=True)[1])


def _unstable(pairs: list[tuple[int, int, float]], points_a: Any, points_b: Any) -> list[tuple[int, int]]:
    """Pairs with D_ij² > D_i·D_j, D_i and D_j the distances to the nearest centroid of the same side; and the unpaired."""
    apart = _apart(points_a), _apart(points_b)
    moved = [(i, j) for i, j, d in pairs if d * d > apart[0][i] * apart[1][j]]
    alone_a = set(range(points_a.shape[0])) - {i for i, _, _ in pairs}
    alone_b = set(range(points_b.shape[0])) - {j for _, j, _ in pairs}
    return [*moved, *((i, -1) for i in sorted(alone_a)), *((-1, j) for j in sorted(alone_b))]


def centroid_index(a: Any, b: Any, X: Any) -> int:  # noqa: N803
    """CI: how many clusters of one side have no counterpart in place on the other; 0 is best.

    >>> centroid_index([0, 0, 1, 1, 2, 2], [0, 0, 0, 0, 1, 2], [0, 1, 10, 12, 100, 103])
    1
    """
    return compare_centroids(a, b, X).index


def centroid_similarity(a: Any, b: Any, X: Any) -> float:  # noqa: N803
    """CSI: share of elements that clusters nearest to each other have in common; 1 is best.

    >>> centroid_similarity([0, 0, 1, 1, 2, 2], [0, 0, 0, 0, 1, 2], [0, 1, 10, 12, 100, 103])
    0.75
    """
    similarity = compare_centroids(a, b, X).similarity
    return 0.0 if similarity is None else similarity


def centroid_ratio(a: Any, b: Any, X: Any) -> float:  # noqa: N803
    """CR: share of centroids that a greedy pairing finds in the same place; 1 is best.

    >>> round(centroid_ratio([0, 0, 1, 1, 2, 2], [0, 0, 0, 0, 1, 2], [0, 1, 10, 12, 100, 103]), 4)
    0.6667
    """
    return compare_centroids(a, b, X).ratio
