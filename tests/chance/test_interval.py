"""interval: valid or withheld. benchmarks/coverage.py makes the coverage table of the docs."""

import os
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff.chance import interval
from clusterdiff.chance.pair_limits import pair_limits
from clusterdiff.chance.pair_spread import pair_gradient, pair_spread
from clusterdiff.chance.sampling import RandomSource
from clusterdiff.chance.validity import AT_BEST
from clusterdiff.summaries import PairCounts

rng = np.random.default_rng(0)
A = rng.integers(0, 3, 300)
B = np.where(rng.random(300) < 0.7, A, rng.integers(0, 3, 300))


def with_errors(n, clusters, errors):
    """Equal clusters, and a clustering with some elements moved to the next cluster."""
    a = np.arange(n) % clusters
    b = a.copy()
    b[:errors] = (b[:errors] + 1) % clusters
    return a, b


def test_the_variance_of_a_share_of_pairs_is_unbiased():
    """Samples of thirty elements of a population of eight kinds."""
    a, b = [0, 0, 0, 1, 1, 2, 2, 0], [0, 0, 1, 1, 1, 2, 0, 0]
    m = cd.get_measure("russell_rao")  # the share of pairs together in both
    values, variances = [], []
    for chosen in np.random.default_rng(0).integers(0, 8, (1500, 30)):
        table = cd.Table.from_labels([a[i] for i in chosen], [b[i] for i in chosen])
        spread, _ = pair_spread(m, table)
        values.append(m.on(table))
        variances.append(spread.std**2 * (30 - 3) / 30)  # without the allowance for small samples
    assert np.mean(variances) == pytest.approx(np.var(values), rel=0.1)


@pytest.mark.parametrize(
    "name", ["ari", "fmi", "jaccard", "hubert_gamma", "rand", "yule_q", "pair_f"]
)
def test_the_closed_form_agrees_with_the_jackknife_for_many_elements(name):
    m = cd.get_measure(name)
    n = len(A)
    without = np.array([m(np.delete(A, i), np.delete(B, i)) for i in range(n)])
    jackknife = np.sqrt((n - 1) / n * np.sum((without - without.mean()) ** 2))
    assert interval(A, B, name).std == pytest.approx(jackknife, rel=0.03)


@pytest.mark.parametrize(
    "name", ["vi", "nmi", "purity", "classification_accuracy", "ami", "bcubed_f", "van_dongen"]
)
def test_half_samples_agree_with_the_jackknife_for_many_elements(name):
    m = cd.get_measure(name)
    n = len(A)
    grown = n / (n - 1) if name == "van_dongen" else 1
    without = grown * np.array([m(np.delete(A, i), np.delete(B, i)) for i in range(n)])
    jackknife = np.sqrt((n - 1) / n * np.sum((without - without.mean()) ** 2))
    assert interval(A, B, name, samples=400).std == pytest.approx(jackknife, rel=0.2)


@pytest.mark.parametrize(
    "name", ["rand", "ari", "jaccard", "fmi", "wallace_a", "kulczynski", "yule_q"]
)
def test_gradients_are_those_of_the_formula(name):
    m = cd.get_measure(name)
    p = PairCounts(400, 90, 60, 1450)
    (g, g_a, g_b), far = pair_gradient(m, p)
    k, h = 10**9, 10**5

    def at(both, in_a, in_b):
        both, in_a, in_b = (round(x) for x in (both, in_a, in_b))
        return m.function(PairCounts(both, in_a - both, in_b - both, 2000 * k - in_a - in_b + both))

    base = np.array([400 * k, 490 * k, 460 * k])
    for axis, found in enumerate((g, g_a, g_b)):
        step = np.eye(3, dtype=int)[axis] * h
        right = (at(*(base + step)) - at(*(base - step))) / (2 * h) * 2000 * k
        assert found == pytest.approx(right, rel=1e-3, abs=1e-6)
    assert far == pytest.approx(at(*base), rel=1e-9)


