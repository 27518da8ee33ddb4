"""Pairs of clusterings that have a stated contingency table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from clusterdiff.checks import check_choice, check_rng, check_several, is_integer
from clusterdiff.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Labels = NDArray[np.int64]
    Pair = tuple[Labels, Labels]

Take = Literal["in_order", "evenly"]
Target = Literal["others", "next"]


def growing_cluster(
    moved: int,
    *,
    sizes: Sequence[int] = (1000, 1000, 1000),
    cluster: int = 0,
    take: Take = "in_order",
) -> Pair:
    """Return a reference clustering and one in which one cluster has taken elements of the others.

    Parameters
    ----------
    moved : int
        How many elements the growing cluster has taken in all.
    sizes : sequence of int, default=(1000, 1000, 1000)
        The cluster sizes of the reference.
    cluster : int, default=0
        Which cluster grows.
    take : {"in_order", "evenly"}, default="in_order"
        Whether the other clusters are used up one after another, or all lose the same number
        of elements. With "evenly", `moved` must be a multiple of the number of other clusters.

    Returns
    -------
    a : ndarray of int
        The reference, with labels 0, 1, …
    b : ndarray of int
        The changed clustering of the same elements.

    Raises
    ------
    InputError
        If the other clusters do not have that many elements.

    References
    ----------
    Rezaei & Fränti (2016), section 7.3: figures 11 and 12 ("in_order"), 13 and 14 ("evenly").

    Examples
    --------
    >>> from clusterdiff import Table
    >>> a, b = growing_cluster(3, sizes=(2, 2, 2))
    >>> Table.from_labels(a, b).to_scipy().toarray().tolist()
    [[2, 0], [2, 0], [1, 1]]
    """
    check_choice("take", take, get_args(Take))
    table = np.diag(_cluster_sizes(sizes))
    _integer("cluster", cluster, 0, len(table) - 1)
    others = [i for i in range(len(table)) if i != cluster]
    moves = _evenly if take == "evenly" else _in_order
    lost = moves(moved, [sizes[i] for i in others])
    for i, count in zip(others, lost, strict=True):
        table[i, i] -= count
        table[i, cluster] += count
    return _labels_of(table)


def _in_order(moved: int, sizes: Sequence[int]) -> list[int]:
    """Return how many elements each cluster loses if they are used up one after another."""
    left, lost = _integer("moved", moved, 0, sum(sizes)), []
    for size in sizes:
        lost.append(min(size, left))
        left -= lost[-1]
    return lost


def _evenly(moved: int, sizes: Sequence[int]) -> list[int]:
    """Return how many elements each cluster loses if all lose the same number."""
    most = len(sizes) * min(sizes, default=0)
    each, rest = divmod(_integer("moved", moved, 0, most), len(sizes) or 1)
    if rest:
        raise InputError(f"moved must be a multiple of {len(sizes)}, got {moved}.")
    return [each] * len(sizes)


def label_errors(
    errors: int,
    *,
    k: int = 3,
    size: int = 1000,
    to: Target = "others",
) -> Pair:
    """Return a reference clustering and one in which every cluster has the same number of errors.

    All cluster sizes are equal and do not change.

    Parameters
    ----------
    errors : int
        How many elements of each cluster have a wrong label.
    k : int, default=3
        The number of clusters.
    size : int, default=1000
        The size of every cluster.
    to : {"others", "next"}, default="others"
        Whether the errors of a cluster are distributed over all other clusters, as evenly as
        possible, or all go to the next cluster.

    Returns
    -------
    a : ndarray of int
        The reference.
    b : ndarray of int
        The changed clustering.

    Raises
    ------
    InputError
        If a cluster does not have that many elements, or there is no other cluster.

    References
    ----------
    Rezaei & Fränti (2016): figures 15 and 16, 19 and 20 (more and more clusters); Meilă (2007),
    figure 1: C' is ``to="next"`` and C'' is ``to="others"``.

    Examples
    --------
    >>> from clusterdiff import Table
    >>> Table.from_labels(*label_errors(2, size=10, to="next")).to_scipy().toarray().tolist()
    [[8, 2, 0], [0, 8, 2], [2, 0, 8]]
    """
    check_choice("to", to, get_args(Target))
    _integer("errors", errors, 0, _integer("size", size, 1))
    _integer("k", k, 2 if errors else 1)
    table = np.diag(np.full(k, size - errors, np.int64))
    steps = k - 1 if to == "others" else 1
    for step in range(1, min(steps, k - 1) + 1):
        # The first errors % steps of the other clusters get one element more.
        count = errors // steps + (step <= errors % steps)
        table += count * np.roll(np.eye(k, dtype=np.int64), step, axis=1)
    return _labels_of(table)


def imbalanced_clusters(
    size: int, *, errors: int = 100, base: int = 1000, swap: bool = True
) -> Pair:
    """Return three clusters, of which two have errors and a third of another size is exact.

    Parameters
    ----------
    size : int
        The size of the third cluster.
    errors : int, default=100
        How many elements of the first cluster are labeled as the second.
    base : int, default=1000
        The size of the first and of the second cluster.
    swap : bool, default=True
        Whether as many elements of the second cluster are labeled as the first, so that the
        cluster sizes do not change.

    Returns
    -------
    a : ndarray of int
        The reference.
    b : ndarray of int
        The changed clustering.

    Raises
    ------
    InputError
        If a cluster does not have that many elements.

    References
    ----------
    Rezaei & Fränti (2016), section 7.4: figures 17 and 18. The text has 200 wrong objects in the
    first two clusters; by default 100 of each are exchanged, which gives the printed ARI of 0.66
    at 50 objects, and 0.90 at 2,000, where 0.91 is printed.

    Examples
    --------
    >>> from clusterdiff import Table
    >>> Table.from_labels(*imbalanced_clusters(5, errors=2, base=10)).to_scipy().toarray().tolist()
    [[8, 2, 0], [2, 8, 0], [0, 0, 5]]
    """
    _integer("size", size, 1)
    _integer("errors", errors, 0, _integer("base", base, 1))
    back = errors if swap else 0
    return _labels_of(
        np.array([[base - errors, errors, 0], [back, base - back, 0], [0, 0, size]], np.int64)
    )


def separated_clusterings(k: int, *, size: int = 1) -> Pair:
    """Return two clusterings as far apart as possible: all overlaps have the same size.

    Parameters
    ----------
    k : int
        The number of clusters of both clusterings.
    size : int, default=1
        The number of elements that each two clusters share, so that n = k² · `size`.

    Returns
    -------
    a : ndarray of int
        A clustering.
    b : ndarray of int
        Another one. The variation of information of both is 2 log k, the largest possible.

    References
    ----------
    Meilă (2007), Property 4, figure 3 and section 5.

    Examples
    --------
    >>> separated_clusterings(2)
    (array([0, 0, 1, 1]), array([0, 1, 0, 1]))
    """
    _integer("k", k, 1)
    _integer("size", size, 1)
    return _labels_of(np.full((k, k), size, np.int64))


def random_labels(
    k: int,
    *,
    sizes: Sequence[int] = (1000, 1000, 1000),
    rng: int | np.random.Generator | None = None,
) -> Pair:
    """Return a reference clustering and labels that are drawn at random, independently of it.

    Parameters
    ----------
    k : int
        From how many labels to draw, all with the same probability.
    sizes : sequence of int, default=(1000, 1000, 1000)
        The cluster sizes of the reference.
    rng : int, numpy.random.Generator or None
        The seed or generator of the random numbers.

    Returns
    -------
    a : ndarray of int
        The reference.
    b : ndarray of int
        The random labels.

    References
    ----------
    Rezaei & Fränti (2016), section 7.2: figures 9 and 10.

    Examples
    --------
    >>> a, b = random_labels(4, rng=0)
    >>> a.size, sorted(set(b.tolist()))
    (3000, [0, 1, 2, 3])
    """
    _integer("k", k, 1)
    check_rng(rng)
    counts = _cluster_sizes(sizes)
    a = np.repeat(np.arange(len(counts)), counts)
    return a, np.random.default_rng(rng).integers(0, k, a.size)


def _labels_of(table: NDArray[np.int64]) -> Pair:
    """Return two label arrays with this contingency table, sorted by row and then by column."""
    rows, cols = np.indices(table.shape).reshape(2, -1)
    return np.repeat(rows, table.ravel()), np.repeat(cols, table.ravel())


def _integer(name: str, value: Any, least: int = 0, most: int | None = None) -> int:
    """Return an integer within its range."""
    if not is_integer(value) or value < least or (most is not None and value > most):
        wanted = f"at least {least}" if most is None else f"between {least} and {most}"
        raise InputError(f"{name} must be an integer {wanted}, got {value!r}.")
    return int(value)


def _cluster_sizes(sizes: Sequence[int]) -> NDArray[np.int64]:
    """Return cluster sizes, each at least 1."""
    found = [_integer("sizes", size, 1) for size in check_several("sizes", sizes, "integers")]
    if not found:
        raise InputError("sizes must have at least one cluster.")
    return np.array(found, np.int64)
