"""significance: exact p-values, Monte Carlo, bounds, and many comparisons."""

from functools import cache
from itertools import permutations

import numpy as np
import pytest
from scipy.sparse import csr_array

import clusterdiff as cd
from clusterdiff.chance import significance, standardized_mutual_information
from clusterdiff.chance._closed_forms import Moments
from clusterdiff.chance._information_variance import information_std
from clusterdiff.chance._tails import sampled_tail, tails_of_moments
from clusterdiff.intervals import holm
from clusterdiff.sampling import Statistic
from tests.helpers.each import each

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
        found = significance(A, B, measure=name, alternative=alternative)
        assert found.pvalue == pytest.approx(p), alternative
        assert found.method == "enumeration"
        assert found.z == pytest.approx((value - every.mean()) / every.std())


@pytest.mark.slow
def test_p_values_are_uniform_under_the_null():
    random = np.random.default_rng(3)
    a = np.repeat(np.arange(4), 15)
    b = np.repeat(np.arange(5), 12)
    shuffled = [random.permutation(b) for _ in range(150)]
    pairs = np.array([significance(a, x, measure="ari").pvalue for x in shuffled])
    sampled = np.array(
        [
            significance(a, x, measure="psi", n_samples=999, rng=i).pvalue
            for i, x in enumerate(shuffled)
        ]
    )
    for p in (pairs, sampled):
        for level in (0.05, 0.2, 0.5, 0.8):
            noise = 4 * (level * (1 - level) / 150) ** 0.5 + 0.02
            step = p[p > level].min() - p[p <= level].max(initial=0)  # p-values are discrete
            assert -step - noise < np.mean(p <= level) - level < noise


@cache
def own_permutations(name, count, seed):
    """Return values of a measure for permuted labels, without random tables of clusterdiff."""
    random, m, (a, b) = np.random.default_rng(seed), cd.get_measure(name), weakly_related()
    return np.array([m(a, random.permutation(b)) for _ in range(count)])


def weakly_related():
    random = np.random.default_rng(4)
    a = random.integers(0, 6, 300)
    return a, np.where(random.random(300) < 0.09, a, random.integers(0, 6, 300))


@pytest.mark.parametrize("alternative", ["closer", "greater", "less", "two-sided"])
@pytest.mark.parametrize("name", ["ari", "ami", "vi", "purity", "psi", "jaccard"])
def test_monte_carlo_agrees_with_own_permutations(name, alternative):
    a, b = weakly_related()
    found = significance(a, b, measure=name, alternative=alternative, method="sampled")
    assert found.kind == "Monte Carlo"
    assert found.method == f"Monte Carlo, {found.n_samples:,} tables"
    assert (found.pvalue * (found.n_samples + 1)) % 1 == pytest.approx(0, abs=1e-6)
    m, values = cd.get_measure(name), own_permutations(name, 2000, 7)
    high, low = (np.mean(values >= m(a, b) - 1e-12), np.mean(values <= m(a, b) + 1e-12))
    right = {"greater": high, "less": low, "two-sided": min(1, 2 * min(high, low))}
    right["closer"] = high if m.direction == "similarity" else low
    p = right[alternative]
    assert found.pvalue == pytest.approx(p, abs=4 * (p / 2000) ** 0.5 + 0.004 + 0.4 * p)


def test_the_monte_carlo_p_value_counts_the_observed_table():
    """(r + 1)/(N + 1), Phipson and Smyth 2010; it is never 0."""
    a = np.arange(300) % 7
    first, again = (significance(a, a, measure="psi", n_samples=199, rng=5) for _ in range(2))
    assert first == again
    assert first.pvalue == 1 / 200  # no table of 199 is as extreme
    assert (first.kind, first.n_samples) == ("Monte Carlo", 199)


