"""Distance and similarity views against chance mirror the results of the measure."""

from itertools import permutations

import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff.chance import adjusted, expected, significance
from clusterdiff.chance._null_models import NULL_MODELS
from clusterdiff.intervals import compare_two, interval
from tests.helpers.tables import counted

A, B = [0, 0, 0, 1, 1, 2], [0, 0, 1, 1, 1, 2]
FEW_A, FEW_B = [0, 0, 1, 1, 2], [0, 0, 0, 1, 2]  # few elements, to enumerate all pairs
OTHERS = [
    cd.get_measure("nmi").using(by="max"),
    cd.get_measure("ami").using(by="min"),
    cd.get_measure("pair_f").using(beta=2.0),
]
VIEWED = [
    m
    for m in (*map(cd.get_measure, cd.MEASURES), *OTHERS)
    if m.has_views and not m.facts.order_dependent
]


def other_view(m):
    return m.distance if m.direction == "similarity" else m.similarity


@pytest.mark.parametrize("m", VIEWED, ids=lambda m: m.name)
def test_moments_of_views_are_those_of_all_permutations(m):
    view = other_view(m)
    every = np.array([view.on(counted(A, b)) for b in set(permutations(B))])  # each as often
    found = expected(A, B, measure=view)
    assert found.value == pytest.approx(every.mean(), abs=1e-12)
    assert found.std == pytest.approx(every.std(), abs=1e-9)
    assert found.method == expected(A, B, measure=m).method


@pytest.mark.parametrize(
    "null",
    [n if n == "permutation" else pytest.param(n, marks=pytest.mark.slow) for n in NULL_MODELS],
)
@pytest.mark.parametrize("m", VIEWED, ids=lambda m: m.name)
def test_views_are_mirror_images_under_every_null_model(m, null):
    view = other_view(m)
    top = m.bounds[1]
    one, other = (expected(FEW_A, FEW_B, measure=x, null=null) for x in (m, view))
    assert one.value + other.value == pytest.approx(top)
    assert one.std == pytest.approx(other.std, abs=1e-9)
    scores = [float(adjusted(FEW_A, FEW_B, measure=x, null=null)) for x in (m, view)]
    assert scores[0] == pytest.approx(scores[1], abs=1e-9)
    first, second = (significance(FEW_A, FEW_B, measure=x, null=null) for x in (m, view))
    assert first.pvalue == pytest.approx(second.pvalue)
    assert first.z == pytest.approx(-second.z, abs=1e-6)


TABLE = cd.Table.from_matrix([[60, 5, 3], [2, 45, 6], [1, 4, 30]])


@pytest.mark.parametrize("m", VIEWED, ids=lambda m: m.name)
def test_intervals_of_views_are_mirror_images(m):
    one, other = (interval(TABLE, measure=x) for x in (m, other_view(m)))
    assert one.reason == other.reason
    if one.limits:
        assert other.limits == pytest.approx([m.bounds[1] - x for x in one.limits[::-1]], rel=1e-6)
        assert other.std == pytest.approx(one.std, rel=1e-6)


@pytest.mark.parametrize("name", ["ari", "rand", "nmi", "jaccard", "purity", "accuracy"])
def test_comparisons_of_two_by_views_are_mirror_images(name):
    rng = np.random.default_rng(0)
    a = rng.choice(3, 300, p=[0.5, 0.3, 0.2])
    b1, b2 = (np.where(rng.random(300) < x, rng.integers(0, 3, 300), a) for x in (0.1, 0.2))
    m = cd.get_measure("classification_accuracy" if name == "accuracy" else name)
    one, other = (compare_two(a, b1, b2, measure=x) for x in (m, m.distance))
    assert (one.value, one.pvalue) == pytest.approx((-other.value, other.pvalue), rel=1e-6)
    assert one.closer == other.closer
