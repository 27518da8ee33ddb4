"""Calls every kernel with valid arguments, half of them changed at random.

A call may return or raise one of ``REFUSALS``. It must not crash, and the same call must give the
same answer twice. ``make fuzz`` runs this for ten minutes with the sanitized kernel.
"""

import sys
import time
from argparse import ArgumentParser

import numpy as np

from clusterdiff._kernel import _native

REFUSALS = (ValueError, TypeError, IndexError, OverflowError, MemoryError)
INTEGERS = ("i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8")


def labels(rng, n, dtype=None):
    """Labels with few or many values, in any range of any type."""
    info = np.iinfo(dtype or rng.choice(INTEGERS))
    width = min(int(2 ** rng.uniform(0, 64)), int(info.max) - int(info.min))
    low = int(rng.choice([0, info.min, info.max - width]))
    low = min(max(low, int(info.min)), int(info.max) - width)
    return rng.integers(low, low + width, n, info.dtype, endpoint=True)


def codes(rng, n, k, dtype="u4"):
    return rng.integers(0, k, n).astype(dtype)


def cells(rng):
    """Rows, columns, counts and sizes of a table."""
    height, width = rng.integers(1, 9, 2)
    table = rng.integers(0, 2 ** rng.integers(1, 8), (height, width))
    table[0, 0] += 1
    rows, cols = np.nonzero(table)
    return rows, cols, table[rows, cols], table.sum(1), table.sum(0)


def strings(rng):
    words = [
        bytes(rng.integers(97, 100, rng.integers(0, 6)).astype("u1"))
        for _ in range(rng.integers(1, 40))
    ]
    ends = np.cumsum([0, *map(len, words)]).astype(rng.choice(["i4", "i8"]))
    return ends, np.frombuffer(b"".join(words), "u1")


def size_of(rng):
    return int(rng.choice([0, 1, 2, 7, 100, 600, 5000], p=[0.05, 0.05, 0.1, 0.3, 0.3, 0.15, 0.05]))


def matrix(rng, m, n):
    k = int(rng.choice([1, 3, 17, 200]))
    clusters = rng.integers(1, k + 1, m)
    rows = np.array([rng.integers(0, clusters[i] + 1, n) for i in range(m)]).reshape(m, n)
    return rows.astype(rng.choice(["u1", "u2", "u4"])), clusters


def threads(rng):
    return int(rng.integers(1, 4))


def flag(rng):
    return bool(rng.integers(2))


def two_columns(rng):
    n = size_of(rng)
    return labels(rng, n), labels(rng, n), threads(rng)


def count_pairs(rng):
    n = size_of(rng)
    return (
        labels(rng, n),
        labels(rng, n),
        rng.integers(1, 2**40, n) if flag(rng) else None,
        threads(rng),
    )


def entropies_of_cells(rng):
    rows, cols, counts, a, b = cells(rng)
    return rows, cols, counts, a, b, int(counts.sum()), threads(rng)


def pair_cells(rng):
    rows, cols, counts, a, b = cells(rng)
    return rows, cols, counts * 0.7 if flag(rng) else counts, len(a), len(b), 2**62


def pair_sums(rng):
    rows, cols, counts, a, b = cells(rng)
    weights = np.repeat(counts[None], rng.integers(1, 5), 0)
    return rows, cols, weights * 0.7 if flag(rng) else weights, len(a), len(b), threads(rng)


def pair_summaries(rng):
    n, ma, mb = size_of(rng), *rng.integers(1, 6, 2)
    pairs = np.array([[i, j] for i in range(ma) for j in range(mb)])
    weights = rng.integers(0, 9, n) if flag(rng) else None
    return *matrix(rng, ma, n), *matrix(rng, mb, n), pairs, weights, flag(rng), threads(rng)


def triple_summaries(rng):
    n, m = size_of(rng), int(rng.integers(1, 6))
    triples = np.column_stack([rng.integers(0, m, (4, 2)), rng.integers(-1, m, 4)])
    weights = rng.integers(0, 9, n) if flag(rng) else None
    return *matrix(rng, m, n), triples, weights, flag(rng), threads(rng)


