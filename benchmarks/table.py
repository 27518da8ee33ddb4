"""Workloads of the contingency table: from labels to one measure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

import clusterdiff as cd
from benchmarks import _data
from benchmarks._report import Peer, Row, against, power, race, size
from benchmarks._report import within as within_limit
from benchmarks._timing import import_seconds, in_own_process

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray


def few_labels(shrink: int) -> Iterator[Row]:
    """100 labels: the table fits in the cache."""
    n, k = 10**7 // shrink, 100
    a, b = _data.redrawn(n, k)
    list_a, list_b = a.tolist(), b.tolist()
    peers = [
        Peer("reading a and b once", "numpy", lambda _: (a.sum(), b.sum()), within=5),
        Peer("scikit-learn", "sklearn.metrics", lambda m: m.adjusted_rand_score(a, b), faster=100),
        Peer(
            "genieclust",
            "genieclust.compare_partitions",
            lambda m: m.adjusted_rand_score(a, b),
            faster=3,
        ),
        Peer(
            "scikit-image VI",
            "skimage.metrics",
            lambda m: m.variation_of_information(a, b),
            faster=10,
        ),
        Peer(
            "igraph",
            "igraph",
            lambda m: m.compare_communities(list_a, list_b, method="adjusted_rand"),
            note="given lists",
        ),
        _polars(a, b),
    ]
    yield from race(f"n = {power(n)} int64, K = {k}", lambda: cd.adjusted_rand(a, b), peers)


def thousands_of_labels(shrink: int) -> Iterator[Row]:
    """10⁴ labels."""
    n, k = 10**7 // shrink, 10**4 // (10 if shrink > 1 else 1)
    a, b = _data.redrawn(n, k)
    peers = [
        Peer("scikit-learn", "sklearn.metrics", lambda m: m.adjusted_rand_score(a, b), faster=20),
        Peer("genieclust", "genieclust.compare_partitions", lambda m: m.adjusted_rand_score(a, b)),
        Peer(
            "scikit-image VI",
            "skimage.metrics",
            lambda m: m.variation_of_information(a, b),
            faster=2,
        ),
        _polars(a, b),
    ]
    yield from race(f"n = {power(n)}, K = {power(k)}", lambda: cd.adjusted_rand(a, b), peers)


def a_million_labels(shrink: int) -> Iterator[Row]:
    """10⁶ labels: a dense table does not fit in memory."""
    n, k = 10**7 // shrink, 10**6 // shrink
    a, b = _data.redrawn(n, k)
    list_a, list_b = a.tolist(), b.tolist()
    peers = [
        Peer("scikit-learn", "sklearn.metrics", lambda m: m.adjusted_rand_score(a, b), faster=30),
        Peer(
            "scikit-image VI",
            "skimage.metrics",
            lambda m: m.variation_of_information(a, b),
            faster=4,
        ),
        _polars(a, b, faster=5),
        Peer(
            "igraph",
            "igraph",
            lambda m: m.compare_communities(list_a, list_b, method="adjusted_rand"),
            note="given lists",
        ),
    ]
    yield from race(f"n = {power(n)}, K = {power(k)}", lambda: cd.adjusted_rand(a, b), peers)


def wide_labels(shrink: int) -> Iterator[Row]:
    """Labels too large to be array indices."""
    n, k = 10**7 // shrink, 10**5 // shrink
    values = _data.wide_values(k)
    a, b = (values[side] for side in _data.redrawn(n, k))
    peers = [
        Peer("scikit-learn", "sklearn.metrics", lambda m: m.adjusted_rand_score(a, b), faster=10),
        _polars(a, b),
    ]
    yield from race(
        f"n = {power(n)}, {power(k)} labels of 63 bits", lambda: cd.adjusted_rand(a, b), peers
    )


def strings(shrink: int) -> Iterator[Row]:
    """Strings in numpy, pandas, polars and Arrow columns."""
    n, k, part = 10**7 // shrink, 10**3, 10
    names = _data.names(k)
    a, b = (names[side] for side in _data.redrawn(n, k))
    for form, module, convert in _STRING_FORMS:
        try:
            x, y = convert(a), convert(b)
        except ImportError:
            yield Row(f"n = {power(n)} strings, {form}", "", note=f"{module} is not installed")
            continue
        less_x, less_y = x[: n // part], y[: n // part]
        peer = Peer(
            "scikit-learn",
            "sklearn.metrics",
            lambda m, x=less_x, y=less_y: m.adjusted_rand_score(x, y),
            faster=10,
            times=part,
            note=f"timed at n = {power(n // part)}, times {part}; sorting takes O(n log n)",
        )
        yield from race(
            f"n = {power(n)} strings, {form}", lambda x=x, y=y: cd.adjusted_rand(x, y), [peer]
        )


def _pandas_objects(names: NDArray[np.str_]) -> Any:
    import pandas as pd

    return pd.Series(names.astype(object), dtype=object)


def _pandas_strings(names: NDArray[np.str_]) -> Any:
    import pandas as pd

    return pd.Series(names.astype(object), dtype="string" if pd.__version__ < "3" else "str")


def _arrow_strings(names: NDArray[np.str_]) -> Any:
    import pyarrow as pa

    return pa.array(names.astype(object), pa.string())


_STRING_FORMS: list[tuple[str, str, Callable[[NDArray[np.str_]], Any]]] = [
    ("numpy fixed width", "numpy", np.asarray),
    ("pandas object", "pandas", _pandas_objects),
    ("pandas str", "pandas", _pandas_strings),
    ("pyarrow string", "pyarrow", _arrow_strings),
]


def label_image(shrink: int) -> Iterator[Row]:
    """Label images, where neighbors have the same label."""
    side, regions = (4096, 1000) if shrink == 1 else (410, 100)
    a, b = _data.segmentations(side, regions)
    random_a, random_b = (
        labels.astype(np.int32).reshape(side, side)
        for labels in _data.redrawn(side * side, regions)
    )
    peers = [
        Peer(
            "scikit-image VI",
            "skimage.metrics",
            lambda m: m.variation_of_information(a, b),
            faster=10,
        ),
        Peer(
            "ours on random labels",
            "clusterdiff",
            lambda m: m.variation_of_information(random_a, random_b),
            faster=1,
            note="as many pixels and labels",
        ),
    ]
    yield from race(
        f"image of {side} × {side} int32, {regions} regions, VI",
        lambda: cd.variation_of_information(a, b),
        peers,
    )


def call_overhead(_: int) -> Iterator[Row]:
    """100 elements: the overhead of a call."""
    a, b = _data.redrawn(100, 5)
    peers = [
        Peer("scikit-learn", "sklearn.metrics", lambda m: m.adjusted_rand_score(a, b), faster=5),
        Peer("genieclust", "genieclust.compare_partitions", lambda m: m.adjusted_rand_score(a, b)),
    ]
    yield from race("n = 100, K = 5, one call", lambda: cd.adjusted_rand(a, b), peers, limit=8e-6)


def memory(shrink: int) -> Iterator[Row]:
    """Peak memory in addition to the inputs."""
    n = 10**7 // shrink
    for k, limit in ((100, 10e6), (10**6 // shrink, 3 * 16 * n)):
        used = in_own_process(_adjusted_rand, n, k)
        note = f"the two inputs are {size(16 * n)}"
        yield within_limit(
            f"peak extra memory, n = {power(n)}, K = {power(k)}", used.extra, limit, size, note
        )


def _adjusted_rand(n: int, k: int) -> Callable[[], float]:
    a, b = _data.redrawn(n, k)
    cd.adjusted_rand(a[:1000], b[:1000])
    return lambda: cd.adjusted_rand(a, b)


def import_time(_: int) -> Iterator[Row]:
    """Time of ``import clusterdiff``."""
    ours, theirs = import_seconds("import clusterdiff", "import numpy, scipy.sparse")
    yield against("import clusterdiff", ours, "numpy, scipy.sparse", theirs, within=1.5)


def _polars(a: NDArray[Any], b: NDArray[Any], faster: float | None = None) -> Peer:
    """Return a peer that only counts pairs of labels with polars."""
    frames: list[Any] = []

    def count(polars: Any) -> Any:
        if not frames:
            frames.append(polars.DataFrame({"a": a, "b": b}))
        return frames[0].group_by("a", "b").len()

    return Peer("polars group_by", "polars", count, faster, note="counts the pairs only")


WORKLOADS = (
    few_labels,
    thousands_of_labels,
    a_million_labels,
    wide_labels,
    strings,
    label_image,
    call_overhead,
    memory,
    import_time,
)
