"""compare_two: the test holds its level or is refused."""

import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff.intervals import compare_two, holm


def noisy(a, share, clusters, random):
    return np.where(random.random(len(a)) < share, random.integers(0, clusters, len(a)), a)


@pytest.mark.parametrize(
    "name", ["ari", "vi", "purity", "jaccard", "classification_accuracy", "mirkin"]
)
def test_a_clear_difference(name):
    random = np.random.default_rng(3)
    a = random.integers(0, 4, 400)
    b1, b2 = noisy(a, 0.1, 4, random), noisy(a, 0.4, 4, random)
    found = compare_two(a, b1, b2, measure=name)
    m = cd.get_measure(name)
    assert found.value == pytest.approx(m(a, b1) - m(a, b2))
    assert (found.closer, found.pvalue < 0.01) == ("b1", True)
    assert found.low <= found.value <= found.high
    assert found.low > 0 or found.high < 0
    other = compare_two(a, b2, b1, measure=name)
    assert (other.closer, other.value) == ("b2", -found.value)


def test_the_standard_error_is_paired():
    """Predictions that differ in a few elements only have a small standard error."""
    random = np.random.default_rng(4)
    a = random.integers(0, 3, 600)
    b1 = noisy(a, 0.3, 3, random)
    b2 = b1.copy()
    b2[:12] = (b2[:12] + 1) % 3
    b3 = noisy(a, 0.3, 3, random)
    for name in ("ari", "purity"):
        near, far = (compare_two(a, b1, b, measure=name) for b in (b2, b3))
        assert near.high - near.low < 0.5 * (far.high - far.low)
    drawn = [random.integers(0, 600, 600) for _ in range(300)]
    values = [cd.purity(a[i], b1[i]) - cd.purity(a[i], b3[i]) for i in drawn]
    found = compare_two(a, b1, b3, measure="purity")
    assert (found.high - found.low) / 3.92 == pytest.approx(np.std(values), rel=0.25)


def test_the_same_clustering_twice():
    random = np.random.default_rng(3)
    a = random.integers(0, 4, 300)
    b = noisy(a, 0.2, 4, random)
    for name in ("ari", "nmi", "psi"):
        same = compare_two(a, b, b, measure=name, n_samples=60)
        assert (same.value, same.pvalue, same.closer) == (0, 1, "neither")


def test_named_elements_and_functions():
    random = np.random.default_rng(0)
    labels = random.integers(0, 2, 40)
    a = {f"e{i}": int(x) for i, x in enumerate(labels)}
    b1 = {k: (1 - v if k == "e0" else v) for k, v in a.items()}
    b2 = dict(reversed([(k, v if i % 3 else 1 - v) for i, (k, v) in enumerate(a.items())]))

    def far(x, y):
        return 1 - cd.purity(x, y)

    found = compare_two(a, b1, b2, measure=far, n_samples=40)
    assert (found.value_1, found.closer) == (pytest.approx(1 / 40), "b1")
    assert "closer to a: b1" in repr(found)


@pytest.mark.parametrize("name", ["ari", "jaccard", "fmi", "vi", "muc"])
def test_small_clusters_are_refused(name):
    n = 2000
    a, b1, b2 = np.arange(n), np.arange(n), np.arange(n)
    a[1:400:2] = a[0:400:2]
    b1[1:320:2] = b1[0:320:2]
    b2[1:200:2] = b2[0:200:2]
    found = compare_two(a, b1, b2, measure=name)
    assert found.pvalue is None
    assert found.low is None
    assert "elements per cluster" in found.reason
    assert found.closer == "b1"


def fine(noise, clusters, finer):
    """Return shares of a population in which the noise of b forms `finer` separate clusters."""
    own = np.eye(clusters) * (1 - noise) / clusters
    return np.hstack([own, np.full((clusters, finer), noise / clusters / finer)])


def value(name, shares):
    return cd.get_measure(name).on(cd.Table.from_matrix(np.rint(shares * 10**10).astype(np.int64)))


@pytest.mark.parametrize("name", ["vi", "nmi", "ami", "purity", "ari", "bcubed_f"])
def test_different_numbers_of_clusters_and_the_same_value(name):
    """K' = 5 against 45, equal in the population: few errors, or the test is refused."""
    coarse = np.eye(5) * 0.6 / 5 + 0.4 / 25
    target, low, high = value(name, coarse), 0.001, 0.999
    for _ in range(40):
        middle = (low + high) / 2
        worse = value(name, fine(middle, 5, 40)) > target
        low, high = (low, middle) if worse == (name == "vi") else (middle, high)
    random = np.random.default_rng(8)
    shown = rejected = 0
    for run in range(40):
        a = random.integers(0, 5, 500)
        b1 = noisy(a, 0.4, 5, random)
        b2 = np.where(random.random(500) < low, 5 + random.integers(0, 40, 500), a)
        found = compare_two(a, b1, b2, measure=name, n_samples=30, rng=run)
        shown += found.pvalue is not None
        rejected += found.pvalue is not None and found.pvalue < 0.05
    assert rejected <= max(1, 0.15 * shown), (shown, rejected)


def test_different_numbers_of_clusters_need_elements_in_every_cell():
    random = np.random.default_rng(2)
    a = random.integers(0, 3, 3000)
    b1 = noisy(a, 0.3, 3, random)
    b2 = 2 * noisy(a, 0.2, 3, random) + random.integers(0, 2, 3000)
    assert compare_two(a, b1, b2, measure="ari").pvalue is not None
    few = compare_two(a[:150], b1[:150], b2[:150], measure="ari")
    assert few.pvalue is None
    assert few.reason == (
        "different numbers of clusters need 360 elements, 20 per cell of a 3 × 6 table"
    )


