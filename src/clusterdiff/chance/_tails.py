"""Tail probabilities of a statistic: from random tables, from all tables, and from moments.

Those of the number m = Σ C(n_ij, 2) of pairs together, with fixed cluster sizes, have methods of
their own: all classes of tables, and a Pearson III curve.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import islice
from math import exp, isfinite, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from clusterdiff import calibration
from clusterdiff.chance._closed_forms import pair_moments
from clusterdiff.chance._enumeration import probabilities_of, tables_with_margins
from clusterdiff.chance._random_tables import dense_tables, moments
from clusterdiff.numerics import MAX_TOTAL
from clusterdiff.sampling import LIMIT
from clusterdiff.summaries import PairCounts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.chance._closed_forms import Moments
    from clusterdiff.chance._null_models import Sides
    from clusterdiff.sampling import Statistic
    from clusterdiff.table import Table

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]


NOT_ACCURATE = (
    "for these cluster sizes the number of pairs together is very skewed or takes few values, or "
    "the test is about its lower tail, which is below 0.1"
)
_LONGEST = 2_000_000  # tables with one degree of freedom that are summed
_CLUSTERS = 6  # on a side, of which all tables may be enumerated
_SMOOTH_CELLS = 1 << 14  # of tables that are drawn to see whether m is nearly continuous


class Tails(NamedTuple):
    """Probabilities of a value as high, and as low, as the observed one."""

    mean: float
    std: float | None
    high: float
    low: float | None  # None: not needed and not known
    method: str
    n_samples: int = 0


def sampled_tail(r: int, count: int) -> float:
    """Return (r + 1)/(N + 1) or three quarters of an upper limit of the tail, whichever is larger.

    If few tables are as extreme as the observed one, (r + 1)/(N + 1) may be far below the tail
    probability by chance. The upper limit holds with probability 0.999, so that the result is at
    most a quarter below the tail probability.
    """
    from scipy.special import gammaincinv

    limit = float(gammaincinv(r + 1, calibration.TAIL_CONFIDENCE))
    return min(1.0, max(r + 1, calibration.TAIL_SHARE * limit) / (count + 1))


def exceeding(s: Statistic, table: Table, values: Floats) -> tuple[int, int]:
    """Return how many values are at least as high, and at least as low, as the observed one."""
    value, slack = s.on(table), s.rounding(table, values)
    return int(np.sum(values >= value - slack)), int(np.sum(values <= value + slack))


def tails_of_all(s: Statistic, table: Table, values: Floats, shares: Floats) -> Tails:
    """Return the tails if the values of all tables and their probabilities are known."""
    value, slack = s.on(table), s.rounding(table, values)
    high = float(np.sum(shares[values >= value - slack]))
    low = float(np.sum(shares[values <= value + slack]))
    return Tails(*moments(values, slack, shares), min(1.0, high), min(1.0, low), "enumeration")


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
        method = "Markov's inequality, mean exact"
        limit = (exact.mean - end) / (value - end) if isfinite(end) and away else 1.0
    else:
        method = "Cantelli's inequality, moments exact"
        limit = 1 / (1 + (away / exact.std) ** 2) if exact.std > 0 else 1.0
    high, low = (limit, 1.0) if away > 0 else (1.0, limit)
    return Tails(exact.mean, exact.std, high, low, method)


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


def pearson_tails(table: Table, sides: Sides) -> tuple[float, float | None] | None:
    """Return P(m ≥ observed) and P(m ≤ observed) from a Pearson III curve with exact moments.

    The result is None if the curve is not accurate. The lower tail is None if it is so small that
    the lower bound of the curve would make it too small.
    """
    mean, std, skew = pair_moments(sides)
    if std == 0:
        return 1.0, 1.0
    if (
        std < calibration.MIN_STEPS
        or abs(skew) > calibration.MAX_SKEW
        or not _is_smooth(table, std)
    ):
        return None
    pairs = PairCounts.of(table).both
    # A continuity correction of half a pair towards the mean, since m is an integer.
    at = float(pairs - mean - Fraction(1, 2)) / std
    low = 1 - _above(float(pairs - mean + Fraction(1, 2)) / std, skew)
    return upper_tail(
        at, skew, largest_share(table, std)
    ), low if low >= calibration.MIN_LOWER_TAIL else None


def upper_tail(z: float, skew: float, share: float) -> float:
    """Return P(m ≥ mean + z·std), not below the exact probability.

    Apart from constants, m is approximately a weighted sum of χ² variables; `share` is the share of
    the variance of the heaviest one. Laurent and Massart (2000, lemma 1) bound the tail of such
    sums by exp(-t) at z = √(2t) + √(2·share)·t. Where the curve falls faster than this bound, the
    tail follows the bound.
    """
    p = _above(z, skew)
    if p >= calibration.MIN_TAIL:
        return p
    fallen = _limit(z, share) - _limit(_quantile(calibration.MIN_TAIL, skew), share)
    raised: float = calibration.MIN_TAIL * (p / calibration.MIN_TAIL) ** calibration.FAR_TAIL_POWER
    return max(raised, calibration.MIN_TAIL * exp(-fallen), calibration.MIN_CURVE_PVALUE)


def _limit(z: float, share: float) -> float:
    """Return the t for which z = √(2t) + √(2·share)·t."""
    return 2 * (z / (1 + sqrt(1 + 2 * sqrt(2 * share) * z))) ** 2


def largest_share(table: Table, std: float) -> float:
    """Return an upper bound of the share of the variance of m due to its heaviest χ² variable.

    Its weight is λμ/2(n-1), where λ and μ are the largest eigenvalues of the covariances diag(a) -
    aaᵀ/n of both sides. They are at most the largest size and at most the trace.
    """
    n, weight = float(table.n), 0.5 / (table.n - 1)
    for sizes in (table.row_sizes.astype(float), table.col_sizes.astype(float)):
        weight *= min(float(sizes.max()), n - float(np.sum(sizes * (sizes / n))))
    return min(1.0, 2 * (weight / std) ** 2)


def _is_smooth(table: Table, std: float) -> bool:
    """Return whether no value of m has a large probability, so that a curve approximates it.

    An exchange of two elements changes m by (a_i - a_k)·(b_j - b_l)/n on average, and by at most
    about the largest expected cell. If the average change is large, m is concentrated near few
    values.
    """
    rows, cols = (sizes.astype(float) for sizes in (table.row_sizes, table.col_sizes))
    if std < calibration.MIN_STEPS * float(np.ptp(rows) * np.ptp(cols)) / table.n:
        return False
    if std >= calibration.MIN_STEPS * max(1.0, float(rows.max() * cols.max()) / table.n):
        return True
    if table.n >= LIMIT or table.shape[0] * table.shape[1] > min(table.n, _SMOOTH_CELLS):
        return False
    random = np.random.default_rng(0)  # a fixed seed: the decision must not vary
    counts = dense_tables(table.row_sizes, table.col_sizes, calibration.SMOOTH_TABLES, random)
    squares = np.sum(counts.astype(float) ** 2, axis=(1, 2))
    return bool(
        np.unique(squares, return_counts=True)[1].max()
        <= calibration.MAX_SHARE_OF_ONE_VALUE * calibration.SMOOTH_TABLES
    )


def _above(z: float, skew: float) -> float:
    """Return the probability that a standardized Pearson III (shifted gamma) variable exceeds z."""
    from scipy.special import gammainc, gammaincc

    if abs(skew) < 1e-5:
        return NormalDist().cdf(-z)
    shape = 4 / skew**2
    at = max(0.0, shape + z * sqrt(shape) * (1 if skew > 0 else -1))
    return float(gammaincc(shape, at) if skew > 0 else gammainc(shape, at))


def _quantile(p: float, skew: float) -> float:
    """Return the z for which `_above` is p."""
    from scipy.special import gammainccinv, gammaincinv

    if abs(skew) < 1e-5:
        return NormalDist().inv_cdf(1 - p)
    shape = 4 / skew**2
    at = gammainccinv(shape, p) if skew > 0 else gammaincinv(shape, p)
    return float(at - shape) / sqrt(shape) * (1 if skew > 0 else -1)
