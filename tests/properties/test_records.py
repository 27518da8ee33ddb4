"""What the records of the measures declare is what the properties find, for every option value."""

from importlib import import_module
from pkgutil import iter_modules

import pytest

import clusterdiff as cd
from clusterdiff import properties
from clusterdiff.properties import Measured, Property, check, pairs
from clusterdiff.properties._rezaei import by_chance

METRIC = ("non_negative", "zero_only_on_equal", "symmetric", "triangle_inequality")


def variants():
    """Yield every measure with each value of each option."""
    for m in cd.MEASURES.values():
        yield m
        for name, option in m.options.items():
            values = [2.0] if name == "beta" else option.choices
            yield from (m.using(**{name: value}) for value in values if value != option.default)


def test_every_property_of_the_package_is_listed():
    modules = [f"clusterdiff.properties.{m.name}" for m in iter_modules(properties.__path__)]
    defined = {
        value.name
        for module in modules
        for value in vars(import_module(module)).values()
        if isinstance(value, Property)
    }
    assert defined == set(properties.PROPERTIES)


@pytest.mark.parametrize("measure", list(variants()), ids=lambda m: m.name)
def test_declared_flags_are_what_is_found(measure):
    m = Measured(measure)

    def holds(name):
        return bool(check(m, name, n=5, n_samples=100))

    assert measure.symmetric == holds("symmetric")
    assert (measure.scale == "invariant") == holds("n_invariant")
    assert measure.metric == all(holds(name) for name in METRIC)
    small = (0, 0, 1)
    best = measure.best_on(cd.Table.from_labels(small, small))
    at_zero = best in {0.0, 1.0} and abs(by_chance(m, small, small) - (1 - best)) < 1e-12
    assert (measure.correction == "exact") == (at_zero and holds("constant_baseline"))


@pytest.mark.parametrize("measure", list(cd.MEASURES.values()), ids=lambda m: m.name)
def test_only_declared_measures_depend_on_the_order_of_labels(measure):
    cases = [(a, b) for n in range(1, 6) for a, b in pairs(n)]
    moved = [
        (a, b)
        for a, b in cases
        if measure(a, b) != pytest.approx(measure([9 - i for i in a], b), abs=1e-12)
    ]
    assert bool(moved) == measure.facts.order_dependent, moved[:1]


@pytest.mark.parametrize("measure", list(variants()), ids=lambda m: m.name)
def test_declared_bounds_hold_for_all_small_tables(measure):
    for n in range(1, 6):
        for a, b in pairs(n):
            table = cd.Table.from_labels(a, b)
            low, high = measure.bounds_on(table)
            assert low - 1e-12 <= measure.on(table) <= high + 1e-12, (a, b)
