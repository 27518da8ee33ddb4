"""significance: exact p-values, curves, Monte Carlo, and many comparisons."""

from itertools import permutations

import numpy as np
import pytest
from scipy.sparse import csr_array

import clusterdiff as cd
from clusterdiff.chance import holm, significance, standardized_mutual_information
from clusterdiff.chance.closed_forms import Moments
from clusterdiff.chance.information_variance import information_std
from clusterdiff.chance.statistic import Statistic
from clusterdiff.chance.tails import sampled_tail, tails_of_moments

A, B = [0, 0, 0, 1, 1, 2], [0, 0, 1, 1, 1, 2]


@pytest.mark.parametrize("name", ["ari", "vi", "psi", "jaccard", "purity", "mirkin"])
def test_exact_p_values_count_permutations(name):
    m = cd.get_measure(name)
    every = np.array([m(A, p) for p in permutations(B)])
    value, slack = m(A, B), 1e-9
    high, low = np.mean(every >= value - slack), np.mean(every <= value + slack)
    right = {"greater": high, "less": low, "two-sided": min(1, 2 * min(high, low))}
    right |= (
        {"closer": high, "farther": low}
        if m.direction == "similarity"
        else {"closer": low, "farther": high}
    )
    for alternative, p in right.items():
        found = significance(A, B, name, alternative=alternative)
        assert found.p == pytest.approx(p), alternative
        assert found.method == "enumeration"
        assert found.z == pytest.approx((value - every.mean()) / every.std())


@pytest.mark.slow
def test_p_values_are_uniform_under_the_null():
    random = np.random.default_rng(3)
    a = np.repeat(np.arange(4), 15)
    b = np.repeat(np.arange(5), 12)
    shuffled = [random.permutation(b) for _ in range(150)]
    pearson = np.array([significance(a, x, "ari").p for x in shuffled])
    sampled = np.array(
        [significance(a, x, "psi", samples=999, rng=i).p for i, x in enumerate(shuffled)]
    )
    for p in (pearson, sampled):
        for level in (0.05, 0.2, 0.5, 0.8):
            noise = 4 * (level * (1 - level) / 150) ** 0.5 + 0.02
            step = p[p > level].min() - p[p <= level].max(initial=0)  # p-values are discrete
            assert -step - noise < np.mean(p <= level) - level < noise


def test_curve_and_monte_carlo_agree():
    random = np.random.default_rng(4)
    a = random.integers(0, 6, 300)
    b = np.where(random.random(300) < 0.09, a, random.integers(0, 6, 300))
    curve = significance(a, b, "ari")
    drawn = significance(a, b, "ari", method="sampled", samples=3999)
    assert curve.method.startswith("Pearson III")
    assert drawn.method == "Monte Carlo, 3,999 tables"
    assert drawn.p == pytest.approx(curve.p, abs=4 * (curve.p / 4000) ** 0.5 + 1 / 4000)
    assert drawn.z == curve.z
    assert significance(a, b, "mirkin").p == pytest.approx(curve.p)
    assert significance(a, b, "mirkin").z == pytest.approx(-curve.z)
    assert significance(a, a, "ari").p <= 1e-10


def test_monte_carlo_p_is_never_zero_and_reproducible():
    a = np.arange(300) % 7
    first, again = (significance(a, a, "psi", samples=199, rng=5) for _ in range(2))
    assert first == again
    assert first.p == pytest.approx(0.75 * -np.log(1e-3) / 200)  # no table of 199 is as extreme


def test_standardised_information_is_exact_where_it_can_be():
    random = np.random.default_rng(6)
    a, b = random.integers(0, 3, 80), random.integers(0, 4, 80)
    table = cd.Table.from_labels(a, b)
    right = (
        cd.mutual_information(table, base="e") - cd.expected_mutual_information(table, base="e")
    ) / information_std(table)
    assert standardized_mutual_information(a, b) == pytest.approx(right)
    assert standardized_mutual_information([0, 0, 0], [0, 1, 2]) == 0.0


def test_many_comparisons_are_corrected():
    assert holm([0.01, 0.02, 0.03, 0.5]) == pytest.approx([0.04, 0.06, 0.06, 0.5])
    assert holm([]) == []
    found = significance(A, B, ["ari", "vi", "psi"])
    assert [x.p_holm for x in found] == holm([x.p for x in found])
    many = significance(A, {"b": B, "a": A}, "ari")
    assert many["a"].p_holm == pytest.approx(2 * many["a"].p)


