"""Workloads of the consensus of many clusterings: search, medoid and credible ball."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks._report import Peer, Row, power, race
from clusterdiff._kernel import _numpy
from clusterdiff.many import Clusterings, consensus, credible_ball
from clusterdiff.many._loss import Loss
from clusterdiff.many._medoid import find_medoid
from clusterdiff.many._search import make_problem, search

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

CLUSTERS = 20


def posterior(m: int, n: int, seed: int = 0) -> NDArray[np.uint8]:
    """Draws around one partition: unsure elements, two clusters that merge, one that splits."""
    rng = np.random.default_rng(seed)
    base = rng.choice(CLUSTERS, size=n, p=rng.dirichlet(np.full(CLUSTERS, 2.0)))
    unsure, other = rng.random(n) * 0.3, rng.integers(CLUSTERS + 3, size=n)
    out = np.empty((m, n), np.uint8)
    for i in range(m):
        draw = base.copy()
        moved = rng.random(n) < unsure
        random = rng.integers(CLUSTERS + 3, size=n)
        draw[moved] = np.where(rng.random(n) < 0.7, other, random)[moved]
        if rng.random() < 0.5:
            draw[draw == 1] = 2
        if rng.random() < 0.4:
            draw[(draw == 3) & (rng.random(n) < 0.5)] = CLUSTERS + 3
        out[i] = draw
    return out


def one_run(runs: Clusterings) -> float:
    """Search once from an empty partition."""
    weights = np.full(len(runs), 1 / len(runs))
    problem = make_problem(runs, Loss.of("vi"), weights)
    start = np.full(problem.n, -1, np.int32)
    return search(problem, [("empty", start)], [1], 100)[0].objective


def numpy_run(runs: Clusterings) -> float:
    """Search once with the numpy kernel."""
    weights = np.full(len(runs), 1 / len(runs))
    p = make_problem(runs, Loss.of("vi"), weights)
    start, seeds = np.full((1, p.n), -1, np.int32), np.ones(1, np.uint64)
    squares = False
    found: Any = _numpy.consensus_search(
        p.codes, p.first_rows, p.coefficients, p.weights, start, seeds, squares, 100, 100, 10, 1
    )
    return float(found[1][0])


def expected_vi(shrink: int) -> Iterator[Row]:
    """A thousand draws of a thousand elements; salso 0.3.35 took 1.3 s and 2.2 s there."""
    m, n = 1000 // min(shrink, 10), 1000 // min(shrink, 10)
    runs = Clusterings(posterior(m, n))
    title = f"m = {power(m)}, n = {power(n)}, K ≈ 23"
    yield from race(f"consensus, 16 runs and medoid, {title}", lambda: consensus(runs))
    weights = np.full(m, 1 / m)
    loss = Loss.of("vi")
    yield from race(f"medoid, {title}", lambda: find_medoid(runs, loss, weights, exact=True))
    starts = [("empty", np.full(n, -1, np.int32))] * 16
    problem = make_problem(runs, loss, weights)
    seeds = list(range(16))
    yield from race(
        f"search, 16 runs, {title}", lambda: search(problem, starts, seeds, 100), limit=0.43
    )
    center = consensus(runs, n_runs=1)
    yield from race(
        f"credible ball, {title}", lambda: credible_ball(runs, center=center), limit=0.05
    )
    small = Clusterings(posterior(100, 300 // min(shrink, 10)))
    peer = Peer("numpy kernel", "numpy", lambda _: numpy_run(small), faster=10)
    yield from race("search, 1 run, m = 100, n = 300", lambda: one_run(small), [peer])


def large_consensus(shrink: int) -> Iterator[Row]:
    """Ten and a hundred thousand elements, without a matrix of all pairs."""
    for n, limit in ((10**4, 0.75), (10**5, 20)):
        runs = Clusterings(posterior(1000 // min(shrink, 10), n // shrink))
        title = f"m = {power(len(runs))}, n = {power(runs.n)}"
        yield from race(f"search, 1 run, {title}", lambda runs=runs: one_run(runs), limit=limit)


WORKLOADS = (expected_vi, large_consensus)
