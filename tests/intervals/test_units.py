"""Intervals and tests for samples of whole units."""

from functools import partial
from importlib import import_module
from math import sqrt

import numpy as np
import pandas as pd
import pytest
from scipy.special import stdtr, stdtrit

import clusterdiff as cd
from benchmarks.unit_coverage import documents, entities, truth
from clusterdiff import calibration
from clusterdiff.errors import InputError, OptionError
from clusterdiff.intervals import compare_two, interval
from clusterdiff.intervals._units import (
    Influence,
    UnitSample,
    _bootstrap,
    _hall,
    _unreliable,
    influence,
    is_closed,
    limits_of,
    read_pair,
    unit_difference,
)
from clusterdiff.measures import resolve
from clusterdiff.sampling import RandomSource, Statistic
from clusterdiff.summaries import Entropies, PairCounts

RECORDS = (0.7, 0.2, 0.1)
units_module = import_module("clusterdiff.intervals._units")
linked_records = partial(entities, sizes=RECORDS, split=0.05, merge=0.1)
CLOSED = [m for m in resolve("all") if m.summaries in ((PairCounts,), (Entropies,))]


def _records(number: int, seed: int = 0):
    return linked_records(np.random.default_rng(seed), number)[1:]


def _documents(number: int, seed: int = 0, *, shared: bool = False):
    return documents(np.random.default_rng(seed), number, 0.5, shared=shared)


def _sample(unit, a, b) -> UnitSample:
    return read_pair((a, b), unit, {})[1]


@pytest.mark.parametrize("shared", [False, True])
@pytest.mark.parametrize("measure", CLOSED, ids=lambda m: m.name)
def test_the_value_without_a_group_is_that_of_the_other_elements(measure, shared):
    unit, a, b = _documents(25, shared=shared)
    b = np.where(unit == 3, b[unit == 4][0], b)  # units 3 and 4 are linked
    sample = _sample(unit, a, b)
    found = influence(Statistic.of(measure), sample)
    group = sample._grouping[0]
    names = np.unique(unit)
    values = []
    for i in range(len(sample.sizes)):
        kept = ~np.isin(unit, names[group == i])
        values.append(measure(a[kept], b[kept]))
    changes = np.array(values) - measure(a, b)
    expected = changes - changes.sum() / sample.number * sample.sizes
    assert found.value == pytest.approx(measure(a, b), rel=1e-12, abs=1e-12)
    np.testing.assert_allclose(found.changes, expected, rtol=1e-7, atol=1e-9)


def test_units_that_share_a_cluster_are_one_group():
    a = np.arange(100)
    b = np.where(a == 1, 0, np.where(a == 2, 3, a))
    sample = _sample("clusters", a, b)
    assert sample.number == 100
    assert not sample.linked
    assert sorted(sample.sizes)[-3:] == [1, 2, 2]
    assert len(sample.sizes) == 98


def test_a_group_with_many_units_is_divided_into_them():
    unit, a, b = _documents(30, shared=True)
    sample = _sample(unit, a, b)
    assert sample.linked
    assert (sample.sizes == 1).all()
    assert len(sample.sizes) == 30


def test_the_standard_error_is_that_of_a_ratio():
    a, b = _records(4000)
    b = a * 10 + (b != a)  # no merges: each entity is a group
    found = interval(a, b, measure="wallace_a", units="clusters")
    table = cd.Table.from_labels(a, b)
    pairs = table.counts * (table.counts - 1) / 2
    y = np.bincount(table.rows, pairs)
    x = table.row_sizes * (table.row_sizes - 1) / 2
    ratio = y.sum() / x.sum()
    cochran = sqrt(np.sum((y - ratio * x) ** 2) * len(x) / (len(x) - 1)) / x.sum()
    assert found.value == pytest.approx(ratio)
    assert found.std == pytest.approx(cochran, rel=0.01)


