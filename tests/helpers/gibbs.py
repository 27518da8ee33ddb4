"""Draws of a partition from a posterior: collapsed Gibbs sampling of a Dirichlet process mixture."""

import numpy as np


def posterior_draws(data, draws, *, alpha=1.0, spread=1.0, prior=5.0, burn_in=20, seed=0):
    """Return `draws` partitions of one-dimensional data under normal clusters of known spread.

    The mean of a cluster has a normal prior with standard deviation `prior`; cluster means are
    integrated out (Neal 2000, algorithm 3).
    """
    rng = np.random.default_rng(seed)
    n = len(data)
    labels = rng.integers(3, size=n)
    out = np.empty((draws, n), np.int64)
    for sweep in range(burn_in + draws):
        for i in range(n):
            labels[i] = -1
            used = np.unique(labels[labels >= 0])
            sizes = np.array([(labels == k).sum() for k in used], float)
            sums = np.array([data[labels == k].sum() for k in used])
            sizes, sums = np.append(sizes, 0.0), np.append(sums, 0.0)
            precision = 1 / prior**2 + sizes / spread**2
            mean = sums / spread**2 / precision
            variance = spread**2 + 1 / precision
            weight = np.append(sizes[:-1], alpha)
            chance = np.log(weight) - (data[i] - mean) ** 2 / (2 * variance) - np.log(variance) / 2
            chance = np.exp(chance - chance.max())
            k = rng.choice(len(chance), p=chance / chance.sum())
            labels[i] = used[k] if k < len(used) else next(j for j in range(n) if j not in used)
        if sweep >= burn_in:
            out[sweep - burn_in] = np.unique(labels, return_inverse=True)[1]
    return out
