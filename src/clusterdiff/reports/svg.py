"""Flow diagram and heatmap as SVG text; every name is escaped."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from clusterdiff import views
from clusterdiff.analysis.layout import moved_apart, paired_weights, shown_lines
from clusterdiff.labels import listed
from clusterdiff.views import label_text, percent, plural, printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from clusterdiff.analysis.layout import Band, Flow, Link, MatchedOrder
    from clusterdiff.table import Table

    Ints = NDArray[np.int64]

COLORS = 8
_WIDTH, _MARGIN, _BAND, _TOP = 960, 232, 14, 28
_LINE = 15  # height of a line of text
_LEAD = 22  # width of the lines between bands and labels
_LABEL = 24  # characters of a label
_TIP = 60  # characters of a label in a tip
MAX_HEAT = 50  # clusters of a side of the heatmap
_LEVELS = 7


def shortened(text: str, most: int = _LABEL) -> str:
    """Return a label that fits beside a band."""
    return views.shortened(printable(text), most)


def flow_svg(drawn: Flow, titles: Sequence[str], *, linked: bool = False) -> str:
    """Draw the flow of two or several clusterings.

    Parameters
    ----------
    drawn : Flow
    titles : sequence of str
        Names of the clusterings.
    linked : bool
        Whether the script of the page selects the marks and makes their tips. Only marks that join
        several clusters then have a tip of their own.

    Returns
    -------
    str
        An ``<svg>`` element.
    """
    columns = range(drawn.columns)
    bands = max(sum(band.column == column for band in drawn.bands) for column in columns)
    size = _Size(drawn.columns, max(320, min(1200, _LINE * (bands + 2))), linked)
    marks = [_link(link, drawn.bands, size) for link in drawn.links]
    marks += [_band(band, size) for band in drawn.bands]
    for column in columns:
        own = [band for band in drawn.bands if band.column == column]
        marks += _labels(own, column, size)
    most = max(8, 100 // drawn.columns)
    heads = "".join(
        f'<text class="side" x="{size.head(column):.0f}" y="14" text-anchor="{size.anchor(column)}">'
        f"{escape(shortened(title, most))}</text>"
        for column, title in enumerate(titles)
    )
    total = size.height + _TOP + 12
    return (
        f'<svg viewBox="0 0 {_WIDTH} {total}" role="img" aria-labelledby="flow-title">'
        f'<title id="flow-title">Flow of elements from {escape(shortened(titles[0], 50))} to '
        f"{escape(shortened(titles[-1], 50))}</title>{heads}{''.join(marks)}</svg>"
    )


class _Size(NamedTuple):
    """Where the columns of a flow diagram are, and whether its marks can be selected."""

    columns: int
    height: int
    linked: bool

    def left(self, column: int) -> float:
        """Return where the bands of a column begin."""
        return _MARGIN + column * (_WIDTH - 2 * _MARGIN - _BAND) / (self.columns - 1)

    def head(self, column: int) -> float:
        """Return where the title of a column is."""
        return self.left(column) + _BAND * (0, 0.5, 1)[self._side(column)]

    def anchor(self, column: int) -> str:
        """Return which part of the title is there."""
        return ("start", "middle", "end")[self._side(column)]

    def _side(self, column: int) -> int:
        return 0 if column == 0 else 2 if column == self.columns - 1 else 1


def _fill(color: int) -> str:
    return "fx" if color < 0 else f"f{color % COLORS}"


def _y(share: float, height: int) -> float:
    return _TOP + share * height


def _keys(size: _Size, *bands: Band) -> str:
    """Return the clusters that a mark stands for, for selection."""
    return "".join(
        f" data-{'ab'[band.column]}={band.clusters[0]}"
        for band in bands
        if size.linked and len(band.clusters) == 1
    )


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
    most = _LABEL if not inside else max(4, 60 // size.columns)
    texts = [
        f'<text{inside}{_keys(size, band)} x="{x:.0f}" y="{y + 4:.0f}">'
        f"{escape(shortened(band.label, most))} "
        f'<tspan class="muted">{band.size:,}</tspan></text>'
        for band, y in zip(bands, lines, strict=True)
    ]
    leads = [_leads(edge, edge + sign * (3 + _LEAD), wanted, lines)] if apart else []
    return [*leads, f'<g text-anchor="{"start" if last else "end"}">', *texts, "</g>"]


def _leads(start: float, end: float, bands: list[float], labels: list[float]) -> str:
    """Return lines from bands to labels that are not beside them, as one mark."""
    steps = (f"M{start:.0f} {a:.0f}L{end:.0f} {b:.0f}" for a, b in zip(bands, labels, strict=True))
    return f'<path class="lead" d="{"".join(steps)}"/>'


@dataclass(frozen=True, slots=True, eq=False)
class Heatmap:
    """A heatmap of the table: its SVG text, and where its cells are.

    Attributes
    ----------
    svg : str
    place : dict
        Rows and columns from the top left (-1 for smaller clusters that share a line), position of
        the first cell and size of a cell.
    notes : tuple of str
    """

    svg: str
    place: dict[str, Any]
    notes: tuple[str, ...]


def heatmap(table: Table, order: MatchedOrder, titles: tuple[str, str]) -> Heatmap:
    """Draw the shares of each cluster of a in the clusters of b.

    Parameters
    ----------
    table : Table
    order : MatchedOrder
        The order of rows and columns.
    titles : tuple of str
        Names of the two clusterings.

    Returns
    -------
    Heatmap
    """
    weights = paired_weights(table, order)
    rows, row_of = _lines(order.rows, weights[0])
    cols, col_of = _lines(order.cols, weights[1])
    counts = np.zeros((len(rows), len(cols)), np.int64)
    np.add.at(counts, (row_of[table.rows], col_of[table.cols]), table.counts)
    sizes = counts.sum(1)
    step = max(12, min(34, 640 // max(len(rows), len(cols))))
    x, y = 190, 40 + round(6.5 * _longest(table, cols))
    width, height = max(_WIDTH, x + step * len(cols) + 150), y + step * len(rows) + 12
    body = _heat_cells(counts, sizes, x, y, step)
    texts = _heat_labels(table, rows, cols, (x, y, step), titles)
    frame = f'<rect class="frame" x="{x}" y="{y}" width="{step * len(cols)}" height="{step * len(rows)}"/>'
    name = f"Share of each cluster of {shortened(titles[0], 50)} in the clusters of {shortened(titles[1], 50)}"
    svg = (
        f'<svg viewBox="0 0 {width} {height}" role="img" aria-labelledby="heatmap-title">'
        f'<title id="heatmap-title">{escape(name)}</title>{body}{frame}{texts}'
        '<rect class="cursor" x="0" y="0" width="1" height="1" visibility="hidden"/></svg>'
    )
    place = {"rows": rows, "cols": cols, "x": x, "y": y, "step": step}
    place |= {"height": len(rows), "width": len(cols)}
    cut = -1 in rows or -1 in cols
    notes = (
        (f"The {MAX_HEAT - 1} largest pairs of clusters have lines of their own.",) if cut else ()
    )
    return Heatmap(svg, place, notes)


def _lines(order: Ints, weights: Ints) -> tuple[list[int], Ints]:
    """Return the clusters that have a line, -1 for the rest, and the line of every cluster."""
    shown, line = shown_lines(order, weights, MAX_HEAT)
    return shown.tolist() + ([-1] if len(shown) < len(order) else []), line


def _heat_cells(counts: Ints, sizes: Ints, x: int, y: int, step: int) -> str:
    """Draw the cells in seven levels; the scale is the root of the share."""
    share = np.sqrt(counts / np.maximum(sizes, 1)[:, None])
    level = np.where(counts > 0, np.clip(np.ceil(share * _LEVELS), 1, _LEVELS), 0).astype(int)
    return heat_paths(level, x, y, step)


def heat_paths(level: Ints, x: int, y: int, step: int) -> str:
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
    table: Table,
    rows: list[int],
    cols: list[int],
    place: tuple[int, int, int],
    titles: tuple[str, str],
) -> str:
    """Write the names of the rows and columns."""
    x, y, step = place
    names_a, names_b = listed(table.row_labels), listed(table.col_labels)
    out = [
        f'<text x="{x - 6}" y="{y + (i + 0.5) * step + 4:g}"{_key("a", row)}>'
        f"{_line_name(names_a, row, len(names_a) - len(rows) + 1)}</text>"
        for i, row in enumerate(rows)
    ]
    out = ['<g text-anchor="end">', *out, "</g>"]
    for j, col in enumerate(cols):
        out.append(
            f'<text transform="{above(x, y, j, step)}"{_key("b", col)}>'
            f"{_line_name(names_b, col, len(names_b) - len(cols) + 1)}</text>"
        )
    out.append(
        f'<text class="side" x="{x - 6}" y="{y - 8}" text-anchor="end">{escape(shortened(titles[0], 24))} ↓</text>'
    )
    out.append(f'<text class="side" x="{x}" y="14">{escape(shortened(titles[1], 50))} →</text>')
    return "".join(out)


def above(x: int, y: int, column: int, step: int) -> str:
    """Return where a name above a column begins; it is upright where columns are narrow."""
    angle = 60 if step > _LINE else 90
    return f"translate({x + (column + 0.5) * step + 4:g} {y - 6}) rotate(-{angle})"


def _longest(table: Table, cols: list[int]) -> int:
    """Return the number of letters of the longest name above the columns."""
    names = listed(table.col_labels)
    return max(len(_line_name(names, col, len(names) - len(cols) + 1)) for col in cols)


def _key(side: str, cluster: int) -> str:
    return "" if cluster < 0 else f" data-{side}={cluster}"


def _line_name(names: list[Any], cluster: int, rest: int) -> str:
    return (
        escape(shortened(label_text(names[cluster]), 22)) if cluster >= 0 else f"{rest:,} smaller"
    )
