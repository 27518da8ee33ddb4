"""The claims of the record of every measure, for every value of its options.

No test here names a measure.
"""

import copy
import inspect
import pickle
from contextlib import suppress
from functools import cache
from itertools import permutations
from math import isclose

import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff.measures import FAMILIES, MEASURES
from clusterdiff.summaries import Batch, Components, Overlaps
from tests.helpers.examples import run_examples
from tests.helpers.partitions import all_partitions
from tests.helpers.tables import counted
from tests.measures.variants import ALL, EVERY, SAMPLES, where

TRIVIAL = ([0, 0, 0, 0], [0, 1, 2, 3], [0, 0, 1, 1], [0, 0, 0, 1])
BASE = where(lambda m: not m.fixed)
SUMS = [m for m in EVERY if m.facts.component_rule is not None]
SUMS += [m.distance if m.direction == "similarity" else m.similarity for m in SUMS if m.has_views]


def approx(value):
    return pytest.approx(value, rel=1e-12, abs=1e-12)


@ALL
def test_value_is_a_float_within_the_bounds(measure):
    for each in SAMPLES:
        value = measure.on(each.table)
        low, high = measure.bounds_on(each.table)
        assert type(value) is float
        assert low <= value <= high
        least, most = measure.facts.attainable_on(each.table)
        assert low <= least <= most <= high
        assert least - 1e-12 <= value <= most + 1e-12


@ALL
def test_formula_itself_keeps_the_bounds_up_to_rounding(measure):
    for each in SAMPLES:
        if measure.best is None or not each.table.equal:
            summaries = [summary.of(each.table) for summary in measure.summaries]
            low, high = measure.bounds_on(each.table)
            assert low - 1e-12 <= measure.function(*summaries, **measure.fixed) <= high + 1e-12


@where(lambda m: m.direction != "description")
def test_equal_partitions_get_the_best_value(measure):
    with cd.strict():
        for each in SAMPLES:
            assert measure.on(each.same) == measure.best_on(each.same)


@where(lambda m: m.direction != "description")
def test_no_other_partition_is_better_than_the_best(measure):
    sign = 1 if measure.direction == "similarity" else -1
    for a in all_partitions(4):
        for b in all_partitions(4):
            table = counted(a, b)
            assert sign * (measure.best_on(table) - measure.on(table)) >= -1e-12


@where(lambda m: m.symmetric)
def test_is_symmetric_as_declared(measure):
    for each in SAMPLES:
        assert measure.on(each.table) == approx(measure.on(each.swapped))


@where(lambda m: not m.symmetric)
def test_has_a_witness_if_it_is_not_symmetric(measure):
    pairs = ((a, b) for a in all_partitions(5) for b in all_partitions(5))
    values = ((measure.on(counted(a, b)), measure.on(counted(b, a))) for a, b in pairs)
    assert any(value != pytest.approx(swapped) for value, swapped in values)


@ALL
def test_does_not_depend_on_names_or_on_the_order_of_elements(measure):
    for each in SAMPLES:
        value = measure.on(each.table)
        assert measure.on(each.shuffled) == approx(value)
        if not measure.facts.order_dependent:
            assert measure.on(each.renamed) == approx(value)


GROWTH = {"invariant": 1, "n": 3, "n_squared": 9}


@where(lambda m: m.scale != "other")
def test_scales_with_n_as_declared(measure):
    for each in SAMPLES:
        expected = GROWTH[measure.scale] * measure.on(each.table)
        assert measure.on(each.repeated) == pytest.approx(expected, rel=1e-9, abs=1e-12)


@where(lambda m: m.scale == "other")
def test_has_a_witness_if_it_scales_in_another_way(measure):
    pairs = [(a, b) for a in all_partitions(4) for b in all_partitions(4)]
    values = [(measure.on(counted(a, b)), measure.on(counted(a * 3, b * 3))) for a, b in pairs]
    for factor in GROWTH.values():
        assert any(of_three != pytest.approx(factor * value) for value, of_three in values)


@where(lambda m: m.correction == "exact")
def test_has_a_constant_mean_by_chance_if_corrected(measure):
    a = [0, 0, 0, 1, 1, 2]
    values = [measure.on(counted(a, b)) for b in set(permutations([0, 0, 1, 1, 1, 2]))]
    chance = 0.0 if measure.direction == "similarity" else 1.0
    assert np.mean(values) == pytest.approx(chance, abs=1e-12)


@where(lambda m: m.correction == "approximate")
def test_removes_most_of_the_chance_agreement_if_approximately_corrected(measure):
    random = np.random.default_rng(0)
    values = [measure(random.integers(0, 5, 500), random.integers(0, 5, 500)) for _ in range(20)]
    assert 0 < np.mean(values) < 0.1


@where(lambda m: m.metric)
def test_is_a_metric_if_declared(measure):
    distance = measure.distance
    every = all_partitions(5)
    d = np.array([[distance.on(counted(a, b)) for b in every] for a in every])
    assert (d[:, None, :] <= d[:, :, None] + d[None, :, :] + 1e-12).all()
    assert ((d == 0) == np.eye(len(every), dtype=bool)).all()


