"""Orders of the bands of a flow diagram in which few links cross."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from clusterdiff.analysis.layout.data import Band, BandKind

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

_SWEEPS = 12


@dataclass(slots=True, eq=False)
class BandColumn:
    """The bands of one clustering while the layout is computed."""

    sizes: Ints  # of the bands
    members: list[Ints]
    labels: list[str]
    kinds: list[BandKind]
    colors: list[int]
    band_of: Ints  # of each cluster
    order: Ints  # the bands from top to bottom

    def band(self, column: int, number: int, start: float, end: float) -> Band:
        """Return a band with its position."""
        members = tuple(self.members[number].tolist())
        label, kind, color = self.labels[number], self.kinds[number], self.colors[number]
        return Band(column, members, label, kind, int(self.sizes[number]), color, start, end)


@dataclass(slots=True, eq=False)
class LinkArrays:
    """The links between two columns while the layout is computed."""

    source: Ints
    target: Ints
    size: Ints


def reduce_crossings(columns: list[BandColumn], drawn: list[LinkArrays]) -> None:
    """Reorder the bands of each column by sweeps, and keep the order with the fewest crossings."""
    best = [column.order for column in columns]
    fewest = _crossings(columns, drawn)
    for sweep in range(_SWEEPS):
        if not fewest:
            break
        forward = sweep % 2 == 0
        steps = range(len(drawn)) if forward else reversed(range(len(drawn)))
        for k in steps:
            _sweep(columns[k], columns[k + 1], drawn[k], forward=forward)
        now = _crossings(columns, drawn)
        if now < fewest:
            fewest, best = now, [column.order for column in columns]
    for column, order in zip(columns, best, strict=True):
        column.order = order


def _sweep(a: BandColumn, b: BandColumn, links: LinkArrays, *, forward: bool) -> None:
    """Move the bands of one column to the mean position of their neighbors in the other one."""
    fixed, free = (a, b) if forward else (b, a)
    at, mine = (links.source, links.target) if forward else (links.target, links.source)
    count = len(free.members)
    weight = np.bincount(mine, links.size, count)
    middle = np.bincount(mine, links.size * _middles(fixed)[at], count)
    old = _middles(free)
    mean = np.where(weight > 0, middle / np.maximum(weight, 1), old)
    last = np.array([kind != "cluster" for kind in free.kinds])
    free.order = np.lexsort((old, mean, last))


def _middles(column: BandColumn) -> NDArray[np.float64]:
    """Return the middle of each band in elements from the top."""
    ends = np.cumsum(column.sizes[column.order])
    middles = np.empty(len(ends))
    middles[column.order] = ends - column.sizes[column.order] / 2
    return middles


def _crossings(columns: list[BandColumn], drawn: list[LinkArrays]) -> float:
    """Return the number of pairs of elements whose links cross."""
    total = 0.0
    for k, links in enumerate(drawn):
        source, target = (places_of(c)[e] for c, e in
                          ((columns[k], links.source), (columns[k + 1], links.target)))  # fmt: skip
        crossed = (source[:, None] < source) & (target[:, None] > target)
        total += float(links.size @ (crossed @ links.size.astype(float)))
    return total


def places_of(column: BandColumn) -> Ints:
    """Return the place of each band from the top."""
    places = np.empty(len(column.order), np.int64)
    places[column.order] = np.arange(len(column.order))
    return places