@pytest.mark.parametrize("shared", [False, True])
def test_bootstrap_and_ratio_estimator_agree(shared):
    unit, a, b = _documents(120, shared=shared)
    sample = _sample(unit, a, b)
    for name in ("adjusted_rand", "variation_of_information"):
        closed = interval(a, b, measure=name, units=unit)
        drawn = _bootstrap(Statistic.of(name), sample, (1,), 600, RandomSource.of(1))
        assert drawn.value == closed.value
        assert drawn.std == pytest.approx(closed.std, rel=0.15)


def test_a_function_is_drawn():
    unit, a, b = _documents(60)

    def function(x, y):
        return cd.adjusted_rand(x, y)

    closed = interval(a, b, measure="ari", units=unit)
    found = interval(a, b, measure=function, units=unit, n_samples=100, rng=3)
    assert found.method == "bootstrap, 60 units"
    assert (found.n_samples, found.seed) == (100, 3)
    assert found.std == pytest.approx(closed.std, rel=0.3)


def test_score_limits_and_skewness():
    a, b = _records(500)
    found = interval(a, b, measure="ari", units="clusters", level=0.9)
    spread = influence(Statistic.of("ari"), _sample("clusters", a, b))
    x, groups = spread.changes, len(spread.changes)
    square = np.sum(x**2)
    std = sqrt(square * groups / (groups - 1))
    assert found.std == pytest.approx(std)
    freedom = 2 / (np.sum(x**4) / square**2 - 1 / groups)
    t = -stdtrit(freedom, 0.05)
    d = 1 - found.value
    near = 1 - found.high
    assert (d - near) ** 2 == pytest.approx(t * t * std**2 * near / d)
    skewness = -np.sum(x**3) / std**3
    roots = np.roots([1, -(2 * d + t * t * std**2 / d), d * d])
    skewed = found.value - std * _hall(t, skewness)
    assert found.low == pytest.approx(min(skewed, 1 - roots.max()))


@pytest.mark.parametrize("skewness", [-0.7, -0.1, 0.3, 1.0])
def test_hall_transformation(skewness):
    for x in (-2.5, -1.0, 0.0, 1.0, 2.5):
        t, k = _hall(x, skewness), skewness
        assert t + k * t**2 / 3 + k**2 * t**3 / 27 + k / 6 == pytest.approx(x)


def test_without_errors_the_limit_is_that_of_the_weights():
    a = np.repeat(np.arange(60), np.arange(60) % 3 + 1)
    found = interval(a, a, measure="ari", units="clusters")
    pairs = np.bincount(a) * (np.bincount(a) - 1) / 2
    error = 1.959964**2 * 1.0 * np.sum(pairs**2) / np.sum(pairs) ** 2
    reach = 1 - cd.adjusted_rand.bounds_on(cd.Table.from_labels(a, a))[0]
    assert found.high == found.value == 1
    assert found.low == pytest.approx(1 - reach / (1 + 1 / error), rel=1e-5)
    vi = interval(a, a, measure="vi", units="clusters")
    assert vi.low == 0 < vi.high < 1
    alone = interval(np.arange(60), np.arange(60), measure="ari", units="clusters")
    assert alone.reason == "the value is the best one"


def test_what_has_no_interval():
    a, b = _records(200)
    assert interval(a, b, measure="rand", units="clusters").reason == (
        "the value depends on the number of units"
    )
    few = a < calibration.MIN_UNITS - 1
    assert interval(a[few], b[few], measure="ari", units="clusters").reason == (
        "fewer than 20 units"
    )
    unit, x, y = _documents(30, shared=True)
    assert "not smooth" in interval(x, y, measure="purity", units=unit).reason
    assert interval(a, b, measure="purity", units="clusters", rng=0).reason is None
    assert interval(x, y, measure="bcubed_f", units=unit, rng=0).reason is None


def test_a_count_is_that_of_as_many_units():
    a, b = _records(300)
    count = interval(a, b, measure="mirkin", units="clusters")
    assert count.low < count.value < count.high
    elements = interval(a, b, measure="van_dongen", units="clusters", rng=0, n_samples=400)
    share = interval(a, b, measure="invariant_van_dongen", units="clusters", rng=0, n_samples=400)
    assert elements.std / elements.value == pytest.approx(share.std / share.value, rel=0.1)


