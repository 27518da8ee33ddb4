"""interval: valid or none. benchmarks/coverage.py makes the coverage table of the docs."""

import os
import subprocess
import sys
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff.intervals import interval
from clusterdiff.intervals._pairs import PairShares, pair_gradient
from clusterdiff.sampling import RandomSource, Statistic
from clusterdiff.summaries import PairCounts
from tests.helpers.each import each, intervals

rng = np.random.default_rng(0)
A = rng.integers(0, 3, 300)
B = np.where(rng.random(300) < 0.7, A, rng.integers(0, 3, 300))


def with_errors(n, clusters, errors):
    """Equal clusters, and a clustering with some elements moved to the next cluster."""
    a = np.arange(n) % clusters
    b = a.copy()
    b[:errors] = (b[:errors] + 1) % clusters
    return a, b


@pytest.mark.parametrize("weights", [{"ab": 1.0}, {"a": 0.5, "b": -1.0, "ab": 2.0}, {"b": -3.0}])
@pytest.mark.parametrize(
    ("a", "b"),
    [
        ([0, 0, 0, 1, 1, 2, 2, 0], [0, 0, 1, 1, 1, 2, 0, 0]),
        ([0, 0, 1, 2, 3, 4, 5], [0, 0, 1, 1, 2, 3, 4]),  # few pairs: the second term is larger
        ([0, 0, 1, 1], [0, 1, 0, 1]),
    ],
)
def test_the_variance_of_shares_of_pairs_by_definition(a, b, weights):
    n = len(a)
    together = {"a": lambda x, y: a[x] == a[y], "b": lambda x, y: b[x] == b[y]}
    together["ab"] = lambda x, y: a[x] == a[y] and b[x] == b[y]
    h = np.zeros((n, n))
    pairs = list(permutations(range(n), 2))
    for x, y in pairs:
        h[x, y] = sum(weight * together[key](x, y) for key, weight in weights.items())
    mean = h.sum() / len(pairs)
    for x, y in pairs:
        h[x, y] -= mean
    first, second = 4 * np.sum(h.sum(axis=1) ** 2), 2 * np.sum(h**2)
    variance = max(first - second, second) / (n * (n - 1) * (n - 2) * (n - 3))
    table = cd.Table.from_labels(a, b)
    sizes = {
        "a": table.row_sizes[table.rows],
        "b": table.col_sizes[table.cols],
        "ab": table.counts,
    }
    found = PairShares.from_sizes(n, table.counts, sizes)
    assert found.std(weights) ** 2 == pytest.approx(variance * n / (n - 3))
    by_element = h.sum(axis=1) / (n - 1)
    cells = list(zip(table.rows.tolist(), table.cols.tolist(), strict=True))
    names = list(zip(a, b, strict=True))
    wanted = [by_element[names.index(cell)] for cell in cells]
    assert found.by_element(weights) == pytest.approx(np.array(wanted))


@pytest.mark.slow
def test_the_variance_of_a_share_of_pairs_is_unbiased():
    """Samples of thirty elements of a population of eight kinds."""
    a, b = [0, 0, 0, 1, 1, 2, 2, 0], [0, 0, 1, 1, 1, 2, 0, 0]
    m = cd.get_measure("russell_rao")  # the share of pairs together in both
    values, variances = [], []
    for chosen in np.random.default_rng(0).integers(0, 8, (1500, 30)):
        table = cd.Table.from_labels([a[i] for i in chosen], [b[i] for i in chosen])
        sizes = {
            "a": table.row_sizes[table.rows],
            "b": table.col_sizes[table.cols],
            "ab": table.counts,
        }
        std = PairShares.from_sizes(table.n, table.counts, sizes).std({"ab": 1.0})
        values.append(m.on(table))
        variances.append(std**2 * (30 - 3) / 30)  # without the allowance for small samples
    assert np.mean(variances) == pytest.approx(np.var(values), rel=0.1)


