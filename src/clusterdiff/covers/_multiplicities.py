"""Multiplicities: whether elements share as many clusters in one cover as in the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from clusterdiff.covers._cover_table import CoverTable, cross
from clusterdiff.covers._shared_clusters import pairs_in_several
from clusterdiff.numerics import ordered_sum
from clusterdiff.summaries import Summary

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Multiplicities(Summary, table_type=CoverTable):
    """Multiplicity precision and recall of two covers (Amigó et al. 2009, eq. 1 and 2).

    For elements e and f that share y ≥ 1 clusters of b and x clusters of a, the precision is
    min(x, y)/y. It is averaged over the f that share a cluster of b with e, e itself included, and
    then over the e that are in a cluster of b.

    Attributes
    ----------
    equal : bool
        Whether both covers have the same clusters.
    right_b, wrong_b : float
        The sums over elements of the precision, and of one minus the precision.
    right_a, wrong_a : float
        The same for the recall.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> table = cd.covers.CoverTable.from_clusterings([{0, 1}, {0, 1, 2}], [{0, 1}, {2}])
    >>> found = Multiplicities.of(table)
    >>> found.right_b, found.wrong_b
    (3.0, 0.0)
    """

    equal: bool
    right_b: float
    wrong_b: float
    right_a: float
    wrong_a: float

    @classmethod
    def _from(cls, table: CoverTable) -> Self:
        """Add up over pairs, of which only those with x ≥ 2 or y ≥ 2 are listed.

        Of the others, min(x, y)/y is x·y, and the sum of x·y over all f is that of n_ij over the
        clusters i and j of e.
        """
        a, b = table.a, table.b
        products = _products(table)
        x, y = a.counts, b.counts
        partners_a, partners_b = (
            np.bincount(side.rows, side.sizes[side.clusters], minlength=table.n).astype(float)
            for side in (a, b)
        )
        # An element with itself: x·y is replaced by min(x, y)/y, and it is one partner, not y.
        least = np.minimum(x, y)
        precision = products + least / np.maximum(y, 1) - x * y
        recall = products + least / np.maximum(x, 1) - x * y
        partners_a -= np.maximum(x - 1, 0)
        partners_b -= np.maximum(y - 1, 0)
        for u, v, shared_a, shared_b in pairs_in_several(table):
            least = np.minimum(shared_a, shared_b)
            gain_b = least / np.maximum(shared_b, 1) - shared_a * shared_b
            gain_a = least / np.maximum(shared_a, 1) - shared_a * shared_b
            for ends in (u, v):
                precision += np.bincount(ends, gain_b, minlength=table.n)
                recall += np.bincount(ends, gain_a, minlength=table.n)
                partners_b -= np.bincount(ends, np.maximum(shared_b - 1, 0), minlength=table.n)
                partners_a -= np.bincount(ends, np.maximum(shared_a - 1, 0), minlength=table.n)
        return cls(table.equal, *_sums(precision, partners_b), *_sums(recall, partners_a))


def _sums(right: Floats, partners: Floats) -> tuple[float, float]:
    """Return the sums over elements of the mean over partners, and of one minus it."""
    known = partners > 0
    right, partners = np.clip(right[known], 0, partners[known]), partners[known]
    return ordered_sum(right / partners), ordered_sum((partners - right) / partners)


def _products(table: CoverTable) -> Floats:
    """Return for each element the sum of n_ij over its clusters i of a and j of b."""
    a, b = table.a, table.b
    rows, cols, counts = table.cells
    in_a, in_b = a.counts, b.counts
    left = np.repeat(a.clusters, np.repeat(in_b, in_a))
    right = b.clusters[cross(b.starts[:-1], in_b, in_a)]
    places = np.searchsorted(rows * max(1, b.k) + cols, left * max(1, b.k) + right)
    owners = np.repeat(np.arange(table.n), in_a * in_b)
    return np.bincount(owners, counts[places], minlength=table.n).astype(float)
