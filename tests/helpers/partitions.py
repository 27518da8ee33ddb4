"""All partitions of a few elements, for exhaustive tests."""

from functools import cache
from itertools import combinations

import numpy as np

from clusterdiff.partition import Partition


def all_partitions(n):
    """Return every partition of n elements, as restricted growth strings."""
    out = [[0]]
    for _ in range(n - 1):
        out = [[*p, k] for p in out for k in range(max(p) + 2)]
    return out


def shapes(n, largest=None):
    """Yield one partition for each way to choose cluster sizes."""

    def sizes(rest, most):
        if rest == 0:
            yield ()
        for size in range(min(rest, most), 0, -1):
            for tail in sizes(rest - size, size):
                yield (size, *tail)

    return [
        [k for k, size in enumerate(shape) for _ in range(size)] for shape in sizes(n, largest or n)
    ]


def pairs(n):
    """Return every pair of partitions up to a renaming of elements."""
    return [(a, b) for a in shapes(n) for b in all_partitions(n)]


def blocks(labels):
    """Return the clusters as sets of elements."""
    return [{i for i, label in enumerate(labels) if label == name} for name in sorted(set(labels))]


def together(p):
    """Return the pairs of elements that share a cluster of a Partition, as the bits of a number."""
    every_pair = combinations(range(p.n), 2)
    return sum(1 << i for i, (x, y) in enumerate(every_pair) if p.codes[x] == p.codes[y])


@cache
def every(n):
    """Return all Partitions, their pairs, and the order a ≤ b, by pairs together."""
    found = list(Partition.all(n))
    bits = np.array([together(p) for p in found], np.int64)
    return found, bits, (bits[:, None] & ~bits[None, :]) == 0


def by_pairs(n):
    """Return Partitions by the bits of their pairs."""
    found, bits, _ = every(n)
    return dict(zip(bits.tolist(), found, strict=True))
