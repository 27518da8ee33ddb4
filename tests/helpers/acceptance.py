"""Clusterings with known changes and noise: cell types, and segmentations of a volume."""

import numpy as np

from tests.helpers.scenes import touching


def cell_types(stray=0.03, seed=0):
    """Return two resolutions of single cells, with their true splits and merges.

    Thirty cell types of 20 to 5,000 cells. Both resolutions assign 3 % of the cells to another
    cluster at random. Splits map a cluster of the first resolution to clusters of the second,
    merges map a cluster of the second to clusters of the first.
    """
    random = np.random.default_rng(seed)
    sizes = np.geomspace(20, 5000, 30).astype(int)
    types = np.repeat(np.arange(30), sizes)
    low, high = types.copy(), types.copy()
    splits = {29: (29, 30), 27: (27, 31, 32), 22: (22, 33), 15: (15, 34)}
    for cluster, parts in splits.items():
        members = np.flatnonzero(types == cluster)
        high[members] = random.choice(parts, len(members), p=_shares(len(parts)))
    merges = {25: (25, 26), 18: (18, 19), 10: (10, 11, 12)}
    for cluster, parts in merges.items():
        high[np.isin(types, parts)] = cluster
    for labels in (low, high):
        moved = random.random(len(labels)) < stray
        labels[moved] = random.choice(labels, int(moved.sum()))  # large clusters take most
    names = [f"{k}" for k in range(35)]
    return np.array(names)[low], np.array(names)[high], splits, merges


def _shares(parts):
    return [0.6, 0.4] if parts == 2 else [0.5, 0.3, 0.2]


def segmentations(side=64, cells=60, noise=0.02, seed=0):
    """Return two segmentations of a cube into Voronoi cells, with the true splits and merges.

    Of the second, some pairs of neighbors are merged and some cells are cut in two, and a share
    of all voxels, at boundaries, has the label of a neighboring voxel.
    """
    from scipy.spatial import cKDTree

    random = np.random.default_rng(seed)
    points = random.random((cells, 3)) * side
    grid = np.stack(np.meshgrid(*[np.arange(side)] * 3, indexing="ij"), -1).reshape(-1, 3)
    before = cKDTree(points).query(grid)[1].reshape((side,) * 3) + 1
    after, merges, splits, used = before.copy(), {}, {}, set()
    pairs = touching(before)
    for i, j in pairs[random.permutation(len(pairs))].tolist():
        if len(merges) < 4 and not {i, j} & used:
            after[before == j] = i
            merges[i] = (i, j)
            used |= {i, j}
    for cell in [c for c in range(1, cells + 1) if c not in used][:3]:
        where = np.argwhere(before == cell)
        upper = where[where[:, 0] > np.median(where[:, 0])]
        after[tuple(upper.T)] = cells + cell
        splits[cell] = (cell, cells + cell)
    return before, _noisy(after, noise, random), splits, merges


def _noisy(volume, share, random):
    """Return the volume with some voxels at boundaries relabeled like a neighbor."""
    out = volume.copy()
    shifted = np.roll(volume, 1, axis=random.integers(3))
    boundary = np.flatnonzero((shifted != volume).ravel())
    count = min(len(boundary), int(share * volume.size))
    chosen = random.choice(boundary, count, replace=False)
    out.ravel()[chosen] = shifted.ravel()[chosen]
    return out
