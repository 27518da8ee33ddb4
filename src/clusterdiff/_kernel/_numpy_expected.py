"""Expected mutual information in numpy, with the results of ``expected_information.hpp``."""

from __future__ import annotations

from itertools import pairwise
from math import fsum
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]


def expected_information(
    a: Ints, times_a: Ints, b: Ints, times_b: Ints, n: int, threads: int
) -> tuple[float, float, float]:
    """Return expected I, H(a|b) and H(b|a) in nats, from distinct sizes and their numbers."""
    del threads
    for sizes, times in ((a, times_a), (b, times_b)):
        if len(sizes) != len(times):
            raise ValueError("Arrays must have the same length.")
        if len(sizes) and not (sizes.min() >= 1 and sizes.max() <= n):
            raise ValueError("Sizes must be between 1 and n.")
        if len(times) and times.min() < 0:
            raise ValueError("Multiplicities must not be negative.")
    totals = [np.zeros(3)]
    for x, times_x in zip(a.tolist(), times_a.tolist(), strict=True):
        for part in _parts(b, x, n):
            means = _expected_overlaps(x, b[part], n)
            totals.append((means * (times_x * times_b[part] / n)).sum(axis=1))
    mutual, a_given_b, b_given_a = (fsum(column) for column in np.array(totals).T.tolist())
    return mutual, a_given_b, b_given_a


def _parts(b: Ints, x: int, n: int) -> list[slice]:
    """Cut the sizes so that the terms of each part fit in a few megabytes."""
    widths = 2 * _reach(x * (b / n)) + 1
    ends = np.cumsum(np.minimum(widths, np.minimum(x, b) + 1)) // 2**18
    cuts = [0, *(np.flatnonzero(np.diff(ends)) + 1).tolist(), len(b)]
    return [slice(start, stop) for start, stop in pairwise(cuts) if stop > start]


def _reach(mean: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the distance from the mode beyond which the probability is less than 1e-19.

    This is Chernoff's bound plus 60, which allows for the skewness of small means.
    """
    return (10 * np.sqrt(mean)).astype(np.int64) + 60


def _expected_overlaps(x: int, y: Ints, n: int) -> NDArray[np.float64]:
    """Return E of k·log(k/μ), k·log(y/k) and k·log(x/k), k hypergeometric with mean μ = xy/n.

    There is one column per y. The probabilities P are computed outward from the mode by ratios of
    neighbors and divided by their sum. Since E[k] = μ, the first is the mean of μ·φ(k/μ - 1), φ(t)
    = (1+t)·log(1+t) - t ≥ 0.
    """
    mean = x * (y / n)
    variance = mean * ((n - x) / n) * ((n - y) / max(n - 1, 1))
    many = variance > 1e8
    out = np.empty((3, len(y)))
    out[:, many] = _expanded(x, y[many], n, variance[many])
    if not many.all():
        out[:, ~many] = _summed(x, y[~many], n, mean[~many])
    return out


def _summed(x: int, y: Ints, n: int, mean: NDArray[np.float64]) -> NDArray[np.float64]:
    """Sum over k = low + j: size differences are exact in integers, not in floats above 2⁵³."""
    low = np.maximum(0, x - (n - y))
    free_x, free_y, rest = (part.astype(float) for part in (x - low, y - low, n - x - (y - low)))
    crowded = low > 0  # then j is the overlap of the complements
    p, q = np.where(crowded, n - x, x).astype(float), np.where(crowded, n - y, y).astype(float)
    low = low.astype(float)
    high = np.minimum(free_x, free_y)
    mode = np.minimum(np.floor((p + 1) * ((q + 1) / (n + 2))), high)
    reach = int(min(_reach(mean).max(), high.max()))
    steps = np.arange(reach, dtype=float)[:, None]
    up, down = mode + steps, mode - steps
    rising = np.where(
        up < high,
        (free_x - up) * (free_y - up) / ((low + up + 1) * np.maximum(rest + up + 1, 1)),
        0,
    )
    falling = np.where(
        down > 0,
        (low + down)
        * (rest + down)
        / (np.maximum(free_x - down + 1, 1) * np.maximum(free_y - down + 1, 1)),
        0,
    )
    ones = np.ones((1, len(y)))
    weights = np.concatenate([np.cumprod(falling, axis=0)[::-1], ones, np.cumprod(rising, axis=0)])
    weights /= weights.sum(axis=0)
    j = np.clip(np.concatenate([mode - steps[::-1] - 1, [mode], mode + steps + 1]), 0, high)
    k = low + j
    left_y, left_x = (
        np.sum(weights * k * np.log1p((free - j) / np.maximum(k, 1)), axis=0)
        for free in (free_y, free_x)
    )
    return np.stack(
        [mean * np.sum(weights * phi((j - p * (q / n)) / mean), axis=0), left_y, left_x]
    )


def _expanded(x: int, y: Ints, n: int, m2: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the same for many elements, by a series in the central moments with m4 ≈ 3·m2².

    The omitted terms are below 1e-15.
    """
    mean = x * (y / n)
    m3 = m2 * ((n - 2 * x) / n) * ((n - y - y) / (n - 2))
    mutual = mean * (m2 / (2 * mean**2) - m3 / (6 * mean**3) + 3 * m2**2 / (12 * mean**4))
    return np.stack(
        [mutual, mean * np.log1p((n - x) / x) - mutual, mean * np.log1p((n - y) / y) - mutual]
    )


def phi(x: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return (1+x)·log(1+x) - x, by the series x²/2 - x³/6 + x⁴/12 - … where it would cancel."""
    small = np.abs(x) < 0.0625
    inside = np.where(small | (x <= -1), 0, x)
    large = np.where(x <= -1, 1.0, (1 + inside) * np.log1p(inside) - inside)
    if not small.any():
        return large
    y = np.where(small, x, 0)
    series = np.zeros_like(y)
    for k in range(15, 1, -1):
        series = (1 if k % 2 == 0 else -1) / (k * (k - 1)) + y * series
    return np.where(small, y * y * series, large)
