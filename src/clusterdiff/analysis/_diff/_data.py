"""What a diff is made of: plain data."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, get_args

Kind = Literal[
    "kept", "renamed", "mostly kept", "split", "merged", "reshuffled", "born", "dissolved"
]
KINDS: tuple[Kind, ...] = get_args(Kind)
UNCHANGED: frozenset[Kind] = frozenset({"kept", "renamed"})
CONTINUED: frozenset[Kind] = UNCHANGED | {"mostly kept"}  # kinds that continue as one cluster


class Part(NamedTuple):
    """The elements that a cluster shares with one cluster of the other side.

    Attributes
    ----------
    name : object
        Label of the other cluster.
    size : int
        Number of shared elements.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> cd.diff(["x", "x", "x"], [0, 0, 1]).splits[0].parts
    (Part(name=0, size=2), Part(name=1, size=1))
    """

    name: Any
    size: int


class Costs(NamedTuple):
    """What a component adds to each distance.

    Over all components, and with the leakage, the sum is the distance.

    Attributes
    ----------
    vi_split, vi_merge : float
        Bits of H(b | a) and of H(a | b).
    van_dongen, mirkin, transfer_distance : int
        Contributions to these distances.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> costs = cd.diff(["x", "x"], [0, 1]).components[0].costs
    >>> costs.vi_split, costs.vi, costs.mirkin
    (1.0, 1.0, 2)
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
    """Clusters of a and of b that are connected by overlaps above the threshold.

    Attributes
    ----------
    kind : {"kept", "renamed", "mostly kept", "split", "merged", "reshuffled", "born", "dissolved"}
        What happened to the clusters.
    clusters_a, clusters_b : tuple
        Labels of the clusters of a and of b; one of them is empty if the clusters were born or
        dissolved.
    size : int
        Number of elements in the overlaps above the threshold.
    gain, loss : int
        Number of elements of the clusters of b, and of the clusters of a, that are leakage.
    cost : float or int
        Cost under the chosen measure, without the leakage.
    costs : Costs
        Costs under all built-in distances, without the leakage.
    sentence : str
        What happened, in words.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> found = cd.diff(["x", "x", "x", "y", "y", "z"], [0, 0, 1, 2, 2, 2])
    >>> [(each.kind, each.size) for each in found.components]
    [('split', 3), ('merged', 3)]
    """

    kind: Kind
    clusters_a: tuple[Any, ...]
    clusters_b: tuple[Any, ...]
    size: int
    gain: int
    loss: int
    cost: float
    costs: Costs
    sentence: str


class Cluster(NamedTuple):
    """One cluster, and what happened to it.

    Attributes
    ----------
    side : {"a", "b"}
        The clustering that the cluster belongs to.
    name : object
        Label of the cluster.
    kind : {"kept", "renamed", "mostly kept", "split", "merged", "reshuffled", "born", "dissolved"}
        What happened to it.
    size, parts : int
        Number of elements, and of clusters of the other side that share some of them.
    best_match : object
        Label of the cluster that shares most of them.
    kept : float
        Share of the elements in that cluster.
    gain, loss : int
        Number of elements that leak into the cluster of b and out of the cluster of a: those of
        this cluster, and those of its partner in the optimal pairing (0 without one).
    entropy, cost : float
        Entropy of the parts, and share of the variation of information, in bits.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> cluster = cd.diff(["x", "x", "x", "y"], [0, 0, 1, 2]).clusters_a[0]
    >>> cluster.name, cluster.kind, cluster.parts
    ('x', 'split', 2)
    """

    side: Literal["a", "b"]
    name: Any
    kind: Kind
    size: int
    parts: int
    best_match: Any
    kept: float
    gain: int
    loss: int
    entropy: float
    cost: float


class Cut(NamedTuple):
    """A cluster that shares elements with several of the other side: a split or a merge.

    Attributes
    ----------
    kind : {"split", "merged"}
        Whether the cluster is one of a that is split or one of b that is merged.
    cluster : object
        Label of the cluster.
    parts : tuple of Part
        The clusters of the other side, the largest part first.
    cost : float
        Bits of the variation of information.
    sentence : str
        What happened, in words.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> cut = cd.diff(["x", "x", "x"], [0, 0, 1]).splits[0]
    >>> cut.kind, cut.cluster, len(cut.parts)
    ('split', 'x', 2)
    """

    kind: Literal["split", "merged"]
    cluster: Any
    parts: tuple[Part, ...]
    cost: float
    sentence: str


class Flow(NamedTuple):
    """Leakage: an overlap below the threshold.

    Attributes
    ----------
    source, target : object
        Labels of the cluster of a and of the cluster of b.
    size : int
        Number of elements.
    cost : float or int
        Cost under the chosen measure; the sum over all flows is the leakage cost.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> found = cd.diff([0] * 50 + [1] * 50, [0] * 49 + [1] * 51, min_share=0.1)
    >>> flow = found.leakage[0]
    >>> flow.source, flow.target, flow.size
    (0, 1, 1)
    """

    source: Any
    target: Any
    size: int
    cost: float


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

    Examples
    --------
    >>> import clusterdiff as cd
    >>> cd.diff(["x", "x", "x"], [0, 0, 1]).moves
    (Move(source='x', to=None, to_b=1, size=1),)
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

    Examples
    --------
    >>> import clusterdiff as cd
    >>> cd.diff(["x", "x", "y"], ["x", "x", "z"]).renames
    (Rename(a='y', b='z', size=1),)
    """

    a: Any
    b: Any
    size: int
