"""The clustering of a set with the least expected loss, and the losses between clusterings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff import _kernel
from clusterdiff.numerics import MAX_TOTAL
from clusterdiff.progress import track

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.many._clusterings import Clusterings
    from clusterdiff.many._loss import Loss

    Reals = NDArray[np.float64]

_MOST_WORK = 5 * 10**8  # elements of all pairs that are compared unless method="medoid"
_MOST_KERNEL_CLUSTERS = 2**12
_MOST_SLOW_WORK = 20_000  # pairs of clusterings that are compared one by one
_ROUNDED = 1e-13  # rounding error of a loss that is a difference of sums
_EXACT = 2**53  # largest integer below which floats have all integers
_BATCH = 2**24  # cells of a batch of rows of the matrix


@dataclass(frozen=True, slots=True)
class Medoid:
    """One clustering of a set, and how far it is from the others.

    Attributes
    ----------
    name : str
        The name of the clustering.
    position : int
        Its number in the set.
    value : float
        Its expected loss.
    candidates : int
        How many clusterings were tried; fewer than all of them in a large set.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> draws = [[0, 0, 1, 1], [0, 0, 1, 1], [0, 0, 1, 2]]
    >>> medoid = cd.consensus(draws).medoid
    >>> medoid.name, medoid.position
    ('0', 0)
    """

    name: str
    position: int
    value: float
    candidates: int


def find_medoid(runs: Clusterings, loss: Loss, weights: Reals, *, exact: bool = False) -> Medoid:
    """Return the clustering with the least expected loss.

    A large set is sampled evenly, unless `exact` is set. If some clusterings have all elements,
    only these are candidates.
    """
    candidates = _candidates(runs, loss, weights, exact=exact)
    expected = np.concatenate(
        [part @ weights for part in track(_batches(runs, loss, candidates), "finding the medoid")]
    )
    place = int(candidates[int(np.argmin(expected))])
    value = loss.expected(runs, codes_of(runs, place), weights)
    return Medoid(runs.names[place], place, value, len(candidates))


def codes_of(runs: Clusterings, place: int) -> NDArray[np.int64]:
    """Return the clusters of one clustering, -1 where it has no element."""
    codes = runs.codes[place].astype(np.int64)
    return np.where(codes == runs.sizes[place], -1, codes)


def distance_matrix(
    runs: Clusterings, loss: Loss, candidates: NDArray[np.int64] | None = None
) -> Reals:
    """Return the losses of some clusterings (rows) as estimates of all of them (columns)."""
    chosen = np.arange(len(runs)) if candidates is None else candidates
    if not _in_kernel(runs, loss):
        return np.array(
            [loss.values(runs, codes_of(runs, i)) for i in track(chosen.tolist(), "comparing")]
        )
    separate, join = loss.costs
    flat = _kernel.loss_matrix(
        codes=runs.codes,
        sizes=np.array(runs.sizes, np.uint32),
        weights=None if runs.weights is None else runs.weights.astype(np.uint32),
        candidates=chosen.astype(np.uint32),
        squares=bool(loss.squares),
        complete=runs.complete,
        separate=separate,
        join=join,
        threads=_kernel.THREADS,
    )
    # Differences of sums that are smaller than their rounding error are set to 0. Sums of squares
    # up to 2**53 are exact.
    matrix = np.asarray(flat).reshape(len(chosen), len(runs))
    if loss.squares and _total(runs) ** 2 <= _EXACT:
        return matrix
    return np.where(matrix < _ROUNDED, 0.0, matrix)


def _total(runs: Clusterings) -> int:
    return runs.n if runs.weights is None else int(runs.weights.sum())


def _in_kernel(runs: Clusterings, loss: Loss) -> bool:
    small = max(runs.sizes) < _MOST_KERNEL_CLUSTERS and _total(runs) < MAX_TOTAL
    return loss.squares is not None and small


def _batches(runs: Clusterings, loss: Loss, candidates: NDArray[np.int64]) -> Any:
    """Return the rows of the matrix of losses in parts that fit into memory."""
    if len(candidates) == len(runs) and len(runs) ** 2 <= _BATCH:
        return _Lazy(runs, loss, [candidates])
    rows = max(1, min(_BATCH // len(runs), len(candidates) - 1))
    parts = [candidates[i : i + rows] for i in range(0, len(candidates), rows)]
    return _Lazy(runs, loss, parts)


@dataclass(frozen=True, slots=True)
class _Lazy:
    """Parts of a matrix, computed one after the other."""

    runs: Clusterings
    loss: Loss
    parts: list[NDArray[np.int64]]

    def __len__(self) -> int:
        return len(self.parts)

    def __getitem__(self, i: int) -> Reals:
        return distance_matrix(self.runs, self.loss, self.parts[i])


def _candidates(runs: Clusterings, loss: Loss, weights: Reals, *, exact: bool) -> NDArray[np.int64]:
    """Return which clusterings are tried."""
    chosen = np.flatnonzero(weights > 0)
    absent = np.array(runs.absent)
    if not runs.complete:
        chosen = chosen[absent[chosen] == absent[chosen].min()]
    if exact:
        return chosen
    if _in_kernel(runs, loss):
        most = 2 * _MOST_WORK // (len(runs) * runs.n)
    else:
        most = _MOST_SLOW_WORK // len(runs)
    number = min(max(most, 16), len(chosen))
    return chosen[np.linspace(0, len(chosen) - 1, number).round().astype(np.int64)]
