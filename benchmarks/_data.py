"""Labels for the workloads, the same in every run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Labels = NDArray[np.int64]


def redrawn(n: int, clusters: int, share: float = 0.1) -> tuple[Labels, Labels]:
    """Return random labels a, and b = a with a share of the labels drawn again."""
    rng = np.random.default_rng(1)
    a = rng.integers(0, clusters, n)
    b = a.copy()
    changed = np.flatnonzero(rng.random(n, np.float32) < share)
    b[changed] = rng.integers(0, clusters, len(changed))
    return a, b


def wide_values(count: int) -> Labels:
    """Return distinct labels spread over 63 bits."""
    values = np.random.default_rng(2).integers(0, 2**63 - 1, 2 * count)
    return np.unique(values)[::2][:count]


def names(count: int) -> NDArray[np.str_]:
    """Return distinct strings."""
    return np.array([f"cluster {i:04d}" for i in range(count)])


def segmentations(side: int, regions: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return two label images: Voronoi regions of random points, and of the same points moved."""
    from scipy.spatial import KDTree

    rng = np.random.default_rng(3)
    points = rng.random((regions, 2))
    moved = points + rng.normal(0, 0.1 / np.sqrt(regions), points.shape)
    coarse = -(-side // 4)  # nearest points are computed for every fourth pixel
    grid = np.stack(np.meshgrid(*[np.linspace(0, 1, coarse)] * 2, indexing="ij"), -1).reshape(-1, 2)

    def image(seeds: NDArray[np.float64]) -> NDArray[np.int32]:
        nearest = KDTree(seeds).query(grid)[1].astype(np.int32).reshape(coarse, coarse)
        return np.ascontiguousarray(nearest.repeat(4, 0).repeat(4, 1)[:side, :side])

    return image(points), image(moved)


def power_law(largest: int, share: float = 0.1) -> tuple[Labels, Labels]:
    """Return clusters of all sizes up to `largest`, by a power law: 10⁷ elements for 4000.

    b is a with a share of the labels shuffled, which does not change the sizes.
    """
    rng = np.random.default_rng(4)
    sizes = np.arange(1, largest + 1)
    sizes = sizes.repeat(np.maximum(1, np.rint(largest / 2 / sizes)).astype(int))
    a = rng.permutation(np.arange(len(sizes)).repeat(sizes))
    b = a.copy()
    changed = np.flatnonzero(rng.random(len(a)) < share)
    b[changed] = rng.permutation(b[changed])
    return a, b
