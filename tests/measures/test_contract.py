"""What every measure of the catalogue promises; no test here names a measure."""

import doctest
import inspect
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clusterdiff as cd
from clusterdiff.measures import FAMILIES, MEASURES


def where(condition):
    """Run for every measure of which this is true."""
    chosen = [m for m in MEASURES.values() if condition(m)]
    return pytest.mark.parametrize("measure", chosen, ids=[m.name for m in chosen])


ALL = where(lambda _: True)
SMALL = settings(max_examples=40, deadline=None)


def labels(n):
    return st.lists(st.integers(0, max(0, n - 1)), min_size=n, max_size=n)


PAIRS = st.integers(1, 12).flatmap(lambda n: st.tuples(labels(n), labels(n)))


def partitions(n):
    """All partitions of n elements, as restricted growth strings."""
    out = [[0]]
    for _ in range(n - 1):
        out = [[*p, k] for p in out for k in range(max(p) + 2)]
    return out


@ALL
@SMALL
@given(pair=PAIRS)
def test_stays_within_its_bounds_and_is_a_float(measure, pair):
    table = cd.Table.from_labels(*pair)
    value = measure.on(table)
    low, high = measure.bounds_on(table)
    assert type(value) is float
    assert not np.isnan(value)
    assert low - 1e-12 <= value <= high + 1e-12


@where(lambda m: m.direction != "description")
@SMALL
@given(pair=PAIRS)
def test_equal_partitions_get_the_best_value(measure, pair):
    a, names = pair[0], np.random.default_rng(0).permutation(12)
    renamed = names[a]
    table = cd.Table.from_labels(a, renamed)
    best = measure.best_on(table)
    with cd.strict():
        assert measure.on(table) == best


@where(lambda m: m.direction != "description")
def test_no_other_partition_is_better_than_the_best(measure):
    for a in partitions(4):
        for b in partitions(4):
            table = cd.Table.from_labels(a, b)
            best, value = measure.best_on(table), measure.on(table)
            distance = best - value if measure.direction == "similarity" else value - best
            assert distance >= -1e-12


@where(lambda m: m.symmetric)
@SMALL
@given(pair=PAIRS)
def test_is_symmetric_as_declared(measure, pair):
    a, b = pair
    assert measure(a, b) == pytest.approx(measure(b, a), rel=1e-12, abs=1e-12)


@where(lambda m: not m.symmetric)
def test_has_a_witness_when_it_is_not_symmetric(measure):
    pairs = ((a, b) for a in partitions(4) for b in partitions(4))
    assert any(measure(a, b) != pytest.approx(measure(b, a)) for a, b in pairs)


@ALL
@SMALL
@given(pair=PAIRS, seed=st.integers(0, 99))
def test_does_not_see_names_nor_order(measure, pair, seed):
    a, b = map(np.array, pair)
    random = np.random.default_rng(seed)
    order = random.permutation(len(a))
    value = measure(a, b)
    if not measure.order_dependent:
        assert measure(random.permutation(12)[a], random.permutation(12)[b]) == pytest.approx(value, rel=1e-12, abs=1e-12)
    assert measure(a[order], b[order]) == pytest.approx(value, rel=1e-12, abs=1e-12)


@where(lambda m: m.n_invariant)
@SMALL
@given(pair=PAIRS)
def test_is_n_invariant_if_so_declared(measure, pair):
    a, b = pair
    assert measure(a * 3, b * 3) == pytest.approx(measure(a, b), rel=1e-9, abs=1e-12)


@where(lambda m: not m.n_invariant)
def test_has_a_witness_when_it_depends_on_n(measure):
    assert any(measure(a * 3, b * 3) != pytest.approx(measure(a, b)) for a in partitions(4) for b in partitions(4))


@where(lambda m: m.chance_adjusted)
def test_has_mean_zero_by_chance_if_so_declared(measure):
    a = [0, 0, 0, 1, 1, 2]
    values = [measure(a, b) for b in permutations([0, 0, 1, 1, 1, 2])]
    chance = 0.0 if measure.best == 1 else 1.0
    assert np.mean(values) == pytest.approx(chance, abs=1e-12)


@where(lambda m: m.metric)
def test_keeps_the_triangle_inequality_if_declared_a_metric(measure):
    distance = measure.distance
    every = partitions(5)
    d = np.array([[distance(a, b) for b in every] for a in every])
    assert (d[:, None, :] <= d[:, :, None] + d[None, :, :] + 1e-12).all()
    assert ((d == 0) == np.eye(len(every), dtype=bool)).all()


@ALL
def test_never_raises_or_returns_nan_on_trivial_partitions(measure):
    trivial = ([0, 0, 0, 0], [0, 1, 2, 3], [0, 0, 1, 1], [0, 0, 0, 1])
    for a in trivial:
        for b in trivial:
            assert not np.isnan(measure(a, b))
    best = measure.best_on(cd.Table.from_labels([0], [0]))
    if best is not None:
        assert measure([0], [0]) == best


@ALL
def test_has_a_full_record(measure):
    record = measure.record()
    for key in ("label", "symbol", "family", "summary", "formula", "reading", "warning"):
        assert record[key], key
    assert measure.references
    assert record["direction"] in {"similarity", "distance", "description"}
    assert not record["name"].endswith("_score")
    assert getattr(cd, measure.name) is measure
    assert cd.get_measure(measure.name) is measure
    assert all(cd.get_measure(alias) is measure for alias in measure.aliases)


@ALL
def test_docstring_has_its_sections_and_its_example_runs(measure):
    doc = inspect.getdoc(measure.function)
    sections = [line.split(":")[0] for line in doc.splitlines() if line.startswith(("Formula:", "Reads as:", "Beware:"))]
    assert sections == ["Formula", "Reads as", "Beware"]
    test = doctest.DocTestParser().get_doctest(doc, dict(MEASURES), measure.name, None, 0)
    assert test.examples
    assert doctest.DocTestRunner(verbose=False).run(test).failed == 0


@ALL
def test_formula_is_short(measure):
    body = inspect.getsource(measure.function).split('"""')[-1]
    assert len([line for line in body.splitlines() if line.strip()]) <= 10


@ALL
def test_options_are_checked(measure):
    with pytest.raises(cd.ClusterdiffError, match="has no option"):
        measure([0, 1], [0, 1], nonsense=1)
    for name, option in measure.options.items():
        for choice in option.choices:
            assert not np.isnan(measure([0, 0, 1], [0, 1, 1], **{name: choice}))
        if option.choices:
            with pytest.raises(cd.ClusterdiffError, match=f"{name} must be one of"):
                measure([0, 1], [0, 0], **{name: "nonsense"})


def has_views(measure):
    fixed = not any(callable(x) for x in (*measure.bounds, measure.best))
    return fixed and measure.direction != "description" and measure.bounds[1] < float("inf")


@where(lambda m: not has_views(m))
def test_without_a_fixed_range_there_is_no_view(measure):
    with pytest.raises(cd.ClusterdiffError, match="view"):
        _ = measure.similarity if measure.direction == "distance" else measure.distance


@where(has_views)
@SMALL
@given(pair=PAIRS)
def test_views_mirror_the_measure(measure, pair):
    a, b = pair
    other = measure.distance if measure.direction == "similarity" else measure.similarity
    assert other(a, b) + measure(a, b) == pytest.approx(measure.bounds[1])
    assert other(a, a) == other.best


def test_families_hold_every_measure_once():
    assert sorted(m.name for family in FAMILIES.values() for m in family) == sorted(MEASURES)
    assert len(cd.measures()) == len(MEASURES)
