"""Workloads of the assignment problem: the dense solver compared with SciPy's."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.optimize import linear_sum_assignment

from benchmarks._report import Peer, Row, power, race
from clusterdiff import _kernel

if TYPE_CHECKING:
    from collections.abc import Iterator


def pairings(shrink: int) -> Iterator[Row]:
    """Tables of two clusterings that agree on most elements, and matrices of random numbers."""
    for k in (50, 500, 2000):
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


def _value(weights: np.ndarray) -> float:
    partner = _kernel.assign(weights)
    rows = np.flatnonzero(partner >= 0)
    return float(weights[rows, partner[rows]].sum())


def _value_of_scipy(weights: np.ndarray) -> float:
    return float(weights[linear_sum_assignment(weights, maximize=True)].sum())


def _scipy(weights: np.ndarray):  # noqa: ANN202
    return lambda optimize: optimize.linear_sum_assignment(weights, maximize=True)


WORKLOADS = (pairings,)
