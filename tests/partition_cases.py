"""Partitions to test with: random ones, and all of a few elements with their order by definition."""

from functools import cache
from itertools import combinations

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

from clusterdiff.partition import Partition

fast = settings(max_examples=60, deadline=None)


def some_labels(n):
    return st.lists(st.integers(0, 5), min_size=n, max_size=n)


def partitions(count, largest=12):
    """That many partitions of the same elements."""
    return st.integers(1, largest).flatmap(lambda n: st.tuples(*[some_labels(n).map(Partition)] * count))


def together(p):
    """The pairs of elements that share a cluster, as the bits of a number."""
    pairs = combinations(range(p.n), 2)
    return sum(1 << i for i, (x, y) in enumerate(pairs) if p.codes[x] == p.codes[y])


@cache
def every(n):
    """All partitions, their pairs, and the order by definition: a ≤ b if what a holds together b does too."""
    found = list(Partition.all(n))
    pairs = np.array([together(p) for p in found], np.int64)
    return found, pairs, (pairs[:, None] & ~pairs[None, :]) == 0


def by_pairs(n):
    found, pairs, _ = every(n)
    return dict(zip(pairs.tolist(), found, strict=True))
