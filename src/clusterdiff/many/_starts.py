"""Where the search for a consensus starts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.many._search import objectives_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.many._search import Problem, Starts

    Reals = NDArray[np.float64]

_FINEST = 64  # distinct elements up to which a search starts from single elements
_COARSEST = 200
_LINKED = 256  # distinct elements up to which average linkage makes a start
_CUTS = 40


def make_starts(
    problem: Problem, runs: int, medoid: NDArray[np.int64], together: Reals | None, most: int
) -> Starts:
    """Return the starts: `runs` empty ones, the medoid, and further ones for small problems."""
    n = problem.n
    starts: Starts = [("empty", np.full(n, -1, np.int32))] * runs
    starts.append(("medoid", _at_most(medoid[problem.first], most)))
    if n <= _COARSEST:
        starts.append(("coarsest", np.zeros(n, np.int32)))
    if n <= min(_FINEST, most):
        starts.append(("finest", np.arange(n, dtype=np.int32)))
    if together is not None and n > 1:
        cuts = [cut for cut in linkage_cuts(together) if cut.max() < most]
        best = int(np.argmin(objectives_of(problem, cuts)))
        starts.append(("average linkage", cuts[best]))
    return starts


def is_linked(problem: Problem) -> bool:
    """Return whether average linkage makes a start."""
    return problem.n <= _LINKED


def linkage_cuts(together: Reals) -> list[NDArray[np.int32]]:
    """Return partitions with 1, 2, 3, … clusters by average linkage of the similarities."""
    from scipy.cluster.hierarchy import cut_tree, linkage
    from scipy.spatial.distance import squareform

    apart = 1 - together
    np.fill_diagonal(apart, 0)
    tree = linkage(squareform(np.maximum(apart, 0), checks=False), "average")
    levels = range(1, min(len(together), _CUTS) + 1)
    cuts: Any = cut_tree(tree, n_clusters=list(levels))
    return [np.ascontiguousarray(column, np.int32) for column in cuts.T]


def _at_most(labels: NDArray[np.int64], most: int) -> NDArray[np.int32]:
    """Leave the elements of the smallest clusters unallocated where there are too many."""
    sizes = np.bincount(labels[labels >= 0], minlength=1)
    kept = np.argsort(-sizes, kind="stable")[:most]
    number = np.full(len(sizes) + 1, -1, np.int32)
    number[kept] = np.arange(len(kept), dtype=np.int32)
    return number[np.where(labels < 0, len(sizes), labels)]
