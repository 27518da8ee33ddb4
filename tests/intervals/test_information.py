"""Closed standard errors and biases of functions of entropies."""

import numpy as np
import pytest
from scipy.special import digamma, exp1

import clusterdiff as cd
from clusterdiff.intervals import compare_two, interval
from clusterdiff.intervals._information import (
    _missing,
    _unseen_information,
    entropies_of,
    information_spread,
)
from clusterdiff.intervals._posterior import Populations, Posterior
from clusterdiff.sampling import RandomSource, Statistic

POPULATION = np.array([[0.30, 0.04, 0.02], [0.03, 0.25, 0.04], [0.02, 0.05, 0.25]])
FAR = cd.Table.from_matrix(np.rint(POPULATION * 10**12).astype(np.int64))


def drawn(n, random, shares=POPULATION):
    return cd.Table.from_matrix(random.multinomial(n, shares.ravel()).reshape(shares.shape))


@pytest.mark.parametrize("mean", [0.3, 1.0, 3.0, 20.0, 60.0])
def test_the_bias_of_a_cell_is_that_of_the_literature(mean):
    """For Poisson counts, Grassberger's k·G(k) is k·log k in the mean up to μ·E₁(2μ)."""
    k = np.arange(1, 400)
    weights = np.exp(k * np.log(mean) - mean - np.cumsum(np.log(k)))
    corrected = np.array([_missing(np.array([x])) + 0.5 for x in k])
    found = np.sum(weights * (k * np.log(k) - corrected))
    assert found == pytest.approx(mean * (np.log(mean) + exp1(2 * mean)), abs=3e-3)


def published(counts):
    """The estimator as Chao, Wang and Jost (2013) write it, with sums instead of functions."""
    counts = [k for k in counts if k]
    n, once, twice = sum(counts), counts.count(1), counts.count(2)
    first = sum(k / n * sum(1 / j for j in range(k, n)) for k in counts)
    a = 2 * twice / ((n - 1) * once + 2 * twice)
    rest = -np.log(a) - sum((1 - a) ** r / r for r in range(1, n))
    return first + once / n * (1 - a) ** (1 - n) * rest


def test_entropies_are_those_of_the_estimator_of_chao_wang_and_jost():
    """Of the population with the shares of the sample; a and b have too few clusters to lack any."""
    counts = np.random.default_rng(2).multinomial(2000, [0.3 / 900] * 900 + [0.7 / 30] * 30)
    cells = counts[:900].reshape(30, 30) + np.diag(counts[900:])
    table = cd.Table.from_matrix(cells)
    posterior = Posterior.of(table, RandomSource.of(0))
    mean, twice = posterior.mean(unseen=False), np.sum(cells == 2)
    sample = Populations(posterior, mean[None, :], mean, np.array([twice], float))
    a, b, joint = (float(x[0]) for x in entropies_of(sample))
    assert joint == pytest.approx(published(cells.ravel().tolist()), rel=1e-3)
    for found, sizes in ((a, table.row_sizes), (b, table.col_sizes)):
        terms = [k / 2000 * sum(1 / j for j in range(k, 2000)) for k in sizes.tolist()]
        assert found == pytest.approx(sum(terms), rel=1e-12)


def test_unsampled_cells_hold_no_more_than_there_are_of_them():
    """With f₂ = 0, the estimator would spread the elements over any number of cells."""
    many, few, none = (
        float(_unseen_information(np.array([10.0]), np.array([0.01]), empty)[0])
        for empty in (1e9, 20, 0)
    )
    assert many > 2 * few
    assert few == pytest.approx(10 * np.exp(0.5) * exp1(0.5))
    assert none < 0.05


def test_the_correction_of_each_number_of_elements():
    """G(1) = -γ - log 2, G(2) = G(1) + 2, G(2k + 1) = G(2k), G(2k + 2) = G(2k) + 2/(2k + 1).

    Above 30, the alternating part is left out: log k - ψ(k) is the mean of both parities.
    """
    found = {k: _missing(np.array([k])) + 0.5 for k in (*range(1, 34), 1000)}
    g = -np.euler_gamma - np.log(2)
    for k in range(1, 31):
        g += 2 / (k - 1) if k % 2 == 0 else 0
        assert found[k] == pytest.approx(k * (np.log(k) - g), rel=1e-12)
    for k in (31, 32, 33, 1000):
        assert found[k] == pytest.approx(k * (np.log(k) - digamma(k)), abs=1e-6)
    several = [1, 2, 2, 30, 31, 1000]
    assert _missing(np.array(several)) == pytest.approx(sum(found[k] for k in several) - 0.5)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "vi",
        "nmi",
        "ami",
        "homogeneity",
        "v_measure[beta=2]",
        "nvi[by=joint]",
        "mi",
        "conditional_entropy",
    ],
)
def test_bias_and_standard_error_are_those_of_samples(name):
    """Against the mean and the spread of many samples of a population."""
    random, s = np.random.default_rng(3), Statistic.of(name)
    found = [(s.on(t), information_spread(s, t)) for t in (drawn(400, random) for _ in range(400))]
    values = np.array([value for value, _ in found])
    biases = np.array([x.spread.bias for _, x in found])
    stds = np.array([x.spread.std for _, x in found])
    error = values.std() / np.sqrt(len(values))
    assert np.mean(values - biases) == pytest.approx(s.on(FAR), abs=4 * error)
    assert np.sqrt(np.mean(stds**2)) == pytest.approx(values.std(), rel=0.15)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["vi", "nmi", "ami"])
