"""Summaries from the sizes of cells and clusters alone: how many there are of each size."""

from __future__ import annotations

from decimal import Decimal, localcontext
from typing import TYPE_CHECKING

import numpy as np

from clusterdiff.summaries.entropies import Entropies
from clusterdiff.summaries.pairs import PairCounts
from clusterdiff.summaries.sizes import Sizes

if TYPE_CHECKING:
    from clusterdiff.io.aggregates import CellSizes

    Times = dict[int, int]


def pair_counts_of_sizes(s: CellSizes) -> PairCounts:
    """Return the numbers of pairs, exactly."""
    both, in_a, in_b = (
        sum(times * size * size for size, times in side.items()) for side in (s.cells, s.a, s.b)
    )
    return PairCounts(
        both=(both - s.n) // 2,
        only_a=(in_a - both) // 2,
        only_b=(in_b - both) // 2,
        neither=(s.n * s.n - in_a - in_b + both) // 2,
    )


def sizes_of_clusters(s: CellSizes) -> Sizes:
    """Return the distinct sizes of clusters."""
    a, times_a, b, times_b = (
        np.array([values for _, values in sorted(column.items())], np.int64)
        for side in (s.a, s.b)
        for column in ({size: size for size in side}, side)
    )
    return Sizes(_equal(s), s.n, a, times_a, b, times_b)


def _equal(s: CellSizes) -> bool:
    """Return whether every cell is a cluster of both sides."""
    return _number(s.cells) == _number(s.a) == _number(s.b)


def _number(side: Times) -> int:
    return sum(side.values())


def entropies_of_sizes(s: CellSizes) -> Entropies:
    """Return entropies, each rounded once.

    All are differences of Σ s·log s over cells, over clusters and of n·log n. They are computed
    with so many digits that no difference cancels: clusterings that are not independent have
    I ≥ 2/n⁴ by Pinsker's inequality, since |n·n_ij - a_i·b_j| ≥ 1 for two cells at least.
    """
    n = s.n
    clusters_a, clusters_b, cells = map(_number, (s.a, s.b, s.cells))
    with localcontext() as context:
        context.prec = 5 * len(str(n)) + 40
        logs = {size: Decimal(size).ln() for size in {n, *s.cells, *s.a, *s.b}}
        whole = n * logs[n]
        joint, a, b = (_weighted_logs(side, logs) for side in (s.cells, s.a, s.b))
        mutual = (whole - a - b + joint) / n
        return Entropies(
            n,
            clusters_a,
            clusters_b,
            a=0.0 if clusters_a == 1 else float((whole - a) / n),
            b=0.0 if clusters_b == 1 else float((whole - b) / n),
            a_given_b=0.0 if cells == clusters_b else float((b - joint) / n),
            b_given_a=0.0 if cells == clusters_a else float((a - joint) / n),
            mutual=0.0 if mutual * n**4 < 1 else float(mutual),
        )


def _weighted_logs(side: Times, logs: dict[int, Decimal]) -> Decimal:
    return sum((times * size * logs[size] for size, times in side.items()), Decimal(0))
