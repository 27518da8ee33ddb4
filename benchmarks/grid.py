"""Single calls of measures for n = 10² … 10⁷ by K, for clusterdiff, genieclust and scikit-learn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import clusterdiff as cd
from benchmarks import _data
from benchmarks._report import Peer, Row, against, duration, imported, power
from benchmarks._report import within as within_limit
from benchmarks._timing import side_by_side

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SIZES = (10**2, 10**3, 10**4, 10**5, 10**6, 10**7)
CLUSTERS = (5, 50, 500, 5000)
LIMIT_OF_A_CALL = 8e-6  # seconds at n = 100
PATIENCE = 1.0  # seconds for each cell of the grid and each package
PAIRS_OF_GENIECLUST = 10**7  # clusters of a times b: more take seconds
WORK_OF_GENIECLUST_NMI = 10**7  # its mutual information takes time in proportion to n·K

# Our measure, and the function of genieclust and of scikit-learn.
MEASURES: dict[str, tuple[Any, str | None, str | None]] = {
    "ARI": (cd.adjusted_rand, "adjusted_rand_score", "adjusted_rand_score"),
    "FM": (cd.fowlkes_mallows, "fm_score", "fowlkes_mallows_score"),
    "NMI": (
        cd.normalized_mutual_information,
        "normalized_mi_score",
        "normalized_mutual_info_score",
    ),
    "VI": (cd.variation_of_information, None, None),
    "PSI": (cd.pair_sets_index, "pair_sets_index", None),
}


def grid(shrink: int) -> Iterator[Row]:
    """Every measure at every size; a peer is left out where it would take minutes."""
    for n in SIZES if shrink == 1 else SIZES[:4]:
        for k in CLUSTERS:
            if k > n:
                continue
            labels = _data.redrawn(n, k)
            for name in MEASURES:
                yield from _cell(name, n, k, *labels)


def _cell(name: str, n: int, k: int, a: Any, b: Any) -> Iterator[Row]:
    measure, of_genieclust, of_scikit_learn = MEASURES[name]
    calls: dict[str, Callable[[], Any]] = {"ours": lambda: measure(a, b)}
    if (
        of_genieclust
        and k * k <= PAIRS_OF_GENIECLUST
        and (name != "NMI" or n * k <= WORK_OF_GENIECLUST_NMI)
    ):
        _add(calls, "genieclust", "genieclust.compare_partitions", of_genieclust, a, b)
    if of_scikit_learn and name == "ARI" and n <= 10**6:
        _add(calls, "scikit-learn", "sklearn.metrics", of_scikit_learn, a, b)
    times = side_by_side(calls, PATIENCE)
    ours = times.pop("ours").seconds
    title = f"{name}, n = {power(n)}, K = {k}"
    if n == SIZES[0]:
        yield within_limit(title, ours, LIMIT_OF_A_CALL, duration)
    elif not times:
        yield Row(title, duration(ours))
    for peer, theirs in times.items():
        faster = None if n < 10**3 else 1 if n < 10**5 else 2
        yield against(title, ours, peer, theirs.seconds, faster=faster)


def _add(
    calls: dict[str, Callable[[], Any]], peer: str, module: str, function: str, a: Any, b: Any
) -> None:
    library = imported(module)
    if library is not None:
        calls[peer] = lambda: getattr(library, function)(a, b)


def beyond_the_cache(shrink: int) -> Iterator[Row]:
    """Tables that exceed the cache: the time relative to reading the labels once."""
    n = 10**7 // shrink
    for k, most in ((10**4, 8), (10**6, 12), (5 * 10**6, 25)):
        clusters = max(k // shrink, 10)
        a, b = _data.redrawn(n, clusters)
        reading = Peer(
            "reading a and b once", "numpy", lambda _, a=a, b=b: (a.sum(), b.sum()), within=most
        )
        times = side_by_side(
            {
                "ours": lambda a=a, b=b: cd.adjusted_rand(a, b),
                "theirs": lambda a=a, b=b: (a.sum(), b.sum()),
            }
        )
        yield reading.row(
            f"ARI, n = {power(n)}, K = {power(clusters)}", times["ours"], times["theirs"]
        )


WORKLOADS = (grid, beyond_the_cache)