def consensus_search(rng):
    n, m, k, runs = (int(rng.integers(1, high)) for high in (40, 20, 6, 4))
    weights = np.ones(n, "u4") if flag(rng) else rng.integers(1, 5, n).astype("u4")
    starts = rng.integers(-1, n, (runs, n)).astype("i4")
    return (
        rng.integers(0, k, (n, m)).astype("u1"),
        (k * np.arange(m)).astype("u4"),
        rng.normal(size=k * m),
        weights,
        starts,
        rng.integers(0, 2**63, runs, dtype="u8"),
        flag(rng),
        int(rng.integers(1, 10)),
        5,
        3,
        threads(rng),
    )


def loss_matrix(rng):
    n, m = size_of(rng), int(rng.integers(1, 6))
    rows, clusters = matrix(rng, m, n)
    weights = rng.integers(1, 9, n).astype("u4") if flag(rng) else None
    candidates = np.arange(m, dtype="u4") if flag(rng) else codes(rng, 2, m)
    return (
        rows,
        clusters.astype("u4"),
        weights,
        candidates,
        flag(rng),
        flag(rng),
        1.0,
        0.5,
        threads(rng),
    )


def add_moments(rng):
    n, k, d = size_of(rng), int(rng.integers(1, 9)), int(rng.integers(0, 4))
    return (
        rng.normal(size=(n, d)),
        codes(rng, n, k),
        np.zeros(k, "i8"),
        np.zeros((k, d)),
        np.zeros(k),
    )


def random_tables(rng):
    _, _, _, a, b = cells(rng)
    return a, b, rng.integers(0, 2**63, 3, dtype="u8"), threads(rng)


def expected_information(rng):
    _, _, _, a, b = cells(rng)
    sides = [x for side in (a, b) for x in np.unique(side[side > 0], return_counts=True)]
    return *sides, int(a.sum()), threads(rng)


def group_sums(rng):
    n, k = size_of(rng), int(rng.integers(1, 50))
    return rng.integers(0, k, n), labels(rng, n, "i8"), k


def strings_at(rng):
    ends, data = strings(rng)
    return ends, data, rng.integers(0, len(ends) - 1, 5)


KERNELS = {
    "add_moments": add_moments,
    "assign": lambda rng: (np.sort(rng.random((rng.integers(1, 6), rng.integers(6, 9)))),),
    "consensus_search": consensus_search,
    "count_pairs": count_pairs,
    "encode": lambda rng: (labels(rng, size_of(rng)),),
    "encode_bytes": lambda rng: (
        rng.integers(0, 3, (size_of(rng), rng.integers(0, 9))).astype("u1"),
    ),
    "encode_pairs": lambda rng: (codes(rng, 100, 9), codes(rng, 100, 2**16)),
    "encode_strings": strings,
    "entropies": two_columns,
    "entropies_of_cells": entropies_of_cells,
    "expected_information": expected_information,
    "group_sums": group_sums,
    "loss_matrix": loss_matrix,
    "match_strings": lambda rng: (*strings(rng), *strings(rng)),
    "pair_cells": pair_cells,
    "pair_counts": two_columns,
    "pair_sets": two_columns,
    "pair_summaries": pair_summaries,
    "pair_sums": pair_sums,
    "random_tables": random_tables,
    "strings_at": strings_at,
    "triple_summaries": triple_summaries,
}
# These arguments say how much memory is allocated. ASan does not refuse requests that are too large.
LENGTHS = {
    ("group_sums", 2),
    ("pair_cells", 3),
    ("pair_cells", 4),
    ("pair_sums", 3),
    ("pair_sums", 4),
}
LARGE_CODES = {
    "encode_pairs",
    "pair_summaries",
    "triple_summaries",
    "loss_matrix",
}  # also the largest code


