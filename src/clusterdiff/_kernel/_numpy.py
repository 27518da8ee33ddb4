"""The kernels in numpy: the readable twin of ``native/``, same signatures, same answers."""

from __future__ import annotations

from itertools import pairwise
from math import fsum
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff._kernel import _numpy_consensus
from clusterdiff._kernel._numpy_assign import assign

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Labels = NDArray[Any]

_MOST_PAIRED = 2**20  # cells of a matrix of weights
_MOST_SUMMED = 2**31  # elements: below this no sum of squares reaches 2**62

consensus_search = _numpy_consensus.consensus_search
loss_matrix = _numpy_consensus.loss_matrix


def count_pairs(
    a: Labels, b: Labels, weights: Ints | None, threads: int
) -> tuple[Labels, Labels, Ints, Ints, Ints]:
    """Row values, column values, and rows, columns and counts of the non-zero cells."""
    del threads
    if len(a) != len(b) or (weights is not None and len(weights) != len(a)):
        raise ValueError("Arrays must have the same length.")
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


def pair_counts(a: Labels, b: Labels, threads: int) -> tuple[int, int, int, int]:
    """Numbers of pairs of elements together in both, only in a, only in b and in neither."""
    row_values, col_values, rows, cols, counts = _counted(a, b, threads)
    sizes = (
        counts,
        group_sums(rows, counts, len(row_values)),
        group_sums(cols, counts, len(col_values)),
    )
    n = len(a)
    both, in_a, in_b = (int(np.dot(size, size)) for size in sizes)
    return (
        (both - n) // 2,
        (in_a - both) // 2,
        (in_b - both) // 2,
        (n * n - in_a - in_b + both) // 2,
    )


def entropies(
    a: Labels, b: Labels, threads: int
) -> tuple[int, int, float, float, float, float, float]:
    """Numbers of clusters, and H(a), H(b), H(a|b), H(b|a) and I(a;b) in nats."""
    row_values, col_values, rows, cols, counts = _counted(a, b, threads)
    sizes_a, sizes_b = (
        group_sums(rows, counts, len(row_values)),
        group_sums(cols, counts, len(col_values)),
    )
    return entropies_of_cells(rows, cols, counts, sizes_a, sizes_b, len(a), threads)


def pair_sets(a: Labels, b: Labels, threads: int) -> tuple[int, int, int, float, float, int] | None:
    """Return clusters, cells, similarity, shortfall and n times the expectation of a pairing.

    The similarity is the largest sum of n_ij / max(a_i, b_j) of a one-to-one pairing of clusters,
    the shortfall what it lacks to the larger number of clusters.
    The expectation is the sum of the smaller of the i-th largest sizes of both sides. None for too
    many clusters.
    """
    row_values, col_values, rows, cols, counts = _counted(a, b, threads)
    shape = len(row_values), len(col_values)
    if min(shape) > _MOST_PAIRED // max(*shape, 1):
        return None
    sizes_a, sizes_b = group_sums(rows, counts, shape[0]), group_sums(cols, counts, shape[1])
    wholes = np.maximum(sizes_a[rows], sizes_b[cols])
    weights, lost = np.zeros(shape), np.ones(shape)
    weights[rows, cols] = counts / wholes
    lost[rows, cols] = (wholes - counts) / wholes
    fewer = min(shape)
    flipped = shape[0] > shape[1]
    partner = assign(np.ascontiguousarray(weights.T) if flipped else weights)
    paired = np.flatnonzero(partner >= 0)
    pairing = (partner[paired], paired) if flipped else (paired, partner[paired])
    largest_a, largest_b = (np.sort(sizes)[::-1][:fewer] for sizes in (sizes_a, sizes_b))
    return (
        *shape,
        len(counts),
        fsum(weights[pairing].tolist()),
        fsum([max(shape) - len(paired), *lost[pairing].tolist()]),
        int(np.minimum(largest_a, largest_b).sum()),
    )


