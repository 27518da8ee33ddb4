"""Workloads of the assignment problem: matrices and sparse tables, against SciPy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy import sparse
from scipy.optimize import linear_sum_assignment

from benchmarks._report import Peer, Row, power, race
from clusterdiff import _kernel
from clusterdiff.assignment import optimal_pairs

if TYPE_CHECKING:
    from collections.abc import Iterator


def pairings(shrink: int) -> Iterator[Row]:
    """Tables of two clusterings that agree on most elements, and matrices of random numbers.

    As matrices, and as cells: SciPy then fills a matrix first, and finds the cells of its answer.
    """
    for k in (2, 5, 10, 20, 50, 200, 500, 2000):
        size = max(2, k // shrink)
        random = np.random.default_rng(0)
        a = random.integers(0, size, 20 * size)
        b = np.where(random.random(len(a)) < 0.7, a, random.integers(0, size, len(a)))
        table = np.zeros((size, size))
        np.add.at(table, (a, b), 1)
        for name, weights in (("table", table), ("random", random.random((size, size)))):
            title = f"assignment, {name}, K = {power(size)}"
            found = [_value(weights), _value_of_scipy(weights)]
            if not np.isclose(*found, rtol=1e-12):
                yield Row(title, "", note=f"failed: {found[0]}, theirs {found[1]}")
                continue
            peer = Peer("scipy.optimize", "scipy.optimize", _scipy(weights), faster=1)
            yield from race(title, lambda weights=weights: _kernel.assign(weights), [peer])
            i, j = np.divmod(np.flatnonzero(weights), size)
            cells = i, j, weights[i, j]
            peer = Peer("scipy.optimize", "scipy.optimize", _scipy_of_cells(*cells), faster=1)
            yield from race(f"{title}, cells", lambda cells=cells: optimal_pairs(*cells), [peer])


def sparse_pairings(shrink: int) -> Iterator[Row]:
    """Tables of many clusters, and sparse random numbers: SciPy's time grows with their square."""
    size = max(100, 20_000 // shrink)
    random = np.random.default_rng(0)
    tables = _tables_of_counts(size, random)
    i, j, _ = _cells(*random.integers(0, size, (2, 8 * size)))
    tables["random costs"] = i, j, random.random(len(i))
    for name, cells in tables.items():
        title = f"assignment, {name}, K = {power(size)}"
        graph = _graph(*cells)
        rows, cols = sparse.csgraph.min_weight_full_bipartite_matching(graph, maximize=True)
        theirs = float(graph[rows, cols].sum()) - len(rows)  # 1 was added to all weights
        ours = float(cells[2][optimal_pairs(*cells)].sum())
        if not np.isclose(ours, theirs, rtol=1e-9):
            yield Row(title, "", note=f"failed: {ours}, theirs {theirs}")
            continue
        peer = Peer("scipy.sparse.csgraph", "scipy.sparse.csgraph", _sparse_scipy(graph), faster=1)
        yield from race(title, lambda cells=cells: optimal_pairs(*cells), [peer])


def many_clusters(shrink: int) -> Iterator[Row]:
    """Tables of a million clusters, whose time must grow with the number of cells."""
    size = max(100, 10**6 // shrink)
    fewer = _tables_of_counts(size // 10, np.random.default_rng(0))
    for name, cells in _tables_of_counts(size, np.random.default_rng(0)).items():
        title = f"assignment, {name}, K = {power(size)}"
        limit = 10 if name == "chain" else 30
        yield from race(title, lambda cells=cells: optimal_pairs(*cells), limit=limit, rounds=1)
        smaller = fewer[name]
        peer = Peer(
            f"K = {power(size // 10)}",
            "clusterdiff.assignment",
            lambda module, smaller=smaller: module.optimal_pairs(*smaller),
            within=40,
            note="10 times as many clusters",
        )
        yield from race(title, lambda cells=cells: optimal_pairs(*cells), [peer], rounds=1)


def _tables_of_counts(size: int, random: np.random.Generator) -> dict[str, tuple[np.ndarray, ...]]:
    chain = np.arange(2 * size)
    return {
        "chain": _cells(chain // 2, (chain + 1) // 2),
        "6 random elements per cluster": _cells(*random.integers(0, size, (2, 6 * size))),
    }


def _cells(a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    width = int(b.max()) + 1
    keys, counts = np.unique(a * width + b, return_counts=True)
    return *np.divmod(keys, width), counts


def _graph(i: np.ndarray, j: np.ndarray, weights: np.ndarray) -> sparse.csr_array:
    """Return a graph in which each row may have a column of its own, so that all are matched."""
    height, width = i.max() + 1, j.max() + 1
    alone = np.arange(height)
    ends = np.concatenate([i, alone]), np.concatenate([j, width + alone])
    data = np.concatenate([weights + 1.0, np.ones(height)])
    places = tuple(end.astype(np.int32) for end in ends)
    return sparse.csr_array((data, places), shape=(height, width + height))


def _sparse_scipy(graph: sparse.csr_array):  # noqa: ANN202
    return lambda csgraph: csgraph.min_weight_full_bipartite_matching(graph, maximize=True)


def _value(weights: np.ndarray) -> float:
    partner = _kernel.assign(weights)
    rows = np.flatnonzero(partner >= 0)
    return float(weights[rows, partner[rows]].sum())


def _value_of_scipy(weights: np.ndarray) -> float:
    return float(weights[linear_sum_assignment(weights, maximize=True)].sum())


def _scipy(weights: np.ndarray):  # noqa: ANN202
    return lambda optimize: optimize.linear_sum_assignment(weights, maximize=True)


def _scipy_of_cells(i: np.ndarray, j: np.ndarray, weights: np.ndarray):  # noqa: ANN202
    def solve(optimize):  # noqa: ANN001, ANN202
        matrix = np.zeros((i.max() + 1, j.max() + 1))
        matrix[i, j] = weights
        rows, cols = optimize.linear_sum_assignment(matrix, maximize=True)
        partner = np.empty(len(matrix), np.int64)
        partner[rows] = cols
        return np.flatnonzero(partner[i] == j)

    return solve


WORKLOADS = (pairings, sparse_pairings, many_clusters)
