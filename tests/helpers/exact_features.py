"""Feature measures in exact rational arithmetic, as the papers define them."""

from fractions import Fraction
from typing import NamedTuple

import numpy as np
import pytest

from clusterdiff import split_merge_squared_error
from clusterdiff.features import compare_centroids


class Exact(NamedTuple):
    index: int
    similarity: Fraction
    ratio: Fraction
    squared_error: Fraction
    squared_error_mean: Fraction
    nearest_ties: bool


def _members(labels):
    return {name: [i for i, x in enumerate(labels) if x == name] for name in sorted(set(labels))}


def _centroid(rows, members, weights):
    size = sum(weights[i] for i in members)
    return [sum(weights[i] * rows[i][k] for i in members) / size for k in range(len(rows[0]))]


def _square(x, y):
    return sum((p - q) ** 2 for p, q in zip(x, y, strict=True))


def _spread(rows, members, weights):
    center = _centroid(rows, members, weights)
    return sum(weights[i] * _square(rows[i], center) for i in members)


def _nearest(point, others):
    distances = {name: _square(point, other) for name, other in others.items()}
    least = min(distances.values())
    return min(name for name, d in distances.items() if d == least), sum(
        d == least for d in distances.values()
    ) > 1


def exact(a, b, x, weights=None):
    """Return CI, CSI, CR and S_MSE of lists of labels and rows of doubles."""
    a, b = list(a), list(b)
    rows = [[Fraction(value) for value in row] for row in x]
    weights = [1] * len(a) if weights is None else [int(w) for w in weights]
    clusters_a, clusters_b = _members(a), _members(b)
    n = sum(weights)
    centers_a = {i: _centroid(rows, own, weights) for i, own in clusters_a.items()}
    centers_b = {j: _centroid(rows, own, weights) for j, own in clusters_b.items()}
    to_b = {i: _nearest(c, centers_b) for i, c in centers_a.items()}
    to_a = {j: _nearest(c, centers_a) for j, c in centers_b.items()}
    orphans_b = set(centers_b) - {j for j, _ in to_b.values()}
    orphans_a = set(centers_a) - {i for i, _ in to_a.values()}
    count = {}
    for i, j, w in zip(a, b, weights, strict=True):
        count[i, j] = count.get((i, j), 0) + w
    shared = sum(count.get((i, j), 0) for i, (j, _) in to_b.items()) + sum(
        count.get((i, j), 0) for j, (i, _) in to_a.items()
    )
    scores_a = _scores(rows, clusters_a, b, weights)
    scores_b = _scores(rows, clusters_b, a, weights)
    product = sum(c * scores_a[i] * scores_b[j] for (i, j), c in count.items()) / Fraction(n)
    mean = sum(c * (scores_a[i] + scores_b[j]) / 2 for (i, j), c in count.items()) / Fraction(n)
    ties = any(tied for _, tied in [*to_b.values(), *to_a.values()])
    ratio = _ratio(centers_a, centers_b)
    return Exact(
        max(len(orphans_a), len(orphans_b)), Fraction(shared, 2 * n), ratio, product, mean, ties
    )


def _scores(rows, clusters, other, weights):
    out = {}
    for name, members in clusters.items():
        parts = _members([other[i] for i in members])
        whole = _spread(rows, members, weights)
        if len(parts) == 1:
            out[name] = Fraction(1)
        elif whole == 0:
            out[name] = Fraction(0)
        else:
            out[name] = (
                sum(_spread(rows, [members[k] for k in part], weights) for part in parts.values())
                / whole
            )
    return out


def _ratio(centers_a, centers_b):
    left = sorted((_square(p, q), i, j) for i, p in centers_a.items() for j, q in centers_b.items())
    unstable = abs(len(centers_a) - len(centers_b))
    while left:
        square, i, j = left[0]
        near_a = min(
            (_square(centers_a[i], p) for k, p in centers_a.items() if k != i), default=None
        )
        near_b = min(
            (_square(centers_b[j], p) for k, p in centers_b.items() if k != j), default=None
        )
        unstable += near_a is not None and near_b is not None and square**2 > near_a * near_b
        left = [item for item in left if item[1] != i and item[2] != j]
    most = max(len(centers_a), len(centers_b))
    return Fraction(most - unstable, most)


def labels(random, n, k=3):
    """Return two random labelings of n elements."""
    return random.integers(0, k, n), random.integers(0, k + 1, n)


def agree(a, b, x, given=None, weights=None, rel=1e-12):
    """Compare all measures of the features with the exact values of x."""
    given = x if given is None else given
    policy = {} if weights is None else {"weights": weights}
    true = exact(a.tolist(), b.tolist(), np.asarray(x, float).tolist(), weights)
    for combine, value in (("product", true.squared_error), ("mean", true.squared_error_mean)):
        found = split_merge_squared_error(a, b, X=given, combine=combine, **policy)
        assert found == pytest.approx(float(value), rel=rel, abs=1e-300), combine
    found = compare_centroids(a, b, X=given, **policy)
    assert (found.index, found.similarity, found.ratio) == (
        true.index,
        float(true.similarity),
        float(true.ratio),
    )
    assert found.ties or not true.nearest_ties
