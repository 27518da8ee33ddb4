"""Measures with a kink at equal sizes or equal overlaps have no interval near it."""

import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff.chance import compare_two, interval
from clusterdiff.chance.kinks import _has_equal_sizes, _has_kink, _has_maxima, tie_error
from clusterdiff.chance.statistic import Statistic


@pytest.mark.parametrize("name", ["psi", "simplified_pair_sets_index", "element_centric"])
def test_kinks_are_found_from_the_values(name):
    assert _has_kink(Statistic.of(name))


@pytest.mark.parametrize("name", ["purity", "van_dongen", "bcubed_f", "f_measure", "ceaf_e", "lea"])
def test_smooth_measures_have_none(name):
    assert not _has_kink(Statistic.of(name))


def test_a_function_of_labels():
    def larger(a, b):
        return max(np.sum(np.asarray(a) == 0), np.sum(np.asarray(b) == 0)) / len(a)

    assert _has_kink(Statistic.of(larger))


def test_the_pair_sets_index_is_withheld_where_sizes_are_nearly_equal():
    a = np.arange(600) % 3
    b = np.where(np.arange(600) < 60, (a + 1) % 3, a)
    found = interval(a, b, "psi")
    assert found.low is None
    assert "equal sizes" in found.reason
    assert compare_two(a, b, a, "psi").p is None
    assert interval(a, b, "purity").reason is None


def test_sizes_that_differ_are_no_kink():
    assert _has_equal_sizes(cd.Table.from_matrix([[100, 4], [3, 100]]))
    assert not _has_equal_sizes(cd.Table.from_matrix([[100, 80], [0, 100]]))


@pytest.mark.parametrize(
    "name",
    ["purity", "inverse_purity", "van_dongen", "f_measure", "ceaf_e", "criterion_h", "psi"],
)
def test_maxima_are_found_from_the_values(name):
    assert _has_maxima(Statistic.of(name))
    assert _has_maxima(Statistic.of(cd.get_measure(name).distance))


@pytest.mark.parametrize("name", ["bcubed_f", "muc", "lea", "split_merge_entropy", "ari", "vi"])
def test_measures_without_maxima(name):
    assert not _has_maxima(Statistic.of(name))
    assert tie_error(Statistic.of(name), cd.Table.from_matrix([[9, 9], [1, 9]]), 2.0) == 0


def test_ties_of_rows_and_of_columns():
    """Only the cells 50 and 45 are nearly tied, in a row or in a column."""
    cells = np.array([[50, 45, 1], [2, 3, 99]])
    right = np.sqrt(95) / 200
    for counts in (cells, cells.T):
        table = cd.Table.from_matrix(counts)
        assert tie_error(Statistic.of("purity"), table, 2.0) == pytest.approx(right)
        assert tie_error(Statistic.of("van_dongen"), table, 2.0) == pytest.approx(200 * right)
        assert tie_error(Statistic.of("purity"), table, 0.5) == 0


TIED = {
    "four in two": ([1, 1, 1, 1], [0, 0, 1, 1]),
    "six in three": ([3, 3, 2, 2, 1, 1], [0, 0, 1, 1, 2, 2]),
    "six in two": ([1] * 6, [0, 0, 0, 1, 1, 1]),
}


@pytest.mark.parametrize("case", TIED)
@pytest.mark.parametrize("noise", [0.0, pytest.param(0.1, marks=pytest.mark.slow)])
def test_intervals_are_withheld_where_overlaps_are_equal_in_the_population(case, noise):
    """Shown, they would contain the value of the population in about half of the samples."""
    sizes, joined = TIED[case]
    shares = np.zeros((len(sizes), max(joined) + 1))
    shares[np.arange(len(sizes)), joined] = np.array(sizes) / sum(sizes)
    shares = (1 - noise) * shares + noise * np.outer(shares.sum(axis=1), shares.sum(axis=0))
    random = np.random.default_rng(5)
    names = ["purity", "classification_accuracy", "invariant_van_dongen"]
    shown = np.zeros(3)
    for _ in range(100):
        table = cd.Table.from_matrix(random.multinomial(400, shares.ravel()).reshape(shares.shape))
        shown += [each.reason is None for each in interval(table, measure=names, samples=60)]
    assert np.all(shown <= 5)
