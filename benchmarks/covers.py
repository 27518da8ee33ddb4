"""Workloads of covers and soft clusterings, compared with NetworKit and with all pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

import clusterdiff as cd
from benchmarks._report import Peer, Row, power, race

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clusterdiff import Cover


def _cover(n: int, k: int, seed: int) -> Cover:
    """Return k communities of n elements; a fifth of them moved, a tenth in a second one."""
    random = np.random.default_rng(seed)
    main = np.where(random.random(n) < 0.2, random.integers(0, k, n), np.arange(n) * k // n)
    rows = np.concatenate([np.arange(n), random.integers(0, n, n // 10)])
    clusters = np.concatenate([main, random.integers(0, k, n // 10)])
    return cd.Cover.from_arrays(rows, clusters, n)


def _networkit(cover: Cover) -> Any:
    import networkit as nk

    made = nk.structures.Cover(cover.n)
    made.setUpperBound(cover.k)
    for element, cluster in zip(cover.rows.tolist(), cover.clusters.tolist(), strict=True):
        made.addToSubset(cluster, element)
    return made


def overlapping_communities(shrink: int) -> Iterator[Row]:
    """A hundred thousand elements in 2,000 communities, and a million in 100,000."""
    for n, k in ((10**5 // shrink, 2_000 // shrink), (10**6 // shrink, 10**5 // shrink)):
        a, b = _cover(n, k, 1), _cover(n, k, 2)
        title = f"n = {power(n)}, K = {k:,}"

        def value(name: str, a: Cover = a, b: Cover = b) -> float:
            return cd.get_measure(name).on(cd.covers.CoverTable(a, b))

        limit = 0.2 if n == 10**5 else None
        yield from race(f"omega_index, {title}", lambda: value("omega_index"), limit=limit)
        yield from race(f"extended_bcubed_f, {title}", lambda: value("extended_bcubed_f"), [])
        peers = []
        try:
            import networkit as nk

            graph, covers = nk.Graph(n), (_networkit(a), _networkit(b))
            peers = [
                Peer(
                    "NetworKit",
                    "networkit",
                    lambda _, g=graph, c=covers: (
                        1 - nk.community.OverlappingNMIDistance().getDissimilarity(g, *c)
                    ),
                    within=1,
                )
            ]
        except ImportError:
            pass
        yield from race(f"overlapping_nmi, {title}", lambda: value("overlapping_nmi"), peers)


def soft_clusterings(shrink: int) -> Iterator[Row]:
    """The exact adjusted concordance index of 2,000 elements, against ten permutations."""
    n = max(50, 2_000 // shrink)
    random = np.random.default_rng(0)
    p, q = random.dirichlet(np.ones(10), n), random.dirichlet(np.ones(8), n)

    def ten_permutations(_: Any) -> float:
        from scipy.spatial.distance import pdist

        in_a = pdist(p, "cityblock") / 2
        gaps = [
            np.abs(in_a - pdist(q[random.permutation(n)], "cityblock") / 2).mean()
            for _ in range(10)
        ]
        return float(np.mean(gaps))

    peer = Peer(
        "ten permutations", "scipy", ten_permutations, note="theirs is an estimate of a part"
    )
    yield from race(
        f"adjusted_concordance, n = {power(n)}",
        lambda: cd.adjusted_concordance(cd.Soft(p), cd.Soft(q)),
        [peer],
        limit=0.5,
    )


WORKLOADS = (overlapping_communities, soft_clusterings)
