"""The standard deviation of mutual information by chance, at every size."""

import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff.chance import adjusted, expected, significance, standardized_mutual_information
from clusterdiff.chance._closed_forms import raw_moment
from clusterdiff.chance._information_variance import _differences, information_std
from clusterdiff.chance._random_partitions import FixedSizes


def of_sizes(a, b=None):
    """Return a table with these cluster sizes, on which alone the standard deviation depends."""
    b = a if b is None else b
    return cd.Table.from_labels(np.repeat(np.arange(len(a)), a), np.repeat(np.arange(len(b)), b))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ([3, 2, 1], [1, 3, 2]),
        ([3, 2, 2], [4, 2, 1]),
        ([5, 3], [2, 5, 1]),
        ([2, 2, 2], [2, 2, 2]),
        ([10, 1, 1], [9, 1, 2]),
        ([7, 2], [8, 1]),
        ([4, 4, 1, 1], [6, 2, 2]),
        # Components of odd degree are 0 if a side has two clusters of equal size.
        ([6, 6], [6, 6]),
        ([8, 8], [11, 5]),
        ([25, 25], [25, 25]),
        ([20, 20], [31, 9]),
    ],
)
def test_equals_enumeration(a, b):
    table = of_sizes(a, b)
    right = expected(table, measure="mi[base=e]", method="enumeration")
    assert information_std(table) == pytest.approx(right.std, rel=1e-12, abs=1e-15)


@pytest.mark.parametrize("half", [5, 5_000_000, 2**61])
@pytest.mark.filterwarnings("error")
def test_a_single_element_against_equal_clusters(half):
    """All tables are the same up to names; terms of degree 2 and above would overflow."""
    table = cd.Table.from_matrix([[0, 1], [half, half - 1]])
    assert information_std(table) == 0
    assert standardized_mutual_information(table) == 0


@pytest.mark.filterwarnings("error")
def test_many_degrees_of_a_large_table():
    """Overlaps of 3·10⁹ of 9·10¹⁸ elements are Poisson; their binomials exceed all doubles."""
    size, n = 3_037_000_500, 2**63 - 1
    small, limit = 10**6, []
    for a, total in ((small, small**2), (size, n)):
        table = cd.Table.from_matrix([[1, a - 1], [a - 1, total - 2 * a + 1]])
        limit.append(information_std(table) * total)
    assert limit[0] == pytest.approx(limit[1], rel=1e-4)


@pytest.mark.parametrize("pairs", [50, 500, 5_000, 50_000, 500_000, 5_000_000])
def test_clusters_of_two(pairs):
    """The information is affine in the number of coinciding pairs, whose spread is exact."""
    sizes = np.full(pairs, 2)
    side, n = FixedSizes(sizes), 2 * pairs
    std = float(raw_moment((side, side), 2) - raw_moment((side, side), 1) ** 2) ** 0.5
    # One coinciding pair more: Σ k·log k grows by 2·log 2.
    right = std * 2 * np.log(2) / n
    one = cd.Table.from_counts(np.arange(pairs), np.arange(pairs), sizes)
    assert information_std(one) == pytest.approx(right, rel=1e-9)


@pytest.mark.parametrize("size", [3, 5, 10, 50, 100, 300, 1000])
def test_equal_clusters_tend_to_a_limit(size):
    """std·K tends to a constant as the number of clusters of one size grows."""
    few, many = (
        k * information_std(cd.Table.from_counts(np.arange(k), np.arange(k), np.full(k, size)))
        for k in (10_000, 100_000)
    )
    assert 0.5 < many < 1
    assert few == pytest.approx(many, rel=0.05)


def test_one_by_one_and_many_at_once_agree(monkeypatch):
    from clusterdiff.chance import _information_variance as information_variance

    table = of_sizes([30, 17, 9, 4, 2, 1, 1], [25, 20, 8, 8, 3])
    right = information_std(table)
    monkeypatch.setattr(information_variance, "_FEW_PAIRS", 0)
    assert information_std(table) == pytest.approx(right, rel=1e-9)
    large = of_sizes([90_000, 60_000, 25_000, 25_000], [150_000, 50_000])
    found = information_std(large)
    monkeypatch.setattr(information_variance, "_FEW_PAIRS", 10**6)
    assert found == pytest.approx(information_std(large), rel=1e-7)