def pair_summaries(
    a: Labels,
    clusters_a: Ints,
    b: Labels,
    clusters_b: Ints,
    pairs: Ints,
    weights: Ints | None,
    with_entropies: bool,  # noqa: FBT001
    threads: int,
) -> tuple[Ints, NDArray[np.float64]]:
    """Return six integers and five entropies for each pair of rows of a and b, one after another.

    The integers are the numbers of elements and of clusters of a and b, and the sums of squares of
    the cells and of the cluster sizes of a and b; the entropies are H(a), H(b), H(a|b), H(b|a) and
    I(a;b) in nats. Row i has ``clusters[i]`` clusters; that code marks an absent element.
    """
    if a.shape[1] != b.shape[1] or (weights is not None and len(weights) != a.shape[1]):
        raise ValueError("Arrays must have the same length.")
    integers = np.zeros((len(pairs), 6), np.int64)
    reals = np.zeros((len(pairs), 5))
    for k, (i, j) in enumerate(pairs.tolist()):
        shared = (a[i] < clusters_a[i]) & (b[j] < clusters_b[j])
        if weights is not None:
            shared &= weights > 0
        own = None if weights is None else weights[shared]
        row_values, col_values, rows, cols, counts = count_pairs(
            a[i][shared], b[j][shared], own, threads
        )
        sizes = (
            group_sums(rows, counts, len(row_values)),
            group_sums(cols, counts, len(col_values)),
        )
        n = int(counts.sum())
        squares = [int(np.dot(x, x)) for x in (counts, *sizes)]
        integers[k] = n, len(row_values), len(col_values), *squares
        if with_entropies and n:
            reals[k] = entropies_of_cells(rows, cols, counts, *sizes, n, threads)[2:]
    return integers.ravel(), reals.ravel()


def triple_summaries(
    a: Labels,
    clusters: Ints,
    triples: Ints,
    weights: Ints | None,
    with_entropies: bool,  # noqa: FBT001
    threads: int,
) -> tuple[Ints, NDArray[np.float64]]:
    """Return the numbers of `pair_summaries` for the three pairs of each triple of rows.

    A third row of -1 is none; the numbers of its pairs are 0.
    """
    pairs = np.ascontiguousarray(triples[:, [0, 1, 0, 2, 1, 2]].reshape(-1, 2))
    known = pairs[:, 1] >= 0
    integers = np.zeros((len(pairs), 6), np.int64)
    reals = np.zeros((len(pairs), 5))
    found = pair_summaries(a, clusters, a, clusters, pairs[known], weights, with_entropies, threads)
    integers[known], reals[known] = found[0].reshape(-1, 6), found[1].reshape(-1, 5)
    return integers.ravel(), reals.ravel()


def _counted(a: Labels, b: Labels, threads: int) -> tuple[Labels, Labels, Ints, Ints, Ints]:
    """The cells of two columns that are short enough for sums of squares in 64 bits."""
    if len(a) != len(b):
        raise ValueError("Arrays must have the same length.")
    if len(a) >= _MOST_SUMMED:
        raise ValueError("Arrays must have fewer than 2**31 elements.")
    return count_pairs(a, b, None, threads)


def entropies_of_cells(
    rows: Ints, cols: Ints, counts: Ints, sizes_a: Ints, sizes_b: Ints, n: int, threads: int
) -> tuple[int, int, float, float, float, float, float]:
    """The same numbers from the cells of a table."""
    del threads
    if n >= _MOST_SUMMED:
        raise ValueError("n must be below 2**31.")
    if not n:
        return 0, 0, 0.0, 0.0, 0.0, 0.0, 0.0
    in_a, in_b = sizes_a[rows], sizes_b[cols]
    return (
        len(sizes_a),
        len(sizes_b),
        _entropy(sizes_a, n, n),
        _entropy(sizes_b, n, n),
        _entropy(counts, in_b, n),
        _entropy(counts, in_a, n),
        _mutual(counts, in_a, in_b, n, full=len(counts) == len(sizes_a) * len(sizes_b)),
    )


def _entropy(part: Ints, whole: Ints | int, n: int) -> float:
    """Σ part/n · log(whole/part); log1p keeps its digits where part is nearly the whole."""
    return fsum((part * np.log1p((whole - part) / part)).tolist()) / n


