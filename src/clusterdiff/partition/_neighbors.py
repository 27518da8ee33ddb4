"""The partitions one split or merge away from a partition."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from clusterdiff.errors import InputError
from clusterdiff.numerics import nats_per_unit
from clusterdiff.partition import _enumerate
from clusterdiff.partition._information import split_distance

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clusterdiff.partition._codes import Codes, Ints
    from clusterdiff.partition._information import Base
    from clusterdiff.partition._partition import Partition


class Nearest(NamedTuple):
    """The closest other partition, and its distance.

    Attributes
    ----------
    partition : Partition
        A partition at the smallest distance; there may be others at the same distance.
    distance : float
        The variation of information.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> cd.Partition([0, 0, 1, 1]).nearest_by_vi().distance
    0.5
    """

    partition: Partition
    distance: float


class Neighbors:
    """The methods of a partition that return partitions one step away."""

    __slots__ = ()

    if TYPE_CHECKING:
        codes: Codes
        sizes: Ints

        @property
        def n(self) -> int: ...
        @property
        def k(self) -> int: ...
        def _new(self, codes: Codes, count: int) -> Partition: ...

    def splits(self) -> Iterator[Partition]:
        """Return the partitions in which one cluster is split in two.

        Returns
        -------
        iterator of Partition
            Σ (2^(size-1) - 1) partitions, made one at a time.

        Examples
        --------
        >>> from clusterdiff import Partition
        >>> list(Partition([0, 0, 1]).splits())
        [Partition(n=3, k=3: {0} {1} {2})]
        """
        found = _enumerate.one_split(self.codes, self.sizes)
        return (self._new(codes, self.k + 1) for codes in found)

    def merges(self) -> Iterator[Partition]:
        """Return the partitions in which two clusters are merged.

        Returns
        -------
        iterator of Partition
            K(K-1)/2 partitions, made one at a time.

        Examples
        --------
        >>> from clusterdiff import Partition
        >>> list(Partition([0, 0, 1]).merges())
        [Partition(n=3, k=1: {0, 1, 2})]
        """
        found = _enumerate.one_merge(self.codes, self.k)
        return (self._new(codes, self.k - 1) for codes in found)

    def nearest_by_vi(self, base: Base = 2) -> Nearest:
        """Return the closest other partition by variation of information.

        Parameters
        ----------
        base : float or "e", default=2
            Base of the logarithm: 2 for bits, "e" for nats.

        Returns
        -------
        Nearest
            The partition and its distance.

        Notes
        -----
        The closest partition is one split or merge away, and the distance of a split into x and y
        elements grows with x and y (Meilă 2007, section 4.3). It is therefore either the merge of
        the two smallest clusters, or the split of one element off the smallest cluster that is
        not a singleton. If both are equally close, the split is returned.

        Examples
        --------
        >>> from clusterdiff import Partition
        >>> Partition([0, 0, 0, 1, 1, 1, 1]).nearest_by_vi().partition
        Partition(n=7, k=3: {0, 1} {2} {3, 4, 5, 6})
        """
        if self.n == 1:
            raise InputError("A partition of one element has no other partition next to it.")
        order = np.argsort(self.sizes, kind="stable")
        sizes = self.sizes[order].tolist()
        large = int(np.searchsorted(sizes, 2))
        split = split_distance(1, sizes[large] - 1, self.n) if large < self.k else inf
        merge = split_distance(sizes[0], sizes[1], self.n) if self.k > 1 else inf
        if split <= merge:
            last = np.flatnonzero(self.codes == order[large])[-1]
            codes = _enumerate.with_new_cluster(self.codes, self.k, last)
        else:
            codes = _enumerate.with_merged(self.codes, self.k, *sorted(order[:2].tolist()))
        nearest = self._new(codes, int(codes.max()) + 1)
        return Nearest(nearest, min(split, merge) / nats_per_unit(base))
