"""The number Ω of contingency tables with given cluster sizes, exact where that is feasible."""

from __future__ import annotations

from functools import cache
from itertools import product
from math import lgamma, log, prod
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

_EXACT_STEPS = 200_000  # additions of the exact count
_EXACT_STATES = 2_000  # intermediate column sums of the exact count


class LogCount(NamedTuple):
    """The logarithm of a number of tables, and whether it is exact."""

    value: float
    exact: bool


def log_tables(a: Ints, b: Ints) -> LogCount:
    """Return log Ω(a, b), the logarithm of the number of tables with these row and column sums.

    Small tables, two clusters, and singletons are counted exactly. Otherwise an asymptotic formula
    for sparse tables is used where clusters are small, and else the approximation of Newman et al.
    (2020, eq. 29), limited by the upper bounds n!/Πa_i! and n!/Πb_j!.

    Examples
    --------
    >>> round(np.exp(log_tables(np.array([2, 1]), np.array([1, 1, 1])).value))
    3
    """
    if len(a) == 1 or len(b) == 1:
        return LogCount(0.0, exact=True)
    n = int(a.sum())
    arrangements_a, arrangements_b = (_log_multinomial(sizes, n) for sizes in (a, b))
    if a.max() == 1:
        return LogCount(arrangements_b, exact=True)
    if b.max() == 1:
        return LogCount(arrangements_a, exact=True)
    counted = _exact_count(a, b)
    if counted is not None:
        return LogCount(log(counted), exact=True)
    if int(a.max()) * int(b.max()) <= n ** (2 / 3):
        return LogCount(_sparse(a, b, n), exact=False)
    return LogCount(min(_dense(a, b, n), arrangements_a, arrangements_b), exact=False)


def _log_multinomial(sizes: Ints, n: int) -> float:
    from scipy.special import gammaln

    return lgamma(n + 1.0) - float(gammaln(sizes + 1.0).sum())


def _exact_count(a: Ints, b: Ints) -> int | None:
    """Count the tables, or return None if that would take too long."""
    if min(len(a), len(b)) == 2:
        few, many = (a, b) if len(a) == 2 else (b, a)
        smaller = int(few.min())
        return _two_rows(smaller, many) if smaller * len(many) <= _EXACT_STEPS else None
    rows, cols = sorted((a.tolist(), b.tolist()), key=lambda sizes: prod(s + 1 for s in sizes))
    states = prod(size + 1 for size in rows)
    if states > _EXACT_STATES or states * states * len(cols) > 50 * _EXACT_STEPS:
        return None
    return _by_columns(tuple(rows), tuple(sorted(cols)))


def _two_rows(total: int, most: Ints) -> int:
    """Count the rows of non-negative integers with this sum, no entry above its column sum."""
    ways = [1] + [0] * total
    for size in most.tolist():
        sums = [0]
        for count in ways:
            sums.append(sums[-1] + count)
        ways = [sums[k + 1] - sums[max(0, k - size)] for k in range(total + 1)]
    return ways[total]


def _by_columns(rows: tuple[int, ...], cols: tuple[int, ...]) -> int:
    """Count the tables column by column; equal remaining row sums share their count."""

    @cache
    def count(left: tuple[int, ...], column: int) -> int:
        if column == len(cols) - 1:
            return 1
        choices = product(*(range(min(size, cols[column]) + 1) for size in left))
        return sum(
            count(tuple(sorted(x - y for x, y in zip(left, chosen, strict=True))), column + 1)
            for chosen in choices
            if sum(chosen) == cols[column]
        )

    return count(tuple(sorted(rows)), 0)


def _sparse(a: Ints, b: Ints, n: int) -> float:
    """Return log of n!/(Πa_i! Πb_j!)·exp(Σa_i(a_i-1)·Σb_j(b_j-1)/(2n²)), for small clusters."""
    from scipy.special import gammaln

    arrangements = lgamma(n + 1.0) - float(gammaln(a + 1.0).sum() + gammaln(b + 1.0).sum())
    pairs_a, pairs_b = (float(np.sum(sizes * (sizes - 1.0))) / n for sizes in (a, b))
    return arrangements + pairs_a * pairs_b / 2


def _dense(a: Ints, b: Ints, n: int) -> float:
    """Return the approximation of Newman et al. (2020, eq. 29), for large clusters."""
    from scipy.special import gammaln

    rows, cols = len(a), len(b)
    weight = n / (n + rows * cols / 2)
    x = (1 - weight) / rows + weight * a / n
    y = (1 - weight) / cols + weight * b / n
    mu = (rows + 1) / (rows * np.sum(y * y)) - 1 / rows
    nu = (cols + 1) / (cols * np.sum(x * x)) - 1 / cols
    gammas = (
        gammaln(mu * rows)
        + gammaln(nu * cols)
        - cols * (gammaln(nu) + gammaln(rows))
        - rows * (gammaln(mu) + gammaln(cols))
    )
    logs = (rows + nu - 2) * np.log(y).sum() + (cols + mu - 2) * np.log(x).sum()
    free = (rows - 1) * (cols - 1)
    return float(free * np.log(n + rows * cols / 2) + (logs + gammas) / 2)
