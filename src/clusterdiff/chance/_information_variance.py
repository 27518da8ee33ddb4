"""The exact variance of the mutual information under permutation, for any n.

With both size sequences fixed, n·I = const + Σ h(n_ij), h(k) = k·log k. Each h(n_ij) is split into
components of degree r = 1, 2, … (Hahn polynomials). Components of different degrees are
uncorrelated (they lie in different irreducible representations of the symmetric group), and by
Schur's orthogonality the covariance of two components of degree r is

    e_ij · e_kl · X(i, k) · Y(j, l) / d,

where e_ij = E[Δ^r h(k)] for k hypergeometric with a_i - r and b_j - r of n - 2r elements,
d = C(n, r) - C(n, r-1), and, with falling factorials (x)_r,

    X(i, i) = (a_i)_r (n - a_i)_r / (r! (n-r+1)_r),
    X(i, k) = (-1)^r (a_i)_r (a_k)_r / (r! (n-r+1)_r)   for i ≠ k,

and likewise Y from the sizes b_j. No square of a mean is subtracted, so there is no cancellation,
and sums over four indices factorize. The tests check the result against enumeration.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal, localcontext
from functools import cache
from itertools import pairwise
from math import sqrt
from typing import TYPE_CHECKING, Self

import numpy as np

from clusterdiff.summaries import Sizes, Summary

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.table import Table

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

_PAIRS = 40_000  # distinct pairs of sizes; more are left to sampling
_FEW_PAIRS = 400  # pairs that are summed one by one, to the last digit
_LOG_GAMMA = 10**9  # elements up to which log-gamma keeps enough digits for more pairs
_LOOK_UP = 1 << 20  # elements up to which log k! is looked up
_DEGREES = 40
_SMALL = 60  # counts up to which differences of k·log k are found with 80 digits
_ROUNDING = 1e-14  # a sum below this share of its terms is rounding error
_WIDE = 1e5  # mean overlap from which an expansion replaces the sum


@dataclass(frozen=True, slots=True)
class InformationDeviation(Summary):
    """Standard deviation of the mutual information in nats, kept with the table.

    None if it would take too long.
    """

    std: float | None

    @classmethod
    def _from(cls, table: Table) -> Self:
        return cls(_information_std(Sizes.of(table)))


def information_std(table: Table) -> float | None:
    """Return the standard deviation of the mutual information in nats; None if too expensive."""
    return InformationDeviation.of(table).std


def _information_std(sizes: Sizes) -> float | None:
    if len(sizes.a) * len(sizes.b) > (_PAIRS if sizes.n <= _LOG_GAMMA else _FEW_PAIRS):
        return None
    total, before = _first_degree(sizes), 0.0
    largest = (int(sizes.a[-1]), int(sizes.b[-1]))
    most = min(_DEGREES, *largest, *(sizes.n - x for x in largest))
    for degree in range(2, most + 1):
        term = _degree(sizes, degree)
        total += term
        # Two clusters of equal size have no terms of odd degree, so that one small term is no end.
        if degree > 2 and max(term, before) <= 1e-13 * total:
            break
        before = term
    return sqrt(max(total, 0.0)) / sizes.n


def _first_degree(sizes: Sizes) -> float:
    """Return Σ a_i b_j e_ij² / (n-1), e centered by rows and columns (which shifts I)."""
    e = _mean_differences(sizes, 1)
    rows, cols = sizes.a * sizes.times_a / sizes.n, sizes.b * sizes.times_b / sizes.n
    e = e - np.sum(cols * e, axis=1)[:, None]
    e = e - np.sum(rows[:, None] * e, axis=0)[None, :]
    return float(np.sum(rows[:, None] * cols[None, :] * e * e)) * sizes.n / (sizes.n - 1) * sizes.n


def _degree(sizes: Sizes, r: int) -> float:
    """Return the part of the variance of n·I that has degree r ≥ 2."""
    n, sign = sizes.n, (-1) ** r
    e = _mean_differences(sizes, r)
    x, spare_x = _inner_products(sizes.a, n, r)
    y, spare_y = _inner_products(sizes.b, n, r)
    times_x, times_y = sizes.times_a.astype(float), sizes.times_b.astype(float)
    by_row = np.sum(e * (times_y * y)[None, :], axis=1)
    by_col = np.sum(e * (times_x * x)[:, None], axis=0)
    both = float(np.sum(times_x * x * by_row))
    cells = float(np.sum((times_x * spare_x)[:, None] * (times_y * spare_y)[None, :] * e * e))
    rows = sign * float(np.sum(times_x * spare_x * by_row**2))
    cols = sign * float(np.sum(times_y * spare_y * by_col**2))
    terms = np.array([both**2, rows, cols, cells])
    total = float(terms.sum())
    if total <= _ROUNDING * float(np.abs(terms).sum()):
        return 0.0
    return total * ((n - r + 1) / (n - 2 * r + 1))


def _inner_products(sizes: NDArray[np.int64], n: int, r: int) -> tuple[Floats, Floats]:
    """Return u and D: X(i, k) = (-1)^r u_i u_k for i ≠ k, X(i, i) = (-1)^r u_i² + D_i.

    X is divided by the square root of C(n, r), without which products of X and Y may overflow.
    """
    own, same = np.ones(len(sizes)), np.ones(len(sizes))
    for t in range(r):
        scale = (t + 1.0) * (n - r + 1 - t)
        scale *= sqrt((n - t) / (t + 1))
        own *= np.maximum(sizes - t, 0) / sqrt(scale)
        same *= np.maximum(sizes - t, 0) * (np.maximum(n - sizes - t, 0) / scale)
    return own, same - (-1) ** r * own * own


def _mean_differences(sizes: Sizes, r: int) -> Floats:
    """Return e_ij for the distinct sizes; 0 where a cluster has fewer than r elements."""
    out = np.zeros((len(sizes.a), len(sizes.b)))
    rows, cols = np.flatnonzero(sizes.a >= r), np.flatnonzero(sizes.b >= r)
    if len(rows) * len(cols) <= _FEW_PAIRS:
        x, y = np.repeat(sizes.a[rows], len(cols)), np.tile(sizes.b[cols], len(rows))
        found = _mean_differences_of_pairs(x - r, y - r, sizes.n - 2 * r, r)
        out[np.ix_(rows, cols)] = found.reshape(len(rows), len(cols))
        return out
    for i in rows.tolist():
        others = (sizes.b[cols] - r).astype(float)
        out[i, cols] = _mean_differences_of_row(int(sizes.a[i]) - r, others, sizes.n - 2 * r, r)
    return out


def _mean_differences_of_row(x: int, y: Floats, n: int, r: int) -> Floats:
    """Return E[Δ^r h(k)] for many y at once, on a grid of three points per standard deviation.

    The sum over a grid of a smooth function under a bell curve differs from the sum over all
    integers by about exp(-2π²·9); probabilities from log-gamma keep about eight digits.
    """
    mean = x * y / n
    std = np.sqrt(mean * ((n - x) / n) * ((n - y) / max(n - 1, 1)))
    step = np.maximum(1.0, np.floor(std / 3))
    reach = int(np.max((10 * std + np.where(step > 1, 0, 20)) / step)) + 1
    k = np.rint(mean)[:, None] + step[:, None] * np.arange(-reach, reach + 1)[None, :]
    inside = (k >= np.maximum(0, x + y - n)[:, None]) & (k <= np.minimum(x, y)[:, None])
    k = np.where(inside, k, np.maximum(0, x + y - n)[:, None]).astype(np.int64)
    sizes = y.astype(np.int64)[:, None]
    logs = -sum(_log_factorials(z, n) for z in (k, x - k, sizes - k, n - x - sizes + k))
    logs = np.where(inside, logs, -np.inf)
    weights = np.exp(logs - logs.max(axis=1, keepdims=True))
    values = _differences(k.astype(float).ravel(), r).reshape(k.shape)
    return np.asarray(np.sum(weights * values, axis=1) / np.sum(weights, axis=1))


def _log_factorials(k: Ints, n: int) -> Floats:
    """Return log k! of numbers up to n, from a table if n is not large."""
    from scipy.special import gammaln

    if n < _LOOK_UP:
        return _log_factorial_table(n.bit_length())[k]
    out: Floats = gammaln(k + 1.0)
    return out


@cache
def _log_factorial_table(bits: int) -> Floats:
    """Return log k! for the numbers below 2^bits."""
    from scipy.special import gammaln

    out: Floats = gammaln(np.arange(1, 1 + (1 << bits)))
    return out


def _mean_differences_of_pairs(x: Ints, y: Ints, n: int, r: int) -> Floats:
    """Return E[Δ^r h(k)], k the overlap of x and y of n elements; r more per side lie outside."""
    low, high = np.maximum(0, x - (n - y)), np.minimum(x, y)
    mean = x * (y / n) if n else np.zeros(len(x))
    out = np.empty(len(x))
    fixed, wide = low >= high, (low < high) & (mean > _WIDE)
    if fixed.any():
        out[fixed] = _differences(low[fixed].astype(float), r)
    if wide.any():
        at = mean[wide]
        variance = at * ((n - x[wide]) / n) * ((n - y[wide]) / max(n - 1, 1))
        out[wide] = _differences(at, r) + variance / 2 * _differences(at - 1, r + 2)
    rest = np.flatnonzero(~(fixed | wide))
    if len(rest):
        out[rest] = _summed(x[rest], y[rest], low[rest], high[rest], mean[rest], n, r)
    return out


def _summed(x: Ints, y: Ints, low: Ints, high: Ints, mean: Floats, n: int, r: int) -> Floats:
    """Return E[Δ^r h(k)] as a sum over all likely k, with probabilities computed by ratios.

    Ratios are 0 at the ends of the range, so that all products beyond the ends are 0.
    """
    mode = np.clip(np.floor((x + 1.0) * ((y + 1.0) / (n + 2.0))), low, high)[:, None]
    reach = np.arange(int(10 * mean.max() ** 0.5) + 60)
    a, b, spare = (z.astype(float)[:, None] for z in (x, y, (n - x) - y))
    up, down = mode + reach, mode - reach
    rising = np.cumprod((a - up) * (b - up) / ((up + 1) * np.maximum(spare + up + 1, 1)), axis=1)
    falling = np.cumprod(down * (spare + down) / ((a - down + 1) * (b - down + 1)), axis=1)
    k = np.clip(np.hstack([down[:, ::-1] - 1, mode, up + 1]), low[:, None], high[:, None])
    weights = np.hstack([falling[:, ::-1], np.ones_like(mode), rising])
    found = _differences(k.ravel(), r).reshape(k.shape)
    return np.asarray(np.sum(weights * found, axis=1) / np.sum(weights, axis=1))


def _differences(k: Floats, r: int) -> Floats:
    """Return Δ^r h(k) for h(k) = k·log k, without cancellation.

    For k ≥ 1 and r ≥ 2 it is (-1)^r ∫ (1-u)^(k-1) u^(r-2) w(u) du over [0, 1], with
    w(u) = (u / log(1-u))². The power series of w gives a series in Beta functions that converges
    fast for large k.
    """
    if r == 1:
        return np.asarray(np.log(k + 1) + k * np.log1p(1 / np.maximum(k, 1)))
    most = int(k.max(initial=0.0))
    if most < len(k) // 2 and np.all(k == np.floor(k)):
        looked_up: Floats = _differences(np.arange(most + 1.0), r)[k.astype(np.int64)]
        return looked_up
    small = k <= _SMALL
    out = np.empty(len(k))
    if small.any():
        out[small] = np.array(_small_differences(r))[k[small].astype(int)]
    if not small.all():
        out[~small] = _series(k[~small], r)
    return out


def _series(k: Floats, r: int) -> Floats:
    beta = np.ones(len(k))  # B(r-1, k) = (r-2)! / (k (k+1) … (k+r-2))
    for t in range(r - 1):
        beta *= max(t, 1) / (k + t)
    total = np.zeros(len(k))
    moment = np.ones(len(k))
    for m, coefficient in enumerate(_W):
        total += coefficient * moment
        moment *= (r - 1 + m) / (r - 1 + k + m)
    return np.asarray((-1) ** r * beta * total)


def _w_coefficients(terms: int) -> tuple[float, ...]:
    """Return the power series of (u / log(1-u))², from u / -log(1-u) = 1 / Σ u^m / (m+1)."""
    inverse = [1.0]
    for m in range(1, terms):
        inverse.append(-sum(inverse[m - j] / (j + 1) for j in range(1, m + 1)))
    return tuple(sum(inverse[j] * inverse[m - j] for j in range(m + 1)) for m in range(terms))


_W = _w_coefficients(14)


@cache
def _small_differences(r: int) -> tuple[float, ...]:
    """Return Δ^r h(0), …, Δ^r h(60), from logarithms with 80 digits."""
    with localcontext() as context:
        context.prec = 80
        values = list(_small_values())
        for _ in range(r):
            values = [after - before for before, after in pairwise(values)]
        return tuple(float(value) for value in values[: _SMALL + 1])


@cache
def _small_values() -> tuple[Decimal, ...]:
    with localcontext() as context:
        context.prec = 80
        counts = (Decimal(k) for k in range(1, _SMALL + _DEGREES + 1))
        return (Decimal(0), *(k * k.ln() for k in counts))
