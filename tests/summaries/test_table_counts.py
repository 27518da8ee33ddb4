"""The number of tables with given cluster sizes, against sequences of the literature and bounds."""

from math import comb, factorial, log

import numpy as np
import pytest

from clusterdiff.summaries._table_counts import _states, log_tables

# Square tables with all row and column sums 2 (OEIS A000681), and of size 4 with all sums r (A001496).
SUMS_OF_TWO = [1, 3, 21, 282, 6210, 202410, 9135630, 545007960]
FOUR_BY_FOUR = {1: 24, 2: 282, 3: 2008, 4: 10147, 5: 40176}


def count(a, b):
    a, b = np.array(a), np.array(b)
    return log_tables(a, b)


@pytest.mark.parametrize("k", range(2, 7))
def test_square_tables_with_sums_of_two(k):
    found = count([2] * k, [2] * k)
    assert found.exact
    assert round(np.exp(found.value)) == SUMS_OF_TWO[k - 1]


@pytest.mark.parametrize("total", FOUR_BY_FOUR)
def test_four_by_four_tables(total):
    found = count([total] * 4, [total] * 4)
    assert found.value == pytest.approx(log(FOUR_BY_FOUR[total]), rel=1e-9 if found.exact else 0.02)


def test_two_clusters_and_singletons_are_exact():
    assert count([3, 4], [2, 2, 3]) == (log(8), True)
    found = count([30, 10], [1] * 40)
    assert found.exact
    assert found.value == pytest.approx(log(comb(40, 10)))
    assert count([1, 1, 1], [2, 1]) == (pytest.approx(log(3)), True)


def test_many_small_clusters_are_close_to_exact():
    # A000681 has 545007960 tables for k = 8: the asymptotic formula is within one percent of its logarithm.
    found = count([2] * 8, [2] * 8)
    assert found.value == pytest.approx(log(SUMS_OF_TWO[7]), rel=0.01)
    large = count([2] * 1000, [2] * 1000)
    assert large.value / 2000 / log(2) == pytest.approx(8.53, abs=0.01)
    alone = count([1] * 1000, [1] * 1000)
    assert alone.value == pytest.approx(log(factorial(1000)))


def test_never_above_the_number_of_arrangements():
    random = np.random.default_rng(0)
    for _ in range(30):
        a, b = (np.bincount(random.integers(0, 40, 200)) for _ in range(2))
        a, b = a[a > 0], b[b > 0]
        most = min(
            log(factorial(200)) - sum(log(factorial(int(x))) for x in sizes) for sizes in (a, b)
        )
        assert count(a, b).value <= most + 1e-9


def test_the_number_of_states_is_not_multiplied_out_where_it_is_large():
    assert _states(np.array([3, 1, 4])) == 40
    assert _states(np.full(10**5, 2)).bit_length() < 64
