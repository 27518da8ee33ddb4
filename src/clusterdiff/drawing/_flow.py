"""Flow diagrams as plain data: bands of clusters in columns, and links between neighbors."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from clusterdiff.drawing._order import MatchedOrder, matched_order, summed
from clusterdiff.errors import InputError
from clusterdiff.labels import listed
from clusterdiff.table import Table
from clusterdiff.views import label_text, plural

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

BandKind = Literal["cluster", "unchanged", "rest"]
MAX_BANDS = 40  # bands of a column
MAX_LINKS = 300
MIN_SHARE = 0.05  # of a band; smaller links are drawn only if they are large against all elements
_MIN_SHARE_OF_ALL = 0.005
_MIN_UNCHANGED = 3  # unchanged clusters that are drawn as one band
_GAP = 0.25  # share of the height between bands at most
_SWEEPS = 12


class Band(NamedTuple):
    """One cluster, or several clusters that are drawn as one.

    Attributes
    ----------
    column : int
        The clustering.
    clusters : tuple of int
        Numbers of the clusters in this clustering.
    label : str
    kind : {"cluster", "unchanged", "rest"}
        One cluster; clusters that are the same on both sides; or all clusters that are too small
        for a separate band.
    size : int
        Number of elements.
    color : int
        Number of its color; matched clusters share a number. -1 if it has no color.
    start, end : float
        Position from the top, as a share of the height.
    """

    column: int
    clusters: tuple[int, ...]
    label: str
    kind: BandKind
    size: int
    color: int
    start: float
    end: float


class Link(NamedTuple):
    """The elements that two bands of neighboring columns share.

    Attributes
    ----------
    source, target : int
        Numbers of the bands.
    size : int
        Number of elements.
    source_start, source_end, target_start, target_end : float
        Positions of the two ends, as shares of the height.
    """

    source: int
    target: int
    size: int
    source_start: float
    source_end: float
    target_start: float
    target_end: float


@dataclass(frozen=True, slots=True)
class FlowDiagram:
    """A flow diagram as plain data.

    Attributes
    ----------
    columns : int
        Number of clusterings.
    bands : tuple of Band
    links : tuple of Link
        The largest first.
    hidden_links, hidden_size : int
        Number of links that are not drawn, and of their elements.
    notes : tuple of str
        What was left out.
    """

    columns: int
    bands: tuple[Band, ...]
    links: tuple[Link, ...]
    hidden_links: int
    hidden_size: int
    notes: tuple[str, ...]


def flow_diagram(
    tables: Table | Sequence[Table],
    *,
    max_bands: int = MAX_BANDS,
    max_links: int = MAX_LINKS,
    order: MatchedOrder | None = None,
) -> FlowDiagram:
    """Lay out the flow of elements between two or several clusterings.

    Bands are ordered so that few links cross: first by the optimal matching, then by sweeps over
    the columns that move each band to the mean position of its neighbors; the order with the
    fewest crossings is kept. With two clusterings, clusters that are the same on both sides form
    one band. The clusters beyond `max_bands` form one band together.

    Parameters
    ----------
    tables : Table or sequence of Table
        The table of two clusterings, or those of each clustering with the next one.
    max_bands : int, default=40
        Number of bands of a column.
    max_links : int, default=300
        Number of links. Links with less than 5 % of both bands and less than 0.5 % of all elements
        are not drawn.
    order : MatchedOrder or None, default=None
        The order of the first table, if it is known.

    Returns
    -------
    FlowDiagram

    Raises
    ------
    InputError
        If two tables that follow each other do not share a clustering.

    Examples
    --------
    >>> from clusterdiff import Table
    >>> drawn = flow_diagram(Table.from_labels([0, 0, 0, 1], [0, 0, 1, 1]))
    >>> [(link.source, link.target, link.size) for link in drawn.links]
    [(0, 2, 2), (0, 3, 1), (1, 3, 1)]
    """
    chain = [tables] if isinstance(tables, Table) else list(tables)
    _check(chain)
    columns = _columns(chain, max_bands, matched_order(chain[0]) if order is None else order)
    every = [_links(table, a, b) for table, a, b in zip(chain, columns, columns[1:], strict=False)]
    drawn = [_drawn(links, a, b, max_links // len(chain))
             for links, a, b in zip(every, columns, columns[1:], strict=False)]  # fmt: skip
    _reduce_crossings(columns, drawn)
    bands, places = _bands(columns)
    hidden = sum(len(a.size) - len(b.size) for a, b in zip(every, drawn, strict=True))
    missing = sum(int(a.size.sum() - b.size.sum()) for a, b in zip(every, drawn, strict=True))
    placed = [_placed(found, bands, places[k], places[k + 1]) for k, found in enumerate(drawn)]
    links = sorted(itertools.chain(*placed), key=lambda link: -link.size)
    notes = _notes(bands, hidden, missing)
    return FlowDiagram(len(columns), tuple(bands), tuple(links), hidden, missing, notes)


def _check(chain: list[Table]) -> None:
    """Require one table at least, and that neighbors share a clustering."""
    if not chain:
        raise InputError("A flow diagram needs at least one table, got none.")
    for k, (one, two) in enumerate(itertools.pairwise(chain)):
        if listed(one.col_labels) != listed(two.row_labels):
            raise InputError(
                f"The columns of table {k} must be the rows of table {k + 1}: the labels differ."
            )


def _columns(chain: list[Table], max_bands: int, first: MatchedOrder) -> list[_Column]:
    """Return the bands of each clustering; colors follow the matching with the column before."""
    same = _unchanged(chain[0]) if len(chain) == 1 else (None, None)
    colors = first.color_of_rows
    weights = [table.row_sizes for table in chain] + [chain[-1].col_sizes]
    if len(chain) == 1:
        weights = [first.row_weights, first.col_weights]
    table = chain[0]
    own = _Clusters(table.row_labels, table.row_sizes, weights[0])
    out = [_column(own, first.rows, colors, same[0], max_bands)]
    for k, table in enumerate(chain):
        order = first if k == 0 else matched_order(table)
        most = max(order.color_of_rows.max(initial=-1), order.color_of_cols.max(initial=-1))
        color_of = np.full(most + 1, -1)  # of the partner in the column before
        color_of[order.color_of_rows] = colors
        fresh = int(colors.max(initial=-1)) + 1
        colors = color_of[order.color_of_cols]
        alone = np.flatnonzero(colors < 0)
        colors[alone] = fresh + np.arange(len(alone))
        own = _Clusters(table.col_labels, table.col_sizes, weights[k + 1])
        out.append(_column(own, order.cols, colors, same[1], max_bands))
    return out


class _Clusters(NamedTuple):
    """The clusters of a column; those with the largest weights have separate bands."""

    labels: NDArray[np.generic]
    sizes: Ints
    weights: Ints


def _unchanged(table: Table) -> tuple[Ints | None, Ints | None]:
    """Return the rows and columns of clusters that are the same on both sides; None if few are."""
    whole = (table.row_sizes[table.rows] == table.counts) & (
        table.col_sizes[table.cols] == table.counts
    )
    cells = np.flatnonzero(whole)
    if len(cells) < _MIN_UNCHANGED or len(cells) == table.nnz <= MAX_BANDS:
        return None, None
    return table.rows[cells], table.cols[cells]


def _column(
    clusters: _Clusters,
    order: Ints,
    colors: Ints,
    same: Ints | None,
    max_bands: int,
) -> _Column:
    """Return the bands of one clustering in a first order."""
    sizes = clusters.sizes
    joined = np.zeros(len(sizes), bool)
    if same is not None:
        joined[same] = True
    alone = np.flatnonzero(~joined)
    largest = alone[np.argsort(-clusters.weights[alone], kind="stable")]
    rest = largest[max_bands:] if len(largest) > max_bands + 1 else largest[:0]
    separate = ~joined
    separate[rest] = False
    own = order[separate[order]]
    members = [np.array([cluster]) for cluster in own.tolist()]
    texts = [label_text(name) for name in listed(clusters.labels[own])]
    kinds: list[BandKind] = ["cluster"] * len(own)
    tones = colors[own].tolist()
    groups: tuple[tuple[Ints | None, BandKind, str], ...] = (
        (rest, "rest", "smaller cluster"),
        (same, "unchanged", "unchanged cluster"),
    )
    for group, kind, noun in groups:
        if group is not None and len(group):
            members.append(np.asarray(group))
            texts.append(plural(len(group), noun))
            kinds.append(kind)
            tones.append(-1)
    band_of = np.empty(len(sizes), np.int64)
    for band, own in enumerate(members):
        band_of[own] = band
    totals = np.array([int(sizes[own].sum()) for own in members], np.int64)
    return _Column(totals, members, texts, kinds, tones, band_of, np.arange(len(members)))


def _links(table: Table, a: _Column, b: _Column) -> _Links:
    """Return the links between two columns."""
    width = len(b.members)
    keys = a.band_of[table.rows] * width + b.band_of[table.cols]
    sizes = summed(keys, table.counts, len(a.members) * width)
    found = np.flatnonzero(sizes)
    return _Links(found // width, found % width, sizes[found])


def _drawn(links: _Links, a: _Column, b: _Column, max_links: int) -> _Links:
    """Return the links that are large enough to be drawn."""
    of_all = links.size >= _MIN_SHARE_OF_ALL * a.sizes.sum()
    of_one = links.size >= MIN_SHARE * np.minimum(a.sizes[links.source], b.sizes[links.target])
    keep = np.flatnonzero(of_all | of_one)
    keep = np.sort(keep[np.argsort(-links.size[keep], kind="stable")][:max_links])
    return _Links(links.source[keep], links.target[keep], links.size[keep])


def _bands(columns: list[_Column]) -> tuple[list[Band], list[Ints]]:
    """Return the bands with their positions, and for each column the number of each band."""
    most = max(len(column.order) for column in columns)
    gap = min(0.015, _GAP / max(most - 1, 1))
    scale = (1 - gap * (most - 1)) / max(int(column.sizes.sum()) for column in columns)
    bands: list[Band] = []
    numbers = []
    for k, column in enumerate(columns):
        height = scale * float(column.sizes.sum()) + gap * (len(column.order) - 1)
        top = (1 - height) / 2
        numbers.append(len(bands) + _places_of(column))
        for band in column.order.tolist():
            end = top + scale * int(column.sizes[band])
            bands.append(column.band(k, band, top, end))
            top = end + gap
    return bands, numbers


def _placed(links: _Links, bands: list[Band], numbers_a: Ints, numbers_b: Ints) -> list[Link]:
    """Return the links of two columns with the positions of their ends."""
    source, target = numbers_a[links.source], numbers_b[links.target]
    starts = _ends(source, target, links.size, bands)
    ends = _ends(target, source, links.size, bands)
    rows = zip(source.tolist(), target.tolist(), links.size.tolist(), starts, ends, strict=True)
    return [Link(i, j, size, *start, *end) for i, j, size, start, end in rows]


def _ends(own: Ints, other: Ints, sizes: Ints, bands: list[Band]) -> list[tuple[float, float]]:
    """Stack the ends of links in their bands, in the order of the bands at the other end."""
    scale = (bands[own[0]].end - bands[own[0]].start) / bands[own[0]].size if len(own) else 0.0
    filled = {int(band): bands[band].start for band in np.unique(own)}
    out: list[tuple[float, float]] = [(0.0, 0.0)] * len(own)
    for link in np.lexsort((other, own)).tolist():
        start = filled[int(own[link])]
        filled[int(own[link])] = end = start + scale * int(sizes[link])
        out[link] = (start, end)
    return out


def _notes(bands: list[Band], hidden: int, missing: int) -> tuple[str, ...]:
    """Return notes on clusters and links that are not drawn separately."""
    notes = []
    if hidden:
        verb = "is" if hidden == 1 else "are"
        notes.append(
            f"{plural(hidden, 'small flow')} ({plural(missing, 'element')}) {verb} not drawn."
        )
    if any(band.kind == "rest" for band in bands):
        notes.append("The smallest clusters are drawn as one band.")
    return tuple(notes)


@dataclass(slots=True, eq=False)
class _Column:
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
class _Links:
    """The links between two columns while the layout is computed."""

    source: Ints
    target: Ints
    size: Ints


def _reduce_crossings(columns: list[_Column], drawn: list[_Links]) -> None:
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


def _sweep(a: _Column, b: _Column, links: _Links, *, forward: bool) -> None:
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


def _middles(column: _Column) -> NDArray[np.float64]:
    """Return the middle of each band in elements from the top."""
    ends = np.cumsum(column.sizes[column.order])
    middles = np.empty(len(ends))
    middles[column.order] = ends - column.sizes[column.order] / 2
    return middles


def _crossings(columns: list[_Column], drawn: list[_Links]) -> float:
    """Return the number of pairs of elements whose links cross."""
    total = 0.0
    for k, links in enumerate(drawn):
        source, target = (_places_of(c)[e] for c, e in
                          ((columns[k], links.source), (columns[k + 1], links.target)))  # fmt: skip
        crossed = (source[:, None] < source) & (target[:, None] > target)
        total += float(links.size @ (crossed @ links.size.astype(float)))
    return total


def _places_of(column: _Column) -> Ints:
    """Return the place of each band from the top."""
    places = np.empty(len(column.order), np.int64)
    places[column.order] = np.arange(len(column.order))
    return places