def test_drawing_stops_at_the_hundredth_extreme_table():
    """The p-value is that of Besag and Clifford (1991): 100/(N + 1)."""
    random = np.random.default_rng(0)
    a, b = random.integers(0, 8, 400), random.integers(0, 8, 400)
    found = significance(a, b, measure="psi", rng=1)
    assert found.n_samples < 999
    assert found.pvalue == 100 / (found.n_samples + 1)
    fixed = significance(a, b, measure="psi", rng=1, n_samples=found.n_samples)
    assert fixed.pvalue == found.pvalue


def test_p_values_of_stopped_sampling_are_valid():
    """Uniform tails: P(p ≤ q) is at most q for every q, also if drawing stops early."""
    random = np.random.default_rng(2)
    p = np.array([sampled_tail(random.random(500) < tail, 20)[0] for tail in random.random(40_000)])
    for level in (0.01, 0.05, 0.1, 0.5):
        assert np.mean(p <= level) <= level + 4 * (level / 40_000) ** 0.5
        assert np.mean(p <= level) >= 0.8 * level


@pytest.mark.parametrize("sizes", [[4] * 12, [3] * 20, [2] * 30, [5] * 15, [2] * 200, [10] * 40])
def test_many_small_clusters_have_no_floor(sizes):
    """p was 0.0052 for all of them, at z = 282 as at z = 33."""
    a = np.repeat(np.arange(len(sizes)), sizes)
    found = significance(a, a, measure="ari")
    assert found.kind == "bound"
    assert found.pvalue < 1e-9
    assert significance(a, a, measure="ami").pvalue <= 0.0005
    assert significance(a, a, measure="psi").pvalue <= 0.001


@pytest.mark.parametrize("name", ["ari", "ami", "psi"])
def test_ten_clusterings_that_nearly_agree_are_significant_after_holm(name):
    """All had p = 0.0518 after Holm's correction."""
    random, a, found = np.random.default_rng(0), np.repeat(np.arange(12), 4), []
    for _ in range(10):
        b = a.copy()
        b[random.choice(48, 3, replace=False)] = random.integers(0, 12, 3)
        found.append(significance(a, b, measure=name).pvalue)
    assert max(holm(found)) <= 0.01


def test_standardised_information_is_exact_where_it_can_be():
    random = np.random.default_rng(6)
    a, b = random.integers(0, 3, 80), random.integers(0, 4, 80)
    table = cd.Table.from_labels(a, b)
    right = (
        cd.mutual_information(table, base="e") - cd.expected_mutual_information(table, base="e")
    ) / information_std(table)
    assert standardized_mutual_information(a, b) == pytest.approx(right)
    assert standardized_mutual_information([0, 0, 0], [0, 1, 2]) == 0.0


def test_functions_of_labels_find_their_direction():
    def alike(x, y):
        return cd.rand(x, y)

    def unlike(x, y):
        return 1 - cd.rand(x, y)

    right = significance(A, B, measure="rand").pvalue
    assert significance(A, B, measure=alike).pvalue == pytest.approx(right)
    assert significance(A, B, measure=unlike).pvalue == pytest.approx(right)
    assert significance(A, B, measure="ari", null="all").pvalue < 0.2


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: significance(A, B, measure="ari", alternative="better"),
            "alternative must be one of closer",
        ),
        (lambda: significance(A, B, measure="ari", method="guess"), "method must be one of auto"),
        (lambda: significance(A, B, measure="psi", method="bound"), "is not known exactly"),
        (lambda: significance(A, B, measure="joint_entropy"), "has no direction"),
        (
            lambda: significance(A, B, measure=np.array(0)),
            "must be a name, a Measure or a function of two label arrays, got ndarray",
        ),
        (
            lambda: significance(A, B, measure=["ari", "vi"]),
            r"single measure, got a list.\nHint: compare\(a, b, measures=\['ari', 'vi'\], chance=True",
        ),
        (
            lambda: significance(A, B, measure=csr_array(np.eye(2))),
            "must be a name, a Measure or a function of two label arrays, got csr",
        ),
        (lambda: significance(A, B, measure="ari", null="x"), "null must be one of"),
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
    found = [x.pvalue for x in each(significance, table, measures=names)]
    assert found == pytest.approx([found[0]] * len(names), rel=1e-9)