def test_a_large_cluster_and_singletons():
    """With few large clusters the information is a function of one hypergeometric number."""
    from scipy.stats import hypergeom

    n, a, b = 10_100, 10_000, 9_900
    k = np.arange(max(0, a + b - n), min(a, b) + 1)
    p = hypergeom.pmf(k, n, a, b)
    values = k * np.log(k)
    std = np.sqrt(np.sum(p * (values - np.sum(p * values)) ** 2)) / n
    table = of_sizes([a] + [1] * (n - a), [b] + [1] * (n - b))
    assert information_std(table) == pytest.approx(std, rel=1e-6)


def test_differences_of_k_log_k():
    from mpmath import mp, mpf

    with mp.workdps(80):
        h = {k: (mpf(k) * mp.log(k) if k else mpf(0)) for k in range(3000)}
        for r in (1, 2, 3, 5, 9):
            for k in (0, 1, 7, 60, 61, 100, 2500):
                right = sum((-1) ** (r - i) * mp.binomial(r, i) * h[k + i] for i in range(r + 1))
                found = _differences(np.array([float(k)]), r)[0]
                assert found == pytest.approx(float(right), rel=1e-9 if r < 6 else 1e-6), (r, k)


def test_too_many_distinct_sizes_are_left_to_sampling():
    sizes = np.arange(1, 301)
    assert information_std(cd.Table.from_counts(sizes, sizes, sizes)) is None


def test_values_that_cancellation_would_lose():
    pairs = 500_000
    a = np.repeat(np.arange(pairs), 2)
    b = a.copy()
    b[:20] = np.roll(b[:20], 1)
    table = cd.Table.from_labels(a, b)
    ami = cd.adjusted_mutual_information(table)
    assert adjusted(table, measure="vi").value == pytest.approx(ami, abs=1e-9)
    assert adjusted(table, measure="nmi").value == pytest.approx(ami, abs=1e-9)
    assert standardized_mutual_information(a, a) == pytest.approx(707106, rel=1e-3)


def test_the_mean_of_vi_does_not_cancel():
    """n = 10⁶, two pairs among singletons: E[VI] is not a difference of entropies."""
    n = 10**6
    sizes = np.r_[[2, 2], np.ones(n - 4, int)]
    table = cd.Table.from_counts(np.arange(len(sizes)), np.arange(len(sizes)), sizes)
    found = expected(table, measure="vi[base=e]")
    # VI = 4 log 2 (2 - coinciding pairs)/n; 4 pairs of pairs coincide with chance 2/(n(n-1)) each.
    right = 4 * np.log(2) / n * (2 - 4 * 2 / (n * (n - 1)))
    assert found.value == pytest.approx(right, rel=1e-12)


@pytest.mark.parametrize("n", [10**10, 10**13, 10**17])
def test_ten_billion_elements_and_more(n):
    table = cd.Table.from_matrix(np.array([[7, 1, 2], [1, 5, 1], [1, 1, 6]]) * (n // 25))
    for name in ("vi", "nmi", "ami", "homogeneity", "mutual_information", "rand"):
        found = expected(table, measure=name)
        assert found.std is not None
        assert np.isfinite(found.value)
        # I·2n is about chi-squared with 4 degrees of freedom, of standard deviation √8.
        if name == "mutual_information":
            assert found.std * np.log(2) * 2 * n == pytest.approx(8**0.5, rel=1e-3)


@pytest.mark.parametrize("factor", [10**3, 10**9, 10**13, 10**15, 4 * 10**17])
def test_measures_affine_in_the_information_keep_its_spread_in_large_tables(factor):
    table = cd.Table.from_matrix(np.array([[7, 1, 2], [1, 5, 1], [1, 1, 4]]) * factor)
    information = expected(table, measure="mi").std
    for name, slope in {"vi": 2, "conditional_entropy": 1}.items():
        assert expected(table, measure=name).std == pytest.approx(slope * information, rel=1e-12)
    same = [adjusted(table, measure=name).value for name in ("vi", "nvi", "nmi", "v_measure")]
    assert same == pytest.approx([same[2]] * 4, rel=1e-12)
    assert same[0] > 0.25


@pytest.mark.parametrize("sizes", [([2, 2], [3, 1]), ([4, 4], [7, 1]), ([3, 3, 3], [8, 1])])
def test_no_spread_where_all_tables_have_the_same_information(sizes):
    a, b = (np.repeat(np.arange(len(x)), x) for x in sizes)
    assert expected(a, b, measure="mi").std == 0
    assert significance(a, b, measure="nmi").z == 0
