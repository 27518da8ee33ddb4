"""SharedClusters: how many clusters pairs of elements share in two covers."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass
from math import comb
from typing import TYPE_CHECKING, Self

import numpy as np

from clusterdiff.covers._cover_table import CoverTable, memberships_shared
from clusterdiff.progress import track
from clusterdiff.summaries import Summary

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from clusterdiff.covers._cover import Cover

    Ints = NDArray[np.int64]

_BLOCK = 4_000_000  # products of memberships that are multiplied out at once
_LIGHT = 0.2  # share of the products of all elements that those in several clusters may have
_MOST_LARGE = 5  # clusters that are left out of the products


@dataclass(frozen=True)
class SharedClusters(Summary, table_type=CoverTable):
    """Pairs of elements by the number of clusters that they share, as exact integers.

    Attributes
    ----------
    equal : bool
        Whether both covers have the same clusters.
    in_a, in_b : dict of int to int
        The number of pairs that share so many clusters of a, and of b.
    same : int
        The number of pairs that share as many clusters in a as in b.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> table = cd.covers.CoverTable.from_clusterings([{0, 1}, {0, 1, 2}], [{0, 1}, {2}])
    >>> SharedClusters.of(table)
    SharedClusters(equal=False, in_a={0: 0, 1: 2, 2: 1}, in_b={0: 2, 1: 1}, same=0)
    """

    equal: bool
    in_a: dict[int, int]
    in_b: dict[int, int]
    same: int

    @property
    def total(self) -> int:
        """Number of pairs of elements."""
        return sum(self.in_a.values())

    @classmethod
    def _from(cls, table: CoverTable) -> Self:
        """Count the pairs without listing those that share at most one cluster on both sides.

        Let x and y be the number of clusters of a and of b that a pair shares. Over all pairs, the
        sum of x·y is Σ C(n_ij, 2), and the sum of x is Σ C(|A_i|, 2). Only pairs with x ≥ 2 or
        y ≥ 2 are listed; they are subtracted, and for the rest x·y is 1 if both are 1 and else 0.
        """
        if _overlap_is_heavy(table):
            every = _count_all_pairs(table)
            sides = [Counter[int](), Counter[int]()]
            for numbers, count in every.items():
                for side, number in zip(sides, numbers, strict=True):
                    side[number] += count
            in_a, in_b = ({0: 0, 1: 0, **dict(sorted(side.items()))} for side in sides)
            same = sum(count for (x, y), count in every.items() if x == y)
            return cls(table.equal, in_a, in_b, same)
        listed: Counter[tuple[int, int]] = Counter()
        for _, _, x, y in pairs_in_several(table):
            codes, counts = _distinct(x * (table.b.k + 1) + y)
            for code, count in zip(codes.tolist(), counts.tolist(), strict=True):
                listed[divmod(code, table.b.k + 1)] += count
        pairs = comb(table.n, 2)
        products = _pairs_within(table.cells.counts)
        both = products - sum(x * y * count for (x, y), count in listed.items())
        in_a, in_b = (
            _by_number(pairs, _pairs_within(side.sizes), Counter(), listed, place)
            for place, side in enumerate((table.a, table.b))
        )
        together = both + sum(count for (x, y), count in listed.items() if x and y)
        neither = pairs - (pairs - in_a[0]) - (pairs - in_b[0]) + together
        same = neither + both + sum(count for (x, y), count in listed.items() if x == y)
        return cls(table.equal, in_a, in_b, same)


def _overlap_is_heavy(table: CoverTable) -> bool:
    """Return whether listing pairs of several clusters takes as long as counting all pairs."""
    whole = part = 0.0
    for side in (table.a, table.b):
        several = (side.counts > 1)[side.rows]
        whole += float(np.sum(side.sizes.astype(float) ** 2))
        part += float(np.sum(np.bincount(side.clusters[several]).astype(float) ** 2))
    return part > max(_LIGHT * whole, _BLOCK)


def _count_all_pairs(table: CoverTable) -> Counter[tuple[int, int]]:
    """Count the pairs by the numbers x and y of clusters of a and of b that they share.

    With the memberships in all clusters as one matrix C, the products C·D·Cᵀ are x + M·y if D has 1
    for clusters of a and M for those of b. A few very large clusters are left out of C: which of
    them an element is in is its type, and the types of a pair tell what these clusters add.
    """
    from scipy.sparse import csr_array

    a, b, n = table.a, table.b, table.n
    unit = int(a.counts.max(initial=0)) + 1
    sizes = np.concatenate([a.sizes, b.sizes])
    work = sizes.astype(float) ** 2
    largest = np.argsort(-work, kind="stable")[:_MOST_LARGE]
    large = largest[work[largest] > work.sum() / 20]
    rows = np.concatenate([a.rows, b.rows])
    cols = np.concatenate([a.clusters, b.clusters + a.k])
    bit = np.full(len(sizes), -1)
    bit[large] = np.arange(len(large))
    of_large = bit[cols] >= 0
    types = np.zeros(n, np.int64)
    np.add.at(types, rows[of_large], 1 << bit[cols[of_large]])
    weights = np.where(np.arange(len(sizes)) < a.k, 1, unit)
    number = 1 << len(large)
    pairs = np.arange(number)[:, None] & np.arange(number)
    added = sum((weights[c] * ((pairs >> i) & 1) for i, c in enumerate(large.tolist())), 0 * pairs)
    out: Counter[tuple[int, int]] = Counter()
    times = np.bincount(types, minlength=number)
    left = np.multiply.outer(times, times) - np.diag(times)  # ordered pairs of two types
    rows, cols = rows[~of_large], cols[~of_large]
    c = csr_array((np.ones(len(rows), np.int64), (rows, cols)), shape=(n, len(sizes)))
    scaled = csr_array((weights[c.indices], c.indices, c.indptr), shape=c.shape).T.tocsr()
    steps = np.cumsum(np.bincount(rows, sizes[cols], n))
    cuts = np.searchsorted(steps, np.arange(_BLOCK, int(steps[-1]) + _BLOCK, _BLOCK), side="right")
    bounds = np.unique(np.concatenate([[0], np.maximum(cuts, 1), [n]]))
    for start, end in track(list(itertools.pairwise(bounds)), "counting pairs"):
        found = (c[start:end] @ scaled).tocoo()
        u, v = found.coords[0].astype(np.int64) + int(start), found.coords[1]
        coded = found.data if number == 1 else (found.data * number + types[u]) * number + types[v]
        codes, counts = _distinct(coded[u != v])
        for code, count in zip(codes.tolist(), counts.tolist(), strict=True):
            value, kind = divmod(code, number**2)
            s, t = divmod(kind, number)
            y, x = divmod(value + int(added[s, t]), unit)
            out[x, y] += count
            left[s, t] -= count
    for (s, t), count in np.ndenumerate(left):
        y, x = divmod(int(added[s, t]), unit)
        out[x, y] += int(count)
    return Counter({key: count // 2 for key, count in out.items() if count})


def _distinct(codes: Ints) -> tuple[Ints, Ints]:
    """Return the different numbers, and how often each occurs: without a sort if they are small."""
    if not len(codes) or int(codes.max()) > _BLOCK:
        values, counts = np.unique(codes, return_counts=True)
        return values, counts
    every = np.bincount(codes)
    values = np.flatnonzero(every)
    return values, every[values]


def _by_number(
    pairs: int,
    memberships: int,
    found: Counter[int],
    listed: Counter[tuple[int, int]],
    place: int,
) -> dict[int, int]:
    """Return the number of pairs that share 0, 1, 2, … clusters of one side."""
    for key, count in listed.items():
        found[key[place]] += count
    several = {number: count for number, count in sorted(found.items()) if number > 1}
    once = memberships - sum(number * count for number, count in several.items())
    return {0: pairs - once - sum(several.values()), 1: once, **several}


def _pairs_within(sizes: Ints) -> int:
    """Return Σ C(size, 2) as a Python integer."""
    values, times = np.unique(sizes, return_counts=True)
    return sum(
        comb(size, 2) * count for size, count in zip(values.tolist(), times.tolist(), strict=True)
    )


def pairs_in_several(table: CoverTable) -> Iterator[tuple[Ints, Ints, Ints, Ints]]:
    """Yield the pairs u < v that share two clusters or more of a or of b, in blocks.

    Yields
    ------
    tuple of arrays
        The elements u and v, and the numbers of clusters of a and of b that they share.
    """
    for u, v, x in _pairs_of_side(table.a):
        yield u, v, x, memberships_shared(table.b, u, v)
    for u, v, y in _pairs_of_side(table.b):
        x = memberships_shared(table.a, u, v)
        new = x < 2  # the others were found on side a
        yield u[new], v[new], x[new], y[new]


def _pairs_of_side(cover: Cover) -> Iterator[tuple[Ints, Ints, Ints]]:
    """Yield the pairs u < v that share two clusters or more, and how many they share.

    Only elements in several clusters can. Their memberships, an m × k matrix S, give the numbers of
    shared clusters as S·Sᵀ, of which some rows are computed at a time.
    """
    from scipy.sparse import csr_array

    several = np.flatnonzero(cover.counts > 1)
    if len(several) < 2:
        return
    part = cover.take(several)
    ones = np.ones(part.nnz, np.int32)
    s = csr_array((ones, part.clusters, part.starts), shape=(part.n, part.k))
    # A pair that shares two clusters is in both, so that clusters of one member may be left out.
    work = np.cumsum(np.add.reduceat(part.sizes[part.clusters], part.starts[:-1]))
    cuts = np.searchsorted(work, np.arange(_BLOCK, int(work[-1]) + _BLOCK, _BLOCK), side="right")
    bounds = np.unique(np.concatenate([[0], np.maximum(cuts, 1), [part.n]]))
    other = s.T.tocsr()
    for start, end in track(list(itertools.pairwise(bounds)), "counting pairs"):
        found = (s[start:end] @ other).tocoo()
        rows, cols = found.coords[0].astype(np.int64) + int(start), found.coords[1]
        kept = (found.data > 1) & (cols > rows)
        yield several[rows[kept]], several[cols[kept]], found.data[kept].astype(np.int64)
