"""Workloads of covers, soft clusterings and trees, against NetworKit, SciPy and scikit-bio."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

import clusterdiff as cd
from benchmarks._report import Peer, Row, power, race

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clusterdiff import Cover, Tree


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


def _tree(n: int, seed: int) -> Tree:
    """Return a random tree: two clusters at a time are merged."""
    random = np.random.default_rng(seed)
    left = list(range(n))
    rows = []
    for i in range(n - 1):
        first, second = (left.pop(int(random.integers(len(left)))) for _ in range(2))
        left.append(n + i)
        rows.append((first, second, i + 1.0))
    return cd.Tree.from_linkage(np.array(rows))


def trees(shrink: int) -> Iterator[Row]:
    """All levels of trees of a hundred thousand elements, and the pairs of ten thousand."""
    n = 10**5 // shrink
    a, b = _tree(n, 1), _tree(n, 2)
    yield from race(f"levels (all B_k), n = {power(n)}", lambda: len(cd.levels(a, b)), limit=5.0)
    n = 10**4 // shrink
    c, d = _tree(n, 1), _tree(n, 2)

    def correlation_of_all_pairs(_: Any) -> float:
        from scipy.cluster.hierarchy import cophenet

        return float(np.corrcoef(cophenet(c.to_linkage()), cophenet(d.to_linkage()))[0, 1])

    peer = Peer("SciPy, all pairs in memory", "scipy", correlation_of_all_pairs)
    yield from race(
        f"cophenetic_correlation, n = {power(n)}", lambda: cd.cophenetic_correlation(c, d), [peer]
    )
    n = 10**3 // shrink
    e, f = _tree(n, 1), _tree(n, 2)
    texts = e.to_newick(), f.to_newick()

    def robinson_foulds(skbio: Any) -> float:
        one, two = (skbio.TreeNode.read([text]) for text in texts)
        return float(one.compare_rfd(two, rooted=True))

    yield from race(
        f"robinson_foulds, n = {power(n)}",
        lambda: cd.robinson_foulds(cd.Tree(texts[0]), cd.Tree(texts[1])),
        [Peer("scikit-bio", "skbio", robinson_foulds)],
    )


WORKLOADS = (overlapping_communities, soft_clusterings, trees)
