"""The matrix of all pairs and the map of the clusterings as SVG text; every name is escaped."""

from __future__ import annotations

from html import escape
from typing import Any, NamedTuple

import numpy as np

from clusterdiff.analysis.layout import joined_names, place_labels
from clusterdiff.reports.svg import COLORS, above, heat_paths, shortened
from clusterdiff.views import number

_LEVELS = 7
_NUMBERED = 16  # clusterings up to which the cells of the matrix have numbers
_WIDTH, _HEIGHT, _EDGE, _LEAST = 960, 520, 60, 160.0
_LETTER, _LINE, _RADIUS = 6.4, 14.0, 6.0


class Picture(NamedTuple):
    """A picture: its SVG text, and where its marks are."""

    svg: str
    place: dict[str, Any]
    notes: tuple[str, ...] = ()


def matrix_svg(data: dict[str, Any]) -> Picture:
    """Draw the values of the first measure for every pair, the more alike the darker.

    Parameters
    ----------
    data : dict
        The data of the report.

    Returns
    -------
    Picture
    """
    pairs = data["pairs"]
    names, values = pairs["names"], np.array(pairs["values"][0])
    count = len(names)
    likeness, ends = _likeness(values, pairs["directions"][0], pairs["bounds"][0])
    level = np.clip(np.ceil(likeness * _LEVELS), 0, _LEVELS).astype(int)
    step = max(11, min(34, 640 // count))
    longest = max(len(shortened(name, 22)) for name in names)
    x, y = 190, 24 + round(6.0 * longest)
    size = step * count
    body = heat_paths(level, x, y, step)
    labels = "".join(
        f'<text x="{x - 6}" y="{y + (i + 0.5) * step + 4:.1f}" text-anchor="end" data-run="{i}">'
        f"{escape(shortened(name, 22))}</text>"
        f'<text transform="{above(x, y, i, step)}" '
        f'data-run="{i}">{escape(shortened(name, 22))}</text>'
        for i, name in enumerate(names)
    )
    numbers = _numbers(values, level, (x, y, step)) if count <= _NUMBERED else ""
    title = f"{data['measure']} of every pair of {count} clusterings"
    svg = (
        f'<svg viewBox="0 0 {max(_WIDTH, x + size + 150)} {y + size + 58}" role="img" '
        f'aria-labelledby="matrix-title"><title id="matrix-title">{escape(title)}</title>{body}'
        f'<rect class="frame" x="{x}" y="{y}" width="{size}" height="{size}"/>{numbers}{labels}'
        f"{_legend(ends, x, y + size + 18)}"
        '<rect class="cursor" x="0" y="0" width="1" height="1" visibility="hidden"/></svg>'
    )
    return Picture(svg, {"x": x, "y": y, "step": step})


def _likeness(values: Any, direction: str, bounds: Any) -> tuple[Any, tuple[float, float]]:
    """Return how alike each pair is, from 0 to 1, and the values of 0 and of 1."""
    low, high = bounds
    if direction == "distance":
        worst = float(values.max()) if high is None or not np.isfinite(high) else float(high)
        worst = worst or 1.0
        return 1 - values / worst, (worst, 0.0)
    best = 1.0 if high is None or not np.isfinite(high) else float(high)
    least = 0.0 if low is None or not np.isfinite(low) or low < 0 else float(low)
    return (values - least) / (best - least), (least, best)


def _numbers(values: Any, level: Any, place: tuple[int, int, int]) -> str:
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


def map_svg(data: dict[str, Any]) -> Picture:
    """Draw the clusterings as points whose distances are near to those of the measure.

    Parameters
    ----------
    data : dict
        The data of the report.

    Returns
    -------
    Picture
    """
    found = data["map"]
    places, height = _scaled(np.array(found["points"], float))
    groups = list(dict.fromkeys(found["groups"]))
    colors = {group: k if len(groups) <= COLORS else 0 for k, group in enumerate(groups)}
    marks = "".join(
        f'<circle class="point f{colors[group]}" data-run="{i}" cx="{x:.1f}" cy="{y:.1f}" r="5">'
        f"<title>{escape(shortened(name, 60))}</title></circle>"
        for i, (name, group, (x, y)) in enumerate(
            zip(found["names"], found["groups"], places.tolist(), strict=True)
        )
    )
    shown = [shortened(name, 22) for name in found["names"]]
    labels = joined_names(shown, places, _RADIUS)
    frame = (4.0, 4.0, _WIDTH - 4.0, height - 4.0)
    placed = place_labels(labels, places, letter=(_LETTER, _LINE), radius=_RADIUS, frame=frame)
    texts = "".join(_label(label) for label in placed)
    title = f"Map of the clusterings by {found['measure']}"
    svg = (
        f'<svg viewBox="0 0 {_WIDTH} {height:.0f}" role="img" aria-labelledby="map-title">'
        f'<title id="map-title">{escape(title)}</title>{marks}{texts}</svg>'
    )
    hidden = len(labels) - len(placed)
    notes = (f"{hidden} names are not drawn.",) if hidden else ()
    return Picture(svg, {}, notes)


def _scaled(points: Any) -> tuple[Any, float]:
    """Return points in the units of the picture, with the same scale on both axes, and its height."""
    low, high = points.min(0), points.max(0)
    reach = high - low
    space = np.array([_WIDTH - 2.5 * _EDGE, _HEIGHT - 1.5 * _EDGE])
    scale = float((space / np.maximum(reach, 1e-12)).min()) if float(reach.max()) > 1e-9 else 0.0
    height = max(_LEAST, float(reach[1]) * scale + 1.5 * _EDGE)
    middle = np.array([_WIDTH / 2, height / 2])
    return middle + (points - (low + high) / 2) * scale, height


def _label(label: Any) -> str:
    """Write a name, with a line to its point if it is far."""
    x, y = label.point
    width = _LETTER * len(label.text)
    right = label.left + width <= x
    at, anchor = (label.left + width, "end") if right else (label.left, "start")
    line = ""
    if label.apart:
        near = min(max(x, label.left), label.left + width)
        end = label.top if label.top > y else label.top + _LINE
        line = f'<line class="lead" x1="{x:.1f}" y1="{y:.1f}" x2="{near:.1f}" y2="{end:.1f}"/>'
    return (
        f'{line}<text x="{at:.1f}" y="{label.top + 11:.1f}" text-anchor="{anchor}">'
        f"{escape(label.text)}</text>"
    )
