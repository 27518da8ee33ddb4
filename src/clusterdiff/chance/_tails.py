"""Tail probabilities of a statistic: from all tables, from random tables, and bounds from moments.

The number m = Σ C(n_ij, 2) of pairs together, with fixed cluster sizes, has methods of its own: all
classes of tables, and bounds from its exact moments.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import islice
from math import comb, isfinite, perm
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from clusterdiff import calibration
from clusterdiff.chance._closed_forms import raw_moment
from clusterdiff.chance._enumeration import probabilities_of, tables_with_margins
from clusterdiff.chance._random_tables import moments
from clusterdiff.numerics import MAX_TOTAL
from clusterdiff.summaries import PairCounts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.chance._closed_forms import Moments
    from clusterdiff.chance._null_models import Sides
    from clusterdiff.chance._results import Kind
    from clusterdiff.sampling import Statistic
    from clusterdiff.table import Table

    Bools = NDArray[np.bool_]
    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

_LONGEST = 2_000_000  # tables with one degree of freedom that are summed
_CLUSTERS = 6  # on a side, of which all tables may be enumerated
_ORDER = 8  # of the highest moment of m that is used in a bound


class Tails(NamedTuple):
    """Probabilities of a value as high, and as low, as the observed one."""

    mean: float
    std: float | None
    high: float
    low: float
    kind: Kind
    method: str
    n_high: int = 0  # random tables behind `high` and `low`
    n_low: int = 0


def sampled_tail(extreme: Bools, enough: int | None = None) -> tuple[float, int]:
    """Return the Monte Carlo p-value (r + 1)/(N + 1), and the number N of random tables.

    r of the N tables are at least as extreme as the observed one, which counts as one more
    (Phipson and Smyth 2010, p_u). If drawing stops at the table with which `enough` are as extreme,
    that table is not counted: the p-value is enough/(N + 1), as in Besag and Clifford (1991).

    >>> sampled_tail(np.array([False, True, False, True, False]), enough=2)
    (0.5, 3)
    >>> sampled_tail(np.zeros(999, bool))
    (0.001, 999)
    """
    count = len(extreme)
    if enough is not None and int(extreme.sum()) >= enough:
        count = int(np.flatnonzero(extreme)[enough - 1])
    return (int(extreme[:count].sum()) + 1) / (count + 1), count


def as_extreme(s: Statistic, table: Table, values: Floats) -> tuple[Bools, Bools]:
    """Return which values are at least as high, and at least as low, as the observed one."""
    value, slack = s.on(table), s.rounding(table, values)
    return values >= value - slack, values <= value + slack


def tails_of_all(s: Statistic, table: Table, values: Floats, shares: Floats) -> Tails:
    """Return the tails if the values of all tables and their probabilities are known."""
    high, low = (min(1.0, float(np.sum(shares[x]))) for x in as_extreme(s, table, values))
    mean, std = moments(values, s.rounding(table, values), shares)
    return Tails(mean, std, high, low, "exact", "enumeration")


def tails_of_moments(s: Statistic, table: Table, exact: Moments | None) -> Tails | None:
    """Return upper limits of the tails from a mean, and a standard deviation if it is known.

    Cantelli's inequality is P(X ≥ μ + zσ) ≤ 1/(1 + z²) for z > 0. Markov's, for values of at least
    L, is P(X ≥ x) ≤ (μ - L)/(x - L).
    """
    value = s.on(table)
    if exact is None or not isfinite(value):
        return None
    away = value - exact.mean
    if exact.std is None:
        end = s.bounds(table)[0 if away > 0 else 1]
        method = "upper limit by Markov's inequality, mean exact"
        limit = (exact.mean - end) / (value - end) if isfinite(end) and away else 1.0
    else:
        method = "upper limit by Cantelli's inequality, moments exact"
        limit = 1 / (1 + (away / exact.std) ** 2) if exact.std > 0 else 1.0
    high, low = (limit, 1.0) if away > 0 else (1.0, limit)
    return Tails(exact.mean, exact.std, high, low, "bound", method)


def limits_of_pairs(table: Table, sides: Sides) -> tuple[float, float]:
    """Return upper limits of P(m ≥ observed) and P(m ≤ observed) from exact moments of m.

    They are the least of Cantelli's inequality, of Markov's inequality for the central moments,
    P(|m - μ| ≥ t) ≤ E[(m - μ)^k]/t^k for even k, and, for the upper tail, of Markov's inequality
    for the binomial moments, P(m ≥ x) ≤ E[C(m, k)]/C(x, k) (moment bounds: Philips and Nelson
    1995). All are exact fractions, rounded once.
    """
    raw = [Fraction(1), *(raw_moment(sides, k) for k in range(1, _ORDER + 1))]
    mean, seen = raw[1], PairCounts.of(table).both
    away = abs(seen - mean)
    if away == 0:
        return 1.0, 1.0
    central = [
        sum((comb(k, i) * raw[i] * (-mean) ** (k - i) for i in range(k + 1)), Fraction(0))
        for k in range(0, _ORDER + 1, 2)
    ]
    limits = [central[1] / (central[1] + away**2)]
    limits += [moment / away ** (2 * i) for i, moment in enumerate(central) if i > 1]
    if seen > mean:
        falling = [Fraction(1)]  # m (m - 1) … (m - k + 1) as a polynomial in m
        for k in range(min(_ORDER, seen)):
            falling = [
                up - k * same
                for up, same in zip([Fraction(0), *falling], [*falling, Fraction(0)], strict=True)
            ]
            moment = sum((c * x for c, x in zip(falling, raw, strict=False)), Fraction(0))
            limits.append(moment / perm(seen, k + 1))
    limit = float(min(limits))
    return (limit, 1.0) if seen > mean else (1.0, limit)


def exact_pair_counts(table: Table) -> tuple[Ints, Floats] | None:
    """Return all values of m and their probabilities, or None if there are too many tables.

    Clusters with one element contribute nothing to m, so that all of them are treated as one class.
    Clusterings with few large clusters and any number of singletons have few tables.
    """
    rows, real_rows = _classes(table.row_sizes)
    cols, real_cols = _classes(table.col_sizes)
    if len(rows) == 1 or len(cols) == 1 or max(len(rows), len(cols)) > _CLUSTERS:
        return None
    if len(rows) == len(cols) == 2:
        return _one_degree(rows, cols, real_rows, real_cols, table.n)
    found = list(islice(tables_with_margins(rows, cols), calibration.ENUMERATED + 1))
    if len(found) > calibration.ENUMERATED:
        return None
    cells = np.array(found, dtype=object if table.n >= MAX_TOTAL else np.int64)
    counted = cells[:, :real_rows, :real_cols]
    return np.sum(counted * (counted - 1) // 2, axis=(1, 2)), probabilities_of(found)


def _classes(sizes: Ints) -> tuple[tuple[int, ...], int]:
    """Return the sizes of clusters of two or more, then the number of singletons if not 0."""
    large = np.sort(sizes[sizes > 1])[::-1].tolist()
    alone = int(np.sum(sizes == 1))
    return (*large, alone) if alone else tuple(large), len(large)


def _one_degree(
    rows: tuple[int, ...], cols: tuple[int, ...], real_rows: int, real_cols: int, n: int
) -> tuple[Ints, Floats] | None:
    """Return the distribution for two by two: the first cell is hypergeometric and fixes all."""
    a, b = rows[0], cols[0]
    low, high = max(0, a + b - n), min(a, b)
    if high - low >= _LONGEST or n >= MAX_TOTAL:
        return None
    k = np.arange(low, high + 1)
    cells = ((k, 0, 0), (a - k, 0, 1), (b - k, 1, 0), (n - a - b + k, 1, 1))
    m = sum(x * (x - 1) // 2 for x, i, j in cells if i < real_rows and j < real_cols)
    steps = np.log((a - k[:-1]) * (b - k[:-1]) / ((k[:-1] + 1.0) * (n - a - b + k[:-1] + 1)))
    logs = np.concatenate([[0.0], np.cumsum(steps)])
    weights = np.exp(logs - logs.max())
    return np.broadcast_to(m, k.shape), weights / weights.sum()
