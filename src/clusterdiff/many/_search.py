"""The search for a consensus: the input of the kernel, the starts and the runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff import _kernel
from clusterdiff.progress import track

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from clusterdiff.many._clusterings import Clusterings
    from clusterdiff.many._loss import Loss

    Codes = NDArray[Any]
    Reals = NDArray[np.float64]
    Starts = list[tuple[str, NDArray[np.int32]]]

_SLOW = 9  # how much longer the kernel takes for an element of weight above 1 (VI)
_SWEEPS, _REBUILDS = 100, 10
_MOST_BYTES = 2**32  # of the tables of one thread
_LANE = 8  # the kernel handles clusters in groups of this size
_LONG = 10**8  # cells of elements × clusterings × runs above which progress is reported
_FINEST = 64  # distinct elements up to which a search starts from single elements
_COARSEST = 200
LINKED = 256  # distinct elements up to which average linkage makes a start
_CUTS = 40


@dataclass(frozen=True, slots=True)
class Problem:
    """The distinct elements of a set of clusterings, as the kernel takes them.

    Elements with the same label in every clustering are one element with their total weight: some
    best partition has them together, for Binder's loss and for the variation of information.
    """

    codes: Codes  # distinct elements × columns
    first_rows: NDArray[np.uint32]
    coefficients: Reals
    weights: NDArray[np.uint32]
    first: NDArray[np.int64]  # an element of each group
    group: NDArray[np.int64]  # the group of each element, -1 for an element that no run has
    squares: bool

    @property
    def n(self) -> int:
        """Number of distinct elements."""
        return len(self.codes)

    def spread(self, labels: Codes) -> NDArray[np.int64]:
        """Return the cluster of every element, -1 for an element that no clustering has."""
        return np.where(self.group < 0, -1, labels.astype(np.int64)[self.group])

    def memory(self, clusters: int) -> int:
        """Return the bytes that one thread needs for so many clusters."""
        lanes = -(-(clusters + 1) // _LANE) * _LANE
        return len(self.coefficients) * lanes * 8


@dataclass(frozen=True, slots=True)
class Found:
    """The end of one run of the search."""

    start: str
    labels: Codes
    objective: float
    clusters: int
    sweeps: int


def make_problem(runs: Clusterings, loss: Loss, draw_weights: Reals) -> Problem:
    """Merge equal elements and set the coefficient of every row."""
    kept = np.flatnonzero(~nowhere(runs))
    transposed = np.ascontiguousarray(runs.codes[:, kept].T)
    counts = np.ones(len(kept), np.int64) if runs.weights is None else runs.weights[kept]
    group, first = _merged(transposed, counts, squares=bool(loss.squares))
    weights = _kernel.group_sums(group, counts, len(first))
    columns, first_rows, coefficients = _rows(runs, loss, draw_weights, counts, transposed)
    everywhere = np.full(runs.n, -1, np.int64)
    everywhere[kept] = group
    return Problem(
        np.ascontiguousarray(columns[first]),
        first_rows,
        coefficients,
        weights.astype(np.uint32),
        kept[first],
        everywhere,
        bool(loss.squares),
    )


def nowhere(runs: Clusterings) -> NDArray[np.bool_]:
    """Return which elements are in no clustering."""
    if runs.complete:
        return np.zeros(runs.n, bool)
    sizes = np.array(runs.sizes)[:, None]
    return np.asarray((runs.codes == sizes).all(axis=0))


def _merged(
    rows: Codes, counts: NDArray[np.int64], *, squares: bool
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the group of each element and the first element of each group.

    The kernel is fastest for elements of weight 1, so that elements are not merged if few of them
    are equal.
    """
    n = len(rows)
    each = np.arange(n)
    group, first = _kernel.encode_bytes(rows.view(np.uint8).reshape(n, -1))
    if not squares and bool((counts == 1).all()):
        heavy = int(np.count_nonzero(np.bincount(group) > 1))
        if len(first) + _SLOW * heavy > n:
            return each, each
    return group.astype(np.int64), first.astype(np.int64)