@pytest.mark.parametrize("name", [m.name for m in cd.MEASURES.values()])
@pytest.mark.parametrize("case", ["large", "small", "near", "sparse"])
def test_an_interval_contains_its_value_or_is_withheld(name, case):
    random = np.random.default_rng(7)
    a, b = {
        "large": (A, B),
        "small": random.integers(0, 4, (2, 25)),
        "near": with_errors(200, 4, 3),
        "sparse": (np.arange(60) // 2, np.r_[np.arange(50) // 2, np.arange(50, 60)]),
    }[case]
    found = interval(a, b, name, samples=40)
    assert (found.low is None) == (found.high is None) == (found.reason is not None)
    if found.low is not None:
        low, high = cd.get_measure(name).bounds_on(cd.Table.from_labels(a, b))
        assert low <= found.low <= found.value <= found.high <= high
        assert found.low < found.high


def test_values_that_grow_with_n():
    """The interval of a count is n (or n²) times that of the share."""
    share = interval(A, B, "classification_error", samples=100)
    count = interval(A, B, "transfer_distance", samples=100)
    assert [count.low, count.high] == pytest.approx([300 * share.low, 300 * share.high], rel=0.05)
    share, count = interval(A, B, ["mirkin_invariant", "mirkin"])
    assert [count.low, count.high] == pytest.approx([9e4 * share.low, 9e4 * share.high], rel=0.01)
    twice = interval(A, B, "van_dongen", samples=100)
    assert twice.low < twice.value < twice.high < 2 * twice.value


@pytest.mark.parametrize(
    "name", ["muc", "split_merge_entropy", "expected_mutual_information", "nvi[by=log_n]"]
)
@pytest.mark.parametrize("n", [300, 3_000, 100_000])
def test_values_without_a_limit_are_withheld(name, n):
    random = np.random.default_rng(n)
    a = random.integers(0, 3, n)
    b = np.where(random.random(n) < 0.7, a, random.integers(0, 3, n))
    found = interval(a, b, name, samples=60)
    assert found.low is None, found
    assert found.reason


@pytest.mark.parametrize("exponent", [6, 9, 10, 11, 12, 14, 16])
def test_any_number_of_elements(exponent):
    """A hundred times the elements, a tenth of the standard error, down to the last digits."""
    cells = np.array([[7, 1, 2], [1, 5, 1], [1, 1, 6]])
    names = ["ari", "rand", "jaccard", "vi", "v_measure", "purity"]
    large = interval(cd.Table.from_matrix(cells * 10**exponent), measure=names)
    small = interval(cd.Table.from_matrix(cells * 1000), measure=names)
    for one, other in zip(large, small, strict=True):
        assert one.value == pytest.approx(other.value, rel=1e-3)
        assert one.std == pytest.approx(other.std * 10 ** ((3 - exponent) / 2), rel=0.3), one
        assert one.low < one.value < one.high
        assert abs((one.low + one.high) / 2 - one.value) < 0.5 * one.std + 1e-15


def test_exact_variance_of_the_rand_index_at_ten_to_the_sixteen():
    """The closed form in exact fractions."""
    k = 10**15
    table = cd.Table.from_matrix([[7 * k, k], [2 * k, 5 * k]])
    n = 15 * k
    shares = {
        (i, j): Fraction(int(c), n)
        for i, j, c in zip(table.rows, table.cols, table.counts, strict=True)
    }
    row = [sum(p for (i, _), p in shares.items() if i == x) for x in range(2)]
    col = [sum(p for (_, j), p in shares.items() if j == x) for x in range(2)]
    # The kernel is 1 - (together in a) - (together in b) + 2 (together in both).
    by_cell = {(i, j): 2 * p - row[i] - col[j] for (i, j), p in shares.items()}
    mean = sum(p * by_cell[c] for c, p in shares.items())
    variance = 4 * sum(p * (by_cell[c] - mean) ** 2 for c, p in shares.items()) / n
    assert interval(table, measure="rand").std == pytest.approx(float(variance) ** 0.5, rel=1e-3)


@pytest.mark.parametrize(
    "name", ["purity", "inverse_purity", "classification_accuracy", "van_dongen", "psi"]
)
def test_ties_of_maxima(name):
    """All maxima tied, one of many, and none."""
    a, b = np.arange(100) % 2, np.zeros(100, int)
    found = interval(a, b, name)
    assert found.low is None or found.low < found.value < found.high
    random = np.random.default_rng(3)
    a = random.integers(0, 8, 2000)
    b = np.where(random.random(2000) < 0.8, a, random.integers(0, 8, 2000))
    a = np.r_[a, np.repeat([8, 9], 100)]
    b = np.r_[b, np.full(200, 8)]
    found = interval(a, b, name)
    assert found.low is None or found.low < found.value < found.high
    b[-60:] = 0  # no tie any more
    found = interval(a, b, name)
    if name in {"purity", "classification_accuracy"}:
        assert found.low < found.value < found.high
        assert found.high - found.low == pytest.approx(4 * (0.2 * 0.8 / 2200) ** 0.5, rel=0.5)


def test_the_two_names_of_a_share_have_the_same_interval():
    """Without ties purity is the accuracy: the intervals must not be disjoint."""
    a, b = with_errors(500, 5, 100)
    one, other = interval(a, b, ["purity", "classification_accuracy"])
    assert [one.low, one.high] == pytest.approx([other.low, other.high])


@pytest.mark.parametrize("name", ["ari", "vi", "purity", "nmi", "jaccard", "ami", "rand"])
def test_one_per_cent_of_errors_in_a_hundred_elements(name):
    """No error, one, two or three: the value of the population is inside; none is degenerate."""
    table = cd.Table.from_matrix(np.eye(3, dtype=int) * 297 * 10**6 + 10**6)
    truth = cd.get_measure(name).on(table)
    for errors in (0, 1, 2):
        found = interval(*with_errors(100, 3, errors), name)
        assert truth in found, (errors, found)
        assert found.high - found.low > abs(1 - truth if name != "vi" else truth)


def test_coverage_near_the_boundary():
    """1 % of errors and n = 100, where intervals covered 0.48 of the time."""
    shares = np.eye(3) * 0.99 / 3 + 0.01 / 9
    names = ["ari", "jaccard", "purity"]
    whole = cd.Table.from_matrix(np.rint(shares * 9e8).astype(int))
    truth = [cd.get_measure(name).on(whole) for name in names]
    random = np.random.default_rng(2)
    held = np.zeros(3)
    for run in range(120):
        table = cd.Table.from_matrix(random.multinomial(100, shares.ravel()).reshape(3, 3))
        found = interval(table, measure=names, samples=30, rng=run)
        held += [value in each for value, each in zip(truth, found, strict=True)]
    assert (held / 120 >= 0.88).all()


def test_coverage_of_pair_counts():
    random = np.random.default_rng(5)
    for clusters, n, noise in ((3, 100, 0.6), (20, 100, 0.1), (20, 500, 0.3), (100, 500, 0.1)):
        sizes = np.arange(clusters, 0, -1) / np.arange(clusters, 0, -1).sum()
        shares = np.diag(sizes) * (1 - noise) + noise * np.outer(sizes, sizes)
        whole = cd.Table.from_matrix(np.rint(shares * 10**10).astype(np.int64))
        truth = [cd.get_measure(name).on(whole) for name in ("ari", "jaccard")]
        held = np.zeros(2)
        for _ in range(150):
            drawn = random.multinomial(n, shares.ravel()).reshape(clusters, clusters)
            found = interval(cd.Table.from_matrix(drawn), measure=["ari", "jaccard"])
            held += [value in each for value, each in zip(truth, found, strict=True)]
        assert (held / 150 >= 0.88).all(), (clusters, n, noise, held / 150)


def test_information_with_many_clusters_is_withheld():
    """n = 6000, K = 100, 60 % noise: intervals that never covered."""
    random = np.random.default_rng(1)
    a = random.integers(0, 100, 6000)
    b = np.where(random.random(6000) < 0.4, a, random.integers(0, 100, 6000))
    for found in interval(a, b, ["vi", "nmi", "mi", "ami", "homogeneity", "v_measure"], samples=40):
        assert found.low is None, found
    assert interval(a, b, "ari").low is not None
    few = a % 4, np.where(random.random(6000) < 0.6, a % 4, random.integers(0, 4, 6000))
    assert interval(*few, "vi").low is not None


def test_information_with_unsampled_cells_is_withheld():
    """1 % of errors over 380 cells: nearly every error is the only one of its cell."""
    random = np.random.default_rng(4)
    a = random.integers(0, 20, 5000)
    b = np.where(random.random(5000) < 0.99, a, random.integers(0, 20, 5000))
    for found in interval(a, b, ["vi", "nmi", "ami"], samples=60):
        assert found.low is None, found


@pytest.mark.parametrize("name", ["ari", "vi", "muc", "jaccard", "purity", "fmi"])
def test_small_clusters_are_withheld(name):
    a, b = np.arange(2000), np.arange(2000)
    a[1:400:2] = a[0:400:2]
    b[1:320:2] = b[0:320:2]
    assert "elements per cluster" in interval(a, b, name).reason


@pytest.mark.parametrize("name", ["ari", "rand", "mirkin", "jaccard", "hubert_gamma"])
def test_independent_clusterings(name):
    """Where the linear term vanishes, the standard error does not."""
    found = interval(np.arange(900) % 3, np.arange(900) // 300, name)
    assert found.low < found.value < found.high
    random = np.random.default_rng(0)
    sampled = [cd.get_measure(name)(*random.integers(0, 3, (2, 900))) for _ in range(300)]
    assert 0.5 < found.std / np.std(sampled) < 2


def test_limits_of_samples_and_level():
    for a, b in (([0], [0]), ([0, 0], [0, 1]), (A[:19], B[:19])):
        assert interval(a, b, "ari").reason == "fewer than 20 elements"
    assert (
        interval(np.zeros(50), np.zeros(50), "ari").reason
        == "both clusterings have a single cluster"
    )
    narrow, wide = (interval(A, B, "ari", level=level) for level in (0.5, 0.99))
    assert wide.low < narrow.low < narrow.high < wide.high
    assert interval(A, B, "ari").reason is None


def test_a_function_of_labels():
    def alike(x, y):
        return cd.purity(x, y)

    found, right = (interval(A, B, m, samples=40, rng=3) for m in (alike, "purity"))
    assert found.std == pytest.approx(right.std)


def test_generators_and_seeds():
    same = [interval(A, B, "vi", samples=40, rng=5) for _ in range(2)]
    assert same[0] == same[1]
    assert interval(A, B, "vi", samples=40) == interval(A, B, "vi", samples=40, rng=0)
    assert interval(A, B, "vi", samples=40, rng=np.random.default_rng(5)).seed is None
    one, other = (RandomSource.of(np.random.default_rng(5)).block(3).random() for _ in range(2))
    assert one == other


@pytest.mark.slow
def test_threads_change_nothing():
    program = (
        "import numpy as np; from clusterdiff.chance import interval, expected; "
        "a = np.arange(900) % 9; b = np.arange(900) % 7; "
        "print(expected(a, b, 'psi', samples=200), interval(a, b, 'vi', samples=50)); "
        "print(expected(a, b, 'nmi', null='all', samples=200))"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", program],
            env=os.environ | {"CLUSTERDIFF_THREADS": t},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for t in "13"
    ]
    assert runs[0] == runs[1] != ""


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: interval(A, B, "ari", level=95), "level must be a number between 0 and 1"),
        (lambda: interval(A, B, "ari", level="0.95"), "level must be a number between 0 and 1"),
        (lambda: interval(A, B, "ari", samples=0), "samples must be"),
        (lambda: interval(A, B), "measure is required"),
        (lambda: interval(cd.Table.from_labels(A, B), "ari"), "b must be None when a is a Table"),
    ],
)
def test_invalid_options_are_refused(call, message):
    with pytest.raises(cd.ClusterdiffError, match=message):
        call()


