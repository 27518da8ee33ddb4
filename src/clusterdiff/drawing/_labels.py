"""Labels that are short and differ, and places where they do not overlap."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from clusterdiff import views
from clusterdiff.views import display_width, printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

LABEL = 20  # letters of a label
_CONTEXT = 8  # letters that all names share before those in which they differ
_NAMED = 3  # names of a label that stands for several points
_TURNS = 16  # directions that are tried around a point
_REACHES = (1.0, 2.5, 4.0, 6.0, 9.0, 13.0)  # distances that are tried, in radii of a point


def shortened(text: str, max_length: int = LABEL) -> str:
    """Return a text of at most so many columns; wide letters take two."""
    whole = printable(text)
    length = max_length
    while display_width(found := views.shortened(whole, length)) > max_length and length > 1:
        length -= 1
    return found


def distinct(names: Sequence[str], max_length: int = LABEL) -> list[str]:
    """Return names of about so many columns that still differ.

    If shortening in the middle makes names equal, their common prefix and suffix are left out.

    Examples
    --------
    >>> distinct(["the_run_of_seed_1_on_the_sample", "the_run_of_seed_2_on_the_sample"], 12)
    ['…of_seed_1…', '…of_seed_2…']
    """
    shown = [shortened(name, max_length) for name in names]
    if len(set(shown)) == len(set(names)):
        return shown
    shortest = min(map(len, names))
    start = _alike(names)
    end = min(_alike([text[::-1] for text in names]), shortest - start)
    first = max(0, start - _CONTEXT)
    return [
        "…" * (first > 0) + shortened(text[first : len(text) - end], max_length) + "…" * (end > 0)
        for text in names
    ]


def _alike(texts: Sequence[str]) -> int:
    """Return the length of the common prefix of all texts."""
    letters = enumerate(zip(*texts, strict=False))  # up to the end of the shortest
    return next((k for k, found in letters if len(set(found)) > 1), min(map(len, texts)))


class PlacedLabel(NamedTuple):
    """A label beside a point.

    Attributes
    ----------
    text : str
    point : tuple of float
        The point that it names.
    left, top : float
        The corner of the text with the least coordinates.
    apart : bool
        Whether it is so far from its point that a line should lead to it.
    """

    text: str
    point: tuple[float, float]
    left: float
    top: float
    apart: bool


def joined_names(
    names: Sequence[str], points: Floats, reach: float
) -> list[tuple[str, tuple[float, float]]]:
    """Return one text for all names whose points are within a distance of the first of them.

    Examples
    --------
    >>> joined_names(["x", "y", "z"], np.array([[0, 0], [9, 9], [0, 1]]), 2)
    [('x, z', (0.0, 0.0)), ('y', (9.0, 9.0))]
    """
    heads: list[tuple[float, float]] = []
    members: list[list[str]] = []
    for name, (x, y) in zip(names, points.tolist(), strict=True):
        gaps = [max(abs(x - u), abs(y - v)) for u, v in heads]
        nearest = min(range(len(gaps)), key=gaps.__getitem__, default=0)
        if gaps and gaps[nearest] <= reach:
            members[nearest].append(name)
        else:
            heads.append((float(x), float(y)))
            members.append([name])
    return [(_text(own), head) for own, head in zip(members, heads, strict=True)]


def _text(names: list[str]) -> str:
    """Return names in one line; some of them if there are many."""
    if len(names) <= _NAMED:
        return ", ".join(names)
    return f"{', '.join(names[: _NAMED - 1])} + {len(names) - _NAMED + 1}"


def place_labels(
    labels: Sequence[tuple[str, tuple[float, float]]],
    points: Floats,
    *,
    letter: tuple[float, float],
    radius: float,
    frame: tuple[float, float, float, float],
) -> list[PlacedLabel]:
    """Place labels beside their points so that they cover neither points nor each other.

    Parameters
    ----------
    labels : list of (text, point)
        The texts, the most important first.
    points : numpy.ndarray of shape (m, 2)
        All points, in the units of the picture.
    letter : tuple of float
        Width of a letter and height of a line.
    radius : float
        Radius of the mark of a point.
    frame : tuple of float
        Left, top, right and bottom limits of the picture, with left < right and top < bottom.

    Returns
    -------
    list of PlacedLabel
        Labels for which there is no place are left out.

    Examples
    --------
    >>> points = np.array([[10.0, 10.0], [14.0, 10.0]])
    >>> labels = [("x", (10.0, 10.0)), ("y", (14.0, 10.0))]
    >>> frame = (0, 0, 100, 100)
    >>> [p.left for p in place_labels(labels, points, letter=(5, 9), radius=2, frame=frame)]
    [3.0, 16.0]
    """
    boxes = np.concatenate([points - radius, points + radius], axis=1)
    found: list[PlacedLabel] = []
    for text, (x, y) in labels:
        size = letter[0] * len(text), letter[1]
        tried = _candidates((x, y), size, radius)
        inside = (tried[:, :2] >= frame[:2]).all(1) & (tried[:, 2:] <= frame[2:]).all(1)
        apart = (tried[:, None, :2] >= boxes[None, :, 2:]) | (
            tried[:, None, 2:] <= boxes[None, :, :2]
        )
        clear = np.asarray(apart.any(axis=2))
        free = np.flatnonzero(inside & clear.all(axis=1))
        if not len(free):
            continue
        best = int(free[0])
        left, top = tried[best, :2].tolist()
        found.append(PlacedLabel(text, (x, y), left, top, best >= _TURNS))
        boxes = np.concatenate([boxes, tried[best : best + 1]])
    return found


def _candidates(point: tuple[float, float], size: tuple[float, float], radius: float) -> Floats:
    """Return places for a text around a point, the nearest first, as left, top, right, bottom."""
    turns = 2 * np.pi * np.arange(_TURNS) / _TURNS
    on_the_left = np.cos(turns) < -1e-9  # less good than the right, better than above and below
    turns = turns[np.argsort(np.abs(np.sin(turns)) + 0.9 * on_the_left, kind="stable")]
    spots = []
    for reach in _REACHES:
        x = point[0] + reach * radius * np.cos(turns) + size[0] * (np.cos(turns) - 1) / 2
        y = point[1] + reach * radius * np.sin(turns) + size[1] * (np.sin(turns) - 1) / 2
        spots.append(np.stack([x, y, x + size[0], y + size[1]], axis=1))
    out: Floats = np.concatenate(spots)
    return out


def moved_apart(places: ArrayLike, gap: float, low: float, high: float) -> Floats:
    """Move sorted places apart by at least a gap, as little as possible.

    Parameters
    ----------
    places : array_like of float
        The places in ascending order.
    gap : float
        Distance of neighbors.
    low, high : float
        The limits of the first and of the last place. If the gap does not fit, the places are
        spread evenly between them.

    Returns
    -------
    numpy.ndarray of float
        The places with the least sum of squared moves (isotonic regression), within the limits.

    Examples
    --------
    >>> moved_apart([10, 11, 12], 5, 0, 20).tolist()
    [6.0, 11.0, 16.0]
    >>> moved_apart([1, 1, 1], 5, 0, 8).tolist()
    [0.0, 4.0, 8.0]
    """
    wanted = np.asarray(places, float)
    count = len(wanted)
    if not count or (count - 1) * gap > high - low:
        return np.linspace(low, high, count)
    steps = gap * np.arange(count)
    return np.clip(_nondecreasing(wanted - steps), low, high - gap * (count - 1)) + steps


def _nondecreasing(values: Floats) -> Floats:
    """Return the closest sequence that does not decrease (pooling of adjacent violators)."""
    pools: list[tuple[float, int]] = []
    for value in values.tolist():
        mean, size = value, 1
        while pools and pools[-1][0] > mean:
            before, many = pools.pop()
            mean, size = (before * many + mean * size) / (many + size), many + size
        pools.append((mean, size))
    return np.repeat([mean for mean, _ in pools], [size for _, size in pools])
