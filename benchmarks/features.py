"""Workloads of measures of features, compared with one sum of features per cluster."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.sparse import csr_array, random_array

import clusterdiff as cd
from benchmarks import _data
from benchmarks._report import Peer, Row, power, race

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray


def _sums(labels: NDArray[np.int64], features: Any) -> Any:
    """Return the sum of features per cluster, by the fastest way in numpy and scipy."""
    n = len(labels)
    return (
        csr_array((np.ones(n), (labels, np.arange(n))), shape=(int(labels.max()) + 1, n)) @ features
    )


def dense_features(shrink: int) -> Iterator[Row]:
    """A million points in 32 dimensions."""
    n, width, k = 10**6 // shrink, 32, 100
    features = np.random.default_rng(0).normal(size=(n, width))
    yield from _against_sums(f"n = {power(n)}, d = {width}, K = {k}", features, n, k, within=3)


def text_features(shrink: int) -> Iterator[Row]:
    """Documents as rows of a sparse matrix."""
    n, width, k = 10**5 // shrink, 10**5 // shrink, 100
    features = random_array(
        (n, width), density=100 / width, rng=np.random.default_rng(0), format="csr"
    )
    yield from _against_sums(
        f"sparse, n = {power(n)}, d = {power(width)}, K = {k}", features, n, k, within=None
    )


def _against_sums(title: str, features: Any, n: int, k: int, within: float | None) -> Iterator[Row]:
    a, b = _data.redrawn(n, k)
    peer = Peer("sums per cluster", "numpy", lambda _: _sums(a, features), within=within)
    yield from race(
        f"centroid_index, {title}", lambda: cd.features.centroid_index(a, b, features), [peer]
    )
    measure = cd.features.split_merge_squared_error
    yield from race(f"MSE split–merge, {title}", lambda: measure(a, b, features), [peer])


WORKLOADS = (dense_features, text_features)
