"""Scores of clusters: how far a cluster stays whole when the other clustering divides it."""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING, Literal, Protocol, get_args

import numpy as np

from clusterdiff.checks import check_integer
from clusterdiff.errors import OptionError
from clusterdiff.numerics import SORTED, entropy_terms, ordered_sum, run_starts
from clusterdiff.summaries._entropies import uneven_terms

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from clusterdiff.summaries import Overlaps

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

Combine = Literal["product", "mean"]
_PARTS = 1 << 12  # of a cluster, up to which their terms are added one after the other
COMBINES: tuple[Combine, ...] = get_args(Combine)


class ClusterScore(Protocol):
    """Scores every cluster of one clustering by the parts into which the other divides it.

    A score close to 0 and a loss close to 0 each keep their digits only if neither is computed from
    the other. An object without the method `scores` is scored by one minus its losses.
    """

    def scores(self, sizes: Ints, cluster: Ints, parts: Ints) -> Floats:
        """Return the score of each cluster: 1 if it is whole, less the further it is divided.

        Parameters
        ----------
        sizes, cluster, parts : ndarray of int64
            As for `losses`.

        Returns
        -------
        ndarray of float64
            The scores.
        """
        ...

    def losses(self, sizes: Ints, cluster: Ints, parts: Ints) -> Floats:
        """Return one minus the score of each cluster.

        Parameters
        ----------
        sizes : ndarray of int64
            The sizes of the clusters.
        cluster : ndarray of int64
            The cluster to which each part belongs.
        parts : ndarray of int64
            The sizes of the parts.

        Returns
        -------
        ndarray of float64
            0 for a cluster that is whole, more the further it is divided.
        """
        ...


def part_entropies(sizes: Ints, cluster: Ints, parts: Ints) -> Floats:
    """Return the entropy, in nats, of the parts of each cluster."""
    whole = sizes[cluster]
    return _sums(cluster, entropy_terms(parts, whole) / whole)


def _sums(cluster: Ints, terms: Floats) -> Floats:
    """Return the sum of the terms of each cluster, in ascending order if there are few terms.

    `np.bincount` is faster, but adds one after the other, so that the rounding errors of the terms
    of a cluster of many parts add up; `np.add.reduceat` adds pairwise.
    """
    few = len(terms) <= SORTED
    if not few and np.bincount(cluster).max() <= _PARTS:
        return np.bincount(cluster, terms).astype(float, copy=False)
    order = np.lexsort((terms, cluster)) if few else np.argsort(cluster, kind="stable")
    starts = run_starts(cluster[order])
    sums: Floats = np.add.reduceat(terms[order], starts)
    return sums


@dataclass(frozen=True, slots=True)
class EntropyScore(ClusterScore):
    """1 - H(parts)/log(size): 0 for a cluster divided into singletons; a singleton scores 1.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> rule = cd.measures.SplitMerge(cd.measures.EntropyScore())
    >>> rule([0, 0, 1, 1], [0, 0, 1, 2])
    0.5
    """

    def scores(self, sizes: Ints, cluster: Ints, parts: Ints) -> Floats:
        """Return the score of each cluster, Σ p·log(p) / (s·log(s)) for parts p of a cluster s."""
        kept = _sums(cluster, np.log(parts) * parts.astype(float))
        whole = np.log(sizes) * sizes.astype(float)
        out: Floats = np.divide(kept, whole, out=np.ones_like(kept), where=sizes > 1)
        return out

    def losses(self, sizes: Ints, cluster: Ints, parts: Ints) -> Floats:
        """Return one minus the score of each cluster."""
        entropies = part_entropies(sizes, cluster, parts)
        out: Floats = np.minimum(1.0, entropies / np.log(np.maximum(sizes, 2)))
        # The entropy of singletons is log(size) up to rounding; the loss is exactly 1.
        out[(np.bincount(cluster, minlength=len(sizes)) == sizes) & (sizes > 1)] = 1.0
        return out


@dataclass(frozen=True, slots=True)
class LargestPart(ClusterScore):
    """Share of the cluster in its largest part.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> rule = cd.measures.SplitMerge(cd.measures.LargestPart())
    >>> rule([0, 0, 1, 1], [0, 0, 1, 2])
    0.75
    """

    def scores(self, sizes: Ints, cluster: Ints, parts: Ints) -> Floats:
        """Return the score of each cluster."""
        out: Floats = _largest(sizes, cluster, parts) / sizes
        return out

    def losses(self, sizes: Ints, cluster: Ints, parts: Ints) -> Floats:
        """Return one minus the score of each cluster."""
        out: Floats = (sizes - _largest(sizes, cluster, parts)) / sizes
        return out


def _largest(sizes: Ints, cluster: Ints, parts: Ints) -> Ints:
    """Return the size of the largest part of each cluster."""
    largest = np.zeros(len(sizes), np.int64)
    np.maximum.at(largest, cluster, parts)
    return largest


