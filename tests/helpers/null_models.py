"""Null models from their definitions: the probability of every pair of partitions."""

from math import factorial, prod

import numpy as np
import pytest


def sizes(labels):
    return tuple(sorted(np.bincount(labels).tolist(), reverse=True))


def times(shape):
    """Return how many partitions have these cluster sizes."""
    return (
        factorial(sum(shape))
        // prod(factorial(s) for s in shape)
        // prod(factorial(shape.count(s)) for s in set(shape))
    )


# Of each null model: how likely a pair of partitions with the sizes x and y is if the clusterings
# have the sizes a and b, up to a factor. True and False if all possible pairs are equally likely.
LIKELY = {
    "permutation": lambda x, y, a, b: x == a and y == b,
    "fixed_k": lambda x, y, a, b: len(x) == len(a) and len(y) == len(b),
    "fixed_k_one_sided": lambda x, y, a, b: x == a and len(y) == len(b),
    "all": lambda x, y, a, b: True,  # noqa: ARG005
    "all_one_sided": lambda x, y, a, b: x == a,  # noqa: ARG005
}


def likelihood(null, pair, observed):
    """Return how likely a null model gives a pair of partitions for two clusterings."""
    if null not in LIKELY:
        pytest.fail(f"write how likely partitions are under {null!r} in LIKELY of {__file__}")
    return LIKELY[null](*map(sizes, pair), *map(sizes, observed))


def weights(null, a, b, pairs_of):
    """Return the probability of each pair, with elements renamed so that a is a shape."""
    out = [times(sizes(x)) * likelihood(null, (x, y), (a, b)) for x, y in pairs_of]
    return np.array(out, float) / np.sum(out)
