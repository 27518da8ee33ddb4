"""Near-perfect agreement on sparse data: a sampled spread of 0 is not a spread of 0."""

import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff.chance import adjusted, expected, significance, summarize
from tests.helpers.each import each


def duplicates(n, pairs, found, wrong):
    """Return records with true pairs, and a clustering with some of them and some wrong pairs."""
    a, b = np.arange(n), np.arange(n)
    a[1 : 2 * pairs : 2] = a[0 : 2 * pairs : 2]
    b[1 : 2 * found : 2] = b[0 : 2 * found : 2]
    start = 2 * pairs + 10
    b[start + 1 : start + 2 * wrong : 2] = b[start : start + 2 * wrong : 2]
    return a, b


NAMES = ["jaccard", "yule_q", "bcubed_precision", "muc", "purity", "bcubed_f", "sokal_sneath_2"]


@pytest.mark.parametrize(
    ("n", "pairs", "found", "wrong"), [(3_000, 200, 180, 10), (1_000, 1, 1, 1)]
)
def test_agreement_is_not_reported_as_chance(n, pairs, found, wrong):
    table = cd.Table.from_labels(*duplicates(n, pairs, found, wrong))
    for score in each(adjusted, table, measures=NAMES, n_samples=300):
        value, chance = score.observed, score.expected.value
        assert score.value == pytest.approx((value - chance) / (score.best - chance)), score
        assert score.value > 0.3, score
        if "closed" not in score.expected.method:
            assert score.expected.error > 0, score


def test_the_example_of_ten_thousand_records():
    a, b = duplicates(10_000, 200, 180, 10)
    found = adjusted(a, b, measure="jaccard", n_samples=200)
    assert found.value == pytest.approx(0.857, abs=0.001)
    assert found.expected.std is None
    assert "not determined" in repr(found.expected)


def test_sampling_continues_while_no_table_has_the_observed_value():
    a, b = duplicates(2_000, 5, 5, 1)
    found = expected(a, b, measure="jaccard")
    assert found.n_samples >= 2_000


def test_a_spread_from_a_few_tables_is_not_determined():
    a, b = duplicates(300, 10, 9, 1)
    found = expected(a, b, measure="jaccard", n_samples=500, tolerance=0)
    assert found.std is None
    assert found.error > 0
    assert "gave the same value" in found.note


def test_z_is_right_or_not_determined():
    a, b = duplicates(3_000, 100, 90, 5)
    found = each(significance, a, b, measures=["jaccard", "muc", "ari", "rand"], n_samples=200)
    by_name = {each.measure: each for each in found}
    assert by_name["jaccard"].z is None
    assert "z = not determined" in repr(by_name["jaccard"])
    # 4500/4.5e6 pairs each: the number in common is about Poisson with mean 100·95/4.5e6.
    assert by_name["adjusted_rand"].z == pytest.approx(90 / (9500 / 4_498_500) ** 0.5, rel=0.01)
    assert by_name["rand"].z == pytest.approx(by_name["adjusted_rand"].z)


def test_compare_says_why():
    table = cd.Table.from_labels(*duplicates(2_000, 100, 90, 5))
    jaccard, ari = summarize(table, measures=["jaccard", "ari"])
    assert jaccard.adjusted == pytest.approx(90 / 105, abs=1e-3)
    assert jaccard.z is None
    assert any("not determined" in note for note in jaccard.notes)
    assert jaccard.error > 0
    assert ari.error == 0
    assert ari.z > 100


def test_a_constant_measure_is_at_chance():
    found = adjusted(np.arange(40) // 4, np.arange(40), measure="purity")
    assert (found.value, found.by_convention) == (0.0, "chance already gives the best value")


def test_an_error_of_zero_means_exact():
    random = np.random.default_rng(0)
    a, b = random.integers(0, 5, (2, 200))
    for found in each(
        expected, a, b, measures=["ari", "vi", "psi", "purity", "jaccard", "bcubed_precision"]
    ):
        assert (found.error == 0) == found.method.startswith(("closed", "enumeration")), found


def test_an_infinite_mean_by_chance_is_the_reason_given():
    found = cd.chance.adjusted([0, 1, 2, 3], [0, 0, 1, 1], measure="minkowski")
    assert (found.value, found.by_convention) == (0.0, "the mean by chance is infinite")
