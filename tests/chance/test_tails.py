"""P-values of pair counts: exact if m has few values, never 0, never too small."""

from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from math import comb, exp, inf, lgamma, prod
from types import SimpleNamespace

import numpy as np
import pytest
from scipy.stats import hypergeom

import clusterdiff as cd
from clusterdiff import calibration
from clusterdiff.chance import significance
from clusterdiff.chance._closed_forms import Moments, raw_moment
from clusterdiff.chance._enumeration import probabilities_of, tables_with_margins
from clusterdiff.chance._random_partitions import FixedSizes
from clusterdiff.chance._random_tables import dense_tables
from clusterdiff.chance._tails import (
    as_extreme,
    exact_pair_counts,
    limits_of_pairs,
    sampled_tail,
    tails_of_all,
    tails_of_moments,
)
from clusterdiff.partition import integer_partitions


def one_large(n, k, common):
    """Return one cluster of n - k elements and k singletons per side, `common` of them in both."""
    a, b = np.zeros(n, int), np.zeros(n, int)
    a[:k] = np.arange(1, k + 1)
    b[k - common : 2 * k - common] = np.arange(1, k + 1)
    return a, b


@pytest.mark.parametrize(("large", "k"), [(10_000, 100), (5_000, 80), (150, 50), (1_000, 20)])
@pytest.mark.parametrize("common", [0, 2, 3, 4, 9])
def test_one_large_cluster_and_singletons(large, k, common):
    n = large + k
    a, b = one_large(n, k, common)
    found = significance(a, b, measure="ari")
    assert found.pvalue == pytest.approx(hypergeom.sf(common - 1, n, k, k), rel=1e-6)
    assert significance(a, b, measure="rand").pvalue == pytest.approx(found.pvalue)
    assert significance(a, b, measure="jaccard").pvalue == pytest.approx(found.pvalue)
    less = significance(a, b, measure="ari", alternative="less").pvalue
    assert less == pytest.approx(hypergeom.cdf(common, n, k, k), rel=1e-6)