@where(lambda m: len(m.summaries) == 1)
def test_a_batch_has_the_values_of_its_summaries(measure):
    """Plain formulas are evaluated on arrays, others one by one; views have the same values."""
    views = [measure.distance, measure.similarity] if measure.has_views else [measure]
    tables = [each.table for each in SAMPLES if each.table.n == 12]
    for m in views:
        batch = Batch([m.summaries[0].of(table) for table in tables])
        assert m.values(batch) == approx([m.on(table) for table in tables])


@where(lambda m: m.record.elementwise)
def test_a_plain_formula_is_evaluated_once_for_a_batch(measure):
    tables = [each.table for each in SAMPLES if each.table.n == 12]
    batch = Batch([measure.summaries[0].of(table) for table in tables])
    alone = Batch(lambda: pytest.fail("one by one"), batch.where(~batch.equal).columns)
    assert measure.values(alone).tolist() == measure.values(batch)[~batch.equal].tolist()


@ALL
def test_is_never_nan_on_trivial_partitions(measure):
    for a in TRIVIAL:
        for b in TRIVIAL:
            assert not np.isnan(measure(a, b))
    best = measure.best_on(cd.Table.from_labels([0], [0]))
    if best is not None:
        assert measure([0], [0]) == best


def reached(measure, bound):
    """Return whether some clusterings reach the bound, or come arbitrarily close to it."""
    pairs = [(a, b) for n in range(1, 6) for a in all_partitions(n) for b in all_partitions(n)]
    if any(isclose(measure.on(counted(a, b)), bound, abs_tol=1e-9) for a, b in pairs):
        return True
    for table in large_tables():
        with suppress(cd.errors.OptionError):  # an option excludes so many clusters
            if isclose(measure.on(table), bound, abs_tol=0.02):
                return True
    return False