def test_it_reads_as_a_line():
    assert "z = " in repr(significance(A, B, measure="ari"))
    assert significance(A, B, measure="ari").to_dict()["null"] == "permutation"


@pytest.mark.parametrize("name", ["nmi", "jaccard", "purity"])
def test_sampled_p_values_against_enumeration(name):
    random = np.random.default_rng(11)
    for _ in range(4):
        a = random.integers(0, 3, 16)
        b = np.where(random.random(16) < 0.3, random.integers(0, 3, 16), a)
        exact = significance(a, b, measure=name, method="enumeration").pvalue
        drawn = significance(a, b, measure=name, method="sampled", n_samples=19_999)
        assert drawn.pvalue == pytest.approx(exact, abs=4 * (exact / 20_000) ** 0.5 + 1 / 20_000)


@pytest.mark.parametrize("name", ["vi", "mi", "nmi", "ami", "homogeneity", "ari", "mirkin"])
@pytest.mark.parametrize("alternative", ["closer", "farther", "greater", "less", "two-sided"])
def test_tables_too_large_to_be_drawn_have_a_p_value_where_the_moments_are_exact(name, alternative):
    table = cd.Table.from_matrix(np.array([[4, 1], [1, 4]]) * 10**9)
    found = significance(table, measure=name, alternative=alternative)
    closer = "greater" if cd.get_measure(name).direction == "similarity" else "less"
    if alternative in {"closer", closer, "two-sided"}:
        assert 0 < found.pvalue < 1e-9
    else:
        assert found.pvalue == 1


@pytest.mark.parametrize("name", ["vi", "ari", "nmi", "mirkin"])
def test_tails_from_two_moments_are_never_below_the_exact_ones(name):
    chance = cd.chance.expected(A, B, measure=name)
    for b in set(permutations(B)):
        exact = significance(A, b, measure=name, alternative="greater")
        below = significance(A, b, measure=name, alternative="less")
        statistic, table = Statistic.of(name), cd.Table.from_labels(A, b)
        limits = tails_of_moments(statistic, table, Moments(chance.value, chance.std))
        assert limits.high >= exact.pvalue - 1e-12
        assert limits.low >= below.pvalue - 1e-12


@pytest.mark.parametrize("name", ["bcubed_precision", "bcubed_recall"])
def test_a_mean_alone_limits_the_tails(name):
    chance = cd.chance.expected(A, B, measure=name)
    for b in set(permutations(B)):
        table = cd.Table.from_labels(A, b)
        limits = tails_of_moments(Statistic.of(name), table, Moments(chance.value, None))
        assert (
            1
            >= limits.high
            >= significance(A, b, measure=name, alternative="greater").pvalue - 1e-12
        )
        assert (
            1 >= limits.low >= significance(A, b, measure=name, alternative="less").pvalue - 1e-12
        )
    large = cd.Table.from_matrix([[7 * 10**9, 10**9], [10**8, 5 * 10**9], [10**9, 10**9]])
    found = significance(large, measure=name)
    assert found.method == "upper limit by Markov's inequality, mean exact"
    assert found.kind == "bound"
    assert found.pvalue == pytest.approx(found.expected / found.observed)
    assert found.z is None


@pytest.mark.parametrize("wrong", [len, 7])
def test_a_statistic_is_a_measure_or_a_function_of_two_clusterings(wrong):
    with pytest.raises(cd.ClusterdiffError, match="a function of two label arrays, got"):
        cd.chance.expected(A, B, measure=wrong)


def test_a_measure_that_needs_features_has_no_chance_level():
    with pytest.raises(cd.ClusterdiffError, match="centroid_index needs the features"):
        cd.chance.expected(A, B, measure="centroid_index")
