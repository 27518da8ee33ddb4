"""Workloads of many clusterings: the matrix of all pairs, compared with loops over pairs."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

import clusterdiff as cd
from benchmarks._report import Peer, Row, duration, power, race, size, within
from benchmarks._timing import in_own_process

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

MEASURES = ("adjusted_rand", "variation_of_information")
_SAMPLE = 6  # pairs on which a loop is timed
_EXTRA = 200e6  # bytes in addition to the inputs and the matrix


def runs_of(m: int, n: int, clusters: int, width: type[np.unsignedinteger[Any]]) -> NDArray[Any]:
    """Return m clusterings in which three tenths of the labels are drawn again."""
    rng = np.random.default_rng(1)
    base = rng.integers(0, clusters, n)
    out = np.empty((m, n), width)
    for row in out:
        changed = rng.random(n, np.float32) < 0.3
        row[:] = np.where(changed, rng.integers(0, clusters, n), base)
    return out


def matrix(shrink: int) -> Iterator[Row]:
    """A thousand clusterings of 10⁵ elements, two measures in one pass."""
    m, n, clusters = (1000, 10**5, 20) if shrink == 1 else (60, 10**5 // shrink, 20)
    runs = runs_of(m, n, clusters, np.uint8)
    pairs = m * (m - 1) / 2
    title = f"ARI and VI of all pairs, m = {m}, n = {power(n)}, K = {clusters}"
    some = [
        (runs[2 * i].astype(np.int32), runs[2 * i + 1].astype(np.int32)) for i in range(_SAMPLE)
    ]
    own = [cd.get_measure(name) for name in MEASURES]
    peers = (
        Peer(
            "own calls in a loop", "clusterdiff",
            lambda _: [measure(a, b) for a, b in some for measure in own],
            faster=5, times=pairs / _SAMPLE, note=f"timed on {_SAMPLE} pairs",
        ),
        Peer(
            "scikit-learn", "sklearn.metrics",
            lambda sk: [(sk.adjusted_rand_score(a, b), _vi(sk, a, b)) for a, b in some],
            faster=150, times=pairs / _SAMPLE, note=f"timed on {_SAMPLE} pairs",
        ),
    )  # fmt: skip
    yield from race(title, lambda: cd.pairwise(runs, measures=MEASURES), peers, patience=1)
    used = in_own_process(partial(_prepared, m, n, clusters), timeout=600)
    limit = 8 * len(MEASURES) * m * m + _EXTRA
    yield within(f"memory beside the labels, m = {m}, n = {power(n)}", used.extra, limit, size)


def large_matrix(shrink: int) -> Iterator[Row]:
    """Two hundred clusterings of a million elements in 10⁴ clusters."""
    m, n, clusters = (200, 10**6, 10**4) if shrink == 1 else (20, 10**6 // shrink, 10**4 // shrink)
    runs = cd.Clusterings(runs_of(m, n, clusters, np.uint16))
    title = f"ARI and VI of all pairs, m = {m}, n = {power(n)}, K = {power(clusters)}"
    pairs = m * (m - 1) / 2
    own = [cd.get_measure(name) for name in MEASURES]
    peer = Peer(
        "own calls in a loop", "clusterdiff",
        lambda _: [measure(runs[0], runs[1]) for measure in own], times=pairs, note="one pair",
    )  # fmt: skip
    yield from race(title, lambda: cd.pairwise(runs, measures=MEASURES), (peer,), patience=1)


def partitions(shrink: int) -> Iterator[Row]:
    """A pair of partitions is not slower than a pair of arrays."""
    n = 10**5 // shrink
    a, b = (row.astype(np.int64) for row in runs_of(2, n, 20, np.uint8))
    pair = cd.Partition(a), cd.Partition(b)
    for name in MEASURES:
        measure = cd.get_measure(name)
        peer = Peer("two arrays", "clusterdiff", lambda _, f=measure: f(a, b), within=1.1)
        yield from race(
            f"{name} of two partitions, n = {power(n)}", partial(measure, *pair), (peer,)
        )


def _vi(sk: Any, a: NDArray[Any], b: NDArray[Any]) -> float:
    """Return the variation of information from scikit-learn's mutual information."""
    mutual = sk.mutual_info_score(a, b)
    return float(sk.mutual_info_score(a, a) + sk.mutual_info_score(b, b) - 2 * mutual)


def _prepared(m: int, n: int, clusters: int) -> Callable[[], Any]:
    runs = runs_of(m, n, clusters, np.uint8)
    cd.pairwise(runs[:3], measures=MEASURES)  # imports are not measured

    def call() -> str:
        return duration(float(cd.pairwise(runs, measures=MEASURES).to_numpy()[0, 0]))

    return call


WORKLOADS = (matrix, large_matrix, partitions)
