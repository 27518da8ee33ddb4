"""Sizes of clusters, and ExpectedInformation, the mean information of random clusterings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from clusterdiff import _kernel
from clusterdiff.summaries._entropies import Entropies
from clusterdiff.summaries._summary import Summary

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.table import Table


@dataclass(frozen=True, slots=True, eq=False)
class Sizes(Summary):
    """Distinct cluster sizes, ascending, and the number of clusters of each size.

    Attributes
    ----------
    equal : bool
        Whether the two clusterings are the same partition.
    n : int
        Number of elements.
    a, b : numpy.ndarray of int64
        Distinct sizes of the clusters of a and of b.
    times_a, times_b : numpy.ndarray of int64
        Number of clusters of each of these sizes.

    Examples
    --------
    >>> from clusterdiff import Table
    >>> sizes = Sizes.of(Table.from_labels([0, 0, 1, 2], [0, 0, 0, 0]))
    >>> sizes.a.tolist(), sizes.times_a.tolist()
    ([1, 2], [2, 1])
    """

    equal: bool
    n: int
    a: NDArray[np.int64]
    times_a: NDArray[np.int64]
    b: NDArray[np.int64]
    times_b: NDArray[np.int64]

    @classmethod
    def _from(cls, table: Table) -> Self:
        return cls(table.equal, table.n, *_tally(table.row_sizes), *_tally(table.col_sizes))


@dataclass(frozen=True, slots=True)
class ExpectedInformation(Summary):
    """Mean information, in nats, of random clusterings with the cluster sizes of a and b.

    The conditional entropies are summed separately, since H(a) - E[I] would cancel where E[I] is
    close to H(a).

    Attributes
    ----------
    equal : bool
        Whether the two clusterings are the same partition.
    mutual : float
        Expected mutual information E[I].
    a_given_b, b_given_a : float
        Expected conditional entropies E[H(a | b)] and E[H(b | a)].
    most : float
        Upper bound of E[I], min(H(a), H(b)).
    constant : bool
        Whether all clusterings with these sizes have the same mutual information.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> table = cd.Table.from_labels([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1])
    >>> round(cd.summaries.ExpectedInformation.of(table).mutual, 4)
    0.1273
    """

    equal: bool
    mutual: float
    a_given_b: float
    b_given_a: float
    most: float
    constant: bool

    @classmethod
    def _from(cls, table: Table) -> Self:
        sizes, e = Sizes.of(table), Entropies.of(table)
        most = min(e.a, e.b)
        if _is_one_cluster(sizes.times_a) or _is_one_cluster(sizes.times_b):
            return cls(e.equal, 0.0, e.a, e.b, most, constant=True)
        if sizes.a[-1] == 1 or sizes.b[-1] == 1:  # only singletons on one side
            return cls(e.equal, most, e.a_given_b, e.b_given_a, most, constant=True)
        mutual, left_a, left_b = _expected(sizes)
        return cls(e.equal, mutual, left_a, left_b, most, constant=False)

    @property
    def variation(self) -> float:
        """Expected variation of information E[VI]."""
        return self.a_given_b + self.b_given_a


def _tally(sizes: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the distinct sizes, ascending, and how often each occurs, as `numpy.unique` does."""
    codes, values = _kernel.encode(sizes)
    return values, np.bincount(codes)


def _expected(sizes: Sizes) -> tuple[float, float, float]:
    """Return E[I], E[H(a | b)] and E[H(b | a)]; swapped clusterings get the same digits."""
    a, b = (sizes.a, sizes.times_a), (sizes.b, sizes.times_b)
    swapped = [x.tolist() for x in a] > [x.tolist() for x in b]
    first, second = (b, a) if swapped else (a, b)
    mutual, left, right = _kernel.expected_information(*first, *second, sizes.n, _kernel.THREADS)
    return (mutual, right, left) if swapped else (mutual, left, right)


def _is_one_cluster(times: NDArray[np.int64]) -> bool:
    """Return whether there is only one cluster, given the multiplicities of the sizes."""
    return len(times) == 1 and bool(times[0] == 1)
