"""interval and difference: jackknife, bootstrap, coverage, pairs of predictions."""

import os
import subprocess
import sys

import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff.chance import difference, interval

rng = np.random.default_rng(0)
A = rng.integers(0, 4, 60)
B = np.where(rng.random(60) < 0.8, A, rng.integers(0, 4, 60))
NAMES = ["ari", "fmi", "jaccard", "adjusted_rand_asymptotic", "nmi", "ami", "vi", "psi", "purity", "hubert_gamma", "nmi[by=joint]"]


@pytest.mark.parametrize("name", NAMES)
def test_jackknife_is_that_of_the_elements(name):
    m = cd.measure(name)
    without = np.array([m(np.delete(A, i), np.delete(B, i)) for i in range(60)])
    found = interval(A, B, name, method="jackknife")
    assert found.std == pytest.approx(np.sqrt(59 / 60 * np.sum((without - without.mean()) ** 2)), rel=1e-6)
    assert found.value == m(A, B)
    centre = m(A, B) - 59 * (without.mean() - m(A, B))
    assert found.low == pytest.approx(centre - 1.959964 * found.std, rel=1e-6)
    assert interval(A, B, name) == found


def test_bootstrap_is_that_of_the_elements():
    random = np.random.default_rng(1)
    drawn = [random.integers(0, 60, 60) for _ in range(1500)]
    found = interval(A, B, ["ari", "vi", "psi"], method="bootstrap", kind="percentile", samples=1500)
    for name, each in zip(["ari", "vi", "psi"], found, strict=True):
        values = np.array([cd.measure(name)(A[i], B[i]) for i in drawn[: 1500 if name == "ari" else 500]])
        assert each.std == pytest.approx(values.std(), rel=0.15)
        assert [each.low, each.high] == pytest.approx(np.quantile(values, [0.025, 0.975]).tolist(), abs=4 * each.std / 10)


def test_bca_agrees_with_scipy():
    from scipy.stats import bootstrap

    right = bootstrap((A, B), cd.adjusted_rand, paired=True, vectorized=False, n_resamples=800, method="BCa", rng=np.random.default_rng(0))
    found = interval(A, B, "ari", method="bootstrap", kind="bca", samples=4000)
    assert [found.low, found.high] == pytest.approx(list(right.confidence_interval), abs=0.03)


def test_acceleration_from_some_cells_is_about_that_from_all(monkeypatch):
    from clusterdiff.chance import _resample
    from clusterdiff.chance._subject import Subject

    random = np.random.default_rng(5)
    a = random.integers(0, 25, 4000)
    b = np.where(random.random(4000) < 0.7, a, random.integers(0, 25, 4000))
    cells, subject = _resample.Resampled(cd.Table.from_labels(a, b)), Subject.of("vi")
    some = cells.acceleration(subject, 0)
    monkeypatch.setattr(_resample, "_ENOUGH", 10**6)
    assert some == pytest.approx(cells.acceleration(subject, 0), abs=0.01)


def test_intervals_cover_the_truth_about_as_often_as_they_say():
    """A small run; docs/chance.md has the large one."""
    sizes = np.array([5, 4, 3, 2, 1]) / 15
    p = np.diag(sizes) * 0.4 + 0.6 * np.outer(sizes, sizes)
    truth = cd.adjusted_rand(cd.Table.from_matrix(np.rint(p * 10**8).astype(int)))
    random = np.random.default_rng(2)
    tables = [cd.Table.from_matrix(random.multinomial(500, p.ravel()).reshape(5, 5)) for _ in range(100)]
    for method, kind in (("bootstrap", "normal"), ("bootstrap", "bca"), ("bootstrap", "percentile"), ("jackknife", "normal")):
        covered = np.mean([truth in interval(t, measure="ari", method=method, kind=kind, samples=200) for t in tables])
        assert 0.88 <= covered <= 1.0, (method, kind)


def test_limits():
    for name in ("ari", "vi", "psi"):
        for kind, method in (("normal", "auto"), ("normal", "bootstrap"), ("bca", "bootstrap"), ("percentile", "bootstrap")):
            found = interval(A, A, name, kind=kind, method=method, samples=50)
            assert (found.low, found.high) == (found.value, found.value)
    assert interval([0], [0], "ari").high == 1.0
    with pytest.raises(cd.ClusterdiffError, match="two elements or more"):
        interval([0], [0], "ari", method="jackknife")
    assert interval(A, B, "ari", level=0.5).low > interval(A, B, "ari", level=0.99).low
    assert interval(A, B, "ari", method="jackknife").high <= 1.0


