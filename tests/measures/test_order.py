"""Swapping the clusterings or renaming the clusters changes no digit of a value."""

import math

import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff.measures._set_design import SIMILARITIES
from clusterdiff.measures.builders import BoundedEntropy, EntropyScore, SetMatching, SplitMerge
from clusterdiff.numerics import ordered_sum
from tests.measures.variants import EVERY

VIEWS = {"similarity": "distance", "distance": "similarity"}
DESIGNS = [
    *(SplitMerge(score, how) for score in (EntropyScore(), BoundedEntropy(9)) for how in ("product", "mean")),
    *(SetMatching(similarity, "optimal", "mean") for similarity in SIMILARITIES),
    *(SetMatching("dice", "nearest", how) for how in ("mean", "weighted")),
]  # fmt: skip


def views(measure):
    yield measure
    if measure.has_views:
        yield getattr(measure, VIEWS[measure.direction])


MEASURES = [
    view
    for measure in (*EVERY, *DESIGNS)
    for view in views(measure)
    if not measure.record.order_dependent
]


def _tables():
    random = np.random.default_rng(0)
    for _ in range(12):
        shape = tuple(random.integers(2, 8, 2))
        small = random.integers(0, 6, shape) + np.eye(*shape, dtype=int)
        yield small
        yield small * 2 ** random.integers(0, 50, shape)  # sums of squares exceed 64 bits


TABLES = [counts[counts.any(axis=1)][:, counts.any(axis=0)] for counts in _tables() if counts.any()]


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_no_digit_depends_on_the_order(number):
    counts, random = TABLES[number], np.random.default_rng(number)
    table = cd.Table.from_matrix(counts)
    order = [random.permutation(size) for size in counts.shape]
    renamed = cd.Table.from_matrix(counts[order[0]][:, order[1]])
    changed = {}
    for measure in MEASURES:
        value = measure.on(table)
        others = [renamed, table.T] if measure.symmetric else [renamed]
        if any(measure.on(other) != value for other in others):
            changed[measure.name] = value, [measure.on(other) for other in others]
    assert not changed


@pytest.mark.parametrize("scale", [1.0, 2.0**-300, 2.0**40])
def test_sums_of_many_terms(scale):
    random = np.random.default_rng(0)
    values = scale * random.random(100_003) ** 9 * 10.0 ** random.integers(-12, 3, 100_003)
    total = ordered_sum(values)
    assert total == ordered_sum(values[::-1]) == ordered_sum(random.permutation(values))
    assert total == math.fsum(values.tolist())


def test_many_small_clusters_are_scored_as_in_parts():
    """The value of a union of disjoint copies is that of one copy."""
    random = np.random.default_rng(0)
    a, b = random.integers(0, 400, 1000), random.integers(0, 400, 1000)
    copies = np.arange(60_000) // 1000 * 400
    whole = cd.split_merge_entropy(copies + np.tile(a, 60), copies + np.tile(b, 60))
    assert whole == pytest.approx(cd.split_merge_entropy(a, b), rel=1e-13)
