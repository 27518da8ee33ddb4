"""How far the clusterings of a set agree with a partition, per element and per cluster."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.many._clusterings import Clusterings

    Reals = NDArray[np.float64]

_MOST_CELLS = 2**21  # cells of a table that is counted densely


@dataclass(frozen=True, slots=True)
class ClusterAgreement:
    """How far the clusterings agree with one cluster of a partition.

    Attributes
    ----------
    label : object
        The label of the cluster.
    size : int
        Its number of elements (the sum of their weights).
    agreement : float
        Mean of the agreement of its elements.
    together : float
        Mean share of clusterings in which two of its elements are together; 1 for one element.
    best_match : float
        Mean over the clusterings of the Jaccard coefficient with the most similar cluster.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> draws = [[0, 0, 1, 1], [0, 0, 1, 1], [0, 0, 1, 2]]
    >>> each = cd.consensus(draws).per_cluster[0]
    >>> each.label, each.size, each.together
    (0, 2, 1.0)
    """

    label: Any
    size: int
    agreement: float
    together: float
    best_match: float


@dataclass(frozen=True, slots=True)
class Agreement:
    """Sums over the clusterings, per element and per cluster."""

    elements: Reals
    sizes: NDArray[np.int64]
    clusters: Reals
    together: Reals
    best_match: Reals

    def per_cluster(self, labels: list[Any]) -> tuple[ClusterAgreement, ...]:
        """Return the clusters with their labels."""
        numbers = zip(self.sizes, self.clusters, self.together, self.best_match, strict=True)
        return tuple(
            ClusterAgreement(label, int(size), float(mean), float(together), float(best))
            for label, (size, mean, together, best) in zip(labels, numbers, strict=True)
        )


def agreement(
    runs: Clusterings, codes: NDArray[np.int64], count: int, draw_weights: Reals
) -> Agreement:
    """Compare a partition with every clustering, element by element and cluster by cluster.

    The agreement of an element and a clustering is the Jaccard coefficient of the two clusters
    that contain the element. Means are over the clusterings that have it.
    """
    sums = _Sums(runs, codes, count)
    for row, size, weight in zip(runs.codes, runs.sizes, draw_weights.tolist(), strict=True):
        if weight:
            sums.add(row, size, weight)
    return sums.means()


class _Sums:
    """Weighted sums over the clusterings."""

    def __init__(self, runs: Clusterings, codes: NDArray[np.int64], count: int) -> None:
        self.count, self.inside = count, codes >= 0
        self.places = np.where(self.inside, codes, count)
        self.counts = np.ones(runs.n, np.int64) if runs.weights is None else runs.weights
        self.elements, self.has = np.zeros(runs.n), np.zeros(runs.n)
        self.pairs, self.of_pairs, self.best, self.of_best = np.zeros((4, count))

    def add(self, row: NDArray[Any], size: int, weight: float) -> None:
        """Add one clustering."""
        key = self.places * (size + 1) + row
        cells, where = _cells(key, (self.count + 1) * (size + 1), self.counts)
        k, other = np.divmod(cells.keys, size + 1)
        number = np.where((k < self.count) & (other < size), cells.counts, 0)
        own = np.bincount(k, number, self.count + 1)
        theirs = np.bincount(other, number, size + 1)
        jaccard = number / np.maximum(own[k] + theirs[other] - number, 1)
        self.elements += weight * jaccard[where]
        self.has += weight * (self.inside & (row != size))
        of_pairs = np.bincount(k, number * (number - 1), self.count + 1)[: self.count]
        own = own[: self.count]
        self.pairs += weight * of_pairs
        self.of_pairs += weight * own * (own - 1)
        best = np.zeros(self.count + 1)
        np.maximum.at(best, k, jaccard)
        self.best += weight * best[: self.count]
        self.of_best += weight * (own > 0)

    def means(self) -> Agreement:
        """Return the means."""
        empty = np.full(len(self.has), np.nan)
        elements = np.divide(self.elements, self.has, out=empty, where=self.has > 0)
        sizes = np.bincount(self.places, self.counts, self.count + 1)[: self.count]
        total = np.bincount(self.places, np.nan_to_num(elements) * self.counts, self.count + 1)
        pairs, best = np.ones(self.count), np.zeros(self.count)
        np.divide(self.pairs, self.of_pairs, out=pairs, where=self.of_pairs > 0)
        np.divide(self.best, self.of_best, out=best, where=self.of_best > 0)
        clusters = total[: self.count] / np.maximum(sizes, 1)
        at_most_1 = (np.minimum(each, 1) for each in (elements, clusters, pairs, best))
        elements, clusters, pairs, best = at_most_1
        return Agreement(elements, sizes.astype(np.int64), clusters, pairs, best)


class _Cells(NamedTuple):
    """The cells of a table that have elements."""

    keys: NDArray[np.int64]
    counts: NDArray[Any]


def _cells(
    key: NDArray[np.int64], size: int, counts: NDArray[np.int64]
) -> tuple[_Cells, NDArray[np.int64]]:
    """Return the cells of a table, and where the cell of each element is."""
    if size > _MOST_CELLS:
        keys, where = np.unique(key, return_inverse=True)
        return _Cells(keys, np.bincount(where, counts)), where
    present = np.bincount(key, minlength=size)
    keys = np.flatnonzero(present)
    number = np.empty(size, np.int64)
    number[keys] = np.arange(len(keys))
    where = number[key]
    return _Cells(keys, np.bincount(where, counts)), where