def test_two_clusters_have_one_degree_of_freedom():
    """Two clusters a side: m is a function of one cell; small and large m on both of its sides."""
    rng = np.random.default_rng(0)
    a, b = np.arange(3000) < 700, rng.random(3000) < 0.6
    table = cd.Table.from_labels(a, b)
    k = np.arange(701)
    total = int(b.sum())
    p = hypergeom.pmf(k, 3000, total, 700)
    cells = (k, 700 - k, total - k, 2300 - total + k)
    m = sum(x * (x - 1) // 2 for x in cells)
    seen = sum(int(x) * (int(x) - 1) // 2 for x in table.counts)
    assert significance(table, measure="ari").pvalue == pytest.approx(p[m >= seen].sum(), rel=1e-6)


def test_two_large_clusters_and_singletons_are_enumerated():
    a = np.r_[np.zeros(12, int), np.ones(9, int), np.arange(2, 8)]
    b = np.r_[np.zeros(10, int), np.arange(2, 10), np.ones(9, int)]
    table = cd.Table.from_labels(a, b)
    m, p = exact_pair_counts(table)
    random = np.random.default_rng(0)
    drawn = dense_tables(table.row_sizes, table.col_sizes, 20_000, random)
    seen = np.sum(drawn * (drawn - 1) // 2, axis=(1, 2))
    assert p.sum() == pytest.approx(1)
    for value in np.quantile(seen, [0.1, 0.5, 0.9, 0.99]):
        share = p[m >= value].sum()
        assert np.mean(seen >= value) == pytest.approx(share, abs=4 * (share / 20_000) ** 0.5)


@pytest.mark.parametrize("alternative", ["less", "two-sided", "closer", "greater", "farther"])
@pytest.mark.parametrize("cell", [1, 3, 10])
def test_p_is_never_zero(alternative, cell):
    table = cd.Table.from_matrix(np.full((10, 10), cell))
    assert significance(table, measure="ari", alternative=alternative).pvalue > 0
    same = np.repeat(np.arange(10), 20)
    assert significance(same, same, measure="ari", alternative=alternative).pvalue > 0


def test_p_of_many_equal_clusters_is_not_zero():
    many = np.repeat(np.arange(1000), 500)
    assert significance(cd.Table.from_labels(many, many), measure="rand").pvalue > 0


def exactly_equal(sizes):
    """Return the probability that a random clustering with these sizes equals the given one."""
    n, times = sum(sizes), np.unique(sizes, return_counts=True)[1]
    logs = [lgamma(s + 1) for s in sizes] + [lgamma(t + 1) for t in times]
    return exp(sum(logs) - lgamma(n + 1))


@pytest.mark.parametrize(
    "sizes", [[20] * 10, [50] * 4, [10] * 20, [30, 20, 10, 40], [5] * 40, [100, 80], [7] * 9]
)
def test_the_far_tail_is_not_below_the_exact_one(sizes):
    a = np.repeat(np.arange(len(sizes)), sizes)
    assert significance(a, a, measure="ari").pvalue >= exactly_equal(sizes)


def test_the_lower_tail_is_bounded_too():
    table = cd.Table.from_matrix(np.full((6, 6), 5))  # the least number of pairs that is possible
    for alternative in ("less", "two-sided"):
        found = significance(table, measure="ari", alternative=alternative)
        assert found.pvalue <= 0.0015
    assert significance(table, measure="ari", alternative="less", method="bound").pvalue < 0.2


@pytest.mark.parametrize(
    ("rows", "cols"), [([3, 2, 2], [3, 3, 1]), ([4, 1, 1, 1], [2, 2, 3]), ([2, 2, 2, 1], [7])]
)
@pytest.mark.parametrize("k", range(1, 9))
def test_moments_of_all_permutations(rows, cols, k):
    """E[m^k], exactly, from all permutations of seven elements."""
    a, b = (np.repeat(np.arange(len(sizes)), sizes) for sizes in (rows, cols))
    same_a = a[:, None] == a
    values = [
        int(np.triu(same_a & (x[:, None] == x), 1).sum())
        for x in map(np.array, set(permutations(b.tolist())))
    ]
    right = Fraction(sum(m**k for m in values), len(values))
    assert raw_moment((FixedSizes(np.array(rows)), FixedSizes(np.array(cols))), k) == right


def test_the_real_size_of_the_test():
    """One large cluster and singletons: at most 5 % of the tables have p ≤ 0.05."""
    n, k = 200, 50
    shares = hypergeom.pmf(np.arange(k + 1), n, k, k)
    p = np.array([significance(*one_large(n, k, x), measure="ari").pvalue for x in range(k + 1)])
    assert shares[p <= 0.05].sum() <= 0.05
    assert shares[p <= 0.01].sum() <= 0.01


AFFINE = ("ari", "rand", "mirkin", "rand.distance", "hubert_gamma_prime", "normalized_minkowski")


def viewed(name):
    base, _, view = name.partition(".")
    return getattr(cd.get_measure(base), view) if view else cd.get_measure(base)


@pytest.mark.parametrize(
    "name",
    [
        *("ari", "mirkin", "jaccard"),
        *(
            pytest.param(name, marks=pytest.mark.slow)
            for name in ("rand", *AFFINE[3:], "fowlkes_mallows", "yule_q")
        ),
    ],
)
def test_one_pair_among_a_million_singletons(name):
    """Two values of the Rand index that differ by 4e-12 are not ties."""
    n = 10**6
    a = np.arange(n)
    a[1] = a[0]
    assert significance(a, a, measure=viewed(name)).pvalue == pytest.approx(
        2 / (n * (n - 1)), rel=1e-9
    )
    b = np.arange(n)
    b[3] = b[2]
    assert significance(a, b, measure=viewed(name)).pvalue == 1


@pytest.mark.parametrize("n", [10**6, 10**9, 10**12, 10**15, 2**62])
@pytest.mark.parametrize("name", [*AFFINE, "nmi", "psi"])
def test_a_large_and_a_small_cluster_of_any_size(n, name):
    total = comb(n + 2, 2)
    both = cd.Table.from_matrix([[n, 0], [0, 2]])
    p = float(Fraction(1, total))
    assert significance(both, measure=viewed(name)).pvalue == pytest.approx(p, rel=1e-6)
    one = cd.Table.from_matrix([[n - 1, 1], [1, 1]])
    p = float(1 - Fraction(comb(n, 2), total))
    assert significance(one, measure=viewed(name)).pvalue == pytest.approx(p, rel=1e-6)


@pytest.mark.parametrize("sizes", [(10**15, 40), (10**13, 700), (10**7, 60), (3 * 10**6, 900)])
def test_tables_of_large_clusters_have_hypergeometric_probabilities(sizes):
    large, small = sizes
    k = np.arange(3)
    found = probabilities_of([((large - small + x, small - x), (small - x, x)) for x in k.tolist()])
    ways = [comb(small, x) * comb(large, small - x) for x in k.tolist()]
    right = [float(Fraction(w, sum(ways))) for w in ways]
    assert found == pytest.approx(right, rel=1e-9)


def halves_against(cols):
    """Return P(m = 0), P(m = 1), … for two halves against clusters of these sizes."""
    half = sum(cols) // 2
    ways = np.zeros((half + 1, sum(c * (c - 1) // 2 for c in cols) + 1))
    ways[0, 0] = 1
    for c in cols:
        after = np.zeros_like(ways)
        for x in range(min(c, half) + 1):
            m = x * (x - 1) // 2 + (c - x) * (c - x - 1) // 2
            after[x:, m:] += comb(c, x) * ways[: half + 1 - x, : ways.shape[1] - m]
        ways = after / after.max()
    return ways[half] / ways[half].sum()


@pytest.mark.parametrize("cols", [[45] + [8] * 34, [45] + [10] * 45, [45, 45] + [10] * 23])
def test_bounds_are_not_below_the_exact_tails(cols):
    n = sum(cols)
    rows = [n // 2, n - n // 2]
    shares = halves_against(cols)
    above, below = np.cumsum(shares[::-1])[::-1], np.cumsum(shares)
    sides = FixedSizes(np.array(rows)), FixedSizes(np.array(cols))
    a, b = np.repeat([0, 1], rows), np.repeat(np.arange(len(cols)), cols)
    random, mean = np.random.default_rng(0), float(raw_moment(sides, 1))
    for moved in (0, 20, 60, 120, n):
        part = b.copy()
        part[:moved] = random.permutation(part[:moved])
        table = cd.Table.from_labels(a, part)
        m = cd.summaries.PairCounts.of(table).both
        high, low = limits_of_pairs(table, sides)
        assert high >= above[m] - 1e-12
        assert low >= below[m] - 1e-12
        assert (high < 1) == (m > mean)


def test_every_table_of_small_margins_is_within_its_bounds():
    rows, cols = np.array([4, 3, 2, 2]), np.array([5, 3, 3])
    sides = FixedSizes(rows), FixedSizes(cols)
    tables = list(tables_with_margins(tuple(rows.tolist()), tuple(cols.tolist())))
    shares = probabilities_of(tables)
    m = np.array([sum(x * (x - 1) // 2 for row in t for x in row) for t in tables])
    for value in np.unique(m).tolist():
        table = cd.Table.from_matrix(tables[int(np.flatnonzero(m == value)[0])])
        high, low = limits_of_pairs(table, sides)
        assert high >= shares[m >= value].sum() - 1e-12
        assert low >= shares[m <= value].sum() - 1e-12


def pairs_of(cells):
    return sum(comb(x, 2) for x in cells)


def permuted(rows, cols):
    """Return the cells of the table of every permutation of the elements."""
    a, b = (np.repeat(np.arange(len(x)), x).tolist() for x in (rows, cols))
    return [Counter(zip(a, order, strict=True)) for order in set(permutations(b))]


def distribution(rows, cols):
    """Return a table and the probability of each number of pairs together."""
    shape, shares = (len(rows), len(cols)), Counter()
    tables = {}
    if shape == (2, 2):
        n, (a, b) = sum(rows), (rows[0], cols[0])
        ways = {k: comb(a, k) * comb(n - a, b - k) for k in range(max(0, a + b - n), min(a, b) + 1)}
        found = [((k, a - k, b - k, n - a - b + k), number) for k, number in ways.items()]
    else:
        found = [(tuple(t[place] for place in np.ndindex(shape)), 1) for t in permuted(rows, cols)]
    for cells, number in found:
        shares[pairs_of(cells)] += Fraction(number, sum(x for _, x in found))
        tables[pairs_of(cells)] = cd.Table.from_matrix(np.reshape(cells, shape))
    return tables, shares


@pytest.mark.parametrize(
    ("rows", "cols"),
    [
        ([3, 2, 1], [2, 2, 2]),
        ([4, 2], [3, 2, 1]),
        ([5, 1], [3, 3]),
        ([20, 20], [20, 20]),
        ([24, 16], [15, 25]),
    ],
)
def test_bounds_by_definition(rows, cols):
    """The least of Cantelli's and Markov's limits, from the moments over all tables."""
    tables, shares = distribution(rows, cols)
    sides = FixedSizes(np.array(rows)), FixedSizes(np.array(cols))
    assert sum(shares.values()) == 1
    mean = sum(m * share for m, share in shares.items())

    def central(k):
        return sum((m - mean) ** k * share for m, share in shares.items())

    for seen, table in tables.items():
        away = abs(seen - mean)
        if away == 0:
            assert limits_of_pairs(table, sides) == (1, 1)
            continue
        limits = [central(2) / (central(2) + away**2)]
        limits += [central(k) / away**k for k in (4, 6, 8)]
        if seen > mean:
            limits += [
                sum(comb(m, k) * share for m, share in shares.items()) / comb(seen, k)
                for k in range(1, min(8, seen) + 1)
            ]
        limit = float(min(limits))
        assert limits_of_pairs(table, sides) == ((limit, 1) if seen > mean else (1, limit))


def test_the_bound_of_coinciding_pairs():
    """Twenty pairs a side, twelve of them equal: k given pairs are in ∏ 1/(39 - 2i) matchings."""
    a, b = np.arange(40) // 2, np.arange(40) // 2
    b[24:] = np.roll(b[24:], 1)
    sides = FixedSizes(np.full(20, 2)), FixedSizes(np.full(20, 2))
    limits = [
        Fraction(comb(20, k), comb(12, k) * prod(39 - 2 * i for i in range(k))) for k in range(1, 9)
    ]
    assert min(limits) == limits[-1]  # moments of order 8 are the highest
    found = limits_of_pairs(cd.Table.from_labels(a, b), sides)
    assert found == (float(limits[-1]), 1)


def test_all_numbers_of_pairs_by_definition():
    """For all cluster sizes of five and of six elements; singletons are one class."""
    for n in (5, 6):
        every = [list(x) for x in integer_partitions(n)]
        for rows, cols in product(every, every):
            table = cd.Table.from_matrix(first_table(rows, cols))
            found = exact_pair_counts(table)
            classes = [len([x for x in y if x > 1]) + (1 in y) for y in (rows, cols)]
            if 1 in classes:
                assert found is None
                continue
            counted = Counter(pairs_of(cells.values()) for cells in permuted(rows, cols))
            total = sum(counted.values())
            shares = Counter()
            for m, share in zip(*map(np.ndarray.tolist, found), strict=True):
                shares[m] += share
            assert shares == pytest.approx({m: x / total for m, x in counted.items()}, abs=1e-12)


def first_table(rows, cols):
    a, b = (np.repeat(np.arange(len(x)), x) for x in (rows, cols))
    out = np.zeros((len(rows), len(cols)), np.int64)
    np.add.at(out, (a, b), 1)
    return out


def of_margins(rows, cols):
    """Return a table with these cluster sizes, which may be large."""
    left, right, cells = list(rows), list(cols), []
    while left:
        count = min(left[0], right[0])
        cells.append((len(rows) - len(left), len(cols) - len(right), count))
        left[0], right[0] = left[0] - count, right[0] - count
        left, right = left[not left[0] :], right[not right[0] :]
    return cd.Table.from_counts(*map(np.array, zip(*cells, strict=True)))


@pytest.mark.parametrize(
    ("rows", "cols", "known"),
    [
        ([2] * 5 + [1], [9, 2], True),  # six classes
        ([2] * 6 + [1], [11, 2], False),
        ([2_000_000, 3_000_000], [2_000_000, 3_000_000], False),  # 2,000,001 tables
        ([1_999_999, 3_000_000], [1_999_999, 3_000_000], True),
        ([1_500_000, 500_000], [1_500_000, 500_000], True),
        ([2**31 - 7, 6], [2**31 - 3, 2], True),
        ([2**31 - 6, 6], [2**31 - 2, 2], False),
        ([2**31 - 7, 4, 3], [2**31 - 2, 2], True),
        ([2**40, 4, 3], [2**40 + 5, 2], True),  # squares of more than 64 bits
    ],
)
def test_when_all_tables_are_known(rows, cols, known):
    for sides in ((rows, cols), (cols, rows)):
        found = exact_pair_counts(of_margins(*sides))
        assert (found is not None) == known
        if known:
            m, shares = found
            mean = Fraction(pairs_of(rows) * pairs_of(cols), comb(sum(rows), 2))
            largest = max(m.tolist())
            assert float(np.sum((largest - m).astype(float) * shares)) == pytest.approx(
                float(largest - mean), rel=1e-6
            )


def test_so_many_tables_are_enumerated(monkeypatch):
    table = cd.Table.from_matrix(first_table([4, 3, 2], [3, 3, 3]))
    number = len(list(tables_with_margins((4, 3, 2), (3, 3, 3))))
    for most in (number - 1, number):
        monkeypatch.setattr(calibration, "ENUMERATED", most)
        assert (exact_pair_counts(table) is not None) == (most == number)


@pytest.mark.parametrize(
    ("value", "mean", "std", "high", "low"),
    [
        (4, 1, 2, 4 / 13, 1),  # Cantelli: 1/(1 + 1.5²)
        (-2, 1, 2, 1, 4 / 13),
        (1.5, 1, 0.5, 1 / 2, 1),
        (0.5, 1, 0.5, 1, 1 / 2),
        (4, 1, 0, 1, 1),
        (4, 1, None, 2 / 5, 1),  # Markov, for values of at least -1
        (1.5, 1, None, 4 / 5, 1),
        (0, 1, None, 1, 8 / 9),  # and of at most 9
        (0.5, 1, None, 1, 16 / 17),
        (1, 1, None, 1, 1),
    ],
)
def test_limits_from_moments(value, mean, std, high, low):
    statistic = SimpleNamespace(on=lambda _: value, bounds=lambda _: (-1, 9))
    found = tails_of_moments(statistic, None, Moments(mean, std))
    assert (found.mean, found.std, found.kind) == (mean, std, "bound")
    assert (found.high, found.low) == pytest.approx((high, low))
    assert ("Markov" if std is None else "Cantelli") in found.method
    assert tails_of_moments(statistic, None, None) is None
    statistic.bounds = lambda _: (-inf, inf)
    unknown = tails_of_moments(statistic, None, Moments(mean, None))
    assert (unknown.high, unknown.low) == (1, 1)
    statistic.on = lambda _: inf
    assert tails_of_moments(statistic, None, Moments(mean, std)) is None


def test_the_tail_of_random_tables():
    """(r + 1)/(N + 1); where drawing stops at the last of enough, enough/(N + 1) without it."""
    extreme = np.array([False, True, False, True, True, False])
    assert sampled_tail(extreme) == (4 / 7, 6)
    assert sampled_tail(extreme, 4) == (4 / 7, 6)
    assert sampled_tail(extreme, 3) == (3 / 5, 4)
    assert sampled_tail(extreme, 1) == (1 / 2, 1)


def test_values_within_rounding_are_as_extreme():
    statistic = SimpleNamespace(on=lambda _: 2.0, rounding=lambda *_: 0.25)
    values = np.array([1.5, 1.75, 2.0, 2.25, 2.5])
    high, low = as_extreme(statistic, None, values)
    assert high.tolist() == [False, True, True, True, True]
    assert low.tolist() == [True, True, True, True, False]
    shares = np.array([0.1, 0.2, 0.3, 0.3, 0.1])
    found = tails_of_all(statistic, None, values, shares)
    assert (found.high, found.low) == pytest.approx((0.9, 0.9))
    assert (found.kind, found.method, found.n_high, found.n_low) == ("exact", "enumeration", 0, 0)
    assert found.mean == pytest.approx(2.025)
    assert found.std == pytest.approx(np.sqrt(shares @ (values - 2.025) ** 2))
    whole = tails_of_all(statistic, None, values, shares * (1 + 1e-9) + np.array([0, 0, 0.2, 0, 0]))
    assert whole.high == whole.low == 1