def test_it_reads_as_a_line():
    assert "95 % [" in repr(interval(A, B, "ari"))
    assert "withheld (fewer than 20 elements)" in repr(interval(A[:5], B[:5], "ari"))
    assert interval(A[:5], B[:5], "ari").to_dict()["low"] is None


@pytest.mark.parametrize("name", [m.name for m in cd.MEASURES.values()])
def test_a_difference_below_the_last_digit(name):
    """Twelve of 7·10¹⁸ elements differ: the value is the best one as far as a double shows."""
    table = cd.Table.from_matrix([[2**62, 5], [7, 2**61]])
    found = interval(table, measure=name, samples=20)
    assert (found.low is None) == (found.reason is not None)
    if found.low is not None:
        assert found.low <= found.value <= found.high


@pytest.mark.parametrize("factor", [25, 100, 1000, 10**4, 10**6, 10**9])
@pytest.mark.parametrize("more", [0, 1])
def test_intervals_of_shares_near_independence_are_as_wide_as_that_of_the_information(factor, more):
    table = cd.Table.from_matrix([[4 * factor + more, 4 * factor], [4 * factor, 4 * factor]])
    information = interval(table, measure="mi").high  # both entropies are one bit
    for name in ("nmi", "homogeneity", "v_measure"):
        high = interval(table, measure=name).high
        assert (1 - 1e-6) * information < high < 3 * information  # the same limit, rounded
    assert 0 < 1 - interval(table, measure="nvi").low < 3 * information


