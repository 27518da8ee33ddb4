"""The dense solver of the assignment problem: exact for integers, and never below the optimum."""

import os
import threading
import time
from itertools import permutations
from math import fsum

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from clusterdiff import assignment
from clusterdiff._kernel import _numpy
from clusterdiff.table import Table

KERNELS = {"numpy": _numpy}
try:
    from clusterdiff._kernel import _native
except ImportError:
    if os.environ.get("CLUSTERDIFF_KERNEL") != "numpy":
        raise
else:
    KERNELS["native"] = _native

both = pytest.mark.parametrize("kernel", KERNELS.values(), ids=KERNELS)
several = settings(max_examples=150, derandomize=True)


def total(kernel, weights):
    """Return the sum of weights of a one-to-one pairing, as Python numbers."""
    partner = kernel.assign(weights)
    rows = np.flatnonzero(partner >= 0)
    cols = partner[rows]
    assert (partner.dtype, partner.shape) == (np.int64, (len(weights),))
    assert len(set(cols.tolist())) == len(cols)
    chosen = weights[rows, cols].tolist()
    assert all(weight > 0 for weight in chosen)
    return sum(chosen) if weights.dtype == np.int64 else fsum(chosen)


def by_trying(weights):
    """Return the largest sum over all pairings, by brute force."""
    lines = weights.tolist()
    return max(
        sum(line[j] for line, j in zip(lines, order, strict=True))
        for order in permutations(range(weights.shape[1]), len(lines))
    )


shapes = st.tuples(st.integers(1, 5), st.integers(0, 2)).map(lambda s: (s[0], sum(s)))


@both
@given(st.data(), shapes, st.sampled_from([3, 50, 2**40, 2**54, 2**58]))
@several
def test_integers_are_exact(kernel, data, shape, largest):
    size = shape[0] * shape[1]
    # weights that differ by 1 beside the largest: doubles cannot distinguish them
    cells = st.integers(0, 3) | st.integers(largest - 3, largest)
    weights = np.array(data.draw(st.lists(cells, min_size=size, max_size=size)), np.int64)
    weights = weights.reshape(shape)
    assert total(kernel, weights) == by_trying(weights)


@both
@given(st.data(), shapes)
@several
def test_doubles_reach_the_optimum(kernel, data, shape):
    size = shape[0] * shape[1]
    parts = st.tuples(st.integers(0, 6), st.integers(1, 7)).map(lambda p: p[0] / p[1])
    weights = np.array(data.draw(st.lists(parts, min_size=size, max_size=size))).reshape(shape)
    assert total(kernel, weights) == pytest.approx(by_trying(weights), abs=1e-12)


@both
@pytest.mark.parametrize("shape", [(1, 1), (1, 40), (30, 30), (60, 90), (200, 200)])
def test_the_sum_is_that_of_scipy(kernel, shape):
    random = np.random.default_rng(0)
    a = random.integers(0, shape[0], 3000)
    noisy = np.where(random.random(3000) < 0.5, a, random.integers(0, shape[1], 3000))
    table = np.zeros(shape, np.int64)
    np.add.at(table, (a, noisy % shape[1]), 1)
    for weights in (table, random.random(shape), table / (1 + table.sum(0)), 0 * table):
        expected = weights[linear_sum_assignment(weights, maximize=True)].sum()
        assert total(kernel, weights) == pytest.approx(expected, rel=1e-12)


@both
def test_neighbors_beyond_doubles_are_distinguished(kernel):
    big = 2**53
    weights = np.array([[big, big + 1], [big + 2, big + 2]])
    assert kernel.assign(weights).tolist() == [1, 0]
    huge = (
        2**62 + 2**61
    )  # more than all others together, as in a table of fewer than 2**63 elements
    weights = np.array([[huge, 5, 0], [7, 2**58, 2**58 + 1], [0, 2**58 + 3, 2**58 + 3]])
    assert kernel.assign(weights).tolist() == [0, 2, 1]


def test_a_table_with_counts_beyond_doubles():
    big = 2**55
    table = Table.from_matrix([[big + 1, big + 1, 0], [big, big + 2, 1], [0, 3, big]])
    cells = assignment.optimal_pairs(table.rows, table.cols, table.counts)
    assert sum(table.counts[cells].tolist()) == 3 * big + 3


@both
def test_rows_without_a_share_have_no_column(kernel):
    assert kernel.assign(np.zeros((2, 3))).tolist() == [-1, -1]
    assert kernel.assign(np.array([[0, 0], [0, 4]])).tolist() == [-1, 1]
    assert kernel.assign(np.zeros((0, 3))).tolist() == []


@pytest.mark.skipif("native" not in KERNELS, reason="installed without the native kernel")
def test_the_native_kernel_refuses_what_it_cannot_solve():
    native = KERNELS["native"]
    refused = [np.ones((3, 2)), -np.ones((2, 2)), np.full((2, 2), np.nan)]
    for weights in [*refused, np.full((3, 3), 2**62)]:
        with pytest.raises(ValueError, match="Weights must"):
            native.assign(weights)
    with pytest.raises(TypeError):
        native.assign(np.ones((2, 2), np.float32))


@pytest.mark.skipif("native" not in KERNELS, reason="installed without the native kernel")
def test_other_threads_run_meanwhile():
    weights = np.random.default_rng(0).random((1500, 1500))
    thread = threading.Thread(target=KERNELS["native"].assign, args=(weights,))
    begin = time.perf_counter()
    thread.start()
    ticks = 0
    while thread.is_alive():
        ticks += 1
        time.sleep(0.002)
    assert ticks >= 0.1 * (time.perf_counter() - begin) / 0.002
