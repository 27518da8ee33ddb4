"""Pairings of clusters compared with the optimal and greedy pairings found by brute force."""

from functools import cache
from itertools import permutations
from random import Random

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment

from clusterdiff import _kernel, assignment
from clusterdiff._kernel import _numpy, _numpy_assign
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
        return _numpy_assign._solve_sparse(i, j, weights)
    return _numpy_assign._solve_sparse(j, i, weights)


SETTINGS = {
    "as it is": {},
    "no small table": {"_MAX_DIRECT": 0},
    "one round": {"_MAX_DIRECT": 0, "_MAX_ROUNDS": 1},
    "no round": {"_MAX_DIRECT": 0, "_MAX_ROUNDS": 0},
    "no shortcut": {"_MAX_DIRECT": 0, "_fix_dominant": all_cells_left},
    "sparse": {"_MAX_DIRECT": 0, "_fix_dominant": all_cells_left, "_solve_dense": always_sparse},
}


@pytest.mark.parametrize("setting", SETTINGS)
def test_pairings_in_numpy_are_as_found_by_brute_force(setting, monkeypatch):
    for name, value in SETTINGS[setting].items():
        monkeypatch.setattr(_numpy_assign, name, value)
    monkeypatch.setattr(assignment, "_kernel", _numpy)
    assert list(wrong_optimum()) == []


@pytest.mark.parametrize("rounds", [0, 1, 100])
def test_greedy_pairings_are_as_found_by_brute_force(rounds, monkeypatch):
    monkeypatch.setattr(assignment, "_MAX_ROUNDS", rounds)
    assert list(wrong_greedy()) == []


@pytest.mark.parametrize("many", [0, 1000])
def test_pairings_are_as_found_by_brute_force(many, monkeypatch):
    monkeypatch.setattr(assignment, "_MANY", many)
    assert list(wrong_optimum()) == []


@pytest.mark.parametrize("number", [0, 1, 999, 1200])
def test_cells_that_are_alone_are_paired(number):
    """Clusters that overlap with one other only, before and after all others."""
    for k, shape in enumerate(SHAPES):
        rows, cols, weights = random_cells(*shape)
        heavy = np.random.default_rng(k).integers(1, 9, number)
        alone = np.arange(number)
        first = k % 2 * number
        rows = np.concatenate([alone + (1 - k % 2) * (rows.max() + 1), rows + first])
        cols = np.concatenate([alone[::-1] + (1 - k % 2) * (cols.max() + 1), cols + first])
        cells = assignment.optimal_pairs(rows, cols, np.concatenate([heavy, weights]))
        assert np.concatenate([heavy, weights])[cells].sum() == best_of(*shape) + heavy.sum()
        assert len(set(rows[cells])) == len(set(cols[cells])) == len(cells)
        assert (np.diff(cells) > 0).all()


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
    sparse = _numpy_assign._solve_sparse
    monkeypatch.setattr(assignment, "_kernel", _numpy)
    monkeypatch.setattr(_numpy_assign, "_MAX_DIRECT", 0)
    monkeypatch.setattr(_numpy_assign, "_MAX_DENSE", 0)
    monkeypatch.setattr(
        _numpy_assign, "_solve_sparse", lambda *cells: solved.append(1) or sparse(*cells)
    )
    assert list(wrong_chain()) == []
    assert len(solved) == 2


# ---------------------------------------------------------------- tables of many clusters


def best_by_scipy(rows, cols, weights):
    """Return the largest sum of weights of a pairing."""
    dense = np.zeros((rows.max() + 1, cols.max() + 1), weights.dtype)
    dense[rows, cols] = weights
    return dense[linear_sum_assignment(dense, maximize=True)].sum()