def test_units_in_any_form(tmp_path):
    unit, a, b = _documents(40)
    expected = interval(a, b, measure="ari", units=unit)
    assert expected.limits is not None
    frame = pd.DataFrame({"a": a, "b": b, "document": [f"d{x}" for x in unit]})
    whole, named = tmp_path / "all.csv", frame.rename_axis("id")
    named.to_csv(whole)
    first, second = tmp_path / "a.csv", tmp_path / "b.csv"
    named[["a", "document"]].to_csv(first)
    named[["b"]].iloc[::-1].to_csv(second)
    keyed = {f"e{i}": x for i, x in enumerate(unit)}
    sides = [{f"e{i}": x for i, x in enumerate(side)} for side in (a, b)]
    turned = dict(reversed(sides[1].items()))
    shuffled = frame["document"].sample(frac=1, random_state=0)
    for found in (
        interval(a.tolist(), b.tolist(), measure="ari", units=unit.tolist()),
        interval(frame, "a", "b", measure="ari", units="document"),
        interval(frame["a"], frame["b"], measure="ari", units=shuffled),
        interval(sides[0], turned, measure="ari", units=keyed),
        interval(whole, measure="ari", columns="a,b", units="document"),
        interval(first, second, measure="ari", columns="a,b", on="id", units="document"),
    ):
        assert found.limits == pytest.approx(expected.limits, rel=1e-9)


def test_clusters_are_those_of_the_reference():
    a, b = _records(200)
    expected = interval(a, b, measure="ari", units=a)
    assert interval(a, b, measure="ari", units="clusters").limits == expected.limits
    table = cd.Table.from_labels(a, b)
    assert interval(table, measure="ari", units="clusters").limits == expected.limits
    assert interval(b, a, measure="ari", units="clusters").method != expected.method


def test_weights_and_dropped_elements():
    unit, a, b = _documents(40)
    twice = np.repeat(np.arange(len(a)), 2)
    expected = interval(a[twice], b[twice], measure="vi", units=unit[twice])
    found = interval(a, b, measure="vi", units=unit, weights=np.full(len(a), 2))
    assert found.limits == pytest.approx(expected.limits)
    named = a.astype(float)
    named[unit == 0] = np.nan
    kept = unit > 0
    expected = interval(a[kept], b[kept], measure="vi", units=unit[kept])
    found = interval(named, b, measure="vi", units=unit, missing="drop")
    assert found.limits == pytest.approx(expected.limits)


def test_wrong_units():
    unit, a, b = _documents(30)
    with pytest.raises(OptionError, match="units must be 'clusters'"):
        interval(a, b, measure="ari", units="documents")
    with pytest.raises(OptionError, match="for a Table"):
        interval(cd.Table.from_labels(a, b), measure="ari", units=unit)
    with pytest.raises(InputError, match="one unit per element"):
        interval(a, b, measure="ari", units=unit[1:])
    gaps = unit.astype(float)
    gaps[5] = np.nan
    with pytest.raises(InputError, match="5 has none"):
        interval(a, b, measure="ari", units=gaps)


def test_tests_of_two():
    a, near = _records(400)
    far = entities(np.random.default_rng(0), 400, RECORDS, 0.05, 0.1)[2]
    far = np.where(a % 2 == 0, a.max() + 1 + np.arange(len(a)), far)
    for measure in ("ari", "bcubed_f"):
        found = compare_two(a, near, far, measure=measure, units="clusters", rng=0)
        assert found.closer == "b1"
        assert found.pvalue < 0.001
        assert found.low < found.value < found.high
        turned = compare_two(a, far, near, measure=measure, units="clusters", rng=0)
        assert turned.pvalue == pytest.approx(found.pvalue)
        same = compare_two(a, near, near, measure=measure, units="clusters")
        assert (same.value, same.pvalue) == (0, 1)
    assert (
        "20 units" in compare_two(a[:9], near[:9], far[:9], measure="ari", units="clusters").reason
    )


