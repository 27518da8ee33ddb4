"""Workloads of expensive measures: expectations, optimal pairings, all measures together."""

from __future__ import annotations

from multiprocessing import TimeoutError as TookTooLong
from typing import TYPE_CHECKING, Any

import numpy as np

import clusterdiff as cd
from benchmarks import _data
from benchmarks._report import Peer, Row, against, duration, power, race, size, within
from benchmarks._timing import in_own_process

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray


def ami_of_a_thousand_clusters(shrink: int) -> Iterator[Row]:
    """AMI at a size for which scikit-learn takes minutes."""
    n, k = 10**6 // shrink, 10**3 // (10 if shrink > 1 else 1)
    a, b = _data.redrawn(n, k)
    peer = Peer(
        "scikit-learn", "sklearn.metrics", lambda m: m.adjusted_mutual_info_score(a, b), faster=1000
    )
    yield from race(
        f"AMI, n = {power(n)}, K = {power(k)}", lambda: cd.adjusted_mutual_information(a, b), [peer]
    )


def ami_of_issue_24254(shrink: int) -> Iterator[Row]:
    """The case of scikit-learn issue 24254: two cluster sizes per side, thousands of each."""
    n, part = 10**6 // shrink, 10
    x, less = np.arange(n), np.arange(n // part)
    a, b = x % (8000 // shrink), x % (7000 // shrink)
    less_a, less_b = less % (8000 // shrink // part), less % (7000 // shrink // part)
    times = _scikit_learn_terms(a, b) / _scikit_learn_terms(less_a, less_b)
    peer = Peer(
        "scikit-learn", "sklearn.metrics", lambda m: m.adjusted_mutual_info_score(less_a, less_b),
        times=times,
        note=f"timed at n, K and K' {part} times smaller, times {times:.0f} (ratio of terms)",
    )  # fmt: skip
    title = f"AMI, n = {power(n)}, x % {8000 // shrink}, x % {7000 // shrink}"
    yield from race(title, lambda: cd.adjusted_mutual_information(a, b), [peer], limit=50e-3)


def _scikit_learn_terms(a: NDArray[np.int64], b: NDArray[np.int64]) -> int:
    """Return the number of terms in scikit-learn's sum: all n_ij for each pair of clusters."""
    sizes_a, sizes_b = np.bincount(a), np.bincount(b)
    most = np.minimum.outer(sizes_a, sizes_b)
    least = np.maximum(1, np.add.outer(sizes_a, sizes_b) - len(a))
    return int((most - least + 1).sum())


def ami_of_a_power_law(shrink: int) -> Iterator[Row]:
    """AMI of thousands of distinct sizes, and of shuffled labels, where it must be close to 0."""
    largest = 4000 if shrink == 1 else 400
    a, b = _data.power_law(largest)
    title = f"AMI, power-law sizes, n = {len(a):,}, {largest} distinct sizes"
    yield from race(title, lambda: cd.adjusted_mutual_information(a, b), limit=10)
    shuffled = np.random.default_rng(5).permutation(a)
    value, limit = cd.adjusted_mutual_information(a, shuffled), 1e-3
    yield Row(
        "the same sizes, b shuffled: AMI",
        f"{value:.2g}",
        "chance",
        "0",
        required=f"|AMI| ≤ {limit:g}",
        met=abs(value) <= limit,
    )


def pairing(shrink: int) -> Iterator[Row]:
    """The optimal pairing of 10⁵ clusters with 10⁵, compared with scipy."""
    n, k = 10**7 // shrink, 10**5 // shrink
    for measure in ("classification_error", "pair_sets_index"):
        title = f"{measure}, n = {power(n)}, K = {power(k)}"
        ours = in_own_process(_ours, measure, n, k, 0.1, repeats=3)
        yield within(
            f"{title}: memory",
            ours.extra,
            1e9,
            size,
            f"in addition to the two inputs of {size(16 * n)}",
        )
        note = "ours from labels; scipy from the table, with an additional column per row"
        try:
            theirs = in_own_process(
                _scipy_assignment, measure, n, k, limit=8e9, timeout=300
            ).seconds
        except TookTooLong:
            theirs, note = 300.0, "scipy was stopped after this time"
        except MemoryError:
            yield Row(
                title,
                duration(ours.seconds),
                "scipy assignment",
                note="8 GB were not enough for scipy",
            )
            continue
        yield against(title, ours.seconds, "scipy assignment", theirs, faster=10, note=note)


def pairing_a_million(shrink: int) -> Iterator[Row]:
    """10⁶ clusters per side, with 30 % of the elements moved."""
    n, k = 10**7 // shrink, 10**6 // shrink
    for measure in ("classification_error", "pair_sets_index"):
        used = in_own_process(_ours, measure, n, k, 0.3, timeout=600)
        note = f"finished in {duration(used.seconds)}; a dense matrix would be {size(8 * k * k)}"
        yield within(
            f"{measure}, n = {power(n)}, K = {power(k)}, 30 % noise: memory",
            used.extra,
            4e9,
            size,
            note,
        )


def _ours(measure: str, n: int, k: int, share: float) -> Callable[[], float]:
    a, b = _data.redrawn(n, k, share)
    cd.MEASURES[measure](a[:1000], b[:1000])
    return lambda: cd.MEASURES[measure](a, b)


def _scipy_assignment(measure: str, n: int, k: int) -> Callable[[], Any]:
    """Solve the assignment of the complete table with SciPy, which requires a full matching.

    Each row therefore gets an additional column. Scipy does not accept zeros, so 1 is added to
    every weight, which adds the same number to every full matching.
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    table = cd.Table.from_labels(*_data.redrawn(n, k))
    clusters_a, clusters_b = table.shape
    weights = table.counts.astype(float)
    if measure == "pair_sets_index":
        weights /= np.maximum(table.row_sizes[table.rows], table.col_sizes[table.cols])
    lone = np.arange(clusters_a)
    rows, cols = np.concatenate([table.rows, lone]), np.concatenate([table.cols, clusters_b + lone])
    padded = csr_array(
        (np.concatenate([weights + 1, np.ones(clusters_a)]), (rows, cols)),
        shape=(clusters_a, clusters_b + clusters_a),
    )
    return lambda: min_weight_full_bipartite_matching(padded, maximize=True)


def pair_sets_of_a_thousand(shrink: int) -> Iterator[Row]:
    """A table that fits in the dense matrix of genieclust."""
    n, k = 10**6 // shrink, 10**3 // (10 if shrink > 1 else 1)
    a, b = _data.redrawn(n, k)
    peer = Peer(
        "genieclust", "genieclust.compare_partitions", lambda m: m.pair_sets_index(a, b), faster=1.5
    )
    yield from race(
        f"pair_sets_index, n = {power(n)}, K = {power(k)}", lambda: cd.pair_sets_index(a, b), [peer]
    )


def all_measures(shrink: int) -> Iterator[Row]:
    """All measures of the catalogue from one table."""
    n, k = 10**7 // shrink, 100
    a, b = _data.redrawn(n, k)
    peer = Peer("the table alone", "clusterdiff", lambda m: m.Table.from_labels(a, b), within=10)
    yield from race(
        f'compare(a, b, measures="all"), n = {power(n)}, K = {k}',
        lambda: cd.compare(a, b, measures="all"),
        [peer],
    )


WORKLOADS = (
    ami_of_a_thousand_clusters,
    ami_of_issue_24254,
    ami_of_a_power_law,
    pairing,
    pairing_a_million,
    pair_sets_of_a_thousand,
    all_measures,
)
