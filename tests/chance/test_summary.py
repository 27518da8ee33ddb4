"""summarize: the chance columns of compare, for tables of every size."""

import time

import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff import calibration
from clusterdiff.chance import adjusted, expected, significance, summarize
from clusterdiff.intervals import interval

A, B = [0, 0, 0, 1, 1, 2, 2, 2] * 9, [0, 0, 1, 1, 1, 2, 2, 0] * 9
TABLE = cd.Table.from_labels(A, B)


def test_the_numbers_are_those_of_the_functions():
    names = ["adjusted_rand", "variation_of_information", "entropy"]
    for found, name in zip(summarize(TABLE, measures=names), names, strict=True):
        assert found.measure == name
        assert found.expected == expected(A, B, measure=name).value
        assert found.interval == interval(A, B, measure=name).limits
        if name != "entropy":
            assert found.adjusted == adjusted(A, B, measure=name).value
            assert found.z == significance(A, B, measure=name).z
    assert found.adjusted is None


def test_compare_shows_it():
    score = cd.compare(A, B, measures=["vi"], chance=True)["vi"]
    assert score.chance == summarize(TABLE, measures=["vi"])[0]
    assert cd.compare(A, B, measures=["vi"])["vi"].chance is None
    with pytest.raises(cd.ClusterdiffError, match="null must be one of"):
        cd.compare(A, B, chance="luck")


def test_any_null_model_and_seed():
    first, again, other = (
        summarize(TABLE, measures=["psi"], null="fixed_k", rng=rng)[0] for rng in (1, 1, 2)
    )
    assert first == again
    assert first.expected != other.expected
    assert first.expected != summarize(TABLE, measures=["psi"])[0].expected


@pytest.mark.parametrize("n", [2, 8, 50])
def test_the_whole_catalogue(n):
    random = np.random.default_rng(0)
    a = random.integers(0, 4, n)
    table = cd.Table.from_labels(a, np.where(random.random(n) < 0.7, a, 0))
    for found in summarize(table, measures="all"):
        for x in (found.expected, found.z, *(found.interval or ())):
            assert (
                x is None
                or np.isfinite(x)
                or not np.isfinite(cd.get_measure(found.measure).on(table))
            )
        assert (found.interval is None) == any("no interval" in note for note in found.notes)
        assert not np.isnan(
            [x for x in (found.expected, found.adjusted, found.z) if x is not None]
        ).any()


@pytest.mark.parametrize("n", [10**9, 10**12, 10**17])
def test_a_billion_elements_and_more(n):
    """Means with a closed form are given; for all others a note gives the reason."""
    table = cd.Table.from_matrix(np.array([[4, 1], [2, 3]]) * (n // 10))
    names = ["ari", "vi", "nmi", "ami", "rand", "psi", "purity", "bcubed_precision"]
    found = {each.measure: each for each in summarize(table, measures=names)}
    for name in ("adjusted_rand", "variation_of_information", "rand", "bcubed_precision"):
        assert np.isfinite(found[name].expected)
        assert found[name].error == 0
    assert found["adjusted_rand"].z > 1e3
    assert found["bcubed_precision"].z is None
    assert found["purity"].expected is None
    assert any("10⁹" in note for note in found["purity"].notes)
    assert cd.compare(table, measures=names, chance=True)["psi"].chance.adjusted is None


def test_expected_never_fails_where_a_mean_is_closed():
    table = cd.Table.from_matrix(np.array([[4, 1], [2, 3]]) * 10**12)
    for name, m in cd.MEASURES.items():
        if m.facts.affine_in or m.facts.expectation_on(table) is not None:
            assert np.isfinite(expected(table, measure=name).value), name
    with pytest.raises(cd.ClusterdiffError, match="fewer than 10⁹ elements"):
        expected(table, measure="psi")


def test_expensive_tables_are_fewer_and_expensive_measures_not_sampled(monkeypatch):
    random = np.random.default_rng(0)
    a = random.integers(0, 1000, 5000)
    table = cd.Table.from_labels(
        a, np.where(random.random(5000) < 0.9, a, random.integers(0, 1000, 5000))
    )
    names = ["ari", "purity", "classification_accuracy"]
    monkeypatch.setattr(calibration, "SUMMARY_OPERATIONS", 1e7)
    ari, purity, accuracy = summarize(table, measures=names)
    assert ari.error == 0
    assert 5 <= purity.n_samples < 100
    assert accuracy.expected is None
    assert any("take too many operations" in note for note in accuracy.notes)
    monkeypatch.setattr(calibration, "SUMMARY_OPERATIONS", 1.0)
    ari, purity, _ = summarize(table, measures=names)
    assert ari.expected == 0
    assert ari.z > 10
    assert purity.expected is None


def test_nothing_is_decided_by_the_clock(monkeypatch):
    """On a machine forty times slower, the same data and seed have the same answer."""
    random = np.random.default_rng(1)
    a = random.integers(0, 100, 300_000)
    b = np.where(random.random(len(a)) < 0.8, a, random.integers(0, 100, len(a)))
    table = cd.Table.from_labels(a, b)
    monkeypatch.setattr(calibration, "SUMMARY_OPERATIONS", 5e7)
    found = summarize(table, measures=["ari", "purity", "muc"], rng=3)
    for name in ("process_time", "perf_counter", "monotonic", "time"):
        clock = getattr(time, name)
        monkeypatch.setattr(time, name, lambda clock=clock: 40 * clock())
    assert summarize(table, measures=["ari", "purity", "muc"], rng=3) == found


def test_it_reads_as_a_line():
    assert "95 % –" in repr(
        summarize(cd.Table.from_labels([0, 0, 1], [0, 1, 1]), measures=["ari"])[0]
    )
    assert "adjusted 0." in repr(summarize(TABLE, measures=["ari"])[0])
