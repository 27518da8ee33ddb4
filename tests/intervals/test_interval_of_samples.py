"""Intervals near independence and refinement, and of samples that lack cells or errors."""

import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff.intervals import interval
from tests.helpers.each import each, intervals


def covered(name, shares, n, runs=150, seed=1):
    """Share of the intervals of samples that contain the value of the population, and of runs."""
    random, shares = np.random.default_rng(seed), np.asarray(shares) / np.sum(shares)
    whole = cd.Table.from_matrix(np.rint(shares * 10**12).astype(np.int64))
    truth = cd.get_measure(name).on(whole)
    counts = random.multinomial(n, shares.ravel(), size=runs).reshape(runs, *shares.shape)
    found = [interval(cd.Table.from_matrix(x), measure=name, n_samples=300) for x in counts]
    shown = [x for x in found if x.reason is None]
    return sum(truth in x for x in shown) / max(len(shown), 1), len(shown) / runs


def refined(noise):
    """Three clusters, each divided into four by the other side, and a share of independent ones."""
    shares = np.zeros((3, 12))
    shares[0, :4], shares[1, 4:8], shares[2, 8:] = (20, 15, 10, 5), (16, 8, 4, 2), (9, 9, 3, 3)
    shares = shares / shares.sum()
    return (1 - noise) * shares + noise * np.outer(shares.sum(1), shares.sum(0))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["vi", "nmi", "completeness"])
def test_entropies_of_cells_that_were_not_sampled(name):
    """Nearly empty cells leave a part of the bias; the intervals covered 0.87 of the time."""
    held, shown = covered(name, refined(0.02), 400)
    assert held >= 0.92
    assert shown > 0.9


def test_entropy_of_clusters_that_were_not_sampled():
    """Samples with few clusters were the only ones with an interval: 0.04 of them covered."""
    held, shown = covered("entropy", np.diag([0.8, *[0.01] * 20]), 40)
    assert shown < 0.05 or held >= 0.92


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "shares"),
    [
        ("ari", [[0.89965, 0.00035], [0.00035, 0.09965]]),
        ("jaccard", [[0.89965, 0.00035], [0.00035, 0.09965]]),
        ("completeness", [[0.4996, 0.0004], [0.0004, 0.4996]]),
        ("wallace_b", [[0.897, 0.003], [0.003, 0.097]]),
    ],
)
def test_one_error_or_none_is_seen(name, shares):
    """Where a sample has an error with probability 0.1 to 0.7, zero and one have to cover."""
    held, shown = covered(name, shares, 200)
    assert held >= 0.92
    assert shown > 0.9


@pytest.mark.parametrize("name", ["wallace_b", "adjusted_wallace_b"])
def test_the_best_value_of_unequal_clusterings(name):
    """No pair of b is apart in a, but some pairs of the population may be."""
    table = cd.Table.from_matrix([[49, 1, 0, 0], [0, 0, 6, 0], [0, 0, 0, 6]])
    found = interval(table, measure=name)
    assert found.value == found.high == 1
    assert found.low < 0.98


@pytest.mark.parametrize("name", ["van_dongen", "bcubed_f", "classification_accuracy"])
def test_limits_depend_neither_on_names_nor_on_the_order_of_the_sides(name):
    random = np.random.default_rng(3)
    a = random.integers(0, 3, 90)
    b = np.where(random.random(90) < 0.2, random.integers(0, 3, 90), a)
    found = [
        interval(*each, measure=name, n_samples=20, rng=1)
        for each in ((a, b), (2 - a, (b + 1) % 3), (b, a))
    ]
    limits = [(x.low, x.high) for x in found]
    assert limits[1] == pytest.approx(limits[0], rel=1e-12)
    assert limits[2] == pytest.approx(limits[0], rel=1e-12)


@pytest.mark.parametrize("factor", [25, 100, 1000, 10**4, 10**6, 10**9])
@pytest.mark.parametrize("more", [0, 1])
def test_intervals_of_shares_near_independence_are_as_wide_as_that_of_the_information(factor, more):
    table = cd.Table.from_matrix([[4 * factor + more, 4 * factor], [4 * factor, 4 * factor]])
    information = interval(table, measure="mi", rng=0).high  # both entropies are one bit
    for name in ("nmi", "homogeneity", "v_measure"):
        high = interval(table, measure=name, rng=0).high
        assert 0.95 * information < high < 3 * information
    assert 0 < 1 - interval(table, measure="nvi", rng=0).low < 3 * information


@pytest.mark.slow
@pytest.mark.parametrize(
    ("noise", "n"),
    [
        (0.9, 100),
        (0.8, 100),
        (1.0, 300),
    ],
)
def test_coverage_of_pair_counts_near_independence(noise, n):
    """The variance grows with the value, which is too uncertain to tell it."""
    sizes = np.array([0.5, 0.3, 0.2])
    shares = (1 - noise) * np.diag(sizes) + noise * np.outer(sizes, sizes)
    whole = cd.Table.from_matrix(np.rint(shares * 10**8).astype(int))
    names = ("ari", "rand", "jaccard")
    right = [cd.get_measure(name)(whole) for name in names]
    rng = np.random.default_rng(1)
    hits = np.zeros(len(names))
    for _ in range(400):
        table = cd.Table.from_matrix(rng.multinomial(n, shares.ravel()).reshape(3, 3))
        found = intervals(table, names)
        hits += [value in each for value, each in zip(right, found, strict=True)]
    assert np.all(hits / 400 >= 0.925)


@pytest.mark.parametrize("large", [10**9, 10**15, 2**63 - 100])
def test_pairs_of_one_cluster_with_nearly_all_elements(large):
    table = cd.Table.from_matrix([[large, 3], [2, 50]])
    for found in each(interval, table, measures=("ari", "rand", "jaccard", "fowlkes_mallows")):
        assert found.reason or found.low <= found.value <= found.high


REFINED = {  # sizes of the clusters of a, and which of them b joins
    "sizes 4:3:2:1": ([4, 3, 2, 1], [0, 0, 1, 1]),
    "sizes 5:4:3:2:1": ([5, 4, 3, 2, 1], [0, 1, 0, 1, 1]),
    "equal sizes": ([1, 1, 1, 1], [0, 0, 1, 1]),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("case", "n"),
    [
        ("sizes 4:3:2:1", 300),
        *((case, n) for case in REFINED for n in (100, 500)),
    ],
)
def test_coverage_of_pairs_where_one_clustering_refines_the_other(case, n):
    """The standard error then depends on the value in another way than near independence."""
    sizes, joined = REFINED[case]
    shares, joined = np.array(sizes) / sum(sizes), np.array(joined)
    cells = np.zeros((len(shares), joined.max() + 1), np.int64)
    cells[np.arange(len(shares)), joined] = np.rint(shares * 10**9)
    names = ["jaccard", "adjusted_rand", "rand"]
    right = [cd.get_measure(name).on(cd.Table.from_matrix(cells)) for name in names]
    random = np.random.default_rng(n)
    held, shown = np.zeros(3), np.zeros(3)
    for _ in range(300):
        a = random.choice(len(shares), n, p=shares)
        found = intervals(cd.Table.from_labels(a, joined[a]), names)
        shown += [each.reason is None for each in found]
        held += [value in each for value, each in zip(right, found, strict=True)]
    assert np.all(held >= 0.91 * shown)
