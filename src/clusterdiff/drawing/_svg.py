"""Flow diagram, heatmap, matrix and map as SVG text for a page; every name is escaped.

The classes of marks are those of the style of a page, `reports/page.css`. Marks that stand for one
cluster or clustering have its number, by which the script of a page selects them.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from clusterdiff import views
from clusterdiff.drawing._labels import joined_names, moved_apart, place_labels
from clusterdiff.drawing._order import shown_lines, summed
from clusterdiff.labels import listed
from clusterdiff.views import label_text, number, percent, plural, printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from clusterdiff.drawing._flow import Band, FlowDiagram, Link
    from clusterdiff.drawing._labels import PlacedLabel
    from clusterdiff.drawing._order import MatchedOrder
    from clusterdiff.table import Table

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

_COLORS = 8
_WIDTH, _MARGIN, _BAND, _TOP = 960, 232, 14, 28
_LINE = 15  # height of a line of text
_LEAD = 22  # width of the lines between bands and labels
_LABEL = 24  # characters of a label
_TIP = 60  # characters of a label in a tip
_MAX_HEAT = 50  # clusters of a side of the heatmap
_LEVELS = 7
_NUMBERED = 16  # clusterings up to which the cells of the matrix have numbers
_MAP_HEIGHT, _EDGE, _LEAST = 520, 60, 160.0  # of the map
_LETTER, _MAP_LINE, _RADIUS = 6.4, 14.0, 6.0


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


def shortened(text: str, max_length: int = _LABEL) -> str:
    """Return a label that fits beside a band."""
    return views.shortened(printable(text), max_length)


def flow_svg(
    drawn: FlowDiagram,
    titles: Sequence[str],
    *,
    numbers: tuple[Ints, Ints] | None = None,
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

    Returns
    -------
    Picture
    """
    columns = range(drawn.columns)
    bands = max(sum(band.column == column for band in drawn.bands) for column in columns)
    size = _Size(drawn.columns, max(320, min(1200, _LINE * (bands + 2))), numbers)
    marks = [_link(link, drawn.bands, size) for link in drawn.links]
    marks += [_band(band, size) for band in drawn.bands]
    for column in columns:
        own = [band for band in drawn.bands if band.column == column]
        marks += _labels(own, column, size)
    max_length = max(8, 100 // drawn.columns)
    heads = "".join(
        f'<text class="side" x="{size.head(column):.0f}" y="14" text-anchor="{size.anchor(column)}">'
        f"{escape(shortened(title, max_length))}</text>"
        for column, title in enumerate(titles)
    )
    total = size.height + _TOP + 12
    svg = (
        f'<svg viewBox="0 0 {_WIDTH} {total}" role="img" aria-labelledby="flow-title">'
        f'<title id="flow-title">Flow of elements from {escape(shortened(titles[0], 50))} to '
        f"{escape(shortened(titles[-1], 50))}</title>{heads}{''.join(marks)}</svg>"
    )
    return Picture(svg, {}, drawn.notes)


class _Size(NamedTuple):
    """Where the columns of a flow diagram are, and whether its marks can be selected."""

    columns: int
    height: int
    numbers: tuple[Ints, Ints] | None

    def left(self, column: int) -> float:
        """Return the left edge of the bands of a column."""
        return _MARGIN + column * (_WIDTH - 2 * _MARGIN - _BAND) / (self.columns - 1)

    def head(self, column: int) -> float:
        """Return the x coordinate of the title of a column."""
        return self.left(column) + _BAND * (0, 0.5, 1)[self._side(column)]

    def anchor(self, column: int) -> str:
        """Return which part of the title has this coordinate: its start, middle or end."""
        return ("start", "middle", "end")[self._side(column)]

    def _side(self, column: int) -> int:
        return 0 if column == 0 else 2 if column == self.columns - 1 else 1


def _fill(color: int) -> str:
    return "fx" if color < 0 else f"f{color % _COLORS}"


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
    keys, start = _keys(size, source, target), f'<path class="link {_fill(source.color)}"'
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
    known = keys or not (inner or len(band.label) > _LABEL)
    title = "" if known else f"<title>{escape(tip)}</title>"
    return (
        f'<rect class="band {_fill(band.color)}"{keys} x="{x:g}" y="{top:.1f}" '
        f'width="{_BAND}" height="{tall:.1f}"' + (f">{title}</rect>" if title else "/>")
    )


def _labels(bands: list[Band], column: int, size: _Size) -> list[str]:
    """Return the labels of a column, moved apart where bands are thin."""
    wanted = [_y((band.start + band.end) / 2, size.height) for band in bands]
    lines = moved_apart(wanted, _LINE, _TOP + 6, _TOP + size.height + 4).tolist()
    last = column == size.columns - 1
    inside = "" if last or column == 0 else ' class="inside"'
    edge, sign = (size.left(column) + _BAND, 1) if last else (size.left(column), -1)
    apart = not inside and max(map(abs, np.subtract(lines, wanted))) > _LINE
    x = edge + sign * (6 + _LEAD * apart)
    max_length = _LABEL if not inside else max(4, 60 // size.columns)
    texts = [
        f'<text{inside}{_keys(size, band)} x="{x:.0f}" y="{y + 4:.0f}">'
        f"{escape(shortened(_short_label(band), max_length))} "
        f'<tspan class="muted">{band.size:,}</tspan></text>'
        for band, y in zip(bands, lines, strict=True)
    ]
    leads = [_leads(edge, edge + sign * (3 + _LEAD), wanted, lines)] if apart else []
    return [*leads, f'<g text-anchor="{"start" if last else "end"}">', *texts, "</g>"]


def _short_label(band: Band) -> str:
    """Return the label of a band; of several clusters only their number and what they are."""
    return band.label if band.kind == "cluster" else band.label.partition(" cluster")[0]


def _leads(start: float, end: float, bands: list[float], labels: list[float]) -> str:
    """Return lines from bands to labels that are not beside them, as one mark."""
    steps = (f"M{start:.0f} {a:.0f}L{end:.0f} {b:.0f}" for a, b in zip(bands, labels, strict=True))
    return f'<path class="lead" d="{"".join(steps)}"/>'


def heatmap_svg(
    table: Table, order: MatchedOrder, titles: tuple[str, str], numbers: tuple[Ints, Ints]
) -> Picture:
    """Draw the shares of each cluster of a in the clusters of b.

    Parameters
    ----------
    table : Table
    order : MatchedOrder
        The order of rows and columns.
    titles : tuple of str
        Names of the two clusterings.
    numbers : pair of numpy.ndarray
        For each cluster of a and of b the number by which the script of the page selects its line,
        -1 for none.

    Returns
    -------
    Picture
    """
    rows, row_of = _lines(order.rows, order.row_weights)
    cols, col_of = _lines(order.cols, order.col_weights)
    keys = row_of[table.rows] * len(cols) + col_of[table.cols]
    counts = summed(keys, table.counts, len(rows) * len(cols)).reshape(len(rows), len(cols))
    sizes = counts.sum(1)
    step = max(12, min(34, 640 // max(len(rows), len(cols))))
    names_a, names_b = _line_names(table.row_labels, rows), _line_names(table.col_labels, cols)
    x, y = 190, 40 + round(6.5 * max(map(len, names_b)))
    width, height = max(_WIDTH, x + step * len(cols) + 150), y + step * len(rows) + 12
    body = _heat_cells(counts, sizes, x, y, step)
    rows, cols = (
        [int(own[k]) if k >= 0 else -1 for k in lines]
        for own, lines in zip(numbers, (rows, cols), strict=True)
    )
    texts = _heat_labels((rows, names_a), (cols, names_b), (x, y, step), titles)
    frame = f'<rect class="frame" x="{x}" y="{y}" width="{step * len(cols)}" height="{step * len(rows)}"/>'
    name = f"Share of each cluster of {shortened(titles[0], 50)} in the clusters of {shortened(titles[1], 50)}"
    svg = (
        f'<svg viewBox="0 0 {width} {height}" role="img" aria-labelledby="heatmap-title">'
        f'<title id="heatmap-title">{escape(name)}</title>{body}{frame}{texts}'
        '<rect class="cursor" x="0" y="0" width="1" height="1" visibility="hidden"/></svg>'
    )
    place = {"rows": rows, "cols": cols, "x": x, "y": y, "step": step}
    place |= {"height": len(rows), "width": len(cols)}
    cut = max(table.shape) > _MAX_HEAT
    notes = (
        (f"The {_MAX_HEAT - 1} largest pairs of clusters have lines of their own.",) if cut else ()
    )
    return Picture(svg, place, notes)


def _lines(order: Ints, weights: Ints) -> tuple[list[int], Ints]:
    """Return the clusters that have a line, -1 for the rest, and the line of every cluster."""
    shown, line = shown_lines(order, weights, _MAX_HEAT)
    return shown.tolist() + ([-1] if len(shown) < len(order) else []), line


def _heat_cells(counts: Ints, sizes: Ints, x: int, y: int, step: int) -> str:
    """Draw the cells in seven levels; the scale is the root of the share."""
    share = np.sqrt(counts / np.maximum(sizes, 1)[:, None])
    level = np.where(counts > 0, np.clip(np.ceil(share * _LEVELS), 1, _LEVELS), 0).astype(int)
    return _heat_paths(level, x, y, step)


def _heat_paths(level: Ints, x: int, y: int, step: int) -> str:
    """Draw cells of levels from 1 to 7; level 0 is empty.

    There is one path for each level, of the cells that reach it, so that runs of cells are long.
    """
    paths = []
    for value in range(1, _LEVELS + 1):
        padded = np.pad(level >= value, ((0, 0), (1, 1)))  # each row begins and ends outside
        edges = np.argwhere(padded[:, 1:] != padded[:, :-1]).reshape(-1, 2, 2).tolist()
        if edges:
            shape = "".join(f"M{start} {i}h{end - start}" for (i, start), (_, end) in edges)
            paths.append(f'<path class="heat h{value}" d="{shape}"/>')
    place = f"translate({x} {y + step / 2:g}) scale({step})"  # a run of cells is a line
    return f'<g transform="{place}">{"".join(paths)}</g>'


def _heat_labels(
    rows: tuple[list[int], list[str]],
    cols: tuple[list[int], list[str]],
    place: tuple[int, int, int],
    titles: tuple[str, str],
) -> str:
    """Write the names of the rows and columns."""
    x, y, step = place
    out = [
        f'<text x="{x - 6}" y="{y + (i + 0.5) * step + 4:g}"{_key("a", row)}>{name}</text>'
        for i, (row, name) in enumerate(zip(*rows, strict=True))
    ]
    out = ['<g text-anchor="end">', *out, "</g>"]
    out += [
        f'<text transform="{_above(x, y, j, step)}"{_key("b", col)}>{name}</text>'
        for j, (col, name) in enumerate(zip(*cols, strict=True))
    ]
    out.append(
        f'<text class="side" x="{x - 6}" y="{y - 8}" text-anchor="end">{escape(shortened(titles[0], 24))} ↓</text>'
    )
    out.append(f'<text class="side" x="{x}" y="14">{escape(shortened(titles[1], 50))} →</text>')
    return "".join(out)


def _above(x: int, y: int, column: int, step: int) -> str:
    """Return where a name above a column begins; it is upright where columns are narrow."""
    angle = 60 if step > _LINE else 90
    return f"translate({x + (column + 0.5) * step + 4:g} {y - 6}) rotate(-{angle})"


def _key(side: str, cluster: int) -> str:
    return "" if cluster < 0 else f" data-{side}={cluster}"


def _line_names(labels: NDArray[Any], lines: list[int]) -> list[str]:
    """Return the name of each line; the last may be that of all smaller clusters."""
    own = [cluster for cluster in lines if cluster >= 0]
    names = [escape(shortened(label_text(name), 22)) for name in listed(labels[own])]
    rest = len(labels) - len(own)
    return [*names, f"{rest:,} smaller"] if len(own) < len(lines) else names


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
    level = np.clip(np.ceil(likeness * _LEVELS), 0, _LEVELS).astype(int)
    step = max(11, min(34, 640 // count))
    longest = max(len(shortened(name, 22)) for name in names)
    x, y = 190, 24 + round(6.0 * longest)
    size = step * count
    body = _heat_paths(level, x, y, step)
    labels = "".join(
        f'<text x="{x - 6}" y="{y + (i + 0.5) * step + 4:.1f}" text-anchor="end" data-run="{i}">'
        f"{escape(shortened(name, 22))}</text>"
        f'<text transform="{_above(x, y, i, step)}" '
        f'data-run="{i}">{escape(shortened(name, 22))}</text>'
        for i, name in enumerate(names)
    )
    numbers = _numbers(values, level, (x, y, step)) if count <= _NUMBERED else ""
    title = f"{measure} of every pair of {count} clusterings"
    svg = (
        f'<svg viewBox="0 0 {max(_WIDTH, x + size + 150)} {y + size + 58}" role="img" '
        f'aria-labelledby="matrix-title"><title id="matrix-title">{escape(title)}</title>{body}'
        f'<rect class="frame" x="{x}" y="{y}" width="{size}" height="{size}"/>{numbers}{labels}'
        f"{_legend(ends, x, y + size + 18)}"
        '<rect class="cursor" x="0" y="0" width="1" height="1" visibility="hidden"/></svg>'
    )
    return Picture(svg, {"x": x, "y": y, "step": step})


def _likeness(
    values: Floats, direction: str, bounds: Sequence[float | None]
) -> tuple[Floats, tuple[float, float]]:
    """Return the similarity of each pair on a scale from 0 to 1, and the values at its ends."""
    low, high = bounds
    if direction == "distance":
        worst = float(values.max()) if high is None or not np.isfinite(high) else float(high)
        worst = worst or 1.0
        return 1 - values / worst, (worst, 0.0)
    best = 1.0 if high is None or not np.isfinite(high) else float(high)
    least = 0.0 if low is None or not np.isfinite(low) or low < 0 else float(low)
    return (values - least) / (best - least), (least, best)


def _numbers(values: Floats, level: Ints, place: tuple[int, int, int]) -> str:
    """Write the values into the cells."""
    x, y, step = place
    return "".join(
        f'<text class="cell{" on" if level[i, j] > 4 else ""}" x="{x + (j + 0.5) * step:.1f}" '
        f'y="{y + (i + 0.5) * step + 4:.1f}" text-anchor="middle">{escape(_short(value))}</text>'
        for i, row in enumerate(values.tolist())
        for j, value in enumerate(row)
    )


def _short(value: float) -> str:
    """Return a number with two digits after the point, without a leading zero."""
    text = f"{value:.2f}"
    return text.replace("0.", ".", 1) if abs(value) < 1 else f"{value:.1f}"


def _legend(ends: tuple[float, float], x: int, y: int) -> str:
    """Draw the scale of the colors; as in the matrix, each level is drawn over the lower ones."""
    cells = "".join(
        f'<rect class="heat h{k}" x="{x + 18 * k}" y="{y}" width="{18 * (_LEVELS + 1 - k)}" height="12"/>'
        for k in range(1, _LEVELS + 1)
    )
    frame = f'<rect class="frame" x="{x}" y="{y}" width="{18 * (_LEVELS + 1)}" height="12"/>'
    low, high = (escape(number(end, 3)) for end in ends)
    right = x + 18 * (_LEVELS + 1)
    return (
        f'{cells}{frame}<text x="{x}" y="{y + 28}">{low}</text>'
        f'<text x="{right}" y="{y + 28}" text-anchor="end">{high}</text>'
    )


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
    places, height = _scaled(points)
    different = list(dict.fromkeys(groups))
    colors = {group: k if len(different) <= _COLORS else 0 for k, group in enumerate(different)}
    marks = "".join(
        f'<circle class="point f{colors[group]}" data-run="{i}" cx="{x:.1f}" cy="{y:.1f}" r="5">'
        f"<title>{escape(shortened(name, 60))}</title></circle>"
        for i, (name, group, (x, y)) in enumerate(zip(names, groups, places.tolist(), strict=True))
    )
    shown = [shortened(name, 22) for name in names]
    labels = joined_names(shown, places, _RADIUS)
    frame = (4.0, 4.0, _WIDTH - 4.0, height - 4.0)
    placed = place_labels(labels, places, letter=(_LETTER, _MAP_LINE), radius=_RADIUS, frame=frame)
    texts = "".join(_label(label) for label in placed)
    title = f"Map of the clusterings by {measure}"
    svg = (
        f'<svg viewBox="0 0 {_WIDTH} {height:.0f}" role="img" aria-labelledby="map-title">'
        f'<title id="map-title">{escape(title)}</title>{marks}{texts}</svg>'
    )
    hidden = len(labels) - len(placed)
    notes = (f"{hidden} names are not drawn.",) if hidden else ()
    return Picture(svg, {}, notes)


def _scaled(points: Floats) -> tuple[Floats, float]:
    """Return points in the units of the picture, with the same scale on both axes, and its height."""
    low, high = points.min(0), points.max(0)
    reach = high - low
    space = np.array([_WIDTH - 2.5 * _EDGE, _MAP_HEIGHT - 1.5 * _EDGE])
    scale = float((space / np.maximum(reach, 1e-12)).min()) if float(reach.max()) > 1e-9 else 0.0
    height = max(_LEAST, float(reach[1]) * scale + 1.5 * _EDGE)
    middle = np.array([_WIDTH / 2, height / 2])
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
