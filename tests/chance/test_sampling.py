"""The samplers draw every partition and every table as often as they should."""

import subprocess
import sys
from collections import Counter
from math import exp, lgamma

import numpy as np
import pytest
from scipy.stats import chisquare

import clusterdiff as cd
from clusterdiff import chance, progress
from clusterdiff.chance import _enumeration as enumeration
from clusterdiff.chance import _random_partitions as random_partitions
from clusterdiff.chance import _random_tables as sampling
from tests.helpers.partitions import all_partitions


def p_of(counts, chances):
    counts, chances = np.array(counts, float), np.array(chances, float)
    return chisquare(counts, chances / chances.sum() * counts.sum()).pvalue


def by_shape(n):
    """Return how many partitions of n elements have each shape."""
    return Counter(tuple(sorted(np.bincount(p).tolist(), reverse=True)) for p in all_partitions(n))


def drawn_shapes(side, times, seed):
    random = np.random.default_rng(seed)
    return Counter(tuple(sorted(side.sizes(random).tolist(), reverse=True)) for _ in range(times))


@pytest.mark.parametrize("n", [1, 2, 5, 8])
def test_all_partitions_are_equally_likely(n):
    right, found = by_shape(n), drawn_shapes(random_partitions.AnyCount(n), 2000, n)
    assert found.keys() <= right.keys()
    assert len(right) == 1 or p_of([found[s] for s in right], list(right.values())) > 0.001


@pytest.mark.parametrize(("n", "k"), [(8, 2), (8, 3), (8, 5), (7, 6), (8, 8), (8, 1), (6, 4)])
def test_partitions_with_k_clusters_are_equally_likely(n, k):
    right = {s: c for s, c in by_shape(n).items() if len(s) == k}
    found = drawn_shapes(random_partitions.FixedCount(n, k), 2000, 10 * n + k)
    assert found.keys() <= right.keys()
    assert len(right) == 1 or p_of([found[s] for s in right], list(right.values())) > 0.001


def test_both_ways_to_draw_k_clusters_agree():
    """Whether an empty urn is rare or not, the mean share of pairs is S(n-1, k)/S(n, k)."""
    for n, k in [(400, 40), (400, 150), (5000, 3), (2000, 1500), (100_000, 30_000)]:
        side, random = random_partitions.FixedCount(n, k), np.random.default_rng(k)
        sizes = [side.sizes(random) for _ in range(60)]
        assert all(len(s) == k and s.sum() == n and s.min() > 0 for s in sizes)
        pairs = np.array([np.sum(s * (s - 1)) / (n * (n - 1)) for s in sizes])
        assert abs(pairs.mean() - float(side.pair())) < 4 * pairs.std(ddof=1) / 60**0.5 + 1e-12


def test_any_partition_of_many_elements():
    side, random = random_partitions.AnyCount(100_000), np.random.default_rng(0)
    sizes = [side.sizes(random) for _ in range(60)]
    assert all(s.sum() == 100_000 and s.min() > 0 for s in sizes)
    pairs = np.array([np.sum(s * (s - 1.0)) / (100_000 * 99_999) for s in sizes])
    assert abs(pairs.mean() - float(side.pair())) < 4 * pairs.std(ddof=1) / 60**0.5


def tables_of(rows, cols):
    tables = list(enumeration.tables_with_margins(rows, cols))
    return {t: exp(-sum(lgamma(x + 1) for row in t for x in row)) for t in tables}


def as_key(dense):
    return tuple(map(tuple, dense.tolist()))


@pytest.mark.parametrize(
    ("rows", "cols"), [((4, 3), (5, 2)), ((3, 2, 2), (4, 3)), ((2, 2, 1), (2, 2, 1))]
)
def test_tables_are_drawn_as_the_hypergeometric_model_says(rows, cols, monkeypatch):
    right = tables_of(rows, cols)
    random = np.random.default_rng(len(rows))
    a, b = np.array(rows), np.array(cols)
    sparse = Counter(
        as_key(sampling.shuffled(a, b, random).to_scipy().toarray()) for _ in range(2000)
    )
    patefield = Counter(as_key(t) for t in sampling.dense_tables(a, b, 3000, random))
    monkeypatch.setattr(sampling, "_LOGARITHMS", 0)
    row_by_row = Counter(as_key(t) for t in sampling.dense_tables(a, b, 2000, random))
    for found in (sparse, patefield, row_by_row):
        assert found.keys() <= right.keys()
        assert p_of([found[t] for t in right], list(right.values())) > 0.001


def test_one_cluster_leaves_one_table():
    random = np.random.default_rng(0)
    assert sampling.dense_tables(np.array([7]), np.array([3, 4]), 2, random).tolist() == [
        [[3, 4]],
        [[3, 4]],
    ]
    assert sampling.dense_tables(np.array([3, 4]), np.array([7]), 1, random).tolist() == [
        [[3], [4]]
    ]


def test_margins_are_kept():
    random = np.random.default_rng(1)
    rows, cols = random.integers(1, 50, 12), random.integers(1, 50, 9)
    cols = np.append(cols, max(1, rows.sum() - cols.sum()))
    rows = np.append(rows, max(0, cols.sum() - rows.sum()))
    rows = rows[rows > 0]
    for table in sampling.dense_tables(rows, cols, 5, random):
        assert table.sum(axis=1).tolist() == rows.tolist()
        assert table.sum(axis=0).tolist() == cols.tolist()
    assert cd.Table.from_matrix(table).shape == (len(rows), len(cols))


def test_progress_is_reported_to_a_reporter_and_nowhere_else(capsys):
    a, seen = np.arange(300) % 7, []
    with progress.reporting(lambda *step: seen.append(step)):
        chance.expected(a, a[::-1], measure="psi", n_samples=300, tolerance=0, method="sampled")
    assert seen[0] == ("drawing random tables", 0, 3)
    assert seen[-1] == ("drawing random tables", 3, 3)
    assert [done for _, done, _ in seen] == sorted(done for _, done, _ in seen)
    chance.expected(a, a[::-1], measure="psi", n_samples=300, method="sampled")
    assert len(seen) == 4
    assert capsys.readouterr() == ("", "")


def test_the_package_imports_no_heavy_library():
    heavy = ["scipy.stats", "scipy.special", "scipy.optimize", "rich"]
    program = f"import sys, clusterdiff.chance; print([m for m in {heavy} if m in sys.modules])"
    assert (
        subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True
        ).stdout.strip()
        == "[]"
    )
