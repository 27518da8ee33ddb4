"""Bounds and best values that depend on the data, against their definitions."""

import pytest

from clusterdiff.measures import MEASURES
from tests.helpers import golden
from tests.measures.reference import Case
from tests.measures.reference.ranges import BEST_VALUES, UPPER_BOUNDS

WITHOUT_CLOSED_FORM = {"reduced_mutual_information"}


def wrong_ranges(name):
    """The cases on which the upper bound or the best value is another one."""
    for case, record in golden.cases().items():
        wanted, table = Case.of(record), golden.table(case)
        if wanted.n == 1:
            continue
        pairs = []
        if name in UPPER_BOUNDS:
            pairs.append((MEASURES[name].bounds_on(table)[1], UPPER_BOUNDS[name](wanted)))
        if name in BEST_VALUES:
            pairs.append((MEASURES[name].best_on(table), BEST_VALUES[name](wanted)))
        if any(x != pytest.approx(float(y), rel=1e-12, abs=1e-15) for x, y in pairs):
            yield case, pairs


@pytest.mark.parametrize("name", sorted({*UPPER_BOUNDS, *BEST_VALUES}))
def test_range_that_depends_on_the_data(name):
    assert list(wrong_ranges(name)) == []


def test_every_range_that_depends_on_the_data_is_here():
    bounds = {name for name, m in MEASURES.items() if any(map(callable, m.bounds))}
    best = {name for name, m in MEASURES.items() if callable(m.best) and m.best is not m.bounds[1]}
    assert bounds == set(UPPER_BOUNDS)
    assert best - WITHOUT_CLOSED_FORM == set(BEST_VALUES)
