"""Flow diagrams as plain data: bands of clusters in columns, and links between neighbors."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from clusterdiff.drawing._order import matched_order, summed
from clusterdiff.drawing._palette import PALETTE
from clusterdiff.errors import InputError
from clusterdiff.labels import listed
from clusterdiff.table import Table
from clusterdiff.views import label_text, plural

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from clusterdiff.drawing._order import MatchedOrder
    from clusterdiff.drawing._palette import Colors

    Ints = NDArray[np.int64]
    Bools = NDArray[np.bool_]
    Floats = NDArray[np.float64]
    _Marks = tuple[Ints, Ints]  # tracks, and the weight of each mark

BandKind = Literal["cluster", "kept", "rest"]
MAX_BANDS = 24  # bands of a column
MAX_LINKS = 300
MIN_SHARE = 0.05  # of a band; smaller links are drawn only if they are large against all elements
_MIN_SHARE_OF_ALL = 0.005
_KEPT_SHARE = 0.5  # of a kept cluster that is in its partner at least
_PARTNER_SHARE = 0.3  # of the smaller of two matched clusters that they share at least
_FLOW_SHARE = 0.1  # of the smaller of two clusters that moves between them, so that both are drawn
_LARGE_FLOW_SHARE = 0.2  # of the larger one, where that is little of all elements
_MIN_SHARE_OF_BANDS = 0.01  # of the separate bands that a cluster has, so that it is one of them
_MIN_JOINED = 3  # kept clusters that are drawn as one band
_JOINED = 0.15  # of the height that a band of several clusters has at most
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
    kind : {"cluster", "kept", "rest"}
        One cluster; clusters that are kept; or changed clusters without separate bands.
    size : int
        Number of elements.
    color : int
        Number of its color in the palette; matched clusters share a number, and no others do.
        -1 if the cluster is kept, -2 if it changed and no color is left.
    start, end : float
        Position from the top, as a share of the height.
    own : str or None
        Its own color, if one was given.
    """

    column: int
    clusters: tuple[int, ...]
    label: str
    kind: BandKind
    size: int
    color: int
    start: float
    end: float
    own: str | None = None


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
    moved : bool
        Whether the two bands are not matched with each other.
    """

    source: int
    target: int
    size: int
    source_start: float
    source_end: float
    target_start: float
    target_end: float
    moved: bool


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
    orders : tuple of numpy.ndarray of int64
        All clusters of each column from top to bottom.
    """

    columns: int
    bands: tuple[Band, ...]
    links: tuple[Link, ...]
    hidden_links: int
    hidden_size: int
    notes: tuple[str, ...]
    orders: tuple[Ints, ...]


