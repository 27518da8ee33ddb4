"""The search for a consensus in numpy, with the results of ``native/…/consensus.hpp``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from clusterdiff.numerics import MAX_TOTAL

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Codes = NDArray[np.uint32]
    Reals = NDArray[np.float64]

_FLOATS = 64  # additions of floats before the sum goes into a double
_PARTIAL_SWEEPS = 5
_MASK = 2**64 - 1
_MOST_CLUSTERS = 2**13


class Problem(NamedTuple):
    """Rows of each element, with the coefficient of each row and the weight of each element."""

    rows: NDArray[np.int64]
    coefficients: Reals
    weights: NDArray[np.int64]
    squares: bool
    most: int


def growth(counts: Any, *, squares: bool) -> Any:
    """Return x² or x·log2 x.

    >>> growth(np.array([0, 1, 4]), squares=False)
    array([0., 0., 8.])
    """
    x = np.asarray(counts, float)
    return x * x if squares else x * np.log2(np.maximum(x, 1))


def growth_step(counts: Any, *, squares: bool) -> Any:
    """Return f(x + 1) - f(x) without cancellation.

    >>> growth_step(np.array([0, 1]), squares=False)
    array([0., 2.])
    """
    x = np.asarray(counts, float)
    if squares:
        return 2 * x + 1
    inverse = 1 / np.maximum(x, 1)
    return np.where(x < 1, 0, np.log2(x + 1) + x * np.log1p(inverse) * 1.4426950408889634)


class Shuffler:
    """splitmix64: the same permutations as in the native kernel.

    >>> items = [0, 1, 2, 3, 4]
    >>> Shuffler(7).shuffle(items)
    >>> sorted(items)
    [0, 1, 2, 3, 4]
    """

    def __init__(self, seed: int) -> None:
        self._state = seed

    def shuffle(self, items: list[int]) -> None:
        """Put the items into a random order."""
        for i in range(len(items), 1, -1):
            j = self._below(i)
            items[i - 1], items[j] = items[j], items[i - 1]

    def _below(self, bound: int) -> int:
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        x = self._state
        x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _MASK
        return (((x ^ (x >> 31)) >> 32) * bound) >> 32


class Allocation:
    """One partition of the elements, with the counts that are needed to change it."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.labels = np.full(len(problem.rows), -1, np.int64)
        self.members: list[int] = []
        self.clusters = 0
        self._counts = np.zeros((0, len(problem.coefficients)), np.int64)
        self._steps = np.zeros((0, len(problem.coefficients)), np.float32)
        total = int(problem.weights.sum())
        step = float(growth_step(total, squares=problem.squares))
        largest = np.abs(problem.coefficients)[problem.rows].max(axis=0, initial=0).sum()
        self.tolerance = 1e-7 * float(largest) * step

    def insert(self, element: int, slot: int) -> None:
        """Add an unallocated element to a slot, which may be new."""
        while slot >= len(self.members):
            self._add_slot()
        self._put(element, slot)

    def remove(self, element: int) -> float:
        """Remove an element and return the decrease of the objective."""
        gain = self._own_gain(element)
        self._take(element)
        return gain

    def allocate(self, element: int) -> float:
        """Allocate an element where the objective grows least, and return the increase."""
        gains = self._gains(element)
        best = self._best_slot(gains, -1)
        self._put(element, best)
        return float(gains[best])

    def improve(self, element: int) -> float:
        """Move an element to the best cluster and return the change of the objective."""
        here = int(self.labels[element])
        gains, own = self._gains(element), self._own_gain(element)
        best = self._best_slot(gains, here)
        margin = self.tolerance * float(self.problem.weights[element])
        if best < 0 or not gains[best] < own - margin:
            return 0.0
        self._take(element)
        self._put(element, best)
        return float(gains[best] - own)

    def objective(self) -> float:
        """Return the objective from the counts."""
        values = growth(self._counts, squares=self.problem.squares).sum(axis=0)
        return float((self.problem.coefficients * values).sum())

    def _gains(self, element: int) -> Any:
        rows, w = self.problem.rows[element], int(self.problem.weights[element])
        if w > 1 and not self.problem.squares:
            return self._jump(self._counts[:, rows], rows, 0, w)
        steps = self._steps[:, rows]
        blocks = range(0, len(rows), _FLOATS)
        gains = np.zeros(len(self.members))
        for first in blocks:
            part = np.zeros(len(self.members), np.float32)
            for column in steps[:, first : first + _FLOATS].T:
                part += column
            gains += part
        if self.problem.squares:
            return w * gains + w * w * self.problem.coefficients[rows].sum()
        return gains

    def _own_gain(self, element: int) -> float:
        rows, w = self.problem.rows[element], int(self.problem.weights[element])
        counts = self._counts[self.labels[element]][rows]
        if w > 1 or self.problem.squares:
            return float(self._jump(counts, rows, w, 0))
        steps = growth_step(counts - 1, squares=False)
        return float((self.problem.coefficients[rows] * steps).sum())

    def _jump(self, counts: Any, rows: Any, less: int, more: int) -> Any:
        squares = self.problem.squares
        change = growth(counts + more, squares=squares) - growth(counts - less, squares=squares)
        return (self.problem.coefficients[rows] * change).sum(axis=-1)

    def _best_slot(self, gains: Any, here: int) -> int:
        alone = here >= 0 and self.members[here] == 1
        empty_is_open = not alone and self.clusters < self.problem.most
        best = -1
        for k, members in enumerate(self.members):
            if k == here:
                continue
            if members == 0:
                if not empty_is_open:
                    continue
                empty_is_open = False
            if best < 0 or gains[k] < gains[best]:
                best = k
        return best

    def _put(self, element: int, slot: int) -> None:
        self.clusters += self.members[slot] == 0
        self.members[slot] += 1
        self.labels[element] = slot
        self._change(element, slot, 1)
        if self.clusters == len(self.members) < self.problem.most:
            self._add_slot()

    def _take(self, element: int) -> None:
        slot = int(self.labels[element])
        self.members[slot] -= 1
        self.clusters -= self.members[slot] == 0
        self.labels[element] = -1
        self._change(element, slot, -1)

    def _change(self, element: int, slot: int, sign: int) -> None:
        rows = self.problem.rows[element]
        self._counts[slot, rows] += sign * int(self.problem.weights[element])
        counts = self._counts[slot, rows]
        squares = self.problem.squares
        step = 2.0 * counts if squares else growth_step(counts, squares=False)
        self._steps[slot, rows] = (self.problem.coefficients[rows] * step).astype(np.float32)

    def _add_slot(self) -> None:
        self.members.append(0)
        width = len(self.problem.coefficients)
        self._counts = np.vstack([self._counts, np.zeros((1, width), np.int64)])
        self._steps = np.vstack([self._steps, np.zeros((1, width), np.float32)])


