"""Lower bounds of the expected Binder loss, and proofs that a partition attains the least.

The expected Binder loss is a sum over pairs of elements: each pair costs one amount if it is
together and another if it is apart. The best partition is that of an integer program with one
variable per pair, in which u~v and v~w imply u~w. These constraints are added where a solution
violates them (Grötschel & Wakabayashi 1989).
"""

from __future__ import annotations

import pickle
import subprocess
import sys
from dataclasses import dataclass
from math import isfinite
from time import monotonic
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.many._clusterings import Clusterings
    from clusterdiff.many._loss import Loss
    from clusterdiff.many._search import Problem

    Reals = NDArray[np.float64]

_EPSILON = 1e-6  # excess from which a constraint is violated
_ADDED = 20_000  # constraints that are added in one round
_NODES = 1_000  # of branch and bound in one round
_RELATIVE = 1e-9  # difference of two losses that are equal up to rounding
_PROGRAM = (
    "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer); "
    "from clusterdiff.many._optimality import answer; answer()"
)
_LONGEST = 1e6  # seconds of a limit that the system accepts
_PATIENCE = 30.0  # seconds beyond the time limit after which the process is terminated


@dataclass(frozen=True, slots=True)
class PairCosts:
    """What each pair of distinct elements costs if it is together, and if it is apart."""

    together: Reals
    apart: Reals
    unit: float | None  # all values of the loss are multiples of it, if it is known

    @property
    def simple_bound(self) -> float:
        """The sum over pairs of the smaller of their two costs."""
        return float(np.triu(np.minimum(self.together, self.apart), 1).sum())

    def attained(self, value: float, bound: float) -> bool:
        """Return whether no partition can be better than a value, given a lower bound."""
        if self.unit is not None:
            bound = np.ceil(bound / self.unit - 1e-4) * self.unit
        return value <= bound + _RELATIVE * value


def pair_costs(runs: Clusterings, problem: Problem, loss: Loss, draw_weights: Reals) -> PairCosts:
    """Return the costs of all pairs of distinct elements."""
    separate, join = loss.costs
    codes = runs.codes[:, problem.first]
    n = problem.n
    same, shared = np.zeros((n, n)), np.zeros((n, n))
    counts = np.ones(runs.n, np.int64) if runs.weights is None else runs.weights
    total = int(problem.weights.sum(dtype=np.int64))
    for i, (row, size, absent) in enumerate(zip(codes, runs.sizes, runs.absent, strict=True)):
        if not draw_weights[i]:
            continue
        n_run = total if not absent else int(counts[runs.codes[i] != size].sum())
        scale = 2 * draw_weights[i] / n_run**2
        alike = row[:, None] == row
        if absent:
            has = row != size
            both = has[:, None] & has
            alike &= both
            shared += scale * both
        else:
            shared += scale
        same += scale * alike
    weights = problem.weights.astype(float)
    products = np.outer(weights, weights)
    equal = runs.complete and loss.equal_costs and len(set(draw_weights.tolist())) == 1
    unit = 2 / (total**2 * len(runs)) if equal else None
    return PairCosts(
        join * np.maximum(shared - same, 0) * products, separate * same * products, unit
    )


@dataclass(frozen=True, slots=True)
class Solution:
    """A lower bound of the loss, and the best partition if it was found."""

    bound: float
    labels: NDArray[np.int64] | None


def solve(costs: PairCosts, seconds: float, rounds: int | None = None) -> Solution:
    """Find the partition of least cost and a lower bound of it.

    It ends after so many seconds, or after so many rounds of constraints for each component, of
    which each has at most 1,000 nodes of branch and bound.
    """
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    gains = costs.apart - costs.together
    # Connect elements whose pair has a gain. Splitting a cluster along the connected components
    # separates only pairs without a gain, so that each component is solved on its own.
    count, part = connected_components(coo_array(gains > 0), directed=False)
    labels: NDArray[np.int64] = np.zeros(len(gains), np.int64)
    bound, proved = float(np.triu(costs.apart, 1).sum()), True
    deadline = monotonic() + seconds
    for number in range(count):
        members = np.flatnonzero(part == number)
        own = _solve_part(gains[np.ix_(members, members)], deadline, rounds)
        bound -= own.bound
        proved &= own.labels is not None
        if own.labels is not None:
            labels[members] = own.labels + labels.max() + 1
    return Solution(bound, labels if proved else None)


