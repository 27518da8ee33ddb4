"""K-means and random swap, as the simulations use them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np
from sklearn.cluster import KMeans
from threadpoolctl import threadpool_limits

if TYPE_CHECKING:
    from numpy.typing import NDArray


def kmeans(
    points: NDArray[np.float64],
    k: int,
    seed: int,
    starts: int = 3,
    init: Literal["k-means++", "random"] = "k-means++",
) -> NDArray[np.int64]:
    """Return the labels of scikit-learn's K-means, the best of several starts.

    One thread is used: sums would depend on the number of threads.
    """
    with threadpool_limits(1):
        fit = KMeans(k, init=init, n_init=starts, random_state=seed)
        return np.asarray(fit.fit_predict(points), np.int64)