class Search:
    """One run: allocation in random order, sweeps, then clusters destroyed and rebuilt."""

    def __init__(self, problem: Problem, sweeps: int, rebuilds: int) -> None:
        self.problem, self.most_sweeps, self.rebuilds = problem, sweeps, rebuilds
        self.sweeps = self.rebuilt = 0

    def run(self, start: NDArray[np.int32], seed: int) -> tuple[Codes, float]:
        """Return the clusters by first appearance, and the objective."""
        self.state, shuffler = Allocation(self.problem), Shuffler(seed)
        order = list(range(len(start)))
        shuffler.shuffle(order)
        for element in order:
            if start[element] >= 0:
                self.state.insert(element, int(start[element]))
        for element in order:
            if start[element] < 0:
                if self.state.members:
                    self.state.allocate(element)
                else:
                    self.state.insert(element, 0)
        self._sweep_all(order)
        self._rebuild(shuffler, order)
        number: dict[int, int] = {}
        labels = [number.setdefault(slot, len(number)) for slot in self.state.labels.tolist()]
        return np.array(labels, np.uint32), self.state.objective()

    def _sweep(self, order: list[int], most: int) -> tuple[float, int]:
        """Move elements until a full sequence of all elements changes nothing."""
        change, still, rounds = 0.0, 0, 0
        while rounds < most and still < len(order):
            rounds += 1
            for element in order:
                moved = self.state.improve(element)
                change += moved
                still = 0 if moved else still + 1
                if still == len(order):
                    break
        return change, rounds

    def _sweep_all(self, order: list[int]) -> None:
        grouped = sorted(order, key=lambda element: int(self.state.labels[element]))
        self.sweeps += self._sweep(grouped, self.most_sweeps)[1]

    def _rebuild(self, shuffler: Shuffler, order: list[int]) -> None:
        slots = [slot for slot, members in enumerate(self.state.members) if members]
        shuffler.shuffle(slots)
        for slot in slots[: self.rebuilds]:
            if self.state.members[slot] and self._rebuild_one(shuffler, slot):
                self.rebuilt += 1
                self._sweep_all(order)

    def _rebuild_one(self, shuffler: Shuffler, slot: int) -> bool:
        """Destroy a cluster and reallocate its elements; undo this unless the objective falls."""
        members = np.flatnonzero(self.state.labels == slot).tolist()
        shuffler.shuffle(members)
        change = 0.0
        for element in members:
            change -= self.state.remove(element)
        for element in members:
            change += self.state.allocate(element)
        change += self._sweep(members, _PARTIAL_SWEEPS)[0]
        if change < -self.state.tolerance * len(members):
            return True
        moved_to = int(self.state.labels[members[0]])
        same = bool((self.state.labels[members] == moved_to).all())
        if same and self.state.members[moved_to] == len(members):
            return False  # the cluster that was destroyed
        for element in members:
            self.state.remove(element)
        for element in members:
            self.state.insert(element, slot)
        return False