def changed_array(rng, array):
    """The array with another value, length, type, order or alignment."""
    kind = rng.integers(6)
    if kind == 0 and array.size and array.dtype.kind != "b":
        array = array.copy()
        extremes = [
            0,
            1,
            -1,
            2,
            255,
            256,
            65535,
            65536,
            2**31 - 1,
            2**31,
            2**32 - 1,
            2**62,
            -(2**62),
            2**63 - 1,
            -(2**63),
        ]
        if array.dtype.kind == "f":
            value = rng.choice([0.0, -1.0, np.nan, np.inf, -np.inf, 1e308, 5e-324])
        else:
            info = np.iinfo(array.dtype)
            value = min(
                max(int(extremes[rng.integers(len(extremes))]), int(info.min)),
                int(info.max),
            )
        array.reshape(-1)[rng.integers(array.size)] = value
        return array
    if kind == 1:
        return array[: rng.integers(0, len(array) + 1)]
    if kind == 2:
        return np.concatenate([array, array[:3]])
    if kind == 3:
        return array.astype(rng.choice([*INTEGERS, "f8", "f4", ">i8", "?"]))
    if kind == 4:
        return array[::-1] if flag(rng) else np.asfortranarray(array)
    raw = np.empty(array.nbytes + 1, "u1")[1:]  # not aligned
    raw[:] = np.frombuffer(array.tobytes(), "u1")
    return raw.view(array.dtype).reshape(array.shape)


def changed(rng, name, given):
    """The arguments with one or two of them changed."""
    given = list(given)
    for i in rng.integers(0, len(given), rng.integers(1, 3)):
        if isinstance(given[i], np.ndarray):
            with np.errstate(all="ignore"):
                given[i] = changed_array(rng, given[i])
                if name in LARGE_CODES and given[i].dtype.kind in "iu":
                    given[i] = np.minimum(given[i], min(2**20, np.iinfo(given[i].dtype).max))
        elif isinstance(given[i], bool) or given[i] is None:
            given[i] = not given[i]
        elif isinstance(given[i], int):
            values = (
                [0, 1, 2, 3, 9, 1000]
                if (name, i) in LENGTHS or i == len(given) - 1
                else [0, 1, 2, 2**31, 2**32, 2**62, 2**63 - 1, 2**64 - 1, -1]
            )
            given[i] = values[rng.integers(len(values))]
        else:
            given[i] = float(rng.choice([0.0, -1.0, np.nan, np.inf, 1e308]))
    return given


def answer(kernel, given):
    try:
        found = kernel(*given)
    except REFUSALS as error:
        return type(error).__name__, str(error)
    return repr(found)


def fuzz(seed, rounds):
    """Call every kernel once a round; return the numbers of calls and of refused calls."""
    missing = {name for name in dir(_native) if not name.startswith("_")} ^ set(KERNELS)
    if missing:
        raise SystemExit(
            f"fuzz_bindings.py must call exactly the kernels that there are; these differ: {sorted(missing)}"
        )
    rng = np.random.default_rng(seed)
    calls, refused = 0, 0
    for _ in rounds:
        for name, valid in KERNELS.items():
            given = valid(rng)
            if flag(rng):
                given = changed(rng, name, given)
            kernel = getattr(_native, name)
            first = answer(kernel, given)
            if (
                name != "add_moments" and answer(kernel, given) != first
            ):  # add_moments adds in place
                raise AssertionError(f"{name} gave two answers for {given}")
            calls += 1
            refused += isinstance(first, tuple)
    return calls, refused


def rounds_of(seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        yield


if __name__ == "__main__":
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("seconds", type=float, help="how long")
    parser.add_argument("seed", type=int, nargs="?", default=time.time_ns() % 2**32)
    given = parser.parse_args()
    sys.stdout.write(f"fuzzing the kernels for {given.seconds:g} seconds, seed {given.seed}\n")
    calls, refused = fuzz(given.seed, rounds_of(given.seconds))
    sys.stdout.write(f"{calls:,} calls, {refused:,} of them refused: no fault\n")
