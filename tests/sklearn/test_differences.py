"""The documented differences from scikit-learn (docs/scikit-learn.md): our value is correct."""

from functools import partial
from pathlib import Path

import mpmath as mp
import numpy as np
import pytest
import sklearn.metrics.cluster._supervised as reference
from hypothesis import given

from clusterdiff import ClusterdiffError
from clusterdiff import sklearn as ours
from tests.helpers.scores import MEANS, SCORES, clusterings


@pytest.mark.parametrize("n", [0, 1, 2, 50])
def test_difference_fowlkes_mallows_of_identical_singletons(n):
    """scikit-learn 34625: it says 0."""
    assert ours.fowlkes_mallows_score(range(n), range(n)) == 1.0


@pytest.mark.parametrize("average_method", MEANS)
@pytest.mark.parametrize("n", [4, 5, 9, 100, 1000])
def test_difference_adjusted_information_against_singletons_is_zero(average_method, n):
    """scikit-learn 30950, 19165: all such tables have I = H, so I - E[I] = 0.

    scikit-learn returns 1.2 or -1.0 for average_method="min".
    """
    halves = np.arange(n) // 2
    assert (
        ours.adjusted_mutual_info_score(halves, np.arange(n), average_method=average_method) == 0.0
    )
    assert (
        ours.adjusted_mutual_info_score(np.arange(n), halves, average_method=average_method) == 0.0
    )


@given(clusterings())
def test_difference_no_last_digit_above_one(sides):
    """scikit-learn 13836: `score == 1` and `score <= 1` can be tested without a tolerance."""
    a, b = sides
    for name in SCORES:
        if name != "mutual_info_score":
            assert getattr(ours, name)(a, [f"x{label}" for label in a]) == 1.0
            assert getattr(ours, name)(a, b) <= 1.0
    assert ours.normalized_mutual_info_score(a, b) >= 0
    assert ours.normalized_mutual_info_score(a, b, average_method="min") <= 1.0


def test_difference_expected_information_keeps_its_digits():
    """scikit-learn has a relative error of 3e-8: it subtracts logarithms of factorials."""
    n, half = 1_000_000, 500_000
    with mp.workdps(50):
        weight = weights = mp.mpf(
            1
        )  # of the tables [[k, half - k], [half - k, k]], from the most likely one to one side
        mean = mp.mpf(0)
        for k in range(n // 4 + 1, n // 4 + 10_000):
            weight *= mp.mpf(half - k + 1) ** 2 / mp.mpf(k) ** 2
            weights += 2 * weight
            mean += (
                2
                * weight
                * sum(2 * mp.mpf(c) / n * mp.log(4 * mp.mpf(c) / n) for c in (k, half - k))
            )
        exact = float(mean / weights)
    table = np.full((2, 2), n // 4)
    assert ours.expected_mutual_information(table, n) == pytest.approx(exact, rel=1e-12, abs=0)
    assert reference.expected_mutual_information(table, n) != pytest.approx(exact, rel=1e-9, abs=0)


def test_difference_small_information_keeps_its_digits():
    """scikit-learn subtracts logarithms: 8.00005e-12 for 8.00000e-12."""
    exact = 8.000000000021334e-12  # 50 digits of mpmath, rounded
    assert ours.mutual_info_score(
        None, None, contingency=[[250_001, 249_999], [249_999, 250_001]]
    ) == pytest.approx(exact, rel=1e-12, abs=0)


def test_difference_ten_billion_elements():
    """A product of two sizes exceeds 2⁶³: scikit-learn returns 1.53, more than either entropy."""
    table = np.array([[4, 1], [1, 4]])
    few = ours.mutual_info_score(None, None, contingency=table)
    assert ours.mutual_info_score(None, None, contingency=table * 10**9) == pytest.approx(
        few, rel=1e-12
    )
    assert few == pytest.approx(0.19274475702175747, rel=1e-12)


def test_difference_a_weight_of_zero_has_a_value():
    """beta = 0 leaves homogeneity alone; scikit-learn divides by zero where completeness is 0."""
    assert ours.v_measure_score([0, 0, 1, 1], [0, 0, 1, 2], beta=0) == 1.0
    assert ours.v_measure_score([0, 0, 0], [0, 1, 2], beta=0) == 0.0


@pytest.mark.parametrize(
    "function",
    [
        partial(ours.mutual_info_score, None, None),
        partial(ours.expected_mutual_information, n_samples=3),
    ],
)
def test_difference_a_table_of_fractions_is_refused(function):
    """scikit-learn truncates 1.7 to 1 without a warning."""
    with pytest.raises(ClusterdiffError, match="integers"):
        function(contingency=np.array([[1.7, 0.0], [0.0, 1.3]]))


def test_difference_sum_and_n_samples_must_agree():
    with pytest.raises(
        ClusterdiffError, match="n_samples must be the sum of the contingency table, got 5 for 4"
    ):
        ours.expected_mutual_information(np.array([[2, 0], [0, 2]]), 5)


def test_the_page_that_lists_them():
    page = Path(__file__).parents[2] / "docs" / "scikit-learn.md"
    text = page.read_text()
    assert all(f"`{name}`" in text or f"`{name}(" in text for name in ours.__all__)
