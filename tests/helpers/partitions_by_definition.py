"""Losses of partitions straight from their definitions, and best partitions by trying all."""

from itertools import combinations
from math import fsum, log2


def all_partitions(n):
    """Yield every partition of n elements as a list of cluster numbers."""

    def grow(prefix, used):
        if len(prefix) == n:
            yield list(prefix)
            return
        for k in range(used + 1):
            yield from grow([*prefix, k], max(used, k + 1))

    yield from grow([], 0)


def binder(truth, estimate, costs=(1, 1), weights=None):
    """Return the cost of ordered pairs treated differently, over the elements of both."""
    places = [i for i, t in enumerate(truth) if t is not None and estimate[i] is not None]
    w = weights or [1] * len(truth)
    n = sum(w[i] for i in places)
    total = 0.0
    for i, j in combinations(places, 2):
        together, joined = truth[i] == truth[j], estimate[i] == estimate[j]
        cost = costs[0] if together and not joined else costs[1] if joined and not together else 0
        total += 2 * w[i] * w[j] * cost
    return total / n**2 if n else 0.0


def vi(truth, estimate, costs=(1, 1), weights=None):
    """Return the cost of H(estimate|truth) and H(truth|estimate) in bits, on shared elements."""
    places = [i for i, t in enumerate(truth) if t is not None and estimate[i] is not None]
    w = weights or [1] * len(truth)
    n = sum(w[i] for i in places)

    def size(of_truth, of_estimate):
        return sum(
            w[i]
            for i in places
            if (of_truth is None or truth[i] == of_truth)
            and (of_estimate is None or estimate[i] == of_estimate)
        )

    total = []
    for t, e in {(truth[i], estimate[i]) for i in places}:
        cell = size(t, e)
        total.append(cell / n * costs[0] * log2(size(t, None) / cell))
        total.append(cell / n * costs[1] * log2(size(None, e) / cell))
    return fsum(total)


LOSSES = {"vi": vi, "binder": binder}


def expected(loss, runs, estimate, run_weights=None, **options):
    """Return the mean loss of an estimate over the runs."""
    shares = run_weights or [1] * len(runs)
    terms = [
        share * LOSSES[loss](run, estimate, **options)
        for share, run in zip(shares, runs, strict=True)
    ]
    return fsum(terms) / sum(shares)


def least(loss, runs, most=None, **options):
    """Return the least expected loss over all partitions of the elements."""
    return min(
        expected(loss, runs, partition, **options)
        for partition in all_partitions(len(runs[0]))
        if most is None or max(partition) < most
    )
