"""Measures that users define, against all pairs of clusterings that a null model can give."""

from collections import Counter
from itertools import product
from math import inf

import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff.chance import NULL_MODELS, adjusted, expected, significance
from clusterdiff.intervals import compare_two, interval
from clusterdiff.measures import BoundedEntropy, SetMatching, SplitMerge, measure
from clusterdiff.summaries import Entropies, Overlaps, PairCounts, Sizes
from tests.helpers.null_models import likelihood
from tests.helpers.partitions import all_partitions

FACTS = {"label": "x", "symbol": "x", "bounds": (0.0, 1.0), "symmetric": True, "references": ()}
SIMILAR, OTHER = {**FACTS, "direction": "similarity"}, {**FACTS, "direction": "description"}


@measure(**SIMILAR, affine_in="pairs")
def sizes_and_pairs(_: Sizes, p: PairCounts, /) -> float:
    """Return a function of the pairs that takes a second summary before them."""
    return p.both / max(1, p.in_a, p.in_b)


@measure(**SIMILAR, affine_in="pairs", affine_given="nothing")
def rand_of_sizes(p: PairCounts, _: Sizes, /) -> float:
    """Return the Rand index from two summaries."""
    return (p.both + p.neither) / max(1, p.total)


@measure(**SIMILAR, affine_in="pairs", affine_given="nothing")
def apart_from_best(p: PairCounts, /) -> float:
    """Return a value that is 1 for equal clusterings by convention only."""
    return p.both / max(1, p.total)


@measure(**SIMILAR, affine_in="pairs")
def of_overlaps(o: Overlaps, /) -> float:
    """Return the share of pairs together, computed from the overlaps."""
    return float(np.sum(o.shared**2)) / o.n**2


@measure(**SIMILAR, affine_in="information")
def sizes_and_information(e: Entropies, _: Sizes, /) -> float:
    """Return a function of the information that takes a second summary."""
    return e.mutual / max(e.a, e.b) if e.a and e.b else 0.0


@measure(**SIMILAR, affine_in="information")
def half_information(e: Entropies, /) -> float:
    """Return a value that is 1 for equal clusterings by convention only."""
    return e.mutual / (e.a + e.b) if e.a and e.b else 0.0


@measure(**{**OTHER, "bounds": (0.0, inf)}, affine_in="pairs")
def falling(p: PairCounts, /) -> float:
    """Return a description that falls with the number of pairs together in both."""
    return float(p.only_a)


@measure(**{**OTHER, "bounds": (0.0, inf)}, affine_in="pairs")
def of_sizes(p: PairCounts, /) -> float:
    """Return a description that depends on the cluster sizes alone."""
    return float(p.in_a)


USERS = [
    *(sizes_and_pairs, rand_of_sizes, apart_from_best, of_overlaps, sizes_and_information),
    *(half_information, falling, of_sizes),
]
MEASURES = [
    *USERS,
    *(m.distance for m in USERS if m.direction == "similarity"),
    SetMatching("jaccard", "nearest", "weighted").distance,
    SetMatching("braun_banquet", "nearest_a", "mean").distance,
    SplitMerge(lambda _size, parts: 1 / len(parts)),
    SplitMerge(BoundedEntropy(5), combine="mean").distance,
    cd.get_measure("blanc").using(part="recall"),
    cd.get_measure("baulieu_2"),
]
CASES = [
    ("permutation", [0, 0, 1, 1, 2], [0, 0, 0, 1, 2]),
    ("permutation", [0, 0, 1, 1, 2], [0, 1, 0, 1, 2]),
    ("fixed_k_one_sided", [0, 1, 2, 3, 4], [0, 1, 1, 0, 1]),
    *((null, [0, 0, 1, 2], [0, 0, 1, 1]) for null in NULL_MODELS),
    *((null, [0, 0, 0], [0, 1, 2]) for null in NULL_MODELS),
    *((null, [0, 0, 0], [0, 0, 0]) for null in NULL_MODELS),
]


def tables(a, b, null):
    """Return the different tables of a null model, with their probabilities."""
    every, times = all_partitions(len(a)), Counter()
    for pair in product(every, every):
        if weight := likelihood(null, pair, (a, b)):
            times[tuple(sorted(Counter(zip(*pair, strict=True)).items()))] += weight
    found = [
        cd.Table.from_counts(*zip(*(cell for cell, _ in key), strict=True), [c for _, c in key])
        for key in times
    ]
    return found, np.array(list(times.values())) / times.total()


@pytest.mark.parametrize(("null", "a", "b"), CASES)
def test_all_numbers_are_those_of_full_enumeration(null, a, b):
    every, shares = tables(a, b, null)
    for m in MEASURES:
        values, seen = np.array([m.on(table) for table in every]), m(a, b)
        mean = float(np.sum(shares * values))
        spread = float(np.sum(shares * (values - mean) ** 2)) ** 0.5
        found = expected(a, b, measure=m, null=null)
        assert found.value == pytest.approx(mean, abs=1e-12), m.name
        assert found.std == pytest.approx(spread, abs=1e-9), m.name
        z = (seen - mean) / spread if spread > 1e-12 else 0.0
        sides = {
            "greater": float(np.sum(shares[values >= seen - 1e-12])),
            "less": float(np.sum(shares[values <= seen + 1e-12])),
        }
        for alternative, p in sides.items():
            test = significance(a, b, measure=m, null=null, alternative=alternative)
            assert test.pvalue == pytest.approx(p, abs=1e-9), m.name
            assert test.z == pytest.approx(z, abs=1e-6), m.name
        if m.direction != "description" and sorted(a) != sorted(b):
            best = m.best_on(cd.Table.from_labels(a, b))
            score = (seen - mean) / (best - mean) if abs(best - mean) > 1e-12 else 0.0
            assert adjusted(a, b, measure=m, null=null).value == pytest.approx(score, abs=1e-9), (
                m.name
            )