def test_coverage_with_400_cells(name):
    """Twelve elements per cell: the bias is larger than the standard error and is corrected."""
    random, sizes = np.random.default_rng(5), np.full(20, 0.05)
    shares = np.diag(sizes) * 0.4 + 0.6 * np.outer(sizes, sizes)
    far = cd.get_measure(name).on(cd.Table.from_matrix(np.rint(shares * 10**12).astype(np.int64)))
    found = [interval(drawn(5000, random, shares), measure=name) for _ in range(120)]
    assert all(x.reason is None for x in found)
    assert sum(far in x for x in found) >= 105
    assert all(x.low <= x.value <= x.high for x in found)


@pytest.mark.parametrize("name", ["vi", "nmi", "ami", "homogeneity"])
def test_unsampled_cells_are_allowed_for(name):
    """Half of the elements are spread over 1,600 cells; intervals without a bound were too low."""
    random = np.random.default_rng(0)
    a = random.integers(0, 40, 800)
    b = np.where(random.random(800) < 0.5, a, random.integers(0, 40, 800))
    shares = np.diag(np.full(40, 0.5 / 40)) + 0.5 / 1600
    right = cd.get_measure(name)(cd.Table.from_matrix(np.rint(shares * 10**12).astype(np.int64)))
    found = interval(a, b, measure=name)
    assert right in found


@pytest.mark.slow
def test_independent_clusterings_are_covered():
    """The population value 0 is at the end of the range."""
    shares, random = np.outer([0.5, 0.3, 0.2], [0.4, 0.4, 0.2]), np.random.default_rng(1)
    found = [interval(drawn(200, random, shares), measure="nmi") for _ in range(200)]
    assert sum(x.low is None or x.low <= 1e-12 for x in found) >= 184


def test_a_best_value_that_depends_on_the_data():
    """The mutual information of equal clusterings is an entropy, which was sampled too."""
    a = np.arange(200) % 3
    b = a.copy()
    b[:4] = (b[:4] + 1) % 3
    assert "differ" in interval(a, b, measure="mi").reason
    b[:40] = (a[:40] + 1) % 3
    assert interval(a, b, measure="mi").reason is None


def test_kinks_of_options_are_found():
    """min(H(a), H(b)) where both are nearly equal."""
    table = cd.Table.from_matrix([[60, 12, 4], [9, 30, 3], [6, 1, 15]])
    smooth, kinked = (
        information_spread(Statistic.of(f"nmi[by={by}]"), table) for by in ("arithmetic", "min")
    )
    assert 2 * smooth.spread.evenness < kinked.spread.evenness


@pytest.mark.slow
@pytest.mark.parametrize("name", ["vi", "nmi"])
def test_unlike_numbers_of_clusters(name):
    """A prediction with twice as many clusters, and one of the same quality: level at most 7 %."""
    random, p = np.random.default_rng(8), []
    for _ in range(150):
        a = random.integers(0, 4, 800)
        b1 = np.where(random.random(800) < 0.2, random.integers(0, 4, 800), a)
        b2 = np.where(random.random(800) < 0.2, random.integers(0, 4, 800), a)
        # Splitting b1 at random adds one bit to its conditional entropy only.
        fine = 2 * b1 + random.integers(0, 2, 800)
        found = compare_two(
            a, fine, b2, measure="conditional_entropy" if name == "vi" else "homogeneity"
        )
        p += [] if found.pvalue is None else [found.pvalue]
    assert len(p) > 100
    assert np.mean(np.array(p) < 0.05) <= 0.1


@pytest.mark.slow
def test_the_spread_of_a_difference_agrees_with_samples():
    random = np.random.default_rng(9)
    shares = random.dirichlet(np.full(27, 2.0))
    values, stds = [], []
    for _ in range(250):
        cells = np.repeat(np.arange(27), random.multinomial(600, shares))
        a, b1, b2 = cells // 9, cells // 3 % 3, cells % 3
        found = compare_two(a, b1, b2, measure="vi")
        values.append(found.value)
        stds.append((found.high - found.low) / 3.92)
    assert np.mean(stds) == pytest.approx(np.std(values), rel=0.15)


@pytest.mark.parametrize("n", [20, 29, 30, 31, 200])
@pytest.mark.parametrize(
    "name", ["nmi", "ami", "vi", "nmi[by=geometric]", "v_measure", "ari", "rand"]
)
def test_a_single_cluster_on_one_side(name, n):
    """The samples do not show how many more clusters there are."""
    for labels in (([0] * n, np.arange(n) % 2), (np.arange(n) % 2, [0] * n)):
        assert "single cluster" in interval(*labels, measure=name).reason
        assert compare_two(labels[0], labels[1], np.arange(n) % 3, measure=name).pvalue is None