def test_the_error_of_a_difference_is_that_of_the_jackknife():
    a, near = _records(300)
    far = _records(300, seed=1)[1]
    size = min(len(near), len(far))
    a, near, far = a[:size], near[:size], far[:size]
    found = compare_two(a, near, far, measure="ari", units="clusters", level=0.5)
    half = (found.high - found.low) / 2
    sample = UnitSample.of(cd.labels.select(*cd.io.labelings_of((a, near, far), {})).shared(), None)
    x, y = (influence(Statistic.of("ari"), sample, side).changes for side in (1, 2))
    change = x - y
    std = sqrt(np.sum(change**2) * len(change) / (len(change) - 1))
    freedom = 2 / (np.sum(change**4) / np.sum(change**2) ** 2 - 1 / len(change))
    assert half == pytest.approx(-stdtrit(freedom, 0.25) * std)


def test_rank_takes_units():
    unit, a, b = _documents(60)
    other = np.where(unit % 2 == 0, a, b)
    runs = {"b": b, "other": other}
    frame = pd.DataFrame({"a": a, **runs, "unit": unit})
    expected = interval(a, b, measure="ari", units=unit).limits
    test = compare_two(a, other, b, measure="ari", units=unit)
    for found in (
        cd.rank(a, runs, interval=True, test=True, units=unit),
        cd.rank(frame, "a", interval=True, test=True, units="unit"),
        cd.rank(frame, "a", "b", "other", interval=True, test=True, units="unit"),
    ):
        assert set(found.names) == {"b", "other"}
        assert found["b"].interval == expected
        assert found.tests[0].pvalue == test.pvalue
    records, linked = _records(100)
    found = cd.rank(records, {"x": linked}, interval=True, units="clusters")
    assert found["x"].interval == interval(records, linked, measure="ari", units="clusters").limits


def test_each_measure_has_an_interval_or_a_reason():
    a, b = _records(60)
    for measure in resolve("all"):
        found = interval(a, b, measure=measure, units="clusters", n_samples=20, rng=0)
        assert (found.limits is None) == (found.reason is not None)
        assert found.limits is None or found.value in found
        assert is_closed(Statistic.of(measure)) == (measure in CLOSED)


@pytest.mark.slow
@pytest.mark.parametrize(
    "make",
    [
        partial(entities, number=300, sizes=RECORDS, split=0.03, merge=0.05),
        partial(entities, number=300, sizes=RECORDS, split=0.0, merge=0.1),
        partial(documents, number=60, spread=1.0, shared=False),
        partial(documents, number=60, spread=0.5, shared=True),
    ],
)
def test_coverage(make):
    rng = np.random.default_rng(1)
    known = truth(make, rng)
    names, runs = ("adjusted_rand", "wallace_b", "variation_of_information"), 300
    hits = dict.fromkeys(names, 0)
    for _ in range(runs):
        unit, a, b = make(rng)
        for name in names:
            hits[name] += known[name] in interval(a, b, measure=name, units=unit)
    for name in names:  # three standard errors of 0.95, and of the 0.93 to 0.99 that is asked for
        assert hits[name] / runs >= 0.91, name


def _spread(changes, value=0.8, **more) -> Influence:
    return Influence(value, np.asarray(changes, float), **more)


def test_the_spread_by_definition():
    x = np.array([0.01, -0.02, 0.005, 0.03, -0.025])
    found = _spread(x)
    std = sqrt(np.sum(x**2) * 5 / 4)
    assert found.std == pytest.approx(std)
    assert found.skewness == pytest.approx(-np.sum(x**3) / std**3)
    assert found.freedom == pytest.approx(2 / (np.sum(x**4) / np.sum(x**2) ** 2 - 0.2))
    drawn = _spread(x, drawn=5, shape=np.array([1.0, -1, 2, 0.5, -3]))
    assert drawn.std == pytest.approx(np.std(x, ddof=1))
    assert drawn.skewness == 0
    y = drawn.shape
    assert drawn.freedom == pytest.approx(2 / (np.sum(y**4) / np.sum(y**2) ** 2 - 0.2))
    assert _spread([0, 0]).freedom == 1
    assert _spread([1, -1, 1, -1]).freedom == pytest.approx(2e9)  # all alike
    assert _spread([1e-3, *[0] * 10**4]).freedom == pytest.approx(2, rel=1e-3)


