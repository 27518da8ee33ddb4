"""The tutorial's statements and exercises."""

from __future__ import annotations

from math import log2

import numpy as np
from scipy.stats import kendalltau

import clusterdiff as cd
from clusterdiff import datasets
from reproductions._report import EXACT, Check, Section, claim, listed, misprint, number, refuted
from reproductions._small import pairs, partitions, renumbered

EXERCISE_1 = [[2, 2], [1, 3]]  # eighths: rows x, columns y
_CASES = [pair for n in range(1, 6) for pair in pairs(n)]


def _is_metric(d: np.ndarray) -> bool:
    """Return whether a matrix of distances between all clusterings of five elements is a metric."""
    zero = (np.abs(d) < EXACT) == np.eye(len(d), dtype=bool)
    return bool(
        zero.all()
        and (d >= 0).all()
        and np.abs(d - d.T).max() < EXACT
        and (d[:, None] <= d[:, :, None] + d[None] + EXACT).all()
    )


def _key_insight() -> list[Check]:
    """What is a metric."""
    every = partitions(5)
    vi, rand, mi = (
        np.array([[index(a, b) for b in every] for a in every])
        for index in (
            cd.variation_of_information,
            lambda a, b: 1 - cd.rand(a, b),
            lambda a, b: cd.entropy(a) - cd.mutual_information(a, b),
        )
    )
    return [
        claim(
            "Background",
            "VI satisfies non-negativity, symmetry and the triangle inequality",
            _is_metric(vi),
            f"all {len(every) ** 3:,} triples of 5 elements",
        ),
        refuted(
            "Key Insight",
            "unlike VI, the Rand index is no metric",
            not _is_metric(rand),
            _is_metric(rand),
            f"1 - R is one: all {len(every) ** 3:,} triples of 5 elements",
            "1 - R is the share of pairs on which two clusterings differ, a Hamming distance.",
            "S4",
        ),
        claim(
            "Key Insight",
            "unlike VI, mutual information is no metric",
            not _is_metric(mi),
            "I is a similarity, and H(x) - I(x, y) is not symmetric",
        ),
    ]


def _further_extensions() -> list[Check]:
    """The two extensions that ask for an experiment."""
    series = [datasets.label_errors(e, k=k) for k in (2, 5, 10) for e in range(0, 450, 50)]
    vi = np.round([-cd.variation_of_information(a, b) for a, b in series], 10)
    ari = np.round([cd.adjusted_rand(a, b) for a, b in series], 10)
    n, k = 10**6, 10**5
    rng = np.random.default_rng(0)
    table = cd.Table.from_labels(rng.integers(k, size=n), rng.integers(k, size=n))
    cells = table.shape[0] * table.shape[1]
    return [
        listed(
            "Extensions",
            "compare VI with the adjusted Rand index on synthetic benchmarks",
            f"rank correlation {kendalltau(vi, ari).statistic:.2f} over {len(series)} clusterings with up to 400 wrong labels in each of 2, 5 and 10 clusters; no result is printed",
        ),
        claim(
            "Extensions",
            "with millions of points sparse formats need less memory",
            table.nnz <= n < cells / 1000,
            f"{n:,} points in two random clusterings of about {k:,} clusters: {table.nnz:,} entries are stored, of {cells:,}",
        ),
    ]


def _common_mistake() -> Check:
    """A zero that is stored, with and without the convention 0 · log 0 = 0."""
    stored = np.array([0.0, 0.5, 0.5])
    with np.errstate(divide="ignore", invalid="ignore"):
        naive = float(np.sum(stored * np.log2(stored)))
    table = cd.Table.from_matrix([[0, 1], [1, 0]])
    return claim(
        "Common Mistake",
        "without the convention 0·log 0 = 0, NaN results from zeros",
        np.isnan(naive) and cd.joint_entropy(table) == 1,
        f"{naive} for the shares 0, 1/2 and 1/2 by x·log x as written; the library has {cd.joint_entropy(table):g} bit",
    )


def insights() -> Section:
    """Key insight, statistical insight and the extensions."""
    normalized = [
        cd.normalized_variation_of_information(a, b, by="log_n")
        for n in range(2, 7)
        for a, b in pairs(n)
    ]
    most = max(
        cd.Table.from_labels(a, b).nnz - min(len(a), (max(a) + 1) * (max(b) + 1)) for a, b in _CASES
    )
    forms = max(
        abs(cd.mutual_information(a, b) - (cd.entropy(a) + cd.entropy(b) - cd.joint_entropy(a, b)))
        for a, b in _CASES
    )
    checks = (
        *_key_insight(),
        claim(
            "Statistical Insight",
            "at most min(n, k₁k₂) entries are stored",
            most <= 0,
            f"all {len(_CASES)} tables of up to 5 elements",
        ),
        _common_mistake(),
        claim(
            "Extensions",
            "VI/log n lies between 0 and 1",
            min(normalized) >= 0 and max(normalized) <= 1 + EXACT,
            f"{min(normalized):.3f} to {max(normalized):.3f} for 2 to 6 elements",
        ),
        claim(
            "Extensions", "I = H(X) + H(Y) - H(X, Y)", forms < EXACT, f"error at most {forms:.0e}"
        ),
        *_further_extensions(),
    )
    return Section("Insights and extensions", checks)


def _exercise_1() -> list[Check]:
    """Return the terms of H(X given Y)."""
    table = cd.Table.from_matrix(EXERCISE_1)
    low, high = (cd.entropy([0] * x + [1] * y) for x, y in ((2, 1), (2, 3)))
    first, second = (
        (x * log2((x + y) / x) + y * log2((x + y) / y)) / 8 for x, y in ((2, 1), (2, 3))
    )
    return [
        number("Exercise 1: entropy of x where y = 0", 0.9183, low, 4),
        number("Exercise 1: entropy of x where y = 1", 0.9710, high, 4),
        number("Exercise 1: first term", 0.3444, 0.375 * low, 4),
        misprint(
            "Exercise 1: second term",
            0.6069,
            0.625 * high,
            second,
            "0.606844; the page multiplies a rounded factor.",
            "S3",
            4,
        ),
        misprint(
            "Exercise 1: H(X given Y)",
            0.9513,
            cd.conditional_entropy(table),
            first + second,
            "0.951205; the page adds rounded terms.",
            "S3",
            4,
        ),
    ]


def exercises() -> Section:
    """Exercises 1 to 3."""
    zero = all(
        (cd.variation_of_information(a, b) == 0) == (renumbered(a) == renumbered(b))
        for a, b in _CASES
    )
    identity = max(
        abs(cd.mutual_information(a, b) - cd.entropy(a) + cd.conditional_entropy(a, b))
        for a, b in _CASES
    )
    own = max(abs(cd.mutual_information(a, a) - cd.entropy(a)) for a, _ in _CASES)
    checks = (
        *_exercise_1(),
        claim(
            "Exercise 2",
            "VI = 0 if and only if X = Y",
            zero,
            f"all {len(_CASES)} tables of up to 5 elements",
        ),
        claim(
            "Exercise 3",
            "I(X; Y) = H(X) - H(X given Y), and H(X) if X = Y",
            max(identity, own) < EXACT,
            f"error at most {max(identity, own):.0e}",
        ),
    )
    return Section(
        "Exercises",
        checks,
        note="Exercise 4, on formats of sparse matrices, has nothing to recompute.",
    )
