"""Random clusterings that are likely to refute a property."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clusterdiff.properties._cases import join, meet, relabel

if TYPE_CHECKING:
    from numpy.random import Generator

    from clusterdiff.properties._cases import Labels

_RANDOM, _REFINED, _MERGED, _KINDS = 0, 1, 2, 5
_DRIFTING, _LEAST = (
    5,
    5,
)  # how rarely a small cluster drifts, and elements that this needs more than


def one(rng: Generator, n: int) -> tuple[Labels]:
    """Return a clustering with few or many clusters, of even or uneven sizes."""
    clusters = int(rng.integers(1, n + 1))
    weights = rng.dirichlet([float(rng.choice([0.3, 1.0, 10.0]))] * clusters)
    return (relabel(rng.choice(clusters, n, p=weights).tolist()),)


def changed(rng: Generator, a: Labels) -> Labels:
    """Return a random clustering, a refinement, a coarsening, or a with few elements moved."""
    kind = int(rng.integers(_KINDS))
    if kind == _RANDOM:
        return one(rng, len(a))[0]
    if kind == _REFINED:
        return meet(a, one(rng, len(a))[0])
    if kind == _MERGED:
        clusters = max(a) + 1
        return relabel(rng.integers(0, clusters, clusters)[list(a)].tolist())
    out = list(a)
    for _ in range(int(rng.integers(1, 3))):
        out[int(rng.integers(len(a)))] = int(rng.integers(max(a) + 2))
    return relabel(out)


def two(rng: Generator, n: int) -> tuple[Labels, Labels]:
    """Return a clustering and a change of it."""
    (a,) = one(rng, n)
    return a, changed(rng, a)


def three(rng: Generator, n: int) -> tuple[Labels, Labels, Labels]:
    """Return two clusterings, and a third between them or near one of them."""
    if rng.integers(_DRIFTING) == 0 and n > _LEAST:
        return drift(rng, n)
    a, c = two(rng, n)
    between = (meet(a, c), join(a, c), changed(rng, a), changed(rng, c))
    return a, between[int(rng.integers(4))], c


def drift(rng: Generator, n: int) -> tuple[Labels, Labels, Labels]:
    """Return a small cluster that takes one element and then loses another one."""
    small = int(rng.integers(2, n // 2))
    before, after = (tuple(int(low <= e < low + small) for e in range(n)) for low in (0, 1))
    middle = tuple(int(e <= small) for e in range(n))
    return relabel(before), relabel(middle), relabel(after)


def refinement(rng: Generator, n: int) -> tuple[Labels, Labels]:
    """Return a ≥ b."""
    (a,), (x,) = one(rng, n), one(rng, n)
    return a, meet(a, x)


def chain(rng: Generator, n: int) -> tuple[Labels, Labels, Labels]:
    """Return a ≥ b ≥ c."""
    a, b = refinement(rng, n)
    return a, b, meet(b, one(rng, n)[0])


def chain_either_way(rng: Generator, n: int) -> tuple[Labels, Labels, Labels]:
    """Return a ≥ b ≥ c or a ≤ b ≤ c."""
    down = chain(rng, n)
    return down if rng.integers(2) else down[::-1]


def split(rng: Generator, n: int) -> tuple[Labels, Labels]:
    """Return a, and a with one cluster split; in either order."""
    (a,), (x,) = one(rng, n), one(rng, n)
    k = a[int(rng.integers(n))]
    b = relabel((i, x[e] if i == k else -1) for e, i in enumerate(a))
    return (a, b) if rng.integers(2) else (b, a)