def _mutual(part: Ints, in_a: Ints, in_b: Ints, n: int, *, full: bool) -> float:
    """I = Σ q·φ(p/q - 1) over all cells, p = n_ij/n, q = a_i·b_j/n².

    An empty cell gives φ(-1) = 1, that is q; the empty ones together are 1 - Σ q over the others,
    which is exact in integers.
    """
    products = in_a * in_b
    terms = products / n * phi((n * part - products) / products)
    empty = 0.0 if full else (n * n - int(products.sum())) / n
    return fsum([*terms.tolist(), empty]) / n


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
    """Codes of the pairs of two columns by order of appearance, and where each first appears."""
    return _by_appearance(a.astype(np.uint64) * (np.max(b, initial=0) + np.uint64(1)) + b)


def _by_appearance(values: NDArray[Any]) -> tuple[NDArray[np.uint32], Ints]:
    _, first, codes = np.unique(values, return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.empty(len(order), np.uint32)
    rank[order] = np.arange(len(order), dtype=np.uint32)
    return rank[codes], first[order]


def expected_information(
    a: Ints, times_a: Ints, b: Ints, times_b: Ints, n: int, threads: int
) -> tuple[float, float, float]:
    """Expected I, H(a|b) and H(b|a) in nats, from distinct sizes and their multiplicities."""
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
    """Distance from the mode beyond which less than 1e-19 is left.

    By Chernoff's bound; 60 more for the skew of small means.
    """
    return (10 * np.sqrt(mean)).astype(np.int64) + 60


def _expected_overlaps(x: int, y: Ints, n: int) -> NDArray[np.float64]:
    """E of k·log(k/μ), k·log(y/k) and k·log(x/k), k hypergeometric with mean μ = xy/n.

    One column per y. P runs outward from its mode by the ratio of neighbors and is divided by its
    sum. Since E[k] = μ, the first is the mean of μ·φ(k/μ - 1), φ(t) = (1+t)·log(1+t) - t ≥ 0.
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
    """With k = low + j: differences of sizes are exact in integers, not in floats above 2⁵³."""
    low = np.maximum(0, x - (n - y))
    free_x, free_y, rest = (part.astype(float) for part in (x - low, y - low, n - x - (y - low)))
    crowded = low > 0  # then j is the overlap of the others
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
    """The same for many elements, by the series in the central moments m2, m3 and m4 ≈ 3·m2².

    The rest is below 1e-15.
    """
    mean = x * (y / n)
    m3 = m2 * ((n - 2 * x) / n) * ((n - y - y) / (n - 2))
    mutual = mean * (m2 / (2 * mean**2) - m3 / (6 * mean**3) + 3 * m2**2 / (12 * mean**4))
    return np.stack(
        [mutual, mean * np.log1p((n - x) / x) - mutual, mean * np.log1p((n - y) / y) - mutual]
    )


def phi(x: NDArray[np.float64]) -> NDArray[np.float64]:
    """(1+x)·log(1+x) - x, by its series x²/2 - x³/6 + x⁴/12 - … where it would cancel."""
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


def group_sums(groups: Ints, counts: Ints, size: int) -> Ints:
    """Exact sum of the counts of each group."""
    if len(groups) != len(counts):
        raise ValueError("Arrays must have the same length.")
    if len(groups) and not 0 <= groups.min() <= groups.max() < size:
        raise IndexError("A group is outside the range of groups.")
    if counts.sum(dtype=float) < 2**52:  # bincount adds floats, which are exact up to 2⁵³
        return np.bincount(groups, counts, size).astype(np.int64)
    out = np.zeros(size, np.int64)
    np.add.at(out, groups, counts)
    return out


def add_moments(
    rows: NDArray[np.float64],
    groups: NDArray[np.uint32],
    counts: Ints,
    means: NDArray[np.float64],
    spreads: NDArray[np.float64],
) -> None:
    """Add rows to the counts, means and sums of squared deviations of their groups, in place.

    The rows' own moments join the old ones as Chan et al. do it: off = difference of the means,
    mean += off·new/(old + new), spread += new spread + off²·old·new/(old + new).
    """
    if len(groups) and groups.max() >= len(counts):
        raise IndexError("A group is outside the range of groups.")
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
