"""What a diff is made of: plain data."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

Kind = Literal["same", "split", "merge", "mixed"]


class Part(NamedTuple):
    """The elements that a cluster shares with one cluster of the other side."""

    name: Any
    size: int


class Costs(NamedTuple):
    """What a component adds to each distance; over all components the sum is the distance."""

    vi_split: float  # bits of H(b | a): clusters of a divided in b
    vi_merge: float  # bits of H(a | b): clusters of b assembled from several of a
    van_dongen: int
    mirkin: int
    transfer_distance: int

    @property
    def vi(self) -> float:
        """Variation of information."""
        return self.vi_split + self.vi_merge


class Component(NamedTuple):
    """Clusters of a and of b that hold the same elements: one cluster of the join."""

    kind: Kind
    clusters_a: tuple[Any, ...]
    clusters_b: tuple[Any, ...]
    size: int
    cost: float  # under the chosen measure
    costs: Costs
    sentence: str


class Cluster(NamedTuple):
    """One cluster and what became of it."""

    name: Any
    size: int
    parts: int  # number of clusters of the other side that it shares elements with
    best_match: Any  # the one it shares most with
    kept: float  # the share of its elements in that one
    entropy: float  # of its parts, in bits
    cost: float  # its share of the variation of information, in bits


class Cut(NamedTuple):
    """A cluster that shares elements with several of the other side: a split or a merge."""

    cluster: Any
    parts: tuple[Part, ...]
    cost: float  # bits of the variation of information


class Move(NamedTuple):
    """Elements that leave the cluster they are matched with."""

    source: Any  # cluster of a
    to: Any  # cluster of a whose partner they are in; None if that one is new
    to_b: Any  # cluster of b they are in
    size: int


class Rename(NamedTuple):
    """A cluster that stayed the same under another name."""

    a: Any
    b: Any
    size: int