@dataclass(frozen=True, slots=True)
class BoundedEntropy(ClusterScore):
    """1 - H(parts)/log(k), for clusterings of at most k clusters.

    Parameters
    ----------
    k : int
        The largest number of clusters, at least 2.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> rule = cd.measures.SplitMerge(cd.measures.BoundedEntropy(k=4))
    >>> rule([0, 0, 1, 1], [0, 0, 1, 2])
    0.75
    """

    k: int

    def __post_init__(self) -> None:
        check_integer("k", self.k, 2)

    def scores(self, sizes: Ints, cluster: Ints, parts: Ints) -> Floats:
        """Return the score of each cluster, (log k - H(parts))/log k."""
        # log k - H is a sum of non-negative terms, as in `evenness_gap`.
        empty = self._empty(sizes, cluster)
        uneven = _sums(cluster, uneven_terms(parts, sizes[cluster], self.k))
        out: Floats = (uneven + empty) / (self.k * log(self.k))
        return out

    def losses(self, sizes: Ints, cluster: Ints, parts: Ints) -> Floats:
        """Return one minus the score of each cluster."""
        self._empty(sizes, cluster)
        return part_entropies(sizes, cluster, parts) / log(self.k)

    def _empty(self, sizes: Ints, cluster: Ints) -> Ints:
        """Return how many of k clusters have no part of each cluster, or raise if k is too small."""
        empty: Ints = self.k - np.bincount(cluster, minlength=len(sizes))
        if empty.min() < 0:
            most = self.k - int(empty.min())
            raise OptionError(f"k must be at least the number of clusters, {most}, got {self.k}.")
        return empty


@dataclass(frozen=True, slots=True)
class CustomScore(ClusterScore):
    """A user's own function f(size, parts) -> float."""

    function: Callable[[int, Ints], float]

    def losses(self, sizes: Ints, cluster: Ints, parts: Ints) -> Floats:
        """Return one minus the score of each cluster."""
        return 1 - self.scores(sizes, cluster, parts)

    def scores(self, sizes: Ints, cluster: Ints, parts: Ints) -> Floats:
        """Return the score of each cluster."""
        order = np.argsort(cluster, kind="stable")
        cuts = np.cumsum(np.bincount(cluster, minlength=len(sizes)))[:-1]
        pairs = zip(sizes.tolist(), np.split(parts[order], cuts), strict=True)
        return np.array([self._checked(size, np.sort(own)[::-1]) for size, own in pairs], float)

    def _checked(self, size: int, parts: Ints) -> float:
        score = self.function(size, parts)
        if not isinstance(score, (int, float, np.number)) or not np.isfinite(score):
            name = getattr(self.function, "__name__", repr(self.function))
            raise OptionError(
                f"A cluster score must be a finite number: {name}({size}, {parts.tolist()}) "
                f"returned {score!r}."
            )
        return float(score)


@dataclass(frozen=True, slots=True)
class SplitMergeDesign:
    """A score of clusters, and how the scores of the two clusters of an element are combined."""

    score: ClusterScore
    combine: Combine

    def __call__(self, o: Overlaps, /) -> float:
        """Return Σ_ij n_ij/n · s(b|a_i)·s(a|b_j) (Xiang et al., eq. 4), or with the mean (eq. 5)."""
        return combined(o, *self._of_both(o, self._scores), self.combine)

    def distance(self, o: Overlaps, /) -> float:
        """Return one minus the value, without cancellation."""
        return combined_loss(o, *self._of_both(o, self.score.losses), self.combine)

    def _scores(self, sizes: Ints, cluster: Ints, parts: Ints) -> Floats:
        if hasattr(self.score, "scores"):
            return self.score.scores(sizes, cluster, parts)
        return 1 - self.score.losses(sizes, cluster, parts)

    @staticmethod
    def _of_both(o: Overlaps, rule: Callable[[Ints, Ints, Ints], Floats]) -> tuple[Floats, Floats]:
        return rule(o.sizes_a, o.rows, o.shared), rule(o.sizes_b, o.cols, o.shared)


def combined(o: Overlaps, scores_a: Floats, scores_b: Floats, combine: str) -> float:
    """Return the mean over elements of the combined scores of their two clusters."""
    in_a, in_b = scores_a[o.rows], scores_b[o.cols]
    scores = in_a * in_b if combine == "product" else (in_a + in_b) / 2
    return ordered_sum(o.shared * scores) / o.n


def combined_loss(o: Overlaps, losses_a: Floats, losses_b: Floats, combine: str) -> float:
    """Return one minus `combined`: with u = 1 - s and v = 1 - t, 1 - s·t = u + v·(1 - u)."""
    in_a, in_b = losses_a[o.rows], losses_b[o.cols]
    if combine == "mean":
        return ordered_sum(o.shared * ((in_a + in_b) / 2)) / o.n
    more, less = np.maximum(in_a, in_b), np.minimum(in_a, in_b)
    return ordered_sum(o.shared * (more + less * (1 - more))) / o.n
