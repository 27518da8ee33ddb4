"""What a diff is made of: plain data."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

Kind = Literal["same", "split", "merge", "mixed"]


class Part(NamedTuple):
    """The elements that a cluster shares with one cluster of the other side.

    Attributes
    ----------
    name : object
        Label of the other cluster.
    size : int
        Number of shared elements.
    """

    name: Any
    size: int


class Costs(NamedTuple):
    """What a component adds to each distance; over all components the sum is the distance.

    Attributes
    ----------
    vi_split, vi_merge : float
        Bits of H(b | a) and of H(a | b).
    van_dongen, mirkin, transfer_distance : int
        Contributions to these distances.
    """

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
    """Clusters of a and of b that hold the same elements: one cluster of the join.

    Attributes
    ----------
    kind : {"same", "split", "merge", "mixed"}
        What happened to the clusters.
    clusters_a, clusters_b : tuple
        Labels of the clusters of a and of b.
    size : int
        Number of elements.
    cost : float
        Cost under the chosen measure.
    costs : Costs
        Costs under all built-in distances.
    sentence : str
        What happened, in words.
    """

    kind: Kind
    clusters_a: tuple[Any, ...]
    clusters_b: tuple[Any, ...]
    size: int
    cost: float  # under the chosen measure
    costs: Costs
    sentence: str


class Cluster(NamedTuple):
    """One cluster and what became of it.

    Attributes
    ----------
    name : object
        Label of the cluster.
    size, parts : int
        Number of elements, and of clusters of the other side that share some of them.
    best_match : object
        Label of the cluster that shares most of them.
    kept : float
        Share of the elements in that cluster.
    entropy, cost : float
        Entropy of the parts, and share of the variation of information, in bits.
    """

    name: Any
    size: int
    parts: int  # number of clusters of the other side that it shares elements with
    best_match: Any  # the one it shares most with
    kept: float  # the share of its elements in that one
    entropy: float  # of its parts, in bits
    cost: float  # its share of the variation of information, in bits


class Cut(NamedTuple):
    """A cluster that shares elements with several of the other side: a split or a merge.

    Attributes
    ----------
    cluster : object
        Label of the cluster.
    parts : tuple of Part
        The clusters of the other side, the largest part first.
    cost : float
        Bits of the variation of information.
    """

    cluster: Any
    parts: tuple[Part, ...]
    cost: float  # bits of the variation of information


class Move(NamedTuple):
    """Elements that leave the cluster they are matched with.

    Attributes
    ----------
    source : object
        Cluster of a that the elements leave.
    to : object or None
        Cluster of a whose match they are in; None if that cluster is new.
    to_b : object
        Cluster of b that they are in.
    size : int
        Number of elements.
    """

    source: Any  # cluster of a
    to: Any  # cluster of a whose partner they are in; None if that one is new
    to_b: Any  # cluster of b they are in
    size: int


class Rename(NamedTuple):
    """A cluster that stayed the same under another name.

    Attributes
    ----------
    a, b : object
        Labels of the cluster in a and in b.
    size : int
        Number of elements.
    """

    a: Any
    b: Any
    size: int
