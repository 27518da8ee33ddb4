"""All clusterings of a few elements, as tuples of labels.

Exhaustive checks need every clustering of up to about six elements. A clustering is a tuple with
one label per element, numbered in order of appearance: ``(0, 0, 1)`` puts the first two elements
together and the third in a cluster of its own. Meets, joins and refinement are those of
`clusterdiff.partition`; the functions here only convert tuples and remember results.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.partition import AllPartitions, codes, integer_partitions

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

Labels = tuple[int, ...]
Case = tuple[Labels, ...]


@lru_cache(maxsize=16)
def everything(n: int) -> tuple[Labels, ...]:
    """Return every clustering of n elements, in lexicographic order.

    Examples
    --------
    >>> everything(3)
    ((0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1), (0, 1, 2))
    """
    return tuple(AllPartitions(n, lambda found: tuple(found.tolist())))


def of_sizes(sizes: Iterable[int]) -> Labels:
    """Return a clustering with these cluster sizes.

    Examples
    --------
    >>> of_sizes([2, 1])
    (0, 0, 1)
    """
    return tuple(k for k, size in enumerate(sizes) for _ in range(size))


@lru_cache(maxsize=32)
def shapes(n: int) -> tuple[Labels, ...]:
    """Return one clustering of n elements for each list of cluster sizes.

    Parameters
    ----------
    n : int
        Number of elements.

    Returns
    -------
    tuple of tuple of int

    Examples
    --------
    >>> shapes(3)
    ((0, 0, 0), (0, 0, 1), (0, 1, 2))
    """
    return tuple(of_sizes(sizes) for sizes in integer_partitions(n))


def relabel(labels: Iterable[Any]) -> Labels:
    """Return labels numbered in order of appearance.

    Examples
    --------
    >>> relabel("xyx")
    (0, 1, 0)
    """
    numbers: dict[Any, int] = {}
    return tuple(numbers.setdefault(label, len(numbers)) for label in labels)


def equal(a: Labels, b: Labels) -> bool:
    """Return whether two clusterings have the same clusters.

    Examples
    --------
    >>> equal((0, 0, 1), (1, 1, 0))
    True
    """
    return len(set(zip(a, b, strict=True))) == len(set(a)) == len(set(b))


def top(n: int) -> Labels:
    """Return the clustering with one cluster."""
    return (0,) * n


def bottom(n: int) -> Labels:
    """Return the clustering in which every element is alone."""
    return tuple(range(n))


def _array(labels: Labels) -> NDArray[np.uint32]:
    return np.array(labels, np.uint32)


@lru_cache(maxsize=2**16)
def refines(low: Labels, high: Labels) -> bool:
    """Return whether every cluster of `low` lies in one cluster of `high`.

    Examples
    --------
    >>> refines((0, 1, 2), (0, 0, 1))
    True
    """
    return codes.refines(_array(low), max(low) + 1, _array(high))


@lru_cache(maxsize=2**16)
def meet(a: Labels, b: Labels) -> Labels:
    """Return the meet: elements are together if both clusterings put them together.

    Examples
    --------
    >>> meet((0, 0, 1), (0, 1, 1))
    (0, 1, 2)
    """
    return tuple(codes.meet(_array(a), _array(b))[0].tolist())


@lru_cache(maxsize=2**16)
def join(a: Labels, b: Labels) -> Labels:
    """Return the join: elements are together if a chain of shared clusters connects them.

    Examples
    --------
    >>> join((0, 0, 1, 2), (0, 1, 1, 2))
    (0, 0, 0, 1)
    """
    component = codes.join(_array(a), max(a) + 1, _array(b), max(b) + 1)
    return relabel(component[list(a)].tolist())


@lru_cache(maxsize=2**16)
def parts(whole: Labels, a: Labels, b: Labels) -> tuple[tuple[Labels, Labels], ...]:
    """Return the clusterings that a and b induce on each cluster of `whole`.

    Examples
    --------
    >>> parts((0, 0, 1, 1), (0, 0, 1, 2), (0, 1, 2, 2))
    (((0, 0), (0, 1)), ((0, 1), (0, 0)))
    """
    inside: dict[int, tuple[list[int], list[int]]] = {}
    for k, i, j in zip(whole, a, b, strict=True):
        of_a, of_b = inside.setdefault(k, ([], []))
        of_a.append(i)
        of_b.append(j)
    return tuple((relabel(x), relabel(y)) for x, y in inside.values())


@lru_cache(maxsize=16)
def chains(n: int) -> tuple[tuple[Labels, Labels, Labels], ...]:
    """Return every a ≥ b ≥ c, each refining the one before, up to the order of elements.

    Parameters
    ----------
    n : int
        Number of elements.

    Returns
    -------
    tuple of triples of clusterings

    Examples
    --------
    >>> chains(2)[1:3]
    (((0, 0), (0, 0), (0, 1)), ((0, 0), (0, 1), (0, 1)))
    """
    finer = {b: tuple(c for c in everything(n) if refines(c, b)) for b in everything(n)}
    return tuple((a, b, c) for a in shapes(n) for b in finer[a] for c in finer[b])


@lru_cache(maxsize=16)
def splits(n: int) -> tuple[tuple[Labels, Labels], ...]:
    """Return every a and b such that b is a with exactly one cluster split.

    Examples
    --------
    >>> splits(3)[-2:]
    (((0, 0, 0), (0, 1, 2)), ((0, 0, 1), (0, 1, 2)))
    """
    return tuple(
        (a, b) for a in shapes(n) for b in everything(n) if split_cluster(a, b) is not None
    )


@lru_cache(maxsize=2**16)
def split_cluster(a: Labels, b: Labels) -> tuple[int, ...] | None:
    """Return the elements of the only cluster of a that b splits, or None.

    Examples
    --------
    >>> split_cluster((0, 0, 1), (0, 1, 2))
    (0, 1)
    >>> split_cluster((0, 0, 1, 1), (0, 1, 2, 3)) is None
    True
    """
    if not refines(b, a):
        return None
    members: dict[int, list[int]] = {}
    for e, k in enumerate(a):
        members.setdefault(k, []).append(e)
    cut = [own for own in members.values() if len({b[e] for e in own}) > 1]
    return tuple(cut[0]) if len(cut) == 1 else None
