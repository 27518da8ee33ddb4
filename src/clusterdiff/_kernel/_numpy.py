"""The kernels in numpy: the readable twin of ``native/``, same signatures, same answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Labels = NDArray[Any]


def count_pairs(a: Labels, b: Labels, weights: Ints | None, threads: int) -> tuple[Labels, Labels, Ints, Ints, Ints]:
    """Row values, column values, and rows, columns and counts of the non-zero cells."""
    del threads
    row_codes, row_values = encode(a)
    col_codes, col_values = encode(b)
    key = row_codes.astype(np.int64) * max(len(col_values), 1) + col_codes
    if weights is None:
        keys, counts = np.unique(key, return_counts=True)
    else:
        order = np.argsort(key, kind="stable")
        keys, start = np.unique(key[order], return_index=True)
        counts = np.add.reduceat(weights[order], start) if len(start) else weights
    rows, cols = np.divmod(keys, max(len(col_values), 1))
    return row_values, col_values, rows, cols, counts.astype(np.int64, copy=False)


def encode(labels: Labels) -> tuple[NDArray[np.uint32], Labels]:
    """Codes by order of value, and the values."""
    values, codes = np.unique(labels, return_inverse=True)
    wide = np.uint64 if labels.dtype == np.uint64 else np.int64
    return codes.astype(np.uint32), values.astype(wide, copy=False)


def encode_bytes(rows: NDArray[np.uint8]) -> tuple[NDArray[np.uint32], Ints]:
    """Codes by order of appearance, and where each first appears."""
    if rows.shape[1] == 0:
        return np.zeros(len(rows), np.uint32), np.arange(min(len(rows), 1))
    words = np.ascontiguousarray(rows).view(f"V{rows.shape[1]}")[:, 0]
    return _by_appearance(words)


def encode_pairs(a: NDArray[np.uint32], b: NDArray[np.uint32]) -> tuple[NDArray[np.uint32], Ints]:
    """Codes of the pairs of two columns of codes by order of appearance, and where each first appears."""
    return _by_appearance(a.astype(np.uint64) * (np.max(b, initial=0) + np.uint64(1)) + b)


def _by_appearance(values: NDArray[Any]) -> tuple[NDArray[np.uint32], Ints]:
    _, first, codes = np.unique(values, return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.empty(len(order), np.uint32)
    rank[order] = np.arange(len(order), dtype=np.uint32)
    return rank[codes], first[order]


def expected_information(a: Ints, times_a: Ints, b: Ints, times_b: Ints, n: int, threads: int) -> tuple[float, float, float]:
    """Expected I, H(a|b) and H(b|a) in nats, from distinct sizes and their multiplicities; sums of terms that are not negative."""
    del threads
    total = np.zeros(3)
    for x, times_x in zip(a.tolist(), times_a.tolist(), strict=True):
        for y, times_y in zip(b.tolist(), times_b.tolist(), strict=True):
            total += times_x * times_y / n * _expected_overlap(x, y, n)
    return float(total[0]), float(total[1]), float(total[2])


def _expected_overlap(x: int, y: int, n: int) -> NDArray[np.float64]:
    """E of k·log(k/μ), k·log(y/k) and k·log(x/k) for the overlap k, hypergeometric with mean μ = xy/n.

    P runs outward from its mode by the ratio of neighbours and is divided by its own sum. Since E[k] = μ, the first is the mean
    of μ·φ(k/μ - 1), φ(t) = (1+t)·log(1+t) - t ≥ 0.
    """
    low, high = max(0, x + y - n), min(x, y)
    mean = x * y / n
    variance = mean * ((n - x) / n) * ((n - y) / max(n - 1, 1))
    if variance > 1e8:  # noqa: PLR2004
        return _expanded(x, y, n, variance)
    mode = min(max((x + 1) * (y + 1) // (n + 2), low), high)
    # Chernoff: 10 standard deviations, and 60 more for the skew of small means, leave out less than 1e-19.
    reach = int(10 * mean**0.5) + 60
    up = np.arange(mode, min(high, mode + reach), dtype=float)
    down = np.arange(mode, max(low, mode - reach), -1, dtype=float)
    rising = np.cumprod((x - up) * (y - up) / ((up + 1) * (n - x - y + up + 1)))
    falling = np.cumprod(down * (n - x - y + down) / ((x - down + 1) * (y - down + 1)))
    weights = np.concatenate([falling[::-1], [1.0], rising])
    weights /= weights.sum()
    k = np.arange(mode - len(falling), mode + len(rising) + 1, dtype=np.float64)
    some = np.maximum(k, 1)
    left = [np.sum(weights * k * np.log1p((whole - k) / some)) if whole > 1 else 0.0 for whole in (y, x)]
    return np.array([mean * np.sum(weights * phi((k - mean) / mean)), *left])


def _expanded(x: int, y: int, n: int, m2: float) -> NDArray[np.float64]:
    """The same for many elements, by the series in the central moments m2, m3 and m4 ≈ 3·m2²; what is left out is below 1e-15."""
    mean = x * y / n
    m3 = m2 * ((n - 2 * x) / n) * ((n - 2 * y) / (n - 2))
    mutual = mean * (m2 / (2 * mean**2) - m3 / (6 * mean**3) + 3 * m2**2 / (12 * mean**4))
    return np.array([mutual, mean * np.log1p((n - x) / x) - mutual, mean * np.log1p((n - y) / y) - mutual])


def phi(x: NDArray[np.float64]) -> NDArray[np.float64]:
    """(1+x)·log(1+x) - x, by its series x²/2 - x³/6 + x⁴/12 - … where the difference would cancel."""
    small = np.abs(x) < 0.0625  # noqa: PLR2004  (fourteen terms then reach 2⁻⁵³)
    inside = np.where(small | (x <= -1), 0, x)
    large = np.where(x <= -1, 1.0, (1 + inside) * np.log1p(inside) - inside)
    if not small.any():
        return large
    y = np.where(small, x, 0)
    series = np.zeros_like(y)
    for k in range(15, 1, -1):
        series = (1 if k % 2 == 0 else -1) / (k * (k - 1)) + y * series
    return np.where(small, y * y * series, large)


def group_sums(groups: Ints, counts: Ints, size: int) -> Ints:
    """Exact sum of the counts of each group."""
    if len(groups) and groups.max() >= size:
        raise IndexError("a group is beyond the last")
    if counts.sum(dtype=float) < 2**52:  # bincount adds floats, which are exact up to 2⁵³
        return np.bincount(groups, counts, size).astype(np.int64)
    out = np.zeros(size, np.int64)
    np.add.at(out, groups, counts)
    return out


def add_moments(
    rows: NDArray[np.float64], groups: NDArray[np.uint32], counts: Ints, means: NDArray[np.float64], spreads: NDArray[np.float64]
) -> None:
    """Add rows to the counts, means and sums of squared deviations of their groups, in place.

    The rows' own moments join the old ones as Chan et al. do it: off = difference of the means,
    mean += off·new/(old + new), spread += new spread + off²·old·new/(old + new).
    """
    order = np.argsort(groups, kind="stable")
    found, start, new = np.unique(groups[order], return_index=True, return_counts=True)
    if not len(found):
        return
    first = rows[order[start]]  # taken off, so that equal rows have no spread at all
    sorted_rows = rows[order] - np.repeat(first, new, axis=0)
    mean = np.add.reduceat(sorted_rows, start) / new[:, None]
    own = np.add.reduceat(np.sum((sorted_rows - np.repeat(mean, new, axis=0)) ** 2, axis=1), start)
    old = counts[found]
    off = mean + first - means[found]
    means[found] += off * (new / (old + new))[:, None]
    spreads[found] += own + np.sum(off**2, axis=1) * (old * new / (old + new))
    counts[found] += new
