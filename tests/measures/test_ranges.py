"""Bounds and best values that depend on the data, against their definitions."""

from itertools import permutations

import mpmath
import pytest

from clusterdiff import Table
from clusterdiff.measures import MEASURES
from tests.helpers import golden
from tests.measures.reference import Case
from tests.measures.reference.information import log_tables, reduced_parts
from tests.measures.reference.ranges import ATTAINABLE, BEST_VALUES, UPPER_BOUNDS

COUNTED = 24  # elements up to which the tables of reduced mutual information are counted


def ranges(name, case, table):
    """Yield pairs of the value of the library and the value by definition."""
    measure = MEASURES[name]
    if name in UPPER_BOUNDS:
        yield measure.bounds_on(table)[1], UPPER_BOUNDS[name](case)
    if name in BEST_VALUES:
        yield measure.best_on(table), BEST_VALUES[name](case)
    for found, rule in zip(
        measure.facts.attainable_on(table), ATTAINABLE.get(name, ()), strict=False
    ):
        if rule:
            yield found, rule(case)


def wrong_ranges(name):
    """Yield the cases with a wrong bound, best value or attainable range."""
    for key, record in golden.cases().items():
        case, table = Case.of(record), golden.table(key)
        if case.n > 1:
            pairs = list(ranges(name, case, table))
            if any(abs(x - float(y)) > max(1e-12 * abs(float(y)), 1e-14) for x, y in pairs):
                yield key, pairs


NAMES = sorted({*UPPER_BOUNDS, *BEST_VALUES, *ATTAINABLE})


@pytest.mark.parametrize("name", NAMES)
def test_range_that_depends_on_the_data(name):
    assert list(wrong_ranges(name)) == []


def test_every_range_that_depends_on_the_data_is_here():
    bounds = {name for name, m in MEASURES.items() if any(map(callable, m.bounds))}
    best = {name for name, m in MEASURES.items() if callable(m.best) and m.best is not m.bounds[1]}
    assert bounds == set(UPPER_BOUNDS)
    assert best - {"reduced_mutual_information"} == set(BEST_VALUES)


def wrong_best_reduced():
    """Yield wrong best values of reduced mutual information if Ω is counted on both sides."""
    measure = MEASURES["reduced_mutual_information"]
    for key, record in golden.cases().items():
        case, table = Case.of(record), golden.table(key)
        if case.n > COUNTED or not all(len(side) <= 4 for side in (case.a, case.b)):
            continue
        _, own_a, own_b = reduced_parts(case)
        left = [
            own - log_tables(side.values(), side.values())
            for own, side in ((own_a, case.a), (own_b, case.b))
        ]
        if abs(measure.best_on(table) - float(min(left) / case.n / mpmath.log(2))) > 1e-12:
            yield key
        if measure.using(normalized=True).best_on(table) != 1:
            yield key


def test_best_value_of_reduced_information():
    assert list(wrong_best_reduced()) == []


def wrong_expectations():
    """Yield means over all arrangements that differ from the closed form, for unequal sizes."""
    for name, measure in MEASURES.items():
        for a, b in (
            ([0, 0, 0, 0, 1], [0, 0, 1, 1, 2]),
            ([0, 1, 1, 2, 3], [0, 0, 0, 1, 1]),
            ([0], [0]),
            ([0, 1], [0, 0]),
            ([0, 0], [0, 1]),
        ):
            expected = measure.facts.expectation_on(Table.from_labels(a, b))
            if expected is None:
                continue
            values = [measure(a, list(order)) for order in permutations(b)]
            if abs(expected - sum(values) / len(values)) > 1e-12:
                yield name, a, b, expected


def test_expectations_with_unequal_sizes():
    assert list(wrong_expectations()) == []
