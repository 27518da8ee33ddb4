"""The split–merge framework (Xiang et al. 2012), exhaustively for few elements."""

from itertools import pairwise
from math import log

import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff.measures import BoundedEntropy, EntropyScore, LargestPart, SplitMerge
from tests.helpers.partitions import all_partitions, blocks, pairs, shapes


def entropy_score(cluster, other):
    sizes = [len(cluster & d) for d in blocks(other) if cluster & d]
    h = -sum(s / len(cluster) * log(s / len(cluster)) for s in sizes)
    return 1.0 if len(cluster) == 1 else 1 - h / log(len(cluster))


@pytest.mark.parametrize("n", range(1, 7))
def test_meet_weighted_sum_over_cells(n):
    for a, b in pairs(n):
        cells = [
            (len(c & d) / n, entropy_score(c, b), entropy_score(d, a))
            for c in blocks(a)
            for d in blocks(b)
            if c & d
        ]
        assert cd.split_merge_entropy(a, b) == pytest.approx(
            sum(w * s * t for w, s, t in cells), abs=1e-12
        )
        assert SplitMerge(EntropyScore(), "mean")(a, b) == pytest.approx(
            sum(w * (s + t) / 2 for w, s, t in cells), abs=1e-12
        )


@pytest.mark.parametrize("n", [*range(1, 6), pytest.param(6, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "measure",
    [cd.split_merge_entropy, SplitMerge(LargestPart()), SplitMerge(EntropyScore(), "mean")],
    ids=str,
)
def test_join_weighted_sum_over_components(n, measure):
    for a, b in pairs(n):
        assert cd.decompose(a, b, measure=measure).total == pytest.approx(measure(a, b), abs=1e-12)


@pytest.mark.parametrize("n", range(2, 7))
def test_conditionally_normalised(n):
    """Against any clustering the values reach from 0 to 1, and 1 only at itself."""
    for a in shapes(n):
        values = {tuple(b): cd.split_merge_entropy(a, b) for b in all_partitions(n)}
        assert min(values.values()) == 0.0
        assert [b for b, value in values.items() if value == 1.0] == [tuple(a)]


@pytest.mark.parametrize("n", range(1, 7))
def test_consistent_with_its_subcomponents(n):
    """A subcomponent that never scores lower gives a measure that never does."""
    low, high = SplitMerge(lambda size, parts: float(parts[0] == size)), SplitMerge(LargestPart())
    for a, b in pairs(n):
        assert low(a, b) <= high(a, b) + 1e-12


def test_largest_part_with_the_mean_is_van_dongen():
    for a, b in pairs(5):
        assert SplitMerge(LargestPart(), "mean")(a, b) == pytest.approx(
            1 - cd.invariant_van_dongen(a, b)
        )


def test_bounded_entropy_with_the_mean_is_variation_of_information():
    k = 4
    for a, b in pairs(4):
        expected = 1 - cd.variation_of_information(a, b, base="e") / log(k**2)
        assert SplitMerge(BoundedEntropy(k), "mean")(a, b) == pytest.approx(expected)


def test_a_user_adds_a_subcomponent_in_five_lines():
    def kept_pairs(size, parts):
        return 1.0 if size == 1 else float(np.sum(parts * (parts - 1)) / (size * (size - 1)))

    mine = SplitMerge(kept_pairs)
    assert mine([0, 0, 1, 1], [0, 0, 1, 2]) == pytest.approx(0.5)
    assert cd.compare([0, 0, 1, 1], [0, 0, 1, 2], measures=[mine])[mine].value == pytest.approx(0.5)
    assert mine([3, 3, 4], [1, 1, 0]) == 1.0


def test_figure_3_series_goes_strictly_from_1_to_0():
    """Binary splits down to singletons, against a clustering of two clusters of eight."""
    a = np.repeat([0, 1], 8)
    series = [a, *(np.arange(16) // width for width in (4, 2, 1))]
    values = [cd.split_merge_entropy(a, b) for b in series]
    assert values[0] == 1.0
    assert values[-1] == 0.0
    assert all(x > y for x, y in pairwise(values))


def test_wrong_arguments_are_refused():
    with pytest.raises(cd.ClusterdiffError, match="combine must be one of"):
        SplitMerge(EntropyScore(), "sum")
    with pytest.raises(cd.ClusterdiffError, match="score must be"):
        SplitMerge(3)
    with pytest.raises(cd.ClusterdiffError, match="at least 2"):
        BoundedEntropy(1)


@pytest.mark.parametrize("method", ["scores", "losses"])
def test_a_bound_below_the_number_of_clusters_is_refused(method):
    # The first cluster is whole, the second has three parts.
    sizes, cluster, parts = (np.array(x) for x in ([4, 3], [0, 1, 1, 1], [4, 1, 1, 1]))
    getattr(BoundedEntropy(3), method)(sizes, cluster, parts)
    with pytest.raises(cd.errors.OptionError, match="at least the number of clusters, 3, got 2"):
        getattr(BoundedEntropy(2), method)(sizes, cluster, parts)
