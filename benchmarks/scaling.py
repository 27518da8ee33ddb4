"""The adjusted Rand index over n and over K, up to 10⁸; the curves of the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import clusterdiff as cd
from benchmarks import _data
from benchmarks._report import Row, against, duration, imported, power
from benchmarks._timing import side_by_side

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PATIENCE = 1.0
SIZES = tuple(10**exponent for exponent in range(2, 9))
CLUSTERS = tuple(10**exponent for exponent in range(1, 9))
PEERS = {
    # module, largest n, largest K; for more, it takes many seconds or its dense table does not fit
    "scikit-learn": ("sklearn.metrics", 10**7, 10**6),
    "genieclust": ("genieclust.compare_partitions", 10**8, 10**3),
}


def over_n(shrink: int) -> Iterator[Row]:
    """More and more elements in 100 clusters."""
    for n in SIZES if shrink == 1 else SIZES[:4]:
        yield from _point(n, 100)


def over_k(shrink: int) -> Iterator[Row]:
    """More and more clusters of 10⁶ elements, compared with peers, and of 10⁸."""
    for n in (10**6, 10**8) if shrink == 1 else (10**4,):
        for k in CLUSTERS:
            if k <= n and (n, k) != (10**8, 100):  # a point of the other curve
                yield from _point(n, k)


def _point(n: int, k: int) -> Iterator[Row]:
    a, b = _data.redrawn(n, k)
    calls: dict[str, Callable[[], Any]] = {"ours": lambda: cd.adjusted_rand(a, b)}
    for name, (module, largest_n, largest_k) in PEERS.items():
        library = imported(module)
        if library is not None and n <= largest_n and k <= largest_k and n * k < 10**11:
            calls[name] = lambda library=library: library.adjusted_rand_score(a, b)
    times = side_by_side(calls, PATIENCE)
    ours = times.pop("ours").seconds
    title = f"scaling: ARI, n = {power(n)}, K = {power(k)}"
    if not times:
        yield Row(title, duration(ours))
    for peer, theirs in times.items():
        yield against(title, ours, peer, theirs.seconds)


WORKLOADS = (over_n, over_k)
