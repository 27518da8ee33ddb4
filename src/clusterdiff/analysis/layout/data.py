"""What a flow diagram is made of: plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

BandKind = Literal["cluster", "unchanged", "rest"]


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
class Flow:
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