def _limits_of(s, table, found):
    best = s.best(table) if s.has_fixed_best() else None
    return limits_of(found, 0.95, best, s.fixed_bounds())


@pytest.mark.parametrize("bias", [0.0, 0.02, -0.02, 0.5])
@pytest.mark.parametrize("skewed", [-1, 0, 1])
def test_limits_by_definition(bias, skewed):
    a, b = _records(60)
    table = cd.Table.from_labels(a, b)
    x = np.r_[np.full(20, 0.01), np.full(20, -0.01), skewed * 0.06]
    for name, value in (("ari", 0.8), ("vi", 0.3), ("entropy", 5.0)):
        s = Statistic.of(name)
        found = _spread(x, value, bias=bias)
        low, high = _limits_of(s, table, found)
        t, std = found.reach(0.95), found.std
        hall = [value - std * _hall(q, found.skewness) for q in (t, -t)]
        if name == "entropy":
            assert low == pytest.approx(min(hall[0], value - t * std))
            assert high == pytest.approx(max(hall[1], value + t * std))
            continue
        best, away = (1, -1) if name == "ari" else (0, 1)
        d = abs(value - best)
        near, far = [], []
        for center in (d, max(0, away * (value - bias - best))):
            roots = np.roots([1, -(2 * center + (t * std) ** 2 / d), center**2])
            near.append(roots.min())
            far.append(roots.max())
        ends = best + away * min(near), best + away * max(far)
        if name == "ari":
            assert high == pytest.approx(ends[0])
            assert low == pytest.approx(max(-1, min(ends[1], hall[0])))
        else:
            assert low == pytest.approx(ends[0], abs=1e-12)
            assert high == pytest.approx(max(ends[1], hall[1]))


def test_limits_stay_within_the_bounds():
    a, b = _records(60)
    table = cd.Table.from_labels(a, b)
    wide = _spread([1.0, -1.0] * 30, 0.5)
    assert _limits_of(Statistic.of("jaccard"), table, wide)[0] == 0
    assert _limits_of(Statistic.of("entropy"), table, wide)[0] == 0


def test_a_repeated_group_has_clusters_of_its_own():
    unit, a, b = _documents(25)
    sample = _sample(unit, a, b)
    times = np.random.default_rng(0).integers(0, 4, 25)
    parts = [(unit == g, k) for g in range(25) for k in range(times[g])]
    rows = np.concatenate([a[kept] + 1000 * k for kept, k in parts])
    cols = np.concatenate([b[kept] + 1000 * k for kept, k in parts])
    found = sample.repeated(times)
    assert cd.adjusted_rand(found.table()) == pytest.approx(cd.adjusted_rand(rows, cols))
    assert found.n == len(rows)
    shared = _sample(*_documents(25, shared=True))
    unit, a, b = _documents(25, shared=True)
    rows, cols = (np.repeat(side, times[unit]) for side in (a, b))
    found = shared.repeated(times)
    assert cd.adjusted_rand(found.table()) == pytest.approx(cd.adjusted_rand(rows, cols))


@pytest.mark.parametrize(("number", "divided"), [(40, False), (39, True)])
def test_when_a_group_is_divided(number, divided):
    a = np.arange(number)
    sample = _sample("clusters", a, np.where(a == 1, 0, a))  # two units are 5 % of 40
    assert sample.linked == divided
    assert len(sample.sizes) == number - (not divided)


@pytest.mark.parametrize("number", [calibration.MIN_UNITS - 1, calibration.MIN_UNITS])
def test_how_many_units_are_needed(number):
    unit, a, b = _documents(number)
    found = interval(a, b, measure="vi", units=unit)
    assert (found.reason == "fewer than 20 units") == (number < calibration.MIN_UNITS)


def test_large_tables_are_drawn_less_often(monkeypatch):
    unit, a, b = _documents(30)
    cells = len(_sample(unit, a, b).counts)
    for most, wanted in ((70 * cells, 70), (cells, 50), (10**9, 90)):
        monkeypatch.setattr(calibration, "MAX_CELLS_OF_BOOTSTRAP", most)
        found = interval(a, b, measure="bcubed_f", units=unit, n_samples=90, rng=0)
        assert found.n_samples == wanted