@pytest.mark.parametrize(("noise", "n"), [(0.8, 100), (0.9, 100), (1.0, 300)])
def test_coverage_of_pair_counts_near_independence(noise, n):
    """The variance grows with the value, which is too uncertain to tell it."""
    sizes = np.array([0.5, 0.3, 0.2])
    shares = (1 - noise) * np.diag(sizes) + noise * np.outer(sizes, sizes)
    whole = cd.Table.from_matrix(np.rint(shares * 10**8).astype(int))
    names = ("ari", "rand", "jaccard")
    right = [cd.get_measure(name)(whole) for name in names]
    rng = np.random.default_rng(1)
    hits = np.zeros(len(names))
    for _ in range(400):
        table = cd.Table.from_matrix(rng.multinomial(n, shares.ravel()).reshape(3, 3))
        found = interval(table, measure=names)
        hits += [value in each for value, each in zip(right, found, strict=True)]
    assert np.all(hits / 400 >= 0.925)


@pytest.mark.parametrize("large", [10**9, 10**15, 2**63 - 100])
def test_pairs_of_one_cluster_with_nearly_all_elements(large):
    table = cd.Table.from_matrix([[large, 3], [2, 50]])
    for found in interval(table, measure=("ari", "rand", "jaccard", "fowlkes_mallows")):
        assert found.reason or found.low <= found.value <= found.high