def consensus_search(  # noqa: PLR0913, PLR0917
    codes: NDArray[Any],
    first_rows: Codes,
    coefficients: Reals,
    weights: Codes,
    starts: NDArray[np.int32],
    seeds: NDArray[np.uint64],
    squares: bool,  # noqa: FBT001
    most_clusters: int,
    sweeps: int,
    rebuilds: int,
    threads: int,
) -> tuple[Codes, Reals, Reals]:
    """Return labels, objective, sweeps and rebuilt clusters of a search from every start."""
    del threads
    if len({len(codes), len(weights), starts.shape[1]}) > 1 or len(seeds) != len(starts):
        raise ValueError("Arrays must have the same length.")
    if int(weights.sum(dtype=np.int64)) >= MAX_TOTAL:
        raise ValueError("Weights must sum to less than 2**31.")
    rows = codes.astype(np.int64) + first_rows.astype(np.int64)
    problem = Problem(rows, coefficients, weights.astype(np.int64), squares, most_clusters)
    labels, objectives, counts = [], [], []
    for start, seed in zip(starts, seeds.tolist(), strict=True):
        search = Search(problem, sweeps, rebuilds)
        found, objective = search.run(start, seed)
        labels.append(found)
        objectives.append(objective)
        counts.append((search.sweeps, search.rebuilt))
    flat = np.concatenate(labels) if labels else np.empty(0, np.uint32)
    return flat, np.array(objectives), np.array(counts, float).reshape(-1, 2).T.ravel()


def loss_matrix(
    codes: NDArray[Any],
    sizes: Codes,
    weights: Codes | None,
    candidates: Codes,
    squares: bool,  # noqa: FBT001
    complete: bool,  # noqa: FBT001
    separate: float,
    join: float,
    threads: int,
) -> Reals:
    """Return the losses of some clusterings as estimates of all of them, flattened."""
    del threads, complete
    if len(sizes) and int(sizes.max()) + 1 > _MOST_CLUSTERS:
        raise ValueError("Clusterings must have fewer than 2**13 clusters.")
    out = np.zeros((len(candidates), len(codes)))
    for c, candidate in enumerate(candidates.tolist()):
        for i in range(len(codes)):
            width = int(sizes[i]) + 1
            key = codes[candidate].astype(np.int64) * width + codes[i]
            shape = (int(sizes[candidate]) + 1, width)
            flat = np.bincount(key, weights, minlength=shape[0] * width)
            table = flat.reshape(shape)[:-1, :-1]
            out[c, i] = _loss(table, squares=squares, separate=separate, join=join)
    return out.ravel()


def _loss(table: Any, *, squares: bool, separate: float, join: float) -> float:
    """Return the loss of the rows of a table as an estimate of its columns."""
    n = float(table.sum())
    if not n:
        return 0.0
    cells = growth(table, squares=squares).sum()
    estimate, draw = (growth(table.sum(axis=k), squares=squares).sum() for k in (1, 0))
    scale = n * n if squares else n
    return float((separate * (draw - cells) + join * (estimate - cells)) / scale)
