"""What a diff is made of: plain frozen data."""

from __future__ import annotations

from typing import Any, NamedTuple


class Part(NamedTuple):
    """The elements that a cluster shares with one of the other side."""

    name: Any
    size: int


class Costs(NamedTuple):
    """What something adds to each distance; over all of them the sum is the distance."""

    vi_split: float  # bits of H(b | a): clusters of a cut by b
    vi_merge: float  # bits of H(a | b): clusters of b pieced together from a
    van_dongen: int
    mirkin: int
    transfer_distance: int

    @property
    def vi(self) -> float:
        """Variation of information."""
        return self.vi_split + self.vi_merge


class Component(NamedTuple):
    """Clusters of a and b that hold the same elements, and no smaller choice of them does: one cluster of the join."""

    kind: str  # same, split, merge or mixed
    clusters_a: tuple[Any, ...]
    clusters_b: tuple[Any, ...]
    size: int
    cost: float  # under the measure asked for
    costs: Costs
    sentence: str


class Cluster(NamedTuple):
    """One cluster and what became of it."""

    name: Any
    size: int
    parts: int  # into how many clusters of the other side it falls
    best_match: Any  # the cluster it shares most with
    kept: float  # the share in that one
    entropy: float  # of its parts, in bits
    cost: float  # its share of the variation of information, in bits


class Cut(NamedTuple):
    """A cluster that falls into several of the other side: a split of a's cluster, or a merge into b's."""

    cluster: Any
    parts: tuple[Part, ...]
    cost: float  # bits of the variation of information


class Move(NamedTuple):
    """Elements that leave the cluster they are matched with; `to` is None for a cluster of b that is new."""

    source: Any  # cluster of a
    to: Any  # cluster of a they would have to move to
    to_b: Any  # cluster of b they lie in
    size: int


class Rename(NamedTuple):
    """A cluster that stayed the same under another name."""

    a: Any
    b: Any
    size: int
