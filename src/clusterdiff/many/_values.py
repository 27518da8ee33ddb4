"""The values of measures for many pairs of clusterings in one pass."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from clusterdiff import _kernel
from clusterdiff.covers import NonPartition, table_type_of
from clusterdiff.errors import InputError, OptionError
from clusterdiff.io import named_items
from clusterdiff.measures import resolve
from clusterdiff.numerics import MAX_TOTAL
from clusterdiff.progress import track
from clusterdiff.summaries import Entropies, PairCounts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from clusterdiff.many._clusterings import Clusterings
    from clusterdiff.measures import Measure
    from clusterdiff.summaries import Summary

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

_MOST_CUBED = 2**15  # cells of a table of three clusterings
_CHUNK = 2**28  # elements read between two reports of progress
_COUNTED: frozenset[type[Summary]] = frozenset((PairCounts, Entropies))
T = TypeVar("T")
R = TypeVar("R")


class PairValues(NamedTuple):
    """The values of each measure for each pair, and the number of elements that a pair shares."""

    values: Floats
    shared: Ints


def values_of_pairs(
    a: Clusterings, b: Clusterings, pairs: Ints, measures: Sequence[Measure]
) -> PairValues:
    """Return the values for pairs (row of a, row of b), given by ascending row of a.

    Measures of pair counts and entropies are computed by one kernel from the codes; the others are
    computed from the table of each pair.
    """
    weighty = a.weights is not None and int(a.weights.sum()) >= MAX_TOTAL
    heavy = weighty or a.n >= MAX_TOTAL
    out = PairValues(np.zeros((len(measures), len(pairs))), np.zeros(len(pairs), np.int64))
    counted = [
        k
        for k, m in enumerate(measures)
        if not heavy and _COUNTED.issuperset(m.facts.all_summaries)
    ]
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


def values_of_all(runs: Clusterings, measures: Sequence[Measure]) -> PairValues:
    """Return symmetric matrices of values and of shared elements for all pairs of one set.

    Where tables of three clusterings are small and all measures are symmetric, three pairs are
    counted at once.
    """
    size = len(runs)
    symmetric = all(measure.symmetric for measure in measures)
    rows, cols = np.triu_indices(size) if symmetric else np.indices((size, size)).reshape(2, -1)
    counted = all(_COUNTED.issuperset(measure.facts.all_summaries) for measure in measures)
    cube = (max(runs.sizes) + 1) ** 3
    if symmetric and counted and cube <= min(_MOST_CUBED, runs.n / 2) and runs.weights is None:
        rows, cols, found = _by_triples(runs, measures)
    else:
        found = values_of_pairs(runs, runs, np.stack([rows, cols], axis=1), measures)
    values = np.zeros((len(measures), size, size))
    shared = np.zeros((size, size), np.int64)
    values[:, rows, cols], shared[rows, cols] = found.values, found.shared
    upper = np.triu_indices(size, 1)
    shared.T[upper] = shared[upper]
    for matrix, measure in zip(values, measures, strict=True):
        if measure.symmetric:
            matrix.T[upper] = matrix[upper]
    return PairValues(values, shared)


def _by_triples(runs: Clusterings, measures: Sequence[Measure]) -> tuple[Ints, Ints, PairValues]:
    """Return rows, columns and values of all pairs, computed three at a time."""
    alone = np.repeat(np.arange(len(runs)), 2).reshape(-1, 2)
    with_itself = values_of_pairs(runs, runs, alone, measures)
    triples = triples_of(len(runs))
    pairs = triples[:, [0, 1, 0, 2, 1, 2]].reshape(-1, 2)
    known = pairs[:, 1] >= 0
    pairs = pairs[known]
    out = PairValues(np.zeros((len(measures), len(pairs))), np.zeros(len(pairs), np.int64))
    wants = _wanted(measures)
    clusters = np.array(runs.sizes, np.int64)
    step = max(16, _CHUNK // max(1, runs.n))
    chunks = [np.ascontiguousarray(triples[i : i + step]) for i in range(0, len(triples), step)]
    entropies = Entropies in wants

    def summarized(chunk: Ints) -> tuple[Ints, Floats]:
        return _kernel.triple_summaries(
            runs.codes, clusters, chunk, None, entropies, _kernel.THREADS
        )

    start = first = 0
    for integers, reals in prefetch(summarized, track(chunks, "comparing pairs")):
        kept = known[first : first + len(integers) // 6]
        numbers, information = integers.reshape(-1, 6)[kept], reals.reshape(-1, 5)[kept]
        own = pairs[start : start + len(numbers)]
        _check_shared(runs, runs, own, numbers[:, 0])
        _fill(out, start, (numbers, information), (measures, list(range(len(measures)))))
        start += len(numbers)
        first += len(kept)
    rows = np.concatenate([alone[:, 0], pairs[:, 0]])
    cols = np.concatenate([alone[:, 1], pairs[:, 1]])
    values = np.concatenate([with_itself.values, out.values], axis=1)
    return rows, cols, PairValues(values, np.concatenate([with_itself.shared, out.shared]))


def _wanted(measures: Sequence[Measure]) -> set[type[Summary]]:
    return {summary for measure in measures for summary in measure.summaries}


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
    wants = _wanted([measures[k] for k in places])
    clusters = [np.array(side.sizes, np.int64) for side in (a, b)]
    integers, reals = _kernel.pair_summaries(
        a.codes, clusters[0], b.codes, clusters[1], np.ascontiguousarray(pairs), a.weights,
        Entropies in wants, _kernel.THREADS,
    )  # fmt: skip
    numbers = integers.reshape(-1, 6)
    _check_shared(a, b, pairs, numbers[:, 0])
    _fill(out, start, (numbers, reals.reshape(-1, 5)), chosen)


def _fill(
    out: PairValues,
    start: int,
    found: tuple[Ints, Floats],
    chosen: tuple[Sequence[Measure], list[int]],
) -> None:
    """Evaluate the formulas of the measures on the numbers of each pair."""
    measures, places = chosen
    wants = _wanted([measures[k] for k in places])
    plans = [(k, measures[k].formula, measures[k].summaries) for k in places]
    numbers, entropies = found
    out.shared[start : start + len(numbers)] = numbers[:, 0]
    for row, (counts, information) in enumerate(
        zip(numbers.tolist(), entropies.tolist(), strict=True), start
    ):
        known: dict[type[Summary], Summary] = {}
        if PairCounts in wants:
            known[PairCounts] = _pair_counts(*counts)
        if Entropies in wants:
            known[Entropies] = Entropies(*counts[:3], *information)
        for k, formula, (kind, *others) in plans:
            out.values[k, row] = formula(known[kind], *(known[other] for other in others))


def _pair_counts(
    n: int, clusters_a: int, clusters_b: int, cells: int, rows: int, cols: int
) -> PairCounts:
    """Return numbers of pairs from sums of squares, as Python integers."""
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


def triples_of(number: int) -> Ints:
    """Return triples of the numbers below `number`, so that each pair is in one; -1 means none.

    They are Bose's triple system of 6t + 3 points, without the points that are not needed. The
    points are the pairs of a number x below 2t + 1 and a class i of three; x and y of a class are
    in a triple with (x + y) / 2 modulo 2t + 1 of the next class.

    Examples
    --------
    >>> triples_of(4).tolist()
    [[0, 1, -1], [0, 2, -1], [0, 3, -1], [1, 2, 3]]
    """
    side = max(1, 2 * -(-(number - 3) // 6) + 1)
    x, y = np.triu_indices(side, 1)
    middle = (x + y) * ((side + 1) // 2) % side
    lines = [np.stack([np.arange(side) + side * i for i in range(3)], axis=1)]
    for i in range(3):
        above = side * ((i + 1) % 3)
        lines.append(np.stack([x + side * i, y + side * i, middle + above], axis=1))
    triples = np.sort(np.concatenate(lines), axis=1)
    triples = np.where(triples < number, triples, -1)
    triples = triples[triples[:, 1] >= 0]
    return np.ascontiguousarray(triples[np.lexsort(triples.T[::-1])])


def prefetch(function: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
    """Yield the results of a function, each computed in a thread while the one before is used.

    Examples
    --------
    >>> list(prefetch(abs, [-1, 2, -3]))
    [1, 2, 3]
    """
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as thread:
        waiting = None
        for item in items:
            following = thread.submit(function, item)
            if waiting is not None:
                yield waiting.result()
            waiting = following
        if waiting is not None:
            yield waiting.result()


# Clusterings that are not partitions.


def kind_of_sets(*sets: tuple[Any, ...]) -> Any:
    """Return the kind of table that all clusterings of some sets need; `Table` for partitions."""
    flat: list[Any] = []
    for given in sets:
        alone = given[0] if len(given) == 1 else None
        if isinstance(alone, (list, tuple)):
            flat += [each for each in alone if isinstance(each, NonPartition)]
        elif isinstance(alone, Mapping):
            flat += [each for each in alone.values() if isinstance(each, NonPartition)]
        else:
            flat += given
    return table_type_of(flat) if len(flat) > 1 else table_type_of((*flat, None))


def named_set(
    given: tuple[Any, ...], names: Sequence[Any] | None, wanted: Any = None
) -> dict[str, Any]:
    """Return the clusterings of a set by name."""
    alone = len(given) == 1 and isinstance(given[0], (list, tuple, Mapping))
    return named_items(given[0] if alone else given, names, wanted)


def measures_for(wanted: Any, kind: Any) -> list[Measure]:
    """Return measures for clusterings of a kind; by default, what generalizes `adjusted_rand`."""
    if wanted is None:
        usual = resolve("default", kind)
        wanted = [
            m for m in usual if "adjusted_rand" in {m.name, m.record.generalizes}
        ] or usual  # fmt: skip
    chosen = {m.name: m for m in (each.for_kind(kind) for each in resolve(wanted, kind))}
    if not chosen:
        raise OptionError("measures must name at least one measure.")
    return list(chosen.values())


def values_of_kind(
    a: Mapping[str, Any],
    b: Mapping[str, Any],
    measures: Sequence[Measure],
    kind: Any,
    options: Mapping[str, Any],
) -> tuple[PairValues, tuple[str, ...]]:
    """Return the values for all pairs of a clustering of a and one of b, and what was assumed.

    A partition is read as a clustering of the kind once, so that its elements are known.
    """
    read = {
        id(side): {name: kind.clustering.of(value, name) for name, value in side.items()}
        for side in (a, b)
    }
    notes = dict.fromkeys(chain(kind.clustering.assumptions(a), kind.clustering.assumptions(b)))
    shape = len(a), len(b)
    out = PairValues(np.zeros((len(measures), *shape)), np.zeros(shape, np.int64))
    pairs = [(i, j) for i in range(shape[0]) for j in range(shape[1])]
    once = a is b and all(m.symmetric for m in measures)
    left, right = (list(read[id(side)].values()) for side in (a, b))
    for i, j in track(pairs, "comparing pairs"):
        if once and j < i:
            out.values[:, i, j], out.shared[i, j] = out.values[:, j, i], out.shared[j, i]
            continue
        table = kind.read((left[i], right[j]), options)
        out.shared[i, j] = table.n
        out.values[:, i, j] = [m.on(table) for m in measures]
    return out, tuple(notes)
