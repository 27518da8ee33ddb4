"""The kernels in numpy, with the signatures and the results of those in ``native/``."""

from __future__ import annotations

from itertools import pairwise
from math import fsum
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff._kernel import _numpy_assign, _numpy_consensus, _numpy_expected
from clusterdiff.numerics import MAX_TOTAL

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Labels = NDArray[Any]

_MOST_SHUFFLED = 2**16  # elements of a random table

consensus_search = _numpy_consensus.consensus_search
loss_matrix = _numpy_consensus.loss_matrix
expected_information = _numpy_expected.expected_information
phi = _numpy_expected.phi
assign = _numpy_assign.assign
pair_cells = _numpy_assign.pair_cells
pair_sums = _numpy_assign.pair_sums


def count_pairs(
    a: Labels, b: Labels, weights: Ints | None, threads: int
) -> tuple[Labels, Labels, Ints, Ints, Ints]:
    """Return row values, column values, and rows, columns and counts of the non-zero cells."""
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


def pair_counts(a: Any, b: Any, threads: int) -> tuple[int, int, int, int] | None:
    """Return the numbers of pairs together in both, only in a, only in b and in neither.

    The result is None unless both are plain arrays of integers.
    """
    if not _are_plain(a, b):
        return None
    row_values, col_values, rows, cols, counts = count_pairs(a, b, None, threads)
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
    a: Any, b: Any, threads: int
) -> tuple[int, int, int, float, float, float, float, float] | None:
    """Return n, the numbers of clusters, H(a), H(b), H(a|b), H(b|a) and I(a;b), in nats.

    The result is None unless both are plain arrays of integers.
    """
    if not _are_plain(a, b):
        return None
    row_values, col_values, rows, cols, counts = count_pairs(a, b, None, threads)
    sizes_a, sizes_b = (
        group_sums(rows, counts, len(row_values)),
        group_sums(cols, counts, len(col_values)),
    )
    return entropies_of_cells(rows, cols, counts, sizes_a, sizes_b, len(a), threads)


