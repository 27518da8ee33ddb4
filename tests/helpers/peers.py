"""Clusterings to compare with other packages on, and what those call our measures."""

import numpy as np
import pytest

RNG = np.random.default_rng(20)


def noisy(a, share, rng=RNG):
    """Return the clustering a with some elements moved to random clusters of a."""
    return np.where(rng.random(len(a)) < share, rng.permutation(a), a)


def skewed(n, clusters):
    """Cluster sizes that fall like 1/rank."""
    weights = 1 / np.arange(1, clusters + 1)
    return RNG.choice(clusters, n, p=weights / weights.sum())


def _cases():
    for n, k in ((6, 2), (10, 3), (200, 5), (1000, 30)):
        yield f"random-{n}-{k}", (RNG.integers(0, k, n), RNG.integers(0, k, n))
        yield f"noisy-{n}-{k}", (a := RNG.integers(0, k, n), noisy(a, 0.2))
    for n, k, share in ((300, 12, 0.1), (3000, 100, 0.5)):
        yield f"skewed-{n}-{k}", (a := skewed(n, k), noisy(a, share))
    yield "tiny-4", (np.array([0, 0, 1, 2]), np.array([0, 0, 1, 1]))
    yield "tiny-3", (np.array([0, 0, 1]), np.array([0, 1, 1]))
    yield "nested", (a := RNG.integers(0, 20, 500), a // 3)
    yield "large", (a := RNG.integers(0, 10, 1_000_000), noisy(a, 0.3))
    yield "large-skewed", (a := skewed(300_000, 60), noisy(a, 0.05))


CASES = dict(_cases())
SMALL = [name for name in CASES if not name.startswith("large")]


def close(value):
    return pytest.approx(value, rel=1e-9, abs=1e-9)


SKLEARN = {
    "rand": "rand_score",
    "adjusted_rand": "adjusted_rand_score",
    "fowlkes_mallows": "fowlkes_mallows_score",
    "mutual_information[base=e]": "mutual_info_score",
    "normalized_mutual_information": "normalized_mutual_info_score",
    "adjusted_mutual_information": "adjusted_mutual_info_score",
    "homogeneity": "homogeneity_score",
    "completeness": "completeness_score",
    "v_measure": "v_measure_score",
}
GENIECLUST = {
    "rand": "r",
    "adjusted_rand": "ar",
    "fowlkes_mallows": "fm",
    "adjusted_fowlkes_mallows": "afm",
    "mutual_information[base=e]": "mi",
    "normalized_mutual_information": "nmi",
    "adjusted_mutual_information": "ami",
    "pair_sets_index": "psi",
    "simplified_pair_sets_index": "spsi",
    "normalized_clustering_accuracy": "nca",
}
IGRAPH = {
    "rand": "rand",
    "adjusted_rand": "adjusted_rand",
    "normalized_mutual_information": "nmi",
    "variation_of_information[base=e]": "vi",
    "van_dongen": "split-join",
}
