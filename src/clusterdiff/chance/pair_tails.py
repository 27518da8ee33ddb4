"""Tail probabilities of the number m = Σ C(n_ij, 2) of pairs together, with fixed cluster sizes."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice
from math import exp, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

from clusterdiff.chance.closed_forms import pair_moments
from clusterdiff.chance.enumeration import FEW, probabilities_of, tables_with_margins
from clusterdiff.chance.sampling import LIMIT, dense_tables
from clusterdiff.numerics import MAX_TOTAL
from clusterdiff.summaries import PairCounts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.chance.null_models import Sides
    from clusterdiff.table import Table

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

NOT_ACCURATE = (
    "for these cluster sizes the number of pairs together is very skewed or takes few values, or "
    "the test is about its lower tail, which is below 0.1"
)
_STEPS = 5.0  # least standard deviation in units of the largest expected cell
_SKEW = 1.5  # skewness up to which Pearson III was found accurate (docs/chance.md)
_RELIABLE = 0.01  # tail probability down to which the error is a few percent
_RELIABLE_LOW = 0.1  # the same for the lower tail, which the lower bound of the curve truncates
_POWER = 0.9  # smaller p-values are raised to this power, which covers the error of the far tail
SMALLEST = 1e-10  # smallest p-value, since the exact far tail is heavier than the curve
_LONGEST = 2_000_000  # tables with one degree of freedom that are summed
_CLUSTERS = 6
_SMOOTH_TABLES, _SMOOTH_ATOM = 400, 0.03
_SMOOTH_CELLS = 1 << 14


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
    found = list(islice(tables_with_margins(rows, cols), FEW + 1))
    if len(found) > FEW:
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
    if std < _STEPS or abs(skew) > _SKEW or not _is_smooth(table, std):
        return None
    pairs = PairCounts.of(table).both
    # A continuity correction of half a pair towards the mean, since m is an integer.
    at = float(pairs - mean - Fraction(1, 2)) / std
    low = 1 - _above(float(pairs - mean + Fraction(1, 2)) / std, skew)
    return upper_tail(at, skew, largest_share(table, std)), low if low >= _RELIABLE_LOW else None


def upper_tail(z: float, skew: float, share: float) -> float:
    """Return P(m ≥ mean + z·std), not below the exact probability.

    Apart from constants, m is approximately a weighted sum of χ² variables; `share` is the share of
    the variance of the heaviest one. Laurent and Massart (2000, lemma 1) bound the tail of such
    sums by exp(-t) at z = √(2t) + √(2·share)·t. Where the curve falls faster than this bound, the
    tail follows the bound.
    """
    p = _above(z, skew)
    if p >= _RELIABLE:
        return p
    fallen = _limit(z, share) - _limit(_quantile(_RELIABLE, skew), share)
    raised: float = _RELIABLE * (p / _RELIABLE) ** _POWER
    return max(raised, _RELIABLE * exp(-fallen), SMALLEST)


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
    if std < _STEPS * float(np.ptp(rows) * np.ptp(cols)) / table.n:
        return False
    if std >= _STEPS * max(1.0, float(rows.max() * cols.max()) / table.n):
        return True
    if table.n >= LIMIT or table.shape[0] * table.shape[1] > min(table.n, _SMOOTH_CELLS):
        return False
    random = np.random.default_rng(0)  # a fixed seed: the decision must not vary
    counts = dense_tables(table.row_sizes, table.col_sizes, _SMOOTH_TABLES, random)
    squares = np.sum(counts.astype(float) ** 2, axis=(1, 2))
    return bool(np.unique(squares, return_counts=True)[1].max() <= _SMOOTH_ATOM * _SMOOTH_TABLES)


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
