"""Workloads of chance: random tables instead of shuffled labels, intervals instead of repeated runs."""

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
    """ARI, VI and PSI of a thousand random tables, beside shuffling the labels and calling scikit-learn each time."""
    n, k = 10**6 // shrink, 100 if shrink == 1 else 10
    a, b = _data.redrawn(n, k)
    table = cd.Table.from_labels(a, b)
    random = np.random.default_rng(6)

    def shuffle_once(m: Any) -> None:
        shuffled = random.permutation(b)
        m.adjusted_rand_score(a, shuffled)
        m.mutual_info_score(a, shuffled)

    note = f"one shuffle, ARI and MI timed, times {SAMPLES}; scikit-learn has no PSI, ours is in our time"
    peer = Peer("scikit-learn", "sklearn.metrics", shuffle_once, faster=100, times=SAMPLES, note=note)
    title = f"{SAMPLES} permutations: ARI, VI and PSI, n = {power(n)}, K = {k}"
    yield from race(title, lambda: expected(["ari", "vi", "psi"], table, method="sampled", samples=SAMPLES, tolerance=0), [peer])


def jackknife(shrink: int) -> Iterator[Row]:
    """The interval of the adjusted Rand index from labels, beside the table that it is read off."""
    n, k = 10**7 // shrink, 100
    a, b = _data.redrawn(n, k)
    peer = Peer("the table alone", "clusterdiff", lambda m: m.Table.from_labels(a, b), within=1.2)
    yield from race(f"jackknife interval of ARI, n = {power(n)}, K = {k}", lambda: interval("ari", a, b, method="jackknife"), [peer])


def bootstrap(shrink: int) -> Iterator[Row]:
    """A thousand bootstrap tables of a million elements."""
    n, k = 10**6 // shrink, 100 if shrink == 1 else 10
    table = cd.Table.from_labels(*_data.redrawn(n, k))
    yield from race(f"bootstrap (BCa) of ARI, 1000 tables, n = {power(n)}, K = {k}", lambda: interval("ari", table, method="bootstrap", kind="bca"))


def standardised(shrink: int) -> Iterator[Row]:
    """Mean and variance of the mutual information, exact, with the p-value from 999 tables."""
    n = 10**4 // (10 if shrink > 1 else 1)
    a, b = np.arange(n) % 10, np.arange(n) * 7 // 3 % 8
    yield from race(f"standardised mutual information, n = {power(n)}, K = 10, K' = 8", lambda: standardized_mutual_information(a, b))


WORKLOADS = (permutations, jackknife, bootstrap, standardised)