def shapes_of_graphs(k, random):
    """Yield rows and columns of graphs that are hard in different ways."""
    i = np.arange(k)
    yield "chain", np.r_[i, i[1:]], np.r_[i, i[:-1]]
    yield "ring", np.r_[i, i], np.r_[i, (i + 1) % k]
    yield "star", np.r_[0 * i, 1 + i % 9], np.r_[i, 0 * i]
    yield "two stars", i % 2, i
    side = int(k**0.5)
    y, x = np.divmod(np.arange(side * side), side)
    grid = [((y + dy) % side) * side + (x + dx) % side for dy in (0, 1) for dx in (0, 1)]
    yield "torus", np.tile(y * side + x, 4), np.concatenate(grid)
    yield "tree", np.r_[i, i], np.r_[i // 2, i // 3]
    yield "random", random.integers(0, k, 6 * k), random.integers(0, k, 6 * k)
    yield "crowded", random.integers(0, k, 50 * k), random.integers(0, k, 50 * k)
    yield "long and short", random.integers(0, 40, 6 * k), random.integers(0, 3 * k, 6 * k)
    yield "few and many", random.integers(0, k, 3 * k), random.zipf(1.5, 3 * k) % k


def weights_of(random, n):
    """Yield weights with many ties, without, and beyond the digits of doubles."""
    yield np.ones(n, np.int64)
    yield random.integers(1, 4, n)
    yield random.integers(1, 10**9, n)
    yield 2**53 + random.integers(0, 3, n)
    yield random.integers(1, 8, n) / random.integers(8, 15, n)
    yield random.random(n) + 1e-9


@pytest.mark.parametrize("shape", range(10))
def test_pairings_of_many_clusters_are_optimal(shape):
    random = np.random.default_rng(shape)
    name, rows, cols = list(shapes_of_graphs(400, random))[shape]
    cells = np.unique(rows * 10**6 + cols)
    rows, cols = np.divmod(random.permutation(cells), 10**6)
    for weights in weights_of(random, len(rows)):
        for i, j in ((rows, cols), (cols, rows)):
            chosen = assignment.optimal_pairs(i, j, weights)
            assert len(set(i[chosen])) == len(set(j[chosen])) == len(chosen), name
            assert (np.diff(chosen) > 0).all()
            found, best = weights[chosen].sum(), best_by_scipy(i, j, weights)
            if weights.dtype == np.int64 and weights.max() >= 2**53:
                assert found >= best  # SciPy computes with doubles
            elif weights.dtype == np.int64:
                assert found == best, name
            else:
                assert found == pytest.approx(best, rel=1e-12), name


def random_tables(number):
    """Yield tables of up to 20 rows and 300 cells: full or not, tied or not, of any weights."""
    random = np.random.default_rng(8)
    for _ in range(number):
        height, width = random.integers(1, 20, 2)
        values = [
            random.integers(0, random.choice([2, 4, 1000]), (height, width)),
            random.random((height, width)),
            random.integers(1, 9, (height, width)) / random.integers(1, 9, (height, width)),
            np.exp(random.normal(0, 20, (height, width))),
        ][random.integers(4)]
        table = values * (random.random((height, width)) < random.choice([0.1, 0.4, 1]))
        if random.random() < 0.3:
            np.fill_diagonal(table, 3 * table.max())
        if table.any():
            yield table


@pytest.mark.parametrize("kernel", [_kernel, _numpy], ids=["chosen", "numpy"])
def test_ten_thousand_random_tables_against_scipy(kernel, monkeypatch):
    monkeypatch.setattr(assignment, "_kernel", kernel)
    for table in random_tables(10_000 if kernel is _kernel else 500):
        best = table[linear_sum_assignment(table, maximize=True)].sum()
        rows, cols = np.nonzero(table)
        chosen = assignment.optimal_pairs(rows, cols, table[rows, cols])
        i, j = rows[chosen], cols[chosen]
        assert len(set(i.tolist())) == len(set(j.tolist())) == len(chosen)
        long = np.ascontiguousarray(table if table.shape[0] <= table.shape[1] else table.T)
        partner = kernel.assign(long)
        found = np.flatnonzero(partner >= 0)
        assert len(set(partner[found].tolist())) == len(found)
        for value in (table[i, j].sum(), long[found, partner[found]].sum()):
            if table.dtype == np.int64:
                assert value == best
            else:
                assert value == pytest.approx(best, rel=1e-12)


def test_sums_of_many_tables_are_those_of_single_pairings():
    random = np.random.default_rng(1)
    for height, width in ((3, 5), (30, 20), (300, 400)):
        rows, cols = np.divmod(np.arange(height * width), width)
        counts = random.poisson(0.5, (7, len(rows)))
        for weights in (counts, counts / (1 + random.random(len(rows)))):
            found = _kernel.pair_sums(rows, cols, weights, height, width, 2)
            expected = [
                (w * (w > 0))[np.flatnonzero(w)[assignment.optimal_pairs(*cells_of(rows, cols, w))]]
                for w in weights
            ]
            assert found.dtype == weights.dtype
            assert found == pytest.approx([w.sum() for w in expected], rel=1e-12)
            assert _numpy.pair_sums(rows, cols, weights, height, width, 2) == pytest.approx(found)


def cells_of(rows, cols, weights):
    full = np.flatnonzero(weights)
    return rows[full], cols[full], weights[full]


needs_native = pytest.mark.skipif(_kernel.KERNEL != "native", reason="SciPy takes minutes")


@needs_native
def test_steps_grow_with_the_table_and_not_with_its_square():
    """Chains, and random labels with 6 elements per cluster, of 50,000 clusters."""
    n = 100_000
    chain = np.arange(n) // 2, (np.arange(n) + 1) // 2
    random = np.random.default_rng(0)
    for rows, cols, most in ((*chain, 10 * n), (*random.integers(0, n // 2, (2, 3 * n)), 80 * n)):
        keys, counts = np.unique(rows * n + cols, return_counts=True)
        i, j = np.divmod(keys, n)
        with assignment.limited(most):
            assert len(assignment.optimal_pairs(i, j, counts)) > 0.49 * n


def test_more_steps_than_allowed_are_an_error():
    i = np.arange(3000)
    with assignment.limited(500), pytest.raises(assignment.TooManyStepsError, match="500 steps"):
        assignment.optimal_pairs(np.r_[i, i], np.r_[i, (i + 1) % 3000], np.ones(6000))
    cells = assignment.optimal_pairs(np.r_[i, i], np.r_[i, (i + 1) % 3000], np.ones(6000))
    assert len(cells) == 3000


@pytest.mark.parametrize("kernel", [_kernel, _numpy], ids=["chosen", "numpy"])
def test_cells_outside_the_table_and_wrong_weights_are_refused(kernel):
    zero, one = np.zeros(1, np.int64), np.ones(1, np.int64)
    for rows, cols, weights, error in (
        (5 * one, zero, one, IndexError),
        (zero, -one, one, IndexError),
        (zero, zero, -one, ValueError),
        (zero, zero, one * np.nan, ValueError),
        (zero, zero, one * np.inf, ValueError),
        (zero, np.zeros(2, np.int64), one, ValueError),
    ):
        with pytest.raises(error):
            kernel.pair_cells(rows, cols, weights, 5, 5, 2**64 - 1)
        if len(rows) == len(cols):
            with pytest.raises(error):
                kernel.pair_sums(rows, cols, weights[None], 5, 5, 1)
    assert kernel.pair_cells(zero[:0], zero[:0], zero[:0], 0, 0, 9).tolist() == []


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


@pytest.mark.parametrize("shape", [(3, 5), (5, 3), (4, 4)])
def test_exact_pairs_of_cells_that_leave_gaps(shape):
    random = Random(2)  # noqa: S311
    for _ in range(30):
        places = [(i, j) for i in range(shape[0]) for j in range(shape[1])]
        cells = sorted(random.sample(places, random.randint(1, 7)))
        weights = [2**200 + random.randint(0, 3) for _ in cells]
        rows, cols = np.array(cells).T
        chosen = assignment.exact_pairs(rows, cols, np.array(weights, object)).tolist()
        assert len(set(rows[chosen])) == len(set(cols[chosen])) == len(chosen)
        best = best_total(dict(zip(cells, weights, strict=True)))
        assert sum(weights[cell] for cell in chosen) == best


def test_potentials_prove_that_a_pairing_is_optimal():
    """u_i + v_j ≥ w_ij with equality for partners: no other pairing has a larger sum."""
    for seed in range(40):
        random = np.random.default_rng(seed)
        k = int(random.integers(1, 7))
        weights = random.integers(-9, 10, (k, k)).astype(float)
        partner = linear_sum_assignment(weights, maximize=True)[1]
        u, v = assignment._potentials(weights, partner)
        assert (u[:, None] + v >= weights).all()
        assert (u + v[partner] == weights[np.arange(k), partner]).all()


def components_by_hand(cells):
    """Return the sets of rows and columns that cells connect, merged one cell at a time."""
    parts = []
    for i, j in cells:
        touched = [part for part in parts if ("row", i) in part or ("col", j) in part]
        parts = [part for part in parts if part not in touched]
        parts.append({("row", i), ("col", j)}.union(*touched))
    return {frozenset(part) for part in parts}


def test_connected_components_are_as_found_by_hand():
    for seed in range(200):
        random = np.random.default_rng(seed)
        shape = tuple(random.integers(1, 8, 2).tolist())
        chosen = np.flatnonzero(random.random(shape).ravel() < random.choice([0.05, 0.2, 0.5]))
        if not len(chosen):
            continue
        rows, cols = np.divmod(chosen, shape[1])  # rows and columns without a cell are left out
        of_rows, of_cols = assignment.connected(rows, cols, shape)
        assert (len(of_rows), len(of_cols)) == shape
        found = {}
        for i, j in zip(rows.tolist(), cols.tolist(), strict=True):
            assert of_rows[i] == of_cols[j]
            assert 0 <= of_rows[i] < len(rows)
            found.setdefault(int(of_rows[i]), set()).update({("row", i), ("col", j)})
        cells = zip(rows.tolist(), cols.tolist(), strict=True)
        assert {frozenset(part) for part in found.values()} == components_by_hand(cells)
