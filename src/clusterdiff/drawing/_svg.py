"""Flow diagram, heatmap, matrix and map as SVG text for a page; every name is escaped.

The classes of marks are those of the style of a page, `reports/page.css`. Marks that stand for one
cluster or clustering have its number, by which the script of a page selects them.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from clusterdiff.drawing._labels import (
    LABEL,
    distinct,
    joined_names,
    moved_apart,
    place_labels,
    shortened,
)
from clusterdiff.drawing._order import shown_lines, summed
from clusterdiff.drawing._palette import PALETTE, palette_rules
from clusterdiff.labels import listed
from clusterdiff.views import display_width, label_text, number, percent, plural

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from clusterdiff.drawing._flow import Band, FlowDiagram, Link
    from clusterdiff.drawing._labels import PlacedLabel
    from clusterdiff.table import Table

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

_BAND, _TOP = 12, 26  # width of a band, and height of the titles
_LINE = 16  # height of a line of text
_LEAD = 18  # width of the lines between bands and labels
_LETTER, _WIDE_LETTER = 7.6, 12.0  # width of a letter, and of a wide one
_BOLD = 8.6  # width of a bold letter
_WIDE_LETTERS = frozenset("mwMW@%…")
_TIP = 60  # letters of a label in a tip
_BETWEEN, _LEAST_WIDTH = 190, 440  # width between two columns of bands, and of a flow diagram
_FEW = 3  # columns of a flow diagram that fit beside a text
_MAX_HEAT = 50  # clusters of a side of the heatmap
_LEVELS = 20  # of colors
_PALEST = 0.08  # opacity of the lowest level
_NUMBERED = 15  # lines up to which cells have numbers
_SPAN = 0.5  # of a similarity that its scale covers at least
_INVERTED = 0.65  # share of the scale above which numbers are written in the color of the page
_MAP_WIDTH, _MAP_HEIGHT, _EDGE, _LEAST = 720, 460, 50, 160.0  # of the map
_MAP_LINE, _RADIUS = 15.0, 6.0
_FAR = 3.0  # times the distance within which four fifths of the points are: farther is far away


class Picture(NamedTuple):
    """A picture of a page.

    Attributes
    ----------
    svg : str
        An ``<svg>`` element.
    place : dict
        Where its cells are, for the script of the page. The rows and columns of a heatmap are the
        numbers of clusters, -1 for smaller clusters that share a line.
    notes : tuple of str
        What is not drawn.
    """

    svg: str
    place: dict[str, Any]
    notes: tuple[str, ...] = ()


def flow_svg(
    drawn: FlowDiagram,
    titles: Sequence[str],
    *,
    numbers: tuple[Ints, Ints] | None = None,
    style: bool = False,
) -> Picture:
    """Draw the flow of two or several clusterings.

    Parameters
    ----------
    drawn : FlowDiagram
    titles : sequence of str
        Names of the clusterings.
    numbers : pair of numpy.ndarray, optional
        For each cluster of a and of b the number by which the script of the page selects its marks
        and makes their tips, -1 for none. Other marks have a tip of their own.
    style : bool, default=False
        Whether the picture holds its style, so that it can be shown outside of a page.

    Returns
    -------
    Picture
    """
    size = _Size.of(drawn, numbers)
    marks = [_link(link, drawn.bands, size) for link in reversed(drawn.links)]
    marks += [_band(band, size) for band in drawn.bands]
    for column in range(drawn.columns):
        own = [band for band in drawn.bands if band.column == column]
        marks += _labels(own, column, size)
    most = round((size.width / drawn.columns - 24) / _BOLD)
    shown = [shortened(title, most) for title in titles]
    heads = "".join(
        f'<text class="side" x="{size.head(column, title):.0f}" y="14">{escape(title)}</text>'
        for column, title in enumerate(shown)
    )
    name = f"Flow of elements from {shortened(titles[0], 50)} to {shortened(titles[-1], 50)}"
    rules = f"<style>{FLOW_STYLE}{palette_rules('svg.flow ')}</style>" if style else ""
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="flow{" wide" * (drawn.columns > _FEW)}" width="{size.width}" '
        f'viewBox="0 0 {size.width} {size.height + _TOP + 8}" role="img" aria-label="{escape(name)}">'
        f"{rules}{heads}{''.join(marks)}</svg>"
    )
    return Picture(svg, {}, drawn.notes)


FLOW_STYLE = (
    "svg.flow text{font:13px system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;fill:currentColor}"
    "svg.flow text.side{font-weight:600}svg.flow .size{fill-opacity:.75}svg.flow .link{fill-opacity:.3}"
    "svg.flow .moved{fill-opacity:.72}svg.flow .lead{stroke:#888;stroke-width:.7;fill:none}"
)


class _Size(NamedTuple):
    """Where the columns of a flow diagram are, and whether its marks can be selected."""

    columns: int
    width: int
    height: int
    margins: tuple[float, float]
    numbers: tuple[Ints, Ints] | None

    @classmethod
    def of(cls, drawn: FlowDiagram, numbers: tuple[Ints, Ints] | None) -> _Size:
        """Return the size that the bands and their labels need."""
        outer = (0, drawn.columns - 1)
        sides = [[band for band in drawn.bands if band.column == column] for column in outer]
        margins = [10 + _LEAD + _label_width(own) for own in sides]
        columns = range(drawn.columns)
        most = max(sum(band.column == column for band in drawn.bands) for column in columns)
        width = max(_LEAST_WIDTH, round(sum(margins) + _BETWEEN * (drawn.columns - 1)))
        height = max(250, min(900, _LINE * (most + 1)))
        return cls(drawn.columns, width, height, (margins[0], margins[1]), numbers)

    def left(self, column: int) -> float:
        """Return the left edge of the bands of a column."""
        inner = self.width - sum(self.margins) - _BAND
        return self.margins[0] + column * inner / (self.columns - 1)

    def head(self, column: int, text: str) -> float:
        """Return where a title begins: around the middle of its column, within its share."""
        wide, share = _BOLD * display_width(text), self.width / self.columns
        start = self.left(column) + _BAND / 2 - wide / 2
        return max(share * column, min(start, share * (column + 1) - wide))


def _band_names(bands: Sequence[Band], max_length: int) -> list[str]:
    """Return the labels of bands, short and different; those of several clusters as they are."""
    names = iter(distinct([band.label for band in bands if band.kind == "cluster"], max_length))
    return [next(names) if band.kind == "cluster" else band.label for band in bands]


def _label_width(bands: list[Band]) -> float:
    """Return the width of the longest label of bands with its size."""
    names = _band_names(bands, LABEL)
    return max(_width(f"{name} {band.size:,}") for name, band in zip(names, bands, strict=True))


def _width(text: str) -> float:
    """Return about how wide a text is; fonts differ."""
    wide = sum(letter in _WIDE_LETTERS for letter in text)
    return _LETTER * display_width(text) + (_WIDE_LETTER - _LETTER) * wide


def _widest(texts: Sequence[str]) -> float:
    return max(map(_width, texts))


def _fill(band: Band) -> tuple[str, str]:
    """Return the class of the color of a band, and the attribute of its own color."""
    if band.own is not None:
        return "", f' fill="{escape(band.own)}"'
    return f" f{band.color}" if band.color >= 0 else " kept" if band.color == -1 else " other", ""


def _y(share: float, height: int) -> float:
    return _TOP + share * height


def _keys(size: _Size, *bands: Band) -> str:
    """Return the attributes by which the script selects a mark: the clusters of its bands."""
    if size.numbers is None:
        return ""
    keys = (
        _key("ab"[band.column], int(size.numbers[band.column][band.clusters[0]]))
        for band in bands
        if len(band.clusters) == 1
    )
    return "".join(keys)


def _link(link: Link, bands: tuple[Band, ...], size: _Size) -> str:
    source, target = bands[link.source], bands[link.target]
    left, right = round(size.left(source.column) + _BAND, 1), round(size.left(target.column), 1)
    a0, a1, b0, b1 = (
        round(_y(y, size.height), 1)
        for y in (link.source_start, link.source_end, link.target_start, link.target_end)
    )
    half, whole = f"{(right - left) / 2:.0f}", f"{right - left:.4g}"
    down, up = f"{b0 - a0:.4g}", f"{a1 - b1:.4g}"
    shape = (  # relative coordinates, which are short
        f"M{left:g} {a0:g}c{half} 0 {half} {down} {whole} {down}v{b1 - b0:.4g}"
        f"c-{half} 0-{half} {up}-{whole} {up}z"
    )
    name, own = _fill(source)
    keys = _keys(size, source, target)
    start = f'<path class="link{" moved" * link.moved}{name}"{own}'
    if keys.count("data-") == len("ab"):
        return f'{start}{keys} d="{shape}"/>'  # the script makes the tip from the two clusters
    tip = (
        f"{shortened(source.label, _TIP)} → {shortened(target.label, _TIP)}: {link.size:,} "
        f"({percent(link.size / source.size)} → {percent(link.size / target.size)})"
    )
    return f'{start}{keys} d="{shape}"><title>{escape(tip)}</title></path>'


def _band(band: Band, size: _Size) -> str:
    x = round(size.left(band.column), 1)
    top, tall = _y(band.start, size.height), max(0.5, (band.end - band.start) * size.height)
    tip = f"{shortened(band.label, _TIP)}: {plural(band.size, 'element')}"
    inner = 0 < band.column < size.columns - 1  # its label is shorter
    keys = _keys(size, band)
    known = keys or not (inner or len(band.label) > LABEL)
    title = "" if known else f"<title>{escape(tip)}</title>"
    name, own = _fill(band)
    return (
        f'<rect class="band{name}"{own}{keys} x="{x:g}" y="{top:.1f}" '
        f'width="{_BAND}" height="{tall:.1f}"' + (f">{title}</rect>" if title else "/>")
    )


def _labels(bands: list[Band], column: int, size: _Size) -> list[str]:
    """Return the labels of a column, moved apart where bands are thin."""
    wanted = [_y((band.start + band.end) / 2, size.height) for band in bands]
    lines = moved_apart(wanted, _LINE, _TOP + 6, _TOP + size.height - 2).tolist()
    last = column == size.columns - 1
    inside = "" if last or column == 0 else ' class="inside"'
    edge, sign = (size.left(column) + _BAND, 1) if last else (size.left(column), -1)
    apart = not inside and max(map(abs, np.subtract(lines, wanted))) > _LINE
    x = edge + sign * (6 + _LEAD * apart)
    max_length = LABEL if not inside else max(4, 60 // size.columns)
    texts = [
        f'<text{inside}{_keys(size, band)} x="{x:.0f}" y="{y + 4.5:.0f}">'
        f'{escape(name)} <tspan class="size">{band.size:,}</tspan></text>'
        for band, name, y in zip(bands, _band_names(bands, max_length), lines, strict=True)
    ]
    leads = [_leads(edge, edge + sign * (3 + _LEAD), wanted, lines)] if apart else []
    return [*leads, f'<g text-anchor="{"start" if last else "end"}">', *texts, "</g>"]


def _leads(start: float, end: float, bands: list[float], labels: list[float]) -> str:
    """Return lines from bands to labels that are not beside them, as one mark."""
    steps = (f"M{start:.0f} {a:.0f}L{end:.0f} {b:.0f}" for a, b in zip(bands, labels, strict=True))
    return f'<path class="lead" d="{"".join(steps)}"/>'


def heatmap_svg(
    table: Table, orders: Sequence[Ints], titles: tuple[str, str], numbers: tuple[Ints, Ints]
) -> Picture:
    """Draw the shares of each cluster of a in the clusters of b.

    Parameters
    ----------
    table : Table
    orders : pair of numpy.ndarray
        The order of rows and columns. The first 50 have lines of their own.
    titles : tuple of str
        Names of the two clusterings.
    numbers : pair of numpy.ndarray
        For each cluster of a and of b the number by which the script of the page selects its line,
        -1 for none.

    Returns
    -------
    Picture
    """
    (rows, row_of), (cols, col_of) = (_lines(order) for order in orders)
    keys = row_of[table.rows] * len(cols) + col_of[table.cols]
    counts = summed(keys, table.counts, len(rows) * len(cols)).reshape(len(rows), len(cols))
    shares = counts / np.maximum(counts.sum(1), 1)[:, None]
    level = np.where(counts > 0, np.clip(np.ceil(shares * _LEVELS), 1, _LEVELS), 0).astype(int)
    most = max(len(rows), len(cols))
    numbered = most <= _NUMBERED
    step = 40 if numbered else max(12, min(30, 600 // most))
    names_a, names_b = _line_names(table.row_labels, rows), _line_names(table.col_labels, cols)
    x, y = _margins(names_a, names_b, titles[0], step)
    wide, high = step * len(cols), step * len(rows)
    texts = [
        f"{percent(share)}" if count else ""
        for share, count in zip(shares.flat, counts.flat, strict=True)
    ]
    written = _numbers(texts, shares, (x, y, step)) if numbered else ""
    rows, cols = (
        [int(own[k]) if k >= 0 else -1 for k in lines]
        for own, lines in zip(numbers, (rows, cols), strict=True)
    )
    labels = _heat_labels((rows, names_a), (cols, names_b), (x, y, step), titles)
    name = f"Share of each cluster of {shortened(titles[0], 50)} in the clusters of {shortened(titles[1], 50)}"
    what = "share of the cluster of the row"
    legend = _legend(("0 %", "50 %", "100 %"), x, y + high + 14, what)
    width = round(max(x + wide + _overhang(names_b, step), x + _LETTER * len(what)))
    svg = (
        f'<svg width="{width}" viewBox="0 0 {width} {y + high + 62}" role="img" '
        f'aria-label="{escape(name)}">{_heat_paths(level, x, y, step)}'
        f'<rect class="frame" x="{x}" y="{y}" width="{wide}" height="{high}"/>{written}{_sized(labels, step)}{legend}'
        '<rect class="cursor" x="0" y="0" width="1" height="1" visibility="hidden"/></svg>'
    )
    place = {"rows": rows, "cols": cols, "x": x, "y": y, "step": step}
    place |= {"height": len(rows), "width": len(cols)}
    cut = max(table.shape) > _MAX_HEAT
    notes = (f"The first {_MAX_HEAT - 1} clusters have lines of their own.",) if cut else ()
    return Picture(svg, place, notes)


def _margins(rows: list[str], cols: list[str], title: str, step: int) -> tuple[int, int]:
    """Return the space for names at the left of a matrix and above it."""
    left = max(_widest(rows), display_width(shortened(title, 16)) * _BOLD + 12)
    high = _LINE if _level(cols, step) else _widest(cols) * (0.87 if step > _LINE else 1.0)
    return 10 + round(left), 34 + round(high)


def _level(names: Sequence[str], step: int) -> bool:
    """Return whether columns of this width are wide enough for level names above them."""
    return step > _LINE and _widest(names) < step


def _sized(labels: str, step: int) -> str:
    """Return labels in a smaller font where lines are narrow."""
    return f'<g class="fine">{labels}</g>' if step < _LINE else labels


def _overhang(names: list[str], step: int) -> float:
    """Return how far sloping names above columns reach beyond the last one."""
    if step <= _LINE or _level(names, step):
        return 8.0
    return max(0.0, 0.5 * _widest(names) - step / 3) + 8


def _lines(order: Ints) -> tuple[list[int], Ints]:
    """Return the clusters that have a line, -1 for the rest, and the line of every cluster."""
    shown, line = shown_lines(order, _MAX_HEAT)
    return shown.tolist() + ([-1] if len(shown) < len(order) else []), line


def _opacity(level: int) -> float:
    """Return the opacity of a level: evenly spaced, and the lowest one can be seen."""
    return _PALEST + (1 - _PALEST) * (level - 1) / (_LEVELS - 1) if level else 0.0


def _heat_paths(level: Ints, x: int, y: int, step: int) -> str:
    """Draw cells of levels from 1 to 20; level 0 is empty.

    There is one path for each level, of the cells that reach it, so that runs of cells are long.
    Each path is drawn over those of lower levels.
    """
    paths = []
    below = 0.0
    for value in range(1, _LEVELS + 1):
        padded = np.pad(level >= value, ((0, 0), (1, 1)))  # each row begins and ends outside
        edges = np.argwhere(padded[:, 1:] != padded[:, :-1]).reshape(-1, 2, 2).tolist()
        if edges:
            shape = "".join(f"M{start} {i}h{end - start}" for (i, start), (_, end) in edges)
            over = 1 - (1 - _opacity(value)) / (1 - below)
            paths.append(f'<path class="heat" opacity="{over:.3g}" d="{shape}"/>')
        below = _opacity(value)
    place = f"translate({x} {y + step / 2:g}) scale({step})"  # a run of cells is a line
    return f'<g transform="{place}">{"".join(paths)}</g>'


def _legend(ends: Sequence[str], x: int, y: int, what: str) -> str:
    """Draw the scale of the colors, the texts evenly spaced below it."""
    step = 9
    cells = "".join(
        f'<rect class="heat" opacity="{_opacity(k):.3g}" x="{x + step * (k - 1)}" y="{y}" width="{step}" height="10"/>'
        for k in range(1, _LEVELS + 1)
    )
    wide = step * _LEVELS
    places = np.linspace(x, x + wide, len(ends)).tolist()
    anchors = ["start", *["middle"] * (len(ends) - 2), "end"]
    texts = "".join(
        f'<text x="{at:g}" y="{y + 25}" text-anchor="{anchor}">{escape(text)}</text>'
        for at, anchor, text in zip(places, anchors, ends, strict=True)
    )
    return (
        f'{cells}<rect class="frame" x="{x}" y="{y}" width="{wide}" height="10"/>{texts}'
        f'<text class="muted" x="{x}" y="{y + 42}">{escape(what)}</text>'
    )


def _numbers(texts: Sequence[str], shares: Floats, place: tuple[int, int, int]) -> str:
    """Write texts into the cells."""
    x, y, step = place
    width = shares.shape[1]
    return "".join(
        f'<text class="cell{" on" if share > _INVERTED else ""}" x="{x + (k % width + 0.5) * step:g}" '
        f'y="{y + (k // width + 0.5) * step + 4:g}">{escape(text)}</text>'
        for k, (text, share) in enumerate(zip(texts, shares.flat, strict=True))
        if text
    )


def _heat_labels(
    rows: tuple[list[int], list[str]],
    cols: tuple[list[int], list[str]],
    place: tuple[int, int, int],
    titles: tuple[str, str],
) -> str:
    """Write the names of the rows and columns."""
    x, y, step = place
    out = [
        f'<text x="{x - 6}" y="{y + (i + 0.5) * step + 4:g}"{_key("a", row)}>{escape(name)}</text>'
        for i, (row, name) in enumerate(zip(*rows, strict=True))
    ]
    out = ['<g text-anchor="end">', *out, "</g>"]
    level = _level(cols[1], step)
    out += [
        f"<text {_above(x, y, j, step, level=level)}{_key('b', col)}>{escape(name)}</text>"
        for j, (col, name) in enumerate(zip(*cols, strict=True))
    ]
    out.append(
        f'<text class="side" x="{x - 6}" y="{y - 8}" text-anchor="end">{escape(shortened(titles[0], 16))} ↓</text>'
    )
    out.append(f'<text class="side" x="{x}" y="14">{escape(shortened(titles[1], 24))} →</text>')
    return "".join(out)


def _above(x: int, y: int, column: int, step: int, *, level: bool) -> str:
    """Return where a name above a column is; it is upright where columns are narrow."""
    middle = x + (column + 0.5) * step
    if level:
        return f'x="{middle:g}" y="{y - 6}" text-anchor="middle"'
    angle = 60 if step > _LINE else 90
    return f'transform="translate({middle + 4:g} {y - 6}) rotate(-{angle})"'


def _key(side: str, cluster: int) -> str:
    return "" if cluster < 0 else f" data-{side}={cluster}"


def _line_names(labels: NDArray[Any], lines: list[int]) -> list[str]:
    """Return the name of each line; the last may be that of all other clusters."""
    own = [cluster for cluster in lines if cluster >= 0]
    names = distinct([label_text(name) for name in listed(labels[own])], LABEL)
    rest = len(labels) - len(own)
    return [*names, f"{rest:,} more"] if len(own) < len(lines) else names


def matrix_svg(
    names: Sequence[str],
    values: Floats,
    measure: str,
    direction: str,
    bounds: Sequence[float | None],
) -> Picture:
    """Draw the values of a measure for every pair of clusterings, the more alike the darker.

    Parameters
    ----------
    names : sequence of str
        The clusterings.
    values : numpy.ndarray of shape (m, m)
    measure : str
    direction : {"similarity", "distance", "undirected"}
    bounds : pair of float or None
        The range of the measure.

    Returns
    -------
    Picture
    """
    count = len(names)
    likeness, ends = _likeness(values, direction, bounds)
    shades = np.clip(np.ceil(likeness * _LEVELS), 1, _LEVELS).astype(int)
    numbered = count <= _NUMBERED
    step = 40 if numbered else max(11, min(30, 640 // count))
    shown = distinct(names, LABEL)
    level, (x, y) = _level(shown, step), _margins(shown, shown, "", step)
    size = step * count
    labels = "".join(
        f'<text x="{x - 6}" y="{y + (i + 0.5) * step + 4:.1f}" text-anchor="end" data-run="{i}">'
        f'{escape(name)}</text><text {_above(x, y, i, step, level=level)} data-run="{i}">'
        f"{escape(name)}</text>"
        for i, name in enumerate(shown)
    )
    texts = [_short(value) for value in values.ravel().tolist()]
    written = _numbers(texts, likeness, (x, y, step)) if numbered else ""
    what = {"distance": "smaller is more alike"}.get(direction, "more is more alike")
    legend = _legend([number(end, 3) for end in ends], x, y + size + 14, f"{measure}: {what}")
    width = round(
        max(x + size + _overhang(shown, step), x + _LETTER * (len(measure) + len(what) + 2))
    )
    svg = (
        f'<svg width="{width}" viewBox="0 0 {width} {y + size + 62}" role="img" '
        f'aria-label="{escape(f"{measure} of every pair of {count} clusterings")}">'
        f'{_heat_paths(shades, x, y, step)}<rect class="frame" x="{x}" y="{y}" width="{size}" '
        f'height="{size}"/>{written}{_sized(labels, step)}{legend}'
        '<rect class="cursor" x="0" y="0" width="1" height="1" visibility="hidden"/></svg>'
    )
    return Picture(svg, {"x": x, "y": y, "step": step})


def _likeness(
    values: Floats, direction: str, bounds: Sequence[float | None]
) -> tuple[Floats, tuple[float, float]]:
    """Return the similarity of each pair on a scale from 0 to 1, and the values at its ends.

    The scale ends at the best value and begins at the value of the least similar pair, rounded.
    """
    off = values[~np.eye(len(values), dtype=bool)]
    if direction == "distance":
        worst, best = float(off.max()), 0.0
    else:
        high = bounds[1]
        best = 1.0 if high is None or not np.isfinite(high) else float(high)
        worst = min(np.floor(20 * float(off.min())) / 20, best - _SPAN)
    reach = best - worst
    if not reach:
        return np.ones_like(values), (worst, best)
    return (values - worst) / reach, (worst, best)


def _short(value: float) -> str:
    """Return a number with two digits after the point, without a leading zero."""
    text = f"{value:.2f}"
    return text.replace("0.", ".", 1) if abs(value) < 1 else f"{value:.1f}"


def map_svg(names: Sequence[str], points: Floats, groups: Sequence[str], measure: str) -> Picture:
    """Draw the clusterings as points whose distances are near to those of the measure.

    Parameters
    ----------
    names : sequence of str
        The clusterings.
    points : numpy.ndarray of shape (m, 2)
    groups : sequence of str
        The group of each clustering; each of a few groups has a color.
    measure : str

    Returns
    -------
    Picture
    """
    near, far = _pulled(points)
    places, height = _scaled(near)
    different = list(dict.fromkeys(groups))
    colors = {g: k if len(different) <= len(PALETTE) else 0 for k, g in enumerate(different)}
    marks = "".join(
        f'<circle class="point f{colors[group]}" data-run="{i}" cx="{x:.1f}" cy="{y:.1f}" r="5">'
        f"<title>{escape(shortened(name, 60))}</title></circle>"
        for i, (name, group, (x, y)) in enumerate(zip(names, groups, places.tolist(), strict=True))
    )
    shown = distinct(names, LABEL)
    labels = joined_names(shown, places, _RADIUS)
    frame = (4.0, 4.0, _MAP_WIDTH - 4.0, height - 4.0)
    placed = place_labels(labels, places, letter=(_LETTER, _MAP_LINE), radius=_RADIUS, frame=frame)
    texts = "".join(_label(label) for label in placed)
    svg = (
        f'<svg width="{_MAP_WIDTH}" viewBox="0 0 {_MAP_WIDTH} {height:.0f}" role="img" '
        f'aria-label="{escape(f"Map of the clusterings by {measure}")}">{marks}{texts}</svg>'
    )
    hidden = len(labels) - len(placed)
    notes = [f"{hidden} names are not drawn."] if hidden else []
    if len(far):
        verb = "is" if len(far) == 1 else "are"
        notes.append(f"{', '.join(shown[i] for i in far)} {verb} farther away than drawn.")
    return Picture(svg, {}, tuple(notes))


def _pulled(points: Floats) -> tuple[Floats, list[int]]:
    """Return the points; those much farther from the middle than most are moved nearer to it."""
    away = points - np.median(points, axis=0)
    reach = np.hypot(*away.T)
    most = _FAR * float(np.quantile(reach, 0.8))
    far = np.flatnonzero(reach > most) if most > 0 else np.array([], int)
    pulled = points.copy()
    pulled[far] -= away[far] * (1 - most / reach[far])[:, None]
    return pulled, far.tolist()


def _scaled(points: Floats) -> tuple[Floats, float]:
    """Return points in the units of the picture, with the same scale on both axes, and its height."""
    low, high = points.min(0), points.max(0)
    reach = high - low
    space = np.array([_MAP_WIDTH - 2.5 * _EDGE, _MAP_HEIGHT - 1.5 * _EDGE])
    scale = float((space / np.maximum(reach, 1e-12)).min()) if float(reach.max()) > 1e-9 else 0.0
    height = max(_LEAST, float(reach[1]) * scale + 1.5 * _EDGE)
    middle = np.array([_MAP_WIDTH / 2, height / 2])
    return middle + (points - (low + high) / 2) * scale, height


def _label(label: PlacedLabel) -> str:
    """Write a name, with a line to its point if it is far."""
    x, y = label.point
    width = _LETTER * len(label.text)
    right = label.left + width <= x
    at, anchor = (label.left + width, "end") if right else (label.left, "start")
    line = ""
    if label.apart:
        near = min(max(x, label.left), label.left + width)
        end = label.top if label.top > y else label.top + _MAP_LINE
        line = f'<line class="lead" x1="{x:.1f}" y1="{y:.1f}" x2="{near:.1f}" y2="{end:.1f}"/>'
    return (
        f'{line}<text x="{at:.1f}" y="{label.top + 11:.1f}" text-anchor="{anchor}">'
        f"{escape(label.text)}</text>"
    )
