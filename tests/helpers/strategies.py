"""Strategies of hypothesis: labels, pairs of labels, partitions of the same elements."""

from hypothesis import settings
from hypothesis import strategies as st

from clusterdiff.partition import Partition

SMALL = settings(max_examples=40)
LARGEST = 12


def labels(n, clusters=None):
    """Return a strategy for labels of n elements with at most `clusters` clusters."""
    return st.lists(st.integers(0, max(0, (clusters or n) - 1)), min_size=n, max_size=n)


def tuples_of_labels(count, largest=LARGEST, clusters=None):
    """Return a strategy for several labelings of the same elements."""
    return st.integers(1, largest).flatmap(lambda n: st.tuples(*[labels(n, clusters)] * count))


def partitions(count, largest=LARGEST, clusters=6):
    """Return a strategy for several Partitions of the same elements."""
    return tuples_of_labels(count, largest, clusters).map(
        lambda found: tuple(map(Partition, found))
    )


PAIRS = tuples_of_labels(2)
