"""The number Ω of contingency tables with given cluster sizes, exact where that is feasible."""

from __future__ import annotations

from functools import cache
from itertools import product
from math import comb, lgamma, log, prod
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from clusterdiff.numerics import entropy, ordered_sum

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

_SERIES = 64.0  # counts from which four terms of Stirling's series are exact to the last digit
_EXACT_STEPS = 200_000  # additions of the exact count of tables of two rows
_EXACT_COLUMNS = 12  # columns of a table of two rows with large sums
_EXACT_WORK = 10**7  # squares of intermediate row sums, times columns, of the exact count
_FACTORS = 12  # the product of so many numbers of 2 or more is larger


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
    a, b = sorted((np.sort(a), np.sort(b)), key=np.ndarray.tolist)  # the order does not matter
    arrangements_a, arrangements_b = (log_arrangements(sizes, n) for sizes in (a, b))
    if a.max() == 1:
        return LogCount(arrangements_b, exact=True)
    counted = _exact_count(a, b)
    if counted is not None:
        return LogCount(log(counted), exact=True)
    if int(a.max()) * int(b.max()) <= n ** (2 / 3):
        return LogCount(_sparse(a, b, n), exact=False)
    return LogCount(min(_dense(a, b, n), arrangements_a, arrangements_b), exact=False)


def log_arrangements(sizes: Ints, n: int) -> float:
    """Return log(n!/Πs!), the logarithm of the number of clusterings of these labeled sizes.

    Examples
    --------
    >>> round(np.exp(log_arrangements(np.array([2, 1]), 3)))
    3
    """
    return entropy(sizes, n, 1) + beyond_powers(np.array([n])) - beyond_powers(sizes)


def beyond_powers(counts: Ints) -> float:
    """Return Σ log(c!·eᶜ/cᶜ), by Stirling's series log √(2πc) + 1/(12c) - … for large counts.

    The powers cᶜ add up to entropies, which are computed without cancellation. Logarithms of whole
    factorials would cancel where the entropy or the information is small.

    Examples
    --------
    >>> beyond_powers(np.array([1, 1]))
    2.0
    """
    from scipy.special import gammaln

    c = counts.astype(float)
    small, x = np.minimum(c, _SERIES), 1 / np.maximum(c, _SERIES)
    factorials = gammaln(small + 1) - small * (np.log(small) - 1)
    series = x * (1 / 12 - x**2 * (1 / 360 - x**2 * (1 / 1260 - x**2 / 1680)))
    return ordered_sum(np.where(c < _SERIES, factorials, np.log(2 * np.pi * c) / 2 + series))


def _exact_count(a: Ints, b: Ints) -> int | None:
    """Count the tables, or return None if that would take too long."""
    if min(len(a), len(b)) == 2:
        few, many = (a, b) if len(a) == 2 else (b, a)
        smaller = int(few.min())
        if smaller * len(many) <= _EXACT_STEPS:
            return _two_rows(smaller, many)
        return _two_long_rows(smaller, many) if len(many) <= _EXACT_COLUMNS else None
    rows, cols = sorted((a, b), key=_states)
    if _states(rows) ** 2 * len(cols) > _EXACT_WORK:
        return None
    return _by_columns(tuple(rows.tolist()), tuple(sorted(cols.tolist())))


def _states(sizes: Ints) -> int:
    """Return Π(s + 1) of the first sizes; with more of them it is too large anyway."""
    return prod(size + 1 for size in sizes[:_FACTORS].tolist())


def _two_rows(total: int, most: Ints) -> int:
    """Count the rows of non-negative integers with this sum, no entry above its column sum."""
    ways = [1] + [0] * total
    for size in most.tolist():
        sums = [0]
        for count in ways:
            sums.append(sums[-1] + count)
        ways = [sums[k + 1] - sums[max(0, k - size)] for k in range(total + 1)]
    return ways[total]


def _two_long_rows(total: int, most: Ints) -> int:
    """Return the same number by inclusion and exclusion of the entries above their column sum."""
    excluded = [(total, 1)]
    for size in most.tolist():
        further = ((left - size - 1, -sign) for left, sign in excluded if left > size)
        excluded += list(further)
    free = len(most) - 1
    return sum(sign * comb(left + free, free) for left, sign in excluded)


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