@measure(**SIMILAR)
def of_two_clusters(o: Overlaps, /) -> float:
    """Return a value that is not defined for more than two clusters."""
    if len(o.sizes_a) > 2 or len(o.sizes_b) > 2:
        raise ArithmeticError("more than two clusters")
    return o.kept_a / o.n


def agreement(a, b):
    """Return a value that is defined for two clusters on both sides only."""
    if not set(a) == set(b) == {0, 1}:
        raise ArithmeticError("not two clusters")
    return float(np.mean(a == b))


NEARLY = np.repeat([0, 1], 40), np.repeat([0, 1], [44, 36])
TIED = np.repeat([0, 1], 40), np.tile([0, 1], 40)
SMALL = np.repeat([0, 1], [6, 94]), np.repeat([0, 1], [7, 93])


@pytest.mark.parametrize(
    "m", [of_two_clusters, agreement, SplitMerge(BoundedEntropy(2))], ids=lambda m: m.__name__
)
def test_intervals_need_no_other_tables_than_those_of_the_sample(m):
    found = interval(*NEARLY, measure=m)
    assert found.low < found.value < found.high
    tied = interval(*TIED, measure=m)
    assert tied.reason or tied.low <= tied.value < tied.high
    assert "fewer than 8 elements in a cluster" in interval(*SMALL, measure=m).reason
    assert compare_two(NEARLY[0], NEARLY[1], NEARLY[1], measure=m).value == 0
    assert significance(*NEARLY, measure=m).pvalue < 1e-6


def test_k_is_at_least_the_number_of_parts():
    three = [0, 0, 0, 1, 1, 1], [0, 1, 2, 0, 0, 0]
    for m in (SplitMerge(BoundedEntropy(2)), SplitMerge(BoundedEntropy(2)).distance):
        with pytest.raises(
            cd.ClusterdiffError, match="k must be at least the number of clusters, 3"
        ):
            m(*three)


def test_options_are_part_of_the_value_of_a_measure():
    @measure(**SIMILAR)
    def weighted(o: Overlaps, /, *, by=()) -> float:
        """Return a value with an option that may be a tuple."""
        return o.kept_a / o.n / (1 + len(by))

    assert hash(weighted.using(by=(1, 2))) == hash(weighted.using(by=(1, 2)))
    for call in (lambda: weighted.using(by=[1, 2]), lambda: weighted([0, 1], [0, 0], by=[1, 2])):
        with pytest.raises(cd.ClusterdiffError, match="by must be hashable, got"):
            call()


@pytest.mark.parametrize("scale", [1e-14, 1e-9, 1e9])
def test_the_unit_of_a_function_does_not_matter(scale):
    def scaled(a, b):
        return scale * cd.rand(a, b)

    a, b = [0] * 5 + [1] * 5, [0] * 6 + [1] * 4
    test, same = significance(a, b, measure=scaled), significance(a, b, measure="rand")
    assert (test.pvalue, test.z) == pytest.approx((same.pvalue, same.z))
    assert adjusted(a, b, measure=scaled).value == pytest.approx(
        adjusted(a, b, measure="rand").value
    )


@measure(**{**FACTS, "bounds": (0.0, inf)}, direction="distance")
def infinite_if_far(o: Overlaps, /) -> float:
    """Return a distance that is infinite if less than nine tenths of the elements agree."""
    return (o.n - o.kept_a) / o.n if 10 * o.kept_a > 9 * o.n else inf


@pytest.mark.filterwarnings("error")
def test_infinite_values_have_no_interval_and_no_difference():
    rng = np.random.default_rng(0)
    a = rng.integers(0, 2, 200)
    near, far = (np.where(np.arange(200) % 100 < noise, 1 - a, a) for noise in (8, 40))
    assert interval(a, near, measure=infinite_if_far).reason == "the standard error is infinite"
    assert interval(a, far, measure=infinite_if_far).reason
    for b1, b2, value in ((near, far, -inf), (far, near, inf), (far, far[::-1], 0.0)):
        found = compare_two(a, b1, b2, measure=infinite_if_far)
        assert (found.value, found.reason) == (value, "a value is infinite")


def test_values_that_vary_by_rounding_alone_have_no_interval():
    constant = SetMatching("braun_banquet", "nearest_b", "mean")
    table = cd.Table.from_matrix([[7422, 4709, 6343, 8990]])
    found = interval(table, measure=constant)
    assert (found.value, found.limits) == (0.25, None)
    assert found.reason


@pytest.mark.parametrize(
    "m",
    ["muc", "split_merge_entropy", "nvi[by=log_n]", falling],
    ids=lambda m: getattr(m, "name", m),
)
@pytest.mark.parametrize("n", [30, 60])
def test_values_without_a_limit_have_no_interval_in_small_samples(m, n):
    rng = np.random.default_rng(0)
    for _ in range(20):
        a = rng.integers(0, 2, n)
        b, other = (np.where(rng.random(n) < 0.2, 1 - a, a) for _ in range(2))
        assert interval(a, b, measure=m, n_samples=60).reason
        assert compare_two(a, b, other, measure=m, n_samples=60).reason