REFINED = {  # sizes of the clusters of a, and which of them b joins
    "sizes 4:3:2:1": ([4, 3, 2, 1], [0, 0, 1, 1]),
    "sizes 5:4:3:2:1": ([5, 4, 3, 2, 1], [0, 1, 0, 1, 1]),
    "equal sizes": ([1, 1, 1, 1], [0, 0, 1, 1]),
}


@pytest.mark.parametrize(
    ("case", "n"),
    [
        ("sizes 4:3:2:1", 300),
        *(pytest.param(case, n, marks=pytest.mark.slow) for case in REFINED for n in (100, 500)),
    ],
)
def test_coverage_of_pairs_where_one_clustering_refines_the_other(case, n):
    """The standard error then depends on the value in another way than near independence."""
    sizes, joined = REFINED[case]
    shares, joined = np.array(sizes) / sum(sizes), np.array(joined)
    cells = np.zeros((len(shares), joined.max() + 1), np.int64)
    cells[np.arange(len(shares)), joined] = np.rint(shares * 10**9)
    names = ["jaccard", "adjusted_rand", "rand"]
    right = [cd.get_measure(name).on(cd.Table.from_matrix(cells)) for name in names]
    random = np.random.default_rng(n)
    held, shown = np.zeros(3), np.zeros(3)
    for _ in range(300):
        a = random.choice(len(shares), n, p=shares)
        found = interval(a, joined[a], names)
        shown += [each.reason is None for each in found]
        held += [value in each for value, each in zip(right, found, strict=True)]
    assert np.all(held >= 0.91 * shown)


