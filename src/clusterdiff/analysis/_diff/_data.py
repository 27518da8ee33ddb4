"""What a diff is made of: plain data."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, get_args

Kind = Literal["kept", "split", "merged", "mixed", "new", "gone", "scattered"]
KINDS: tuple[Kind, ...] = get_args(Kind)


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
    """What a change adds to each distance; the sum over all changes is the distance.

    Attributes
    ----------
    vi_split, vi_merge : float
        Bits of H(b | a) and of H(a | b).
    van_dongen, mirkin, transfer_distance : int
        Contributions to these distances.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> costs = cd.diff(["x", "x"], [0, 1]).changes[0].costs
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


class Change(NamedTuple):
    """What happened to some clusters: those of a and of b that large overlaps connect.

    Attributes
    ----------
    kind : {"kept", "split", "merged", "mixed", "new", "gone", "scattered"}
        What happened to the clusters.
    clusters_a, clusters_b : tuple
        Labels of the clusters of a and of b. A new cluster has none of a, a cluster that is gone
        none of b, and scattered elements have neither.
    size : int
        Number of elements: those in the large overlaps of the clusters, all of a new cluster or of
        one that is gone, and all other scattered elements.
    gain, loss : int
        Number of scattered elements that joined the clusters of b and left the clusters of a.
    cost : float or int
        Cost under the measure of the diff; the costs of all changes add up to the measure.
    costs : Costs
        Costs under all built-in distances.
    sentence : str
        What happened, in words.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> found = cd.diff(["x", "x", "x", "y", "y", "z"], [0, 0, 1, 2, 2, 2])
    >>> [(each.kind, each.size) for each in found.changes]
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
    kind : {"kept", "split", "merged", "mixed", "new", "gone", "scattered"}
        What happened to it.
    size, parts : int
        Number of elements, and of clusters of the other side that share some of them.
    best_match : object
        Label of the cluster that shares most of them.
    kept : float
        Share of the elements in that cluster.
    gain, loss : int
        Number of scattered elements that join the cluster of b and leave the cluster of a: those
        of this cluster, and those of its partner in the optimal pairing (0 without one).
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
        Cost under the measure of the diff: the part of the change that this cluster has, in
        proportion to the bits of its parts.
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
    """Elements that moved from a cluster of a to one of b that it is not matched with.

    Attributes
    ----------
    source, target : object
        Labels of the cluster of a and of the cluster of b.
    size : int
        Number of elements.
    kind : {"split", "merged", "mixed", "new", "gone", "scattered"}
        What they are part of; scattered if the overlap is too small to be named.
    to : object or None
        Cluster of a that the target is matched with; None if there is none.
    cost : float or int
        Cost under the measure of the diff; the costs of all flows add up to the measure.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> flow = cd.diff([0] * 50 + [1] * 50, [0] * 45 + [1] * 55, min_share=0.2).flows[0]
    >>> flow.source, flow.target, flow.size, flow.kind
    (0, 1, 5, 'scattered')
    """

    source: Any
    target: Any
    size: int
    kind: Kind
    to: Any
    cost: float


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