@pytest.mark.parametrize("bias", [0.0, 0.01, -0.5])
def test_a_test_by_definition(bias, monkeypatch):
    changes = np.random.default_rng(0).normal(0, 0.01, 50)
    spread = _spread(changes, 0.03, bias=bias)
    monkeypatch.setattr(units_module, "_influence", lambda *_: spread)
    monkeypatch.setattr(calibration, "MAX_BIAS", 1e9)
    sample = _sample(*_documents(25))
    (low, high, p), reason, _ = unit_difference(Statistic.of("ari"), sample, 0.9, 9, None)
    ends, t = (0.03, 0.03 - bias), spread.reach(0.9)
    assert reason is None
    assert low == pytest.approx(min(ends) - t * spread.std)
    assert high == pytest.approx(max(ends) + t * spread.std)
    least = min(map(abs, ends)) if min(ends) > 0 else 0
    assert p == pytest.approx(2 * stdtr(spread.freedom, -least / spread.std))


def test_what_makes_a_spread_unreliable():
    x = [0.01, -0.01] * 10
    assert _unreliable(_spread(x)) is None
    assert _unreliable(_spread([0.0, 0.0])) == "no unit changes the value"
    std = _spread(x).std
    assert "bias" in _unreliable(_spread(x, bias=1.1 * std))
    assert _unreliable(_spread(x, bias=-0.9 * std)) is None


def test_weights_count_in_a_sample_by_element():
    a, b, unit = np.array([0, 0, 1]), np.array([0, 1, 1]), [0, 0, 1]
    _, sample = read_pair((a, b), unit, {"weights": [2, 3, 4]})
    assert sorted(sample.counts.tolist()) == [2, 3, 4]
    assert (sample.n, sample.number) == (9, 2)


def test_elements_of_the_second_file_alone_have_no_unit(tmp_path):
    unit, a, b = _documents(30)
    first, second = tmp_path / "a.csv", tmp_path / "b.csv"
    frame = pd.DataFrame({"id": np.arange(len(a)), "a": a, "b": b, "document": unit})
    frame[["id", "a", "document"]].iloc[:-3].to_csv(first, index=False)
    frame[["id", "b"]].to_csv(second, index=False)
    options = {"measure": "ari", "columns": "a,b", "on": "id", "units": "document"}
    found = interval(first, second, align="intersect", **options)
    expected = interval(a[:-3], b[:-3], measure="ari", units=unit[:-3])
    assert found.limits == pytest.approx(expected.limits)
    with pytest.raises(InputError, match="has none"):
        interval(first, second, align="singletons", **options)


@pytest.mark.parametrize(("wrong", "few"), [(0, True), (4, True), (5, False), (9, False)])
def test_an_interval_says_if_few_units_have_an_error(wrong, few):
    entity = np.repeat(np.arange(100), 2)
    linked = entity.copy()
    linked[: 4 * wrong : 4] = 1000 + np.arange(wrong)  # one record each of entities 0, 2, …
    for name in ("pair_f", "pair_recall", "vi", "bcubed_f"):  # the last one is drawn
        found = interval(entity, linked, measure=name, units="clusters", rng=0, n_samples=50)
        assert (found.conservative is not None) == few
        assert found.conservative is None or "fewer than 5 units" in found.conservative


def test_errors_of_another_kind_do_not_count():
    """No record is merged with those of another entity: precision is 1, whatever recall is."""
    entity = np.repeat(np.arange(100), 2)
    linked = entity.copy()
    linked[:80:4] = 1000 + np.arange(20)
    found = [interval(entity, linked, measure=f"pair_{x}", units="clusters", rng=0)
             for x in ("recall", "precision")]  # fmt: skip
    assert found[0].conservative is None
    assert found[1].conservative is not None
    assert found[1].limits is not None


def test_a_merge_of_units_is_one_difference():
    entity = np.repeat(np.arange(100), 2)
    linked = np.where(entity < 20, entity // 2, entity)  # ten groups of two entities
    assert _sample("clusters", entity, linked).differing() == 10