@pytest.mark.parametrize(
    "name", ["ari", "fmi", "jaccard", "hubert_gamma", "rand", "yule_q", "pair_f"]
)
def test_the_spread_of_pairs_agrees_with_the_jackknife_for_many_elements(name):
    m = cd.get_measure(name)
    n = len(A)
    without = np.array([m(np.delete(A, i), np.delete(B, i)) for i in range(n)])
    jackknife = np.sqrt((n - 1) / n * np.sum((without - without.mean()) ** 2))
    assert interval(A, B, measure=name, rng=0).std == pytest.approx(jackknife, rel=0.1)


@pytest.mark.parametrize(
    "name", ["vi", "nmi", "purity", "classification_accuracy", "ami", "bcubed_f", "van_dongen"]
)
def test_the_spread_agrees_with_the_jackknife_for_many_elements(name):
    m = cd.get_measure(name)
    n = len(A)
    grown = n / (n - 1) if name == "van_dongen" else 1
    without = grown * np.array([m(np.delete(A, i), np.delete(B, i)) for i in range(n)])
    jackknife = np.sqrt((n - 1) / n * np.sum((without - without.mean()) ** 2))
    assert interval(A, B, measure=name, rng=0).std == pytest.approx(jackknife, rel=0.2)


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
def test_an_interval_contains_its_value_or_is_none(name, case):
    random = np.random.default_rng(7)
    a, b = {
        "large": (A, B),
        "small": random.integers(0, 4, (2, 25)),
        "near": with_errors(200, 4, 3),
        "sparse": (np.arange(60) // 2, np.r_[np.arange(50) // 2, np.arange(50, 60)]),
    }[case]
    found = interval(a, b, measure=name, n_samples=40)
    assert (found.low is None) == (found.high is None) == (found.reason is not None)
    if found.low is not None:
        low, high = Statistic.of(name).fixed_bounds()  # others are those of 25 elements
        assert low <= found.low <= found.value <= found.high <= high
        assert found.low < found.high


def test_values_that_grow_with_n():
    """The interval of a count is n (or n²) times that of the share."""
    for names, factor in (
        (("classification_error", "transfer_distance"), 300),
        (("mirkin_invariant", "mirkin"), 300**2),
    ):
        share, count = each(interval, A, B, measures=names, rng=0)
        right = [factor * share.low, factor * share.high]
        assert [count.low, count.high] == pytest.approx(right, rel=0.01)
    twice = interval(A, B, measure="van_dongen", n_samples=100)
    assert twice.low < twice.value < twice.high < 2 * twice.value


@pytest.mark.parametrize(
    "name", ["muc", "split_merge_entropy", "expected_mutual_information", "nvi[by=log_n]"]
)
@pytest.mark.parametrize("n", [300, 3_000, 100_000])
def test_values_without_a_limit_have_no_interval(name, n):
    random = np.random.default_rng(n)
    a = random.integers(0, 3, n)
    b = np.where(random.random(n) < 0.7, a, random.integers(0, 3, n))
    found = interval(a, b, measure=name, n_samples=60)
    assert found.low is None, found
    assert found.reason


@pytest.mark.parametrize("exponent", [6, 9, 10, 11, 12, 14, 16])
def test_any_number_of_elements(exponent):
    """A hundred times the elements, a tenth of the standard error, down to the last digits."""
    cells = np.array([[7, 1, 2], [1, 5, 1], [1, 1, 6]])
    names = ["ari", "rand", "jaccard", "vi", "v_measure", "purity"]
    large = each(interval, cd.Table.from_matrix(cells * 10**exponent), measures=names)
    small = each(interval, cd.Table.from_matrix(cells * 1000), measures=names)
    for one, other in zip(large, small, strict=True):
        assert one.value == pytest.approx(other.value, rel=1e-3)
        assert one.std == pytest.approx(other.std * 10 ** ((3 - exponent) / 2), rel=0.3), one
        assert one.low < one.value < one.high
        assert abs((one.low + one.high) / 2 - one.value) < 0.5 * one.std + 1e-15


def test_variance_of_the_rand_index_at_ten_to_the_sixteen():
    """Against the closed form in exact fractions."""
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
    assert interval(table, measure="rand").std == pytest.approx(float(variance) ** 0.5, rel=0.1)


@pytest.mark.parametrize(
    "name", ["purity", "inverse_purity", "classification_accuracy", "van_dongen", "psi"]
)
def test_ties_of_maxima(name):
    """All maxima tied, one of many, and none."""
    a, b = np.arange(100) % 2, np.zeros(100, int)
    found = interval(a, b, measure=name)
    assert found.low is None or found.low < found.value < found.high
    random = np.random.default_rng(3)
    a = random.integers(0, 8, 2000)
    b = np.where(random.random(2000) < 0.8, a, random.integers(0, 8, 2000))
    a = np.r_[a, np.repeat([8, 9], 100)]
    b = np.r_[b, np.full(200, 8)]
    found = interval(a, b, measure=name)
    assert found.low is None or found.low < found.value < found.high
    b[-60:] = 0  # no tie any more
    found = interval(a, b, measure=name)
    if name in {"purity", "classification_accuracy"}:
        assert found.low < found.value < found.high
        assert found.high - found.low == pytest.approx(4 * (0.2 * 0.8 / 2200) ** 0.5, rel=0.5)


def test_the_two_names_of_a_share_have_the_same_interval():
    """Without ties purity is the accuracy: the intervals must not be disjoint."""
    a, b = with_errors(500, 5, 100)
    one, other = each(interval, a, b, measures=["purity", "classification_accuracy"], rng=0)
    assert [one.low, one.high] == pytest.approx([other.low, other.high], rel=0.01)


@pytest.mark.parametrize("name", ["ari", "vi", "purity", "nmi", "jaccard", "ami", "rand"])
def test_one_per_cent_of_errors_in_a_hundred_elements(name):
    """No error, one, two or three: the value of the population is inside; none is degenerate."""
    table = cd.Table.from_matrix(np.eye(3, dtype=int) * 297 * 10**6 + 10**6)
    truth = cd.get_measure(name).on(table)
    for errors in (0, 1, 2):
        found = interval(*with_errors(100, 3, errors), measure=name)
        assert truth in found, (errors, found)
        assert found.high - found.low > abs(1 - truth if name != "vi" else truth)


@pytest.mark.slow
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
        found = intervals(table, names, n_samples=30, rng=run)
        held += [value in each for value, each in zip(truth, found, strict=True)]
    assert (held / 120 >= 0.88).all()


@pytest.mark.slow
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
            found = intervals(cd.Table.from_matrix(drawn), ["ari", "jaccard"])
            held += [value in each for value, each in zip(truth, found, strict=True)]
        assert (held / 150 >= 0.88).all(), (clusters, n, noise, held / 150)


@pytest.mark.parametrize("name", ["ari", "vi", "muc", "jaccard", "purity", "fmi"])
def test_small_clusters_have_no_interval(name):
    a, b = np.arange(2000), np.arange(2000)
    a[1:400:2] = a[0:400:2]
    b[1:320:2] = b[0:320:2]
    assert "elements per cluster" in interval(a, b, measure=name).reason


@pytest.mark.parametrize("name", ["ari", "rand", "mirkin", "jaccard", "hubert_gamma"])
def test_independent_clusterings(name):
    """Where the linear term vanishes, the standard error does not."""
    found = interval(np.arange(900) % 3, np.arange(900) // 300, measure=name)
    assert found.low < found.value < found.high
    random = np.random.default_rng(0)
    sampled = [cd.get_measure(name)(*random.integers(0, 3, (2, 900))) for _ in range(300)]
    assert 0.5 < found.std / np.std(sampled) < 2


def test_limits_of_samples_and_level():
    for a, b in (([0], [0]), ([0, 0], [0, 1]), (A[:19], B[:19])):
        assert interval(a, b, measure="ari").reason == "fewer than 20 elements"
    assert (
        interval(np.zeros(50), np.zeros(50), measure="ari").reason
        == "both clusterings have a single cluster"
    )
    narrow, wide = (interval(A, B, measure="ari", level=level) for level in (0.5, 0.99))
    assert wide.low < narrow.low < narrow.high < wide.high
    assert interval(A, B, measure="ari").reason is None


@pytest.mark.parametrize("level", [1e-9, 0.01, 0.1, 0.5, 0.999, 1 - 1e-9, 1 - 1e-16])
@pytest.mark.parametrize("name", ["ari", "rand", "vi", "ami", "purity", "psi"])
@pytest.mark.parametrize("errors", [1, 2, 5])
@pytest.mark.filterwarnings("error")
def test_every_level_has_limits_around_the_value(level, name, errors):
    """At low levels the mid-P limit is above the count; (1 + level) / 2 may round to 1."""
    a = np.random.default_rng(0).integers(0, 3, 100)
    b = np.where(np.arange(100) < errors, (a + 1) % 3, a)
    found = interval(a, b, measure=name, level=level, n_samples=50)
    if found.reason is None:
        assert found.low <= found.value <= found.high
    else:
        assert found.low is found.high is None


def test_a_level_may_be_any_real_number():
    found = interval(A, B, measure="ari", level=Fraction(9, 10))
    assert found == interval(A, B, measure="ari", level=0.9)
    assert "90 %" in repr(found)


def test_a_function_of_labels():
    def alike(x, y):
        return cd.purity(x, y)

    found, right = (interval(A, B, measure=m, n_samples=40, rng=3) for m in (alike, "purity"))
    assert found.std == pytest.approx(right.std, rel=0.05)


def test_generators_and_seeds():
    same = [interval(A, B, measure="vi", n_samples=40, rng=5) for _ in range(2)]
    assert same[0] == same[1]
    found = interval(A, B, measure="vi", n_samples=40, rng=np.random.default_rng(5))
    assert found == interval(A, B, measure="vi", n_samples=40, rng=found.seed)
    one, other = (RandomSource.of(np.random.default_rng(5)).block(3).random() for _ in range(2))
    assert one == other


@pytest.mark.slow
def test_threads_change_nothing():
    program = (
        "import numpy as np; from clusterdiff.chance import expected; "
        "from clusterdiff.intervals import interval; "
        "a = np.arange(900) % 9; b = np.arange(900) % 7; "
        "print(expected(a, b, measure='psi', n_samples=200, rng=0), interval(a, b, measure='vi', n_samples=50, rng=0)); "
        "print(expected(a, b, measure='nmi', null='all', n_samples=200, rng=0))"
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
        (lambda: interval(A, B, measure="ari", level=95), "level must be a number between 0 and 1"),
        (
            lambda: interval(A, B, measure="ari", level="0.95"),
            "level must be a number between 0 and 1",
        ),
        (lambda: interval(A, B, measure="ari", n_samples=0), "samples must be"),
        (
            lambda: interval(cd.Table.from_labels(A, B), "ari", measure="ari"),
            "A Table holds both clusterings",
        ),
    ],
)
def test_invalid_options_are_refused(call, message):
    with pytest.raises(cd.ClusterdiffError, match=message):
        call()


def test_it_reads_as_a_line():
    assert "95 % [" in repr(interval(A, B, measure="ari"))
    assert "95 % – (fewer than 20 elements)" in repr(interval(A[:5], B[:5], measure="ari"))
    assert interval(A[:5], B[:5], measure="ari").to_dict()["low"] is None


@pytest.mark.parametrize("name", [m.name for m in cd.MEASURES.values()])
def test_a_difference_below_the_last_digit(name):
    """Twelve of 7·10¹⁸ elements differ: the value is the best one as far as a double shows."""
    table = cd.Table.from_matrix([[2**62, 5], [7, 2**61]])
    found = interval(table, measure=name, n_samples=20)
    assert (found.low is None) == (found.reason is not None)
    if found.low is not None:
        assert found.low <= found.value <= found.high