def test_the_pairs_of_clusters_of_equal_sizes_are_at_an_extreme():
    a = np.repeat(np.arange(4), 50)
    for found in interval(a, a // 2, ["jaccard", "ari", "rand"]):
        assert found.low is None
        assert "extreme" in found.reason


def test_score_limits_of_a_share_of_elements_are_those_of_wilson():
    """With shares 1 - p, p/2 and p/2 of the cells, the pairs together have (1 - p)² + p²/2."""
    n, errors, z = 2000, 60, 1.959963984540054
    table = cd.Table.from_matrix(np.diag([n - errors, errors // 2, errors // 2]))
    low, high = pair_limits(cd.get_measure("russell_rao"), table, z)
    p, weight = errors / n, 1 + z * z / n
    center, half = p + z * z / (2 * n), z * np.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    least, most = (center - half) / weight, (center + half) / weight
    right = [(1 - x) ** 2 + x**2 / 2 for x in (most, least)]
    assert [low, high] == pytest.approx(right, rel=2e-3)


def covered(name, shares, n, runs=150, seed=1):
    """Share of the intervals of samples that contain the value of the population, and of runs."""
    random, shares = np.random.default_rng(seed), np.asarray(shares) / np.sum(shares)
    whole = cd.Table.from_matrix(np.rint(shares * 10**12).astype(np.int64))
    truth = cd.get_measure(name).on(whole)
    counts = random.multinomial(n, shares.ravel(), size=runs).reshape(runs, *shares.shape)
    found = [interval(cd.Table.from_matrix(x), measure=name) for x in counts]
    shown = [x for x in found if x.reason is None]
    return sum(truth in x for x in shown) / max(len(shown), 1), len(shown) / runs


def refined(noise):
    """Three clusters, each divided into four by the other side, and a share of independent ones."""
    shares = np.zeros((3, 12))
    shares[0, :4], shares[1, 4:8], shares[2, 8:] = (20, 15, 10, 5), (16, 8, 4, 2), (9, 9, 3, 3)
    shares = shares / shares.sum()
    return (1 - noise) * shares + noise * np.outer(shares.sum(1), shares.sum(0))


@pytest.mark.parametrize("name", ["vi", "nmi", "completeness"])
def test_entropies_of_cells_that_were_not_sampled(name):
    """Nearly empty cells leave a part of the bias; the intervals covered 0.87 of the time."""
    held, shown = covered(name, refined(0.02), 400)
    assert held >= 0.92
    assert shown > 0.9


def test_entropy_of_clusters_that_were_not_sampled():
    """Samples with few clusters were the only ones with an interval: 0.04 of them covered."""
    held, shown = covered("entropy", np.diag([0.8, *[0.01] * 20]), 40)
    assert shown < 0.05 or held >= 0.92


@pytest.mark.parametrize(
    ("name", "shares"),
    [
        ("ari", [[0.89965, 0.00035], [0.00035, 0.09965]]),
        ("jaccard", [[0.89965, 0.00035], [0.00035, 0.09965]]),
        ("completeness", [[0.4996, 0.0004], [0.0004, 0.4996]]),
        ("wallace_b", [[0.897, 0.003], [0.003, 0.097]]),
    ],
)
def test_one_error_or_none_is_seen(name, shares):
    """Where a sample has an error with probability 0.1 to 0.7, zero and one have to cover."""
    held, shown = covered(name, shares, 200)
    assert held >= 0.92
    assert shown > 0.9


@pytest.mark.parametrize("name", ["wallace_b", "adjusted_wallace_b"])
def test_the_best_value_of_unequal_clusterings_has_no_interval(name):
    table = cd.Table.from_matrix([[49, 1, 0, 0], [0, 0, 6, 0], [0, 0, 0, 6]])
    found = interval(table, measure=name)
    assert found.value == 1
    assert found.reason == AT_BEST


def test_few_elements_outside_of_the_largest_cluster():
    for name in ("ari", "nmi"):
        found = interval(cd.Table.from_matrix([[57, 1, 1], [1, 0, 0]]), measure=name)
        assert "largest cluster" in found.reason


@pytest.mark.parametrize("name", ["van_dongen", "bcubed_f", "classification_accuracy"])
def test_half_samples_depend_neither_on_names_nor_on_the_order_of_the_sides(name):
    random = np.random.default_rng(3)
    a = random.integers(0, 3, 90)
    b = np.where(random.random(90) < 0.2, random.integers(0, 3, 90), a)
    found = [interval(*each, name, samples=20) for each in ((a, b), (2 - a, (b + 1) % 3), (b, a))]
    limits = [(x.low, x.high) for x in found]
    assert limits[1] == pytest.approx(limits[0], rel=1e-12)
    assert limits[2] == pytest.approx(limits[0], rel=1e-12)