def pair_sets(a: Any, b: Any, threads: int) -> tuple[int, int, int, float, float, int] | None:
    """Return clusters, cells, similarity, shortfall and n times the expectation of a pairing.

    The similarity is the largest sum of n_ij / max(a_i, b_j) of a one-to-one pairing of clusters,
    and the shortfall is the larger number of clusters minus the similarity. The expectation is the
    sum over i of the smaller of the i-th largest sizes of both sides. The result is None unless
    both are plain arrays of integers.
    """
    if not _are_plain(a, b):
        return None
    row_values, col_values, rows, cols, counts = count_pairs(a, b, None, threads)
    shape = len(row_values), len(col_values)
    sizes_a, sizes_b = group_sums(rows, counts, shape[0]), group_sums(cols, counts, shape[1])
    wholes = np.maximum(sizes_a[rows], sizes_b[cols])
    weights = counts / wholes
    paired: Any = pair_cells(rows, cols, weights, *shape, 2**64 - 1)
    lost = (wholes - counts)[paired] / wholes[paired]
    fewer = min(shape)
    largest_a, largest_b = (np.sort(sizes)[::-1][:fewer] for sizes in (sizes_a, sizes_b))
    return (
        *shape,
        len(counts),
        fsum(weights[paired].tolist()),
        fsum([max(shape) - len(paired), *lost.tolist()]),
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
            reals[k] = entropies_of_cells(rows, cols, counts, *sizes, n, threads)[3:]
    return integers.ravel(), reals.ravel()


def triple_summaries(
    a: Labels,
    clusters: Ints,
    triples: Ints,
    weights: Ints | None,
    with_entropies: bool,  # noqa: FBT001
    threads: int,
) -> tuple[Ints, NDArray[np.float64]]:
    """Return the numbers of `pair_summaries` for the pairs of triples; -1 means no third row."""
    pairs = np.ascontiguousarray(triples[:, [0, 1, 0, 2, 1, 2]].reshape(-1, 2))
    known = pairs[:, 1] >= 0
    integers = np.zeros((len(pairs), 6), np.int64)
    reals = np.zeros((len(pairs), 5))
    found = pair_summaries(a, clusters, a, clusters, pairs[known], weights, with_entropies, threads)
    integers[known], reals[known] = found[0].reshape(-1, 6), found[1].reshape(-1, 5)
    return integers.ravel(), reals.ravel()


def _are_plain(a: Any, b: Any) -> bool:
    """Return whether both are arrays of as many integers, at least one and fewer than 2³¹."""
    for side in (a, b):
        if type(side) is not np.ndarray or side.ndim != 1:
            return False
        if side.dtype.kind not in "iu" or not side.dtype.isnative:
            return False
    return 0 < len(a) == len(b) < MAX_TOTAL


def entropies_of_cells(
    rows: Ints, cols: Ints, counts: Ints, sizes_a: Ints, sizes_b: Ints, n: int, threads: int
) -> tuple[int, int, int, float, float, float, float, float]:
    """Return what `entropies` returns, from the cells of a table."""
    del threads
    if n >= MAX_TOTAL:
        raise ValueError("n must be below 2**31.")
    if not n:
        return 0, 0, 0, 0.0, 0.0, 0.0, 0.0, 0.0
    in_a, in_b = sizes_a[rows], sizes_b[cols]
    fits = (counts >= 0) & (counts <= np.minimum(in_a, in_b))
    if not (fits.all() and all(((x >= 0) & (x <= n)).all() for x in (sizes_a, sizes_b))):
        raise ValueError(
            "A count must not exceed the size of its cluster, nor a size the number of elements."
        )
    return (
        n,
        len(sizes_a),
        len(sizes_b),
        _entropy(sizes_a, n, n),
        _entropy(sizes_b, n, n),
        _entropy(counts, in_b, n),
        _entropy(counts, in_a, n),
        _mutual(counts, in_a, in_b, n, full=len(counts) == len(sizes_a) * len(sizes_b)),
    )


def _entropy(part: Ints, whole: Ints | int, n: int) -> float:
    """Return Σ part/n · log(whole/part); log1p keeps full precision if part is close to whole."""
    return fsum((part * np.log1p((whole - part) / part)).tolist()) / n


def _mutual(part: Ints, in_a: Ints, in_b: Ints, n: int, *, full: bool) -> float:
    """Return I = Σ q·φ(p/q - 1) over all cells, p = n_ij/n, q = a_i·b_j/n².

    The term of an empty cell is q, since φ(-1) = 1; all empty cells together contribute 1 - Σ q
    over the others, which is exact in integers.
    """
    products = in_a * in_b
    terms = products / n * phi((n * part - products) / products)
    empty = 0.0 if full else (n * n - int(products.sum())) / n
    return fsum([*terms.tolist(), empty]) / n


def encode(labels: Labels) -> tuple[NDArray[np.uint32], Labels]:
    """Return codes by order of value, and the values."""
    values, codes = np.unique(labels, return_inverse=True)
    wide = np.uint64 if labels.dtype == np.uint64 else np.int64
    return codes.astype(np.uint32), values.astype(wide, copy=False)


def encode_bytes(rows: NDArray[np.uint8]) -> tuple[NDArray[np.uint32], Ints]:
    """Return codes by order of appearance, and the first position of each code."""
    if rows.shape[1] == 0:
        return np.zeros(len(rows), np.uint32), np.arange(min(len(rows), 1))
    words = np.ascontiguousarray(rows).view(f"V{rows.shape[1]}")[:, 0]
    return _by_appearance(words)


def encode_pairs(a: NDArray[np.uint32], b: NDArray[np.uint32]) -> tuple[NDArray[np.uint32], Ints]:
    """Return codes of pairs by order of appearance, and the first position of each code."""
    return _by_appearance(a.astype(np.uint64) * (np.max(b, initial=0) + np.uint64(1)) + b)


def _by_appearance(values: NDArray[Any]) -> tuple[NDArray[np.uint32], Ints]:
    _, first, codes = np.unique(values, return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.empty(len(order), np.uint32)
    rank[order] = np.arange(len(order), dtype=np.uint32)
    return rank[codes], first[order]


def encode_strings(ends: Labels, data: NDArray[np.uint8]) -> tuple[NDArray[np.uint32], Ints]:
    """Return codes by order of value, and the first position of each code.

    String i has the bytes from ``ends[i]`` to ``ends[i + 1]``, here and below: Arrow's layout.
    """
    strings = _strings(ends, data)
    first: dict[bytes, int] = {}
    for i, each in enumerate(strings):
        first.setdefault(each, i)
    names = sorted(first)
    rank = {name: code for code, name in enumerate(names)}
    codes = np.fromiter((rank[each] for each in strings), np.uint32, len(strings))
    return codes, np.array([first[name] for name in names], np.int64)


def match_strings(
    ends_a: Labels, data_a: NDArray[np.uint8], ends_b: Labels, data_b: NDArray[np.uint8]
) -> tuple[Ints, bool]:
    """Return where b has each string of a, -1 if it has not, and whether a string is repeated.

    If one is repeated in a or in b, the positions mean nothing.
    """
    a, b = _strings(ends_a, data_a), _strings(ends_b, data_b)
    place = {each: i for i, each in enumerate(b)}
    repeated = len(place) < len(b) or len(set(a)) < len(a)
    return np.array([place.get(each, -1) for each in a], np.int64), repeated


def strings_at(ends: Labels, data: NDArray[np.uint8], places: Ints) -> list[str]:
    """Return the strings at some positions."""
    strings = _strings(ends, data)
    return [strings[place].decode() for place in places.tolist()]


def _strings(ends: Labels, data: NDArray[np.uint8]) -> list[bytes]:
    whole, bounds = data.tobytes(), ends.tolist()
    return [whole[begin:end] for begin, end in pairwise(bounds)]


def group_sums(groups: Ints, counts: Ints, size: int) -> Ints:
    """Return the exact sum of the counts of each group."""
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

    The moments of the rows are combined with the old ones as by Chan et al.: off = difference of
    the means, mean += off·new/(old + new), spread += new spread + off²·old·new/(old + new).
    """
    if len(groups) and groups.max() >= len(counts):
        raise IndexError("A group is outside the range of groups.")
    order = np.argsort(groups, kind="stable")
    found, start, new = np.unique(groups[order], return_index=True, return_counts=True)
    if not len(found):
        return
    first = rows[order[start]]  # subtracted, so that equal rows have a spread of exactly 0
    sorted_rows = rows[order] - np.repeat(first, new, axis=0)
    mean = np.add.reduceat(sorted_rows, start) / new[:, None]
    own = np.add.reduceat(np.sum((sorted_rows - np.repeat(mean, new, axis=0)) ** 2, axis=1), start)
    old = counts[found]
    off = mean + first - means[found]
    means[found] += off * (new / (old + new))[:, None]
    spreads[found] += own + np.sum(off**2, axis=1) * (old * new / (old + new))
    counts[found] += new


def random_tables(rows: Ints, cols: Ints, seeds: NDArray[np.uint64], threads: int) -> Ints:
    """Return a random table with these sizes for each seed, flattened.

    The labels of the columns are permuted, with the numbers of splitmix64; the largest row has what
    the others leave.
    """
    del threads
    if len(rows) == 0 or len(cols) == 0 or rows.min() < 0 or cols.min() < 0:
        raise ValueError("Both sides must have as many elements.")
    n = int(rows.sum())
    if n != int(cols.sum()):
        raise ValueError("Both sides must have as many elements.")
    if max(n, len(rows) - 1, len(cols) - 1) >= _MOST_SHUFFLED:
        raise ValueError("Sizes must sum to less than 2**16.")
    tables = np.arange(len(seeds))
    labels = np.repeat(np.arange(len(cols)), cols)
    left = np.repeat(labels[None, :], len(seeds), axis=0)
    rest = int(np.argmax(rows))
    order = [i for i in range(len(rows)) if i != rest]
    owners = np.repeat([*order, rest], rows[[*order, rest]])
    drawn = n - int(rows[rest])
    with np.errstate(over="ignore"):
        for place in range(drawn):
            other = place + _below(seeds, place + 1, n - place)
            label = left[tables, other]
            left[tables, other] = left[:, place]
            left[:, place] = label
    keys = (tables[:, None] * len(rows) + owners) * len(cols) + left
    size = len(seeds) * len(rows) * len(cols)
    counts: Ints = np.bincount(keys.ravel(), minlength=size).astype(np.int64)
    return counts


def _below(seeds: NDArray[np.uint64], step: int, bound: int) -> Ints:
    """Return the number below a bound that each seed gives at a step of splitmix64."""
    x = seeds + np.uint64(step * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    x = x ^ (x >> np.uint64(31))
    high, low = x >> np.uint64(32), x & np.uint64(0xFFFFFFFF)
    size = np.uint64(bound)
    return ((high * size + (low * size >> np.uint64(32))) >> np.uint64(32)).astype(np.int64)