def test_functions_of_labels_find_their_direction():
    def alike(x, y):
        return cd.rand(x, y)

    def unlike(x, y):
        return 1 - cd.rand(x, y)

    right = significance(A, B, "rand").p
    assert significance(A, B, alike).p == pytest.approx(right)
    assert significance(A, B, unlike).p == pytest.approx(right)
    assert significance(A, B, "ari", null="all").p < 0.2


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: significance(A, B, "ari", alternative="better"),
            "alternative must be one of closer",
        ),
        (lambda: significance(A, B, "ari", method="guess"), "method must be one of auto"),
        (lambda: significance(A, B, "psi", method="pearson"), "no Pearson III curve"),
        (lambda: significance(A, B, "joint_entropy"), "has no direction"),
        (lambda: significance(A, {}, "ari"), "at least one clustering"),
        (lambda: holm([2.0]), "between 0 and 1"),
        (lambda: holm([float("nan")]), "between 0 and 1"),
        (lambda: holm(["0.5"]), "between 0 and 1"),
        (lambda: holm([None]), "between 0 and 1"),
        (lambda: holm(0.5), "p_values must be a list of numbers"),
        (lambda: significance(A, B, np.array(0)), "must be names or measures, got ndarray"),
        (lambda: significance(A, B, [["ari"]]), "must be names or measures, got list"),
        (lambda: significance(A, B, csr_array(np.eye(2))), "must be names or measures, got csr"),
        (lambda: significance(A, B, "ari", null="x"), "null must be one of"),
    ],
)
def test_invalid_arguments_are_refused_in_one_sentence(call, message):
    with pytest.raises(cd.ClusterdiffError, match=message):
        call()


def test_measures_that_order_tables_alike_have_the_same_p_value():
    """At n = 9·10⁸, values of the variation of information by chance differ by 10⁻⁹ only."""
    n, apart = 900_000_000, 30_000
    table = cd.Table.from_matrix(n // 4 + apart * np.array([[1, -1], [-1, 1]]) // 2)
    names = ["mi", "vi", "nmi", "nmi.distance", "nvi", "homogeneity", "v_measure"]
    found = [each.p for each in significance(table, measure=names)]
    assert found == pytest.approx([found[0]] * len(names), rel=1e-9)


def test_it_reads_as_a_line():
    assert "z = " in repr(significance(A, B, "ari"))
    assert "Holm" in repr(significance(A, B, ["ari"])[0])
    assert significance(A, B, "ari").to_dict()["null"] == "permutation"


@pytest.mark.parametrize("tail", [0.0004, 0.001, 0.004, 0.02])
def test_sampled_tails_are_seldom_far_below_the_tail(tail):
    """Binomial numbers of extreme tables: at most one in a thousand is a quarter below."""
    drawn = np.random.default_rng(0).binomial(9999, tail, 20_000)
    counts, times = np.unique(drawn, return_counts=True)
    below = np.array([sampled_tail(int(r), 9999) < 0.75 * tail for r in counts])
    assert np.sum(times[below]) <= 40
    assert all(sampled_tail(int(r), 9999) >= (r + 1) / 10_000 for r in counts)


@pytest.mark.parametrize("name", ["nmi", "jaccard", "purity"])
def test_sampled_p_values_against_enumeration(name):
    random = np.random.default_rng(11)
    for _ in range(4):
        a = random.integers(0, 3, 16)
        b = np.where(random.random(16) < 0.3, random.integers(0, 3, 16), a)
        exact = significance(a, b, name, method="enumeration").p
        assert significance(a, b, name, method="sampled").p >= 0.75 * exact


@pytest.mark.parametrize("name", ["vi", "mi", "nmi", "ami", "homogeneity", "ari", "mirkin"])
@pytest.mark.parametrize("alternative", ["closer", "farther", "greater", "less", "two-sided"])
def test_tables_too_large_to_be_drawn_have_a_p_value_where_the_moments_are_exact(name, alternative):
    table = cd.Table.from_matrix(np.array([[4, 1], [1, 4]]) * 10**9)
    found = significance(table, measure=name, alternative=alternative)
    closer = "greater" if cd.get_measure(name).direction == "similarity" else "less"
    if alternative in {"closer", closer, "two-sided"}:
        assert 0 < found.p < 1e-9
    else:
        assert found.p == 1


@pytest.mark.parametrize("name", ["vi", "ari", "nmi", "mirkin"])
def test_tails_from_two_moments_are_never_below_the_exact_ones(name):
    chance = cd.chance.expected(A, B, name)
    for b in set(permutations(B)):
        exact = significance(A, b, name, alternative="greater")
        below = significance(A, b, name, alternative="less")
        statistic, table = Statistic.of(name), cd.Table.from_labels(A, b)
        limits = tails_of_moments(statistic, table, Moments(chance.value, chance.std))
        assert limits.high >= exact.p - 1e-12
        assert limits.low >= below.p - 1e-12


@pytest.mark.parametrize("name", ["bcubed_precision", "bcubed_recall"])
def test_a_mean_alone_limits_the_tails(name):
    chance = cd.chance.expected(A, B, name)
    for b in set(permutations(B)):
        table = cd.Table.from_labels(A, b)
        limits = tails_of_moments(Statistic.of(name), table, Moments(chance.value, None))
        assert 1 >= limits.high >= significance(A, b, name, alternative="greater").p - 1e-12
        assert 1 >= limits.low >= significance(A, b, name, alternative="less").p - 1e-12
    large = cd.Table.from_matrix([[7 * 10**9, 10**9], [10**8, 5 * 10**9], [10**9, 10**9]])
    found = significance(large, measure=name)
    assert found.method == "Markov's inequality, mean exact"
    assert found.p == pytest.approx(found.expected / found.observed)
    assert found.z is None


@pytest.mark.parametrize("wrong", [cd.features.centroid_index, len, 7])
def test_a_statistic_is_a_measure_or_a_function_of_two_clusterings(wrong):
    with pytest.raises(cd.ClusterdiffError, match="a function of two label arrays, got"):
        cd.chance.expected(A, B, wrong)
