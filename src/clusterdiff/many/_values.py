"""The values of measures for many pairs of clusterings in one pass."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from clusterdiff import _kernel
from clusterdiff.errors import InputError
from clusterdiff.progress import track
from clusterdiff.summaries import Entropies, PairCounts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from clusterdiff.many.clusterings import Clusterings
    from clusterdiff.measures import Measure
    from clusterdiff.summaries import Summary

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

_MOST_SUMMED = 2**31  # elements: below this no sum of squares reaches 2**62
_CHUNK = 2**28  # elements read between two reports of progress
_COUNTED: frozenset[type[Summary]] = frozenset((PairCounts, Entropies))


class PairValues(NamedTuple):
    """The values of each measure for each pair, and the number of elements that a pair shares."""

    values: Floats
    shared: Ints


def values_of_pairs(
    a: Clusterings, b: Clusterings, pairs: Ints, measures: Sequence[Measure]
) -> PairValues:
    """Return the values for pairs (row of a, row of b), given by ascending row of a.

    Measures of pair counts and entropies come from one kernel that reads the codes; the others
    from the table of each pair.
    """
    weighty = a.weights is not None and int(a.weights.sum()) >= _MOST_SUMMED
    heavy = weighty or a.n >= _MOST_SUMMED
    out = PairValues(np.zeros((len(measures), len(pairs))), np.zeros(len(pairs), np.int64))
    counted = [k for k, m in enumerate(measures) if not heavy and _COUNTED.issuperset(m.summaries)]
    tabulated = [k for k in range(len(measures)) if k not in counted]
    step = max(16, _CHUNK // max(1, a.n))
    if tabulated:
        step = min(step, 64)
    starts = range(0, len(pairs), step)
    for start in track(starts, "comparing pairs"):
        chunk = slice(start, start + step)
        if counted or not tabulated:
            _by_kernel(a, b, pairs[chunk], (measures, counted), out, start)
        if tabulated:
            _by_table(a, b, pairs[chunk], (measures, tabulated), out, start)
    return out


def _by_kernel(
    a: Clusterings,
    b: Clusterings,
    pairs: Ints,
    chosen: tuple[Sequence[Measure], list[int]],
    out: PairValues,
    start: int,
) -> None:
    """Fill in the measures of pair counts and entropies."""
    measures, places = chosen
    wants = {summary for k in places for summary in measures[k].summaries}
    clusters = [np.array(side.sizes, np.int64) for side in (a, b)]
    integers, reals = _kernel.pair_summaries(
        a.codes, clusters[0], b.codes, clusters[1], np.ascontiguousarray(pairs), a.weights,
        Entropies in wants, _kernel.THREADS,
    )  # fmt: skip
    numbers, entropies = integers.reshape(-1, 6), reals.reshape(-1, 5)
    out.shared[start : start + len(pairs)] = numbers[:, 0]
    _check_shared(a, b, pairs, numbers[:, 0])
    for k in places:
        measures[k].check_options(measures[k].fixed)
    for row, (counts, information) in enumerate(
        zip(numbers.tolist(), entropies.tolist(), strict=True)
    ):
        known: dict[type[Summary], Summary] = {}
        if PairCounts in wants:
            known[PairCounts] = _pair_counts(*counts)
        if Entropies in wants:
            known[Entropies] = Entropies(*counts[:3], *information)
        for k in places:
            measure = measures[k]
            out.values[k, start + row] = measure.formula(*(known[s] for s in measure.summaries))


def _pair_counts(
    n: int, clusters_a: int, clusters_b: int, cells: int, rows: int, cols: int
) -> PairCounts:
    """Numbers of pairs from sums of squares, as Python integers."""
    del clusters_a, clusters_b
    return PairCounts(
        (cells - n) // 2,
        (rows - cells) // 2,
        (cols - cells) // 2,
        (n * n - rows - cols + cells) // 2,
    )


def _by_table(
    a: Clusterings,
    b: Clusterings,
    pairs: Ints,
    chosen: tuple[Sequence[Measure], list[int]],
    out: PairValues,
    start: int,
) -> None:
    """Fill in the other measures."""
    measures, places = chosen
    for row, (i, j) in enumerate(pairs.tolist()):
        table = a.table_with(i, b, j)
        out.shared[start + row] = table.n
        for k in places:
            out.values[k, start + row] = measures[k].on(table)


def _check_shared(a: Clusterings, b: Clusterings, pairs: Ints, shared: Ints) -> None:
    """Raise an error for the first pair that has no element in common."""
    alone = np.flatnonzero(shared == 0)
    if len(alone):
        i, j = pairs[alone[0]].tolist()
        raise InputError(
            f"{a.names[i]} and {b.names[j]} have no element in common.",
            "leave one of them out, for example with Clusterings.select",
        )
