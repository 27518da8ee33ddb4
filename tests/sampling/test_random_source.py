"""rng: None is fresh entropy, and the seed of a result gives the same numbers again (SPEC 7)."""

import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff.chance import adjusted, expected, significance, summarize
from clusterdiff.intervals import compare_two, interval
from clusterdiff.many import credible_ball

RANDOM = np.random.default_rng(3)
A = np.repeat(np.arange(6), 30)
B = np.where(RANDOM.random(180) < 0.3, RANDOM.integers(0, 6, 180), A)
C = np.where(RANDOM.random(180) < 0.4, RANDOM.integers(0, 6, 180), A)
RUNS = [np.where(RANDOM.random(180) < 0.6, RANDOM.integers(0, 6, 180), A) for _ in range(5)]

CALLS = {
    "expected": (lambda rng: expected(A, B, measure="psi", rng=rng), "value"),
    "adjusted": (lambda rng: adjusted(A, B, measure="psi", rng=rng).expected, "value"),
    "significance": (lambda rng: significance(A, RUNS[0], measure="psi", rng=rng), "expected"),
    "interval": (lambda rng: interval(A, B, measure="purity", rng=rng), "std"),
    "compare_two": (lambda rng: compare_two(A, B, C, measure="purity", rng=rng), "low"),
    "summarize": (
        lambda rng: summarize(cd.Table.from_labels(A, B), measures="psi", rng=rng)[0],
        "expected",
    ),
    "compare": (
        lambda rng: cd.compare(A, B, measures=["ari", "psi"], chance=True, rng=rng),
        "scores",
    ),
    "explain": (lambda rng: cd.explain(A, B, measure="psi", rng=rng), "at_chance"),
    "rank": (
        lambda rng: cd.rank(A, {"b": B, "c": C}, measures="purity", interval=True, rng=rng),
        "entries",
    ),
    "consensus": (lambda rng: cd.consensus(RUNS, rng=rng), "runs"),
    "credible_ball": (lambda rng: credible_ball(RUNS, rng=rng), "radius"),
    "report": (
        lambda rng: cd.report(A, B, measures=["psi"], rng=rng).compared,
        "scores",
    ),
}


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.usefixtures("entropy")
def test_none_is_fresh_entropy_and_the_seed_repeats_the_result(name):
    call, field = CALLS[name]
    found, other = call(None), call(None)
    assert found.seed != other.seed
    again = call(found.seed)
    assert again.seed == found.seed
    assert getattr(again, field) == getattr(found, field)


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.usefixtures("entropy")
def test_the_seed_of_a_generator_repeats_its_result(name):
    call, field = CALLS[name]
    found = call(np.random.default_rng(5))
    assert getattr(call(found.seed), field) == getattr(found, field)
    assert call(np.random.default_rng(5)).seed == found.seed


@pytest.mark.usefixtures("entropy")
def test_a_loop_without_a_seed_draws_other_tables():
    means = {expected(A, B, measure="psi", n_samples=200).value for _ in range(5)}
    assert len(means) == 5


@pytest.mark.usefixtures("entropy")
def test_labels_are_drawn_anew():
    first, second = cd.datasets.random_labels(200)
    assert not np.array_equal(second, cd.datasets.random_labels(200)[1])
    assert len(first) == len(second)


def test_results_without_random_tables_have_no_seed():
    assert expected(A, B, measure="ari").seed is None
    assert cd.compare(A, B, measures=["psi"]).seed is None
