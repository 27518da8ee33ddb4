"""Workloads of `clusterdiff.chance`: permutation tests and intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

import clusterdiff as cd
from benchmarks import _data
from benchmarks._report import Peer, Row, power, race
from clusterdiff.chance import expected, interval, standardized_mutual_information

if TYPE_CHECKING:
    from collections.abc import Iterator

SAMPLES = 1000


def permutations(shrink: int) -> Iterator[Row]:
    """ARI, VI and PSI of 1000 random tables, compared with shuffling labels for scikit-learn."""
    n, k = 10**6 // shrink, 100 if shrink == 1 else 10
    a, b = _data.redrawn(n, k)
    table = cd.Table.from_labels(a, b)
    random = np.random.default_rng(6)

    def shuffle_once(m: Any) -> None:
        shuffled = random.permutation(b)
        m.adjusted_rand_score(a, shuffled)
        m.mutual_info_score(a, shuffled)

    note = f"one shuffle with ARI and MI, times {SAMPLES}; our time includes PSI"
    peer = Peer(
        "scikit-learn", "sklearn.metrics", shuffle_once, faster=100, times=SAMPLES, note=note
    )
    title = f"{SAMPLES} permutations: ARI, VI and PSI, n = {power(n)}, K = {k}"
    measures, options = ["ari", "vi", "psi"], {"method": "sampled", "samples": SAMPLES}
    yield from race(title, lambda: expected(table, None, measures, tolerance=0, **options), [peer])


def closed_interval(shrink: int) -> Iterator[Row]:
    """The interval of the adjusted Rand index from labels, compared with the table alone."""
    n, k = 10**7 // shrink, 100
    a, b = _data.redrawn(n, k)
    peer = Peer("the table alone", "clusterdiff", lambda m: m.Table.from_labels(a, b), within=1.2)
    title = f"interval of ARI, n = {power(n)}, K = {k}"
    yield from race(title, lambda: interval(a, b, "ari"), [peer])


def bootstrap(shrink: int) -> Iterator[Row]:
    """An interval from 1000 bootstrap tables of 10⁶ elements."""
    n, k = 10**6 // shrink, 100 if shrink == 1 else 10
    table = cd.Table.from_labels(*_data.redrawn(n, k))
    title = f"bootstrap interval of PSI, {SAMPLES} tables, n = {power(n)}, K = {k}"
    yield from race(title, lambda: interval(table, None, "psi", samples=SAMPLES))


def standardized(shrink: int) -> Iterator[Row]:
    """Exact mean and variance of the mutual information."""
    n = 10**4 // (10 if shrink > 1 else 1)
    a, b = np.arange(n) % 10, np.arange(n) * 7 // 3 % 8
    title = f"standardized mutual information, n = {power(n)}, K = 10, K' = 8"
    yield from race(title, lambda: standardized_mutual_information(a, b))


WORKLOADS = (permutations, closed_interval, bootstrap, standardized)
