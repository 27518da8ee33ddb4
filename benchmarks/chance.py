"""Workloads of chance: random tables, intervals, and many clusters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.stats import random_table

import clusterdiff as cd
from benchmarks import _data
from benchmarks._report import Peer, Row, power, race
from clusterdiff.chance import get_null_model, standardized_mutual_information, summarize
from clusterdiff.chance._random_tables import sampled
from clusterdiff.intervals import interval
from clusterdiff.measures import resolve
from clusterdiff.sampling import RandomSource, Statistic, cost_of_drawing, cost_of_value

if TYPE_CHECKING:
    from collections.abc import Iterator

SAMPLES = 1000
TEN = (
    "ari", "ami", "vi", "nmi", "psi", "invariant_van_dongen", "purity", "jaccard", "muc",
    "bcubed_f",
)  # fmt: skip


def permutations(shrink: int) -> Iterator[Row]:
    """ARI, VI and PSI of 1000 random tables, compared with scikit-learn on permuted labels."""
    n, k = 10**6 // shrink, 100 if shrink == 1 else 10
    a, b = _data.redrawn(n, k)
    table = cd.Table.from_labels(a, b)
    random = np.random.default_rng(6)

    def permute_once(m: Any) -> None:
        permuted = random.permutation(b)
        m.adjusted_rand_score(a, permuted)
        m.mutual_info_score(a, permuted)

    note = f"one permutation, ARI and MI, times {SAMPLES}; PSI is in our time only"
    peer = Peer(
        "scikit-learn", "sklearn.metrics", permute_once, faster=100, times=SAMPLES, note=note
    )
    title = f"{SAMPLES} permutations: ARI, VI and PSI, n = {power(n)}, K = {k}"
    statistics = [Statistic.of(name) for name in ("ari", "vi", "psi")]
    null, source = get_null_model("permutation"), RandomSource.of(0)
    yield from race(title, lambda: sampled(statistics, table, null, SAMPLES, source), [peer])


def ten_measures(shrink: int) -> Iterator[Row]:
    """The ten default measures of 1000 random tables, compared with one formula per table."""
    n, k = 10**4 // (10 if shrink > 1 else 1), 50 if shrink == 1 else 10
    count = SAMPLES if shrink == 1 else 100
    table = cd.Table.from_labels(*_data.redrawn(n, k))
    statistics = [Statistic.of_measure(m) for m in resolve("default")]
    null, source = get_null_model("permutation"), RandomSource.of(0)

    def one_by_one(_: Any) -> None:
        random = np.random.default_rng(0)
        sizes = table.row_sizes, table.col_sizes
        for _ in range(count):
            drawn = random_table.rvs(*sizes, method="patefield", random_state=random)
            other = cd.Table.from_matrix(drawn.astype(np.int64))
            for s in statistics:
                s.on(other)

    peer = Peer("one by one", "clusterdiff", one_by_one, faster=5, note="a table and ten formulas")
    title = f"{count} permutations: the ten default measures, n = {power(n)}, K = {k}"
    yield from race(title, lambda: sampled(statistics, table, null, count, source), [peer])


def cost_of_tables(shrink: int) -> Iterator[Row]:
    """Random tables of several sizes, whose times set the costs of `clusterdiff.calibration`."""
    null, source = get_null_model("permutation"), RandomSource.of(0)
    for n, k, count in ((48, 12, 1000), (10**4, 50, 1000), (10**6, 50, 100), (10**5, 10**4, 10)):
        if shrink > 1 and n > 10**4:
            continue
        table = cd.Table.from_labels(*_data.redrawn(n, k))
        for name in ("ari", "vi", "purity", "classification_accuracy", "psi", "bcubed_f"):
            if k > 1000 and name in {"classification_accuracy", "psi"}:
                continue
            s = Statistic.of(name)
            cost = cost_of_drawing(table) + cost_of_value(s, table)
            title = (
                f"{count} random tables, n = {power(n)}, K = {k}: {name}, "
                f"{cost * count:.2g} operations"
            )
            yield from race(title, lambda s=s, t=table, c=count: sampled([s], t, null, c, source))


def pair_interval(shrink: int) -> Iterator[Row]:
    """The interval of the adjusted Rand index from labels, compared with the table alone."""
    n, k = 10**7 // shrink, 100
    a, b = _data.redrawn(n, k)
    peer = Peer("the table alone", "clusterdiff", lambda m: m.Table.from_labels(a, b), within=1.2)
    yield from race(
        f"interval of ARI, n = {power(n)}, K = {k}", lambda: interval(a, b, measure="ari"), [peer]
    )


def half_samples(shrink: int) -> Iterator[Row]:
    """Two hundred half-samples and as many quarters of a million elements."""
    n, k = 10**6 // shrink, 100 if shrink == 1 else 10
    table = cd.Table.from_labels(*_data.redrawn(n, k))
    title = f"interval of purity by half-samples, n = {power(n)}, K = {k}"
    yield from race(title, lambda: interval(table, measure="purity", rng=0))


def standardized(shrink: int) -> Iterator[Row]:
    """Exact mean and standard deviation of the mutual information."""
    n = 10**4 // (10 if shrink > 1 else 1)
    a, b = np.arange(n) % 10, np.arange(n) * 7 // 3 % 8
    title = f"standardized mutual information, n = {power(n)}, K = 10, K' = 8"
    yield from race(title, lambda: standardized_mutual_information(a, b))


def many_clusters(shrink: int) -> Iterator[Row]:
    """Ten measures against chance with 350,000 clusters per side."""
    n, k = 10**6 // shrink, 350_000 // shrink
    random = np.random.default_rng(7)
    a = random.integers(0, k, n)
    b = np.where(random.random(n) < 0.95, a, random.integers(0, k, n))
    table = cd.Table.from_labels(a, b)
    title = f"ten measures against chance, n = {power(n)}, K = {k:,}"
    yield from race(title, lambda: summarize(table, measures=TEN, rng=0))


WORKLOADS = (
    permutations,
    ten_measures,
    cost_of_tables,
    pair_interval,
    half_samples,
    standardized,
    many_clusters,
)