@cache
def large_tables():
    """Return clusterings that are extreme in different ways."""
    pairs = []
    for k in (16, 100):
        n = k * k
        rows, cols = np.divmod(np.arange(n), k)
        one, alone = np.zeros(n, int), np.arange(n)
        half, first = (np.maximum(0, np.arange(n) - size) for size in (n // 2, 1))
        rest = np.r_[1, np.zeros(n - 1, int)]
        chosen = (rows, cols, one, alone, half, first, rest)
        pairs += [(a, b) for a in chosen for b in chosen if a is not b]
    return [cd.Table.from_labels(a, b) for a, b in pairs]


@where(lambda m: m.direction != "description" and not any(map(callable, m.bounds)))
def test_bounds_are_reached(measure):
    low, high = measure.bounds
    best = measure.best_on(cd.Table.from_labels([0], [0]))
    if high < np.inf and high != best:
        assert reached(measure, high)
    if low > -np.inf and low != best:
        assert reached(measure, low) != measure.record.loose


@ALL
def test_attainable_bounds_hold_for_all_clusterings_of_these_sizes(measure):
    for sizes_b in ([0, 0, 1, 1, 2], [0, 0, 0, 0, 1], [0, 1, 2, 3, 4], [0, 0, 0, 1, 1]):
        for b in set(permutations(sizes_b)):
            table = counted([0, 0, 0, 1, 2], b)
            least, most = measure.facts.attainable_on(table)
            assert least - 1e-12 <= measure.on(table) <= most + 1e-12


@where(lambda m: m.facts.independent_on(cd.Table.from_matrix([[2, 4], [3, 6]])) is not None)
def test_value_at_independence_is_as_declared(measure):
    for matrix in ([[2, 4], [3, 6]], [[1, 2, 3], [2, 4, 6]], [[5, 5], [5, 5]]):
        table = cd.Table.from_matrix(matrix)
        assert measure.on(table) == pytest.approx(measure.facts.independent_on(table), abs=1e-12)


@where(lambda m: m.facts.expectation_on(cd.Table.from_labels([0, 0, 1], [0, 1, 1])) is not None)
def test_closed_expectation_is_the_mean_over_all_permutations(measure):
    a = [0, 0, 0, 1, 1, 2]
    every = set(permutations([0, 0, 1, 1, 1, 2]))
    expected = measure.facts.expectation_on(cd.Table.from_labels(a, [0, 0, 1, 1, 1, 2]))
    assert np.mean([measure.on(counted(a, b)) for b in every]) == pytest.approx(expected, rel=1e-12)


@cache
def components():
    """Return the tables of the blocks of the join of a and b, for each sample."""
    joined = [cd.Partition(each.a) | cd.Partition(each.b) for each in SAMPLES]
    return [
        [counted(each.a[list(block)], each.b[list(block)]) for block in join.blocks]
        for each, join in zip(SAMPLES, joined, strict=True)
    ]


@pytest.mark.parametrize("measure", SUMS, ids=[m.name for m in SUMS])
def test_is_a_sum_over_components_as_declared(measure):
    for each, tables in zip(SAMPLES, components(), strict=True):
        chosen, n = measure.using(**measure.facts.component_options_on(each.table)), each.table.n
        assert chosen.on(each.table) == measure.on(each.table)
        total = 0.0
        for table in tables:
            weight, offset = chosen.facts.component_rule(table.n, n)
            total += weight * chosen.on(table) + offset
        assert total == pytest.approx(chosen.on(each.table), rel=1e-9, abs=1e-9)


@where(lambda m: m.facts.component_values is not None)
def test_values_of_components_are_integers_that_add_up(measure):
    assert measure.direction == "distance"
    for each, tables in zip(SAMPLES, components(), strict=True):
        values = measure.facts.component_values(Overlaps.of(each.table), Components.of(each.table))
        assert values.dtype.kind in "iO"
        alone = [measure.on(table) for table in tables]
        assert sorted(values.tolist()) == sorted(alone)
        assert values.sum() == measure.on(each.table)


@where(lambda m: m.facts.component_values is not None)
def test_values_of_components_do_not_overflow(measure):
    for scale in (1, 2**29, 3 * 10**15):
        shared = np.array([3, 1, 1, 7, 3]) * scale  # Dice pairs other clusters of the first three
        table = cd.Table.from_counts([0, 0, 1, 2, 3], [0, 1, 0, 2, 2], shared)
        values = measure.facts.component_values(Overlaps.of(table), Components.of(table)).tolist()
        assert float(sum(values)) == pytest.approx(measure.on(table), rel=1e-15)
        assert min(values) > 0


@BASE
def test_every_option_is_described(measure):
    undescribed = [name for name, option in measure.options.items() if not option.description]
    assert not undescribed, 'write option: Annotated[type, "What it does."] in the formula'


@ALL
def test_has_a_full_record(measure):
    facts = measure.to_dict()
    for key in ("label", "symbol", "family", "description", "formula", "meaning", "warning"):
        assert facts[key], key
    assert measure.references
    assert not facts["name"].endswith("_score")
    assert all(len(alias) > 1 for alias in measure.aliases)
    assert cd.get_measure(measure.name) == measure


@BASE
def test_is_exported_under_its_name_and_aliases(measure):
    assert getattr(cd, measure.name) is measure
    assert measure.name in cd.__all__
    assert all(cd.get_measure(alias) is measure for alias in measure.aliases)


@ALL
def test_is_a_value(measure):
    views = [measure.distance, measure.similarity] if measure.has_views else []
    for m in (measure, *views):
        protocols = range(pickle.HIGHEST_PROTOCOL + 1)
        pickled = [pickle.loads(pickle.dumps(m, protocol)) for protocol in protocols]  # noqa: S301
        for same in (copy.copy(m), copy.deepcopy(m), *pickled):
            assert same == m
            assert hash(same) == hash(m)
            assert same([0, 0, 1, 1], [0, 0, 1, 2]) == m([0, 0, 1, 1], [0, 0, 1, 2])


def test_different_measures_are_different_values():
    assert len(set(EVERY)) == len(EVERY)


@BASE
def test_docstring_has_its_sections_and_its_example_runs(measure):
    doc = inspect.getdoc(measure.function)
    starts = ("Formula:", "Meaning:", "Beware:")
    assert [
        line.split(":")[0] + ":" for line in doc.splitlines() if line.startswith(starts)
    ] == list(starts)
    result = run_examples(measure.__doc__, MEASURES, measure.name)
    assert result.attempted
    assert not result.failed


@BASE
def test_formula_is_short(measure):
    body = inspect.getsource(measure.function).split('"""')[-1]
    assert len([line for line in body.splitlines() if line.strip()]) <= 10


@BASE
def test_options_are_checked(measure):
    with pytest.raises(cd.ClusterdiffError, match="has no option"):
        measure([0, 1], [0, 1], nonsense=1)
    for name, option in measure.options.items():
        if option.choices:
            with pytest.raises(cd.ClusterdiffError, match=f"{name} must be one of"):
                measure([0, 1], [0, 0], **{name: "nonsense"})


@where(lambda m: not m.has_views)
def test_without_a_fixed_range_there_is_no_view(measure):
    with pytest.raises(cd.ClusterdiffError, match="view"):
        _ = measure.similarity if measure.direction == "distance" else measure.distance


@where(lambda m: m.has_views)
def test_views_are_the_upper_bound_minus_the_value(measure):
    other = measure.distance if measure.direction == "similarity" else measure.similarity
    low, high = other.bounds
    for each in SAMPLES:
        value = other.on(each.table)
        assert low <= value <= high
        assert value + measure.on(each.table) == pytest.approx(measure.bounds[1])
        assert other.on(each.same) == other.best
        assert (
            each.table.equal
            or other.direction == "similarity"
            or value > 0
            or measure.on(each.table) == measure.best
        )


def test_families_hold_every_measure_once():
    names = [m.name for family in FAMILIES.values() for m in family]
    assert len(names) == len(set(names))
    assert [name for name in names if cd.get_measure(name).table_type is cd.Table] == list(MEASURES)


def test_the_default_selection_has_every_large_family():
    chosen = {m.family for m in MEASURES.values() if m.record.default}
    assert {"pairs", "information", "set_matching"} <= chosen
