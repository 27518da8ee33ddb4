"""Pairings of clusters compared with the optimal and greedy pairings found by brute force."""

from functools import cache
from itertools import permutations
from random import Random

import numpy as np
import pytest

from clusterdiff import assignment
from tests.measures.reference.set_matching import best_total


def random_cells(seed, height, width, share):
    """Return cells of a sparse table with positive integer weights and no empty row or column.

    A share of 0 means few cells with many equal weights, in any order.
    """
    random = np.random.default_rng(seed)
    if not share:
        weights = random.choice([0, 0, 4, 5, 5], (height, width))
        weights[0, 0] = 5
        cells = random.permutation(np.argwhere(weights))
        return cells[:, 0], cells[:, 1], weights[cells[:, 0], cells[:, 1]]
    weights = random.integers(1, 6, (height, width)) * (random.random((height, width)) < share)
    for i in range(height):
        weights[i, i % width] += 1
    for j in range(width):
        weights[j % height, j] += 1
    rows, cols = np.nonzero(weights)
    return rows, cols, weights[rows, cols]


SHAPES = [
    (seed, *shape)
    for seed in range(12)
    for shape in ((5, 6, 0.3), (6, 4, 0.5), (3, 7, 0.6), (3, 3, 0), (2, 3, 0), (4, 2, 0))
]


@cache
def best_of(*shape):
    """Return the largest sum of weights of a pairing, by brute force."""
    rows, cols, weights = (part.tolist() for part in random_cells(*shape))
    return best_total(dict(zip(zip(rows, cols, strict=True), weights, strict=True)))


def wrong_optimum():
    """Yield the cells whose pairing is not one to one or not optimal."""
    for shape in SHAPES:
        rows, cols, weights = random_cells(*shape)
        best = best_of(*shape)
        for scale in (1, 0.125):
            cells = assignment.optimal_pairs(rows, cols, weights * scale)
            if len(set(rows[cells])) != len(cells) or len(set(cols[cells])) != len(cells):
                yield shape, "not one to one"
            if (weights[cells] * scale).sum() != best * scale or (np.diff(cells) <= 0).any():
                yield shape, (weights[cells] * scale).sum(), best


def greedy_by_hand(rows, cols, weights, sizes_a, sizes_b):
    """Pair the heaviest cell first; ties go to larger clusters, then by row and column."""

    def order(k):
        pair = sizes_a[rows[k]], sizes_b[cols[k]]
        return -weights[k], -max(pair), -min(pair), rows[k], cols[k]

    taken = []
    for k in sorted(range(len(rows)), key=order):
        if all(rows[k] != rows[t] and cols[k] != cols[t] for t in taken):
            taken.append(k)
    return sorted(taken)


def wrong_greedy():
    """Yield the cells whose greedy pairing is wrong."""
    for shape in SHAPES:
        rows, cols, weights = random_cells(*shape)
        sizes_a = np.bincount(rows, weights).astype(int) % 4 + 1
        sizes_b = np.bincount(cols, weights).astype(int) % 4 + 1
        if not shape[-1]:
            sizes_a, sizes_b = np.ones_like(sizes_a), np.ones_like(sizes_b)  # the order decides
        found = assignment.greedy_pairs(rows, cols, weights, sizes_a, sizes_b).tolist()
        if found != greedy_by_hand(rows, cols, weights, sizes_a, sizes_b):
            yield shape, found


def all_cells_left(_rows, _cols, _weights, left):
    return left, []


def always_sparse(i, j, weights, shape):
    if shape[0] <= shape[1]:
        return assignment._solve_sparse(i, j, weights)
    return assignment._solve_sparse(j, i, weights)


SETTINGS = {
    "as it is": {},
    "no small table": {"_MAX_DIRECT": 0},
    "one round": {"_MAX_DIRECT": 0, "_MAX_ROUNDS": 1},
    "no round": {"_MAX_DIRECT": 0, "_MAX_ROUNDS": 0},
    "no shortcut": {"_MAX_DIRECT": 0, "_fix_dominant": all_cells_left},
    "sparse": {"_MAX_DIRECT": 0, "_fix_dominant": all_cells_left, "_solve_dense": always_sparse},
}


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("wrong", [wrong_optimum, wrong_greedy], ids=["optimal", "greedy"])
def test_pairings_are_as_found_by_brute_force(setting, wrong, monkeypatch):
    for name, value in SETTINGS[setting].items():
        monkeypatch.setattr(assignment, name, value)
    assert list(wrong()) == []


def wrong_chain():
    """Yield errors for a long chain of cells that no shortcut solves."""
    n = 60
    rows = np.concatenate([np.arange(n), np.arange(n)])
    cols = np.concatenate([np.arange(n), np.arange(1, n + 1)])
    weights = np.concatenate([np.full(n, 3), np.full(n, 4)])
    weights[-1] = (
        1  # the last row takes its first cell only if the others do so too: 3n < 4(n - 1) + 1
    )
    for i, j in ((rows, cols), (cols, rows)):
        cells = assignment.optimal_pairs(i, j, weights)
        if not len(set(i[cells])) == len(set(j[cells])) == len(cells):
            yield "not one to one"
        if weights[cells].sum() != 4 * (n - 1) + 1:
            yield int(weights[cells].sum())


def test_a_long_chain_is_solved_sparsely(monkeypatch):
    solved = []
    sparse = assignment._solve_sparse
    monkeypatch.setattr(assignment, "_MAX_DIRECT", 0)
    monkeypatch.setattr(assignment, "_MAX_DENSE", 0)
    monkeypatch.setattr(
        assignment, "_solve_sparse", lambda *cells: solved.append(1) or sparse(*cells)
    )
    assert list(wrong_chain()) == []
    assert len(solved) == 2


def test_exact_pairs_tell_all_sums_of_large_integers_apart():
    random = Random(1)  # noqa: S311
    steps = [lambda: 1, lambda: 2 ** random.randint(0, 250), lambda: random.randint(0, 2**100)]
    for _ in range(100):
        k = random.choice([2, 3, 4])
        weights = [
            random.choice([2**254, 2**255]) + random.choice([-1, 0, 1]) * random.choice(steps)()
            for _ in range(k * k)
        ]
        rows, cols = np.divmod(np.arange(k * k), k)
        chosen = assignment.exact_pairs(rows, cols, np.array(weights, object)).tolist()
        sums = [sum(weights[i * k + p[i]] for i in range(k)) for p in permutations(range(k))]
        assert sum(weights[cell] for cell in chosen) == max(sums)
