"""Random cases that are likely to refute: skewed sizes, near copies, nested clusterings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clusterdiff.properties._cases import join, meet, refines, relabel

if TYPE_CHECKING:
    from numpy.random import Generator

    from clusterdiff.properties._cases import Labels


def one(random: Generator, n: int) -> tuple[Labels]:
    """A clustering with few or many clusters, of even or of skewed sizes."""
    clusters = int(random.integers(1, n + 1))
    weights = random.dirichlet([float(random.choice([0.3, 1.0, 10.0]))] * clusters)
    return (relabel(random.choice(clusters, n, p=weights).tolist()),)


def changed(random: Generator, a: Labels) -> Labels:
    """A near copy: a few elements moved, a cluster split, two clusters merged, or nothing in common."""
    kind = int(random.integers(5))
    if kind == 0:
        return one(random, len(a))[0]
    if kind == 1:
        return meet(a, one(random, len(a))[0])
    if kind == 2:  # noqa: PLR2004
        clusters = max(a) + 1
        names = random.integers(0, clusters, clusters)
        return relabel(names[list(a)].tolist())
    out = list(a)
    for _ in range(int(random.integers(1, 3))):
        out[int(random.integers(len(a)))] = int(random.integers(max(a) + 2))
    return relabel(out)


def two(random: Generator, n: int) -> tuple[Labels, Labels]:
    """A clustering and a change of it."""
    (a,) = one(random, n)
    return a, changed(random, a)


def three(random: Generator, n: int) -> tuple[Labels, Labels, Labels]:
    """Two clusterings, and a third on the way or anywhere."""
    a, c = two(random, n)
    way = int(random.integers(4))
    b = (meet(a, c), join(a, c), changed(random, a), changed(random, c))[way]
    return a, b, c


def chain(random: Generator, n: int) -> tuple[Labels, Labels, Labels]:
    """a ≥ b ≥ c."""
    (a,), (x,), (y,) = one(random, n), one(random, n), one(random, n)
    b = meet(a, x)
    return a, b, meet(b, y)


def chain_either_way(random: Generator, n: int) -> tuple[Labels, Labels, Labels]:
    """a ≥ b ≥ c or a ≤ b ≤ c."""
    down = chain(random, n)
    return down if random.integers(2) else down[::-1]


def is_chain(a: Labels, b: Labels, c: Labels) -> bool:
    """Whether a ≥ b ≥ c."""
    return refines(b, a) and refines(c, b)
