"""The consensus under a metric that is not a sum over cells of a table."""

from __future__ import annotations

from itertools import count
from math import inf
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from clusterdiff.many._coassignment import coassignment
from clusterdiff.many._medoid import codes_of
from clusterdiff.many._search import LINKED, linkage_cuts, nowhere
from clusterdiff.partition import Partition
from clusterdiff.progress import track

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.many._clusterings import Clusterings
    from clusterdiff.many._loss import Loss
    from clusterdiff.many._medoid import Medoid

    Ints = NDArray[np.int64]
    Reals = NDArray[np.float64]

_EVALUATIONS = 20_000  # comparisons of two clusterings in one sweep of the local search
_BELL = (1, 1, 2, 5, 15, 52, 203, 877, 4140)  # numbers of partitions


class Best(NamedTuple):
    """The best partition that was tried."""

    codes: Ints
    value: float
    notes: tuple[str, ...]
    proved: bool  # whether all partitions were tried


def metric_search(
    runs: Clusterings,
    loss: Loss,
    draw_weights: Reals,
    medoid: Medoid,
    candidates: list[Ints],
    most: int | None = None,
) -> Best:
    """Return the best of all partitions of few elements, else of the candidates.

    The best candidate is moved element by element where this is affordable.
    """
    every = _all_partitions(runs, most)
    if every is not None:
        values = [loss.expected(runs, codes, draw_weights) for codes in every]
        place = int(np.argmin(values))
        return Best(every[place], values[place], (), proved=True)
    first = codes_of(runs, medoid.position)
    together = np.where(nowhere(runs), -1, 0)
    tried = [first, *candidates, together, *_cuts(runs, draw_weights)]
    size = max((codes >= 0).sum() for codes in tried)
    tried = [c for c in tried if (c >= 0).sum() == size and (most is None or c.max() < most)]
    values = [
        loss.expected(runs, codes, draw_weights) for codes in track(tried, "trying partitions")
    ]
    place = int(np.argmin(values))
    codes, value = tried[place], values[place]
    clusters = int(codes.max()) + 2
    if runs.n * clusters * len(runs) > _EVALUATIONS:
        note = (
            f"The loss {loss.name} has no fast search: this is the best of {len(tried)} partitions "
            "(the medoid, the consensus for vi and binder, cuts of average linkage)."
        )
        return Best(codes, value, (note,), proved=value == 0)
    state = _Moves(runs, loss, draw_weights, most)
    codes, value = state.improved(codes, value)
    return Best(codes, value, (), proved=value == 0)


def _all_partitions(runs: Clusterings, most: int | None) -> list[Ints] | None:
    """Return every partition of the elements that some clustering has, if they are few."""
    inside = np.flatnonzero(~nowhere(runs))
    if len(inside) >= len(_BELL) or _BELL[len(inside)] * len(runs) > _EVALUATIONS:
        return None
    out = []
    for partition in Partition.all(len(inside)):
        if most is None or most >= partition.k:
            codes = np.full(runs.n, -1)
            codes[inside] = partition.labels
            out.append(codes)
    return out


def _cuts(runs: Clusterings, draw_weights: Reals) -> list[Ints]:
    """Return partitions by average linkage of the co-assignment."""
    if not 1 < runs.n <= LINKED or not runs.complete:
        return []
    together = coassignment(runs, draw_weights=draw_weights)
    return [cut.astype(np.int64) for cut in linkage_cuts(together)]


class _Moves:
    """Moves of single elements, each tried by computing the whole loss."""

    def __init__(
        self, runs: Clusterings, loss: Loss, draw_weights: Reals, most: int | None
    ) -> None:
        self.runs, self.loss, self.draw_weights = runs, loss, draw_weights
        self.most = runs.n if most is None else most

    def improved(self, codes: Ints, value: float) -> tuple[Ints, float]:
        """Move elements until none can be moved."""
        before = inf
        while value < before:
            before = value
            for element in np.flatnonzero(codes >= 0).tolist():
                codes, value = self._moved(codes, value, element)
        return codes, value

    def _moved(self, codes: Ints, value: float, element: int) -> tuple[Ints, float]:
        used = np.unique(codes[codes >= 0]).tolist()
        free = [next(k for k in count() if k not in used)]
        for cluster in used + (free if len(used) < self.most else []):
            if cluster == codes[element]:
                continue
            tried = codes.copy()
            tried[element] = cluster
            found = self.loss.expected(self.runs, tried, self.draw_weights)
            if found < value * (1 - 1e-12):
                codes, value = tried, found
        return codes, value
