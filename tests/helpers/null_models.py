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


def same_sizes(shape, observed):
    return shape == observed


def same_number(shape, observed):
    return len(shape) == len(observed)


def anything(shape, observed):
    return bool(shape and observed)


# Of each null model: how likely a partition of these sizes is in a and in b, up to a factor.
LIKELY = {
    "permutation": (same_sizes, same_sizes),
    "fixed_k": (same_number, same_number),
    "fixed_k_one_sided": (same_sizes, same_number),
    "all": (anything, anything),
    "all_one_sided": (same_sizes, anything),
}


def weights(null, a, b, pairs_of):
    """Return the probability of each pair, with elements renamed so that a is a shape."""
    if null not in LIKELY:
        pytest.fail(f"write how likely partitions are under {null!r} in LIKELY of {__file__}")
    in_a, in_b = LIKELY[null]
    out = [
        times(sizes(x)) * in_a(sizes(x), sizes(a)) * in_b(sizes(y), sizes(b)) for x, y in pairs_of
    ]
    return np.array(out, float) / np.sum(out)
