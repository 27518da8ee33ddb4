"""K-means, as the simulations use it: scikit-learn's, on one thread."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Literal

import numpy as np

from clusterdiff.errors import MissingDependencyError

if TYPE_CHECKING:
    from numpy.typing import NDArray


def kmeans(points: NDArray[np.float64], k: int, seed: int, starts: int = 3, init: Literal["k-means++", "random"] = "k-means++") -> NDArray[np.int64]:
    """Labels of the points, the best of some starts.

    One thread: for so few points more are slower, and sums would depend on their number.
    """
    try:
        fit = import_module("sklearn.cluster").KMeans(k, init=init, n_init=starts, random_state=seed).fit_predict
        limits = import_module("threadpoolctl").threadpool_limits
    except ImportError:
        raise MissingDependencyError.of("scikit-learn", "papers") from None
    with limits(1):
        return np.asarray(fit(points), np.int64)
