"""Clusterings with planted splits and merges, under several kinds of noise."""

from typing import NamedTuple

import numpy as np
from scipy.spatial import cKDTree


class Scene(NamedTuple):
    """Two clusterings, and the changes between them before noise.

    `splits` maps a cluster of a to clusters of b, `merges` a cluster of b to clusters of a.
    """

    a: np.ndarray
    b: np.ndarray
    splits: dict[int, set[int]]
    merges: dict[int, set[int]]

    @property
    def truth(self):
        """The planted components, as clusters of a and clusters of b."""
        splits = {(frozenset([one]), frozenset(parts)) for one, parts in self.splits.items()}
        return splits | {(frozenset(parts), frozenset([one])) for one, parts in self.merges.items()}

    def named(self):
        """Return the scene with the changes whose parts have 2 % of the elements they are part of."""

        def large(one, parts, own, other):
            inside = other[own == one]
            return {part for part in parts if np.sum(inside == part) >= 0.02 * len(inside)}

        splits = {one: large(one, parts, self.a, self.b) for one, parts in self.splits.items()}
        merges = {one: large(one, parts, self.b, self.a) for one, parts in self.merges.items()}
        return self._replace(splits=splits, merges=merges)

    def without(self, share, seed=0):
        """Return the scene without a share of its elements, drawn at random."""
        kept = np.random.default_rng(seed).random(len(self.a)) >= share
        return self._replace(a=self.a[kept], b=self.b[kept])


def scene(kind, k, ratio, noise, seed, changes=4):
    """Return clusters of sizes up to a ratio apart, half of the changes splits, half merges.

    With noise "strays", a share of the elements is in a random cluster of each side; with noise
    "neighbors", each cluster exchanges a share of the smaller one with two neighbors.
    """
    random = np.random.default_rng(seed)
    sizes = np.geomspace(1, ratio, k)
    sizes = (sizes / sizes.sum() * 1000 * k).astype(int)  # at least forty each
    types = np.repeat(random.permutation(k), sizes)
    after, splits, merges = _planted(types, k, changes, random)
    spoil = _strays if kind == "strays" else _exchanged
    near = cKDTree(random.random((k, 2)))
    near = near.query(near.data, 3)[1][:, 1:]
    a, b = (spoil(labels, types, near, noise, random) for labels in (types, after))
    return Scene(a, b, splits, merges)


def _planted(types, k, changes, random):
    """Return labels after the changes, each of two or three clusters."""
    after, free, new, splits, merges = types.copy(), random.permutation(k).tolist(), k, {}, {}
    for number in range(changes):
        parts = 2 + int(random.integers(2))
        if number % 2:
            several = [free.pop() for _ in range(parts)]
            after[np.isin(types, several)] = several[0]
            merges[several[0]] = set(several)
        else:
            one = free.pop()
            several = [one, *range(new, new + parts - 1)]
            new += parts - 1
            where = np.flatnonzero(types == one)
            after[where] = random.choice(several, len(where), p=random.dirichlet([8] * parts))
            splits[one] = set(after[where].tolist())
    return after, splits, merges


def _strays(labels, types, near, noise, random):
    del types, near
    out, moved = labels.copy(), random.random(len(labels)) < noise
    out[moved] = random.choice(labels, int(moved.sum()))
    return out


def _exchanged(labels, types, near, noise, random):
    out = labels.copy()
    members = [np.flatnonzero(types == each) for each in range(types.max() + 1)]
    for one, others in enumerate(near.tolist()):
        for two in others:
            count = round(noise / 2 * min(len(members[one]), len(members[two])))
            for source, target in ((one, two), (two, one)):
                who = random.choice(members[source], count, replace=False)
                out[who] = labels[random.choice(members[target], count)]
    return out


def volume(side, cells, noise, seed, changes=6):
    """Return two segmentations of a cube into Voronoi cells, of which some are cut or joined.

    A share of the voxels of the second, at boundaries, has the label of a neighboring voxel.
    """
    random = np.random.default_rng(seed)
    grid = np.stack(np.meshgrid(*[np.arange(side)] * 3, indexing="ij"), -1).reshape(-1, 3)
    before = cKDTree(random.random((cells, 3)) * side).query(grid)[1]
    after, used, splits, merges = before.copy(), set(), {}, {}
    pairs = touching(before.reshape((side,) * 3))
    for one, two in pairs[random.permutation(len(pairs))].tolist():
        if len(merges) < changes // 2 and not {one, two} & used:
            after[before == two] = one
            merges[one] = {one, two}
            used |= {one, two}
    large = np.argsort(-np.bincount(before)).tolist()
    for one in [cell for cell in large if cell not in used][: changes - changes // 2]:
        inside = np.flatnonzero(before == one)
        level = np.quantile(grid[inside, 0], random.uniform(0.3, 0.6))
        after[inside[grid[inside, 0] > level]] = cells + one
        splits[one] = {one, cells + one}
    return Scene(before, _blurred(after.reshape((side,) * 3), noise, random), splits, merges)


def touching(labels):
    """Return pairs of labels with a large common boundary along the first axis."""
    upper, lower = labels[1:].ravel(), labels[:-1].ravel()
    touch = upper != lower
    pairs = np.sort(np.stack([upper[touch], lower[touch]], 1), axis=1)
    found, counts = np.unique(pairs, axis=0, return_counts=True)
    return found[counts > labels.shape[0]]


def _blurred(labels, noise, random):
    """Return the labels, some replaced by the label of a neighbor in one of six directions."""
    out = labels.ravel().copy()
    for axis in range(3):
        for step in (1, -1):
            shifted = np.roll(labels, step, axis=axis).ravel()
            boundary = np.flatnonzero(shifted != labels.ravel())
            count = min(len(boundary), int(noise * labels.size / 6))
            chosen = random.choice(boundary, count, replace=False)
            out[chosen] = shifted[chosen]
    return out