def _rows(
    runs: Clusterings, loss: Loss, draw_weights: Reals, counts: NDArray[np.int64], codes: Codes
) -> tuple[Codes, NDArray[np.uint32], Reals]:
    """Return a column per clustering, preceded by the columns that count whole clusters.

    Column 0 counts the sizes of clusters for all complete clusterings; each other clustering has a
    separate column, in which row 1 holds the elements that it lacks.
    """
    separate, join = loss.costs
    sizes, holes = np.array(runs.sizes), np.array(runs.absent) > 0
    lacking = np.flatnonzero(holes)
    absent = codes[:, lacking] == sizes[lacking]
    totals = np.full(len(runs), int(counts.sum()), float)
    totals[lacking] = ((~absent) * counts[:, None]).sum(axis=0)
    scale = draw_weights / (totals**2 if loss.squares else totals)
    height = np.concatenate([[1], np.full(len(lacking), 2), sizes + holes])
    first_rows = np.concatenate([[0], np.cumsum(height)[:-1]])
    coefficients = np.zeros(int(height.sum()))
    coefficients[0] = join * scale[~holes].sum()
    coefficients[1 : 2 * len(lacking) : 2] = join * scale[lacking]
    of_runs = np.repeat(-(separate + join) * scale, sizes + holes)
    of_runs[(np.cumsum(sizes + holes) - 1)[lacking]] = 0  # the rows of absent elements
    coefficients[1 + 2 * len(lacking) :] = of_runs
    width = 1 + len(lacking)
    columns = np.zeros((len(codes), width + len(runs)), codes.dtype)
    columns[:, 1:width] = absent
    columns[:, width:] = codes
    return columns, first_rows.astype(np.uint32), coefficients


def fits(problem: Problem, clusters: int) -> bool:
    """Return whether the tables of a search fit into the memory that it may use."""
    return problem.memory(clusters) <= _MOST_BYTES


def search(problem: Problem, starts: Starts, seeds: Sequence[int], most: int) -> list[Found]:
    """Run the search from every start; the results do not depend on the number of threads."""
    clusters = max(int(start.max()) for _, start in starts) + 1
    threads = max(1, min(_kernel.THREADS, _MOST_BYTES // problem.memory(clusters)))
    work = problem.codes.size * len(starts)
    step = len(starts) if work < _LONG else threads
    batches = [slice(i, i + step) for i in range(0, len(starts), step)]
    out = []
    for batch in track(batches, "searching the consensus"):
        out += _run(problem, starts[batch], seeds[batch], most, threads)
    return out


def _run(
    problem: Problem, starts: Starts, seeds: Sequence[int], most: int, threads: int
) -> list[Found]:
    flat, objectives, counts = _in_kernel(
        problem,
        starts=np.array([start for _, start in starts], np.int32),
        seeds=np.array(seeds, np.uint64),
        most_clusters=most,
        sweeps=_SWEEPS,
        rebuilds=_REBUILDS,
        threads=threads,
    )
    labels = flat.reshape(len(starts), problem.n)
    return [
        Found(name, own, float(objective), int(own.max()) + 1, int(sweeps))
        for (name, _), own, objective, sweeps in zip(
            starts, labels, objectives, counts[: len(starts)], strict=True
        )
    ]


def objectives_of(problem: Problem, candidates: Sequence[Codes]) -> Reals:
    """Return the objective of given partitions of the distinct elements."""
    starts = np.array(candidates, np.int32)
    _, objectives, _ = _in_kernel(
        problem,
        starts=starts,
        seeds=np.zeros(len(starts), np.uint64),
        most_clusters=problem.n,
        sweeps=0,
        rebuilds=0,
        threads=_kernel.THREADS,
    )
    return np.asarray(objectives)


def _in_kernel(problem: Problem, **limits: Any) -> tuple[Codes, Reals, Reals]:
    return _kernel.consensus_search(
        codes=problem.codes,
        first_rows=problem.first_rows,
        coefficients=problem.coefficients,
        weights=problem.weights,
        squares=problem.squares,
        **limits,
    )


def make_starts(
    problem: Problem, n_runs: int, medoid: NDArray[np.int64], together: Reals | None, most: int
) -> Starts:
    """Return the starts: empty ones, the medoid, and further ones for small problems."""
    n = problem.n
    starts: Starts = [("empty", np.full(n, -1, np.int32))] * n_runs
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
    return problem.n <= LINKED


def linkage_cuts(together: Reals) -> list[NDArray[np.int32]]:
    """Return partitions with 1, 2, 3, … clusters by average linkage of the similarities."""
    from scipy.cluster.hierarchy import cut_tree, linkage
    from scipy.spatial.distance import squareform

    tree = linkage(squareform(1 - together, checks=False), "average")
    levels = range(min(len(together), _CUTS), 0, -1)  # SciPy takes single elements only as first
    cuts: Any = cut_tree(tree, n_clusters=list(levels))
    return [np.ascontiguousarray(column, np.int32) for column in cuts.T[::-1]]


def _at_most(labels: NDArray[np.int64], most: int) -> NDArray[np.int32]:
    """Leave the elements of the smallest clusters unallocated where there are too many."""
    sizes = np.bincount(labels[labels >= 0])
    kept = np.argsort(-sizes, kind="stable")[:most]
    number = np.full(len(sizes), -1, np.int32)
    number[kept] = np.arange(len(kept), dtype=np.int32)
    return np.where(labels < 0, np.int32(-1), number[labels])