def _solve_part(gains: Reals, deadline: float, rounds: int | None = None) -> Solution:
    """Return the largest total gain of pairs that are together, and the partition."""
    from scipy.optimize import Bounds, milp

    n = len(gains)
    if bool((gains[~np.eye(n, dtype=bool)] > 0).all()):
        return Solution(float(np.triu(gains, 1).sum()), np.zeros(n, np.int64))
    upper = np.triu_indices(n, 1)
    values = gains[upper]
    scale = float(np.abs(values).max())
    limits = _Transitivity(n)
    most = float(np.maximum(values, 0).sum())
    integer, done = False, 0
    limit: Any = {} if rounds is None else {"node_limit": _NODES}
    while (left := deadline - monotonic()) > 0 and (rounds is None or done < rounds):
        done += 1
        time: Any = {"time_limit": left} if isfinite(left) else {}
        found = milp(
            -values / scale,
            integrality=np.full(len(values), int(integer)),
            bounds=Bounds(0, 1),
            constraints=limits.constraints(),
            options={"mip_rel_gap": 0} | limit | time,  # SciPy removes some of them
        )
        if found.x is None or found.status != 0:
            break
        most = -found.fun * scale
        together = np.zeros((n, n))
        together[upper] = found.x
        together += together.T
        if limits.add_violated(together):
            continue
        if integer or np.abs(found.x - found.x.round()).max() < _EPSILON:
            return Solution(most, _parts_of(together > 0.5))
        integer = True
    return Solution(most, None)


class _Transitivity:
    """Constraints x_uv + x_vw - x_uw ≤ 1 that were added so far."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.place = np.zeros((n, n), np.int64)
        upper = np.triu_indices(n, 1)
        self.place[upper] = np.arange(len(upper[0]))
        self.place += self.place.T
        self.triples: NDArray[np.int64] = np.empty((0, 3), np.int64)

    def constraints(self) -> Any:
        from scipy.optimize import LinearConstraint
        from scipy.sparse import csr_array

        count = len(self.triples)
        if not count:
            return ()
        rows = np.repeat(np.arange(count), 3)
        signs = np.tile([1.0, 1.0, -1.0], count)
        shape = (count, self.n * (self.n - 1) // 2)
        return LinearConstraint(csr_array((signs, (rows, self.triples.ravel())), shape), ub=1)

    def add_violated(self, x: Reals) -> bool:
        """Add the most violated constraints; return whether there are any."""
        found, excess = [], []
        for v in range(self.n):
            over = x[:, v][:, None] + x[v] - x - 1
            over[v], over[:, v] = 0, 0
            u, w = np.nonzero(np.triu(over, 1) > _EPSILON)
            place = self.place
            found.append(np.stack([place[u, v], place[v, w], place[u, w]], axis=1))
            excess.append(over[u, w])
        triples = np.concatenate(found)
        if not len(triples):
            return False
        order = np.argsort(-np.concatenate(excess), kind="stable")[:_ADDED]
        self.triples = np.concatenate([self.triples, triples[order]])
        return True


def _parts_of(together: NDArray[np.bool_]) -> NDArray[np.int64]:
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    return np.asarray(connected_components(coo_array(together), directed=False)[1], np.int64)


def answer() -> None:
    """Read a task from standard input, and write its solution to standard output."""
    task = pickle.load(sys.stdin.buffer)  # noqa: S301
    sys.stdout.buffer.write(pickle.dumps(solve(*task)))


def solve_apart(costs: PairCosts, seconds: float, rounds: int | None = None) -> Solution:
    """Do what `solve` does in another process, which Ctrl-C can end at any time.

    The solver of SciPy does not check for signals, so that a call may last until its time limit. A
    thread cannot be ended, and a thread that still runs at the end of the program makes it crash.
    If no other process can be started, the program is solved in this one.
    """
    task = pickle.dumps(sys.path) + pickle.dumps((costs, seconds, rounds))
    given = subprocess.PIPE
    try:
        child = subprocess.Popen(  # noqa: S603
            [sys.executable, "-c", _PROGRAM],
            stdin=given,
            stdout=given,
            stderr=subprocess.DEVNULL,
        )
    except (OSError, ValueError, TypeError):
        return solve(costs, seconds, rounds)
    with child:  # closes the pipes, also if Ctrl-C comes before anything is written
        try:
            most = seconds + _PATIENCE if seconds < _LONGEST else None
            found, _ = child.communicate(task, most)
        except subprocess.TimeoutExpired:
            return Solution(costs.simple_bound, None)
        finally:
            child.kill()
            child.wait()
    if child.returncode:
        return solve(costs, seconds, rounds)
    out: Solution = pickle.loads(found)  # noqa: S301
    return out