def test_the_reason_names_the_larger_of_both_numbers():
    """With 4 and 5 clusters, it named the 320 elements of the smaller table, and 360 afterwards."""
    a, b1, b2 = (np.random.default_rng(0).integers(0, k, 300) for k in (4, 4, 5))
    assert "need 360 elements" in compare_two(a, b1, b2, measure="ari").reason
    assert "need 400 elements" in compare_two(a, b1, b2, measure="vi").reason


@pytest.mark.parametrize(
    ("measure", "needed", "rule"),
    [
        ("ari", 360, "40 per cluster of both sides together (5 + 4)"),
        ("vi", 400, "20 per cell of a 5 × 4 table"),
    ],
)
def test_the_reason_names_the_rule_and_the_number_of_elements(measure, needed, rule):
    a = np.arange(2000) % 5
    b1, b2 = np.minimum(a, 3), np.where(np.arange(2000) % 7 == 0, (a + 1) % 3, np.minimum(a, 2))
    said = f"different numbers of clusters need {needed} elements, {rule}"
    below, enough = (
        compare_two(a[:n], b1[:n], b2[:n], measure=measure).reason for n in (needed - 1, needed)
    )
    assert below == said
    assert enough is None or "different numbers" not in enough


def test_whether_different_numbers_of_clusters_are_compared_does_not_depend_on_the_errors():
    """Samples with few errors have few cells; a test of these alone rejects too often."""
    random = np.random.default_rng(3)
    for n, shown in ((200, False), (300, True)):
        for _ in range(20):
            a = random.integers(0, 3, n)
            b1, b2 = noisy(a, 0.02, 3, random), noisy(a, 0.3, 3, random)
            b1[(a == 0) & (random.random(n) < 0.5)] = 3
            assert (compare_two(a, b1, b2, measure="rand").pvalue is not None) == shown


@pytest.mark.slow
def test_type_one_errors():
    """Predictions of the same quality: about 5 % have p < 0.05."""
    random = np.random.default_rng(10)
    names = ["ari", "jaccard", "purity"]
    p = {name: [] for name in names}
    for run in range(150):
        a = random.integers(0, 3, 150)
        b1, b2 = noisy(a, 0.3, 3, random), noisy(a, 0.3, 3, random)
        for name in names:
            found = compare_two(a, b1, b2, measure=name, n_samples=30, rng=run)
            p[name] += [] if found.pvalue is None else [found.pvalue]
    for name in names:
        assert len(p[name]) > 100
        assert np.mean(np.array(p[name]) < 0.05) < 0.11, name


def test_one_measure_only():
    with pytest.raises(cd.ClusterdiffError, match="single measure"):
        compare_two([0, 1], [0, 1], [0, 1], measure="all")


@pytest.mark.parametrize("name", ["classification_accuracy", "invariant_van_dongen"])
def test_ties_are_refused(name):
    """A prediction that divides each cluster into halves: the larger half depends on the sample."""
    random = np.random.default_rng(1)
    for _ in range(12):
        a = random.integers(0, 3, 500)
        halves = 2 * noisy(a, 0.1, 3, random) + random.integers(0, 2, 500)
        found = compare_two(a, halves, noisy(a, 0.8, 3, random), measure=name, n_samples=60)
        assert found.pvalue is None, found
    assert (
        compare_two(a, noisy(a, 0.1, 3, random), noisy(a, 0.2, 3, random), measure=name).pvalue
        is not None
    )


@pytest.mark.parametrize("name", ["ari", "vi", "nmi", "mirkin"])
def test_a_p_value_is_never_zero(name):
    rng = np.random.default_rng(0)
    a = rng.integers(0, 5, 5000)
    b1 = np.where(rng.random(5000) < 0.95, a, rng.integers(0, 5, 5000))
    assert 0 < compare_two(a, b1, rng.integers(0, 5, 5000), measure=name).pvalue <= 1e-9


@pytest.mark.parametrize("name", ["purity", "bcubed_f", "ari", "nmi"])
def test_exchanging_the_predictions_mirrors_the_limits(name):
    random = np.random.default_rng(3)
    a = random.integers(0, 3, 400)
    b1, b2 = (np.where(random.random(400) < x, random.integers(0, 3, 400), a) for x in (0.2, 0.3))
    found, other = compare_two(a, b1, b2, measure=name), compare_two(a, b2, b1, measure=name)
    assert (found.value, found.pvalue) == (-other.value, pytest.approx(other.pvalue, rel=1e-9))
    assert (found.low, found.high) == pytest.approx((-other.high, -other.low), rel=1e-9)


def test_p_values_of_several_tests_are_corrected():
    assert holm([0.01, 0.02, 0.03, 0.5]) == pytest.approx([0.04, 0.06, 0.06, 0.5])
    assert holm([]) == []


@pytest.mark.parametrize("pvalues", [[2.0], [float("nan")], ["0.5"], [None]])
def test_holm_refuses_other_numbers(pvalues):
    with pytest.raises(cd.ClusterdiffError, match="between 0 and 1"):
        holm(pvalues)


def test_holm_refuses_a_single_number():
    with pytest.raises(cd.ClusterdiffError, match="pvalues must be a list of numbers"):
        holm(0.5)
