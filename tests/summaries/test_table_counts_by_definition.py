"""Every method of counting tables, compared with its definition with 60 digits."""

import mpmath
import numpy as np
import pytest

from clusterdiff.summaries import _table_counts as table_counts
from tests.measures.reference.information import log_factorials, number_of_tables

SMALL = [
    *(
        ((3, 2), (3, 2)),
        ((5, 3), (4, 4)),
        ((9, 9), (8, 10)),
        ((4, 3, 2), (5, 4)),
        ((7, 1), (2,) * 4),
    ),
    *(
        ((3, 2, 1), (2, 2, 2)),
        ((2, 1, 1), (2, 1, 1)),
        ((3, 3, 3), (4, 4, 1)),
        ((3, 2, 2), (4, 1, 1, 1)),
    ),
]
LARGE = [
    *(((50, 30, 20), (40, 40, 20)), ((300, 5, 2), (150, 100, 57)), ((12, 11, 10, 9), (14, 14, 14))),
    *(((40,) * 6, (60,) * 4), ((100, 80), (60, 60, 60)), ((5, 4, 3, 2, 2), (6, 5, 3, 2))),
]
SINGLETONS = [((1,) * 5, (3, 2)), ((4, 1), (1,) * 5), ((1,) * 4, (1,) * 4), ((2, 2, 1), (1,) * 5)]
SPARSE = [((2,) * 40, (2,) * 40), ((3,) * 20 + (2,) * 20, (1,) * 40 + (2,) * 30)]


def dense(a, b):
    """Return eq. 29 of Newman, Cantwell & Young 2020."""
    n, rows, cols = mpmath.mpf(sum(a)), len(a), len(b)
    w = n / (n + mpmath.mpf(rows * cols) / 2)
    x = [(1 - w) / rows + w * size / n for size in a]
    y = [(1 - w) / cols + w * size / n for size in b]
    mu = mpmath.mpf(rows + 1) / (rows * sum(t**2 for t in y)) - mpmath.mpf(1) / rows
    nu = mpmath.mpf(cols + 1) / (cols * sum(t**2 for t in x)) - mpmath.mpf(1) / cols
    volume = (rows + nu - 2) / 2 * sum(map(mpmath.log, y))
    volume += (cols + mu - 2) / 2 * sum(map(mpmath.log, x))
    gammas = mpmath.loggamma(mu * rows) + mpmath.loggamma(nu * cols)
    gammas -= cols * (mpmath.loggamma(nu) + mpmath.loggamma(rows))
    gammas -= rows * (mpmath.loggamma(mu) + mpmath.loggamma(cols))
    free = (rows - 1) * (cols - 1)
    return free * mpmath.log(n + mpmath.mpf(rows * cols) / 2) + volume + gammas / 2


def sparse(a, b):
    """Return the first-order asymptotic number of tables with small sums."""
    n = sum(a)
    pairs_a, pairs_b = (sum(size * (size - 1) for size in sizes) for sizes in (a, b))
    arrangements = log_factorials([n]) - log_factorials(a) - log_factorials(b)
    return arrangements + mpmath.mpf(pairs_a * pairs_b) / (2 * n**2)


def arrangements(sizes):
    return log_factorials([sum(sizes)]) - log_factorials(sizes)


def exact(a, b):
    return mpmath.log(number_of_tables(tuple(sorted(a)), tuple(sorted(b, reverse=True))))


def expected(a, b):
    """Return the expected result of log_tables, and whether it is exact."""
    if (a, b) in SPARSE:
        return sparse(a, b), False
    if (a, b) in LARGE and table_counts._exact_count(*arrays(a, b)) is None:
        return min(dense(a, b), arrangements(a), arrangements(b)), False
    return exact(a, b), True


def arrays(a, b):
    return np.array(a), np.array(b)


def close(x, y):
    return abs(x - float(y)) <= 1e-11 * max(1, abs(float(y)))


def both_ways(pairs):
    """Return each pair of sizes in both orders."""
    return [pair for a, b in pairs for pair in ((a, b), (b, a))]


def wrong_counts():
    """Yield sizes for which one of the functions gives a wrong number."""
    for a, b in both_ways([*SMALL, *LARGE, *SPARSE]):
        if not close(table_counts._dense(*arrays(a, b), sum(a)), dense(a, b)):
            yield "dense", a, b
        if not close(table_counts._sparse(*arrays(a, b), sum(a)), sparse(a, b)):
            yield "sparse", a, b
    for a, b in both_ways(SMALL):
        if table_counts._exact_count(*arrays(a, b)) != round(mpmath.exp(exact(a, b))):
            yield "exact", a, b
    for pair in both_ways([*SMALL, *LARGE, *SPARSE, *SINGLETONS, ((4,), (2, 1, 1))]):
        value, is_exact = expected(*(pair if pair[::-1] not in [*LARGE, *SPARSE] else pair[::-1]))
        found = table_counts.log_tables(*arrays(*pair))
        if not close(found.value, value) or found.exact != is_exact:
            yield "log_tables", pair, found, value