def test_tables_of_any_size():
    """The squares of these counts do not fit in 64 bits; ten thousand times fewer elements have a hundred times the error."""
    cells = ([0, 0, 1, 1], [0, 1, 0, 1])
    large, small = (cd.Table.from_counts(*cells, [5 * n, n, 2 * n, 4 * n]) for n in (10**10, 10**6))
    for options in ({"method": "jackknife"}, {"method": "bootstrap", "samples": 200}):
        one, other = (interval(t, measure="ari", **options) for t in (large, small))
        assert one.value == pytest.approx(other.value, rel=1e-5)
        assert 100 * one.std == pytest.approx(other.std, rel=1e-4 if options["method"] == "jackknife" else 0.25)


def test_a_function_of_labels():
    def alike(x, y):
        return cd.adjusted_rand(x, y)

    found, right = (interval(A, B, m, method="bootstrap", samples=100, rng=3) for m in (alike, "ari"))
    assert [found.low, found.high] == pytest.approx([right.low, right.high])


def test_difference_is_paired():
    random = np.random.default_rng(3)
    a = random.integers(0, 4, 300)
    b1, b2 = (np.where(random.random(300) < share, a, random.integers(0, 4, 300)) for share in (0.9, 0.6))
    found = difference("ari", a, b1, b2)
    assert found.value == pytest.approx(cd.adjusted_rand(a, b1) - cd.adjusted_rand(a, b2))
    assert (found.closer, found.p < 0.01, found.low > 0) == ("b1", True, True)
    other = difference("vi", a, b2, b1, samples=300)
    assert (other.closer, other.value > 0) == ("b2", True)
    same = difference("nmi", a, b1, b1, samples=100)
    assert (same.value, same.low, same.high, same.p, same.closer) == (0, 0, 0, 1, "neither")
    drawn = [random.integers(0, 300, 300) for _ in range(400)]
    values = [cd.adjusted_rand(a[i], b1[i]) - cd.adjusted_rand(a[i], b2[i]) for i in drawn]
    assert (found.high - found.low) == pytest.approx(np.subtract(*np.quantile(values, [0.975, 0.025])), rel=0.2)


def test_difference_takes_named_elements_and_functions():
    a, b1, b2 = ({k: v[i] for i, k in enumerate("pqrstu")} for v in ([0, 0, 0, 1, 1, 1], [0, 0, 0, 1, 1, 1], [0, 1, 0, 1, 0, 1]))

    def far(x, y):
        return cd.variation_of_information(x, y)

    found = difference(far, a, b1, dict(reversed(b2.items())), samples=50)
    assert (found.value_1, found.closer) == (0.0, "b1")
    assert "closer to a: b1" in repr(found)


def test_difference_p_values_are_fair_where_there_is_none():
    random = np.random.default_rng(9)
    p = []
    for seed in range(60):
        a = random.integers(0, 3, 150)
        b1, b2 = (np.where(random.random(150) < 0.7, a, random.integers(0, 3, 150)) for _ in range(2))
        p.append(difference("ari", a, b1, b2, samples=200, rng=seed).p)
    assert np.mean(np.array(p) < 0.05) < 0.16


def test_threads_change_nothing():
    program = (
        "import numpy as np; from clusterdiff.chance import interval, expected; a = np.arange(900) % 300; b = np.arange(900) % 7; "
        "print(expected('psi', a, b, samples=200), interval('vi', a, b, method='bootstrap', samples=50)); "
        "print(expected('nmi', a, b, null='all', samples=200))"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", program], env=os.environ | {"CLUSTERDIFF_THREADS": t}, capture_output=True, text=True, check=True
        ).stdout
        for t in "13"
    ]
    assert runs[0] == runs[1] != ""


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: interval(A, B, "ari", level=95), "level must lie between 0 and 1"),
        (lambda: interval(A, B, "ari", method="guess"), "method must be one of auto"),
        (lambda: interval(A, B, "ari", kind="guess"), "kind must be one of normal"),
        (lambda: interval(A, B, "ari", samples=0), "samples must be"),
        (lambda: difference("all", A, B, B), "measure must be one measure"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(call, message):
    with pytest.raises(cd.ClusterdiffError, match=message):
        call()


def test_it_reads_as_a_line():
    assert repr(interval(A, B, "ari", samples=50)).startswith("adjusted_rand: 0.")
    assert "95 % [" in repr(interval(A, B, "ari", samples=50))
