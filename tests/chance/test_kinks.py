"""Measures with a kink at equal cluster sizes have no interval near it."""

import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff.chance import compare_two, interval
from clusterdiff.chance.kinks import _has_equal_sizes, _has_kink
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