def test_every_way_to_count_is_as_defined():
    assert list(wrong_counts()) == []


@pytest.mark.parametrize(("a", "b"), [(a, b) for a, b in LARGE if sum(a) <= 60])
def test_the_approximation_is_close(a, b):
    assert float(dense(a, b)) == pytest.approx(float(exact(a, b)), rel=0.03)


def test_two_rows_with_large_sums_are_counted():
    assert (
        table_counts._exact_count(np.array([10**6, 10**7]), np.array([10**7, 10**6])) == 10**6 + 1
    )
    # x + y + z = 2m with x, y, z ≤ m: triples of what is missing, x' + y' + z' = m
    m = 10**12
    assert table_counts._exact_count(np.array([m, 2 * m]), np.full(3, m)) == (m + 1) * (m + 2) // 2
    random = np.random.default_rng(0)
    for _ in range(100):
        most = random.integers(1, 9, random.integers(1, 9))
        total = int(random.integers(0, most.sum() // 2 + 1))
        assert table_counts._two_long_rows(total, most) == table_counts._two_rows(total, most)


def test_factorials_beyond_powers():
    """Both sides of the count from which Stirling's series is used, and sums of them."""
    with mpmath.workdps(60):
        for counts in ([1], [2, 1], [5, 63], [64], [65], [100, 3], [10**6], [10**15, 7]):
            right = sum(mpmath.loggamma(c + 1) + c - c * mpmath.log(c) for c in counts)
            found = table_counts.beyond_powers(np.array(counts))
            assert found == pytest.approx(float(right), rel=6e-16, abs=0)


def test_the_approximation_is_chosen_by_the_largest_clusters():
    """The sparse formula is used up to a product of n^(2/3), which is about 22 for 100."""
    fives = (5,) * 8 + (2,) * 30
    cases = {
        (fives, (4,) * 25): sparse,
        (fives, (5,) * 20): dense,
        ((5,) * 20, (9,) + (1,) * 91): dense,
        ((2,) * 10 + (1,) * 80, (10,) + (2,) * 45): sparse,
        ((5,) * 10 + (1,) * 50, (5,) * 16 + (2,) * 10): dense,
        ((45864, 1, 1), (38806, 3867, 2062, 967, 164)): dense,  # above the bound n!/Πa!
    }
    for (a, b), formula in cases.items():
        for pair in ((a, b), (b, a)):
            found = table_counts.log_tables(*arrays(*pair))
            bounds = [arrangements(a), arrangements(b)] if formula is dense else []
            assert close(found.value, min(formula(a, b), *bounds) if bounds else formula(a, b))
            assert not found.exact


def test_single_clusters_and_singletons_of_any_size():
    one, ten = np.array([10**9]), np.full(10, 10**8)
    assert table_counts.log_tables(one, ten) == (0.0, True)
    assert table_counts.log_tables(ten, one) == (0.0, True)
    singletons, large = np.ones(1000, np.int64), np.array([500, 300, 200])
    for pair in ((singletons, large), (large, singletons)):
        found = table_counts.log_tables(*pair)
        assert close(found.value, arrangements(large.tolist()))
        assert found.exact


def test_counts_up_to_the_limits_of_the_work():
    """Each limit is reached exactly, and exceeded by the next table."""
    count = table_counts._exact_count
    assert count(np.full(3, 9), np.array([3] * 7 + [2] * 3)) is not None  # 1000² · 10
    assert count(np.full(3, 9), np.array([3] * 5 + [2] * 6)) is None
    assert count(np.full(2, 10_000), np.full(20, 1_000)) is not None  # 10,000 · 20
    assert count(np.full(2, 1_227), np.array([15] * 154 + [16] * 9)) is None  # 1,227 · 163
    assert count(np.array([1_000, 99_000]), np.full(20, 5_000)) is not None
    assert count(np.full(2, 6 * 10**6), np.full(12, 10**6)) is not None
    assert count(np.full(2, 13 * 10**6), np.full(13, 2 * 10**6)) is None


def test_tables_that_take_long_are_not_counted():
    assert table_counts._exact_count(np.full(12, 9), np.full(12, 9)) is None
    assert table_counts._exact_count(np.array([10**6, 10**6]), np.full(20, 10**5)) is None
    assert table_counts._exact_count(np.array([10**9, 3]), np.array([10**9 - 1, 4])) == 4
