"""Moved to tests.helpers; goes when no test imports it any more."""

from hypothesis import settings

from tests.helpers.partitions import by_pairs, every, together
from tests.helpers.strategies import labels, partitions

fast = settings(max_examples=60, deadline=None)


def some_labels(n):
    return labels(n, 6)


__all__ = ["by_pairs", "every", "fast", "partitions", "some_labels", "together"]