def flow_diagram(
    tables: Table | Sequence[Table],
    *,
    max_bands: int = MAX_BANDS,
    max_links: int = MAX_LINKS,
    fold: bool = True,
    changed: Sequence[Bools] | None = None,
    colors: Sequence[Colors | None] | None = None,
) -> FlowDiagram:
    """Lay out the flow of elements between two or several clusterings.

    The picture is about what changed. A cluster is kept if at least half of it is in its partner;
    partners are matched clusters that share 30 % of the smaller one. Three or more kept clusters
    form one band, without those that exchange many elements with another cluster: 10 % of the
    smaller one and 0.5 % of all, or 20 % of the larger one. The clusters with the largest changes
    have separate bands, up to `max_bands`; the others form one band together. A band of several
    clusters has at most 15 % of
    the height.

    Bands are ordered so that few links cross: first by the optimal matching, then by sweeps over
    the columns that move each band to the mean position of its neighbors; the order with the
    fewest crossings is kept.

    Parameters
    ----------
    tables : Table or sequence of Table
        The table of two clusterings, or those of each clustering with the next one.
    max_bands : int, default=24
        Number of separate bands of a column.
    max_links : int, default=300
        Number of links. Links with less than 5 % of both bands and less than 0.5 % of all elements
        are not drawn.
    fold : bool, default=True
        Whether kept clusters form one band.
    changed : sequence of numpy.ndarray of bool, optional
        For each clustering which clusters are not kept, if that is known.
    colors : sequence of (dict or None), optional
        For each clustering the colors of its clusters, by their labels.

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
    >>> [(link.source, link.target, link.size, link.moved) for link in drawn.links]
    [(0, 2, 2, False), (0, 3, 1, True), (1, 3, 1, False)]
    """
    chain = [tables] if isinstance(tables, Table) else list(tables)
    _check(chain)
    columns = _columns(chain, max_bands, changed, fold=fold)
    every = [_links(table, a, b) for table, a, b in zip(chain, columns, columns[1:], strict=False)]
    drawn = [_drawn(links, a, b, max_links // len(chain))
             for links, a, b in zip(every, columns, columns[1:], strict=False)]  # fmt: skip
    _reduce_crossings(columns, drawn)
    bands, places = _bands(columns)
    hidden = sum(len(a.size) - len(b.size) for a, b in zip(every, drawn, strict=True))
    missing = sum(int(a.size.sum() - b.size.sum()) for a, b in zip(every, drawn, strict=True))
    placed = [_placed(found, bands, places[k], places[k + 1]) for k, found in enumerate(drawn)]
    links = sorted(itertools.chain(*placed), key=lambda link: -link.size)
    if colors is not None:
        bands = _with_own_colors(bands, chain, colors)
    notes = _notes(bands, hidden, missing)
    orders = tuple(
        np.concatenate([column.members[band] for band in column.order.tolist()])
        for column in columns
    )
    return FlowDiagram(len(columns), tuple(bands), tuple(links), hidden, missing, notes, orders)


def _with_own_colors(
    bands: list[Band], chain: list[Table], colors: Sequence[Colors | None]
) -> list[Band]:
    """Return the bands of single clusters with the colors that were given for them.

    A color that was given for a cluster is no color of other clusters.
    """
    labels = [chain[0].row_labels, *(table.col_labels for table in chain)]
    taken = {color.lower() for given in colors for color in (given or {}).values()}

    def colored(band: Band) -> Band:
        given = colors[band.column]
        if given and band.kind == "cluster":
            (label,) = listed(labels[band.column][list(band.clusters)])
            own = given.get(label, given.get(label_text(label)))
            if own is not None:
                return band._replace(own=own)
        twice = band.color >= 0 and PALETTE[band.color].lower() in taken
        return band._replace(color=-2) if twice else band

    return [colored(band) for band in bands]


def _check(chain: list[Table]) -> None:
    """Require one table at least, and that neighbors share a clustering."""
    if not chain:
        raise InputError("A flow diagram needs at least one table, got none.")
    for k, (one, two) in enumerate(itertools.pairwise(chain)):
        if listed(one.col_labels) != listed(two.row_labels):
            raise InputError(
                f"The columns of table {k} must be the rows of table {k + 1}: the labels differ."
            )


def _columns(
    chain: list[Table], max_bands: int, known: Sequence[Bools] | None, *, fold: bool
) -> list[_Column]:
    """Return the bands of each clustering."""
    orders = [matched_order(table) for table in chain]
    tracks = _tracks(chain, orders)
    count = 1 + max(int(own.max(initial=-1)) for own in tracks)
    lost, exchanged, moved = np.zeros((3, count))
    for each in zip(chain, tracks, tracks[1:], strict=False):
        for total, (own, weights) in zip((lost, exchanged, moved), _changes(*each), strict=True):
            np.add(total, np.bincount(own, weights, count), out=total)
    if known is not None:
        lost[:] = 0
        for own, marked in zip(tracks, known, strict=True):
            lost[own[marked]] = 1
    changed = (lost > 0) | (exchanged > 0)
    ranked = np.lexsort((-moved, lost == 0, ~changed))  # the largest changes first
    rank = np.empty(len(ranked), np.int64)
    rank[ranked] = np.arange(len(ranked))
    color = np.where(changed, np.where(rank < len(PALETTE), rank, -2), -1)
    kept = ~changed
    if not fold or kept.sum() < _MIN_JOINED or (kept.all() and len(kept) <= max_bands):
        kept = np.zeros(len(kept), bool)
    drawn = _Tracks(kept, (lost == 0) & kept.any(), rank, color)
    labels = [chain[0].row_labels, *(table.col_labels for table in chain)]
    sizes = [chain[0].row_sizes, *(table.col_sizes for table in chain)]
    first = [orders[0].rows, *(order.cols for order in orders)]
    return [
        _column(_Clusters(*each), drawn, max_bands, fold=fold)
        for each in zip(labels, sizes, tracks, first, strict=True)
    ]


def _tracks(chain: list[Table], orders: list[MatchedOrder]) -> list[Ints]:
    """Return for each clustering the track of each cluster; matched clusters are on one track."""
    tracks = [orders[0].color_of_rows]
    count = int(tracks[0].max(initial=-1)) + 1
    for table, order in zip(chain, orders, strict=True):
        most = max(order.color_of_rows.max(initial=-1), order.color_of_cols.max(initial=-1))
        track_of = np.full(most + 1, -1)  # of the partner in the column before
        source, target = order.color_of_rows[table.rows], order.color_of_cols[table.cols]
        alike = (source == target) & (table.counts >= _PARTNER_SHARE * _smaller(table))
        track_of[source[alike]] = tracks[-1][table.rows[alike]]
        own = track_of[order.color_of_cols]
        alone = np.flatnonzero(own < 0)
        own[alone] = count + np.arange(len(alone))
        count += len(alone)
        tracks.append(own)
    return tracks


def _smaller(table: Table) -> Ints:
    """Return the size of the smaller of the two clusters of each cell."""
    return np.minimum(table.row_sizes[table.rows], table.col_sizes[table.cols])


def _changes(table: Table, before: Ints, after: Ints) -> tuple[_Marks, _Marks, _Marks]:
    """Return what changed at a step: tracks that are not kept, that exchange, and what moved."""
    source, target = before[table.rows], after[table.cols]
    away, counts = source != target, table.counts
    stay = np.zeros(1 + max(int(before.max()), int(after.max())))
    stay[source[~away]] = counts[~away]
    lost = [
        own[stay[own] < _KEPT_SHARE * sizes]
        for own, sizes in ((before, table.row_sizes), (after, table.col_sizes))
    ]
    least = np.maximum(_FLOW_SHARE * _smaller(table), _MIN_SHARE_OF_ALL * table.n)
    larger = np.maximum(table.row_sizes[table.rows], table.col_sizes[table.cols])
    large = away & ((counts >= least) | (counts >= _LARGE_FLOW_SHARE * larger))
    return (
        _marks(*lost),
        _marks(source[large], target[large]),
        (np.concatenate([source[away], target[away]]), np.tile(counts[away], 2)),
    )


def _marks(*tracks: Ints) -> _Marks:
    every = np.concatenate(tracks)
    return every, np.ones(len(every), np.int64)


class _Tracks(NamedTuple):
    """Of each track, whether it is in the band of kept clusters, its rank and its color."""

    joined: Bools
    kept: Bools  # in the same band, unless it has a band of its own
    rank: Ints  # 0 for the largest change
    color: Ints


class _Clusters(NamedTuple):
    """The clusters of a column, and their first order."""

    labels: NDArray[np.generic]
    sizes: Ints
    tracks: Ints
    order: Ints


def _column(clusters: _Clusters, found: _Tracks, max_bands: int, *, fold: bool) -> _Column:
    """Return the bands of one clustering in a first order."""
    sizes, tracks, order = clusters.sizes, clusters.tracks, clusters.order
    joined = found.joined[tracks]
    alone = np.flatnonzero(~joined)
    largest = alone[np.argsort(found.rank[tracks[alone]], kind="stable")]
    first = largest if len(largest) <= max_bands + 1 else largest[:max_bands]
    least = _MIN_SHARE_OF_BANDS * float(sizes[first].sum()) if fold else 0.0
    separate = np.zeros(len(sizes), bool)
    separate[first[sizes[first] >= least]] = True
    own = order[separate[order]]
    members = [np.array([cluster]) for cluster in own.tolist()]
    texts = [label_text(name) for name in listed(clusters.labels[own])]
    kinds: list[BandKind] = ["cluster"] * len(own)
    tones = found.color[tracks[own]].tolist()
    kept = (joined | found.kept[tracks]) & ~separate
    groups: tuple[tuple[Ints, BandKind, str], ...] = (
        (order[~separate[order] & ~kept[order]], "rest", "more"),
        (order[kept[order]], "kept", "kept"),
    )
    for group, kind, word in groups:
        if len(group):
            members.append(group)
            texts.append(_joined_label(len(group), word))
            kinds.append(kind)
            tones.append(-1 if kind == "kept" else -2)
    band_of = np.empty(len(sizes), np.int64)
    for band, own in enumerate(members):
        band_of[own] = band
    totals = np.array([int(sizes[own].sum()) for own in members], np.int64)
    alike = np.array([int(tracks[own[0]]) if len(own) == 1 else -1 for own in members])
    return _Column(totals, members, texts, kinds, tones, alike, band_of, np.arange(len(members)))


def _joined_label(count: int, word: str) -> str:
    """Return what a band of several clusters is called."""
    return f"{plural(count, 'cluster')} kept" if word == "kept" else plural(count, "more cluster")


def _links(table: Table, a: _Column, b: _Column) -> _Links:
    """Return the links between two columns."""
    width = len(b.members)
    keys = a.band_of[table.rows] * width + b.band_of[table.cols]
    sizes = summed(keys, table.counts, len(a.members) * width)
    found = np.flatnonzero(sizes)
    source, target = found // width, found % width
    kinds_a, kinds_b = np.array(a.kinds)[source], np.array(b.kinds)[target]
    stay = np.where(kinds_a == "cluster", a.tracks[source] == b.tracks[target], kinds_a == kinds_b)
    return _Links(source, target, sizes[found], ~stay)


def _drawn(links: _Links, a: _Column, b: _Column, max_links: int) -> _Links:
    """Return the links that are large enough to be drawn."""
    of_all = links.size >= _MIN_SHARE_OF_ALL * a.sizes.sum()
    of_one = links.size >= MIN_SHARE * np.minimum(a.sizes[links.source], b.sizes[links.target])
    keep = np.flatnonzero(of_all | of_one)
    keep = np.sort(keep[np.argsort(-links.size[keep], kind="stable")][:max_links])
    return _Links(links.source[keep], links.target[keep], links.size[keep], links.moved[keep])


def _bands(columns: list[_Column]) -> tuple[list[Band], list[Ints]]:
    """Return the bands with their positions, and for each column the number of each band."""
    most = max(len(column.order) for column in columns)
    gap = min(0.015, _GAP / max(most - 1, 1))
    heights = _heights(columns)
    scale = (1 - gap * (most - 1)) / max(float(own.sum()) for own in heights)
    bands: list[Band] = []
    numbers = []
    for k, (column, own) in enumerate(zip(columns, heights, strict=True)):
        height = scale * float(own.sum()) + gap * (len(column.order) - 1)
        top = (1 - height) / 2
        numbers.append(len(bands) + _places_of(column))
        for band in column.order.tolist():
            end = top + scale * float(own[band])
            bands.append(column.band(k, band, top, end))
            top = end + gap
    return bands, numbers


def _heights(columns: list[_Column]) -> list[Floats]:
    """Return the height of each band in elements; bands of several clusters are not too high."""
    heights = [column.sizes.astype(float) for column in columns]
    for kind in ("kept", "rest"):
        places = [np.array([each == kind for each in column.kinds]) for column in columns]
        joined = max(float(own[at].sum()) for own, at in zip(heights, places, strict=True))
        others = max(
            float(own[np.array(column.kinds) == "cluster"].sum())
            for own, column in zip(heights, columns, strict=True)
        )
        most = _JOINED / (1 - _JOINED) * others
        if joined > most > 0:
            for own, at in zip(heights, places, strict=True):
                own[at] *= most / joined
    return heights


def _placed(links: _Links, bands: list[Band], numbers_a: Ints, numbers_b: Ints) -> list[Link]:
    """Return the links of two columns with the positions of their ends."""
    source, target = numbers_a[links.source], numbers_b[links.target]
    starts = _ends(source, target, links.size, bands)
    ends = _ends(target, source, links.size, bands)
    rows = zip(source.tolist(), target.tolist(), links.size.tolist(), starts, ends, strict=True)
    return [
        Link(i, j, size, *start, *end, moved)
        for (i, j, size, start, end), moved in zip(rows, links.moved.tolist(), strict=True)
    ]


def _ends(own: Ints, other: Ints, sizes: Ints, bands: list[Band]) -> list[tuple[float, float]]:
    """Stack the ends of links in their bands, in the order of the bands at the other end."""
    filled = {int(band): bands[band].start for band in np.unique(own)}
    scale = {k: (bands[k].end - bands[k].start) / bands[k].size for k in filled}
    out: list[tuple[float, float]] = [(0.0, 0.0)] * len(own)
    for link in np.lexsort((other, own)).tolist():
        start = filled[int(own[link])]
        filled[int(own[link])] = end = start + scale[int(own[link])] * int(sizes[link])
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
    if not all(band.kind == "cluster" for band in bands):
        notes.append("A band of several clusters is not to scale.")
    return tuple(notes)


@dataclass(slots=True, eq=False)
class _Column:
    """The bands of one clustering while the layout is computed."""

    sizes: Ints  # of the bands
    members: list[Ints]
    labels: list[str]
    kinds: list[BandKind]
    colors: list[int]
    tracks: Ints  # of the bands of one cluster, -1 for others
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
    moved: Bools


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
