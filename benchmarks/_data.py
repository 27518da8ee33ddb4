"""The labels that the workloads count; the same in every run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Labels = NDArray[np.int64]


def redrawn(n: int, clusters: int, share: float = 0.1) -> tuple[Labels, Labels]:
    """Random labels a, and b = a with a share of them drawn anew."""
    rng = np.random.default_rng(1)
    a = rng.integers(0, clusters, n)
    b = a.copy()
    changed = np.flatnonzero(rng.random(n, np.float32) < share)
    b[changed] = rng.integers(0, clusters, len(changed))
    return a, b


def wide_values(count: int) -> Labels:
    """Distinct labels all over 63 bits."""
    values = np.random.default_rng(2).integers(0, 2**63 - 1, 2 * count)
    return np.unique(values)[::2][:count]


def names(count: int) -> NDArray[np.str_]:
    """Distinct strings, as people name their clusters."""
    return np.array([f"cluster {i:04d}" for i in range(count)])


def segmentations(side: int, regions: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Two label images: the Voronoi regions of random points, and those of the points moved a little."""
    from scipy.spatial import KDTree

    rng = np.random.default_rng(3)
    points = rng.random((regions, 2))
    moved = points + rng.normal(0, 0.1 / np.sqrt(regions), points.shape)
    coarse = -(-side // 4)  # four pixels to a step keep the nearest points affordable
    grid = np.stack(np.meshgrid(*[np.linspace(0, 1, coarse)] * 2, indexing="ij"), -1).reshape(-1, 2)

    def image(seeds: NDArray[np.float64]) -> NDArray[np.int32]:
        nearest = KDTree(seeds).query(grid)[1].astype(np.int32).reshape(coarse, coarse)
        return np.ascontiguousarray(nearest.repeat(4, 0).repeat(4, 1)[:side, :side])

    return image(points), image(moved)


def power_law(largest: int, share: float = 0.1) -> tuple[Labels, Labels]:
    """Clusters of every size up to the largest, the small ones by a power law oftener: 10⁷ elements at 4000.

    b = a with a share of the elements shuffled among themselves, which leaves all sizes as they are.
    """
    rng = np.random.default_rng(4)
    sizes = np.arange(1, largest + 1)
    sizes = sizes.repeat(np.maximum(1, np.rint(largest / 2 / sizes)).astype(int))
    a = rng.permutation(np.arange(len(sizes)).repeat(sizes))
    b = a.copy()
    changed = np.flatnonzero(rng.random(len(a)) < share)
    b[changed] = rng.permutation(b[changed])
    return a, b
