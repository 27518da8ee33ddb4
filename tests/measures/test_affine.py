"""Measures that the record calls affine: three tables with the same sizes lie on a line."""

from functools import cache
from itertools import combinations, permutations

import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff.summaries import Entropies, PairCounts
from tests.helpers.tables import counted
from tests.measures.variants import where

A = [0, 0, 0, 0, 1, 1, 1, 2, 2, 3]
B = [0, 0, 0, 1, 1, 1, 2, 2, 3, 3]


@cache
def shuffled():
    random = np.random.default_rng(0)
    return [cd.Table.from_labels(A, random.permutation(B)) for _ in range(60)]


def is_line(x, y):
    """Return whether the points (x, y) lie on one line."""
    design = np.stack([np.ones(len(x)), x], axis=1)
    rest = y - design @ np.linalg.lstsq(design, y, rcond=None)[0]
    return np.abs(rest).max() < 1e-10


def pairs_of(tables):
    return np.array([PairCounts.of(t).both for t in tables], float)


def information_of(tables):
    return np.array([Entropies.of(t).mutual for t in tables])


QUANTITIES = {"pairs": pairs_of, "information": information_of}


@where(lambda m: m.facts.affine_in is not None)
def test_is_affine_as_declared(measure):
    tables = shuffled()
    values = np.array([measure.on(t) for t in tables])
    assert is_line(QUANTITIES[measure.facts.affine_in](tables), values)


@where(lambda m: m.facts.affine_in is None)
def test_has_a_witness_if_it_is_not_affine(measure):
    tables = shuffled()
    values = np.array([measure.on(t) for t in tables])
    assert not any(is_line(quantity(tables), values) for quantity in QUANTITIES.values())


def quantities(quantity, table):
    """Return pairs or information in both clusterings, in a alone and in b alone."""
    if quantity == "pairs":
        p = PairCounts.of(table)
        return p.both, p.in_a, p.in_b
    e = Entropies.of(table)
    return e.mutual, e.a, e.b


def fits(measure, tables):
    """Return whether the value is affine in these quantities over these tables."""
    design = np.array([[1, *quantities(measure.facts.affine_in, t)] for t in tables], float)
    values = np.array([measure.on(t) for t in tables])
    rest = values - design @ np.linalg.lstsq(design, values, rcond=None)[0]
    return np.abs(rest).max() < 1e-9


@cache
def some_tables(*, fixed_a):
    """Return tables of clusterings that differ."""
    random = np.random.default_rng(1)
    many = [random.integers(0, k, 10) for k in (2, 3, 4, 5) for _ in range(12)]
    pairs = [(A, b) for b in many] if fixed_a else list(combinations(many, 2))[:400]
    tables = [cd.Table.from_labels(a, b) for a, b in pairs]
    return [t for t in tables if not t.equal]


@where(lambda m: m.facts.affine_in is not None)
def test_needs_the_sizes_fixed_that_the_record_says(measure):
    given_a, given_nothing = (fits(measure, some_tables(fixed_a=fixed)) for fixed in (True, False))
    found = "nothing" if given_nothing else "a" if given_a else "both"
    assert found == measure.facts.affine_given


@cache
def sums_of_tables():
    """Return Σ f(a_i) + Σ f(b_j) - 2·Σ f(n_ij) for f(x) = x² and for f(x) = x·log x."""
    squares, entropies = (lambda x: x**2), (lambda x: x * np.log(x))
    return {
        name: np.array([
            f(t.row_sizes).sum() + f(t.col_sizes).sum() - 2 * f(t.counts).sum()
            for t in some_tables(fixed_a=False)
        ])
        for name, f in (("squares", squares), ("entropies", entropies))
    }  # fmt: skip


@where(lambda m: m.direction == "distance" or m.has_views)
def test_is_a_sum_over_clusters_and_overlaps_as_derived(measure):
    values = np.array([measure.distance.on(t) for t in some_tables(fixed_a=False)])
    found = None
    for name, sums in sums_of_tables().items():
        ratios = values / sums
        if np.ptp(ratios) < 1e-9 * ratios.max():
            found = name
    assert found == measure.facts.summed


@where(lambda m: m.facts.affine_in == "pairs")
def test_mean_by_chance_is_the_value_at_the_expected_pairs(measure):
    a, b = [0, 0, 0, 1, 1, 2], [0, 0, 1, 1, 1, 2]
    tables = [counted(a, x) for x in set(permutations(b))]
    counts = [PairCounts.of(t) for t in tables]
    by_pairs = {p.both: t for p, t in zip(counts, tables, strict=True)}
    low, high = min(by_pairs), max(by_pairs)
    at_low, at_high = measure.on(by_pairs[low]), measure.on(by_pairs[high])
    mean = np.mean([p.both for p in counts])
    expected = at_low + (at_high - at_low) * (mean - low) / (high - low)
    assert np.mean([measure.on(t) for t in tables]) == pytest.approx(expected, abs=1e-12)
