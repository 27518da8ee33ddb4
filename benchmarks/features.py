"""Workloads of feature measures, compared with one sum of features per cluster."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.sparse import csr_array, random_array

from benchmarks import _data
from benchmarks._report import Peer, Row, power, race
from clusterdiff import centroid_index, split_merge_squared_error

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray


def _sums(labels: NDArray[np.int64], features: Any) -> Any:
    """Add up the features per cluster, in the fastest way of numpy and scipy."""
    n = len(labels)
    shape = int(labels.max()) + 1, n
    return csr_array((np.ones(n), (labels, np.arange(n))), shape=shape) @ features


def dense_features(shrink: int) -> Iterator[Row]:
    """A million points in 32 dimensions."""
    n, width, k = 10**6 // shrink, 32, 100
    features = np.random.default_rng(0).normal(size=(n, width))
    yield from _against_sums(f"n = {power(n)}, d = {width}, K = {k}", features, n, k, within=3)


def text_features(shrink: int) -> Iterator[Row]:
    """Documents as rows of a sparse matrix."""
    n, width, k = 10**5 // shrink, 10**5 // shrink, 100
    rng = np.random.default_rng(0)
    features = random_array((n, width), density=100 / width, rng=rng, format="csr")
    title = f"sparse, n = {power(n)}, d = {power(width)}, K = {k}"
    yield from _against_sums(title, features, n, k, within=None)


def _against_sums(title: str, features: Any, n: int, k: int, within: float | None) -> Iterator[Row]:
    a, b = _data.redrawn(n, k)
    peer = Peer("sums per cluster", "numpy", lambda _: _sums(a, features), within=within)
    for name, measure in (
        ("centroid_index", centroid_index),
        ("MSE split–merge", split_merge_squared_error),
    ):
        yield from race(f"{name}, {title}", lambda m=measure: m(a, b, X=features), [peer])


WORKLOADS = (dense_features, text_features)
